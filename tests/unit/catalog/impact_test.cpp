// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include <gtest/gtest.h>

#include "carom/catalog/catalog.hpp"
#include "support/memory_sink.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

constexpr double r = 4.75e-3, l = 2 * 2.9 * r;

// Both tips of a level dimer on a plate at rest, with given relative velocities.
ImpactRequest level(double v_1, double v_2, double v_t) {
  ImpactRequest request{.parameters = dimer_system().defaults()};
  request.parameters.assign("Gamma=0");
  const double spin = (v_2 - v_1) / l;
  request.u = {v_t - r * spin, v_1, spin};
  return request;
}

TEST(DimerImpact, DoubleImpactOfTheCorrectedLaw) {
  const ImpactOutcome outcome = dimer_system().impact(level(-0.05, -0.1, -0.03));
  ASSERT_EQ(outcome.contacts.size(), 2u);
  EXPECT_NEAR(outcome.contacts[0].v_n_plus, 0.03287469, 5e-9);
  EXPECT_NEAR(outcome.contacts[1].v_n_plus, 0.06561897, 5e-9);
  EXPECT_NEAR(outcome.contacts[0].v_t_plus, -0.00082413, 5e-9);
  EXPECT_NEAR(outcome.u_plus[1], 0.03287469, 5e-9);
  EXPECT_LT(outcome.residual, 1e-10);
  EXPECT_LT(outcome.energy_after, outcome.energy_before);
  EXPECT_EQ(outcome.drive_work, 0);
  for (const ContactImpact& contact : outcome.contacts)
    EXPECT_NEAR(contact.W_restitution, 0.65 * 0.65 * contact.W_compression, 1e-9 * contact.W_compression);
}

TEST(DimerImpact, EnergiesAddUp) {
  ImpactRequest request = level(-0.05, -0.1, -0.03);
  request.parameters.assign("Gamma=0.9");
  request.t = 0.013;
  const ImpactOutcome outcome = dimer_system().impact(request);
  double works = outcome.drive_work;
  for (const ContactImpact& c : outcome.contacts) works += c.W_restitution - c.W_compression + c.friction_work;
  EXPECT_NEAR(outcome.energy_after - outcome.energy_before, works, 1e-10 * outcome.energy_before);
}

TEST(DimerImpact, IsMirrorSymmetricAndOfDegreeOne) {
  const ImpactOutcome a = dimer_system().impact(level(-0.05, -0.1, -0.03));
  const ImpactOutcome mirror = dimer_system().impact(level(-0.1, -0.05, 0.03));
  EXPECT_NEAR(mirror.contacts[1].v_n_plus, a.contacts[0].v_n_plus, 1e-10);
  EXPECT_NEAR(mirror.contacts[0].v_t_plus, -a.contacts[0].v_t_plus, 1e-10);
  const ImpactOutcome tenfold = dimer_system().impact(level(-0.5, -1, -0.3));
  EXPECT_NEAR(tenfold.contacts[0].v_n_plus, 10 * a.contacts[0].v_n_plus, 1e-9);
}

TEST(DimerImpact, OnlyWhatTouchesTakesPart) {
  ImpactRequest request = level(-0.1, -0.1, 0);
  request.q = {0, r, 0.05};
  const ImpactOutcome outcome = dimer_system().impact(request);
  ASSERT_EQ(outcome.contacts.size(), 1u);
  EXPECT_EQ(outcome.contacts[0].name, "left");
}

TEST(DimerImpact, OfARoundedConfigurationIsThatOfTheTouchingOne) {
  const ImpactOutcome exact = dimer_system().impact(level(-0.1, -0.1, 0));
  ImpactRequest request = level(-0.1, -0.1, 0);
  request.q = {0, 4.7503e-3, 0};
  request.onto_surface = 1e-6;
  const ImpactOutcome outcome = dimer_system().impact(request);
  EXPECT_EQ(outcome.notes.at(0),
            "the start was put on the surface: contact 'left' lowered by 3e-07 m, contact 'right' lowered by 3e-07 m");
  ASSERT_EQ(outcome.contacts.size(), 2u);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(outcome.u_plus[i], exact.u_plus[i], 1e-12);
}

TEST(DimerImpact, RefusesWhatCannotBe) {
  const auto refusal = [](const ImpactRequest& request) { return message_of([&] { dimer_system().impact(request); }); };
  ImpactRequest request = level(-0.1, -0.1, 0);
  request.q = {0, 5e-3, 0};
  EXPECT_EQ(refusal(request), "nothing touches at this q: the nearest tip, 'left', is 0.25 mm above the plate");
  request.q = {0, 4e-3, 0.5};
  EXPECT_EQ(refusal(request), "the q penetrates the plate: tip 'left' is 0.75 mm below it");
  request = level(-0.1, -0.1, 0);
  request.u.clear();
  EXPECT_EQ(refusal(request), "an impact needs the velocities before it (--u)");
  request = level(-0.1, -0.1, 0);
  request.E0 = {-1, 0};
  EXPECT_EQ(refusal(request), "--E0 must be energies of at least 0 J, got -1");
  request.E0 = {1e-6, 0};
  request.law = Restitution::newton;
  EXPECT_EQ(refusal(request), "energy stored at the contacts (--E0) has a meaning for the energetic law only");
}

