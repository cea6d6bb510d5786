// SPDX-License-Identifier: Apache-2.0
#include "carom/particles/rod_simulation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/particles/rod_start.hpp"
#include "support/counted_allocations.hpp"

namespace carom::particles {
namespace {

RodOptions row_options(double degrees = 18) {
  RodOptions o;
  o.dt = 1e-4;
  o.drive.Omega = 9.3234;
  o.container.period_x = 40 / std::cos(degrees * pi / 180);
  return o;
}

RodSimulation<Planar> row(const RodOptions& o, std::uint64_t seed = 1) {
  return {
      o, row_start(
             {.N = 40, .period = o.container.period_x, .tilt = std::acos(40 / o.container.period_x), .seed = seed}, o)};
}

RodOptions annulus_options() {
  RodOptions o;
  o.rod = make_rod(8);
  o.dt = 1e-4;
  o.drive.Omega = 9.591;
  o.container = {.walls = Walls::moving, .inner_radius = 5.7323, .outer_radius = 7.4409};
  return o;
}

template <class Space>
std::vector<double> flat(const RodState<Space>& state) {
  std::vector<double> all;
  for (const auto* array : {&state.r, &state.u, &state.v})
    for (const auto& component : array->of) all.insert(all.end(), component.begin(), component.end());
  for (const auto& component : state.w.of) all.insert(all.end(), component.begin(), component.end());
  return all;
}

TEST(RodSimulation, FreeFlightIsAParabolaAndASteadyTurn) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::gear}) {
    RodOptions o;
    o.dt = 1e-3;
    o.drive.Gamma = 0;
    o.integrator = integrator;
    RodState<Spatial> start;
    start.resize(1);
    Spatial::put(start.r, 0, {0, 0, 20});
    Spatial::put(start.u, 0, {0, 0, 1});
    Spatial::put(start.v, 0, {1, -2, 3});
    Spatial::put(start.w, 0, {0, 0.5, 0});
    RodSimulation<Spatial> rods(o, start);
    ASSERT_TRUE(rods.advance(2000));
    const Vec3 r = Spatial::at(rods.state().r, 0), u = Spatial::at(rods.state().u, 0);
    EXPECT_NEAR(r.x, 2, 1e-12);
    EXPECT_NEAR(r.y, -4, 1e-12);
    EXPECT_NEAR(r.z, 20 + 6 - 2, 1e-9);
    EXPECT_NEAR(u.x, std::sin(1.0), 1e-7);
    EXPECT_NEAR(u.z, std::cos(1.0), 1e-7);
    EXPECT_NEAR(dot(u, u), 1, 1e-13);
  }
}

// A top: with a rotation about its own axis a rod that is turned across precesses instead of keeping its plane.
TEST(RodSimulation, SpinAboutTheAxisKeepsTheAngularMomentumInFlight) {
  RodOptions o;
  o.dt = 1e-4;
  o.gravity = 0;
  o.plate = false;
  o.spin = true;
  RodState<Spatial> start;
  start.resize(1);
  Spatial::put(start.u, 0, {0, 0, 1});
  Spatial::put(start.w, 0, {0.3, 0, 0});
  start.sigma = {40.0};
  RodSimulation<Spatial> rods(o, start);
  const auto angular = [&] {
    const Vec3 u = Spatial::at(rods.state().u, 0), w = Spatial::at(rods.state().w, 0);
    return o.rod.inertia * w + o.rod.spin_inertia * rods.state().sigma[0] * u;
  };
  const Vec3 L0 = angular();
  ASSERT_TRUE(rods.advance(50000));
  const Vec3 change = angular() - L0;
  EXPECT_LT(std::sqrt(dot(change, change)), 2e-3 * std::sqrt(dot(L0, L0)));
  EXPECT_GT(std::abs(Spatial::at(rods.state().u, 0).y) + std::abs(Spatial::at(rods.state().u, 0).x), 0.01);
}

TEST(RodSimulation, ConservesHorizontalMomentumWithoutFrictionAtThePlate) {
  RodOptions o = row_options();
  o.mu_plate = 0;
  auto rods = row(o);
  const auto momentum = [&] {
    double sum = 0;
    for (double v : rods.state().v.of[0]) sum += v;
    return sum;
  };
  const double before = momentum();
  ASSERT_TRUE(rods.advance(40000));
  EXPECT_NEAR(momentum(), before, 1e-13);
}

