// SPDX-License-Identifier: Apache-2.0
// Mechanisms as texts: motions, orbits and switches that have closed forms.
#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/orbit.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"
#include "support/memory_sink.hpp"
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
  test::MemoryEvents events;
  const RunResult result = run_until(*mass, 4, 1e-12, &events);
  const auto leaves =
      std::find_if(events.rows.begin(), events.rows.end(), [](const EventRow& row) { return row.kind == "leave"; });
  ASSERT_NE(leaves, events.rows.end());
  EXPECT_NEAR(leaves->t, 2, 1e-9);
  EXPECT_NEAR(observed(result, "v_end"), 0.5 * 0.5 * 4, 1e-9);
  EXPECT_NEAR(observed(result, "x_end"), 0.5 * 8.0 / 6, 1e-9);
}

// s = x + ẋ falls from ½ with ẍ = −2 and slides from t₁ = (√33 − 5)/4 on, ẋ = −x, until the force 3/2 − t of the other side is
// no more than the ẍ = x of the sliding motion.
TEST(TextModel, LeavesAJumpAlongWhichItMovesAtTheRightInstant) {
  const auto mass = model(R"toml(
[coordinates]
x = 1
[rates]
x = -0.5
[equations]
kinetic = "x_dot^2/2"
force.x = "if(x + x_dot > 0, -2, 1.5 - t)"
)toml");
  test::MemoryEvents events;
  run_until(*mass, 2, 1e-12, &events);
  const double t_1 = (std::sqrt(33) - 5) / 4, x_1 = 1 - 0.5 * t_1 - t_1 * t_1;
  double low = t_1, high = 2;
  while (high - low > 1e-15 * high) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (1.5 - middle > x_1 * std::exp(t_1 - middle) ? low : high) = middle;
  }
  ASSERT_EQ(events.rows.size(), 2u);
  EXPECT_EQ(events.rows[0].kind, "slide");
  EXPECT_NEAR(events.rows[0].t, t_1, 1e-12);
  EXPECT_EQ(events.rows[1].kind, "leave");
  EXPECT_NEAR(events.rows[1].t, low, 1e-9);
}

// Two bodies pulled by t/2 and t/4 against dry friction of 1, as jumps of forces: both rest from the start on. Free of each
// other they leave at 2 and 4; where T couples them, the inertia of the first carries half of what the second is pulled by.
TEST(TextModel, SlidesAlongSeveralJumpsAtOnce) {
  for (const bool coupled : {false, true}) {
    const auto bodies = model(std::string("[coordinates]\nx = 0\ny = 0\n[equations]\nkinetic = \"(x_dot^2 + y_dot^2") +
                              (coupled ? " + x_dot*y_dot" : "") +
                              ")/2\"\nforce.x = \"t/2 - sign(x_dot)\"\nforce.y = \"t/4 - sign(y_dot)\"\n");
    test::MemoryEvents events;
    const RunResult result = run_until(*bodies, 6, 1e-12, &events);
    EXPECT_NEAR(result.u[0], 4, 1e-9);
    EXPECT_NEAR(result.u[1], coupled ? 0 : 0.5, 1e-9);
    std::vector<double> leaves;
    for (const EventRow& row : events.rows)
      if (row.kind == "leave") leaves.push_back(row.t);
    ASSERT_EQ(leaves.size(), coupled ? 1u : 2u);
    EXPECT_NEAR(leaves[0], 2, 1e-9);
    if (!coupled) {
      EXPECT_NEAR(leaves[1], 4, 1e-9);
    }
    EXPECT_LT(result.ledger.relative_residual(), 1e-9);
  }
  // Thrown, they stop one after the other, at 1 and 2.
  const auto thrown = model(
      "[coordinates]\nx = 0\ny = 0\n[rates]\nx = 1\ny = 2\n[equations]\nkinetic = \"(x_dot^2 + y_dot^2)/2\"\n"
      "force.x = \"-sign(x_dot)\"\nforce.y = \"-sign(y_dot)\"\n");
  const RunResult result = run_until(*thrown, 5, 1e-12);
  EXPECT_NEAR(result.q[0], 0.5, 1e-10);
  EXPECT_NEAR(result.q[1], 2, 1e-10);
  EXPECT_NEAR(result.ledger.drive_work, -2.5, 1e-10);
}

