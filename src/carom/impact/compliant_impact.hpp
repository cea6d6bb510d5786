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
// Numbers   With numbers that carry derivatives (base/dual.hpp) the result carries them too: each step is differentiated as
//           it was taken, and the last correction of an event's instant, −g/g′, carries the derivative of that instant.
// Limits    N contacts known at compile time (the dispatcher below takes 1 … Max). Absolute accuracy `tolerance` in units
//           of the impact's own velocity and energy. About one in 5e5 random impacts at two contacts, elastic ones with
//           strong friction, does not end within its phase limit and says so (ImpactFailure).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

#include "carom/complementarity/friction_under_load.hpp"
#include "carom/flow/isolate.hpp"
#include "carom/flow/dormand_prince_853.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/single_impact.hpp"

namespace carom {

struct CompliantImpactOptions {
  double tolerance = 1e-10;    // local error of a step, relative to the impact's own scales
  int max_steps = 50000;
  int max_events = 20000;
  const std::atomic<bool>* interrupt = nullptr;  // ends the impact of a long chain without a result
};

struct NoTrace {
  static constexpr bool active = false;
  template <class... Args>
  void operator()(const Args&...) const {}
};

// One point of an impact, in SI units, as a trace receives it.
template <int N>
struct ImpactSample {
  double s = 0;                          // time since the first touch [s], for the stiffness given
  Vector<N> x, F_n, F_t, E, v_n, v_t, P_n, P_t;
  std::array<ContactMode, N> mode{};
};

template <int N, class Real = double>
class CompliantImpact {
  using Numbers = Vector<N, Real>;

 public:
  CompliantImpact(const ImpactProblem<N, Real>& problem, const CompliantImpactOptions& options)
      : problem_(problem), options_(options) {}

  template <class Trace = NoTrace>
  ImpactResult<N, Real> solve(Trace&& trace = {}) {
    ImpactResult<N, Real> result = solve_once(trace);
    if constexpr (!std::decay_t<Trace>::active) {
      // A hard case, by its own certificate (stiff against soft, kinks): once more, and closer.
      if (result.residual > 4 * options_.tolerance && result.failure == ImpactFailure::none) {
        options_.tolerance *= 0.01;
        const ImpactResult<N, Real> closer = solve_once(trace);
        if (closer.failure == ImpactFailure::none && closer.residual < result.residual) return closer;
      }
    }
    return result;
  }

