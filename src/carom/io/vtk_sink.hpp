// SPDX-License-Identifier: Apache-2.0
// A trajectory as a polyline in VTK's legacy text format (POLYDATA, version 3.0) for ParaView and its like.
//
// The format states the number of points before the points, so the rows are kept in memory and the file appears, whole,
// at finish(): a killed run leaves none. Three columns (PolylineAxes in sink.hpp) are the coordinates, the others point
// data, with blanks in names replaced by '_'. A row whose coordinates are not all finite would break a viewer: it is
// left out, and the line is interrupted there. Point data that are not a number are written as nan.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "carom/io/sink.hpp"

namespace carom::io {

class VtkRowSink : public RowFile {
 public:
  VtkRowSink(std::string path, const SinkOptions& options) : path_(std::move(path)), axes_(options.axes) {}
  void begin(const TableHeader& header) override;
  void row(std::span<const double> values) override;
  void flush() override {}
  void close(const Ending& ending) override;

 private:
  std::string path_;
  PolylineAxes axes_;
  TableHeader header_;
  std::size_t x_ = 0;
  std::size_t y_ = 0;
  std::optional<std::size_t> z_;
  std::vector<double> values_;            // of the rows kept, one after another
  std::vector<std::size_t> line_starts_;  // row at which each line begins
  bool interrupted_ = true;
  bool open_ = false;
};

}  // namespace carom::io
