// SPDX-License-Identifier: Apache-2.0
// The chain as a system of the catalog: lists, sizes, runs, refusals.
#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

ImpactRequest impact_of(const std::vector<std::string>& set, const std::string& u) {
  ImpactRequest request{.parameters = chain_system().defaults()};
  for (const std::string& assignment : set) request.parameters.assign(assignment);
  request.u = chain_system().read_velocities(u, request.parameters, "--u");
  return request;
}

TEST(ChainSystem, GivesTheVelocitiesOfFiveBalls) {
  const ImpactOutcome outcome = chain_system().impact(impact_of({}, "1,0,0,0,0"));
  const std::vector<double> known{-0.0710850171, -0.0302737641, -0.0144636290, 0.1270449861, 0.9887774241};
  ASSERT_EQ(outcome.u_plus.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(outcome.u_plus[i], known[i], 1e-9);
  EXPECT_NEAR(outcome.energy_after, outcome.energy_before, 1e-10);
  EXPECT_EQ(outcome.contacts.size(), 4u);
  EXPECT_EQ(outcome.contacts[0].name, "1");
}

TEST(ChainSystem, TakesListsAndAFloor) {
  // Three elastic balls of falling mass on a floor: the top one leaves with more than the speed of the fall.
  const ImpactOutcome outcome =
      chain_system().impact(impact_of({"N=3", "masses=9,3,1", "radii=3cm,2cm,1cm", "floor=yes"}, "-1,-1,-1"));
  EXPECT_EQ(outcome.contacts.size(), 3u);
  EXPECT_EQ(outcome.contacts[0].name, "floor");
  EXPECT_GT(outcome.u_plus[2], 1.5);
  EXPECT_NEAR(outcome.energy_after, outcome.energy_before, 1e-9);
}

TEST(ChainSystem, RunsItsPresets) {
  for (const Preset& preset : chain_system().card().presets) {
    RunRequest request = chain_system().request();
    chain_system().apply(preset, request);
    const RunResult result = chain_system().run(request);
    EXPECT_EQ(result.outcome, Outcome::reached_end) << preset.name << ": " << result.reason;
    EXPECT_LT(result.ledger.relative_residual(), 1e-9) << preset.name;
  }
}

TEST(ChainSystem, OfAHundredBallsRuns) {
  RunRequest request = chain_system().request();
  request.parameters.assign("N=100");
  const RunResult result = chain_system().run(request);
  EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
  EXPECT_EQ(result.q.size(), 100u);
  EXPECT_NEAR(result.ledger.kinetic, 0.5, 1e-10);
}

TEST(ChainSystem, RefusesWhatCannotBe) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] {
      RunRequest request = chain_system().request();
      for (const std::string& assignment : set) request.parameters.assign(assignment);
      chain_system().run(request);
    });
  };
  EXPECT_EQ(refusal({"masses=1,2"}),
            "parameter 'masses' of system 'chain' needs one value or 5, one for each ball, got 2");
  EXPECT_EQ(refusal({"masses=1,2,-1,1,1"}),
            "parameter 'masses' of system 'chain' must be above 0 and at most 1000000000 kg, got -1");
  EXPECT_EQ(refusal({"masses=1,,1,1,1"}).substr(0, 36), "parameter 'masses' of system 'chain'");
  EXPECT_EQ(refusal({"h0=1"}), "h0 is the height above a floor: set floor=yes, or leave h0 out");
  EXPECT_EQ(refusal({"stiffness=1,0,1,1"}),
            "a stiffness of 0 stands for Hertz's law at all contacts; a list must give each contact its own, above 0");
}

}  // namespace
}  // namespace carom::study
