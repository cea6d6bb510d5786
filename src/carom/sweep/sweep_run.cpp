#include "carom/sweep/sweep_run.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

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
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable ready;
  std::deque<SweepRow> rows;
  std::exception_ptr failure;
  const int workers =
      std::max(1, std::min(options.jobs, static_cast<int>(std::min<std::size_t>(remaining.numbers.size(), 1024))));
  int working = workers;
  const auto work = [&] {
    try {
      while (!stop && !is_set(options.interrupt)) {
        const std::size_t k = next++;
        if (k >= remaining.numbers.size()) break;
        SweepRow row = compute(sweep, remaining.numbers[k], options.interrupt);
        const std::lock_guard lock(mutex);
        rows.push_back(std::move(row));
        ready.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      stop = true;
    }
    const std::lock_guard lock(mutex);
    --working;
    ready.notify_one();
  };
  std::vector<std::thread> threads;
  for (int k = 0; k < workers; ++k) threads.emplace_back(work);
  try {
    std::deque<SweepRow> taken;
    for (bool more = true; more;) {
      {
        std::unique_lock lock(mutex);
        ready.wait(lock, [&] { return !rows.empty() || working == 0; });
        taken.swap(rows);
        more = working > 0;
      }
      for (const SweepRow& row : taken) collector.take(row);
      taken.clear();
    }
    for (const SweepRow& row : rows) collector.take(row);
  } catch (...) {
    stop = true;
    for (std::thread& thread : threads) thread.join();
    throw;
  }
  for (std::thread& thread : threads) thread.join();
  if (failure) {
    sink.flush();
    std::rethrow_exception(failure);
  }
  return collector.finish(is_set(options.interrupt));
}

}  // namespace carom::study
