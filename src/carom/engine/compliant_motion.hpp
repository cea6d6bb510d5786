// SPDX-License-Identifier: Apache-2.0
// The whole motion with compliant contacts of finite stiffness: no impacts, no contact phases, only forces. An oracle
// for the event-driven run, to which it must tend as the stiffness grows.
//
// Model     The equations (1)–(6) of compliant_forces.hpp with the stiffness s k_i; between their regimes the events
//   (7)  γ_n = 0: compression ↔ expansion (e = 0: release, and the stored energy is lost)
//   (8)  x = 0 in expansion: release. The level L of the contact is then its gap: for e < 1 the body has not yet come
//        back to the surface, an indentation stays. L returns to 0 when the gap does.
//   (9)  gap = L, approaching: touch
//  (10)  γ_t = 0: stick where |F_t| ≤ μ_s F_n, else slip the other way;  |F_t| = μ_s F_n in stick: slip
//
// Ledger    The stored energy is counted with the potential energy.
// Symbols   s stiffness scale, k stiffness [N/m^η], x deformation [m], L level [m], γ relative velocity [m/s].
// Source    liu_zhao_brogliato_2008 sections 4.3–4.5, whose impact is this motion with frozen configuration, s → ∞.
// Differs   One set of friction coefficients for the whole motion: μ_s and μ(|γ_t|) of contact phases, or those of impacts
//           with `impact_friction`; a finite stiffness does not tell one from the other.
// Limits    Errors of impacts are of the order of their duration, s^(−1/(η+1)). Without `rest_damping` a body that
//           rests under a load F_0 keeps vibrating between x = 0 and the x at which the stored energy equals F_0 x, for
//           the law damps only what is released, and it sinks by (1 − e²) x a cycle: both vanish as s → ∞, the speed of
//           sinking like s^(−1/(2η)). The swing of the load does not vanish: where μ_s > μ, its minima break a stick
//           that the mean load would keep, and the motion need not tend to the rigid one. `rest_damping` χ ends the
//           vibration; the limit does not depend on χ. Steps are a small part of a contact's duration, so the cost
//           grows as the error falls. In a group of contacts whose directions only nearly coincide, friction work is
//           exact to `group_tolerance`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "carom/base/outcome.hpp"
#include "carom/engine/compliant_forces.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/other_schemes.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/engine/step_observer.hpp"
#include "carom/engine/tolerances.hpp"
#include "carom/flow/advance_to_event.hpp"
#include "carom/flow/bernstein.hpp"
#include "carom/flow/dormand_prince.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct CompliantOptions {
  double stiffness_scale = 1e9;   // s
  double rtol = 1e-8;             // relative tolerance of a step
  double atol = 1e-10;            // absolute tolerance, in units of the scales of length, speed and deformation
  bool impact_friction = false;   // μ_s,i and μ_i instead of μ_s and μ_c
  double rest_damping = 0;        // χ, 0 … 1: damps the vibration of contacts at rest
  double group_tolerance = 1e-4;  // tangential directions closer than this carry one common force
  double max_step = 0;            // s; 0: a twentieth of the system's time scale
  long max_steps = std::numeric_limits<long>::max();
};

struct CompliantCounts {
  long steps = 0, rejected_steps = 0, events = 0;
  long touches = 0;  // all
  long impacts = 0;  // of these, touches that come from outside (gap 0), not from within an indentation
  long releases = 0;
  long stick = 0, slip = 0;  // transitions
};

template <Mechanism S>
struct CompliantReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  State<S::dof> final;
  Vector<S::contact_count> deformation = Vector<S::contact_count>::Zero();  // x at the end [m]
  std::array<ContactMode, S::contact_count> modes{};
  CompliantCounts counts;
  Ledger ledger;                   // potential includes the energy stored in contacts
  double stored_energy = 0;        // of that, in contacts [J]
  double largest_deformation = 0;  // m, over step ends
  double deepest_indentation = 0;  // m: how far the lowest level L lay below the surface

  std::string brief() const {
    return std::string(name(outcome)) + " at t = " + std::to_string(final.t) + " s after " +
           std::to_string(counts.steps) + " steps and " + std::to_string(counts.events) + " events" +
           (reason.empty() ? "" : ": " + reason);
  }
};

