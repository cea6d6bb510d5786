// SPDX-License-Identifier: Apache-2.0
// Flow maps (flow_map.hpp) of one system with any values of its parameters.
#pragma once

#include <functional>
#include <memory>

#include "carom/base/parameters.hpp"

namespace carom::study {

class FlowMap;

// Throws BadInput where the parameters leave the model.
using FlowMapFactory = std::function<std::unique_ptr<FlowMap>(const Parameters&)>;

}  // namespace carom::study
