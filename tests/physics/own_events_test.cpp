// SPDX-License-Identifier: Apache-2.0
// Events of a mechanism's own, with jumps: a wheel without a rim, kicks in flight, order and rounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"

namespace carom {
namespace {

using Any = study::AnyModel;

// A rimless wheel rolls down a slope γ on spokes 2α apart: an inverted pendulum θ̈ = (g/l) sin θ that ends where θ = γ + α
// and begins again at γ − α with cos 2α of its rate.
struct RimlessWheel {
  static constexpr int dof = 1, contact_count = 0, event_count = 1;
  double m = 1, l = 0.8, g = 9.81, alpha = M_PI / 8, gamma = 0.08;

  Matrix<1, 1> mass_matrix(const Vector<1>&) const { return Matrix<1, 1>(m * l * l); }
  template <class Real>
  Matrix<1, 1, Real> inverse_mass(const Vector<1, Real>&) const {
    return Matrix<1, 1, Real>(Real(1 / (m * l * l)));
  }
  template <class Real>
  Vector<1, Real> force(Number<Real>, const Vector<1, Real>& q, const Number<Vector<1, Real>>&) const {
    using std::sin;
    return Vector<1, Real>(Real(m * g * l * sin(q[0])));
  }
  double potential_energy(const Vector<1>& q) const { return m * g * l * std::cos(q[0]); }
  template <class Real>
  std::array<Real, 0> gap(Number<Real>, const Vector<1, Real>&) const {
    return {};
  }
  ContactLaw contact_law(int) const { return {}; }
  template <class Real>
  std::array<Real, 1> event(Number<Real>, const Vector<1, Real>& q, const Number<Vector<1, Real>>&) const {
    return {q[0] - (gamma + alpha)};
  }
  int event_direction(int) const { return 1; }
  std::string event_name(int) const { return "spoke"; }
  template <class Real>
  void jump(int, Number<Real>, Vector<1, Real>& q, Number<Vector<1, Real>>& u) const {
    q[0] = gamma - alpha;
    u[0] = std::cos(2 * alpha) * u[0];
  }
  Scales scales() const { return {.length = 1, .speed = 3, .time = 0.3}; }
};

State<Any::dof> state_of(std::initializer_list<double> q, std::initializer_list<double> u) {
  State<Any::dof> state;
  state.q.resize(static_cast<Eigen::Index>(q.size()));
  state.u.resize(static_cast<Eigen::Index>(u.size()));
  std::copy(q.begin(), q.end(), state.q.data());
  std::copy(u.begin(), u.end(), state.u.data());
  return state;
}

struct Steps {
  std::vector<double> t, rate;
  void segment(const Segment<Any>&) {}
  void event(const EventBatch<Any>& batch) {
    if (batch.kind != EventKind::own) return;
    t.push_back(batch.t);
    rate.push_back(batch.after.u[0]);
  }
  bool stop() const { return false; }
};

// From step to step ω² ← cos² 2α (ω² + 4 (g/l) sin α sin γ), which settles on 4 (g/l) sin α sin γ cot² 2α.
TEST(RimlessWheel, StepsByItsClosedMapAndSettlesOnItsFixedPoint) {
  const RimlessWheel wheel;
  const ModelOf<RimlessWheel> model(wheel);
  const Any any(model);
  Steps steps;
  const RunReport<Any> report = run_watched(any, state_of({wheel.gamma - wheel.alpha}, {4.0}), {.t_end = 30}, steps);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  ASSERT_GT(steps.rate.size(), 20u);
  const double c2 = std::pow(std::cos(2 * wheel.alpha), 2);
  const double gain = 4 * wheel.g / wheel.l * std::sin(wheel.alpha) * std::sin(wheel.gamma);
  double square = 16;
  for (const double rate : steps.rate) {
    square = c2 * (square + gain);
    EXPECT_NEAR(rate * rate, square, 1e-8 * square);
  }
  EXPECT_NEAR(steps.rate.back() * steps.rate.back(), gain * c2 / (1 - c2), 1e-7);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  EXPECT_EQ(report.events.own, static_cast<long>(steps.rate.size()));
}

// A ball above a floor, x and y. Event 0 kicks it upwards where it rises through y = 1; event 1 tells of ẏ that becomes
// positive; event 2 ends the run where x passes 6.
struct KickedBall {
  static constexpr int dof = 2, contact_count = 1, event_count = 3;
  double g = 9.81, kick = 1.5, e = 0.8;
  bool quarrel = false;  // wherever ẋ changes sign event 0 makes it 1 and event 1 makes it −1; x is blown backwards

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return {quarrel ? -1.0 : 0.0, -g}; }
  double potential_energy(const Vector<2>& q) const { return g * q[1] + (quarrel ? q[0] : 0.0); }
  template <class Real>
  std::array<Real, 1> gap(Number<Real>, const Vector<2, Real>& q) const {
    return {q[1]};
  }
  ContactLaw contact_law(int) const { return {.e = e}; }
  std::array<double, 3> event(double, const Vector<2>& q, const Vector<2>& u) const {
    if (quarrel) return {u[0], u[0], q[0] - 6};
    return {q[1] - 1, u[1], q[0] - 6};
  }
  int event_direction(int i) const { return quarrel && i < 2 ? 0 : 1; }
  bool event_stops(int i) const { return i == 2; }
  std::string event_name(int i) const { return i == 0 ? "kick" : i == 1 ? "up" : "goal"; }
  void jump(int i, double, Vector<2>&, Vector<2>& u) const {
    if (quarrel) {
      if (i < 2) u[0] = i == 0 ? 1 : -1;
    } else if (i == 0) {
      u[1] += kick;
    }
  }
  Scales scales() const { return {.length = 1, .speed = 3, .time = 0.3}; }
};

struct Story {
  std::vector<std::string> kinds;
  std::vector<double> t;
  void segment(const Segment<Any>&) {}
  void event(const EventBatch<Any>& batch) {
    kinds.push_back(batch.kind == EventKind::own ? "event " + std::to_string(batch.own_event)
                                                 : std::string(name(batch.kind)));
    t.push_back(batch.t);
  }
  bool stop() const { return false; }
};

TEST(OwnEvents, ComeAfterTheImpactThatCarriesThemOverZeroAndTheirWorkIsBooked) {
  const KickedBall ball;
  const ModelOf<KickedBall> model(ball);
  const Any any(model);
  Story story;
  const RunReport<Any> report = run_watched(any, state_of({0, 2}, {1, 0}), {.t_end = 10}, story);
  ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_NEAR(report.final.t, 6, 1e-11);
  const double fall = std::sqrt(2 * 2 / ball.g), up = ball.e * ball.g * fall;
  const double rise = (up - std::sqrt(up * up - 2 * ball.g)) / ball.g;
  ASSERT_GE(story.kinds.size(), 4u);
  EXPECT_EQ(story.kinds[0], "impact");
  EXPECT_EQ(story.kinds[1], "event 1");
  EXPECT_EQ(story.kinds[2], "event 0");
  EXPECT_EQ(story.kinds.back(), "event 2");
  EXPECT_NEAR(story.t[0], fall, 1e-12);
  EXPECT_EQ(story.t[1], story.t[0]);
  EXPECT_NEAR(story.t[2], fall + rise, 1e-11);
  const double speed = std::sqrt(up * up - 2 * ball.g);
  const long kicks = std::count(story.kinds.begin(), story.kinds.end(), "event 0");
  EXPECT_GE(kicks, 2);
  EXPECT_GT(report.ledger.event_work, speed * ball.kick);
  EXPECT_LT(report.ledger.relative_residual(), 1e-10);
}

TEST(OwnEvents, ThatSetEachOtherOffEndTheRunWithTheirName) {
  KickedBall ball;
  ball.quarrel = true;
  const ModelOf<KickedBall> model(ball);
  const Any any(model);
  const RunReport<Any> report = run_watched(any, state_of({0, 50}, {1, 0}), {.t_end = 2});
  EXPECT_EQ(report.outcome, Outcome::chatter_unresolved);
  EXPECT_EQ(report.reason, "event 'kick' and others set each other off without end") << report.brief();
  EXPECT_NEAR(report.final.t, 1, 1e-9);
}

}  // namespace
}  // namespace carom
