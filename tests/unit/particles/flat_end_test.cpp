// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/flat_end.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/particles/rod_start.hpp"

namespace carom::particles {
namespace {

constexpr double deg = pi / 180;

template <class Vec, std::size_t n>
Vec lowest_of(const std::array<Vec, n>& points) {
  return *std::min_element(points.begin(), points.end(), [](Vec a, Vec b) { return a.z < b.z; });
}

TEST(FlatEnd, ItsLowestPointIsThatOfACylinder) {
  const Rod rod = make_rod(8);
  for (const double phi : {-80.0, -20.0, -1.0, 2.0, 7.0, 35.0, 89.0}) {
    const double s = std::sin(phi * deg), c = std::cos(phi * deg);
    // The levers of a flat rod: X = (l/2) sin φ − cos φ/2, Z = (l/2) cos φ + sin φ/2 for φ > 0.
    const Vec2 plane = lowest_of(edge_of_face(Vec2{s, c}, -4.0));
    EXPECT_NEAR(plane.x, std::copysign(0.5 * c, s) - 4 * s, 1e-13) << phi;
    EXPECT_NEAR(plane.z, -4 * c - 0.5 * std::abs(s), 1e-13) << phi;
    EXPECT_NEAR(-plane.z, reach_down(true, rod, c), 1e-13);
    const double azimuth = 1.1;
    const Vec3 space = lowest_of(edge_of_face(Vec3{s * std::cos(azimuth), s * std::sin(azimuth), c}, -4.0));
    EXPECT_NEAR(space.z, plane.z, 1e-13);
    EXPECT_NEAR(space.x, plane.x * std::cos(azimuth), 1e-13);
    EXPECT_NEAR(space.y, plane.x * std::sin(azimuth), 1e-13);
    // Every point is on the rim.
    for (const Vec3& p : edge_of_face(Vec3{s, 0, c}, 4.0)) {
      const Vec3 off = p - 4.0 * Vec3{s, 0, c};
      EXPECT_NEAR(dot(off, off), 0.25, 1e-13);
      EXPECT_NEAR(dot(off, Vec3{s, 0, c}), 0, 1e-13);
    }
  }
  EXPECT_DOUBLE_EQ(reach_down(false, rod, 1), 4);
}

RodOptions still(Ends ends) {
  RodOptions o;
  o.rod = make_rod(8);
  o.ends = ends;
  o.dt = 1e-4;
  o.drive.Gamma = 0;
  return o;
}

template <class Space>
RodState<Space> leaning(double phi, double depth, const RodOptions& o) {
  RodState<Space> state;
  state.resize(1);
  typename Space::Vec u{}, r{};
  u.x = std::sin(phi), u.z = std::cos(phi);
  r.z = reach_down(is_flat(o.ends, false), o.rod, u.z) - depth;
  Space::put(state.u, 0, u);
  Space::put(state.r, 0, r);
  return state;
}

// One step from rest: the force is Hertz's at the depth of the corner, the torque that of its lever.
TEST(FlatEnd, TheTorqueIsThatOfTheClosedForm) {
  RodOptions o = still(Ends::flat_below);
  o.gravity = 0;
  const double depth = 0.004, F_n = o.law.k_n * depth * std::sqrt(depth);
  for (const double phi : {3 * deg, 7 * deg, 20 * deg, 50 * deg}) {
    const double X = 4 * std::sin(phi) - 0.5 * std::cos(phi);
    RodSimulation<Planar> plane(o, leaning<Planar>(phi, depth, o));
    ASSERT_TRUE(plane.advance(1));
    EXPECT_NEAR(plane.state().w.of[0][0], o.dt / o.rod.inertia * F_n * X, 1e-14);
    EXPECT_NEAR(plane.state().v.of[1][0], o.dt / o.rod.mass * F_n, 1e-14);
    RodSimulation<Spatial> space(o, leaning<Spatial>(phi, depth, o));
    ASSERT_TRUE(space.advance(1));
    EXPECT_NEAR(space.state().w.of[1][0], o.dt / o.rod.inertia * F_n * X, 1e-14);
    EXPECT_NEAR(space.state().w.of[0][0], 0, 1e-14);
  }
}

// Upright on its face every point of the edge bears the same, and nothing turns.
TEST(FlatEnd, UprightItStandsOnAllPointsOfItsEdge) {
  RodOptions o = still(Ends::flat);
  o.gravity = 0;
  const double depth = 0.002, F_n = o.law.k_n * depth * std::sqrt(depth);
  RodSimulation<Planar> plane(o, leaning<Planar>(0, depth, o));
  RodSimulation<Spatial> space(o, leaning<Spatial>(0, depth, o));
  ASSERT_TRUE(plane.advance(1) && space.advance(1));
  EXPECT_NEAR(plane.state().v.of[1][0], 2 * o.dt / o.rod.mass * F_n, 1e-14);
  EXPECT_NEAR(space.state().v.of[2][0], 3 * o.dt / o.rod.mass * F_n, 1e-14);
  EXPECT_NEAR(plane.state().w.of[0][0], 0, 1e-15);
  for (const auto& component : space.state().w.of) EXPECT_NEAR(component[0], 0, 1e-15);
  EXPECT_EQ(space.contacts().plate, 1);
}

// (4) of flat_end.hpp: tan φ = 1/l, 7.13° for l = 8. A round end has no such angle.
TEST(FlatEnd, TipsOverItsEdgeBeyondOneOverTheLength) {
  const double tips = std::atan(1.0 / 8);
  for (const double off : {-0.5 * deg, 0.5 * deg}) {
    RodOptions o = still(Ends::flat_below);
    o.mu_plate = 1;
    RodSimulation<Planar> plane(o, leaning<Planar>(tips + off, 1e-4, o));
    RodSimulation<Spatial> space(o, leaning<Spatial>(tips + off, 1e-4, o));
    ASSERT_TRUE(plane.advance(80000) && space.advance(80000));
    const double phi = std::abs(std::asin(plane.state().u.of[0][0])), phi3 = std::acos(space.state().u.of[2][0]);
    if (off < 0) {
      EXPECT_LT(phi, tips);
      EXPECT_LT(phi3, tips);
    } else {
      EXPECT_GT(phi, 10 * deg);
      EXPECT_GT(phi3, 10 * deg);
    }
  }
  RodOptions round = still(Ends::round);
  round.mu_plate = 1;
  RodSimulation<Planar> rods(round, leaning<Planar>(1 * deg, 1e-4, round));
  ASSERT_TRUE(rods.advance(80000));
  EXPECT_GT(rods.state().u.of[0][0], std::sin(10 * deg));
}

// Without friction and damping the corners' springs are a potential.
template <class Space>
double largest_energy_error(Ends ends) {
  RodOptions o = still(ends);
  o.dt = 2e-5;
  o.mu_plate = 0;
  o.law.gamma_n = o.law.gamma_t = 0;
  RodState<Space> start = leaning<Space>(15 * deg, -0.3, o);
  RodSimulation<Space> rods(o, start);
  const double E = rods.energy().total();
  double worst = 0;
  for (int k = 0; k < 200; ++k) {
    EXPECT_TRUE(rods.advance(1000));
    worst = std::max(worst, std::abs(rods.energy().total() - E));
  }
  // What is exchanged: the fall to the plate and the turn.
  return worst / (o.rod.mass * 0.3);
}

TEST(FlatEnd, ConservesTheEnergyAsARoundOneDoes) {
  // Leapfrog at this step: contacts of 0.02 are a thousand steps, their errors 1e-4 of what is exchanged.
  for (const Ends ends : {Ends::round, Ends::flat, Ends::flat_below, Ends::flat_above}) {
    EXPECT_LT(largest_energy_error<Planar>(ends), 1e-3) << static_cast<int>(ends);
    EXPECT_LT(largest_energy_error<Spatial>(ends), 1e-3) << static_cast<int>(ends);
  }
}

RodOptions shaken_row(Ends ends) {
  RodOptions o = still(ends);
  o.drive = {.Gamma = 3.3, .Omega = 9.3234};
  o.container.period_x = 40 / std::cos(18 * deg);
  return o;
}

RodSimulation<Planar> ended_row(const RodOptions& o) {
  return {o, row_start({.N = 40, .period = o.container.period_x, .tilt = 18 * deg}, o)};
}

TEST(FlatEnd, ARowConservesHorizontalMomentumWithoutFrictionAtThePlateAndItsLedgerCloses) {
  for (const Ends ends : {Ends::round, Ends::flat_below}) {
    RodOptions o = shaken_row(ends);
    auto with_friction = ended_row(o);
    EXPECT_EQ(overlap_of(with_friction.state(), o), 0);
    o.mu_plate = 0;
    auto rods = ended_row(o);
    const auto momentum = [&] {
      double sum = 0;
      for (double v : rods.state().v.of[0]) sum += v;
      return sum;
    };
    const double before = momentum(), E = with_friction.energy().total();
    ASSERT_TRUE(rods.advance(40000) && with_friction.advance(40000));
    EXPECT_NEAR(momentum(), before, 1e-13);
    const RodEnergy e = with_friction.energy();
    const double gap = e.total() - E - e.drive_work + e.normal_loss + e.friction_loss;
    EXPECT_LT(std::abs(gap), 0.01 * (e.normal_loss + e.friction_loss)) << static_cast<int>(ends);
  }
}

TEST(FlatEnd, GoesOnFromItsSavedStateWithTheSameBits) {
  RodOptions o = still(Ends::flat_below);
  o.drive = {.Gamma = 3.3, .Omega = 9.591};
  o.container = {.walls = Walls::moving, .inner_radius = 5.7323, .outer_radius = 7.4409};
  o.mu_plate = 0.25;
  o.mu_plate_static = 0.36;
  o.mu_rod_static = 0.4;
  const RodState<Spatial> start = fallen_start({.N = 41, .tilt = 0.05}, o, 6.5);
  EXPECT_LT(overlap_of(start, o), 0.02);
  RodSimulation<Spatial> whole(o, start), part(o, start), later(o, start);
  ASSERT_TRUE(whole.advance(9001) && part.advance(4321));
  later.restore(part.saved());
  ASSERT_TRUE(later.advance(9001 - 4321));
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(later.state().r.of[c], whole.state().r.of[c]);
    EXPECT_EQ(later.state().w.of[c], whole.state().w.of[c]);
  }
  RodOptions round = o;
  round.ends = Ends::round;
  RodSimulation<Spatial> other(round, annulus_start({.N = 41, .tilt = 0.05}, round));
  EXPECT_ANY_THROW(other.restore(part.saved()));
}

// A rod that slides upright on its face: friction μ < 1/l does not tip it, and it stops after v²/2μg.
TEST(FlatEnd, ASlidingRodStopsWhereTheClosedFormHasIt) {
  RodOptions o = still(Ends::flat_below);
  o.mu_plate = 0.05;
  o.mu_plate_static = 0.36;
  RodState<Planar> start = leaning<Planar>(0, std::pow(0.5 * o.rod.mass / o.law.k_n, 2.0 / 3), o);
  start.v.of[0][0] = 0.5;
  RodSimulation<Planar> rods(o, start);
  ASSERT_TRUE(rods.advance(120000));
  EXPECT_NEAR(rods.state().r.of[0][0], 0.25 / (2 * 0.05), 0.02 * 2.5);
  EXPECT_NEAR(rods.state().v.of[0][0], 0, 1e-3);
}

}  // namespace
}  // namespace carom::particles
