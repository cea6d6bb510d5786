// The whole motion with compliant contacts of finite stiffness: no impacts, no contact phases, only forces. An oracle for
// the event-driven run, to which it must tend as the stiffness grows.
//
// Model     Contact i has a deformation x_i ≥ 0.
//   (1)  M u̇ = h + Σ (w F_n + n F_t),   q̇ = u
//   (2)  x_i′ = −γ_n,i / τ_i,   τ_i = 1 in compression (γ_n < 0), e_i² in expansion (γ_n > 0);   F_n,i = s k_i x_i^η_i
//   (3)  Coulomb under the load F_n (loaded_friction.hpp): slip with μ, stick as the constraint γ̇_t = 0 while
//        |F_t| ≤ μ_s F_n
//   (4)  An open contact is touched when its gap falls to its level L. At its release (x = 0 in expansion) L is the gap:
//        for e < 1 the body has not yet come back to the surface, an indentation stays. L returns to 0 when the gap does.
//
// Ledger    stored energy E_i = s k_i x_i^(η_i+1)/(η_i + 1), counted with the potential energy of the ledger;
//   (5)  normal loss = ∫ (1/e² − 1) γ_n F_n over the expansions,  friction loss = −∫ γ_t F_t,
//        drive work = ∫ (applied power − ŵ_n F_n − ŵ_t F_t)
//
// Symbols   s stiffness scale, k stiffness [N/m^η], x deformation [m], L level [m], γ relative velocity [m/s].
// Source    liu_zhao_brogliato_2008 sections 4.3–4.5, whose impact is (2) with frozen configuration and s → ∞.
// Differs   One set of friction coefficients for the whole motion: μ_s and μ_c of contact phases, or those of impacts with
//           `impact_friction`; a finite stiffness does not tell one from the other.
// Limits    For bodies that rest under a load F_0 the law (2) leaves a vibration between x = 0 and the x at which the
//           stored energy equals F_0 x, about which the body sinks by (1 − e²) x a cycle: both vanish as s → ∞, the speed
//           of sinking like s^(−1/(2η)). Steps are a small part of a contact's duration, so a run costs s^(1/(2η)) or more.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "carom/base/outcome.hpp"
#include "carom/complementarity/loaded_friction.hpp"
#include "carom/events/bernstein.hpp"
#include "carom/flow/dormand_prince.hpp"
#include "carom/hybrid/ledger.hpp"
#include "carom/hybrid/moreau.hpp"
#include "carom/mechanics/mechanism.hpp"

namespace carom {

struct CompliantOptions {
  double stiffness_scale = 1e9;   // s
  double rtol = 1e-8;             // relative tolerance of a step
  double atol = 1e-10;            // absolute tolerance, in units of the scales of length, speed and deformation
  bool impact_friction = false;   // μ_s,i and μ_i instead of μ_s and μ_c
  double group_tolerance = 1e-4;  // tangential directions closer than this carry one common force
  double max_step = 0;            // s; 0: a twentieth of the system's time scale
  long max_steps = std::numeric_limits<long>::max();
};

struct CompliantCounts {
  long steps = 0, rejected_steps = 0, events = 0;
  long touches = 0;   // all
  long impacts = 0;   // of these, touches that come from outside (gap 0), not from within an indentation
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
  Ledger ledger;                  // potential includes the energy stored in contacts
  double stored_energy = 0;       // of that, in contacts [J]
  double largest_deformation = 0; // m, over step ends
  double deepest_indentation = 0; // m: how far the lowest level L lay below the surface

  std::string brief() const {
    return std::string(name(outcome)) + " at t = " + std::to_string(final.t) + " s after " +
           std::to_string(counts.steps) + " steps and " + std::to_string(counts.events) + " events" +
           (reason.empty() ? "" : ": " + reason);
  }
};

template <Mechanism S>
class CompliantMotion {
 public:
  CompliantMotion(const S& system, const CompliantOptions& options) : system_(system), options_(options) {}

