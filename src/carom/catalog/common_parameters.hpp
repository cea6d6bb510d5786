// SPDX-License-Identifier: Apache-2.0
// Parameters that many mechanisms have, with the same ranges and words.
#pragma once

#include <string>
#include <utility>

#include "carom/base/parameters.hpp"

namespace carom::study {

// A size: above 0.
inline ParameterSpec size_parameter(std::string name, double value, std::string unit, std::string meaning,
                                    double max = 1e3) {
  return {.name = std::move(name),
          .value = value,
          .unit = std::move(unit),
          .min = 0,
          .max = max,
          .min_open = true,
          .meaning = std::move(meaning)};
}
inline ParameterSpec mass_parameter(double value) { return size_parameter("m", value, "kg", "mass", 1e9); }
inline ParameterSpec gravity_parameter(double value) { return size_parameter("g", value, "m/s2", "gravity", 1e4); }

inline ParameterSpec restitution_parameter(std::string name, double value) {
  return {.name = std::move(name), .value = value, .min = 0, .max = 1, .meaning = "coefficient of restitution"};
}
inline ParameterSpec tangential_restitution_parameter() {
  return {.name = "eps_T", .value = 0, .min = 0, .max = 1, .meaning = "tangential restitution, by Poisson's law only"};
}
inline ParameterSpec friction_parameter(double value, std::string meaning = "slip friction") {
  return {.name = "mu", .value = value, .min = 0, .max = 100, .meaning = std::move(meaning)};
}
inline ParameterSpec static_friction_parameter() {
  return {.name = "mu_s", .min = 0, .max = 100, .meaning = "static friction", .follows = "mu"};
}

// A value of the start between −most and most; `what` it is follows the word "start:".
inline ParameterSpec start_parameter(std::string name, double value, std::string unit, double most, std::string what) {
  return {.name = std::move(name),
          .value = value,
          .unit = std::move(unit),
          .min = -most,
          .max = most,
          .meaning = "start: " + std::move(what),
          .of_start = true};
}

}  // namespace carom::study
