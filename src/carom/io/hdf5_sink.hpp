// SPDX-License-Identifier: Apache-2.0
// A trajectory as an HDF5 file that can be read while it is written and after its writer was killed.
//
//   /                      attributes: the header's attributes (provenance), as UTF-8 strings, in their order
//   /trajectory            group; attributes:
//        format_version    1
//        title             string
//        columns           the names of the columns, in order
//        complete          1 once the writer has closed the table, 0 before and after a repair
//        interrupted_at    the time at which the user stopped the run, NaN for any other end; and
//        planned_end       the time at which it would have ended
//   /trajectory/<column>   one dataset of doubles, chunked, one element a row; attributes unit, meaning
//
// So `h5ls -r FILE` shows the columns, and h5py reads one with `file["trajectory/theta"][:]`. Doubles are stored bit by
// bit, NaN and its payload included. While the run lasts the file is in HDF5's single-writer mode: open it with
// `h5py.File(name, swmr=True)`. After finish(), or after file_info() has repaired a file left by a killed run, any
// reader opens it plainly. The columns are flushed one after another: in a file left by a kill, the rows are those that
// every column has. A disk that takes no more leaves what a kill leaves (hdf5_disk.hpp). Sinks of several threads take turns inside the library; one sink belongs to one thread at a time.
#pragma once

#ifdef CAROM_WITH_HDF5

#include <memory>
#include <string>

#include "carom/base/output_file.hpp"
#include "carom/io/sink.hpp"

namespace carom::io {

inline constexpr int hdf5_format_version = 1;

class Hdf5RowSink : public RowFile {
 public:
  Hdf5RowSink(std::string path, const SinkOptions& options);
  Hdf5RowSink(const WholeFile& file, std::string path);  // into a file of another's; `path` is for messages
  ~Hdf5RowSink() override;
  void begin(const TableHeader& header) override;
  void row(std::span<const double> values) override;
  void flush() override;
  void close(const Ending& ending) override;

 private:
  struct State;
  std::string path_;
  SinkOptions options_ = {};
  const WholeFile* whole_ = nullptr;
  std::unique_ptr<State> state_;  // from begin to finish
};

}  // namespace carom::io

#endif
