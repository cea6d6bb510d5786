// SPDX-License-Identifier: Apache-2.0
// The flow map (flow_map.hpp) of a model known at run time: one for all of them, compiled once.
#pragma once

#include <memory>
#include <string>

#include "carom/catalog/flow_map.hpp"
#include "carom/catalog/model_instance.hpp"
#include "carom/engine/run_options.hpp"

namespace carom::study {

// `coordinate`: the name of the section's; `section`: another one than the instance's own.
std::unique_ptr<FlowMap> model_flow_map(const ModelInstance& instance, const RunOptions& options,
                                        const std::string& coordinate, const SectionChoice& section);

}  // namespace carom::study
