// SPDX-License-Identifier: Apache-2.0
// Moving pictures of the row and of the annulus.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/rods/figures.hpp"

namespace carom::papers::rods {

using report::Animation;
using report::BarPlace;
using report::Colour;

namespace {

std::string time_text(const Point& point, const study::RodFrame& frame, double from) {
  return fmt::format("{:.0f} ms", 1e3 * (frame.t / study::period_of(point.run) - from) / point.run.f);
}

// Caps that touch the plate: how far they are pressed in, in diameters; 0 for those in flight.
double overlap(const study::RodFrame& frame, std::size_t k, double H) {
  const double lower = frame.r[k].z - H * std::abs(frame.u[k].z);
  return std::max(0.0, 0.5 - (lower - frame.plate_z));
}

std::string regime_text(const study::RodFrame& frame, double H) {
  int touching = 0;
  for (std::size_t k = 0; k < frame.r.size(); ++k) touching += overlap(frame, k, H) > 0;
  return fmt::format("{} of {} rods touch the plate, which moves {}", touching, frame.r.size(),
                     frame.plate_V >= 0 ? "up" : "down");
}

// Of the motion and of the height above the mean plate: the mean of a rod, over its weight and d.
report::EnergyBar energy_bar() {
  return {.unit = "m g d a rod", .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}}};
}
void add_energy(Animation& film, const study::RodFrame& frame, const particles::Rod& rod) {
  double kinetic = 0, potential = 0;
  for (std::size_t k = 0; k < frame.r.size(); ++k) {
    const particles::Vec3& v = frame.v[k];
    kinetic +=
        0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + 0.5 * rod.inertia / rod.mass * frame.omega[k] * frame.omega[k];
    potential += frame.r[k].z;
  }
  const auto N = static_cast<double>(frame.r.size());
  film.energy.frames.push_back({kinetic / N, potential / N});
}

}  // namespace

Animation row_animation(const Evidence& e) {
  const Point& p = e.row_film;
  const double length = study::options_of(p.run).container.period_x, H = 0.5 * (p.run.l - 1);
  const double scale = 700 / (length + 4), ground = 10 * scale;
  Animation film{.id = "film-row",
                 .title = "The row at 18°",
                 .caption = fmt::format(
                     "Quasi-2-D, N = {}, Γ = {:g}, {:.0f} periods of 1/{:g} s slowed down {:.0f} times. "
                     "What leaves on the right comes back on the left; one rod is marked. Vermilion arrows: "
                     "elastic forces of the plate (Hertz). The plate moves by {:.2f} d up and down, hardly to be "
                     "seen.",
                     p.run.N, p.run.Gamma, p.film.to - p.film.from, p.run.f, 0.06 / (0.2 / p.run.f),
                     p.run.Gamma / std::pow(study::options_of(p.run).drive.Omega, 2)),
                 .width = 720,
                 .height = ground + 12,
                 .seconds_per_frame = 0.06};
  film.bars.push_back({Colour::grey, 2, 1});
  for (std::size_t k = 0; k < p.frames.front().r.size(); ++k)
    film.bars.push_back({k == 0 ? Colour::vermilion : Colour::blue, 0.92 * scale, 0.85});
  for (std::size_t k = 0; k < p.frames.front().r.size(); ++k) film.bars.push_back({Colour::vermilion, 2, 1, true});
  film.energy = energy_bar();
  double deepest = 1e-12;
  for (const study::RodFrame& frame : p.frames)
    for (std::size_t k = 0; k < frame.r.size(); ++k) deepest = std::max(deepest, overlap(frame, k, H));
  for (std::size_t f = 0; f < p.frames.size(); f += 2) {
    const study::RodFrame& frame = p.frames[f];
    const double plate = ground - scale * frame.plate_z;
    std::vector<BarPlace> places{{0, plate, 720, plate}};
    for (std::size_t k = 0; k < frame.r.size(); ++k) {
      const double x = frame.r[k].x - length * std::floor(frame.r[k].x / length) + 2;
      places.push_back({scale * (x - H * frame.u[k].x), ground - scale * (frame.r[k].z - H * frame.u[k].z),
                        scale * (x + H * frame.u[k].x), ground - scale * (frame.r[k].z + H * frame.u[k].z)});
    }
    for (std::size_t k = 0; k < frame.r.size(); ++k) {
      const double side = frame.u[k].z > 0 ? -1 : 1, foot = frame.r[k].x + side * H * frame.u[k].x;
      const double x = scale * (foot - length * std::floor(foot / length) + 2);
      places.push_back({x, plate, x, plate - 70 * std::pow(overlap(frame, k, H) / deepest, 1.5)});
    }
    film.regimes.push_back(regime_text(frame, H));
    add_energy(film, frame, study::options_of(p.run).rod);
    film.frames.push_back(std::move(places));
    film.times.push_back(time_text(p, frame, p.film.from));
  }
  return film;
}

Animation ring_animation(const Evidence& e) {
  const Point& p = e.ring_film;
  const double scale = 24, middle = scale * (p.run.R_o + 0.5), H = 0.5 * (p.run.l - 1);
  Animation film{
      .id = "film-annulus",
      .title = "The annulus from above",
      .caption = fmt::format("N = {}, Γ = {:g}, {:.0f} periods of 1/{:g} s slowed down {:.0f} times. Each line is a "
                             "rod seen from above, the short thick part its lower end; one rod is marked. They drift "
                             "towards their tilt.",
                             p.run.N, p.run.Gamma, 20.0, p.run.f, 0.06 / (0.2 / p.run.f)),
      .width = 2 * middle,
      .height = 2 * middle,
      .seconds_per_frame = 0.06,
      .rings = {{middle, middle, scale * p.run.R_i}, {middle, middle, scale * p.run.R_o}}};
  for (std::size_t k = 0; k < p.frames.front().r.size(); ++k) {
    const Colour colour = k == 0 ? Colour::vermilion : Colour::blue;
    film.bars.push_back({colour, 3, 0.8});
    film.bars.push_back({colour, 9, 0.8});
  }
  film.energy = energy_bar();
  // Twenty periods are enough, and keep the page small.
  for (std::size_t f = 0; f < std::min<std::size_t>(p.frames.size(), 800); f += 8) {
    const study::RodFrame& frame = p.frames[f];
    std::vector<BarPlace> places;
    for (std::size_t k = 0; k < frame.r.size(); ++k) {
      const particles::Vec3 foot = frame.r[k] - H * frame.u[k], head = frame.r[k] + H * frame.u[k];
      const particles::Vec3 near = frame.r[k] - 0.85 * H * frame.u[k];
      const auto place = [&](particles::Vec3 a, particles::Vec3 b) {
        return BarPlace{middle + scale * a.x, middle - scale * a.y, middle + scale * b.x, middle - scale * b.y};
      };
      places.push_back(place(foot, head));
      places.push_back(place(foot, near));
    }
    film.frames.push_back(std::move(places));
    film.times.push_back(time_text(p, frame, p.film.from));
    film.regimes.push_back(regime_text(frame, H));
    add_energy(film, frame, study::options_of(p.run).rod);
  }
  return film;
}

}  // namespace carom::papers::rods
