// SPDX-License-Identifier: Apache-2.0
#include "papers/common/cause.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "papers/common/published.hpp"

namespace carom::papers {

std::string_view key(CauseKind kind) {
  switch (kind) {
    case CauseKind::misprint: return "misprint";
    case CauseKind::variant: return "variant";
    case CauseKind::input: return "input";
    case CauseKind::experiment: return "experiment";
    case CauseKind::statistics: return "statistics";
    case CauseKind::unexplained: break;
  }
  return "unexplained";
}

std::string_view name(CauseKind kind) {
  switch (kind) {
    case CauseKind::misprint: return "misprint or slip of the paper";
    case CauseKind::variant: return "follows from a named variant";
    case CauseKind::input: return "unprinted input";
    case CauseKind::experiment: return "model against experiment";
    case CauseKind::statistics: return "not decided in this run";
    case CauseKind::unexplained: break;
  }
  return "unexplained";
}

Cause misprint(std::string correct, bool holds, std::string detail) {
  return {.kind = CauseKind::misprint, .by = std::move(correct), .holds = holds, .detail = std::move(detail)};
}
Cause misprint(std::string correct, double number, std::string detail) {
  return {.kind = CauseKind::misprint, .by = std::move(correct), .number = number, .detail = std::move(detail)};
}
Cause follows_from(std::string variant, double number, double spread, std::string detail) {
  return {.kind = CauseKind::variant,
          .by = std::move(variant),
          .number = number,
          .spread = spread,
          .detail = std::move(detail)};
}
Cause follows_from(std::string variant, bool holds, std::string detail) {
  return {.kind = CauseKind::variant, .by = std::move(variant), .holds = holds, .detail = std::move(detail)};
}

std::string UnprintedInput::brief() const {
  return fmt::format("{} = {:.4g}{}{}, possible {:g} … {:g}", name, value, unit.empty() ? "" : " ", unit, low, high);
}
Cause unprinted(const UnprintedInput& input, double number, double spread, std::string detail) {
  return {.kind = CauseKind::input,
          .by = input.brief(),
          .number = number,
          .spread = spread,
          .holds = input.plausible(),
          .detail = std::move(detail)};
}
Cause unprinted(const UnprintedInput& input, bool holds, std::string detail) {
  return {
      .kind = CauseKind::input, .by = input.brief(), .holds = holds && input.plausible(), .detail = std::move(detail)};
}

Cause against_experiment(std::optional<double> own_simulation, std::string detail) {
  return {.kind = CauseKind::experiment,
          .by = own_simulation ? "the paper's own simulation" : "",
          .number = own_simulation,
          .detail = std::move(detail)};
}
Cause against_experiment(bool own_simulation_misses, std::string detail) {
  return {.kind = CauseKind::experiment, .holds = own_simulation_misses, .detail = std::move(detail)};
}

namespace {

bool near_published(const PublishedEntry& entry, double number, double within) {
  const double nearest = entry.kind == EntryKind::range ? std::clamp(number, entry.low, entry.high) : entry.value;
  // The last bits of a decimal fraction are not a difference.
  return std::abs(number - nearest) <= within * (1 + 1e-9);
}

// Whether the number of a variant or of an input is the published one.
bool comes_out(const PublishedEntry& entry, const Cause& cause) {
  const double within = std::max(entry.rounding, std::min(entry.rounding + cause.spread, entry.tolerance));
  return cause.number && std::isfinite(*cause.number) && near_published(entry, *cause.number, within);
}

bool decided(const PublishedEntry& entry, const Finding& finding, const Cause& cause) {
  switch (cause.kind) {
    case CauseKind::misprint:
      if (!cause.number) return cause.holds.value_or(false);
      return finding.value && std::abs(*finding.value - *cause.number) <= entry.tolerance;
    case CauseKind::variant: return cause.number ? comes_out(entry, cause) : cause.holds.value_or(false);
    case CauseKind::input: return cause.holds.value_or(false) && (!cause.number || comes_out(entry, cause));
    case CauseKind::experiment:
      if (entry.kind == EntryKind::claim) return cause.holds.value_or(false);
      return cause.number && std::isfinite(*cause.number) && !near_published(entry, *cause.number, entry.tolerance);
    case CauseKind::statistics:
    case CauseKind::unexplained: break;
  }
  return false;
}

std::string number_text(const PublishedEntry& entry, double number) {
  const bool plain = entry.unit.empty() || entry.unit == "1" || entry.unit == "°";
  return fmt::format("{:.5g}{}{}", number, plain ? "" : " ", entry.unit == "1" ? "" : entry.unit);
}

std::string in_words(const PublishedEntry& entry, const Cause& cause) {
  std::string text;
  if (cause.number)
    text = fmt::format("{}: {}", cause.by, number_text(entry, *cause.number));
  else
    text = cause.kind == CauseKind::experiment && cause.by.empty() ? "measured" : cause.by;
  if (!cause.detail.empty()) text += (text.empty() ? "" : "; ") + cause.detail;
  return text;
}

}  // namespace

Explanation explain(const PublishedEntry& entry, const Finding& finding) {
  const Cause& cause = finding.cause;
  if (cause.kind == CauseKind::unexplained) return {.text = cause.detail};
  if (decided(entry, finding, cause))
    return {.kind = cause.kind, .text = in_words(entry, cause), .number = cause.number};
  return {.text = fmt::format("tried and found wanting: {} ({})", name(cause.kind), in_words(entry, cause)),
          .number = cause.number};
}

Tally& Tally::operator+=(const Tally& other) {
  entries += other.entries;
  statements += other.statements;
  reproduced += other.reproduced;
  open += other.open;
  for (std::size_t k = 0; k < by_cause.size(); ++k) by_cause[k] += other.by_cause[k];
  return *this;
}

std::string Tally::brief() const {
  std::string text = fmt::format("{} statements: {} reproduced", statements, reproduced);
  for (const CauseKind kind : all_causes)
    if (of(kind) > 0) text += fmt::format(", {} {}", of(kind), name(kind));
  if (open > 0) text += fmt::format(", {} open", open);
  return text;
}

Tally tally_of(const std::vector<Comparison>& comparisons) {
  // Gravity of a statement: reproduced, the causes in their order, open.
  const auto gravity = [](const Comparison& c) {
    if (c.verdict == Verdict::reproduced) return -1;
    return c.verdict == Verdict::open ? static_cast<int>(all_causes.size()) : static_cast<int>(c.explanation.kind);
  };
  std::map<std::string, int> gravest;
  for (const Comparison& c : comparisons) {
    const std::string statement = c.entry.group.empty() ? "entry " + c.entry.id : "group " + c.entry.group;
    const auto [at, is_new] = gravest.emplace(statement, gravity(c));
    if (!is_new) at->second = std::max(at->second, gravity(c));
  }
  Tally tally{.entries = static_cast<int>(comparisons.size()), .statements = static_cast<int>(gravest.size())};
  for (const auto& [statement, how] : gravest) {
    if (how < 0)
      ++tally.reproduced;
    else if (how == static_cast<int>(all_causes.size()))
      ++tally.open;
    else
      ++tally.by_cause[static_cast<std::size_t>(how)];
  }
  return tally;
}

}  // namespace carom::papers
