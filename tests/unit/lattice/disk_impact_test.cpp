#include "carom/lattice/disk_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"

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
  EXPECT_EQ(throw_disk(disk, wall, options).final.x, throw_disk(disk, wall, options).final.x);
}

TEST(DiskImpact, SaysWhenItDidNotEnd) {
  const LatticeBody disk = random_disk(body(0), Random(1)), wall = random_wall(body(0), Random(2));
  const DiskImpactReport report = throw_disk(disk, wall, {.t_max = 0.5});
  EXPECT_EQ(report.outcome, Outcome::event_limit);
  EXPECT_EQ(report.reason, "the disk was still near the wall at t_max");
  EXPECT_THROW(throw_disk(disk, wall, {.cot_gamma = 0}), BadInput);
  EXPECT_THROW(throw_disk(triangular_disk({}), wall), BadInput);
}

}  // namespace
}  // namespace carom
