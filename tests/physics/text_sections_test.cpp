// SPDX-License-Identifier: Apache-2.0
// Sections of model files: at events, by expressions, with filters and turns; drives that are found in the equations.
#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "carom/analysis/basins.hpp"
#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {
namespace {

std::unique_ptr<System> model(const std::string& text) {
  return model_system("carom = \"model 1\"\n" + text, "text.toml");
}

OrbitResult orbit_of(const System& system, double settle = 60) {
  OrbitRequest request{.parameters = system.defaults()};
  request.settle = settle;
  OrbitResult orbit = find_orbit(system, request);
  EXPECT_TRUE(orbit.found()) << orbit.reason;
  return orbit;
}

double observed(const System& system, double until, const std::string& name) {
  RunRequest request = system.request();
  request.until = until;
  for (const auto& [key, value] : system.run(request).observables)
    if (key == name) return std::get<double>(value);
  return std::nan("");
}

// ẍ = −x + (1 − x² − ẋ²) ẋ moves on the unit circle with period 2π; a distance s = x² + ẋ² − 1 from it dies as
// ṡ = −2 ẋ² s, and a round multiplies it by exp(−2π).
std::string circle(const std::string& section) {
  return R"toml(
[coordinates]
x = 0.7
[equations]
kinetic = "x_dot^2/2"
potential = "x^2/2"
force.x = "(1 - x^2 - x_dot^2)*x_dot"
[section]
)toml" + section;
}

TEST(TextSection, OfAnyExpressionGivesTheMultiplierOfTheClosedForm) {
  for (const char* section : {"crossing = \"x + x_dot\"", "crossing = \"x + x_dot\"\ndirection = -1",
                              "crossing = \"x + x_dot\"\ndirection = 0", "crossing = \"x + x_dot\"\nonly = \"x < 0\"",
                              "crossing = \"x*x_dot\"\ndirection = 0\nonly = \"x > 0.5\"", "crossing = \"x\"",
                              "crossing = \"x_dot\"\ndirection = 0"}) {
    SCOPED_TRACE(section);
    const OrbitResult orbit = orbit_of(*model(circle(section)));
    EXPECT_NEAR(orbit.period, two_pi, 1e-10);
    ASSERT_EQ(orbit.multipliers.size(), 1u);
    EXPECT_NEAR(std::abs(orbit.multipliers[0] - std::exp(-two_pi)), 0, 1e-9);
  }
}

TEST(TextSection, ShowsAnOrbitWhereItPasses) {
  // x + ẋ rises through zero where x = −ẋ < 0, falls where x > 0.
  EXPECT_NEAR(orbit_of(*model(circle("crossing = \"x + x_dot\""))).q[0], -std::sqrt(0.5), 1e-10);
  EXPECT_NEAR(orbit_of(*model(circle("crossing = \"x + x_dot\"\ndirection = -1"))).q[0], std::sqrt(0.5), 1e-10);
  EXPECT_NEAR(orbit_of(*model(circle("crossing = \"x_dot\"\ndirection = 0\nonly = \"x > 0\""))).q[0], 1, 1e-10);
}

// A thermostat: nothing but its temperature moves, up by ṫ = 2 − T/10 and down by −2 − T/10 between −1 and 1.
TEST(TextSection, OfStatesAloneHasAnOrbit) {
  const auto thermostat = model(R"toml(
[parameters]
c = 10
[coordinates]
x = 0
[states]
T = { start = 0, rate = "2*heat - T/c" }
heat = 1
[equations]
kinetic = "x_dot^2/2"
force.x = "-x_dot - x"
[[event]]
name = "hot"
when = "T - 1"
direction = 1
set = { heat = -1 }
[[event]]
name = "cold"
when = "T + 1"
direction = -1
set = { heat = 1 }
[section]
event = "hot"
)toml");
  const OrbitResult orbit = orbit_of(*thermostat);
  EXPECT_NEAR(orbit.period, 20 * std::log(21.0 / 19), 1e-10);
  EXPECT_TRUE(orbit.stable);
  BifurcationRequest diagram{.run = thermostat->request()};
  diagram.parameter = "c";
  diagram.from = diagram.to = 10;
  diagram.points = 1;
  const BifurcationResult result = sweep_section(*thermostat, diagram);
  ASSERT_EQ(result.rows.size(), 1u);
  EXPECT_FALSE(result.rows[0].equilibrium);
  EXPECT_EQ(result.rows[0].period, 1);
  EXPECT_NEAR(result.rows[0].period_time, 20 * std::log(21.0 / 19), 1e-8);
}

