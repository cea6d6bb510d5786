// SPDX-License-Identifier: Apache-2.0
// Rows and events of a run as they come, kept for a film: those of a window of time, and no more of them than it needs.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::study {

struct Window {
  double from = -std::numeric_limits<double>::infinity(), until = std::numeric_limits<double>::infinity();
  bool holds(double t) const { return t >= from && t <= until; }
};

// Rows that are kept: at most `most`; when they are more, every second one that is no side of an event is left out.
class FilmRows final : public RowSink {
 public:
  explicit FilmRows(Window window = {}, RowSink* also = nullptr, std::size_t most = 200'000)
      : window_(window), also_(also), most_(most) {}
  void begin(const TableHeader& header) override;
  void row(std::span<const double> values) override;
  void flush() override;
  void finish() override;

  const TableHeader& header() const { return header_; }
  const std::vector<std::vector<double>>& rows() const { return rows_; }

 private:
  void thin();

  Window window_;
  RowSink* also_;
  std::size_t most_;
  TableHeader header_;
  std::vector<std::vector<double>> rows_;
};

class FilmEvents final : public EventSink {
 public:
  explicit FilmEvents(Window window = {}, EventSink* also = nullptr) : window_(window), also_(also) {}
  void begin(const TableHeader& header) override;
  void event(const EventRow& row) override;
  void finish() override;

  const TableHeader& header() const { return header_; }
  const std::vector<EventRow>& events() const { return events_; }

 private:
  static constexpr std::size_t most = 100'000;
  Window window_;
  EventSink* also_;
  TableHeader header_;
  std::vector<EventRow> events_;
};

}  // namespace carom::study
