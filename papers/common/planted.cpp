// SPDX-License-Identifier: Apache-2.0
#include "papers/common/planted.hpp"

#include <fmt/format.h>

#include <cmath>

#include "carom/base/random.hpp"

namespace carom::papers {

namespace {

bool has_number(const Comparison& c) { return c.entry.kind != EntryKind::claim && c.finding.value.has_value(); }

// A number is explained by another one that this is compared with.
bool explained_by_number(const Comparison& c, CauseKind kind) {
  return c.has_cause() && c.explanation.kind == kind && c.finding.cause.number.has_value();
}

bool is_decided(const Comparison& c, Planted into) {
  if (!has_number(c)) return false;
  // A measurement that is met would be one that is not met, and explained as that.
  if (into == Planted::published && c.finding.cause.kind == CauseKind::experiment) return false;
  if (c.verdict == Verdict::reproduced) return true;
  return explained_by_number(c, into == Planted::published ? CauseKind::variant : CauseKind::misprint);
}

}  // namespace

std::vector<Comparison> decided(const std::vector<Comparison>& comparisons, Planted into) {
  std::vector<Comparison> list;
  for (const Comparison& c : comparisons)
    if (is_decided(c, into)) list.push_back(c);
  return list;
}

PlantedError plant(const Comparison& honest, Planted into, double tolerances) {
  PublishedEntry entry = honest.entry;
  Finding finding = honest.finding;
  const double ours = *finding.value,
               middle = entry.kind == EntryKind::range ? 0.5 * (entry.low + entry.high) : entry.value;
  // Over the whole of a range, and past the variant that explains the number as it is.
  double reach = entry.kind == EntryKind::range ? entry.high - entry.low : 0;
  if (explained_by_number(honest, CauseKind::variant)) reach += std::abs(*finding.cause.number - ours);
  const double away = ours > middle ? 1 : -1;
  PlantedError planted{.into = into, .shift = away * (tolerances * entry.tolerance + reach), .seen = {}};
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
  return fmt::format("{}: {} shifted by {:g}: published {}, ours {}: {}{}", seen.entry.id,
                     into == Planted::published ? "published" : "computed", shift, seen.published, seen.ours,
                     name(seen.verdict), seen.has_cause() ? fmt::format(", {}", name(seen.explanation.kind)) : "");
}

std::vector<PlantedError> plant_at_random(const std::vector<Comparison>& comparisons, int of_each, std::uint64_t seed) {
  std::vector<PlantedError> errors;
  for (const Planted into : {Planted::published, Planted::computed}) {
    const std::vector<Comparison> list = decided(comparisons, into);
    Random random(seed, into == Planted::published ? 0 : 1);
    for (int k = 0; k < of_each && !list.empty(); ++k)
      errors.push_back(
          plant(list[static_cast<std::size_t>(random.uniform(0, 1) * static_cast<double>(list.size()))], into));
  }
  return errors;
}

}  // namespace carom::papers
