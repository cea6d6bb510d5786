// SPDX-License-Identifier: Apache-2.0
// Moving pictures of the four motions: drift, reverse drift, jump and flutter.
//
// In motion an arrow at a tip is a contact force, normal or of friction; in an impact, which is shown at a standstill along
// its impulse, the arrows are impulses and the velocities of the tips relative to the plate.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "carom/systems/dimer_engine.hpp"
#include "papers/common/film.hpp"
#include "papers/dimer/evidence.hpp"
#include "papers/dimer/figures.hpp"

namespace carom::papers::dimer {

using report::Animation;
using report::BarPlace;
using report::Colour;

namespace {

constexpr int frames_a_cycle = 16, cycles_shown = 6;
constexpr double width = 720, height = 260, ground = 220;  // px; the mean plate is at `ground`
constexpr double weight_length = 45, longest = 150;        // px: arrow of the dimer's weight, and of anything at most
constexpr double impulse_length = 110;                     // px, of the largest impulse of the film
constexpr double seconds_a_frame = 0.05;

struct Scene {
  const char* id;
  const char* title;
  const char* start;  // a case of systems/dimer_cases.hpp
  double after;       // cycles
};
constexpr Scene scenes[] = {
    {"film-drift", "Drift: one end bounces, the other makes small hops, and the dimer walks towards the bouncing end",
     "fig12", 150},
    {"film-reverse", "Reverse drift: a longer dimer walks the other way", "fig7", 150},
    {"film-jump", "Jump: both tips hit once a cycle", "jump", 300},
    {"film-flutter", "Flutter: the tips hit in turn, each every other cycle", "flutter", 400}};

// The film without its frames.
Animation blank_film(const Scene& scene, const DimerSettings& settings, double ball) {
  Animation film{
      .id = scene.id,
      .title = scene.title,
      .caption = fmt::format(
          "{}; {} cycles of 1/{:g} s slowed down {:.0f} times, and standing still through all but the weakest impacts. "
          "Vermilion: the forces of the plate (in impacts: their impulses so far). Green: velocities of the "
          "tips relative to the plate in impacts. Energy above that of a dimer that lies on the mean plate.",
          describe(settings), cycles_shown, settings.f, seconds_a_frame * frames_a_cycle * settings.f),
      .width = width,
      .height = height};
  film.bars = {{Colour::grey, 3, 1}, {Colour::blue, 4, 0.9}, {Colour::blue, ball, 0.5}, {Colour::blue, ball, 0.5}};
  for (int i = 0; i < 2; ++i) {
    film.bars.push_back({Colour::vermilion, 3, 1, true});  // normal
    film.bars.push_back({Colour::vermilion, 3, 1, true});  // friction
    film.bars.push_back({Colour::green, 2.5, 1, true});    // velocity
  }
  film.energy = {.unit = "μJ", .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}}};
  return film;
}

// How a shot becomes places of bars.
struct Picture {
  const Dimer& dimer;
  double scale;  // px/m
  double x_0;    // m: the middle of the picture
  ArrowScale arrows;
  double fastest;  // m/s: the longest arrow of a velocity

  std::vector<BarPlace> places(const Shot<Dimer>& shot) const {
    const double half = dimer.body().l / 2;
    const Vector<3>& q = shot.state.q;
    const auto place = [&](double x, double y) {
      return std::array{width / 2 + scale * (x - x_0), ground - scale * y};
    };
    const double dx = half * std::cos(q[2]), dy = half * std::sin(q[2]),
                 plate = ground - scale * dimer.plate(shot.state.t);
    const auto left = place(q[0] - dx, q[1] - dy), right = place(q[0] + dx, q[1] + dy);
    std::vector<BarPlace> bars{{0, plate, width, plate},
                               {left[0], left[1], right[0], right[1]},
                               {left[0], left[1], left[0], left[1]},
                               {right[0], right[1], right[0], right[1]}};
    add_arrows(bars, shot, 0, left);
    add_arrows(bars, shot, 1, right);
    return bars;
  }

 private:
  // At a tip: normal, friction, velocity; `centre` is that of its ball.
  void add_arrows(std::vector<BarPlace>& bars, const Shot<Dimer>& shot, int i,
                  const std::array<double, 2>& centre) const {
    const double foot = centre[1] + scale * dimer.body().r;
    bars.push_back({centre[0], foot, centre[0], foot - arrows.normal(shot, i)});
    bars.push_back({centre[0], foot, centre[0] + arrows.tangential(shot, i), foot});
    if (!shot.in_impact() || !(fastest > 0)) {
      bars.push_back(out_of_sight);
      return;
    }
    const auto contact = contact_kinematics(dimer, shot.state.t, shot.state.q, shot.state.u)[i];
    const double v_n = 60 * contact.normal_velocity(shot.state.u) / fastest,
                 v_t = 60 * contact.tangential_velocity(shot.state.u) / fastest, side = i == 0 ? -16 : 16;
    bars.push_back({centre[0] + side, centre[1], centre[0] + side + v_t, centre[1] - v_n});
  }
};

Animation film_of(const Scene& scene, const DimerSettings& base, const std::atomic<bool>* interrupt) {
  const DimerSettings settings = settings_of(case_of(dimer_case(scene.start)), base);
  const Dimer dimer(settings);
  const double period = dimer.period(), from = scene.after * period,
               speed = settings.Gamma * settings.g / (2 * pi * settings.f);
  RunOptions run{.t_end = from + (cycles_shown + 1) * period, .rtol = 1e-9, .atol = 1e-11};
  run.interrupt = interrupt;
  const std::vector<Shot<Dimer>> shots = shots_of(dimer, dimer.initial_state(), run,
                                                  {.from = from,
                                                   .spacing = period / frames_a_cycle,
                                                   .shots = frames_a_cycle * cycles_shown,
                                                   .least = 0.02 * dimer.body().m * speed,
                                                   .impacts = 1000});
  const double r = dimer.body().r, half = dimer.body().l / 2, weight = dimer.body().m * settings.g;
  const double scale = 0.7 * width / (2 * (half + r));
  Animation film = blank_film(scene, settings, 2 * r * scale);
  if (shots.empty()) return film;
  add_times(film, shots, seconds_a_frame);
  const Picture picture{.dimer = dimer,
                        .scale = scale,
                        .x_0 = shots.front().state.q[0],
                        .arrows = {.force = weight_length / weight,
                                   .impulse = impulse_length / largest_impulse(shots),
                                   .longest = longest},
                        .fastest = fastest_in_impacts(dimer, shots)};
  const double lying = dimer.potential_energy(Vector<3>(0, r, 0));
  for (const Shot<Dimer>& shot : shots) {
    film.frames.push_back(picture.places(shot));
    film.regimes.push_back(regime_of(shot, {"left", "right"}));
    film.energy.frames.push_back({1e6 * shot.kinetic, 1e6 * (shot.potential - lying)});
  }
  return film;
}

}  // namespace

std::vector<Animation> film_motions(const GatherOptions& options) {
  std::vector<Animation> films(std::size(scenes));
  for_each_point(static_cast<int>(films.size()), options.effort, [&](int k) {
    films[static_cast<std::size_t>(k)] = film_of(scenes[k], options.base, options.effort.interrupt);
  });
  return films;
}

}  // namespace carom::papers::dimer
