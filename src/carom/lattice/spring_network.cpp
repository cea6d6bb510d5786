#include "carom/lattice/spring_network.hpp"

#include <cmath>
#include <string>
#include <utility>

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
}

LatticeState state_at_rest(std::vector<double> x, std::vector<double> y) {
  const std::size_t n = x.size();
  return {.x = std::move(x), .y = std::move(y), .v_x = std::vector<double>(n), .v_y = std::vector<double>(n)};
}

double spring_energy(const SpringNetwork& network, const std::vector<double>& x, const std::vector<double>& y) {
  double energy = 0;
  for (std::size_t s = 0; s < network.springs(); ++s) {
    const std::uint32_t i = network.first[s], j = network.second[s];
    const double dx = x[j] - x[i], dy = y[j] - y[i], stretch = std::sqrt(dx * dx + dy * dy) - network.rest[s];
    const double square = stretch * stretch;
    energy += square * (0.5 * network.k_a[s] + 0.25 * network.k_b[s] * square);  // (1)
  }
  return energy;
}

void add_spring_forces(const SpringNetwork& network, const std::vector<double>& x, const std::vector<double>& y,
                       PointForces& forces) {
  const std::size_t springs = network.springs();
  const std::uint32_t* const first = network.first.data();
  const std::uint32_t* const second = network.second.data();
  for (std::size_t s = 0; s < springs; ++s) {
    const std::uint32_t i = first[s], j = second[s];
    const double dx = x[j] - x[i], dy = y[j] - y[i], length = std::sqrt(dx * dx + dy * dy);
    if (length == 0) continue;
    const double stretch = length - network.rest[s];
    const double pull = stretch * (network.k_a[s] + network.k_b[s] * stretch * stretch) / length;  // (2)
    const double f_x = pull * dx, f_y = pull * dy;
    forces.x[i] += f_x;
    forces.y[i] += f_y;
    forces.x[j] -= f_x;
    forces.y[j] -= f_y;
  }
}

void set_spring_forces(const SpringNetwork& network, const std::vector<double>& x, const std::vector<double>& y,
                       PointForces& forces) {
  forces.x.assign(network.points(), 0);
  forces.y.assign(network.points(), 0);
  add_spring_forces(network, x, y, forces);
}

double kinetic_energy(const SpringNetwork& network, const LatticeState& state) {
  double twice = 0;
  for (std::size_t i = 0; i < network.points(); ++i)
    twice += network.mass[i] * (state.v_x[i] * state.v_x[i] + state.v_y[i] * state.v_y[i]);
  return twice / 2;
}

LatticeMomentum momentum(const SpringNetwork& network, const LatticeState& state) {
  LatticeMomentum sum;
  for (std::size_t i = 0; i < network.points(); ++i) {
    const double p_x = network.mass[i] * state.v_x[i], p_y = network.mass[i] * state.v_y[i];
    sum.x += p_x;
    sum.y += p_y;
    sum.angular += state.x[i] * p_y - state.y[i] * p_x;
  }
  return sum;
}

}  // namespace carom
