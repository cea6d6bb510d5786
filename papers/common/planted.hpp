// SPDX-License-Identifier: Apache-2.0
// Errors planted on purpose: does a report see a published number, or a computed one, that is wrong by three tolerances?
//
// Planted into a published number (or both ends of a range) it must leave a difference that no cause explains; into a computed
// one a difference, and of a misprint one that is not the paper's. Planted are numbers and ranges only that are decided:
//
//   published   reproduced, or out of a named variant. A number that is proved a misprint is wrong already; one that an
//               unprinted input gives would be given by another value of that input, and a measurement may lie anywhere.
//   computed    reproduced, or a misprint whose corrected number is ours.
//
// A shift goes away from what was computed; of what a variant explains, away from the variant too.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "papers/common/published.hpp"

namespace carom::papers {

enum class Planted { published, computed };

struct PlantedError {
  Planted into = Planted::published;
  double shift = 0;  // in the unit of the entry
  Comparison seen;   // the entry with it
  bool is_seen = false;
  // "drift_57_008: published −6.7 made −6.85, ours −6.73: reproduced"
  std::string brief() const;
};

// Where an error can be planted.
std::vector<Comparison> decided(const std::vector<Comparison>& comparisons, Planted into);

PlantedError plant(const Comparison& honest, Planted into, double tolerances = 3);

// So many of each, drawn at random with repetition. None where nothing is decided.
std::vector<PlantedError> plant_at_random(const std::vector<Comparison>& comparisons, int of_each, std::uint64_t seed);

}  // namespace carom::papers
