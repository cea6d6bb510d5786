// SPDX-License-Identifier: Apache-2.0
// The impact of a chain of bodies on a line, for any number of bodies: the compliant flow of compliant_impact.hpp where the
// inertia couples neighbours only and there is no friction.
//
// Model     Body b moves with v_b, contact c lies between bodies c and c + 1 and deforms by x_c:
//   (1)  γ_c = v_{c+1} − v_c,   x_c′ = −γ_c/τ_c,     τ_c = 1 in compression, e_c² in expansion
//   (2)  F_c = k_c x_c^η_c,     m_b v_b′ = F_{b−1} − F_b                 (a wall is a body with 1/m = 0)
//   with the clock z = √x of one contact, as there. A wave occupies a few contacts at a time: only those between the first
//   and the last that are deformed, and two ahead of them, are computed.
//
// Symbols   v velocity [m/s], m mass [kg], x deformation, F force, P impulse [N s], W work [J].
// Source    liu_zhao_brogliato_2008; liu_zhao_brogliato_2008a for chains.
// Differs   Contacts ahead of a wave take part from the beginning: they have no start to be located.
// Limits    No friction. Bodies that never stop hitting one another (a ball caught between two) end as rest when what is
//           left is a billionth of the first speed; that level grows with the effort, to a ten-thousandth, and at the
//           limit of steps a hundredth is rest too. More than that is a failure.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "carom/impact/impact_options.hpp"
#include "carom/impact/impact_problem.hpp"

namespace carom {

struct ChainImpactProblem {
  std::vector<double> inverse_mass;  // 1/m_b [1/kg]; 0: a wall
  std::vector<double> v;             // m/s before the impact
  std::vector<ContactLaw> law;       // of contact c between bodies c and c + 1
  std::vector<bool> touching = {};   // contacts that take part; empty: all
  std::vector<double> E0 = {};       // J stored at the contacts before; empty: none
};

struct ChainImpactResult {
  ImpactFailure failure = ImpactFailure::none;
  std::vector<double> v;                                // m/s after it, by body
  std::vector<double> P, W_compression, W_restitution;  // by contact
  double rest_loss = 0;  // J: kinetic energy given up where an impact that dies away was put to rest
  long steps = 0, events = 0;
  double residual = 0;  // certificate: the law and what holds by every law (certificate.hpp), relative to the impact
};

// Velocities and energy from the impulses, as certificate.hpp has them.
double certificate(std::span<const double> inverse_mass, std::span<const double> v_minus,
                   const ChainImpactResult& result);

// One point of the flow, as a trace receives it; in SI units.
struct ChainSample {
  double s = 0;                        // s since the first touch
  std::span<const double> x, F, E, v;  // contacts: m, N, J; bodies: m/s
};

// Keeps its memory from one impact to the next.
class ChainImpact {
 public:
  ChainImpact();
  ~ChainImpact();
  ChainImpact(ChainImpact&&) noexcept;
  ChainImpact& operator=(ChainImpact&&) noexcept;

  const ChainImpactResult& solve(const ChainImpactProblem& problem, const CompliantImpactOptions& options = {},
                                 const std::function<void(const ChainSample&)>& trace = {});

 private:
  class Flow;
  std::unique_ptr<Flow> flow_;
};

}  // namespace carom