// Stored energy at a contact at rest drives it apart: e² E_0 becomes kinetic.
TEST(BouncingBallImpact, StoredEnergyIsReleased) {
  ImpactRequest request{.parameters = bouncing_ball_system().defaults()};
  request.u = {0, 0, 0};
  request.E0 = {2};
  const ImpactOutcome outcome = bouncing_ball_system().impact(request);
  EXPECT_NEAR(outcome.u_plus[1], std::sqrt(2 * 0.81 * 2), 1e-12);
  EXPECT_NEAR(outcome.energy_after, 0.81 * 2, 1e-12);
  EXPECT_EQ(outcome.energy_before, 2);
}

TEST(BouncingBallImpact, ReversesTheSpeedByE) {
  for (const Restitution law : {Restitution::energetic, Restitution::poisson, Restitution::newton}) {
    ImpactRequest request{.parameters = bouncing_ball_system().defaults()};
    request.u = {1, -2, 0};
    request.law = law;
    const ImpactOutcome outcome = bouncing_ball_system().impact(request);
    EXPECT_NEAR(outcome.u_plus[1], 1.8, 1e-12);
    EXPECT_EQ(outcome.u_plus[0], 1);
    EXPECT_EQ(outcome.law, law);
  }
}

TEST(PainleveRodImpact, JamsByTheLawThatWasAskedFor) {
  const System& rod = system("painleve-rod");
  ImpactRequest request{.parameters = rod.defaults()};
  for (const char* assignment : {"m=1", "mu=1.6", "e=0.5"}) request.parameters.assign(assignment);
  request.u = {-1, 0, 0};
  request.law = Restitution::poisson;
  const ImpactOutcome poisson = rod.impact(request);
  EXPECT_EQ(poisson.failure, "");
  EXPECT_EQ(poisson.law, Restitution::poisson);
  EXPECT_NEAR(poisson.contacts[0].P_n, 0.45, 1e-12);
  EXPECT_LT(poisson.residual, 1e-14);
  request.law = Restitution::newton;
  const ImpactOutcome newton = rod.impact(request);
  EXPECT_EQ(newton.law, Restitution::newton);
  EXPECT_EQ(newton.failure.find("Newton's law has no answer to a jam"), 0u) << newton.failure;
  // No jam, no approach: nothing happens by any law.
  request.parameters.assign("mu=1.3");
  for (const Restitution law : {Restitution::energetic, Restitution::newton, Restitution::poisson}) {
    request.law = law;
    const ImpactOutcome outcome = rod.impact(request);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_EQ(outcome.contacts[0].P_n, 0);
    EXPECT_EQ(outcome.u_plus, outcome.u_minus);
  }
}

// At the very end of a contact its load and its friction vanish together, and rounding must not give it another mode.
TEST(BouncingBallImpact, HasTheSameModesWithATrace) {
  for (const double mu : {0.01, 0.05, 0.2, 0.5, 2.0})
    for (const double v_t : {-1.0, 0.0, 0.02, 0.1, 1.0, 10.0}) {
      ImpactRequest request{.parameters = bouncing_ball_system().defaults()};
      request.parameters.set("mu", mu);
      request.u = {v_t, -2, 0};
      const ContactImpact plain = bouncing_ball_system().impact(request).contacts[0];
      test::MemoryRows rows;
      request.trace = &rows;
      const ContactImpact traced = bouncing_ball_system().impact(request).contacts[0];
      EXPECT_EQ(traced.sequence, plain.sequence) << mu << " " << v_t;
      EXPECT_EQ(traced.sequence.back() == ContactMode::stick, traced.v_t_plus == 0) << mu << " " << v_t;
      EXPECT_LE(traced.friction_work, 0);
    }
}

TEST(DimerImpact, StraightDownSticksAtBothTipsToTheEnd) {
  for (const double v : {-0.01, -0.1, -1.0}) {
    const ImpactOutcome outcome = dimer_system().impact(level(v, v, 0));
    for (const ContactImpact& contact : outcome.contacts) {
      EXPECT_EQ(contact.sequence, std::vector{ContactMode::stick}) << contact.name;
      EXPECT_LE(contact.friction_work, 0);
      EXPECT_GT(contact.friction_work, -1e-25);
      EXPECT_EQ(contact.v_t_plus, 0);
    }
  }
}

TEST(DimerImpact, TheTraceEndsAtTheResult) {
  test::MemoryRows rows;
  ImpactRequest request = level(-0.05, -0.1, -0.03);
  request.trace = &rows;
  const ImpactOutcome outcome = dimer_system().impact(request);
  ASSERT_GT(rows.rows.size(), 5u);
  EXPECT_EQ(rows.finished, 1);
  EXPECT_NEAR(rows.at(0, "v_n_left"), -0.05, 1e-15);
  EXPECT_EQ(rows.at(0, "P_n_right"), 0);
  const std::size_t last = rows.rows.size() - 1;
  EXPECT_NEAR(rows.at(last, "v_n_right"), outcome.contacts[1].v_n_plus, 1e-9);
  EXPECT_NEAR(rows.at(last, "P_n_left"), outcome.contacts[0].P_n, 1e-12);
}

}  // namespace
}  // namespace carom::study
