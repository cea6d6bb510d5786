// SPDX-License-Identifier: Apache-2.0
// The event-driven motion of any mechanism: smooth flow in a set of contact modes, events isolated in every step, impacts
// and mode changes resolved by their own laws, every joule booked.
//
// The loop (run): step → isolate the first event → end the step on it → resolve → begin again.
//   A contact comes to gap 0 while approaching   →  impact of all contacts that touch, then the closing rule
//   Any other guard reaches 0 (guards.hpp)       →  new modes by complementarity, or a tangential impact
//   A function of an event of its own crosses 0  →  its jump, after impacts of the same instant (model/own_events.hpp)
//   A switch of the equations is reached           →  the other side, or a motion along it (model/switches.hpp)
//
// Closed contacts are kept on the constraint: after every step gap and velocity are projected in the metric of the mass.
// Bilateral constraints likewise, and they are part of the inertia that every contact sees (constrained_motion.hpp).
//
// Closing   After an impact: closing.hpp.
// Near      Of a mechanism that tells which contacts are near, the others are not looked at (event_driven_near.hpp).
// Source    liu_zhao_brogliato_2008 sections 3 and 4; pfeiffer_glocker_1996; acary_brogliato_2008.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "carom/complementarity/mode_choice.hpp"
#include "carom/engine/closing.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/gap_watch.hpp"
#include "carom/engine/guards.hpp"
#include "carom/engine/listed_box.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/engine/segment.hpp"
#include "carom/engine/start.hpp"
#include "carom/engine/tolerances.hpp"
#include "carom/flow/dormand_prince_853.hpp"
#include "carom/flow/isolate.hpp"

namespace carom {

template <Mechanism S, class Observer = NoObserver>
class EventDriven {
 public:
  EventDriven(const S& system, const RunOptions& options, Observer& observer)
      : system_(system), options_(options), observer_(observer), scales_(system.scales()), zero_(scales_) {
    max_step_ = options.max_step > 0 ? options.max_step : scales_.time / 5;
    closing_.speed = options.closing_speed;
    if (closing_.speed < 0) {
      closing_.speed = 0;
      if constexpr (requires { system.closing_speed(); }) closing_.speed = system.closing_speed();
      if constexpr (requires { system.closing_time(); }) closing_.time = system.closing_time();
    }
    q_scale_ = u_scale_ = zeros<dof>(freedom());
    for (int k = 0; k < freedom(); ++k) {
      double scale = scales_.length;
      if constexpr (requires { system.coordinate_scale(k); }) scale = system.coordinate_scale(k);
      q_scale_[k] = scale;
      u_scale_[k] = scale * scales_.speed / scales_.length;
    }
  }

  RunReport<S> run(const State<S::dof>& initial) {
    begin(initial);
    if constexpr (may_have_events<S>) resolve_own_events();
    while (!ended_ && t_ < options_.t_end) {
      if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) {
        fail(Outcome::interrupted, "interrupted");
        break;
      }
      if (observer_.stop()) {
        report_.outcome = Outcome::stopped_by_observer;
        break;
      }
      advance();
    }
    finish();
    return report_;
  }

 private:
  static constexpr int dof = S::dof;
  static constexpr int contact_count = S::contact_count;
  static constexpr int size = Segment<S>::size;
  static constexpr bool may_end = requires(const S& system, const Vector<dof>& q) { system.motion_lasts(0.0, q); };
  static constexpr int max_guards = 3 * contact_count + most_events<S>() + most_switches<S>() +
                                    (may_have_switches<S> ? 2 * most_slides : 0) + (may_end ? 1 : 0);
  using Y = Vector<size>;
  // Known to the compiler where the mechanism's sizes are.
  int freedom() const { return dof_of(system_); }
  int contacts() const { return contacts_of(system_); }
  using Flags = std::array<bool, contact_count>;

  // ---- beginning, end and books (event_driven_books.hpp) ----------------------------------------------------------

  void begin(const State<S::dof>& initial);
  bool close_start();
  void begin_on_contacts(const LocalInertia<S>& local);

  void finish();

  void fail(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
    ended_ = true;
  }

