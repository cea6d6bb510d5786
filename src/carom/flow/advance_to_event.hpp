// SPDX-License-Identifier: Apache-2.0
// A step that ends on its first event: try, judge, look for the event inside, end the step on it.
//
// Model     advance_to_event
//   (1)  a step of length h, its error in units of the tolerance: above 1 it is rejected, and h_next is what to try instead
//   (2)  in an accepted step the first event, θ ∈ [0, 1], by the caller's guards over its continuous extension
//           end_on_event
//   (3)  the step again with length θh, and its length corrected by the guard's value at its end: h ← h − g/ġ. The
//        extension is of lower order than the step; the state at the event is that of a step.
//
// Members of a Step   y0, y1, h, attempt(f, t, h), slope_at_end(), next_step_factor(error, safety)
// Of an event         theta (above 1: none), and whatever tells its guard
// Used by   every motion and every impact that goes from event to event. Two end their steps on an event by themselves, and
//           say why: chains (impact/chain_flow.hpp) and compliant motions (engine/compliant_motion.hpp).
// Source    hairer_norsett_wanner_1993 section II.6.
#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace carom {

enum class Trial { accepted, rejected, not_finite };

template <class Event>
struct Advance {
  Trial trial = Trial::accepted;
  double error = 0;   // 1 is the tolerance
  double h_next = 0;  // what to try next; of a trial that is not finite, a tenth
  Event event{};      // of an accepted step
};

// error_norm() judges the step just tried; first_event() looks into the accepted one, and prepares the extension if it
// needs it.
template <class Step, class F, class ErrorNorm, class FirstEvent>
auto advance_to_event(Step& step, F&& f, double t, double h, ErrorNorm&& error_norm, FirstEvent&& first_event,
                      double safety = 0.9) {
  Advance<decltype(first_event())> result;
  step.attempt(f, t, h);
  result.error = error_norm();
  if (!std::isfinite(result.error)) {
    result.trial = Trial::not_finite;
    result.h_next = 0.1 * h;
    return result;
  }
  result.h_next = h * step.next_step_factor(result.error, safety);
  if (result.error > 1) {
    result.trial = Trial::rejected;
    return result;
  }
  result.event = first_event();
  return result;
}

// How close the end of a step comes to its event.
struct EventAccuracy {
  double value;  // a guard this small is zero
  double time;   // a correction this small changes nothing
  double
      along;  // a correction smaller than this goes along the slope at the step's end, a larger one takes the step again
};

// (3). `slope` is dg/dθ by the extension, guard(t) the guard's value at step.y1. Leaves the state in step.y1 and returns the
// time that has passed; step.h is shorter or longer by what went along the slope.
template <class Step, class F, class Guard>
double end_on_event(Step& step, F&& f, double t, double h, double theta, double slope, const EventAccuracy& accuracy,
                    Guard&& guard) {
  using Real = typename std::decay_t<decltype(step.y1)>::Scalar;
  double trial = theta * h;
  const double rate = slope / h;
  double best_trial = trial, least = HUGE_VAL;
  auto best = step.y0;
  step.attempt(f, t, trial);
  for (int iteration = 0; iteration < 4; ++iteration) {
    const double value = guard(t + trial);
    if (!(std::abs(value) < least)) break;  // the slope misled: the trial before was better
    best = step.y1;
    best_trial = trial;
    least = std::abs(value);
    if (!(rate < 0) || std::abs(value) <= accuracy.value) break;
    const double correction = -value / rate;
    if (!(std::abs(correction) < 0.1 * h) || std::abs(correction) <= accuracy.time || !(trial + correction > 0)) break;
    trial += correction;
    if (std::abs(correction) < accuracy.along) {
      step.y1 += Real(correction) * step.slope_at_end();
    } else {
      step.attempt(f, t, trial);
    }
  }
  if (std::abs(step.h - best_trial) > accuracy.along) step.attempt(f, t, best_trial);
  step.y1 = best;
  return best_trial;
}

}  // namespace carom