template <Mechanism S>
class CompliantMotion {
 public:
  CompliantMotion(const S& system, const CompliantOptions& options)
      : system_(system), options_(options), forces_(system) {
    y_ = scale_ = zeros<size>(forces_.length());
    x_scale_ = level_ = turn_margin_ = zeros<Forces::contact_size>(contacts());
  }

  template <class Observer>
  CompliantReport<S> run(const State<S::dof>& start, double t_end, Observer&& observer) {
    check_slip_laws(system_);
    begin(start);
    const auto f = [this](double t, const Y& y, Y& dy) { forces_.rates(t, y, dy); };
    const double max_step = options_.max_step > 0 ? options_.max_step : system_.scales().time / 20;
    double h = 1e-3 * max_step, frozen_at = t_;
    int frozen = 0;
    step_.begin(f, t_, y_);
    while (t_ < t_end && report_.outcome == Outcome::reached_end) {
      h = std::min({h, max_step, t_end - t_});
      if (t_ + h <= t_) return end(Outcome::step_underflow, "the step fell below the resolution of the clock");
      if (report_.counts.steps + report_.counts.rejected_steps >= options_.max_steps)
        return end(Outcome::event_limit, "the limit of steps is reached");
      const auto [trial, error, h_next, event] = advance_to_event(
          step_, f, t_, h, [this] { return error_norm(); },
          [this, &f] {
            step_.prepare_dense(f, t_);
            return first_event();
          });
      if (trial != Trial::accepted) {
        ++report_.counts.rejected_steps;
        h = h_next;
        if (!y_.allFinite()) return end(Outcome::not_finite, "the state is not finite");
        continue;
      }
      if (event.theta > 1) {
        t_ = h == t_end - t_ ? t_end : t_ + h;
        y_ = step_.y1;
        step_.advance();
        ++report_.counts.steps;
        h = h_next;
        forces_.keep_constraints(t_, y_);
        if (hold_constraints() || constraints_of(system_) > 0) step_.begin(f, t_, y_);
      } else {
        h = land_on(f, h, event);
        handle(event);
        frozen = t_ > frozen_at ? 0 : frozen + 1;
        frozen_at = t_;
        if (frozen > 100) return end(Outcome::event_limit, "events follow each other without any time between them");
        step_.begin(f, t_, y_);
        h = std::min(std::max(h, 1e-2 * h_next), contact_step(h_next));
      }
      keep_books();
      if (!detail::goes_on(observer, t_, q(), u())) report_.outcome = Outcome::stopped_by_observer;
    }
    return end(report_.outcome, "");
  }

 private:
  using Forces = CompliantForces<S>;
  using Phase = ContactPhase;
  using Y = typename Forces::Y;
  using Q = typename Forces::Q;
  using Instant = typename Forces::Instant;
  static constexpr int dof = Forces::dof, N = Forces::N, size = Forces::size;
  enum class Kind { touch, clear, turn, release, rest, break_up, break_down };
  struct Event {
    double theta = 2, slope = 0;
    Kind kind = Kind::touch;
    int which = 0;  // contact, or group for rest and break
  };

  int freedom() const { return forces_.freedom(); }
  int contacts() const { return forces_.contacts(); }
  int X() const { return forces_.X(); }
  Q q() const { return positions<dof>(y_, freedom()); }
  Q u() const { return velocities<dof>(y_, freedom()); }
  auto deformations(auto& y) const { return y.template segment<rows(Forces::contact_size)>(X(), contacts()); }

