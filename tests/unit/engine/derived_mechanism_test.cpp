// SPDX-License-Identifier: Apache-2.0
// Mechanisms that tell only where they touch, in every part of the engine. They go through the one that is compiled for any
// mechanism; that it has the bits of one with fixed sizes is any_mechanism_test's.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/any_engine.hpp"
#include "support/derived.hpp"
#include "support/mechanisms.hpp"
#include "support/plate_ball.hpp"

namespace carom {
namespace {

using namespace testing_support;

// A uniform rod above a floor, in twenty lines.
struct ShortRod {
  static constexpr int dof = 3, contact_count = 2;
  double m = 0.1, l = 0.2, g = 9.81;
  ContactLaw law{.e = 0.5, .mu_s = 0.4, .mu_c = 0.3, .mu_s_i = 0.4, .mu_i = 0.3};

  Matrix<3, 3> mass_matrix(const Vector<3>&) const { return Vector<3>(m, m, m * l * l / 12).asDiagonal(); }
  Vector<3> force(double, const Vector<3>&, const Vector<3>&) const { return {0, -m * g, 0}; }
  double potential_energy(const Vector<3>& q) const { return m * g * q[1]; }
  template <class Real>
  std::array<Real, 2> gap(Number<Real>, const Vector<3, Real>& q) const {
    using std::sin;
    return {q[1] - l / 2 * sin(q[2]), q[1] + l / 2 * sin(q[2])};
  }
  template <class Real>
  std::array<Real, 2> slide(Number<Real>, const Vector<3, Real>& q) const {
    using std::cos;
    return {q[0] - l / 2 * cos(q[2]), q[0] + l / 2 * cos(q[2])};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = l / 2, .speed = std::sqrt(g * l), .time = std::sqrt(l / g)}; }
  double closing_speed() const { return 1e-3; }
};

// The same by hand.
struct LongRod : ShortRod {
  std::array<ContactKinematics<3>, 2> contacts(double, const Vector<3>& q, const Vector<3>& u) const {
    const auto end = [&](double side) {
      const double c = side * l / 2 * std::cos(q[2]), s = side * l / 2 * std::sin(q[2]);
      return ContactKinematics<3>{.gap = q[1] + s,
                                  .normal = {0, 1, c},
                                  .tangent = {1, 0, -s},
                                  .normal_drift = -s * u[2] * u[2],
                                  .tangential_drift = -c * u[2] * u[2]};
    };
    return {end(-1), end(+1)};
  }
};

template <class A, class B>
void expect_same_motion(const A& a, const B& b, const State<A::dof>& start, double t_end, double tolerance) {
  EventLog<Any> log_a, log_b;
  const RunReport<Any> of_a = run_through(a, start, {.t_end = t_end}, log_a);
  const RunReport<Any> of_b = run_through(b, start, {.t_end = t_end}, log_b);
  ASSERT_EQ(of_a.outcome, Outcome::reached_end) << of_a.brief();
  ASSERT_EQ(of_b.outcome, Outcome::reached_end) << of_b.brief();
  ASSERT_EQ(log_a.entries.size(), log_b.entries.size());
  EXPECT_GT(log_a.entries.size(), 3u);
  for (std::size_t k = 0; k < log_a.entries.size(); ++k) {
    EXPECT_EQ(log_a.entries[k].kind, log_b.entries[k].kind);
    EXPECT_EQ(log_a.entries[k].contacts, log_b.entries[k].contacts);
    EXPECT_NEAR(log_a.entries[k].t, log_b.entries[k].t, tolerance);
  }
  EXPECT_LT((of_a.final.q - of_b.final.q).norm(), tolerance);
  EXPECT_LT((of_a.final.u - of_b.final.u).norm(), tolerance);
}

TEST(DerivedMechanism, OfGapsAndSlidesFallsAsTheOneWrittenByHand) {
  State<3> start;
  start.q = {0, 0.3, 0.4};
  expect_same_motion(ShortRod{}, LongRod{}, start, 2, 1e-8);
}

TEST(DerivedMechanism, OfGapsAndSlipsHopsOnAShakenPlateAsTheOneWrittenByHand) {
  DimerSettings settings;
  for (ContactLaw& law : settings.law) law = {.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12};
  const Dimer dimer(settings);
  expect_same_motion(Derived<Dimer>{dimer}, dimer, dimer.initial_state(), 0.2, 1e-7);
}

struct ShortPlateBall : PlateBall {
  template <class Real>
  std::array<Real, 1> gap(Number<Real> t, const Vector<2, Real>& q) const {
    using std::sin;
    return {q[1] + A * sin(omega * t)};
  }
  template <class Real>
  std::array<Real, 1> slip(Number<Real>, const Vector<2, Real>&, const Number<Vector<2, Real>>& u) const {
    return {u[0] - belt};
  }
  void contacts() const;  // hides the one by hand
};

TEST(DerivedMechanism, OnASurfaceThatMovesBothWaysIsCarriedAsTheOneWrittenByHand) {
  ShortPlateBall ball;
  ball.law = coulomb(0.4, 0.5, 0.3);
  ball.A = 0.01;
  ball.omega = 40;
  ball.belt = 0.2;
  static_assert(!GivesContacts<ShortPlateBall>);
  expect_same_motion(ball, static_cast<const PlateBall&>(ball), State<2>{.t = 0, .q = {0, 0.02}, .u = {0, 0}}, 1.5,
                     1e-9);
}

// A bead in a round bowl. Its law has friction, but nothing says along what.
struct Bowl {
  static constexpr int dof = 2, contact_count = 1;
  double R = 0.5, g = gravity;
  ContactLaw law = coulomb(0.2, 0.5, 0.4);
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {0, -g}; }
  double potential_energy(const Vector<2>& q) const { return g * q[1]; }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    using std::hypot;
    return {R - hypot(q[0], q[1])};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = R, .speed = std::sqrt(g * R), .time = std::sqrt(R / g)}; }
};

