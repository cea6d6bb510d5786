// SPDX-License-Identifier: Apache-2.0
#include "carom/io/basin_file.hpp"

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/version.hpp"

#ifdef CAROM_WITH_HDF5

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "carom/base/archive.hpp"
#include "carom/base/output_file.hpp"
#include "carom/base/write_failure.hpp"
#include "carom/io/hdf5_disk.hpp"
#include "carom/io/hdf5_handle.hpp"
#include "carom/io/probe.hpp"

namespace carom::io {
namespace {

constexpr int format_version = 1;
constexpr hsize_t most_numbers = hsize_t{1} << 30;

// ---- writing -----------------------------------------------------------------------------------------------------------

class Writer {
 public:
  Writer(const WholeFile& target, const std::string& path) : path_(path), disk_(target.descriptor(), path) {
    const Hdf5Handle how = disk_.access();
    file_ = Hdf5Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, how));
    check(bool(file_));
  }
  hid_t root() const { return file_; }

  void check(bool done) const {
    disk_.check();
    if (!done) throw WriteFailure(fmt::format("cannot write '{}': HDF5 reports an error", path_));
  }
  Hdf5Handle group(hid_t place, const std::string& name) const {
    Hdf5Handle group(H5Gcreate2(place, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    check(bool(group));
    return group;
  }
  Hdf5Handle array(hid_t place, const std::string& name, hid_t type, const std::vector<hsize_t>& shape,
                   const void* data) const {
    const Hdf5Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr));
    const Hdf5Handle how(H5Pcreate(H5P_DATASET_CREATE));
    if (shape.size() == 2 && shape[0] * shape[1] > 4096) {
      const hsize_t chunk[] = {std::min<hsize_t>(shape[0], 256), std::min<hsize_t>(shape[1], 256)};
      check(H5Pset_chunk(how, 2, chunk) >= 0);
      if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) > 0) check(H5Pset_deflate(how, 4) >= 0);
    }
    Hdf5Handle set(H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, how, H5P_DEFAULT));
    check(bool(set) && (data == nullptr || H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0));
    return set;
  }
  void text(hid_t place, const std::string& name, const std::string& value) const {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1));
    check(H5Tset_size(type, std::max<std::size_t>(value.size(), 1)) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
          H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0);
    // Long texts do not fit in an attribute.
    const Hdf5Handle space(H5Screate(H5S_SCALAR));
    const std::string padded = value.empty() ? std::string(1, '\0') : value;
    if (value.size() > 32000) {
      const Hdf5Handle set(H5Dcreate2(place, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
      check(bool(set) && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) >= 0);
      return;
    }
    const Hdf5Handle attribute(H5Acreate2(place, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT));
    check(bool(attribute) && H5Awrite(attribute, type, padded.data()) >= 0);
  }
  void number(hid_t place, const std::string& name, double value) const {
    const Hdf5Handle space(H5Screate(H5S_SCALAR));
    const Hdf5Handle attribute(H5Acreate2(place, name.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT));
    check(bool(attribute) && H5Awrite(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
  }
  void close() {
    check(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0);
    const bool closed = file_.close();
    check(closed);
  }

 private:
  std::string path_;
  Hdf5Disk disk_;  // outlives the file
  Hdf5Handle file_;
};

void write_axis(const Writer& writer, const std::string& name, const study::BasinAxis& axis) {
  std::vector<double> centres;
  for (long i = 0; i < axis.pixels; ++i) centres.push_back(axis.at(i, axis.pixels));
  const Hdf5Handle set =
      writer.array(writer.root(), name, H5T_NATIVE_DOUBLE, {static_cast<hsize_t>(axis.pixels)}, centres.data());
  writer.text(set, "name", axis.name);
  writer.text(set, "unit", axis.unit);
  writer.number(set, "from", axis.from);
  writer.number(set, "to", axis.to);
  writer.number(set, "of", static_cast<double>(static_cast<int>(axis.of)));
  writer.number(set, "index", axis.index);
  writer.number(set, "of_motion", axis.of_motion);
}

// Whether the file begins as one whose structure has checksums; HDF5 is not to be trusted with damage in others.
bool has_checksums(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, 9> start{};
  constexpr std::string_view signature("\x89HDF\r\n\x1a\n", 8);
  return file.read(start.data(), start.size()) && std::string_view(start.data(), 8) == signature && start[8] >= 2;
}

// ---- reading -----------------------------------------------------------------------------------------------------------

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {
    std::error_code error;
    bytes_ = std::filesystem::file_size(path, error);
    if (has_checksums(path)) file_ = Hdf5Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
    if (!file_) throw BadInput(fmt::format("cannot read '{}' as an HDF5 file", path));
  }
  hid_t root() const { return file_; }

  [[noreturn]] void damaged(const std::string& what) const {
    throw BadInput(fmt::format("'{}' is no map of basins, or damaged: {}", path_, what));
  }
  Hdf5Handle open(hid_t place, const std::string& name) const {
    Hdf5Handle object(H5Oopen(place, name.c_str(), H5P_DEFAULT));
    if (!object) damaged(fmt::format("'{}' is missing", name));
    return object;
  }
  bool has(hid_t place, const std::string& name) const { return H5Lexists(place, name.c_str(), H5P_DEFAULT) > 0; }

  std::string text(hid_t place, const std::string& name) const {
    const bool long_one = H5Aexists(place, name.c_str()) <= 0;
    const Hdf5Handle object(long_one ? H5Dopen2(place, name.c_str(), H5P_DEFAULT)
                                     : H5Aopen(place, name.c_str(), H5P_DEFAULT));
    if (!object) damaged(fmt::format("'{}' is missing", name));
    const Hdf5Handle type(long_one ? H5Dget_type(object) : H5Aget_type(object));
    const Hdf5Handle space(long_one ? H5Dget_space(object) : H5Aget_space(object));
    const std::size_t size = type ? H5Tget_size(type) : 0;
    if (!type || H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0 || size == 0 || size > bytes_ ||
        H5Sget_simple_extent_npoints(space) != 1)
      damaged(fmt::format("'{}' is no text", name));
    std::string value(size, '\0');
    if ((long_one ? H5Dread(object, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, value.data())
                  : H5Aread(object, type, value.data())) < 0)
      damaged(fmt::format("'{}' cannot be read", name));
    value.resize(std::min(value.find('\0'), value.size()));
    return value;
  }
  double number(hid_t place, const std::string& name) const {
    const Hdf5Handle attribute(H5Aopen(place, name.c_str(), H5P_DEFAULT));
    double value = 0;
    if (!attribute) damaged(fmt::format("'{}' is missing", name));
    const Hdf5Handle space(H5Aget_space(attribute)), type(H5Aget_type(attribute));
    if (H5Sget_simple_extent_npoints(space) != 1 || H5Tget_class(type) != H5T_FLOAT ||
        H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) < 0)
      damaged(fmt::format("'{}' is no number", name));
    return value;
  }
  long whole(hid_t place, const std::string& name, double least, double most) const {
    const double value = number(place, name);
    if (!(value >= least && value <= most && value == std::floor(value)))
      damaged(fmt::format("'{}' is {}", name, value));
    return static_cast<long>(value);
  }
  template <class T>
  std::vector<T> array(hid_t place, const std::string& name, hid_t type, H5T_class_t kind,
                       std::vector<hsize_t>& shape) const {
    const Hdf5Handle set(H5Dopen2(place, name.c_str(), H5P_DEFAULT));
    if (!set) damaged(fmt::format("'{}' is missing", name));
    const Hdf5Handle space(H5Dget_space(set)), own(H5Dget_type(set));
    const int rank = H5Sget_simple_extent_ndims(space);
    if (rank < 1 || rank > 2 || H5Tget_class(own) != kind) damaged(fmt::format("'{}' has another form", name));
    shape.assign(static_cast<std::size_t>(rank), 0);
    H5Sget_simple_extent_dims(space, shape.data(), nullptr);
    hsize_t size = 1;
    for (const hsize_t n : shape) {
      if (n > most_numbers || size * std::max<hsize_t>(n, 1) > most_numbers)
        damaged(fmt::format("'{}' is too large", name));
      size *= n;
    }
    // Compression makes at most a thousandth; anything beyond is no honest file, nor is what is not stored at all.
    const hsize_t stored = H5Dget_storage_size(set);
    const Hdf5Handle how(H5Dget_create_plist(set));
    hsize_t chunk[2] = {1, 1};
    if (H5Pget_layout(how) == H5D_CHUNKED && H5Pget_chunk(how, rank, chunk) != rank)
      damaged(fmt::format("'{}' has another form", name));
    if (stored > bytes_ || size > stored * 2000 / sizeof(T) || chunk[0] > 1u << 20 || chunk[1] > 1u << 20 ||
        chunk[0] * chunk[1] > 1u << 20 || H5Tget_size(own) > 16)
      damaged(fmt::format("'{}' claims more than is stored", name));
    std::vector<T> values(static_cast<std::size_t>(size));
    if (size > 0 && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0)
      damaged(fmt::format("'{}' cannot be read", name));
    return values;
  }

 private:
  std::string path_;
  std::uintmax_t bytes_ = 0;
  Hdf5Handle file_;
};

