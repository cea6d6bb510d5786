// SPDX-License-Identifier: Apache-2.0
// One step of the Dormand–Prince 5(4) pair with its continuous extension, for vectors of fixed or bounded
// size on the stack (base/vector.hpp); of a bounded size, f gives dydt its length.
//
// Model
//   (1)  y₁ = y₀ + h Σ b_i k_i,  k_i = f(t + c_i h, y₀ + h Σ a_ij k_j)      fifth order, first same as last
//   (2)  error = h Σ (b_i − b̂_i) k_i                                      fourth-order companion
//   (3)  y(θ) = r₁ + θ(r₂ + (1−θ)(r₃ + θ(r₄ + (1−θ) r₅)))                  fourth-order continuous extension, 0 ≤ θ ≤ 1
//
// Source    dormand_prince_1980; hairer_norsett_wanner_1993 section II.6 (coefficients of the extension).
// Differs   Nothing is controlled here: the caller judges the error and chooses h, so that one stepper serves the motion,
//           the compliant impact and the oracles. Boost.odeint is the oracle in the tests.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/vector.hpp"

namespace carom {

// The next step size from the error of this one (1 is the tolerance), for a fifth-order method.
inline double next_step_factor(double error, double safety = 0.9) {
  if (!(error > 0)) return 5;
  return std::clamp(safety * std::pow(error, -0.2), 0.2, 5.0);
}

template <int N>
class DormandPrince {
 public:
  using Y = Vector<N>;

  double h = 0;
  Y y0, y1, k1, k7;

  // Takes the step from y0 = y with k1 = f(t, y) already in place (see `begin`). f(t, y, dydt) fills dydt.
  template <class F>
  void attempt(F&& f, double t, double step) {
    h = step;
    y_ = y0 + h * (1.0 / 5) * k1;
    f(t + h * (1.0 / 5), y_, k2_);
    y_ = y0 + h * ((3.0 / 40) * k1 + (9.0 / 40) * k2_);
    f(t + h * (3.0 / 10), y_, k3_);
    y_ = y0 + h * ((44.0 / 45) * k1 - (56.0 / 15) * k2_ + (32.0 / 9) * k3_);
    f(t + h * (4.0 / 5), y_, k4_);
    y_ = y0 + h * ((19372.0 / 6561) * k1 - (25360.0 / 2187) * k2_ + (64448.0 / 6561) * k3_ - (212.0 / 729) * k4_);
    f(t + h * (8.0 / 9), y_, k5_);
    y_ = y0 + h * ((9017.0 / 3168) * k1 - (355.0 / 33) * k2_ + (46732.0 / 5247) * k3_ + (49.0 / 176) * k4_ -
                   (5103.0 / 18656) * k5_);
    f(t + h, y_, k6_);
    y1 = y0 + h * ((35.0 / 384) * k1 + (500.0 / 1113) * k3_ + (125.0 / 192) * k4_ - (2187.0 / 6784) * k5_ +
                   (11.0 / 84) * k6_);
    f(t + h, y1, k7);
  }

  template <class F>
  void begin(F&& f, double t, const Y& y) {
    y0 = y;
    f(t, y0, k1);
  }

  // Prepares the next step: its start is this step's end.
  void advance() {
    y0 = y1;
    k1 = k7;
  }

  Y error() const {
    return h * ((71.0 / 57600) * k1 - (71.0 / 16695) * k3_ + (71.0 / 1920) * k4_ - (17253.0 / 339200) * k5_ +
                (22.0 / 525) * k6_ - (1.0 / 40) * k7);
  }

  // Coefficients of (3); call once per accepted step before `at` or `bernstein`.
  void prepare_dense() {
    r2_ = y1 - y0;
    r3_ = h * k1 - r2_;
    r4_ = r2_ - h * k7 - r3_;
    r5_ = h * ((-12715105075.0 / 11282082432.0) * k1 + (87487479700.0 / 32700410799.0) * k3_ -
               (10690763975.0 / 1880347072.0) * k4_ + (701980252875.0 / 199316789632.0) * k5_ -
               (1453857185.0 / 822651844.0) * k6_ + (69997945.0 / 29380423.0) * k7);
  }

  // As advance_to_event asks: the extension of this pair needs no further stages.
  template <class F>
  void prepare_dense(F&&, double) {
    prepare_dense();
  }
  static double next_step_factor(double error, double safety = 0.9) { return carom::next_step_factor(error, safety); }

  Y at(double theta) const {
    const double c = 1 - theta;
    return y0 + theta * (r2_ + c * (r3_ + theta * (r4_ + c * r5_)));
  }
  template <int Count>
  Vector<Count> head_at(double theta) const {
    const double c = 1 - theta;
    return y0.template head<Count>() +
           theta * (r2_.template head<Count>() +
                    c * (r3_.template head<Count>() +
                         theta * (r4_.template head<Count>() + c * r5_.template head<Count>())));
  }

  // Bernstein coefficients of degree four of the first Count component functions y(θ): column j is coefficient j.
  template <int Count = N>
  Matrix<Count, 5> bernstein() const {
    const Vector<Count> y = y0.template head<Count>();
    const Vector<Count> r2 = r2_.template head<Count>(), r3 = r3_.template head<Count>(),
                        r4 = r4_.template head<Count>();
    Matrix<Count, 5> b;
    b.col(0) = y;
    b.col(1) = y + 0.25 * (r2 + r3);
    b.col(2) = y + 0.5 * r2 + (1.0 / 3) * r3 + (1.0 / 6) * (r4 + r5_.template head<Count>());
    b.col(3) = y + 0.75 * r2 + 0.25 * (r3 + r4);
    b.col(4) = y1.template head<Count>();
    return b;
  }

 private:
  Y k2_, k3_, k4_, k5_, k6_, y_, r2_, r3_, r4_, r5_;
};

}  // namespace carom
