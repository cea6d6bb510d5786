// SPDX-License-Identifier: Apache-2.0
#include "papers/common/planted.hpp"

#include <fmt/format.h>

#include <cmath>

#include "carom/base/random.hpp"

namespace carom::papers {

namespace {

bool is_claim(const Comparison& c) { return c.entry.kind == EntryKind::claim; }

// A number is explained by another one that this is compared with.
bool explained_by_number(const Comparison& c, CauseKind kind) {
  return c.has_cause() && c.explanation.kind == kind && c.finding.cause.number.has_value();
}

}  // namespace

std::string_view name(Carries carries) {
  switch (carries) {
    case Carries::yes: return "carry an error";
    case Carries::undecided: return "not decided";
    case Carries::unexplained: return "unexplained";
    case Carries::wrong_in_print: return "wrong in print already";
    case Carries::another_input: return "given by another value of an unprinted input";
    case Carries::measured: return "measured";
    case Carries::no_second_finding: return "without a second finding beside them";
  }
  return "";
}

Carries carries(const Comparison& c, Planted into) {
  if (c.verdict == Verdict::open || c.verdict == Verdict::undecided) return Carries::undecided;
  if (c.unexplained()) return Carries::unexplained;
  if (into == Planted::computed) {
    const bool seen = c.verdict == Verdict::reproduced || (!is_claim(c) && explained_by_number(c, CauseKind::misprint));
    return seen ? Carries::yes : Carries::no_second_finding;
  }
  // A measurement that is met would be one that is not met, and explained as that.
  if (!is_claim(c) && c.finding.cause.kind == CauseKind::experiment) return Carries::measured;
  if (c.verdict == Verdict::reproduced) return Carries::yes;
  if (!is_claim(c) && explained_by_number(c, CauseKind::variant)) return Carries::yes;
  switch (c.explanation.kind) {
    case CauseKind::misprint: return Carries::wrong_in_print;
    case CauseKind::input: return Carries::another_input;
    case CauseKind::experiment: return Carries::measured;
    default: return Carries::no_second_finding;
  }
}

PlantedError plant(const Comparison& honest, Planted into, double tolerances) {
  PlantedError planted{.into = into, .shift = 0, .seen = {}};
  PublishedEntry entry = honest.entry;
  Finding finding = honest.finding;
  if (is_claim(honest)) {
    // The contrary of a statement that holds is one that does not, printed or found.
    finding.holds = finding.holds == Holds::yes ? Holds::no : Holds::yes;
    planted.seen = compare(entry, &finding);
    planted.is_seen = planted.seen.verdict == Verdict::not_reproduced;
    return planted;
  }
  const double ours = *finding.value,
               middle = entry.kind == EntryKind::range ? 0.5 * (entry.low + entry.high) : entry.value;
  // Over the whole of a range, and past the variant that explains the number as it is.
  double reach = entry.kind == EntryKind::range ? entry.high - entry.low : 0;
  if (explained_by_number(honest, CauseKind::variant)) reach += std::abs(*finding.cause.number - ours);
  const double away = ours > middle ? 1 : -1;
  planted.shift = away * (tolerances * entry.tolerance + reach);
  if (into == Planted::published) {
    planted.shift = -planted.shift;
    for (double* number : {&entry.value, &entry.low, &entry.high}) *number += planted.shift;
  } else {
    finding.value = ours + planted.shift;
  }
  planted.seen = compare(entry, &finding);
  planted.is_seen = into == Planted::published || honest.has_cause() ? planted.seen.unexplained()
                                                                     : planted.seen.verdict != Verdict::reproduced;
  return planted;
}

std::string PlantedError::brief() const {
  const std::string how =
      seen.entry.kind == EntryKind::claim ? "made its contrary" : fmt::format("shifted by {:g}", shift);
  return fmt::format("{}: {} {}: published {}, ours {}: {}{}", seen.entry.id,
                     into == Planted::published ? "published" : "computed", how, seen.published, seen.ours,
                     name(seen.verdict), seen.has_cause() ? fmt::format(", {}", name(seen.explanation.kind)) : "");
}

std::string PlantedErrors::brief(Planted into) const {
  std::string text;
  const auto& counts = entries[static_cast<std::size_t>(into)];
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[k], name(static_cast<Carries>(k)));
  return text;
}

PlantedErrors plant_at_random(const std::vector<Comparison>& comparisons, int of_each, std::uint64_t seed) {
  PlantedErrors planted;
  for (const Planted into : {Planted::published, Planted::computed}) {
    for (const Comparison& c : comparisons)
      ++planted.entries[static_cast<std::size_t>(into)][static_cast<std::size_t>(carries(c, into))];
    if (planted.carrying(into) == 0) continue;
    Random random(seed, into == Planted::published ? 0 : 1);
    for (int k = 0; k < of_each;) {
      const auto at = static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(comparisons.size()));
      if (carries(comparisons[at], into) != Carries::yes) continue;
      planted.errors.push_back(plant(comparisons[at], into));
      ++k;
    }
  }
  return planted;
}

}  // namespace carom::papers
