// SPDX-License-Identifier: Apache-2.0
// Under which load friction acts: contacts, and elements that have friction but no normal direction.
//
// Model
//   (1)  stick: |z_t| ≤ μ_s N,   slip: z_t = −σ μ N
//   (2)  contact                       N = z_n, its own normal force
//        element that rides            N = z_n of the contact that it rides on; it is open where that is open
//        element under a given load    N ≥ 0 given; it is never open
//   A ball that resists rolling has an element that rides on its contact: γ_t is the rate of turning, z_t a torque, μ a
//   length. A slider pressed by a spring, or a joint with dry friction, is an element under a given load.
// Rows      An element has a column in B and a place in D and b_t. Its rows and columns in A, its row in B and its b_n are
//           zero. What may open is for contacts to say: `must_open` of an element is not asked.
// Units     ω_t of an element may be a turning rate, z_t a torque. With a the largest A_jj (without contacts: the largest D_jj),
//   (3)  ω_t / κ,   z_t κ,   κ = √(D_ii / a)
//           are what tolerances, measured in units of contacts, are compared with: power and energy stay what they are.
// Limits    An element rides on a contact, not on another element.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/base/dual.hpp"
#include "carom/laws/friction_load.hpp"

namespace carom {

template <int Max>
constexpr std::array<int, Max> own_loads() {
  std::array<int, Max> rides{};
  rides.fill(own_load);
  return rides;
}

template <class Problem>
bool has_normal(const Problem& p, int i) {
  return p.rides[i] == own_load;
}
template <class Problem>
bool is_rider(const Problem& p, int i) {
  return p.rides[i] >= 0;
}
template <class Problem>
bool has_elements(const Problem& p) {
  for (int i = 0; i < p.n; ++i)
    if (!has_normal(p, i)) return true;
  return false;
}

// N of (2).
template <class Problem, class Numbers>
const typename Numbers::Scalar& friction_load(const Problem& p, const Numbers& z_n, int i) {
  const int k = p.rides[i];
  return k == own_load ? z_n[i] : k == given_load ? p.load[i] : z_n[k];
}

// Is a set of modes possible for elements? Riders are open where their contact is, the others never.
template <class Problem, class Modes>
bool element_modes_agree(const Problem& p, const Modes& modes) {
  for (int i = 0; i < p.n; ++i) {
    if (has_normal(p, i)) continue;
    const bool loaded = !is_rider(p, i) || is_closed(modes[p.rides[i]]);
    if (is_closed(modes[i]) != loaded) return false;
  }
  return true;
}

// a of (3).
template <class Problem>
double reference_compliance(const Problem& p) {
  double contacts = 0, elements = 0;
  for (int i = 0; i < p.n; ++i)
    if (has_normal(p, i))
      contacts = std::max(contacts, value_of(p.A(i, i)));
    else
      elements = std::max(elements, value_of(p.D(i, i)));
  return contacts > 0 ? contacts : elements;
}

// κ of (3); 1 for contacts.
template <class Problem>
double tangential_unit(const Problem& p, int i, double a) {
  if (has_normal(p, i)) return 1;
  const double D = value_of(p.D(i, i));
  return D > 0 && a > 0 ? std::sqrt(D / a) : 1;
}

}  // namespace carom
