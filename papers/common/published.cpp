// SPDX-License-Identifier: Apache-2.0
#include "papers/common/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "carom/base/bad_input.hpp"
#include "carom/base/toml.hpp"

namespace carom::papers {

namespace {

[[noreturn]] void refuse(const toml::node& node, const std::string& why) {
  throw BadInput(
      fmt::format("published.toml, line {}, column {}: {}", node.source().begin.line, node.source().begin.column, why));
}

std::string text(const toml::table& table, const char* key, bool required = true) {
  const toml::node* node = table.get(key);
  if (!node) {
    if (required) refuse(table, fmt::format("an entry needs `{}`", key));
    return {};
  }
  const auto value = node->value<std::string>();
  if (!value) refuse(*node, fmt::format("`{}` must be text", key));
  return *value;
}

std::optional<double> quantity(const toml::table& table, const char* key) {
  const toml::node* node = table.get(key);
  if (!node) return {};
  const auto value = node->value<double>();
  if (!value) refuse(*node, fmt::format("`{}` must be a number", key));
  return value;
}

PublishedEntry read_entry(const toml::table& table) {
  static const std::set<std::string_view> known = {"id",    "section", "where",  "statement", "value",
                                                   "range", "unit",    "claim",  "tolerance", "relative",
                                                   "near",  "reason",  "because"};
  for (const auto& [key, node] : table)
    if (!known.count(key.str())) refuse(node, fmt::format("unknown key `{}`", key.str()));
  PublishedEntry entry{.id = text(table, "id"),
                       .section = text(table, "section"),
                       .where = text(table, "where"),
                       .statement = text(table, "statement")};
  entry.unit = text(table, "unit", false);
  entry.reason = text(table, "reason");
  entry.because = text(table, "because", false);
  double size = 0;
  if (const auto value = quantity(table, "value")) {
    entry.kind = EntryKind::number;
    entry.value = *value;
    size = std::abs(*value);
  } else if (const toml::array* range = table.get_as<toml::array>("range")) {
    entry.kind = EntryKind::range;
    if (range->size() != 2) refuse(*range, "a range has two ends");
    entry.low = range->at(0).value_or(0.0);
    entry.high = range->at(1).value_or(0.0);
    size = std::max(std::abs(entry.low), std::abs(entry.high));
  } else if (!table.get("claim")) {
    refuse(table, "an entry needs a value, a range or a claim");
  }
  if (entry.kind != EntryKind::claim) {
    entry.tolerance = quantity(table, "tolerance").value_or(quantity(table, "relative").value_or(0) * size);
    entry.near = quantity(table, "near").value_or(0.25 * size);
    if (entry.kind == EntryKind::number && !(entry.tolerance > 0)) refuse(table, "a number needs a tolerance");
  }
  return entry;
}

// Four digits, or as many as the tolerance tells apart.
std::string shown(double value, double tolerance) {
  const double steps = tolerance > 0 ? std::abs(value) / tolerance : 0;
  const int digits = steps > 1e3 ? std::min(static_cast<int>(std::ceil(std::log10(steps))) + 1, 12) : 4;
  return fmt::format("{:.{}g}", value, digits);
}

std::string with_unit(const std::string& value, const std::string& unit) {
  if (unit.empty() || unit == "1") return value;
  return unit == "°" ? value + unit : value + " " + unit;
}

}  // namespace

std::string typeset(const std::string& text) {
  std::string result;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool minus = text[k] == '-' && k + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[k + 1])) &&
                       (k == 0 || !std::isalnum(static_cast<unsigned char>(text[k - 1])));
    const bool before_unit = text[k] == ' ' && k > 0 && std::isdigit(static_cast<unsigned char>(text[k - 1])) &&
                             (text.compare(k + 1, 1, "%") == 0 || text.compare(k + 1, 2, "mm") == 0);
    result += minus ? "−" : before_unit ? "\u00a0" : std::string(1, text[k]);
  }
  return result;
}

std::vector<PublishedEntry> read_published(std::string_view toml_text) {
  std::vector<PublishedEntry> entries;
  try {
    const toml::table file = toml::parse(toml_text, std::string_view("published.toml"));
    const toml::array* list = file.get_as<toml::array>("entry");
    if (!list) throw BadInput("published.toml has no [[entry]]");
    std::set<std::string> ids;
    for (const toml::node& node : *list) {
      const toml::table* table = node.as_table();
      if (!table) refuse(node, "an entry must be a table");
      entries.push_back(read_entry(*table));
      if (!ids.insert(entries.back().id).second) refuse(node, "the id `" + entries.back().id + "` is taken");
    }
  } catch (const toml::parse_error& error) {
    throw BadInput(fmt::format("published.toml, line {}, column {}: {}", error.source().begin.line,
                               error.source().begin.column, error.description()));
  }
  return entries;
}

