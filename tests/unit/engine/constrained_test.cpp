// SPDX-License-Identifier: Apache-2.0
// Bilateral constraints and events with jumps in everything that moves: derivatives against differences of whole runs,
// Moreau's scheme and compliant contacts against the event-driven motion.
#include <gtest/gtest.h>

#include <cmath>

#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "support/any_engine.hpp"

namespace carom {
namespace {

// A rod on a pin that is shaken, q = (x, y, θ) of its centre; the pin said twice. Its free end may hit a wall, and whenever
// it swings upwards through θ = 0.5 an event kicks it: θ̇ gains a part that depends on the time.
struct KickedPendulum {
  static constexpr int dof = 3, contact_count = 1, constraint_count = 4, event_count = 1;
  double m = 0.8, length = 1.2, g = 9.81, A = 0.05, omega = 5, wall = -0.3, e = 0.7, kick = 0.3;

  double inertia() const { return m * length * length / 12; }
  Matrix<3, 3> mass_matrix(const Vector<3>&) const { return Vector<3>(m, m, inertia()).asDiagonal(); }
  template <class Real>
  Matrix<3, 3, Real> inverse_mass(const Vector<3, Real>&) const {
    return Matrix<3, 3>(Vector<3>(1 / m, 1 / m, 1 / inertia()).asDiagonal()).template cast<Real>();
  }
  template <class Real>
  Vector<3, Real> force(Number<Real>, const Vector<3, Real>&, const Number<Vector<3, Real>>&) const {
    return Vector<3>(0, -m * g, 0).template cast<Real>();
  }
  double potential_energy(const Vector<3>& q) const { return m * g * q[1]; }
  template <class Real>
  std::array<Real, 4> constraint(Number<Real> t, const Vector<3, Real>& q) const {
    using std::cos, std::sin;
    const Real along = q[0] - 0.5 * length * sin(q[2]) - A * sin(omega * t), up = q[1] + 0.5 * length * cos(q[2]);
    return {along, up, along + up, up};
  }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<3, Real>& q) const {
    using std::sin;
    return {q[0] + 0.5 * length * sin(q[2]) - wall};
  }
  template <class Real>
  std::array<Real, 1> slide(Number<Real>, const Vector<3, Real>& q) const {
    using std::cos;
    return {q[1] - 0.5 * length * cos(q[2])};
  }
  ContactLaw contact_law(int) const { return {.e = e, .mu_s = 0.1, .mu_c = 0.1, .mu_s_i = 0.1, .mu_i = 0.1}; }
  template <class Real>
  std::array<Real, 1> event(Number<Real>, const Vector<3, Real>& q, const Number<Vector<3, Real>>&) const {
    return {q[2] - 0.5};
  }
  int event_direction(int) const { return 1; }
  template <class Real>
  void jump(int, Number<Real> t, Vector<3, Real>& q, Number<Vector<3, Real>>& u) const {
    using std::cos, std::sin;
    const Real gain = kick * (1 + 0.5 * sin(3 * t));
    u[2] += gain;
    u[0] += 0.5 * length * cos(q[2]) * gain;
    u[1] += 0.5 * length * sin(q[2]) * gain;
  }
  Scales scales() const { return {.length = length, .speed = 2, .time = 0.3}; }