  template <class Observer>
  CompliantReport<S> run(const State<S::dof>& start, double t_end, Observer&& observer) {
    begin(start);
    const auto f = [this](double t, const Y& y, Y& dy) { rates(t, y, dy); };
    const double max_step = options_.max_step > 0 ? options_.max_step : system_.scales().time / 20;
    double h = 1e-3 * max_step, frozen_at = t_;
    int frozen = 0;
    step_.begin(f, t_, y_);
    while (t_ < t_end && succeeded(report_.outcome)) {
      h = std::min({h, max_step, t_end - t_});
      if (t_ + h <= t_) return end(Outcome::step_underflow, "the step fell below the resolution of the clock");
      if (report_.counts.steps + report_.counts.rejected_steps >= options_.max_steps)
        return end(Outcome::event_limit, "the limit of steps is reached");
      step_.attempt(f, t_, h);
      const double error = error_norm();
      if (!(error <= 1)) {
        ++report_.counts.rejected_steps;
        h *= std::isfinite(error) ? next_step_factor(error) : 0.1;
        if (!y_.allFinite()) return end(Outcome::not_finite, "the state is not finite");
        continue;
      }
      const double h_next = h * next_step_factor(error);
      Event event;
      const bool interrupted = first_event(h, event);
      if (!interrupted) {
        t_ = h == t_end - t_ ? t_end : t_ + h;
        y_ = step_.y1;
        step_.advance();
        ++report_.counts.steps;
        h = h_next;
        if (hold_constraints()) step_.begin(f, t_, y_);
      } else {
        h = land_on(f, h, event);
        handle(event);
        frozen = t_ > frozen_at ? 0 : frozen + 1;
        frozen_at = t_;
        if (frozen > 100) return end(Outcome::event_limit, "events follow each other without any time between them");
        step_.begin(f, t_, y_);
        h = std::min(std::max(h, 1e-2 * h_next), contact_step(h_next));
      }
      for (int i = 0; i < N; ++i) report_.largest_deformation = std::max(report_.largest_deformation, y_[X + i]);
      if (!detail::goes_on(observer, t_, Q(y_.template head<dof>()), Q(y_.template segment<dof>(dof))))
        report_.outcome = Outcome::stopped_by_observer;
    }
    return end(report_.outcome, "");
  }

 private:
  static constexpr int dof = S::dof, N = S::contact_count;
  static constexpr int X = 2 * dof, drive = X + N, normal_loss = drive + 1, friction_loss = drive + 2;  // in y
  static constexpr int size = 2 * dof + N + 3;
  using Y = Vector<size>;
  using Q = Vector<dof>;
  enum class Phase { open, compression, expansion };
  enum class Kind { touch, clear, turn, release, rest, break_up, break_down };
  struct Event {
    double theta = 2, slope = 0;
    Kind kind = Kind::touch;
    int which = 0;  // contact, or group for rest and break
  };
  // The mechanism at one instant.
  struct Instant {
    ContactArray<S> contacts;
    Matrix<dof, dof> inverse;
    Q free, u;
    LoadedInstant<N> load;
    Vector<N> v_n, F_t, T;
  };

