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
// Symbols   x deformation, s clock, k stiffness, η exponent, e restitution, γ relative velocity, P impulse, E energy.
// Source    liu_zhao_brogliato_2008 sections 4.3–4.5 (eq. 61: stored energy before the impact).
// Differs   Exponent of (69) is η/(η+1), not (η+1)/η; events (γ_n = 0, x = 0, γ_t = 0, end of stick) are located, not
//           stepped over; stick is tested all along, because the ratio of the loads changes.
// Limits    N contacts known at compile time (the dispatcher below takes 1 … Max). Absolute accuracy `tolerance` in units
//           of the impact's own velocity and energy.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/complementarity/friction_under_load.hpp"
#include "carom/events/bernstein.hpp"
#include "carom/flow/dormand_prince.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/single_impact.hpp"

namespace carom {

struct CompliantImpactOptions {
  double tolerance = 1e-11;    // local error of a step, relative to the impact's own scales
  int max_steps = 100000;
  int max_events = 2000;
};

struct NoTrace {
  static constexpr bool active = false;
  template <class... Args>
  void operator()(const Args&...) const {}
};

// One point of an impact, in SI units, as a trace receives it.
template <int N>
struct ImpactSample {
  double s = 0;                          // clock, in units of the impact's own duration scale
  Vector<N> x, F_n, F_t, E, v_n, v_t, P_n, P_t;
  std::array<ContactMode, N> mode{};
};

template <int N>
class CompliantImpact {
 public:
  CompliantImpact(const ImpactProblem<N>& problem, const CompliantImpactOptions& options)
      : problem_(problem), options_(options) {}

  template <class Trace = NoTrace>
  ImpactResult<N> solve(Trace&& trace = {}) {
    ImpactResult<N> result;
    result.n = N;
    if (!scale()) {
      result.v_n = problem_.v_n;
      result.v_t = problem_.v_t;
      return result;
    }
    begin();
    integrate(result, trace);
    finish(result);
    return result;
  }

 private:
  static constexpr int size = 5 * N;  // x, P_n, P_t, normal work, friction work
  using Y = Vector<size>;
  enum class Phase { idle, compression, expansion };

  // Units: velocity V, inertia 1/a, deformation X of the fastest contact.
  bool scale() {
    V_ = 0;
    double a = 0, stored = 0;
    int fastest = 0;
    for (int i = 0; i < N; ++i) {
      if (-problem_.v_n[i] > V_) {
        V_ = -problem_.v_n[i];
        fastest = i;
      }
      a = std::max(a, problem_.A(i, i));
      stored = std::max(stored, problem_.E0[i]);
    }
    if (stored > 0) {
      const double v = std::sqrt(2 * stored * a);
      if (v > V_) {
        V_ = v;
        for (int i = 0; i < N; ++i)
          if (problem_.E0[i] == stored) fastest = i;
      }
    }
    if (!(V_ > 0)) return false;
    impulse_ = V_ / a;
    energy_ = impulse_ * V_;
    const ContactLaw& law = problem_.law[fastest];
    X_ = std::pow(energy_ / law.stiffness, 1 / (law.exponent + 1));
    A_ = problem_.A / a;
    B_ = problem_.B / a;
    D_ = problem_.D / a;
    v_n0_ = problem_.v_n / V_;
    v_t0_ = problem_.v_t / V_;
    for (int i = 0; i < N; ++i) {
      const ContactLaw& l = problem_.law[i];
      eta_[i] = l.exponent;
      k_[i] = l.stiffness * std::pow(X_, l.exponent + 1) / energy_;
      e2_[i] = l.e * l.e < 1e-12 ? 0.0 : l.e * l.e;
      mu_s_[i] = l.mu_s_i;
      mu_[i] = l.mu_i;
    }
    return true;
  }

  double load(int i, double x) const {
    if (!(x > 0)) return 0;
    if (eta_[i] == 1.5) return k_[i] * x * std::sqrt(x);
    if (eta_[i] == 1.0) return k_[i] * x;
    return k_[i] * std::pow(x, eta_[i]);
  }
  double stored_energy(int i, double x) const { return x > 0 ? load(i, x) * x / (eta_[i] + 1) : 0; }