  void begin(const State<dof>& start) {
    require_length(system_, start);
    require_contacts_alone(system_, "compliant motion");
    report_ = {};
    Scales scales = system_.scales();
    const ContactArray<S> kinematics = contact_kinematics(system_, start.t, start.q, start.u);
    Q free;
    const Matrix<dof, dof> inverse = free_motion(system_, start.t, start.q, start.u, free);
    // A surface that hardly moves is no measure of speed: what falls on it is.
    for (int i = 0; i < contacts(); ++i)
      scales.speed = std::max(scales.speed, std::sqrt(std::abs(kinematics[i].normal.dot(free)) * scales.length));
    forces_.set_up(kinematics, inverse, free, options_.stiffness_scale, options_.impact_friction,
                   options_.rest_damping);
    const Tolerances zero(scales);
    velocity_band_ = zero.compliant_velocity();
    double energy = 0;
    for (int i = 0; i < contacts(); ++i) {
      energy = std::max(energy, forces_.mass[i] * scales.speed * scales.speed);
      x_scale_[i] = forces_.depth(i, scales.speed);
      level_[i] = std::min(kinematics[i].gap, 0.0);
      // At rest under a steady load rounding would turn a damped contact again and again. x′ is continuous in γ_n, so
      // that a turn a little late costs nothing.
      turn_margin_[i] = forces_.damped(i) ? std::max(1e-6 * forces_.v_0[i], 10 * velocity_band_) : 0;
    }
    t_ = start.t;
    y_.setZero();
    positions<dof>(y_, freedom()) = start.q;
    velocities<dof>(y_, freedom()) = start.u;
    positions<dof>(scale_, freedom()).setConstant(scales.length);
    velocities<dof>(scale_, freedom()).setConstant(scales.speed);
    deformations(scale_) = x_scale_;
    scale_.template tail<3>().setConstant(energy);
    gap_band_ = zero.compliant_gap();
    rest_band_ = options_.group_tolerance * scales.speed;
    rate_band_ = zero.compliant_rate();
    report_.ledger.initial = total_energy();
    broken_ = -1;
    settle();
  }

  double stored(int i) const { return forces_.stored(i, y_[X() + i]); }

  double total_energy() {
    report_.stored_energy = 0;
    for (int i = 0; i < contacts(); ++i) report_.stored_energy += stored(i);
    report_.ledger.kinetic = kinetic_energy(system_, t_, q(), u());
    report_.ledger.potential = potential_energy(system_, t_, q(), u()) + report_.stored_energy;
    return report_.ledger.kinetic + report_.ledger.potential;
  }

  double error_norm() const {
    const Y error = step_.error();
    double norm = 0;
    for (int i = 0; i < forces_.length(); ++i) {
      const double magnitude = std::max(std::abs(step_.y0[i]), std::abs(step_.y1[i]));
      const double part = std::abs(error[i]) / (options_.atol * scale_[i] + options_.rtol * magnitude);
      norm = std::isfinite(part) ? std::max(norm, part) : HUGE_VAL;
    }
    return norm;
  }

  // Calls visit(kind, which, value, band) for every guard of the present regime; positive while the regime lasts.
  template <class Visit>
  void guards(const Instant& now, const Y& y, Visit&& visit) const {
    for (int i = 0; i < contacts(); ++i) {
      const double gap = now.contacts[i].gap;
      if (forces_.phase[i] == Phase::open) {
        visit(Kind::touch, i, gap - level_[i], gap_band_);
        if (level_[i] < 0) visit(Kind::clear, i, -gap, gap_band_);
      } else {
        const double speed = forces_.phase[i] == Phase::compression ? -now.v_n[i] : now.v_n[i];
        visit(Kind::turn, i, speed + turn_margin_[i], velocity_band_);
        if (forces_.phase[i] == Phase::expansion)
          visit(Kind::release, i, y[X() + i], Tolerances::compliant_deformation * x_scale_[i]);
      }
    }
    for (int g = 0; g < forces_.friction.groups(); ++g) {
      const int l = forces_.friction.leader(g);
      const ContactMode mode = forces_.friction.mode(g);
      if (is_slip(mode)) {
        visit(Kind::rest, g, slip_sign(mode) * now.load.v_t[l], velocity_band_);
      } else if (mode == ContactMode::stick) {
        const double limit = forces_.friction.capacity(g, now.load.F_n), band = rate_band_ / now.load.D(l, l);
        visit(Kind::break_up, g, limit - now.T[g], band);
        visit(Kind::break_down, g, limit + now.T[g], band);
      }
    }
  }

