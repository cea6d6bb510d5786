// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator by simulation: regimes, periods, bouncing, the two sets of parameters.
#include <vector>

#include <gtest/gtest.h>

#include "carom/model/check_jacobian.hpp"
#include "carom/observe/oscillator_observer.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"

namespace carom {
namespace {

struct Seen {
  observe::OscillatorObservables o;
  RunReport<ImpactOscillator> report;
};

Seen settle(double mu, double eps, double m1 = 0.1, double k_phi = 100, double t_end = 60, double rtol = 1e-10) {
  ImpactOscillatorSettings s;
  s.m1 = m1;
  s.k_phi = k_phi;
  s.start_phi = 0.5;
  s.law = {.e = eps, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu};
  const ImpactOscillator system(s);
  observe::OscillatorObserver observer(system);
  RunOptions options{.t_end = t_end, .rtol = rtol};
  options.impact.law = Restitution::poisson;
  Seen seen{.o = {}, .report = run_watched(system, system.initial_state(), options, observer)};
  EXPECT_EQ(seen.report.outcome, Outcome::reached_end) << seen.report.reason;
  EXPECT_LT(seen.report.ledger.relative_residual(), 1e-9);
  seen.o = observer.summary();
  return seen;
}

TEST(ImpactOscillator, HasTheJacobiansOfItsGap) {
  ImpactOscillatorSettings s;
  s.belt = Belt::sine;
  const JacobianCheck check = check_jacobian(ImpactOscillator(s), {.t = 0.3, .q = {0.4, 1.0}, .u = {2, -1}});
  EXPECT_TRUE(check.passed()) << check.where << " " << check.worst;
}

TEST(ImpactOscillator, RestsInSlipAtSmallFriction) {
  const Seen seen = settle(0.2, 0);
  EXPECT_FALSE(seen.o.periodic);
  EXPECT_EQ(seen.report.modes[0], ContactMode::slip_plus);
  EXPECT_LT(seen.report.final.u.norm(), 1e-6);
}

// Below 0.397908799 slip comes before stick, above 0.646809145 stick ends in flight at once.
TEST(ImpactOscillator, PassesThroughTheRegimesOfTheStickBranch) {
  EXPECT_EQ(settle(0.393, 0).o.sequence, "FPTP");
  EXPECT_EQ(settle(0.5, 0).o.sequence, "FTP");
  EXPECT_EQ(settle(0.6466, 0).o.sequence, "FTP");
  EXPECT_EQ(settle(0.6470, 0).o.sequence, "FT");
  EXPECT_EQ(settle(0.7, 0).o.sequence, "FT");
}

TEST(ImpactOscillator, BouncesOnceACycleWhateverTheFriction) {
  for (const double mu : {0.4, 0.5, 0.6}) {
    const Seen seen = settle(mu, 0.2);
    EXPECT_NEAR(seen.o.period, 0.193940366, 1e-9) << mu;
    EXPECT_NEAR(seen.o.phi_dot_max, 1.07170440, 1e-7) << mu;
    EXPECT_EQ(seen.o.sequence, "F") << mu;
    EXPECT_EQ(seen.o.impacts, 1) << mu;
  }
}

// Where a published diagram has a cascade of period-adding, exact events show period one.
TEST(ImpactOscillator, HasPeriodOneJustAboveTheFold) {
  for (const double mu : {0.3896, 0.38963, 0.38966}) {
    const Seen seen = settle(mu, 0, 0.1, 100, 100);
    EXPECT_EQ(seen.o.crossings, 1) << mu;
    EXPECT_EQ(seen.o.sequence, "FPTP") << mu;
  }
}

TEST(ImpactOscillator, OfTheSecondSetSlipsSticksAndHops) {
  EXPECT_EQ(settle(0.4, 0, 0.4, 25, 100).o.sequence, "PT");
  const Seen plastic = settle(0.5, 0, 0.4, 25, 100), elastic = settle(0.5, 0.2, 0.4, 25, 100);
  EXPECT_EQ(plastic.o.sequence, "FPTP");
  EXPECT_EQ(elastic.o.sequence, "FPTP");
  EXPECT_GT(elastic.o.impacts, plastic.o.impacts);  // chatter
  EXPECT_NEAR(elastic.o.period, plastic.o.period, 1e-6);
  EXPECT_NEAR(elastic.o.phi_dot_max, plastic.o.phi_dot_max, 1e-6);
}

TEST(ImpactOscillator, DoesNotDependOnTheTolerance) {
  const Seen a = settle(0.5, 0), b = settle(0.5, 0, 0.1, 100, 60, 1e-12);
  EXPECT_NEAR(a.o.period, b.o.period, 1e-9);
  EXPECT_NEAR(a.o.phi_dot_max, b.o.phi_dot_max, 1e-8);
}

// When a chatter ends does not depend on how closely the motion is followed.
TEST(ImpactOscillator, EndsItsChatterAtATimeOfItsOwn) {
  struct Limits {
    std::vector<double> t;
    void segment(const Segment<ImpactOscillator>&) {}
    void event(const EventBatch<ImpactOscillator>& batch) {
      if (batch.kind == EventKind::chatter_limit) t.push_back(batch.t);
    }
    bool stop() const { return false; }
  };
  for (const double eps : {0.2, 0.5, 0.8}) {
    ImpactOscillatorSettings s;
    s.m1 = 0.4;
    s.k_phi = 25;
    s.law.e = eps;
    const ImpactOscillator system(s);
    const auto limits = [&](double rtol) {
      RunOptions options{.t_end = 4, .rtol = rtol, .atol = 1e-2 * rtol};
      options.impact.law = Restitution::poisson;
      Limits seen;
      run_watched(system, system.initial_state(), options, seen);
      return seen.t;
    };
    const std::vector<double> closest = limits(1e-13);
    ASSERT_GE(closest.size(), 3u);
    for (const double rtol : {1e-9, 1e-10, 1e-11, 1e-12}) {
      const std::vector<double> t = limits(rtol);
      ASSERT_EQ(t.size(), closest.size()) << rtol;
      for (std::size_t i = 0; i < t.size(); ++i) EXPECT_NEAR(t[i], closest[i], 1e-9) << eps << " " << rtol;
    }
  }
}

// On a belt that goes to and fro as v = sin(πt/2) the blade begins to hop at μ = 0.412567.
TEST(ImpactOscillator, BeginsToHopOnASinusoidalBelt) {
  struct LiftOffs {
    int late = 0;
    void segment(const Segment<ImpactOscillator>&) {}
    void event(const EventBatch<ImpactOscillator>& batch) { late += batch.kind == EventKind::detach && batch.t >= 20; }
    bool stop() const { return false; }
  };
  const auto lift_offs = [](double mu) {
    ImpactOscillatorSettings s;
    s.belt = Belt::sine;
    s.start_phi = 0.39;
    s.law = {.e = 0, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu};
    const ImpactOscillator system(s);
    RunOptions options{.t_end = 24};
    options.impact.law = Restitution::poisson;
    LiftOffs seen;
    run_watched(system, system.initial_state(), options, seen);
    return seen.late;
  };
  EXPECT_EQ(lift_offs(0.4125664), 0);
  EXPECT_GT(lift_offs(0.4125670), 0);
}

}  // namespace
}  // namespace carom