  void velocities(const Y& y, Vector<N>& v_n, Vector<N>& v_t) const {
    const Vector<N> P_n = y.template segment<N>(N), P_t = y.template segment<N>(2 * N);
    v_n = v_n0_ + A_ * P_n + B_ * P_t;
    v_t = v_t0_ + B_.transpose() * P_n + D_ * P_t;
  }
  void loads(const Y& y, Vector<N>& F_n) const {
    for (int i = 0; i < N; ++i) F_n[i] = phase_[i] == Phase::idle ? 0.0 : load(i, y[i]);
  }

  void rates(const Y& y, Y& dy) const {
    Vector<N> F_n, F_t, v_n, v_t;
    loads(y, F_n);
    friction_.forces(F_n, F_t);
    velocities(y, v_n, v_t);
    for (int i = 0; i < N; ++i) {
      dy[i] = phase_[i] == Phase::idle ? 0.0 : phase_[i] == Phase::compression ? -v_n[i] : -v_n[i] / e2_[i];
      dy[N + i] = F_n[i];
      dy[2 * N + i] = F_t[i];
      dy[3 * N + i] = v_n[i] * F_n[i];
      dy[4 * N + i] = v_t[i] * F_t[i];
    }
  }

  void begin() {
    y_.setZero();
    for (int i = 0; i < N; ++i) {
      phase_[i] = Phase::idle;
      if (problem_.E0[i] > 0)
        y_[i] = std::pow((eta_[i] + 1) * (problem_.E0[i] / energy_) / k_[i], 1 / (eta_[i] + 1));
      if (v_n0_[i] < 0) phase_[i] = Phase::compression;
      else if (y_[i] > 0) phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
      if (phase_[i] == Phase::idle) y_[i] = 0;
    }
    work_mark_.setZero();
    W_c_.setZero();
    W_r_.setZero();
    friction_.set_up(B_, D_, mu_s_, mu_, v_t0_, velocity_band);
    choose_friction();
    settle_phases();
  }

  // Loads by which friction is judged; at the very start of an impact, those a moment later.
  Vector<N> judging_loads() const {
    Vector<N> F_n, v_n, v_t;
    loads(y_, F_n);
    if (F_n.maxCoeff() > 1e-12) return F_n;
    velocities(y_, v_n, v_t);
    constexpr double moment = 1e-4;
    for (int i = 0; i < N; ++i)
      F_n[i] = phase_[i] == Phase::idle ? 0.0 : load(i, y_[i] + moment * std::max(-v_n[i], 0.0));
    return F_n;
  }

  void choose_friction() {
    Vector<N> v_n, v_t;
    velocities(y_, v_n, v_t);
    friction_.choose(judging_loads(), v_t, velocity_band);
  }

  // Switches every contact that stands on its own event, whichever event was located: two contacts may reach theirs at
  // the same instant and rounding must not decide between them.
  void settle_phases() {
    Vector<N> v_n, v_t, F_t;
    const Vector<N> F_n = judging_loads();
    friction_.forces(F_n, F_t);
    velocities(y_, v_n, v_t);
    bool loaded_more = false;
    for (int i = 0; i < N; ++i) {
      const double rate = A_.row(i).dot(F_n) + B_.row(i).dot(F_t);
      const bool at_zero = std::abs(v_n[i]) <= velocity_band;
      const bool separating = at_zero ? rate > 0 : v_n[i] > 0;
      const bool approaching = at_zero ? rate < 0 : v_n[i] < 0;
      if (phase_[i] == Phase::compression && separating) {
        close_work(i);
        phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
        if (phase_[i] == Phase::idle) y_[i] = 0;
      }
      if (phase_[i] == Phase::expansion && y_[i] <= deformation_band) {
        close_work(i);
        y_[i] = 0;
        phase_[i] = Phase::idle;
      }
      if (phase_[i] == Phase::expansion && approaching) {
        close_work(i);
        phase_[i] = Phase::compression;
      }
      if (phase_[i] == Phase::idle && approaching) {
        phase_[i] = Phase::compression;
        y_[i] = 0;
        loaded_more = true;
      }
    }
    if (loaded_more) choose_friction();
  }

  void close_work(int i) {
    const double work = y_[3 * N + i] - work_mark_[i];
    work_mark_[i] = y_[3 * N + i];
    if (phase_[i] == Phase::compression) W_c_[i] -= work;
    else W_r_[i] += work;
  }

  int active() const {
    int count = 0;
    for (int i = 0; i < N; ++i) count += phase_[i] != Phase::idle;
    return count;
  }

