// SPDX-License-Identifier: Apache-2.0
// Mechanisms as texts: motions, orbits and switches that have closed forms.
#include <cmath>
#include <complex>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "carom/analysis/orbit.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"
#include "support/text_runs.hpp"

namespace carom::study {
namespace {

using test::model, test::observed, test::run_until;

// A ball that meets its table once a period: Aω cos φ = (1 − e)/(1 + e) gT/2, multipliers from λ² − τ λ + e² = 0 with
// τ = 1 + e² − (1 + e)² Γ sin φ, Γ = Aω²/g. It is looked at in flight, a while after it has left the table.
const std::string shaken_table = R"toml(
gravity = 9.81
[parameters]
Gamma = 1.2
f = "25 Hz"
e = 0.5
omega = "2*pi*f"
A = "Gamma*g/omega^2"
phi = "acos(pi*(1 - e)/(1 + e)/Gamma)"
tau = "0.3/f"
[coordinates]
y = "A*sin(phi) + g/f/2*tau - g/2*tau^2 + 1e-4*g/f^2"
[rates]
y = "g/f/2 - g*tau"
[equations]
kinetic = "y_dot^2/2"
potential = "g*y"
[section]
period = "1/f"
)toml";
const std::string by_contact = R"toml(
[[contact]]
name = "table"
gap = "y - A*sin(omega*(t + tau) + phi)"
e = "e"
)toml";
const std::string by_event = R"toml(
[[event]]
name = "table"
when = "y - A*sin(omega*(t + tau) + phi)"
direction = -1
set = { y_dot = "(1 + e)*A*omega*cos(omega*(t + tau) + phi) - e*y_dot" }
)toml";

TEST(TextModel, ABallOnAShakenTableHasTheMultipliersOfItsClosedForm) {
  const double e = 0.5, Gamma = 1.2, cosine = pi * (1 - e) / (1 + e) / Gamma;
  const double tau = 1 + e * e - (1 + e) * (1 + e) * Gamma * std::sqrt(1 - cosine * cosine);
  const std::complex<double> root = std::sqrt(std::complex<double>(tau * tau / 4 - e * e));
  for (const std::string& bounce : {by_contact, by_event}) {
    const auto ball = model(shaken_table + bounce);
    OrbitRequest request{.parameters = ball->defaults()};
    const OrbitResult orbit = find_orbit(*ball, request);
    ASSERT_TRUE(orbit.found()) << orbit.reason;
    EXPECT_NEAR(orbit.period, 0.04, 1e-14);
    ASSERT_EQ(orbit.multipliers.size(), 2u);
    for (const std::complex<double>& multiplier : orbit.multipliers) {
      const double away = std::min(std::abs(multiplier - (tau / 2 + root)), std::abs(multiplier - (tau / 2 - root)));
      EXPECT_LT(away, 1e-9) << multiplier;
    }
  }
}

// A relay drives into x + c ẋ = 0 from both sides: the mass slides along it, x = x₁ exp(−(t − t₁)/c), from where the parabola
// 1 − t²/2 meets it, t₁ = √3 − 1.
TEST(TextModel, SlidesAlongAJumpOfItsForce) {
  const auto mass = model(R"toml(
[parameters]
c = 1
[coordinates]
x = 1
[equations]
kinetic = "x_dot^2/2"
force.x = "-sign(x + c*x_dot)"
[observables]
x_end = { last = "x" }
)toml");
  const double t_1 = std::sqrt(3) - 1;
  const RunResult result = run_until(*mass, 4, 1e-12);
  EXPECT_EQ(result.events.slides, 1);
  EXPECT_NEAR(observed(result, "x_end"), t_1 * std::exp(t_1 - 4), 1e-11);
}

// A motion along a jump ends where one side stops driving back: with a push that grows, 1 = p t − ẋ at the exit.
TEST(TextModel, LeavesAJumpAtTheRightInstant) {
  const auto mass = model(R"toml(
[parameters]
p = 0.5
[coordinates]
x = 0
[equations]
kinetic = "x_dot^2/2"
force.x = "p*t - sign(x_dot)"
[observables]
x_end = { last = "x" }
v_end = { last = "x_dot" }
)toml");
  // At rest until p t = 1; then ẍ = p t − 1 from t = 2 on.
  const RunResult result = run_until(*mass, 4, 1e-12);
  EXPECT_NEAR(observed(result, "v_end"), 0.5 * 0.5 * 4, 1e-9);
  EXPECT_NEAR(observed(result, "x_end"), 0.5 * 8.0 / 6, 1e-9);
}

