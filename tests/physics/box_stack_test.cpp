// SPDX-License-Identifier: Apache-2.0
// Ten boxes on a rough floor, each on the two corners of its base: twenty closed contacts, beyond any enumeration of modes.
#include <gtest/gtest.h>

#include <cmath>

#include "support/large_engine.hpp"

namespace carom {
namespace {

// q = (x, y, θ) of every centre, from the floor up. A corner of a box touches the top of the box below it.
struct BoxStack {
  static constexpr int boxes = 10, dof = 3 * boxes, contact_count = 2 * boxes;
  double m = 2, width = 0.4, height = 0.2, g = 9.81;
  double slope = 0;  // of the floor, as an angle; x points downhill
  ContactLaw law{.e = 0.3, .mu_s = 0.5, .mu_c = 0.4, .mu_s_i = 0.5, .mu_i = 0.4};

  Matrix<dof, dof> mass_matrix(const Vector<dof>&) const {
    Vector<dof> diagonal;
    for (int b = 0; b < boxes; ++b) diagonal.segment<3>(3 * b) << m, m, m * (width * width + height * height) / 12;
    return diagonal.asDiagonal();
  }
  Vector<dof> force(double, const Vector<dof>&, const Vector<dof>&) const {
    Vector<dof> h = zeros<dof>();
    for (int b = 0; b < boxes; ++b) h.segment<2>(3 * b) << m * g * std::sin(slope), -m * g * std::cos(slope);
    return h;
  }
  double potential_energy(const Vector<dof>& q) const {
    double sum = 0;
    for (int b = 0; b < boxes; ++b) sum += q[3 * b + 1] * std::cos(slope) - q[3 * b] * std::sin(slope);
    return m * g * sum;
  }
  // Of the corner on side −1 or +1 of box b: above the surface below it, and along it.
  template <class Real>
  std::array<Real, 2> place(const Vector<dof, Real>& q, int b, double side) const {
    using std::cos, std::sin;
    const Real c = cos(q[3 * b + 2]), s = sin(q[3 * b + 2]);
    const Real x = q[3 * b] + 0.5 * side * width * c + 0.5 * height * s;
    const Real y = q[3 * b + 1] + 0.5 * side * width * s - 0.5 * height * c;
    if (b == 0) return {y, x};
    const Real cb = cos(q[3 * b - 1]), sb = sin(q[3 * b - 1]), dx = x - q[3 * b - 3], dy = y - q[3 * b - 2];
    return {cb * dy - sb * dx - 0.5 * height, cb * dx + sb * dy};
  }
  template <class Real>
  std::array<Real, contact_count> gap(Number<Real>, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> gaps;
    for (int i = 0; i < contact_count; ++i) gaps[i] = place(q, i / 2, i % 2 ? 1 : -1)[0];
    return gaps;
  }
  template <class Real>
  std::array<Real, contact_count> slide(Number<Real>, const Vector<dof, Real>& q) const {
    std::array<Real, contact_count> places;
    for (int i = 0; i < contact_count; ++i) places[i] = place(q, i / 2, i % 2 ? 1 : -1)[1];
    return places;
  }
  ContactLaw contact_law(int) const { return law; }
  Scales scales() const { return {.length = width, .speed = std::sqrt(g * width), .time = std::sqrt(width / g)}; }

