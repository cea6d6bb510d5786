// SPDX-License-Identifier: Apache-2.0
// The page: summary, the two readings, tables by section with their figures, β₀, errata, provenance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/theory/oblique_impact.hpp"
#include "papers/common/report_parts.hpp"
#include "papers/lattice/figures.hpp"
#include "papers/lattice/findings.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

namespace {

using report::Page;
using report::Table;
using study::with_error;

std::string shown(const EnsembleMean& m) { return typeset(with_error(m)); }

std::string list_failures(const LatticeEnsembleResult& r) {
  std::string text;
  for (const auto& [outcome, n] : r.failed) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, name(outcome));
  return text.empty() ? "none" : text;
}

void add_readings(Page& page, const Evidence& e) {
  page.section("Two readings of the units");
  page.paragraph(fmt::format(
      "The paper's units contradict each other: k_a = 1 m c²/R², a modulus of 9.54·10³ m c²/R² and c = √(E/ρ) for "
      "points of mass m. *stiff* takes the modulus: k_a = 10⁴, all points of equal mass, the wall's bottom free. "
      "*soft* takes c for the speed of sound: k_a = 471, disk and wall of equal density, the bottom fixed. Mass of the "
      "wall's points and its bottom are not stated; e and β₀ depend on both. Everything else is alike: roughness δ = "
      "0.03 R on equally spaced points of the outlines, contact with the nearest segment or vertex of the wall's "
      "surface, which is the gradient of a potential, v_n = 0.1 c. Each sample is a pair of throws, to the right and "
      "to the left: their mean is free of the kick that roughness gives by itself, which alone scatters β by 0.3 to "
      "0.4 cot γ."));
  for (const Reading* r : e.readings()) {
    Table table{.caption = fmt::format("Random rough disk, reading `{}`", name(r->units)),
                .columns = {{.name = "cot γ"},
                            {.name = "pairs"},
                            {.name = "β"},
                            {.name = "e"},
                            {.name = "ωR/v_t"},
                            {.name = "contact", .unit = "R/c"},
                            {.name = "energy error, median"},
                            {.name = "largest"},
                            {.name = "failed pairs"}},
                .rows = {}};
    for (std::size_t k = 0; k < r->random.cots.size(); ++k) {
      const LatticeEnsembleResult& x = r->random.results[k];
      table.rows.push_back({report::number(r->random.cots[k], 3), x.beta.n, shown(x.beta), shown(x.e), shown(x.spin),
                            x.e.n > 0 ? fmt::format("{:.1f}", x.contact_time.mean) : "",
                            x.e.n > 0 ? fmt::format("{:.0e}", x.median_energy_error) : "",
                            x.e.n > 0 ? fmt::format("{:.0e}", x.largest_energy_error) : "", list_failures(x)});
    }
    page.table(table);
  }
  page.paragraph(
      "*left_model* are disks that slide over the end of the wall, 4 R from its middle, before they come off; "
      "*ledger_open* those whose energy doubled, at the end of the wall. Failed pairs are not in the means. Large "
      "energy errors come from points jammed in a valley of the wall; such throws are kept, for they are those "
      "with the most friction.");
}

// "60", or "60 and 300" at small cot γ and beyond 2.5.
std::string pairs_of(const Curve& curve) {
  return curve.pairs_steep > 0 ? fmt::format("{} and {}", curve.pairs, curve.pairs_steep)
                               : fmt::format("{}", curve.pairs);
}

void add_variant_rows(Table& table, const std::string& what, const Curve& curve, const CurveFit* fitted) {
  const auto none = [](double x, const std::string& text) { return std::isfinite(x) ? text : std::string("–"); };
  const bool fits = fitted != nullptr;
  table.rows.push_back({what, fits ? none(fitted->beta_0.mean, shown(fitted->beta_0)) : "–",
                        fits ? none(fitted->e.mean, shown(fitted->e)) : "–",
                        curve.has(0.5) ? shown(curve.at(0.5).e) : "–",
                        fits ? none(fitted->mu_0.mean, shown(fitted->mu_0)) : "–", pairs_of(curve),
                        fmt::format("{} of {}", curve.failed(), curve.thrown()), fmt::format("{}", curve.leaky()),
                        fmt::format("{:.0e}", curve.median_energy_error())});
}

