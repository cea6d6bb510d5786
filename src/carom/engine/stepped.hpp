// SPDX-License-Identifier: Apache-2.0
// The scheme of liu_zhao_brogliato_2008 as it is described there: steps of fixed length in flight and in contact, events taken
// where a step ends, impacts in steps of impulse. What the event-driven run locates is rounded here to whole steps: this is
// to show what the steps do.
//
// Model     From (t, q, u) with contact modes,
//   (1)  a, F_n, F_t by the laws of contact in these modes (contact_dynamics.hpp, (3) there)
//   (2)  u ← u + h a,   q ← q + h (u + u_before)/2,   t ← t + h
//   (3)  closed contacts are put on their surface, and their normal velocities on its own
//   (4)  a slip whose velocity has changed its sign is at rest; what is left of it is dropped, unless it is to be kept
//   (5)  an open contact with g ≤ 0 that approaches hits, together with all that touch (stepped_impact.hpp): seen as on
//        their surfaces if what steps leave is dropped, as deep as the step has left them otherwise
//   (6)  after it a contact closes that is pressed on and slower than the closing rule of the mechanism, or whose hop would
//        end within the step, γ_n⁺ < h |γ̇_n|/2
//   (7)  the modes of closed contacts by complementarity of accelerations: at every step
//
// Ledger    With ⟨·⟩ the mean of a step's two ends, for constant M and a potential linear in q exactly:
//   (8)  Δ(T + V) = drive work − normal loss − friction loss − closing loss;   friction loss −h F_t⟨γ_t⟩ and that of the
//        impulses;   closing loss: −h F_n⟨γ_n⟩, what (3), (4) and (6) take away, and the potential of moves onto a surface
//   For other mechanisms (8) is short of a remainder of first order in h, which the residual shows.
//
// Symbols   h step [s], F forces of contact [N], γ relative velocities [m/s], g gaps [m].
// Source    liu_zhao_brogliato_2008 sections 3 and 4.
// Differs   The paper does not say how it steps in time; (2) is Euler's step for velocities, exact in a free flight under
//           constant forces. (6) has a second half, without which a mechanism without closing rule hops for ever.
// Limits    First order in h. A hit is felt up to a step late, h|γ_n| deep; a hop shorter than a step is none. A residue of
//           depth is no small thing where contacts touch together in one configuration only: both tips of a body that
//           lands flat have one slip there and one force, and two that are nearly the same beside it, which stick
//           hardly ever. Where the depth stays, steps have to be far smaller than one
//           would take for that to vanish: (l sin θ)² against 10⁻¹² of the inertia.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/outcome.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "carom/engine/closing.hpp"
#include "carom/engine/constrained_motion.hpp"
#include "carom/engine/contact_dynamics.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/other_schemes.hpp"
#include "carom/engine/run_choices.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/engine/step_observer.hpp"
#include "carom/engine/stepped_options.hpp"
#include "carom/engine/tolerances.hpp"
#include "carom/impact/stepped_impact.hpp"

namespace carom {

template <Mechanism S>
struct SteppedReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  State<S::dof> final;
  ContactModes<S> modes{};
  EventCounts events;
  Ledger ledger;
  long steps = 0, impulse_steps = 0;
  double h = 0;                    // the step in fact used [s]
  double deepest_penetration = 0;  // m, of open contacts
  double worst_impact_residual = 0;

  std::string brief() const {
    return std::string(name(outcome)) + " at t = " + std::to_string(final.t) + " s after " + std::to_string(steps) +
           " steps" + (reason.empty() ? "" : ": " + reason);
  }
};

namespace detail {

template <Mechanism S>
class Stepper {
  static constexpr int N = S::contact_count;
  using Q = Vector<S::dof>;
  using Flags = std::array<bool, N>;

 public:
  Stepper(const S& system, const State<S::dof>& start, const SteppedOptions& options, SteppedReport<S>& report)
      : system_(system),
        options_(options),
        report_(report),
        scales_(system.scales()),
        zero_(scales_),
        t_(start.t),
        q_(start.q),
        u_(start.u) {
    closing_.speed = options.closing_speed;
    if (closing_.speed < 0) {
      closing_.speed = 0;
      if constexpr (requires { system.closing_speed(); }) closing_.speed = system.closing_speed();
      if constexpr (requires { system.closing_time(); }) closing_.time = system.closing_time();
    }
  }

