// SPDX-License-Identifier: Apache-2.0
// A step that ends on its first event: try, judge, look for the event inside, end the step on it.
//
// Model     advance_to_event
//   (1)  a step of length h, its error in units of the tolerance: above 1 it is rejected, and h_next is what to try instead
//   (2)  the continuous extension of an accepted step, and the first event in it, θ ∈ [0, 1], by the caller's guards
//           end_on_event
//   (3)  the step again with length θh, and its length corrected by the guard's value at its end: h ← h − g/ġ. The
//        extension is of lower order than the step; the state at the event is that of a step.
//
// Members of a Step   y0, y1, h, attempt(f, t, h), prepare_dense(f, t), slope_at_end(), next_step_factor(error)
// Of an event         theta (above 1: none), and whatever tells its guard
// Source    hairer_norsett_wanner_1993 section II.6.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

enum class Trial { accepted, rejected, not_finite };

template <class Event>
struct Advance {
  Trial trial = Trial::accepted;
  double error = 0;   // 1 is the tolerance
  double h_next = 0;  // what to try next; of a trial that is not finite, a tenth
  Event event{};      // of an accepted step
};

// error_norm() judges the step just tried; first_event() looks into the accepted one.
template <class Step, class F, class ErrorNorm, class FirstEvent>
auto advance_to_event(Step& step, F&& f, double t, double h, ErrorNorm&& error_norm, FirstEvent&& first_event) {
  Advance<decltype(first_event())> result;
  step.attempt(f, t, h);
  result.error = error_norm();
  if (!std::isfinite(result.error)) {
    result.trial = Trial::not_finite;
    result.h_next = 0.1 * h;
    return result;
  }
  result.h_next = h * step.next_step_factor(result.error);
  if (result.error > 1) {
    result.trial = Trial::rejected;
    return result;
  }
  step.prepare_dense(f, t);
  result.event = first_event();
  return result;
}

// (3). `slope` is dg/dθ by the extension, `band` the rounding of the guard, guard(t) its value at step.y1. Leaves the state
// in step.y1 and returns the length of the step.
template <class Step, class F, class Guard>
double end_on_event(Step& step, F&& f, double t, double h, double theta, double slope, double band, Guard&& guard) {
  double trial = theta * h;
  const double rate = slope / h;
  const double resolution = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), trial);
  double best_trial = trial, least = HUGE_VAL;
  auto best = step.y0;
  step.attempt(f, t, trial);
  for (int iteration = 0; iteration < 4; ++iteration) {
    const double value = guard(t + trial);
    if (!(std::abs(value) < least)) break;  // the slope misled: the trial before was better
    best = step.y1;
    best_trial = trial;
    least = std::abs(value);
    if (!(rate < 0) || std::abs(value) <= 0.1 * band) break;
    const double correction = -value / rate;
    if (!(std::abs(correction) < 0.1 * h) || std::abs(correction) <= resolution || !(trial + correction > 0)) break;
    trial += correction;
    // A correction far smaller than a step goes along the slope at its end, a larger one takes the step again.
    if (std::abs(correction) < 1e-7 * h) {
      step.y1 += correction * step.slope_at_end();
    } else {
      step.attempt(f, t, trial);
    }
  }
  if (std::abs(step.h - best_trial) > 1e-7 * h) step.attempt(f, t, best_trial);
  step.y1 = best;
  return best_trial;
}

}  // namespace carom
