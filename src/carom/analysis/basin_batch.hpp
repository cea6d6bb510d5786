// SPDX-License-Identifier: Apache-2.0
// Points of a map that are followed by several threads, and which of them are done: so that what has come so far can be
// kept at any moment.
#pragma once

#include <atomic>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "carom/analysis/basins.hpp"

namespace carom::study {

class BasinBatch {
 public:
  // Those that an earlier run has followed already are put in their place.
  BasinBatch(std::vector<FollowedPoint>& points, const std::vector<FollowedPoint>& before)
      : points_(points), done_(points.size()) {
    std::map<std::pair<int, long>, const FollowedPoint*> known;
    for (const FollowedPoint& point : before) known[{point.level, point.number}] = &point;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto found = known.find({points[k].level, points[k].number});
      if (found == known.end()) continue;
      const double x = points[k].x, y = points[k].y;
      points[k] = *found->second;
      points[k].x = x;
      points[k].y = y;
      mark(k);
    }
  }

  bool is_done(std::size_t k) const { return done_[k].load(std::memory_order_acquire); }
  void mark(std::size_t k) { done_[k].store(true, std::memory_order_release); }

  // While threads follow others, too.
  template <class Visit>
  void visit_done(const Visit& visit) const {
    for (std::size_t k = 0; k < points_.size(); ++k)
      if (is_done(k)) visit(points_[k]);
  }

 private:
  const std::vector<FollowedPoint>& points_;
  std::vector<std::atomic<bool>> done_;
};

}  // namespace carom::study
