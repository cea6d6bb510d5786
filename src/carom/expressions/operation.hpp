// SPDX-License-Identifier: Apache-2.0
// What the nodes of an expression do, and the functions that a text may call.
//
// Conditions  below, at_most, zero, and the connectives give true or false; everything else is a number. Comparisons are
//             conditions on one difference: a < b is below(a − b).
// Switches    abs, sign, side, min, max, floor, below and at_most change their formula where a guard changes its sign, floor
//             where it passes a whole number (switches.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace carom::expressions {

enum class Operation : std::uint8_t {
  constant,
  input,
  add,
  subtract,
  multiply,
  divide,
  negate,
  power,
  whole_power,  // by products; the exponent is a small whole number
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  sqrt,
  hypot,
  table,  // a cubic spline or one of its derivatives
  abs,
  sign,  // −1, 0, 1
  side,  // −1 or 1: the slope of abs, 1 at zero
  min,
  max,
  floor,
  below,     // a < 0
  at_most,   // a ≤ 0
  zero,      // a = 0, of what is constant between events
  both,      // and
  either,    // or
  opposite,  // not
  select,    // condition ? a : b
};

// How many nodes it takes.
int operand_count(Operation operation);
bool is_condition(Operation operation);

// The number it gives for numbers; conditions are 0 and 1. Not for constants, inputs, tables and whole powers.
double apply(Operation operation, double a, double b = 0, double c = 0);

// What a text calls by name.
enum class Calls : std::uint8_t { operation, mod, conditional, sum, length };
struct Function {
  std::string_view name;
  Calls calls = Calls::operation;
  Operation operation = Operation::constant;
  int least = 1, most = 1;  // arguments; most −1: any number
};

const std::vector<Function>& functions();
const Function* find_function(std::string_view name);
std::string_view operation_name(Operation operation);

// Names that a text cannot give to anything else: functions, and, or, not, pi, inf.
bool is_reserved(std::string_view name);
std::vector<std::string> reserved_names();

}  // namespace carom::expressions