  // ---- one step (event_driven_stepping.hpp) -------------------------------------------------------------------------

  void advance();

  bool makes_progress(double before);
  bool keeps_pace();
  double followed_span() const;
  void strike();
  void note_exchange();
  void note_kinetic();

  // One type for all uses, so that the stepper is compiled once.
  struct Rates {
    const EventDriven* run;
    void operator()(double t, const Y& y, Y& dy) const { run->rates(t, y, dy); }
  };

  [[gnu::flatten]] void rates(double t, const Y& y, Y& dy) const;

  double error_norm() const;

  // ---- guards (event_driven_guards.hpp) -----------------------------------------------------------------------------

  void begin_regime();
  void list_guards();
  void add_switch_guards();
  bool is_there([[maybe_unused]] int i) const {
    if constexpr (may_have_switches<S>)
      return system_.presence(i) != Presence::absent;
    else
      return true;
  }

  void sample_state(double t, const Vector<2 * dof>& qu, GuardValues<max_guards>& values) const {
    const Vector<dof> position = positions<dof>(qu, freedom()), velocity = velocities<dof>(qu, freedom());
    if (flight_) {
      const std::array<double, contact_count> g = gaps(system_, t, position);
      for (int k = 0; k < guard_count_; ++k) {
        if constexpr (may_have_events<S> || may_have_switches<S>)
          if (guards_[k].kind != GuardKind::gap && guards_[k].kind != GuardKind::end) continue;  // not a contact's
        values.g[k] = guards_[k].kind == GuardKind::end ? motion_lasts(t, position) : g[guards_[k].contact];
      }
      if constexpr (may_have_events<S>) sample_events(t, position, velocity, values);
      if constexpr (may_have_switches<S>) sample_switches(t, position, velocity, values);
      return;
    }
    Motion<S> motion;
    sample_contact(t, position, velocity, values, motion);
  }
  void sample_contact(double t, const Vector<dof>& position, const Vector<dof>& velocity,
                      GuardValues<max_guards>& values, Motion<S>& motion) const;
  // The guards of events, beside those of contacts.
  void sample_events(double t, const Vector<dof>& position, const Vector<dof>& velocity,
                     GuardValues<max_guards>& values) const {
    if (events_of(system_) == 0) return;
    const auto value = event_values(system_, t, position, velocity);
    for (int k = 0; k < guard_count_; ++k)
      if (guards_[k].kind == GuardKind::event)
        values.g[k] = event_side_[guards_[k].contact] * value[guards_[k].contact];
  }
  void sample_switches(double t, const Vector<dof>& position, const Vector<dof>& velocity,
                       GuardValues<max_guards>& values) const {
    if (switches_of(system_) == 0) return;
    const auto value = system_.template switch_values<double>(t, position, velocity);
    for (int k = 0; k < guard_count_; ++k) {
      if (guards_[k].kind != GuardKind::switching) continue;
      const double s = value[guards_[k].contact];
      values.g[k] = std::isnan(s) ? HUGE_VAL : s;  // in a branch that is not taken
    }
  }
  void sample_end(double t, const Y& y, GuardValues<max_guards>& values,
                  std::array<GapBend, contact_count>& bend) const;
  double motion_lasts(double t, const Vector<dof>& position) const {
    if constexpr (may_end)
      return system_.motion_lasts(t, position);
    else
      return 1;
  }
  void sample_state(double t, const Y& y, GuardValues<max_guards>& values) const {
    sample_state(t, Vector<2 * dof>(y.template head<rows(2 * dof)>(2 * freedom())), values);
  }

  IsolatedEvent isolate();

  template <class Isolation>
  bool gaps_stay_clear(const Isolation& isolation, const IsolatedEvent& event) const;

  template <class Isolation>
  [[gnu::noinline, gnu::cold]] IsolatedEvent look_closer(Isolation& isolation, IsolatedEvent event);
  static constexpr double turn_of_a_panel = 0.5;   // rad
  static constexpr double start_tolerance = 1e-9;  // of what a start may leave a constraint open, in its own size
  static constexpr int most_panels = 10000;

  double turning_at(double theta) const;

