// SPDX-License-Identifier: Apache-2.0
// Rows with named columns: how trajectories and event logs leave the engine. Types only; files are written in io/.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace carom {

struct Column {
  std::string name;     // ASCII, e.g. "theta_dot"
  std::string unit;     // e.g. "rad/s"; "1" for pure numbers
  std::string meaning;  // one line
};

struct TableHeader {
  std::string title;  // e.g. "dimer"
  std::vector<Column> columns;
  std::vector<std::pair<std::string, std::string>> attributes;  // provenance: name, value
};

// Receives the rows of one table. `begin` comes once and first, `finish` once and last; after a crash in between, the
// rows already flushed must be readable.
class RowSink {
 public:
  virtual ~RowSink() = default;
  virtual void begin(const TableHeader& header) = 0;
  virtual void row(std::span<const double> values) = 0;
  virtual void flush() = 0;
  virtual void finish() = 0;
};

// One batch of simultaneous events, as the event log shows it.
struct EventRow {
  double t = 0;                // s
  std::string kind;            // impact, multiple_impact, close, stick, slip, detach, chatter_limit
  std::string contacts;        // names joined by '+'
  std::vector<double> values;  // the header's further columns
  // Shown velocities before and after, and coordinates before: for those who keep the log in memory.
  std::vector<double> q_minus = {}, u_minus = {}, u_plus = {};
};

class EventSink {
 public:
  virtual ~EventSink() = default;
  virtual void begin(const TableHeader& header) = 0;  // columns after t, kind, contacts
  virtual void event(const EventRow& row) = 0;
  virtual void finish() = 0;
};

}  // namespace carom
