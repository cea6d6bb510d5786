// SPDX-License-Identifier: Apache-2.0
// The closed formulas of the papers by name: what `carom theory` offers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/base/parameters.hpp"

namespace carom::theory {

// Keys with their values: numbers, words where the answer is one of a few cases, and lists of such words.
using Answer = std::vector<std::pair<std::string, std::variant<double, std::string, std::vector<std::string>>>>;

struct Formula {
  std::string name;
  std::string summary;  // one line
  std::string source;   // key in docs/references.bib and equation numbers
  ParameterTable inputs;
  // The keys of the answer and their values, in SI units (or the reduced ones of the inputs), all finite. A key that
  // has no value for these inputs (a phase outside the window, say) is left out; throws BadInput when there is no answer
  // at all.
  std::function<Answer(const Parameters&)> evaluate;
};

const std::vector<Formula>& formulas();

// Throws BadInput that offers the nearest name.
const Formula& formula(std::string_view name);

}  // namespace carom::theory
