// SPDX-License-Identifier: Apache-2.0
// Where the rows and events of a run go: the file's extension chooses the format.
//
//   .h5, .hdf5   group "trajectory", a dataset per column; readable while written and after a kill (hdf5_sink.hpp)
//   .csv         text with `#` comment lines for units and provenance (csv_sink.hpp)
//   .vtk         a polyline for ParaView and its like, written when the run is finished (vtk_sink.hpp)
//
// A sink creates its file at begin(), replacing an older one. Misuse throws BadInput, a disk that takes no more
// WriteFailure.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "carom/base/output_place.hpp"
#include "carom/base/table.hpp"

namespace carom::io {

// Which columns are the coordinates of a polyline. Left empty: x, y and (if there is one) z when the table has them,
// otherwise its first two columns after t. An empty z alone is zero.
struct PolylineAxes {
  std::string x;
  std::string y;
  std::string z;
};

struct SinkOptions {
  std::size_t flush_rows = 1024;  // rows are flushed when so many wait,
  double flush_seconds = 1;       // or when a row comes so long after the last flush
  PolylineAxes axes = {};         // .vtk only
};

// How the run behind a table ended, which the file then says of itself.
struct Ending {
  enum class Kind { whole, interrupted, unknown };  // came to its end; was stopped by the user; nobody can tell
  Kind kind = Kind::whole;
  double t = 0, planned = 0;  // interrupted: at this time, of one that would have ended at that
};

// A table that is a file. finish() is for a run that came to its end.
class RowFile : public RowSink {
 public:
  virtual void close(const Ending& ending) = 0;
  void finish() override { close({}); }
};

class EventFile : public EventSink {
 public:
  virtual void close(const Ending& ending) = 0;
  void finish() override { close({}); }
};

// Throws BadInput for an extension that is none of the above.
std::unique_ptr<RowFile> make_row_sink(const std::string& path, const SinkOptions& options = {});
// .csv, or .h5 with codes for words (coded_events.hpp).
std::unique_ptr<EventFile> make_event_sink(const std::string& path, const SinkOptions& options = {});

// Throws BadInput unless the header can be written to any format: at least one column, names that are unique, not
// empty, and without '/', control characters or outer blanks; texts without NUL; attribute names unique and not empty.
void check_header(const TableHeader& header);

// A column as HDF5 stores it, where '/' parts groups: "v_n_minus_ball|floor".
std::string dataset_name(std::string column);

// Throws BadInput unless `count` is the number of values that the header asks for.
void check_row_size(std::size_t count, std::size_t columns);

}  // namespace carom::io
