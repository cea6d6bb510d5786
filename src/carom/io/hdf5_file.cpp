// SPDX-License-Identifier: Apache-2.0
#include "carom/io/hdf5_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"
#include "carom/io/hdf5_handle.hpp"
#include "carom/io/hdf5_sink.hpp"
#include "carom/io/probe.hpp"

namespace carom::io {

#ifdef CAROM_WITH_HDF5

namespace {

constexpr std::size_t most_columns = 100000;
constexpr std::uint64_t block_rows = 4096;
constexpr hsize_t most_chunk_rows = hsize_t{1} << 20;  // ours have a thousandth of that

enum class Mark { none, writing, swmr };

// The writers' mark of a superblock of version 3, byte 11: bit 0 open for writing, bit 2 in SWMR mode.
Mark read_mark(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char start[12] = {};
  file.read(start, sizeof start);
  if (file.gcount() < 12 || start[8] != 3) return Mark::none;
  if (start[11] & 4) return Mark::swmr;
  return start[11] & 1 ? Mark::writing : Mark::none;
}

class Trajectory {
 public:
  explicit Trajectory(const std::string& path);

  const TableHeader& header() const { return header_; }
  std::uint64_t rows() const { return rows_; }
  int format_version() const { return version_; }
  bool marked() const { return mark_ == Mark::swmr; }
  bool complete() const { return complete_; }
  std::optional<Interruption> interruption() const { return interruption_; }
  double value(std::uint64_t row, std::size_t column) const;
  void append_rows(std::uint64_t first, std::uint64_t count, std::vector<double>& values) const;

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw BadInput(fmt::format("cannot read '{}': {}", path_, what));
  }
  Hdf5Handle checked(hid_t id, const char* what) const {
    if (id < 0) fail(what);
    return Hdf5Handle(id);
  }
  std::vector<std::string> strings(hid_t object, const char* name) const;
  std::string string(hid_t object, const char* name) const;
  int integer(hid_t object, const char* name) const;
  double number(hid_t object, const char* name) const;
  void read_attributes();
  void open_column(hid_t group, const std::string& name);
  std::uint64_t stored_rows(hid_t data) const;
  void read_column(std::size_t column, std::uint64_t first, std::uint64_t count, double* out) const;

