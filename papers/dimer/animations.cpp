// Moving pictures of the four motions: drift, reverse drift, jump and flutter.
//
// In motion an arrow at a tip is a contact force, normal or of friction; in an impact, which is shown at a standstill along
// its impulse, the arrows are impulses and the velocities of the tips relative to the plate.
#include <fmt/format.h>

#include <algorithm>
#include <array>

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

struct Scene {
  const char* id;
  const char* title;
  const char* start;  // a case of systems/dimer_cases.hpp
  double after;  // cycles
};
constexpr Scene scenes[] = {
    {"film-drift",
     "Drift: one end bounces, the other makes small hops, and the dimer walks towards the bouncing end",
     "fig12",
     150},
    {"film-reverse", "Reverse drift: a longer dimer walks the other way", "fig7", 150},
    {"film-jump", "Jump: both tips hit once a cycle", "jump", 300},
    {"film-flutter",
     "Flutter: the tips hit in turn, each every other cycle",
     "flutter",
     400}};

Animation film_of(const Scene& scene, const DimerSettings& base, const std::atomic<bool>* interrupt) {
  const DimerSettings settings = settings_of(case_of(dimer_case(scene.start)), base);
  const Dimer dimer(settings);
  const double period = dimer.period(), from = scene.after * period,
               speed = settings.Gamma * settings.g / (2 * pi * settings.f);
  RunOptions run{.t_end = from + (cycles_shown + 1) * period, .rtol = 1e-9, .atol = 1e-11};
  run.interrupt = interrupt;
  Camera<Dimer> camera(dimer, run,
                       {.from = from,
                        .spacing = period / frames_a_cycle,
                        .shots = frames_a_cycle * cycles_shown,
                        .least = 0.02 * dimer.body().m * speed,
                        .impacts = 1000});
  const bool ran = succeeded(run_watched(dimer, dimer.initial_state(), run, camera).outcome);
  if (interrupt && interrupt->load()) throw Interrupted();
  const std::vector<Shot<Dimer>>& shots = camera.shots();

  const double r = dimer.body().r, half = dimer.body().l / 2, weight = dimer.body().m * settings.g;
  const double scale = 0.7 * width / (2 * (half + r));
  constexpr double seconds_a_frame = 0.05;
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
  film.bars = {{Colour::grey, 3, 1},
               {Colour::blue, 4, 0.9},
               {Colour::blue, 2 * r * scale, 0.5},
               {Colour::blue, 2 * r * scale, 0.5}};
  for (int i = 0; i < 2; ++i) {
    film.bars.push_back({Colour::vermilion, 3, 1, true});  // normal
    film.bars.push_back({Colour::vermilion, 3, 1, true});  // friction
    film.bars.push_back({Colour::green, 2.5, 1, true});    // velocity
  }
  film.energy = {.unit = "μJ", .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}}};
  if (!ran || shots.empty()) return film;
  add_times(film, shots, seconds_a_frame);
  double largest = 0, fastest = 0;
  for (const Shot<Dimer>& shot : shots)
    if (shot.in_impact()) {
      largest = std::max({largest, shot.F_n[0], shot.F_n[1]});
      for (const auto& contact : dimer.contacts(shot.state.t, shot.state.q, shot.state.u))
        fastest = std::max(
            fastest, std::hypot(contact.normal_velocity(shot.state.u), contact.tangential_velocity(shot.state.u)));
    }
  const double x_0 = shots.front().state.q[0], lying = dimer.potential_energy(Vector<3>(0, r, 0));
  for (const Shot<Dimer>& shot : shots) {
    const Vector<3>& q = shot.state.q;
    const auto place = [&](double x, double y) {
      return std::array{width / 2 + scale * (x - x_0), ground - scale * y};
    };
    const double dx = half * std::cos(q[2]), dy = half * std::sin(q[2]),
                 plate = ground - scale * dimer.plate(shot.state.t);
    const auto left = place(q[0] - dx, q[1] - dy), right = place(q[0] + dx, q[1] + dy);
    std::vector<BarPlace> places{{0, plate, width, plate},
                                 {left[0], left[1], right[0], right[1]},
                                 {left[0], left[1], left[0], left[1]},
                                 {right[0], right[1], right[0], right[1]}};
    const auto contacts = dimer.contacts(shot.state.t, q, shot.state.u);
    for (int i = 0; i < 2; ++i) {
      const auto& tip = i == 0 ? left : right;
      const double foot = tip[1] + scale * r,
                   unit = shot.in_impact() ? impulse_length / largest : weight_length / weight;
      const double up = std::min(unit * shot.F_n[i], longest),
                   along = std::clamp(unit * shot.F_t[i], -longest, longest);
      places.push_back({tip[0], foot, tip[0], foot - up});
      places.push_back({tip[0], foot, tip[0] + along, foot});
      if (!shot.in_impact() || !(fastest > 0)) {
        places.push_back(out_of_sight);
        continue;
      }
      const double v_n = 60 * contacts[i].normal_velocity(shot.state.u) / fastest,
                   v_t = 60 * contacts[i].tangential_velocity(shot.state.u) / fastest, side = i == 0 ? -16 : 16;
      places.push_back({tip[0] + side, tip[1], tip[0] + side + v_t, tip[1] - v_n});
    }
    film.frames.push_back(std::move(places));
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
