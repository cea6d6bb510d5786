// SPDX-License-Identifier: Apache-2.0
// The trajectory and the event log of a run: how long they will be is known before they are begun, how the run ended before
// they are closed.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "carom/io/sink.hpp"

namespace carom::app {

// More than this is asked for with --force.
inline constexpr double most_rows = 1e8, most_bytes = 1e10;

// How many rows a trajectory will have, where that can be told.
struct RowPlan {
  std::optional<double> length = {}, spacing = {};  // in the time of its rows
  bool force = false;
};

class RowsOfRun final : public RowSink {
 public:
  RowsOfRun(std::unique_ptr<io::RowFile> file, const std::string& path, const RowPlan& plan)
      : file_(std::move(file)), path_(path), plan_(plan) {}
  void begin(const TableHeader& header) override;  // throws BadInput for more rows than anyone wants by mistake
  void row(std::span<const double> values) override;
  void flush() override { file_->flush(); }
  void finish() override { file_->flush(); }  // close() follows
  void close(const io::Ending& ending) { file_->close(ending); }
  double last_t() const { return last_t_; }

 private:
  void leave_if_stuck();

  std::unique_ptr<io::RowFile> file_;
  std::string path_;
  RowPlan plan_;
  unsigned long rows_ = 0;
  double last_t_ = 0;
  std::optional<std::chrono::steady_clock::time_point> asked_;  // when the user first wanted to stop
};

class EventsOfRun final : public EventSink {
 public:
  explicit EventsOfRun(std::unique_ptr<io::EventFile> file) : file_(std::move(file)) {}
  void begin(const TableHeader& header) override { file_->begin(header); }
  void event(const EventRow& row) override { file_->event(row); }
  void finish() override {}
  void close(const io::Ending& ending) { file_->close(ending); }

 private:
  std::unique_ptr<io::EventFile> file_;
};

}  // namespace carom::app
