// SPDX-License-Identifier: Apache-2.0
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
  const std::vector<Point> r{{0, 0}, {1.2, 1.6}};  // length 2, stretch 1
  EXPECT_DOUBLE_EQ(spring_energy(network, r), 0.5 * 10 + 0.25 * 4);
  std::vector<Point> forces;
  set_spring_forces(network, r, forces);
  EXPECT_DOUBLE_EQ(forces[0].x, 14 * 0.6);
  EXPECT_DOUBLE_EQ(forces[0].y, 14 * 0.8);
  EXPECT_EQ(forces[1].x, -forces[0].x);
  EXPECT_EQ(forces[1].y, -forces[0].y);
  add_spring_forces(network, r, forces);
  EXPECT_DOUBLE_EQ(forces[0].x, 2 * 14 * 0.6);
}

TEST(SpringNetwork, ForcesAreTheGradientOfTheEnergy) {
  LatticeBody body = random_disk({.N = 60, .delta = 0.05, .k_a = 3, .k_b = 50}, Random(1));
  Random random(2);
  std::vector<Point> r = state_at_rest(body.x, body.y).r;
  for (Point& p : r) p = {p.x + random.normal(0, 0.05), p.y + random.normal(0, 0.05)};
  std::vector<Point> forces;
  set_spring_forces(body.network, r, forces);
  const double h = 1e-4;
  for (std::size_t i = 0; i < body.x.size(); ++i) {
    // Differences of order 4.
    const auto slope = [&](double& coordinate) {
      const double at = coordinate;
      const auto energy = [&](double by) {
        coordinate = at + by;
        return spring_energy(body.network, r);
      };
      const double value = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
      coordinate = at;
      return value;
    };
    EXPECT_NEAR(forces[i].x, -slope(r[i].x), 1e-9);
    EXPECT_NEAR(forces[i].y, -slope(r[i].y), 1e-9);
  }
}

// Four at a time and one at a time are the same arithmetic.
TEST(SpringNetwork, ForcesDoNotDependOnHowManySpringsFollow) {
  const LatticeBody body = random_disk({.N = 60, .delta = 0.05, .k_a = 3, .k_b = 50}, Random(1));
  std::vector<Point> r = state_at_rest(body.x, body.y).r, all, one_by_one(r.size());
  Random random(3);
  for (Point& p : r) p = {p.x + random.normal(0, 0.05), p.y + random.normal(0, 0.05)};
  set_spring_forces(body.network, r, all);
  for (std::size_t s = 0; s < body.network.springs(); ++s) {
    SpringNetwork single;
    for (std::size_t i = 0; i < r.size(); ++i) single.add_point();
    single.add_spring(body.network.first[s], body.network.second[s], body.network.rest[s], 3, 50);
    add_spring_forces(single, r, one_by_one);
  }
  for (std::size_t i = 0; i < r.size(); ++i) {
    EXPECT_EQ(all[i].x, one_by_one[i].x);
    EXPECT_EQ(all[i].y, one_by_one[i].y);
  }
}

TEST(SpringNetwork, ASpringOfNoLengthPullsNowhere) {
  SpringNetwork network;
  network.add_point();
  network.add_point();
  for (int k = 0; k < 5; ++k) network.add_spring(0, 1, 1, 1);
  std::vector<Point> forces;
  set_spring_forces(network, {{0, 0}, {0, 0}}, forces);
  EXPECT_EQ(forces[0].x, 0);
  EXPECT_EQ(spring_energy(network, {{0, 0}, {0, 0}}), 2.5);
}

TEST(SpringNetwork, SumsMomenta) {
  SpringNetwork network;
  network.add_point(1);
  network.add_point(3);
  const LatticeState state{.r = {{1, 0}, {0, 2}}, .v = {{0, 2}, {-1, 0}}};
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
