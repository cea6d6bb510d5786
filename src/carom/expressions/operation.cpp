// SPDX-License-Identifier: Apache-2.0
#include "carom/expressions/operation.hpp"

#include <algorithm>
#include <cmath>

namespace carom::expressions {

int operand_count(Operation operation) {
  switch (operation) {
    case Operation::constant:
    case Operation::input: return 0;
    case Operation::add:
    case Operation::subtract:
    case Operation::multiply:
    case Operation::divide:
    case Operation::power:
    case Operation::atan2:
    case Operation::hypot:
    case Operation::min:
    case Operation::max:
    case Operation::both:
    case Operation::either: return 2;
    case Operation::select: return 3;
    default: return 1;
  }
}

bool is_condition(Operation operation) {
  switch (operation) {
    case Operation::below:
    case Operation::at_most:
    case Operation::zero:
    case Operation::both:
    case Operation::either:
    case Operation::opposite: return true;
    default: return false;
  }
}

double apply(Operation operation, double a, double b, double c) {
  switch (operation) {
    case Operation::add: return a + b;
    case Operation::subtract: return a - b;
    case Operation::multiply: return a * b;
    case Operation::divide: return a / b;
    case Operation::negate: return -a;
    case Operation::power: return std::pow(a, b);
    case Operation::sin: return std::sin(a);
    case Operation::cos: return std::cos(a);
    case Operation::tan: return std::tan(a);
    case Operation::asin: return std::asin(a);
    case Operation::acos: return std::acos(a);
    case Operation::atan: return std::atan(a);
    case Operation::atan2: return std::atan2(a, b);
    case Operation::sinh: return std::sinh(a);
    case Operation::cosh: return std::cosh(a);
    case Operation::tanh: return std::tanh(a);
    case Operation::exp: return std::exp(a);
    case Operation::log: return std::log(a);
    case Operation::sqrt: return std::sqrt(a);
    case Operation::hypot: return std::hypot(a, b);
    case Operation::abs: return a < 0 ? -a : a;
    case Operation::sign: return a < 0 ? -1 : a > 0 ? 1 : 0;
    case Operation::side: return a < 0 ? -1 : 1;
    case Operation::min: return b < a ? b : a;
    case Operation::max: return a < b ? b : a;
    case Operation::floor: return std::floor(a);
    case Operation::below: return a < 0;
    case Operation::at_most: return a <= 0;
    case Operation::zero: return a == 0;
    case Operation::both: return a != 0 && b != 0;
    case Operation::either: return a != 0 || b != 0;
    case Operation::opposite: return a == 0;
    case Operation::select: return a != 0 ? b : c;
    default: return std::nan("");
  }
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all{
      {"sin", Calls::operation, Operation::sin},           {"cos", Calls::operation, Operation::cos},
      {"tan", Calls::operation, Operation::tan},           {"asin", Calls::operation, Operation::asin},
      {"acos", Calls::operation, Operation::acos},         {"atan", Calls::operation, Operation::atan},
      {"atan2", Calls::operation, Operation::atan2, 2, 2}, {"sinh", Calls::operation, Operation::sinh},
      {"cosh", Calls::operation, Operation::cosh},         {"tanh", Calls::operation, Operation::tanh},
      {"exp", Calls::operation, Operation::exp},           {"log", Calls::operation, Operation::log},
      {"sqrt", Calls::operation, Operation::sqrt},         {"hypot", Calls::operation, Operation::hypot, 2, 2},
      {"abs", Calls::operation, Operation::abs},           {"sign", Calls::operation, Operation::sign},
      {"min", Calls::operation, Operation::min, 2, -1},    {"max", Calls::operation, Operation::max, 2, -1},
      {"floor", Calls::operation, Operation::floor},       {"mod", Calls::mod, Operation::constant, 2, 2},
      {"if", Calls::conditional, Operation::select, 3, 3}, {"sum", Calls::sum, Operation::add, 4, 4},
      {"len", Calls::length, Operation::constant, 1, 1},
  };
  return all;
}

const Function* find_function(std::string_view name) {
  for (const Function& function : functions())
    if (function.name == name) return &function;
  return nullptr;
}

std::string_view operation_name(Operation operation) {
  for (const Function& function : functions())
    if (function.calls == Calls::operation && function.operation == operation) return function.name;
  return "";
}

std::vector<std::string> reserved_names() {
  std::vector<std::string> names{"and", "or", "not", "pi", "inf"};
  for (const Function& function : functions()) names.emplace_back(function.name);
  return names;
}

bool is_reserved(std::string_view name) {
  static const std::vector<std::string> names = reserved_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace carom::expressions
