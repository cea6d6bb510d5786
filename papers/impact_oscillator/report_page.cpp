// SPDX-License-Identifier: Apache-2.0
// The page: summary, what is not printed, thresholds, tables by section with their figures, errata, provenance.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/common/report_parts.hpp"
#include "papers/impact_oscillator/figures.hpp"
#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/reproduce.hpp"

namespace carom::papers::impact_oscillator {

namespace {

using report::Cell;
using report::Figure;
using report::Page;
using report::Table;

std::string by_continuation(const Branch& branch, study::SpecialKind kind, int n = 0) {
  const study::SpecialPoint* point = branch.special(kind, n);
  return point ? fmt::format("{:.9f} ({})", point->parameter, name(point->kind)) : "–";
}

void add_thresholds(Page& page, const Evidence& e) {
  page.section("Thresholds by two ways");
  page.paragraph(
      "Where the motion changes with μ. *Simulation*: eigenvalues of rest in slip, the return map of the slip cycle, "
      "bisection of settled runs with located events. *Continuation*: the orbits themselves followed by Newton's "
      "method, with the label of the special point (HB Hopf, LO lift-off, LP fold, ST first stick, NF nonsmooth fold, "
      "PV slip impossible, SQ other change of regimes).");
  Table table{.caption = "Values of μ",
              .columns = {{.name = "event"}, {.name = "published"}, {.name = "simulation"}, {.name = "continuation"}},
              .rows = {}};
  const auto published = [](const char* id) { return fmt::format("{:g}", published_value(id)); };
  // A quick run brackets these two less closely.
  const auto rough = [&e](double value) { return e.effort.quick ? fmt::format("{:.6f}", value) : nine(value); };
  const Branches& b = e.branches;
  const Thresholds& t = e.thresholds;
  const std::vector<std::vector<Cell>> rows{
      {"first set: Hopf", published("hopf"), nine(e.rest.hopf_1), by_continuation(b.rest_1, study::SpecialKind::hopf)},
      {"first set: slip cycle lifts off", published("slip_end"), nine(e.rest.end_of_slip),
       by_continuation(b.slip, study::SpecialKind::lift_off)},
      {"first set, ε = 0: orbits with a short flight end", "–", "–", by_continuation(b.slip, study::SpecialKind::fold)},
      {"first set, ε = 0: orbit with stick ends", published("fold"), nine(t.fold),
       by_continuation(b.stick_down, study::SpecialKind::nonsmooth_fold)},
      {"first set, ε = 0: slip before stick below", "–", nine(t.slip_before),
       by_continuation(b.stick_down, study::SpecialKind::other_regimes)},
      {"first set, ε = 0: no slip after stick above", published("fts_up_to"), nine(t.no_slip_after),
       by_continuation(b.stick_up, study::SpecialKind::slip_impossible)},
      {"first set, ε = 0.2: compression slips below", "–", nine(t.bounce_slips),
       by_continuation(b.bouncing, study::SpecialKind::other_regimes)},
      {"first set, ε = 0.2: bouncing ends", "–", rough(t.bounce_ends),
       by_continuation(b.bouncing, study::SpecialKind::nonsmooth_fold)},
      {"second set: Hopf", published("hopf_2"), nine(e.rest.hopf_2),
       by_continuation(b.rest_2, study::SpecialKind::hopf)},
      {"second set: first stick", published("stick_2"), rough(t.first_stick),
       by_continuation(b.second, study::SpecialKind::first_stick)},
      {"second set: first flight", published("flight_2"), nine(t.first_flight),
       by_continuation(b.second, study::SpecialKind::lift_off)},
      {"second set: last flight", "–", nine(t.last_flight), by_continuation(b.second, study::SpecialKind::lift_off, 1)},
      {"second set: rest is stable again", "–", nine(e.rest.again_2),
       by_continuation(b.rest_2, study::SpecialKind::hopf, 1)}};
  table.rows = rows;
  page.table(table);
}

void add_branches(Page& page, const Evidence& e) {
  Table table{.caption = "Branches followed by continuation",
              .columns = {{.name = "branch"},
                          {.name = "set"},
                          {.name = "ε"},
                          {.name = "points"},
                          {.name = "μ from … to"},
                          {.name = "special points"},
                          {.name = "outcome"}},
              .rows = {}};
  for (const Branch* branch : e.branches.all()) {
    std::string range = "–", special;
    int points = 0;
    if (branch->followed()) {
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (const study::BranchPoint& p : branch->result->branch) {
        low = std::min(low, p.parameter);
        high = std::max(high, p.parameter);
      }
      points = static_cast<int>(branch->result->branch.size());
      range = fmt::format("{:.6f} … {:.6f}", low, high);
      for (const study::SpecialPoint& p : branch->result->special)
        special += fmt::format("{}{} {:.9f}{}", special.empty() ? "" : "; ", name(p.kind), p.parameter,
                               p.from == p.to ? "" : fmt::format(" ({} → {})", p.from, p.to));
    }
    table.rows.push_back({branch->name, branch->set == Set::first ? "first" : "second", branch->eps, points, range,
                          special, branch->result ? std::string(name(branch->result->outcome)) : branch->failure});
  }
  page.table(table);
}

void add_windows(Page& page, const Evidence& e) {
  const Cascade& c = e.cascade;
  page.paragraph(
      fmt::format("Let x be the least slip velocity in a cycle. The motion that only touches x = 0 passes through the "
                  "state in which stick ends, so the map from one cycle to the next is continuous: constant where "
                  "stick resets the motion, of slope λ = {:.4f} where stick is just missed (measured here over {} "
                  "cycles at μ_c − 1e-7). Such a map has a fold and no longer periods. If dips below zero that fall "
                  "between two step ends are not seen, x grows by λ in each cycle until one is: i − 1 cycles without "
                  "stick and one with it. The program behind the second and third symbol of the figure does exactly "
                  "this and nothing else; it is no part of the engine.",
                  c.slope, e.map.least.size()));
  Table chosen{.caption = "Cycles in a period, by located events and by the step-end program",
               .columns = {{.name = "μ"},
                           {.name = "located events"},
                           {.name = "regimes"},
                           {.name = "step ends, 1 ms"},
                           {.name = "step ends, 4 ms"}},
               .rows = {}};
  for (const CascadePoint& p : c.chosen)
    chosen.rows.push_back(
        {p.offset < 1e-6 ? fmt::format("μ_c + {:.0e}", p.offset) : fmt::format("{:.5f}", c.fold + p.offset), p.exact,
         p.sequence, p.stepped, p.coarse});
  page.table(chosen);
  Table table{.caption = "Windows of the step-end program, steps of 1 ms",
              .columns = {{.name = "i"}, {.name = "period longer than i below"}, {.name = "by λ, from the first"}},
              .rows = {}};
  for (std::size_t k = 0; k < c.ends.size(); ++k)
    table.rows.push_back({static_cast<int>(k + 1), nine(c.ends[k]), nine(c.predicted[k])});
  page.table(table);
}

void add_wiper(Page& page, const Evidence& e) {
  Table table{.caption = "The settled motion on the sinusoidal belt, over its period of 4 s",
              .columns = {{.name = "μ"},
                          {.name = "ε"},
                          {.name = "regimes"},
                          {.name = "impacts"},
                          {.name = "flight", .unit = "%"},
                          {.name = "of v < 0", .unit = "%"},
                          {.name = "of v > 0", .unit = "%"},
                          {.name = "of flight, φ v < 0", .unit = "%"},
                          {.name = "highest", .unit = "mm"}},
              .rows = {}};
  for (const WiperMotion& m : e.wiper.motions)
    table.rows.push_back({m.mu, m.eps, m.record.seen.sequence, static_cast<int>(std::lround(m.record.seen.impacts)),
                          report::number(100 * m.flight, 3), report::number(100 * m.flight_back, 3),
                          report::number(100 * m.flight_forth, 3), report::number(100 * m.flight_against, 4),
                          report::number(1e3 * m.highest, 3)});
  page.table(table);
}

void add_runs(Page& page, const Evidence& e) {
  Table table{.caption = "Orbits by simulation, and how the runs ended",
              .columns = {{.name = "set"},
                          {.name = "μ"},
                          {.name = "ε"},
                          {.name = "regimes"},
                          {.name = "period", .unit = "s"},
                          {.name = "φ̇_max", .unit = "rad/s"},
                          {.name = "outcome"},
                          {.name = "ledger residual"}},
              .rows = {}};
  for (const OrbitCase& c : e.orbits)
    table.rows.push_back({c.set == Set::first ? "first" : "second", c.mu, c.eps,
                          c.record.rests() ? "rest" : c.record.seen.sequence,
                          c.record.rests() ? std::string("–") : fmt::format("{:.9f}", c.record.seen.period),
                          c.record.rests() ? std::string("0") : fmt::format("{:.6f}", c.record.seen.phi_dot_max),
                          std::string(name(c.record.report.outcome)),
                          fmt::format("{:.1e}", c.record.report.ledger.relative_residual())});
  page.table(table);
}

}  // namespace

report::Page report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds) {
  Page page{.title = "Numerical analysis of a frictional impact oscillator",
            .subtitle = "Lancioni, Galvanetto, Lenci, reproduced with Carom"};
  page.paragraph(
      "**What the paper claims.** A blade on a moving belt rests, slips, sticks, flies or bounces, by its friction: "
      "Hopf points, a hysteretic jump to motions with flight, ends of branches, and close to one of them a cascade in "
      "which the period grows by one at a time, apparently new. With more friction a wiper hops.");
  page.paragraph(
      "**What stands.** The model, its transitions and Poisson's impact; both Hopf points, the end of the slip cycle, "
      "the fold and the first stick within the printed digits, with a belt of −1 m/s and g = 10 m/s², which are not "
      "printed; the jump, the hysteresis, the bouncing, and everything on the wiper. When chattering is ended is of no "
      "consequence below a millisecond.");
  page.paragraph(
      "**What falls.** The cascade: with located events the period is one down to the fold. A program that looks for "
      "the end of slip at step ends has it, with the published first split. 0.6450 and 0.453 are those of a shortest "
      "slip and a smallest gap, and no single step has two of the three. The bound of stick is a misprint, m₁ may "
      "leave with λ_N > 0, and neither the last motion of the second set nor the growth of its orbits goes on for "
      "ever.");
  page.paragraph("**What is open.** Nothing but the integrator of the paper: docs/questions.md.");
  add_summary(page, comparisons);
  page.sketch(model_sketch());
  page.paragraph("F is flight, P slip forwards (γ_t > 0), M slip backwards, T stick; FPTP is flight–slip–stick–slip.");
  add_films(page, film_blade(evidence.effort));
  add_thresholds(page, evidence);
  add_section(page, comparisons, "1 and 2", "1 and 2 The model", {});
  add_section(page, comparisons, "3, first set", "3 First set: m₁ = 0.1 kg, k_φ = 100 N m/rad",
              first_set_figures(evidence));
  add_section(page, comparisons, "3, period adding", "3 The cascade near the fold", cascade_figures(evidence));
  add_windows(page, evidence);
  add_section(page, comparisons, "3, second set", "3 Second set: m₁ = 0.4 kg, k_φ = 25 N m/rad",
              second_set_figures(evidence));
  add_section(page, comparisons, "3, sinusoidal belt", "3 Sinusoidal belt", wiper_figures(evidence));
  add_wiper(page, evidence);
  add_section(page, comparisons, "4", "4 Conclusion", {});
  add_errata(page, find_errata(evidence));
  page.section("Provenance");
  add_branches(page, evidence);
  add_runs(page, evidence);
  page.definitions(
      {{"Carom", CAROM_VERSION},
       {"Compiler", compiler_name()},
       {"Extent", evidence.effort.quick ? "quick: coarse scans and figures" : "full"},
       {"Tolerances", "runs rtol 1e-10, thresholds and orbits near the fold 1e-12, atol a hundredth of it"},
       {"Model",
        "(1) as printed, Coulomb friction with one coefficient, |λ_T| ≤ μ λ_N in stick, Poisson's impact law without "
        "tangential restitution, chatter summed to its limit, flight where both it and contact are possible; v = −1 "
        "m/s, "
        "g = 10 m/s²"},
       {"Data", "figures as SVG in figures/, their points as CSV in data/, this table as comparison.csv"},
       {"Computed in", fmt::format("{:.1f} s on {} threads", seconds, evidence.effort.threads)}});
  return page;
}

}  // namespace carom::papers::impact_oscillator
