// SPDX-License-Identifier: Apache-2.0
#include "carom/engine/any_observer.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "carom/systems/dimer_engine.hpp"
#include "support/dimer_fixtures.hpp"

namespace carom {
namespace {

struct Seen {
  std::vector<double> numbers;
  long closings = 0, guards = 0;
  void segment(const Segment<Dimer>& piece) {
    const State<3> state = piece.at(0.5 * (piece.t0() + piece.t1()));
    numbers.insert(numbers.end(), {state.t, state.q[0], state.q[1], state.q[2], state.u[0], state.u[1], state.u[2]});
  }
  void event(const EventBatch<Dimer>& batch) { numbers.push_back(batch.t); }
  void reached(const Guard&, int) { ++guards; }
  void closed(const std::array<bool, 2>&) { ++closings; }
  bool stop() const { return numbers.size() > 20000; }
};

TEST(AnyObserver, SeesTheBitsThatAnObserverOfItsOwnTypeSees) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  const RunOptions options{.t_end = 20 * dimer.period()};
  Seen own, behind;
  const RunReport<Dimer> first = run_event_driven(dimer, dimer.initial_state(), options, own);
  const RunReport<Dimer> second = run_watched(dimer, dimer.initial_state(), options, behind);
  EXPECT_EQ(first.outcome, second.outcome);
  EXPECT_EQ(first.final.q, second.final.q);
  EXPECT_EQ(first.final.u, second.final.u);
  EXPECT_EQ(first.steps, second.steps);
  EXPECT_EQ(own.numbers, behind.numbers);
  EXPECT_EQ(own.closings, behind.closings);
  EXPECT_EQ(own.guards, behind.guards);
  EXPECT_GT(own.guards, 0);
}

TEST(AnyObserver, NeedNotHaveTheOptionalMembers) {
  const Dimer dimer = test_dimer(3.9, 0.08);
  NoObserver nobody;
  const RunReport<Dimer> report = run_watched(dimer, dimer.initial_state(), {.t_end = 5 * dimer.period()}, nobody);
  EXPECT_EQ(report.outcome, Outcome::reached_end) << report.brief();
}

}  // namespace
}  // namespace carom
