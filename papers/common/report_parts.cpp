// SPDX-License-Identifier: Apache-2.0
#include "papers/common/report_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <utility>

namespace carom::papers {

using report::Page;
using report::Table;

namespace {

std::string statement(const Comparison& c) { return c.entry.statement + " *" + c.entry.where + "*"; }

std::string ours(const Comparison& c) { return c.difference.empty() ? c.ours : c.ours + " (" + c.difference + ")"; }

}  // namespace

std::string compiler_name() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::vector<report::Card> cards_of(const Tally& tally) {
  using report::Tone;
  std::vector<report::Card> cards{{.value = std::to_string(tally.statements), .label = "statements"},
                                  {.value = std::to_string(tally.reproduced),
                                   .label = std::string(name(Verdict::reproduced)),
                                   .verdict = Verdict::reproduced}};
  for (const CauseKind kind : all_causes) {
    if (tally.of(kind) == 0 && kind != CauseKind::unexplained) continue;
    const bool alarm = kind == CauseKind::unexplained && tally.of(kind) > 0;
    cards.push_back({.value = std::to_string(tally.of(kind)),
                     .label = std::string(name(kind)),
                     .tone = alarm                                                             ? Tone::bad
                             : kind == CauseKind::statistics || kind == CauseKind::unexplained ? Tone::faint
                                                                                               : Tone::near});
  }
  if (tally.open > 0)
    cards.push_back(
        {.value = std::to_string(tally.open), .label = std::string(name(Verdict::open)), .verdict = Verdict::open});
  return cards;
}

std::string verdicts_in_words() {
  return "*Reproduced*: within the tolerance that stands beside the published value, with its reason. *Differs*: near, "
         "or true in part; *not reproduced*: neither. Whose the difference is has been computed as well. *Misprint or "
         "slip "
         "of the paper*: the statement as corrected is evaluated and holds. *Follows from a named variant*: the "
         "published "
         "number comes out of a variant of the model or of its numbers, one for a whole table. *Unprinted input*: it "
         "comes "
         "out for a possible value of an input that is not printed. *Model against experiment*: the model does not "
         "meet a "
         "measurement, and the paper's own simulation does not either. *Not decided in this run*: too few samples. Red "
         "is "
         "for what stays *unexplained*. Rows of one table with one cause are one statement.";
}

report::Cell verdict_cell(const Comparison& c) {
  if (!c.has_cause() || c.verdict == Verdict::undecided) return c.verdict;
  return {c.verdict, c.unexplained() ? report::Tone::bad : report::Tone::near};
}

Table comparison_table(const std::vector<Comparison>& comparisons, const char* section) {
  Table table{.caption = fmt::format("Section {}: published and computed", section),
              .columns = {{.name = "statement"},
                          {.name = "paper"},
                          {.name = "ours"},
                          {.name = "verdict"},
                          {.name = "criterion, or why"}},
              .rows = {}};
  for (const Comparison& c : comparisons)
    if (c.entry.section == section)
      table.rows.push_back({statement(c), c.published, ours(c), verdict_cell(c), c.reason});
  return table;
}

void add_section(report::Page& page, const std::vector<Comparison>& comparisons, const char* section, const char* title,
                 const std::vector<report::Figure>& figures) {
  page.section(title);
  page.table(comparison_table(comparisons, section));
  for (const report::Figure& figure : figures) page.figure(figure, data_csv(figure));
}

void add_figure(Page& page, report::Figure figure) {
  // The page numbers its figures itself.
  std::smatch prefix;
  if (std::regex_search(figure.title, prefix, std::regex("^Fig\\. [0-9]+\\. "))) figure.title.erase(0, prefix.length());
  page.figure(std::move(figure));
}

namespace {

// Entries that are not reproduced, those of one group together.
using Together = std::vector<const Comparison*>;
std::vector<Together> differences(const std::vector<Comparison>& comparisons) {
  std::vector<Together> all;
  std::map<std::string, std::size_t> of_group;
  for (const Comparison& c : comparisons) {
    if (c.verdict == Verdict::reproduced) continue;
    const std::string group = c.entry.group.empty() ? "" : c.entry.group + std::string(key(c.explanation.kind));
    const auto at = group.empty() ? of_group.end() : of_group.find(group);
    if (at != of_group.end()) {
      all[at->second].push_back(&c);
      continue;
    }
    if (!group.empty()) of_group.emplace(group, all.size());
    all.push_back({&c});
  }
  // What is unexplained first.
  std::stable_sort(all.begin(), all.end(), [](const Together& a, const Together& b) {
    return a.front()->explanation.kind > b.front()->explanation.kind;
  });
  return all;
}

std::vector<report::Cell> row_of(const Together& together) {
  const Comparison& first = *together.front();
  const std::string& because = first.entry.because;
  const bool unexplained = first.unexplained();
  report::Cell cause{first.verdict, unexplained                           ? report::Tone::bad
                                    : first.verdict == Verdict::undecided ? report::Tone::faint
                                                                          : report::Tone::near};
  cause.text =
      first.verdict == Verdict::open ? std::string(name(Verdict::open)) : std::string(name(first.explanation.kind));
  std::string why = first.explanation.text;
  if (!because.empty()) why += (why.empty() ? "" : ". ") + because;
  if (!first.entry.question.empty() && unexplained) why += " docs/questions.md: " + first.entry.question + ".";
  if (together.size() == 1) return {statement(first), first.published, ours(first), cause, why};
  std::string published, computed;
  for (const Comparison* c : together) {
    published += (published.empty() ? "" : "; ") + c->published;
    computed += (computed.empty() ? "" : "; ") + c->ours;
  }
  return {fmt::format("{} *{} entries*", first.entry.group_statement, together.size()), published, computed, cause,
          why};
}

}  // namespace

void add_summary(Page& page, const std::vector<Comparison>& comparisons) {
  const Tally tally = tally_of(comparisons);
  page.summary(cards_of(tally));
  page.paragraph(
      fmt::format("{} published numbers and claims make {} statements, of which {} are reproduced. Every verdict is "
                  "computed: the number that the simulation or the formula gives now is compared with the one in the "
                  "paper, within the tolerance that the last column of the tables explains. ",
                  tally.entries, tally.statements, tally.reproduced) +
      verdicts_in_words());
  Table table{
      .caption = "What differs and what is not reproduced",
      .columns = {{.name = "statement"}, {.name = "paper"}, {.name = "ours"}, {.name = "cause"}, {.name = "shown by"}},
      .rows = {}};
  for (const Together& together : differences(comparisons)) table.rows.push_back(row_of(together));
  page.paragraph(
      "**Where the evidence is.** The table below names every difference and what was computed for it; the tables of "
      "the "
      "sections have every entry with its criterion, and each figure its data. [[Errata of the paper]] has the printed "
      "and "
      "the corrected texts with the numbers between them, [[Provenance]] the runs. What stays unexplained has its "
      "section in "
      "docs/questions.md.");
  page.table(table);
}

void add_films(Page& page, std::vector<report::Animation> films) {
  for (report::Animation& film : films)
    if (!film.frames.empty()) page.animation(std::move(film));
}

void add_errata(Page& page, const std::vector<Erratum>& errata) {
  page.section("Errata of the paper");
  page.paragraph(
      "What the simulations here use is in the third column; the numbers of the last are computed with this report.");
  Table table{.caption = "Misprints and contradictions",
              .columns = {{.name = "place"}, {.name = "printed"}, {.name = "correct"}, {.name = "evidence"}},
              .rows = {}};
  for (const Erratum& e : errata) table.rows.push_back({e.where, e.printed, e.correct, typeset(e.evidence)});
  page.table(table);
}

}  // namespace carom::papers
