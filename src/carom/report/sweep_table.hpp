// SPDX-License-Identifier: Apache-2.0
// The rows of a store as a report needs them: one entry a point, that is, a set of parameters. Runs that differ in their
// seed only are put together while the rows pass by, in one pass over the file.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "carom/store/sweep_store.hpp"

namespace carom::report {

struct SweepParameter {
  std::string name = {}, unit = "1";
  bool is_number = true;  // all its values are
  bool sampled = false;   // drawn from a range, not set on a grid
  bool log_range = false;
  std::vector<double> numbers = {};       // its different values, ascending
  std::vector<std::string> words = {};    // those of a parameter that is no number
  std::vector<std::uint32_t> value = {};  // of each point: which of them

  std::size_t count() const { return is_number ? numbers.size() : words.size(); }
  std::string text(std::size_t value) const;  // "f = 25 Hz"
};

inline constexpr std::uint32_t no_word = UINT32_MAX;

// An observable, or the outcome. A failed run has no value of an observable, nor has one that is not finite.
struct SweepQuantity {
  std::string name = {}, unit = "1";
  bool is_word = false;
  long runs = 0;                         // with a value
  std::vector<double> mean = {};         // over the seeds, of each point; NaN without a value
  std::vector<double> error = {};        // standard error, NaN with fewer than two runs; empty if no point has two
  std::vector<std::string> words = {};   // the different ones, the commonest first
  std::vector<long> word_runs = {};      // of each of them
  std::vector<std::uint32_t> word = {};  // of each point: the commonest of its runs, or no_word
};

struct SweepOutcome {
  long runs = 0, failed = 0;
  std::string reason = {};  // of the first that gave one
};

struct SweepTable {
  std::vector<SweepParameter> parameters = {};
  std::vector<SweepQuantity> quantities = {};  // observables as they were asked for, then the outcome
  std::map<std::string, SweepOutcome> outcomes = {};
  std::size_t points = 0;
  long runs = 0;
  bool several_seeds = false;  // some point has more than one run
};

// `observables`: which of them; the outcome comes along. `units` of observables by name, where they are known. Throws
// BadInput if the file is damaged.
SweepTable read_sweep(const store::StoreReader& reader, const std::vector<std::string>& observables,
                      const std::map<std::string, std::string>& units = {});

}  // namespace carom::report
