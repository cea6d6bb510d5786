// SPDX-License-Identifier: Apache-2.0
#include "carom/base/parallel_for.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace carom {
namespace {

constexpr std::chrono::milliseconds longest_silence(50);

class Tasks {
 public:
  Tasks(std::size_t count, const ParallelOptions& options, const std::function<void(std::size_t)>& task)
      : count_(count), options_(options), task_(task) {}

  void work() {
    try {
      for (std::size_t k; !halted() && (k = next_++) < count_;) {
        task_(k);
        ++done_;
        if (options_.meanwhile) tell();
      }
    } catch (...) {
      fail();
    }
  }

  // Until the others have ended their work.
  void attend() {
    try {
      std::size_t seen = 0;
      for (bool more = true; more;) {
        {
          std::unique_lock lock(mutex_);
          changed_.wait_for(lock, longest_silence, [&] { return working_ == 0 || done_ != seen; });
          seen = done_;
          more = working_ > 0;
        }
        options_.meanwhile();
      }
    } catch (...) {
      fail();
    }
  }

  bool run() {
    const auto most = static_cast<std::size_t>(std::max(options_.threads, 1));
    const std::size_t workers = std::min(most, count_);
    std::vector<std::thread> threads;
    try {
      threads.reserve(workers);
      for (std::size_t k = options_.meanwhile ? 0 : 1; k < workers; ++k) {
        ++working_;
        threads.emplace_back([this] {
          work();
          --working_;
          tell();
        });
      }
    } catch (...) {  // no more threads to be had: those there are do it all
      --working_;
      if (threads.empty()) work();
    }
    options_.meanwhile ? attend() : work();
    for (std::thread& thread : threads) thread.join();
    if (failure_) std::rethrow_exception(failure_);
    return done_ == count_;
  }

 private:
  bool halted() const { return failed_ || (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)); }
  void tell() {
    {
      const std::lock_guard lock(mutex_);
    }  // whoever looks at the condition now comes to wait before the word is given
    changed_.notify_one();
  }
  void fail() {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    failed_ = true;
  }

  const std::size_t count_;
  const ParallelOptions& options_;
  const std::function<void(std::size_t)>& task_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<int> working_{0};
  std::atomic<bool> failed_{false};
  std::exception_ptr failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
};

}  // namespace

bool parallel_for(std::size_t count, const ParallelOptions& options, const std::function<void(std::size_t)>& task) {
  return Tasks(count, options, task).run();
}

}  // namespace carom