  std::string path_;
  std::uint64_t bytes_ = 0;
  Mark mark_ = Mark::none;
  Hdf5Handle file_;
  std::vector<Hdf5Handle> data_;
  TableHeader header_;
  std::uint64_t rows_ = 0;
  int version_ = 0;
  bool complete_ = false;
  std::optional<Interruption> interruption_;
};

Trajectory::Trajectory(const std::string& path) : path_(path), mark_(read_mark(path)) {
  std::error_code error;
  bytes_ = std::filesystem::file_size(path, error);
  if (mark_ == Mark::writing) fail("its writer has not come to the first row, or was killed before it");
  const Hdf5Handle access = checked(H5Pcreate(H5P_FILE_ACCESS), "out of memory");
  H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  H5Pset_file_locking(access, false, true);
  // Beside a living writer a second look helps. The waiting doubles with each, and the default is a hundred: for ever.
  if (marked()) H5Pset_metadata_read_attempts(access, 16);
  const unsigned flags = H5F_ACC_RDONLY | (marked() ? H5F_ACC_SWMR_READ : 0u);
  file_ = checked(H5Fopen(path.c_str(), flags, access), "it is a damaged or cut HDF5 file");
  if (H5Lexists(file_, "trajectory", H5P_DEFAULT) <= 0) fail("there is no group 'trajectory' in this HDF5 file");
  const Hdf5Handle group = checked(H5Gopen2(file_, "trajectory", H5P_DEFAULT), "its group 'trajectory' is damaged");
  version_ = integer(group, "format_version");
  if (version_ > hdf5_format_version) {
    fail(fmt::format("format {} is newer than this Carom, which reads up to {}", version_, hdf5_format_version));
  }
  complete_ = integer(group, "complete") == 1;
  if (H5Aexists(group, "interrupted_at") > 0 && H5Aexists(group, "planned_end") > 0)
    if (const double t = number(group, "interrupted_at"); !std::isnan(t))
      interruption_ = {.t = t, .planned = number(group, "planned_end")};
  header_.title = string(group, "title");
  read_attributes();
  const std::vector<std::string> names = strings(group, "columns");
  if (names.empty()) fail("it has no columns");
  for (const std::string& name : names) open_column(group, name);
}

void Trajectory::open_column(hid_t group, const std::string& name) {
  const std::string damaged = fmt::format("its column '{}' is damaged", name);
  if (name.empty() || name == ".") fail("a column has no valid name");
  Hdf5Handle data = checked(H5Dopen2(group, dataset_name(name).c_str(), H5P_DEFAULT), damaged.c_str());
  const Hdf5Handle type = checked(H5Dget_type(data), damaged.c_str());
  if (H5Tget_class(type) != H5T_FLOAT || H5Tget_size(type) > sizeof(long double)) fail(damaged);
  const std::uint64_t rows = stored_rows(data);
  rows_ = data_.empty() ? rows : std::min(rows_, rows);
  header_.columns.push_back({name, string(data, "unit"), string(data, "meaning")});
  data_.push_back(std::move(data));
}

// The rows whose values are in the file. HDF5 gives zeros for what lies beyond the end of a file that is marked, and
// fill values for what was never stored: neither is a row.
std::uint64_t Trajectory::stored_rows(hid_t data) const {
  const char* const damaged = "a column is damaged";
  const Hdf5Handle space = checked(H5Dget_space(data), damaged);
  hsize_t rows = 0;
  if (H5Sget_simple_extent_ndims(space) != 1 || H5Sget_simple_extent_dims(space, &rows, nullptr) != 1) fail(damaged);
  if (rows == 0) return 0;
  const Hdf5Handle creation = checked(H5Dget_create_plist(data), damaged);
  const int filters = H5Pget_nfilters(creation);
  const hsize_t stored = H5Dget_storage_size(data);
  hsize_t chunk = 0;
  const bool chunked = H5Pget_layout(creation) == H5D_CHUNKED;
  if (chunked && (H5Pget_chunk(creation, 1, &chunk) != 1 || chunk == 0 || chunk > most_chunk_rows)) fail(damaged);
  if (stored > bytes_ && !marked()) fail("it claims more than it has");
  // Compression makes at most a thousandth; anything beyond is no honest file.
  const hsize_t most = stored / sizeof(double);
  if (filters < 0 || rows / (filters == 0 ? 1 : 2000) > most) fail("it claims more rows than it stores");
  if (!marked()) return rows;

  if (!chunked) fail(damaged);
  const auto inside = [&](hsize_t index) {
    const hsize_t offset = index * chunk;
    unsigned mask = 0;
    haddr_t address = HADDR_UNDEF;
    hsize_t size = 0;
    if (H5Dget_chunk_info_by_coord(data, &offset, &mask, &address, &size) < 0) return false;
    return address != HADDR_UNDEF && address <= bytes_ && size <= bytes_ - address;
  };
  // Chunks are appended to the file in order, so those inside come first.
  hsize_t low = 0;
  hsize_t high = (rows + chunk - 1) / chunk;
  if (inside(high - 1)) return rows;
  while (low < high) {
    const hsize_t middle = low + (high - low) / 2;
    if (inside(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::min<std::uint64_t>(rows, low * chunk);
}

std::vector<std::string> Trajectory::strings(hid_t object, const char* name) const {
  const std::string damaged = fmt::format("its attribute '{}' is missing or damaged", name);
  const Hdf5Handle attribute = checked(H5Aopen(object, name, H5P_DEFAULT), damaged.c_str());
  const Hdf5Handle type = checked(H5Aget_type(attribute), damaged.c_str());
  const Hdf5Handle space = checked(H5Aget_space(attribute), damaged.c_str());
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) <= 0) fail(damaged);
  if (count < 0 || static_cast<std::uint64_t>(count) > most_columns) fail(damaged);
  std::vector<char*> texts(static_cast<std::size_t>(count), nullptr);
  const Hdf5Handle memory = checked(H5Tcopy(H5T_C_S1), damaged.c_str());
  H5Tset_size(memory, H5T_VARIABLE);
  H5Tset_cset(memory, H5Tget_cset(type));
  const bool good = count == 0 || H5Aread(attribute, memory, texts.data()) >= 0;
  std::vector<std::string> out;
  for (const char* text : texts) out.emplace_back(text ? text : "");
  if (count > 0) H5Dvlen_reclaim(memory, space, H5P_DEFAULT, texts.data());
  if (!good) fail(damaged);
  return out;
}

std::string Trajectory::string(hid_t object, const char* name) const {
  const std::vector<std::string> all = strings(object, name);
  if (all.size() != 1) fail(fmt::format("its attribute '{}' is damaged", name));
  return all.front();
}

int Trajectory::integer(hid_t object, const char* name) const {
  const std::string damaged = fmt::format("its attribute '{}' is missing or damaged", name);
  const Hdf5Handle attribute = checked(H5Aopen(object, name, H5P_DEFAULT), damaged.c_str());
  const Hdf5Handle type = checked(H5Aget_type(attribute), damaged.c_str());
  const Hdf5Handle space = checked(H5Aget_space(attribute), damaged.c_str());
  int value = 0;
  if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_INT, &value) < 0) {
    fail(damaged);
  }
  return value;
}

double Trajectory::number(hid_t object, const char* name) const {
  const std::string damaged = fmt::format("its attribute '{}' is damaged", name);
  const Hdf5Handle attribute = checked(H5Aopen(object, name, H5P_DEFAULT), damaged.c_str());
  const Hdf5Handle type = checked(H5Aget_type(attribute), damaged.c_str());
  const Hdf5Handle space = checked(H5Aget_space(attribute), damaged.c_str());
  double value = 0;
  if (H5Tget_class(type) != H5T_FLOAT || H5Sget_simple_extent_npoints(space) != 1 ||
      H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0)
    fail(damaged);
  return value;
}

