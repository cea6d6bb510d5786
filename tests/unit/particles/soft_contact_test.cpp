// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/soft_contact.hpp"

#include <gtest/gtest.h>

#include "carom/particles/rod.hpp"

namespace carom::particles {
namespace {

TEST(SoftContact, IsHertzWithoutDampingAndFriction) {
  ContactLaw law;
  law.gamma_n = 0;
  const SoftContact contact(law, 0, 1, 1e-5);
  ContactPower power;
  double s = 0;
  bool slips = true;
  const Vec2 F = contact.force<Planar>(0.004, {0, 1}, {0.3, -0.2}, s, power, slips);
  EXPECT_DOUBLE_EQ(F.z, 5e6 * 0.004 * std::sqrt(0.004));
  EXPECT_EQ(F.x, 0);
  EXPECT_FALSE(slips);
  EXPECT_EQ(power.normal_loss, 0);
  EXPECT_NEAR(contact.stored(0.004), 0.4 * 5e6 * std::pow(0.004, 2.5), 1e-12);
}

TEST(SoftContact, DampsWithTheChosenPowerOfTheOverlap) {
  for (const auto& [power_of, factor] :
       {std::pair{DampingPower::zero, 1.0}, {DampingPower::half, std::sqrt(0.004)}, {DampingPower::one, 0.004}}) {
    ContactLaw law;
    law.damping_power = power_of;
    const SoftContact contact(law, 0, 3, 1e-5);
    ContactPower power;
    double s = 0;
    bool slips;
    const Vec2 F = contact.force<Planar>(0.004, {0, 1}, {0, -0.2}, s, power, slips);
    EXPECT_DOUBLE_EQ(F.z, 5e6 * 0.004 * std::sqrt(0.004) + 400 * 3 * factor * 0.2);
    EXPECT_DOUBLE_EQ(power.normal_loss, 400 * 3 * factor * 0.04);
  }
}

TEST(SoftContact, SticksWithASpringAndSlipsOnTheCone) {
  ContactLaw law;
  law.gamma_n = law.gamma_t = 0;
  const SoftContact contact(law, 0.3, 1, 1e-5);
  ContactPower power;
  double s = 0;
  bool slips;
  const double overlap = 0.004, F_n = 5e6 * overlap * std::sqrt(overlap), k = 95 * 5e6 * overlap;
  // n = ẑ has the tangent (1, 0): the spring is along x.
  Vec2 F = contact.force<Planar>(overlap, {0, 1}, {1, 0}, s, power, slips);
  EXPECT_FALSE(slips);
  EXPECT_DOUBLE_EQ(s, 1e-5);
  EXPECT_DOUBLE_EQ(F.x, -k * 1e-5);
  for (int step = 0; step < 100; ++step) F = contact.force<Planar>(overlap, {0, 1}, {1, 0}, s, power, slips);
  EXPECT_TRUE(slips);
  EXPECT_DOUBLE_EQ(F.x, -0.3 * F_n);
  EXPECT_DOUBLE_EQ(s, 0.3 * F_n / k);
  EXPECT_GT(power.friction_loss, 0);
}

TEST(SoftContact, IsTheSameInThePlaneAndInSpace) {
  const SoftContact contact(ContactLaw{}, 0.3, 5, 1e-4);
  ContactPower one, two;
  double s = 0;
  Vec3 s3{};
  bool slips, slips3;
  const Vec2 n{0.6, 0.8};
  for (int step = 0; step < 50; ++step) {
    const Vec2 v{0.1 + 0.02 * step, -0.3 + 0.01 * step};
    const Vec2 F = contact.force<Planar>(0.002, n, v, s, one, slips);
    const Vec3 F3 = contact.force<Spatial>(0.002, {n.x, 0, n.z}, {v.x, 0, v.z}, s3, two, slips3);
    EXPECT_NEAR(F.x, F3.x, 1e-9);
    EXPECT_NEAR(F.z, F3.z, 1e-9);
    EXPECT_EQ(F3.y, 0);
    EXPECT_EQ(slips, slips3);
  }
  EXPECT_NEAR(one.friction_loss, two.friction_loss, 1e-9);
}

TEST(SoftContact, CanBeForbiddenToPull) {
  ContactLaw law;
  const SoftContact pulls(law, 0, 10, 1e-5);
  law.clamp = true;
  const SoftContact clamped(law, 0, 10, 1e-5);
  ContactPower power;
  double s = 0;
  bool slips;
  EXPECT_LT(pulls.force<Planar>(1e-5, {0, 1}, {0, 1}, s, power, slips).z, 0);
  EXPECT_EQ(clamped.force<Planar>(1e-5, {0, 1}, {0, 1}, s, power, slips).z, 0);
}

// Moments of a spherocylinder by sums over thin discs.
TEST(Rod, HasTheMassAndTheMomentsOfASpherocylinder) {
  for (const double l : {1.0, 2.5, 9.5}) {
    const double h = l - 1, density = 6 / 3.14159265358979323846;
    double mass = 0, across = 0, along = 0;
    const int n = 200000;
    for (int k = 0; k < n; ++k) {
      const double z = -0.5 * l + (k + 0.5) * l / n, beyond = std::max(0.0, std::abs(z) - 0.5 * h);
      const double r2 = 0.25 - beyond * beyond;
      const double m = density * 3.14159265358979323846 * r2 * l / n;
      mass += m;
      across += m * (0.25 * r2 + z * z);
      along += m * 0.5 * r2;
    }
    const Rod rod = make_rod(l, Inertia::exact);
    EXPECT_NEAR(rod.mass, mass, 1e-8 * mass);
    EXPECT_NEAR(rod.inertia, across, 1e-8 * across);
    EXPECT_NEAR(rod.spin_inertia, along, 1e-8 * along);
  }
  EXPECT_DOUBLE_EQ(make_rod(9.5).mass, 13.75);
  EXPECT_NEAR(make_rod(9.5).inertia, 13.75 * 9.5 * 9.5 / 12, 1e-12);
  EXPECT_NEAR(make_rod(9.5, Inertia::exact).inertia, 97.32, 0.005);
  EXPECT_NEAR(make_rod(9.5, Inertia::printed).inertia, 153.1, 0.05);
}

}  // namespace
}  // namespace carom::particles
