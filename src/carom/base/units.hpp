// SPDX-License-Identifier: Apache-2.0
// Units as an algebra of dimensions: products, quotients and powers of a few symbols instead of a list of spellings.
//
// A unit is factor · 10^ten of the SI unit of its dimension kg^a m^b s^c rad^d. Angle is a dimension of its own, so
// that rad/s and Hz, or N m and N m/rad, are not taken for one another. The power of ten is kept apart from the factor
// because it can be moved into the exponent of the written number: "0.25mm" then has the very bits of 0.00025, and
// results stored under a hash of the parameters are found again however a value was written.
//
// Grammar:  unit  = ["1" | term] { ("*" | "·" | " ") term | "/" term },  term = symbol [["^"] exponent] | "(" unit ")"
// A product without sign after a quotient ("N/m s") is refused: readers disagree on what it means.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom {

struct Dimension {
  double kg = 0, m = 0, s = 0, rad = 0;  // exponents; not always whole: a Hertzian stiffness is in N/m^1.5
};

struct Unit {
  Dimension dimension;
  double factor = 1;
  int ten = 0;
};

bool same_dimension(const Dimension& a, const Dimension& b);

// The unit that is written so, if it is one; "1" and "" are the pure number.
std::optional<Unit> parse_unit(std::string_view text);

// A unit that takes values in any unit, each in its own SI unit: of a quantity of which nobody has said what it is.
inline constexpr std::string_view any_unit = "any";

// The SI unit of a dimension, as it is written: "m/s2", "N m/rad", or by its base units, "kg^0.5 m/s".
std::string si_unit(const Dimension& dimension);

// What is measured in that unit, with its article: "a length", "an angle"; "a quantity" if it has no common name.
std::string quantity_noun(std::string_view unit);

// Spellings worth offering to somebody who missed one by a letter: nearest_name (parameters.hpp).
const std::vector<std::string>& common_units();

}  // namespace carom
