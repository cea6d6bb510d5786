// SPDX-License-Identifier: Apache-2.0
// An impact as a problem in contact space: velocities before it, the inertia seen by the contacts, and the laws; and the
// result with its certificate.
//
// Model
//   (1)  γ_n = γ_n⁻ + A P_n + B P_t,   γ_t = γ_t⁻ + Bᵀ P_n + D P_t     (configuration frozen, finite forces neglected)
//   (2)  W_compression = −∫ γ_n dP_n over γ_n < 0,   W_restitution = ∫ γ_n dP_n over γ_n > 0   (both ≥ 0)
//   (3)  energetic law:  W_restitution = e² (E_0 + W_compression)
//   (4)  friction work = ∫ γ_t dP_t ≤ 0
//   (5)  Δ(kinetic energy relative to the surfaces) = Σ (W_restitution − W_compression + friction work)
//
// Symbols   P impulses [N s], γ relative velocities [m/s], W, E energies [J], A, B, D Delassus blocks [1/kg].
// Source    liu_zhao_brogliato_2008 eqs 52–66.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "carom/base/dual.hpp"
#include "carom/base/vector.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom {

template <int Max, class Real = double>
struct ImpactProblem {
  int n = 0;
  Matrix<Max, Max, Real> A, B, D;        // leading n × n blocks
  Vector<Max, Real> v_n, v_t;            // γ_n⁻, γ_t⁻
  Vector<Max> E0 = Vector<Max>::Zero();  // energy stored at the contact before the impact
  std::array<ContactLaw, Max> law{};
};

// The modes a contact went through, in order; long sequences keep their first and last entries.
struct ModeSequence {
  static constexpr int capacity = 12;
  std::array<ContactMode, capacity> modes{};
  int size = 0;

  void append(ContactMode mode) {
    if (size > 0 && modes[size - 1] == mode) return;
    if (size == capacity) --size;
    modes[size++] = mode;
  }
};

enum class ImpactFailure { none, too_many_phases, step_underflow, not_finite, no_solution, law_has_no_answer };

constexpr std::string_view name(ImpactFailure failure) {
  switch (failure) {
    case ImpactFailure::none: return "none";
    case ImpactFailure::too_many_phases: return "the impact did not end within its phase limit";
    case ImpactFailure::step_underflow: return "the impulse step fell below rounding";
    case ImpactFailure::not_finite: return "the impact produced a number that is not finite";
    case ImpactFailure::no_solution: return "the impact equations have no consistent solution";
    case ImpactFailure::law_has_no_answer:
      return "Newton's law has no answer to a jam: a contact that does not approach has no normal velocity to "
             "restitute";
  }
  return "unknown";
}

template <int Max, class Real = double>
struct ImpactResult {
  using Numbers = Vector<Max, Real>;
  int n = 0;
  ImpactFailure failure = ImpactFailure::none;
  Numbers P_n = Numbers::Zero(), P_t = Numbers::Zero();
  Numbers v_n = Numbers::Zero(), v_t = Numbers::Zero();  // γ_n⁺, γ_t⁺
  Numbers W_compression = Numbers::Zero();
  Numbers W_restitution = Numbers::Zero();
  Numbers friction_work = Numbers::Zero();
  Numbers E_left = Numbers::Zero();  // still stored where a body has wedged itself in; (3) then holds without it
  std::array<ModeSequence, Max> sequence{};
  std::array<bool, Max> sticks{};  // ended in stick: γ_t⁺ is zero, not merely small
  bool indeterminate = false;      // another solution would have satisfied the law as well
  bool by_poisson = false;         // the flow of the energetic law found no end, and Poisson's law took its place
  int steps = 0;                   // phases of a closed form, steps of a flow
  double rest_speed = 0;           // where an impact died away: γ_n⁺ up to this was put to zero [m/s]
  // Certificate: largest violation of the law and of the friction cone, and of what holds by every law (certificate.hpp),
  // relative to the energies or to the fastest velocity of the impact.
  double residual = 0;
  // Kinetic energy relative to the surfaces that the law created [J]. Laws in impulses can; the energetic law cannot.
  double energy_gain = 0;
};

// The same for one contact in closed form.
template <class Real>
struct SingleImpactOf {
  Real v_n = 0.0, v_t = 0.0;  // γ⁺
  Real P_n = 0.0, P_t = 0.0;
  Real W_compression = 0.0, W_restitution = 0.0, friction_work = 0.0;
  double residual = 0;
  int phases = 0;
  bool sticks = false;
  bool resolved = true;
  ModeSequence sequence;
};
using SingleImpact = SingleImpactOf<double>;

}  // namespace carom
