// SPDX-License-Identifier: Apache-2.0
// Friction that falls with the slip speed: a mass on a belt, held by a spring and a damper, against an integration of its own.
//
//   (1)  m ẍ = −k x − c ẋ + μ(v − ẋ) N in slip, ẋ < v;   N = m g
//   (2)  ẋ = v in stick, until k x + c v = μ_s N
//   (3)  the equilibrium x = μ(v) N/k of steady slip is stable iff c > −μ′(v) N
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "carom/base/constants.hpp"
#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "support/mechanisms.hpp"

namespace carom {
namespace {

// q = (x, y): along the belt and above it.
struct BeltSlider {
  static constexpr int dof = 2;
  static constexpr int contact_count = 1;
  double m = 1, k = 100, c = 0, g = gravity, belt = 0.1;
  ContactLaw law{.mu_s = 0.4, .stiffness = 1, .slip = Stribeck{.mu_0 = 0.4, .mu_c = 0.25, .v_s = 0.08}};

  template <class Real>
  Matrix<2, 2, Real> mass_matrix(const Vector<2, Real>&) const {
    return Vector<2, Real>(Real(m), Real(m)).asDiagonal();
  }
  template <class Real>
  Vector<2, Real> force(Number<Real>, const Vector<2, Real>& q, const Number<Vector<2, Real>>& u) const {
    return {-k * q[0] - c * u[0], Real(-m * g)};
  }
  template <class Real>
  std::array<ContactKinematics<2, Real>, 1> contacts(Number<Real>, const Vector<2, Real>& q,
                                                     const Number<Vector<2, Real>>&) const {
    return {ContactKinematics<2, Real>{.gap = q[1],
                                       .normal = {Real(0.0), Real(1.0)},
                                       .tangent = {Real(1.0), Real(0.0)},
                                       .tangential_surface_velocity = -belt}};
  }
  const ContactLaw& contact_law(int) const { return law; }
  double potential_energy(const Vector<2>& q) const { return m * g * q[1] + 0.5 * k * q[0] * q[0]; }
  double applied_power(double, const Vector<2>&, const Vector<2>& u) const { return -c * u[0] * u[0]; }
  Scales scales() const { return {.length = 0.01, .speed = belt, .time = std::sqrt(m / k)}; }

  double load() const { return m * g; }
  template <class Real>
  Real mu(const Real& v) const {
    return law.slip_coefficient(v);
  }
  // μ′(v) by (2) of laws/stribeck.hpp.
  double slope_of_mu(double v) const {
    const auto& s = std::get<Stribeck>(law.slip);
    const double x = v / s.v_s;
    return -(s.mu_0 - s.mu_c) * s.delta / s.v_s * std::pow(x, s.delta - 1) * std::exp(-std::pow(x, s.delta)) +
           s.viscous;
  }
  State<2> steady_slip() const { return {.t = 0, .q = {mu(belt) * load() / k, 0}, .u = {0, 0}}; }
};

// ---- the independent integration: classical Runge–Kutta steps on (1), μ written out again ----

struct Point {
  double t, x, u;
};

double friction(const BeltSlider& b, double v) {
  const auto& s = std::get<Stribeck>(b.law.slip);
  return s.mu_c + (s.mu_0 - s.mu_c) * std::exp(-std::pow(std::abs(v) / s.v_s, s.delta)) + s.viscous * std::abs(v);
}

Point rk4(const BeltSlider& b, const Point& p, double h) {
  const auto rate = [&](double x, double u) { return (-b.k * x - b.c * u + friction(b, b.belt - u) * b.load()) / b.m; };
  const double a1 = rate(p.x, p.u), u2 = p.u + 0.5 * h * a1;
  const double a2 = rate(p.x + 0.5 * h * p.u, u2), u3 = p.u + 0.5 * h * a2;
  const double a3 = rate(p.x + 0.5 * h * u2, u3), u4 = p.u + h * a3;
  const double a4 = rate(p.x + h * u3, u4);
  return {p.t + h, p.x + h / 6 * (p.u + 2 * u2 + 2 * u3 + u4), p.u + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)};
}

Point slip_until(const BeltSlider& b, Point p, double t, double h) {
  const int steps = static_cast<int>(std::ceil((t - p.t) / h));
  const double step = (t - p.t) / steps;
  for (int k = 0; k < steps; ++k) p = rk4(b, p, step);
  return p;
}

// From the beginning of a slip to where the mass has the belt's speed again.
Point slip_to_stick(const BeltSlider& b, Point p, double h) {
  bool away = false;
  while (true) {
    const Point next = rk4(b, p, h);
    away = away || next.u < 0.9 * b.belt;
    if (away && next.u >= b.belt) break;
    p = next;
  }
  double low = 0, high = h;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (rk4(b, p, middle).u < b.belt ? low : high) = middle;
  }
  return rk4(b, p, high);
}

