// SPDX-License-Identifier: Apache-2.0
// The Hopf bifurcation of an equilibrium in fixed modes: its frequency and first Lyapunov coefficient.
//
// Model     ẋ = F(x) in the independent coordinates x = (s − s*, ṡ), A = F′(0) with A q = iω q, Aᵀp = −iω p, ⟨p, q⟩ = 1,
//           B and C the second and third derivatives.
//   (1)  2 c₁ = ⟨p, C(q, q, q̄) − 2 B(q, A⁻¹B(q, q̄)) + B(q̄, (2iω − A)⁻¹B(q, q))⟩
//   (2)  on the centre manifold  ż = iω z + c₁ z|z|²,  so ṙ = a r³ for the amplitude r of the first coordinate,
//        a = Re c₁ / (4 |q_1|²)
//   a < 0: supercritical, the cycles are stable. With x = (φ − φ*, −φ̇/ω) in the plane, (2) is the coefficient of
//   guckenheimer_holmes_1983 (3.4.11).
// Method    The derivatives are exact, by nested dual numbers (base/dual.hpp).
// Source    kuznetsov_2004 section 5.4.
#pragma once

#include <Eigen/Core>

#include "carom/catalog/flow_map.hpp"

namespace carom::study {

struct HopfPoint {
  double omega = 0;           // 1/s
  double first_lyapunov = 0;  // a of (2), in 1/s by unit of the first coordinate squared
  double period = 0;          // s; of the cycles that are born
};

// F′ of the reduced motion.
Eigen::MatrixXd reduced_jacobian(const FlowMap& map, const Eigen::VectorXd& q, const std::vector<ContactMode>& modes);

HopfPoint hopf_point(const FlowMap& map, const Eigen::VectorXd& q, const std::vector<ContactMode>& modes);

}  // namespace carom::study
