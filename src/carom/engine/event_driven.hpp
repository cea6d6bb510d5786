// The event-driven motion of any mechanism: smooth flow in a set of contact modes, events isolated in every step, impacts
// and mode changes resolved by their own laws, every joule booked.
//
// The loop (run): step → isolate the first event → end the step on it → resolve → begin again.
//   A contact comes to gap 0 while approaching   →  impact of all contacts that touch, then the closing rule
//   Any other guard reaches 0 (guards.hpp)       →  new modes by complementarity, or a tangential impact
//
// Closed contacts are kept on the constraint: after every step gap and velocity are projected in the metric of the mass.
//
// Closing   After an impact: closing.hpp.
// Source    liu_zhao_brogliato_2008 sections 3 and 4; pfeiffer_glocker_1996; acary_brogliato_2008.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "carom/flow/isolate.hpp"
#include "carom/flow/dormand_prince_853.hpp"
#include "carom/engine/closing.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/gap_watch.hpp"
#include "carom/engine/guards.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/engine/segment.hpp"
#include "carom/engine/start.hpp"
#include "carom/engine/tolerances.hpp"

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
    for (int k = 0; k < dof; ++k) {
      double scale = scales_.length;
      if constexpr (requires { system.coordinate_scale(k); }) scale = system.coordinate_scale(k);
      q_scale_[k] = scale;
      u_scale_[k] = scale * scales_.speed / scales_.length;
    }
  }

  RunReport<S> run(const State<S::dof>& initial) {
    begin(initial);
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
  static constexpr int max_guards = 3 * contact_count + (may_end ? 1 : 0);
  using Y = Vector<size>;
  using Flags = std::array<bool, contact_count>;

  // ---- beginning and end ------------------------------------------------------------------------------------------

  void begin(const State<S::dof>& initial) {
    t_ = initial.t;
    y_.setZero();
    y_.template head<dof>() = initial.q;
    y_.template segment<dof>(dof) = initial.u;
    modes_.fill(ContactMode::open);
    book_energy();
    report_.ledger.initial = report_.ledger.kinetic + report_.ledger.potential;
    energy_scale_ = kinetic_energy(system_, initial.q, u_scale_);
    if (!y_.allFinite()) return fail(Outcome::not_finite, "the initial state is not finite");
    if (options_.onto_surface > 0) {
      Vector<dof> position = initial.q;
      report_.lifted = put_on_surface(system_, t_, options_.onto_surface, position);
      report_.note = lifted_text(system_, report_.lifted);
      y_.template head<dof>() = position;
      book_energy();
      report_.ledger.initial = report_.ledger.kinetic + report_.ledger.potential;
    }
    // Contacts that touch at the start: approaching ones collide, resting ones close.
    const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
    Flags touching{}, resting{};
    bool any = false, collide = false;
    for (int i = 0; i < contact_count; ++i) {
      touching[i] = local.contacts[i].gap <= touch_tolerance();
      if (!touching[i]) continue;
      any = true;
      const double v_n = local.contacts[i].normal_velocity(u());
      collide = collide || v_n < -velocity_zero();
      resting[i] = std::abs(v_n) <= velocity_zero();
    }
    if (!any) {
      note_rates(local);
      return begin_regime();
    }
    // A start read from a file may lie below a surface by rounding: it is put on it, or its guard would fire for ever.
    Flags below{};
    for (int i = 0; i < contact_count; ++i) below[i] = local.contacts[i].gap < 0;
    if (const std::string deep = penetration_text(system_, local.contacts, zero_.penetration()); !deep.empty())
      return fail(Outcome::no_consistent_mode, "the start penetrates: " + deep);
    Vector<dof> position = q();
    project_position<S>(local, below, position);
    y_.template head<dof>() = position;
    if (collide) return resolve_impact(touching);
    choose_modes(resting, Flags{}, Flags{});
    begin_regime();
  }

  void finish() {
    book_works();
    book_energy();
    report_.final = {.t = t_, .q = q(), .u = u()};
    report_.modes = modes_;
    // A run that exchanged little of its energy cannot close the books better than it follows the motion.
    const double energy = std::abs(report_.ledger.initial) + report_.ledger.kinetic + energy_scale_;
    if (succeeded(report_.outcome) && report_.ledger.relative_residual() > options_.ledger_tolerance &&
        std::abs(report_.ledger.residual()) > std::max(1e-13, options_.rtol) * energy) {
      report_.outcome = Outcome::ledger_open;
      report_.reason = "the energy ledger does not close";
    }
  }

  void fail(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
    ended_ = true;
  }

  // ---- one step -----------------------------------------------------------------------------------------------------

  void advance() {
    const Rates f{this};
    const double remaining = options_.t_end - t_;
    double h = std::min({h_, max_step_, remaining});
    const bool last = h >= remaining * (1 - 1e-12);
    if (last) h = remaining;
    step_.attempt(f, t_, h);
    const double error = error_norm();
    if (!std::isfinite(error)) {
      if (h > 1e-3 * max_step_) {
        h_ = 0.1 * h;
        return;
      }
      return fail(Outcome::not_finite, "the motion produced a number that is not finite");
    }
    if (error > 1) {
      ++report_.rejected_steps;
      h_ = h * step_.next_step_factor(error);
      if (h_ < 64 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), scales_.time)) {
        if (slips_into_a_jam()) return resolve_dynamic_jam();
        fail(Outcome::step_underflow, "the step fell below the resolution of time at the asked tolerance");
      }
      return;
    }
    ++report_.steps;
    step_.prepare_dense(f, t_);
    const double h_next = h * step_.next_step_factor(error);
    const IsolatedEvent event = isolate();
    if (ended_) return;
    if (!event.found()) {
      observer_.segment(Segment<S>(system_, step_, t_, t_ + h, modes_, report_.ledger));
      t_ = last ? options_.t_end : t_ + h;
      y_ = step_.y1;
      keep_on_constraint();
      step_.advance();
      step_.y0 = y_;
      start_guards_ = end_guards_;
      if (flight_) note_rates(local_inertia(system_, t_, q(), u()));
      else bend_ = end_bend_;
      h_ = std::max(h_next, h_ > h && !last ? h_ : h_next);
      if (!flight_) h_contact_ = std::min(h_next, max_step_);
      return;
    }
    const double before = t_;
    end_step_on(event, h, error);
    if constexpr (requires { observer_.reached(guards_[0], steepness_sign_); })
      if (event.theta > 0) observer_.reached(guards_[event.guard], steepness_sign_);
    h_ = std::min(h_next, max_step_);
    without_progress_ = t_ > before + 1e-12 * scales_.time ? 0 : without_progress_ + 1;
    if (without_progress_ > 64)
      return fail(Outcome::chatter_unresolved, "events follow one another without time passing");
    if (report_.events.total() - watched_events_ >= 20000) {
      if (t_ - watched_t_ < 1e-2 * scales_.time)
        return fail(Outcome::chatter_unresolved, "thousands of events follow one another in hardly any time");
      watched_events_ = report_.events.total();
      watched_t_ = t_;
    }
    if (report_.events.total() > options_.max_events) return fail(Outcome::event_limit, "the event limit was reached");
    resolve(guards_[event.guard]);
  }

  // One type for all uses, so that the stepper is compiled once.
  struct Rates {
    const EventDriven* run;
    void operator()(double t, const Y& y, Y& dy) const { run->rates(t, y, dy); }
  };

  // Three quarters of all evaluations come through here: everything inlined, whatever else the file holds.
  [[gnu::flatten]] void rates(double t, const Y& y, Y& dy) const {
    Motion<S> motion;
    const Vector<dof> velocity = y.template segment<dof>(dof);
    if (!evaluate_motion(system_, t, Vector<dof>(y.template head<dof>()), velocity, modes_, motion)) {
      dy.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    dy.template head<dof>() = velocity;
    dy.template segment<dof>(dof) = motion.acceleration;
    dy[2 * dof] = motion.drive_power;
    dy[2 * dof + 1] = motion.friction_loss_power;
  }

  double error_norm() const {
    Y scale;
    for (int k = 0; k < dof; ++k) {
      const double q_size = std::max(std::abs(step_.y0[k]), std::abs(step_.y1[k]));
      const double u_size = std::max(std::abs(step_.y0[dof + k]), std::abs(step_.y1[dof + k]));
      scale[k] = options_.atol * q_scale_[k] + options_.rtol * q_size;
      scale[dof + k] = options_.atol * u_scale_[k] + options_.rtol * u_size;
    }
    scale[2 * dof] = scale[2 * dof + 1] = options_.rtol * energy_scale_;
    return step_.error_norm(scale);
  }

  // ---- guards -------------------------------------------------------------------------------------------------------

  // Sets up the guards of the present modes and the first step.
  void begin_regime() {
    if (ended_) return;
    guard_count_ = 0;
    int closed = 0;
    for (int i = 0; i < contact_count; ++i) closed += is_closed(modes_[i]);
    const auto add = [this](GuardKind kind, int contact, double band) {
      band_[guard_count_] = band;
      guards_[guard_count_++] = {kind, contact};
    };
    for (int i = 0; i < contact_count; ++i) {
      if (!is_closed(modes_[i])) {
        add(GuardKind::gap, i, gap_band());
        continue;
      }
      add(GuardKind::force, i, zero_.force_band(t_, energy_scale_));
      if (modes_[i] == ContactMode::stick) {
        add(GuardKind::stick_plus, i, zero_.force_band(t_, energy_scale_));
        add(GuardKind::stick_minus, i, zero_.force_band(t_, energy_scale_));
      } else {
        add(GuardKind::slip, i, zero_.slip_band(t_));
        if (closed == 1) add(GuardKind::steepness, i, 1e-12);
      }
    }
    if constexpr (may_end) add(GuardKind::end, 0, 1e-14);
    flight_ = closed == 0;
    const Rates f{this};
    step_.begin(f, t_, y_);
    steepness_sign_ = 1;
    sample_end(t_, y_, start_guards_, bend_);
    for (int k = 0; k < guard_count_; ++k) {
      // Slip chosen in an indeterminate case begins where A − σμB < 0, and lasts as long as that does.
      if (guards_[k].kind != GuardKind::steepness || start_guards_.g[k] >= 0) continue;
      steepness_sign_ = -1;
      start_guards_.g[k] = -start_guards_.g[k];
    }
    // A contact phase begins with a step that such phases took before; a flight has its own guess (after_opening).
    if (!flight_) h_ = h_contact_;
    if (!(h_ > 0)) h_ = 1e-3 * scales_.time;
  }

  void sample_state(double t, const Vector<2 * dof>& qu, GuardValues<max_guards>& values) const {
    const Vector<dof> position = qu.template head<dof>(), velocity = qu.template tail<dof>();
    if (flight_) {
      const std::array<double, contact_count> g = gaps(system_, t, position);
      for (int k = 0; k < guard_count_; ++k)
        values.g[k] = guards_[k].kind == GuardKind::end ? motion_lasts(t, position) : g[guards_[k].contact];
      return;
    }
    Motion<S> motion;
    sample_contact(t, position, velocity, values, motion);
  }
  void sample_contact(double t, const Vector<dof>& position, const Vector<dof>& velocity,
                      GuardValues<max_guards>& values, Motion<S>& motion) const {
    evaluate_motion(system_, t, position, velocity, modes_, motion);
    for (int k = 0; k < guard_count_; ++k)
      values.g[k] = guard_value(system_, guards_[k], t, position, velocity, modes_, motion, steepness_sign_);
  }
  // At an end of the step: with G of the open contacts, where contacts are computed anyway.
  void sample_end(double t, const Y& y, GuardValues<max_guards>& values, std::array<GapBend, contact_count>& bend) const {
    if (flight_) return sample_state(t, y, values);
    Motion<S> motion;
    sample_contact(t, y.template head<dof>(), y.template segment<dof>(dof), values, motion);
    for (int i = 0; i < contact_count; ++i)
      if (!is_closed(modes_[i])) bend[i] = gap_bend<dof>(motion.contacts[i], motion.acceleration);
  }
  double motion_lasts(double t, const Vector<dof>& position) const {
    if constexpr (may_end) return system_.motion_lasts(t, position);
    else return 1;
  }
  void sample_state(double t, const Y& y, GuardValues<max_guards>& values) const {
    sample_state(t, Vector<2 * dof>(y.template head<2 * dof>()), values);
  }

  IsolatedEvent isolate() {
    auto sample = [this](double theta, GuardValues<max_guards>& values) {
      sample_state(t_ + theta * step_.h, step_.template head_at<2 * dof>(theta), values);
    };
    sample_end(t_ + step_.h, step_.y1, end_guards_, end_bend_);
    Isolation<max_guards, decltype(sample)> isolation(guard_count_, band_, sample);
    const IsolatedEvent event = isolation.first(start_guards_, end_guards_);
    if (gaps_stay_clear(isolation, event)) return event;
    return look_closer(isolation, event);
  }

  // Can a gap have closed before the event without being seen? Judged by where it was seen and how fast it can turn.
  template <class Isolation>
  bool gaps_stay_clear(const Isolation& isolation, const IsolatedEvent& event) const {
    const double h = step_.h, tolerance = zero_.penetration();
    for (int k = 0; k < guard_count_; ++k) {
      if (guards_[k].kind != GuardKind::gap) continue;
      const int i = guards_[k].contact;
      double bend = upward_bend(bend_[i], h, scales_.length);
      if (!flight_) bend = std::max(bend, upward_bend(end_bend_[i], h, scales_.length));
      if (isolation.lowest_look(k) + tolerance >= sag(0.25 * h, bend)) continue;
      for (int j = 1; j < 6; ++j) {
        const double from = isolation.look_theta[j - 1], to = isolation.look_theta[j];
        if (from >= event.theta) break;
        // The guard that fired is zero at its event; another may yet close after it, which is not our business.
        const bool ends = event.guard == k && event.theta <= to;
        const double g_b = ends ? 0.0 : isolation.look(j, k);
        if (!stays_clear(isolation.look(j - 1, k), g_b, ((ends ? event.theta : to) - from) * h, bend, tolerance)) return false;
      }
    }
    return true;
  }

  // Looks at the guards as often as the contacts turn, up to the event.
  template <class Isolation>
  [[gnu::noinline, gnu::cold]] IsolatedEvent look_closer(Isolation& isolation, IsolatedEvent event) {
    const double to = std::min(event.theta, 1.0);
    double turn = to * step_.h * turning_at(0);
    if (turn > 0.25 * turn_of_a_panel) turn = std::max(turn, to * step_.h * turning_at(to));
    if (turn > most_panels * turn_of_a_panel) {
      fail(Outcome::event_missed, "the contacts turn so often within one step that impacts may be missed");
      return event;
    }
    if (turn > turn_of_a_panel) {
      const int panels = static_cast<int>(std::ceil(turn / turn_of_a_panel));
      const IsolatedEvent earlier = isolation.first_in_panels(panels, to, start_guards_);
      if (earlier.theta < event.theta - 1e-9) event = earlier;
    }
    for (int k = 0; k < guard_count_; ++k)
      for (int j = 0; j < 6 && isolation.look_theta[j] < event.theta; ++j)
        if (guards_[k].kind == GuardKind::gap && isolation.look(j, k) < -zero_.penetration())
          miss(guards_[k].contact, isolation.look(j, k));
    return event;
  }
  static constexpr double turn_of_a_panel = 0.5;  // rad
  static constexpr int most_panels = 10000;

  // Ω of the open contacts (gap_watch.hpp) within the step.
  double turning_at(double theta) const {
    const Vector<2 * dof> y = step_.template head_at<2 * dof>(theta);
    const Vector<dof> position = y.template head<dof>(), velocity = y.template tail<dof>();
    const double t = t_ + theta * step_.h, dt = 1e-6 * step_.h;
    const auto contacts_at = [this, &velocity](double time, const Vector<dof>& at) {
      return local_inertia(system_, time, at, velocity).contacts;
    };
    return turning_rate(system_, position, flight_ && theta == 0 ? start_contacts_ : contacts_at(t, position),
                        contacts_at(t + dt, position + dt * velocity), dt,
                        [this](int i) { return !is_closed(modes_[i]); });
  }

  // Ends the step on the event: a step of just that length, corrected by the guard's own value at its end.
  void end_step_on(const IsolatedEvent& event, double h, double error) {
    if (event.theta == 0) return;
    const Rates f{this};
    double trial = event.theta * h;
    if (flight_ && error < 1e-3) {
      // A flight that the step follows without error: its extension is as exact as a new step.
      y_ = step_.at(event.theta);
    } else {
      const double slope = event.slope / h;
      const double resolution = 2 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t_), trial);
      double best_trial = trial, least = HUGE_VAL;
      Y best = y_;
      step_.attempt(f, t_, trial);
      for (int iteration = 0; iteration < 4; ++iteration) {
        GuardValues<max_guards> values;
        sample_state(t_ + trial, step_.y1, values);
        const double value = values.g[event.guard];
        if (!(std::abs(value) < least)) break;  // the slope misled: the trial before was better
        best = step_.y1;
        best_trial = trial;
        least = std::abs(value);
        if (!(slope < 0) || std::abs(value) <= 0.1 * band_[event.guard]) break;
        const double correction = -value / slope;
        if (!(std::abs(correction) < 0.1 * h) || std::abs(correction) <= resolution || !(trial + correction > 0)) break;
        trial += correction;
        // A correction far smaller than a step goes along the slope at its end, a larger one takes the step again.
        if (std::abs(correction) < 1e-7 * h) step_.y1 += correction * step_.slope_at_end();
        else step_.attempt(f, t_, trial);
      }
      trial = best_trial;
      if (std::abs(step_.h - trial) > 1e-7 * h) step_.attempt(f, t_, trial);
      step_.y1 = y_ = best;
      if constexpr (observes_segments<Observer>) step_.prepare_dense(f, t_);
    }
    observer_.segment(Segment<S>(system_, step_, t_, t_ + trial, modes_, report_.ledger));
    t_ += trial;
    keep_on_constraint();
  }

  void keep_on_constraint() {
    Flags closed{}, sticking{};
    bool any = false;
    for (int i = 0; i < contact_count; ++i) {
      closed[i] = is_closed(modes_[i]);
      sticking[i] = modes_[i] == ContactMode::stick;
      any = any || closed[i];
    }
    if (!any) return;
    Vector<dof> position = q(), velocity = u();
    LocalInertia<S> local = local_inertia(system_, t_, position, velocity);
    note_penetration(local);
    project_position<S>(local, closed, position);
    double drive = 0;
    project_velocity<S>(local, closed, sticking, velocity, drive);
    y_.template head<dof>() = position;
    y_.template segment<dof>(dof) = velocity;
  }

  // ---- events ---------------------------------------------------------------------------------------------------------

  void resolve(const Guard& fired) {
    if (fired.kind == GuardKind::end) {
      ended_ = true;
      return;
    }
    // Whatever fired, contacts that touch and approach collide now.
    const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
    note_penetration(local);
    if (ended_) return;
    Flags touching{};
    bool landing = false;
    for (int i = 0; i < contact_count; ++i) {
      const double gap = local.contacts[i].gap;
      const bool at_surface = gap <= touch_tolerance() || (fired.kind == GuardKind::gap && fired.contact == i);
      touching[i] = is_closed(modes_[i]) || at_surface;
      if (!is_closed(modes_[i]) && at_surface && local.contacts[i].normal_velocity(u()) < -velocity_zero()) landing = true;
    }
    if (landing) return resolve_impact(touching);

    Flags closed{}, must_open{}, must_slip{};
    for (int i = 0; i < contact_count; ++i) closed[i] = is_closed(modes_[i]);
    Motion<S> motion;
    evaluate_motion(system_, t_, q(), u(), modes_, motion);
    switch (fired.kind) {
      case GuardKind::gap:  // touched without approach: it may close
        closed[fired.contact] = std::abs(local.contacts[fired.contact].normal_velocity(u())) <= velocity_zero();
        break;
      case GuardKind::force: unload(closed, motion, fired.contact, must_open); break;
      case GuardKind::slip:
        // Contacts that share a tangential velocity come to rest together, whichever guard was first.
        for (int i = 0; i < contact_count; ++i)
          at_rest_[i] = is_slip(modes_[i]) && std::abs(local.contacts[i].tangential_velocity(u())) <= velocity_zero();
        at_rest_[fired.contact] = true;
        break;
      case GuardKind::stick_plus:
      case GuardKind::stick_minus:
        // Where the load goes to zero its cone of friction closes with it: the contact opens.
        if (motion.F_n[fired.contact] <= force_zero()) {
          unload(closed, motion, fired.contact, must_open);
          break;
        }
        for (int i = 0; i < contact_count; ++i) {
          const double limit = system_.contact_law(i).mu_s * motion.F_n[i];
          const bool at_limit = modes_[i] == ContactMode::stick && std::abs(motion.F_t[i]) >= limit * (1 - 1e-9);
          if (i != fired.contact && !at_limit) continue;
          must_slip[i] = true;
          slip_direction_[i] = motion.F_t[i] > 0 ? -1 : 1;
        }
        break;
      case GuardKind::steepness: return resolve_jam(closed);
      case GuardKind::end: return;
    }
    choose_modes(closed, must_open, must_slip);
    begin_regime();
  }

  // Contacts that carry nothing open together with the one that fired.
  void unload(const Flags& closed, const Motion<S>& motion, int fired, Flags& must_open) const {
    for (int i = 0; i < contact_count; ++i) must_open[i] = i == fired || (closed[i] && motion.F_n[i] <= force_zero());
  }

  // Chooses the modes of the contacts in `closed` by complementarity and puts the velocities on the new constraints.
  void choose_modes(const Flags& closed, const Flags& must_open, const Flags& must_slip) {
    const ContactModes<S> before = modes_;
    const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
    std::array<int, contact_count> member{};
    int n = 0;
    for (int i = 0; i < contact_count; ++i)
      if (closed[i]) member[n++] = i;
    modes_.fill(ContactMode::open);
    if (n > 0) {
      FrictionalProblem<contact_count> p = acceleration_problem(system_, local, member, n);
      for (int k = 0; k < n; ++k) {
        const int i = member[k];
        const double v_t = local.contacts[i].tangential_velocity(u());
        const bool slipping = is_slip(before[i]) && !at_rest_[i];
        p.slip[k] = must_slip[i] ? slip_direction_[i]
                    : slipping && slip_sign(before[i]) * v_t > -velocity_zero() ? slip_sign(before[i])
                    : at_rest_[i] || std::abs(v_t) <= velocity_zero() ? 0 : (v_t > 0 ? 1 : -1);
        p.must_open[k] = must_open[i];
      }
      p.set_default_tolerances();
      p.acceleration_tolerance =
          std::max(p.acceleration_tolerance, zero_.mode(t_) * scales_.speed / scales_.time);
      p.force_tolerance = std::max(p.force_tolerance, zero_.mode(t_) * force_scale(p.A(0, 0)));
      const Preference preference =
          options_.painleve == PainleveChoice::flight ? Preference::flight : Preference::contact;
      ModeSelection<contact_count> selection = select_modes(p, preference);
      if (selection.consistent == 0 && (any(must_open) || any(must_slip))) {
        // What the guard demanded contradicts the other contacts: let complementarity decide freely.
        for (int k = 0; k < n; ++k) {
          p.must_open[k] = false;
          if (must_slip[member[k]]) p.slip[k] = 0;
        }
        selection = select_modes(p, preference);
      }
      if (n == 1 && selection.consistent > 0 && leaves_by_painleve(p, selection.chosen)) {
        p.must_open[0] = true;
        selection = select_modes(p, preference);
      }
      const Flags at_rest = at_rest_;
      at_rest_.fill(false);
      const bool jam = selection.consistent == 0;
      if (selection.indeterminacy == Indeterminacy::painleve) ++report_.events.indeterminate;
      if (jam || (selection.indeterminacy == Indeterminacy::painleve && options_.painleve == PainleveChoice::impact)) {
        modes_ = before;
        return resolve_jam(closed);
      }
      report_.worst_mode_residual =
          std::max(report_.worst_mode_residual, selection.chosen.residual * scales_.time / scales_.speed);
      Flags now_closed{}, sticking{};
      for (int k = 0; k < n; ++k) {
        const int i = member[k];
        modes_[i] = selection.chosen.modes[k];
        now_closed[i] = is_closed(modes_[i]);
        // A slip that reverses starts from exactly zero too: what rounding left of γ_t would fire its guard again.
        sticking[i] = modes_[i] == ContactMode::stick || (now_closed[i] && at_rest[i]);
      }
      Vector<dof> position = q(), velocity = u();
      project_position<S>(local, now_closed, position);
      double drive = 0;
      const double lost = project_velocity<S>(local, now_closed, sticking, velocity, drive);
      report_.ledger.closing_loss += lost;
      report_.ledger.drive_work += drive;
      y_.template head<dof>() = position;
      y_.template segment<dof>(dof) = velocity;
    }
    at_rest_.fill(false);
    log_mode_changes(before);
  }

  // A slip with A − σμB < 0 is that of the indeterminate case, however near to the border flight and slip look the same.
  bool leaves_by_painleve(const FrictionalProblem<contact_count>& p,
                          const FrictionalSolution<contact_count>& chosen) const {
    return options_.painleve == PainleveChoice::flight && is_slip(chosen.modes[0]) && p.b_n[0] > 0 &&
           p.A(0, 0) - slip_sign(chosen.modes[0]) * p.mu[0] * p.B(0, 0) < 0;
  }

  // Dynamic jam: as A − σμB of the only closed contact goes to zero its force grows without bound in a finite time.
  bool slips_into_a_jam() const {
    Motion<S> motion;
    return std::count_if(modes_.begin(), modes_.end(), is_closed) == 1 &&
           evaluate_motion(system_, t_, q(), u(), modes_, motion) && std::abs(motion.steepness) < 1e-6;
  }
  void resolve_dynamic_jam() {
    Flags closed{};
    for (int i = 0; i < contact_count; ++i) closed[i] = is_closed(modes_[i]);
    resolve_jam(closed);
  }

  // A closed contact that can neither slip nor separate: its tangential impact.
  void resolve_jam(const Flags& closed) {
    if (++consecutive_jams_ > 8) {
      modes_.fill(ContactMode::open);
      return fail(Outcome::no_consistent_mode, "no set of contact modes is consistent and the tangential impact did not help");
    }
    ++report_.events.tangential_impacts;
    resolve_impact(closed, true);
  }

  void resolve_impact(const Flags& touching, bool jam = false) {
    const LocalInertia<S> local = local_inertia(system_, t_, q(), u());
    std::array<int, contact_count> member{};
    const int n = list_members(touching, member);
    Vector<dof> position = q(), velocity = u();
    for (int k = 0; k < n; ++k)
      report_.deepest_penetration = std::max(report_.deepest_penetration, -local.contacts[member[k]].gap);
    project_position<S>(local, touching, position);
    const ImpactProblem<contact_count> problem = impact_problem(system_, local, member, n, velocity, modes_, jam);
    const bool approach = is_hit(problem);
    const ImpactResult<contact_count> impact = solve_impact(problem, options_.impact);
    if (impact.failure != ImpactFailure::none)
      return fail(Outcome::impact_unresolved, name(impact.failure).data());
    EventBatch<S> batch;
    batch.t = t_;
    batch.before = {.t = t_, .q = q(), .u = u()};
    apply_impulses<S>(local, member, impact, velocity);
    double size = 0;
    for (int k = 0; k < n; ++k) {
      const double drive = drive_work(local, member[k], impact.P_n[k], impact.P_t[k]);
      const double normal = impact.W_compression[k] - impact.W_restitution[k];
      report_.ledger.drive_work += drive;
      report_.ledger.normal_loss += normal;
      report_.ledger.friction_loss -= impact.friction_work[k];
      report_.ledger.exchanged +=
          std::abs(drive) + impact.W_compression[k] + impact.W_restitution[k] + std::abs(impact.friction_work[k]);
      batch.contacts[member[k]] = impact.P_n[k] > 0;
      size += impact.P_n[k];
    }
    report_.worst_impact_residual = std::max(report_.worst_impact_residual, impact.residual);
    y_.template head<dof>() = position;
    y_.template segment<dof>(dof) = velocity;
    if (size > 0) {
      batch.kind = n > 1 ? EventKind::multiple_impact : EventKind::impact;
      if (n > 1) batch.contacts = touching;
      n > 1 ? ++report_.events.multiple_impacts : ++report_.events.impacts;
      batch.after = {.t = t_, .q = position, .u = velocity};
      batch.modes = modes_;
      batch.impact = &impact;
      batch.member = member;
      batch.jam = jam;
      observer_.event(batch);
    } else if (!approach) {
      modes_.fill(ContactMode::open);
      return fail(Outcome::no_consistent_mode, "a jammed contact has no tangential impact");
    }
    close_after_impact(problem, impact, member, n);
    if (!ended_) begin_regime();
    if (approach) consecutive_jams_ = 0;
  }

  // The closing rule, then the modes of what is closed.
  void close_after_impact(const ImpactProblem<contact_count>& problem, const ImpactResult<contact_count>& impact,
                          const std::array<int, contact_count>& member, int n) {
    const LocalInertia<S> now = local_inertia(system_, t_, q(), u());
    Flags closing{};
    int count = 0;
    double hop_speed = 0, hop_acceleration = 0, ratio = 0;
    int single = -1;
    Flags passed_over{};
    bool any_passed_over = false;
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      const auto& contact = now.contacts[i];
      const double speed = contact.normal_velocity(u());
      const double acceleration = contact.normal.dot(now.free_acceleration) + contact.normal_drift;
      const bool was_closed = is_closed(modes_[i]) && std::abs(speed) <= velocity_zero();
      closing[i] = was_closed || closing_.closes(speed, acceleration, gap_band());
      if (!closing[i]) {
        passed_over[i] = closing_.closes(speed, -scales_.speed / scales_.time, gap_band());
        any_passed_over = any_passed_over || passed_over[i];
        continue;
      }
      ++count;
      if (n == 1 && !closing_.below(speed, acceleration) && problem.v_n[k] < 0) {
        single = i;
        hop_speed = speed;
        hop_acceleration = -acceleration;
        ratio = speed / -problem.v_n[k];
      }
    }
    // A contact that the free motion does not press may be pressed by those that close: a ball on a ball on the floor.
    while (count > 0 && any_passed_over) {
      any_passed_over = false;
      const Vector<dof> acceleration = acceleration_with(now, closing);
      bool more = false;
      for (int i = 0; i < contact_count; ++i) {
        if (!passed_over[i]) continue;
        const auto& contact = now.contacts[i];
        if (closing_.closes(contact.normal_velocity(u()), contact.normal.dot(acceleration) + contact.normal_drift,
                            gap_band())) {
          closing[i] = more = true;
          passed_over[i] = false;
        } else {
          any_passed_over = true;
        }
      }
      if (!more) break;
    }
    modes_.fill(ContactMode::open);
    if (count == 0) {
      at_rest_.fill(false);
      return after_opening(now);
    }
    Vector<dof> velocity = u();
    // Contacts that ended the impact in stick are at rest, whatever rounding left of their velocity.
    for (int k = 0; k < n; ++k)
      if (closing[member[k]] && impact.sticks[k]) at_rest_[member[k]] = true;
    if (single >= 0) {
      sum_chatter(single, hop_speed, hop_acceleration, ratio, impact, now, velocity);
    } else {
      tell_closed(closing);
      if constexpr (closes_by_free_motion<S>) {
        const double before = kinetic_energy(system_, q(), velocity);
        const double drive = close_by_free_motion(system_, now, gap_band(), velocity_zero(), closing, velocity);
        book_closing(before - kinetic_energy(system_, q(), velocity) + drive, drive);
      } else {
        double drive = 0;
        const double lost = project_velocity<S>(now, closing, Flags{}, velocity, drive);
        book_closing(lost, drive);
      }
    }
    // Contacts that those above bring to rest are closed with them: the third point of a line, say.
    for (int k = 0; k < n; ++k)
      if (std::abs(now.contacts[member[k]].normal_velocity(velocity)) <= velocity_zero()) closing[member[k]] = true;
    y_.template segment<dof>(dof) = velocity;
    choose_modes(closing, Flags{}, Flags{});
  }

  // u̇ with the given contacts closed.
  Vector<dof> acceleration_with(const LocalInertia<S>& now, const Flags& closed) const {
    std::array<int, contact_count> member{};
    int n = 0;
    for (int i = 0; i < contact_count; ++i)
      if (closed[i]) member[n++] = i;
    FrictionalProblem<contact_count> p = acceleration_problem(system_, now, member, n);
    for (int k = 0; k < n; ++k) {
      const double v_t = now.contacts[member[k]].tangential_velocity(u());
      p.slip[k] = std::abs(v_t) <= velocity_zero() ? 0 : (v_t > 0 ? 1 : -1);
    }
    p.set_default_tolerances();
    const ModeSelection<contact_count> selection = select_modes(p);
    Vector<dof> acceleration = now.free_acceleration;
    if (selection.consistent == 0) return acceleration;
    for (int k = 0; k < n; ++k)
      acceleration += now.inverse_mass * (now.contacts[member[k]].normal * selection.chosen.z_n[k] +
                                          now.contacts[member[k]].tangent * selection.chosen.z_t[k]);
    return acceleration;
  }

  void sum_chatter(int i, double speed, double acceleration, double ratio, const ImpactResult<contact_count>& impact,
                   const LocalInertia<S>& now, Vector<dof>& velocity) {
    const double duration = ratio < 1 ? 2 * speed / (acceleration * (1 - ratio)) : 0;
    if constexpr (requires { observer_.hop_ended(i, true); }) observer_.hop_ended(i, impact.sticks[0]);
    const Vector<dof> before = velocity;
    const HopEnd<S, double> end = end_hop(system_, now, i, impact.sticks[0], velocity_zero(), velocity);
    const double along = end.direction.dot(before) + end.direction.dot(velocity);
    const double surface = now.contacts[i].normal_surface_velocity;
    book_closing(-0.5 * end.impulse * (along + 2 * surface), -end.impulse * surface);
    EventBatch<S> batch;
    batch.t = t_ + duration;
    batch.kind = EventKind::chatter_limit;
    batch.contacts[i] = true;
    batch.before = batch.after = {.t = t_, .q = q(), .u = velocity};
    batch.modes = modes_;
    ++report_.events.chatter_limits;
    observer_.event(batch);
  }

  void tell_closed(const Flags& closing) {
    if constexpr (requires { observer_.closed(closing); }) observer_.closed(closing);
  }

  void book_closing(double lost, double drive) {
    report_.ledger.closing_loss += lost;
    report_.ledger.drive_work += drive;
    report_.ledger.exchanged += std::abs(lost) + std::abs(drive);
  }

  // First step of a flight: about the time in which a tip that has just left comes back.
  void after_opening(const LocalInertia<S>& now) {
    note_rates(now);
    double shortest = max_step_;
    for (int i = 0; i < contact_count; ++i) {
      if (now.contacts[i].gap > touch_tolerance()) continue;
      const double speed = now.contacts[i].normal_velocity(u());
      const double acceleration = now.contacts[i].normal.dot(now.free_acceleration) + now.contacts[i].normal_drift;
      if (speed > 0 && acceleration < 0) shortest = std::min(shortest, -2.2 * speed / acceleration);
    }
    h_ = std::max(shortest, 1e-9 * scales_.time);
  }

  // At the start of a step in flight.
  void note_rates(const LocalInertia<S>& now) {
    note_penetration(now);
    start_contacts_ = now.contacts;
    for (int i = 0; i < contact_count; ++i) bend_[i] = gap_bend<dof>(now.contacts[i], now.free_acceleration);
  }

  // A body may be below a surface by rounding. By more, it has passed it unseen: nothing that follows can be believed.
  void note_penetration(const LocalInertia<S>& now) {
    for (int i = 0; i < contact_count; ++i) {
      report_.deepest_penetration = std::max(report_.deepest_penetration, -now.contacts[i].gap);
      if (now.contacts[i].gap < -zero_.penetration() && !is_closed(modes_[i])) miss(i, now.contacts[i].gap);
    }
  }
  [[gnu::cold]] void miss(int contact, double gap) {
    if (ended_) return;
    fail(Outcome::event_missed, "an impact was missed: " + contact_text(system_, contact) + " is " + metres(-gap) +
                                    " below its surface, which it has not met");
  }

  void log_mode_changes(const ContactModes<S>& before) {
    const auto log = [&](EventKind kind, long& counter, auto&& changed) {
      EventBatch<S> batch;
      bool any_changed = false;
      for (int i = 0; i < contact_count; ++i) {
        batch.contacts[i] = changed(before[i], modes_[i]);
        any_changed = any_changed || batch.contacts[i];
      }
      if (!any_changed) return;
      batch.t = t_;
      batch.kind = kind;
      batch.before = batch.after = {.t = t_, .q = q(), .u = u()};
      batch.modes = modes_;
      ++counter;
      observer_.event(batch);
    };
    log(EventKind::close, report_.events.close,
        [](ContactMode b, ContactMode a) { return !is_closed(b) && is_closed(a); });
    log(EventKind::detach, report_.events.detach,
        [](ContactMode b, ContactMode a) { return is_closed(b) && !is_closed(a); });
    log(EventKind::stick, report_.events.stick,
        [](ContactMode b, ContactMode a) { return b != ContactMode::stick && a == ContactMode::stick; });
    log(EventKind::slip, report_.events.slip,
        [](ContactMode b, ContactMode a) { return is_closed(b) && is_slip(a) && a != b; });
    if (std::none_of(modes_.begin(), modes_.end(), is_closed)) after_opening(local_inertia(system_, t_, q(), u()));
  }

  // ---- books and small things -----------------------------------------------------------------------------------------

  void book_works() {
    report_.ledger.drive_work += y_[2 * dof];
    report_.ledger.friction_loss += y_[2 * dof + 1];
    report_.ledger.exchanged += std::abs(y_[2 * dof]) + std::abs(y_[2 * dof + 1]);
    y_[2 * dof] = y_[2 * dof + 1] = 0;
  }
  void book_energy() {
    report_.ledger.kinetic = kinetic_energy(system_, q(), u());
    report_.ledger.potential = system_.potential_energy(q());
  }

  Vector<dof> q() const { return y_.template head<dof>(); }
  Vector<dof> u() const { return y_.template segment<dof>(dof); }
  static bool any(const Flags& flags) { return std::any_of(flags.begin(), flags.end(), [](bool f) { return f; }); }

  double gap_band() const { return zero_.gap_band(t_); }
  double touch_tolerance() const { return zero_.touch(t_); }
  double velocity_zero() const { return zero_.rest(); }
  double force_zero() const { return zero_.force_zero(t_, energy_scale_); }
  double force_scale(double A) const { return scales_.speed / (scales_.time * A); }

  const S& system_;
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
  bool flight_ = true, ended_ = false;
  long watched_events_ = 0;
  double watched_t_ = -HUGE_VAL;
  int consecutive_jams_ = 0, without_progress_ = 0, steepness_sign_ = 1;
  GuardValues<max_guards> start_guards_, end_guards_;
  std::array<GapBend, contact_count> bend_{}, end_bend_{};  // G of the open contacts at the ends of the step
  ContactArray<S> start_contacts_;  // of a flight
  RunReport<S> report_;
};

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