double end_of_stick(const BeltSlider& b) { return (b.law.mu_s * b.load() - b.c * b.belt) / b.k; }

// Period of the stick–slip cycle: slip from the end of stick, and stick back to it.
double cycle_period(const BeltSlider& b, double h) {
  const Point stuck = slip_to_stick(b, {0, end_of_stick(b), b.belt}, h);
  return stuck.t + (end_of_stick(b) - stuck.x) / b.belt;
}

const RunOptions precise{.t_end = 0, .rtol = 1e-12, .atol = 1e-14};

RunOptions until(double t) {
  RunOptions options = precise;
  options.t_end = t;
  return options;
}

// ---- slip ----

TEST(Stribeck, SlipFollowsAnIndependentIntegration) {
  for (const double delta : {1.0, 1.5, 2.0})
    for (const double viscous : {0.0, 0.3}) {
      BeltSlider b;
      b.c = 0.2;
      std::get<Stribeck>(b.law.slip).delta = delta;
      std::get<Stribeck>(b.law.slip).viscous = viscous;
      const State<2> start{.t = 0, .q = {0.05, 0}, .u = {0, 0}};
      for (const double t : {0.1, 0.2, 0.3}) {
        const RunReport<BeltSlider> report = run_event_driven(b, start, until(t));
        ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
        ASSERT_EQ(report.modes[0], ContactMode::slip_minus);
        const Point expected = slip_until(b, {0, 0.05, 0}, t, 1e-5);
        EXPECT_NEAR(report.final.q[0], expected.x, 1e-8 * 0.01) << delta << ", " << viscous << " at " << t;
        EXPECT_NEAR(report.final.u[0], expected.u, 1e-8 * 0.1) << delta << ", " << viscous << " at " << t;
        EXPECT_LT(report.ledger.relative_residual(), 1e-11);
        EXPECT_GT(report.ledger.friction_loss, 0);
      }
    }
}

// With μ_0 = μ_c the law is Coulomb's, and the motion is that of the constant.
TEST(Stribeck, WithoutAFallIsCoulombsLaw) {
  BeltSlider b, constant;
  b.law.slip = Stribeck{.mu_0 = 0.25, .mu_c = 0.25, .v_s = 0.08};
  constant.law.slip = Coulomb{};
  constant.law.mu_c = 0.25;
  const State<2> start{.t = 0, .q = {0, 0}, .u = {b.belt, 0}};
  const auto found = run_event_driven(b, start, until(5)), expected = run_event_driven(constant, start, until(5));
  EXPECT_GT(expected.events.slip, 5);
  EXPECT_EQ(found.events.total(), expected.events.total());
  EXPECT_NEAR((found.final.q - expected.final.q).norm(), 0, 1e-14);
  EXPECT_NEAR((found.final.u - expected.final.u).norm(), 0, 1e-13);
}

// ---- stick and slip ----

