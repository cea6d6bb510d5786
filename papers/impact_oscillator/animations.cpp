// SPDX-License-Identifier: Apache-2.0
// Moving pictures of the blade on the belt: flight, slip and stick; bouncing; and the wiper that hops one way.
//
// The blade is a metre long and hops by millimetres: beside the whole, its tip and the belt are drawn magnified.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/systems/impact_oscillator_engine.hpp"
#include "papers/common/film.hpp"
#include "papers/impact_oscillator/figures.hpp"

namespace carom::papers::impact_oscillator {

using report::Animation;
using report::BarPlace;
using report::Colour;

namespace {

constexpr double width = 720, height = 300, ground = 262;                                      // px
constexpr double hinge = 70, scale = 190;                                                      // px, px/m: the whole
constexpr double from_x = 290, to_x = 710;                                                     // px: the magnified part
constexpr double force_length = 90, impulse_length = 90, velocity_length = 60, longest = 190;  // px
constexpr double seconds_a_frame = 0.05;

struct Scene {
  const char* id;
  const char* title;
  ImpactOscillatorSettings settings;
  double settle, spacing;  // s
  int shots, impacts;
};

double tip_x(const ImpactOscillator& system, const Shot<ImpactOscillator>& shot) {
  return system.settings().l * std::sin(shot.state.q[0]);
}

double gap(const ImpactOscillator& system, const Shot<ImpactOscillator>& shot) {
  return system.gaps(shot.state.t, shot.state.q)[0];
}

// What a film reaches: of the tip along the belt, of its hops, of forces, velocities and energy.
struct Extent {
  double low = HUGE_VAL, high = -HUGE_VAL, highest = 0;  // m
  double strongest = 0, largest = 0;                     // N of the belt in motion, N s in impacts
  double fastest = 0;                                    // m/s relative to the belt, in impacts
  double least = HUGE_VAL;                               // J, potential

  bool hops() const { return highest > 1e-6; }
};

Extent extent_of(const ImpactOscillator& system, const std::vector<Shot<ImpactOscillator>>& shots) {
  Extent extent{.largest = largest_impulse(shots), .fastest = fastest_in_impacts(system, shots)};
  for (const Shot<ImpactOscillator>& shot : shots) {
    extent.low = std::min(extent.low, tip_x(system, shot));
    extent.high = std::max(extent.high, tip_x(system, shot));
    extent.highest = std::max(extent.highest, gap(system, shot));
    extent.least = std::min(extent.least, shot.potential);
    if (!shot.in_impact()) extent.strongest = std::max(extent.strongest, shot.F_n[0]);
  }
  return extent;
}

// How a shot becomes places of bars: the whole on the left, the tip and the belt magnified on the right.
struct Picture {
  const ImpactOscillator& system;
  double across, upwards;  // px/m: along the belt, and across it
  double middle;           // m: of the tip's way
  int marks;               // on the belt
  ArrowScale arrows;
  double fastest;  // m/s: the longest arrow of a velocity

  // `belt` is how far the belt has gone, in m.
  std::vector<BarPlace> places(const Shot<ImpactOscillator>& shot, double belt) const {
    const double phi = shot.state.q[0], y = shot.state.q[1];
    const double tip = hinge + scale * tip_x(system, shot), top = ground - scale * y,
                 foot = ground - scale * gap(system, shot);
    const double near_x = 0.5 * (from_x + to_x) + across * (tip_x(system, shot) - middle),
                 near_y = ground - upwards * gap(system, shot) - 8;
    std::vector<BarPlace> bars{
        {0, ground, 240, ground},        {hinge, top, tip, foot},
        {hinge, top, hinge, top},        {tip, foot, tip, foot},
        {from_x, ground, to_x, ground},  {near_x, near_y, near_x - 90 * std::sin(phi), near_y - 90 * std::cos(phi)},
        {near_x, near_y, near_x, near_y}};
    add_marks(bars, belt);
    add_arrows(bars, shot, near_x, near_y);
    return bars;
  }

 private:
  void add_marks(std::vector<BarPlace>& bars, double belt) const {
    const double spacing = (to_x - from_x) / marks, shift = across * belt;
    for (int k = 0; k < marks; ++k) {
      const double place = shift + k * spacing,
                   x = from_x + place - (to_x - from_x) * std::floor(place / (to_x - from_x));
      bars.push_back({x, ground + 6, x - 8, ground + 16});
    }
  }

