// SPDX-License-Identifier: Apache-2.0
// What a paper publishes, entry by entry, and the verdict on each: its number or statement beside what was computed.
//
// An entry is one of
//   number   value ± tolerance (absolute), or ± relative × |value|; within `near` of the value it `differs`, else it is
//            `not reproduced`
//   range    the computed number lies in [low, high], widened by the tolerance; `near` as above, from the nearest end
//   claim    a statement that holds, holds in part (`differs`) or does not hold (`not reproduced`)
// `reason` says where the tolerance or criterion comes from; `because` why we think the result is another, and is shown
// only with such a verdict. A finding that could not be computed leaves its entry open.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/report/page.hpp"

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
  std::string reason, because;
};

// The entries of a published.toml, in its order. Throws BadInput with line and column if the file is wrong.
std::vector<PublishedEntry> read_published(std::string_view toml);

// One of them, or its number; throws BadInput if there is none.
const PublishedEntry& entry_of(const std::vector<PublishedEntry>& entries, const std::string& id);
double number_of(const std::vector<PublishedEntry>& entries, const std::string& id);

enum class Holds { no, in_part, yes };

struct Finding {
  std::optional<double> value;  // for numbers and ranges, in the entry's unit
  std::optional<Holds> holds;   // for claims
  std::string detail;           // what was measured, for the table
};

// A minus sign for the hyphen before a number, exponents left alone; units stay with their number.
std::string typeset(const std::string& text);

Finding measured(double value, std::string detail = {});
Finding claim(bool holds, std::string detail);
Finding claim(Holds holds, std::string detail);

using Findings = std::map<std::string, Finding>;

struct Comparison {
  PublishedEntry entry;
  Finding finding;
  Verdict verdict = Verdict::open;
  std::string published, ours, difference, reason;  // as the report shows them

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
