// SPDX-License-Identifier: Apache-2.0
// Mechanisms that are known at run time only, through the engine for sizes up to a bound: the same motions, bit by bit.
#include "carom/model/any_mechanism.hpp"

#include <gtest/gtest.h>

#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "carom/systems/disc_ball.hpp"
#include "carom/systems/disc_ball_engine.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"
#include "support/any_engine.hpp"

namespace carom {

namespace {

using testing_support::any_state;

template <class S>
void expect_the_same_motion(const S& system, const State<S::dof>& start, const RunOptions& options, long events) {
  const ModelOf<S> model(system);
  const Any any(model);
  const RunReport<S> known = run_watched(system, start, options);
  const RunReport<Any> found = run_watched(any, any_state(start), options);
  EXPECT_EQ(found.outcome, known.outcome) << found.brief();
  EXPECT_GE(known.events.total(), events);
  EXPECT_EQ(found.events.total(), known.events.total());
  EXPECT_EQ(found.steps, known.steps);
  EXPECT_EQ(found.final.q, known.final.q);
  EXPECT_EQ(found.final.u, known.final.u);
  EXPECT_EQ(found.ledger.friction_loss, known.ledger.friction_loss);
  for (int i = 0; i < S::contact_count; ++i) EXPECT_EQ(found.modes[i], known.modes[i]);
}

TEST(AnyMechanism, TheDimerMovesAsItDoesWithItsSizesKnown) {
  const Dimer dimer{DimerSettings{}};
  expect_the_same_motion(dimer, dimer.initial_state(), {.t_end = 40 * dimer.period()}, 5);
}

TEST(AnyMechanism, TheDiscClosesByFreeMotionAsItsModelSays) {
  const DiscBall disc{DiscBallSettings{}};
  expect_the_same_motion(disc, disc.initial_state(), {.t_end = 0.05}, 2);
}

TEST(AnyMechanism, TheOscillatorSticksSlipsAndLifts) {
  const ImpactOscillator oscillator{ImpactOscillatorSettings{}};
  expect_the_same_motion(oscillator, oscillator.initial_state(), {.t_end = 20}, 2);
}

TEST(AnyMechanism, ALawOfSlipComesWithTheModel) {
  ImpactOscillatorSettings settings;
  settings.law.mu_c = 0;
  settings.law.slip = Stribeck{.mu_0 = 0.5, .mu_c = 0.45, .v_s = 0.5};
  const ImpactOscillator oscillator{settings};
  expect_the_same_motion(oscillator, oscillator.initial_state(), {.t_end = 10}, 100);
}

TEST(AnyMechanism, SaysWhatItHolds) {
  const ModelOf model{Dimer{DimerSettings{}}};
  EXPECT_EQ(model.freedom(), 3);
  EXPECT_EQ(model.contact_number(), 2);
  EXPECT_TRUE(model.is_differentiable());
  EXPECT_TRUE((AnyMechanism<8, 6>::fits(model)));
  EXPECT_FALSE((AnyMechanism<8, 1>::fits(model)));
  EXPECT_FALSE((AnyMechanism<2, 6>::fits(model)));
  EXPECT_EQ(model.contact_name(0), "left");
}

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(AnyMechanism, RefusesAModelThatDoesNotFitAndAStartOfAnotherSize) {
  const Dimer dimer{DimerSettings{}};
  const ModelOf model(dimer);
  EXPECT_EQ(
      refusal([&] { AnyMechanism<8, 1> small(model); }),
      "this model is too large: it has 3 coordinates, 2 contacts, 0 constraints, 0 events and 0 switches (corners and "
      "jumps of its expressions), and what runs it has room for 8 coordinates, 1 contact, 8 constraints, 8 events and "
      "16 switches");
  const Any any(model);
  State<Any::dof> start = any_state(dimer.initial_state());
  start.u = zeros<Any::dof>(2);
  EXPECT_EQ(refusal([&] { run_watched(any, start, {.t_end = 1}); }),
            "a start of 3 coordinates and 2 velocities for a mechanism of 3");
}

// A dimer that has not named its contacts, below the plate at the start.
struct Nameless : Dimer {
  using Dimer::Dimer;
  std::string contact_name(int) const { return ""; }
};

TEST(AnyMechanism, ContactsWithoutANameAreToldByTheirNumber) {
  const ModelOf<Nameless> model(Nameless(DimerSettings{}));
  EXPECT_EQ(contact_text(Any(model), 1), "contact 2");
}

}  // namespace
}  // namespace carom