TEST(TextSection, ThatIsNeverMetSaysSo) {
  const auto mover = model(circle("crossing = \"x + x_dot - 2\""));
  OrbitRequest request{.parameters = mover->defaults()};
  request.settle = 5;
  const OrbitResult orbit = find_orbit(*mover, request);
  EXPECT_EQ(orbit.outcome, Outcome::section_not_crossed);
  EXPECT_NE(orbit.reason.find("x + x_dot - 2 = 0, rising"), std::string::npos) << orbit.reason;
}

TEST(TextSection, GivesItsPeriodsToObservables) {
  const auto mover = model(circle(R"toml(crossing = "x_dot"
[observables]
power = { mean = "x_dot^2" }
two = { mean = "x_dot^2", over = "2 periods" }
high = { max = "x" }
)toml"));
  // Over whole rounds the mean of ẋ² is ½; over the run, which is not whole, it is not.
  EXPECT_NEAR(observed(*mover, 50, "power"), 0.5, 1e-8);
  EXPECT_NEAR(observed(*mover, 50, "two"), 0.5, 1e-8);
  EXPECT_NEAR(observed(*mover, 50, "high"), 1, 1e-8);
}

// A ball that meets its table once a period (text_models_test.cpp has its closed form).
const std::string shaken_table = R"toml(
gravity = 9.81
[parameters]
Gamma = 1.2
f = "25 Hz"
e = 0.5
omega = "2*pi*f"
A = "Gamma*g/omega^2"
phi = "acos(pi*(1 - e)/(1 + e)/Gamma)"
[coordinates]
y = "A*sin(omega*t + phi) + 1e-4*g/f^2"
[rates]
y = "g/f/2"
[equations]
kinetic = "y_dot^2/2"
potential = "g*y"
[[contact]]
name = "table"
gap = "y - A*sin(omega*t + phi)"
e = "e"
[section]
event = "table impact"
)toml";

TEST(TextSection, AtImpactsOfADrivenModelFindsTheDriveItself) {
  const auto ball = model(shaken_table);
  const OrbitResult orbit = orbit_of(*ball);
  EXPECT_NEAR(orbit.period, 0.04, 1e-14);
  // The state after the impact: the ball leaves with g/(2f).
  EXPECT_NEAR(orbit.u[0], 9.81 / 50, 1e-10);
  const double e = 0.5, Gamma = 1.2, cosine = pi * (1 - e) / (1 + e) / Gamma;
  const double tau = 1 + e * e - (1 + e) * (1 + e) * Gamma * std::sqrt(1 - cosine * cosine);
  const std::complex<double> root = std::sqrt(std::complex<double>(tau * tau / 4 - e * e));
  ASSERT_EQ(orbit.multipliers.size(), 2u);
  for (const std::complex<double>& multiplier : orbit.multipliers)
    EXPECT_LT(std::min(std::abs(multiplier - (tau / 2 + root)), std::abs(multiplier - (tau / 2 - root))), 1e-9);
}

TEST(TextSection, AtImpactsIsFollowedToThePeriodDoublingOfItsClosedForm) {
  const auto ball = model(shaken_table);
  ContinuationRequest request{.start = {.parameters = ball->defaults()}};
  request.kind = BranchKind::orbit;
  request.parameter = "Gamma";
  request.from = 1.3;
  request.to = 1.6;
  const ContinuationResult branch = follow_branch(*ball, request);
  ASSERT_EQ(branch.special.size(), 1u) << branch.reason;
  EXPECT_EQ(branch.special[0].kind, SpecialKind::period_doubling);
  EXPECT_NEAR(branch.special[0].parameter, std::sqrt(pi * pi / 9 + 100.0 / 81), 1e-7);
}