  // Guards of the step: value at y, by kind. Positive while the phase lasts.
  double guard(int kind, int i, const Y& y) const {
    Vector<N> v_n, v_t, F_n;
    switch (kind) {
      case 0: velocities(y, v_n, v_t); return phase_[i] == Phase::compression ? -v_n[i] : v_n[i];
      case 1: return y[i];
      case 2: velocities(y, v_n, v_t); return slip_sign(friction_.mode(i)) * v_t[friction_.leader(i)];
      default: {
        loads(y, F_n);
        const double sign = kind == 3 ? 1 : -1;
        return friction_.capacity(i, F_n) - sign * friction_.stick_force(i, F_n);
      }
    }
  }

  // Earliest event of the accepted step: θ, kind and contact (or group). θ = 2 if none.
  double first_event(int& kind, int& which, double& slope) {
    step_.prepare_dense();
    const Matrix<size, 5> b = step_.bernstein();
    double first = 2;
    const auto consider = [&](const Bernstein4& g, double band, int k, int i) {
      if (stays_positive(g, band)) return;
      const double theta = first_crossing(g, band);
      if (theta < first) {
        first = theta;
        kind = k;
        which = i;
        const double d = 1e-6;
        slope = (evaluate(g, theta + d) - evaluate(g, theta - d)) / (2 * d);
      }
    };
    Matrix<N, 5> v_n = A_ * b.template middleRows<N>(N) + B_ * b.template middleRows<N>(2 * N);
    Matrix<N, 5> v_t = B_.transpose() * b.template middleRows<N>(N) + D_ * b.template middleRows<N>(2 * N);
    v_n.colwise() += v_n0_;
    v_t.colwise() += v_t0_;
    const auto row = [](const auto& m, int i, double sign) {
      return Bernstein4{sign * m(i, 0), sign * m(i, 1), sign * m(i, 2), sign * m(i, 3), sign * m(i, 4)};
    };
    for (int i = 0; i < N; ++i) {
      consider(row(v_n, i, phase_[i] == Phase::compression ? -1 : 1), velocity_band, 0, i);
      if (phase_[i] == Phase::expansion) consider(row(b, i, 1), deformation_band, 1, i);
    }
    for (int g = 0; g < friction_.groups(); ++g) {
      const ContactMode mode = friction_.mode(g);
      if (is_slip(mode)) {
        consider(row(v_t, friction_.leader(g), slip_sign(mode)), velocity_band, 2, g);
      } else if (mode == ContactMode::stick) {
        std::array<double, 5> up, down;
        for (int j = 0; j < 5; ++j) {
          Vector<N> F_n;
          const double theta = 0.25 * j;
          const Vector<N> x = j == 0 ? Vector<N>(step_.y0.template head<N>())
                                     : j == 4 ? Vector<N>(step_.y1.template head<N>())
                                              : step_.template head_at<N>(theta);
          for (int i = 0; i < N; ++i) F_n[i] = phase_[i] == Phase::idle ? 0.0 : load(i, x[i]);
          const double limit = friction_.capacity(g, F_n), force = friction_.stick_force(g, F_n);
          up[j] = limit - force;
          down[j] = limit + force;
        }
        consider(bernstein_through(up), force_band, 3, g);
        consider(bernstein_through(down), force_band, 4, g);
      }
    }
    return first;
  }

