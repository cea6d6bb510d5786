// SPDX-License-Identifier: Apache-2.0
// Motion in steps of time and impacts in steps of impulse: they tend to what events and the compliant flow give, with the
// order that they claim, their books close, and what a step leaves of a slip is dropped or kept.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/catalog/catalog.hpp"
#include "carom/catalog/stepped_motion.hpp"
#include "carom/impact/stepped_impact.hpp"
#include "carom/model/model_of.hpp"
#include "carom/systems/bouncing_ball.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom {
namespace {

using study::stepped_motion;

template <class S>
study::SteppedState start_of(const S& system) {
  const auto start = system.initial_state();
  return {.t = start.t,
          .q = {start.q.data(), start.q.data() + start.q.size()},
          .u = {start.u.data(), start.u.data() + start.u.size()}};
}

DimerSettings usual(double e = 0.65) {
  DimerSettings settings;
  settings.law.fill({.e = e, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12});
  return settings;
}

// Two tips of a body that lies nearly flat: coupled normals, one common slip.
ImpactProblem<2> two_tips(double v_1, double v_2, double v_t) {
  ImpactProblem<2> p;
  p.n = 2;
  p.A << 250, 40, 40, 250;
  p.B << -60, -60, 60, 60;
  p.D << 200, 200, 200, 200;
  p.v_n << v_1, v_2;
  p.v_t << v_t, v_t;
  p.law.fill({.e = 0.65, .mu_s_i = 0.24, .mu_i = 0.1});
  return p;
}

double largest_difference(const ImpactResult<2>& a, const ImpactResult<2>& b) {
  return std::max((a.v_n - b.v_n).cwiseAbs().maxCoeff(), (a.v_t - b.v_t).cwiseAbs().maxCoeff());
}

TEST(ImpulseSteps, OneContactHasTheRestitutionOfItsSteps) {
  // Explicit steps of the impulse, by hand: E grows by −v dP and falls by v dP/e², v before the step.
  for (const int steps : {20, 50, 1000}) {
    double v = -1, E = 0;
    while (v < 0 || E > 0) {
      E -= v < 0 ? v / steps : v / steps / (0.65 * 0.65);
      v += 1.0 / steps;
    }
    ImpactProblem<1> p;
    p.n = 1;
    p.A << 3;
    p.B << 0;
    p.D << 2;
    p.v_n << -1;
    p.v_t << 0;
    p.law[0] = {.e = 0.65};
    const ImpactResult<1> r = solve_impact_in_steps(p, {.step = 1.0 / steps});
    EXPECT_NEAR(r.v_n[0], v, 1e-12) << steps;
    EXPECT_LT(r.residual, 1e-12);
  }
}

TEST(ImpulseSteps, TendToTheCompliantFlowWithFirstOrder) {
  // Both tips hit; one rests and is pressed on; slip goes on, reverses, stops.
  const std::vector<ImpactProblem<2>> problems{two_tips(-0.1, -0.07, 0.2), two_tips(0, -0.1, -0.03),
                                               two_tips(-0.05, -0.1, -0.004), two_tips(-0.1, 0, 0.002),
                                               two_tips(-0.1, -0.1, 0.01)};
  for (std::size_t k = 0; k < problems.size(); ++k) {
    const ImpactResult<2> exact = solve_impact(problems[k], {.flow = {.tolerance = 1e-12}});
    // What falls to which step is chance: the mean over a few of nearly the same size.
    const auto error = [&](double step) {
      double sum = 0;
      for (int i = 0; i < 8; ++i) {
        const ImpactResult<2> r = solve_impact_in_steps(problems[k], {.step = step * (1 + 0.037 * i)});
        EXPECT_EQ(r.failure, ImpactFailure::none);
        EXPECT_LT(r.residual, 1e-9);
        sum += largest_difference(r, exact) / 8;
      }
      return sum;
    };
    const double coarse = error(1e-2), fine = error(1e-4);
    EXPECT_LT(coarse, 0.01) << k;
    EXPECT_NEAR(std::log10(coarse / fine) / 2, 1, 0.2) << k << ": " << coarse << ", " << fine;
  }
}

TEST(ImpulseSteps, WhatAStepLeavesOfASlipIsDroppedOrKept) {
  ImpactProblem<2> p = two_tips(-0.05, -0.1, -0.004);
  for (ContactLaw& law : p.law) law.mu_s_i = 0.4;  // more than the last of two contacts needs: it ends in stick
  for (const double step : {1e-2, 1e-3}) {
    const ImpactResult<2> dropped = solve_impact_in_steps(p, {.step = step});
    EXPECT_TRUE(dropped.sticks[0] && dropped.sticks[1]);
    EXPECT_NEAR(dropped.v_t[0], 0, 1e-15);
    const ImpactResult<2> kept = solve_impact_in_steps(p, {.step = step, .residue = StepResidue::kept});
    EXPECT_GT(kept.v_t[0], 0);  // beyond zero, by no more than a step changes it
    EXPECT_LT(kept.v_t[0], 0.2 * step);
    EXPECT_LT(kept.residual, 1e-9);
  }
}

TEST(ImpulseSteps, AnImpactWithoutApproachIsNone) {
  const ImpactResult<2> r = solve_impact_in_steps(two_tips(0.1, 0, 0.2));
  EXPECT_EQ(r.P_n, (Vector<2>(0, 0)));
  EXPECT_EQ(r.v_n, (Vector<2>(0.1, 0)));
}

TEST(SteppedMotion, TendsToTheBouncingBallWithFirstOrder) {
  const BouncingBall ball({.law = {.e = 0.6}});
  const ModelOf<BouncingBall> model(ball);
  const double t_1 = std::sqrt(2 / gravity), t_end = 1.25;  // from 1 m; two impacts
  double speed = gravity * t_1, start = t_1;
  for (speed *= 0.6; t_end >= start + 2 * speed / gravity; speed *= 0.6) start += 2 * speed / gravity;
  const double height = speed * (t_end - start) - 0.5 * gravity * (t_end - start) * (t_end - start);
  const auto error = [&](double h) {
    double sum = 0;
    for (int k = 0; k < 10; ++k) {
      const double step = h * (1 + 0.031 * k);
      const study::SteppedMotion run =
          stepped_motion(model, start_of(ball), t_end, {.h = step, .impact = {.step = step}});
      EXPECT_EQ(run.outcome, Outcome::reached_end);
      EXPECT_EQ(run.events.impacts, 2);
      EXPECT_LT(run.ledger.relative_residual(), 1e-10);
      sum += std::abs(run.final.q[1] - ball.settings().r - height) / 10;
    }
    return sum;
  };
  const double coarse = error(1e-3), fine = error(1e-5);
  EXPECT_NEAR(std::log10(coarse / fine) / 2, 1, 0.2) << coarse << ", " << fine;
}

TEST(SteppedMotion, ABallThatIsLeftComesToRestWithoutAClosingRule) {
  const BouncingBall ball({.law = {.e = 0.5}});
  const study::SteppedMotion run =
      stepped_motion(ModelOf<BouncingBall>(ball), start_of(ball), 3, {.h = 1e-4, .impact = {.step = 1e-3}});
  EXPECT_EQ(run.outcome, Outcome::reached_end);
  EXPECT_EQ(run.events.close, 1);
  EXPECT_EQ(run.modes[0], ContactMode::stick);
  EXPECT_NEAR(run.final.q[1], ball.settings().r, 1e-12);
  EXPECT_NEAR(run.final.u[1], 0, 1e-12);
  EXPECT_LT(run.ledger.relative_residual(), 1e-10);
}

// 5 cycles of the dimer: some fifty impacts, contact phases in slip, all that the events decide.
TEST(SteppedMotion, TendsToTheEventDrivenMotionOfTheDimer) {
  const Dimer dimer(usual());
  const ModelOf<Dimer> model(dimer);
  const double t_end = 3 * dimer.period();
  const State<3> exact = run_event_driven(dimer, dimer.initial_state(), {.t_end = t_end}).final;
  const auto error = [&](double h) {
    double sum = 0;
    for (int k = 0; k < 5; ++k) {
      const double step = h * (1 + 0.043 * k);
      const study::SteppedMotion run =
          stepped_motion(model, start_of(dimer), t_end, {.h = step, .impact = {.step = 100 * step}});
      EXPECT_EQ(run.outcome, Outcome::reached_end) << run.reason;
      EXPECT_LT(run.ledger.relative_residual(), 1e-10);
      EXPECT_GT(run.events.impacts, 15);
      sum += (std::abs(run.final.q[0] - exact.q[0]) + std::abs(run.final.q[1] - exact.q[1])) / 5;
    }
    return sum;
  };
  const double coarse = error(3e-5), fine = error(1e-6);
  EXPECT_LT(coarse, 1e-4);  // m
  EXPECT_NEAR(std::log(coarse / fine) / std::log(30.0), 1, 0.35) << coarse << ", " << fine;
}

// A long dimer stands still: its double impacts stop the slip. Where the tips stay as deep as a step has found them they have
// two forces of friction instead of one, and stick no more: then it walks backwards, whatever the step.
TEST(SteppedMotion, TipsThatAreNotPutOnThePlateDoNotStickTogether) {
  const study::System& dimer = study::system("dimer");
  const auto drift = [&](StepResidue residue, double step) {
    study::RunRequest request = dimer.request();
    for (const char* set : {"A_r=8.2", "f=50Hz", "mu_i=0.08", "h0=0.06mm", "theta0=0.7deg"})
      request.parameters.assign(set);
    request.cycles = 60;
    request.scheme = study::Scheme::stepped;
    request.step = step;
    request.residue = residue;
    for (const auto& [name, value] : dimer.run(request).observables)
      if (name == "scaled_drift") return std::get<double>(value);
    return std::nan("");
  };
  for (const double step : {1e-5, 1e-4}) {
    EXPECT_NEAR(drift(StepResidue::dropped, step), 0, 0.03) << step;
    EXPECT_NEAR(drift(StepResidue::depth, step), -0.7, 0.05) << step;
  }
}

TEST(SteppedMotion, RunsEverySystemOfRigidBodies) {
  for (const study::System* system : study::systems()) {
    if (system->card().many || system->name() == "chain") continue;
    study::RunRequest request = system->request();
    request.cycles = request.until = std::nullopt;
    (system->cycle_rate(request.parameters) > 0 ? request.cycles : request.until) = 0.5;
    request.scheme = study::Scheme::stepped;
    request.step = 2e-4;
    request.impulse_step = 0.01;
    const study::RunResult run = system->run(request);
    // The rod begins in Painlevé's inconsistent case, for which there is no tangential impact here.
    if (system->name() == "painleve-rod")
      EXPECT_EQ(run.outcome, Outcome::no_consistent_mode);
    else
      EXPECT_TRUE(succeeded(run.outcome)) << system->name() << ": " << run.reason;
    EXPECT_EQ(run.law, Restitution::energetic);
    ASSERT_FALSE(run.notes.empty());
    EXPECT_NE(run.notes.back().find("impacts in steps of 0.01"), std::string::npos) << run.notes.back();
  }
}

TEST(SteppedMotion, RefusesWhatItHasNoUseFor) {
  const study::System& dimer = study::system("dimer");
  const auto refusal = [&](const auto& change) -> std::string {
    study::RunRequest request = dimer.request();
    request.cycles = 1;
    request.scheme = study::Scheme::stepped;
    change(request);
    try {
      dimer.run(request);
    } catch (const BadInput& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(refusal([](study::RunRequest& r) { r.law = Restitution::newton; }),
            "the scheme 'stepped' steps along the energetic law: leave out --law");
  EXPECT_EQ(refusal([](study::RunRequest& r) { r.contact = study::ContactModel::compliant; }),
            "the scheme 'stepped' has rigid contacts: leave out --contact compliant or --scheme stepped");
  EXPECT_EQ(refusal([](study::RunRequest& r) { r.impulse_step = 2; }),
            "--impulse-step must be between 1e-07 and 1, got 2");
  EXPECT_EQ(refusal([](study::RunRequest& r) {
              r.scheme = study::Scheme::moreau;
              r.residue = StepResidue::kept;
            }),
            "--residue belongs to --scheme stepped");
  EXPECT_EQ(study::read_scheme("stepped"), study::Scheme::stepped);
}

}  // namespace
}  // namespace carom
