// SPDX-License-Identifier: Apache-2.0
// Soft rods against what is known of them: single collisions by integration of high order, drift and tilt of independent
// programs, conservation laws.
#include <gtest/gtest.h>

#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <future>

#include "carom/base/constants.hpp"
#include "carom/catalog/rod_run.hpp"
#include "carom/theory/rod_collision.hpp"

namespace carom::study {
namespace {

constexpr double degree = pi / 180;

RodRun single(double tilt, double mu, double c_x, double c_z, double dt = 2e-5) {
  RodRun run;
  run.geometry = RodGeometry::single;
  run.phi = tilt;
  run.mu_rb = mu;
  run.c_x = c_x;
  run.c_z = c_z;
  run.Gamma = run.gravity = run.transient = 0;
  run.dt = dt;
  return run;
}

particles::PlateCollision collision(const RodRun& run) { return run_rods(run).collisions.at(0); }

// Frictionless impact on a plate at rest: tip and turn as ordinary differential equations, to 1e-11.
std::array<double, 3> frictionless(double tilt, double c_z) {
  const particles::Rod rod = particles::make_rod(9.5);
  using State = std::array<double, 4>;  // z of the middle, φ, rates
  const auto overlap = [&](const State& y) { return 0.5 - (y[0] - rod.half_length * std::cos(y[1])); };
  const auto rates = [&](const State& y, State& dy, double) {
    const double delta = std::max(overlap(y), 0.0), arm = rod.half_length * std::sin(y[1]);
    const double v = y[2] + arm * y[3];
    const double F = 5e6 * std::pow(delta, 1.5) - 400 * rod.mass * std::sqrt(delta) * v;
    dy = {y[2], y[3], F / rod.mass, arm * F / rod.inertia};
  };
  State y{0.5 + rod.half_length * std::cos(tilt), tilt, c_z, 0};
  boost::numeric::odeint::runge_kutta_fehlberg78<State> stepper;
  double t = 0;
  const double h = 1e-6;
  do {
    stepper.do_step(rates, y, t, h);
    t += h;
  } while (overlap(y) > 0 && t < 1);
  const double v = y[2] + rod.half_length * std::sin(y[1]) * y[3];
  return {-v / c_z, y[2], y[3]};
}

TEST(RodCollision, WithoutFrictionIsThatOfAnIntegrationOfHighOrder) {
  for (const double tilt : {0.0, 45 * degree}) {
    const auto [eps, c_z, omega] = frictionless(tilt, -0.5);
    const particles::PlateCollision c = collision(single(tilt, 0, 0, -0.5));
    EXPECT_NEAR(c.restitution(), eps, 2e-4);
    EXPECT_NEAR(c.after.c_z, c_z, 1e-4);
    EXPECT_NEAR(c.after.omega, omega, 1e-4);
  }
  EXPECT_NEAR(collision(single(0, 0, 0, -0.5)).restitution(), 0.8335, 1e-4);
  EXPECT_NEAR(collision(single(45 * degree, 0, 0, -0.5)).restitution(), 0.7810, 1e-4);
}

TEST(RodCollision, WithFrictionConvergesWithTheStep) {
  for (const double tilt : {5 * degree, 20 * degree, 40 * degree, 70 * degree}) {
    const double fine = collision(single(tilt, 0.4, 0.35, -0.7, 2e-6)).after.c_x;
    double last = 1;
    for (const double dt : {1e-4, 2e-5, 5e-6}) {
      const double error = std::abs(collision(single(tilt, 0.4, 0.35, -0.7, dt)).after.c_x - fine);
      EXPECT_LT(error, 12 * dt + 2e-5) << dt;
      last = error;
    }
    EXPECT_LT(last, 5e-5);
  }
  EXPECT_NEAR(collision(single(20 * degree, 0.4, 0.35, -0.7)).after.c_x, 0.49767, 2e-5);
}

// The other way to adjust the spring in slip divides by the overlap: it does not converge, which is why it is not ours.
TEST(RodCollision, AdjustingTheWholeForceDoesNotConverge) {
  std::vector<double> c_x;
  for (const double dt : {1e-4, 2e-5, 5e-6, 1e-6}) {
    RodRun run = single(20 * degree, 0.4, 0.35, -0.7, dt);
    run.law.slip_adjustment = particles::SlipAdjustment::whole;
    c_x.push_back(collision(run).after.c_x);
  }
  EXPECT_GT(std::abs(c_x[3] - c_x[2]), std::abs(c_x[1] - c_x[0]));
}

// Stiff tangential springs and no damping but what the map has: rigid collisions.
TEST(RodCollision, ApproachesTheRigidMapAsTheTangentialSpringStiffens) {
  const auto deviation = [](double k_t) {
    double sum = 0;
    int n = 0;
    for (double tilt = 5 * degree; tilt < 80 * degree; tilt += 5 * degree, ++n) {
      RodRun run = single(tilt, 0.4, 0.35, -0.7, 5e-6);
      run.law.k_t = k_t * run.law.k_n;
      const particles::PlateCollision c = collision(run);
      const RodShape shape{.geometry = RodTip::thick};
      const auto map = theory::collide(
          {.lever = rod_lever(shape, tilt), .mu = 0.4, .eps = c.restitution(), .c_x = 0.35, .c_z = -0.7});
      sum += std::pow((c.after.c_x - map.c_x) / 0.35, 2);
    }
    return std::sqrt(sum / n);
  };
  const double soft = deviation(20), usual = deviation(95), stiff = deviation(1000);
  EXPECT_LT(usual, soft);
  EXPECT_LT(stiff, usual);
  EXPECT_LT(stiff, 0.08);
}

struct Mean {
  double value, error;
};

// Drift over seeds 1 … n, two at a time.
Mean drift(RodRun run, int n) {
  std::vector<double> values;
  for (int seed = 1; seed <= n; seed += 2) {
    RodRun one = run, two = run;
    one.seed = static_cast<std::uint64_t>(seed);
    two.seed = one.seed + 1;
    auto other = std::async(std::launch::async, [two] { return run_rods(two).measures.drift; });
    values.push_back(run_rods(one).measures.drift);
    values.push_back(other.get());
  }
  double sum = 0, square = 0;
  for (double v : values) sum += v / static_cast<double>(values.size());
  for (double v : values) square += (v - sum) * (v - sum);
  const auto count = static_cast<double>(values.size());
  return {sum, std::sqrt(square / (count - 1) / count)};
}

TEST(RodRow, DriftsAsIndependentProgramsSay) {
  struct Case {
    double tilt, drift, error;
  };
  for (const Case& c : {Case{18, 0.362, 0.008}, {36, 0.260, 0.004}, {50, 0.0999, 0.0006}}) {
    RodRun run;
    run.phi = c.tilt * degree;
    run.dt = 1e-4;
    const Mean mean = drift(run, 4);
    EXPECT_NEAR(mean.value, c.drift, 3 * std::hypot(mean.error, c.error)) << c.tilt;
    EXPECT_LT(mean.error, 0.1 * c.drift);
  }
}

TEST(RodRow, LeansTheOtherWayWithTheOtherSign) {
  RodRun run;
  run.dt = 1e-4;
  run.cycles = 60;
  const RodRunResult right = run_rods(run);
  EXPECT_EQ(right.measures.direction, observe::DriftDirection::forward);
  EXPECT_GT(right.measures.drift, 0.2);
  EXPECT_LT(right.energy_error, 0.004);
  run.phi = -run.phi;
  const RodRunResult left = run_rods(run);
  EXPECT_EQ(left.measures.direction, observe::DriftDirection::forward);
  EXPECT_LT(left.measures.drift, -0.2);
  EXPECT_LT(left.measures.tilt, -15 * degree);
  run.Gamma = 0.5;
  run.cycles = 35;
  const RodRunResult slow = run_rods(run);
  EXPECT_EQ(slow.measures.direction, observe::DriftDirection::none);
  EXPECT_NEAR(slow.measures.drift, 0, 1e-4);
}

TEST(RodRow, GearAndLeapfrogDriftAlike) {
  RodRun run;
  run.phi = 50 * degree;  // where a short run is accurate
  run.dt = 1e-4;
  run.cycles = 50;
  const Mean leapfrog = drift(run, 4);
  run.integrator = particles::Integrator::gear;
  const Mean gear = drift(run, 4);
  EXPECT_NEAR(leapfrog.value, gear.value, 3 * std::hypot(leapfrog.error, gear.error) + 0.001);
}

TEST(RodAnnulus, LeansAsTheNumberOfRodsLeavesRoom) {
  struct Case {
    int N;
    double tilt;
  };
  for (const Case& c : {Case{55, 9.5}, {44, 23.5}, {23, 53.7}}) {
    RodRun run = annulus_run();
    run.N = c.N;
    run.dt = 1e-4;
    run.cycles = 110;
    const RodRunResult result = run_rods(run);
    EXPECT_NEAR(result.measures.tilt / degree, c.tilt, 1) << c.N;
    EXPECT_EQ(result.measures.direction, observe::DriftDirection::forward) << c.N;
  }
}

TEST(RodAnnulus, WallsSlowItDownAndRollingLess) {
  RodRun run = annulus_run();
  run.dt = 1e-4;
  run.cycles = 110;
  const Mean rough = drift(run, 2);
  run.spin = true;
  const Mean rolling = drift(run, 2);
  run.spin = false;
  run.mu_rw = 0;
  const Mean smooth = drift(run, 2);
  EXPECT_NEAR(smooth.value / rough.value, 2.25, 0.2);
  EXPECT_GT(rolling.value, 1.2 * rough.value);
  EXPECT_LT(rolling.value, smooth.value);
}

// Without friction and damping nothing is lost but by the arithmetic.
TEST(RodAnnulus, ConservesEnergyWithoutFrictionAndDamping) {
  RodRun run = annulus_run();
  run.mu_rr = run.mu_rb = run.mu_rw = 0;
  run.law.gamma_n = run.law.gamma_t = 0;
  run.Gamma = 0;
  run.transient = 0;
  run.cycles = 10 / period_of(run);
  const RodRunResult result = run_rods(run);
  const particles::RodEnergy& e = result.energy;
  EXPECT_GT(e.kinetic, 10);
  EXPECT_LT(std::abs(e.total() - result.energy_start) / e.kinetic, 2e-5);
}

// The work of walls that move with the plate goes to nothing where they are smooth: the motion of smooth walls does not matter.
TEST(RodAnnulus, SmoothWallsMayMoveOrStand) {
  RodRun run = annulus_run();
  run.mu_rw = 0;
  run.dt = 1e-4;
  run.cycles = 55;
  const double moving = run_rods(run).measures.drift;
  run.walls = particles::Walls::standing;
  EXPECT_EQ(run_rods(run).measures.drift, moving);
}

// What a run tells of itself on its way is enough to come to the same end from there.
TEST(RodRuns, GoOnFromWhereTheyWereAtAnyMoment) {
  RodRun run;
  run.N = 24;
  run.l = 3;
  run.cycles = 0.6;
  run.transient = 0.2;
  std::vector<std::pair<double, std::string>> told;
  const RodRunResult whole =
      run_rods(run, {.checkpoint = [&](std::string state, double t) { told.emplace_back(t, std::move(state)); },
                     .checkpoint_seconds = 0});
  ASSERT_GT(told.size(), 3u);
  const auto& [t, state] = told[told.size() / 2];
  EXPECT_GT(t, 0);
  EXPECT_LT(t, whole.t_end);
  const RodRunResult rest = run_rods(run, {.resume = state});
  ASSERT_EQ(rest.final.r.size(), whole.final.r.size());
  for (std::size_t i = 0; i < whole.final.r.size(); ++i) EXPECT_EQ(rest.final.r[i].x, whole.final.r[i].x);
  EXPECT_EQ(rest.energy.kinetic, whole.energy.kinetic);
}

}  // namespace
}  // namespace carom::study
