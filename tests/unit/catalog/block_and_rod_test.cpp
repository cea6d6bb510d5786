// SPDX-License-Identifier: Apache-2.0
// The rocking block and Painlevé's rod in the catalog, and the laws of impact in every system.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/io/json.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

RunRequest request_of(const System& system, std::initializer_list<const char*> assignments) {
  RunRequest request = system.request();
  for (const char* assignment : assignments) request.parameters.assign(assignment);
  return request;
}

Value observable(const RunResult& result, const std::string& name) {
  for (const auto& [key, value] : result.observables)
    if (key == name) return value;
  return std::string("missing");
}
double number(const RunResult& result, const std::string& name) { return std::get<double>(observable(result, name)); }
long count(const RunResult& result, const std::string& name) { return std::get<long>(observable(result, name)); }
std::string word(const RunResult& result, const std::string& name) {
  return std::get<std::string>(observable(result, name));
}

TEST(RockingBlockRun, ReportsHousnersRatioAndItsRest) {
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton}) {
    RunRequest request = request_of(rocking_block_system(), {});
    request.law = law;
    const RunResult result = rocking_block_system().run(request);
    EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
    EXPECT_NEAR(number(result, "rate_ratio"), 1 - 1.5 / 17, 1e-11);  // sin² α = 1/17
    EXPECT_NEAR(number(result, "rest_time"), 3.03013, 1e-4);
    EXPECT_GT(count(result, "impacts"), 50);
    EXPECT_EQ(word(result, "motion"), "rest");
    EXPECT_EQ(result.energy_gain, 0);
  }
}

TEST(RockingBlockRun, EndsWhenItTopples) {
  const RunResult result = rocking_block_system().run(request_of(rocking_block_system(), {"theta0=20deg"}));
  EXPECT_EQ(result.outcome, Outcome::reached_end);
  EXPECT_EQ(word(result, "motion"), "toppled");
  EXPECT_TRUE(std::isnan(number(result, "rest_time")));
  EXPECT_TRUE(std::isnan(number(result, "rate_ratio")));
}

TEST(RockingBlockRun, IsMirrorSymmetric) {
  RunRequest left = request_of(rocking_block_system(), {"theta0=5deg", "mu=0.05", "e=0.3"});
  RunRequest right = request_of(rocking_block_system(), {"theta0=-5deg", "mu=0.05", "e=0.3"});
  left.until = right.until = 0.25;
  const RunResult a = rocking_block_system().run(left), b = rocking_block_system().run(right);
  EXPECT_NEAR(a.q[0], -b.q[0], 1e-9);
  EXPECT_NEAR(a.q[1], b.q[1], 1e-9);
  EXPECT_NEAR(a.q[2], -b.q[2], 1e-9);
}

TEST(PainleveRodRun, NamesTheParadoxOfItsStart) {
  const System& rod = painleve_rod_system();
  const auto paradox = [&](std::initializer_list<const char*> assignments) {
    RunRequest request = request_of(rod, assignments);
    request.until = 1e-3;
    return word(rod.run(request), "paradox");
  };
  EXPECT_EQ(paradox({}), "inconsistent");
  EXPECT_EQ(paradox({"v0=1"}), "none");
  EXPECT_EQ(paradox({"omega0=8"}), "indeterminate");
  EXPECT_EQ(paradox({"mu=1.32"}), "none");
  EXPECT_EQ(paradox({"mu=1.35"}), "inconsistent");
  EXPECT_EQ(paradox({"mu=1.35", "theta0=50deg"}), "none");
  // Of the start that is asked for, not of the parameters.
  RunRequest request = request_of(rod, {});
  request.until = 1e-3;
  request.u = {1, 0, 0};
  EXPECT_EQ(word(rod.run(request), "paradox"), "none");
  request.u.clear();
  request.scheme = Scheme::moreau;
  EXPECT_EQ(word(rod.run(request), "paradox"), "inconsistent");
}

TEST(PainleveRodRun, TakesTheChosenWay) {
  const System& rod = painleve_rod_system();
  RunRequest request = request_of(rod, {"omega0=8"});
  request.until = 1e-3;
  request.painleve = PainleveChoice::flight;
  const RunResult flight = rod.run(request);
  EXPECT_EQ(flight.modes[0], ContactMode::open);
  EXPECT_EQ(count(flight, "impacts"), 0);
  request.painleve = PainleveChoice::slip;
  EXPECT_EQ(rod.run(request).modes[0], ContactMode::slip_minus);
  request.painleve = PainleveChoice::impact;
  EXPECT_EQ(count(rod.run(request), "tangential_impacts"), 1);
}