TEST(TextModel, KeepsTheOrderOfTheIntegratorThroughACorner) {
  const auto spring = model(R"toml(
[parameters]
k_1 = 1
k_2 = 16
[coordinates]
x = 1
[equations]
kinetic = "x_dot^2/2"
potential = "if(x > 0, k_1, k_2)*x^2/2"
[observables]
x_end = { last = "x" }
v_end = { last = "x_dot" }
)toml");
  const double period = pi + pi / 4;
  double before = 1;
  for (const double rtol : {1e-6, 1e-9, 1e-12}) {
    const RunResult result = run_until(*spring, 5 * period, rtol);
    const double error = std::hypot(observed(result, "x_end") - 1, observed(result, "v_end"));
    EXPECT_LT(error, 300 * rtol);
    EXPECT_LT(error, 0.1 * before);
    before = error;
  }
}

// A disc that rolls and resists: (m + I/r²) a = −m g ρ/r.
TEST(TextModel, ResistsRolling) {
  const auto disc = model(R"toml(
gravity = 9.81
[parameters]
m = 2
r = "10 cm"
rho = "1 mm"
[coordinates]
x = 0
y = "r"
theta = 0
[rates]
x = 1
theta = "1/r"
[equations]
kinetic = "m/2*(x_dot^2 + y_dot^2) + m*r^2/4*theta_dot^2"
potential = "m*g*y"
[[contact]]
name = "floor"
gap = "y - r"
slip = "x_dot - r*theta_dot"
mu = 0.5
roll = "rho"
turn = "theta_dot"
[observables]
x_end = { last = "x" }
v_end = { last = "x_dot" }
)toml");
  const double a = 2.0 / 3 * 9.81 * 0.01;
  const RunResult rolling = run_until(*disc, 10);
  EXPECT_NEAR(observed(rolling, "v_end"), 1 - a * 10, 1e-9);
  const RunResult at_rest = run_until(*disc, 30);
  EXPECT_NEAR(observed(at_rest, "v_end"), 0, 1e-12);
  EXPECT_NEAR(observed(at_rest, "x_end"), 0.5 / a, 1e-8);
  EXPECT_LT(at_rest.ledger.relative_residual(), 1e-9);
}

// A block under a load, drawn along by a belt through its friction: it slips where the spring holds μ_s N, then swings back.
TEST(TextModel, HasFrictionUnderAGivenLoad) {
  const auto block = model(R"toml(
[parameters]
k = 100
N = 10
v = 0.2
[coordinates]
x = 0
[rates]
x = "v"
[equations]
kinetic = "x_dot^2/2"
potential = "k*x^2/2"
[[contact]]
name = "belt"
load = "N"
slip = "x_dot - v"
mu = 0.2
mu_s = 0.3
[observables]
highest = { max = "x" }
slips = { count = "belt slip" }
first = { time = "belt slip" }
)toml");
  const RunResult result = run_until(*block, 0.5);
  EXPECT_NEAR(observed(result, "first"), 0.3 * 10 / 100 / 0.2, 1e-12);
  // From x = 0.03 with v, about the rest position 0.02 of slip: amplitude √(0.01² + (v/ω)²).
  EXPECT_NEAR(observed(result, "highest"), 0.02 + std::hypot(0.01, 0.02), 1e-9);
}

TEST(TextModel, CountsByItsClockAndFallsWhereItsFloorEnds) {
  const auto ball = model(R"toml(
gravity = 9.81
[coordinates]
x = 0
y = 0
[rates]
x = 1
[states]
ticks = 0
[equations]
kinetic = "(x_dot^2 + y_dot^2)/2"
potential = "g*y"
[[contact]]
name = "floor"
gap = "y"
only = "x < 1"
[[event]]
name = "tick"
every = "10 ms"
set = { ticks = "ticks + 1" }
[observables]
y_end = { last = "y" }
n = { last = "ticks" }
)toml");
  const RunResult result = run_until(*ball, 1.5);
  EXPECT_NEAR(observed(result, "y_end"), -0.5 * 9.81 * 0.25, 1e-10);
  EXPECT_EQ(observed(result, "n"), 150);
}

