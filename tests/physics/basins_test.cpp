// SPDX-License-Identifier: Apache-2.0
// Maps of basins as a whole: labels, mirror images, borders, full runs.
#include "carom/analysis/basins.hpp"

#include <gtest/gtest.h>

#include <set>

#include "carom/analysis/basin_study.hpp"
#include "support/basin_texts.hpp"

namespace carom::study {
namespace {

using test::dimer_map;

const BasinMap& small_map() {
  static const BasinMap map = [] {
    BasinRequest request = read_basin_study(dimer_map(12, "refine = 1\n"), "a.toml");
    request.verify = 30;
    request.jobs = 2;
    return map_basins(request);
  }();
  return map;
}

void expect_rest_jump_and_drift_both_ways() {
  const BasinMap& map = small_map();
  ASSERT_TRUE(map.complete);
  std::set<std::string> names;
  for (const Attractor& attractor : map.attractors) {
    names.insert(attractor.name);
    if (attractor.name.starts_with("drift")) {
      EXPECT_EQ(attractor.period, 1);
      EXPECT_LT(attractor.multiplier, 1);
      EXPECT_GT(attractor.multiplier, 0.3);
      EXPECT_GE(attractor.mirror, 0);
    }
    if (attractor.name == "jump") {
      EXPECT_EQ(attractor.period, 2);
    }
  }
  EXPECT_EQ(names, (std::set<std::string>{"drift, left stays", "drift, right stays", "jump", "rest"}));
  double sum = 0;
  for (const BasinShare& share : map.shares) {
    EXPECT_GE(share.fraction, 0);
    sum += share.fraction;
  }
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_GT(map.flashes_full, 5 * map.flashes_seen);
}

void expect_full_runs_to_agree() {
  EXPECT_EQ(small_map().check.checked, 30);
  EXPECT_EQ(small_map().check.disagree, 0) << small_map().check.cases.at(0);
}

// θ₀ → −θ₀ is the mirror: every label turns into that of the mirror image.
void expect_the_mirror_image() {
  const BasinMap& map = small_map();
  for (long j = 0; j < map.rows(); ++j)
    for (long i = 0; i < map.columns(); ++i) {
      const int label = map.label[static_cast<std::size_t>(j * map.columns() + i)];
      const int other = map.label[static_cast<std::size_t>((j + 1) * map.columns() - 1 - i)];
      ASSERT_GE(label, 0);
      EXPECT_EQ(other, map.attractors[static_cast<std::size_t>(label)].mirror) << i << " " << j;
    }
  const std::vector<BasinShare> apart = shares_of(map, false), together = shares_of(map, true);
  EXPECT_EQ(apart.size(), together.size() + 1);
}

// Four pixels in the place of each at a border, and nowhere else.
void expect_borders_to_be_refined() {
  const BasinMap& map = small_map();
  ASSERT_EQ(map.refined.size(), 1u);
  ASSERT_EQ(map.border.size(), 2u);
  EXPECT_EQ(static_cast<long>(map.refined[0].size()), 4 * map.border[0]);
  for (const RefinedPixel& pixel : map.refined[0]) {
    const long i = pixel.i / 2, j = pixel.j / 2;
    const auto label = [&](long a, long b) { return map.label[static_cast<std::size_t>(b * map.columns() + a)]; };
    EXPECT_TRUE((i > 0 && label(i - 1, j) != label(i, j)) ||
                (i + 1 < map.columns() && label(i + 1, j) != label(i, j)) ||
                (j > 0 && label(i, j - 1) != label(i, j)) || (j + 1 < map.rows() && label(i, j + 1) != label(i, j)));
  }
}

// One test, for each would compute the map again.
TEST(Basins, OfTheDimerHaveMotionsMirrorImagesAndRefinedBordersAndFullRunsAgree) {
  expect_rest_jump_and_drift_both_ways();
  expect_full_runs_to_agree();
  expect_the_mirror_image();
  expect_borders_to_be_refined();
}

// Its drifts have multipliers of 0.78 at 128°: motions come back nearer after three cycles than after one.
TEST(Basins, HaveEveryOrbitOnceAndWithItsOwnPeriod) {
  BasinRequest request = read_basin_study(
      "system = \"dimer\"\n[set]\nf = \"50Hz\"\ne = 0.8\nmu_i = 0.08\n[map]\ntheta0 = \"0deg:8deg:16\"\nh0 = "
      "\"0.1mm:6mm:16\"\n",
      "a.toml");
  request.jobs = 2;
  request.verify = 5;
  const BasinMap map = map_basins(request);
  ASSERT_TRUE(map.complete);
  EXPECT_EQ(map.check.disagree, 0) << map.check.cases.at(0);
  std::set<int> periods;
  for (const Attractor& attractor : map.attractors) {
    periods.insert(attractor.period);
    for (const auto& [key, value] : attractor.observables)
      if (key == "period_cycles") {
        EXPECT_EQ(text_of(value), std::to_string(attractor.period)) << attractor.name;
      }
  }
  EXPECT_EQ(periods, (std::set<int>{1, 2, 4, 6}));
  std::set<std::string> names;
  for (const BasinShare& share : map.shares) {
    names.insert(share.name);
    if (share.name == "drift, left stays") {
      EXPECT_EQ(share.fraction, 36.0 / 256);
    }
  }
  EXPECT_EQ(names.count("drift, left stays (3)"), 0u);
}

// Between the fold of its bouncing motion (0.3896) and the Hopf point (0.4098) the slipping blade may also rest.
TEST(Basins, OfTheOscillatorAreRestAndBouncing) {
  BasinRequest request = read_basin_study(
      "system = \"impact-oscillator\"\ncycles = 1500\n[set]\nmu = 0.4\n[map]\nstart_phi = \"0.36:0.42:8\"\nphi_dot = "
      "\"-0.3:0.3:8\"\n",
      "a.toml");
  request.verify = 20;
  request.jobs = 2;
  const BasinMap map = map_basins(request);
  ASSERT_TRUE(map.complete);
  ASSERT_EQ(map.attractors.size(), 2u);
  std::set<std::pair<std::string, int>> found;
  for (const Attractor& attractor : map.attractors) found.emplace(attractor.name, attractor.period);
  EXPECT_EQ(found, (std::set<std::pair<std::string, int>>{{"FTP", 1}, {"P", 0}}));
  for (const BasinShare& share : map.shares) EXPECT_GT(share.fraction, 0.2);
  EXPECT_EQ(map.check.disagree, 0) << map.check.cases.at(0);
}

}  // namespace
}  // namespace carom::study
