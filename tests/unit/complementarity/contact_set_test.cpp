// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/contact_set.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#define CAROM_COUNT_MALLOC
#include "support/counted_allocations.hpp"
#include "support/planar_contacts.hpp"

namespace carom {
namespace {

using testing_support::PlanarContacts;
using testing_support::pyramid_of_discs;
using testing_support::stack_of_boxes;

const ContactSetOptions large{.most_enumerated = 0};  // as if there were too many contacts to enumerate
constexpr double infinity = std::numeric_limits<double>::infinity();

std::vector<ContactMode> modes_of(const ContactSetProblem<double>& p, const ContactSetSelection& s) {
  return {s.chosen.modes.begin(), s.chosen.modes.begin() + p.n};
}

double floor_load(const PlanarContacts& s, const ContactSetForces<double>& f) {
  double load = 0;
  for (std::size_t i = 0; i < s.touches.size(); ++i)
    if (s.touches[i].below < 0) load += f.z_n[i];
  return load;
}

TEST(StackOfBoxes, CarriesAtEachInterfaceTheWeightAboveIt) {
  const PlanarContacts stack = stack_of_boxes(10, 0.4);
  const ContactSetProblem<double> p = stack.problem();
  ContactSetSolver solver;
  const ContactSetSelection& s = solver.select(p);
  ASSERT_TRUE(s.solved()) << s.brief();
  EXPECT_NE(s.method, ContactSetMethod::enumeration);
  EXPECT_TRUE(s.chosen.redundant);
  EXPECT_LT(s.chosen.residual, 1e-9);
  double above = 0;
  for (int k = 9; k >= 0; --k) {
    above += stack.bodies[k].m * stack.g;
    for (const int i : {2 * k, 2 * k + 1}) {
      EXPECT_NEAR(s.chosen.z_n[i], above / 2, 1e-9) << "box " << k;
      EXPECT_NEAR(s.chosen.z_t[i], 0, 1e-9);
      EXPECT_EQ(s.chosen.modes[i], ContactMode::stick);
    }
  }
}

TEST(StackOfBoxes, PulledAtTheTopSharesThePullByTheLoadOfTheCorners) {
  PlanarContacts stack = stack_of_boxes(10, 0.4);
  stack.bodies[9].pull = {1, 0};
  const ContactSetProblem<double> p = stack.problem();
  ContactSetSolver solver;
  const ContactSetSelection& s = solver.select(p);
  ASSERT_TRUE(s.solved()) << s.brief();
  EXPECT_LT(stack.accelerations(s.chosen).cwiseAbs().maxCoeff(), 1e-9);
  const double pull = stack.bodies[9].m * 1;
  for (int k = 0; k < 10; ++k) {
    EXPECT_NEAR(s.chosen.z_t[2 * k] + s.chosen.z_t[2 * k + 1], -pull, 1e-9);
    EXPECT_NEAR(s.chosen.z_t[2 * k] / s.chosen.z_n[2 * k], s.chosen.z_t[2 * k + 1] / s.chosen.z_n[2 * k + 1], 1e-9);
  }
}

// Forces of smallest norm are linear in the place of the support: Σ F = m g, Σ F x = m g x_c.
TEST(Beam, OnTwentySupportsLoadsThemLinearly) {
  PlanarContacts beam;
  beam.bodies.push_back({.m = 3, .I = 5, .centre = {0.7, 0.2}});
  double sum_x = 0, sum_xx = 0;
  for (int i = 0; i < 20; ++i) {
    const double x = -5 + 10.0 * i / 19 + 0.05 * (i % 3);
    beam.touches.push_back({.above = 0, .point = {x, 0}});
    sum_x += x;
    sum_xx += x * x;
  }
  const ContactSetProblem<double> p = beam.problem();
  ContactSetSolver solver;
  const ContactSetSelection& s = solver.select(p);
  ASSERT_TRUE(s.solved()) << s.brief();
  const double weight = 30, det = 20 * sum_xx - sum_x * sum_x;
  const double a = weight * (sum_xx - 0.7 * sum_x) / det, b = weight * (20 * 0.7 - sum_x) / det;
  for (int i = 0; i < 20; ++i) EXPECT_NEAR(s.chosen.z_n[i], a + b * beam.touches[i].point.x(), 1e-9);
}

TEST(Beam, WhoseCentreIsBeyondItsSupportsTurnsAboutTheLast) {
  PlanarContacts beam;
  const double over = 0.5, I = 5, m = 3;
  beam.bodies.push_back({.m = m, .I = I, .centre = {5 + over, 0}});
  for (int i = 0; i < 20; ++i) beam.touches.push_back({.above = 0, .point = {-4.5 + 0.5 * i, 0}, .mu = 0.3});
  const ContactSetProblem<double> p = beam.problem();
  ContactSetSolver solver;
  const ContactSetSelection& s = solver.select(p);
  ASSERT_TRUE(s.solved()) << s.brief();
  for (int i = 0; i < 19; ++i) EXPECT_EQ(s.chosen.modes[i], ContactMode::open);
  EXPECT_NEAR(s.chosen.z_n[19], m * 10 * I / (I + m * over * over), 1e-9);
}

// Two discs carry a third: it rests iff μ ≥ tan 15° = 2 − √3, whatever else touches.
TEST(Pyramid, OfThreeDiscsRestsFromTheTangentOfFifteenDegrees) {
  const double least = 2 - std::sqrt(3.0);
  for (const double mu : {least - 1e-6, least + 1e-6}) {
    const PlanarContacts s = pyramid_of_discs(2, mu);
    const ContactSetProblem<double> p = s.problem();
    ContactSetSolver solver;
    const ContactSetSelection& selection = solver.select(p, {}, large);
    ASSERT_TRUE(selection.solved()) << selection.brief();
    const bool rests = s.accelerations(selection.chosen).cwiseAbs().maxCoeff() < 1e-9;
    EXPECT_EQ(rests, mu > least);
  }
}

TEST(Pyramid, OfFiftyFiveDiscsRestsOnEnoughFriction) {
  for (const double mu : {0.55, 0.6, 0.8}) {
    const PlanarContacts s = pyramid_of_discs(10, mu);
    const ContactSetProblem<double> p = s.problem();
    ContactSetSolver solver;
    const ContactSetSelection& selection = solver.select(p);
    ASSERT_TRUE(selection.solved()) << selection.brief();
    EXPECT_TRUE(selection.chosen.redundant);
    EXPECT_LT(selection.chosen.residual, 1e-9);
    EXPECT_LT(s.accelerations(selection.chosen).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_NEAR(floor_load(s, selection.chosen), 55 * s.g, 1e-9);
    for (int i = 0; i < p.n; ++i) {
      EXPECT_EQ(selection.chosen.modes[i], ContactMode::stick);
      EXPECT_GE(selection.chosen.z_n[i], -p.force_tolerance);
      EXPECT_LE(std::abs(selection.chosen.z_t[i]), mu * selection.chosen.z_n[i] + 2 * p.force_tolerance);
    }
    // From its own modes one solve is enough, and its forces are those of the modes.
    const std::vector<ContactMode> modes = modes_of(p, selection);
    const Eigen::VectorXd z_n = selection.chosen.z_n;
    const ContactSetSelection& again = solver.select(p, modes);
    EXPECT_EQ(again.rounds, 1);
    EXPECT_EQ(again.method, ContactSetMethod::warm_start);
    EXPECT_EQ((again.chosen.z_n - z_n).cwiseAbs().maxCoeff(), 0);
  }
}

// The pyramid of ten rows needs more than 0.54: below, the outermost discs roll away.
TEST(Pyramid, OfFiftyFiveDiscsComesApartOnLess) {
  for (const double mu : {0.5, 0.3, 0.05}) {
    const PlanarContacts s = pyramid_of_discs(10, mu);
    const ContactSetProblem<double> p = s.problem();
    ContactSetSolver solver;
    const ContactSetSelection& selection = solver.select(p);
    ASSERT_TRUE(selection.solved()) << selection.brief();
    EXPECT_LT(selection.chosen.residual, 1e-9);
    const Eigen::VectorXd a = s.accelerations(selection.chosen);
    EXPECT_GT(a.cwiseAbs().maxCoeff(), 0.1);
    EXPECT_LT(floor_load(s, selection.chosen), 55 * s.g - 1);
    double fall = 0;
    for (int k = 0; k < 55; ++k) fall -= a[3 * k + 1];
    EXPECT_GT(fall, 0) << "its centre goes down";
    const std::vector<ContactMode> modes = modes_of(p, selection);
    EXPECT_LE(solver.select(p, modes).rounds, 10);
    EXPECT_EQ(solver.select(p, modes).pivots, 0);
  }
}

TEST(Pyramid, OfElevenRowsComesApartThoughTheModesAloneDoNotSayHow) {
  const PlanarContacts s = pyramid_of_discs(11, 0.5);
  const ContactSetProblem<double> p = s.problem();
  ContactSetSolver solver;
  const ContactSetSelection& selection = solver.select(p);
  ASSERT_TRUE(selection.solved()) << selection.brief();
  EXPECT_LT(selection.chosen.residual, 1e-9);
  EXPECT_GT(s.accelerations(selection.chosen).cwiseAbs().maxCoeff(), 0.1);
}

TEST(TiltedPlane, HoldsThirtyBlocksBelowTheAngleOfFrictionAndNoneBeyond) {
  const double mu = 0.4, mu_s = 0.45;
  for (const double slope : {0.44, 0.46, 0.8}) {
    PlanarContacts s;
    s.tilt = std::atan(slope);
    for (int k = 0; k < 30; ++k) {
      s.bodies.push_back({.m = 1 + 0.2 * k, .I = 0.5 + 0.1 * k, .centre = {5.0 * k, 0.5}});
      for (const double x : {-1.0, 1.0})
        s.touches.push_back({.above = k, .point = {5.0 * k + x, 0}, .mu = mu, .mu_s = mu_s});
    }
    const ContactSetProblem<double> p = s.problem();
    ContactSetSolver solver;
    const ContactSetSelection& selection = solver.select(p);
    ASSERT_TRUE(selection.solved()) << selection.brief();
    const Eigen::VectorXd a = s.accelerations(selection.chosen);
    const double down = slope < mu_s ? 0 : s.g * (std::sin(s.tilt) - mu * std::cos(s.tilt));
    for (int k = 0; k < 30; ++k) {
      EXPECT_NEAR(a[3 * k], down, 1e-9);
      EXPECT_NEAR(a[3 * k + 1], 0, 1e-9);
      EXPECT_EQ(selection.chosen.modes[2 * k], slope < mu_s ? ContactMode::stick : ContactMode::slip_plus);
    }
  }
}

// Links that hang from each other by hooks; the one above holds the one below.
PlanarContacts hanging_links(int links) {
  PlanarContacts s;
  for (int k = 0; k < links; ++k) {
    s.bodies.push_back({.m = 1 + 0.5 * k, .I = 0.3, .centre = {0, -k - 0.5}});
    s.touches.push_back({.above = k, .below = k - 1, .point = {0, -k * 1.0}, .mu = 0.3});
  }
  return s;
}

TEST(HangingLinks, CarryWhatHangsBelow) {
  const PlanarContacts s = hanging_links(12);
  const ContactSetProblem<double> p = s.problem();
  ContactSetSolver solver;
  const ContactSetSelection& selection = solver.select(p);
  ASSERT_TRUE(selection.solved());
  double below = 0;
  for (int k = 11; k >= 0; --k) {
    below += s.bodies[k].m * s.g;
    EXPECT_NEAR(selection.chosen.z_n[k], below, 1e-9);
  }
}

TEST(HangingLinks, OpenWhereTheyMustIfTheLowerPartRises) {
  PlanarContacts s = hanging_links(12);
  for (int k = 6; k < 12; ++k) s.bodies[k].pull = {0, 12};
  s.touches[6].must_open = true;
  const ContactSetProblem<double> rising = s.problem();
  ContactSetSolver solver;
  const ContactSetSelection& selection = solver.select(rising);
  ASSERT_TRUE(selection.solved()) << selection.brief();
  EXPECT_EQ(selection.chosen.modes[6], ContactMode::open);
  EXPECT_NEAR(selection.chosen.omega_n[6], 2, 1e-9);
  double below = 0;
  for (int k = 5; k >= 0; --k) {
    below += s.bodies[k].m * s.g;
    EXPECT_NEAR(selection.chosen.z_n[k], below, 1e-9);
  }
  // What would fall back onto its hook cannot have left it.
  for (int k = 6; k < 12; ++k) s.bodies[k].pull = {0, 0};
  EXPECT_EQ(solver.select(s.problem()).outcome, ContactSetOutcome::no_consistent_set);
}

TEST(ContactThatNeverSlips, HoldsOnAnySlope) {
  PlanarContacts s = stack_of_boxes(8, infinity);
  s.tilt = std::atan(0.2);
  ContactSetSolver solver;
  for (const double mu : {infinity, 0.3}) {
    for (PlanarContacts::Touch& touch : s.touches) touch.mu = touch.below < 0 ? mu : infinity;
    const ContactSetProblem<double> p = s.problem();
    const ContactSetSelection& selection = solver.select(p);
    ASSERT_TRUE(selection.solved()) << selection.brief();
    EXPECT_LT(s.accelerations(selection.chosen).cwiseAbs().maxCoeff(), 1e-9);
  }
}

ContactSetProblem<double> one_slipping_contact(double b_n) {
  ContactSetProblem<double> p;
  p.resize(1);
  p.A(0, 0) = 1;
  p.B(0, 0) = 3;
  p.D(0, 0) = 10;
  p.b_n[0] = b_n;
  p.mu[0] = p.mu_s[0] = 0.5;
  p.slip[0] = 1;
  p.set_default_tolerances();
  return p;
}

// A − σμB < 0.
TEST(PainleveOfASet, IsSaidByTheLargeMethodToo) {
  ContactSetSolver solver;
  EXPECT_FALSE(solver.select(one_slipping_contact(-1), {}, large).solved());
  for (const Preference preference : {Preference::flight, Preference::contact}) {
    const ContactSetSelection& s =
        solver.select(one_slipping_contact(1), {}, {.preference = preference, .most_enumerated = 0});
    EXPECT_EQ(s.indeterminacy, Indeterminacy::painleve);
    EXPECT_EQ(s.chosen.modes[0], preference == Preference::flight ? ContactMode::open : ContactMode::slip_plus);
  }
}

TEST(ContactSet, SaysThatStickAndSlipAreBothPossible) {
  PlanarContacts s = stack_of_boxes(1, 0.2);
  for (PlanarContacts::Touch& touch : s.touches) touch.mu_s = 0.3;
  s.bodies[0].pull = {2.5, 0};
  const ContactSetProblem<double> p = s.problem();
  ContactSetSolver solver;
  const std::vector<ContactMode> slipping(2, ContactMode::slip_plus);
  const ContactSetSelection& selection = solver.select(p, slipping, large);
  EXPECT_EQ(selection.indeterminacy, Indeterminacy::stick_or_slip);
  EXPECT_EQ(selection.chosen.modes[0], ContactMode::stick);
  EXPECT_EQ(selection.chosen.modes[1], ContactMode::stick);
}

TEST(ContactSet, EnumeratesWhereThatIsCheap) {
  ContactSetSolver solver;
  EXPECT_EQ(solver.select(stack_of_boxes(2, 0.3).problem()).method, ContactSetMethod::enumeration);
  EXPECT_TRUE(solver.select(stack_of_boxes(2, 0.3).problem()).exhaustive);
  EXPECT_NE(solver.select(stack_of_boxes(3, 0.3).problem()).method, ContactSetMethod::enumeration);
  ContactSetProblem<double> none;
  none.resize(0);
  EXPECT_TRUE(solver.select(none).solved());
}

TEST(ContactSet, AllocatesNothingAfterTheLargestProblem) {
  ContactSetSolver solver;
  std::vector<ContactSetProblem<double>> problems;
  for (const double mu : {0.6, 0.5, 0.05}) problems.push_back(pyramid_of_discs(6, mu).problem());
  for (const int boxes : {1, 5, 9}) problems.push_back(stack_of_boxes(boxes, 0.3).problem());
  for (const ContactSetProblem<double>& p : problems) solver.select(p);
#ifndef __SANITIZE_ADDRESS__
  const long before = allocations;
  const Eigen::VectorXd counted = Eigen::VectorXd::Zero(problems[0].n);
  ASSERT_GT(allocations, before) << "what asks malloc is counted";
#endif
  const long start = allocations;
  bool solved = true;
  for (const ContactSetProblem<double>& p : problems) solved = solver.select(p).solved() && solved;
  EXPECT_EQ(allocations, start);
  EXPECT_TRUE(solved);
  // A problem that is filled anew keeps its memory too.
  problems[0].resize(10);
  problems[0].resize(problems[1].n);
  EXPECT_EQ(allocations, start);
}

}  // namespace
}  // namespace carom
