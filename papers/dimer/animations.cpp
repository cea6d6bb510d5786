// Moving pictures of the four motions: drift, reverse drift, jump and flutter.
//
// Between impacts an arrow at a tip is its normal force; the frame after an impact has a tall arrow where it was. The bar on
// the left is the mechanical energy, zero for a dimer that lies on the mean plate.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "carom/hybrid/contact_dynamics.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "papers/dimer/evidence.hpp"
#include "papers/dimer/figures.hpp"

namespace carom::papers::dimer {

using report::Animation;
using report::BarPlace;
using report::Colour;

namespace {

constexpr int frames_a_cycle = 16, cycles_shown = 8;
constexpr double width = 720, height = 300, ground = 250;  // px; the mean plate is at `ground`
constexpr double weight_length = 45, impact_length = 130;  // px: arrow of the dimer's weight, of an impact

struct Shot {
  State<3> state;
  std::array<double, 2> force{};  // N
  std::array<bool, 2> hit{};      // since the shot before
  ContactModes<Dimer> modes{};
  double energy = 0;  // J
};

class Camera {
 public:
  Camera(const Dimer& dimer, double from, double spacing) : dimer_(dimer), from_(from), spacing_(spacing) {}

  void segment(const Segment<Dimer>& piece) {
    for (double t; (t = from_ + static_cast<double>(shots_.size()) * spacing_) < piece.t1();) {
      if (t < piece.t0() || done()) return;
      Shot shot{.state = piece.at(t), .hit = hit_, .modes = piece.modes()};
      hit_ = {};
      Motion<Dimer> motion;
      if (evaluate_motion(dimer_, t, shot.state.q, shot.state.u, shot.modes, motion))
        for (int i = 0; i < 2; ++i) shot.force[i] = is_closed(shot.modes[i]) ? motion.F_n[i] : 0;
      // Above that of a dimer that lies on the mean plate.
      const Vector<3> lying(0, dimer_.body().r, 0);
      shot.energy = kinetic_energy(dimer_, shot.state.q, shot.state.u) + dimer_.potential_energy(shot.state.q) -
                    dimer_.potential_energy(lying);
      shots_.push_back(shot);
    }
  }
  void event(const EventBatch<Dimer>& batch) {
    if (batch.t < from_ || batch.impact == nullptr) return;
    for (int k = 0; k < batch.impact->n; ++k)
      if (batch.impact->P_n[k] > 0) hit_[batch.member[k]] = true;
  }
  bool stop() const { return done(); }
  const std::vector<Shot>& shots() const { return shots_; }

 private:
  bool done() const { return shots_.size() >= frames_a_cycle * cycles_shown; }

  const Dimer& dimer_;
  double from_, spacing_;
  std::array<bool, 2> hit_{};
  std::vector<Shot> shots_;
};

struct Scene {
  const char* id;
  const char* title;
  Case start;
  double after;  // cycles
};
constexpr Scene scenes[] = {
    {"film-drift",
     "Drift: one end bounces, the other stays down, and the dimer walks towards the bouncing end",
     {},
     150},
    {"film-reverse", "Reverse drift: a longer dimer walks the other way", {.A_r = 5.7, .mu_i = 0.12}, 150},
    {"film-jump", "Jump: both tips hit once a cycle", {.f = 50, .h0 = 0.5e-3, .theta0 = 1 * deg}, 300},
    {"film-flutter",
     "Flutter: the tips hit in turn, each every other cycle",
     {.f = 50, .e = 0.8, .h0 = 5.5e-3, .theta0 = 2 * deg},
     400}};

Animation film_of(const Scene& scene, const DimerSettings& base, const std::atomic<bool>* interrupt) {
  const DimerSettings settings = settings_of(scene.start, base);
  const Dimer dimer(settings);
  const double period = dimer.period(), from = scene.after * period;
  Camera camera(dimer, from, period / frames_a_cycle);
  RunOptions options{.t_end = from + (cycles_shown + 1) * period, .rtol = 1e-9, .atol = 1e-11};
  options.interrupt = interrupt;
  run_watched(dimer, dimer.initial_state(), options, camera);
  if (interrupt && interrupt->load()) throw Interrupted();
  const std::vector<Shot>& shots = camera.shots();

  const double r = dimer.body().r, half = dimer.body().l / 2, weight = dimer.body().m * settings.g;
  const double scale = 0.7 * width / (2 * (half + r));
  Animation film{.id = scene.id,
                 .title = scene.title,
                 .caption = fmt::format("{}; {} cycles of 1/{:g} s slowed down {:.0f} times.", describe(settings),
                                        cycles_shown, settings.f, 0.05 * frames_a_cycle * settings.f),
                 .width = width,
                 .height = height,
                 .seconds_per_frame = 0.05};
  film.bars = {{Colour::grey, 3, 1},
               {Colour::blue, 4, 0.9},
               {Colour::blue, 2 * r * scale, 0.55},
               {Colour::blue, 2 * r * scale, 0.55},
               {Colour::vermilion, 4, 0.9},
               {Colour::vermilion, 4, 0.9},
               {Colour::green, 8, 0.8}};
  if (shots.empty()) return film;
  const double x_0 = shots.front().state.q[0];
  double most = 0;
  for (const Shot& shot : shots) most = std::max(most, shot.energy);
  for (const Shot& shot : shots) {
    const Vector<3>& q = shot.state.q;
    const auto place = [&](double x, double y) {
      return std::array{width / 2 + scale * (x - x_0), ground - scale * y};
    };
    const double dx = half * std::cos(q[2]), dy = half * std::sin(q[2]),
                 plate = ground - scale * dimer.plate(shot.state.t);
    const auto left = place(q[0] - dx, q[1] - dy), right = place(q[0] + dx, q[1] + dy);
    std::vector<BarPlace> places{{40, plate, width, plate},
                                 {left[0], left[1], right[0], right[1]},
                                 {left[0], left[1], left[0], left[1]},
                                 {right[0], right[1], right[0], right[1]}};
    for (int i = 0; i < 2; ++i) {
      const auto& tip = i == 0 ? left : right;
      const double foot = tip[1] + scale * r,
                   length =
                       shot.hit[i] ? impact_length : std::min(weight_length * shot.force[i] / weight, impact_length);
      if (length > 0)
        places.push_back({tip[0], foot, tip[0], foot - length});
      else
        places.push_back({-50, -50, -50, -50});  // out of sight
    }
    places.push_back({16, height - 10, 16, height - 10 - 0.8 * height * std::max(shot.energy, 0.0) / most});
    film.frames.push_back(std::move(places));
    const auto word = [&](int i) {
      return shot.hit[i] ? "impact" : is_closed(shot.modes[i]) ? name(shot.modes[i]).data() : "flight";
    };
    film.times.push_back(fmt::format("{:.1f} ms; left: {}, right: {}", 1e3 * (shot.state.t - from), word(0), word(1)));
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