  State<S::dof> state() const { return {.t = t_, .q = q_, .u = u_}; }
  const ContactModes<S>& modes() const { return modes_; }

  // Contacts that touch at the start.
  bool begin() {
    const LocalInertia<S> local = local_inertia(system_, t_, q_, u_);
    Flags closed{};
    for (int i = 0; i < contacts(); ++i) {
      const bool touches = local.contacts[i].gap <= zero_.given_gap(t_);
      closed[i] = touches && std::abs(local.contacts[i].normal_velocity(u_)) <= zero_.rest();
    }
    return hits(local, zero_.given_gap(t_)) ? collide(local, zero_.given_gap(t_)) : choose_modes(closed);
  }

  bool step(double t_next) {
    h_ = t_next - t_;
    Motion<S> motion;
    if (!evaluate_motion(system_, t_, q_, u_, modes_, motion))
      return fail(Outcome::no_consistent_mode, "the modes of the contacts have no finite forces");
    const bool in_contact = std::any_of(modes_.begin(), modes_.begin() + contacts(), is_closed);
    const Q u_before = u_, q_before = q_;
    const double t_before = t_;
    u_ += h_ * motion.acceleration;  // (2)
    if constexpr (may_have_constraints<S>)
      if (constraints_of(system_) > 0) keep_constraint_velocities(system_, t_next, Q(q_ + h_ * u_), u_);
    const Q mean = 0.5 * (u_before + u_);
    q_ += h_ * mean;
    t_ = t_next;
    if (!q_.allFinite() || !u_.allFinite()) return fail(Outcome::not_finite, "the state is not finite");
    book_step(motion, t_before, q_before, u_before, mean, in_contact);
    move_back();
    LocalInertia<S> local = local_inertia(system_, t_, q_, u_);
    if (in_contact) put_on_modes(local);
    for (int i = 0; i < contacts(); ++i)
      if (!is_closed(modes_[i]))
        report_.deepest_penetration = std::max(report_.deepest_penetration, -local.contacts[i].gap);
    if (hits(local, 0)) return collide(local, 0);
    if (!in_contact) return true;
    Flags closed{};
    for (int i = 0; i < contacts(); ++i) closed[i] = is_closed(modes_[i]);
    return choose_modes(closed);
  }

 private:
  int contacts() const { return contacts_of(system_); }
  double potential() const { return potential_energy(system_, t_, q_, u_); }
  bool fail(Outcome outcome, const char* reason) {
    report_.outcome = outcome;
    report_.reason = reason;
    return false;
  }

  // Constraints and closed contacts, whose positions a step has left by a third-order bit; the potential of it is booked.
  void move_back() {
    const bool constrained = constraints_of(system_) > 0;
    Flags closed{};
    bool any = false;
    for (int i = 0; i < contacts(); ++i) any = (closed[i] = is_closed(modes_[i])) || any;
    if (!constrained && !any) return;
    const double before = potential();
    if (constrained) close_constraints(system_, t_, u_, q_, HUGE_VAL);
    if (any) project_position<S>(local_inertia(system_, t_, q_, u_), closed, q_);
    report_.ledger.closing_loss += before - potential();
  }

  // (8)
  void book_step(const Motion<S>& motion, double t, const Q& q, const Q& u, const Q& mean, bool in_contact) {
    double drive = h_ * applied_power(system_, t, q, mean), friction = 0, closing = 0;
    if (in_contact) {
      const ContactArray<S> end = contact_kinematics(system_, t_, q_, u_);
      for (int i = 0; i < contacts(); ++i) {
        if (!is_closed(modes_[i])) continue;
        const auto& c = motion.contacts[i];
        const double P_n = h_ * motion.F_n[i], P_t = h_ * motion.F_t[i];
        const double w_n = 0.5 * (c.normal_surface_velocity + end[i].normal_surface_velocity);
        const double w_t = 0.5 * (c.tangential_surface_velocity + end[i].tangential_surface_velocity);
        drive -= P_n * w_n + P_t * w_t;
        closing -= P_n * (c.normal.dot(mean) + w_n);
        friction -= P_t * (c.tangent.dot(mean) + w_t);
      }
    }
    if constexpr (may_have_constraints<S>)
      if (constraints_of(system_) > 0) {
        Q exerted = Matrix<S::dof, S::dof>(mass_matrix(system_, t, q, u)) * Q(u_ - u) - h_ * Q(system_.force(t, q, u));
        for (int i = 0; i < contacts(); ++i)
          if (is_closed(modes_[i]))
            exerted -= h_ * (motion.contacts[i].normal * motion.F_n[i] + motion.contacts[i].tangent * motion.F_t[i]);
        drive += mean.dot(exerted);
      }
    report_.ledger.drive_work += drive;
    report_.ledger.friction_loss += friction;
    report_.ledger.closing_loss += closing;
    report_.ledger.exchanged += std::abs(drive) + std::abs(friction) + std::abs(closing);
  }