// Play: z is drawn along at a distance, ż = ẋ; beyond its corner the motion goes along the jump without crossing it, and both
// sides of that are at rest where ẋ turns.
TEST(TextModel, GoesAlongAJumpThatHoldsItNowhere) {
  const auto play = model(R"toml(
[coordinates]
x = 0
[rates]
x = 1
[states]
z = { start = 0, rate = "if((x - z >= 0.3 and x_dot > 0) or (z - x >= 0.3 and x_dot < 0), x_dot, 0)" }
[equations]
kinetic = "x_dot^2/2"
potential = "x^2/2"
[observables]
highest = { max = "z" }
lowest = { min = "z" }
)toml");
  const RunResult result = run_until(*play, 20);
  EXPECT_NEAR(observed(result, "highest"), 0.7, 1e-9);
  EXPECT_NEAR(observed(result, "lowest"), -0.7, 1e-9);
}

// ẍ = −x³ − F sign(x): a quarter of a round is ∫ dx/√(2(E − V)) from 0 to 1, smooth in s = √(1 − x). Steps as long as the
// tolerances allow: the time scale that the motion would be given bounds them.
TEST(TextModel, KeepsTheOrderOfTheIntegratorThroughARelay) {
  const auto relay = model(R"toml(
[coordinates]
x = 1
[equations]
kinetic = "x_dot^2/2"
potential = "x^4/4 + abs(x)/2"
[numerics]
scale = { length = 1, time = 10 }
)toml");
  const auto slowness = [](double s) {
    const double x = 1 - s * s;
    return 2 / std::sqrt((1 + x) * (1 + x * x) / 2 + 1);
  };
  constexpr int n = 2000;  // Simpson's rule
  double quarter = slowness(0) + slowness(1);
  for (int i = 1; i < n; ++i) quarter += (i % 2 == 0 ? 2 : 4) * slowness(double(i) / n);
  quarter /= 3 * n;
  double before = 1;
  for (const double rtol : {1e-6, 1e-9, 1e-12}) {
    RunRequest request = relay->request();
    request.until = 20 * quarter;
    request.rtol = rtol;
    request.atol = 1e-2 * rtol;
    const RunResult result = relay->run(request);  // by the first its ledger stays open
    const double error = std::hypot(result.q[0] - 1, result.u[0]);
    EXPECT_LT(error, 100 * rtol);
    EXPECT_LT(error, 1e-2 * before);
    before = error;
  }
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

// Where M is a coordinate, the time or a state itself: T = x ẋ²/2 keeps x ẋ² = 1, x = (1 + 3t/2)^⅔; the others keep m ẋ.
TEST(TextModel, HasAMassThatVaries) {
  const auto end = [](const std::string& mass, const std::string& more) {
    const auto mover = model("[coordinates]\nx = 1\n[rates]\nx = 1\n[equations]\nkinetic = \"" + mass +
                             "/2*x_dot^2\"\n" + more + "[observables]\nx_end = { last = \"x\" }\n");
    return observed(run_until(*mover, 2), "x_end");
  };
  EXPECT_NEAR(end("x", ""), std::pow(4, 2.0 / 3), 1e-9);
  EXPECT_NEAR(end("m", "[states]\nm = { start = 1, rate = 1 }\n"), 1 + std::log(3), 1e-9);
  EXPECT_NEAR(end("(t + 1)", ""), 1 + std::log(3), 1e-9);
  // A mass that an event doubles: the velocity stays, 1, and half the force of 1 acts from t = 1 on.
  EXPECT_NEAR(end("m", "force.x = 1\n[states]\nm = 1\n[[event]]\nname = \"load\"\nwhen = \"t - 1\"\nset = { m = 2 }\n"),
              1 + 1.5 + 2 + 0.25, 1e-9);
}

// Friction with a corner, and with a jump, at a slip velocity: ẋ falls from ±1 by μ, and they are met exactly.
TEST(TextModel, MeetsTheCornersOfFrictionBySlip) {
  const auto stops = [](const std::string& mu, const std::string& start, double rtol) {
    const auto block = model("[coordinates]\nx = 0\n[rates]\nx = " + start +
                             "\n[equations]\nkinetic = \"x_dot^2/2\"\n[[contact]]\nname = \"pad\"\nload = 1\n"
                             "slip = \"x_dot\"\nmu = \"" +
                             mu + "\"\nmu_s = 0.5\n[observables]\nstops = { time = \"pad stick\" }\n");
    return observed(run_until(*block, 5, rtol), "stops");
  };
  for (const char* start : {"1", "-1"}) {
    SCOPED_TRACE(start);
    // 0.2 down to ½, then 0.4: 2.5 s and 1.25 s.
    EXPECT_NEAR(stops("if(abs(slip) < 0.5, 0.4, 0.2)", start, 1e-6), 3.75, 1e-11);
    EXPECT_NEAR(stops("if(slip^2 < 0.25, 0.4, 0.2)", start, 1e-6), 3.75, 1e-11);
    // 0.4 − 0.4 v below ½.
    EXPECT_NEAR(stops("max(0.2, 0.4 - 0.4*abs(slip))", start, 1e-10), 2.5 + std::log(2) / 0.4, 1e-9);
    EXPECT_NEAR(stops("0.4 - 0.2*min(2*abs(slip), 1)", start, 1e-10), 2.5 + std::log(2) / 0.4, 1e-9);
  }
  // One for each direction.
  EXPECT_NEAR(stops("if(slip > 0, 0.5, 0.25)", "1", 1e-10), 2, 1e-11);
  EXPECT_NEAR(stops("if(slip > 0, 0.5, 0.25)", "-1", 1e-10), 4, 1e-11);
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

TEST(TextModel, SetsAndPushesOneOfMany) {
  const auto row = model(R"toml(
[parameters]
n = 3
[coordinates]
x = { for = "i = 1:n", start = "i" }
[rates]
x = 1
"x[n]" = 0
[states]
hits = 0
[equations]
kinetic = "sum(i, 1, n, x_dot[i]^2)/2"
force."x[n]" = 2
[[contact]]
for = "i = 1:n - 1"
name = "wall{i}"
gap = "3*i - x[i]"
e = 1
[[event]]
for = "i = 1:n - 1"
name = "hit{i}"
on = "wall{n - i} impact"
set = { hits = "hits + i" }
[[event]]
for = "i = 1:n - 1"
name = "back{i}"
when = "x[i]"
direction = -1
set = { "x_dot[i]" = "-2*x_dot[i]" }
)toml");
  // The first is at its wall at 2 and back at 0 at 5, the second at 4 and 10.
  const RunResult result = run_until(*row, 6);
  EXPECT_NEAR(result.q[0], 2, 1e-9);
  EXPECT_NEAR(result.q[1], 4, 1e-9);
  EXPECT_NEAR(result.q[2], 3 + 36, 1e-9);
  EXPECT_EQ(result.states.at(0).second, 2 + 1);
}

TEST(TextModel, PresetsAreOfTheirOwnValues) {
  const auto one = model(R"toml(
[parameters]
h = 1
b = "3*h"
a = [1, 2]
[coordinates]
x = 0
[equations]
kinetic = "x_dot^2/2"
[preset.big]
x = "b + 2*h"
h = "2 + 1"
a = ["2*h", "5"]
)toml");
  RunRequest request = one->request();
  one->apply(one->preset("big"), request);
  EXPECT_EQ(request.parameters["h"], 3);
  EXPECT_EQ(request.parameters["x"], 15);
  EXPECT_EQ(request.parameters.list("a"), (std::vector<double>{6, 5}));
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
  EXPECT_NE(message(rest + "kinetic = \"-x_dot^2\"\n").find("a negative inertia"), std::string::npos);
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
  expect_refusal("[coordinates]\nx = { for = \"i = 1:2e9\", start = 0 }\n[equations]\nkinetic = 1\n",
                 "runs over 2000000000 numbers; at most 10000 are allowed");
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
