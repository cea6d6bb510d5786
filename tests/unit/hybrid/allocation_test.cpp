// The heap is not touched while a run is going on.
#include <cstdlib>
#include <new>

#include <gtest/gtest.h>

#include "carom/hybrid/event_driven.hpp"
#include "support/dimer_fixtures.hpp"

namespace {
thread_local long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

namespace carom {
namespace {

struct CountingObserver {
  long at_first = -1, at_last = -1, events = 0;
  void segment(const Segment<Dimer>&) {}
  void event(const EventBatch<Dimer>&) {
    if (at_first < 0) at_first = allocations;
    at_last = allocations;
    ++events;
  }
  bool stop() const { return false; }
};

TEST(EventDriven, DoesNotAllocateBetweenItsFirstAndLastEvent) {
  for (const double A_r : {3.9, 5.7}) {
    const Dimer dimer = test_dimer(A_r, 0.08);
    CountingObserver observer;
    const RunReport<Dimer> report =
        run_event_driven(dimer, dimer.initial_state(), {.t_end = 100 * dimer.period()}, observer);
    EXPECT_EQ(report.outcome, Outcome::reached_end);
    EXPECT_GT(observer.events, 400);
    EXPECT_EQ(observer.at_last, observer.at_first);
  }
}

TEST(Impact, DoesNotAllocate) {
  const ImpactProblem<2> problem = lying_impact(3.9, -0.05, -0.1, -0.03);
  const long before = allocations;
  const ImpactResult<2> energetic = solve_impact(problem);
  const ImpactResult<2> newton = solve_impact(problem, {.law = Restitution::newton});
  const ImpactResult<2> poisson = solve_impact(problem, {.law = Restitution::poisson});
  EXPECT_EQ(allocations, before);
  EXPECT_GT(energetic.v_n[0] + newton.v_n[0] + poisson.v_n[0], 0);
}

TEST(Counter, CountsWhatItShould) {
  const long before = allocations;
  int* p = new int(3);
  asm volatile("" : : "r"(p) : "memory");  // or the compiler would leave both out
  delete p;
  EXPECT_EQ(allocations, before + 1);
}

}  // namespace
}  // namespace carom
