// SPDX-License-Identifier: Apache-2.0
// Maps of basins on disk: what was written is read, and damage is refused in words.
#include "carom/io/basin_file.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"

namespace carom::io {
namespace {

study::BasinMap a_map() {
  study::BasinMap map;
  map.system = "dimer";
  map.title = "ein Titel mit Ümläuten";
  map.text = "system = \"dimer\"\n" + std::string(40000, '#');  // longer than an attribute may be
  map.x = {.name = "theta0", .unit = "rad", .from = -0.5, .to = 0.25, .pixels = 80};
  map.y = {.name = "theta_dot",
           .unit = "rad/s",
           .from = 2,
           .to = 3,
           .pixels = 60,
           .of = study::BasinAxis::Of::velocity,
           .index = 2};
  map.cycles = 77;
  map.seconds = 1.5;
  map.complete = true;
  map.attractors = {{.period = 2,
                     .t = 3.25,
                     .points = {Eigen::VectorXd::LinSpaced(6, 0, 1), Eigen::VectorXd::LinSpaced(6, 1, 2)},
                     .name = "drift",
                     .mirror = 1,
                     .multiplier = 0.5,
                     .x_y = {0.1, 2.5}},
                    {.period = 0,
                     .points = {Eigen::VectorXd::Zero(6)},
                     .name = "rest",
                     .mirror = 0,
                     .multiplier = std::nan(""),
                     .signature = "s",
                     .x_y = {0.2, 2.6}}};
  map.reasons = {"no period", "not_finite: why"};
  for (int k = 0; k < 4800; ++k) {
    map.label.push_back(k % 5 - 3);
    map.flashes.push_back(k);
  }
  map.refined = {{{0, 0, 0}, {1, 0, 1}, {0, 1, -2}, {1, 1, -3}}, {}};
  return map;
}

class BasinFile : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/carom-basins-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::filesystem::path folder_;
};

TEST_F(BasinFile, ReadsBackWhatWasWritten) {
  const study::BasinMap map = a_map();
  write_basins(path("a.h5"), map);
  EXPECT_TRUE(is_basin_file(path("a.h5")));
  const study::BasinMap back = read_basins(path("a.h5"));
  EXPECT_EQ(back.system, map.system);
  EXPECT_EQ(back.title, map.title);
  EXPECT_EQ(back.text, map.text);
  EXPECT_EQ(back.label, map.label);
  EXPECT_EQ(back.flashes, map.flashes);
  EXPECT_EQ(back.reasons, map.reasons);
  EXPECT_EQ(back.x.name, "theta0");
  EXPECT_EQ(back.x.pixels, 80);
  EXPECT_EQ(back.y.of, study::BasinAxis::Of::velocity);
  EXPECT_EQ(back.y.index, 2);
  EXPECT_EQ(back.x.from, -0.5);
  EXPECT_TRUE(back.complete);
  EXPECT_EQ(back.cycles, 77);
  ASSERT_EQ(back.attractors.size(), 2u);
  EXPECT_EQ(back.attractors[0].points[1], map.attractors[0].points[1]);
  EXPECT_EQ(back.attractors[0].name, "drift");
  EXPECT_EQ(back.attractors[0].mirror, 1);
  EXPECT_TRUE(std::isnan(back.attractors[1].multiplier));
  EXPECT_EQ(back.attractors[1].signature, "s");
  ASSERT_EQ(back.refined.size(), 2u);
  EXPECT_EQ(back.refined[0][2].label, -2);
  EXPECT_TRUE(back.refined[1].empty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);  // nothing else is left
}

TEST_F(BasinFile, KeepsWhatWaitsForItsLabels) {
  study::BasinMap map = a_map();
  map.complete = false;
  map.label[7] = map.label[9] = study::not_computed;
  study::FollowedPoint found{.number = 7, .is_new = true, .orbit = map.attractors[0], .flashes = 12};
  map.pending = {found, {.number = 9, .reason = "left", .flashes = 3}, {.level = 1, .number = 4, .attractor = 1}};
  write_basins(path("a.h5"), map);
  const study::BasinMap back = read_basins(path("a.h5"));
  EXPECT_EQ(back.missing(), std::count(map.label.begin(), map.label.end(), study::not_computed) - 2);
  ASSERT_EQ(back.pending.size(), 3u);
  EXPECT_EQ(back.pending[0].orbit.points, map.attractors[0].points);
  EXPECT_EQ(back.pending[0].orbit.t, map.attractors[0].t);
  EXPECT_EQ(back.pending[1].reason, "left");
  EXPECT_EQ(back.pending[2].attractor, 1);
  map.pending[2].attractor = 5;
  write_basins(path("a.h5"), map);
  EXPECT_THROW(read_basins(path("a.h5")), BadInput);
}

TEST_F(BasinFile, RefusesLabelsWithoutMeaning) {
  study::BasinMap map = a_map();
  map.label[7] = 9;
  write_basins(path("a.h5"), map);
  EXPECT_THROW(read_basins(path("a.h5")), BadInput);
  EXPECT_THROW(read_basins(path("none.h5")), BadInput);
  std::ofstream(path("b.h5")) << "no HDF5";
  EXPECT_FALSE(is_basin_file(path("b.h5")));
  EXPECT_THROW(read_basins(path("b.h5")), BadInput);
}

TEST_F(BasinFile, DamagedFilesAreReadOrRefused) {
  write_basins(path("a.h5"), a_map());
  std::ifstream file(path("a.h5"), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const char* const wanted = std::getenv("CAROM_FUZZ_CASES");
  const int cases = wanted ? std::atoi(wanted) : 300;
  Random random(3);
  int refused = 0;
  for (int k = 0; k < cases; ++k) {
    std::string bytes = whole;
    if (random.index(4) == 0) bytes.resize(random.index(static_cast<std::uint32_t>(bytes.size())));
    // Most of the structure is at the beginning.
    for (int n = 0; n < 3 && !bytes.empty(); ++n)
      bytes[random.index(
          static_cast<std::uint32_t>(random.index(2) ? bytes.size() : std::min<std::size_t>(bytes.size(), 6000)))] =
          static_cast<char>(random.index(256));
    std::ofstream(path("b.h5"), std::ios::binary | std::ios::trunc) << bytes;
    try {
      read_basins(path("b.h5"));
    } catch (const BadInput&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, cases / 10);
}

}  // namespace
}  // namespace carom::io
