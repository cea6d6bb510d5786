// SPDX-License-Identifier: Apache-2.0
// Errors planted on purpose: does a report see a published statement, or a computed one, that is wrong?
//
// Drawn from all entries. A number or a range is shifted by three tolerances, away from what was computed (and away from the
// variant, where one explains it). A claim has no tolerance: printed is its contrary, or found is the contrary of what was.
// Seen is an error in print if the entry is no more reproduced and, of a number, no cause explains it; an error in what is
// computed if the entry is not reproduced, or of a misprint not the paper's.
//
// Entries that cannot carry one, and why (`carries`):
//
//   not decided  open or with too few samples; unexplained ones are red as they are
//   in print     a number that is proved a misprint is wrong already, and whatever else is printed there would be one too;
//                one that an unprinted input gives would be given by another value of it; a measurement may lie anywhere; a
//                claim that is not reproduced says nothing of its contrary
//   computed     beside a variant, an input or a measurement stands no second number of ours, and beside a claim that is not
//                reproduced no second finding
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "papers/common/published.hpp"

namespace carom::papers {

enum class Planted { published, computed };

// Whether an entry can carry an error, or why not.
enum class Carries { yes, undecided, unexplained, wrong_in_print, another_input, measured, no_second_finding };
std::string_view name(Carries carries);
Carries carries(const Comparison& comparison, Planted into);

struct PlantedError {
  Planted into = Planted::published;
  double shift = 0;  // in the unit of the entry; of a claim 0
  Comparison seen;   // the entry with it
  bool is_seen = false;
  // "drift_57_008: published shifted by −0.15: published −6.85 mm/s, ours −6.73 mm/s: differs, unexplained"
  std::string brief() const;
};

PlantedError plant(const Comparison& honest, Planted into, double tolerances = 3);

// So many of each, drawn at random with repetition from all entries; those that carry none are drawn again, and counted by
// why (every entry once).
struct PlantedErrors {
  std::vector<PlantedError> errors;
  std::array<std::array<int, 7>, 2> entries{};  // [into][Carries]
  int carrying(Planted into) const { return entries[static_cast<std::size_t>(into)][0]; }
  std::string brief(Planted into) const;  // "55 carry an error in print; 9 wrong in print already, …"
};
PlantedErrors plant_at_random(const std::vector<Comparison>& comparisons, int of_each, std::uint64_t seed);

}  // namespace carom::papers
