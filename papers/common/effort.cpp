#include "papers/common/effort.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace carom::papers {

void for_each_point(int n, const Effort& effort, const std::function<void(int)>& task) {
  std::atomic<int> next{0};
  std::exception_ptr failure;
  std::mutex guard;
  const auto interrupted = [&] { return effort.interrupt && effort.interrupt->load(std::memory_order_relaxed); };
  const auto work = [&] {
    for (int k = next++; k < n; k = next++) {
      if (interrupted()) return;
      try {
        task(k);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
        next = n;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int k = 1; k < std::min(effort.threads, n); ++k) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
  if (interrupted()) throw Interrupted{};
}

}  // namespace carom::papers
