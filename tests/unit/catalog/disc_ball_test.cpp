// SPDX-License-Identifier: Apache-2.0
// The disc hit by a ball as a system of the catalog: presets, patterns, closing rules, refusals.
#include <gtest/gtest.h>

#include <map>

#include "carom/catalog/catalog.hpp"
#include "carom/model/check_jacobian.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/disc_ball_engine.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

std::map<std::string, Value> observables(const RunRequest& request) {
  const RunResult result = disc_ball_system().run(request);
  EXPECT_TRUE(succeeded(result.outcome)) << result.reason;
  EXPECT_LT(result.ledger.relative_residual(), 1e-9);
  return {result.observables.begin(), result.observables.end()};
}

RunRequest preset(const std::string& name, const std::vector<std::string>& set = {}) {
  RunRequest request = disc_ball_system().request();
  disc_ball_system().apply(disc_ball_system().preset(name), request);
  for (const std::string& assignment : set) request.parameters.assign(assignment);
  return request;
}

double number(const std::map<std::string, Value>& o, const char* name) { return std::get<double>(o.at(name)); }
std::string word(const std::map<std::string, Value>& o, const char* name) { return std::get<std::string>(o.at(name)); }

TEST(DiscBallSystem, HasTheJacobiansOfItsGaps) {
  const DiscBall system{DiscBallSettings{}};
  for (const double theta : {0.3, 1.2, 1.7}) {
    Vector<5> q(-0.02, 0.05, 0.01, 0.045, theta), u(0.3, -0.2, 0.1, 0.4, 2);
    const JacobianCheck check = check_jacobian(system, {.t = 0, .q = q, .u = u});
    EXPECT_TRUE(check.passed()) << theta << " " << check.where << " " << check.worst;
  }
}

TEST(DiscBallSystem, FallsFlatInEveryCase) {
  for (int k = 1; k <= 9; ++k) {
    const auto o = observables(preset("case" + std::to_string(k)));
    EXPECT_GT(number(o, "t_flat"), 0.15) << k;
    EXPECT_LT(number(o, "t_flat"), 0.40) << k;
    EXPECT_FALSE(std::get<std::vector<Phase>>(o.at("phases")).empty());
  }
}

TEST(DiscBallSystem, OfACentralHitRestitutesAsTwoFreeBodies) {
  const auto o = observables(preset("case1"));
  EXPECT_EQ(word(o, "pattern"), "II");
  const double m_b = 0.06924, m_d = 0.20969, e = 0.7043, v_b = 0.292;
  EXPECT_NEAR(number(o, "y_d_dot_plus"), v_b * m_b * (1 + e) / (m_b + m_d), 1e-9);
  EXPECT_NEAR(number(o, "y_d_dot_plus") - number(o, "y_b_dot_plus"), e * v_b, 1e-9);
  EXPECT_NEAR(number(o, "theta_dot_plus"), 0, 1e-9);
}

TEST(DiscBallSystem, TellsThePatternOfTheImpact) {
  EXPECT_EQ(word(observables(preset("case2")), "pattern"), "IV");
  EXPECT_EQ(word(observables(preset("case2")), "sequence"), "slip+ A, stick A, slip- A, slip+ A");
  EXPECT_EQ(word(observables(preset("case7")), "pattern"), "III");
}

TEST(DiscBallSystem, ClosingRulesChangeTheHopsAndHardlyTheFall) {
  const auto rule = observables(preset("case7"));
  const auto centrifugal = observables(preset("case7", {"closing=gTc-centrifugal"}));
  const auto limit = observables(preset("case7", {"closing=limit"}));
  const auto impacts = [](const std::map<std::string, Value>& o) {
    long count = 0;
    for (const Phase& phase : std::get<std::vector<Phase>>(o.at("phases"))) count += phase.phase == "impact";
    return count;
  };
  EXPECT_GT(impacts(limit), impacts(rule));
  EXPECT_GE(impacts(centrifugal), impacts(rule));  // a lower threshold
  EXPECT_NEAR(number(limit, "t_flat"), number(rule, "t_flat"), 0.01 * number(rule, "t_flat"));
  EXPECT_NEAR(number(centrifugal, "t_flat"), number(rule, "t_flat"), 0.01 * number(rule, "t_flat"));
  // What the impact of the ball gives is before any rule.
  for (const char* name : {"v1", "v2", "theta_dot_plus"}) EXPECT_EQ(number(limit, name), number(rule, name));
}

TEST(DiscBallSystem, TheClosingLeavesRotationAndSlipAlone) {
  const DiscBall system{DiscBallSettings{}};
  struct Watch {
    State<5> after, begin;
    bool begun = false;
    void segment(const Segment<DiscBall>& piece) {
      if (!begun) begin = piece.at(piece.t0());
      begun = true;
    }
    void event(const EventBatch<DiscBall>& batch) {
      if (batch.impact) after = batch.after;
    }
    bool stop() const { return begun; }
  } watch;
  run_watched(system, system.initial_state(), {.t_end = 0.01}, watch);
  EXPECT_NEAR(watch.begin.u[2], watch.after.u[2], 1e-12);
  EXPECT_NEAR(watch.begin.u[4], watch.after.u[4], 1e-12);
  EXPECT_LT(watch.begin.u[3], watch.after.u[3]);
  EXPECT_NEAR(system.contacts(0, watch.begin.q, watch.begin.u)[0].normal_velocity(watch.begin.u), 0, 1e-12);
}

TEST(DiscBallSystem, RefusesWhatCannotBe) {
  const auto refusal = [](const std::vector<std::string>& set) {
    return message_of([&] { disc_ball_system().run(preset("case2", set)); });
  };
  EXPECT_EQ(refusal({"b=40mm"}), "the ball must hit the disc: b = 0.04 m is not within its radius r = 0.0375 m");
  EXPECT_EQ(refusal({"k_G=0"}), "parameter 'k_G' of system 'disc-ball' must be above 0 and at most 1e+300, got 0");
  EXPECT_EQ(refusal({"alpha_D=0"}), "parameter 'alpha_D' of system 'disc-ball' must be between 1 and 10, got 0");
  EXPECT_EQ(refusal({"closing=limit", "k_Tc=5e-4"}),
            "closing = limit has no duration of the impact: leave out k_Tc, or closing");
  EXPECT_EQ(refusal({"mu_s_G=0.1"}),
            "static friction must be at least slip friction, but mu_s_G = 0.1 is below mu_G = 0.14");
  RunRequest two = preset("case2", {"closing=limit"});
  two.closing_speed = 0.01;
  EXPECT_EQ(message_of([&] { disc_ball_system().run(two); }),
            "a run has one closing rule: the parameter closing, or --closing-speed, not both");
}

}  // namespace
}  // namespace carom::study
