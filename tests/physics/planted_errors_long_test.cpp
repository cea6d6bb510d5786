// SPDX-License-Identifier: Apache-2.0
// Errors planted into the quick reports of all papers: ten published numbers and ten computed ones each, drawn at random from
// those that are decided and shifted by three tolerances. All are seen.
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
  std::size_t least;  // numbers that are decided
};

class PlantedErrors : public ::testing::TestWithParam<Paper> {};

TEST_P(PlantedErrors, AreSeen) {
  const Paper& paper = GetParam();
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / (std::string("carom-planted-") + paper.name);
  std::filesystem::remove_all(folder);
  const ReproduceResult report = paper.reproduce({.out = folder, .effort = {.quick = true, .threads = 2}});
  std::filesystem::remove_all(folder);
  EXPECT_GE(decided(report.comparisons, Planted::published).size(), paper.least);
  const std::vector<PlantedError> errors = plant_at_random(report.comparisons, 10, 18);
  ASSERT_EQ(errors.size(), 20u);
  for (const PlantedError& error : errors) EXPECT_TRUE(error.is_seen) << error.brief();
}

INSTANTIATE_TEST_SUITE_P(Papers, PlantedErrors,
                         ::testing::Values(Paper{"dimer", dimer::reproduce, 10},
                                           Paper{"disc_ball", disc_ball::reproduce, 30},
                                           Paper{"impact_oscillator", impact_oscillator::reproduce, 5},
                                           Paper{"rods", rods::reproduce, 5}, Paper{"lattice", lattice::reproduce, 5}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace carom::papers