  // The earliest event of the step just taken.
  Event first_event() const {
    Event event;
    std::array<std::array<double, 5>, 4 * N> value;
    Instant now(contacts());
    for (int j = 0; j < 5; ++j) {
      const Y y = j == 0 ? step_.y0 : j == 4 ? step_.y1 : step_.at(0.25 * j);
      forces_.evaluate(t_ + 0.25 * j * step_.h, y, now);
      int k = 0;
      guards(now, y, [&](Kind, int, double v, double) { value[k++][j] = v; });
    }
    int k = 0;
    guards(now, step_.y1, [&](Kind kind, int which, double, double band) {
      const Bernstein4 b = bernstein_through(value[k++]);
      if (stays_positive(b, band)) return;
      const double theta = first_crossing(b, band);
      if (theta >= event.theta) return;
      const double d = 1e-6;
      event = {theta, (evaluate(b, theta + d) - evaluate(b, theta - d)) / (2 * d), kind, which};
    });
    return event;
  }

  double guard_value(const Event& event) const {
    Instant now(contacts());
    forces_.evaluate(t_ + step_.h, step_.y1, now);
    double result = 0;
    guards(now, step_.y1, [&](Kind kind, int which, double v, double) {
      if (kind == event.kind && which == event.which) result = v;
    });
    return result;
  }

  // Takes the step that ends on the event; returns its length.
  template <class F>
  double land_on(F&& f, double h, const Event& event) {
    double trial = event.theta * h;
    if (t_ + trial <= t_) return 0;
    const double slope = event.slope / h;
    // Not by end_on_event: stiff contacts that vibrate amplify the last digits of an event's time, and a dimer at
    // s = 1e9 then ended in step_underflow after 350 touches. Here every correction takes the step again.
    for (int iteration = 0; iteration < 4; ++iteration) {
      step_.attempt(f, t_, trial);
      if (!(slope < 0)) break;
      const double correction = -guard_value(event) / slope;
      if (std::abs(correction) > 0.1 * trial || std::abs(correction) <= 1e-15 * trial || trial + correction > h) break;
      trial += correction;
    }
    step_.attempt(f, t_, trial);
    t_ += trial;
    y_ = step_.y1;
    forces_.keep_constraints(t_, y_);
    return trial;
  }

  void handle(const Event& event) {
    ++report_.counts.events;
    const int i = event.which;
    resting_.fill(false);
    broken_ = -1;
    switch (event.kind) {
      case Kind::touch: touch(i); break;
      case Kind::clear: level_[i] = 0; break;
      case Kind::turn: turn(i); break;
      case Kind::release: release(i); break;
      case Kind::rest:
        for (int j = 0; j < contacts(); ++j) resting_[j] = forces_.friction.group(j) == i;
        break;
      case Kind::break_up:
      case Kind::break_down:
        forces_.friction.set_mode(i, event.kind == Kind::break_up ? ContactMode::slip_minus : ContactMode::slip_plus);
        broken_ = forces_.friction.leader(i);
        ++report_.counts.slip;
        break;
    }
    settle();
  }

  void touch(int i) {
    forces_.phase[i] = Phase::compression;
    y_[X() + i] = 0;
    ++report_.counts.touches;
    report_.counts.impacts += level_[i] == 0;
  }
  void turn(int i) {
    if (forces_.phase[i] == Phase::expansion) {
      forces_.phase[i] = Phase::compression;
    } else if (forces_.e2[i] > 0) {
      forces_.phase[i] = Phase::expansion;
    } else {  // plastic: nothing of the stored energy comes back
      y_[forces_.normal_loss()] += stored(i);
      release(i);
    }
  }
  void release(int i) {
    forces_.phase[i] = Phase::open;
    y_[X() + i] = 0;
    level_[i] = std::min(gaps(system_, t_, q())[i], 0.0);
    report_.deepest_indentation = std::max(report_.deepest_indentation, -level_[i]);
    ++report_.counts.releases;
  }

