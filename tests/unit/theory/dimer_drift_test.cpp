// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/dimer_drift.hpp"

#include <gtest/gtest.h>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom::theory {
namespace {

template <class Function>
double integral(const Function& function, double from, double to) {
  return boost::math::quadrature::gauss_kronrod<double, 31>::integrate(function, from, to, 5, 1e-13);
}

// The pendulum itself, from forces: the rod is massless and θ = 0, so the accelerations of the left tip are linear in
// F_n, the normal one is that of the plate, and the tangential one is integrated twice in time. m_b = 1, t_s = 0.
struct Pendulum {
  DriftCycle cycle;
  double omega = two_pi * cycle.f;
  double amplitude = cycle.Gamma * cycle.g / (omega * omega);
  double B_r = 2 * (cycle.A_r - 1);
  double t_1 = (pi + cycle.alpha) / omega;
  double t_e = two_pi / omega;

  double plate_acceleration(double t) const { return -amplitude * omega * omega * std::cos(omega * t - cycle.alpha); }
  // F_t = friction F_n
  double tangential_acceleration(double t, double friction) const {
    const double D = 0.5 + 2 / (1.6 + B_r * B_r), B = -B_r / (1.6 + B_r * B_r);
    const double A = (0.8 + B_r * B_r) / (1.6 + B_r * B_r);
    const double F_n = (cycle.g + plate_acceleration(t)) / (A + B * friction);
    return (D * friction + B) * F_n;
  }
  // The slip is zero at t₁; integrated by parts, ∫v dt = ∫ (t_end − t) v′ dt forward of t₁, and likewise before it.
  double forward() const {
    return integral([&](double t) { return -t * tangential_acceleration(t, -cycle.mu); }, 0, t_1);
  }
  double backward() const {
    return integral([&](double t) { return (t_e - t) * tangential_acceleration(t, cycle.mu); }, t_1, t_e);
  }
};

std::vector<DriftCycle> several_cycles() {
  std::vector<DriftCycle> cycles;
  for (double A_r : {2.0, 3.9, 5.7, 9.0}) {
    for (double mu : {0.0, 0.12, 0.5}) {
      for (double alpha : {-0.4, 0.0, pi / 6, 0.9}) {
        for (double Gamma : {0.5, 0.9, 1.2}) {
          cycles.push_back({.A_r = A_r, .mu = mu, .alpha = alpha, .Gamma = Gamma, .f = 50});
        }
      }
    }
  }
  return cycles;
}

TEST(DimerDrift, TravelsWhatTheForcesOfTheSlidingPendulumGive) {
  for (const DriftCycle& cycle : several_cycles()) {
    const Pendulum pendulum{.cycle = cycle};
    EXPECT_NEAR(forward_displacement(cycle), pendulum.forward(), 1e-9 * std::abs(pendulum.forward()));
    EXPECT_NEAR(backward_displacement(cycle), pendulum.backward(), 1e-9 * std::abs(pendulum.forward()));
  }
}

TEST(DimerDrift, TravelsTheIntegralOfTheSpeedsOfSlip) {
  for (const DriftCycle& cycle : several_cycles()) {
    const double omega = two_pi * cycle.f, A = cycle.Gamma * cycle.g / (omega * omega), B = 2 * (cycle.A_r - 1);
    const double t_1 = (pi + cycle.alpha) / omega, mu = cycle.mu, g = cycle.g;
    const double forward = integral(
        [&](double t) {
          return (mu * (B * B + 5.6) + 2 * B) / (2 * (B * B + mu * B + 0.8)) *
                 (g * (t_1 - t) + A * omega * std::sin(omega * t - cycle.alpha));
        },
        0, t_1);
    const double backward = integral(
        [&](double t) {
          return (mu * (B * B + 5.6) - 2 * B) / (2 * (B * B - mu * B + 0.8)) *
                 (g * (t - t_1) - A * omega * std::sin(omega * t - cycle.alpha));
        },
        t_1, two_pi / omega);
    EXPECT_NEAR(forward_displacement(cycle), forward, 1e-9 * std::abs(forward));
    EXPECT_NEAR(backward_displacement(cycle), backward, 1e-9 * std::abs(forward));
  }
}

TEST(DimerDrift, IsTheSumOfBothDisplacementsScaled) {
  for (const DriftCycle& cycle : several_cycles()) {
    const double scale = 100 * cycle.f * cycle.f / cycle.g;
    const double forward = forward_displacement(cycle), backward = backward_displacement(cycle);
    EXPECT_NEAR(scaled_forward_drift(cycle), scale * (forward + backward), 1e-11 * scale * forward);
    EXPECT_NEAR(scaled_backward_drift(cycle), scale * backward, 1e-11 * scale * forward);
  }
}

TEST(DimerDrift, IsOverstatedByThePrintedFormByOneTermInPi) {
  const DriftCycle cycle{.A_r = 3.9, .mu = 0.12, .alpha = 0, .Gamma = 0.9};
  // At α = 0 the brackets are 2Γ + π²/2 and 2Γ + π².
  EXPECT_NEAR(scaled_forward_drift_printed(cycle) / scaled_forward_drift(cycle), (1.8 + pi * pi) / (1.8 + pi * pi / 2),
              1e-12);
}

TEST(DimerDrift, DoesNotDependOnFrequencyOrGravityWhenScaled) {
  const DriftCycle slow{.f = 10, .g = 1.62}, fast{.f = 200, .g = 9.81};
  EXPECT_DOUBLE_EQ(scaled_forward_drift(slow), scaled_forward_drift(fast));
  EXPECT_NEAR(forward_displacement(slow) * 100 / 1.62, forward_displacement(fast) * 40000 / 9.81, 1e-13);
}

TEST(DimerDrift, BalancesToZeroWithoutFrictionAtPhaseZero) {
  EXPECT_NEAR(scaled_forward_drift({.mu = 0, .alpha = 0}), 0, 1e-15);
}

TEST(DimerDrift, RefusesFrictionThatJamsThePendulum) {
  EXPECT_THROW(scaled_backward_drift({.A_r = 2, .mu = 2.5}), BadInput);
  EXPECT_THROW(forward_displacement({.f = 0}), BadInput);
}

}  // namespace
}  // namespace carom::theory