  void end_step_on(const IsolatedEvent& event, double h, double error);

  void keep_on_constraint();
  void keep_bilateral();

  // ---- events: modes (event_driven_modes.hpp) and impacts (event_driven_impacts.hpp) ----------------------------------

  void resolve(const Guard& fired);

  void unload(const Flags& closed, const Motion<S>& motion, int fired, Flags& must_open) const;

  void choose_modes(Flags closed, const Flags& must_open, const Flags& must_slip);
  void set_tolerances(FrictionalProblem<contact_count>& p) const;
  void put_on_modes(const LocalInertia<S>& local, const Flags& closed, const Flags& sticking);
  void add_what_rides(Flags& closed) const;
  void take_out_what_rides(Flags& touching) const;
  bool rides_on_given_loads() const;

  bool leaves_by_painleve(const FrictionalProblem<contact_count>& p,
                          const FrictionalSolution<contact_count>& chosen) const;

  bool slips_into_a_jam() const;
  void resolve_dynamic_jam();

  void resolve_jam(const Flags& closed);

  void resolve_impact(Flags touching, bool jam = false);

  void close_after_impact(const ImpactProblem<contact_count>& problem, const ImpactResult<contact_count>& impact,
                          const std::array<int, contact_count>& member, int n);

  void take_closing_speed(const LocalInertia<S>& now, Flags& closing, Vector<dof>& velocity);

  void close_pressed(const LocalInertia<S>& now, Flags& passed_over, Flags& closing) const;

  Vector<dof> acceleration_with(const LocalInertia<S>& now, const Flags& closed) const;

  void sum_chatter(int i, double speed, double acceleration, double ratio, const ImpactResult<contact_count>& impact,
                   const LocalInertia<S>& now, Vector<dof>& velocity);

  void tell_closed(const Flags& closing) {
    if constexpr (requires { observer_.closed(closing); }) observer_.closed(closing);
  }

  void book_closing(double lost, double drive);
  double book_constraint_work(const Vector<dof>& before, const Vector<dof>& after, const Vector<dof>& contact_impulse);

  std::string why_no_impact(ImpactFailure failure, const ImpactProblem<contact_count>& problem,
                            const std::array<int, contact_count>& member) const;

  void after_opening(const LocalInertia<S>& now);

  void note_rates(const LocalInertia<S>& now);

  void note_penetration(const LocalInertia<S>& now);
  [[gnu::cold]] void miss(int contact, double gap);

  void log_mode_changes(const ContactModes<S>& before);

  // ---- events of the mechanism's own (event_driven_own_events.hpp) ----------------------------------------------------

