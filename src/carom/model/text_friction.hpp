// SPDX-License-Identifier: Apache-2.0
// Friction of a contact of a text, which may depend on its slip velocity.
//
// Model     μ is two formulas of the slip velocity v, one for each direction σ of the slip: what has its corner at v = 0, such as
//           |v|, is settled by σ, for a slip begins and ends there.
//   (1)  Other corners and jumps, as of if(|v| < v_1, μ_1, μ_2), are switches of the motion: their guards with v = γ_t(t, q, u)
//        are among those that the engine holds, one for each direction.
#pragma once

#include <vector>

#include "carom/expressions/program.hpp"
#include "carom/model/text_equations.hpp"

namespace carom {

class TextFriction {
 public:
  // The expressions whose switches are those of (1).
  static std::vector<expressions::Node> corners(TextEquations& equations, const ContactEquations& contact);

  TextFriction() = default;
  // `switches` holds those of the corners; `inputs` end with the slip velocity.
  TextFriction(TextEquations& equations, const ContactEquations& contact, const std::vector<expressions::Node>& inputs,
               const expressions::Switches& switches);

  // Of a slip in this direction, ±1: outputs μ, μ_s.
  const expressions::Program& program(int direction) const {
    return direction < 0 ? backward_.program : forward_.program;
  }
  // The sides of that program, from those of the motion.
  void sides(int direction, const int* of_motion, std::vector<int>& sides) const;

 private:
  struct Corner {
    int number = -1;  // of the motion's switch; −1: it does not turn
    bool turned = false;
  };
  struct Direction {
    expressions::Program program = {};
    std::vector<Corner> corners = {};  // after the switches of the motion
  };
  static Direction direction(TextEquations& equations, const ContactEquations& contact,
                             const std::vector<expressions::Node>& inputs, const expressions::Switches& switches,
                             int sigma);

  std::size_t switches_of_motion_ = 0;
  Direction forward_, backward_;
};

}  // namespace carom