  void begin(const State<dof>& start) {
    report_ = {};
    const Scales scales = system_.scales();
    const ContactArray<S> contacts = system_.contacts(start.t, start.q, start.u);
    const Matrix<dof, dof> inverse = inverse_mass(system_, start.q);
    double energy = 0;
    for (int i = 0; i < N; ++i) {
      const auto& law = system_.contact_law(i);
      k_[i] = options_.stiffness_scale * law.stiffness;
      eta_[i] = law.exponent;
      e2_[i] = law.e * law.e < 1e-12 ? 0.0 : law.e * law.e;
      friction_.mu_s[i] = options_.impact_friction ? law.mu_s_i : law.mu_s;
      friction_.mu[i] = options_.impact_friction ? law.mu_i : law.mu_c;
      mass_[i] = 1 / contacts[i].normal.dot(Q(inverse * contacts[i].normal));
      energy = std::max(energy, mass_[i] * scales.speed * scales.speed);
      x_scale_[i] = contact_depth(i, scales.speed);
      level_[i] = std::min(contacts[i].gap, 0.0);
      phase_[i] = Phase::open;
    }
    t_ = start.t;
    y_.setZero();
    y_.template head<dof>() = start.q;
    y_.template segment<dof>(dof) = start.u;
    scale_.template head<dof>().setConstant(scales.length);
    scale_.template segment<dof>(dof).setConstant(scales.speed);
    scale_.template segment<N>(X) = x_scale_;
    scale_.template tail<3>().setConstant(energy);
    gap_band_ = 1e-13 * scales.length;
    velocity_band_ = 1e-12 * scales.speed;
    rest_band_ = options_.group_tolerance * scales.speed;
    rate_band_ = 1e-12 * scales.speed / scales.time;
    report_.ledger.initial = total_energy();
    broken_ = -1;
    settle();
  }

  // How deep a contact is compressed by an impact with speed v.
  double contact_depth(int i, double v) const {
    return std::pow(0.5 * (eta_[i] + 1) * mass_[i] * v * v / k_[i], 1 / (eta_[i] + 1));
  }
  double load(int i, double x) const {
    if (!(x > 0) || phase_[i] == Phase::open) return 0;
    return eta_[i] == 1.5 ? k_[i] * x * std::sqrt(x) : k_[i] * std::pow(x, eta_[i]);
  }
  double stored(int i) const { return load(i, y_[X + i]) * y_[X + i] / (eta_[i] + 1); }

  double total_energy() {
    const Q q = y_.template head<dof>(), u = y_.template segment<dof>(dof);
    report_.stored_energy = 0;
    for (int i = 0; i < N; ++i) report_.stored_energy += stored(i);
    report_.ledger.kinetic = kinetic_energy(system_, q, u);
    report_.ledger.potential = system_.potential_energy(q) + report_.stored_energy;
    return report_.ledger.kinetic + report_.ledger.potential;
  }

  void evaluate(double t, const Y& y, Instant& now) const {
    const Q q = y.template head<dof>();
    now.u = y.template segment<dof>(dof);
    now.contacts = system_.contacts(t, q, now.u);
    now.inverse = inverse_mass(system_, q);
    now.free = now.inverse * Q(system_.force(t, q, now.u));
    for (int i = 0; i < N; ++i) {
      const auto& c = now.contacts[i];
      now.v_n[i] = c.normal_velocity(now.u);
      now.load.v_t[i] = c.tangential_velocity(now.u);
      now.load.F_n[i] = load(i, y[X + i]);
      now.load.b_t[i] = c.tangent.dot(now.free) + c.tangential_drift;
      const Q mn = now.inverse * c.tangent;
      for (int j = 0; j < N; ++j) {
        now.load.B(j, i) = now.contacts[j].normal.dot(mn);
        now.load.D(j, i) = now.contacts[j].tangent.dot(mn);
      }
    }
    friction_.forces(now.load, now.F_t, now.T);
  }

  Q acceleration(const Instant& now) const {
    Q force = Q::Zero();
    for (int i = 0; i < N; ++i)
      force += now.contacts[i].normal * now.load.F_n[i] + now.contacts[i].tangent * now.F_t[i];
    return now.free + now.inverse * force;
  }

