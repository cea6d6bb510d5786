// SPDX-License-Identifier: Apache-2.0
#include "carom/film/recording.hpp"

#include <utility>

namespace carom::study {

void FilmRows::begin(const TableHeader& header) {
  header_ = header;
  rows_.clear();
  if (also_) also_->begin(header);
}

void FilmRows::row(std::span<const double> values) {
  if (also_) also_->row(values);
  if (values.empty() || !window_.holds(values[0])) return;
  rows_.emplace_back(values.begin(), values.end());
  if (rows_.size() > most_) thin();
}

void FilmRows::flush() {
  if (also_) also_->flush();
}

void FilmRows::finish() {
  if (also_) also_->finish();
}

void FilmRows::thin() {
  std::vector<std::vector<double>> kept;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const bool side =
        (k > 0 && rows_[k - 1][0] == rows_[k][0]) || (k + 1 < rows_.size() && rows_[k + 1][0] == rows_[k][0]);
    if (side || k % 2 == 0 || k + 1 == rows_.size()) kept.push_back(std::move(rows_[k]));
  }
  // Events alone may be too many: the later ones go.
  if (kept.size() > most_) kept.resize(most_ / 2);
  rows_ = std::move(kept);
}

void FilmEvents::begin(const TableHeader& header) {
  header_ = header;
  events_.clear();
  if (also_) also_->begin(header);
}

void FilmEvents::event(const EventRow& row) {
  if (also_) also_->event(row);
  if (window_.holds(row.t) && events_.size() < most) events_.push_back(row);
}

void FilmEvents::finish() {
  if (also_) also_->finish();
}

}  // namespace carom::study