study::BasinAxis read_axis(const Reader& reader, const std::string& name) {
  study::BasinAxis axis;
  const Hdf5Handle set = reader.open(reader.root(), name);
  std::vector<hsize_t> shape;
  axis.pixels = static_cast<int>(reader.array<double>(reader.root(), name, H5T_NATIVE_DOUBLE, H5T_FLOAT, shape).size());
  axis.name = reader.text(set, "name");
  axis.unit = reader.text(set, "unit");
  axis.from = reader.number(set, "from");
  axis.to = reader.number(set, "to");
  axis.of = static_cast<study::BasinAxis::Of>(reader.whole(set, "of", 0, 2));
  axis.index = static_cast<int>(reader.whole(set, "index", 0, 1e6));
  axis.of_motion = reader.number(set, "of_motion") != 0;
  if (axis.pixels < 1 || !std::isfinite(axis.from) || !std::isfinite(axis.to)) reader.damaged("an axis is empty");
  return axis;
}

// ---- what has no label yet ---------------------------------------------------------------------------------------------

// As bytes in one piece: there may be thousands. The orbit's points are one after another.
template <class Archive>
void archive(Archive& a, std::string& text) {
  std::vector<char> letters(text.begin(), text.end());
  a(letters);
  if constexpr (Archive::reads) text.assign(letters.begin(), letters.end());
}

