// SPDX-License-Identifier: Apache-2.0
// Figs 2 and 5: the bodies; and a film of an impact.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "carom/base/constants.hpp"
#include "papers/lattice/cases.hpp"
#include "papers/lattice/figures.hpp"

namespace carom::papers::lattice {

using report::Animation;
using report::BarPlace;
using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::LineStyle;
using report::Panel;
using study::DiskKind;

namespace {

// Of the frame of a panel that is alone in a figure of the usual width [px].
constexpr double frame_width = 640;

// A panel in which lengths are alike along both axes.
Panel& map_panel(Figure& figure, double left, double right, double bottom, double top) {
  return figure.panel({.x = {.label = "x", .unit = "R", .min = left, .max = right},
                       .y = {.label = "y", .unit = "R", .min = bottom, .max = top},
                       .height = frame_width * (top - bottom) / (right - left),
                       .legend = LegendPlace::below});
}

// Every spring as a line, moved by (x, y).
void draw_springs(Panel& panel, const char* name, const LatticeBody& body, double x, double y, LineStyle style) {
  std::vector<double> xs, ys;
  for (std::size_t s = 0; s < body.network.springs(); ++s) {
    for (const std::uint32_t i : {body.network.first[s], body.network.second[s]}) {
      xs.push_back(body.x[i] + x);
      ys.push_back(body.y[i] + y);
    }
    xs.push_back(std::nan(""));
    ys.push_back(std::nan(""));
  }
  panel.line(name, xs, ys, style);
}

void draw_surface(Panel& panel, const LatticeBody& body, double x, double y, bool closed) {
  std::vector<double> xs, ys;
  for (const std::uint32_t i : body.surface) {
    xs.push_back(body.x[i] + x);
    ys.push_back(body.y[i] + y);
  }
  if (closed) {
    xs.push_back(xs.front());
    ys.push_back(ys.front());
  }
  panel.line("rough surfaces", xs, ys, {Colour::vermilion, Dash::solid, 1.5});
}

}  // namespace

Figure bodies_figure() {
  Figure figure{.id = "fig2",
                .title = "Disk and wall (the paper's Fig. 2)",
                .caption =
                    "1600 points each, bound by Delaunay's triangles; every line is a spring. Points lie on the "
                    "outlines at equal distances and inside at random, 0.7 of their mean spacing apart at "
                    "least; then the surfaces are made rough, δ = 0.03 R. Both sides of the wall are held."};
  Panel& panel = map_panel(figure, -4.1, 4.1, -2.1, 2.2);
  const study::LatticeRun run = random_case(Units::stiff);
  const LatticeBody disk = study::disk_of(run), wall = study::wall_of(run);
  draw_springs(panel, "wall", wall, 0, 0, {Colour::grey, Dash::solid, 0.5});
  draw_springs(panel, "disk", disk, 0, 1.1, {Colour::blue, Dash::solid, 0.5});
  draw_surface(panel, wall, 0, 0, false);
  draw_surface(panel, disk, 0, 1.1, true);
  return figure;
}

Figure ordered_figure() {
  Figure figure{.id = "fig5",
                .title = "Ordered disks (the paper's Fig. 5)",
                .caption =
                    "Left: triangular, right: square with both diagonals in every cell; each within a rough "
                    "ring of points like that of the random disk, bound by Delaunay's triangles. Middle: the "
                    "triangular lattice as it was cut, a polygon."};
  Panel& panel = map_panel(figure, -3.35, 3.35, -1.12, 1.12);
  const auto draw = [&](const char* name, const study::LatticeRun& run, double x, Colour colour) {
    const LatticeBody disk = study::disk_of(run);
    draw_springs(panel, name, disk, x, 0, {colour, Dash::solid, 0.5});
    draw_surface(panel, disk, x, 0, true);
  };
  draw("triangular within a ring", layered_case(Units::stiff, DiskKind::triangular), -2.2, Colour::blue);
  draw("triangular as cut", polygon_case(Units::stiff), 0, Colour::green);
  draw("square within a ring", square_case(Units::stiff, 0.3), 2.2, Colour::purple);
  panel.series.back().name = panel.series[1].name = panel.series[3].name = "surfaces";
  return figure;
}

Figure band_figure(const Evidence& e) {
  const BandEvidence& b = e.band;
  Figure figure{.id = "fig4",
                .title = "The band before and after its stretch (the paper's Fig. 4)",
                .caption = fmt::format(
                    "348 points, k_a = 10⁴, at rest without force (grey, drawn below) and under F = "
                    "{:g} m c²/R at both ends (blue), when its damped motion has stopped. Dashed: the ends before.",
                    b.force)};
  Panel& panel = map_panel(figure, -1.75, 1.75, -1.85, 0.65);
  const auto draw = [&](const char* name, const auto& place, LineStyle style) {
    std::vector<double> xs, ys;
    for (std::size_t s = 0; s < b.band.network.springs(); ++s) {
      for (const std::uint32_t i : {b.band.network.first[s], b.band.network.second[s]}) {
        const auto [x, y] = place(i);
        xs.push_back(x);
        ys.push_back(y);
      }
      xs.push_back(std::nan(""));
      ys.push_back(std::nan(""));
    }
    panel.line(name, xs, ys, style);
  };
  draw("before", [&](std::uint32_t i) { return std::pair(b.band.x[i], b.band.y[i] - 1.2); },
       {Colour::grey, Dash::solid, 0.75});
  draw("after", [&](std::uint32_t i) { return std::pair(b.stretched.r[i].x, b.stretched.r[i].y); },
       {Colour::blue, Dash::solid, 0.75});
  for (const double x : {-0.5 * b.band.length, 0.5 * b.band.length}) panel.vertical(x);
  return figure;
}

Animation impact_animation() {
  study::LatticeRun run = random_case(Units::soft);
  run.throws = study::Throws::right;
  run.impact.cot_gamma = 1;
  const double scale = 85, left = 4.1 * scale, ground = 2.35 * scale;
  Animation film{.id = "film-impact",
                 .title = "An impact",
                 .caption =
                     "Reading `soft`, cot γ = 1, seed 1: the outlines of disk and wall, and six spokes of the "
                     "disk. It comes from the left without spin, and leaves turning; while they touch the film is four "
                     "times slower. "
                     "Vermilion: the force of the wall on the disk.",
                 .width = 8.2 * scale,
                 .height = 2.75 * scale,
                 .seconds_per_frame = 0.06};
  film.energy = {.unit = "of the start", .parts = {{"kinetic", Colour::blue}, {"elastic", Colour::orange}}};
  double start = 0;
  std::vector<std::pair<Point, Point>> pushes;  // where the wall pushes the disk, and how much
  DiskImpactHooks hooks;
  hooks.frame_interval = 0.1;
  hooks.frame = [&](const LatticeFrame& frame) {
    const double kinetic = kinetic_energy(frame.bodies.network, frame.state),
                 touch = contact_energy(frame.bodies.contact, frame.state.r),
                 elastic = spring_energy(frame.bodies.network, frame.state.r) + touch;
    if (start == 0) start = kinetic + elastic;
    // In flight every other frame is enough.
    const bool contact_now = touch > 1e-6 * start;
    if (!contact_now && std::lround(frame.state.t / 0.1) % 2 == 1) return;
    film.energy.frames.push_back({kinetic / start, elastic / start});
    film.regimes.push_back(contact_now ? "contact" : "flight");
    film.pace.push_back(contact_now ? 0.12 : 0.06);
    if (contact_now && film.impacts.empty()) film.impacts.push_back(static_cast<int>(film.frames.size()));
    std::vector<Point> forces(frame.state.r.size());
    add_contact_forces(frame.bodies.contact, frame.state.r, forces);
    Point push, foot;
    double weight = 0;
    for (const std::uint32_t i : frame.bodies.contact.disk) {
      push = {push.x + forces[i].x, push.y + forces[i].y};
      const double size = std::hypot(forces[i].x, forces[i].y);
      foot = {foot.x + size * frame.state.r[i].x, foot.y + size * frame.state.r[i].y};
      weight += size;
    }
    if (weight > 0) foot = {foot.x / weight, foot.y / weight};
    pushes.emplace_back(foot, contact_now ? push : Point{});
    const auto& contact = frame.bodies.contact;
    const auto& r = frame.state.r;
    const bool first = film.frames.empty();
    std::vector<BarPlace> places;
    const auto add = [&](std::uint32_t i, std::uint32_t j, report::Bar bar) {
      if (first) film.bars.push_back(bar);
      places.push_back(
          {left + scale * r[i].x, ground - scale * r[i].y, left + scale * r[j].x, ground - scale * r[j].y});
    };
    for (std::size_t k = 0; k + 1 < contact.wall.size(); ++k)
      add(contact.wall[k], contact.wall[k + 1], {Colour::grey, 2, 1});
    const std::size_t n = contact.disk.size();
    for (std::size_t k = 0; k < n; ++k) add(contact.disk[k], contact.disk[(k + 1) % n], {Colour::blue, 2, 1});
    for (std::size_t k = 0; k < 3; ++k)
      add(contact.disk[k * n / 6], contact.disk[k * n / 6 + n / 2], {k == 0 ? Colour::vermilion : Colour::sky, 1, 0.8});
    film.frames.push_back(std::move(places));
    film.times.push_back(fmt::format("{:.1f} R/c", frame.state.t));
  };
  study::run_lattice(run, hooks);
  double strongest = 1e-30;
  for (const auto& [foot, push] : pushes) strongest = std::max(strongest, std::hypot(push.x, push.y));
  film.bars.push_back({Colour::vermilion, 3, 1, true});
  for (std::size_t k = 0; k < pushes.size(); ++k) {
    const auto& [foot, push] = pushes[k];
    const double x = left + scale * foot.x, y = ground - scale * foot.y;
    film.frames[k].push_back({x, y, x + 90 * push.x / strongest, y - 90 * push.y / strongest});
  }
  return film;
}

}  // namespace carom::papers::lattice