  template <std::size_t Count, class Values>
  void measure(std::array<double, Count>& size, int count, Values&& values) const;
  void measure_events();
  double event_zero(int i) const;  // what counts as zero, of its guard too
  void take_sides();
  void resolve_own_events();
  void resolve_own_event(int i);
  void settle_after(int event);
  void settle_contacts(const std::string& after);
  void set_off_by(const EventBatch<S>& batch);
  bool takes_part(const EventBatch<S>& batch, int own_number) const;
  double clock_resolution() const {
    return 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), scales_.time);
  }
  void set_clocks();
  double next_tick(int i) const;
  double next_tick() const;
  void strike_clocks();

  // ---- switches (event_driven_switches.hpp) ---------------------------------------------------------------------------

  void hold_first_sides();
  bool settle_sides();
  double drift_of_switch(int i, const Motion<S>& motion) const;
  bool drives_beyond(int i, double value, const Motion<S>& motion) const;
  bool pass_switch(int i, bool over);
  bool slide_ends(int k, bool& beyond);
  void leave_switch(int k, bool beyond);
  void log_slide(EventKind kind);
  double switch_zero(int i) const;
  void keep_on_switches();
  void settle_after_switch();
  void take_presence();

  // ---- contacts that are near (event_driven_near.hpp) -----------------------------------------------------------------

  bool lists() const {
    if constexpr (may_list_contacts<S>)
      return system_.tells_near_contacts();
    else
      return false;
  }
  void list_around_state(double reach = 0);
  void list_around_step();
  bool list_within(double t0, double t1, const Vector<dof>& low, const Vector<dof>& high);
  void keep_guards_of(const std::array<Guard, max_guards>& before, int count);
  template <class T>
  void put_in_own_numbers(std::array<T, contact_count>& of_contacts, T other) const;

  // ---- books and small things -----------------------------------------------------------------------------------------

  void book_works();
  void book_energy();

  // To the observer, and to events of the mechanism's own that it sets off.
  void tell(EventBatch<S>& batch) {
    batch.system = &system_;
    observer_.event(batch);
    if constexpr (may_have_events<S>) set_off_by(batch);
  }

  Vector<dof> q() const { return positions<dof>(y_, freedom()); }
  Vector<dof> u() const { return velocities<dof>(y_, freedom()); }
  static bool any(const Flags& flags) {
    return std::any_of(flags.begin(), flags.end(), [](bool f) { return f; });
  }

  double gap_band() const { return zero_.gap_band(t_); }
  double touch_tolerance() const { return zero_.touch(t_); }
  double velocity_zero() const { return zero_.rest(); }
  double force_zero() const { return zero_.force_zero(t_, energy_scale_); }
  double force_scale(double A) const { return scales_.speed / (scales_.time * A); }

  // What holds sides of its own while it moves is a copy.
  std::conditional_t<may_have_switches<S>, S, const S&> system_;
  RunOptions options_;
  Observer& observer_;
  Scales scales_;
  Tolerances zero_;
  double max_step_ = 0, energy_scale_ = 0;
  ClosingRule closing_;
  Vector<dof> q_scale_, u_scale_;

  double t_ = 0, h_ = 0, h_contact_ = 0;
  Y y_;
  ContactModes<S> modes_{};
  Flags at_rest_{};
  std::array<int, contact_count> slip_direction_{};
  DormandPrince853<size> step_;
  std::array<Guard, max_guards> guards_{};
  std::array<double, max_guards> band_{};
  int guard_count_ = 0;
  double regime_t_ = 0;  // when the regime began
  bool flight_ = true, ended_ = false;
  long watched_events_ = 0, paced_steps_ = 0;
  double watched_t_ = -HUGE_VAL, start_t_ = 0, paced_t_ = 0;
  double kinetic_seen_ = 0;                        // at the end of the last step
  mutable ModeChoice<contact_count> mode_choice_;  // keeps memory, nothing else
  int consecutive_jams_ = 0, without_progress_ = 0, switch_rounds_ = 0, steepness_sign_ = 1;
  GuardValues<max_guards> start_guards_, end_guards_;
  std::array<GapBend, contact_count> bend_{}, end_bend_{};  // of the open contacts at the ends of the step
  ContactArray<S> start_contacts_;                          // of a flight
  ListedBox<dof> near_;                                     // in which the list of contacts holds
  std::array<int, most_events<S>()> event_side_{};          // 0: not known
  std::array<bool, most_events<S>()> crossed_{};
  std::array<double, most_events<S>()> event_size_{};
  std::array<double, most_events<S>()> tick_{};  // of clocks: the number of the next
  std::array<double, most_switches<S>()> switch_size_{};
  RunReport<S> report_;
};

}  // namespace carom

#include "carom/engine/event_driven_books.hpp"
#include "carom/engine/event_driven_guards.hpp"
#include "carom/engine/event_driven_impacts.hpp"
#include "carom/engine/event_driven_modes.hpp"
#include "carom/engine/event_driven_near.hpp"
#include "carom/engine/event_driven_own_events.hpp"
#include "carom/engine/event_driven_stepping.hpp"
#include "carom/engine/event_driven_switches.hpp"

namespace carom {

template <Mechanism S, class Observer>
RunReport<S> run_event_driven(const S& system, const State<S::dof>& initial, const RunOptions& options,
                              Observer& observer) {
  return EventDriven<S, Observer>(system, options, observer).run(initial);
}

template <Mechanism S>
RunReport<S> run_event_driven(const S& system, const State<S::dof>& initial, const RunOptions& options) {
  NoObserver observer;
  return run_event_driven(system, initial, options, observer);
}

}  // namespace carom
