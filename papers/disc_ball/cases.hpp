// SPDX-License-Identifier: Apache-2.0
// The nine experiments of the paper: inputs (Tables 1 to 3), and what Table 4 prints for each.
#pragma once

#include <array>
#include <string>

#include "carom/systems/disc_ball.hpp"

namespace carom::papers::disc_ball {

inline constexpr int first_case = 1, last_case = 9;

// Case 1 to 9 with the printed inputs.
DiscBallSettings settings_of(int number);

// Table 4 gives cases 2 to 9: mean of five trials with its extremes, and the paper's simulation.
struct Measurement {
  double mean = 0, plus = 0, minus = 0;
  double low() const { return mean - minus; }
  double high() const { return mean + plus; }
};
enum class Quantity { theta_dot, v1, v2 };
inline constexpr std::array<Quantity, 3> quantities{Quantity::theta_dot, Quantity::v1, Quantity::v2};
inline constexpr std::array<const char*, 3> quantity_names{"theta_dot", "v1", "v2"};
inline constexpr std::array<const char*, 3> quantity_symbols{"θ̇⁺", "v₁⁺", "v₂⁺"};
inline constexpr std::array<const char*, 3> quantity_units{"rad/s", "m/s", "m/s"};

Measurement measured_in(int number, Quantity quantity);
double simulated_in(int number, Quantity quantity);  // as printed

// "b = 2 mm, v_b = 0.275 m/s"
std::string describe(const DiscBallSettings& settings);

}  // namespace carom::papers::disc_ball