  // (3), (4)
  void put_on_modes(LocalInertia<S>& local) {
    Flags closed{}, stopped{};
    for (int i = 0; i < contacts(); ++i) {
      closed[i] = is_closed(modes_[i]);
      if (!closed[i]) continue;
      const double v_t = local.contacts[i].tangential_velocity(u_);
      if (modes_[i] == ContactMode::stick) {
        at_rest_[i] = true;
      } else if (slip_before_[i] * v_t < 0) {
        at_rest_[i] = true;
      }
      stopped[i] = at_rest_[i] && options_.impact.residue != StepResidue::kept;
      slip_before_[i] = stopped[i] ? 0 : v_t;
    }
    take(local, closed, stopped);
  }

  // Takes normal velocities, and tangential ones, away.
  void take(const LocalInertia<S>& local, const Flags& normal, const Flags& tangential) {
    double drive = 0;
    const Q before = u_;
    Q impulse = zeros<S::dof>(dof_of(system_));
    const double lost = project_velocity<S>(local, normal, tangential, u_, drive, &impulse);
    report_.ledger.closing_loss += lost;
    report_.ledger.drive_work += drive + work_of_constraints(before, impulse);
    report_.ledger.exchanged += std::abs(lost) + std::abs(drive);
  }

  // Of an impulse that changed the velocity to what it is.
  double work_of_constraints(const Q& before, const Q& impulse) const {
    if (constraints_of(system_) == 0) return 0;
    const Q exerted = Matrix<S::dof, S::dof>(mass_matrix(system_, t_, q_, before)) * Q(u_ - before) - impulse;
    return Q(0.5 * (before + u_)).dot(exerted);
  }

  bool hits(const LocalInertia<S>& local, double reach) const {
    for (int i = 0; i < contacts(); ++i)
      if (!is_closed(modes_[i]) && local.contacts[i].gap <= reach &&
          local.contacts[i].normal_velocity(u_) < -zero_.rest())
        return true;
    return false;
  }

  // (5)
  bool collide(LocalInertia<S> local, double reach) {
    Flags touching{};
    for (int i = 0; i < contacts(); ++i) touching[i] = is_closed(modes_[i]) || local.contacts[i].gap <= reach;
    std::array<int, N> member{};
    const int n = list_members(touching, member);
    if (n > 1 && options_.impact.residue == StepResidue::dropped) {
      Q on_surface = q_;
      project_position<S>(local, touching, on_surface);
      local = local_inertia(system_, t_, on_surface, u_);
    }
    const ImpactResult<N> impact =
        solve_impact_in_steps(impact_problem(system_, local, member, n, u_, modes_, false), options_.impact);
    if (impact.failure != ImpactFailure::none) return fail(Outcome::impact_unresolved, name(impact.failure).data());
    const Q before = u_;
    apply_impulses<S>(local, member, impact, u_);
    Ledger& ledger = report_.ledger;
    if (constraints_of(system_) > 0)
      ledger.drive_work += work_of_constraints(before, impulse_of<S>(local, member, impact));
    for (int k = 0; k < n; ++k) {
      const double drive = drive_work(local, member[k], impact.P_n[k], impact.P_t[k]);
      ledger.drive_work += drive;
      ledger.normal_loss += impact.W_compression[k] - impact.W_restitution[k];
      ledger.friction_loss -= impact.friction_work[k];
      ledger.exchanged +=
          std::abs(drive) + impact.W_compression[k] + impact.W_restitution[k] + std::abs(impact.friction_work[k]);
    }
    ++(n > 1 ? report_.events.multiple_impacts : report_.events.impacts);
    report_.impulse_steps += impact.steps;
    report_.worst_impact_residual = std::max(report_.worst_impact_residual, impact.residual);
    return close(impact, member, n);
  }

