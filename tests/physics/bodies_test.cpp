// SPDX-License-Identifier: Apache-2.0
// Mechanisms of bodies: closed forms, twins of the catalog, books and depths of random falls.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"
#include "support/text_runs.hpp"

namespace carom::study {
namespace {

using test::model, test::observed, test::run_until;

const std::string floor_body = R"toml(
[[body]]
name = "floor"
shape = [ { line = [[-1, 0], [1, 0]] } ]
[contacts]
all = true
)toml";

// Slip ends at v0/(μ g (1 + m r²/J)): v0/(3 μ g) for a uniform disc, with 2/3 of the speed.
TEST(Bodies, DiscRollsAtTheTimeOfTheTextbook) {
  const auto disc = model(R"toml(
gravity = 9.81
[[body]]
name = "disc"
mass = 2
position = [0, 0.3]
velocity = [3, 0]
shape = [ { disc = 0.3 } ]
[observables]
rolls = { time = "disc/floor stick" }
v = { last = "disc.x_dot" }
w = { last = "disc.angle_dot" }
)toml" + floor_body + "mu = 0.15\n");
  const RunResult result = run_until(*disc, 2);
  EXPECT_NEAR(observed(result, "rolls"), 3 / (3 * 0.15 * 9.81), 1e-10);
  EXPECT_NEAR(observed(result, "v"), 2, 1e-10);
  EXPECT_NEAR(observed(result, "w"), -2 / 0.3, 1e-9);
}

// Along x and across, with a box that was put on it at rest.
struct Moved {
  double slid = 0, turned = 0;
};

Moved on_incline(const System& system, double slope) {
  RunRequest request = system.request();
  request.parameters.set("a", std::atan(slope));
  request.until = 0.2;
  const RunResult result = system.run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  return {std::abs(result.u[0]), std::abs(result.u[2])};
}

double threshold(const System& system, double low, double high, double Moved::*of) {
  while (high - low > 2e-10) {
    const double slope = 0.5 * (low + high);
    (on_incline(system, slope).*of > 1e-12 ? high : low) = slope;
  }
  return 0.5 * (low + high);
}

const std::string incline = R"toml(
gravity = ["9.81*sin(a)", "-9.81*cos(a)"]
[parameters]
a = 0.1
[[body]]
name = "box"
mass = 1
position = [0, 0.2]
shape = [ { box = [0.2, 0.4] } ]
)toml";

// tan α = μ_s, and with μ_s above width/height tan α = width/height.
TEST(Bodies, BoxSlipsAndTopplesOnInclinesWhereItShould) {
  const auto slides = model(incline + floor_body + "mu = 0.25\nmu_s = 0.3\n");
  EXPECT_NEAR(threshold(*slides, 0.1, 0.45, &Moved::slid), 0.3, 1e-9);
  const auto topples = model(incline + floor_body + "mu = 0.8\n");
  EXPECT_NEAR(threshold(*topples, 0.1, 0.75, &Moved::turned), 0.5, 1e-9);
}

std::string double_pendulum(const std::string& angle) {
  return R"toml(
gravity = 9.81
[parameters]
l = 1.3
m = 0.7
a0 = )toml" +
         angle + R"toml(
[[body]]
name = "upper"
mass = "m"
inertia = "m*l^2/12"
com = [0, "-l/2"]
angle = "a0"
[[body]]
name = "lower"
density = "m/(l*0.001)"            # a thin box instead: almost the same inertia
position = ["l*sin(a0)", "-l*cos(a0)"]
angle = "a0"
inertia = "m*l^2/12"
com = [0, "-l/2"]
shape = [ { box = [0.001, "l"], at = [0, "-l/2"] } ]
[[joint]]
name = "shoulder"
kind = "hinge"
bodies = ["ground", "upper"]
at = [0, 0]
[[joint]]
name = "elbow"
kind = "hinge"
bodies = ["lower", "upper"]        # the other way round: its angle is that of the upper body against the lower
at = ["l*sin(a0)", "-l*cos(a0)"]
)toml";
}

