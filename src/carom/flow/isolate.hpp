// SPDX-License-Identifier: Apache-2.0
// The first event inside a step, for guards that can only be sampled.
//
// Each guard is positive while its regime lasts. On an interval it is replaced by the quartic through five samples, whose
// error is measured at a sixth point; if the Bernstein coefficients stay above that error there is no root, if they fall
// monotonically through zero there is exactly one, and otherwise the interval is halved. So a dip below zero inside a step
// is found however short it is, down to the guard's band of rounding, and steps far from an event cost four samples.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/flow/bernstein.hpp"

namespace carom {

struct IsolatedEvent {
  double theta = 2;  // 0 … 1 within the step; 2: no event
  int guard = -1;
  double slope = 0;  // d(guard)/dθ there
  bool found() const { return theta <= 1; }
};

template <int MaxGuards>
struct GuardValues {
  std::array<double, MaxGuards> g;  // as many as there are guards are filled in
};

template <int MaxGuards, class Sample>
class Isolation {
 public:
  // `sample(θ, values)` fills the guards at θ. `band[k]` is the size of rounding in guard k.
  Isolation(int guards, const std::array<double, MaxGuards>& band, Sample& sample)
      : n_(guards), band_(band), sample_(sample) {}

  IsolatedEvent first(const GuardValues<MaxGuards>& start, const GuardValues<MaxGuards>& end) {
    GuardValues<MaxGuards> middle;
    sample_(0.5, middle);
    start_ = start;
    intervals_ = 0;
    looks_[0] = start;
    looks_[3] = middle;
    looks_[5] = end;
    return search(0, 1, start, middle, end, nullptr, nullptr, 0);
  }

  // The same on [0, to] cut into so many panels, for guards that turn more than once within the step.
  IsolatedEvent first_in_panels(int panels, double to, const GuardValues<MaxGuards>& start) {
    start_ = start;
    GuardValues<MaxGuards> begin = start, middle, end;
    for (int k = 0; k < panels; ++k) {
      const double a = to * k / panels, b = to * (k + 1) / panels;
      sample_(0.5 * (a + b), middle);
      sample_(b, end);
      intervals_ = 0;
      const IsolatedEvent event = search(a, b, begin, middle, end, nullptr, nullptr, 0);
      if (event.found()) return event;
      begin = end;
    }
    return {};
  }

  // Where `first` has looked at the guards in any case, and what it saw.
  static constexpr std::array<double, 6> look_theta{0, 0.25, 0.375, 0.5, 0.75, 1};
  double look(int j, int guard) const { return looks_[j].g[guard]; }
  double lowest_look(int guard) const {
    double lowest = looks_[0].g[guard];
    for (int j = 1; j < 6; ++j) lowest = std::min(lowest, looks_[j].g[guard]);
    return lowest;
  }

 private:
  using Values = GuardValues<MaxGuards>;

