// SPDX-License-Identifier: Apache-2.0
// Several contacts at once: the multiple impact as a compliant flow with frozen configuration.
//
// Model     Each contact i deforms by x_i; with any unit of the clock s (only ratios of stiffness matter)
//   (1)  x_i′ = −γ_n,i / τ_i,     τ_i = 1 in compression (γ_n,i < 0), e_i² in expansion (γ_n,i > 0)
//   (2)  P_n,i′ = F_i = k_i x_i^η_i,     P_t,i′ from Coulomb's law under the load F (friction_under_load.hpp)
//   (3)  γ = γ⁻ + (A B; Bᵀ D) P
//   (4)  E_i = k_i x_i^(η_i+1) / (η_i + 1)  is the energy stored at the contact
//   A contact that is not deformed and not approached (x = 0, γ_n ≥ 0) takes no part; when it is approached it starts at
//   once. A contact ends at x = 0 in expansion. The impact ends when nothing is deformed and nothing approached.
//
// Why this is the distributing law   (4) and (1) give dE_i = −γ_i dP_i / τ_i, and (2) with (4) gives
//   dP_j/dP_i = (k_j/k_i)^(1/(η+1)) (E_j/E_i)^(η/(η+1)) for equal exponents: the law of liu_zhao_brogliato_2008 (69) with
//   its exponent corrected. In the deformations it is smooth where the energy form is 0/0 or not Lipschitz, needs no
//   primary contact, no starting rule, and lets exponents differ.
//
// Clock     Forces like x^(3/2) have a kink at the start and at the end of a contact, where a high-order method would creep.
//   One active contact c is therefore carried as z = √x_c and the flow runs in σ with ds = z dσ:
//   (5)  dz/dσ = −γ_c/(2τ_c),  dx_j/dσ = −z γ_j/τ_j,  dP/dσ = z F
//   which is smooth through z = 0, and so is the time, s = ∫ z dσ. At the start c is the contact with the largest deformation or approach, later the one
//   that will end first.
//
// Symbols   x deformation, s time, σ clock, k stiffness, η exponent, e restitution, γ relative velocity, P impulse, E energy.
// Source    liu_zhao_brogliato_2008 sections 4.3–4.5 (eq. 61: stored energy before the impact).
// Differs   Exponent of (69) is η/(η+1), not (η+1)/η; events (γ_n = 0, x = 0, γ_t = 0, end of stick) are located, not
//           stepped over; stick is tested all along, because the ratio of the loads changes.
// No slip   μ = ∞: a contact that begins to press while it slips is stopped at once (compliant_impact_stop.hpp).
// Numbers   With numbers that carry derivatives (base/dual.hpp) the result carries them too: each step is differentiated as
//           it was taken, and the last correction of an event's instant, −g/g′, carries the derivative of that instant.
// Sizes     N contacts known at compile time, or N = at_most(n): as many as the problem has, up to n. Then a velocity is
//           summed over the contacts that are coupled to its own, contacts that nothing acts on are not watched, the error
//           of a step is the sum over the contacts, not their mean, and friction is chosen by contact sets.
// Limits    Absolute accuracy `tolerance` in units of the impact's own velocity and energy. About one in 5e5 random impacts
//           at two contacts, elastic ones with strong friction, does not end within its phase limit and says so
//           (ImpactFailure). Stacks of many contacts with a small e take tens of thousands of events.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "carom/complementarity/friction_under_load.hpp"
#include "carom/flow/dormand_prince_853.hpp"
#include "carom/flow/isolate.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/impact_options.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/impact_sample.hpp"
#include "carom/impact/single_impact.hpp"

namespace carom {

template <int N, class Real = double>
class CompliantImpact {
  static constexpr int most = capacity(N);
  using Numbers = Vector<N, Real>;

 public:
  using Problem = ImpactProblem<most, Real>;
  using Result = ImpactResult<most, Real>;

  CompliantImpact(const Problem& problem, const CompliantImpactOptions& options)
      : problem_(problem), options_(options) {
    for (Vector<N>* list : {&k_, &eta_, &e2_, &mu_s_, &mu_, &slip_ratio_, &inverse_tau_, &k_active_})
      list->resize(count());
    energy_mark_.resize(count());
    if constexpr (!is_fixed(N)) step_.set_length(4 * count());
  }

