// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/disk_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/lattice/highest_frequency.hpp"

namespace carom {
namespace {

RandomBody body(double delta) { return {.N = 300, .delta = delta, .k_a = 1e4, .k_b = 10}; }

TEST(DiskImpact, SmoothBodiesSlideWithoutFriction) {
  const LatticeBody disk = random_disk(body(0), Random(1)), wall = random_wall(body(0), Random(2));
  const DiskImpactReport report = throw_disk(disk, wall, {.cot_gamma = 2, .dt = 2e-3});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  EXPECT_NEAR(report.beta, -1, 0.02);
  EXPECT_GT(report.e, 0.5);
  EXPECT_LT(report.e, 1);
  EXPECT_LT(report.energy_error, 1e-4);
  EXPECT_GT(report.contact_time, 0);
  EXPECT_LT(report.contact_time, report.t_end);
  RecordProperty("brief", report.brief() + ", contact_time " + std::to_string(report.contact_time));
}

// At grazing incidence all is slip: β = −1 + 3 μ (1 + e) cot γ with a friction near 0.17 at this roughness. Pairs of
// throws, to the right and to the left, have a standard deviation of 0.1.
TEST(DiskImpact, RoughBodiesTurnTheDisk) {
  const RandomBody rough{.N = 1600, .delta = 0.03, .k_a = 1e4, .k_b = 10};
  double beta = 0;
  constexpr int pairs = 3;
  for (std::uint64_t seed = 1; seed <= pairs; ++seed) {
    const LatticeBody disk = random_disk(rough, Random(seed, 1)), wall = random_wall(rough, Random(seed, 2));
    for (const bool mirror : {false, true}) {
      const DiskImpact options{.cot_gamma = 0.2, .mirror = mirror, .dt = 2e-3, .scheme = LatticeScheme::verlet};
      const DiskImpactReport report = throw_disk(disk, wall, options);
      EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
      EXPECT_LT(report.energy_error, 0.01);
      beta += report.beta / (2 * pairs);
    }
  }
  EXPECT_GT(beta, -0.95);
  EXPECT_LT(beta, -0.6);
}

TEST(DiskImpact, IsTheSameBitByBit) {
  const LatticeBody disk = random_disk(body(0.03), Random(3)), wall = random_wall(body(0.03), Random(4));
  const DiskImpact options{.dt = 4e-3, .scheme = LatticeScheme::verlet};
  const LatticeState one = throw_disk(disk, wall, options).final, other = throw_disk(disk, wall, options).final;
  for (std::size_t i = 0; i < one.r.size(); ++i) EXPECT_EQ(one.r[i].x, other.r[i].x);
}

TEST(DiskImpact, EndsAtTheTimeThatWasAskedFor) {
  const LatticeBody disk = random_disk(body(0), Random(1)), wall = random_wall(body(0), Random(2));
  const DiskImpactReport report = throw_disk(disk, wall, {.dt = 2e-3, .until = 0.55});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  EXPECT_EQ(report.reason, "");
  EXPECT_FALSE(report.came_off);
  EXPECT_NEAR(report.t_end, 0.55, 1e-9);
  EXPECT_TRUE(std::isnan(report.e));
}

TEST(DiskImpact, SaysWhenItDidNotEnd) {
  const LatticeBody disk = random_disk(body(0), Random(1)), wall = random_wall(body(0), Random(2));
  const DiskImpactReport report = throw_disk(disk, wall, {.t_max = 0.5});
  EXPECT_EQ(report.outcome, Outcome::event_limit);
  EXPECT_EQ(report.reason, "the disk was still near the wall at t = 0.5");
  EXPECT_THROW(throw_disk(disk, wall, {.cot_gamma = 0}), BadInput);
}

TEST(DiskImpact, EnergyIsSplitWithoutRest) {
  const LatticeBody disk = random_disk(body(0.03), Random(3)), wall = random_wall(body(0.03), Random(4));
  const DiskImpactReport report = throw_disk(disk, wall, {});
  ASSERT_EQ(report.outcome, Outcome::reached_end);
  const ImpactEnergy& part = report.energy;
  EXPECT_NEAR(part.translation + part.rotation + part.vibration + part.wall + part.contact, 1,
              report.energy_error + 1e-9);
  for (const double share : {part.translation, part.rotation, part.vibration, part.wall}) EXPECT_GT(share, 0);
  EXPECT_LT(part.contact, 1e-6);
  EXPECT_NEAR(report.energy_start, 0.5 * 300 * 2 * 0.01, 1e-9);
}

TEST(DiskImpact, MirrorOfAMirroredBodyIsTheSame) {
  LatticeBody disk = random_disk(body(0.03), Random(3)), wall = random_wall(body(0.03), Random(4));
  const DiskImpactReport one = throw_disk(disk, wall, {.t_max = 20});
  for (double& x : disk.x) x = -x;
  for (double& x : wall.x) x = -x;
  std::reverse(wall.surface.begin(), wall.surface.end());
  disk.triangles.clear();
  wall.triangles.clear();
  const DiskImpactReport other = throw_disk(disk, wall, {.mirror = true, .t_max = 20});
  EXPECT_NEAR(one.beta, other.beta, 1e-6);
  EXPECT_NEAR(one.e, other.e, 1e-6);
}

TEST(DiskImpact, RefusesAnUnstableStep) {
  const LatticeBody disk = random_disk(body(0), Random(1)), wall = random_wall(body(0), Random(2));
  try {
    throw_disk(disk, wall, {.dt = 1e-2});
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("is not stable"), std::string::npos) << error.what();
  }
  EXPECT_THROW(throw_disk(disk, wall, {.dt = std::nan("")}), BadInput);
}

TEST(DiskImpact, LiteralContactReportsWhatItDoesToTheEnergy) {
  int bad = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const LatticeBody disk = random_disk(body(0.05), Random(seed, 1)), wall = random_wall(body(0.05), Random(seed, 2));
    const DiskImpact options{.rule = ContactRule::literal, .dt = 2e-3, .scheme = LatticeScheme::verlet};
    const DiskImpactReport report = throw_disk(disk, wall, options);
    bad += !succeeded(report.outcome) || report.energy_error > 0.05;
    EXPECT_EQ(std::isfinite(report.e), report.outcome == Outcome::reached_end);
    EXPECT_EQ(report.reason.empty(), report.outcome == Outcome::reached_end);
  }
  EXPECT_GE(bad, 2);
}

TEST(HighestFrequency, IsThatOfAChainOfEqualSprings) {
  SpringNetwork network;
  std::vector<double> x, y;
  constexpr int n = 50;
  for (int i = 0; i < n; ++i) {
    network.add_point(2);
    x.push_back(i);
    y.push_back(0);
    if (i > 0) network.add_spring(static_cast<std::uint32_t>(i - 1), static_cast<std::uint32_t>(i), 1, 8);
  }
  EXPECT_NEAR(highest_frequency(network, state_at_rest(x, y).r), 2 * std::sqrt(8.0 / 2), 0.03 * 4);
}

}  // namespace
}  // namespace carom