  // (6)
  bool close(const ImpactResult<N>& impact, const std::array<int, N>& member, int n) {
    const LocalInertia<S> now = local_inertia(system_, t_, q_, u_);
    Flags closing{};
    bool any = false;
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      const auto& contact = now.contacts[i];
      const double speed = contact.normal_velocity(u_);
      closing[i] = (is_closed(modes_[i]) && std::abs(speed) <= zero_.rest()) ||
                   closes(speed, contact.normal.dot(now.free_acceleration) + contact.normal_drift);
      any = any || closing[i];
    }
    modes_.fill(ContactMode::open);
    at_rest_.fill(false);
    if (!any) return true;
    for (int k = 0; k < n; ++k) at_rest_[member[k]] = impact.sticks[k];
    if constexpr (may_close_by_free_motion<S>) {
      if (closes_by_free_motion(system_)) {
        const double before = kinetic_energy(system_, t_, q_, u_);
        const double drive = close_by_free_motion(system_, now, t_, q_, zero_.gap_band(t_), zero_.rest(), closing, u_);
        report_.ledger.closing_loss += before - kinetic_energy(system_, t_, q_, u_) + drive;
        report_.ledger.drive_work += drive;
      }
    }
    if (!close_with_others(now, member, n, closing)) return false;
    const double before = potential();
    project_position<S>(now, closing, q_);
    report_.ledger.closing_loss += before - potential();
    return true;
  }

  // What the free motion does not press may be pressed by those that close: a ball on a ball on the floor.
  bool close_with_others(const LocalInertia<S>& now, const std::array<int, N>& member, int n, Flags& closing) {
    for (bool more = true; more;) {
      take(now, closing, {});
      if (!choose_modes(closing)) return false;
      Motion<S> motion;
      if (!evaluate_motion(system_, t_, q_, u_, modes_, motion))
        return fail(Outcome::no_consistent_mode, "the modes of the contacts have no finite forces");
      more = false;
      for (int k = 0; k < n; ++k) {
        const int i = member[k];
        const auto& contact = now.contacts[i];
        if (closing[i] ||
            !closes(contact.normal_velocity(u_), contact.normal.dot(motion.acceleration) + contact.normal_drift))
          continue;
        closing[i] = more = true;
      }
    }
    return true;
  }

  bool closes(double speed, double acceleration) const {
    return acceleration < 0 && (closing_.below(speed, acceleration) || std::abs(speed) < -0.5 * h_ * acceleration);
  }

