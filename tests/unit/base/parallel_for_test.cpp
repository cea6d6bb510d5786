// SPDX-License-Identifier: Apache-2.0
#include "carom/base/parallel_for.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace carom {
namespace {

TEST(ParallelFor, DoesEveryTaskOnce) {
  for (const int threads : {-1, 1, 2, 7}) {
    std::vector<std::atomic<int>> times(100);
    EXPECT_TRUE(parallel_for(times.size(), {.threads = threads}, [&](std::size_t k) { ++times[k]; }));
    for (const std::atomic<int>& count : times) EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(parallel_for(0, {.threads = 3}, [](std::size_t) { FAIL(); }));
}

TEST(ParallelFor, HandsOutIndicesInTheirOrder) {
  std::vector<std::size_t> order;
  parallel_for(5, {.threads = 1}, [&](std::size_t k) { order.push_back(k); });
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2, 3, 4}));
}

TEST(ParallelFor, HasSoManyTasksAtATimeAndNoMore) {
  std::atomic<int> now{0}, most{0};
  parallel_for(60, {.threads = 3}, [&](std::size_t) {
    const int here = ++now;
    for (int seen = most; here > seen && !most.compare_exchange_weak(seen, here);) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    --now;
  });
  EXPECT_LE(most, 3);
  EXPECT_GE(most, 2);
}

TEST(ParallelFor, ThrowsTheFirstExceptionWhenAllHaveEnded) {
  for (const int threads : {1, 4}) {
    std::atomic<int> running{0}, begun{0};
    try {
      parallel_for(1000, {.threads = threads}, [&](std::size_t k) {
        ++running;
        ++begun;
        if (k == 5) {
          --running;
          throw std::runtime_error("five");
        }
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        --running;
      });
      FAIL() << "no exception";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "five");
    }
    EXPECT_EQ(running, 0);
    EXPECT_LT(begun, 1000);
  }
}

TEST(ParallelFor, BeginsNothingAfterTheInterrupt) {
  for (const int threads : {1, 3}) {
    std::atomic<bool> interrupt{false};
    std::atomic<int> begun{0};
    EXPECT_FALSE(parallel_for(1000, {.threads = threads, .interrupt = &interrupt}, [&](std::size_t) {
      if (++begun == 10) interrupt = true;
    }));
    EXPECT_GE(begun, 10);
    EXPECT_LT(begun, 10 + threads);
  }
}

TEST(ParallelFor, TheCallerWritesMeanwhileAndNothingIsLeftOver) {
  for (const int threads : {1, 4}) {
    const std::thread::id caller = std::this_thread::get_id();
    std::mutex mutex;
    std::vector<std::size_t> waiting;
    std::set<std::size_t> written;
    const auto write = [&] {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      const std::lock_guard lock(mutex);
      written.insert(waiting.begin(), waiting.end());
      waiting.clear();
    };
    EXPECT_TRUE(parallel_for(500, {.threads = threads, .meanwhile = write}, [&](std::size_t k) {
      EXPECT_NE(std::this_thread::get_id(), caller);
      const std::lock_guard lock(mutex);
      waiting.push_back(k);
    }));
    EXPECT_EQ(written.size(), 500u);
  }
}

TEST(ParallelFor, SpeaksOfLongTasksToo) {
  int calls = 0;
  parallel_for(1, {.threads = 1, .meanwhile = [&] { ++calls; }},
               [](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(300)); });
  EXPECT_GE(calls, 3);
}

TEST(ParallelFor, AFailureMeanwhileStopsTheWork) {
  std::atomic<int> begun{0};
  EXPECT_THROW(parallel_for(100000, {.threads = 2, .meanwhile = [] { throw std::runtime_error("disk full"); }},
                            [&](std::size_t) {
                              ++begun;
                              std::this_thread::sleep_for(std::chrono::microseconds(100));
                            }),
               std::runtime_error);
  EXPECT_LT(begun, 100000);
}

}  // namespace
}  // namespace carom