TEST(TextSection, AtImpactsHasADiagramAndBasins) {
  const auto ball = model(shaken_table);
  BifurcationRequest diagram{.run = ball->request()};
  diagram.parameter = "Gamma";
  diagram.from = 1.2;
  diagram.to = 1.3;
  diagram.points = 2;
  diagram.lyapunov = true;
  const BifurcationResult result = sweep_section(*ball, diagram);
  ASSERT_EQ(result.rows.size(), 2u);
  for (const BifurcationRow& row : result.rows) {
    EXPECT_EQ(row.period, 1);
    EXPECT_NEAR(row.period_time, 0.04, 1e-9);
    EXPECT_NEAR(row.lyapunov, std::log(0.5) / 0.04, 1e-4);  // two multipliers of size e
  }
}

// At gamma = 0.009 (Garcia et al. 1998): 0.2003 and 3.882; the last digits are those of the section at theta = 0.
TEST(TextSection, AtItsHeelsTheWalkerWalks) {
  const System& walker = system_of_file((std::filesystem::path(CAROM_SOURCE_DIR) / "models" / "walker.toml").string());
  const OrbitResult orbit = orbit_of(walker);
  EXPECT_NEAR(orbit.q[0], 0.20031, 1e-5);
  EXPECT_NEAR(orbit.q[1], 2 * orbit.q[0], 1e-11);  // both feet on the slope, after the heel has struck
  EXPECT_NEAR(orbit.period, 3.88246, 1e-5);
  OrbitRequest other{.parameters = walker.defaults()};
  other.section = walker.read_section("theta=0,falling", other.parameters, "--section");
  const OrbitResult same = find_orbit(walker, other);
  ASSERT_EQ(same.multipliers.size(), orbit.multipliers.size());
  for (std::size_t k = 0; k < orbit.multipliers.size(); ++k)
    EXPECT_LT(std::abs(orbit.multipliers[k] - same.multipliers[k]), 1e-8);
}

// A rotor under a torque turns with τ/c, a round in T = 2π c/τ; a difference of speed dies as exp(−c t).
TEST(TextSection, OfACoordinateThatComesBackIsPassedOnceATurn) {
  for (const char* section : {"crossing = \"theta\"", "crossing = \"sin(theta)\"", "crossing = \"theta - 1\""}) {
    SCOPED_TRACE(section);
    const auto rotor = model(std::string(R"toml(
[coordinates]
theta = 0.3
[rates]
theta = 1
[equations]
kinetic = "theta_dot^2/2"
force.theta = "0.4 - 0.2*theta_dot"
[section]
modulo = { theta = "2*pi" }
)toml") + section);
    const OrbitResult orbit = orbit_of(*rotor, 100);
    EXPECT_NEAR(orbit.period, pi, 1e-9);
    EXPECT_EQ(orbit.crossings, 1);
    ASSERT_EQ(orbit.multipliers.size(), 1u);
    EXPECT_NEAR(std::abs(orbit.multipliers[0]), std::exp(-0.2 * pi), 1e-8);
    EXPECT_LT(std::abs(orbit.q[0]), pi);
    EXPECT_NEAR(orbit.advance[0], two_pi, 1e-9);
  }
}

// θ̈ = −c θ̇ + τ + k sin(ω t − θ) locks to θ = ω t − φ, k sin φ = c ω − τ; differences obey δ̈ + c δ̇ + k cos φ δ = 0.
TEST(TextSection, ByThePhaseOfADriveClosesAfterATurn) {
  const auto rotor = model(R"toml(
[parameters]
c = 0.2
k = 1
omega = 2
[coordinates]
theta = 0
[rates]
theta = "omega"
[equations]
kinetic = "theta_dot^2/2"
force.theta = "k*sin(omega*t - theta) - c*theta_dot"
[section]
period = "2*pi/omega"
modulo = { theta = "2*pi" }
)toml");
  const OrbitResult orbit = orbit_of(*rotor, 200);
  EXPECT_NEAR(orbit.period, pi, 1e-12);
  const std::complex<double> rate = -0.1 + std::sqrt(std::complex<double>(0.01 - std::sqrt(1 - 0.16)));
  ASSERT_EQ(orbit.multipliers.size(), 2u);
  const std::complex<double> expected = std::exp(rate * pi);
  EXPECT_LT(std::min(std::abs(orbit.multipliers[0] - expected), std::abs(orbit.multipliers[1] - expected)),
            1e-8);  // as the orbit is closed
}

TEST(TextSection, ACounterThatIsFreeDoesNotKeepAnOrbitOpen) {
  std::string text = shaken_table + R"toml(
free = ["hits"]
[states]
hits = 0
[[event]]
name = "count"
on = "table impact"
set = { hits = "hits + 1" }
)toml";
  const OrbitResult orbit = orbit_of(*model(text));
  EXPECT_NEAR(orbit.period, 0.04, 1e-14);
  ASSERT_EQ(orbit.multipliers.size(), 2u);
  EXPECT_NEAR(std::abs(orbit.multipliers[0]), 0.5, 1e-9);
}

