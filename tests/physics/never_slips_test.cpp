// SPDX-License-Identifier: Apache-2.0
// Whole motions of contacts that never slip, μ = ∞, against closed forms: discs that roll wherever they are pressed, and a
// block that goes along with whatever carries it.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/constants.hpp"
#include "support/any_engine.hpp"

namespace carom {
namespace {

using testing_support::run_through;

constexpr ContactLaw never_slips_with(double e) {
  return {.e = e, .mu_s = HUGE_VAL, .mu_c = HUGE_VAL, .mu_s_i = HUGE_VAL, .mu_i = HUGE_VAL};
}

struct Seen {
  long impacts = 0, slips = 0, detachments = 0, landings = 0;
  double chatter_end = 0, first_detach = 0, first_impact = 0;
  void segment(const Segment<Any>&) {}
  void event(const EventBatch<Any>& batch) {
    if (batch.impact && impacts++ == 0) first_impact = batch.t;
    slips += batch.kind == EventKind::slip;
    if (batch.kind == EventKind::detach && detachments++ == 0) first_detach = batch.t;
    if (batch.kind == EventKind::chatter_limit) chatter_end = batch.t;
  }
  bool stop() const { return false; }
};

// A disc on a plane inclined by α, with moment of inertia c m r². q = (x down the plane, y across it, θ); it rolls down with
// ẋ = −r θ̇, so that the velocity of its lowest point is ẋ + r θ̇.
struct Disc {
  static constexpr int dof = 3, contact_count = 1;
  double alpha = 0, m = 0.2, r = 0.05, c = 0.5, g = gravity;
  ContactLaw law = never_slips_with(0.5);