template <class Archive>
void archive(Archive& a, study::FollowedPoint& point) {
  auto level = static_cast<std::int32_t>(point.level), attractor = static_cast<std::int32_t>(point.attractor),
       period = static_cast<std::int32_t>(point.orbit.period);
  auto number = static_cast<std::int64_t>(point.number), flashes = static_cast<std::int64_t>(point.flashes);
  auto is_new = static_cast<std::uint8_t>(point.is_new);
  a(level, number, attractor, is_new, flashes, period, point.orbit.t);
  archive(a, point.reason);
  archive(a, point.orbit.signature);
  auto count = static_cast<std::uint64_t>(point.orbit.points.size());
  std::vector<double> values;
  for (const Eigen::VectorXd& z : point.orbit.points) values.insert(values.end(), z.data(), z.data() + z.size());
  a(count, values);
  if constexpr (Archive::reads) {
    point.level = level;
    point.attractor = attractor;
    point.number = number;
    point.flashes = flashes;
    point.is_new = is_new != 0;
    point.orbit.period = period;
    if (count > values.size() || (count > 0 && values.size() % count != 0)) throw BadInput("an orbit has no points");
    const std::size_t size = count > 0 ? values.size() / count : 0;
    for (std::size_t n = 0; n < count; ++n)
      point.orbit.points.push_back(
          Eigen::Map<const Eigen::VectorXd>(values.data() + n * size, static_cast<Eigen::Index>(size)));
  }
}

