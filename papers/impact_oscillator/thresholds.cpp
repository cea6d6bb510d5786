// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/thresholds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "carom/systems/impact_oscillator_engine.hpp"
#include "papers/impact_oscillator/poisson_impact.hpp"

namespace carom::papers::impact_oscillator {

namespace {

// Where `above` turns from false to true; NaN if it does not.
double bisect(double low, double high, double width, const std::function<bool(double)>& above) {
  if (above(low) || !above(high)) return std::nan("");
  while (high - low > width) {
    const double middle = 0.5 * (low + high);
    (above(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

std::string sequence_of(const ImpactOscillatorSettings& settings, double settle) {
  return run_motion(settings, {.settle = settle, .keep = 0, .rtol = 1e-12}).seen.sequence;
}

std::string sequence_at(Set set, double mu, double eps, double settle) {
  return sequence_of(settings_of(set, mu, eps), settle);
}

ImpactOscillatorSettings with_friction(ImpactOscillatorSettings settings, double mu) {
  settings.law.mu_s = settings.law.mu_c = settings.law.mu_s_i = settings.law.mu_i = mu;
  return settings;
}

// Of the interval that is left of a bisection.
double located(bool quick) { return quick ? 1e-9 : 1e-11; }

bool has(const std::string& letters, char letter) { return letters.find(letter) != std::string::npos; }

// The bouncing orbit exists while a motion that starts on the orbit of a slightly larger μ still bounces.
double end_of_bouncing(double width) {
  State<2> state = run_motion(settings_of(Set::first, 0.4, 0.2), {.settle = 60, .keep = 0}).report.final;
  double low = 0.38, high = 0.39;
  const auto bounces = [&state](double mu) {
    State<2> start = state;
    start.t = 0;
    const MotionRecord record =
        run_motion(settings_of(Set::first, mu, 0.2), start, {.settle = 60, .keep = 0, .rtol = 1e-12});
    const bool goes_on = record.seen.sequence == "F" && record.seen.impacts > 0;
    if (goes_on) state = record.report.final;
    return goes_on;
  };
  // Small strides first: the basin is narrow near the end.
  for (double mu = high; mu > low; mu -= 2e-4) {
    if (!bounces(mu)) {
      low = mu;
      break;
    }
    high = mu;
  }
  while (high - low > width) {
    const double middle = 0.5 * (low + high);
    (bounces(middle) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

// The least slip velocity of every phase of slip.
class DipObserver {
 public:
  explicit DipObserver(const ImpactOscillator& system) : system_(system) {}
  template <class Piece>
  void segment(const Piece& piece) {
    if (!is_slip(piece.modes()[0]) || !(piece.t1() > piece.t0())) return;
    const auto slip = [&](double t) {
      const State<2> state = piece.at(t);
      return contact_kinematics(system_, t, state.q, state.u)[0].tangential_velocity(state.u);
    };
    constexpr int parts = 16;
    const double h = (piece.t1() - piece.t0()) / parts;
    double best = HUGE_VAL, where = piece.t0();
    for (int k = 0; k <= parts; ++k)
      if (const double v = slip(piece.t0() + k * h); v < best) {
        best = v;
        where = piece.t0() + k * h;
      }
    double low = std::max(where - h, piece.t0()), high = std::min(where + h, piece.t1());
    for (int k = 0; k < 100 && high - low > 1e-12; ++k) {
      const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
      (slip(a) < slip(b) ? high : low) = slip(a) < slip(b) ? b : a;
    }
    least_ = std::min({least_, best, slip(0.5 * (low + high))});
  }
  void event(const EventBatch<ImpactOscillator>& batch) {
    if (batch.kind == EventKind::stick) stuck_ = true;
    if (batch.kind != EventKind::detach) return;
    // A cycle with stick has no dip of its own: it ends on zero.
    if (!stuck_ && std::isfinite(least_)) dips.push_back(least_);
    if (stuck_) dips.clear();
    stuck_ = false;
    least_ = HUGE_VAL;
  }
  bool stop() const { return false; }
  std::vector<double> dips;  // since the last stick

 private:
  const ImpactOscillator& system_;
  double least_ = HUGE_VAL;
  bool stuck_ = false;
};

}  // namespace

double find_fold(const ImpactOscillatorSettings& like, bool quick) {
  // Just below the fold a motion needs a dozen cycles for each decade of the distance to it.
  const double settle = quick ? 30 : 60;
  return bisect(0.385, 0.395, located(quick),
                [&](double mu) { return has(sequence_of(with_friction(like, mu), settle), 'T'); });
}

double find_first_stick(const ImpactOscillatorSettings& like, bool quick) {
  const double settle = quick ? 120 : 400;
  return bisect(0.355, 0.37, quick ? 1e-6 : 1e-9,
                [&](double mu) { return has(sequence_of(with_friction(like, mu), settle), 'T'); });
}

Thresholds find_thresholds(bool quick) {
  const double width = located(quick);
  Thresholds found;
  found.fold = find_fold(settings_of(Set::first, 0, 0), quick);
  found.slip_before =
      bisect(0.392, 0.41, width, [&](double mu) { return sequence_at(Set::first, mu, 0, 20) == "FTP"; });
  found.no_slip_after = bisect(0.6, 0.7, width, [&](double mu) { return sequence_at(Set::first, mu, 0, 20) == "FT"; });
  // The bouncing orbit sticks in both phases of its impact, so it does not depend on μ and tells the μ that it needs.
  const MotionRecord bouncing = run_motion(settings_of(Set::first, 0.5, 0.2), {.settle = 60, .keep = 1, .rtol = 1e-12});
  const State<2>& hit = bouncing.impacts.back().before;
  const auto contact = contact_kinematics(ImpactOscillator(bouncing.settings), hit.t, hit.q, hit.u)[0];
  const PhasedImpact impact =
      poisson_impact(bouncing.settings, hit.q[0], contact.normal_velocity(hit.u), contact.tangential_velocity(hit.u));
  found.bounce_slips = std::abs(impact.compression_t) / impact.compression_n;
  found.bounce_ends = end_of_bouncing(quick ? 1e-7 : 1e-9);
  found.first_stick = find_first_stick(settings_of(Set::second, 0, 0), quick);
  const auto flies = [&](double eps) {
    return bisect(0.44, 0.46, width, [&](double mu) { return has(sequence_at(Set::second, mu, eps, 40), 'F'); });
  };
  found.first_flight = flies(0);
  found.first_flight_elastic = flies(0.2);
  found.last_flight =
      bisect(0.6, 0.66, width, [&](double mu) { return !has(sequence_at(Set::second, mu, 0, 40), 'F'); });
  return found;
}

ReturnMap return_map(double fold) {
  ReturnMap map{.mu = fold - 1e-7};
  const ImpactOscillatorSettings settings = settings_of(Set::first, map.mu, 0);
  const ImpactOscillator system(settings);
  DipObserver observer(system);
  run_watched(system, system.initial_state(), run_options(12, 1e-12), observer);
  map.least = observer.dips;
  // Increments of x grow by λ; those between rounding and the curvature of the map are used.
  double sum = 0, count = 0;
  for (std::size_t k = 2; k < map.least.size(); ++k) {
    const double a = map.least[k - 1] - map.least[k - 2], b = map.least[k] - map.least[k - 1];
    if (a > 1e-7 && b < 1e-5) {
      sum += std::log(b / a);
      ++count;
    }
  }
  map.slope = count > 0 ? std::exp(sum / count) : std::nan("");
  return map;
}

}  // namespace carom::papers::impact_oscillator
