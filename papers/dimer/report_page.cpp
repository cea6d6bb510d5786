// SPDX-License-Identifier: Apache-2.0
// The page: summary, tables by section with their figures, studies, errata, provenance.
#include <fmt/format.h>

#include <cmath>

#include "papers/common/report_parts.hpp"
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
  int first_figure, last_figure;  // of the paper, whose first is the sketch of the model
};
constexpr Chapter chapters[] = {{"3", "3 Contact states", 0, -1},
                                {"4", "4 Impacts", 0, -1},
                                {"5", "5 Qualitative analysis of the drift", 2, 2},
                                {"6", "6 The simulation of reference 38", 0, -1},
                                {"6.1", "6.1 First simulations, μ_i = 0.12", 3, 11},
                                {"6.2", "6.2 Less friction in impacts, μ_i = 0.08", 12, 18},
                                {"6.3", "6.3 Other persistent motions", 19, 28},
                                {"7", "7 The approximate formula for the drift", 29, 30}};

void add_studies(Page& page, const Evidence& evidence, const std::vector<report::Figure>& figures) {
  page.section("Studies of our own");
  const Studies& s = evidence.studies;
  page.paragraph(fmt::format(
      "The closing threshold from {:.2g} to {:.2g} of Aω moves the drift at A_r = 3.9, μ_i = 0.08 from {:.2f} to "
      "{:.2f} mm/s; a massless rod gives {:.2f} mm/s, a rod with the density of real glass (2500 kg/m³) {:.2f} mm/s. "
      "The motions of section 6.3 lie near boundaries of their basins: small changes of the restitution coefficient "
      "decide what a start leads to.",
      s.closing.front(), s.closing.back(), s.closing_drift.front(), s.closing_drift.back(), s.rod_massless,
      s.rod_glass));
  for (const report::Figure& figure : figures) page.figure(figure);
  Table table{.caption = "The basins of section 6.3: which part of the starts comes to which motion",
              .columns = {{.name = "Γ"},
                          {.name = "motion"},
                          {.name = "part of the starts", .unit = "%"},
                          {.name = "period", .unit = "cycles"},
                          {.name = "largest multiplier"}},
              .rows = {}};
  for (const BasinsAt& at : evidence.basins)
    for (const study::BasinShare& share : at.map.shares) {
      const study::Attractor* attractor =
          share.labels[0] >= 0 ? &at.map.attractors[static_cast<std::size_t>(share.labels[0])] : nullptr;
      table.rows.push_back({report::number(at.Gamma, 2), share.name,
                            fmt::format("{:.1f} ± {:.1f}", 100 * share.fraction, 100 * share.error),
                            attractor ? report::Cell(attractor->period) : report::Cell(),
                            attractor && std::isfinite(attractor->multiplier) ? report::number(attractor->multiplier, 3)
                                                                              : report::Cell()});
    }
  page.table(table);
  const study::BasinMap& strong = evidence.basins.back().map;
  double unsettled = 0;
  for (const study::BasinShare& share : strong.shares)
    if (share.labels[0] == study::reason_label(0)) unsettled = share.fraction;
  page.paragraph(fmt::format(
      "The paper calls the basins an open problem. At Γ = 0.9 {} motions share the plane of starts; drifts to the left "
      "and to the right are mirror images of each other, and so are their basins. At Γ = {} {} found, and {:.0f} % of "
      "the starts have no period after {} cycles; what becomes of them takes longer runs than these. Attractors are "
      "told apart by their orbits, not by names; the multipliers are those of the orbits found by Newton's method.",
      evidence.basins.front().map.attractors.size(), evidence.basins.back().Gamma,
      strong.attractors.size() == 1 ? std::string("one attractor was")
                                    : fmt::format("{} attractors were", strong.attractors.size()),
      100 * unsettled, strong.cycles));
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

report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons,
                         const std::vector<report::Figure>& figures, const std::vector<report::Figure>& studies,
                         double seconds) {
  Page page{.title = "Variable structure dynamics in a bouncing dimer",
            .subtitle = "Liu, Zhao, Brogliato (INRIA RR-6718, 2008), reproduced with Carom"};
  page.paragraph(
      "**What the paper claims.** A dimer of two balls and a rod on a shaken plate drifts towards its bouncing end if "
      "it is short and away from it if it is long; the friction needed to stick at the double impact decides, and the "
      "change comes at A_r = 5. The speeds of the experiments follow with less friction in impacts than in contact. "
      "Other starts and plates lead to jump, flutter, hop, pendulum and rest, and a formula gives the drift.");
  page.paragraph(
      "**What stands.** The drift with its cycle of modes, both of its directions, the change at A_r = 5 as a jump, "
      "its place where μ_st = μ_s, the three speeds within the digits of e and μ_i, the short dimers without a period, "
      "the pendulum, the hop, the rest, and the existence of jump and flutter.");
  page.paragraph(
      "**What falls.** The exponent of the distributing law as printed, the sign in (111) and (112), (117), (138) and "
      "(140), and μ_st(3.9) < μ_s; each is a slip, and what the paper concludes does not hang on it. Section 7 takes "
      "the staying tip to stay and to reverse at the plate's lowest point: it hops, and its own equation of slip "
      "reverses earlier.");
  page.paragraph(
      "**What is open.** Where the reverse drift ends at 50 and 75 Hz, the care near A_r = 5, the left of Fig. 15, the "
      "printed starts of jump "
      "and flutter, the (T, 2T) motion of Fig. 24, the simulation of reference 38, and how Fig. 30 was drawn: "
      "docs/questions.md has what was tried.");
  add_summary(page, comparisons);
  page.sketch(model_sketch());
  for (const Chapter& chapter : chapters) {
    page.section(chapter.title);
    page.table(comparison_table(comparisons, chapter.section));
    for (int k = chapter.first_figure; k <= chapter.last_figure; ++k) add_figure(page, figures[k - 2]);
  }
  page.section("The motions, slowed down");
  page.paragraph(
      "Arrows are the normal forces at the tips, a tall one an impact since the frame before; the bar on the left is "
      "the mechanical energy.");
  add_films(page, evidence.films);
  add_studies(page, evidence, studies);
  add_errata(page, find_errata(evidence));
  page.section("Provenance");
  add_runs(page, evidence);
  const double rtol = MotionOptions{}.rtol;
  const DimerSettings& base = evidence.options.base;
  const double eta = base.law[0].exponent;
  page.definitions(
      {{"Carom", CAROM_VERSION},
       {"Compiler", compiler_name()},
       {"Extent", evidence.options.effort.quick ? "quick: coarse scans and figures" : "full"},
       {"Tolerances", fmt::format("steps rtol {:g}, atol {:g} of each coordinate's scale; impacts {:g}", rtol,
                                  rtol / 100, rtol / 10)},
       {"Model", fmt::format("energetic restitution, distributing law with exponent {:g}, closing below {:g} "
                             "Aω after the impact, g = {:g} m/s²",
                             eta / (eta + 1), base.closing, base.g)},
       {"Data", "figures as SVG in figures/, their points as CSV in data/, this table as comparison.csv"},
       {"Computed in", fmt::format("{:.0f} s on {} threads", seconds, evidence.options.effort.threads)}});
  return page;
}

}  // namespace carom::papers::dimer