// The strobe falls on the impacts of the orbit: on which side of it rounding puts them does not make another motion of it.
TEST(TextSection, ByThePhaseOfAnImpactHasPointsAfterIt) {
  std::string text = shaken_table;
  text.replace(text.find(" + 1e-4*g/f^2"), 13, "");  // the ball starts on the table
  text.replace(text.find("event = \"table impact\""), 22, "period = \"1/f\"");
  const auto ball = model(text);
  BifurcationRequest diagram{.run = ball->request()};
  diagram.parameter = "Gamma";
  diagram.from = 1.1;
  diagram.to = 1.4;
  diagram.points = 7;
  for (const BifurcationRow& row : sweep_section(*ball, diagram).rows) EXPECT_EQ(row.period, 1) << row.parameter;
  BasinRequest map{.system = ball.get(), .run = ball->request()};
  map.cycles = 300;
  map.x = basin_axis(*ball, map.run.parameters, "y");
  map.y = basin_axis(*ball, map.run.parameters, "y_dot");
  map.x.from = 0.3e-3, map.x.to = 1e-3, map.x.pixels = 4;
  map.y.from = 0, map.y.to = 0.3, map.y.pixels = 4;
  for (const Attractor& attractor : map_basins(map).attractors) EXPECT_EQ(attractor.period, 1);
}

// Constants are no directions of an orbit; counters and records of events, of clocks too, do not keep it open.
TEST(TextSection, StatesThatAreOnlyKeptAreFreeByThemselves) {
  const std::string kept = R"toml(
[states]
stiffness = 1
hits = 0
last = 0
twice = 0
[[event]]
name = "hit"
when = "x"
direction = 1
set = { hits = "hits + 1", last = "t", twice = "2*hits" }
[[event]]
name = "many"
when = "hits - 5.5"
set = { twice = 0 }
[[event]]
name = "tick"
every = 0.7
set = { last = "x" }
)toml";
  std::string text = circle("crossing = \"x_dot\"") + kept;
  text.replace(text.find("x^2/2"), 5, "stiffness*x^2/2");
  const OrbitResult orbit = orbit_of(*model(text));
  EXPECT_NEAR(orbit.period, two_pi, 1e-10);
  ASSERT_EQ(orbit.multipliers.size(), 1u);
  EXPECT_NEAR(std::abs(orbit.multipliers[0]), std::exp(-two_pi), 1e-9);
  EXPECT_TRUE(orbit.stable);
}

// A state that events map lives by itself: u → 1 − a u² + v, v → b u doubles its period at a = ¾ (1 − b)².
TEST(TextSection, StatesThatEventsMapAreNotFree) {
  const auto henon = model(R"toml(
[parameters]
a = 0.3
b = 0.3
[coordinates]
x = 0
[states]
u = 0.6
v = 0.2
[equations]
kinetic = "x_dot^2/2"
force.x = "-x - x_dot"
[[event]]
name = "map"
every = 1
set = { u = "1 - a*u^2 + v", v = "b*u" }
)toml");
  ContinuationRequest request{.start = {.parameters = henon->defaults()}};
  request.kind = BranchKind::orbit;
  request.parameter = "a";
  request.from = 0.3;
  request.to = 0.4;
  const ContinuationResult branch = follow_branch(*henon, request);
  ASSERT_EQ(branch.special.size(), 1u) << branch.reason;
  EXPECT_EQ(branch.special[0].kind, SpecialKind::period_doubling);
  EXPECT_NEAR(branch.special[0].parameter, 0.75 * 0.49, 1e-7);
}

