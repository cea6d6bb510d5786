// The closed formulas of the papers by name: what `carom theory` offers.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/parameters.hpp"

namespace carom::theory {

struct Formula {
  std::string name;
  std::string summary;  // one line
  std::string source;   // key in docs/references.bib and equation numbers
  ParameterTable inputs;
  // The keys of the answer and their values, in SI units, all finite. A key that has no value for these inputs (a phase
  // outside the window, say) is left out; throws BadInput when there is no answer at all.
  std::function<std::vector<std::pair<std::string, double>>(const Parameters&)> evaluate;
};

const std::vector<Formula>& formulas();

// Throws BadInput that offers the nearest name.
const Formula& formula(std::string_view name);

}  // namespace carom::theory
