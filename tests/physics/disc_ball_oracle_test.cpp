// The disc hit by a ball (case 3) with compliant contacts over its whole motion, at growing stiffness, against the
// event-driven phases. Micro-impacts are followed to their limit on both sides.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/hybrid/compliant_motion.hpp"
#include "carom/hybrid/event_driven.hpp"
#include "carom/systems/disc_ball.hpp"

namespace carom {
namespace {

constexpr double t_end = 0.2;  // s; the disc lies flat at 0.219 s

DiscBall case3(bool one_coefficient) {
  DiscBallSettings s;
  s.b = 4.5e-3;
  s.v_b = 0.285;
  s.closing = DiscClosing::limit;
  if (one_coefficient) {
    for (ContactLaw* law : {&s.ground, &s.face}) law->mu_s = law->mu_s_i = law->mu_c;
  }
  return DiscBall(s);
}

// Times at which A comes to stick and, after it, slips back at a millimetre a second.
struct Phases {
  double stick = 0, slip = 0;
  State<5> final;
};

Phases rigid(const DiscBall& system) {
  struct Watch {
    const DiscBall& system;
    Phases phases;
    double slip(const State<5>& s) const { return system.contacts(s.t, s.q, s.u)[0].tangential_velocity(s.u); }
    void segment(const Segment<DiscBall>& piece) {
      if (phases.stick == 0 || phases.slip > 0 || slip(piece.at(piece.t1())) > -1e-3) return;
      double low = piece.t0(), high = piece.t1();
      for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high);
        (slip(piece.at(middle)) > -1e-3 ? low : high) = middle;
      }
      phases.slip = high;
    }
    void event(const EventBatch<DiscBall>& batch) {
      if (batch.kind == EventKind::stick) phases.stick = batch.t;
    }
    bool stop() const { return false; }
  } watch{.system = system, .phases = {}};
  const auto report = run_event_driven(system, system.initial_state(), {.t_end = t_end}, watch);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  watch.phases.final = report.final;
  return watch.phases;
}

// Sticking contacts slip for a moment whenever their vibration unloads them: stick begins where A first rests.
Phases compliant(const DiscBall& system, double scale) {
  Phases phases;
  const auto observe = [&](double t, const Vector<5>& q, const Vector<5>& u) {
    const double v = system.contacts(t, q, u)[0].tangential_velocity(u);
    if (phases.stick == 0 && t > 0.005 && std::abs(v) < 1e-9) phases.stick = t;
    if (phases.stick > 0 && phases.slip == 0 && t > phases.stick + 1e-3 && v < -1e-3) phases.slip = t;
    return true;
  };
  const auto report =
      run_compliant(system, system.initial_state(), t_end, {.stiffness_scale = scale, .rtol = 1e-7, .atol = 1e-9}, observe);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.reason;
  EXPECT_LT(report.ledger.relative_residual(), 1e-6);
  phases.final = report.final;
  return phases;
}

double distance(const Phases& a, const Phases& b) {
  return std::hypot(a.final.q[2] - b.final.q[2], 0.0375 * (a.final.q[4] - b.final.q[4]));
}

TEST(DiscBallOracle, ConvergesLikeTheDurationOfAContact) {
  const DiscBall system = case3(true);
  const Phases limit = rigid(system);
  std::vector<double> error;
  for (const double scale : {1e2, 1e3, 1e4}) {
    const Phases phases = compliant(system, scale);
    EXPECT_NEAR(phases.stick, limit.stick, 4e-5) << scale;
    EXPECT_NEAR(phases.slip, limit.slip, 2e-4) << scale;
    error.push_back(distance(phases, limit));
  }
  EXPECT_LT(error.back(), 2e-6);  // m
  // Two decades of stiffness: the duration falls by 10^(−2/2.5).
  const double order = std::log10(error.front() / error.back()) / 2;
  EXPECT_NEAR(order, 0.4, 0.12) << error[0] << " " << error[1] << " " << error[2];
}

TEST(DiscBallOracle, HasThePhasesOfTheEventDrivenMotion) {
  const DiscBall system = case3(false);
  const Phases limit = rigid(system), stiff = compliant(system, 1e4);
  EXPECT_NEAR(stiff.stick, limit.stick, 2e-5);
  // With μ_s above μ the vibration of the resting contact, which the oracle does not damp, ends stick a little early.
  EXPECT_NEAR(stiff.slip, limit.slip, 5e-4);
  EXPECT_LT(distance(stiff, limit), 2e-5);
}

}  // namespace
}  // namespace carom