  void rates(double t, const Y& y, Y& dy) const {
    Instant now;
    evaluate(t, y, now);
    dy.template head<dof>() = now.u;
    dy.template segment<dof>(dof) = acceleration(now);
    dy[drive] = applied_power(system_, t, Q(y.template head<dof>()), now.u);
    dy[normal_loss] = dy[friction_loss] = 0;
    for (int i = 0; i < N; ++i) {
      const double F_n = now.load.F_n[i], F_t = now.F_t[i], v_n = now.v_n[i];
      const bool expands = phase_[i] == Phase::expansion;
      dy[X + i] = phase_[i] == Phase::open ? 0.0 : expands ? -v_n / e2_[i] : -v_n;  // (2)
      if (expands) dy[normal_loss] += (1 / e2_[i] - 1) * v_n * F_n;                  // (5)
      dy[friction_loss] -= now.load.v_t[i] * F_t;
      dy[drive] -= now.contacts[i].normal_surface_velocity * F_n + now.contacts[i].tangential_surface_velocity * F_t;
    }
  }

  double error_norm() const {
    const Y error = step_.error();
    double norm = 0;
    for (int i = 0; i < size; ++i) {
      const double size_i = options_.atol * scale_[i] + options_.rtol * std::max(std::abs(step_.y0[i]), std::abs(step_.y1[i]));
      const double part = std::abs(error[i]) / size_i;
      norm = std::isfinite(part) ? std::max(norm, part) : HUGE_VAL;
    }
    return norm;
  }

  // Calls visit(kind, which, value, band) for every guard of the present regime; positive while the regime lasts.
  template <class Visit>
  void guards(const Instant& now, const Y& y, Visit&& visit) const {
    for (int i = 0; i < N; ++i) {
      const double gap = now.contacts[i].gap;
      if (phase_[i] == Phase::open) {
        visit(Kind::touch, i, gap - level_[i], gap_band_);
        if (level_[i] < 0) visit(Kind::clear, i, -gap, gap_band_);
      } else {
        visit(Kind::turn, i, phase_[i] == Phase::compression ? -now.v_n[i] : now.v_n[i], velocity_band_);
        if (phase_[i] == Phase::expansion) visit(Kind::release, i, y[X + i], 1e-12 * x_scale_[i]);
      }
    }
    for (int g = 0; g < friction_.groups(); ++g) {
      const int l = friction_.leader(g);
      const ContactMode mode = friction_.mode(g);
      if (is_slip(mode)) {
        visit(Kind::rest, g, slip_sign(mode) * now.load.v_t[l], velocity_band_);
      } else if (mode == ContactMode::stick) {
        const double limit = friction_.capacity(g, now.load.F_n), band = rate_band_ / now.load.D(l, l);
        visit(Kind::break_up, g, limit - now.T[g], band);
        visit(Kind::break_down, g, limit + now.T[g], band);
      }
    }
  }

  // The earliest event of the step just taken.
  bool first_event(double h, Event& event) {
    step_.prepare_dense();
    std::array<std::array<double, 5>, 4 * N> value;
    Instant now;
    for (int j = 0; j < 5; ++j) {
      const Y y = j == 0 ? step_.y0 : j == 4 ? step_.y1 : step_.at(0.25 * j);
      evaluate(t_ + 0.25 * j * h, y, now);
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
      event = {theta, (evaluate_at(b, theta + d) - evaluate_at(b, theta - d)) / (2 * d), kind, which};
    });
    return event.theta <= 1;
  }
  static double evaluate_at(const Bernstein4& b, double theta) { return carom::evaluate(b, theta); }

