// SPDX-License-Identifier: Apache-2.0
// Moreau–Jean time stepping: the motion without events. Impacts, chatter, stick and slip are all one complementarity
// problem a step, at the level of velocities; nothing is located. An oracle for the event-driven run.
//
// Model     From (t, q, u), with t_m = t + h/2, q_m = q + (h/2) u and everything below taken at q_m:
//   (1)  u_f = u + h M⁻¹ h(t_m, q_m, u)                                free velocity
//   (2)  contacts with g_N(t_m, q_m) ≤ 0 take part
//   (3)  γ⁻ = (w, n)ᵀu + ŵ(t),   γ⁺ = (w, n)ᵀu⁺ + ŵ(t + h)
//   (4)  u⁺ = u_f + M⁻¹ Σ (w P_n + n P_t)
//   (5)  0 ≤ P_n ⊥ γ_n⁺ + e min(γ_n⁻, 0) ≥ 0                           Newton's restitution
//   (6)  −P_t ∈ μ P_n Sign(γ_t⁺)                                       Coulomb on the end velocity, μ = μ(|γ_t⁻|)
//   (7)  q⁺ = q_m + (h/2) u⁺
//   (9)  bilateral constraints: u_f on G u + ĉ = 0 at q_m, P for M⁻¹ in (4) (constrained_motion.hpp), and q⁺ put on c = 0
//
// Ledger    With ⟨·⟩ the mean of a step's two ends, for constant M and a potential linear in q exactly:
//   (8)  Δ(T + V) = drive work − normal loss − friction loss;   drive work = h × applied power − P_n⟨ŵ_n⟩ − P_t⟨ŵ_t⟩,
//        normal loss = −P_n⟨γ_n⟩,  friction loss = −P_t⟨γ_t⟩
//   For other mechanisms (8) is short of a remainder of second order in h, which the residual shows.
//
// Symbols   h step [s], P impulses over one step [N s], γ relative velocities [m/s], ŵ surface velocities [m/s].
// Source    moreau_1988, jean_1999, acary_brogliato_2008 chapter 10.
// Differs   One coefficient of friction, that of slip in contact phases, μ_c where it is constant: an impulse over a step
//           does not tell contact from impact, and a static value above the slip value has no meaning for the end velocity
//           alone. A coefficient that depends on the speed is taken at the step's beginning. Compare with an event-driven run
//           under Newton's law with μ_s = μ_c = μ_s,i = μ_i. The surface velocities are those of the step's two ends,
//           so a contact that stays closed follows its surface to second order.
// Limits    First order in h. An impact closes with a penetration of up to h |γ_n|, which a contact that stays closed
//           keeps.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "carom/base/outcome.hpp"
#include "carom/complementarity/frictional_problem.hpp"
#include "carom/complementarity/mode_choice.hpp"
#include "carom/engine/constrained_motion.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/engine/other_schemes.hpp"
#include "carom/engine/slip_coefficient.hpp"
#include "carom/engine/step_observer.hpp"
#include "carom/model/mechanism.hpp"

namespace carom {

struct MoreauOptions {
  double h = 1e-5;  // step [s]; made slightly smaller where the duration is not a multiple of it
  Preference preference = Preference::contact;  // where contact and flight are both possible
};

struct MoreauCounts {
  long steps = 0;
  long impacts = 0;                      // a contact that carried nothing in the step before receives an impulse
  long multiple_impacts = 0;             // of these, steps in which several contacts do
  long contact_steps = 0;                // steps with at least one impulse
  long stick_steps = 0, slip_steps = 0;  // over all contacts
  long indeterminate = 0;                // steps where sets with different open contacts were consistent
};

template <Mechanism S>
struct MoreauReport {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  State<S::dof> final;
  std::array<ContactMode, S::contact_count> modes{};  // of the last step
  MoreauCounts counts;
  Ledger ledger;
  double h = 0;                    // the step in fact used [s]
  double deepest_penetration = 0;  // m
  double worst_residual = 0;       // of the complementarity problems, in units of the system's speed

  std::string brief() const {
    return std::string(name(outcome)) + " at t = " + std::to_string(final.t) + " s after " +
           std::to_string(counts.steps) + " steps" + (reason.empty() ? "" : ": " + reason);
  }
};

namespace detail {

template <Mechanism S>
class MoreauStepper {
  static constexpr int N = S::contact_count;
  using Q = Vector<S::dof>;

 public:
  MoreauStepper(const S& system, const MoreauOptions& options, MoreauReport<S>& report)
      : system_(system), options_(options), report_(report), speed_(system.scales().speed) {}

