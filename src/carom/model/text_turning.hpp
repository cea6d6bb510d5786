// SPDX-License-Identifier: Apache-2.0
// How fast the functions of a text oscillate whose zeros the engine looks for.
//
// Model     sin a, cos a, tan a with a(t, q, z) turn at the rate
//   (1)  ȧ = ∂a/∂t + (∂a/∂q) u + (∂a/∂z) ż
//        A quartic through five looks follows half a round, so that no zero hides between the looks of a step of π/|ȧ|.
// Limits    What oscillates by velocities, sin(1000 ẋ), is not told: that would take the accelerations.
#pragma once

#include <vector>

#include "carom/expressions/program.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

class TextTurning {
 public:
  TextTurning() = default;
  // Of the functions of switches, events and gaps.
  TextTurning(TextEquations& equations, const expressions::Switches& switches,
              const std::vector<expressions::Node>& inputs);

  const expressions::Program& program() const { return rates_; }
  // The largest |ȧ| [rad/s].
  double fastest(const double* inputs, double* work, double* outputs) const;

 private:
  double steady_ = 0;  // of those that turn at a constant rate
  expressions::Program rates_;
};

}  // namespace carom