 private:
  template <class Trace>
  ImpactResult<N, Real> solve_once(Trace&& trace) {
    ImpactResult<N, Real> result;
    result.n = N;
    timed_ = std::decay_t<Trace>::active;
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

  static constexpr int size = 4 * N;  // x (z for the clock's contact), P_n, P_t, friction work
  static constexpr int max_guards = 4 * N;
  using Y = Vector<size, Real>;
  enum class Phase { idle, compression, expansion };

  // Units: velocity V, inertia 1/a, deformation X of the fastest contact.
  bool scale() {
    double V = 0;
    int fastest = 0;
    a_ = 0;
    for (int i = 0; i < N; ++i) {
      if (-problem_.v_n[i] > V) {
        V = -value_of(problem_.v_n[i]);
        fastest = i;
      }
      a_ = std::max(a_, value_of(problem_.A(i, i)));
    }
    for (int i = 0; i < N; ++i) {
      // Of what is stored at a contact that is not pressed on, e² comes out.
      const double share = problem_.v_n[i] < 0.0 ? 1.0 : problem_.law[i].e * problem_.law[i].e;
      const double v = std::sqrt(2 * share * problem_.E0[i] * a_);
      if (v > V) {
        V = v;
        fastest = i;
      }
    }
    if (!(V > 0)) return false;
    A_ = problem_.A / Real(a_);
    B_ = problem_.B / Real(a_);
    D_ = problem_.D / Real(a_);
    for (int i = 0; i < N; ++i) {
      const ContactLaw& l = problem_.law[i];
      eta_[i] = l.exponent;
      e2_[i] = l.e * l.e < 1e-12 ? 0.0 : l.e * l.e;
      mu_s_[i] = l.mu_s_i;
      mu_[i] = l.mu_i;
    }
    V_first_ = V;
    set_units(V, fastest);
    v_n0_ = problem_.v_n / Real(V_);
    v_t0_ = problem_.v_t / Real(V_);
    return true;
  }

  void set_units(double V, int fastest) {
    V_ = V;
    impulse_ = V_ / a_;
    energy_ = impulse_ * V_;
    const ContactLaw& law = problem_.law[fastest];
    X_ = std::pow(energy_ / law.stiffness, 1 / (law.exponent + 1));
    for (int i = 0; i < N; ++i) k_[i] = problem_.law[i].stiffness * std::pow(X_, eta_[i] + 1) / energy_;
  }

  // Contacts that press one another can pass what is left to and fro for ever, a little less each time. The flow then goes
  // on in units of what is left, and ends as rest when that is nothing; what counts as nothing grows with the effort. A
  // body can also wedge itself in and stay at rest under forces in balance. Returns false at either end.
  bool keep_in_scale(int steps) {
    using std::abs, std::sqrt;
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    double live = 0, motion = 0;
    int fastest = 0;
    for (int i = 0; i < N; ++i) {
      if (phase_[i] == Phase::idle) continue;
      const double normal_speed = std::abs(value_of(v_n[i]));
      motion = std::max(motion, normal_speed);
      const double speed = std::max(normal_speed, std::sqrt(2 * value_of(stored_energy(i, deformation(head(), i)))));
      if (speed > live) {
        live = speed;
        fastest = i;
      }
    }
    const double nothing = 1e-9 * std::pow(10.0, std::min(steps / 5000, 5)), rest_level = nothing * V_first_ / V_;
    if (live < rest_level || (motion < rest_level && in_balance(std::max(1e-6, 1e2 * nothing)))) {
      rest_speed_ = motion;
      return false;
    }
    if (live > 1e-2 && live < 1e2) return true;
    Numbers x;
    for (int i = 0; i < N; ++i) {
      x[i] = deformation(head(), i) * X_;
      // What was zero within rounding stays so in the smaller units.
      if (abs(v_n[i]) <= normal_band_) v_n[i] = 0.0;
      if (abs(v_t[i]) <= tangential_band_ || friction_.mode(friction_.group(i)) == ContactMode::stick) v_t[i] = 0.0;
    }
    book_impulses();
    energy_mark_ *= Real(energy_);
    s_before_ += s_ * X_ / V_;
    s_ = 0;
    v_n0_ = v_n / Real(live);
    v_t0_ = v_t / Real(live);
    note_bands();
    set_units(V_ * live, fastest);
    energy_mark_ /= Real(energy_);
    y_.setZero();
    y_.template head<N>() = x / Real(X_);
    y_[clock_] = sqrt(std::max<Real>(y_[clock_], 0.0));
    return true;
  }

  // A wedged body can creep out of its strain by ever smaller slips. Where it hardly moves any more it is at rest.
  void end_creep(ImpactResult<N, Real>& result) {
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    for (int i = 0; i < N; ++i)
      if (phase_[i] != Phase::idle) rest_speed_ = std::max(rest_speed_, std::abs(value_of(v_n[i])));
    if (rest_speed_ * V_ > 1e-2 * V_first_) result.failure = ImpactFailure::too_many_phases;
  }

  // Do the forces on every deformed contact balance?
  bool in_balance(double tolerance) const {
    using std::abs;
    Numbers F_n, F_t;
    loads(head(), F_n);
    friction_.forces(F_n, F_t);
    for (int i = 0; i < N; ++i) {
      if (phase_[i] == Phase::idle) continue;
      Real rate = 0.0;
      double size = 0;
      for (int j = 0; j < N; ++j) {
        rate += A_(i, j) * F_n[j] + B_(i, j) * F_t[j];
        size += std::abs(value_of(A_(i, j)) * value_of(F_n[j])) + std::abs(value_of(B_(i, j)) * value_of(F_t[j]));
      }
      if (!(abs(rate) <= tolerance * size)) return false;
    }
    return true;
  }

  // Velocities are zero within rounding of the largest that they are computed from.
  void note_bands() {
    constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();
    const double fast_n = largest(v_n0_), fast_t = largest(v_t0_);
    normal_band_ = std::max(velocity_band, rounding * fast_n);
    tangential_band_ = std::max(velocity_band, rounding * fast_t);
  }

  static double largest(const Numbers& v) {
    double size = 0;
    for (int i = 0; i < N; ++i) size = std::max(size, std::abs(value_of(v[i])));
    return size;
  }

  void book_impulses() {
    P_n_ += y_.template segment<N>(N) * Real(impulse_);
    P_t_ += y_.template segment<N>(2 * N) * Real(impulse_);
    friction_work_ += y_.template segment<N>(3 * N) * Real(energy_);
  }

  Real load(int i, const Real& x) const {
    using std::pow, std::sqrt;
    if (!(x > 0.0)) return 0.0;
    if (eta_[i] == 1.5) return k_[i] * x * sqrt(x);
    if (eta_[i] == 1.0) return k_[i] * x;
    return k_[i] * pow(x, eta_[i]);
  }
  Real stored_energy(int i, const Real& x) const { return x > 0.0 ? Real(load(i, x) * x / (eta_[i] + 1)) : Real(0.0); }

  using Head = Vector<3 * N, Real>;  // x, P_n, P_t: all that forces and velocities depend on

  void velocities(const Head& y, Numbers& v_n, Numbers& v_t) const {
    const Numbers P_n = y.template segment<N>(N), P_t = y.template segment<N>(2 * N);
    v_n = v_n0_ + A_ * P_n + B_ * P_t;
    v_t = v_t0_ + B_.transpose() * P_n + D_ * P_t;
  }
  // Deformation of contact i. Past its end the clock's z is negative; its deformation is continued so that the flow stays
  // smooth while the event is located.
  Real deformation(const Head& y, int i) const {
    using std::abs;
    return i == clock_ ? Real(y[i] * abs(y[i])) : y[i];
  }
  void loads(const Head& y, Numbers& F_n) const {
    for (int i = 0; i < N; ++i) {
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
  Head head() const { return y_.template head<3 * N>(); }

  // (5). The general laws are in `loads`; contacts that are all Hertzian, the common case, take no branch here.
  void rates(const Y& y, Y& dy) const {
    using std::sqrt;
    Numbers F_n, F_t;
    const Real z = y[clock_];
    if (hertzian_) {
      for (int i = 0; i < N; ++i) {
        const Real root = i == clock_ ? z : sqrt(std::max<Real>(y[i], 0.0));
        F_n[i] = k_active_[i] * root * root * root;
      }
    } else {
      loads(y.template head<3 * N>(), F_n);
    }
    if (sticking_) friction_.forces(F_n, F_t);
    else
      for (int i = 0; i < N; ++i) F_t[i] = slip_ratio_[i] * F_n[i];
    for (int i = 0; i < N; ++i) {
      Real v_n = v_n0_[i], v_t = v_t0_[i];
      for (int j = 0; j < N; ++j) {
        v_n += A_(i, j) * y[N + j] + B_(i, j) * y[2 * N + j];
        v_t += B_(j, i) * y[N + j] + D_(i, j) * y[2 * N + j];
      }
      const Real rate = -v_n * inverse_tau_[i];
      dy[i] = i == clock_ ? Real(0.5 * rate) : Real(z * rate);
      dy[N + i] = z * F_n[i];
      dy[2 * N + i] = z * F_t[i];
      dy[3 * N + i] = z * v_t * F_t[i];
    }
  }

  // Call whenever phases have changed.
  void note_phases() {
    hertzian_ = true;
    for (int i = 0; i < N; ++i) {
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
    for (int i = 0; i < N; ++i) {
      const ContactMode mode = friction_.mode(friction_.group(i));
      sticking_ = sticking_ || mode == ContactMode::stick;
      slip_ratio_[i] = -slip_sign(mode) * mu_[i];
    }
  }

  // The contact that shall carry the clock: the one in expansion that will end first; else the most deformed; at the very
  // start the fastest.
  int best_clock() const {
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    int best = -1;
    double soonest = HUGE_VAL, largest = -1;
    for (int i = 0; i < N; ++i) {
      if (phase_[i] != Phase::expansion || !(v_n[i] > 0.0)) continue;
      const double remaining = value_of(Real(deformation(head(), i) * e2_[i] / v_n[i]));
      if (remaining < soonest) {
        soonest = remaining;
        best = i;
      }
    }
    if (best >= 0) return best;
    for (int i = 0; i < N; ++i) {
      if (phase_[i] == Phase::idle) continue;
      const double size_now = value_of(deformation(head(), i)) + 1e-9 * std::max(-value_of(v_n[i]), 0.0);
      if (size_now > largest) {
        largest = size_now;
        best = i;
      }
    }
    return best;
  }

  // Hands the clock over; the step size h in σ keeps its length in time.
  bool hand_over_clock(double& h) {
    const int next = best_clock();
    if (next < 0 || next == clock_) return false;
    using std::abs, std::sqrt;
    const Real z_before = y_[clock_];
    y_[clock_] = z_before * abs(z_before);
    const Real x = std::max<Real>(y_[next], 0.0);
    clock_ = next;
    y_[next] = sqrt(x);
    if (z_before > 1e-3 && y_[next] > 1e-3) h *= std::clamp(value_of(z_before) / value_of(y_[next]), 0.05, 20.0);
    return true;
  }

  void begin() {
    using std::sqrt;
    s_ = s_before_ = rest_speed_ = 0;
    y_.setZero();
    for (int i = 0; i < N; ++i) {
      phase_[i] = Phase::idle;
      if (problem_.E0[i] > 0)
        y_[i] = std::pow((eta_[i] + 1) * (problem_.E0[i] / energy_) / k_[i], 1 / (eta_[i] + 1));
      if (v_n0_[i] < 0.0) phase_[i] = Phase::compression;
      else if (y_[i] > 0.0) phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
      if (phase_[i] == Phase::idle) y_[i] = 0.0;
    }
    for (int i = 0; i < N; ++i) energy_mark_[i] = stored_energy(i, y_[i]);
    W_c_.setZero();
    W_r_.setZero();
    P_n_.setZero();
    P_t_.setZero();
    friction_work_.setZero();
    clock_ = -1;
    clock_ = best_clock();
    if (clock_ < 0) clock_ = 0;
    y_[clock_] = sqrt(y_[clock_]);
    note_bands();
    friction_.set_up(B_, D_, mu_s_, mu_, v_t0_, tangential_band_);
    choose_friction();
    settle_phases();
  }

  // Loads by which friction is judged; at the very start of an impact, those a moment later. A contact that begins now
  // carries nothing yet, but it has friction from now on.
  Numbers judging_loads() const {
    Numbers F_n, v_n, v_t;
    loads(head(), F_n);
    if (!(largest(F_n) > 1e-12)) {
      velocities(head(), v_n, v_t);
      constexpr double moment = 1e-4;
      for (int i = 0; i < N; ++i)
        F_n[i] = phase_[i] == Phase::idle
                     ? Real(0.0)
                     : load(i, deformation(head(), i) + moment * std::max<Real>(-v_n[i], 0.0));
    }
    const double most = largest(F_n);
    for (int i = 0; i < N; ++i)
      if (phase_[i] != Phase::idle) F_n[i] = std::max<Real>(F_n[i], 1e-12 * most);
    return F_n;
  }

  void choose_friction() {
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    friction_.choose(judging_loads(), v_t, tangential_band_);
  }

  // Switches every contact that stands on its own event, whichever event was located: two contacts may reach theirs at
  // the same instant and rounding must not decide between them. Returns true if a contact begins.
  bool settle_phases() {
    using std::abs;
    Numbers v_n, v_t, F_t;
    const Numbers F_n = judging_loads();
    friction_.forces(F_n, F_t);
    velocities(head(), v_n, v_t);
    bool loaded_more = false;
    for (int i = 0; i < N; ++i) {
      const Real rate = A_.row(i).dot(F_n) + B_.row(i).dot(F_t);
      const bool at_zero = abs(v_n[i]) <= normal_band_;
      const bool separating = at_zero ? rate > 0.0 : v_n[i] > 0.0;
      const bool approaching = at_zero ? rate < 0.0 : v_n[i] < 0.0;
      if (phase_[i] == Phase::compression && separating) {
        close_work(i);
        phase_[i] = e2_[i] > 0 ? Phase::expansion : Phase::idle;
        if (phase_[i] == Phase::idle) y_[i] = energy_mark_[i] = 0.0;  // what was stored is lost, not there for a restart
      }
      if (phase_[i] == Phase::expansion && y_[i] <= deformation_band) {
        y_[i] = 0.0;
        close_work(i);
        phase_[i] = Phase::idle;
      }
      if (phase_[i] == Phase::expansion && approaching) {
        close_work(i);
        phase_[i] = Phase::compression;
      }
      if (phase_[i] == Phase::idle && approaching) {
        phase_[i] = Phase::compression;
        y_[i] = 0.0;
        loaded_more = true;
      }
    }
    if (loaded_more) choose_friction();
    return loaded_more;
  }

  // By (1) and (4) dE = −γ_n dP/τ: the work of a phase is what it stored, or e² times what it released. That the
  // deformations followed the velocities is what the energy balance of the certificate proves.
  void close_work(int i) {
    const Real E = stored_energy(i, deformation(head(), i));
    if (phase_[i] == Phase::compression) W_c_[i] += (E - energy_mark_[i]) * energy_;
    else W_r_[i] += e2_[i] * (energy_mark_[i] - E) * energy_;
    energy_mark_[i] = E;
  }

  int active() const {
    int count = 0;
    for (int i = 0; i < N; ++i) count += phase_[i] != Phase::idle;
    return count;
  }

  enum class GuardKind { normal, end, slip, stick_plus, stick_minus };
  struct Guard {
    GuardKind kind;
    int which;  // contact, or group of contacts
  };

  void set_guards() {
    note_phases();
    note_friction();
    guard_count_ = 0;
    const auto add = [this](GuardKind kind, int which, double band) {
      band_[guard_count_] = band;
      guards_[guard_count_++] = {kind, which};
    };
    for (int i = 0; i < N; ++i) {
      add(GuardKind::normal, i, normal_band_);
      if (phase_[i] == Phase::expansion) add(GuardKind::end, i, deformation_band);
    }
    for (int g = 0; g < friction_.groups(); ++g) {
      if (is_slip(friction_.mode(g))) {
        if (has_friction(g)) add(GuardKind::slip, g, tangential_band_);
      } else if (friction_.mode(g) == ContactMode::stick) {
        add(GuardKind::stick_plus, g, force_band);
        add(GuardKind::stick_minus, g, force_band);
      }
    }
  }

  bool has_friction(int group) const {
    for (int i = 0; i < N; ++i)
      if (friction_.group(i) == group && (mu_[i] > 0 || mu_s_[i] > 0)) return true;
    return false;
  }

  void sample_guards(const Head& y, GuardValues<max_guards>& values) const {
    Numbers v_n, v_t, F_n;
    velocities(y, v_n, v_t);
    if (sticking_) loads(y, F_n);
    else F_n.setZero();
    for (int k = 0; k < guard_count_; ++k) values.g[k] = value_of(guard(k, y, v_n, v_t, F_n));
  }
  Real guard(int k, const Head& y, const Numbers& v_n, const Numbers& v_t, const Numbers& F_n) const {
    const int i = guards_[k].which;
    switch (guards_[k].kind) {
      case GuardKind::normal: return phase_[i] == Phase::compression ? -v_n[i] : v_n[i];
      case GuardKind::end: return y[i];
      case GuardKind::slip: return slip_sign(friction_.mode(i)) * v_t[friction_.leader(i)];
      case GuardKind::stick_plus: return friction_.capacity(i, F_n) - friction_.stick_force(i, F_n);
      default: return friction_.capacity(i, F_n) + friction_.stick_force(i, F_n);
    }
  }
  Real guard(int k, const Head& y) const {
    Numbers v_n, v_t, F_n;
    velocities(y, v_n, v_t);
    loads(y, F_n);
    return guard(k, y, v_n, v_t, F_n);
  }

  template <class Trace>
  void integrate(ImpactResult<N, Real>& result, Trace&& trace) {
    const Rates f{this};
    // z^(2η) has a kink at zero unless 2η is whole, and the error of a step over a kink is underestimated.
    bool smooth = true;
    for (int i = 0; i < N; ++i) smooth = smooth && (eta_[i] == 1.0 || eta_[i] == 1.5);
    const Vector<size> scale = Vector<size>::Constant(smooth ? options_.tolerance : 0.03 * options_.tolerance);
    double h = problem_.E0.maxCoeff() > 0 ? first_step : 0.1;
    int events = 0;
    GuardValues<max_guards> start, end;
    log_modes(result);
    sample(trace);
    set_guards();
    step_.begin(f, 0, y_);
    sample_guards(head(), start);
    while (active() > 0) {
      if constexpr (!std::decay_t<Trace>::active) {
        if (active() == 1 && end_with_one_contact(result)) return;
      }
      if (++result.steps > options_.max_steps) return end_creep(result);
      if (result.steps % 512 == 0) {  // a long impact may die away without events
        if (!keep_in_scale(result.steps)) return;
        set_guards();
        step_.begin(f, 0, y_);
        sample_guards(head(), start);
      }
      // Not far past the end of the clock's contact: what lies beyond is not this flow.
      const double dz = value_of(step_.slope_at_start()[clock_]);
      if (phase_[clock_] == Phase::expansion && dz < 0)
        h = std::min(h, std::max(-1.25 * value_of(y_[clock_]) / dz, 1e-9));
      step_.attempt(f, 0, h);
      const double error = step_.error_norm(scale);
      if (!(error <= 1)) {
        // A step far too long can overflow (a small e makes expansion fast): shorten it like any other.
        h *= std::isfinite(error) ? step_.next_step_factor(error, safety) : 0.1;
        if (h < 1e-12) {
          result.failure = std::isfinite(error) ? ImpactFailure::step_underflow : ImpactFailure::not_finite;
          return;
        }
        continue;
      }
      double h_next = std::min(h * step_.next_step_factor(error, safety), 1.0);
      sample_guards(step_.y1.template head<3 * N>(), end);
      if (!sticking_ && passes_no_event(start, end, h)) {
        accept(trace, h_next, start, end);
        h = h_next;
        continue;
      }
      step_.prepare_dense(f, 0);
      auto at = [this](double theta, GuardValues<max_guards>& values) {
        sample_guards(step_.template head_at<3 * N>(theta), values);
      };
      const IsolatedEvent event = Isolation<max_guards, decltype(at)>(guard_count_, band_, at).first(start, end);
      if (!event.found()) {
        accept(trace, h_next, start, end);
        h = h_next;
        continue;
      }
      if (++events > options_.max_events) return end_creep(result);
      const Guard fired = guards_[event.guard];
      end_step_on(event, h);
      if (fired.kind == GuardKind::end) y_[fired.which] = 0.0;
      if (fired.kind == GuardKind::stick_plus || fired.kind == GuardKind::stick_minus) {
        // Stick has given way; friction may not choose it again at the same loads.
        put_to_rest(fired.which);
        friction_.set_mode(fired.which, fired.kind == GuardKind::stick_plus ? ContactMode::slip_minus
                                                                            : ContactMode::slip_plus);
        friction_.prepare();
      } else if (fired.kind == GuardKind::slip) {
        put_to_rest(fired.which);
        choose_friction();
      }
      const bool started = settle_phases();
      if (fired.kind == GuardKind::normal || fired.kind == GuardKind::end) refresh_friction();
      log_modes(result);
      sample(trace);
      if (!keep_in_scale(result.steps)) return;
      h = std::max(std::min(h, h_next), 1e-3);
      if (started) h = std::min(h, first_step);
      hand_over_clock(h);
      set_guards();
      step_.begin(f, 0, y_);
      sample_guards(head(), start);
    }
  }

  template <class Trace>
  void accept(Trace&& trace, double& h_next, GuardValues<max_guards>& start,
              const GuardValues<max_guards>& end) {
    const Rates f{this};
    if (timed_) s_ += value_of(step_.integral(clock_));
    y_ = step_.y1;
    sample(trace);
    if (hand_over_clock(h_next)) {
      step_.begin(f, 0, y_);
      sample_guards(head(), start);
    } else {
      step_.advance();
      start = end;
    }
  }

  // A quick and safe no: the cubics through values and slopes at both ends stay clear of zero by a margin far larger than
  // what the order-eight step leaves unresolved of them.
  bool passes_no_event(const GuardValues<max_guards>& start, const GuardValues<max_guards>& end, double h) const {
    Numbers dv_n0, dv_t0, dv_n1, dv_t1;
    const auto slopes = [this](const Y& k, Numbers& dv_n, Numbers& dv_t) {
      const Numbers dP_n = k.template segment<N>(N), dP_t = k.template segment<N>(2 * N);
      dv_n = A_ * dP_n + B_ * dP_t;
      dv_t = B_.transpose() * dP_n + D_ * dP_t;
    };
    slopes(step_.slope_at_start(), dv_n0, dv_t0);
    slopes(step_.slope_at_end(), dv_n1, dv_t1);
    for (int k = 0; k < guard_count_; ++k) {
      const int i = guards_[k].which;
      double d0, d1;
      switch (guards_[k].kind) {
        case GuardKind::normal: {
          const double sign = phase_[i] == Phase::compression ? -1 : 1;
          d0 = sign * value_of(dv_n0[i]);
          d1 = sign * value_of(dv_n1[i]);
          break;
        }
        case GuardKind::end:
          d0 = value_of(step_.slope_at_start()[i]);
          d1 = value_of(step_.slope_at_end()[i]);
          break;
        default: {
          const double sign = slip_sign(friction_.mode(i));
          d0 = sign * value_of(dv_t0[friction_.leader(i)]);
          d1 = sign * value_of(dv_t1[friction_.leader(i)]);
        }
      }
      const double b0 = start.g[k], b1 = b0 + h * d0 / 3, b3 = end.g[k], b2 = b3 - h * d1 / 3;
      const double margin = 0.05 * (std::max({b0, b1, b2, b3}) - std::min({b0, b1, b2, b3}));
      if (!(b0 >= -band_[k] && std::min({b1, b2, b3}) > margin)) return false;
    }
    return true;
  }

  // The event's instant: a step that ends on it, corrected by the guard's own value there. A correction far smaller than
  // a step goes along the slope at the step's end, a larger one takes the step again.
  void end_step_on(const IsolatedEvent& event, double h) {
    if (event.theta == 0) return;
    const Rates f{this};
    const double slope = event.slope / h;
    double sigma = event.theta * h, least = HUGE_VAL, elapsed = 0, best_elapsed = 0;
    Y best = y_;
    const auto attempt = [&] {
      step_.attempt(f, 0, sigma);
      if (timed_) elapsed = value_of(step_.integral(clock_));
    };
    attempt();
    for (int iteration = 0; iteration < 4; ++iteration) {
      const double value = value_of(guard(event.guard, step_.y1.template head<3 * N>()));
      if (!(std::abs(value) < least)) break;  // the slope misled: the trial before was better
      best = step_.y1;
      best_elapsed = elapsed;
      least = std::abs(value);
      if (least <= 1e-14 || !(slope < 0)) break;
      const double correction = -value / slope;
      if (!(std::abs(correction) < 0.1 * h) || std::abs(correction) <= 1e-15 || !(sigma + correction > 0)) break;
      sigma += correction;
      if (std::abs(correction) < 1e-7) {
        elapsed += correction * value_of(step_.y1[clock_]);
        step_.y1 += Real(correction) * step_.slope_at_end();
      } else {
        attempt();
      }
    }
    s_ += best_elapsed;
    y_ = best;
    if constexpr (!std::is_same_v<Real, double>) follow_instant(event.guard);
  }

  // The instant of an event moves with what the impact depends on: dσ = −dg/g′, and the state at it with g′ = ∂g/∂y · y′.
  void follow_instant(int k) {
    Y rate;
    rates(y_, rate);
    Head still = head(), moving = head();
    for (int i = 0; i < 3 * N; ++i) {
      still[i].slope = 0.0;
      moving[i].slope = rate[i].value;
    }
    const auto slope = guard(k, moving).slope - guard(k, still).slope;
    if (slope == 0.0) return;
    const auto shift = -guard(k, head()).slope / slope;
    for (int i = 0; i < size; ++i) y_[i].slope += rate[i].value * shift;
  }

  // γ_t of a group has reached zero: it is zero, whatever rounding says, for its next mode must not start past its end.
  void put_to_rest(int group) {
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    for (int i = 0; i < N; ++i)
      if (friction_.group(i) == group) v_t0_[i] -= v_t[i];
  }

  // After a contact has started or ended: groups that gained or lost their load are judged again, sticking groups that
  // can stay keep sticking, slipping groups keep their sign.
  void refresh_friction() {
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    for (int g = 0; g < friction_.groups(); ++g)
      if (friction_.mode(g) == ContactMode::stick)
        for (int i = 0; i < N; ++i)
          if (friction_.group(i) == g) v_t[i] = 0.0;
    const std::array<ContactMode, N> before = [&] {
      std::array<ContactMode, N> modes{};
      for (int g = 0; g < friction_.groups(); ++g) modes[g] = friction_.mode(g);
      return modes;
    }();
    friction_.choose(judging_loads(), v_t, tangential_band_);
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
  bool end_with_one_contact(ImpactResult<N, Real>& result) {
    int i = 0;
    while (phase_[i] == Phase::idle) ++i;
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    const Real x = deformation(head(), i);
    const int g = friction_.group(i);
    const bool sticking = friction_.mode(g) == ContactMode::stick;
    if (!sticking && std::abs(value_of(v_t[i])) <= tangential_band_) return false;  // let the flow leave the event first
    bool free = true;
    const auto watch = [&](const Real& P_n, const Real& P_t) {
      for (int j = 0; j < N; ++j)
        if (j != i && v_n[j] + A_(j, i) * P_n + B_(j, i) * P_t < -normal_band_) free = false;
    };
    const SingleImpactOf<Real> single =
        solve_single_impact<Real>(A_(i, i), B_(i, i), D_(i, i), v_n[i], sticking ? Real(0.0) : v_t[i],
                                  std::sqrt(e2_[i]), mu_s_[i], mu_[i], stored_energy(i, x), watch);
    if (!free || !single.resolved) return false;
    for (int p = 0; carries(i) && p < single.sequence.size; ++p) result.sequence[i].append(single.sequence.modes[p]);
    close_work(i);
    y_[i] = 0.0;
    y_[N + i] += single.P_n;
    y_[2 * N + i] += single.P_t;
    y_[3 * N + i] += single.friction_work;
    W_c_[i] += single.W_compression * energy_;
    W_r_[i] += single.W_restitution * energy_;
    phase_[i] = Phase::idle;
    friction_.set_mode(g, single.sticks ? ContactMode::stick : slip_mode(value_of(single.v_t)));
    return true;
  }

  void log_modes(ImpactResult<N, Real>& result) {
    for (int i = 0; i < N; ++i)
      if (carries(i)) result.sequence[i].append(friction_.mode(friction_.group(i)));
  }

  // At its very end, where load and friction vanish together, rounding decides on the mode: there it has none.
  bool carries(int i) const {
    return phase_[i] == Phase::compression ||
           (phase_[i] == Phase::expansion &&
            std::max(mu_s_[i], 1e-3) * load(i, deformation(head(), i)) > 10 * force_band);
  }

  template <class Trace>
  void sample(Trace&& trace) const {
    if constexpr (std::decay_t<Trace>::active) {
      static_assert(std::is_same_v<Real, double>, "a trace is one of numbers");
      ImpactSample<N> point;
      Numbers F_n, F_t;
      loads(head(), F_n);
      friction_.forces(F_n, F_t);
      velocities(head(), point.v_n, point.v_t);
      point.s = s_before_ + s_ * X_ / V_;
      for (int i = 0; i < N; ++i) {
        const double x = deformation(head(), i);
        point.x[i] = x * X_;
        point.E[i] = stored_energy(i, x) * energy_;
        point.mode[i] = carries(i) ? friction_.mode(friction_.group(i)) : ContactMode::open;
      }
      point.F_n = F_n * (energy_ / X_);
      point.F_t = F_t * (energy_ / X_);
      point.v_n *= V_;
      point.v_t *= V_;
      point.P_n = P_n_ + y_.template segment<N>(N) * impulse_;
      point.P_t = P_t_ + y_.template segment<N>(2 * N) * impulse_;
      trace(point);
    }
  }

  void finish(ImpactResult<N, Real>& result) {
    using std::isfinite;
    Numbers v_n, v_t;
    velocities(head(), v_n, v_t);
    book_impulses();
    result.P_n = P_n_;
    result.P_t = P_t_;
    result.v_n = v_n * Real(V_);
    result.v_t = v_t * Real(V_);
    for (int i = 0; i < N; ++i) {
      if (phase_[i] == Phase::idle) continue;
      close_work(i);
      result.E_left[i] = energy_mark_[i] * energy_;
    }
    result.W_compression = W_c_;
    result.W_restitution = W_r_;
    const double rounding_of_works = options_.tolerance * V_first_ * V_first_ / a_;  // of stick: friction gives nothing
    for (int i = 0; i < N; ++i)
      if (friction_work_[i] > 0.0 && friction_work_[i] < rounding_of_works) friction_work_[i] = 0.0;
    result.friction_work = friction_work_;
    double residual = energy_imbalance(problem_, result);
    for (int i = 0; i < N; ++i) {
      result.sticks[i] = friction_.mode(friction_.group(i)) == ContactMode::stick ||
                         std::abs(value_of(v_t[i])) <= tangential_band_;
      if (result.sticks[i]) v_t[i] = 0.0;
      if (std::abs(value_of(v_n[i])) <= std::max(normal_band_, rest_speed_)) v_n[i] = 0.0;
    }
    result.v_n = v_n * Real(V_);
    result.v_t = v_t * Real(V_);
    result.rest_speed = rest_speed_ * V_;
    const double size_of_works = value_of(Real(W_c_.sum() + W_r_.sum())), P_sum = value_of(Real(P_n_.sum()));
    for (int i = 0; i < N; ++i) {
      const double law = value_of(Real(W_r_[i] - e2_[i] * (problem_.E0[i] + W_c_[i] - result.E_left[i])));
      if (size_of_works > 0) residual = std::max(residual, std::abs(law) / size_of_works);
      const double beyond = beyond_cone(mu_s_[i] * value_of(P_n_[i]), value_of(P_t_[i]));
      residual = std::max(residual, beyond / std::max(P_sum, 1e-300) * (shares(i) ? 0.0 : 1.0));
      if (!isfinite(result.v_n[i]) || !isfinite(result.v_t[i])) result.failure = ImpactFailure::not_finite;
    }
    result.residual = residual;
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
  // In an impact the error of a step varies by more than its order says; a rejected step costs more than a short one.
  static constexpr double safety = 0.75;
  // A contact that begins while another carries the clock begins with a kink, x^η, which the error of a step does not see.
  static constexpr double first_step = 2e-3;

  ImpactProblem<N, Real> problem_;
  CompliantImpactOptions options_;
  double a_ = 0, V_ = 0, V_first_ = 0, X_ = 0, impulse_ = 0, energy_ = 0, s_ = 0;
  double normal_band_ = 0, tangential_band_ = 0;
  double s_before_ = 0;    // time before the present units [s]
  double rest_speed_ = 0;  // at the end of an impact that died away: speeds that are zero
  bool sticking_ = false, hertzian_ = false;
  bool timed_ = false;     // traced: s_ is followed
  Matrix<N, N, Real> A_, B_, D_;
  Numbers v_n0_, v_t0_, energy_mark_;
  Vector<N> k_, eta_, e2_, mu_s_, mu_, slip_ratio_, inverse_tau_, k_active_;
  Numbers W_c_, W_r_, P_n_, P_t_, friction_work_;  // SI; the impulses and friction work up to the present units
  std::array<Phase, N> phase_{};
  FrictionUnderLoad<N, Real> friction_;
  DormandPrince853<size, Real> step_;
  std::array<Guard, max_guards> guards_{};
  std::array<double, max_guards> band_{};
  int guard_count_ = 0, clock_ = 0;
  Y y_;
};

}  // namespace carom
