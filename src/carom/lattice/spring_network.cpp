// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/spring_network.hpp"

#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom {

std::uint32_t SpringNetwork::add_point(double point_mass) {
  if (!(point_mass > 0)) throw BadInput("the mass of a point must be above 0, got " + number_text(point_mass));
  mass.push_back(point_mass);
  inverse_mass.push_back(1 / point_mass);
  return static_cast<std::uint32_t>(mass.size() - 1);
}

void SpringNetwork::add_spring(std::uint32_t i, std::uint32_t j, double rest_length, double spring_k_a,
                               double spring_k_b) {
  if (i == j || i >= points() || j >= points())
    throw BadInput("a spring joins two points of the network, not " + std::to_string(i) + " and " + std::to_string(j));
  if (!(rest_length >= 0)) throw BadInput("a rest length must be at least 0, got " + number_text(rest_length));
  first.push_back(i);
  second.push_back(j);
  rest.push_back(rest_length);
  k_a.push_back(spring_k_a);
  k_b.push_back(spring_k_b);
  alike = alike && k_a.front() == spring_k_a && k_b.front() == spring_k_b;
}

LatticeState state_at_rest(const std::vector<double>& x, const std::vector<double>& y) {
  LatticeState state{.r = std::vector<Point>(x.size()), .v = std::vector<Point>(x.size())};
  for (std::size_t i = 0; i < x.size(); ++i) state.r[i] = {x[i], y[i]};
  return state;
}

void set_spring_forces(const SpringNetwork& network, const std::vector<Point>& r, std::vector<Point>& forces) {
  forces.assign(network.points(), {});
  add_spring_forces(network, r, forces);
}

double kinetic_energy(const SpringNetwork& network, const LatticeState& state) {
  double twice = 0;
  for (std::size_t i = 0; i < network.points(); ++i)
    twice += network.mass[i] * (state.v[i].x * state.v[i].x + state.v[i].y * state.v[i].y);
  return twice / 2;
}

LatticeMomentum momentum(const SpringNetwork& network, const LatticeState& state) {
  LatticeMomentum sum;
  for (std::size_t i = 0; i < network.points(); ++i) {
    const double p_x = network.mass[i] * state.v[i].x, p_y = network.mass[i] * state.v[i].y;
    sum.x += p_x;
    sum.y += p_y;
    sum.angular += state.r[i].x * p_y - state.r[i].y * p_x;
  }
  return sum;
}

}  // namespace carom