  void add_arrows(std::vector<BarPlace>& bars, const Shot<ImpactOscillator>& shot, double near_x, double near_y) const {
    bars.push_back({near_x, near_y + 8, near_x, near_y + 8 - arrows.normal(shot, 0)});
    bars.push_back({near_x, near_y + 8, near_x + arrows.tangential(shot, 0), near_y + 8});
    if (!shot.in_impact() || !(fastest > 0)) {
      bars.push_back(out_of_sight);
      return;
    }
    const auto contact = contact_kinematics(system, shot.state.t, shot.state.q, shot.state.u)[0];
    const double v = velocity_length / fastest;
    bars.push_back({near_x + 14, near_y, near_x + 14 + v * contact.tangential_velocity(shot.state.u),
                    near_y - v * contact.normal_velocity(shot.state.u)});
  }
};

Picture picture_of(const Scene& scene, const ImpactOscillator& system, const Extent& extent) {
  const double across = 0.62 * (to_x - from_x) / std::max(extent.high - extent.low, 1e-6);
  // Marks so far apart that from frame to frame each stays nearest to itself.
  const double most_shift = across * system.belt_scale() * scene.spacing;
  return {.system = system,
          .across = across,
          .upwards = extent.hops() ? 110 / extent.highest : 0,
          .middle = 0.5 * (extent.low + extent.high),
          .marks = std::clamp(static_cast<int>((to_x - from_x) / (2.5 * most_shift)), 1, 9),
          .arrows = {.force = force_length / std::max(extent.strongest, 1e-30),
                     .impulse = impulse_length / std::max(extent.largest, 1e-30),
                     .longest = longest},
          .fastest = extent.fastest};
}

// The bars that depend on the motion, and the words.
void add_texts(Animation& film, const Scene& scene, const Extent& extent, const Picture& picture) {
  for (int k = 0; k < picture.marks; ++k) film.bars.push_back({Colour::grey, 2, 0.8});
  film.bars.push_back({Colour::vermilion, 3, 1, true});  // normal
  film.bars.push_back({Colour::vermilion, 3, 1, true});  // friction
  film.bars.push_back({Colour::green, 2.5, 1, true});    // velocity relative to the belt
  const ImpactOscillatorSettings& settings = scene.settings;
  film.caption = fmt::format(
      "μ = {:g}, ε = {:g}, belt {}; slowed down {:.0f} times, and standing still through {}. Left: the whole. Right: "
      "the tip and the belt, magnified {:.0f} times along the belt{}. Vermilion: the force of the belt (in impacts: "
      "its "
      "impulse so far; Poisson's law gives it at once, and it is drawn as growing evenly). Green: velocity of the tip "
      "relative to the belt in impacts. Potential energy above its least.",
      settings.law.mu_c, settings.law.e, settings.belt == Belt::constant ? "at −1 m/s" : "sin(πt/2) m/s",
      seconds_a_frame / scene.spacing, scene.impacts < 100 ? "some of the impacts" : "each impact",
      picture.across / scale, extent.hops() ? fmt::format(" and {:.0f} times across it", picture.upwards / scale) : "");
  film.labels = {
      {from_x + 8, 20, extent.hops() ? fmt::format("highest hop: {:.2g} mm", 1e3 * extent.highest) : "no hop"}};
}

Animation film_of(const Scene& scene, const std::atomic<bool>* interrupt) {
  const ImpactOscillatorSettings& settings = scene.settings;
  const ImpactOscillator system(settings);
  RunOptions run = run_options(scene.settle + scene.spacing * scene.shots + 0.01);
  run.interrupt = interrupt;
  const std::vector<Shot<ImpactOscillator>> shots = shots_of(system, system.initial_state(), run,
                                                             {.from = scene.settle,
                                                              .spacing = scene.spacing,
                                                              .shots = scene.shots,
                                                              .per_impact = 8,
                                                              .least = 1e-3 * settings.m1 * system.belt_scale(),
                                                              .impacts = scene.impacts});
  Animation film{.id = scene.id, .title = scene.title, .width = width, .height = height};
  film.bars = {{Colour::grey, 3, 1}, {Colour::blue, 4, 1}, {Colour::blue, 22, 0.6}, {Colour::blue, 9, 0.9},
               {Colour::grey, 3, 1}, {Colour::blue, 4, 1}, {Colour::blue, 16, 0.7}};
  film.energy = {.unit = "mJ", .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}}};
  if (shots.empty()) return film;
  add_times(film, shots, seconds_a_frame);
  const Extent extent = extent_of(system, shots);
  const Picture picture = picture_of(scene, system, extent);
  add_texts(film, scene, extent, picture);
  double belt = 0, t = shots.front().state.t;
  for (const Shot<ImpactOscillator>& shot : shots) {
    belt += (shot.state.t - t) * system.belt_velocity(0.5 * (shot.state.t + t));
    t = shot.state.t;
    film.frames.push_back(picture.places(shot, belt));
    film.regimes.push_back(regime_of(shot, {"tip"}));
    film.energy.frames.push_back({1e3 * shot.kinetic, 1e3 * (shot.potential - extent.least)});
  }
  return film;
}

}  // namespace

std::vector<Animation> film_blade(const Effort& effort) {
  const Scene scenes[] = {
      {"film-stick", "Flight, slip and stick on a steady belt", settings_of(Set::first, 0.5, 0), 60, 4e-3, 120, 100},
      {"film-bounce", "With restitution the blade bounces", settings_of(Set::first, 0.5, 0.2), 60, 4e-3, 120, 100},
      {"film-wiper", "The wiper: it slips one way and hops the other", wiper_settings(0.5, 0), 40, 0.02, 200, 3}};
  std::vector<Animation> films(std::size(scenes));
  for_each_point(static_cast<int>(films.size()), effort,
                 [&](int k) { films[static_cast<std::size_t>(k)] = film_of(scenes[k], effort.interrupt); });
  return films;
}

}  // namespace carom::papers::impact_oscillator
