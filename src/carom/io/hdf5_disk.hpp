// SPDX-License-Identifier: Apache-2.0
// HDF5 on a disk that may fail: a driver of our own under the library, which writes to a descriptor that we opened.
//
// The library does not survive a write that fails: it goes on with a file that is no longer what it believes it is, and
// crashes when the program ends. So it never learns of one. From the first write that fails nothing reaches the disk any
// more: the file stays as a kill at that moment would have left it, which is what hdf5_sink.hpp makes readable. What the
// library writes from then on is kept in memory for its own reading until it has closed the file; the owner asks for
// `failure` after every flush, and goes no further.
// Only for the .cpp files of this folder.
#pragma once

#ifdef CAROM_WITH_HDF5

#include <hdf5.h>

#include <map>
#include <string>

#include "carom/io/hdf5_handle.hpp"

namespace carom::io {

class Hdf5Disk {
 public:
  // The descriptor is the owner's and outlives this; `path` is for messages. The disk outlives the file's handles.
  Hdf5Disk(int descriptor, std::string path);
  Hdf5Disk(const Hdf5Disk&) = delete;
  Hdf5Disk& operator=(const Hdf5Disk&) = delete;

  // For H5Fcreate: the format whose structure has checksums, and this disk.
  Hdf5Handle access() const;
  // Throws WriteFailure with the reason if something could not be written.
  void check() const;

  int descriptor() const { return descriptor_; }
  bool failed() const { return error_ != 0; }
  void write(haddr_t at, const char* bytes, std::size_t size);
  bool read(haddr_t at, char* bytes, std::size_t size) const;
  void resize(haddr_t size);

 private:
  int descriptor_;
  std::string path_;
  int error_ = 0;
  std::map<haddr_t, std::string> kept_;  // what came after the failure, by its place
};

}  // namespace carom::io

#endif
