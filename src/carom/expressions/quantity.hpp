// SPDX-License-Identifier: Apache-2.0
// A text that is one number and a unit is a quantity, "25 Hz"; every other text is an expression in SI, without units.
//
// The two never meet: in an expression no name follows a number without a sign between them. What begins like a quantity and
// is in no known unit is refused. Units are those of base/units.hpp, and a value written with a prefix has the bits of the
// same value without. "2/s" is an expression, two divided by what s is.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "carom/base/units.hpp"
#include "carom/expressions/place.hpp"
#include "carom/expressions/syntax.hpp"

namespace carom::expressions {

struct Quantity {
  double value = 0;  // in SI
  Dimension dimension = {};
  std::string unit = {};  // as it is written
  std::string text = {};
  Place place = {};
};

using Reading = std::variant<Quantity, Syntax>;

bool reads_as_quantity(std::string_view text);
// Throws Refusal.
Reading read(std::string text, Place place = {});

// Refuses a quantity whose dimension is not that of the unit ("" and "1": a pure number); `what` is the subject of the
// sentence, such as "parameter 'h0'".
void require_unit(const Quantity& quantity, std::string_view unit, std::string_view what);

}  // namespace carom::expressions
