// SPDX-License-Identifier: Apache-2.0
#ifdef CAROM_WITH_HDF5

#include "carom/io/hdf5_disk.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include <fmt/core.h>

#include "carom/base/write_failure.hpp"

// Since 1.14 what drivers need is in a header of its own.
#if H5_VERSION_GE(1, 14, 0)
#include <H5FDdevelop.h>
#endif

namespace carom::io {
namespace {

// The library's side of an open file; it fills in the head.
struct OpenFile {
  H5FD_t head = {};
  Hdf5Disk* disk = nullptr;
  haddr_t end_allocated = 0, end_written = 0;
};

OpenFile* of(H5FD_t* file) { return reinterpret_cast<OpenFile*>(file); }
const OpenFile* of(const H5FD_t* file) { return reinterpret_cast<const OpenFile*>(file); }

H5FD_t* open_file(const char*, unsigned flags, hid_t access, haddr_t) {
  const void* const info = H5Pget_driver_info(access);
  if (!info) return nullptr;
  auto* const file = new (std::nothrow) OpenFile;
  if (!file) return nullptr;
  file->disk = *static_cast<Hdf5Disk* const*>(info);
  if (flags & H5F_ACC_TRUNC) file->disk->resize(0);
  struct stat status {};
  if (!(flags & H5F_ACC_TRUNC) && ::fstat(file->disk->descriptor(), &status) == 0)
    file->end_written = static_cast<haddr_t>(status.st_size);
  return &file->head;
}

herr_t close_file(H5FD_t* file) {
  delete of(file);
  return 0;
}

int compare(const H5FD_t* a, const H5FD_t* b) { return a < b ? -1 : a > b; }

herr_t query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_SUPPORTS_SWMR_IO;
#ifdef H5FD_FEAT_DEFAULT_VFD_COMPATIBLE
  *flags |= H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
#endif
  return 0;
}

haddr_t end_allocated(const H5FD_t* file, H5FD_mem_t) { return of(file)->end_allocated; }

herr_t allocate(H5FD_t* file, H5FD_mem_t, haddr_t end) {
  of(file)->end_allocated = end;
  return 0;
}

haddr_t end_written(const H5FD_t* file, H5FD_mem_t) { return of(file)->end_written; }

herr_t read_file(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, void* bytes) {
  return of(file)->disk->read(at, static_cast<char*>(bytes), size) ? 0 : -1;
}

herr_t write_file(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t at, size_t size, const void* bytes) {
  of(file)->disk->write(at, static_cast<const char*>(bytes), size);
  of(file)->end_written = std::max<haddr_t>(of(file)->end_written, at + size);
  return 0;
}

herr_t truncate_file(H5FD_t* file, hid_t, hbool_t) {
  OpenFile& open = *of(file);
  if (open.end_allocated != open.end_written) open.disk->resize(open.end_allocated);
  open.end_written = open.end_allocated;
  return 0;
}

herr_t lock_file(H5FD_t*, hbool_t) { return 0; }  // the owner holds the file
herr_t unlock_file(H5FD_t*) { return 0; }

hid_t driver() {
  static const hid_t registered = [] {
    static H5FD_class_t own = {};
#ifdef H5FD_CLASS_VERSION
    own.version = H5FD_CLASS_VERSION;
    own.value = static_cast<H5FD_class_value_t>(600);
#endif
    own.name = "carom";
    own.maxaddr = (haddr_t{1} << 62) - 1;
    own.fc_degree = H5F_CLOSE_STRONG;
    own.fapl_size = sizeof(Hdf5Disk*);
    own.open = open_file;
    own.close = close_file;
    own.cmp = compare;
    own.query = query;
    own.get_eoa = end_allocated;
    own.set_eoa = allocate;
    own.get_eof = end_written;
    own.read = read_file;
    own.write = write_file;
    own.truncate = truncate_file;
    own.lock = lock_file;
    own.unlock = unlock_file;
    const H5FD_mem_t kinds[H5FD_MEM_NTYPES] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(kinds), std::end(kinds), std::begin(own.fl_map));
    return H5FDregister(&own);
  }();
  return registered;
}

}  // namespace

Hdf5Disk::Hdf5Disk(int descriptor, std::string path) : descriptor_(descriptor), path_(std::move(path)) {}

Hdf5Handle Hdf5Disk::access() const {
  Hdf5Handle list(H5Pcreate(H5P_FILE_ACCESS));
  const Hdf5Disk* const self = this;
  const bool good = list && driver() >= 0 && H5Pset_driver(list, driver(), &self) >= 0 &&
                    H5Pset_libver_bounds(list, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST) >= 0 &&
                    H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0 &&
                    H5Pset_file_locking(list, false, true) >= 0;  // the owner holds it
  if (!good) throw WriteFailure(fmt::format("cannot write '{}': the HDF5 library does not begin", path_));
  return list;
}

void Hdf5Disk::check() const {
  if (error_ != 0) throw WriteFailure(fmt::format("cannot write to '{}': {}", path_, std::strerror(error_)));
}

void Hdf5Disk::write(haddr_t at, const char* bytes, std::size_t size) {
  for (std::size_t done = 0; error_ == 0 && done < size;) {
    const ssize_t count = ::pwrite(descriptor_, bytes + done, size - done, static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      error_ = errno;
    else
      done += static_cast<std::size_t>(count);
  }
  if (error_ == 0) return;
  std::string& place = kept_[at];
  if (place.size() < size) place.resize(size);
  std::copy(bytes, bytes + size, place.begin());
  // What lies further on and was kept before is older.
  for (auto& [start, older] : kept_) {
    if (start == at || start >= at + size || start + older.size() <= at) continue;
    const haddr_t from = std::max(start, at), to = std::min<haddr_t>(start + older.size(), at + size);
    std::copy(bytes + (from - at), bytes + (to - at), older.begin() + static_cast<std::ptrdiff_t>(from - start));
  }
}

bool Hdf5Disk::read(haddr_t at, char* bytes, std::size_t size) const {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::pread(descriptor_, bytes + done, size - done, static_cast<off_t>(at + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  std::memset(bytes + done, 0, size - done);  // beyond the end
  for (const auto& [start, kept] : kept_) {
    const haddr_t from = std::max(start, at), to = std::min<haddr_t>(start + kept.size(), at + size);
    if (from < to)
      std::copy(kept.begin() + static_cast<std::ptrdiff_t>(from - start),
                kept.begin() + static_cast<std::ptrdiff_t>(to - start), bytes + (from - at));
  }
  return true;
}

void Hdf5Disk::resize(haddr_t size) {
  while (error_ == 0 && ::ftruncate(descriptor_, static_cast<off_t>(size)) != 0)
    if (errno != EINTR) error_ = errno;
}

}  // namespace carom::io

#endif