void write_pending(const Writer& writer, const study::BasinMap& map) {
  if (map.pending.empty()) return;
  ArchiveWriter bytes;
  bytes(static_cast<std::uint64_t>(map.pending.size()));
  for (study::FollowedPoint point : map.pending) archive(bytes, point);
  const std::string text = std::move(bytes).bytes();
  writer.array(writer.root(), "pending", H5T_NATIVE_UINT8, {text.size()}, text.data());
}

void read_pending(const Reader& reader, study::BasinMap& map) {
  if (!reader.has(reader.root(), "pending")) return;
  std::vector<hsize_t> shape;
  const std::vector<char> text = reader.array<char>(reader.root(), "pending", H5T_NATIVE_UINT8, H5T_INTEGER, shape);
  try {
    ArchiveReader bytes({text.data(), text.size()});
    std::uint64_t count = 0;
    bytes(count);
    if (count > text.size()) throw BadInput("there are too many");
    const auto pixels = static_cast<long>(map.label.size());
    const Eigen::Index size = map.attractors.empty() ? 0 : map.attractors[0].points[0].size();
    for (std::uint64_t k = 0; k < count; ++k) {
      study::FollowedPoint point;
      archive(bytes, point);
      const auto& orbit = point.orbit;
      const bool whole = !point.is_new || (orbit.period >= 0 && orbit.period < 1000000 &&
                                           orbit.points.size() == static_cast<std::size_t>(std::max(orbit.period, 1)));
      const bool fits = orbit.points.empty() || size == 0 || orbit.points[0].size() == size;
      if (!whole || !fits || point.level < 0 || point.level > 16 || point.number < 0 ||
          (point.level == 0 && point.number >= pixels) || point.attractor < -1 ||
          point.attractor >= static_cast<int>(map.attractors.size()))
        throw BadInput("a point has no meaning");
      map.pending.push_back(std::move(point));
    }
    bytes.finish();
  } catch (const BadInput& fault) {
    reader.damaged(fmt::format("of what waits for its labels, {}", fault.what()));
  }
}

}  // namespace

