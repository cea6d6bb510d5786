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

// A block on an incline: gravity 1, the block a point on a plane that rises by α, pressed by its own weight.
struct Incline {
  SoftContact contact;
  double alpha, dt = 1e-4;
  Vec2 r{0, 0}, v{0, 0};
  double s = 0;
  bool slips = false;
  ContactPower power = {};

  Vec2 normal() const { return {-std::sin(alpha), std::cos(alpha)}; }
  Vec2 down() const { return {-std::cos(alpha), -std::sin(alpha)}; }
  // From the depth and with the stretch at which the plane bears the block.
  Incline(double mu, double mu_static, double angle)
      : contact({.k_n = 1e4, .k_t = 1e6, .gamma_n = 50, .gamma_t = 50}, mu, 1, 1e-4, mu_static), alpha(angle) {
    const double depth = std::pow(std::cos(alpha) / 1e4, 2.0 / 3);
    r = -depth * normal();
    s = -std::sin(alpha) / (1e6 * depth);
  }
  void run(double t) {
    for (int k = 0; k < std::lround(t / dt); ++k) {
      const double overlap = -dot(r, normal());
      const Vec2 F = contact.force<Planar>(overlap, normal(), v, s, power, slips);
      v = v + dt * (F + Vec2{0, -1});
      r = r + dt * v;
    }
  }
  double slid() const { return dot(r, down()); }
  double speed() const { return dot(v, down()); }
};

// μ = 0.25, μ_s = 0.36: between the two angles of repose a block at rest stays and a block that slides goes on.
TEST(SoftContact, HoldsABlockOnAnInclineUpToTheStaticCoefficient) {
  const double mu = 0.25, mu_s = 0.36;
  for (const double slope : {0.20, 0.30, 0.355}) {
    Incline block(mu, mu_s, std::atan(slope));
    block.run(5);
    EXPECT_LT(std::abs(block.slid()), 2e-3) << slope;  // the spring's stretch: sin α/k_t δ
    EXPECT_LT(std::abs(block.speed()), 1e-5) << slope;
    EXPECT_FALSE(block.slips);
  }
  for (const double slope : {0.365, 0.5}) {  // a = g (sin α − μ cos α) from rest on
    const double alpha = std::atan(slope), a = std::sin(alpha) - mu * std::cos(alpha);
    Incline block(mu, mu_s, alpha);
    block.run(1);
    const double before = block.speed();
    block.run(5);
    EXPECT_NEAR((block.speed() - before) / 5, a, 1e-3 * a) << slope;
    EXPECT_TRUE(block.slips);
  }
  Incline equal(mu, 0, std::atan(0.30));
  equal.run(5);
  EXPECT_GT(equal.slid(), 0.4);  // without a static coefficient of its own it slides: a t²/2 = 0.6
}

TEST(SoftContact, LetsAPushedBlockSlideByTheCoefficientInSlip) {
  const double mu = 0.25, mu_s = 0.36;
  {  // tan α between μ and μ_s: it does not stop
    const double alpha = std::atan(0.30), a = std::sin(alpha) - mu * std::cos(alpha);
    Incline block(mu, mu_s, alpha);
    block.v = 0.5 * block.down();
    block.run(4);
    EXPECT_NEAR(block.speed(), 0.5 + 4 * a, 5e-3);
    EXPECT_TRUE(block.slips);
  }
  {  // below μ: it stops after v²/2(μ cos α − sin α) and stays
    const double alpha = std::atan(0.20), a = mu * std::cos(alpha) - std::sin(alpha);
    Incline block(mu, mu_s, alpha);
    block.v = 0.2 * block.down();
    block.run(10);
    EXPECT_NEAR(block.slid(), 0.04 / (2 * a), 0.02 * 0.04 / (2 * a));
    EXPECT_LT(std::abs(block.speed()), 1e-4);
    EXPECT_FALSE(block.slips);
  }
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