  // left/right quarter values are passed down when the parent interval has sampled them.
  IsolatedEvent search(double a, double b, const Values& va, const Values& vm, const Values& vb, const Values* left,
                       const Values* right, int depth) {
    const double h = b - a;
    ++intervals_;
    Values v1, v3, check;
    if (left)
      v1 = *left;
    else
      sample_(a + 0.25 * h, v1);
    if (right)
      v3 = *right;
    else
      sample_(a + 0.75 * h, v3);
    sample_(a + 0.375 * h, check);
    if (a == 0 && b == 1) {
      looks_[1] = v1;
      looks_[2] = check;
      looks_[4] = v3;
    }

    IsolatedEvent event;
    bool unresolved = false;
    for (int k = 0; k < n_; ++k) {
      const Bernstein4 p = bernstein_through({va.g[k], v1.g[k], vm.g[k], v3.g[k], vb.g[k]});
      const double error = 4 * std::abs(evaluate(p, 0.375) - check.g[k]);
      const double least = std::min({p[1], p[2], p[3], p[4]});
      const bool at_start = a == 0;
      if (p[0] >= -band_[k] && least > error) continue;
      double most = std::max({p[0], p[1], p[2], p[3], p[4]});
      if (at_start && p[0] < -band_[k]) {
        event = {.theta = 0, .guard = k, .slope = 0};
        return event;
      }
      if (most + error <= band_[k] && std::min(least, p[0]) - error >= -band_[k]) {
        // Zero within rounding all over the interval. A guard that came down to it has touched zero; one that began there
        // has not left yet.
        if (start_.g[k] > band_[k] && a < event.theta) event = {.theta = a, .guard = k, .slope = 0};
        continue;
      }
      bool falling = true;
      for (int i = 0; i < 4; ++i) falling = falling && p[i + 1] < p[i];
      // A guard that is zero within rounding has its event where it leaves the band downwards: it may rise first by less
      // than can be told from zero, and other guards may have their events before.
      const double shift = va.g[k] <= 0 || (at_start && va.g[k] <= band_[k]) ? band_[k] : 0.0;
      if (falling && vb.g[k] < -shift && (error < 0.05 * (p[0] - p[4]) || h < 1e-9)) {
        const double local = va.g[k] + shift <= 0 ? 0.0 : root(k, a, h, shift, va.g[k], vb.g[k], p);
        const double theta = a + h * local;
        if (theta < event.theta) event = {.theta = theta, .guard = k, .slope = derivative(p, local) / h};
        continue;
      }
      if (falling && vb.g[k] >= 0 && error < vb.g[k]) continue;
      if (depth >= 48 || h < 1e-13 || intervals_ > max_intervals) {
        // Touching within rounding: report it unless it is the regime's own beginning.
        if (!at_start && (vb.g[k] < band_[k]) && b < event.theta)
          event = {.theta = b, .guard = k, .slope = 0};
        else if (at_start && vb.g[k] < -band_[k])
          event = {.theta = b, .guard = k, .slope = 0};
        continue;
      }
      unresolved = true;
    }
    if (!unresolved) return event;

    // The check point at 3/8 is the left half's three-quarter point.
    const IsolatedEvent first_half = search(a, a + 0.5 * h, va, v1, vm, nullptr, &check, depth + 1);
    if (first_half.found()) return first_half;
    return search(a + 0.5 * h, b, vm, v3, vb, nullptr, nullptr, depth + 1);
  }

  // Root of guard k plus `shift` on [a, a+h], bracketed by its signs, by the polynomial first and then by the guard itself.
  double root(int k, double a, double h, double shift, double ga, double gb, const Bernstein4& p) {
    double low = 0, high = 1, g_low = ga + shift, g_high = gb + shift;
    // Two Newton steps on the polynomial are closer to the root than the polynomial is to the guard.
    double x = g_low / (g_low - g_high);
    for (int i = 0; i < 2; ++i) {
      const double slope = derivative(p, x), next = slope < 0 ? x - (evaluate(p, x) + shift) / slope : x;
      if (next > 0 && next < 1) x = next;
    }
    Values v;
    for (int iteration = 0; iteration < 120; ++iteration) {
      sample_(a + x * h, v);
      const double g = v.g[k] + shift;
      if (g == 0) return x;
      if (g > 0) {
        low = x;
        g_low = g;
      } else {
        high = x;
        g_high = g;
      }
      if (high - low <= 1e-15) break;
      // Newton with the polynomial's slope; the secant of the bracket if that leaves it.
      const double slope = derivative(p, x);
      double next = slope < 0 ? x - g / slope : 0;
      if (!(next > low && next < high)) next = low + (high - low) * (g_low / (g_low - g_high));
      if (!(next > low && next < high)) next = 0.5 * (low + high);
      if (std::abs(next - x) <= 1e-13) return next;
      if (iteration > 4 && iteration % 2 == 1) next = 0.5 * (low + high);  // no polynomial at this scale: a kink
      x = next;
    }
    return 0.5 * (low + high);
  }

  // A guard whose noise exceeds its band would be halved without end.
  static constexpr int max_intervals = 2000;

  int n_, intervals_ = 0;
  GuardValues<MaxGuards> start_;
  std::array<GuardValues<MaxGuards>, 6> looks_;
  const std::array<double, MaxGuards>& band_;
  Sample& sample_;
};

}  // namespace carom