void write_basins(const std::string& path, const study::BasinMap& map) {
  const Hdf5Turn turn;
  WholeFile target(path);
  if (!target.is_regular()) throw BadInput(fmt::format("cannot write '{}': an HDF5 file is no stream", path));
  {
    Writer writer(target, path);
    writer.text(writer.root(), "kind", "basins");
    writer.number(writer.root(), "format", format_version);
    writer.text(writer.root(), "carom", map.computed_by.empty() ? std::string(program_version) : map.computed_by);
    writer.text(writer.root(), "system", map.system);
    writer.text(writer.root(), "title", map.title);
    writer.text(writer.root(), "study", map.text);
    if (!map.model.empty()) writer.text(writer.root(), "model", map.model);
    writer.number(writer.root(), "complete", map.complete);
    writer.number(writer.root(), "cycles", static_cast<double>(map.cycles));
    writer.number(writer.root(), "seconds", map.seconds);
    write_axis(writer, "x", map.x);
    write_axis(writer, "y", map.y);
    const std::vector<hsize_t> shape{static_cast<hsize_t>(map.rows()), static_cast<hsize_t>(map.columns())};
    writer.array(writer.root(), "label", H5T_NATIVE_INT32, shape, map.label.data());
    writer.array(writer.root(), "flashes", H5T_NATIVE_INT32, shape, map.flashes.data());
    const Hdf5Handle attractors = writer.group(writer.root(), "attractors");
    for (std::size_t k = 0; k < map.attractors.size(); ++k) {
      const study::Attractor& attractor = map.attractors[k];
      std::vector<double> points;
      for (const Eigen::VectorXd& z : attractor.points) points.insert(points.end(), z.data(), z.data() + z.size());
      const Hdf5Handle set =
          writer.array(attractors, std::to_string(k), H5T_NATIVE_DOUBLE,
                       {attractor.points.size(), points.size() / attractor.points.size()}, points.data());
      writer.text(set, "name", attractor.name);
      writer.text(set, "signature", attractor.signature);
      writer.number(set, "period", attractor.period);
      writer.number(set, "t", attractor.t);
      writer.number(set, "mirror", attractor.mirror);
      writer.number(set, "multiplier", attractor.multiplier);
      writer.number(set, "found_at_x", attractor.x_y.at(0));
      writer.number(set, "found_at_y", attractor.x_y.at(1));
    }
    const Hdf5Handle reasons = writer.group(writer.root(), "reasons");
    for (std::size_t k = 0; k < map.reasons.size(); ++k) writer.text(reasons, std::to_string(k), map.reasons[k]);
    const Hdf5Handle refined = writer.group(writer.root(), "refined");
    for (std::size_t level = 0; level < map.refined.size(); ++level)
      writer.array(refined, std::to_string(level + 1), H5T_NATIVE_INT32, {map.refined[level].size(), 3},
                   map.refined[level].empty() ? nullptr : map.refined[level].data());
    write_pending(writer, map);
    writer.close();
  }
  target.commit();
}

