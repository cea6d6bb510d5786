// SPDX-License-Identifier: Apache-2.0
// A motion of a mechanism on film: shots at equal times, and through each impact some more while the bodies stand still.
//
// An impact takes no time; its film runs along the impulse. Up to a part of the impulses P of its contacts the velocities
// are
//   (1)  u = u⁻ + M⁻¹ Σ_i (w_i P_n,i + n_i P_t,i),
// with the impulses as the compliant flow has them one after the other. A law that gives u⁺ at once (Poisson, Newton) has
// no such path: its impulses are drawn as growing together.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/draw/animation.hpp"
#include "carom/engine/any_observer.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/impact/solve_impact.hpp"
#include "papers/common/effort.hpp"

namespace carom::papers {

template <Mechanism S>
struct Shot {
  State<S::dof> state;
  std::array<double, S::contact_count> F_n{}, F_t{};  // N; in an impact N s, up to here
  double through = -1;                                // the impact: 0 … 1; negative in motion
  ContactModes<S> modes{};
  double kinetic = 0, potential = 0, lost = 0;  // J; lost by impacts, friction and closing since the start

  bool in_impact() const { return through >= 0; }
};

struct FilmOptions {
  double from = 0;      // s
  double spacing = 0;   // s, between shots
  int shots = 100;      // without those of impacts
  int per_impact = 10;  // shots through an impact
  double least = 0;     // N s: impacts with less impulse in sum are not slowed down
  int impacts = 12;     // and no more than these are
};

// An observer of a run.
template <Mechanism S>
class Camera {
 public:
  Camera(const S& system, const RunOptions& run, const FilmOptions& options)
      : system_(system), impact_(run.impact), options_(options) {}

  void segment(const Segment<S>& piece) {
    for (double t; (t = options_.from + timed_ * options_.spacing) < piece.t1();) {
      if (t < piece.t0() || stop()) break;
      Shot<S> shot{.state = piece.at(t), .modes = piece.modes()};
      const Motion<S> motion = piece.motion(shot.state);
      for (int i = 0; i < S::contact_count; ++i)
        if (is_closed(shot.modes[i])) {
          shot.F_n[i] = motion.F_n[i];
          shot.F_t[i] = motion.F_t[i];
        }
      lost_ = lost_until(piece, t);
      take(std::move(shot));
      ++timed_;
    }
    if (piece.t1() >= options_.from) lost_ = lost_until(piece, piece.t1());
  }

  void event(const EventBatch<S>& batch) {
    if (batch.impact == nullptr || batch.t < options_.from || stop() || shown_ >= options_.impacts) return;
    if (!(batch.impact->P_n.head(batch.impact->n).sum() > options_.least)) return;
    ++shown_;
    film_impact(batch);
  }

  bool stop() const { return timed_ >= options_.shots; }
  const std::vector<Shot<S>>& shots() const { return shots_; }

 private:
  using Impulses = std::pair<Vector<S::contact_count>, Vector<S::contact_count>>;  // P_n, P_t

  // Keeps the path of the impulses.
  struct Path {
    std::vector<Impulses>& points;
    void operator()(const ImpactSample& sample) const {
      Impulses point{Vector<S::contact_count>::Zero(), Vector<S::contact_count>::Zero()};
      point.first.head(sample.P_n.size()) = sample.P_n;
      point.second.head(sample.P_t.size()) = sample.P_t;
      points.push_back(point);
    }
  };

  static double lost_until(const Segment<S>& piece, double t) {
    const Ledger works = piece.works(t);
    return works.normal_loss + works.friction_loss + works.closing_loss;
  }

  void take(Shot<S> shot) {
    shot.kinetic = kinetic_energy(system_, shot.state.q, shot.state.u);
    shot.potential = system_.potential_energy(shot.state.q);
    shot.lost += lost_;
    shots_.push_back(std::move(shot));
  }

  void film_impact(const EventBatch<S>& batch) {
    const State<S::dof>& before = batch.before;
    const int n = batch.impact->n;
    const LocalInertia<S> local = local_inertia(system_, before.t, before.q, before.u);
    std::vector<Impulses> path;
    if (impact_.law == Restitution::energetic)
      solve_impact(impact_problem(system_, local, batch.member, n, before.u, batch.modes, batch.jam), impact_,
                   Path{path});
    Impulses whole{batch.impact->P_n, batch.impact->P_t};
    const double sum = whole.first.head(n).sum(), start = kinetic_energy(system_, before.q, before.u);
    for (int k = 0; k <= options_.per_impact; ++k) {
      const double part = static_cast<double>(k) / options_.per_impact;
      const Impulses now = k == options_.per_impact || path.empty() ? Impulses{part * whole.first, part * whole.second}
                                                                    : along(path, n, part * sum);
      Shot<S> shot{.state = before, .through = part, .modes = batch.modes};
      for (int i = 0; i < n; ++i) {
        const int contact = batch.member[i];
        shot.F_n[contact] = now.first[i];
        shot.F_t[contact] = now.second[i];
        apply_impulse<S, double>(local, contact, now.first[i], now.second[i], shot.state.u);
      }
      shot.lost = start - kinetic_energy(system_, before.q, shot.state.u);
      take(std::move(shot));
    }
    lost_ = shots_.back().lost;
  }

