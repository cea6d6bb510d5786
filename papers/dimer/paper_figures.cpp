// SPDX-License-Identifier: Apache-2.0
// Figs 2 to 30.
#include <fmt/format.h>

#include <cmath>

#include "carom/theory/dimer_drift.hpp"
#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/figures.hpp"
#include "papers/dimer/figures_of_runs.hpp"

namespace carom::papers::dimer {

using report::Colour;
using report::Dash;
using report::Figure;
using report::Panel;

namespace {

constexpr const char* frequency_names[] = {"25 Hz", "50 Hz", "75 Hz"};
constexpr Colour frequency_colours[] = {Colour::blue, Colour::vermilion, Colour::green};
constexpr report::Mark frequency_marks[] = {report::Mark::circle, report::Mark::square, report::Mark::triangle};

Figure needed_friction(const DimerSettings& base) {
  Figure figure{.id = "fig02",
                .title = "Fig. 2. Friction needed to stick, μ_st",
                .caption =
                    "Single impact or contact of the lower tip, (106), against the aspect ratio for tilts from 0 to "
                    "12°; densities "
                    "7800 and 1000 kg/m³. A tip sticks where the curve lies below μ_s."};
  Panel& panel = figure.panel({.x = {.label = "A_r"}, .y = {.label = "μ_st"}, .height = 300});
  for (const double theta : {0.0, 3.0, 6.0, 9.0, 12.0}) {
    std::vector<double> x, y;
    for (double A_r = 2.1; A_r < 8.51; A_r += 0.05) {
      DimerShape shape = base.shape;
      shape.A_r = A_r;
      x.push_back(A_r);
      y.push_back(theory::stick_in_single_impact(dimer_body(shape), theta * deg));
    }
    panel.line(fmt::format("θ = {:g}°", theta), x, y);
  }
  panel.horizontal(base.law[0].mu_s, "μ_s");
  panel.vertical(5, "A_r = 5");
  return figure;
}

Figure scan_figure(const char* id, const char* title, const Scan& scan, double mu_i) {
  Figure figure{
      .id = id,
      .title = title,
      .caption = fmt::format(
          "κ = 100⟨u⟩f/g over ten cycles, Γ = 0.9, e = 0.65, μ_s = 0.24, μ_c = 0.12, μ_i = {:g}; each point from "
          "the first of twelve starts that ends in drift (hollow: without a period). Positive towards the "
          "bouncing end.",
          mu_i)};
  Panel& panel = figure.panel({.x = {.label = "A_r", .min = 2.0, .max = 8.6}, .y = {.label = "κ"}, .height = 320});
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  for (int i = 0; i < 3; ++i) {
    std::vector<double> x, y, x_open, y_open;
    for (const DriftPoint& point : scan.points[i]) {
      if (!point.found) continue;
      const bool periodic = point.seen.period_cycles == 1;
      (periodic ? x : x_open).push_back(point.A_r);
      (periodic ? y : y_open).push_back(point.kappa);
    }
    panel.points(frequency_names[i], x, y, {frequency_colours[i], frequency_marks[i], true, 5});
    if (!x_open.empty()) panel.points("", x_open, y_open, {frequency_colours[i], frequency_marks[i], false, 5});
  }
  return figure;
}

Figure left_tips(const Evidence& evidence, const char* id, const char* title, double from, double to,
                 bool displacement) {
  const MotionRecord &a = evidence.run("fig12_39"), &b = evidence.run("fig12_57");
  Figure figure{.id = id,
                .title = title,
                .caption =
                    "A_r = 3.9 and 5.7, f = 25 Hz, Γ = 0.9, e = 0.65, μ_s = 0.24, μ_c = 0.12, μ_i = 0.08, h₀ = 0.25 "
                    "mm, θ₀ = 5°."};
  Panel& panel = figure.panel({.x = {.label = "t", .unit = "s", .min = from, .max = to},
                               .y = displacement ? report::Axis{.label = "x_τ − x_τ(0.8 s)", .unit = "mm"}
                                                 : report::Axis{.label = "v_τ", .unit = "mm/s"}});
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  for (const MotionRecord* run : {&a, &b}) {
    const bool first = run == &a;
    Curve c = curve(*run, from, to, [&](const Sample& s) { return 1e3 * (displacement ? s.x_t[0] : s.v_t[0]); });
    if (displacement && !c.y.empty()) {
      const double start = c.y.front();
      for (double& y : c.y) y -= start;
    }
    panel.line(first ? "A_r = 3.9" : "A_r = 5.7", c.x, c.y,
               {first ? Colour::ink : Colour::blue, first ? Dash::solid : Dash::dashed, 1.5});
  }
  if (displacement) {
    panel.points("published, after 120 ms", {0.92, 0.92}, {1.044, -0.804},
                 {Colour::published, report::Mark::square, false, 8});
    figure.caption += " Displacement over 120 ms of the settled motion, from 0.8 s.";
  }
  return figure;
}

Figure formula_figure(const Evidence& evidence, const char* id, const char* title, double alpha,
                      const char* alpha_text) {
  Figure figure{
      .id = id,
      .title = title,
      .caption = fmt::format(
          "Γ = 0.9, μ = 0.12, α = {}. Forward branch: the sum of (133) and (136), and (140) as printed; reverse "
          "branch (141); points: the simulation of Fig. 15 at 25 Hz.",
          alpha_text)};
  Panel& panel = figure.panel({.x = {.label = "A_r", .min = 2.0, .max = 8.6}, .y = {.label = "κ"}, .height = 320});
  panel.horizontal(0, "", {Colour::reference, Dash::solid, 0.75});
  std::vector<double> x, p, printed, xn, n;
  for (double A_r = 2.1; A_r < 8.51; A_r += 0.05) {
    const theory::DriftCycle cycle{.A_r = A_r, .mu = 0.12, .alpha = alpha, .Gamma = 0.9};
    if (A_r < 5) {
      x.push_back(A_r);
      p.push_back(theory::scaled_forward_drift(cycle));
      printed.push_back(theory::scaled_forward_drift_printed(cycle));
    } else {
      xn.push_back(A_r);
      n.push_back(theory::scaled_backward_drift(cycle));
    }
  }
  panel.line("(133) + (136)", x, p, {Colour::theory, Dash::solid, 1.75});
  panel.line("(140) as printed", x, printed, {Colour::published, Dash::dashed, 1.5});
  panel.line("(141)", xn, n, {Colour::purple, Dash::solid, 1.75});
  std::vector<double> xs, ks;
  for (const DriftPoint& point : evidence.fig15.points[0])
    if (point.found) {
      xs.push_back(point.A_r);
      ks.push_back(point.kappa);
    }
  panel.points("simulated, 25 Hz", xs, ks, {Colour::computed, report::Mark::circle, true, 4});
  return figure;
}

}  // namespace

std::vector<Figure> paper_figures(const Evidence& evidence) {
  std::vector<Figure> figures;
  const auto add = [&](Figure figure, const char* note = "") {
    if (*note) figure.caption += std::string(" ") + note;
    figures.push_back(std::move(figure));
  };
  const DimerSettings& base = evidence.options.base;
  add(needed_friction(base));
  const MotionRecord &fig3 = evidence.run("fig3"), &fig7 = evidence.run("fig7");
  add(heights("fig03", "Fig. 3. Heights of the tips, A_r = 3.9", fig3, 0, 0.5));
  add(tilt("fig04", "Fig. 4. Tilt, A_r = 3.9", fig3, 0, 1));
  add(slip_speeds("fig05", "Fig. 5. Tangential velocities of the tips, A_r = 3.9", fig3, 0, 0.5));
  add(positions("fig06", "Fig. 6. Position of the left tip, A_r = 3.9", fig3, 0, 1, false),
      fmt::format("Mean speed {:.3f} mm/s.", 1e3 * fig3.seen.drift).c_str());
  add(heights("fig07", "Fig. 7. Heights of the tips, A_r = 5.7", fig7, 0, 0.5));
  add(tilt("fig08", "Fig. 8. Tilt, A_r = 5.7", fig7, 0, 1));
  add(slip_speeds("fig09", "Fig. 9. Tangential velocities of the tips, A_r = 5.7", fig7, 0, 0.5));
  add(positions("fig10", "Fig. 10. Position of the left tip, A_r = 5.7", fig7, 0, 1, false),
      fmt::format("Mean speed {:.3f} mm/s.", 1e3 * fig7.seen.drift).c_str());
  add(scan_figure("fig11", "Fig. 11. Scaled drift against the aspect ratio, μ_i = 0.12", evidence.fig11, 0.12));
  add(left_tips(evidence, "fig12", "Fig. 12. Tangential velocity of the left tip, μ_i = 0.08", 0, 0.6, false));
  add(left_tips(evidence, "fig13", "Fig. 13. Part of Fig. 12", 0.8, 0.92, false));
  add(left_tips(evidence, "fig14", "Fig. 14. Displacement of the left tip, μ_i = 0.08", 0.8, 0.92, true));
  add(scan_figure("fig15", "Fig. 15. Scaled drift against the aspect ratio, μ_i = 0.08", evidence.fig15, 0.08));
  add(heights("fig16", "Fig. 16. Heights of the tips, A_r = 2.5", evidence.run("fig16"), 0.3, 0.8));
  add(slip_speeds("fig17", "Fig. 17. Tangential velocities of the tips, A_r = 2.5", evidence.run("fig16"), 0.3, 0.8));
  add(heights("fig18", "Fig. 18. Heights of the tips, A_r = 6.5", evidence.run("fig18"), 0, 0.8),
      evidence.run("fig18").staying() == 1
          ? "Here the right end stays and the left one swings: the mirror image of the published motion."
          : "");
  const MotionRecord& jump = evidence.run("jump_6deg");
  const char* jump_note = "The printed start, θ₀ = 8°, ends in drift; this one jumps.";
  add(heights("fig19", "Fig. 19. Jump: heights of the tips", jump, 0, 1.2), jump_note);
  add(heights("fig20", "Fig. 20. Part of Fig. 19, settled", jump, 11.8, 12), jump_note);
  add(positions("fig21", "Fig. 21. Jump: positions of the tips along the plate", jump, 11.8, 12, true), jump_note);
  add(heights("fig22", "Fig. 22. Rest at Γ = 0.2", evidence.run("fig22"), 0, 0.6));
  add(heights("fig23", "Fig. 23. Γ = 1.4, h₀ = 0.25 mm, θ₀ = 10°", evidence.run("fig23"), 0, 1.2));
  add(heights("fig24", "Fig. 24. Γ = 1.4, h₀ = 3.25 mm, θ₀ = 10°", evidence.run("fig24"), 0, 1.2));
  add(heights("fig25", "Fig. 25. Hop: Γ = 1.4, h₀ = 0.25 mm, θ₀ = 5°", evidence.run("fig25"), 0, 1.2));
  add(heights("fig26", "Fig. 26. Part of Fig. 25", evidence.run("fig25"), 2.2, 2.36));
  const char* flutter_note =
      "The printed starts do not lead to flutter; this one is on the estimate by two separate balls, the left just "
      "hit and rising at gT, the right at the top of its flight.";
  add(heights("fig27", "Fig. 27. Flutter: heights of the tips", evidence.run("flutter_built"), 11.7, 12), flutter_note);
  add(tilt("fig28", "Fig. 28. Flutter: tilt", evidence.run("flutter_built"), 11.7, 12), flutter_note);
  add(formula_figure(evidence, "fig29", "Fig. 29. The approximate formula, α = 0", 0, "0"));
  add(formula_figure(evidence, "fig30", "Fig. 30. The approximate formula, α = π/6", pi / 6, "π/6"));
  return figures;
}

}  // namespace carom::papers::dimer