TEST(DerivedMechanism, WithoutADirectionOfFrictionABeadInABowlIsAPendulum) {
  const Bowl bowl;
  const double angle = 1.2;
  const State<2> start{.t = 0, .q = {bowl.R * std::sin(angle), -bowl.R * std::cos(angle)}, .u = {0, 0}};
  const double quarter = std::sqrt(bowl.R / bowl.g) * std::comp_ellint_1(std::sin(angle / 2));
  const RunReport<Any> report = run_through(bowl, start, {.t_end = quarter});
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_NEAR(report.final.q[0], 0, 1e-8);
  EXPECT_NEAR(report.final.q[1], -bowl.R, 1e-12);
  EXPECT_NEAR(report.final.u[0], -std::sqrt(2 * bowl.g * bowl.R * (1 - std::cos(angle))), 1e-8);
  EXPECT_EQ(report.ledger.friction_loss, 0);
}

// A table on two feet that a growing torque tips: foot 0 leaves at t = m g a/k. q = (y, θ).
struct TippedTable {
  static constexpr int dof = 2, contact_count = 2;
  double m = 1, I = 0.02, a = 0.2, g = gravity, k = 3;
  ContactLaw law = coulomb(0.3, 0.5, 0.4);
  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Vector<2>(m, I).asDiagonal(); }
  Vector<2> force(double t, const Vector<2>&, const Vector<2>&) const { return {-m * g, -k * t}; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[0]; }
  double applied_power(double t, const Vector<2>&, const Vector<2>& u) const { return -k * t * u[1]; }
  template <class Real>
  std::array<Real, 2> gap(Number<Real>, const Vector<2, Real>& q) const {
    using std::sin;
    return {q[0] - a * sin(q[1]), q[0] + a * sin(q[1])};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = a, .speed = std::sqrt(g * a), .time = std::sqrt(a / g)}; }
};

TEST(DerivedMechanism, WithoutADirectionOfFrictionATableTipsOverOneFoot) {
  const TippedTable table;
  EventLog<Any> log;
  const RunReport<Any> report = run_through(table, State<2>{}, {.t_end = 0.8}, log);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  double left = 0;
  for (const auto& entry : log.entries)
    if (entry.kind == EventKind::detach && entry.contacts[0] && left == 0) left = entry.t;
  EXPECT_NEAR(left, table.m * table.g * table.a / table.k, 1e-9);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_EQ(report.ledger.friction_loss, 0);
  const auto contacts = contact_kinematics(table, report.final.t, Vector<2>(report.final.q), Vector<2>(report.final.u));
  EXPECT_GT(contacts[0].gap, 1e-3);
  EXPECT_NEAR(contacts[1].gap, 0, 1e-12);
}

// A ball of which only the height above the floor is told.
struct DroppedBall : BouncingBall {
  using BouncingBall::BouncingBall;
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<3, Real>& q) const {
    return {q[1] - settings().r};
  }
  void contacts() const;  // hides those by hand,
  void slip() const;      // and the slip
};

