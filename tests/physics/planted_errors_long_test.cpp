// SPDX-License-Identifier: Apache-2.0
// Errors planted into the quick reports of all papers: ten published statements and ten computed ones each, drawn at random
// from all entries, numbers shifted by three tolerances, claims made their contrary. All are seen; which entries carry none, and
// why, is counted.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "papers/common/planted.hpp"
#include "papers/dimer/reproduce.hpp"
#include "papers/disc_ball/reproduce.hpp"
#include "papers/impact_oscillator/reproduce.hpp"
#include "papers/lattice/reproduce.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers {
namespace {

struct Paper {
  const char* name;
  ReproduceResult (*reproduce)(const ReproduceOptions&);
  int least;  // entries that carry one
};

class PlantedErrors : public ::testing::TestWithParam<Paper> {};

TEST_P(PlantedErrors, AreSeen) {
  const Paper& paper = GetParam();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / (std::string("carom-planted-") + paper.name);
  std::filesystem::remove_all(folder);
  const ReproduceResult report = paper.reproduce({.out = folder, .effort = {.quick = true, .threads = 2}});
  std::filesystem::remove_all(folder);
  const PlantedErrors planted = plant_at_random(report.comparisons, 10, 18);
  ASSERT_EQ(planted.errors.size(), 20u);
  for (const PlantedError& error : planted.errors) EXPECT_TRUE(error.is_seen) << error.brief();
  for (const Planted into : {Planted::published, Planted::computed}) {
    EXPECT_GE(planted.carrying(into), paper.least) << planted.brief(into);
    RecordProperty(into == Planted::published ? "published" : "computed", planted.brief(into));
    // Whatever can carry one shows it, drawn or not.
    for (const Comparison& honest : report.comparisons)
      if (carries(honest, into) == Carries::yes) {
        const PlantedError error = plant(honest, into);
        EXPECT_TRUE(error.is_seen) << error.brief();
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, PlantedErrors,
                         ::testing::Values(Paper{"dimer", dimer::reproduce, 70},
                                           Paper{"disc_ball", disc_ball::reproduce, 50},
                                           Paper{"impact_oscillator", impact_oscillator::reproduce, 40},
                                           Paper{"rods", rods::reproduce, 55},
                                           Paper{"lattice", lattice::reproduce, 20}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace carom::papers
