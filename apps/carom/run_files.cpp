// SPDX-License-Identifier: Apache-2.0
#include "run_files.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"

namespace carom::app {

void RowsOfRun::begin(const TableHeader& header) {
  if (plan_.length && plan_.spacing) {
    const double length = *plan_.length, spacing = *plan_.spacing, rows = length / spacing;
    if (!(spacing > 4e-16 * length))
      throw BadInput(fmt::format("--dt {:g} is too small: two times of a run of {:g} are {:.2g} apart at least",
                                 spacing, length, 4e-16 * length));
    const double bytes = rows * static_cast<double>(header.columns.size()) * (path_.ends_with(".csv") ? 19 : 8);
    if (!plan_.force && (rows > most_rows || bytes > most_bytes))
      throw BadInput(fmt::format(
          "'{}' would have about {:.2g} rows and {:.2g} GB; --force writes them all the same, a larger --dt "
          "fewer",
          path_, rows, bytes / 1e9));
  }
  file_->begin(header);
}

void RowsOfRun::row(std::span<const double> values) {
  if (++rows_ % 64 == 0) leave_if_stuck();
  file_->row(values);
  if (!values.empty()) last_t_ = values[0];
}

// A run stops by itself at its next step, with all that it knows; but a step may have any number of rows.
void RowsOfRun::leave_if_stuck() {
  if (!interrupt_flag().load(std::memory_order_relaxed)) return;
  const auto now = std::chrono::steady_clock::now();
  if (!asked_) asked_ = now;
  if (now - *asked_ > std::chrono::milliseconds(200)) throw Interrupted();
}

}  // namespace carom::app
