// SPDX-License-Identifier: Apache-2.0
// How the formulas of the catalog declare their inputs.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/base/parameters.hpp"

namespace carom::theory {

struct Range {
  double min, max;
  bool min_open = false, max_open = false;
};

inline ParameterSpec input(std::string name, double value, std::string unit, Range range, std::string meaning) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.value = value;
  spec.unit = std::move(unit);
  spec.min = range.min;
  spec.max = range.max;
  spec.min_open = range.min_open;
  spec.max_open = range.max_open;
  spec.meaning = std::move(meaning);
  return spec;
}

inline ParameterSpec whole(ParameterSpec spec) {
  spec.integer = true;
  return spec;
}

// The first choice is the default.
inline ParameterSpec word(std::string name, std::vector<std::string> choices, std::string meaning) {
  ParameterSpec spec;
  spec.name = std::move(name);
  spec.choice = choices.front();
  spec.choices = std::move(choices);
  spec.meaning = std::move(meaning);
  return spec;
}

}  // namespace carom::theory
