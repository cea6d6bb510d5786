// SPDX-License-Identifier: Apache-2.0
// A chain of balls on a line: free, or a column above a floor.
//
// Model     Balls 1 … N from left to right with masses m_i and radii r_i at x_i; contact i between balls i and i + 1. A
//           column has a floor at x = 0 to the left of ball 1 and gravity towards it.
//   (1)  g_i = x_{i+1} − x_i − r_i − r_{i+1},   g_floor = x_1 − r_1
//   (2)  F_i = k_i δ^η_i in impacts, δ the deformation; between impacts see engine/line_motion.hpp
//   Without a stiffness of their own, Hertzian contacts of like balls have k_i ∝ √(r_i r_{i+1}/(r_i + r_{i+1})) (the floor:
//   √r_1), which only has to be right up to a common factor.
//
// Symbols   m mass [kg], r radius [m], x position [m], k stiffness [N/m^η], η exponent, e restitution.
// Source    liu_zhao_brogliato_2008a; hertz_1882.
// Limits    No friction, no rotation.
#pragma once

#include <cmath>
#include <vector>

#include "carom/engine/line_motion.hpp"

namespace carom {

struct ChainSettings {
  std::vector<double> mass, radius;    // kg, m; by ball
  std::vector<double> e, eta;          // by contact, the floor's first where there is one
  std::vector<double> stiffness = {};  // N/m^η; empty: by Hertz from the radii
  bool floor = false;
  double g = 0;    // m/s² towards the floor
  double gap = 0;  // m between the balls at the start
  double h0 = 0;   // m between floor and column at the start
  double v0 = 1;   // m/s: of the first ball, or of the whole column downwards
};

class Chain {
 public:
  explicit Chain(ChainSettings settings) : s_(std::move(settings)) {
    const std::size_t first = s_.floor ? 1 : 0, balls = s_.mass.size();
    if (s_.floor) line_.inverse_mass.push_back(0);
    for (double m : s_.mass) line_.inverse_mass.push_back(1 / m);
    line_.acceleration.assign(balls + first, -s_.g);
    if (s_.floor) line_.acceleration[0] = 0;
    const std::size_t contacts = balls + first - 1;
    line_.length = 0;
    for (double r : s_.radius) line_.length = std::max(line_.length, r);
    for (std::size_t c = 0; c < contacts; ++c) {
      const bool on_floor = s_.floor && c == 0;
      const double right = s_.radius[c + 1 - first], left = on_floor ? 0 : s_.radius[c - first];
      line_.distance.push_back(left + right);
      const double reduced = on_floor ? right : left * right / (left + right);
      line_.law.push_back({.e = s_.e[c],
                           .stiffness = s_.stiffness.empty() ? std::sqrt(reduced) : s_.stiffness[c],
                           .exponent = s_.eta[c]});
    }
  }

  const LineOfBodies& line() const { return line_; }
  const ChainSettings& settings() const { return s_; }
  int balls() const { return static_cast<int>(s_.mass.size()); }

  // Positions and velocities of the balls as those of the line, whose first body is the floor where there is one.
  std::vector<double> with_floor(std::vector<double> balls) const {
    if (s_.floor) balls.insert(balls.begin(), 0.0);
    return balls;
  }
  std::vector<double> without_floor(const std::vector<double>& bodies) const {
    return {bodies.begin() + (s_.floor ? 1 : 0), bodies.end()};
  }

  // In touch (spacing 0), or with the spacings of the start.
  std::vector<double> positions(double spacing, double height) const {
    std::vector<double> x;
    double edge = s_.floor ? height : -s_.radius.front();
    for (double r : s_.radius) {
      x.push_back(edge + r);
      edge = x.back() + r + spacing;
    }
    return x;
  }
  LineState initial_state() const {
    std::vector<double> v(s_.mass.size(), s_.floor ? -s_.v0 : 0.0);
    if (!s_.floor) v.front() = s_.v0;
    return {.t = 0, .x = with_floor(positions(s_.gap, s_.h0)), .v = with_floor(v)};
  }

 private:
  ChainSettings s_;
  LineOfBodies line_;
};

}  // namespace carom