TEST(Stribeck, TheStickSlipCycleHasThePeriodOfAnIndependentIntegration) {
  struct Case {
    double mu_s, delta, c;
  };
  // Slip that begins with the static coefficient, and below it.
  for (const Case& with : {Case{0.4, 1, 0}, Case{0.4, 2, 0}, Case{0.5, 1, 0.5}, Case{0.45, 2, 0.3}}) {
    BeltSlider b;
    b.c = with.c;
    b.law.mu_s = with.mu_s;
    std::get<Stribeck>(b.law.slip).delta = with.delta;
    testing_support::EventLog<BeltSlider> log;
    const State<2> start{.t = 0, .q = {0, 0}, .u = {b.belt, 0}};
    const RunReport<BeltSlider> report = run_event_driven(b, start, until(6), log);
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_LT(report.ledger.relative_residual(), 1e-11);
    const double period = cycle_period(b, 1e-5);
    double expected = end_of_stick(b) / b.belt;
    int cycles = 0;
    for (const auto& entry : log.entries) {
      if (entry.t == 0 || entry.kind != EventKind::slip) continue;
      EXPECT_NEAR(entry.t, expected, 1e-8) << with.mu_s << ", " << with.delta << ": " << cycles;
      expected += period;
      ++cycles;
    }
    EXPECT_GT(cycles, 4);
  }
}

// The other schemes know the law too: both tend to the event-driven motion.
TEST(Stribeck, MoreausSchemeTendsToTheSameMotion) {
  BeltSlider b;
  const State<2> start{.t = 0, .q = {0, 0}, .u = {b.belt, 0}};
  const RunReport<BeltSlider> expected = run_event_driven(b, start, until(2));
  ASSERT_GT(expected.events.slip, 1);
  std::vector<double> error;
  for (const double h : {4e-5, 2e-5, 1e-5}) {
    const MoreauReport<BeltSlider> report = run_moreau(b, start, 2, {.h = h});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    error.push_back(std::abs(report.final.q[0] - expected.final.q[0]));
  }
  EXPECT_LT(error[2], 1e-5);
  EXPECT_NEAR(error[0] / error[1], 2, 0.2);  // first order
  EXPECT_NEAR(error[1] / error[2], 2, 0.2);
}

TEST(Stribeck, CompliantContactsTendToTheSameMotion) {
  BeltSlider b;
  const State<2> start{.t = 0, .q = {0, 0}, .u = {b.belt, 0}};
  const RunReport<BeltSlider> expected = run_event_driven(b, start, until(1));
  ASSERT_GT(expected.events.slip, 0);
  std::vector<double> error;
  for (const double stiffness : {1e6, 1e8, 1e10}) {
    const CompliantReport<BeltSlider> report =
        run_compliant(b, start, 1, {.stiffness_scale = stiffness, .rest_damping = 0.8});
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    EXPECT_LT(report.ledger.relative_residual(), 1e-5);
    error.push_back(std::abs(report.final.q[0] - expected.final.q[0]));
  }
  // Like s^(−1/(2η)) = 4.6 for a factor of 100: the sinking under load.
  EXPECT_LT(error[1], error[0] / 3);
  EXPECT_LT(error[2], error[1] / 3);
  EXPECT_LT(error[2], 3e-4);
}

// ---- stability ----

// ẍ as a function of (x, ẋ), and its derivatives by numbers that carry them.
struct Linear {
  double by_x, by_u;
};
Linear linearised(const BeltSlider& b) {
  Linear result{};
  const State<2> z = b.steady_slip();
  for (int k = 0; k < 2; ++k) {
    Vector<2, Dual<double>> q(z.q[0], z.q[1]), u(z.u[0], z.u[1]);
    (k == 0 ? q[0] : u[0]).slope = 1;
    Motion<BeltSlider, Dual<double>> motion;
    EXPECT_TRUE(evaluate_motion(b, 0.0, q, u, {ContactMode::slip_minus}, motion));
    (k == 0 ? result.by_x : result.by_u) = motion.acceleration[0].slope;
    EXPECT_NEAR(motion.acceleration[0].value, 0, 1e-12);
  }
  return result;
}