TEST(Bodies, DoublePendulumKeepsItsEnergy) {
  const double size = 2 * 0.7 * 9.81 * 1.3;  // 2 m g l
  const RunResult small = run_until(*model(double_pendulum("0.5")), 1000, 1e-12);
  EXPECT_LT(std::abs(small.ledger.residual()), 1e-11 * size);
  const RunResult horizontal = run_until(*model(double_pendulum("\"pi/2\"")), 1000, 1e-12);
  EXPECT_LT(std::abs(horizontal.ledger.residual()), 1e-9 * size);
}

// The rocker of a four-bar linkage: θ = angle of D→B minus the angle at D of the triangle B C D.
TEST(Bodies, FourBarLinkageFollowsItsCrank) {
  const System& system = system_of_file((std::filesystem::path(CAROM_SOURCE_DIR) / "models/four_bar.toml").string());
  RunRequest request = system.request();
  request.rtol = 1e-12;
  request.atol = 1e-14;
  request.until = 100 * pi + 0.7;  // a hundred turns at 2 rad/s, and something
  const RunResult result = system.run(request);
  ASSERT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  const double r = 1, b = 2.5, c = 2, d = 3, crank = 2 * *request.until;
  const double x = r * std::cos(crank) - d, y = r * std::sin(crank), s = std::hypot(x, y);
  double turn = std::atan2(y, x);
  if (turn < 0) turn += 2 * pi;
  EXPECT_NEAR(observed(result, "rock"), turn - std::acos((s * s + c * c - b * b) / (2 * s * c)), 1e-10);
}

void expect_twins(const char* catalog, const char* file, double until) {
  const System& known = system(catalog);
  const System& drawn = system_of_file((std::filesystem::path(CAROM_SOURCE_DIR) / "models" / file).string());
  RunRequest request = known.request(), same = drawn.request();
  request.until = same.until = until;
  request.law = same.law = Restitution::energetic;
  const RunResult a = known.run(request), b = drawn.run(same);
  ASSERT_EQ(b.outcome, Outcome::reached_end) << b.reason;
  EXPECT_EQ(b.events.impacts, a.events.impacts);
  EXPECT_EQ(b.events.multiple_impacts, a.events.multiple_impacts);
  ASSERT_EQ(b.q.size(), a.q.size());
  for (std::size_t k = 0; k < a.q.size(); ++k) {
    EXPECT_NEAR(b.q[k], a.q[k], 1e-9) << "q " << k;
    EXPECT_NEAR(b.u[k], a.u[k], 1e-9) << "u " << k;
  }
}

TEST(Bodies, TwinsMoveAsTheCatalogDoes) {
  expect_twins("dimer", "dimer_bodies.toml", 0.4);
  expect_twins("rocking-block", "rocking_block_bodies.toml", 1.0);
}

// Falls from random starts: the books are closed, and no corner is found below a surface.
struct Fall {
  const char* name;
  std::string text;
  std::vector<std::string> gaps;
  double height;
};

std::string all_gaps(const std::vector<std::string>& gaps) {
  std::string text = "[observables]\n";
  for (std::size_t k = 0; k < gaps.size(); ++k) text += "g" + std::to_string(k) + " = { min = \"" + gaps[k] + "\" }\n";
  return text;
}

const std::string law = "all = true\ne = 0.3\nmu = 0.4\n";
const std::string box = R"toml(
gravity = 9.81
[[body]]
name = "a"
mass = 1
position = [0, 1.6]
shape = [ { box = [0.2, 0.12] } ]
)toml";

std::vector<Fall> falls() {
  const std::string funnel = R"toml(
[[body]]
name = "s"
shape = [ { outline = [[-3, 3], [0, 0], [3, 3]] } ]
[contacts]
)toml";
  const std::string pentagon = R"toml(
