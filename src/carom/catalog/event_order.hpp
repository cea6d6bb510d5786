// SPDX-License-Identifier: Apache-2.0
// Rows of an event log in the order of their times: a chatter_limit is known before its time, and waits until that comes.
#pragma once

#include <algorithm>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::study {

class EventOrder {
 public:
  void event(const EventRow& row, EventSink& sink) {
    if (row.kind == "chatter_limit") {
      const auto later = [](double t, const EventRow& other) { return t < other.t; };
      waiting_.insert(std::upper_bound(waiting_.begin(), waiting_.end(), row.t, later), row);
      return;
    }
    auto next = waiting_.begin();
    for (; next != waiting_.end() && next->t <= row.t; ++next) sink.event(*next);
    waiting_.erase(waiting_.begin(), next);
    sink.event(row);
  }

  // Those whose time is after the end of the run, too.
  void finish(EventSink& sink) {
    for (const EventRow& row : waiting_) sink.event(row);
    waiting_.clear();
    sink.finish();
  }

 private:
  std::vector<EventRow> waiting_;
};

}  // namespace carom::study
