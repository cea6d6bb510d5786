// A meeting point for a few threads that meet thousands of times a second: the last one to arrive does a piece of work,
// then all go on. Waiting spins for a while, then yields.
#pragma once

#include <atomic>
#include <thread>

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
      return;
    }
    for (int spins = 0; round_.load(std::memory_order_acquire) == round; ++spins)
      if (spins > 4000) std::this_thread::yield();
  }

 private:
  const int workers_;
  std::atomic<int> arrived_{0};
  std::atomic<unsigned> round_{0};
};

}  // namespace carom::particles