  // Where on the path the normal impulses of n contacts have this sum.
  static Impulses along(const std::vector<Impulses>& path, int n, double sum) {
    Impulses last{Vector<S::contact_count>::Zero(), Vector<S::contact_count>::Zero()};
    for (const Impulses& point : path) {
      const double from = last.first.head(n).sum(), to = point.first.head(n).sum();
      if (to >= sum) {
        const double s = to > from ? (sum - from) / (to - from) : 0;
        return {last.first + s * (point.first - last.first), last.second + s * (point.second - last.second)};
      }
      last = point;
    }
    return last;
  }

  const S& system_;
  ImpactOptions impact_;
  FilmOptions options_;
  int timed_ = 0, shown_ = 0;
  double lost_ = 0;
  std::vector<Shot<S>> shots_;
};

// The shots of a motion; none unless its run succeeded. Throws Interrupted.
template <Mechanism S>
std::vector<Shot<S>> shots_of(const S& system, const State<S::dof>& start, const RunOptions& run,
                              const FilmOptions& options) {
  Camera<S> camera(system, run, options);
  const bool ran = succeeded(run_watched(system, start, run, camera).outcome);
  if (run.interrupt && run.interrupt->load()) throw Interrupted();
  if (!ran) return {};
  return camera.shots();
}

// The largest normal impulse that a contact has got in the impacts of a film [N s].
template <Mechanism S>
double largest_impulse(const std::vector<Shot<S>>& shots) {
  double largest = 0;
  for (const Shot<S>& shot : shots)
    if (shot.in_impact()) largest = std::max(largest, *std::max_element(shot.F_n.begin(), shot.F_n.end()));
  return largest;
}

// The fastest that a contact moves relative to its surface in the impacts of a film [m/s].
template <Mechanism S>
double fastest_in_impacts(const S& system, const std::vector<Shot<S>>& shots) {
  double fastest = 0;
  for (const Shot<S>& shot : shots)
    if (shot.in_impact())
      for (const auto& contact : contact_kinematics(system, shot.state.t, shot.state.q, shot.state.u))
        fastest = std::max(
            fastest, std::hypot(contact.normal_velocity(shot.state.u), contact.tangential_velocity(shot.state.u)));
  return fastest;
}

// Lengths of the arrows at a contact: of its force in motion, of its impulse so far in an impact.
struct ArrowScale {
  double force = 0, impulse = 0;  // px/N, px/(N s)
  double longest = 0;             // px

  template <Mechanism S>
  double normal(const Shot<S>& shot, int contact) const {
    return std::min(unit(shot) * shot.F_n[contact], longest);
  }
  template <Mechanism S>
  double tangential(const Shot<S>& shot, int contact) const {
    return std::clamp(unit(shot) * shot.F_t[contact], -longest, longest);
  }

 private:
  template <Mechanism S>
  double unit(const Shot<S>& shot) const {
    return shot.in_impact() ? impulse : force;
  }
};

// Times, paces and impacts of a film from its shots; "12.3 ms" counts from the first. The caller adds places, regimes and
// energies.
template <Mechanism S>
void add_times(report::Animation& film, const std::vector<Shot<S>>& shots, double seconds_a_frame) {
  film.seconds_per_frame = seconds_a_frame;
  for (std::size_t k = 0; k < shots.size(); ++k) {
    const Shot<S>& shot = shots[k];
    film.times.push_back(fmt::format("{:.1f} ms", 1e3 * (shot.state.t - shots.front().state.t)));
    // An impact takes as long as some ten other frames, its ends a moment more.
    const bool end = shot.through == 0 || shot.through == 1;
    film.pace.push_back(!shot.in_impact() ? seconds_a_frame : end ? 0.25 : 0.1);
    if (shot.through == 0) film.impacts.push_back(static_cast<int>(k));
  }
}

// One word a contact: "left: slip+, right: flight"; in an impact also how far it is.
template <Mechanism S>
std::string regime_of(const Shot<S>& shot, const std::array<const char*, S::contact_count>& names) {
  std::string text;
  for (int i = 0; i < S::contact_count; ++i) {
    if (names[i] == nullptr) continue;
    const bool hit = shot.in_impact() && shot.F_n[i] != 0;
    const std::string_view word = hit ? "hit" : is_closed(shot.modes[i]) ? name(shot.modes[i]) : "flight";
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", names[i], word);
  }
  if (!shot.in_impact()) return text;
  return fmt::format("Impact, {:.0f} % of its impulse, time stands still – {}", 100 * shot.through, text);
}

inline constexpr report::BarPlace out_of_sight{-50, -50, -50, -50};  // also: an arrow of no length

}  // namespace carom::papers
