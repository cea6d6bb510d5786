// SPDX-License-Identifier: Apache-2.0
// Derivatives of motions of mechanisms known at run time: those of the engine for fixed sizes, bit by bit, and for more
// closed contacts than are enumerated those that differences of whole runs give.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/engine/together.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "carom/systems/disc_ball_engine.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"
#include "support/any_engine.hpp"
#include "support/mechanisms.hpp"
#include "support/struck_stack.hpp"

namespace carom {
namespace {

using testing_support::any_state;
using testing_support::StruckStack;

template <class S>
struct BothWays {
  EventCounts events;
  Eigen::MatrixXd known, found;  // columns at fixed time
};

template <class S>
BothWays<S> derivatives(const S& system, const State<S::dof>& start, const RunOptions& options) {
  const ModelOf<S> model(system);
  const Any any(model);
  TangentFlow<S> known(system, options);
  TangentFlow<Any> found(any, options);
  const RunReport<S> report = run_watched(system, start, options, known);
  const RunReport<Any> any_report = run_watched(any, any_state(start), options, found);
  EXPECT_TRUE(succeeded(report.outcome)) << report.brief();
  EXPECT_EQ(any_report.final.q, report.final.q);
  EXPECT_EQ(found.rank(), known.rank());
  EXPECT_EQ(found.grazes(), known.grazes());
  EXPECT_LT(found.mismatch(), 1e-12);
  return {.events = report.events, .known = known.at_fixed_time(), .found = found.at_fixed_time()};
}

TEST(AnyTangent, OfTheDimerIsThatOfItsSizesKnownBitByBit) {
  const ContactLaw tip{.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
  const Dimer dimer({.shape = {.A_r = 3.9}, .f = 25, .Gamma = 0.9, .law = {tip, tip}});
  State<3> start = dimer.initial_state();
  start.u = {0.01, 0, 0.3};
  const BothWays<Dimer> struck = derivatives(dimer, start, {.t_end = start.t + 0.5});
  EXPECT_GE(struck.events.multiple_impacts, 2);
  EXPECT_GT(struck.known.norm(), 1);
  EXPECT_EQ(struck.found, struck.known);

  DimerSettings settings;
  settings.Gamma = 1.3;
  const Dimer thrown(settings);
  const BothWays<Dimer> f = derivatives(thrown, thrown.initial_state(), {.t_end = 8 * thrown.period()});
  EXPECT_GE(f.events.stick, 1);
  EXPECT_GE(f.events.slip, 1);
  EXPECT_GE(f.events.detach, 1);
  EXPECT_EQ(f.found, f.known);
}

TEST(AnyTangent, OfTheOscillatorGoesThroughImpactsStickSlipAndLiftOffBitByBit) {
  for (const double e : {0.0, 0.2}) {
    ImpactOscillatorSettings settings;
    settings.law.e = e;
    const ImpactOscillator oscillator(settings);
    State<2> start = oscillator.initial_state();
    start.q[1] += 1e-3;
    RunOptions options{.t_end = 0.5};
    options.impact.law = Restitution::poisson;
    const BothWays<ImpactOscillator> f = derivatives(oscillator, start, options);
    EXPECT_GE(f.events.impacts, 2);
    EXPECT_GE(f.events.detach, 1);
    if (e == 0) {
      EXPECT_GE(f.events.stick, 1);
      EXPECT_GE(f.events.slip, 1);
    }
    EXPECT_GT(f.known.norm(), 0);
    EXPECT_EQ(f.found, f.known);
  }
}

// Five coordinates: Eigen adds five products of numbers with derivatives in another order where it knows their number.
TEST(AnyTangent, OfDiscAndBallGoesThroughFourContactsToRounding) {
  const DiscBall disc({});
  State<5> start = disc.initial_state();
  start.q[0] -= 1e-3;
  start.q[1] += 5e-4;
  start.q[3] += 5e-4;
  start.u[4] = 0.02;
  const BothWays<DiscBall> f = derivatives(disc, start, {.t_end = start.t + 0.2});
  EXPECT_GE(f.events.impacts, 10);
  for (int i = 0; i < 10; ++i) EXPECT_LT((f.found - f.known).row(i).norm(), 1e-13 * f.known.row(i).norm()) << i;
}

// ---- more contacts than are enumerated ------------------------------------------------------------------------------

// How many contacts are closed when a stick, a slip or a lift-off ends it, and how many take part in an impact, at most.
struct Crowd {
  int closed = 0, before_change = 0, in_impact = 0, changes = 0;
  void segment(const Segment<Any>& piece) {
    closed = 0;
    for (const ContactMode mode : piece.modes()) closed += is_closed(mode);
  }
  void event(const EventBatch<Any>& batch) {
    if (batch.impact != nullptr) in_impact = std::max(in_impact, batch.impact->n);
    if (batch.t > 0 && (batch.kind == EventKind::slip || batch.kind == EventKind::detach)) {
      before_change = std::max(before_change, closed);
      ++changes;
    }
  }
  bool stop() const { return false; }
};

// The differences are central ones, of two widths: friction that gives way slowly makes events bend with the start.
struct StackFollowed {
  Crowd crowd;
  RunReport<Any> report;
  Eigen::MatrixXd derivative, differences;
  double mismatch = 0;
};

// What may vary with all boxes on their bases: places and velocities along the floor, from the lowest box up; the slider's
// own too if it strikes.
std::vector<int> along_the_floor(bool struck) {
  std::vector<int> list;
  for (int from : {0, static_cast<int>(StruckStack::dof)})
    for (int k = 0; k < (struck ? StruckStack::dof : StruckStack::slider); k += 3) list.push_back(from + k);
  return list;
}

StackFollowed follow_stack(const StruckStack& stack, const State<StruckStack::dof>& start, double t_end, bool struck) {
  const ModelOf<StruckStack> model(stack);
  const Any any(model);
  RunOptions options{.t_end = t_end, .rtol = 1e-12, .atol = 1e-14};
  options.impact.law = Restitution::newton;
  const std::vector<int> varied = along_the_floor(struck);
  std::vector<TangentFlow<Any>::Direction> directions;
  for (int k : varied) {
    directions.push_back({.z = zeros<2 * Any::dof>(2 * StruckStack::dof)});
    directions.back().z[k] = 1;
  }
  StackFollowed f;
  TangentFlow<Any> flow(any, options, directions);
  Together both(f.crowd, flow);
  f.report = run_watched(any, any_state(start), options, both);
  f.mismatch = flow.mismatch();
  f.derivative = flow.at_fixed_time();
  f.differences.resize(f.derivative.rows(), f.derivative.cols());
  for (int j = 0; j < f.derivative.cols(); ++j) {
    const int k = varied[static_cast<std::size_t>(j)];
    const auto end_from = [&](double shift) {
      State<StruckStack::dof> z = start;
      (k < StruckStack::dof ? z.q[k] : z.u[k - StruckStack::dof]) += shift;
      const State<Any::dof> end = run_watched(any, any_state(z), options).final;
      Eigen::VectorXd list(f.derivative.rows());
      list << end.q, end.u;
      return list;
    };
    const auto difference = [&](double h) -> Eigen::VectorXd { return (end_from(h) - end_from(-h)) / (2 * h); };
    const double h = 6e-6 * flow.scale()[k];
    f.differences.col(j) = (4 * difference(h) - difference(2 * h)) / 3;
  }
  return f;
}

// In units of the largest entry among places, or among velocities: heights and angles do not move at all.
double worst_of(const StackFollowed& f) {
  double largest = 0;
  for (int half : {0, 1}) {
    const auto rows = Eigen::seqN(half * StruckStack::dof, static_cast<int>(StruckStack::dof));
    const Eigen::MatrixXd difference = (f.derivative - f.differences)(rows, Eigen::all);
    largest =
        std::max(largest, difference.cwiseAbs().maxCoeff() / f.derivative(rows, Eigen::all).cwiseAbs().maxCoeff());
  }
  return largest;
}

TEST(AnyTangent, OfEightClosedContactsThatStickAndSlipAgreesWithDifferences) {
  const StruckStack stack;
  const StackFollowed f = follow_stack(stack, stack.sliding({0.7, 0.5, 0.9, 0.6}, -5, 0), 0.3, false);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end) << f.report.brief();
  EXPECT_EQ(f.crowd.before_change, 8);
  EXPECT_GE(f.report.events.stick, 1);
  EXPECT_GE(f.crowd.changes, 1);
  EXPECT_LT(worst_of(f), 1e-6);
  EXPECT_LT(f.mismatch, 1e-11);
}

TEST(AnyTangent, OfAnImpactOfNineContactsAgreesWithDifferences) {
  const StruckStack stack;
  const StackFollowed f = follow_stack(stack, stack.sliding({0.7, 0.5, 0.9, 0.6}, -0.3, 3), 0.12, true);
  ASSERT_EQ(f.report.outcome, Outcome::reached_end) << f.report.brief();
  EXPECT_EQ(f.crowd.in_impact, 9);
  EXPECT_LT(worst_of(f), 1e-6);
  EXPECT_LT(f.mismatch, 1e-11);
}

// ---- what is refused ------------------------------------------------------------------------------------------------

template <class Call>
std::string refused(Call&& call) {
  try {
    call();
  } catch (const BadInput& error) {
    return error.what();
  }
  return "";
}

TEST(AnyTangent, RefusesAModelOfDoublesAndDirectionsOfAnotherSize) {
  static_assert(DifferentiableMechanism<Any>);
  const ModelOf<testing_support::Block<2>> block(testing_support::Block<2>{});
  const Any any(block);
  EXPECT_FALSE(any.is_differentiable());
  EXPECT_EQ(refused([&] { TangentFlow<Any> flow(any, {}); }),
            "this model is written for doubles only: its motion has no derivatives");
  const ModelOf<Dimer> dimer(Dimer(DimerSettings{}));
  EXPECT_EQ(refused([&] { TangentFlow<Any> flow(Any(dimer), {}, {{.z = zeros<2 * Any::dof>(5)}}); }),
            "a direction of 5 numbers for a state of 6");
}

}  // namespace
}  // namespace carom