  // With a trace (of numbers without derivatives) every contact is followed to its end: there are no short cuts.
  Result solve(const ImpactTrace& trace = {}) {
    trace_ = trace ? &trace : nullptr;
    Result result = solve_once();
    if (skims_) result = solve_skimming();
    // A hard case, by its own certificate (stiff against soft, kinks): once more, and closer.
    if (!trace_ && result.residual > 4 * options_.tolerance && result.failure == ImpactFailure::none) {
      options_.tolerance *= 0.01;
      const Result closer = solve_once();
      if (closer.failure == ImpactFailure::none && closer.residual < result.residual) return closer;
    }
    return result;
  }

 private:
  Result solve_once() {
    Result result;
    result.n = count();
    if (!scale()) {
      result.v_n = problem_.v_n;
      result.v_t = problem_.v_t;
      return result;
    }
    begin();
    integrate(result);
    finish(result);
    return result;
  }

  // With a large μ in place of μ = ∞ (compliant_impact_stop.hpp).
  Result solve_skimming() {
    Result result;
    const Vector<N> mu = mu_;
    for (const double large : {1e8, 1e6}) {
      mu_ = mu;
      limit_friction(large);
      result = solve_once();
      if (result.failure == ImpactFailure::none) break;
    }
    return result;
  }

  static constexpr int size = repeated(4, N);  // x (z for the clock's contact), P_n, P_t, friction work
  static constexpr int head_size = repeated(3, N);
  static constexpr int max_guards = 4 * most;
  using Y = Vector<size, Real>;
  enum class Phase { idle, compression, expansion };

  int count() const {
    if constexpr (is_fixed(N))
      return N;
    else
      return problem_.n;
  }
  // A number for each contact, not yet set.
  Numbers numbers() const {
    Numbers list;
    list.resize(count());
    return list;
  }
  // The k-th of the lists that y consists of.
  auto part(const auto& y, int k) const { return y.template segment<rows(N)>(k * count(), count()); }

  // Units of velocity, inertia and deformation (compliant_impact_units.hpp).
  bool scale();
  void set_units(double V, int fastest);
  bool keep_in_scale(int steps);
  void end_creep(Result& result);
  bool in_balance(double tolerance) const;
  void note_bands();
  void note_coupling();
  void book_impulses();

  static double largest(const Numbers& v) {
    double size = 0;
    for (int i = 0; i < static_cast<int>(v.size()); ++i) size = std::max(size, std::abs(value_of(v[i])));
    return size;
  }

  Real load(int i, const Real& x) const {
    using std::pow, std::sqrt;
    if (!(x > 0.0)) return 0.0;
    if (eta_[i] == 1.5) return k_[i] * x * sqrt(x);
    if (eta_[i] == 1.0) return k_[i] * x;
    return k_[i] * pow(x, eta_[i]);
  }
  Real stored_energy(int i, const Real& x) const { return x > 0.0 ? Real(load(i, x) * x / (eta_[i] + 1)) : Real(0.0); }

  using Head = Vector<head_size, Real>;  // x, P_n, P_t: all that forces and velocities depend on

  void velocities(const Head& y, Numbers& v_n, Numbers& v_t) const {
    if constexpr (!is_fixed(N)) {
      v_n = v_n0_;
      v_t = v_t0_;
      return add_velocities(y, v_n, v_t);
    }
    const Numbers P_n = part(y, 1), P_t = part(y, 2);
    v_n = v_n0_ + A_ * P_n + B_ * P_t;
    v_t = v_t0_ + B_.transpose() * P_n + D_ * P_t;
  }
  // What the impulses in y add to the velocities, or their rates to those of the velocities; of the couplings that exist.
  void add_velocities(const auto& y, Numbers& v_n, Numbers& v_t) const {
    const int n = count();
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < coupling_.partners[i]; ++k) {
        const int j = coupling_.partner[i][k];
        v_n[i] += A_(i, j) * y[n + j] + B_(i, j) * y[2 * n + j];
        v_t[i] += B_(j, i) * y[n + j] + D_(i, j) * y[2 * n + j];
      }
  }
  // Deformation of contact i. Past its end the clock's z is negative; its deformation is continued so that the flow stays
  // smooth while the event is located.
  Real deformation(const auto& y, int i) const {
    using std::abs;
    return i == clock_ ? Real(y[i] * abs(y[i])) : y[i];
  }
  void loads(const Head& y, Numbers& F_n) const {
    F_n.resize(count());
    for (int i = 0; i < count(); ++i) {
      if (phase_[i] == Phase::idle) {
        F_n[i] = 0.0;
      } else if (i != clock_) {
        F_n[i] = load(i, y[i]);
      } else if (eta_[i] == 1.5) {
        F_n[i] = k_[i] * y[i] * y[i] * y[i];
      } else {
        F_n[i] = y[i] < 0.0 ? -load(i, y[i] * y[i]) : load(i, y[i] * y[i]);
      }
    }
  }
  Head head() const { return y_.template head<rows(head_size)>(3 * count()); }

