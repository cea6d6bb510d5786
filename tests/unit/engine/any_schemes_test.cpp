// SPDX-License-Identifier: Apache-2.0
// Moreau's scheme and compliant motion of mechanisms that are known at run time only: the same motions, bit by bit.
#include <gtest/gtest.h>

#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "support/any_engine.hpp"

namespace carom {
namespace {

using testing_support::any_state;

void expect_the_same_ledger(const Ledger& found, const Ledger& known) {
  EXPECT_EQ(found.kinetic, known.kinetic);
  EXPECT_EQ(found.potential, known.potential);
  EXPECT_EQ(found.drive_work, known.drive_work);
  EXPECT_EQ(found.normal_loss, known.normal_loss);
  EXPECT_EQ(found.friction_loss, known.friction_loss);
}

template <class S>
void expect_the_same_steps(const S& system, double t_end, double h) {
  const ModelOf<S> model(system);
  const Any any(model);
  const State<S::dof> start = system.initial_state();
  const MoreauReport<S> known = run_moreau(system, start, t_end, {.h = h});
  const MoreauReport<Any> found = run_moreau(any, any_state(start), t_end, {.h = h});
  EXPECT_EQ(found.outcome, known.outcome);
  EXPECT_GT(known.counts.impacts, 1);
  EXPECT_GT(known.counts.slip_steps, 10);
  EXPECT_EQ(found.counts.impacts, known.counts.impacts);
  EXPECT_EQ(found.counts.stick_steps, known.counts.stick_steps);
  EXPECT_EQ(found.final.q, known.final.q);
  EXPECT_EQ(found.final.u, known.final.u);
  EXPECT_EQ(found.deepest_penetration, known.deepest_penetration);
  for (int i = 0; i < S::contact_count; ++i) EXPECT_EQ(found.modes[i], known.modes[i]);
  expect_the_same_ledger(found.ledger, known.ledger);
}

TEST(AnyMechanism, TakesTheStepsOfMoreausScheme) {
  const Dimer dimer{DimerSettings{}};
  expect_the_same_steps(dimer, 20 * dimer.period(), 1e-4);
  expect_the_same_steps(ImpactOscillator{ImpactOscillatorSettings{}}, 5, 1e-3);
  expect_the_same_steps(DiscBall{DiscBallSettings{}}, 0.4, 1e-4);
}

template <class S>
void expect_the_same_vibrations(const S& system, double t_end, const CompliantOptions& options) {
  const ModelOf<S> model(system);
  const Any any(model);
  const State<S::dof> start = system.initial_state();
  const CompliantReport<S> known = run_compliant(system, start, t_end, options);
  const CompliantReport<Any> found = run_compliant(any, any_state(start), t_end, options);
  EXPECT_EQ(found.outcome, known.outcome);
  EXPECT_GT(known.counts.touches, 2);
  EXPECT_EQ(found.counts.touches, known.counts.touches);
  EXPECT_EQ(found.counts.steps, known.counts.steps);
  EXPECT_EQ(found.counts.stick, known.counts.stick);
  EXPECT_EQ(found.final.q, known.final.q);
  EXPECT_EQ(found.final.u, known.final.u);
  EXPECT_EQ(found.deformation.head(S::contact_count), known.deformation);
  EXPECT_EQ(found.largest_deformation, known.largest_deformation);
  for (int i = 0; i < S::contact_count; ++i) EXPECT_EQ(found.modes[i], known.modes[i]);
  expect_the_same_ledger(found.ledger, known.ledger);
}

TEST(AnyMechanism, VibratesOnCompliantContacts) {
  const Dimer dimer{DimerSettings{}};
  expect_the_same_vibrations(dimer, 4 * dimer.period(), {.stiffness_scale = 1e6});
  expect_the_same_vibrations(ImpactOscillator{ImpactOscillatorSettings{}}, 1, {.stiffness_scale = 1e6});
}

TEST(AnyMechanism, RefusesStartsOfAnotherSizeInEveryScheme) {
  const Dimer dimer{DimerSettings{}};
  const ModelOf model(dimer);
  const Any any(model);
  State<Any::dof> start = any_state(dimer.initial_state());
  start.q = zeros<Any::dof>(4);
  EXPECT_THROW(run_moreau(any, start, 1), BadInput);
  EXPECT_THROW(run_compliant(any, start, 1), BadInput);
}

}  // namespace
}  // namespace carom
