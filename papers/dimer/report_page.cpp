// The page: summary, tables by section with their figures, studies, errata, provenance.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "papers/dimer/figures.hpp"
#include "papers/dimer/findings.hpp"
#include "papers/dimer/reproduce.hpp"

namespace carom::papers::dimer {

namespace {

using report::Page;
using report::Table;

struct Chapter {
  const char* section;  // of the published entries
  const char* title;
  int first_figure, last_figure;
};
constexpr Chapter chapters[] = {{"3", "3 Contact states", 1, 1},
                                {"4", "4 Impacts", 0, -1},
                                {"5", "5 Qualitative analysis of the drift", 2, 2},
                                {"6", "6 The simulation of reference 38", 0, -1},
                                {"6.1", "6.1 First simulations, μ_i = 0.12", 3, 11},
                                {"6.2", "6.2 Less friction in impacts, μ_i = 0.08", 12, 18},
                                {"6.3", "6.3 Other persistent motions", 19, 28},
                                {"7", "7 The approximate formula for the drift", 29, 30}};

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "unknown";
#endif
}

std::string statement(const Comparison& c) { return c.entry.statement + " *" + c.entry.where + "*"; }

std::string ours(const Comparison& c) { return c.difference.empty() ? c.ours : c.ours + " (" + c.difference + ")"; }

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

void add_figures(Page& page, const std::vector<report::Figure>& figures, int first, int last) {
  // The page numbers its figures itself, with the same numbers.
  for (int k = first; k <= last; ++k) {
    report::Figure figure = figures[k - 1];
    const std::string prefix = fmt::format("Fig. {}. ", k);
    if (figure.title.rfind(prefix, 0) == 0) figure.title.erase(0, prefix.size());
    page.figure(std::move(figure));
  }
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

void add_studies(Page& page, const Evidence& evidence, const std::vector<report::Figure>& figures) {
  page.section("Studies of our own");
  const Studies& s = evidence.studies;
  page.paragraph(fmt::format(
      "The closing threshold from {:.2g} to {:.2g} of Aω moves the drift at A_r = 3.9, μ_i = 0.08 from {:.2f} to "
      "{:.2f} mm/s; a massless "
      "rod gives {:.2f} mm/s, a rod with the density of real glass (2500 kg/m³) {:.2f} mm/s. The motions of section "
      "6.3 lie near "
      "boundaries of their basins: small changes of the restitution coefficient decide what a start leads to.",
      s.closing.front(), s.closing.back(), s.closing_drift.front(), s.closing_drift.back(), s.rod_massless,
      s.rod_glass));
  for (const report::Figure& figure : figures) page.figure(figure);
}

void add_errata(Page& page, const Evidence& evidence) {
  page.section("Errata of the paper");
  page.paragraph(
      "What the simulations here use is in the third column; the numbers of the last are computed with this report.");
  Table table{.caption = "Misprints and contradictions",
              .columns = {{.name = "place"}, {.name = "printed"}, {.name = "correct"}, {.name = "evidence"}},
              .rows = {}};
  for (const Erratum& e : find_errata(evidence))
    table.rows.push_back({e.where, e.printed, e.correct, typeset(e.evidence)});
  page.table(table);
}

void add_runs(Page& page, const Evidence& evidence) {
  Table table{.caption = "The single motions of this report, and how they ended",
              .columns = {{.name = "run"},
                          {.name = "parameters"},
                          {.name = "outcome"},
                          {.name = "motion"},
                          {.name = "cycles"},
                          {.name = "events"},
                          {.name = "ledger residual"}},
              .rows = {}};
  for (const auto& [run_name, run] : evidence.runs)
    table.rows.push_back({run_name, describe(run.settings, !run.own_start), std::string(name(run.report.outcome)),
                          run.seen.motion, static_cast<long>(run.report.final.t * run.settings.f + 0.5),
                          run.report.events.total(), fmt::format("{:.1e}", run.report.ledger.relative_residual())});
  page.table(table);
}

}  // namespace

std::string report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds) {
  Page page{.title = "Variable structure dynamics in a bouncing dimer",
            .subtitle = "Liu, Zhao, Brogliato (INRIA RR-6718, 2008), reproduced with Carom"};
  const std::vector<report::Figure> figures = paper_figures(evidence);
  add_summary(page, comparisons);
  for (const Chapter& chapter : chapters) {
    page.section(chapter.title);
    page.table(comparison_table(comparisons, chapter.section));
    add_figures(page, figures, chapter.first_figure, chapter.last_figure);
  }
  add_studies(page, evidence, study_figures(evidence));
  add_errata(page, evidence);
  page.section("Provenance");
  add_runs(page, evidence);
  page.definitions({{"Carom", CAROM_VERSION},
                    {"Compiler", compiler()},
                    {"Extent", evidence.options.quick ? "quick: coarse scans and figures" : "full"},
                    {"Tolerances", "steps rtol 1e-9, atol 1e-11 of each coordinate's scale; impacts 1e-10"},
                    {"Model",
                     "energetic restitution, distributing law with exponent 3/5, closing below Aω/100 after the "
                     "impact, g = 9.81 m/s²"},
                    {"Data", "figures as SVG in figures/, their points as CSV in data/, this table as comparison.csv"},
                    {"Computed in", fmt::format("{:.0f} s on {} threads", seconds, evidence.options.threads)}});
  return render(page);
}

}  // namespace carom::papers::dimer