// Without a section a driven model is looked at by the phase of its drive: here the common period of 2 and 3.
TEST(TextSection, TheDriveOfSeveralFrequenciesHasTheirCommonPeriod) {
  const auto driven = [](const std::string& force) {
    return model("[coordinates]\nx = 0\n[equations]\nkinetic = \"x_dot^2/2\"\npotential = \"x^2/2\"\nforce.x = \"" +
                 force + "\"\n");
  };
  EXPECT_NEAR(orbit_of(*driven("-x_dot + cos(2*t) + sin(3*t + x)/10")).period, two_pi, 1e-12);
  EXPECT_NEAR(orbit_of(*driven("-x_dot + if(mod(t, 1.5) < 0.4, 1, 0)")).period, 1.5, 1e-12);
  EXPECT_NEAR(orbit_of(*driven("-x_dot + cos(2*t)^2")).period, 0.5 * pi, 1e-12);
  for (const char* none : {"-x_dot + cos(t) + cos(sqrt(2)*t)", "-x_dot + cos(t^2)", "-x_dot + exp(-t)"}) {
    const auto mover = driven(none);
    OrbitRequest request{.parameters = mover->defaults()};
    try {
      find_orbit(*mover, request);
      ADD_FAILURE() << none;
    } catch (const BadInput& refusal) {
      EXPECT_NE(std::string(refusal.what()).find("a period after which they repeat was not found"), std::string::npos);
    }
  }
}

TEST(TextSection, APeriodThatTheDriveDoesNotHaveIsRefused) {
  const auto mover = model(R"toml(
[coordinates]
x = 0
[equations]
kinetic = "x_dot^2/2"
force.x = "cos(2*pi*t) - x_dot"
[section]
period = 0.7
)toml");
  OrbitRequest request{.parameters = mover->defaults()};
  try {
    find_orbit(*mover, request);
    FAIL();
  } catch (const BadInput& refusal) {
    EXPECT_STREQ(refusal.what(), "the equations do not repeat after the period of the section, 0.7 s, but after 1 s");
  }
}

TEST(TextSection, AtRestUnderADriveABranchReachesItsEnd) {
  const System& cart =
      system_of_file((std::filesystem::path(CAROM_SOURCE_DIR) / "models" / "sampled_controller.toml").string());
  ContinuationRequest request{.start = {.parameters = cart.defaults()}};
  request.kind = BranchKind::orbit;
  request.parameter = "K_d";
  request.from = 1;
  request.to = 0.8;
  const ContinuationResult branch = follow_branch(cart, request);
  EXPECT_EQ(branch.outcome, Outcome::reached_end) << branch.reason;
  EXPECT_EQ(branch.branch.back().parameter, 0.8);
}

// Nothing is free to move where a contact holds all there is: the branch ends where it lifts off.
TEST(TextEquilibrium, ThatAContactHoldsLiftsOff) {
  const auto block = model(R"toml(
gravity = 10
[parameters]
a = 0
[coordinates]
x = 0
y = 0
[equations]
kinetic = "(x_dot^2 + y_dot^2)/2"
potential = "g*y + y^2/2"
force.y = "a - y_dot"
[[contact]]
name = "floor"
gap = "y"
slip = "x_dot"
mu = 1
)toml");
  ContinuationRequest request{.start = {.parameters = block->defaults()}};
  request.kind = BranchKind::equilibrium;
  request.parameter = "a";
  request.from = 0;
  request.to = 12;
  const ContinuationResult branch = follow_branch(*block, request);
  ASSERT_EQ(branch.special.size(), 1u) << branch.reason;
  EXPECT_EQ(branch.special[0].kind, SpecialKind::lift_off);
  EXPECT_NEAR(branch.special[0].parameter, 10, 1e-9);
}

TEST(TextStart, KnowsItsTime) {
  const auto ball = model(shaken_table);
  RunRequest request = ball->request();
  request.until = 0.0101;
  request.t = 0.01;
  const RunResult result = ball->run(request);
  const double phi = std::acos(pi * 0.5 / 1.5 / 1.2), A = 1.2 * 9.81 / std::pow(50 * pi, 2), t = 1e-4;
  EXPECT_NEAR(result.q[0], A * std::sin(0.5 * pi + phi) + 1e-4 * 9.81 / 625 + 9.81 / 50 * t - 0.5 * 9.81 * t * t,
              1e-12);
}

}  // namespace
}  // namespace carom::study
