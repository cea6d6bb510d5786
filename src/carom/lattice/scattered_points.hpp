// SPDX-License-Identifier: Apache-2.0
// Points thrown at random into a box, none too near to another.
//
// Model     A point that falls nearer than `distance` to one that lies is thrown again (random sequential addition).
// Limits    Jams at a density of about 0.547 · 4/(π distance²), and slows down before.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/base/random.hpp"

namespace carom {

struct ScatterBox {
  double left = 0, bottom = 0, width = 1, height = 1;
  double distance = 0.1;
  bool periodic = false;  // opposite sides are one
};

// Adds to x, y until they hold n points. The points that are there already keep the others away by `first_distance`.
// `inside(x, y)` says where points may lie. Throws BadInput when they do not fit, Interrupted when the user stops it.
template <class Inside>
void scatter_points(const ScatterBox& box, double first_distance, std::size_t n, const Inside& inside, Random& random,
                    std::vector<double>& x, std::vector<double>& y) {
  const std::size_t first = x.size();
  const double reach = std::max(box.distance, first_distance);
  const auto count = [reach](double side) {
    return reach > 0 ? static_cast<int>(std::clamp(side / reach, 1.0, 1024.0)) : 1;
  };
  const int columns = count(box.width), rows = count(box.height);
  std::vector<std::vector<std::uint32_t>> cells(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  const auto place = [](double offset, double side, int cells_along) {
    return std::clamp(static_cast<int>(offset / side * cells_along), 0, cells_along - 1);
  };
  const auto column = [&](double at) { return place(at - box.left, box.width, columns); };
  const auto row = [&](double at) { return place(at - box.bottom, box.height, rows); };
  const auto cell = [&](int c, int r) -> std::vector<std::uint32_t>& {
    return cells[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
  };
  const auto separation = [&](double d, double side) { return box.periodic ? d - side * std::round(d / side) : d; };
  const auto is_free = [&](double a, double b) {
    if (!(reach > 0)) return true;
    for (int dr = -1; dr <= 1; ++dr) {
      for (int dc = -1; dc <= 1; ++dc) {
        int c = column(a) + dc, r = row(b) + dr;
        if (box.periodic) {
          c = (c + columns) % columns;
          r = (r + rows) % rows;
        } else if (c < 0 || r < 0 || c >= columns || r >= rows) {
          continue;
        }
        for (const std::uint32_t i : cell(c, r)) {
          const double d_x = separation(x[i] - a, box.width), d_y = separation(y[i] - b, box.height);
          const double least = i < first ? first_distance : box.distance;
          if (d_x * d_x + d_y * d_y < least * least) return false;
        }
      }
    }
    return true;
  };
  for (std::size_t i = 0; i < first; ++i) cell(column(x[i]), row(y[i])).push_back(static_cast<std::uint32_t>(i));
  constexpr int patience = 1000000;
  for (int misses = 0; x.size() < n;) {
    leave_if_interrupted();
    const double a = box.left + box.width * random.uniform(), b = box.bottom + box.height * random.uniform();
    if (inside(a, b) && is_free(a, b)) {
      cell(column(a), row(b)).push_back(static_cast<std::uint32_t>(x.size()));
      x.push_back(a);
      y.push_back(b);
      misses = 0;
    } else if (++misses > patience) {
      throw BadInput("only " + std::to_string(x.size()) + " of " + std::to_string(n) +
                     " random points fit: let them be nearer to each other (spacing below 0.8)");
    }
  }
}

}  // namespace carom