TEST(TextModel, SaysWhatIsWrongWhereItStands) {
  const auto message = [](const std::string& text) {
    try {
      model(text);
    } catch (const BadInput& refusal) {
      return std::string(refusal.what());
    }
    return std::string("accepted");
  };
  const std::string rest = "[coordinates]\nx = 1\n[equations]\n";
  EXPECT_NE(message(rest + "kinetic = \"x_dot^3\"\n").find("line 5"), std::string::npos);
  EXPECT_NE(message(rest + "kinetic = \"m*x_dot^2\"\n").find("'m'"), std::string::npos);
  EXPECT_NE(message(rest + "kinetic = \"x^2\"\n").find("singular"), std::string::npos);
  EXPECT_NE(message(rest + "kinetic = \"x_dot^2\"\n[[contact]]\nname = \"a\"\ngap = \"t\"\n").find("no coordinate"),
            std::string::npos);
}

void expect_refusal(const std::string& text, const std::string& sentence) {
  try {
    model(text);
    ADD_FAILURE() << "nothing was thrown: " << sentence;
  } catch (const BadInput& refusal) {
    EXPECT_NE(std::string(refusal.what()).find(sentence), std::string::npos) << refusal.what();
  }
}

TEST(TextModel, ChecksTheUnitsOfItsStarts) {
  const std::string rest = "\n[equations]\nkinetic = \"x_dot^2/2\"\n";
  expect_refusal("[coordinates]\nx = { start = \"1 s\", unit = \"m\" }" + rest, "the start of 'x'");
  expect_refusal("[coordinates]\nx = \"1 m\"\n[rates]\nx = \"5 cm\"" + rest, "the start of 'x_dot'");
}

// Each ends at once, with a sentence.
TEST(HostileModel, EndsWithASentence) {
  const std::string body = "[coordinates]\nx = 1\n[equations]\nkinetic = \"x_dot^2/2\"\n";
  const auto repeated = [](const std::string& piece, int times) {
    std::string text;
    for (int k = 0; k < times; ++k) text += piece;
    return text;
  };
  expect_refusal("[parameters]\na = \"b\"\nb = \"a\"\n" + body, "is defined by itself");
  expect_refusal("[coordinates]\nx = { for = \"i = 1:1000000000\", start = 0 }\n[equations]\nkinetic = 1\n",
                 "at most 10000 are allowed");
  expect_refusal(
      "[coordinates]\nx = { for = \"i = 1:10000\", start = 0 }\n[equations]\nkinetic = \"sum(i, 1, 10000, "
      "x_dot[i]^2)\"\n",
      "at most 320 coordinates and states, this one has 10000");
  expect_refusal(body + "[[contact]]\nfor = \"i = 1:10000\"\nname = \"c{i}\"\ngap = \"x + i\"\n",
                 "at most 360 contacts");
  expect_refusal(body + "[[event]]\nname = \"a\"\nevery = 1e-300\n", "too often for motions");
  expect_refusal(body + "[[event]]\nname = \"a\"\nwhen = \"3\"\n", "crosses nothing");
  expect_refusal(body + "force.x = \"" + repeated("(", 1000000) + "\"\n", "text.toml");
  expect_refusal(body + "force.x = \"" + repeated("(", 400000) + "x" + repeated(")", 400000) + "\"\n", "text.toml");
  expect_refusal(body + "force.x = \"" + repeated("x^", 400000) + "2\"\n", "text.toml");
  expect_refusal(body + "force.x = " + repeated("[", 400000) + "\n", "text.toml");
}

TEST(HostileModel, OfLargeNumbersEndsByName) {
  const auto outcome = [](const std::string& text) {
    const auto system = model(text);
    return system->run(system->request()).outcome;
  };
  const std::string body = "[coordinates]\nx = 0.1\n[rates]\nx = 1\n[equations]\nkinetic = \"x_dot^2/2\"\n";
  EXPECT_EQ(outcome(body + "force.x = \"1e308*(x + 1)\"\n"), Outcome::not_finite);
  // What is never there is never met.
  EXPECT_EQ(outcome(body + "[[contact]]\nname = \"wall\"\ngap = \"1 - x\"\nonly = \"x < -1\"\n"), Outcome::reached_end);
}

}  // namespace
}  // namespace carom::study
