// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/closest_points.hpp"

#include <gtest/gtest.h>

#include "carom/base/random.hpp"

namespace carom::particles {
namespace {

// The least distance by a fine search over both segments.
template <class Vec>
double searched(Vec d, Vec u1, Vec u2, double H) {
  double least = 1e300;
  double a0 = 0, b0 = 0, width = H;
  for (int round = 0; round < 40; ++round) {
    double a_best = a0, b_best = b0;
    for (int i = -4; i <= 4; ++i)
      for (int j = -4; j <= 4; ++j) {
        const double a = clamped(a0 + i * width / 4, H), b = clamped(b0 + j * width / 4, H);
        const Vec g = d + a * u1 - b * u2;
        if (dot(g, g) < least) {
          least = dot(g, g);
          a_best = a;
          b_best = b;
        }
      }
    a0 = a_best;
    b0 = b_best;
    width *= 0.7;
  }
  return std::sqrt(least);
}

TEST(ClosestPoints, OfCrossedAxesInSpaceAreWhereThePerpendicularMeetsThem) {
  const ClosestPoints at = closest_points(Vec3{0.3, -0.2, 0.9}, Vec3{1, 0, 0}, Vec3{0, 1, 0}, 4);
  EXPECT_DOUBLE_EQ(at.a, -0.3);
  EXPECT_DOUBLE_EQ(at.b, -0.2);
  EXPECT_NEAR(at.distance_squared, 0.81, 1e-15);
}

TEST(ClosestPoints, OfParallelsIsTheMiddleOfTheStretchInEitherOrder) {
  const Vec3 u{0, 0.6, 0.8};
  const Vec3 across{1, 0, 0};
  const Vec3 d = 1.1 * across + 3.0 * u;  // beside each other from a = −4 to 1
  const ClosestPoints one = closest_points(d, u, u, 4), other = closest_points(-1.0 * d, u, u, 4);
  EXPECT_NEAR(one.a, -1.5, 1e-14);
  EXPECT_NEAR(one.b, 1.5, 1e-14);
  EXPECT_NEAR(other.a, one.b, 1e-14);
  EXPECT_NEAR(other.b, one.a, 1e-14);
  EXPECT_NEAR(one.distance_squared, 1.21, 1e-14);
  const Vec2 w{0.6, 0.8}, side{0.8, -0.6};
  const ClosestPoints flat = closest_points(1.1 * side + 3.0 * w, w, -1.0 * w, 4);
  EXPECT_NEAR(flat.a, -1.5, 1e-14);
  EXPECT_NEAR(flat.b, -1.5, 1e-14);
  EXPECT_NEAR(flat.distance_squared, 1.21, 1e-14);
}

TEST(ClosestPoints, OfParallelsEndToEndAreTheEnds) {
  const Vec3 u{0, 0, 1};
  const ClosestPoints at = closest_points(Vec3{0, 0, 9}, u, u, 4);
  EXPECT_EQ(at.a, -4);
  EXPECT_EQ(at.b, 4);
  EXPECT_DOUBLE_EQ(at.distance_squared, 1);
}

TEST(ClosestPoints, AreTheMinimumForRandomSegments) {
  Random random(5);
  for (int k = 0; k < 2000; ++k) {
    const double H = random.uniform(0, 5);
    Vec3 u1{random.normal(), random.normal(), random.normal()}, u2{random.normal(), random.normal(), random.normal()};
    u1 = (1 / std::sqrt(dot(u1, u1))) * u1;
    u2 = (1 / std::sqrt(dot(u2, u2))) * u2;
    const Vec3 d{random.uniform(-6, 6), random.uniform(-6, 6), random.uniform(-6, 6)};
    EXPECT_NEAR(std::sqrt(closest_points(d, u1, u2, H).distance_squared), searched(d, u1, u2, H), 1e-5);
  }
}

TEST(ClosestPoints, OfThePlaneAreThoseOfSpaceUnlessTheAxesCross) {
  Random random(6);
  int compared = 0;
  for (int k = 0; k < 5000; ++k) {
    const double a = random.uniform(-3, 3), b = random.uniform(-3, 3), H = random.uniform(0, 5);
    const Vec2 u1{std::sin(a), std::cos(a)}, u2{std::sin(b), std::cos(b)};
    const Vec2 d{random.uniform(-6, 6), random.uniform(-6, 6)};
    const ClosestPoints space = closest_points(Vec3{d.x, 0, d.z}, Vec3{u1.x, 0, u1.z}, Vec3{u2.x, 0, u2.z}, H);
    if (space.distance_squared < 1e-12) continue;
    EXPECT_NEAR(closest_points(d, u1, u2, H).distance_squared, space.distance_squared, 1e-10);
    ++compared;
  }
  EXPECT_GT(compared, 2000);
}

}  // namespace
}  // namespace carom::particles
