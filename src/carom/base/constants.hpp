// SPDX-License-Identifier: Apache-2.0
// Numeric constants, each written once.
#pragma once

namespace carom {

inline constexpr double pi = 3.141592653589793238462643383279502884;
inline constexpr double two_pi = 2 * pi;
inline constexpr double deg = pi / 180;  // one degree in radians: 5 * deg is what "5deg" is read as
inline constexpr double gravity = 9.81;  // m/s², the value of the papers (not the conventional 9.80665)

}  // namespace carom
