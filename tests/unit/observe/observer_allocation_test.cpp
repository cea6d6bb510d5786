// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "carom/observe/dimer_observer.hpp"
#include "carom/systems/dimer_engine.hpp"
#include "support/counted_allocations.hpp"

namespace carom::observe {
namespace {

// Passes everything on and counts what is allocated meanwhile.
struct Counting {
  DimerObserver& observer;
  long allocated = 0;
  void segment(const Segment<Dimer>& piece) {
    const long before = allocations;
    observer.segment(piece);
    allocated += allocations - before;
  }
  void event(const EventBatch<Dimer>& batch) {
    const long before = allocations;
    observer.event(batch);
    allocated += allocations - before;
  }
  bool stop() const { return observer.stop(); }
};

TEST(DimerObserver, AllocatesNothingWhileItWatches) {
  DimerSettings settings;
  for (ContactLaw& law : settings.law) law = {.e = 0.65, .mu_s = 0.24, .mu_c = 0.12, .mu_s_i = 0.24, .mu_i = 0.08};
  const Dimer system(settings);
  DimerObserver observer(system);
  Counting counting{observer};
  RunOptions options;
  options.t_end = 60 * system.period();
  run_watched(system, system.initial_state(), options, counting);
  EXPECT_EQ(observer.cycles().size(), remembered_cycles);
  EXPECT_EQ(counting.allocated, 0);
}

}  // namespace
}  // namespace carom::observe