  // Puts every contact that stands on an event of its own into its next regime, and friction with it: two contacts may
  // reach theirs at one instant, and rounding must not decide between them.
  void settle() {
    Instant now(contacts());
    for (int pass = 0; pass < 4; ++pass) {
      set_friction();
      forces_.evaluate(t_, y_, now);
      const Q a = forces_.acceleration(now);
      bool changed = false;
      for (int i = 0; i < contacts(); ++i) {
        const auto& c = now.contacts[i];
        const double rate = c.normal.dot(a) + c.normal_drift;
        const bool at_zero = std::abs(now.v_n[i]) <= velocity_band_;
        const bool approaches = at_zero ? rate < 0 : now.v_n[i] < 0, separates = at_zero ? rate > 0 : now.v_n[i] > 0;
        if (forces_.phase[i] == Phase::open) {
          if (c.gap > level_[i] + gap_band_ || !approaches) continue;
          touch(i);
        } else if (forces_.phase[i] == Phase::compression) {
          if (!separates) continue;
          turn(i);
        } else if (approaches) {
          turn(i);
        } else if (y_[X() + i] <= Tolerances::compliant_deformation * x_scale_[i]) {
          release(i);
        } else {
          continue;
        }
        changed = true;
      }
      if (!changed) break;
    }
    hold_constraints();
  }

  // Groups and modes of friction from the modes before, the events flagged in resting_ and broken_, and the velocities.
  void set_friction() {
    Instant now(contacts());
    forces_.evaluate(t_, y_, now);
    std::array<ContactMode, Forces::most> before;
    std::array<bool, Forces::most> loaded, at_rest{};
    for (int i = 0; i < contacts(); ++i) {
      before[i] = forces_.friction.contact_mode(i);
      loaded[i] = forces_.phase[i] != Phase::open;
    }
    forces_.friction.regroup(now.load, loaded, options_.group_tolerance, rest_band_);
    for (int g = 0; g < forces_.friction.groups(); ++g) {
      const double v = now.load.v_t[forces_.friction.leader(g)];
      ContactMode slipped = ContactMode::open;
      bool fixed = false;
      for (int i = 0; i < contacts(); ++i) {
        if (forces_.friction.group(i) != g) continue;
        at_rest[g] = at_rest[g] || resting_[i] || before[i] == ContactMode::stick;
        if (is_slip(before[i])) slipped = before[i];
        if (i == broken_) {
          slipped = before[i];
          fixed = true;
        }
      }
      if (fixed) {
        at_rest[g] = false;
        forces_.friction.set_mode(g, slipped);
      } else if (!at_rest[g] || std::abs(v) > 1e3 * velocity_band_) {
        at_rest[g] = false;  // the group has another leader than before, or has been divided: its own velocity counts
        if (std::abs(v) > velocity_band_)
          forces_.friction.set_mode(g, slip_mode(v));
        else if (is_slip(slipped))
          forces_.friction.set_mode(g, slipped);
        else
          at_rest[g] = true;
      }
    }
    bool stopped = false;
    for (int g = 0; g < forces_.friction.groups(); ++g)
      if (at_rest[g] && stop(now, forces_.friction.leader(g))) stopped = true;
    if (stopped) forces_.evaluate(t_, y_, now);
    forces_.friction.choose(now.load, at_rest, rate_band_);
    for (int i = 0; i < contacts(); ++i) {
      const ContactMode after = forces_.friction.contact_mode(i);
      if (after == before[i]) continue;
      report_.counts.stick += after == ContactMode::stick;
      report_.counts.slip += is_slip(after) && before[i] == ContactMode::stick;
    }
  }

  // Takes what is left of the leaders' tangential velocity out of sticking groups, and forms the groups anew where the
  // directions have moved. True if the state or the forces have changed.
  bool hold_constraints() {
    std::array<bool, Forces::most> loaded;
    int count = 0;
    bool any = false;
    for (int i = 0; i < contacts(); ++i) {
      loaded[i] = forces_.phase[i] != Phase::open;
      count += loaded[i];
      any = any || forces_.friction.contact_mode(i) == ContactMode::stick;
    }
    if (!any && count < 2) return false;
    Instant now(contacts());
    forces_.evaluate(t_, y_, now);
    bool changed = false;
    LoadedFriction<Forces::contact_size> trial = forces_.friction;
    if (trial.regroup(now.load, loaded, options_.group_tolerance, rest_band_)) {
      resting_.fill(false);
      broken_ = -1;
      set_friction();
      forces_.evaluate(t_, y_, now);
      changed = true;
    }
    for (int g = 0; g < forces_.friction.groups(); ++g)
      if (forces_.friction.mode(g) == ContactMode::stick && stop(now, forces_.friction.leader(g))) changed = true;
    return changed;
  }

