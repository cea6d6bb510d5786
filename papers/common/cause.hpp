// SPDX-License-Identifier: Apache-2.0
// Whose difference it is: why an entry of a paper is not reproduced, as one of a few kinds, decided by a computation.
//
// Whoever looks for an entry puts a cause forward, together with what was computed for it; whether it holds is decided
// here, when the report is made. A cause that does not hold leaves the difference unexplained, whatever was hoped for.
//
//   misprint     the paper's statement as corrected is evaluated and holds: its number is the one that we compute, or, of a
//                claim, `holds`
//   variant      the published number comes out of a named variant of the model or of the numbers (one for a whole table)
//   input        it comes out for a value of an input that the paper does not print; the value lies in a stated physical range
//   experiment   a measurement: our model does not meet its interval, and neither does the paper's own simulation, or where it
//                prints none another result of the paper, that `by` names; without such a number nothing is explained
//   statistics   the run has too few samples to decide; a longer one does
//   unexplained  none of these
//
// "Comes out" means within half a unit of the last printed digit, and what the rounding of the printed inputs makes of it, if
// `spread` says so (never more than the tolerance of the entry).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace carom::papers {

struct PublishedEntry;
struct Finding;
struct Comparison;

enum class CauseKind { misprint, variant, input, experiment, statistics, unexplained };

inline constexpr std::array<CauseKind, 6> all_causes{CauseKind::misprint,   CauseKind::variant,
                                                     CauseKind::input,      CauseKind::experiment,
                                                     CauseKind::statistics, CauseKind::unexplained};

// "misprint", as files have it, and "misprint of the paper", as pages do.
std::string_view key(CauseKind kind);
std::string_view name(CauseKind kind);

struct Cause {
  CauseKind kind = CauseKind::unexplained;  // what is put forward
  std::string by = {};                      // the corrected statement, the variant, the input: in a few words
  std::optional<double> number = {};        // what it gives, in the unit of the entry
  double spread = 0;                        // of that number, through the rounding of the printed inputs
  std::optional<bool> holds = {};           // of claims, and of inputs: whether the value is in the physical range
  std::string detail = {};                  // what was computed, for the table
};

// The corrected statement holds; or it is a number, and ours is the same within the entry's tolerance.
Cause misprint(std::string correct, bool holds, std::string detail = {});
Cause misprint(std::string correct, double number, std::string detail = {});

// A variant gives the published number, or shows what is claimed.
Cause follows_from(std::string variant, double number, double spread = 0, std::string detail = {});
Cause follows_from(std::string variant, bool holds, std::string detail = {});

// An input that is not printed, with the value that gives the number or shows what is claimed, and its physical range.
struct UnprintedInput {
  std::string name, unit;
  double value = 0, low = 0, high = 0;
  // "e = 0.68 in 0.6 … 0.7"
  std::string brief() const;
  bool plausible() const { return value >= low && value <= high; }
};
Cause unprinted(const UnprintedInput& input, double number, double spread = 0, std::string detail = {});
Cause unprinted(const UnprintedInput& input, bool holds, std::string detail = {});

// A measurement, and what the paper's own simulation has for it; another result of the paper needs its name in `by`.
Cause against_experiment(std::optional<double> own_simulation, std::string detail = {});
Cause against_experiment(bool own_simulation_misses, std::string detail);  // of claims

// How a cause was decided.
struct Explanation {
  CauseKind kind = CauseKind::unexplained;
  std::string text;              // what the cause is, or why the one put forward does not hold
  std::optional<double> number;  // the one that explains it
};
Explanation explain(const PublishedEntry& entry, const Finding& finding);

// Counts of statements: entries of one `group` are one statement. It is reproduced if all of its entries are; otherwise its
// cause is that of its entries, *unexplained* if one of them is.
struct Tally {
  int entries = 0, statements = 0, reproduced = 0, open = 0;
  std::array<int, all_causes.size()> by_cause{};

  int of(CauseKind kind) const { return by_cause[static_cast<std::size_t>(kind)]; }
  Tally& operator+=(const Tally& other);
  // "90 statements: 72 reproduced, 9 misprints of the paper, …"; what is not there is not named.
  std::string brief() const;
};
Tally tally_of(const std::vector<Comparison>& comparisons);

}  // namespace carom::papers
