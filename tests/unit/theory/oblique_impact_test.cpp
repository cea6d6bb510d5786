// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/oblique_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"

namespace carom::theory {
namespace {

ObliqueImpact at(double cot_gamma) { return {.cot_gamma = cot_gamma}; }

std::string words(const ObliqueResult& result) {
  std::string text;
  for (const ObliquePhase& phase : result.phases) text += (text.empty() ? "" : " ") + std::string(name(phase.mode));
  return text;
}

std::string refusal(const ObliqueImpact& impact) {
  try {
    oblique_impact(impact);
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

// The same springs by Runge–Kutta steps of all four variables, a step cut where its mode ends: z = (u_z, v_z, u, v).
class Marched {
 public:
  explicit Marched(const ObliqueImpact& c, int steps = 1000) : c_(c) {
    z_ = {0, 1, 0, 1 / c.cot_gamma};
    mode_ = 1 / c.cot_gamma <= c.mu * c.eta * c.eta ? 0 : 1;
    for (const double k : {1.0, 1 / (c.e * c.e)}) {
      k_ = k;
      for (int i = 0; i < steps; ++i) step(pi / 2 / std::sqrt(k) / steps);
      z_[0] *= c.e * c.e;  // the stiffer spring has the same force
    }
  }
  double beta() const { return -z_[3] * c_.cot_gamma; }
  int phases() const { return phases_; }

 private:
  using State = std::array<double, 4>;

  double normal_force(const State& z) const { return k_ * z[0]; }
  State rates(const State& z) const {
    const double stretch = mode_ == 0 ? z[2] : -mode_ * c_.mu * c_.eta * c_.eta * normal_force(z);
    return {z[1], -normal_force(z), mode_ == 0 ? -z[3] : 0, c_.B * stretch / (c_.eta * c_.eta)};
  }
  State advanced(double h) const {
    const auto moved = [](const State& z, const State& k, double by) {
      State sum = z;
      for (int i = 0; i < 4; ++i) sum[i] += by * k[i];
      return sum;
    };
    const State k1 = rates(z_), k2 = rates(moved(z_, k1, h / 2)), k3 = rates(moved(z_, k2, h / 2)),
                k4 = rates(moved(z_, k3, h));
    State z = z_;
    for (int i = 0; i < 4; ++i) z[i] += h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    if (mode_ != 0) z[2] = -mode_ * c_.mu * c_.eta * c_.eta * normal_force(z);
    return z;
  }
  // Positive while the mode lasts.
  double room(const State& z) const {
    if (mode_ == 0) return c_.mu * c_.eta * c_.eta * normal_force(z) - std::abs(z[2]);
    return mode_ * z[3] - c_.mu * c_.eta * c_.eta * k_ * z[1];
  }
  void step(double h) {
    while (h > 0) {
      const State end = advanced(h);
      if (room(end) >= 0) {
        z_ = end;
        return;
      }
      double low = 0, high = h;
      for (int i = 0; i < 100; ++i) (room(advanced((low + high) / 2)) >= 0 ? low : high) = (low + high) / 2;
      z_ = advanced(high);
      mode_ = mode_ != 0 ? 0 : z_[2] > 0 ? -1 : 1;
      ++phases_;
      // Past the event by a good deal before looking again, and no further than the step.
      const double beyond = std::min(h - high, h / 7);
      z_ = advanced(beyond);
      h -= high + beyond;
    }
  }

  ObliqueImpact c_;
  State z_;
  double k_ = 1;
  int mode_ = 0;  // 0: stick, else the sign of the slip
  int phases_ = 1;
};

TEST(ObliqueImpact, HasItsKnownValues) {
  EXPECT_NEAR(oblique_impact(at(2.5)).beta, 0.577569, 5e-7);
  EXPECT_EQ(words(oblique_impact(at(2.5))), "slip+ stick slip-");
  EXPECT_NEAR(slip_border(at(1)), 1.3393, 5e-5);
  EXPECT_NEAR(stick_border(at(1)), 5.3926, 5e-5);
  const auto most = oblique_maximum(at(1));
  ASSERT_TRUE(most);
  EXPECT_NEAR(most->beta, 0.57958, 5e-6);
  EXPECT_NEAR(most->cot_gamma, 2.36, 5e-3);
  EXPECT_NEAR(oblique_impact({.cot_gamma = 2.5, .mu = 0.3, .e = 0.4, .eta = 1.2, .B = 2.7}).beta, 0.986574, 5e-7);
}

TEST(ObliqueImpact, IsStraightInGrossSlip) {
  for (const double cot : {1e-6, 0.1, 0.5, 1.0, 1.339}) {
    const ObliqueResult result = oblique_impact(at(cot));
    EXPECT_NEAR(result.beta, -1 + 0.18 * 3.02 * 1.8 * cot, 1e-15);
    EXPECT_EQ(words(result), "slip+");
    EXPECT_EQ(result.regime, ObliqueRegime::slip);
  }
  EXPECT_EQ(oblique_impact({.cot_gamma = 3, .mu = 0}).beta, -1);
}

TEST(ObliqueImpact, ChangesRegimeAtItsBordersAndIsContinuousThere) {
  const double low = slip_border(at(1)), high = stick_border(at(1));
  EXPECT_EQ(oblique_impact(at(low * (1 - 1e-9))).regime, ObliqueRegime::slip);
  EXPECT_EQ(oblique_impact(at(low * (1 + 1e-9))).regime, ObliqueRegime::slip_stick);
  EXPECT_EQ(oblique_impact(at(high * (1 - 1e-9))).regime, ObliqueRegime::slip_stick);
  EXPECT_EQ(oblique_impact(at(high * (1 + 1e-9))).regime, ObliqueRegime::stick);
  EXPECT_EQ(words(oblique_impact(at(high * (1 + 1e-9)))), "stick slip-");
  for (const double border : {low, high})
    EXPECT_NEAR(oblique_impact(at(border * (1 - 1e-9))).beta, oblique_impact(at(border * (1 + 1e-9))).beta, 1e-8);
}

TEST(ObliqueImpact, SwingsFreelyUnderMuchFriction) {
  // Stick throughout: β = −cos ω t_f.
  const double omega = std::sqrt(3.02) / 1.015;
  EXPECT_NEAR(oblique_impact({.cot_gamma = 1e4, .mu = 100}).beta, -std::cos(omega * 1.8 * pi / 2), 1e-5);
  // Springs in step give all of it back: η² = B, e = 1.
  EXPECT_NEAR(oblique_impact({.cot_gamma = 10, .mu = 1, .e = 1, .eta = 1.7, .B = 1.7 * 1.7}).beta, 1, 1e-12);
}

TEST(ObliqueImpact, PhasesFillTheImpactAndAlternate) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const ObliqueImpact c{.cot_gamma = std::exp(random.uniform(-3, 4)),
                          .mu = std::exp(random.uniform(-4, 1)),
                          .e = random.uniform(0.02, 1),
                          .eta = std::exp(random.uniform(-2, 1)),
                          .B = random.uniform(0.5, 6)};
    const ObliqueResult result = oblique_impact(c);
    ASSERT_FALSE(result.phases.empty());
    EXPECT_EQ(result.phases.front().t_begin, 0);
    EXPECT_NEAR(result.phases.back().t_end, (1 + c.e) * pi / 2, 1e-14);
    for (std::size_t k = 1; k < result.phases.size(); ++k) {
      EXPECT_EQ(result.phases[k].t_begin, result.phases[k - 1].t_end);
      EXPECT_GE(result.phases[k].t_end, result.phases[k].t_begin);
      EXPECT_NE(is_slip(result.phases[k].mode), is_slip(result.phases[k - 1].mode));
    }
    EXPECT_LE(std::abs(result.beta), 1 + 1e-12) << "friction and the tangential spring create no energy";
  }
}

TEST(ObliqueImpact, AgreesWithClosedFormsAndSmallSteps) {
  Random random(11);
  int most_phases = 0, closed = 0;
  double from_closed = 0, from_steps = 0;
  for (int i = 0; i < 150; ++i) {
    const bool usual = i % 3 != 0;
    const ObliqueImpact c{.cot_gamma = std::exp(random.uniform(-1.5, 3)),
                          .mu = random.uniform(0.05, 0.6),
                          .e = usual ? random.uniform(0.3, 1) : random.uniform(0.1, 0.6),
                          .eta = usual ? stiffness_root(random.uniform(0, 0.5)) : random.uniform(0.3, 1),
                          .B = random.uniform(2, 3.5)};
    const ObliqueResult result = oblique_impact(c);
    const int phases = static_cast<int>(result.phases.size());
    most_phases = std::max(most_phases, phases);
    if (const auto formula = closed_restitution(c)) {
      ++closed;
      from_closed = std::max(from_closed, std::abs(*formula - result.beta));
    } else {
      EXPECT_GT(phases, 3);
    }
    const Marched marched(c);
    from_steps = std::max(from_steps, std::abs(marched.beta() - result.beta));
    EXPECT_EQ(marched.phases(), phases) << words(result);
    EXPECT_NEAR(marched.beta(), result.beta, 1e-9)
        << c.cot_gamma << ' ' << c.mu << ' ' << c.e << ' ' << c.eta << ' ' << c.B;
  }
  EXPECT_LT(from_closed, 1e-13);
  EXPECT_LT(from_steps, 1e-9);
  EXPECT_GT(closed, 100);
  EXPECT_GE(most_phases, 5);
  RecordProperty("from_closed", std::to_string(from_closed * 1e15) + "e-15");
  RecordProperty("from_steps", std::to_string(from_steps * 1e12) + "e-12");
  RecordProperty("most_phases", most_phases);
}

TEST(ObliqueImpact, TakesItsConstantsFromBodies) {
  EXPECT_NEAR(stiffness_root(0.075), 1.0201, 5e-5);
  EXPECT_EQ(stiffness_root(0), 1);
  EXPECT_NEAR(tangential_response(1), 2.088, 5e-4);
  EXPECT_NEAR(tangential_response(16 / pi), 2.701, 5e-4);
  EXPECT_EQ(tangential_response(std::numeric_limits<double>::infinity()), 3);
  EXPECT_THROW(stiffness_root(1), BadInput);
  EXPECT_THROW(tangential_response(-1), BadInput);
}

TEST(ObliqueImpact, RefusesWhatIsNoImpact) {
  EXPECT_EQ(refusal(at(0)), "cot_gamma must be above 0, got 0");
  EXPECT_EQ(refusal({.mu = -0.1}), "friction mu must be at least 0, got -0.1");
  EXPECT_EQ(refusal({.e = 0}), "restitution e must be above 0 and at most 1, got 0");
  EXPECT_EQ(refusal({.eta = 0}), "eta must be above 0, got 0");
  EXPECT_EQ(refusal({.B = std::nan("")}).substr(0, 17), "B must be above 0");
}

TEST(ObliqueImpact, SaysItsPhasesInALine) {
  EXPECT_NE(oblique_impact(at(2.5)).brief().find(": slip+ stick slip-"), std::string::npos);
}

}  // namespace
}  // namespace carom::theory