TEST(RodSimulation, DoesNotDependOnTheNumberOfThreads) {
  std::vector<double> first;
  RodEnergy energy;
  struct Way {
    int threads;
    Sharing sharing;
  };
  for (const auto& [threads, sharing] :
       {Way{1, Sharing::always}, Way{2, Sharing::always}, Way{5, Sharing::always}, Way{2, Sharing::where_it_pays}}) {
    RodOptions o;
    o.dt = 1e-4;
    o.drive.Omega = 9.3234;
    o.threads = threads;
    o.sharing = sharing;
    RodState<Spatial> start = bed_start({.N = 700, .tilt = 0.35, .spacing = 1.03, .jitter = 0.5}, o);
    ASSERT_EQ(overlap_of(start, o), 0);
    RodSimulation<Spatial> rods(o, start);
    rods.record_collisions(true);
    ASSERT_TRUE(rods.advance(6000)) << rods.failure();
    EXPECT_GT(rods.list_builds(), 2);
    if (threads == 1) {
      first = flat(rods.state());
      energy = rods.energy();
      EXPECT_GT(rods.contacts().rods, 50);
      EXPECT_GT(rods.contacts().plate, 10);
    } else {
      EXPECT_EQ(flat(rods.state()), first) << threads << " threads";
      EXPECT_EQ(rods.energy().friction_loss, energy.friction_loss);
      EXPECT_EQ(rods.energy().drive_work, energy.drive_work);
    }
  }
}

TEST(RodSimulation, DoesNotDependOnTheSkin) {
  RodOptions o = row_options();
  auto usual = row(o);
  o.skin = 0.6;
  auto wide = row(o);
  ASSERT_TRUE(usual.advance(20000) && wide.advance(20000));
  EXPECT_GT(usual.list_builds(), wide.list_builds());
  EXPECT_EQ(flat(usual.state()), flat(wide.state()));
}

TEST(RodSimulation, GoesOnFromItsSavedStateWithTheSameBits) {
  for (const bool spin : {false, true}) {
    RodOptions o = annulus_options();
    o.spin = spin;
    const RodState<Spatial> start = annulus_start({.N = 44, .tilt = 0.05}, o);
    RodSimulation<Spatial> whole(o, start), part(o, start), later(o, start);
    whole.record_collisions(true);
    part.record_collisions(true);
    ASSERT_TRUE(whole.advance(9001));
    ASSERT_TRUE(part.advance(4321));
    later.restore(part.saved());
    EXPECT_EQ(later.steps(), 4321);
    ASSERT_TRUE(later.advance(9001 - 4321));
    EXPECT_EQ(flat(later.state()), flat(whole.state()));
    EXPECT_EQ(later.energy().total(), whole.energy().total());
    EXPECT_EQ(later.energy().friction_loss, whole.energy().friction_loss);
    EXPECT_EQ(later.collisions().size(), whole.collisions().size());
  }
}

TEST(RodSimulation, RefusesASavedStateThatIsNotItsOwn) {
  const RodOptions o = row_options();
  auto rods = row(o);
  rods.advance(100);
  const std::vector<double> before = flat(rods.state());
  const std::string bytes = rods.saved();
  EXPECT_THROW(rods.restore(bytes.substr(0, bytes.size() / 2)), BadInput);
  EXPECT_THROW(rods.restore(bytes + "x"), BadInput);
  EXPECT_THROW(rods.restore(""), BadInput);
  RodOptions gear = o;
  gear.integrator = Integrator::gear;
  auto other = row(gear);
  EXPECT_THROW(rods.restore(other.saved()), BadInput);
  const RodOptions a = annulus_options();
  RodSimulation<Spatial> ring(a, annulus_start({.N = 40, .tilt = 0.05}, a));
  EXPECT_THROW(rods.restore(ring.saved()), BadInput);
  EXPECT_EQ(flat(rods.state()), before);
}

TEST(RodSimulation, AllocatesNothingWhileItSteps) {
  RodOptions o = row_options();
  auto rods = row(o);
  ASSERT_TRUE(rods.advance(60000));  // long enough for every buffer to have seen its largest list
  const long before = allocations;
  ASSERT_TRUE(rods.advance(25000));  // a million rod-steps
  EXPECT_EQ(allocations, before);
  const RodOptions a = annulus_options();
  RodSimulation<Spatial> ring(a, annulus_start({.N = 50, .tilt = 0.05}, a));
  ASSERT_TRUE(ring.advance(60000));
  const long ring_before = allocations;
  ASSERT_TRUE(ring.advance(20000));
  EXPECT_EQ(allocations, ring_before);
}

TEST(RodSimulation, TakesLessThanAKilobyteARod) {
  RodOptions o;
  o.dt = 1e-4;
  o.drive.Omega = 9.3234;
  o.threads = 2;
  RodSimulation<Spatial> rods(o, bed_start({.N = 5000, .tilt = 0.35}, o));
  ASSERT_TRUE(rods.advance(300));
  EXPECT_LT(rods.bytes(), 1000u * rods.size());
}

