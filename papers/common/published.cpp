// SPDX-License-Identifier: Apache-2.0
#include "papers/common/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
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

// Half a unit of the last digit of a number as it is written: 0.05 of 3.1, 0.5 of 3.
double half_unit(const toml::node& node, const std::vector<std::string_view>& lines) {
  const auto at = node.source().begin;
  if (at.line == 0 || at.line > lines.size()) return 0;
  std::string_view number = lines[at.line - 1].substr(std::min<std::size_t>(at.column - 1, lines[at.line - 1].size()));
  number = number.substr(0, number.find_first_not_of("+-0123456789.eE_"));
  const std::size_t e = number.find_first_of("eE");
  const int exponent = e == number.npos ? 0 : std::stoi(std::string(number.substr(e + 1)));
  const std::string_view mantissa = number.substr(0, e);
  const std::size_t point = mantissa.find('.');
  const int decimals = point == mantissa.npos ? 0 : static_cast<int>(mantissa.size() - point - 1);
  return 0.5 * std::pow(10.0, exponent - decimals);
}

PublishedEntry read_entry(const toml::table& table, const std::vector<std::string_view>& lines) {
  static const std::set<std::string_view> known = {"id",      "section",  "where",     "statement", "value", "range",
                                                   "unit",    "claim",    "tolerance", "relative",  "near",  "reason",
                                                   "because", "rounding", "group",     "question"};
  for (const auto& [key, node] : table)
    if (!known.count(key.str())) refuse(node, fmt::format("unknown key `{}`", key.str()));
  PublishedEntry entry{.id = text(table, "id"),
                       .section = text(table, "section"),
                       .where = text(table, "where"),
                       .statement = text(table, "statement")};
  entry.unit = text(table, "unit", false);
  entry.reason = text(table, "reason");
  entry.because = text(table, "because", false);
  entry.group = text(table, "group", false);
  entry.question = text(table, "question", false);
  double size = 0;
  if (const auto value = quantity(table, "value")) {
    entry.kind = EntryKind::number;
    entry.value = *value;
    entry.rounding = half_unit(*table.get("value"), lines);
    size = std::abs(*value);
  } else if (const toml::array* range = table.get_as<toml::array>("range")) {
    entry.kind = EntryKind::range;
    if (range->size() != 2) refuse(*range, "a range has two ends");
    entry.low = range->at(0).value_or(0.0);
    entry.high = range->at(1).value_or(0.0);
    entry.rounding = std::max(half_unit(*range->get(0), lines), half_unit(*range->get(1), lines));
    size = std::max(std::abs(entry.low), std::abs(entry.high));
  } else if (!table.get("claim")) {
    refuse(table, "an entry needs a value, a range or a claim");
  }
  if (entry.kind != EntryKind::claim) {
    entry.tolerance = quantity(table, "tolerance").value_or(quantity(table, "relative").value_or(0) * size);
    entry.near = quantity(table, "near").value_or(0.25 * size);
    if (entry.kind == EntryKind::number && !(entry.tolerance > 0)) refuse(table, "a number needs a tolerance");
    entry.rounding = quantity(table, "rounding").value_or(entry.rounding);
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

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

// Statements by the id of their group.
std::map<std::string, std::string> read_groups(const toml::table& file) {
  std::map<std::string, std::string> groups;
  if (const toml::array* list = file.get_as<toml::array>("group"))
    for (const toml::node& node : *list) {
      const toml::table* table = node.as_table();
      if (!table) refuse(node, "a group must be a table");
      for (const auto& [key, value] : *table)
        if (key.str() != "id" && key.str() != "statement") refuse(value, fmt::format("unknown key `{}`", key.str()));
      if (!groups.emplace(text(*table, "id"), text(*table, "statement")).second)
        refuse(node, "this group is there twice");
    }
  return groups;
}

}  // namespace

std::vector<PublishedEntry> read_published(std::string_view toml_text) {
  std::vector<PublishedEntry> entries;
  try {
    const toml::table file = toml::parse(toml_text, std::string_view("published.toml"));
    const toml::array* list = file.get_as<toml::array>("entry");
    if (!list) throw BadInput("published.toml has no [[entry]]");
    const std::vector<std::string_view> lines = lines_of(toml_text);
    const std::map<std::string, std::string> groups = read_groups(file);
    std::set<std::string> ids, used;
    for (const toml::node& node : *list) {
      const toml::table* table = node.as_table();
      if (!table) refuse(node, "an entry must be a table");
      PublishedEntry entry = read_entry(*table, lines);
      if (!ids.insert(entry.id).second) refuse(node, "the id `" + entry.id + "` is taken");
      if (!entry.group.empty()) {
        const auto group = groups.find(entry.group);
        if (group == groups.end()) refuse(node, "there is no [[group]] `" + entry.group + "`");
        entry.group_statement = group->second;
        used.insert(entry.group);
      }
      entries.push_back(std::move(entry));
    }
    for (const auto& [id, statement] : groups)
      if (!used.count(id)) throw BadInput("published.toml: no entry is of the group `" + id + "`");
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
Finding estimated(double value, double error, std::string detail) {
  return {.value = value, .holds = {}, .detail = std::move(detail), .error = error};
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
    case Holds::undecided: return "not decided";
  }
  return "";
}

namespace {

Verdict verdict_on(Holds holds) {
  switch (holds) {
    case Holds::no: return Verdict::not_reproduced;
    case Holds::in_part: return Verdict::differs;
    case Holds::undecided: return Verdict::undecided;
    case Holds::yes: break;
  }
  return Verdict::reproduced;
}

// The cause, what is said of it, and the criterion.
std::string why(const Comparison& c) {
  std::string text = fmt::format("**{}**", name(c.explanation.kind));
  if (!c.explanation.text.empty()) text += ": " + c.explanation.text;
  text += ".";
  if (!c.entry.because.empty()) text += " " + c.entry.because;
  if (!c.entry.question.empty() && c.unexplained()) text += " docs/questions.md: " + c.entry.question + ".";
  if (!c.entry.reason.empty()) text += " Criterion: " + c.entry.reason;
  return text;
}

// By the distance from the published value and its uncertainty.
Verdict verdict_on(const PublishedEntry& entry, double distance, double error) {
  if (distance + error <= entry.tolerance) return Verdict::reproduced;
  if (error > 0 && distance - error <= entry.tolerance) return Verdict::undecided;
  return distance <= entry.near ? Verdict::differs : Verdict::not_reproduced;
}

}  // namespace

Comparison compare(const PublishedEntry& entry, const Finding* finding) {
  Comparison result{.entry = entry, .finding = finding ? *finding : Finding{}};
  const Finding& found = result.finding;
  result.ours = found.detail;
  if (entry.kind == EntryKind::claim) {
    result.published = "holds";
    if (found.holds) result.verdict = verdict_on(*found.holds);
  } else {
    const bool is_range = entry.kind == EntryKind::range;
    result.published = with_unit(
        is_range ? fmt::format("{:g} … {:g}", entry.low, entry.high) : shown(entry.value, entry.tolerance), entry.unit);
    if (found.value && std::isfinite(*found.value)) {
      const double ours = *found.value;
      const double nearest = is_range ? std::clamp(ours, entry.low, entry.high) : entry.value;
      const double off = ours - nearest;
      const double error = found.error.value_or(0);
      // An interval that reaches beyond an end of a range is not within it.
      const double inside = is_range && off == 0 ? std::min(ours - entry.low, entry.high - ours) : 0;
      result.verdict = verdict_on(entry, std::abs(off), std::max(error - inside, 0.0));
      result.ours = with_unit(shown(ours, is_range ? 0 : entry.tolerance), entry.unit) +
                    (error > 0 ? " ± " + shown(error, 0) : "") + (found.detail.empty() ? "" : "; " + found.detail);
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
  if (result.verdict == Verdict::undecided)
    result.explanation = {.kind = CauseKind::statistics, .text = "too few samples to tell"};
  else if (result.has_cause())
    result.explanation = explain(entry, found);
  result.explanation.text = typeset(result.explanation.text);
  switch (result.verdict) {
    case Verdict::reproduced: result.reason = entry.reason; break;
    case Verdict::open: result.reason = "Not computed: " + (found.detail.empty() ? "no finding." : found.detail); break;
    default: result.reason = why(result);
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
