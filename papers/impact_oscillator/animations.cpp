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

struct Scene {
  const char* id;
  const char* title;
  ImpactOscillatorSettings settings;
  double settle, spacing;  // s
  int shots, impacts;
};

Animation film_of(const Scene& scene, const std::atomic<bool>* interrupt) {
  const ImpactOscillatorSettings& settings = scene.settings;
  const ImpactOscillator system(settings);
  RunOptions run = run_options(scene.settle + scene.spacing * scene.shots + 0.01);
  run.interrupt = interrupt;
  Camera<ImpactOscillator> camera(system, run,
                                  {.from = scene.settle,
                                   .spacing = scene.spacing,
                                   .shots = scene.shots,
                                   .per_impact = 8,
                                   .least = 1e-3 * settings.m1 * system.belt_scale(),
                                   .impacts = scene.impacts});
  const bool ran = succeeded(run_watched(system, system.initial_state(), run, camera).outcome);
  if (interrupt && interrupt->load()) throw Interrupted();
  const std::vector<Shot<ImpactOscillator>>& shots = camera.shots();

  const double seconds_a_frame = 0.05;
  Animation film{.id = scene.id, .title = scene.title, .width = width, .height = height};
  film.bars = {{Colour::grey, 3, 1}, {Colour::blue, 4, 1}, {Colour::blue, 22, 0.6}, {Colour::blue, 9, 0.9},
               {Colour::grey, 3, 1}, {Colour::blue, 4, 1}, {Colour::blue, 16, 0.7}};
  film.energy = {.unit = "mJ", .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}}};
  if (!ran || shots.empty()) return film;
  add_times(film, shots, seconds_a_frame);

  double low = HUGE_VAL, high = -HUGE_VAL, highest = 0, least = HUGE_VAL, strongest = 0, largest = 0, fastest = 0;
  const auto tip_x = [&](const Shot<ImpactOscillator>& shot) { return settings.l * std::sin(shot.state.q[0]); };
  const auto gap = [&](const Shot<ImpactOscillator>& shot) { return system.gaps(shot.state.t, shot.state.q)[0]; };
  for (const Shot<ImpactOscillator>& shot : shots) {
    low = std::min(low, tip_x(shot));
    high = std::max(high, tip_x(shot));
    highest = std::max(highest, gap(shot));
    least = std::min(least, shot.potential);
    const auto contact = system.contacts(shot.state.t, shot.state.q, shot.state.u)[0];
    (shot.in_impact() ? largest : strongest) = std::max(shot.in_impact() ? largest : strongest, shot.F_n[0]);
    if (shot.in_impact())
      fastest = std::max(fastest,
                         std::hypot(contact.normal_velocity(shot.state.u), contact.tangential_velocity(shot.state.u)));
  }
  const double across = 0.62 * (to_x - from_x) / std::max(high - low, 1e-6), middle = 0.5 * (low + high);  // px/m
  const double upwards = highest > 1e-6 ? 110 / highest : 0;
  // Marks so far apart that from frame to frame each stays nearest to itself.
  const double most_shift = across * system.belt_scale() * scene.spacing;
  const int marks = std::clamp(static_cast<int>((to_x - from_x) / (2.5 * most_shift)), 1, 9);
  for (int k = 0; k < marks; ++k) film.bars.push_back({Colour::grey, 2, 0.8});
  film.bars.push_back({Colour::vermilion, 3, 1, true});  // normal
  film.bars.push_back({Colour::vermilion, 3, 1, true});  // friction
  film.bars.push_back({Colour::green, 2.5, 1, true});    // velocity relative to the belt
  film.caption = fmt::format(
      "μ = {:g}, ε = {:g}, belt {}; slowed down {:.0f} times, and standing still through {}. Left: the whole. Right: "
      "the tip and the belt, magnified {:.0f} times along the belt{}. Vermilion: the force of the belt (in impacts: "
      "its "
      "impulse so far; Poisson's law gives it at once, and it is drawn as growing evenly). Green: velocity of the tip "
      "relative to the belt in impacts. Potential energy above its least.",
      settings.law.mu_c, settings.law.e, settings.belt == Belt::constant ? "at −1 m/s" : "sin(πt/2) m/s",
      seconds_a_frame / scene.spacing, scene.impacts < 100 ? "some of the impacts" : "each impact", across / scale,
      highest > 1e-6 ? fmt::format(" and {:.0f} times across it", upwards / scale) : "");
  film.labels = {{from_x + 8, 20, highest > 1e-6 ? fmt::format("highest hop: {:.2g} mm", 1e3 * highest) : "no hop"}};

  double belt = 0, t = shots.front().state.t;
  for (const Shot<ImpactOscillator>& shot : shots) {
    const double phi = shot.state.q[0], y = shot.state.q[1];
    belt += (shot.state.t - t) * system.belt_velocity(0.5 * (shot.state.t + t));
    t = shot.state.t;
    const double tip = hinge + scale * tip_x(shot), top = ground - scale * y, foot = ground - scale * gap(shot);
    const double near_x = 0.5 * (from_x + to_x) + across * (tip_x(shot) - middle),
                 near_y = ground - upwards * gap(shot) - 8;
    std::vector<BarPlace> places{
        {0, ground, 240, ground},        {hinge, top, tip, foot},
        {hinge, top, hinge, top},        {tip, foot, tip, foot},
        {from_x, ground, to_x, ground},  {near_x, near_y, near_x - 90 * std::sin(phi), near_y - 90 * std::cos(phi)},
        {near_x, near_y, near_x, near_y}};
    const double spacing = (to_x - from_x) / marks, shift = across * belt;
    for (int k = 0; k < marks; ++k) {
      const double place = shift + k * spacing,
                   x = from_x + place - (to_x - from_x) * std::floor(place / (to_x - from_x));
      places.push_back({x, ground + 6, x - 8, ground + 16});
    }
    const double unit =
        shot.in_impact() ? impulse_length / std::max(largest, 1e-30) : force_length / std::max(strongest, 1e-30);
    places.push_back({near_x, near_y + 8, near_x, near_y + 8 - std::min(unit * shot.F_n[0], longest)});
    places.push_back({near_x, near_y + 8, near_x + std::clamp(unit * shot.F_t[0], -longest, longest), near_y + 8});
    if (shot.in_impact() && fastest > 0) {
      const auto contact = system.contacts(shot.state.t, shot.state.q, shot.state.u)[0];
      const double v = velocity_length / fastest;
      places.push_back({near_x + 14, near_y, near_x + 14 + v * contact.tangential_velocity(shot.state.u),
                        near_y - v * contact.normal_velocity(shot.state.u)});
    } else {
      places.push_back(out_of_sight);
    }
    film.frames.push_back(std::move(places));
    film.regimes.push_back(regime_of(shot, {"tip"}));
    film.energy.frames.push_back({1e3 * shot.kinetic, 1e3 * (shot.potential - least)});
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
