// SPDX-License-Identifier: Apache-2.0
// A meeting point for a few threads that meet thousands of times a second: the last one to arrive does a piece of work,
// then all go on. Who waits looks for a moment, which is all it takes where each thread has a processor of its own, and
// then sleeps: on a busy machine the processor belongs to those who are still on their way.
#pragma once

#include <atomic>

namespace carom::particles {

class SpinBarrier {
 public:
  explicit SpinBarrier(int workers) : workers_(workers) {}

  template <class Completion>
  void wait(Completion&& completion) {
    const unsigned round = round_.load(std::memory_order_acquire);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
      completion();
      arrived_.store(0, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
      return;
    }
    for (int looks = 0; looks < most_looks; ++looks)
      if (round_.load(std::memory_order_acquire) != round) return;
    while (round_.load(std::memory_order_acquire) == round) round_.wait(round, std::memory_order_acquire);
  }

 private:
  static constexpr int most_looks = 20000;  // some ten microseconds

  const int workers_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
};

}  // namespace carom::particles
