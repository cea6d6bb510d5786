// SPDX-License-Identifier: Apache-2.0
// The engine for models known at run time and the derivative of its motions, compiled once, in this module.
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/model/any_mechanism.hpp"

namespace carom {

// Up to twelve coordinates and contacts, six constraints, sixteen events and thirty-two switches.
using AnyModel = AnyMechanism<12, 12, 6, 16, 32>;

extern template RunReport<AnyModel> run_event_driven(const AnyModel&, const State<AnyModel::dof>&, const RunOptions&,
                                                     AnyObserver<AnyModel>&);
extern template class TangentFlow<AnyModel>;

}  // namespace carom
