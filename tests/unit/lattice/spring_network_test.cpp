#include "carom/lattice/spring_network.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/random.hpp"
#include "carom/lattice/lattice_builders.hpp"

namespace carom {
namespace {

TEST(SpringNetwork, OneSpringPullsByItsStretch) {
  SpringNetwork network;
  network.add_point();
  network.add_point(2);
  network.add_spring(0, 1, 1, 10, 4);
  const std::vector<double> x{0, 1.2}, y{0, 1.6};  // length 2, stretch 1
  EXPECT_DOUBLE_EQ(spring_energy(network, x, y), 0.5 * 10 + 0.25 * 4);
  PointForces forces;
  set_spring_forces(network, x, y, forces);
  EXPECT_DOUBLE_EQ(forces.x[0], 14 * 0.6);
  EXPECT_DOUBLE_EQ(forces.y[0], 14 * 0.8);
  EXPECT_EQ(forces.x[1], -forces.x[0]);
  EXPECT_EQ(forces.y[1], -forces.y[0]);
  add_spring_forces(network, x, y, forces);
  EXPECT_DOUBLE_EQ(forces.x[0], 2 * 14 * 0.6);
}

TEST(SpringNetwork, ForcesAreTheGradientOfTheEnergy) {
  LatticeBody body = random_disk({.N = 60, .delta = 0.05, .k_a = 3, .k_b = 50}, Random(1));
  Random random(2);
  for (double& x : body.x) x += random.normal(0, 0.05);
  for (double& y : body.y) y += random.normal(0, 0.05);
  PointForces forces;
  set_spring_forces(body.network, body.x, body.y, forces);
  const double h = 1e-4;
  for (std::size_t i = 0; i < body.x.size(); ++i) {
    // Differences of order 4.
    const auto slope = [&](double& coordinate) {
      const double at = coordinate;
      const auto energy = [&](double by) {
        coordinate = at + by;
        return spring_energy(body.network, body.x, body.y);
      };
      const double value = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
      coordinate = at;
      return value;
    };
    EXPECT_NEAR(forces.x[i], -slope(body.x[i]), 1e-9);
    EXPECT_NEAR(forces.y[i], -slope(body.y[i]), 1e-9);
  }
}

TEST(SpringNetwork, ASpringOfNoLengthPullsNowhere) {
  SpringNetwork network;
  network.add_point();
  network.add_point();
  network.add_spring(0, 1, 1, 1);
  PointForces forces;
  set_spring_forces(network, {0, 0}, {0, 0}, forces);
  EXPECT_EQ(forces.x[0], 0);
  EXPECT_EQ(spring_energy(network, {0, 0}, {0, 0}), 0.5);
}

TEST(SpringNetwork, SumsMomenta) {
  SpringNetwork network;
  network.add_point(1);
  network.add_point(3);
  const LatticeState state{.x = {1, 0}, .y = {0, 2}, .v_x = {0, -1}, .v_y = {2, 0}};
  const LatticeMomentum sum = momentum(network, state);
  EXPECT_EQ(sum.x, -3);
  EXPECT_EQ(sum.y, 2);
  EXPECT_EQ(sum.angular, 2 + 6);
  EXPECT_EQ(kinetic_energy(network, state), 0.5 * 4 + 1.5);
}

TEST(SpringNetwork, RefusesWhatIsNoSpring) {
  SpringNetwork network;
  network.add_point();
  network.add_point();
  EXPECT_THROW(network.add_point(0), BadInput);
  EXPECT_THROW(network.add_spring(0, 0, 1, 1), BadInput);
  EXPECT_THROW(network.add_spring(0, 2, 1, 1), BadInput);
  EXPECT_THROW(network.add_spring(0, 1, -1, 1), BadInput);
}

}  // namespace
}  // namespace carom