  // Takes the remainder of a tangential velocity that is zero up to rounding out of the state; true if there was any.
  bool stop(Instant& now, int contact) {
    const auto& c = now.contacts[contact];
    const double v = c.tangential_velocity(now.u), D = now.load.D(contact, contact);
    if (!(std::abs(v) > 1e-2 * velocity_band_) || !(D > 0)) return false;
    const double P = -v / D;
    now.u += now.inverse * c.tangent * P;
    velocities<dof>(y_, freedom()) = now.u;
    y_[forces_.friction_loss()] -= 0.5 * P * v;
    y_[forces_.drive()] -= P * c.tangential_surface_velocity;
    return true;
  }

  // A contact that is about to be compressed from nothing wants steps of a small part of its duration.
  double contact_step(double h) const {
    const ContactArray<S> kinematics = contact_kinematics(system_, t_, q(), u());
    for (int i = 0; i < contacts(); ++i) {
      if (forces_.phase[i] == Phase::open || y_[X() + i] > 1e-3 * x_scale_[i]) continue;
      const double v = std::abs(kinematics[i].normal_velocity(u()));
      if (v > velocity_band_) h = std::min(h, 0.1 * forces_.depth(i, v) / v);
    }
    return h;
  }

  void keep_books() {
    for (int i = 0; i < contacts(); ++i)
      report_.largest_deformation = std::max(report_.largest_deformation, y_[X() + i]);
    const Vector<3> entries = y_.template tail<3>();
    report_.ledger.exchanged += (entries - booked_).template lpNorm<1>();
    booked_ = entries;
  }

  CompliantReport<S> end(Outcome outcome, const char* reason) {
    report_.outcome = outcome;
    report_.reason = reason;
    report_.final = {.t = t_, .q = q(), .u = u()};
    report_.deformation.template head<rows(Forces::contact_size)>(contacts()) = deformations(y_);
    for (int i = 0; i < contacts(); ++i) report_.modes[i] = forces_.friction.contact_mode(i);
    report_.ledger.drive_work = y_[forces_.drive()];
    report_.ledger.normal_loss = y_[forces_.normal_loss()];
    report_.ledger.friction_loss = y_[forces_.friction_loss()];
    total_energy();
    return report_;
  }

  const S& system_;
  const CompliantOptions options_;
  CompliantReport<S> report_;
  DormandPrince<size> step_;
  CompliantForces<S> forces_;
  double t_ = 0;
  Y y_, scale_;
  Vector<3> booked_ = Vector<3>::Zero();
  typename Forces::PerContact x_scale_, level_, turn_margin_;
  std::array<bool, N> resting_{};
  int broken_ = -1;                                          // leader of a group whose stick has just given way
  double gap_band_ = 0, velocity_band_ = 0, rate_band_ = 0;  // rounding around zero
  double rest_band_ = 0;  // tangential velocities closer than this may belong to one group
};

// Observer: void or bool (t, q, u) after every step and event; false stops the run.
template <Mechanism S, class Observer>
CompliantReport<S> run_compliant(const S& system, const State<S::dof>& state, double t_end,
                                 const CompliantOptions& options, Observer&& observer) {
  return CompliantMotion<S>(system, options).run(state, t_end, observer);
}

template <Mechanism S>
CompliantReport<S> run_compliant(const S& system, const State<S::dof>& state, double t_end,
                                 const CompliantOptions& options = {}) {
  const StepWatch<S> nobody = [](double, const Vector<S::dof>&, const Vector<S::dof>&) { return true; };
  return run_compliant(system, state, t_end, options, nobody);
}

}  // namespace carom
