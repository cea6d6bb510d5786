// SPDX-License-Identifier: Apache-2.0
// What the branches of equilibria and of orbits have in common.
#pragma once

#include <atomic>
#include <memory>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/flow_map.hpp"
#include "carom/observe/regime_watch.hpp"

namespace carom::study {

// The map with the varied parameter at a value.
std::unique_ptr<FlowMap> map_with(const FlowMapFactory& factory, const ContinuationRequest& request, double parameter);

// Why the parameter cannot go on in a direction (±1) from a value: the refusal of the model; empty if it can.
std::string model_ends(const FlowMapFactory& factory, const ContinuationRequest& request, double parameter,
                       double travel);

// A branch that has all the points it may have says so.
void say_if_cut(const ContinuationRequest& request, ContinuationResult& result);

inline bool stopped(const std::atomic<bool>* interrupt) {
  return interrupt && interrupt->load(std::memory_order_relaxed);
}

ContinuationResult follow_equilibria(const FlowMapFactory& factory, const ContinuationRequest& request);
ContinuationResult follow_orbits(const FlowMapFactory& factory, const ContinuationRequest& request);

}  // namespace carom::study