TEST(Stribeck, SteadySlipLosesItsStabilityWhereDampingEqualsTheFallOfFriction) {
  BeltSlider b;
  const double critical = -b.slope_of_mu(b.belt) * b.load();
  ASSERT_GT(critical, 0);
  b.c = critical;
  EXPECT_NEAR(linearised(b).by_u, 0, 1e-13);
  EXPECT_NEAR(linearised(b).by_x, -b.k / b.m, 1e-12);
  for (const double factor : {0.5, 0.999, 1.001, 2.0}) {
    b.c = factor * critical;
    EXPECT_NEAR(linearised(b).by_u, (critical - b.c) / b.m, 1e-13);
    const double h = 1e-5;
    const auto acceleration = [&](double u) {
      const State<2> z = b.steady_slip();
      Motion<BeltSlider> motion;
      EXPECT_TRUE(evaluate_motion(b, 0.0, z.q, Vector<2>(u, 0), {ContactMode::slip_minus}, motion));
      return motion.acceleration[0];
    };
    EXPECT_NEAR(linearised(b).by_u, (acceleration(h) - acceleration(-h)) / (2 * h), 1e-6);
  }
}

// Over a time T areas of (x, ẋ) change by exp(T trace): the derivative of the motion, and the motion itself.
TEST(Stribeck, DisturbancesOfSteadySlipGrowOrDieAsTheLinearMotionSays) {
  for (const double factor : {0.8, 1.2}) {
    BeltSlider b;
    const double critical = -b.slope_of_mu(b.belt) * b.load(), T = 1.3;
    b.c = factor * critical;
    TangentFlow<BeltSlider> flow(b, until(T));
    const RunReport<BeltSlider> report = run_event_driven(b, b.steady_slip(), until(T), flow);
    ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
    const Eigen::MatrixXd D = flow.at_fixed_time();
    const double area = D(0, 0) * D(2, 2) - D(0, 2) * D(2, 0);
    EXPECT_NEAR(area, std::exp(T * (critical - b.c) / b.m), 1e-10);
    EXPECT_EQ(area > 1, factor < 1);
    // A small disturbance, after whole periods of the linear motion, by the motion itself.
    State<2> disturbed = b.steady_slip();
    disturbed.q[0] += 1e-6;
    const double decay = (b.c - critical) / (2 * b.m), omega = std::sqrt(b.k / b.m - decay * decay), t = 4 * pi / omega;
    const RunReport<BeltSlider> after = run_event_driven(b, disturbed, until(t));
    EXPECT_NEAR((after.final.q[0] - b.steady_slip().q[0]) / 1e-6, std::exp(-decay * t), 1e-3) << factor;
  }
}

// Through the end of slip, stick and slip again; the state in slip has both directions of (x, ẋ).
TEST(Stribeck, TheDerivativeThroughStickAndSlipIsThatOfDifferences) {
  for (const double mu_s : {0.4, 0.5})
    for (const double delta : {1.0, 2.0}) {
      BeltSlider b;
      b.c = 0.3;
      b.law.mu_s = mu_s;
      std::get<Stribeck>(b.law.slip).delta = delta;
      const State<2> start{.t = 0, .q = {0.02, 0}, .u = {-0.25, 0}};
      const RunOptions options = until(mu_s == 0.4 ? 1.4 : 1.6);
      TangentFlow<BeltSlider> flow(b, options);
      const RunReport<BeltSlider> report = run_event_driven(b, start, options, flow);
      ASSERT_EQ(report.outcome, Outcome::reached_end) << report.brief();
      ASSERT_GE(report.events.stick, 1);
      ASSERT_GE(report.events.slip, 1);
      ASSERT_TRUE(is_slip(report.modes[0]));
      const Eigen::MatrixXd D = flow.at_fixed_time();
      for (const int k : {0, 2}) {
        const double h = 1e-7 * (k == 0 ? 0.1 : 1);
        const auto end = [&](double shift) {
          State<2> z = start;
          (k == 0 ? z.q[0] : z.u[0]) += shift;
          return run_event_driven(b, z, options).final;
        };
        const State<2> up = end(h), down = end(-h);
        const double dx = (up.q[0] - down.q[0]) / (2 * h), du = (up.u[0] - down.u[0]) / (2 * h);
        EXPECT_NEAR(D(0, k), dx, 1e-6 * (1 + std::abs(dx))) << mu_s << ", " << delta;
        EXPECT_NEAR(D(2, k), du, 1e-6 * (1 + std::abs(du))) << mu_s << ", " << delta;
      }
      EXPECT_LT(flow.mismatch(), 1e-10);
    }
}

}  // namespace
}  // namespace carom
