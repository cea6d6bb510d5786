// SPDX-License-Identifier: Apache-2.0
// The same run with several seeds, several at a time: what is random becomes a mean with its standard error.
#pragma once

#include <cstdint>

#include "carom/catalog/system.hpp"

namespace carom::study {

struct SeedRange {
  std::uint64_t first = 1, last = 1;
};

// Observables that are numbers become an SeedMean, words a count of each ("forward 4, none 1"); lists are averaged. The
// final state and the ledger are those of the first seed. The outcome is the first failure there is, and its reason names the seed. Rows, events and films of a
// request with several seeds throw BadInput. `jobs` runs at a time; the result does not depend on it.
RunResult run_seeds(const System& system, const RunRequest& request, SeedRange seeds, int jobs);

// "3" or "1:5"; throws BadInput.
SeedRange read_seeds(const std::string& text);

}  // namespace carom::study
