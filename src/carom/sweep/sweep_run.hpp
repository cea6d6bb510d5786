// SPDX-License-Identifier: Apache-2.0
// The points of a sweep, several at a time: by the threads of this process here, by other processes elsewhere.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "carom/sweep/sweep.hpp"

namespace carom::study {

// Receives rows as they come, in any order, from one thread.
class SweepSink {
 public:
  virtual ~SweepSink() = default;
  virtual void put(const SweepRow& row) = 0;
  virtual void flush() = 0;  // what was put is safe afterwards
};

struct SweepOptions {
  int jobs = 1;
  std::function<void(long done, long all, long failed)> progress = {};
  const std::atomic<bool>* interrupt = nullptr;
};

struct SweepReport {
  long points = 0;  // of the study
  long before = 0;  // that were there already
  long done = 0;    // computed now
  long failed = 0;  // of all that are there
  bool interrupted = false;
};

// What a study lacks: the numbers of its points that are not in `there`, and how many of those there have failed.
struct Remaining {
  std::vector<long> numbers = {};
  long before = 0, failed_before = 0;
};

// Computes what remains. What the sink throws ends the sweep and is thrown on, after all threads have stopped.
SweepReport run_by_threads(const Sweep& sweep, const Remaining& remaining, SweepSink& sink,
                           const SweepOptions& options);

// Collects rows, keeps the count and flushes ten times a second: what every executor does with what comes back.
class RowCollector {
 public:
  RowCollector(const Sweep& sweep, const Remaining& remaining, SweepSink& sink, const SweepOptions& options);
  void take(const SweepRow& row);
  SweepReport finish(bool interrupted);

 private:
  SweepSink& sink_;
  const SweepOptions& options_;
  SweepReport report_;
  double next_flush_ = 0, next_word_ = 0;
};

}  // namespace carom::study