TEST(PainleveRodRun, EndsWhenTheRodLiesFlat) {
  const RunResult result = painleve_rod_system().run(request_of(painleve_rod_system(), {"mu=0.2", "theta0=30deg"}));
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  EXPECT_EQ(word(result, "fallen"), "yes");
}

TEST(LawsOfImpact, RunInEverySystem) {
  for (const System* s : systems()) {
    if (s->card().many) continue;  // soft contacts have no law of impact
    for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton}) {
      RunRequest request = s->request();
      request.law = law;
      s->card().frequency.empty() ? request.until = 0.3 : request.cycles = 5;
      const RunResult result = s->run(request);
      // The rod begins in a jam, to which Newton's law has no answer.
      if (s == &painleve_rod_system() && law == Restitution::newton) {
        EXPECT_EQ(result.outcome, Outcome::impact_unresolved);
        EXPECT_EQ(result.reason.rfind("Newton's law has no answer to a jam", 0), 0u) << result.reason;
        continue;
      }
      EXPECT_TRUE(succeeded(result.outcome)) << s->name() << " " << name(law) << ": " << result.reason;
      EXPECT_EQ(result.law, law);
      if (!request.parameters.table().find("eps_T")) continue;  // no friction
      request.parameters.assign("eps_T=0.5");
      if (law == Restitution::poisson) {
        EXPECT_TRUE(succeeded(s->run(request).outcome)) << s->name();
      } else {
        EXPECT_EQ(message_of([&] { s->run(request); }),
                  "only Poisson's law has a tangential restitution: give --law poisson or leave eps_T = 0.5 out");
      }
    }
  }
}

// A rod at 60° strikes with its tip sliding so that stick halts it: Newton's law gives more than there was.
ImpactRequest gaining_impact() {
  ImpactRequest request{.parameters = painleve_rod_system().defaults()};
  for (const char* assignment : {"e=1", "mu=0.5", "theta0=60deg"}) request.parameters.assign(assignment);
  request.u = {0.7, -1, 0};
  request.law = Restitution::newton;
  return request;
}

TEST(NewtonsLaw, TellsTheEnergyThatItCreatesInAnImpact) {
  ImpactRequest request = gaining_impact();
  const ImpactOutcome newton = painleve_rod_system().impact(request);
  EXPECT_NEAR(newton.energy_gain, 0.12014416849, 1e-10);
  EXPECT_NEAR(newton.energy_after - newton.energy_before, newton.energy_gain, 1e-12);
  EXPECT_LT(newton.residual, 1e-13);
  ASSERT_EQ(newton.notes.size(), 1u);
  EXPECT_EQ(newton.notes[0], "Newton's law creates 0.120144 J in this impact, more than friction and restitution take");
  EXPECT_NE(to_json(newton).find("\"energy_gain\": 0.1201"), std::string::npos);
  for (const Restitution law : {Restitution::energetic, Restitution::poisson}) {
    request.law = law;
    const ImpactOutcome other = painleve_rod_system().impact(request);
    EXPECT_EQ(other.energy_gain, 0);
    EXPECT_LE(other.energy_after, other.energy_before * (1 + 1e-12));
    EXPECT_TRUE(other.notes.empty());
  }
}

TEST(NewtonsLaw, TellsTheEnergyThatItCreatesInARun) {
  RunRequest request = request_of(painleve_rod_system(), {"e=1", "mu=0.5", "theta0=60deg"});
  request.q = {0, 0.5 * std::sin(pi / 3) + 1e-4, pi / 3};
  request.u = {0.7, -1, 0};
  request.until = 0.05;
  request.law = Restitution::newton;
  const RunResult newton = painleve_rod_system().run(request);
  EXPECT_EQ(newton.outcome, Outcome::reached_end) << newton.reason;
  EXPECT_GT(newton.energy_gain, 0.1);
  ASSERT_EQ(newton.notes.size(), 1u);
  EXPECT_EQ(newton.notes[0].substr(0, 35), "Newton's law created energy in 1 of");
  EXPECT_NE(to_json(newton).find("\"impact_gain\": 0.1"), std::string::npos);
  request.law = Restitution::energetic;
  EXPECT_TRUE(painleve_rod_system().run(request).notes.empty());
}

}  // namespace
}  // namespace carom::study
