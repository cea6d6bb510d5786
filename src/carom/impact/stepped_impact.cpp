// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/stepped_impact.hpp"

#include <cmath>

#include "carom/complementarity/friction_under_load.hpp"

namespace carom::detail {

namespace {

// N = at_most(n), the room for contacts.
template <int N>
class ImpulseSteps {
  static constexpr int most = capacity(N);
  using Numbers = Vector<N>;

 public:
  template <int Max>
  ImpulseSteps(const ImpactProblem<Max>& p, const SteppedImpactOptions& options) : options_(options), n_(p.n) {
    const int n = p.n;
    A_ = p.A.topLeftCorner(n, n);
    B_ = p.B.topLeftCorner(n, n);
    D_ = p.D.topLeftCorner(n, n);
    v_n_ = p.v_n.head(n);
    v_t_ = p.v_t.head(n);
    E_ = p.E0.head(n);
    for (Numbers* list : {&stiffness_, &exponent_, &scale_, &share_, &mu_s_, &mu_, &dP_n_, &dP_t_, &asked_})
      *list = zeros<N>(n);
    for (Numbers* list : {&P_n_, &P_t_, &W_c_, &W_r_, &W_f_}) *list = zeros<N>(n);
    double fastest = 0;
    for (int i = 0; i < n; ++i) {
      const ContactLaw& law = p.law[static_cast<std::size_t>(i)];
      const double eta = law.exponent;
      stiffness_[i] = law.stiffness;
      exponent_[i] = eta;
      scale_[i] = std::pow(1 + eta, eta / (1 + eta)) * std::pow(law.stiffness, 1 / (1 + eta));
      share_[i] = eta / (1 + eta);
      e2_[i] = law.e * law.e;
      mu_s_[i] = law.mu_s_i;
      mu_[i] = law.mu_i;
      fastest = std::max({fastest, std::abs(v_n_[i]), std::abs(v_t_[i])});
      if (v_n_[i] < 0) dP_ = std::max(dP_, -v_n_[i] / A_(i, i));
    }
    dP_ *= options.step;
    zero_ = 1e-12 * fastest;
    friction_.set_up(B_, D_, mu_s_, mu_, v_t_, zero_);
    for (int g = 0; g < friction_.groups(); ++g) at_rest_[g] = std::abs(v_t_[friction_.leader(g)]) <= zero_;
  }

  ImpactResult<room_of_many> solve() {
    ImpactResult<room_of_many> r;
    r.n = n_;
    const double most_steps = 1e5 + 1000 / options_.step;
    while (dP_ > 0 && press()) {
      resist(r);
      move();
      stop_slips();
      if (!(++r.steps < most_steps)) r.failure = ImpactFailure::too_many_phases;
      if (!v_n_.allFinite() || !v_t_.allFinite()) r.failure = ImpactFailure::not_finite;
      if (r.failure != ImpactFailure::none) break;
    }
    r.P_n.head(n_) = P_n_;
    r.P_t.head(n_) = P_t_;
    r.v_n.head(n_) = v_n_;
    r.v_t.head(n_) = v_t_;
    r.W_compression.head(n_) = W_c_;
    r.W_restitution.head(n_) = W_r_;
    r.friction_work.head(n_) = W_f_;
    const bool stops = options_.residue != StepResidue::kept;
    for (int i = 0; i < n_; ++i)
      r.sticks[static_cast<std::size_t>(i)] = stops && friction_.mode(friction_.group(i)) == ContactMode::stick;
    return r;
  }

 private:
  // (1)–(3): the normal impulses of a step; false when the impact is over.
  bool press() {
    int j = 0;
    for (int i = 1; i < n_; ++i)
      if (E_[i] > E_[j]) j = i;
    double dt = 0;
    if (E_[j] > 0) {
      dt = dP_ / load(j);
    } else {
      for (int i = 1; i < n_; ++i)
        if (v_n_[i] < v_n_[j]) j = i;
      if (!(v_n_[j] < -zero_)) return false;
      const double eta = exponent_[j];
      dt = std::pow(dP_ * (1 + eta) / (stiffness_[j] * std::pow(-v_n_[j], eta)), 1 / (1 + eta));
    }
    for (int i = 0; i < n_; ++i) {
      const double eta = exponent_[i];
      if (i == j)
        dP_n_[i] = dP_;
      else if (E_[i] > 0)
        dP_n_[i] = load(i) * dt;
      else
        dP_n_[i] = v_n_[i] < -zero_ ? stiffness_[i] * std::pow(-v_n_[i] * dt, eta) * dt / (1 + eta) : 0;
    }
    return true;
  }

