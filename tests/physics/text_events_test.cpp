// SPDX-License-Identifier: Apache-2.0
// Events, clocks and corners of model files where several fall together or follow fast, and runs that cannot end.
#include <cmath>
#include <ctime>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {
namespace {

// A mass that moves with 1 m/s from x = 0.
std::unique_ptr<System> mover(const std::string& rest) {
  return model_system(
      "carom = \"model 1\"\n[coordinates]\nx = 0\n[rates]\nx = 1\n[equations]\nkinetic = \"x_dot^2/2\"\n" + rest,
      "text.toml");
}

RunResult run(const std::string& rest, double until) {
  const auto system = mover(rest);
  RunRequest request = system->request();
  request.until = until;
  return system->run(request);
}

double observed(const RunResult& result, const std::string& name) {
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  for (const auto& [key, value] : result.observables)
    if (key == name) {
      if (const long* count = std::get_if<long>(&value)) return static_cast<double>(*count);
      return std::get<double>(value);
    }
  ADD_FAILURE() << "no observable " << name;
  return std::nan("");
}

const std::string clock_of_halves = "[[event]]\nname = \"tick\"\nevery = 0.5\n";
const std::string ticks = "[observables]\nticks = { count = \"tick\" }\n";

TEST(TextClock, LosesNoTickWhereSomethingElseFallsOnIt) {
  for (const char* other : {"when = \"x - 1\"", "when = \"t - 1\"", "when = \"sin(2*pi*x)\"", "every = 0.1"}) {
    SCOPED_TRACE(other);
    const std::string event = std::string("[[event]]\nname = \"other\"\n") + other + "\n";
    EXPECT_EQ(observed(run(clock_of_halves + event + ticks, 3.2), "ticks"), 6);
    EXPECT_EQ(observed(run(event + clock_of_halves + ticks, 3.2), "ticks"), 6);
  }
  const std::string walls =
      "[[contact]]\nname = \"right\"\ngap = \"1 - x\"\ne = 1\n[[contact]]\nname = \"left\"\ngap = \"x\"\ne = 1\n";
  EXPECT_EQ(observed(run(walls + clock_of_halves + ticks, 7.2), "ticks"), 14);
  EXPECT_EQ(observed(run("force.x = \"1e-3*sign(x - 1)\"\n" + clock_of_halves + ticks, 3.2), "ticks"), 6);
}

// Impacts first, then events in the order of the file, each from what the last has left.
TEST(TextClock, StrikesAfterTheImpactOfItsInstant) {
  const std::string wall = "[[contact]]\nname = \"wall\"\ngap = \"1 - x\"\ne = 0.5\n[states]\nseen = 0\norder = 0\n";
  const std::string tick =
      "[[event]]\nname = \"tick\"\nevery = 1\nset = { seen = \"x_dot\", order = \"2*order + 1\" }\n";
  const std::string hit = "[[event]]\nname = \"hit\"\non = \"wall impact\"\nset = { order = \"3*order\" }\n";
  const std::string seen = "[observables]\nseen = { last = \"seen\" }\norder = { last = \"order\" }\n";
  const RunResult first = run(wall + tick + hit + seen, 1.5), second = run(wall + hit + tick + seen, 1.5);
  EXPECT_NEAR(observed(first, "seen"), -0.5, 1e-15);
  EXPECT_EQ(observed(first, "order"), 3);   // tick, then hit
  EXPECT_EQ(observed(second, "order"), 1);  // hit, then tick
}

TEST(TextEvents, HappenInTheirOrderAHundredRoundsAtMost) {
  const auto count_to = [](int most) {
    return run(
        "[states]\nn = 0\n[[event]]\nname = \"go\"\nwhen = \"x - 1\"\nset = { n = 1 }\n[[event]]\nname = \"up\"\n"
        "when = \"n - 0.5\"\nset = { n = \"if(n < " +
            std::to_string(most) + ", -n - 1, 0.4)\" }\n[[event]]\nname = \"down\"\nwhen = \"n + 0.5\"\n" +
            "direction = -1\nset = { n = \"-n + 1\" }\n[observables]\nups = { count = \"up\" }\n",
        2);
  };
  EXPECT_EQ(observed(count_to(100), "ups"), 51);
  const RunResult endless = count_to(1000);
  EXPECT_EQ(endless.outcome, Outcome::chatter_unresolved);
  EXPECT_NE(endless.reason.find("set each other off without end"), std::string::npos);
}

// However fast a function oscillates within the steps that the motion itself would take: none of its zeros is missed.
TEST(TextEvents, AreMetHoweverFastTheyFollow) {
  for (const double w : {10.0, 200.0, 1000.0, 10000.0})
    for (const char* of : {"t", "x"}) {
      SCOPED_TRACE(std::string(of) + " " + std::to_string(w));
      const std::string when = "sin(" + std::to_string(w) + "*" + of + " + 0.1)";
      EXPECT_EQ(observed(run("[[event]]\nname = \"zero\"\nwhen = \"" + when +
                                 "\"\n[observables]\nzeros = { count = \"zero\" }\n",
                             5),
                         "zeros"),
                std::floor((5 * w + 0.1) / pi));
      // A square wave of force: the velocity is a triangle between 0 and π/w, and comes back.
      const double end = 2 * pi * std::floor(5 * w / (2 * pi)) / w;
      const RunResult pushed = run("force.x = \"sign(sin(" + std::to_string(w) + "*t))\"\n", end);
      EXPECT_NEAR(pushed.u[0], 1, 1e-9);
    }
}

TEST(TextEvents, AFastSurfaceIsMet) {
  // y = A sin ω t rises to the mass that moves away from it with 1 m/s? It does not: but it meets one that comes down on it.
  const RunResult met =
      run("[[contact]]\nname = \"table\"\ngap = \"1.001 - x - 1e-3*sin(3000*t)\"\ne = 1\n[observables]\n"
          "first = { time = \"table impact\" }\n",
          1.5);
  double t = 1;
  for (int k = 0; k < 5000 && 1.001 - t - 1e-3 * std::sin(3000 * t) > 0; ++k) t += 1e-6;
  EXPECT_NEAR(observed(met, "first"), t, 1e-6);
}

TEST(HostileModel, ThatTremblesEndsInASecondWithASentence) {
  for (const char* force : {"sin(1e300*t)", "sin(1e250*x)", "exp(exp(t))"}) {
    SCOPED_TRACE(force);
    const std::clock_t begun = std::clock();
    const RunResult result = run(std::string("force.x = \"") + force + "\"\n", 50);
    EXPECT_LT(static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC, 1);
    EXPECT_EQ(result.outcome, Outcome::step_underflow);
    EXPECT_FALSE(result.reason.empty());
  }
}

TEST(TextLedger, OfAMotionThatNothingDrivesStaysClosed) {
  // On its cycle the force is zero: nothing but kinetic and potential energy is exchanged.
  const auto round = model_system(
      "carom = \"model 1\"\n[coordinates]\nx = 0.7\n[equations]\nkinetic = \"x_dot^2/2\"\npotential = \"x^2/2\"\n"
      "force.x = \"(1 - x^2 - x_dot^2)*x_dot\"\n",
      "text.toml");
  RunRequest request = round->request();
  request.until = 10000;
  const RunResult result = round->run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  EXPECT_LT(result.ledger.relative_residual(), 1e-9);
}

TEST(TextLedger, OfAModelThatWasLeftIsThatOfItsSide) {
  const RunResult result = run("potential = \"if(x > 1, 5, 0)\"\n", 2);
  EXPECT_EQ(result.outcome, Outcome::left_model);
  EXPECT_NEAR(result.t_end, 1, 1e-12);
  EXPECT_NEAR(result.ledger.residual(), 0, 1e-14);
}

TEST(TextResult, TellsTheStates) {
  const RunResult result = run("[states]\nz = { start = 2, rate = \"-z\" }\nmode = 3\n", 1);
  ASSERT_EQ(result.states.size(), 2u);
  EXPECT_EQ(result.states[0].first, "z");
  EXPECT_NEAR(result.states[0].second, 2 * std::exp(-1), 1e-9);
  EXPECT_EQ(result.states[1].second, 3);
}

TEST(TextResult, WhatASchemeDoesNotTellHasNoValue) {
  const auto ball = mover(
      "[[contact]]\nname = \"wall\"\ngap = \"1 - x\"\n[observables]\nmost = { max = \"wall.force\" }\nleast = { min = "
      "\"wall.force\" }\n");
  RunRequest request = ball->request();
  request.until = 2;
  request.scheme = Scheme::moreau;
  for (const auto& [name, value] : ball->run(request).observables)
    EXPECT_TRUE(std::isnan(std::get<double>(value))) << name;
}

}  // namespace
}  // namespace carom::study
