// SPDX-License-Identifier: Apache-2.0
// What a paper publishes, entry by entry, and the verdict on each: its number or statement beside what was computed.
//
// An entry is one of
//   number   value ± tolerance (absolute), or ± relative × |value|; within `near` of the value it `differs`, else it is
//            `not reproduced`
//   range    the computed number lies in [low, high], widened by the tolerance; `near` as above, from the nearest end
//   claim    a statement that holds, holds in part (`differs`) or does not hold (`not reproduced`)
// `reason` says where the tolerance or criterion comes from. A finding that could not be computed leaves its entry open.
//
// A finding may have an `error`, the half-width of the interval in which its number lies: an equivalence test. The entry is
// reproduced if the whole interval is within the tolerance, another verdict if it lies outside as a whole, and *not decided*
// otherwise.
//
// Whose difference it is, where an entry is not reproduced, is computed too: cause.hpp. `because` is prose beside it;
// `question` the heading in docs/questions.md of what stays unexplained. Entries with one `group` are one statement in several
// rows; a [[group]] has its `id` and `statement`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/report/page.hpp"
#include "papers/common/cause.hpp"

namespace carom::papers {

using report::Verdict;

enum class EntryKind { number, range, claim };

struct PublishedEntry {
  std::string id, section, where, statement;
  EntryKind kind = EntryKind::claim;
  double value = 0, low = 0, high = 0;  // as printed, in `unit`
  std::string unit;
  double tolerance = 0;  // absolute, in `unit`
  double near = 0;       // absolute: the limit of `differs`
  double rounding = 0;   // half a unit of the last printed digit
  std::string reason, because;
  std::string group, group_statement, question;
};

// The entries of a published.toml, in its order. Throws BadInput with line and column if the file is wrong.
std::vector<PublishedEntry> read_published(std::string_view toml);

// One of them, or its number; throws BadInput if there is none.
const PublishedEntry& entry_of(const std::vector<PublishedEntry>& entries, const std::string& id);
double number_of(const std::vector<PublishedEntry>& entries, const std::string& id);

enum class Holds { no, in_part, yes, undecided };

struct Finding {
  std::optional<double> value;  // for numbers and ranges, in the entry's unit
  std::optional<Holds> holds;   // for claims
  std::string detail;           // what was measured, for the table
  std::optional<double> error;  // half-width of the interval of `value`
  Cause cause = {};             // if it should not be reproduced

  // The same with a cause put forward.
  Finding but(Cause put_forward) const {
    Finding with_cause = *this;
    with_cause.cause = std::move(put_forward);
    return with_cause;
  }
};

// A minus sign for the hyphen before a number, exponents left alone; units stay with their number.
std::string typeset(const std::string& text);

Finding measured(double value, std::string detail = {});
// With the half-width of its interval, for an equivalence test.
Finding estimated(double value, double error, std::string detail = {});
Finding claim(bool holds, std::string detail);
Finding claim(Holds holds, std::string detail);

using Findings = std::map<std::string, Finding>;

struct Comparison {
  PublishedEntry entry;
  Finding finding;
  Verdict verdict = Verdict::open;
  Explanation explanation;                          // whose difference it is, unless reproduced or open
  std::string published, ours, difference, reason;  // as the report shows them

  bool has_cause() const { return verdict != Verdict::reproduced && verdict != Verdict::open; }
  bool unexplained() const { return has_cause() && explanation.kind == CauseKind::unexplained; }

  // What was computed, with all digits: a number as the shortest text that reads back as its bits, a claim as yes, in
  // part or no; empty where nothing was computed.
  std::string value() const;
};

Comparison compare(const PublishedEntry& entry, const Finding* finding);

// Every published entry with its verdict, in the order of the file. A finding without an entry is misuse: BadInput.
std::vector<Comparison> compare_all(const std::vector<PublishedEntry>& entries, const Findings& findings);

// A misprint or contradiction of a paper with the numbers that show it.
struct Erratum {
  std::string where, printed, correct, evidence;
};

}  // namespace carom::papers
