// SPDX-License-Identifier: Apache-2.0
// Beyond the paper: the phases it assumes, how much its modes depend on what it rounds, the oracles, the ledger.
#include <fmt/format.h>

#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "papers/dimer/figures.hpp"

namespace carom::papers::dimer {

using report::Colour;
using report::Dash;
using report::Figure;
using report::Panel;

namespace {

Figure phases(const Evidence& evidence) {
  Figure figure{.id = "phases",
                .title = "The phases of section 7, measured",
                .caption =
                    "Scan of Fig. 15 at 25 Hz. Top: phase α of the double impact before the plate's highest point; the "
                    "α that the "
                    "duration of the forward slip gives by (132); phase of the reversal before the lowest point, "
                    "assumed zero; band: "
                    "α as published. Bottom: the sum of (133) and (136) with either measured α against the simulation.",
                .shared_x = true};
  std::vector<double> x, hit, interval, reversal, k, k_hit, k_interval;
  for (const DriftPoint& point : evidence.fig15.points[0]) {
    if (!point.found || point.A_r > 4.97 || point.seen.period_cycles != 1) continue;
    const double by_interval = two_pi * point.seen.dt_p * point.f - pi;
    x.push_back(point.A_r);
    hit.push_back(point.seen.alpha / deg);
    interval.push_back(by_interval / deg);
    reversal.push_back(point.seen.reversal_phase / deg);
    k.push_back(point.kappa);
    k_hit.push_back(
        theory::scaled_forward_drift({.A_r = point.A_r, .mu = 0.12, .alpha = point.seen.alpha, .Gamma = 0.9}));
    k_interval.push_back(
        theory::scaled_forward_drift({.A_r = point.A_r, .mu = 0.12, .alpha = by_interval, .Gamma = 0.9}));
  }
  Panel& top = figure.panel({.x = {.label = "A_r"}, .y = {.label = "phase", .unit = "°"}, .height = 220});
  top.horizontal_band(18, 30, "published α", {Colour::published, 0.15});
  top.line("α of the double impact", x, hit, {Colour::computed, Dash::solid, 1.75});
  top.line("α from Δt_p", x, interval, {Colour::ink, Dash::dashed, 1.75});
  top.line("reversal before lowest", x, reversal, {Colour::green, Dash::dash_dot, 1.75});
  Panel& bottom = figure.panel({.x = {.label = "A_r"}, .y = {.label = "κ"}, .height = 220});
  bottom.points("simulated", x, k, {Colour::computed, report::Mark::circle, true, 5});
  bottom.line("formula, α of the impact", x, k_hit, {Colour::vermilion, Dash::dashed, 1.75});
  bottom.line("formula, α from Δt_p", x, k_interval, {Colour::ink, Dash::solid, 1.75});
  return figure;
}

Figure closing(const Evidence& evidence) {
  Figure figure{.id = "closing",
                .title = "Drift and the closing threshold",
                .caption =
                    "A_r = 3.9, μ_i = 0.08, 25 Hz: drift against the speed, as a part of Aω, below which an impact "
                    "closes the contact. "
                    "The paper uses 0.01."};
  Panel& panel = figure.panel({.x = {.label = "threshold / Aω", .scale = report::Scale::log10},
                               .y = {.label = "⟨u⟩", .unit = "mm/s"},
                               .height = 220});
  panel.vertical(0.01, "paper");
  panel.points("", evidence.studies.closing, evidence.studies.closing_drift, {Colour::computed});
  panel.line("", evidence.studies.closing, evidence.studies.closing_drift, {Colour::computed, Dash::solid, 1});
  return figure;
}

Figure boundaries(const Evidence& evidence) {
  const Studies& s = evidence.studies;
  Figure figure{
      .id = "boundaries",
      .title = "Jump and flutter near their printed starts",
      .caption = fmt::format(
          "Share of {} starts within 0.1 mm and 0.1° of the printed one that end in jump (50 Hz, h₀ = 10.25 mm, "
          "θ₀ = 8°) and in flutter (50 Hz, h₀ = 4.9 mm, θ₀ = 4°), against the restitution coefficient. The paper "
          "uses 0.65 and 0.8.",
          s.starts_per_e)};
  Panel& jump = figure.panel(
      {.title = "jump", .x = {.label = "e"}, .y = {.label = "share", .min = -0.03, .max = 1.0}, .height = 170});
  jump.vertical(0.65, "paper");
  jump.points("", s.jump_e, s.jump_share, {Colour::computed});
  Panel& flutter = figure.panel(
      {.title = "flutter", .x = {.label = "e"}, .y = {.label = "share", .min = -0.03, .max = 1.0}, .height = 170});
  flutter.vertical(0.8, "paper");
  flutter.points("", s.flutter_e, s.flutter_share, {Colour::computed});
  return figure;
}

Figure leftover(const Evidence& evidence) {
  const Studies& s = evidence.studies;
  Figure figure{.id = "leftover",
                .title = "What a residue of stick does to the end of the reverse drift",
                .caption =
                    "κ with μ_i = 0.08 if every double impact that ends in stick leaves a small backward velocity "
                    "instead of zero (lines), and "
                    "exact stick (points, Fig. 15). The residues are fitted per frequency to the published ends "
                    "(dashed), not derived."};
  Panel& panel = figure.panel({.x = {.label = "A_r", .min = 5.0, .max = 8.6}, .y = {.label = "κ"}, .height = 300});
  const char* names[] = {"25 Hz, −1 mm/s", "50 Hz, −0.1 mm/s", "75 Hz, −0.02 mm/s"};
  const Colour colours[] = {Colour::blue, Colour::vermilion, Colour::green};
  const double ends[] = {6.2, 8.2, 7.6};
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  for (int i = 0; i < 3; ++i) {
    panel.line(names[i], s.leftover_A_r, s.leftover_kappa[i], {colours[i], Dash::solid, 1.75});
    std::vector<double> x, y;
    for (const DriftPoint& point : evidence.fig15.points[i])
      if (point.found && point.A_r > 5) {
        x.push_back(point.A_r);
        y.push_back(point.kappa);
      }
    panel.points("", x, y, {colours[i], report::Mark::circle, false, 5});
    panel.vertical(ends[i], "", {colours[i], Dash::dashed, 1});
  }
  return figure;
}

Figure bend(const Evidence& evidence) {
  const Studies& s = evidence.studies;
  Figure figure{.id = "bend",
                .title = "The bend of Fig. 15 and the restitution coefficient",
                .caption =
                    "κ at 25 Hz, Γ = 0.9, μ_i = 0.08 with e = 0.65 and with e = 0.68, which is what an explicit "
                    "impulse step of about 50 per impact makes of 0.65. The paper has the bend at 3.1."};
  Panel& panel = figure.panel({.x = {.label = "A_r"}, .y = {.label = "κ"}, .height = 240});
  panel.vertical(3.1, "paper");
  panel.line("e = 0.65", s.bend_A_r, s.bend_kappa[0], {Colour::computed, Dash::solid, 1.75});
  panel.line("e = 0.68", s.bend_A_r, s.bend_kappa[1], {Colour::vermilion, Dash::dashed, 1.75});
  return figure;
}

Figure oracles(const Evidence& evidence) {
  const Convergence& c = evidence.convergence;
  Figure figure{
      .id = "oracles",
      .title = "Two oracles against the event-driven motion",
      .caption = fmt::format(
          "Largest distance of the dimer from its event-driven motion over the first {:.2f} s (A_r = 3.9, all friction "
          "0.12, chatter summed). Moreau–Jean time stepping against Newton's law: order {:.2f} in the step, 1 "
          "expected. Compliant contacts against the energetic law: distance falls with the stiffness like k^({:.2f}); "
          "between −2/5, the duration of a contact, and −1/3, the sinking of a resting one, is expected.",
          c.until, c.moreau_order, c.compliant_order)};
  Panel& step = figure.panel({.title = "Moreau–Jean",
                              .x = {.label = "h", .unit = "s", .scale = report::Scale::log10},
                              .y = {.label = "distance", .unit = "m", .scale = report::Scale::log10},
                              .height = 190});
  step.points("computed", c.moreau_h, c.moreau_error, {Colour::computed});
  const auto guide = [](const std::vector<double>& x, const std::vector<double>& y, double order) {
    std::vector<double> line;
    for (const double value : x) line.push_back(2 * y.front() * std::pow(value / x.front(), order));
    return line;
  };
  if (!c.moreau_h.empty())
    step.line("slope 1", c.moreau_h, guide(c.moreau_h, c.moreau_error, 1), {Colour::reference, Dash::dashed, 1});
  Panel& stiff = figure.panel({.title = "compliant contacts",
                               .x = {.label = "stiffness scale k", .unit = "N/m^1.5", .scale = report::Scale::log10},
                               .y = {.label = "distance", .unit = "m", .scale = report::Scale::log10},
                               .height = 190});
  stiff.points("computed", c.compliant_scale, c.compliant_error, {Colour::computed});
  if (!c.compliant_scale.empty())
    stiff.line("slope −2/5", c.compliant_scale, guide(c.compliant_scale, c.compliant_error, -0.4),
               {Colour::reference, Dash::dashed, 1});
  return figure;
}

Figure ledger(const Evidence& evidence) {
  const MotionRecord& run = evidence.run("fig12_39");
  std::vector<double> t, drive, normal, friction, closing, energy, residual;
  for (std::size_t k = 0; k < run.books.size(); ++k) {
    const Ledger& books = run.books[k];
    t.push_back(run.book_times[k]);
    drive.push_back(1e3 * books.drive_work);
    normal.push_back(1e3 * books.normal_loss);
    friction.push_back(1e3 * books.friction_loss);
    closing.push_back(1e3 * books.closing_loss);
    energy.push_back(1e3 * (books.kinetic + books.potential - run.report.ledger.initial));
    residual.push_back(
        std::max(1e-18, std::abs(books.kinetic + books.potential - run.report.ledger.initial - books.drive_work +
                                 books.normal_loss + books.friction_loss + books.closing_loss)));
  }
  Figure figure{.id = "ledger",
                .title = "The energy ledger of the drift",
                .caption = describe(run.settings) +
                           fmt::format(". Top: work of the plate and where it goes. Bottom: what the books leave open; "
                                       "at the end of the run, after {:.0f} cycles, {:.1e} of the energy exchanged.",
                                       run.report.final.t * run.settings.f, run.report.ledger.relative_residual()),
                .shared_x = true};
  Panel& top = figure.panel({.x = {.label = "t", .unit = "s"}, .y = {.label = "energy", .unit = "mJ"}, .height = 220});
  top.line("work of the plate", t, drive, {Colour::ink, Dash::solid, 1.75});
  top.line("normal loss", t, normal, {Colour::blue, Dash::solid, 1.5});
  top.line("friction loss", t, friction, {Colour::vermilion, Dash::solid, 1.5});
  top.line("closing loss", t, closing, {Colour::green, Dash::solid, 1.5});
  top.line("energy gained", t, energy, {Colour::purple, Dash::dashed, 1.5});
  Panel& bottom = figure.panel({.x = {.label = "t", .unit = "s"},
                                .y = {.label = "|residual|", .unit = "J", .scale = report::Scale::log10},
                                .height = 140});
  bottom.line("", t, residual, {Colour::ink, Dash::solid, 1});
  return figure;
}

}  // namespace

std::vector<Figure> study_figures(const Evidence& evidence) {
  std::vector<Figure> figures{phases(evidence), closing(evidence), boundaries(evidence), leftover(evidence),
                              bend(evidence),   oracles(evidence), ledger(evidence)};
  for (Figure& map : basin_figures(evidence)) figures.push_back(std::move(map));
  return figures;
}

}  // namespace carom::papers::dimer
