// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/sweep_run.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include "carom/base/parallel_for.hpp"

namespace carom::study {
namespace {

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

bool is_set(const std::atomic<bool>* flag) { return flag && flag->load(std::memory_order_relaxed); }

}  // namespace

RowCollector::RowCollector(const Sweep& sweep, const Remaining& remaining, SweepSink& sink, const SweepOptions& options)
    : sink_(sink), options_(options) {
  report_ = {.points = sweep.points(), .before = remaining.before, .failed = remaining.failed_before};
}

void RowCollector::take(const SweepRow& row) {
  if (row.outcome == name(Outcome::interrupted)) return;
  sink_.put(row);
  ++report_.done;
  report_.failed += row.failed;
  const double time = now();
  if (time >= next_flush_) {
    sink_.flush();
    next_flush_ = time + 0.1;
  }
  if (options_.progress && time >= next_word_) {
    options_.progress(report_.before + report_.done, report_.points, report_.failed);
    next_word_ = time + 0.1;
  }
}

SweepReport RowCollector::finish(bool interrupted) {
  sink_.flush();
  if (options_.progress) options_.progress(report_.before + report_.done, report_.points, report_.failed);
  report_.interrupted = interrupted && report_.before + report_.done < report_.points;
  return report_;
}

SweepReport run_by_threads(const Sweep& sweep, const Remaining& remaining, SweepSink& sink,
                           const SweepOptions& options) {
  RowCollector collector(sweep, remaining, sink, options);
  std::mutex mutex;
  std::vector<SweepRow> rows, taken;
  const auto take = [&] {
    {
      const std::lock_guard lock(mutex);
      taken.swap(rows);
    }
    for (const SweepRow& row : taken) collector.take(row);
    taken.clear();
  };
  try {
    parallel_for(remaining.numbers.size(),
                 {.threads = std::min(options.jobs, 1024), .interrupt = options.interrupt, .meanwhile = take},
                 [&](std::size_t k) {
                   SweepRow row = compute(sweep, remaining.numbers[k], options.interrupt);
                   const std::lock_guard lock(mutex);
                   rows.push_back(std::move(row));
                 });
  } catch (...) {
    try {
      sink.flush();  // what was taken before stays
    } catch (...) {  // the first failure is the one to tell of
    }
    throw;
  }
  return collector.finish(is_set(options.interrupt));
}

}  // namespace carom::study