TEST(RodSimulation, SaysWhenARodOutrunsItsNeighbours) {
  RodOptions o = row_options();
  RodState<Planar> start = row_start({.N = 40, .period = o.container.period_x, .tilt = 0.3}, o);
  start.v.of[0][3] = 5000;
  RodSimulation<Planar> rods(o, start);
  EXPECT_FALSE(rods.advance(1000));
  EXPECT_NE(rods.failure().find("half the skin"), std::string::npos) << rods.failure();
  EXPECT_FALSE(rods.advance(1));
  start.v.of[0][3] = std::nan("");
  RodSimulation<Planar> lost(o, start);
  EXPECT_FALSE(lost.advance(1000));
  EXPECT_NE(lost.failure().find("finite"), std::string::npos) << lost.failure();
}

TEST(RodSimulation, RecordsCollisionsWithWhatWentOnInThem) {
  RodOptions o;
  o.dt = 2e-5;
  o.drive.Gamma = 0;
  o.gravity = 0;
  o.mu_plate = 0.4;
  RodSimulation<Planar> rods(o, single_start({.tilt = 40 * pi / 180, .c_x = 0.35, .c_z = -0.7}, o));
  rods.record_collisions(true);
  ASSERT_TRUE(rods.advance(3000));
  ASSERT_EQ(rods.collisions().size(), 1u);
  const PlateCollision& c = rods.collisions().front();
  EXPECT_EQ(c.rod, 0);
  EXPECT_FALSE(c.upper);
  EXPECT_NEAR(c.before.tilt, 40 * pi / 180, 1e-3);
  EXPECT_DOUBLE_EQ(c.before.c_x, 0.35);
  EXPECT_NEAR(c.before.u, 0.35, 1e-12);
  EXPECT_NEAR(c.before.v, -0.7, 1e-12);
  EXPECT_EQ(regime(c), CollisionRegime::slip_reversal);
  EXPECT_GT(c.energy_ratio(), 0.3);
  EXPECT_LT(c.energy_ratio(), 1);
  EXPECT_NEAR(c.restitution(), -c.after.v / c.before.v, 1e-15);
  // What the rod lost is what the ledger says.
  const RodEnergy e = rods.energy();
  EXPECT_NEAR(e.kinetic + e.normal_loss + e.friction_loss, 0.5 * o.rod.mass * (0.35 * 0.35 + 0.7 * 0.7), 0.01);
}

// A dashpot that may not pull takes no more than the spring has: the ledger still closes.
TEST(RodSimulation, TheLedgerClosesWithoutPull) {
  for (const bool clamp : {false, true}) {
    RodOptions o;
    o.drive.Gamma = 0;
    o.gravity = 0;
    o.mu_plate = 0;
    o.law.gamma_n = 2000;
    o.law.clamp = clamp;
    RodSimulation<Planar> rods(o, single_start({.tilt = 20 * pi / 180, .c_z = -1}, o));
    ASSERT_TRUE(rods.advance(5000));
    const RodEnergy e = rods.energy();
    EXPECT_NEAR(e.kinetic + e.normal_loss, 0.5 * o.rod.mass, 0.005 * o.rod.mass) << clamp;
  }
}

TEST(RodStart, OverlapsAreMeasured) {
  RodOptions o = row_options();
  RodState<Planar> start = row_start({.N = 40, .period = o.container.period_x, .tilt = 18 * pi / 180}, o);
  EXPECT_EQ(overlap_of(start, o), 0);
  start.r.of[0][7] = start.r.of[0][8] - 0.4;
  EXPECT_GT(overlap_of(start, o), 0.5);
  start = row_start({.N = 40, .period = o.container.period_x, .tilt = 18 * pi / 180, .lift = -0.1}, o);
  EXPECT_NEAR(overlap_of(start, o), 0.1, 1e-12);
  RodOptions a = annulus_options();
  for (int N = 1; N <= most_rods(5.7323, 7.4409); ++N)
    EXPECT_EQ(overlap_of(annulus_start({.N = N, .tilt = -0.0524}, a), a), 0) << N;
  EXPECT_THROW(annulus_start({.N = most_rods(5.7323, 7.4409) + 1}, a), BadInput);
  a.container.outer_radius = 6.5;
  EXPECT_THROW(annulus_start({.N = 3}, a), BadInput);
}

TEST(RodSimulation, NamesTheLargestSafeStep) {
  RodOptions o;
  const double largest = largest_safe_step(o);
  EXPECT_GT(largest, 1e-4);
  EXPECT_LT(largest, 4e-4);
  o.law.gamma_n *= 1000;
  EXPECT_LT(largest_safe_step(o), 0.05 * largest);
  o.law.gamma_n = 0;
  o.law.k_n *= 100;
  o.law.k_t *= 100;
  EXPECT_LT(largest_safe_step(o), 0.25 * largest);
}

}  // namespace
}  // namespace carom::particles