const PublishedEntry& entry_of(const std::vector<PublishedEntry>& entries, const std::string& id) {
  for (const PublishedEntry& entry : entries)
    if (entry.id == id) return entry;
  throw BadInput("published.toml has no entry `" + id + "`");
}

double number_of(const std::vector<PublishedEntry>& entries, const std::string& id) {
  const PublishedEntry& entry = entry_of(entries, id);
  if (entry.kind != EntryKind::number) throw BadInput("`" + id + "` of published.toml is no number");
  return entry.value;
}

Finding measured(double value, std::string detail) {
  return {.value = value, .holds = {}, .detail = std::move(detail)};
}
Finding claim(Holds holds, std::string detail) { return {.value = {}, .holds = holds, .detail = std::move(detail)}; }
Finding claim(bool holds, std::string detail) { return claim(holds ? Holds::yes : Holds::no, std::move(detail)); }

std::string Comparison::value() const {
  if (entry.kind != EntryKind::claim) return finding.value ? fmt::format("{}", *finding.value) : "";
  if (!finding.holds) return "";
  switch (*finding.holds) {
    case Holds::no: return "no";
    case Holds::in_part: return "in part";
    case Holds::yes: return "yes";
  }
  return "";
}

Comparison compare(const PublishedEntry& entry, const Finding* finding) {
  Comparison result{.entry = entry, .finding = finding ? *finding : Finding{}};
  const Finding& found = result.finding;
  result.ours = found.detail;
  if (entry.kind == EntryKind::claim) {
    result.published = "holds";
    if (found.holds)
      result.verdict = *found.holds == Holds::yes       ? Verdict::reproduced
                       : *found.holds == Holds::in_part ? Verdict::differs
                                                        : Verdict::not_reproduced;
  } else {
    const bool is_range = entry.kind == EntryKind::range;
    result.published = with_unit(
        is_range ? fmt::format("{:g} … {:g}", entry.low, entry.high) : shown(entry.value, entry.tolerance), entry.unit);
    if (found.value && std::isfinite(*found.value)) {
      const double ours = *found.value;
      const double nearest = is_range ? std::clamp(ours, entry.low, entry.high) : entry.value;
      const double off = ours - nearest;
      result.verdict = std::abs(off) <= entry.tolerance ? Verdict::reproduced
                       : std::abs(off) <= entry.near    ? Verdict::differs
                                                        : Verdict::not_reproduced;
      result.ours = with_unit(shown(ours, is_range ? 0 : entry.tolerance), entry.unit) +
                    (found.detail.empty() ? "" : "; " + found.detail);
      if (!is_range && entry.value != 0)
        result.difference = std::abs(off) >= 5e-4 * std::abs(entry.value)
                                ? fmt::format("{:+.1f} %", 100 * off / std::abs(entry.value))
                            : std::abs(off) <= entry.tolerance ? "0.0 %"
                                                               : with_unit(fmt::format("{:+.2g}", off), entry.unit);
      else
        result.difference = off == 0 ? "within" : with_unit(fmt::format("{:+.3g}", off), entry.unit);
    }
  }
  for (std::string* text : {&result.published, &result.ours, &result.difference}) *text = typeset(*text);
  switch (result.verdict) {
    case Verdict::reproduced: result.reason = entry.reason; break;
    case Verdict::open: result.reason = "Not computed: " + (found.detail.empty() ? "no finding." : found.detail); break;
    default:
      result.reason = entry.because.empty() ? "No explanation yet." : entry.because;
      if (!entry.reason.empty()) result.reason += " Criterion: " + entry.reason;
  }
  return result;
}

std::vector<Comparison> compare_all(const std::vector<PublishedEntry>& entries, const Findings& findings) {
  std::vector<Comparison> all;
  std::set<std::string> used;
  for (const PublishedEntry& entry : entries) {
    const auto found = findings.find(entry.id);
    all.push_back(compare(entry, found == findings.end() ? nullptr : &found->second));
    used.insert(entry.id);
  }
  for (const auto& [id, finding] : findings)
    if (!used.count(id)) throw BadInput("the finding `" + id + "` belongs to no published entry");
  return all;
}

}  // namespace carom::papers
