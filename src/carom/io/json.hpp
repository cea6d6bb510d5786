// SPDX-License-Identifier: Apache-2.0
// Results as JSON text, with the keys that other programs rely on; numbers in the shortest form that reads back the
// same. A number that has no value is null.
#pragma once

#include <string>

#include "carom/analysis/basins.hpp"
#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {

std::string to_json(const RunResult& result);
std::string to_json(const ImpactOutcome& outcome);
std::string to_json(const SystemCard& card);
std::string to_json(const OrbitResult& result);
std::string to_json(const ContinuationResult& result);
std::string to_json(const BifurcationResult& result);
std::string to_json(const BasinMap& map);

// One line a point; special points follow the branch, with their type.
std::string to_csv(const ContinuationResult& result, const std::vector<std::string>& coordinates);
// One line a point of the section.
std::string to_csv(const BifurcationResult& result);

}  // namespace carom::study
