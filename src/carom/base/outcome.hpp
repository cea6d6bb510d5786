// SPDX-License-Identifier: Apache-2.0
// How a computation ended. Failure is a value: it travels with the state and the reason, never as an exception.
#pragma once

#include <string>
#include <string_view>

namespace carom {

enum class Outcome {
  reached_end,
  stopped_by_observer,
  chatter_unresolved,
  no_consistent_mode,
  impact_unresolved,
  step_underflow,
  event_limit,
  not_finite,
  ledger_open,
  section_not_crossed,
  no_convergence,
  event_missed,  // a body is found below a surface that it never met
  left_model,    // a parameter or state for which the model has no meaning
  interrupted,
};

constexpr std::string_view name(Outcome outcome) {
  switch (outcome) {
    case Outcome::reached_end: return "reached_end";
    case Outcome::stopped_by_observer: return "stopped_by_observer";
    case Outcome::chatter_unresolved: return "chatter_unresolved";
    case Outcome::no_consistent_mode: return "no_consistent_mode";
    case Outcome::impact_unresolved: return "impact_unresolved";
    case Outcome::step_underflow: return "step_underflow";
    case Outcome::event_limit: return "event_limit";
    case Outcome::not_finite: return "not_finite";
    case Outcome::ledger_open: return "ledger_open";
    case Outcome::section_not_crossed: return "section_not_crossed";
    case Outcome::no_convergence: return "no_convergence";
    case Outcome::event_missed: return "event_missed";
    case Outcome::left_model: return "left_model";
    case Outcome::interrupted: return "interrupted";
  }
  return "unknown";
}

constexpr bool succeeded(Outcome outcome) {
  return outcome == Outcome::reached_end || outcome == Outcome::stopped_by_observer;
}

}  // namespace carom