  // (5). The general laws are in `loads`; contacts that are all Hertzian, the common case, take no branch here.
  void rates(const Y& y, Y& dy) const {
    using std::sqrt;
    const int n = count();
    Numbers F_n = numbers(), F_t = numbers();
    const Real z = y[clock_];
    if (hertzian_) {
      for (int i = 0; i < n; ++i) {
        // What is not deformed has no load, whatever its deformation's derivative is.
        const Real root = i == clock_ ? z : y[i] > 0.0 ? Real(sqrt(y[i])) : Real(0.0);
        F_n[i] = k_active_[i] * root * root * root;
      }
    } else {
      loads(y.template head<rows(head_size)>(3 * n), F_n);
    }
    if (sticking_)
      friction_.forces(F_n, F_t);
    else
      for (int i = 0; i < n; ++i) F_t[i] = slip_ratio_[i] * F_n[i];
    Numbers v_n = v_n0_, v_t = v_t0_;
    if constexpr (is_fixed(N))
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
          v_n[i] += A_(i, j) * y[n + j] + B_(i, j) * y[2 * n + j];
          v_t[i] += B_(j, i) * y[n + j] + D_(i, j) * y[2 * n + j];
        }
    else
      add_velocities(y, v_n, v_t);
    for (int i = 0; i < n; ++i) {
      const Real rate = -v_n[i] * inverse_tau_[i];
      dy[i] = i == clock_ ? Real(0.5 * rate) : Real(z * rate);
      dy[n + i] = z * F_n[i];
      dy[2 * n + i] = z * F_t[i];
      dy[3 * n + i] = z * v_t[i] * F_t[i];
    }
  }

  // Call whenever phases have changed.
  void note_phases() {
    hertzian_ = true;
    for (int i = 0; i < count(); ++i) {
      inverse_tau_[i] = phase_[i] == Phase::idle ? 0.0 : phase_[i] == Phase::compression ? 1.0 : 1 / e2_[i];
      k_active_[i] = phase_[i] == Phase::idle ? 0.0 : k_[i];
      hertzian_ = hertzian_ && eta_[i] == 1.5;
    }
  }

  // One type for all uses, so that the stepper is compiled once.
  struct Rates {
    const CompliantImpact* impact;
    void operator()(const Real&, const Y& y, Y& dy) const { impact->rates(y, dy); }
  };

  // Call whenever friction modes have changed: slip forces are fixed fractions of the loads.
  void note_friction() {
    sticking_ = false;
    for (int i = 0; i < count(); ++i) {
      const ContactMode mode = friction_.mode(friction_.group(i));
      sticking_ = sticking_ || mode == ContactMode::stick;
      slip_ratio_[i] = never_slips(mu_[i]) ? 0 : -slip_sign(mode) * mu_[i];
    }
  }

  // Who carries the clock, who is pressed or released, who slips (compliant_impact_phases.hpp).
  int best_clock() const;
  bool hand_over_clock(double& h);
  void begin();
  Numbers judging_loads() const;
  void choose_friction();
  void refresh_friction();
  void put_to_rest(int group);
  // Slip that μ = ∞ does not allow (compliant_impact_stop.hpp).
  bool stop_slip();
  int list_stopped(std::array<int, most>& contact) const;
  void exert_friction(const std::array<int, most>& contact, int n, const std::array<Real, most>& P);
  Real part_under_load(int group, const std::array<int, most>& contact, int n, const std::array<Real, most>& P,
                       int& pressing) const;
  void part_by_friction(int i, const Real& P_t);
  void limit_friction(double mu);
  bool settle_phases();
  void close_work(int i);

  int active() const {
    int pressed = 0;
    for (int i = 0; i < count(); ++i) pressed += phase_[i] != Phase::idle;
    return pressed;
  }

  enum class GuardKind { normal, end, slip, stick_plus, stick_minus };
  struct Guard {
    GuardKind kind;
    int which;  // contact, or group of contacts
  };

  // Does a force act on it?
  bool is_moved(int i) const {
    if constexpr (is_fixed(N)) {
      return true;
    } else {
      for (int k = 0; k < coupling_.partners[i]; ++k)
        if (phase_[coupling_.partner[i][k]] != Phase::idle) return true;
      return false;
    }
  }

  bool has_friction(int group) const {
    for (int i = 0; i < count(); ++i)
      if (friction_.group(i) == group && (mu_[i] > 0 || mu_s_[i] > 0)) return true;
    return false;
  }

  // Does it stick without a limit?
  bool holds(int group) const {
    for (int i = 0; may_hold_ && i < count(); ++i)
      if (friction_.group(i) == group && phase_[i] != Phase::idle && never_slips(mu_s_[i])) return true;
    return false;
  }

  // Guards, steps and events (compliant_impact_flow.hpp).
  void set_guards();
  void sample_guards(const Head& y, GuardValues<max_guards>& values) const;
  Real guard(int k, const Head& y, const Numbers& v_n, const Numbers& v_t, const Numbers& F_n) const;
  Real guard(int k, const Head& y) const;
  void integrate(Result& result);
  void begin_step(GuardValues<max_guards>& start);
  IsolatedEvent first_event(const GuardValues<max_guards>& start, GuardValues<max_guards>& end, double h);
  void pass_event(const Guard& fired);
  void accept(double& h_next, GuardValues<max_guards>& start, const GuardValues<max_guards>& end);
  bool passes_no_event(const GuardValues<max_guards>& start, const GuardValues<max_guards>& end, double h) const;
  void end_step_on(const IsolatedEvent& event, double h);
  void follow_instant(int k);
  bool end_with_one_contact(Result& result);

  // What comes of it (compliant_impact_result.hpp).
  void log_modes(Result& result);
  bool carries(int i) const;
  void sample() const;
  void finish(Result& result);
  bool shares(int i) const;

  static constexpr double velocity_band = 1e-12;
  static constexpr double deformation_band = 1e-13;
  static constexpr double force_band = 1e-13;
  // In an impact the error of a step varies by more than its order says; a rejected step costs more than a short one.
  static constexpr double safety = 0.75;
  // A contact that begins while another carries the clock begins with a kink, x^η, which the error of a step does not see.
  static constexpr double first_step = 2e-3;

  Problem problem_;
  CompliantImpactOptions options_;
  double a_ = 0, V_ = 0, V_first_ = 0, X_ = 0, impulse_ = 0, energy_ = 0, s_ = 0;
  double normal_band_ = 0, tangential_band_ = 0;
  double s_before_ = 0;    // time before the present units [s]
  double rest_speed_ = 0;  // at the end of an impact that died away: speeds that are zero
  bool sticking_ = false, hertzian_ = false;
  bool may_hold_ = false;               // some contact has μ_s = ∞
  bool skims_ = false;                  // a contact with μ = ∞ that friction parts, and not it alone
  const ImpactTrace* trace_ = nullptr;  // if there is one, s_ is followed
  Matrix<N, N, Real> A_, B_, D_;
  Numbers v_n0_, v_t0_, energy_mark_;
  Vector<N> k_, eta_, e2_, mu_s_, mu_, slip_ratio_, inverse_tau_, k_active_;
  Numbers W_c_, W_r_, P_n_, P_t_, friction_work_;  // SI; the impulses and friction work up to the present units
  std::array<Phase, most> phase_{};
  FrictionUnderLoad<N, Real> friction_;
  DormandPrince853<size, Real> step_;
  std::array<Guard, max_guards> guards_{};
  std::array<double, max_guards> band_{};
  int guard_count_ = 0, clock_ = 0;
  Y y_;
  // Of N = at_most(n): the contacts that have an inertia in common with each.
  struct Coupling {
    std::array<int, most> partners{};
    std::array<std::array<short, most>, most> partner;
  };
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<is_fixed(N), Nothing, Coupling> coupling_;
};

}  // namespace carom

#include "carom/impact/compliant_impact_flow.hpp"
#include "carom/impact/compliant_impact_phases.hpp"
#include "carom/impact/compliant_impact_result.hpp"
#include "carom/impact/compliant_impact_stop.hpp"
#include "carom/impact/compliant_impact_units.hpp"
