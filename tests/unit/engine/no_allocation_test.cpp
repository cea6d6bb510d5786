// SPDX-License-Identifier: Apache-2.0
// Counts every allocation of the program, C++ or C, to show that the loop makes none.
#define CAROM_COUNT_MALLOC
#include <gtest/gtest.h>

#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/any_engine.hpp"
#include "support/counted_allocations.hpp"
#include "support/derived.hpp"
#include "support/random_impacts.hpp"

namespace carom {
namespace {

struct Counter {
  long events = 0, first = 0, last = 0;
  double forces = 0;
  void segment(const Segment<Dimer>& s) { forces += s.motion(s.at(0.5 * (s.t0() + s.t1()))).F_n.sum(); }
  void event(const EventBatch<Dimer>&) {
    if (events++ == 0) first = allocations;
    last = allocations;
  }
  bool stop() const { return false; }
};

TEST(Allocation, IsCounted) {
  const long before = allocations;
  ::operator delete(::operator new(3));
  EXPECT_GT(allocations, before);
}

TEST(Allocation, DoesNotHappenInARunOfTwoHundredCycles) {
  for (const double A_r : {3.9, 5.7}) {
    DimerSettings settings;
    settings.shape.A_r = A_r;
    for (ContactLaw& law : settings.law) law = {.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
    const Dimer dimer(settings);
    const State<3> start = dimer.initial_state();
    Counter counter;
    const long before = allocations;
    const RunReport<Dimer> report = run_watched(dimer, start, {.t_end = 200 / settings.f}, counter);
    EXPECT_EQ(allocations, before) << "construction and report included";
    EXPECT_EQ(counter.last, counter.first);
    EXPECT_EQ(report.outcome, Outcome::reached_end);
    EXPECT_GT(counter.events, 500);
    EXPECT_GT(counter.forces, 0);
  }
}

TEST(Allocation, DoesNotHappenWhereContactsAreDerived) {
  const Dimer dimer({});
  const testing_support::Derived<Dimer> derived{dimer};
  const long before = allocations;
  const auto report = run_event_driven(derived, dimer.initial_state(), {.t_end = 1});
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(report.outcome, Outcome::reached_end);
}

TEST(Allocation, DoesNotHappenInARunOfAModelKnownAtRunTime) {
  const Dimer dimer({});
  const ModelOf<Dimer> model(dimer);
  const Any any(model);
  const State<Any::dof> start = testing_support::any_state(dimer.initial_state());
  const long before = allocations;
  const RunReport<Any> report = run_watched(any, start, {.t_end = 1});
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(report.outcome, Outcome::reached_end);
}

// Directions are made when the flow is, and carried without more.
TEST(Allocation, DoesNotHappenWhereTheMotionOfAModelIsDifferentiated) {
  const Dimer dimer({});
  const ModelOf<Dimer> model(dimer);
  const Any any(model);
  const State<Any::dof> start = testing_support::any_state(dimer.initial_state());
  const RunOptions options{.t_end = 0.3};
  TangentFlow<Any> flow(any, options);
  const long before = allocations;
  const RunReport<Any> report = run_watched(any, start, options, flow);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(report.outcome, Outcome::reached_end);
  EXPECT_GT(report.events.total(), 5);
}

TEST(Allocation, DoesNotHappenInTheOtherSchemesOfAModel) {
  const Dimer dimer({});
  const ModelOf<Dimer> model(dimer);
  const Any any(model);
  const State<Any::dof> start = testing_support::any_state(dimer.initial_state());
  const long before = allocations;
  const MoreauReport<Any> stepped = run_moreau(any, start, 0.1, {.h = 1e-4});
  const CompliantReport<Any> compliant = run_compliant(any, start, 0.05, {.stiffness_scale = 1e6});
  EXPECT_EQ(allocations, before);
  EXPECT_GT(stepped.counts.impacts, 1);
  EXPECT_GT(compliant.counts.touches, 1);
}

TEST(Allocation, DoesNotHappenInAnImpact) {
  Random random(1);
  for (int i = 0; i < 200; ++i) {
    const ImpactProblem<4> p =
        testing_support::random_body_impact<4>(random, 1 + random.index(4), random.index(2) == 0);
    const long before = allocations;
    double sum = 0;
    for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson})
      sum += solve_impact(p, {.law = law}).P_n.head(p.n).sum();
    EXPECT_EQ(allocations, before);
    EXPECT_TRUE(std::isfinite(sum));
  }
}

}  // namespace
}  // namespace carom
