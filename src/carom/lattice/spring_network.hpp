// SPDX-License-Identifier: Apache-2.0
// Points of mass joined by springs, in the plane: energy, forces and what they conserve.
//
// Model     Spring s joins the points i and j; r = r_j − r_i, x = |r| − l:
//   (1)  V = ½ k_a x² + ¼ k_b x⁴
//   (2)  F_i = −F_j = (k_a x + k_b x³) r/|r|:  the gradient of (1), equal and opposite, along the spring
//   (3)  m_i r̈_i = Σ F_i; points that are held stay where they are
//           Without held points (2) conserves momentum Σ m v and angular momentum Σ m r × v.
// Symbols   k_a [m c²/R²], k_b [m c²/R⁴] spring constants, l rest length [R]; R, c, m units of length, velocity, mass.
// Source    kuninaka_hayakawa_2003 (4).
// Limits    Springs of no length have no direction: they pull nowhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace carom {

// Arrays of like things, one entry a point or a spring.
struct SpringNetwork {
  std::vector<double> mass = {};
  std::vector<double> inverse_mass = {};               // 0: held
  std::vector<std::uint32_t> first = {}, second = {};  // ends of a spring
  std::vector<double> rest = {};                       // l
  std::vector<double> k_a = {}, k_b = {};
  bool alike = true;  // all springs have the k_a and k_b of the first: half as much to read

  std::size_t points() const { return mass.size(); }
  std::size_t springs() const { return rest.size(); }

  std::uint32_t add_point(double point_mass = 1);
  // Throws BadInput unless i and j are two points and the rest length is not negative.
  void add_spring(std::uint32_t i, std::uint32_t j, double rest_length, double k_a, double k_b = 0);
  void hold(std::uint32_t point) { inverse_mass.at(point) = 0; }
};

struct Point {
  double x = 0, y = 0;
};

// Positions and velocities by pairs: a spring reads both coordinates of its ends, and pairs are read at once.
struct LatticeState {
  std::vector<Point> r = {}, v = {};
  double t = 0;
};

// A state at rest with as many points.
LatticeState state_at_rest(const std::vector<double>& x, const std::vector<double>& y);

double spring_energy(const SpringNetwork& network, const std::vector<Point>& r);  // (1)

// (2), set or added to what is there.
void set_spring_forces(const SpringNetwork& network, const std::vector<Point>& r, std::vector<Point>& forces);
void add_spring_forces(const SpringNetwork& network, const std::vector<Point>& r, std::vector<Point>& forces);

double kinetic_energy(const SpringNetwork& network, const LatticeState& state);

struct LatticeMomentum {
  double x = 0, y = 0;
  double angular = 0;  // about the origin
};
LatticeMomentum momentum(const SpringNetwork& network, const LatticeState& state);

}  // namespace carom