void add_open_question(Page& page, const Evidence& e) {
  page.section("Open question: where does β₀ = 0.56 come from?");
  Table table{.caption = "Readings and variants: β₀ and e for 2.5 ≤ cot γ ≤ 6, μ₀ for cot γ ≤ 2",
              .columns = {{.name = "model"},
                          {.name = "β₀"},
                          {.name = "e"},
                          {.name = "e at 0.5"},
                          {.name = "μ₀"},
                          {.name = "pairs"},
                          {.name = "failed"},
                          {.name = "energy off by 5 %"},
                          {.name = "energy error, median"}},
              .rows = {}};
  table.rows.push_back({"**the paper**", fmt::format("{:g}", published_value("beta_0_stiff")),
                        fmt::format("{:g}", published_value("e_mean_stiff")), "less",
                        fmt::format("{:g}", published_value("mu_0_stiff")), "100 samples", "", "", ""});
  for (const Reading* r : e.readings())
    add_variant_rows(table, std::string("reading `") + name(r->units) + "`", r->random, &r->fit_random);
  for (const Reading* r : e.readings())
    if (!r->single.results.empty())
      add_variant_rows(table, fmt::format("{}, one wall, single throws as in the paper", name(r->units)), r->single,
                       &r->fit_single);
  add_variant_rows(table, "soft, one wall, square, ν = 0.1", e.one_wall.square_1, &e.one_wall.fit_square_1);
  add_variant_rows(table, "soft, one wall, square, ν = 0.3", e.one_wall.square_3, &e.one_wall.fit_square_3);
  add_variant_rows(table, "soft, one wall, δ = 0.0215", e.one_wall.finer, &e.one_wall.fit_finer);
  for (const Reading* r : e.readings()) {
    add_variant_rows(table, fmt::format("{}, square, ν = 0.1", name(r->units)), r->square_1, &r->fit_square_1);
    add_variant_rows(table, fmt::format("{}, square, ν = 0.3", name(r->units)), r->square_3, &r->fit_square_3);
  }
  double most = -1;
  std::string best;
  const auto consider = [&](const std::string& what, const EnsembleMean& beta_0) {
    if (!(beta_0.mean > most)) return;
    most = beta_0.mean;
    best = fmt::format("{}, {}", shown(beta_0), what);
  };
  for (const Reading* r : e.readings()) consider(std::string("reading `") + name(r->units) + "`", r->fit_random.beta_0);
  std::string squares;
  for (const Reading* r : e.readings())
    squares += fmt::format("{}{} and {} in `{}`", squares.empty() ? "" : ", ", shown(r->fit_square_1.beta_0),
                           shown(r->fit_square_3.beta_0), name(r->units));
  for (const Variant& v : e.variants) {
    add_variant_rows(table, v.what, v.curve, &v.fitted);
    consider(v.what, v.fitted.beta_0);
  }
  for (const Variant& v : e.leaks) add_variant_rows(table, v.what, v.curve, nullptr);
  page.table(table);
  page.paragraph(fmt::format(
      "The highest β₀ of random disks with conserved energy is {}; square disks with ν = 0.1 and 0.3 have {}. A fixed "
      "bottom raises it, for a free wall bends as a beam under the disk; so do soft springs and more roughness. The "
      "bilinear theory, corrected, has 0.56 at cot γ near 2.5 with the paper's constants but no plateau: at cot γ = 6 "
      "it is {:.2f}, with η = 1.083, which belongs to the ν = 0.26 of such lattices, {:.2f}. The contact as the "
      "paper's Fig. 3 draws it lets points fall through the wall at its peaks and creates energy: most of those runs "
      "fail. That the paper's runs had such a leak is a conjecture that nothing here proves. One wall for all disks, "
      "as "
      "section IV has it, is another: its slope where the disks land does not average out.",
      best, squares, theory::oblique_impact({.cot_gamma = 6}).beta,
      theory::oblique_impact({.cot_gamma = 6, .eta = 1.083}).beta));
}

void add_disks(Page& page, const Evidence& e) {
  for (const Reading* r : e.readings()) {
    const Curve* curves[] = {&r->random, &r->polygon, &r->layered, &r->finer, &r->smooth, &r->smooth_wall};
    Table table{.caption = fmt::format("β of other bodies, reading `{}`", name(r->units)),
                .columns = {{.name = "cot γ"}},
                .rows = {}};
    for (const char* what : {"random", "triangular as cut", "triangular within a ring", "random, δ = 0.0215", "smooth",
                             "smooth wall, rough disk"})
      table.columns.push_back({.name = what});
    for (std::size_t k = 0; k < r->random.cots.size(); ++k) {
      const double cot = r->random.cots[k];
      std::vector<report::Cell> row{report::number(cot, 3)};
      for (const Curve* c : curves) row.push_back(c->has(cot) ? shown(c->at(cot).beta) : "–");
      table.rows.push_back(row);
    }
    page.table(table);
  }
}

}  // namespace

