// SPDX-License-Identifier: Apache-2.0
// Options in, report out: the plain data of an event-driven run.
#pragma once

#include <array>
#include <atomic>
#include <limits>
#include <string>
#include <string_view>

#include "carom/base/outcome.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/run_choices.hpp"
#include "carom/impact/impact_options.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/laws/event_kind.hpp"

namespace carom {

struct RunOptions {
  double t_end = 1;     // s
  double rtol = 1e-10;  // relative tolerance of a step
  double atol = 1e-12;  // absolute tolerance, in units of each coordinate's scale
  ImpactOptions impact{};
  PainleveChoice painleve = PainleveChoice::flight;
  double closing_speed = -1;  // m/s; < 0: the system's own rule; 0: chatter is summed to its limit
  double max_step = 0;        // s; 0: a fifth of the system's time scale
  long max_events = std::numeric_limits<long>::max();
  double onto_surface = 0;  // m; contacts nearer to their surface than this at the start are put on it (start.hpp)
  bool close_constraints = false;  // a start that does not meet its constraints is moved until it does, and told
  double ledger_tolerance = 1e-9;  // relative residual above which a run ends as `ledger_open`
  const std::atomic<bool>* interrupt = nullptr;
};

// One batch of simultaneous events of one kind. Of any class, as a Segment is.
template <class S>
struct EventBatch {
  double t = 0;
  EventKind kind = EventKind::impact;
  std::array<bool, S::contact_count> contacts{};  // who took part
  State<S::dof> before, after;
  ContactModes<S> modes{};  // after it; of an impact, before it
  // For impacts: the result in the order of `member`; nullptr otherwise.
  const ImpactResult<S::contact_count>* impact = nullptr;
  std::array<int, S::contact_count> member{};
  bool jam = false;  // a tangential impact: no contact approaches
  // As it moves; valid only during the call. Contacts are those that it shows (AnyMechanism::own_number).
  const S* system = nullptr;
  int own_event = -1;  // of EventKind::own: which (model/own_events.hpp)
};

template <Mechanism S>
struct RunReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason;  // one sentence if the outcome is a failure
  State<S::dof> final;
  ContactModes<S> modes{};  // of a mechanism with more contacts than places: of those that it shows in the end
  EventCounts events;
  Ledger ledger;
  long steps = 0, rejected_steps = 0;
  double worst_impact_residual = 0;
  double deepest_penetration = 0;                 // m, over step ends and events
  std::array<double, S::contact_count> lifted{};  // m; how far contacts were moved onto their surface at the start …
  std::string note;                               // … and what a reader should know of it
  double worst_mode_residual = 0;                 // certificate of the mode choices, in units of acceleration scale

  std::string brief() const {
    return std::string(name(outcome)) + " at t = " + std::to_string(final.t) + " s after " +
           std::to_string(events.total()) + " events" + (reason.empty() ? "" : ": " + reason);
  }
};

}  // namespace carom
