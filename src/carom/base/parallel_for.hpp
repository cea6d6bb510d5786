// SPDX-License-Identifier: Apache-2.0
// The same task for many indices, several at a time: the one place where Carom starts threads for independent work.
//
// Indices are handed out one by one, in their order, to whichever thread is free. A task puts its result where its index
// says, so that the result does not depend on the number of threads. (Threads that work on one step of one run together
// are another matter: particles/rod_simulation.)
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace carom {

struct ParallelOptions {
  int threads = 1;                               // tasks at a time
  const std::atomic<bool>* interrupt = nullptr;  // raised: what has begun comes to its end, nothing else begins
  // What the calling thread does meanwhile, alone: tell of progress, write what has come. It is called whenever tasks
  // have ended, every 50 ms at the latest, and once more after the last. Without it the calling thread takes tasks too.
  std::function<void()> meanwhile = {};
};

// Returns when no task is running any more: true if all were done, false if the interrupt kept some from beginning. The
// first exception of a task or of `meanwhile` keeps the others from beginning and is thrown again here.
bool parallel_for(std::size_t count, const ParallelOptions& options, const std::function<void(std::size_t)>& task);

}  // namespace carom
