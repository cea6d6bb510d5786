// SPDX-License-Identifier: Apache-2.0
// The equations that follow from a model's text, for people: M, h, the rows and drifts of contacts, the rates of states.
#pragma once

#include <string>
#include <vector>

#include "carom/model/model_text.hpp"

namespace carom {

struct EquationLine {
  std::string name = {};   // "M[x, y]", "h[x]", "table: w[y]"
  std::string text = {};   // as an expression
  std::string latex = {};  // "M_{x y} = m"
};

// With parameters as names. What is zero is left out.
std::vector<EquationLine> equation_lines(const ModelText& text);

}  // namespace carom
