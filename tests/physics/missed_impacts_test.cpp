// SPDX-License-Identifier: Apache-2.0
// Impacts that could be stepped over: on a slow plate a step may hold many turns of the body.
#include <cmath>

#include <gtest/gtest.h>

#include "carom/engine/event_driven.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"
#include "support/random_runs.hpp"

namespace carom {
namespace {

using testing_support::LowestGap;

DimerSettings spinning_dimer() {
  DimerSettings d;
  d.shape.A_r = 3.5518898114939215;
  d.Gamma = 1.9234661661639372;
  d.f = 1.163749894775428;
  d.theta0 = -0.12613103124570865;
  d.h0 = 0.0003127480821324979;
  d.law.fill({.e = 0.5987422527295267, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.12});
  return d;
}

TEST(MissedImpacts, ADimerThatSpinsWithinAStepMeetsThePlate) {
  const Dimer dimer(spinning_dimer());
  LowestGap lowest{.dimer = dimer, .spacing = 1e-4};
  const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = 30 * dimer.period()}, lowest);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
  EXPECT_GT(lowest.gap, -1e-9 * dimer.scales().length) << "at t = " << lowest.t;
}

// The state at some times, from the pieces of a run.
struct Rows {
  std::vector<double> times;
  std::vector<State<3>> states;
  void segment(const Segment<Dimer>& piece) {
    while (states.size() < times.size() && times[states.size()] <= piece.t1())
      states.push_back(piece.at(times[states.size()]));
  }
  void event(const EventBatch<Dimer>&) {}
  bool stop() const { return false; }
};

TEST(MissedImpacts, TheEndOfARunDoesNotChangeWhatComesBeforeIt) {
  const Dimer dimer(spinning_dimer());
  for (const double end : {3.3, 11.17, 19.9, 24.7}) {
    Rows until_end, longer;
    for (double t = 0.0137; t < end; t += 0.0137) until_end.times.push_back(t);
    longer.times = until_end.times;
    run_watched(dimer, dimer.initial_state(), {.t_end = end}, until_end);
    run_watched(dimer, dimer.initial_state(), {.t_end = 25.5}, longer);
    ASSERT_EQ(until_end.states.size(), longer.states.size());
    double worst = 0;
    for (std::size_t k = 0; k < longer.states.size(); ++k)
      worst = std::max(worst, (until_end.states[k].q - longer.states[k].q).cwiseAbs().maxCoeff());
    EXPECT_LT(worst, 1e-9) << "until " << end;
  }
}

// A particle that flies along a floor towards a wall, before which a needle stands: too thin to be announced by anything.
struct Needle {
  static constexpr int dof = 2;
  static constexpr int contact_count = 2;
  double wall = 0.7, height = 0.02, width = 1e-9;
  ContactLaw law{.e = 0.5};

  Matrix<2, 2> mass_matrix(const Vector<2>&) const { return Matrix<2, 2>::Identity(); }
  Vector<2> force(double, const Vector<2>&, const Vector<2>&) const { return Vector<2>::Zero(); }
  double potential_energy(const Vector<2>&) const { return 0; }
  std::array<ContactKinematics<2>, 2> contacts(double, const Vector<2>& q, const Vector<2>&) const {
    const double x = (q[0] - wall) / width, needle = height * std::exp(-x * x);
    return {ContactKinematics<2>{.gap = wall - q[0], .normal = {-1, 0}, .tangent = {0, 1}},
            ContactKinematics<2>{.gap = q[1] - needle, .normal = {2 * x / width * needle, 1}, .tangent = {1, 0}}};
  }
  const ContactLaw& contact_law(int) const { return law; }
  Scales scales() const { return {.length = 0.1, .speed = 1, .time = 1}; }
};

TEST(MissedImpacts, AreReportedWhereABodyIsFoundBelowASurface) {
  const Needle needle;
  const RunReport<Needle> report =
      run_event_driven(needle, {.t = 0, .q = {0, 0.005}, .u = {1, 0}}, RunOptions{.t_end = 2});
  EXPECT_EQ(report.outcome, Outcome::event_missed) << report.brief();
  EXPECT_EQ(report.reason, "an impact was missed: contact 2 is 0.015 m below its surface, which it has not met");
  EXPECT_NEAR(report.final.t, 0.7, 1e-9);
}

TEST(MissedImpacts, AreSuspectedWhereContactsTurnBeyondCounting) {
  Dimer dimer = test_dimer(3.9, 0.08, 0.92);
  State<3> start = dimer.initial_state();
  start.q[1] += dimer.body().l;
  start.u[2] = 1e7;
  const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = 1, .max_step = 0.1});
  EXPECT_EQ(report.outcome, Outcome::event_missed) << report.brief();
}

}  // namespace
}  // namespace carom