// Provenance; what others have added in other types is passed over.
void Trajectory::read_attributes() {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5A_info_t*, void* list) -> herr_t {
    static_cast<std::vector<std::string>*>(list)->emplace_back(name);
    return 0;
  };
  hsize_t position = 0;
  if (H5Aiterate2(file_, H5_INDEX_CRT_ORDER, H5_ITER_INC, &position, collect, &names) < 0) {
    names.clear();
    position = 0;
    const herr_t status = H5Aiterate2(file_, H5_INDEX_NAME, H5_ITER_INC, &position, collect, &names);
    if (status < 0) fail("its attributes are damaged");
  }
  for (const std::string& name : names) {
    try {
      header_.attributes.emplace_back(name, string(file_, name.c_str()));
    } catch (const BadInput&) {
    }
  }
}

void Trajectory::read_column(std::size_t column, std::uint64_t first, std::uint64_t count, double* out) const {
  const std::string damaged = fmt::format("its column '{}' is damaged", header_.columns[column].name);
  const hsize_t start = first;
  const hsize_t length = count;
  const Hdf5Handle space = checked(H5Dget_space(data_[column]), damaged.c_str());
  const Hdf5Handle memory = checked(H5Screate_simple(1, &length, nullptr), damaged.c_str());
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &length, nullptr) < 0 ||
      H5Dread(data_[column], H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, out) < 0) {
    fail(damaged);
  }
}

double Trajectory::value(std::uint64_t row, std::size_t column) const {
  double out = 0;
  read_column(column, row, 1, &out);
  return out;
}

void Trajectory::append_rows(std::uint64_t first, std::uint64_t count, std::vector<double>& values) const {
  const std::size_t start = values.size();
  const std::size_t columns = data_.size();
  values.resize(start + count * columns);
  std::vector<double> one(count);
  for (std::size_t j = 0; j < columns; ++j) {
    read_column(j, first, count, one.data());
    for (std::size_t i = 0; i < count; ++i) values[start + i * columns + j] = one[i];
  }
}

// What a look at the file would do to us: all that describes it, and the first and last row.
void check_harmless(const std::string& path) {
  try_in_child(path, [&] {
    const Trajectory trajectory(path);
    std::vector<double> values;
    if (trajectory.rows() == 0) return;
    trajectory.append_rows(0, 1, values);
    trajectory.append_rows(trajectory.rows() - 1, 1, values);
  });
}

}  // namespace

Table read_hdf5_table(const std::string& path) {
  const Hdf5Turn turn;
  check_harmless(path);
  const Trajectory trajectory(path);
  Table table;
  table.header = trajectory.header();
  for (std::uint64_t first = 0; first < trajectory.rows(); first += block_rows) {
    trajectory.append_rows(first, std::min(block_rows, trajectory.rows() - first), table.values);
  }
  return table;
}

Hdf5Summary summarize_hdf5(const std::string& path) {
  const Hdf5Turn turn;
  check_harmless(path);
  const Trajectory trajectory(path);
  Hdf5Summary summary{trajectory.header(), trajectory.format_version(), trajectory.rows(),        {}, {},
                      trajectory.marked(), trajectory.complete(),       trajectory.interruption()};
  const auto& columns = summary.header.columns;
  const auto t = std::find_if(columns.begin(), columns.end(), [](const Column& column) { return column.name == "t"; });
  if (t != columns.end() && summary.rows > 0) {
    const std::size_t index = static_cast<std::size_t>(t - columns.begin());
    summary.first_t = trajectory.value(0, index);
    summary.last_t = trajectory.value(summary.rows - 1, index);
  }
  return summary;
}

void repair_hdf5(const std::string& path) {
  const Hdf5Turn turn;
  WholeFile target(path);
  {
    const Trajectory source(path);
    Hdf5RowSink copy(target, path);
    copy.begin(source.header());
    std::vector<double> values;
    const std::size_t columns = source.header().columns.size();
    for (std::uint64_t first = 0; first < source.rows(); first += block_rows) {
      values.clear();
      const std::uint64_t count = std::min(block_rows, source.rows() - first);
      source.append_rows(first, count, values);
      for (std::size_t i = 0; i < count; ++i) copy.row({values.data() + i * columns, columns});
    }
    copy.close({.kind = source.complete() ? Ending::Kind::whole : Ending::Kind::unknown});
  }
  target.commit();
}

#else

namespace {
[[noreturn]] void refuse(const std::string& path) {
  throw BadInput(fmt::format("cannot read '{}': this Carom was built without HDF5", path));
}
}  // namespace

Table read_hdf5_table(const std::string& path) { refuse(path); }
Hdf5Summary summarize_hdf5(const std::string& path) { refuse(path); }
void repair_hdf5(const std::string& path) { refuse(path); }

#endif

}  // namespace carom::io