report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds) {
  Page page{.title = "Simulation for the oblique impact of a lattice system",
            .subtitle = "Kuninaka, Hayakawa, reproduced with Carom"};
  page.paragraph(
      "**What the paper claims.** Disks of 1600 points and springs, thrown at a rough wall of the same kind, have "
      "Walton's two lines: friction μ₀ = 0.18 at grazing incidence, β₀ = 0.56 at steep one, whatever Poisson's ratio. "
      "Maw's theory, simplified, agrees; ordered disks slip.");
  page.paragraph(
      "**What stands.** Roughness makes the disk turn, and more of it more friction; smooth disks slide, ordered "
      "polygons slip; the rise of β and its bend; elastic constants of the ordered lattices; (9), A1, A2, A4, A5, A9, "
      "A11, A13, A15, A19–A21 and Table I but for one factor.");
  page.paragraph(
      "**What falls.** The signs of (3), (7), (8) and of half of appendix A, the border of gross slip, β_x = 3.02, "
      "η = 1.015, k_a = 1, which lets the disk through the wall, ν = 0.075, which is a ratio of displacements, squares "
      "bound by triangles, and δ = 3·10⁻³. e = 0.8 comes with a variant of wall and springs.");
  page.paragraph(
      "**What is open.** β₀ of square disks with ν = 0.1, and μ₀ with δ = 0.0215: docs/questions.md has what was "
      "tried. "
      "Section IV varies the disk and has one wall, and walls differ: at one of twenty β₀ = 0.56 and μ₀ = 0.18 come "
      "out, on "
      "the mean of walls they do not. Two readings of the units, `stiff` and `soft`, are judged throughout.");
  add_summary(page, comparisons);
  page.paragraph(
      "Units: lengths in radii R, velocities in c, masses in m, the mass of a point of the disk. γ is the angle of "
      "incidence from the normal, cot γ = v_n/v_t. A number in brackets is a standard error in units of the last "
      "digit. The curves of the paper's figures were not available as numbers, so that what its text says of them is "
      "compared. Figs 1, 3 and 9 are sketches, and Figure 1 stands for them; the constants of Fig. 9 are in the table "
      "of the theory.");
  if (evidence.effort.quick)
    page.paragraph(
        "**A quick run**: few pairs and angles. Its standard errors are four to ten times those of the full run; what "
        "they leave open is *not decided* here.");
  page.sketch(model_sketch());
  page.animation(impact_animation());
  add_readings(page, evidence);
  page.section("III Models");
  page.table(comparison_table(comparisons, "III"));
  page.figure(bodies_figure());
  page.figure(band_figure(evidence));
  page.figure(ordered_figure());
  add_section(page, comparisons, "IV", "IV Results", result_figures(evidence));
  add_disks(page, evidence);
  add_section(page, comparisons, "IV, theory", "IV, appendix A: the bilinear theory", {theory_figure(evidence)});
  add_section(page, comparisons, "V", "V Discussion", {roughness_figure(evidence)});
  add_open_question(page, evidence);
  page.section("Beyond the paper");
  page.paragraph(
      "Two questions the paper leaves: how e depends on the speed, and where the energy is after the impact.");
  for (const report::Figure& figure : further_figures(evidence)) page.figure(figure, data_csv(figure));
  add_errata(page, find_errata(evidence));
  page.section("Provenance");
  int thrown = 0, failed = 0;
  for (const Curve* c : evidence.curves()) {
    thrown += c->thrown();
    failed += c->failed();
  }
  const study::LatticeRun stiff = random_case(Units::stiff), soft = random_case(Units::soft);
  page.definitions(
      {{"Carom", CAROM_VERSION},
       {"Compiler", compiler_name()},
       {"Extent", evidence.effort.quick ? "quick: fewer angles and pairs" : "full"},
       {"Runs", fmt::format("{} pairs of throws with seeds from 1 on, {} of them failed, most with the contact of Fig. "
                            "3 and at the wall's ends",
                            thrown, failed)},
       {"Steps", fmt::format("Verlet, dt = {:g} (stiff) and {:g} R/c (soft); the paper's Forest–Ruth steps of 10⁻³ in "
                             "a few pairs",
                             stiff.impact.dt, soft.impact.dt)},
       {"Errors",
        "standard errors over pairs, each angle with bodies of its own; those of μ₀, β₀ and e by leaving out one pair "
        "after the other. *Two errors* are an interval of 95 %: with few pairs more, by Student's t"},
       {"Data", "figures as SVG in figures/, their points as CSV in data/, this table as comparison.csv"},
       {"Computed in", fmt::format("{:.1f} s on {} threads", seconds, evidence.effort.threads)}});
  return page;
}

}  // namespace carom::papers::lattice
