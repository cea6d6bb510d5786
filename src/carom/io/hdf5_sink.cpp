// SPDX-License-Identifier: Apache-2.0
#ifdef CAROM_WITH_HDF5

#include "carom/io/hdf5_sink.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"
#include "carom/base/write_failure.hpp"
#include "carom/io/hdf5_disk.hpp"
#include "carom/io/hdf5_handle.hpp"

namespace carom::io {
namespace {

constexpr hsize_t chunk_rows = 1024;

// The first call that fails ends the writing, with one sentence for all of them.
struct Checked {
  const std::string& path;

  void operator()(herr_t status) const {
    if (status < 0) fail();
  }
  Hdf5Handle open(hid_t id) const {
    if (id < 0) fail();
    return Hdf5Handle(id);
  }
  [[noreturn]] void fail() const {
    throw WriteFailure(fmt::format("cannot write to '{}': HDF5 reports an error", path));
  }
};

void write_strings(const Checked& checked, hid_t object, const char* name, const std::vector<const char*>& texts,
                   bool scalar) {
  const Hdf5Handle type = checked.open(H5Tcopy(H5T_C_S1));
  checked(H5Tset_size(type, H5T_VARIABLE));
  checked(H5Tset_cset(type, H5T_CSET_UTF8));
  const hsize_t count = texts.size();
  const Hdf5Handle space = checked.open(scalar ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr));
  const Hdf5Handle creation = checked.open(H5Pcreate(H5P_ATTRIBUTE_CREATE));
  checked(H5Pset_char_encoding(creation, H5T_CSET_UTF8));
  const Hdf5Handle attribute = checked.open(H5Acreate2(object, name, type, space, creation, H5P_DEFAULT));
  checked(H5Awrite(attribute, type, texts.data()));
}

void write_string(const Checked& checked, hid_t object, const char* name, const std::string& text) {
  write_strings(checked, object, name, {text.c_str()}, true);
}

void write_int(const Checked& checked, hid_t object, const char* name, int value) {
  const Hdf5Handle space = checked.open(H5Screate(H5S_SCALAR));
  const Hdf5Handle attribute = checked.open(H5Acreate2(object, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT));
  checked(H5Awrite(attribute, H5T_NATIVE_INT, &value));
}

void write_double(const Checked& checked, hid_t object, const char* name, double value) {
  const Hdf5Handle space = checked.open(H5Screate(H5S_SCALAR));
  const Hdf5Handle attribute = checked.open(H5Acreate2(object, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
  checked(H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value));
}

void write_layout(const Checked& checked, hid_t file, const TableHeader& header) {
  for (const auto& [name, value] : header.attributes) write_string(checked, file, name.c_str(), value);

  const Hdf5Handle group = checked.open(H5Gcreate2(file, "trajectory", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  write_int(checked, group, "format_version", hdf5_format_version);
  write_string(checked, group, "title", header.title);
  write_int(checked, group, "complete", 0);
  // Known when the run has ended; then nothing new can be put into the file.
  for (const char* name : {"interrupted_at", "planned_end"})
    write_double(checked, group, name, std::numeric_limits<double>::quiet_NaN());
  std::vector<const char*> names;
  for (const Column& column : header.columns) names.push_back(column.name.c_str());
  write_strings(checked, group, "columns", names, false);

  const Hdf5Handle creation = checked.open(H5Pcreate(H5P_DATASET_CREATE));
  const double missing = std::numeric_limits<double>::quiet_NaN();
  checked(H5Pset_chunk(creation, 1, &chunk_rows));
  checked(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &missing));
  const hsize_t none = 0;
  const hsize_t unlimited = H5S_UNLIMITED;
  const Hdf5Handle space = checked.open(H5Screate_simple(1, &none, &unlimited));
  for (const Column& column : header.columns) {
    const Hdf5Handle data = checked.open(H5Dcreate2(group, dataset_name(column.name).c_str(), H5T_IEEE_F64LE, space,
                                                    H5P_DEFAULT, creation, H5P_DEFAULT));
    write_string(checked, data, "unit", column.unit);
    write_string(checked, data, "meaning", column.meaning);
  }
}

void write_ending(const Checked& checked, hid_t group, const Ending& ending) {
  const auto put = [&](const char* name, hid_t type, const void* value) {
    const Hdf5Handle attribute = checked.open(H5Aopen(group, name, H5P_DEFAULT));
    checked(H5Awrite(attribute, type, value));
  };
  if (ending.kind == Ending::Kind::unknown) return;
  const int complete = 1;
  put("complete", H5T_NATIVE_INT, &complete);
  if (ending.kind != Ending::Kind::interrupted) return;
  put("interrupted_at", H5T_NATIVE_DOUBLE, &ending.t);
  put("planned_end", H5T_NATIVE_DOUBLE, &ending.planned);
}

}  // namespace

struct Hdf5RowSink::State {
  OutputFile held;  // both outlive the HDF5 handles below
  std::unique_ptr<Hdf5Disk> disk;
  Hdf5Handle file;
  Hdf5Handle group;
  std::vector<Hdf5Handle> data;
  std::vector<std::vector<double>> waiting;  // by column
  std::size_t waiting_rows = 0;
  hsize_t rows = 0;  // in the file
  FlushRule rule{1, 0};
};

Hdf5RowSink::Hdf5RowSink(std::string path, const SinkOptions& options) : path_(std::move(path)), options_(options) {}

Hdf5RowSink::Hdf5RowSink(const WholeFile& file, std::string path) : path_(std::move(path)), whole_(&file) {}

Hdf5RowSink::~Hdf5RowSink() {
  try {
    if (state_) close({.kind = Ending::Kind::unknown});
  } catch (const BadInput&) {
  }
  const Hdf5Turn turn;
  state_.reset();
}

void Hdf5RowSink::begin(const TableHeader& header) {
  check_header(header);
  const Hdf5Turn turn;
  const Checked checked{path_};
  auto state = std::make_unique<State>();
  if (!whole_) state->held.open(path_, /*keep_content=*/true);  // H5Fcreate empties it
  if (!whole_ && !state->held.is_regular())
    throw BadInput(fmt::format("cannot write '{}': an HDF5 file is no stream; a .csv file can be", path_));
  state->disk = std::make_unique<Hdf5Disk>(whole_ ? whole_->descriptor() : state->held.descriptor(), path_);

  const Hdf5Handle access = state->disk->access();
  const Hdf5Handle creation = checked.open(H5Pcreate(H5P_FILE_CREATE));
  checked(H5Pset_attr_creation_order(creation, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED));
  state->file = Hdf5Handle(H5Fcreate(path_.c_str(), H5F_ACC_TRUNC, creation, access));
  if (!state->file) throw BadInput(fmt::format("cannot create '{}' as an HDF5 file", path_));
  write_layout(checked, state->file, header);
  checked(H5Fflush(state->file, H5F_SCOPE_GLOBAL));
  state->disk->check();
  checked(H5Fstart_swmr_write(state->file));
  if (!whole_) state->held.share_lock();

  state->group = checked.open(H5Gopen2(state->file, "trajectory", H5P_DEFAULT));
  for (const Column& column : header.columns) {
    state->data.push_back(checked.open(H5Dopen2(state->group, dataset_name(column.name).c_str(), H5P_DEFAULT)));
  }
  state->waiting.resize(header.columns.size());
  state->rule = FlushRule(options_.flush_rows, options_.flush_seconds);
  state_ = std::move(state);
}

void Hdf5RowSink::row(std::span<const double> values) {
  if (!state_) throw BadInput(fmt::format("a row for '{}' came before begin() or after finish()", path_));
  check_row_size(values.size(), state_->waiting.size());
  for (std::size_t i = 0; i < values.size(); ++i) state_->waiting[i].push_back(values[i]);
  ++state_->waiting_rows;
  // At the end of a chunk, too: the next one may not fit on the disk, this one is there.
  const bool chunk_full = (state_->rows + state_->waiting_rows) % chunk_rows == 0;
  if (chunk_full || state_->rule.due(state_->waiting_rows)) flush();
}

void Hdf5RowSink::flush() {
  if (!state_) return;
  state_->rule.flushed();
  if (state_->waiting_rows == 0) return;
  const Hdf5Turn turn;
  const Checked checked{path_};
  const hsize_t first = state_->rows;
  const hsize_t count = state_->waiting_rows;
  const hsize_t total = first + count;
  const Hdf5Handle memory = checked.open(H5Screate_simple(1, &count, nullptr));
  for (std::size_t i = 0; i < state_->data.size(); ++i) {
    checked(H5Dset_extent(state_->data[i], &total));
    const Hdf5Handle space = checked.open(H5Dget_space(state_->data[i]));
    checked(H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &count, nullptr));
    checked(H5Dwrite(state_->data[i], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, state_->waiting[i].data()));
    checked(H5Dflush(state_->data[i]));
  }
  state_->disk->check();
  for (auto& column : state_->waiting) column.clear();
  state_->waiting_rows = 0;
  state_->rows = total;
}

void Hdf5RowSink::close(const Ending& ending) {
  if (!state_) return;
  const Hdf5Turn turn;
  const Checked checked{path_};
  if (!state_->disk->failed()) {
    flush();
    write_ending(checked, state_->group, ending);
  }
  bool closed = true;
  for (Hdf5Handle& data : state_->data) closed = data.close() && closed;
  closed = state_->group.close() && closed;
  closed = state_->file.close() && closed;
  const std::unique_ptr<State> state = std::move(state_);
  if (!closed) checked.fail();
  state->disk->check();
  state->held.close();
}

}  // namespace carom::io

#endif