namespace {

study::BasinMap read_unguarded(const std::string& path) {
  const Reader reader(path);
  study::BasinMap map;
  if (H5Aexists(reader.root(), "kind") <= 0 || reader.text(reader.root(), "kind") != "basins")
    throw BadInput(fmt::format("'{}' is no map of basins", path));
  if (const long format = reader.whole(reader.root(), "format", 0, 1e6); format > format_version)
    throw BadInput(fmt::format("'{}' is a map of format {}, newer than this Carom, which reads up to {}", path, format,
                               format_version));
  map.computed_by = reader.text(reader.root(), "carom");
  map.system = reader.text(reader.root(), "system");
  map.title = reader.text(reader.root(), "title");
  map.text = reader.text(reader.root(), "study");
  if (H5Aexists(reader.root(), "model") > 0 || reader.has(reader.root(), "model"))
    map.model = reader.text(reader.root(), "model");
  map.complete = reader.number(reader.root(), "complete") != 0;
  map.cycles = reader.whole(reader.root(), "cycles", 0, 1e12);
  map.seconds = reader.number(reader.root(), "seconds");
  map.x = read_axis(reader, "x");
  map.y = read_axis(reader, "y");
  std::vector<hsize_t> shape;
  const std::vector<hsize_t> wanted{static_cast<hsize_t>(map.rows()), static_cast<hsize_t>(map.columns())};
  map.label = reader.array<std::int32_t>(reader.root(), "label", H5T_NATIVE_INT32, H5T_INTEGER, shape);
  if (shape != wanted) reader.damaged("the labels do not fit the axes");
  map.flashes = reader.array<std::int32_t>(reader.root(), "flashes", H5T_NATIVE_INT32, H5T_INTEGER, shape);
  if (shape != wanted) reader.damaged("the flashes do not fit the axes");
  const Hdf5Handle attractors = reader.open(reader.root(), "attractors");
  for (int k = 0; reader.has(attractors, std::to_string(k)); ++k) {
    const Hdf5Handle set = reader.open(attractors, std::to_string(k));
    study::Attractor attractor;
    const std::vector<double> points =
        reader.array<double>(attractors, std::to_string(k), H5T_NATIVE_DOUBLE, H5T_FLOAT, shape);
    if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1) reader.damaged("an attractor has no points");
    for (std::size_t n = 0; n < shape[0]; ++n)
      attractor.points.push_back(
          Eigen::Map<const Eigen::VectorXd>(points.data() + n * shape[1], static_cast<Eigen::Index>(shape[1])));
    attractor.name = reader.text(set, "name");
    attractor.signature = reader.text(set, "signature");
    attractor.period = static_cast<int>(reader.whole(set, "period", 0, 1e6));
    attractor.t = reader.number(set, "t");
    attractor.mirror = static_cast<int>(reader.whole(set, "mirror", -1, 1e6));
    attractor.multiplier = reader.number(set, "multiplier");
    attractor.x_y = {reader.number(set, "found_at_x"), reader.number(set, "found_at_y")};
    if (attractor.points.size() != static_cast<std::size_t>(std::max(attractor.period, 1)))
      reader.damaged("an attractor has another number of points than its period");
    map.attractors.push_back(std::move(attractor));
  }
  const Hdf5Handle reasons = reader.open(reader.root(), "reasons");
  for (int k = 0; H5Aexists(reasons, std::to_string(k).c_str()) > 0; ++k)
    map.reasons.push_back(reader.text(reasons, std::to_string(k)));
  const Hdf5Handle refined = reader.open(reader.root(), "refined");
  for (int level = 1; reader.has(refined, std::to_string(level)); ++level) {
    const std::vector<std::int32_t> numbers =
        reader.array<std::int32_t>(refined, std::to_string(level), H5T_NATIVE_INT32, H5T_INTEGER, shape);
    if (shape.size() != 2 || shape[1] != 3 || shape[0] % 4 != 0 || level > 16)
      reader.damaged("refined pixels have another form");
    std::vector<study::RefinedPixel> pixels;
    for (std::size_t n = 0; n + 2 < numbers.size(); n += 3) {
      pixels.push_back({numbers[n], numbers[n + 1], numbers[n + 2]});
      if (pixels.back().i < 0 || pixels.back().j < 0 || pixels.back().i >= map.columns() << level ||
          pixels.back().j >= map.rows() << level)
        reader.damaged("a refined pixel lies outside the map");
    }
    map.refined.push_back(std::move(pixels));
  }
  const auto check = [&](int label) {
    if (label >= static_cast<int>(map.attractors.size()) || label < -1 - static_cast<int>(map.reasons.size()))
      reader.damaged("a label has no meaning");
  };
  for (const std::int32_t label : map.label) check(label);
  for (const auto& pixels : map.refined)
    for (const study::RefinedPixel& pixel : pixels) check(pixel.label);
  for (const study::Attractor& attractor : map.attractors)
    if (attractor.mirror >= static_cast<int>(map.attractors.size()) ||
        attractor.points[0].size() != map.attractors[0].points[0].size())
      reader.damaged("an attractor has no meaning");
  read_pending(reader, map);
  return map;
}

bool says_basins(const std::string& path) {
  const Reader reader(path);
  return H5Aexists(reader.root(), "kind") > 0 && reader.text(reader.root(), "kind") == "basins";
}

}  // namespace

study::BasinMap read_basins(const std::string& path) {
  const Hdf5Turn turn;
  try_in_child(path, [&] { read_unguarded(path); });
  return read_unguarded(path);
}

bool is_basin_file(const std::string& path) {
  if (!has_checksums(path)) return false;
  const Hdf5Turn turn;
  try {
    try_in_child(path, [&] { says_basins(path); });
    return says_basins(path);
  } catch (const BadInput&) {
    return false;
  }
}

}  // namespace carom::io

#else

namespace carom::io {

void write_basins(const std::string& path, const study::BasinMap&) {
  throw BadInput(fmt::format("cannot write '{}': this program was built without HDF5", path));
}
study::BasinMap read_basins(const std::string& path) {
  throw BadInput(fmt::format("cannot read '{}': this program was built without HDF5", path));
}
bool is_basin_file(const std::string&) { return false; }

}  // namespace carom::io

#endif