  bool step(double t, double h, Q& q, Q& u) {
    const double t_m = middle_time_ = t + 0.5 * h;
    const Q q_m = q + 0.5 * h * u;
    Matrix<S::dof, S::dof> inverse = inverse_mass(system_, t_m, q_m, u);
    // h M⁻¹ by itself: a product with a factor is rounded in one way or another, depending on what is known of its sizes.
    const Matrix<S::dof, S::dof> response = h * inverse;
    const Q force = system_.force(t_m, q_m, u);
    Q u_free = u + response * force;  // (1)
    if constexpr (may_have_constraints<S>)
      if (constraints_of(system_) > 0)  // (9)
        impose<S, double>(constraint_kinematics(system_, t_m, q_m, u), constraints_of(system_),
                          &ConstraintKinematics<S::dof>::surface_velocity, inverse, u_free);
    const std::array<double, N> gap = gaps(system_, t_m, q_m);
    member_count_ = 0;
    for (int i = 0; i < contacts_of(system_); ++i) {
      report_.deepest_penetration = std::max(report_.deepest_penetration, -gap[i]);
      if (gap[i] <= 0) member_[member_count_++] = i;  // (2)
    }
    Q u_plus = u_free;
    double drive = h * applied_power(system_, t_m, q_m, Q(0.5 * (u + u_free)));
    double normal_loss = 0, friction_loss = 0;
    std::array<bool, N> loaded{};
    report_.modes.fill(ContactMode::open);
    if (member_count_ > 0) {
      const ContactArray<S> middle = contact_kinematics(system_, t_m, q_m, u);
      const ContactArray<S> begin = contact_kinematics(system_, t, q, u);
      const ContactArray<S> end = contact_kinematics(system_, t + h, Q(q_m + 0.5 * h * u_free), u_free);
      if (!solve(middle, begin, end, inverse, t, q, u, u_free)) return false;
      for (int k = 0; k < member_count_; ++k) {
        const auto& c = middle[member_[k]];
        u_plus += inverse * (c.normal * solution_.z_n[k] + c.tangent * solution_.z_t[k]);  // (4)
      }
      for (int k = 0; k < member_count_; ++k) {
        const int i = member_[k];
        const double P_n = solution_.z_n[k], P_t = solution_.z_t[k];
        const double w_n = 0.5 * (begin[i].normal_surface_velocity + end[i].normal_surface_velocity);
        const double w_t = 0.5 * (begin[i].tangential_surface_velocity + end[i].tangential_surface_velocity);
        const Q mean = 0.5 * (u + u_plus);
        drive -= P_n * w_n + P_t * w_t;  // (8)
        normal_loss -= P_n * (middle[i].normal.dot(mean) + w_n);
        friction_loss -= P_t * (middle[i].tangent.dot(mean) + w_t);
        loaded[i] = P_n > 0;
        if (loaded[i]) report_.modes[i] = solution_.modes[k];
      }
    }
    if constexpr (may_have_constraints<S>)
      if (constraints_of(system_) > 0) drive += work_of_constraints(q_m, u, u_plus, h * force);
    q = q_m + 0.5 * h * u_plus;  // (7)
    u = u_plus;
    if (!close_constraints(system_, t + h, u, q, HUGE_VAL)) return false;
    keep_books(drive, normal_loss, friction_loss);
    count(loaded);
    return q.allFinite() && u.allFinite();
  }

 private:
  // (9): of the impulse M (u⁺ − u) − h h_m − Σ (w P_n + n P_t), at the mean velocity.
  double work_of_constraints(const Q& q_m, const Q& u, const Q& u_plus, const Q& impulse) const {
    Q exerted = Matrix<S::dof, S::dof>(mass_matrix(system_, middle_time_, q_m, u)) * Q(u_plus - u) - impulse;
    if (member_count_ > 0) {
      const ContactArray<S> middle = contact_kinematics(system_, middle_time_, q_m, u);
      for (int k = 0; k < member_count_; ++k)
        exerted -= middle[member_[k]].normal * solution_.z_n[k] + middle[member_[k]].tangent * solution_.z_t[k];
    }
    return Q(0.5 * (u + u_plus)).dot(exerted);
  }

