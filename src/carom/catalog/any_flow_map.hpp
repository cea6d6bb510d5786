// SPDX-License-Identifier: Apache-2.0
// The flow map (flow_map.hpp) of models known at run time: one for all of them, compiled once (any_model.cpp).
#pragma once

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/mechanism_flow_map.hpp"

namespace carom::study {

extern template class MechanismFlowMap<ModelSection<AnyModel>>;

}  // namespace carom::study
