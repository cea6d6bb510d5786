// SPDX-License-Identifier: Apache-2.0
// A sweep: one system at many values of its parameters, each point a run of its own.
//
// Points are numbered: grid axes in the order of the study, the last one fastest, then samples, then seeds, which are
// fastest of all. A point's number, parameters and key do not depend on who computes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/catalog/system.hpp"
#include "carom/sweep/seeds.hpp"

namespace carom::study {

// A value of a parameter: a number in its unit, or a word.
using Setting = std::variant<double, std::string>;

struct Axis {
  std::string name = {};
  std::string unit = "1";
  std::vector<Setting> values = {};
};

enum class Sampling { latin, sobol };

// A range that samples are drawn from.
struct SampledRange {
  std::string name = {};
  std::string unit = "1";
  double from = 0, to = 1;
  bool log = false;
};

// A sum of hashes, one of each thing that decides a result: what all points share is summed once.
struct KeySum {
  std::uint64_t low = 0, high = 0;
  void add(std::string_view text);
};

struct Sweep {
  const System* system = nullptr;
  std::string title = {};
  RunRequest base;  // what all points share
  std::vector<Axis> axes = {};
  std::vector<SampledRange> ranges = {};
  std::vector<std::vector<double>> samples = {};  // one list of values a range, drawn once
  SeedRange seeds = {};
  bool seeded = false;                        // seeds were asked for
  std::vector<std::string> observables = {};  // to be kept; empty: all
  std::string text = {};                      // the study as it was given, for the store
  KeySum shared_key = {};                     // of what does not vary …
  std::vector<std::string> varied_key = {};   // … and the parameters that do, themselves or by following another

  long sample_count() const { return samples.empty() ? 1 : static_cast<long>(samples.front().size()); }
  long points() const;
  std::vector<std::string> varied() const;  // names of axes and ranges, in this order
};

struct SweepPoint {
  long number = 0;
  std::vector<Setting> values = {};  // of Sweep::varied()
  std::uint64_t seed = 1;
};

SweepPoint point_of(const Sweep& sweep, long number);
RunRequest request_of(const Sweep& sweep, const SweepPoint& point);

// Fills the two members that keys are made from, once all others are there.
void prepare_keys(Sweep& sweep);

// A name for the result of a run: a hash of system, numbers_version, every parameter as it is resolved, seed, law, length and
// tolerances. Runs with the same key give the same bits.
std::string key_of(const Sweep& sweep, const RunRequest& request);

// A hash of all that says which points there are.
std::string identity_of(const Sweep& sweep);

// What one point gave. A cell without a value has none in this run.
using Cell = std::variant<std::monostate, double, long, std::string>;

struct SweepRow {
  long number = 0;
  std::string key = {};
  std::vector<Setting> values = {};
  std::uint64_t seed = 1;
  std::string outcome = {};  // a name of Outcome; "refused": the parameters do not go together
  std::string reason = {};
  bool failed = false;
  double seconds = 0;
  std::vector<std::pair<std::string, Cell>> observables = {};
};

// Never throws for what a point does: failures are rows. An interrupted run has the outcome "interrupted" and is no row
// to be kept.
SweepRow compute(const Sweep& sweep, long number, const std::atomic<bool>* interrupt = nullptr);

// Rows as bytes, from one process to another.
std::string packed(const SweepRow& row);
SweepRow unpacked(std::string_view bytes);

// N points of the ranges, the same on every machine: a Latin hypercube by the seed, or the first N of Sobol's sequence.
std::vector<std::vector<double>> draw_samples(const std::vector<SampledRange>& ranges, Sampling sampling, long N,
                                              std::uint64_t seed);

}  // namespace carom::study
