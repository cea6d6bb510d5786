// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/wall_contact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/random.hpp"

namespace carom {
namespace {

// A wall with a peak and a valley; point 5 is of the disk.
struct Scene {
  std::vector<Point> r{{-2, 0}, {-1, 0.3}, {0, -0.2}, {1, 0.4}, {2, 0}, {0.3, 0.5}};
  WallContact contact{.disk = {5}, .wall = {0, 1, 2, 3, 4}, .a = 3, .V0 = 2, .cutoff = 2};

  WallDistance at(double p_x, double p_y) const {
    WallDistance distance;
    EXPECT_TRUE(wall_distance(contact, r, {p_x, p_y}, distance));
    return distance;
  }
};

TEST(WallContact, FlatWallPushesStraightUp) {
  const WallContact contact{.disk = {2}, .wall = {0, 1}, .a = 5, .V0 = 2, .cutoff = 1};
  const std::vector<Point> r{{0, 0}, {4, 0}, {1, 0.3}};
  std::vector<Point> forces(3);
  const double force = 5 * 2 * std::exp(-1.5);
  EXPECT_DOUBLE_EQ(add_contact_forces(contact, r, forces), force);
  EXPECT_DOUBLE_EQ(forces[2].y, force);
  EXPECT_DOUBLE_EQ(forces[0].y, -0.75 * force);
  EXPECT_DOUBLE_EQ(forces[1].y, -0.25 * force);
  EXPECT_EQ(forces[2].x, 0);
  EXPECT_DOUBLE_EQ(contact_energy(contact, r), 2 * std::exp(-1.5));
  EXPECT_EQ(contact_energy(contact, {{0, 0}, {4, 0}, {1, 1.01}}), 0);
}

TEST(WallContact, KnowsInsideFromOutsideAtPeaksAndValleys) {
  const Scene scene;
  EXPECT_GT(scene.at(-1, 0.5).l, 0);  // above the peak: nearest to its vertex
  EXPECT_EQ(scene.at(-1, 0.5).t, 0);
  EXPECT_NEAR(scene.at(-1, 0.5).l, 0.2, 1e-15);
  EXPECT_LT(scene.at(-1, 0.1).l, 0);  // below it
  EXPECT_LT(scene.at(0, -0.4).l, 0);  // below the valley: nearest to its vertex
  EXPECT_NEAR(scene.at(0, -0.4).l, -0.2, 1e-15);
  EXPECT_GT(scene.at(0, 0.1).l, 0);  // in it
  WallDistance none;
  EXPECT_FALSE(wall_distance(scene.contact, scene.r, {30, 0}, none));
}

TEST(WallContact, DistanceIsContinuousAlongAPathOverTheWall) {
  const Scene scene;
  for (const double height : {0.5, 0.1, -0.1, -0.5}) {
    double last = scene.at(-1.3, height).l;  // away from the ends, which count as peaks
    for (double x = -1.3; x < 1.3; x += 1e-4) {
      const double l = scene.at(x, height).l;
      EXPECT_LE(std::abs(l - last), 1.001e-4) << x << ' ' << height;
      last = l;
    }
  }
}

TEST(WallContact, ForcesAreTheGradientAndConserveMomenta) {
  Random random(6);
  for (int trial = 0; trial < 200; ++trial) {
    Scene scene;
    scene.r[5].x = random.uniform(-1.8, 1.8);
    scene.r[5].y = random.uniform(-0.3, 1);
    std::vector<Point> forces(6);
    add_contact_forces(scene.contact, scene.r, forces);
    double p_x = 0, p_y = 0, turning = 0;
    for (std::size_t i = 0; i < 6; ++i) {
      p_x += forces[i].x;
      p_y += forces[i].y;
      turning += scene.r[i].x * forces[i].y - scene.r[i].y * forces[i].x;
      const auto slope = [&](double& coordinate) {
        const double at = coordinate, h = 1e-6;
        coordinate = at + h;
        const double above = contact_energy(scene.contact, scene.r);
        coordinate = at - h;
        const double below = contact_energy(scene.contact, scene.r);
        coordinate = at;
        return (above - below) / (2 * h);
      };
      EXPECT_NEAR(forces[i].x, -slope(scene.r[i].x), 1e-7) << trial;
      EXPECT_NEAR(forces[i].y, -slope(scene.r[i].y), 1e-7) << trial;
    }
    EXPECT_NEAR(p_x, 0, 1e-13);
    EXPECT_NEAR(p_y, 0, 1e-13);
    EXPECT_NEAR(turning, 0, 1e-13);
  }
}

}  // namespace
}  // namespace carom
