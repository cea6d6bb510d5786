// SPDX-License-Identifier: Apache-2.0
// Moving pictures of the hit: the ball comes, the impact runs through all four contacts, and the disc slides and falls.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "carom/systems/disc_ball_engine.hpp"
#include "papers/common/film.hpp"
#include "papers/common/report_parts.hpp"
#include "papers/disc_ball/figures.hpp"

namespace carom::papers::disc_ball {

using report::Animation;
using report::BarPlace;
using report::Colour;

namespace {

constexpr double width = 720, height = 330, ground = 300, left = 300;  // px; `left` is where the disc stands
constexpr double scale = 3200;                                         // px/m
constexpr double before = 0.03;                                        // s of the ball alone
constexpr double weight_length = 50, impulse_length = 110, velocity_length = 60, longest = 150;  // px
constexpr double seconds_a_frame = 0.05;

struct Scene {
  const char* id;
  const char* title;
  int number;  // of the case
};
constexpr Scene scenes[] = {
    {"film-above", "Hit above the centre: the foot slides back while the disc falls over (case 7)", 7},
    {"film-below", "Hit below the centre: the foot goes ahead (case 9)", 9}};

// The film without its frames.
Animation blank_film(const Scene& scene, const DiscBallSettings& settings) {
  Animation film{
      .id = scene.id,
      .title = scene.title,
      .caption = fmt::format(
          "{}; slowed down {:.0f} times, and standing still through the impacts (the first eight, if there are more). "
          "Vermilion: forces of the ground and the "
          "ball on the disc (in impacts: their impulses so far). Green: velocities of "
          "the two centres in impacts. Energy "
          "above that of the disc lying flat.",
          typeset(describe(settings)), seconds_a_frame / 2.5e-3),
      .width = width,
      .height = height};
  const double ball = 2 * settings.r_b * scale;
  film.bars = {{Colour::grey, 3, 1},          {Colour::sky, ball, 0.6},     {Colour::blue, 3, 1},
               {Colour::blue, 3, 1},          {Colour::blue, 3, 1},         {Colour::blue, 3, 1},
               {Colour::green, 2.5, 1, true}, {Colour::green, 2.5, 1, true}};
  for (int i = 0; i < 4; ++i) {
    film.bars.push_back({Colour::vermilion, 2.5, 1, true});  // normal
    film.bars.push_back({Colour::vermilion, 2.5, 1, true});  // friction
  }
  film.labels = {{16, 24, "ball"}, {left + 24, 24, "disc, seen from its edge"}};
  film.energy = {
      .unit = "mJ",
      .parts = {
          {"kinetic", Colour::blue}, {"potential", Colour::orange}, {"lost, or stored in contacts", Colour::grey}}};
  return film;
}

// Ground, ball, disc and arrows of a shot, in the order of the film's bars.
std::vector<BarPlace> places_of(const Shot<DiscBall>& shot, const DiscBallSettings& settings,
                                const ArrowScale& arrows) {
  const Vector<5>&q = shot.state.q, &u = shot.state.u;
  const auto place = [&](double y, double z) { return std::array{left + scale * y, ground - scale * z}; };
  const double s = std::sin(q[4]), c = std::cos(q[4]), r = settings.r, h = settings.h;
  // A point of the disc by its distances along e_3 and along n.
  const auto of_disc = [&](double along, double across) {
    return place(q[2] + along * c + across * s, q[3] + along * s - across * c);
  };
  const auto bar = [](const std::array<double, 2>& a, const std::array<double, 2>& b) {
    return BarPlace{a[0], a[1], b[0], b[1]};
  };
  const std::array corners{of_disc(-r, h), of_disc(r, h), of_disc(r, -h), of_disc(-r, -h)};
  const auto centre = place(q[0], q[1]), middle = place(q[2], q[3]);
  std::vector<BarPlace> places{{0, ground, width, ground}, {centre[0], centre[1], centre[0], centre[1]}};
  for (int k = 0; k < 4; ++k) places.push_back(bar(corners[k], corners[(k + 1) % 4]));
  const double fast = velocity_length / settings.v_b;
  for (const auto& [from, v_y, v_z] : {std::tuple{centre, u[0], u[1]}, std::tuple{middle, u[2], u[3]}})
    places.push_back(shot.in_impact() ? BarPlace{from[0], from[1], from[0] + fast * v_y, from[1] - fast * v_z}
                                      : out_of_sight);
  const double b = std::clamp((q[0] + settings.r_b - q[2]) * c + (q[1] - q[3]) * s, -r, r);
  for (int i = 0; i < 4; ++i) {
    // A, B, C stand on the ground; D is pushed along n, its friction on the disc points along e_3.
    const auto at = i == DiscBall::D ? of_disc(b, -h) : of_disc(-r, (1 - i) * h);
    const double n = arrows.normal(shot, i), t = arrows.tangential(shot, i);
    const std::array<double, 2> normal = i == DiscBall::D ? std::array{s, -c} : std::array{0.0, 1.0},
                                tangent = i == DiscBall::D ? std::array{c, s} : std::array{1.0, 0.0};
    places.push_back({at[0], at[1], at[0] + n * normal[0], at[1] - n * normal[1]});
    places.push_back({at[0], at[1], at[0] + t * tangent[0], at[1] - t * tangent[1]});
  }
  return places;
}

Animation film_of(const Scene& scene, const std::atomic<bool>* interrupt) {
  const DiscBallSettings settings = settings_of(scene.number);
  const DiscBall system(settings);
  State<5> start = system.initial_state();
  start.q[0] -= before * settings.v_b;
  RunOptions run{.t_end = 0.32, .rtol = 1e-10, .atol = 1e-12};
  run.impact.flow.tolerance = 1e-11;
  run.interrupt = interrupt;
  const std::vector<Shot<DiscBall>> shots = shots_of(
      system, start, run,
      {.spacing = 2.5e-3, .shots = 128, .per_impact = 30, .least = 0.01 * settings.m_b * settings.v_b, .impacts = 8});
  Animation film = blank_film(scene, settings);
  if (shots.empty()) return film;
  add_times(film, shots, seconds_a_frame);
  const double weight = settings.m_d * settings.g, flat = weight * settings.h;
  const ArrowScale arrows{
      .force = weight_length / weight, .impulse = impulse_length / largest_impulse(shots), .longest = longest};
  for (const Shot<DiscBall>& shot : shots) {
    film.frames.push_back(places_of(shot, settings, arrows));
    film.regimes.push_back(regime_of(shot, {"A", "B", "C", "D"}));
    film.energy.frames.push_back({1e3 * shot.kinetic, 1e3 * (shot.potential - flat), 1e3 * shot.lost});
  }
  return film;
}

}  // namespace

std::vector<Animation> film_hits(const Effort& effort) {
  std::vector<Animation> films;
  for (const Scene& scene : scenes) films.push_back(film_of(scene, effort.interrupt));
  return films;
}

}  // namespace carom::papers::disc_ball