  bool solve(const ContactArray<S>& middle, const ContactArray<S>& begin, const ContactArray<S>& end,
             const Matrix<S::dof, S::dof>& inverse, double t, const Q& q, const Q& u, const Q& u_free) {
    FrictionalProblem<N> p;
    p.n = member_count_;
    p.impulses = true;
    for (int b = 0; b < p.n; ++b) {
      const Q mw = inverse * middle[member_[b]].normal, mn = inverse * middle[member_[b]].tangent;
      for (int a = 0; a < p.n; ++a) {
        p.A(a, b) = middle[member_[a]].normal.dot(mw);
        p.B(a, b) = middle[member_[a]].normal.dot(mn);
        p.D(a, b) = middle[member_[a]].tangent.dot(mn);
      }
    }
    for (int a = 0; a < p.n; ++a) {
      const int i = member_[a];
      const auto& law = contact_law(system_, i);
      const double before = middle[i].normal.dot(u) + begin[i].normal_surface_velocity;  // (3)
      p.b_n[a] = middle[i].normal.dot(u_free) + end[i].normal_surface_velocity + law.e * std::min(before, 0.0);
      p.b_t[a] = middle[i].tangent.dot(u_free) + end[i].tangential_surface_velocity;
      p.mu[a] = p.mu_s[a] = friction_coefficients(system_, i, begin[i], t, q, u).mu;
    }
    // A nearly redundant pair of contacts can miss the strict tolerance by rounding; it is then asked again, loosely.
    for (const double relative : {1e-11, 1e-7}) {
      p.set_default_tolerances(relative);
      p.acceleration_tolerance = std::max(p.acceleration_tolerance, 1e-3 * relative * speed_);
      const ModeSelection<N> selection = mode_choice_.select(p, options_.preference);
      if (selection.consistent == 0) continue;
      solution_ = selection.chosen;
      report_.counts.indeterminate += selection.indeterminacy == Indeterminacy::painleve;
      report_.worst_residual = std::max(report_.worst_residual, solution_.residual / speed_);
      return true;
    }
    return false;
  }

  void keep_books(double drive, double normal_loss, double friction_loss) {
    report_.ledger.drive_work += drive;
    report_.ledger.normal_loss += normal_loss;
    report_.ledger.friction_loss += friction_loss;
    report_.ledger.exchanged += std::abs(drive) + std::abs(normal_loss) + std::abs(friction_loss);
  }

  void count(const std::array<bool, N>& loaded) {
    MoreauCounts& counts = report_.counts;
    int struck = 0, carrying = 0;
    for (int i = 0; i < contacts_of(system_); ++i) {
      struck += loaded[i] && !loaded_[i];
      carrying += loaded[i];
      counts.stick_steps += report_.modes[i] == ContactMode::stick;
      counts.slip_steps += is_slip(report_.modes[i]);
    }
    ++counts.steps;
    counts.impacts += struck;
    counts.multiple_impacts += struck > 1;
    counts.contact_steps += carrying > 0;
    loaded_ = loaded;
  }

  const S& system_;
  const MoreauOptions& options_;
  ModeChoice<N> mode_choice_;
  MoreauReport<S>& report_;
  double speed_, middle_time_ = 0;
  std::array<int, N> member_{};
  int member_count_ = 0;
  std::array<bool, N> loaded_{};
  FrictionalSolution<N> solution_;
};

}  // namespace detail

// Observer: void or bool (t, q, u) after every step; false stops the run.
template <Mechanism S, class Observer>
MoreauReport<S> run_moreau(const S& system, const State<S::dof>& state, double t_end, const MoreauOptions& options,
                           Observer&& observer) {
  require_length(system, state);
  check_slip_laws(system);
  require_contacts_alone(system, "Moreau's scheme");
  MoreauReport<S> report;
  report.final = state;
  const auto energy = [&](const State<S::dof>& s) {
    report.ledger.kinetic = kinetic_energy(system, s.t, s.q, s.u);
    report.ledger.potential = potential_energy(system, s.t, s.q, s.u);
  };
  energy(state);
  report.ledger.initial = report.ledger.kinetic + report.ledger.potential;
  if (!(t_end > state.t)) return report;
  if (!(options.h > 0) || !(options.h > 1e-15 * std::max(std::abs(state.t), std::abs(t_end)))) {
    report.outcome = Outcome::step_underflow;
    report.reason = "the step is not a positive time that the clock can resolve";
    return report;
  }
  const double steps = std::ceil((t_end - state.t) / options.h * (1 - 1e-12));
  report.h = (t_end - state.t) / steps;
  detail::MoreauStepper<S> stepper(system, options, report);
  for (double k = 0; k < steps; ++k) {
    const double t = state.t + k * report.h;
    State<S::dof> next = report.final;
    if (!stepper.step(t, report.h, next.q, next.u)) {
      const bool finite = next.q.allFinite() && next.u.allFinite();
      report.outcome = finite ? Outcome::no_consistent_mode : Outcome::not_finite;
      report.reason = finite ? "no set of contact modes satisfies the laws of the step" : "the state is not finite";
      break;
    }
    next.t = k + 1 < steps ? state.t + (k + 1) * report.h : t_end;
    report.final = next;
    if (!detail::goes_on(observer, next.t, next.q, next.u)) {
      report.outcome = Outcome::stopped_by_observer;
      break;
    }
  }
  energy(report.final);
  return report;
}

template <Mechanism S>
MoreauReport<S> run_moreau(const S& system, const State<S::dof>& state, double t_end,
                           const MoreauOptions& options = {}) {
  const StepWatch<S> nobody = [](double, const Vector<S::dof>&, const Vector<S::dof>&) { return true; };
  return run_moreau(system, state, t_end, options, nobody);
}

}  // namespace carom