  double guard_value(const Event& event) const {
    Instant now;
    evaluate(t_ + step_.h, step_.y1, now);
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
        for (int j = 0; j < N; ++j) resting_[j] = friction_.group(j) == i;
        break;
      case Kind::break_up:
      case Kind::break_down:
        friction_.set_mode(i, event.kind == Kind::break_up ? ContactMode::slip_minus : ContactMode::slip_plus);
        broken_ = friction_.leader(i);
        ++report_.counts.slip;
        break;
    }
    settle();
  }

  void touch(int i) {
    phase_[i] = Phase::compression;
    y_[X + i] = 0;
    ++report_.counts.touches;
    report_.counts.impacts += level_[i] == 0;
  }
  void turn(int i) {
    if (phase_[i] == Phase::expansion) {
      phase_[i] = Phase::compression;
    } else if (e2_[i] > 0) {
      phase_[i] = Phase::expansion;
    } else {  // plastic: nothing of the stored energy comes back
      y_[normal_loss] += stored(i);
      release(i);
    }
  }
  void release(int i) {
    phase_[i] = Phase::open;
    y_[X + i] = 0;
    level_[i] = std::min(gaps(system_, t_, Q(y_.template head<dof>()))[i], 0.0);
    report_.deepest_indentation = std::max(report_.deepest_indentation, -level_[i]);
    ++report_.counts.releases;
  }

  // Puts every contact that stands on an event of its own into its next regime, and friction with it: two contacts may
  // reach theirs at one instant, and rounding must not decide between them.
  void settle() {
    Instant now;
    for (int pass = 0; pass < 4; ++pass) {
      set_friction();
      evaluate(t_, y_, now);
      const Q a = acceleration(now);
      bool changed = false;
      for (int i = 0; i < N; ++i) {
        const auto& c = now.contacts[i];
        const double rate = c.normal.dot(a) + c.normal_drift;
        const bool at_zero = std::abs(now.v_n[i]) <= velocity_band_;
        const bool approaches = at_zero ? rate < 0 : now.v_n[i] < 0, separates = at_zero ? rate > 0 : now.v_n[i] > 0;
        if (phase_[i] == Phase::open) {
          if (c.gap > level_[i] + gap_band_ || !approaches) continue;
          touch(i);
        } else if (phase_[i] == Phase::compression) {
          if (!separates) continue;
          turn(i);
        } else if (approaches) {
          turn(i);
        } else if (y_[X + i] <= 1e-12 * x_scale_[i]) {
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
    Instant now;
    evaluate(t_, y_, now);
    std::array<ContactMode, N> before;
    std::array<bool, N> loaded, at_rest{};
    for (int i = 0; i < N; ++i) {
      before[i] = friction_.contact_mode(i);
      loaded[i] = phase_[i] != Phase::open;
    }
    friction_.regroup(now.load, loaded, options_.group_tolerance, rest_band_);
    for (int g = 0; g < friction_.groups(); ++g) {
      const double v = now.load.v_t[friction_.leader(g)];
      ContactMode slipped = ContactMode::open;
      bool fixed = false;
      for (int i = 0; i < N; ++i) {
        if (friction_.group(i) != g) continue;
        at_rest[g] = at_rest[g] || resting_[i] || before[i] == ContactMode::stick;
        if (is_slip(before[i])) slipped = before[i];
        if (i == broken_) {
          slipped = before[i];
          fixed = true;
        }
      }
      if (fixed) {
        at_rest[g] = false;
        friction_.set_mode(g, slipped);
      } else if (!at_rest[g] || std::abs(v) > 2 * rest_band_) {
        at_rest[g] = false;
        if (std::abs(v) > velocity_band_) friction_.set_mode(g, slip_mode(v));
        else if (is_slip(slipped)) friction_.set_mode(g, slipped);
        else at_rest[g] = true;
      }
    }
    friction_.choose(now.load, at_rest, rate_band_);
    for (int i = 0; i < N; ++i) {
      const ContactMode after = friction_.contact_mode(i);
      if (after == before[i]) continue;
      report_.counts.stick += after == ContactMode::stick;
      report_.counts.slip += is_slip(after) && before[i] == ContactMode::stick;
    }
  }

  // Takes what is left of the leaders' tangential velocity out of sticking groups, and forms the groups anew where the
  // directions have moved. True if the state or the forces have changed.
  bool hold_constraints() {
    std::array<bool, N> loaded;
    int count = 0;
    bool any = false;
    for (int i = 0; i < N; ++i) {
      loaded[i] = phase_[i] != Phase::open;
      count += loaded[i];
      any = any || friction_.contact_mode(i) == ContactMode::stick;
    }
    if (!any && count < 2) return false;
    Instant now;
    evaluate(t_, y_, now);
    bool changed = false;
    LoadedFriction<N> trial = friction_;
    if (trial.regroup(now.load, loaded, options_.group_tolerance, rest_band_)) {
      resting_.fill(false);
      broken_ = -1;
      set_friction();
      evaluate(t_, y_, now);
      changed = true;
    }
    SmallSystem<N> system;
    std::array<int, N> leader{};
    double worst = 0;
    for (int g = 0; g < friction_.groups(); ++g) {
      if (friction_.mode(g) != ContactMode::stick) continue;
      leader[system.n] = friction_.leader(g);
      worst = std::max(worst, std::abs(now.load.v_t[leader[system.n++]]));
    }
    if (!(worst > 1e-2 * velocity_band_)) return changed;
    for (int r = 0; r < system.n; ++r) {
      system.rhs[r] = -now.load.v_t[leader[r]];
      for (int c = 0; c < system.n; ++c) system.a[r][c] = now.load.D(leader[r], leader[c]);
    }
    std::array<double, N> P{};
    system.solve(P);
    Q u = now.u;
    for (int r = 0; r < system.n; ++r) u += now.inverse * now.contacts[leader[r]].tangent * P[r];
    for (int r = 0; r < system.n; ++r) {
      const auto& c = now.contacts[leader[r]];
      y_[friction_loss] -= 0.5 * P[r] * (c.tangential_velocity(now.u) + c.tangential_velocity(u));
      y_[drive] -= P[r] * c.tangential_surface_velocity;
    }
    y_.template segment<dof>(dof) = u;
    return true;
  }

  // A contact that is about to be compressed from nothing wants steps of a small part of its duration.
  double contact_step(double h) const {
    const ContactArray<S> contacts =
        system_.contacts(t_, Q(y_.template head<dof>()), Q(y_.template segment<dof>(dof)));
    for (int i = 0; i < N; ++i) {
      if (phase_[i] == Phase::open || y_[X + i] > 1e-3 * x_scale_[i]) continue;
      const double v = std::abs(contacts[i].normal_velocity(Q(y_.template segment<dof>(dof))));
      if (v > velocity_band_) h = std::min(h, 0.1 * contact_depth(i, v) / v);
    }
    return h;
  }

  CompliantReport<S> end(Outcome outcome, const char* reason) {
    report_.outcome = outcome;
    report_.reason = reason;
    report_.final = {.t = t_, .q = y_.template head<dof>(), .u = y_.template segment<dof>(dof)};
    report_.deformation = y_.template segment<N>(X);
    for (int i = 0; i < N; ++i) report_.modes[i] = friction_.contact_mode(i);
    report_.ledger.drive_work = y_[drive];
    report_.ledger.normal_loss = y_[normal_loss];
    report_.ledger.friction_loss = y_[friction_loss];
    const double gained = total_energy() - report_.ledger.initial;
    report_.ledger.exchanged =
        std::abs(y_[drive]) + std::abs(y_[normal_loss]) + std::abs(y_[friction_loss]) + std::abs(gained);
    return report_;
  }

  const S& system_;
  const CompliantOptions options_;
  CompliantReport<S> report_;
  DormandPrince<size> step_;
  LoadedFriction<N> friction_;
  double t_ = 0;
  Y y_, scale_;
  Vector<N> k_, eta_, e2_, mass_, x_scale_, level_;
  std::array<Phase, N> phase_{};
  std::array<bool, N> resting_{};
  int broken_ = -1;  // leader of a group whose stick has just given way
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
  return run_compliant(system, state, t_end, options, [](double, const Vector<S::dof>&, const Vector<S::dof>&) {});
}

}  // namespace carom
