// SPDX-License-Identifier: Apache-2.0
// The impact oscillator as a system of the catalog.
#include <gtest/gtest.h>

#include <map>

#include "carom/catalog/catalog.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

RunRequest request_of(const std::string& preset, const std::vector<std::string>& set) {
  RunRequest request = impact_oscillator_system().request();
  impact_oscillator_system().apply(impact_oscillator_system().preset(preset), request);
  for (const std::string& assignment : set) request.parameters.assign(assignment);
  return request;
}

TEST(ImpactOscillatorSystem, HitsByPoissonsLawUnlessToldOtherwise) {
  RunRequest request = request_of("set1", {"mu=0.5", "eps=0.2"});
  request.until = 2;
  const RunResult result = impact_oscillator_system().run(request);
  EXPECT_EQ(result.law, Restitution::poisson);
  request.law = Restitution::energetic;
  EXPECT_EQ(impact_oscillator_system().run(request).law, Restitution::energetic);
}

TEST(ImpactOscillatorSystem, RunsAWiperThatGoesToAndFro) {
  RunRequest request = request_of("wiper", {"mu=0.5"});
  request.until = 24;
  const RunResult result = impact_oscillator_system().run(request);
  EXPECT_TRUE(succeeded(result.outcome)) << result.reason;
  const std::map<std::string, Value> o(result.observables.begin(), result.observables.end());
  EXPECT_GT(std::get<double>(o.at("flight_fraction")), 0);
  EXPECT_LT(result.ledger.relative_residual(), 1e-9);
}

TEST(ImpactOscillatorSystem, EndsChatterByTimeLikeByItsLimit) {
  const auto final_angle = [](const std::vector<std::string>& set) {
    RunRequest request = request_of("set2", set);
    request.until = 10;
    return impact_oscillator_system().run(request).q[0];
  };
  const double limit = final_angle({"mu=0.5", "eps=0.5"});
  EXPECT_NEAR(final_angle({"mu=0.5", "eps=0.5", "chatter_dt=1e-6"}), limit, 1e-5);
}

TEST(ImpactOscillatorSystem, RefusesABeltOfTwoKinds) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] { impact_oscillator_system().run(request_of("set1", set)); });
  };
  EXPECT_EQ(refusal({"belt=sine", "v=-2"}), "a sinusoidal belt has v_amplitude and v_omega: leave out v, or belt=sine");
  EXPECT_EQ(refusal({"v_omega=3"}),
            "v_amplitude and v_omega are those of a sinusoidal belt: set belt=sine, or leave them out");
}

}  // namespace
}  // namespace carom::study
