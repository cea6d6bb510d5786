// SPDX-License-Identifier: Apache-2.0
// Friction of any number of contacts at tangential rest whose normal forces are known: (3) of friction_under_load.hpp where
// its sets of modes are too many to be enumerated.
//
// Model
//   (1)  ω_t = b_t + D F_t,   stick: ω_t = 0, |F_t| ≤ μ_s F_n;   slip: F_t = −σ μ F_n, σ ω_t ≥ 0
//   (2)  as a contact set (contact_set.hpp):  ω_n,i = a_i z_n,i − a_i F_n,i,  no coupling of normal and tangential forces:
//        a closed contact has z_n = F_n, and none can be open
// Units     a_i F_n,i is the same for all, the largest D_jj F_n,k: a contact that bears little is not one that may open.
// Choice    That of contact_set.hpp: stick where stick is possible, as far as it is in reach.
// Numbers   Modes by values; then forces with the derivatives that the numbers carry.
// Symbols   as in friction_under_load.hpp.
// Limits    Loads above zero only. Beyond enumeration uniqueness is not proved.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

#include "carom/base/dual.hpp"
#include "carom/complementarity/contact_set.hpp"

namespace carom {

// Keeps its memory: after the largest problem has been solved once nothing is allocated.
template <class Real = double>
class KnownLoads {
 public:
  // A problem of n contacts, all zero.
  void resize(int n) { problem_.resize(n); }
  void set_contact(int i, const Real& F_n, const Real& b_t, double mu_s, double mu) {
    problem_.b_n[i] = F_n;
    problem_.b_t[i] = b_t;
    problem_.mu_s[i] = mu_s;
    problem_.mu[i] = mu;
  }
  void set_inertia(int i, int j, const Real& D) { problem_.D(i, j) = D; }

  // Modes and forces; false where no consistent set is known. `before`: the modes to start from, or none.
  bool choose(std::span<const ContactMode> before = {}) {
    state_loads();
    if constexpr (std::is_same_v<Real, double>) {
      const ContactSetSelection& found = solver_.select(problem_, before, {.preference = Preference::contact});
      if (!found.solved()) return false;
      forces_.assign(problem_.n, found.chosen);
      return true;
    } else {
      if (!values_.choose_values_of(problem_, before)) return false;
      return solver_.solve(problem_, values_.modes(), forces_);
    }
  }
  std::span<const ContactMode> modes() const {
    return std::span(forces_.modes).first(static_cast<std::size_t>(problem_.n));
  }
  const Real& force(int i) const { return forces_.z_t[i]; }
  double residual() const { return forces_.residual; }

  // The modes of a problem whose numbers carry derivatives.
  template <class Other>
  bool choose_values_of(const ContactSetProblem<Other>& p, std::span<const ContactMode> before) {
    resize(p.n);
    for (int i = 0; i < p.n; ++i) {
      set_contact(i, -value_of(p.b_n[i]) / value_of(p.A(i, i)), value_of(p.b_t[i]), value_of(p.mu_s[i]),
                  value_of(p.mu[i]));
      for (int j = 0; j < p.n; ++j) set_inertia(i, j, value_of(p.D(i, j)));
    }
    return choose(before);
  }

 private:
  // (2), with the loads that `set_contact` left in b_n.
  void state_loads() {
    ContactSetProblem<Real>& p = problem_;
    double load = 0, compliance = 0, rate = 0;
    for (int i = 0; i < p.n; ++i) {
      load = std::max(load, value_of(p.b_n[i]));
      compliance = std::max(compliance, value_of(p.D(i, i)));
      rate = std::max(rate, std::abs(value_of(p.b_t[i])));
    }
    if (!(compliance > 0)) compliance = 1;
    for (int i = 0; i < p.n; ++i) {
      const double unit = compliance * load / value_of(p.b_n[i]);
      p.A(i, i) = unit;
      p.b_n[i] *= -unit;
    }
    p.acceleration_tolerance = 1e-12 * std::max(compliance * load, rate);
    p.force_tolerance = p.acceleration_tolerance / compliance;
  }

  struct Nothing {};
  ContactSetProblem<Real> problem_;
  ContactSetSolver solver_;
  ContactSetForces<Real> forces_;
  [[no_unique_address]] std::conditional_t<std::is_same_v<Real, double>, Nothing, KnownLoads<double>> values_;
};

// One for every thread: a solver lives for an instant only, its memory for the next one. Nothing that is called while it
// is used comes back here.
template <class Real>
KnownLoads<Real>& known_loads_of_this_thread() {
  thread_local KnownLoads<Real> loads;
  return loads;
}

}  // namespace carom
