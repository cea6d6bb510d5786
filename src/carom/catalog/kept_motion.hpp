// SPDX-License-Identifier: Apache-2.0
// A run's motion, kept whole with its dense output: to be asked at any time after the run, as often as one likes.
#pragma once

#include <cstddef>
#include <span>

#include "carom/base/table.hpp"

namespace carom::study {

// Which limit a jump at an event shows: the state before it, or after it.
enum class Limit { left, right };

class KeptMotion {
 public:
  virtual ~KeptMotion() = default;
  // The rows that a trajectory of the run has with this spacing [s]; 0: the system's own.
  virtual void rows(double spacing, RowSink& sink) const = 0;
  // One row at each of these times, in their order; throws BadInput for a time outside of the run.
  virtual void at(std::span<const double> times, Limit limit, RowSink& sink) const = 0;
  virtual std::size_t bytes() const = 0;
};

}  // namespace carom::study
