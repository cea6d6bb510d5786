// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/common/published.hpp"

namespace carom::papers::disc_ball {

namespace {

using report::Colour;
using report::Dash;
using report::Figure;
using report::Mark;
using report::Panel;

struct Curve {
  std::vector<double> x, y;
  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
};

// Shaded bands for the phases of contact, named once each above the panel; impacts as points on the curve.
void mark_phases(Panel& panel, const MotionRecord& motion, double until) {
  for (std::size_t k = 0; k < motion.phases.size(); ++k) {
    const observe::Phase& phase = motion.phases[k];
    if (is_impact(phase.kind) || phase.kind == observe::PhaseKind::flight) continue;
    const double from = phase.t,
                 to = std::min(k + 1 < motion.phases.size() ? motion.phases[k + 1].t : motion.t_flat, until);
    if (!(to > from)) continue;
    const bool stick = phase.kind == observe::PhaseKind::stick, back = phase.kind == observe::PhaseKind::slip_minus;
    const std::string name = stick ? "stick" : back ? "slip−" : "slip+";
    // A short one has no room for its name.
    const std::string label = to - from > 0.045 * until ? phase.contact + " " + name : "";
    panel.vertical_band(1e3 * from, 1e3 * to, label,
                        {stick  ? Colour::yellow
                         : back ? Colour::purple
                                : Colour::sky,
                         0.16});
  }
}

Curve impacts_on(const MotionRecord& motion, double until) {
  Curve marks;
  std::size_t sample = 0;
  for (std::size_t k = 1; k < motion.phases.size(); ++k) {
    const observe::Phase& phase = motion.phases[k];
    if (!is_impact(phase.kind) || phase.t > until) continue;
    while (sample + 1 < motion.samples.size() && motion.samples[sample + 1].t <= phase.t) ++sample;
    marks.add(1e3 * phase.t, 1e3 * motion.samples[sample].v1);
  }
  return marks;
}

Curve gauge(const MotionRecord& motion, double until) {
  Curve curve;
  for (const MotionSample& s : motion.samples)
    if (s.t <= until) curve.add(1e3 * s.t, 1e3 * s.v1);
  return curve;
}

void add_motion(Figure& figure, const Evidence& evidence, int number, double end, bool last) {
  const CaseEvidence& c = evidence.at(number);
  Panel& panel = figure.panel({.title = typeset(fmt::format("Case {}: {}", number, describe(c.motion.settings))),
                               .x = {.label = "t", .unit = "ms", .min = 0.0, .max = 1e3 * end},
                               .y = {.label = "v₁", .unit = "mm/s"},
                               .height = 190,
                               .legend = last ? report::LegendPlace::below : report::LegendPlace::none});
  mark_phases(panel, c.motion, end);
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  const Curve model = gauge(c.motion, end), varied = gauge(c.variant_motion, end), marks = impacts_on(c.motion, end);
  panel.line("model", model.x, model.y, {Colour::computed, Dash::solid, 1.75});
  panel.line("variant P", varied.x, varied.y, {Colour::grey, Dash::dashed, 1.25});
  if (!marks.x.empty()) panel.points("impact", marks.x, marks.y, {Colour::ink, Mark::circle, false, 5});
  panel.points("published, after the hit", {0.0}, {1e3 * simulated_in(number, Quantity::v1)},
               {Colour::published, Mark::square, false, 8});
  const Measurement m = measured_in(number, Quantity::v1);
  panel.error_bars("measured, after the hit", {0.0}, {1e3 * m.mean}, {{1e3 * m.minus}, {1e3 * m.plus}},
                   {Colour::green, Mark::triangle, true, 7});
}

std::vector<double> column(const std::vector<ScanPoint>& points, double (*value)(const ScanPoint&)) {
  std::vector<double> list;
  for (const ScanPoint& point : points) list.push_back(value(point));
  return list;
}

constexpr std::array<Colour, 3> speed_colours{Colour::blue, Colour::vermilion, Colour::green};

}  // namespace

std::vector<Figure> parameter_figures(const Evidence& evidence) {
  const MotionRecord& motion = evidence.at(2).motion;
  Figure figure{
      .id = "fig4",
      .title = "Slip of A and ratio of its forces, case 2 (the paper's Fig. 4)",
      .caption =
          "From the simulated motion of case 2, b = 2 mm, v_b = 0.275 m/s; the paper draws the measured ones. "
          "The ratio is constant in slip, varies in stick and reaches the static coefficient where slip resumes.",
      .shared_x = true};
  Panel& slip = figure.panel(
      {.x = {.label = "t", .unit = "ms", .min = 0.0}, .y = {.label = "v_τ,A", .unit = "mm/s"}, .height = 230});
  mark_phases(slip, motion, motion.t_flat);
  slip.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  Curve speed, ratio;
  for (const MotionSample& s : motion.samples) {
    speed.add(1e3 * s.t, 1e3 * s.v_tau_A);
    ratio.add(1e3 * s.t, s.force_ratio);
  }
  slip.line("", speed.x, speed.y, {Colour::computed, Dash::solid, 1.75});
  Panel& forces = figure.panel({.x = {.label = "t", .unit = "ms", .min = 0.0},
                                .y = {.label = "F_t/F_n", .min = -0.2, .max = 0.2},
                                .height = 230});
  const ContactLaw& ground = motion.settings.ground;
  forces.horizontal(ground.mu_s, "μ_s");
  forces.horizontal(-ground.mu_s, "");
  forces.horizontal(ground.mu_c, "", {Colour::reference, Dash::dotted, 1.25});
  forces.horizontal(-ground.mu_c, "−μ", {Colour::reference, Dash::dotted, 1.25});
  forces.line("", ratio.x, ratio.y, {Colour::computed, Dash::solid, 1.75});
  return {figure};
}

std::vector<Figure> impact_figures(const Evidence& evidence) {
  Figure figure{
      .id = "table4",
      .title = "Table 4 drawn: the outcome of the hit, as a difference from the mean of the trials",
      .caption =
          "Each quantity over its measured mean, minus one, in per cent. Bars: smallest and largest of five trials "
          "(case 3: lower bound of θ̇ read as 0.0507). The model has the printed inputs; variant P the inferred ones in "
          "cases 6 to 8, and follows the published column but for the misprint in v₁ of case 9."};
  for (int i = 0; i < 3; ++i) {
    const Quantity q = quantities[i];
    Panel& panel = figure.panel({.x = {.label = "case", .min = 1.5, .max = 9.5},
                                 .y = {.label = fmt::format("{}/mean − 1", quantity_symbols[i]), .unit = "%"},
                                 .height = 220,
                                 .legend = i == 0 ? report::LegendPlace::below : report::LegendPlace::none});
    panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
    std::vector<double> x[4], y[4];
    report::Spread spread;
    for (int k = 2; k <= 9; ++k) {
      const Measurement m = measured_in(k, q);
      const auto percent = [&](double value) { return 100 * (value / m.mean - 1); };
      // An extreme further from zero is above the mean.
      const double a = percent(m.low()), b = percent(m.high());
      spread.minus.push_back(-std::min(a, b));
      spread.plus.push_back(std::max(a, b));
      const double values[4] = {m.mean, simulated_in(k, q), evidence.at(k).hit.value(q),
                                evidence.at(k).variant.value(q)};
      for (int j = 0; j < 4; ++j) {
        x[j].push_back(k + 0.16 * (j - 1.5));
        y[j].push_back(percent(values[j]));
      }
    }
    panel.error_bars("measured", x[0], y[0], spread, {Colour::green, Mark::triangle, true, 7});
    panel.points("published simulation", x[1], y[1], {Colour::published, Mark::square, false, 8});
    panel.points("model", x[2], y[2], {Colour::computed, Mark::circle, true, 6});
    panel.points("variant P", x[3], y[3], {Colour::grey, Mark::cross, true, 7});
  }
  return {figure};
}

std::vector<Figure> pattern_figures(const Evidence& evidence) {
  const Scan& scan = evidence.scan;
  Figure a{
      .id = "fig5a",
      .title = "Normal speeds of A, B and C after the hit (the paper's Fig. 5a)",
      .caption =
          "Over g T_c, against the height of the hit; ground as in case 2. Below one (dashed) the closing rule keeps a "
          "point on the "
          "ground. The model's speeds go to zero with b; those of A in variant P, which the paper draws, do not, and "
          "vanish at b/r = 0.21 instead."};
  const char* names[] = {"A", "B", "C"};
  const Dash dashes[] = {Dash::solid, Dash::dash_dot, Dash::dotted};
  Panel& all = a.panel({.title = "A, B, C by the model, v_b = 0.275 m/s",
                        .x = {.label = "b/r", .min = -0.6, .max = 1.0},
                        .y = {.label = "δ̇/g T_c"},
                        .height = 250});
  for (int i = 0; i < 3; ++i) {
    Curve curve;
    for (const ScanPoint& point : scan.points[0]) curve.add(point.ratio, point.delta[i]);
    all.line(names[i], curve.x, curve.y, {Colour::automatic, dashes[i], 1.75});
  }
  all.horizontal(1, "");
  Panel& of_A = a.panel({.title = "A by the model (lines) and by variant P (dashed), at three speeds",
                         .x = {.label = "b/r", .min = -0.6, .max = 1.0},
                         .y = {.label = "δ̇_A/g T_c", .min = 0.0, .max = 4.0},
                         .height = 270});
  for (int v = 0; v < 3; ++v) {
    Curve model, varied;
    for (const ScanPoint& point : scan.points[v]) {
      model.add(point.ratio, point.delta[0]);
      varied.add(point.ratio, point.variant_delta);
    }
    of_A.line(fmt::format("v_b = {:g} m/s", scan.v_b[v]), model.x, model.y, {speed_colours[v], Dash::solid, 1.75});
    of_A.line("", varied.x, varied.y, {speed_colours[v], Dash::dashed, 1.25});
  }
  of_A.horizontal(1, "");

  Figure b{.id = "fig5b",
           .title = "Slip of the ground contacts and rotation after the hit (the paper's Fig. 5b)",
           .caption =
               "Over v_b: the curves of the three speeds fall on one. In the second panel the region where the slip "
               "ends within "
               "the hit, in the model with the ground of case 2 and in variant P with that of case 5."};
  Panel& slip =
      b.panel({.x = {.label = "b/r", .min = -0.6, .max = 1.0}, .y = {.label = "v_τ/v_b, r θ̇/v_b"}, .height = 270});
  slip.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  const Dash per_speed[] = {Dash::solid, Dash::dashed, Dash::dotted};
  const auto ratio = [](const ScanPoint& p) { return p.ratio; };
  for (int v = 0; v < 3; ++v) {
    slip.line(fmt::format("v_τ, {:g} m/s", scan.v_b[v]), column(scan.points[v], ratio),
              column(scan.points[v], [](const ScanPoint& p) { return p.slip; }),
              {speed_colours[v], per_speed[v], 3.0 - v * 0.75});
  }
  slip.line("r θ̇", column(scan.points[0], ratio), column(scan.points[0], [](const ScanPoint& p) { return p.spin; }),
            {Colour::ink, Dash::dash_dot, 1.5});
  slip.line("v_τ, variant P", column(scan.points[0], ratio),
            column(scan.points[0], [](const ScanPoint& p) { return p.variant_slip; }),
            {Colour::grey, Dash::dashed, 1.25});
  Panel& inset = b.panel({.title = "Where the slip ends",
                          .x = {.label = "b/r", .min = 0.15, .max = 0.45},
                          .y = {.label = "v_τ/v_b", .min = -0.15, .max = 0.15},
                          .height = 220});
  inset.vertical_band(evidence.model.stick_low, evidence.model.stick_high, "model", {Colour::blue, 0.14});
  inset.vertical_band(evidence.variant_case5.stick_low, evidence.variant_case5.stick_high, "", {Colour::grey, 0.35});
  inset.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  const std::vector<ScanPoint>& near = evidence.near_stick;
  inset.line("model", column(near, ratio), column(near, [](const ScanPoint& p) { return p.slip; }),
             {Colour::computed, Dash::solid, 1.75});
  inset.line("variant P", column(near, ratio), column(near, [](const ScanPoint& p) { return p.variant_slip; }),
             {Colour::grey, Dash::dashed, 1.5});
  return {a, b};
}

std::vector<Figure> motion_figures(const Evidence& evidence) {
  const char* how =
      " Blue: the model with the printed inputs; shaded: its phases of contact, named where there is room (sky slip+, "
      "yellow stick, "
      "purple slip−), circles: impacts. Dashed: the same motion started from the velocities of variant P.";
  std::vector<Figure> figures;
  Figure fig6{.id = "fig6",
              .title = "Velocity at the lower gauge, cases 2 to 5 (the paper's Fig. 6)",
              .caption = std::string("Until the disc lies flat.") + how};
  for (const int k : {2, 3, 4, 5}) add_motion(fig6, evidence, k, 0.24, k == 5);
  Figure fig7{.id = "fig7",
              .title = "Velocity at the lower gauge, cases 6 and 7 (the paper's Fig. 7)",
              .caption = std::string("Until the disc lies flat.") + how};
  for (const int k : {6, 7}) add_motion(fig7, evidence, k, 0.205, k == 7);
  Figure fig8{.id = "fig8",
              .title = "Velocity at the lower gauge, cases 8 and 9 (the paper's Fig. 8)",
              .caption = std::string("Until the disc lies flat.") + how};
  for (const int k : {8, 9}) add_motion(fig8, evidence, k, 0.255, k == 9);
  return {fig6, fig7, fig8};
}

std::vector<Figure> scheme_figures(const Evidence& evidence) {
  Figure figure{
      .id = "scheme",
      .title = "The explicit scheme of the paper against the flow with located events, case 3",
      .caption = fmt::format(
          "Relative error against the flow at tolerance 1e-13. Left to right more steps. The scheme is of first order "
          "(measured {:.2f}); the paper's N = 10⁴ is marked. Second panel: the flow against its own tolerance.",
          evidence.stepped_order)};
  Panel& panel = figure.panel({.x = {.label = "N", .scale = report::Scale::log10},
                               .y = {.label = "relative error", .scale = report::Scale::log10},
                               .height = 270});
  const char* names[] = {"θ̇⁺", "v₁⁺", "v₂⁺", "δ̇_A⁺"};
  const Mark marks[] = {Mark::circle, Mark::square, Mark::cross, Mark::triangle};
  for (int i = 0; i < 4; ++i) {
    Curve curve;
    for (const StepError& step : evidence.stepped) curve.add(static_cast<double>(step.N), step.error[i]);
    panel.line("", curve.x, curve.y, {speed_colours[i % 3], Dash::solid, 1});
    panel.series.back().colour = panel.series.back().line.colour = i == 3 ? Colour::ink : speed_colours[i];
    panel.points(names[i], curve.x, curve.y, {i == 3 ? Colour::ink : speed_colours[i], marks[i], true, 6});
  }
  panel.vertical(1e4, "N = 10⁴");
  Panel& flow = figure.panel({.x = {.label = "tolerance", .scale = report::Scale::log10},
                              .y = {.label = "worst relative error", .scale = report::Scale::log10},
                              .height = 220});
  flow.line("", evidence.flow_tolerance, evidence.flow_error, {Colour::computed, Dash::solid, 1});
  flow.points("flow", evidence.flow_tolerance, evidence.flow_error, {Colour::computed, Mark::circle, true, 6});
  return {figure};
}

}  // namespace carom::papers::disc_ball
