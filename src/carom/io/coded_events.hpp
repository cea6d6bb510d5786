// SPDX-License-Identifier: Apache-2.0
// An event log as a table of numbers, for formats without text (HDF5): columns t, kind and contacts as codes, then those
// of the log.
//
//   kind       0 impact, 1 multiple_impact, 2 close, 3 stick, 4 slip, 5 detach, 6 chatter_limit; NaN: another one
//   contacts   the sum of 1 for the first contact, 2 for the second, 4 for the third, …; the column's meaning names them.
//              They are taken from the attribute contact_names ("lower,upper") or from the columns v_n_minus_NAME.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "carom/base/table.hpp"
#include "carom/io/sink.hpp"

namespace carom::io {

class CodedEvents final : public EventFile {
 public:
  explicit CodedEvents(std::unique_ptr<RowFile> rows) : rows_(std::move(rows)) {}
  void begin(const TableHeader& header) override;
  void event(const EventRow& event) override;
  void close(const Ending& ending) override { rows_->close(ending); }

 private:
  double code_of(const std::string& contacts) const;

  std::unique_ptr<RowFile> rows_;
  std::vector<std::string> names_;
  std::vector<double> row_;
};

}  // namespace carom::io
