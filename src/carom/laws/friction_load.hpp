// SPDX-License-Identifier: Apache-2.0
// The load that a friction force is bound by.
//
// Model
//   (1)  |F_t| ≤ μ_s N at rest,  F_t = −μ N sign γ_t in slip, with
//        N = F_n of the contact itself                     own_load
//        N given as a function of time and state            given_load: a slider pressed on by a known force
//        N = F_n of another contact                         its number: rolling resistance, γ_t a rate of rotation, μ a length
// Symbols   F_n, F_t forces [N] (of rolling resistance F_t is a torque [N m]), N load [N].
// Limits    In impacts only friction under the contact's own load acts.
#pragma once

namespace carom {

inline constexpr int own_load = -1;
inline constexpr int given_load = -2;

}  // namespace carom