  // (7)
  bool choose_modes(const Flags& closed) {
    const ContactModes<S> before = modes_;
    std::array<int, N> member{};
    const int n = list_members(closed, member);
    modes_.fill(ContactMode::open);
    if (n == 0) return true;
    const LocalInertia<S> local = local_inertia(system_, t_, q_, u_);
    FrictionalProblem<N> p = acceleration_problem(system_, local, t_, q_, u_, member, n, before);
    ContactModes<S> modes_before{};
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      const double v_t = local.contacts[i].tangential_velocity(u_);
      p.slip[k] = at_rest_[i]                     ? 0
                  : is_slip(before[i])            ? slip_sign(before[i])
                  : std::abs(v_t) <= zero_.rest() ? 0
                                                  : (v_t > 0 ? 1 : -1);
      modes_before[k] = before[i];
    }
    p.set_default_tolerances();
    const double rounding = zero_.mode(t_) * scales_.speed / scales_.time;
    p.acceleration_tolerance = std::max(p.acceleration_tolerance, rounding);
    p.force_tolerance = std::max(p.force_tolerance, rounding / p.A(0, 0));
    const ModeSelection<N> selection =
        mode_choice_.select(p, options_.prefers_flight ? Preference::flight : Preference::contact,
                            {modes_before.data(), static_cast<std::size_t>(n)});
    if (selection.consistent == 0)
      return fail(Outcome::no_consistent_mode,
                  "no set of contact modes satisfies the laws: a jam, which these steps "
                  "have no tangential impact for");
    report_.events.indeterminate += selection.indeterminacy == Indeterminacy::painleve;
    for (int k = 0; k < n; ++k) {
      const int i = member[k];
      modes_[i] = selection.chosen.modes[k];
      const bool slips = is_slip(modes_[i]);
      // A slip that begins from rest has no velocity yet whose sign could change.
      if (slips && at_rest_[i]) slip_before_[i] = 0;
      if (slips && !is_closed(before[i]) && !at_rest_[i]) slip_before_[i] = local.contacts[i].tangential_velocity(u_);
      at_rest_[i] = modes_[i] == ContactMode::stick;
    }
    count(before);
    return true;
  }

  void count(const ContactModes<S>& before) {
    EventCounts& events = report_.events;
    for (int i = 0; i < contacts(); ++i) {
      events.close += !is_closed(before[i]) && is_closed(modes_[i]);
      events.detach += is_closed(before[i]) && !is_closed(modes_[i]);
      events.stick += before[i] != ContactMode::stick && modes_[i] == ContactMode::stick;
      events.slip += is_slip(modes_[i]) && is_closed(before[i]) && before[i] != modes_[i];
    }
  }

  const S& system_;
  const SteppedOptions& options_;
  SteppedReport<S>& report_;
  Scales scales_;
  Tolerances zero_;
  ClosingRule closing_;
  ModeChoice<N> mode_choice_;
  double t_, h_ = 0;
  Q q_, u_;
  ContactModes<S> modes_{};
  Flags at_rest_{};
  std::array<double, N> slip_before_{};
};

}  // namespace detail

// Observer: void or bool (t, q, u) after every step; false stops the run.
template <Mechanism S, class Observer>
SteppedReport<S> run_stepped(const S& system, const State<S::dof>& state, double t_end, const SteppedOptions& options,
                             Observer&& observer) {
  require_length(system, state);
  check_slip_laws(system);
  require_contacts_alone(system, "the scheme of steps");
  if (contacts_of(system) > room_of_many)
    throw BadInput("impacts in steps have room for " + std::to_string(room_of_many) + " contacts, and this has " +
                   std::to_string(contacts_of(system)) + ": run it by its events");
  SteppedReport<S> report;
  report.final = state;
  const auto energy = [&](const State<S::dof>& s) {
    report.ledger.kinetic = kinetic_energy(system, s.t, s.q, s.u);
    report.ledger.potential = potential_energy(system, s.t, s.q, s.u);
  };
  energy(state);
  report.ledger.initial = report.ledger.kinetic + report.ledger.potential;
  if (!(t_end > state.t)) return report;
  const double latest = std::max(std::abs(state.t), std::abs(t_end));
  if (!(options.h > 0) || !(options.h > 1e-15 * latest) || !(options.impact.step > 0 && options.impact.step <= 1)) {
    report.outcome = Outcome::step_underflow;
    report.reason = "the step is not a positive time that the clock can resolve, or no part of an impulse";
    return report;
  }
  const double steps = std::ceil((t_end - state.t) / options.h * (1 - 1e-12));
  report.h = (t_end - state.t) / steps;
  detail::Stepper<S> stepper(system, state, options, report);
  bool goes_on = stepper.begin();
  for (double k = 0; goes_on && k < steps; ++k) {
    goes_on = stepper.step(k + 1 < steps ? state.t + (k + 1) * report.h : t_end);
    ++report.steps;
    const State<S::dof> now = stepper.state();
    if (goes_on && !detail::goes_on(observer, now.t, now.q, now.u)) {
      report.outcome = Outcome::stopped_by_observer;
      goes_on = false;
    }
  }
  report.final = stepper.state();
  report.modes = stepper.modes();
  energy(report.final);
  return report;
}

template <Mechanism S>
SteppedReport<S> run_stepped(const S& system, const State<S::dof>& state, double t_end,
                             const SteppedOptions& options = {}) {
  const StepWatch<S> nobody = [](double, const Vector<S::dof>&, const Vector<S::dof>&) { return true; };
  return run_stepped(system, state, t_end, options, nobody);
}

}  // namespace carom
