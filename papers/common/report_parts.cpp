// SPDX-License-Identifier: Apache-2.0
#include "papers/common/report_parts.hpp"

#include <fmt/format.h>

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

Table comparison_table(const std::vector<Comparison>& comparisons, const char* section) {
  Table table{.caption = fmt::format("Section {}: published and computed", section),
              .columns = {{.name = "statement"},
                          {.name = "paper"},
                          {.name = "ours"},
                          {.name = "verdict"},
                          {.name = "criterion, or why"}},
              .rows = {}};
  for (const Comparison& c : comparisons)
    if (c.entry.section == section) table.rows.push_back({statement(c), c.published, ours(c), c.verdict, c.reason});
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

void add_summary(Page& page, const std::vector<Comparison>& comparisons) {
  std::map<Verdict, int> count;
  for (const Comparison& c : comparisons) ++count[c.verdict];
  std::vector<report::Card> cards;
  for (const Verdict verdict : {Verdict::reproduced, Verdict::differs, Verdict::not_reproduced, Verdict::open})
    cards.push_back({std::to_string(count[verdict]), std::string(name(verdict)), verdict});
  page.summary(cards);
  page.paragraph(
      fmt::format("Of {} published numbers and statements, {} are reproduced. Every verdict is computed: the number "
                  "that the simulation or the "
                  "formula gives now is compared with the one in the paper, within the tolerance that the last column "
                  "explains. *Differs* means "
                  "that a number is off by more than its tolerance but of the same kind, or that a statement holds in "
                  "part; *not reproduced*, that "
                  "it does not hold in the model as corrected below.",
                  comparisons.size(), count[Verdict::reproduced]));
  Table table{
      .caption = "What differs and what is not reproduced",
      .columns = {{.name = "statement"}, {.name = "paper"}, {.name = "ours"}, {.name = "verdict"}, {.name = "because"}},
      .rows = {}};
  for (const Comparison& c : comparisons)
    if (c.verdict != Verdict::reproduced)
      table.rows.push_back(
          {statement(c), c.published, ours(c), c.verdict, c.entry.because.empty() ? c.reason : c.entry.because});
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