gravity = 9.81
[parameters]
r = 0.1
[[body]]
name = "a"
density = 30
position = [0, 1.6]
shape = [ { polygon = [["r", 0], ["r*cos(2*pi/5)", "r*sin(2*pi/5)"], ["r*cos(4*pi/5)", "r*sin(4*pi/5)"],
                       ["r*cos(4*pi/5)", "-r*sin(4*pi/5)"], ["r*cos(2*pi/5)", "-r*sin(2*pi/5)"]] } ]
)toml";
  const std::string pill = R"toml(
gravity = 9.81
[[body]]
name = "a"
mass = 1
position = [0, 1.6]
shape = [ { capsule = [0.3, 0.05] } ]
[[body]]
name = "s"
shape = [ { arc = { radius = 3, from = "180 deg", to = "360 deg" }, at = [0, 3] } ]
[contacts]
)toml";
  const std::string stairs = R"toml(
[[body]]
name = "s"
shape = [ { outline = [[-50, 1], [0.3, 1], [0.3, 0.8], [0.7, 0.8], [0.7, 0.6], [1.1, 0.6], [1.1, 0.4], [50, 0.4]] } ]
[contacts]
)toml";
  const std::string floor = "[[body]]\nname = \"s\"\nshape = [ { line = [[-1, 0], [1, 0]] } ]\n[contacts]\n";
  // The depth of corners over the stairs themselves, not of the contacts that the program made.
  std::vector<std::string> over_stairs;
  for (const auto& [x, y] : {std::pair("-0.1", "-0.06"), {"0.1", "-0.06"}, {"0.1", "0.06"}, {"-0.1", "0.06"}}) {
    const std::string px = std::string("(a.x + cos(a.angle)*(") + x + ") - sin(a.angle)*(" + y + "))";
    const std::string py = std::string("(a.y + sin(a.angle)*(") + x + ") + cos(a.angle)*(" + y + "))";
    const auto depth = [&](const char* top, const char* edge) {
      return "max(min(" + std::string(top) + " - " + py + ", " + edge + " - " + px + "), 0)";
    };
    over_stairs.push_back("min(" + py + " - 0.4, 0) - " + depth("1", "0.3") + " - " + depth("0.8", "0.7") + " - " +
                          depth("0.6", "1.1"));
  }
  return {{"box on a floor", box + floor + law, {"'a/s:1.gap'", "'a/s:2.gap'", "'a/s:3.gap'", "'a/s:4.gap'"}, 0.5},
          {"box on stairs", box + stairs + law, over_stairs, 1.5},
          {"pentagon in a funnel", pentagon + funnel + law, {"'a/s:1.gap'", "'a/s:4.gap'", "'a/s:10.gap'"}, 1.6},
          {"capsule in a hollow", pill + law, {"'a/s:1.gap'", "'a/s:2.gap'"}, 1.6}};
}

TEST(Bodies, FallFromRandomStartsWithClosedBooks) {
  for (const Fall& fall : falls()) {
    SCOPED_TRACE(fall.name);
    const auto system = model(fall.text + all_gaps(fall.gaps));
    for (int k = 0; k < 8; ++k) {
      Random random(11, static_cast<std::uint64_t>(k));
      RunRequest request = system->request();
      request.parameters.set("a.x", random.uniform(-0.3, 0.3));
      request.parameters.set("a.y", random.uniform(fall.height, fall.height + 0.3));
      request.parameters.set("a.angle", random.uniform(-3, 3));
      request.parameters.set("a.x_dot", random.uniform(-1, 1));
      request.parameters.set("a.angle_dot", random.uniform(-5, 5));
      request.until = 4;
      const RunResult result = system->run(request);
      EXPECT_EQ(result.outcome, Outcome::reached_end) << k << ": " << result.reason;
      EXPECT_LT(result.ledger.relative_residual(), 1e-9) << k;
      for (std::size_t g = 0; g < fall.gaps.size(); ++g)
        EXPECT_GT(observed(result, "g" + std::to_string(g)), -2e-10) << k << " " << fall.gaps[g];
    }
  }
}

}  // namespace
}  // namespace carom::study