  double load(int i) const { return scale_[i] * std::pow(E_[i], share_[i]); }

  // (4)
  void resist(ImpactResult<room_of_many>& r) {
    if (must_choose()) {
      asked_ = v_t_;
      for (int i = 0; i < n_; ++i)
        if (at_rest_[friction_.group(i)]) asked_[i] = 0;
      friction_.choose(dP_n_, asked_, zero_);
      for (int i = 0; i < n_; ++i) {
        const int g = friction_.group(i);
        loaded_[i] = dP_n_[i] > 0;
        if (loaded_[i]) r.sequence[static_cast<std::size_t>(i)].append(friction_.mode(g));
        // A slip begins here: it may stop only after it has gone on.
        at_rest_[g] = friction_.mode(g) == ContactMode::stick || (at_rest_[g] && !is_closed(friction_.mode(g)));
      }
      chosen_ = true;
    }
    friction_.forces(dP_n_, dP_t_);
  }

  // Loads have come or gone, a slip has stopped, a stick cannot hold.
  bool must_choose() const {
    if (!chosen_ || stopped_) return true;
    for (int i = 0; i < n_; ++i)
      if (loaded_[i] != (dP_n_[i] > 0)) return true;
    for (int g = 0; g < friction_.groups(); ++g)
      if (friction_.mode(g) == ContactMode::stick &&
          std::abs(friction_.stick_force(g, dP_n_)) > friction_.capacity(g, dP_n_))
        return true;
    return false;
  }

  // (5)
  void move() {
    for (int i = 0; i < n_; ++i) {
      if (v_n_[i] <= 0)
        E_[i] -= v_n_[i] * dP_n_[i];
      else
        E_[i] = e2_[i] > 0 ? E_[i] - v_n_[i] * dP_n_[i] / e2_[i] : 0;
      E_[i] = std::max(E_[i], 0.0);
    }
    slip_before_ = v_t_;
    add_impulses();
  }

  void add_impulses() {
    const Numbers n_before = v_n_, t_before = v_t_;
    v_n_ += times(A_, dP_n_) + times(B_, dP_t_);
    for (int i = 0; i < n_; ++i) v_t_[i] += B_.col(i).dot(dP_n_) + D_.row(i).dot(dP_t_);
    for (int i = 0; i < n_; ++i) {
      const double work = 0.5 * dP_n_[i] * (n_before[i] + v_n_[i]);
      (work < 0 ? W_c_[i] : W_r_[i]) += std::abs(work);
      W_f_[i] += 0.5 * dP_t_[i] * (t_before[i] + v_t_[i]);
      P_n_[i] += dP_n_[i];
      P_t_[i] += dP_t_[i];
    }
  }

  void stop_slips() {
    stopped_ = false;
    for (int g = 0; g < friction_.groups(); ++g) {
      const int l = friction_.leader(g);
      if (!is_slip(friction_.mode(g)) || !(slip_before_[l] * v_t_[l] < 0)) continue;
      at_rest_[g] = stopped_ = true;
      if (options_.residue != StepResidue::kept && D_(l, l) > 0) take_slip(g, l);
    }
  }

  // The impulse that stops a group, shared as its loads are.
  void take_slip(int g, int l) {
    const double whole = -v_t_[l] / D_(l, l);
    double load = 0;
    for (int i = 0; i < n_; ++i)
      if (friction_.group(i) == g) load += dP_n_[i];
    for (int i = 0; i < n_; ++i)
      dP_t_[i] = friction_.group(i) != g ? 0 : load > 0 ? whole * dP_n_[i] / load : i == l ? whole : 0;
    dP_n_.setZero();
    add_impulses();
  }

  SteppedImpactOptions options_;
  int n_;
  double dP_ = 0, zero_ = 0;
  bool chosen_ = false, stopped_ = false;
  Matrix<N, N> A_, B_, D_;
  Numbers v_n_, v_t_, E_, stiffness_, exponent_, scale_, share_, mu_s_, mu_, dP_n_, dP_t_, asked_, slip_before_;
  Numbers P_n_, P_t_, W_c_, W_r_, W_f_;
  std::array<double, most> e2_{};
  std::array<bool, most> at_rest_{}, loaded_{};
  FrictionUnderLoad<N> friction_;
};

}  // namespace

ImpactResult<room_of_many> step_impact(const ImpactProblem<room_of_many>& p, const SteppedImpactOptions& options) {
  return p.n <= 2 ? ImpulseSteps<at_most(2)>(p, options).solve()
                  : ImpulseSteps<at_most(room_of_many)>(p, options).solve();
}

}  // namespace carom::detail
