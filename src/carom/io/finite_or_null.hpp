// SPDX-License-Identifier: Apache-2.0
// A number in JSON, which has none that are not finite: null stands for those.
#pragma once

#include <cmath>

#include <nlohmann/json.hpp>

namespace carom::study {

inline nlohmann::ordered_json finite_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

}  // namespace carom::study