  template <class Trace>
  void integrate(ImpactResult<N>& result, Trace&& trace) {
    for (int g = 0; g < N; ++g) logged_[g] = ContactMode::open;
    const auto f = [this](double, const Y& y, Y& dy) { rates(y, dy); };
    double h = 1e-2;
    int events = 0;
    log_modes(result);
    sample(trace);
    step_.begin(f, 0, y_);
    while (active() > 0) {
      if constexpr (!std::decay_t<Trace>::active) {
        if (active() == 1 && end_with_one_contact(result)) return;
      }
      if (++result.steps > options_.max_steps) {
        result.failure = ImpactFailure::too_many_phases;
        return;
      }
      step_.attempt(f, 0, h);
      const double error = step_.error().template lpNorm<Eigen::Infinity>() / options_.tolerance;
      if (!std::isfinite(error)) {
        result.failure = ImpactFailure::not_finite;
        return;
      }
      if (error > 1) {
        h *= next_step_factor(error);
        if (h < 1e-14) {
          result.failure = ImpactFailure::step_underflow;
          return;
        }
        continue;
      }
      int kind = -1, which = -1;
      double slope = 0;
      const double theta = first_event(kind, which, slope);
      const double h_next = h * next_step_factor(error);
      if (theta > 1) {
        s_ += h;
        y_ = step_.y1;
        step_.advance();
        sample(trace);
        h = h_next;
        continue;
      }
      if (++events > options_.max_events) {
        result.failure = ImpactFailure::too_many_phases;
        return;
      }
      // The event's instant: a step that ends on it, corrected by the guard's own value there.
      double trial = theta * h;
      for (int iteration = 0; iteration < 3 && trial > 0; ++iteration) {
        step_.attempt(f, 0, trial);
        const double value = guard(kind, which, step_.y1);
        if (std::abs(value) <= 1e-15 || !(slope < 0)) break;
        const double correction = -value / (slope / h);
        if (std::abs(correction) > 0.1 * trial) break;
        trial += correction;
        if (std::abs(correction) <= 1e-14) break;
      }
      if (trial > 0) {
        s_ += trial;
        y_ = step_.y1;
      }
      if (kind == 1) y_[which] = 0;
      // After stick has given way friction may not choose it again at the same loads.
      if (kind >= 3) {
        friction_.set_mode(which, kind == 3 ? ContactMode::slip_minus : ContactMode::slip_plus);
        friction_.prepare();
      } else if (kind == 2) {
        rest_[which] = true;
        choose_friction_resting();
      }
      settle_phases();
      if (kind == 1 || kind == 0) refresh_friction();
      log_modes(result);
      sample(trace);
      step_.begin(f, 0, y_);
      h = std::max(std::min(h, h_next) * 0.5, 1e-3);
    }
  }

  // γ_t of a group has reached zero: it is zero, whatever rounding says.
  void choose_friction_resting() {
    Vector<N> v_n, v_t;
    velocities(y_, v_n, v_t);
    for (int g = 0; g < friction_.groups(); ++g) {
      if (rest_[g])
        for (int i = 0; i < N; ++i)
          if (friction_.group(i) == g) v_t[i] = 0;
      rest_[g] = false;
    }
    friction_.choose(judging_loads(), v_t, velocity_band);
  }

  // After a contact has started or ended: groups that gained or lost their load are judged again, sticking groups that
  // can stay keep sticking, slipping groups keep their sign.
  void refresh_friction() {
    Vector<N> v_n, v_t;
    velocities(y_, v_n, v_t);
    for (int g = 0; g < friction_.groups(); ++g)
      if (friction_.mode(g) == ContactMode::stick)
        for (int i = 0; i < N; ++i)
          if (friction_.group(i) == g) v_t[i] = 0;
    const std::array<ContactMode, N> before = [&] {
      std::array<ContactMode, N> modes{};
      for (int g = 0; g < friction_.groups(); ++g) modes[g] = friction_.mode(g);
      return modes;
    }();
    friction_.choose(judging_loads(), v_t, velocity_band);
    for (int g = 0; g < friction_.groups(); ++g) {
      // A slip that has just begun is within the band of zero and must not be called stick.
      if (is_slip(before[g]) && friction_.mode(g) == ContactMode::stick) {
        friction_.set_mode(g, before[g]);
        friction_.prepare();
      }
    }
  }

  // The last active contact is a single impact with stored energy: closed form, provided that no idle contact is
  // approached on the way.
  bool end_with_one_contact(ImpactResult<N>& result) {
    int i = 0;
    while (phase_[i] == Phase::idle) ++i;
    Vector<N> v_n, v_t;
    velocities(y_, v_n, v_t);
    const int g = friction_.group(i);
    const bool sticking = friction_.mode(g) == ContactMode::stick;
    if (!sticking && std::abs(v_t[i]) <= velocity_band) return false;  // let the flow leave the event first
    bool free = true;
    const auto watch = [&](double P_n, double P_t) {
      for (int j = 0; j < N; ++j)
        if (j != i && v_n[j] + A_(j, i) * P_n + B_(j, i) * P_t < -velocity_band) free = false;
    };
    const SingleImpact single =
        solve_single_impact(A_(i, i), B_(i, i), D_(i, i), v_n[i], sticking ? 0.0 : v_t[i], std::sqrt(e2_[i]),
                            mu_s_[i], mu_[i], stored_energy(i, y_[i]), watch);
    if (!free || !single.resolved) return false;
    for (int p = 0; p < single.sequence.size; ++p) result.sequence[i].append(single.sequence.modes[p]);
    close_work(i);
    y_[i] = 0;
    y_[N + i] += single.P_n;
    y_[2 * N + i] += single.P_t;
    y_[4 * N + i] += single.friction_work;
    W_c_[i] += single.W_compression;
    W_r_[i] += single.W_restitution;
    phase_[i] = Phase::idle;
    friction_.set_mode(g, single.sticks ? ContactMode::stick : slip_mode(single.v_t));
    return true;
  }