TEST(DerivedMechanism, WithoutADirectionOfFrictionBouncesAsAFrictionlessBall) {
  static_assert(Mechanism<DroppedBall> && !has_tangents<DroppedBall>);
  const BouncingBall smooth({.h0 = 0.2, .law = {.e = 0.6}});
  const DroppedBall dropped(BouncingBallSettings{.h0 = 0.2, .law = coulomb(0.6, 0.5, 0.4)});
  State<3> start = smooth.initial_state();
  start.u = {0.3, 0, 5};
  const RunReport<Any> by_hand = run_through(smooth, start, {.t_end = 2});
  const RunReport<Any> derived = run_through(dropped, start, {.t_end = 2});
  ASSERT_EQ(derived.outcome, Outcome::reached_end) << derived.brief();
  EXPECT_EQ(derived.events.impacts, by_hand.events.impacts);
  EXPECT_LT((derived.final.q - by_hand.final.q).norm(), 1e-12);
  EXPECT_LT((derived.final.u - by_hand.final.u).norm(), 1e-12);
}

TEST(DerivedMechanism, IsDifferentiatedThroughItsImpactsAsTheOneWrittenByHand) {
  DimerSettings settings;
  for (ContactLaw& law : settings.law) law = {.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12};
  const Dimer dimer(settings);
  const Derived<Dimer> derived{dimer};
  const RunOptions options{.t_end = 0.05};
  const Through<Dimer> by_hand(dimer);
  const Through<Derived<Dimer>> by_gaps(derived);
  TangentFlow<Any> of_dimer(by_hand.any, options), of_derived(by_gaps.any, options);
  EXPECT_GT(run_watched(by_hand.any, any_state(dimer.initial_state()), options, of_dimer).events.impacts, 1);
  run_watched(by_gaps.any, any_state(dimer.initial_state()), options, of_derived);
  const Matrix<6, 6> expected = of_dimer.at_fixed_time();
  EXPECT_LT((of_derived.at_fixed_time() - expected).norm(), 1e-7 * expected.norm());
}

TEST(DerivedMechanism, WithoutADirectionOfFrictionIsDifferentiatedAsAFrictionlessBall) {
  const BouncingBall smooth({.h0 = 0.2, .law = {.e = 0.6}});
  const DroppedBall dropped(smooth.settings());
  State<3> start = smooth.initial_state();
  start.u = {0.3, 0, 5};
  const RunOptions options{.t_end = 0.5};
  const Through<BouncingBall> by_hand(smooth);
  const Through<DroppedBall> by_gaps(dropped);
  TangentFlow<Any> of_smooth(by_hand.any, options), of_dropped(by_gaps.any, options);
  EXPECT_GT(run_watched(by_hand.any, any_state(start), options, of_smooth).events.impacts, 1);
  run_watched(by_gaps.any, any_state(start), options, of_dropped);
  const Matrix<6, 6> expected = of_smooth.at_fixed_time();
  EXPECT_LT((of_dropped.at_fixed_time() - expected).norm(), 1e-10 * expected.norm());
}

TEST(DerivedMechanism, WithoutADirectionOfFrictionFallsOnBothFeetByEveryLawOfImpact) {
  const TippedTable table;
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton})
    for (const double tilt : {0.0, 0.1}) {
      RunOptions options{.t_end = 0.4};
      options.impact.law = law;
      const RunReport<Any> report = run_through(table, State<2>{.t = 0, .q = {0.05, tilt}, .u = {0, 0}}, options);
      EXPECT_EQ(report.outcome, Outcome::reached_end) << name(law) << ": " << report.brief();
      EXPECT_EQ(report.ledger.friction_loss, 0) << name(law);
      EXPECT_TRUE(report.final.u.allFinite());
    }
}

TEST(DerivedMechanism, WithoutADirectionOfFrictionRunsByEveryScheme) {
  const Bowl bowl;
  const State<2> start{.t = 0, .q = {0.1, -0.3}, .u = {0, 0}};
  const RunReport<Any> rigid = run_through(bowl, start, {.t_end = 1});
  EXPECT_EQ(rigid.outcome, Outcome::reached_end) << rigid.brief();
  EXPECT_EQ(rigid.ledger.friction_loss, 0);
  const MoreauReport<Any> stepped = run_moreau(Through<Bowl>(bowl).any, any_state(start), 1, {.h = 1e-4});
  EXPECT_TRUE(stepped.final.q.allFinite());
  EXPECT_EQ(stepped.ledger.friction_loss, 0);
  Bowl soft = bowl;
  soft.law.stiffness = 1e4;
  const CompliantReport<Any> compliant = run_compliant(Through<Bowl>(soft).any, any_state(start), 0.4);
  EXPECT_EQ(compliant.outcome, Outcome::reached_end);
  EXPECT_TRUE(compliant.final.q.allFinite());
}

}  // namespace
}  // namespace carom