  State<3> swung(double theta, double rate) const {
    const double l = 0.5 * length, pin = A * omega;
    return {.t = 0,
            .q = {l * std::sin(theta), -l * std::cos(theta), theta},
            .u = {pin + l * std::cos(theta) * rate, l * std::sin(theta) * rate, rate}};
  }
};

Vector<6> end_of(const Any& system, double theta, double rate, double t_end) {
  const KickedPendulum& pendulum = static_cast<const ModelOf<KickedPendulum>&>(system.model()).mechanism();
  const RunReport<Any> report = run_watched(system, testing_support::any_state(pendulum.swung(theta, rate)),
                                            {.t_end = t_end, .rtol = 1e-12, .atol = 1e-14});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_GE(report.events.impacts, 2);
  EXPECT_GE(report.events.own, 2);
  Vector<6> z;
  z << report.final.q, report.final.u;
  return z;
}

TEST(Constrained, DerivativesThroughPinsImpactsAndJumpsAreThoseOfDifferences) {
  const KickedPendulum pendulum;
  const ModelOf<KickedPendulum> model(pendulum);
  const Any any(model);
  const double theta = 0.2, rate = 3.5, t_end = 5;
  const double h = 1e-3;  // the starts on either side must meet the same events
  using Flow = TangentFlow<Any>;
  const auto direction = [&](double dtheta, double drate) {
    Flow::Direction d;
    const auto at = [&](double s) {
      const State<3> state = pendulum.swung(theta + s * dtheta, rate + s * drate);
      Vector<6> z;
      z << state.q, state.u;
      return z;
    };
    d.z = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    return d;
  };
  const RunOptions options{.t_end = t_end, .rtol = 1e-12, .atol = 1e-14};
  Flow flow(any, options, {direction(1, 0), direction(0, 1)});
  const RunReport<Any> report =
      run_watched(any, testing_support::any_state(pendulum.swung(theta, rate)), options, flow);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_LT(flow.mismatch(), 1e-9);
  EXPECT_EQ(flow.rank(), 2);
  const auto columns = flow.at_fixed_time();
  const double s = 2e-5;
  for (int k = 0; k < 2; ++k) {
    const auto at = [&](double x) { return end_of(any, theta + (k == 0 ? x : 0), rate + (k == 1 ? x : 0), t_end); };
    const Vector<6> difference = (8 * (at(s) - at(-s)) - (at(2 * s) - at(-2 * s))) / (12 * s);
    EXPECT_LT((columns.col(k) - difference).norm(), 1e-6 * difference.norm()) << columns.col(k).transpose() << "\n"
                                                                              << difference.transpose();
  }
}

// More events than contacts, of which there are none, with sizes known to the compiler: θ̈ = 12 sin θ is put back and slowed
// down at θ = 0.5, and told of where it passes 0.
struct Wheel {
  static constexpr int dof = 1, contact_count = 0, event_count = 2;
  Matrix<1, 1> mass_matrix(const Vector<1>&) const { return Matrix<1, 1>(1.0); }
  Vector<1> force(double, const Vector<1>& q, const Vector<1>&) const { return Vector<1>(12 * std::sin(q[0])); }
  double potential_energy(const Vector<1>& q) const { return 12 * std::cos(q[0]); }
  template <class Real>
  std::array<Real, 0> gap(Number<Real>, const Vector<1, Real>&) const {
    return {};
  }
  ContactLaw contact_law(int) const { return {}; }
  std::array<double, 2> event(double, const Vector<1>& q, const Vector<1>&) const { return {q[0], q[0] - 0.5}; }
  int event_direction(int) const { return 1; }
  void jump(int i, double, Vector<1>& q, Vector<1>& u) const {
    if (i == 0) return;
    q[0] = -0.3;
    u[0] *= 0.8;
  }
  Scales scales() const { return {.length = 1, .speed = 3, .time = 0.3}; }
};

TEST(OwnEvents, OfAMechanismWithoutContactsAreResolvedWithSizesFixed) {
  State<1> start;
  start.q << -0.3;
  start.u << 4;
  const RunReport<Wheel> report = run_event_driven(Wheel{}, start, {.t_end = 5});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_GT(report.events.own, 10);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
}

TEST(Constrained, MoreausSchemeTendsToTheSameMotion) {
  KickedPendulum pendulum;
  pendulum.kick = 0;
  const ModelOf<KickedPendulum> model(pendulum);
  const Any any(model);
  const State<Any::dof> start = testing_support::any_state(pendulum.swung(0.2, 3.5));
  const double t_end = 1.1;
  const RunReport<Any> exact = run_watched(any, start, {.t_end = t_end, .impact = {.law = Restitution::newton}});
  ASSERT_GE(exact.events.impacts, 1);
  double before = 0;
  for (const double h : {2e-4, 1e-4}) {
    const MoreauReport<Any> report = run_moreau(any, start, t_end, {.h = h});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    const double error = (report.final.q - exact.final.q).norm();
    EXPECT_LT(error, 20 * h);
    if (before > 0) {
      EXPECT_LT(error, 0.8 * before);
    }
    before = error;
    const auto open = constraint_kinematics(any, t_end, report.final.q, report.final.u);
    for (int i = 0; i < 4; ++i) EXPECT_LT(std::abs(open[i].value), 1e-14);
    EXPECT_LT(std::abs(report.ledger.residual()), 20 * h * report.ledger.exchanged);
  }
}

TEST(Constrained, CompliantContactsTendToTheSameMotion) {
  KickedPendulum pendulum;
  pendulum.kick = 0;
  const ModelOf<KickedPendulum> model(pendulum);
  const Any any(model);
  const State<Any::dof> start = testing_support::any_state(pendulum.swung(0.2, 3.5));
  const RunReport<Any> exact = run_watched(any, start, {.t_end = 1.1});
  const CompliantReport<Any> soft = run_compliant(any, start, 1.1, {.stiffness_scale = 1e9, .rtol = 1e-12});
  ASSERT_EQ(soft.outcome, Outcome::reached_end) << soft.brief();
  EXPECT_LT((soft.final.q - exact.final.q).norm(), 1e-2);
  EXPECT_LT(std::abs(soft.ledger.residual()), 1e-8 * soft.ledger.exchanged);
  const auto open = constraint_kinematics(any, 1.1, soft.final.q, soft.final.u);
  for (int i = 0; i < 4; ++i) EXPECT_LT(std::abs(open[i].value), 1e-14);
}

}  // namespace
}  // namespace carom