  void log_modes(ImpactResult<N>& result) {
    for (int i = 0; i < N; ++i)
      if (phase_[i] != Phase::idle) result.sequence[i].append(friction_.mode(friction_.group(i)));
  }

  template <class Trace>
  void sample(Trace&& trace) const {
    if constexpr (std::decay_t<Trace>::active) {
      ImpactSample<N> point;
      Vector<N> F_n, F_t;
      loads(y_, F_n);
      friction_.forces(F_n, F_t);
      velocities(y_, point.v_n, point.v_t);
      point.s = s_;
      for (int i = 0; i < N; ++i) {
        point.x[i] = y_[i] * X_;
        point.E[i] = stored_energy(i, y_[i]) * energy_;
        point.mode[i] = phase_[i] == Phase::idle ? ContactMode::open : friction_.mode(friction_.group(i));
      }
      point.F_n = F_n * (energy_ / X_);
      point.F_t = F_t * (energy_ / X_);
      point.v_n *= V_;
      point.v_t *= V_;
      point.P_n = y_.template segment<N>(N) * impulse_;
      point.P_t = y_.template segment<N>(2 * N) * impulse_;
      trace(point);
    }
  }

  void finish(ImpactResult<N>& result) {
    Vector<N> v_n, v_t;
    velocities(y_, v_n, v_t);
    for (int i = 0; i < N; ++i) {
      if (phase_[i] != Phase::idle) close_work(i);
      result.sticks[i] = friction_.mode(friction_.group(i)) == ContactMode::stick ||
                         std::abs(v_t[i]) <= velocity_band;
      if (result.sticks[i]) v_t[i] = 0;
      if (std::abs(v_n[i]) <= velocity_band) v_n[i] = 0;
    }
    result.P_n = y_.template segment<N>(N) * impulse_;
    result.P_t = y_.template segment<N>(2 * N) * impulse_;
    result.v_n = v_n * V_;
    result.v_t = v_t * V_;
    result.W_compression = W_c_ * energy_;
    result.W_restitution = W_r_ * energy_;
    result.friction_work = y_.template segment<N>(4 * N) * energy_;
    double residual = energy_imbalance(problem_, result);
    const double size_of_works = W_c_.sum() + W_r_.sum();
    for (int i = 0; i < N; ++i) {
      const double law = W_r_[i] - e2_[i] * (problem_.E0[i] / energy_ + W_c_[i]);
      if (size_of_works > 0) residual = std::max(residual, std::abs(law) / size_of_works);
      residual = std::max(residual, (std::abs(y_[2 * N + i]) - mu_s_[i] * y_[N + i]) /
                                        std::max(y_.template segment<N>(N).sum(), 1e-300) * (shares(i) ? 0.0 : 1.0));
    }
    result.residual = residual;
    if (!result.v_n.allFinite() || !result.v_t.allFinite()) result.failure = ImpactFailure::not_finite;
  }

  // In a group the division of the tangential impulse is a convention; the cone holds for the sum.
  bool shares(int i) const {
    for (int j = 0; j < N; ++j)
      if (j != i && friction_.group(j) == friction_.group(i)) return true;
    return false;
  }

  static constexpr double velocity_band = 1e-12;
  static constexpr double deformation_band = 1e-13;
  static constexpr double force_band = 1e-13;

  ImpactProblem<N> problem_;
  CompliantImpactOptions options_;
  double V_ = 0, X_ = 0, impulse_ = 0, energy_ = 0, s_ = 0;
  Matrix<N, N> A_, B_, D_;
  Vector<N> v_n0_, v_t0_, k_, eta_, e2_, mu_s_, mu_, work_mark_, W_c_, W_r_;
  std::array<Phase, N> phase_{};
  std::array<bool, N> rest_{};
  std::array<ContactMode, N> logged_{};
  FrictionUnderLoad<N> friction_;
  DormandPrince<size> step_;
  Y y_;
};

}  // namespace carom