  State<dof> at_rest() const {
    State<dof> state;
    for (int b = 0; b < boxes; ++b) state.q.segment<3>(3 * b) << 0, (b + 0.5) * height, 0;
    return state;
  }
};

using Any = testing_support::Large;
using testing_support::run_large;

// Loads of all contacts at the end of every segment.
struct Loads {
  const Any& system;
  double worst = 0, weight;
  void segment(const Segment<Any>& piece) {
    const State<Any::dof> end = piece.at(piece.t1());
    Motion<Any> motion;
    if (!evaluate_motion(system, end.t, end.q, end.u, piece.modes(), motion)) worst = HUGE_VAL;
    for (int b = 0; b < BoxStack::boxes; ++b) {
      const double load = motion.F_n[2 * b] + motion.F_n[2 * b + 1], above = weight * (BoxStack::boxes - b);
      worst = std::max(worst, std::abs(load / above - 1));
    }
  }
  void event(const EventBatch<Any>&) { ++events; }
  bool stop() const { return false; }
  int events = 0;
};

State<Any::dof> start_of(const BoxStack& stack) {
  State<Any::dof> start;
  start.q = stack.at_rest().q;
  start.u = stack.at_rest().u;
  return start;
}

TEST(BoxStack, TenBoxesRestForTenSecondsUnderTheirWeight) {
  const BoxStack stack;
  const ModelOf<BoxStack> model(stack);
  const Any any(model);
  const State<Any::dof> start = start_of(stack);
  Loads loads{.system = any, .weight = stack.m * stack.g};
  const RunReport<Any> report = run_large(any, start, {.t_end = 10}, loads);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  for (int i = 0; i < BoxStack::contact_count; ++i) EXPECT_EQ(report.modes[i], ContactMode::stick);
  EXPECT_LT(loads.worst, 1e-9);
  EXPECT_LT((report.final.q - start.q).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT(report.worst_mode_residual, 1e-9);
  EXPECT_EQ(loads.events, 2);  // all close, all stick
}

// What the first impact did.
struct Landing {
  ImpactResult<Any::contact_count> impact;
  State<Any::dof> before, after;
  void segment(const Segment<Any>&) {}
  void event(const EventBatch<Any>& batch) {
    if (impact.n > 0 || !batch.impact) return;
    impact = *batch.impact;
    before = batch.before;
    after = batch.after;
  }
  bool stop() const { return false; }
};

State<Any::dof> falling(const BoxStack& stack) {
  State<Any::dof> start = start_of(stack);
  for (int b = 0; b < BoxStack::boxes; ++b) start.u[3 * b + 1] = -1;
  return start;
}

// Twenty contacts take part when the stack lands. Newton's law throws the whole of it back with e.
TEST(BoxStack, LandsByNewtonsLawAndIsThrownBackAsAWhole) {
  const BoxStack stack;
  const ModelOf<BoxStack> model(stack);
  const Any any(model);
  const RunReport<Any> landed = run_large(any, falling(stack), {.t_end = 1e-3, .impact = {.law = Restitution::newton}});
  EXPECT_EQ(landed.outcome, Outcome::reached_end) << landed.brief() << landed.reason;
  EXPECT_GE(landed.events.multiple_impacts, 1);
  EXPECT_LT(landed.worst_impact_residual, 1e-9);
  for (int b = 0; b < BoxStack::boxes; ++b)
    EXPECT_NEAR(landed.final.u[3 * b + 1], stack.law.e - stack.g * 1e-3, 1e-9) << b;
}

// By the energetic law, with e = 0.8, a wave runs up the stack and takes it apart: every box leaves the one below it.
TEST(BoxStack, LandsByTheEnergeticLawAndComesApart) {
  BoxStack stack;
  stack.law.e = 0.8;
  const ModelOf<BoxStack> model(stack);
  const Any any(model);
  Landing landing;
  const RunReport<Any> report = run_large(any, falling(stack), {.t_end = 1e-3}, landing);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  const ImpactResult<Any::contact_count>& impact = landing.impact;
  ASSERT_EQ(impact.n, BoxStack::contact_count);
  EXPECT_LT(impact.residual, 1e-9);
  EXPECT_LT(report.worst_impact_residual, 1e-9);
  double energy = 0, lost = 0, momentum = 0;
  for (int b = 0; b < BoxStack::boxes; ++b) {
    const double v = landing.after.u[3 * b + 1];
    energy += 0.5 * stack.m * (1 - v * v);
    momentum += stack.m * (v + 1);
    EXPECT_NEAR(landing.after.u[3 * b], 0, 1e-9) << b;  // it stays upright
    EXPECT_NEAR(landing.after.u[3 * b + 2], 0, 1e-9) << b;
    if (b > 0) EXPECT_GT(v, landing.after.u[3 * b - 2]) << b;
  }
  for (int i = 0; i < impact.n; ++i) {
    lost += impact.W_compression[i] - impact.W_restitution[i] - impact.friction_work[i];
    EXPECT_GE(impact.P_n[i], 0) << i;
    EXPECT_GE(impact.v_n[i], -1e-9) << i;
    EXPECT_LE(std::abs(impact.P_t[i]), stack.law.mu_s_i * impact.P_n[i] + 1e-9) << i;
    EXPECT_NEAR(impact.W_restitution[i], stack.law.e * stack.law.e * (impact.W_compression[i] - impact.E_left[i]), 1e-9)
        << i;
  }
  EXPECT_GT(lost, 0);
  EXPECT_NEAR(energy, lost, 1e-8);
  EXPECT_NEAR(momentum, impact.P_n[0] + impact.P_n[1], 1e-9);
}

// Without restitution the wave dies away within the impact, after some ten thousand events of twenty contacts, and where it
// has left nothing that counts the stack is at rest, and stays.
TEST(BoxStack, LandsWithoutRestitutionAndRests) {
  BoxStack stack;
  stack.law.e = 0;
  const ModelOf<BoxStack> model(stack);
  const Any any(model);
  const RunReport<Any> report = run_large(any, falling(stack), {.t_end = 1});
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief() << report.reason;
  for (int i = 0; i < BoxStack::contact_count; ++i) EXPECT_EQ(report.modes[i], ContactMode::stick) << i;
  EXPECT_EQ(report.events.multiple_impacts, 1);
  EXPECT_LT(report.worst_impact_residual, 1e-9);
  EXPECT_LT(report.final.u.cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((report.final.q - falling(stack).q).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT(report.ledger.relative_residual(), 1e-9);
  // All of it is lost in the impact, but for the square of the speed that is called rest.
  const double kinetic = 0.5 * BoxStack::boxes * stack.m;
  EXPECT_NEAR(report.ledger.normal_loss + report.ledger.friction_loss, kinetic, 1e-7 * kinetic);
}

// A column of width w and height H stands on a slope up to tan α = w/H, and beyond it turns about its lowest corner with
// θ̈ = −(3/2) g (H sin α − w cos α)/(w² + H²), the boxes staying together.
TEST(BoxStack, StandsOnASlopeUntilTheColumnTopples) {
  BoxStack stack;
  const double w = stack.width, H = BoxStack::boxes * stack.height;
  for (const double steepness : {0.999, 1.001, 1.3}) {
    stack.slope = std::atan(steepness * w / H);
    const ModelOf<BoxStack> model(stack);
    const Any any(model);
    const State<Any::dof> start = start_of(stack);
    const RunReport<Any> report = run_large(any, start, {.t_end = 0.01});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_EQ(report.modes[0], steepness < 1 ? ContactMode::stick : ContactMode::open);
    for (int i = 1; i < BoxStack::contact_count; ++i) EXPECT_EQ(report.modes[i], ContactMode::stick) << i;
    Motion<Any> motion;
    ASSERT_TRUE(evaluate_motion(any, start.t, start.q, start.u, report.modes, motion));
    const double turning =
        steepness < 1 ? 0 : -1.5 * stack.g * (H * std::sin(stack.slope) - w * std::cos(stack.slope)) / (w * w + H * H);
    for (int b = 0; b < BoxStack::boxes; ++b) EXPECT_NEAR(motion.acceleration[3 * b + 2], turning, 1e-11) << b;
  }
}

}  // namespace
}  // namespace carom
