// SPDX-License-Identifier: Apache-2.0
// Sinks that keep what they receive.
#pragma once

#include <string>
#include <vector>

#include "carom/base/table.hpp"

namespace carom::test {

struct MemoryRows : RowSink {
  TableHeader header;
  std::vector<std::vector<double>> rows;
  int begun = 0, finished = 0;

  void begin(const TableHeader& h) override {
    header = h;
    ++begun;
  }
  void row(std::span<const double> values) override { rows.emplace_back(values.begin(), values.end()); }
  void flush() override {}
  void finish() override { ++finished; }

  std::size_t column(const std::string& name) const {
    for (std::size_t i = 0; i < header.columns.size(); ++i)
      if (header.columns[i].name == name) return i;
    return header.columns.size();
  }
  double at(std::size_t row, const std::string& name) const { return rows.at(row).at(column(name)); }
};

struct MemoryEvents : EventSink {
  TableHeader header;
  std::vector<EventRow> rows;
  int begun = 0, finished = 0;

  void begin(const TableHeader& h) override {
    header = h;
    ++begun;
  }
  void event(const EventRow& row) override { rows.push_back(row); }
  void finish() override { ++finished; }

  double at(std::size_t row, const std::string& name) const {
    for (std::size_t i = 0; i < header.columns.size(); ++i)
      if (header.columns[i].name == name) return rows.at(row).values.at(i);
    return rows.at(row).values.at(header.columns.size());
  }
};

}  // namespace carom::test
