// SPDX-License-Identifier: Apache-2.0
// Branches of the impact oscillator, asked for in a line.
#pragma once

#include <cmath>
#include <vector>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"

namespace carom::test {

inline const study::System& oscillator() { return study::system("impact-oscillator"); }

inline study::OrbitRequest with(const study::System& system, const std::vector<const char*>& assignments) {
  study::OrbitRequest request{.parameters = system.defaults()};
  for (const char* assignment : assignments) request.parameters.assign(assignment);
  return request;
}

inline study::ContinuationResult branch(study::BranchKind kind, const char* parameter, double from, double to,
                                        const std::vector<const char*>& assignments = {}, double settle = 60) {
  study::ContinuationRequest request{.start = with(oscillator(), assignments)};
  request.start.settle = settle;
  request.kind = kind;
  request.parameter = parameter;
  request.from = from;
  request.to = to;
  return study::follow_branch(oscillator(), request);
}

// The first special point of a kind; NaN if there is none.
inline double at(const study::ContinuationResult& result, study::SpecialKind kind) {
  for (const study::SpecialPoint& point : result.special)
    if (point.kind == kind) return point.parameter;
  return std::nan("");
}

}  // namespace carom::test