  Matrix<3, 3> mass_matrix(const Vector<3>&) const { return Vector<3>(m, m, c * m * r * r).asDiagonal(); }
  Vector<3> force(double, const Vector<3>&, const Vector<3>&) const {
    return {m * g * std::sin(alpha), -m * g * std::cos(alpha), 0};
  }
  double potential_energy(const Vector<3>& q) const {
    return m * g * (q[1] * std::cos(alpha) - q[0] * std::sin(alpha));
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<3, Real>& q) const {
    return {q[1] - r};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<3, Real>& q) const {
    return {q[0] + r * q[2]};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = r, .speed = std::sqrt(g * r), .time = std::sqrt(r / g)}; }
};

// ẍ = g sin α/(1 + c), however steep.
TEST(NeverSlips, ADiscRollsDownASlopeOfAnySteepness) {
  for (const double alpha : {0.2, 1.0, 1.5}) {
    Disc disc;
    disc.alpha = alpha;
    State<3> start{.t = 0, .q = {0, disc.r, 0}, .u = {0, 0, 0}};
    Seen seen;
    const RunReport<Any> rolled = run_through(disc, start, {.t_end = 2}, seen);
    EXPECT_EQ(rolled.outcome, Outcome::reached_end) << rolled.brief();
    EXPECT_EQ(rolled.modes[0], ContactMode::stick);
    EXPECT_EQ(seen.slips, 0);
    const double a = disc.g * std::sin(alpha) / (1 + disc.c);
    EXPECT_NEAR(rolled.final.q[0], 0.5 * a * 4, 1e-9);
    EXPECT_NEAR(rolled.final.u[0], a * 2, 1e-9);
    EXPECT_NEAR(rolled.final.u[0] + disc.r * rolled.final.u[2], 0, 1e-12);
    EXPECT_LT(rolled.ledger.relative_residual(), 1e-9);
    EXPECT_EQ(rolled.ledger.friction_loss, 0);
  }
}

// Thrown with spin it rolls from its first impact on: ẋ⁺ = (ẋ − c r θ̇)/(1 + c). Its bounces end after t₁ (1 + e)/(1 − e), t₁
// the fall, and friction has done nothing any more since the first.
TEST(NeverSlips, ABouncingDiscRollsFromItsFirstImpactOn) {
  Disc disc;
  const double h = 0.3, v = 1.7, spin = 90, e = disc.law.e;
  State<3> start{.t = 0, .q = {0, disc.r + h, 0}, .u = {v, 0, spin}};
  Seen seen;
  const RunReport<Any> report = run_through(disc, start, {.t_end = 3}, seen);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  const double t1 = std::sqrt(2 * h / disc.g), rolls = (v - disc.c * disc.r * spin) / (1 + disc.c);
  EXPECT_NEAR(seen.chatter_end, t1 * (1 + e) / (1 - e), 1e-9);
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_NEAR(report.final.u[0], rolls, 1e-12);
  EXPECT_NEAR(report.final.u[2], -rolls / disc.r, 1e-10);
  EXPECT_NEAR(report.final.q[0], v * t1 + rolls * (3 - t1), 1e-9);
  const double slide = v + disc.r * spin;
  EXPECT_NEAR(report.ledger.friction_loss, 0.5 * disc.m * slide * slide * disc.c / (1 + disc.c), 1e-12);
  EXPECT_NEAR(report.ledger.normal_loss + report.ledger.closing_loss, disc.m * disc.g * h, 1e-12);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

// A block on a slope that is shaken along itself by B sin νt and across itself by A sin ωt. q = (s, n), along and across.
struct CarriedBlock {
  static constexpr int dof = 2, contact_count = 1;
  double alpha = 1.2, m = 0.5, g = gravity, A = 0, omega = 1, B = 0, nu = 1;
  ContactLaw law = never_slips_with(0);

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return m * Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const {
    return {m * g * std::sin(alpha), -m * g * std::cos(alpha)};
  }
  double potential_energy(const Vector<2>& q) const {
    return m * g * (q[1] * std::cos(alpha) - q[0] * std::sin(alpha));
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real> t, const Vector<2, Real>& q) const {
    using std::sin;
    return {q[1] - A * sin(omega * t)};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real> t, const Vector<2, Real>& q) const {
    using std::sin;
    return {q[0] - B * sin(nu * t)};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = 0.01, .speed = 0.1, .time = 1 / std::max(omega, nu)}; }
  State<2> carried() const { return {.t = 0, .q = {0, 0}, .u = {B * nu, A * omega}}; }
};

// Nearly upright and shaken at thirty times g: it goes along.
TEST(NeverSlips, ABlockGoesAlongWithASlopeThatIsShakenAlongItself) {
  CarriedBlock block;
  block.nu = 100;
  block.B = 30 * block.g / (block.nu * block.nu);
  Seen seen;
  const RunReport<Any> report = run_through(block, block.carried(), {.t_end = 1}, seen);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_EQ(seen.slips + seen.detachments, 0);
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_NEAR(report.final.q[0], block.B * std::sin(block.nu), 1e-9 * block.B);
  EXPECT_NEAR(report.final.q[1], 0, 1e-15);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

// Shaken across itself too it is thrown where A ω² sin ωt = g cos α, falls freely, with the slope's own velocity along it,
// and goes along again from where it lands: without restitution an impact stops its slide as well.
TEST(NeverSlips, ABlockThatIsThrownGoesAlongAgainWhereItLands) {
  CarriedBlock block;
  block.alpha = 0.5;
  block.omega = block.nu = 60;
  block.A = 1.5 * block.g * std::cos(block.alpha) / (block.omega * block.omega);
  block.B = 0.4 * block.A;
  Seen seen;
  const double period = 2 * pi / block.omega;
  const RunReport<Any> report = run_through(block, block.carried(), {.t_end = period}, seen);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  const double thrown = std::asin(1 / 1.5) / block.omega, w = block.omega, a_n = -block.g * std::cos(block.alpha);
  EXPECT_NEAR(seen.first_detach, thrown, 1e-9 * period);
  const auto height = [&](double t) {
    const double s = t - thrown;
    return block.A * std::sin(w * thrown) + block.A * w * std::cos(w * thrown) * s + 0.5 * a_n * s * s -
           block.A * std::sin(w * t);
  };
  double low = thrown + 0.1 * period, high = period;
  ASSERT_GT(height(low), 0);
  ASSERT_LT(height(high), 0);
  for (int k = 0; k < 100; ++k) (height(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
  const double lands = low, flight = lands - thrown;
  EXPECT_NEAR(seen.first_impact, lands, 1e-9 * period);
  const double moved = block.B * std::sin(w * thrown) + block.B * w * std::cos(w * thrown) * flight +
                       0.5 * block.g * std::sin(block.alpha) * flight * flight;
  const double offset = moved - block.B * std::sin(w * lands);
  EXPECT_GT(offset, 0.1 * block.A);
  EXPECT_EQ(report.modes[0], ContactMode::stick);
  EXPECT_NEAR(report.final.q[0], offset + block.B * std::sin(w * period), 1e-9 * block.A);
  EXPECT_NEAR(report.final.u[0], block.B * w, 1e-9 * block.B * w);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

}  // namespace
}  // namespace carom
