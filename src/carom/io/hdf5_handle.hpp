// SPDX-License-Identifier: Apache-2.0
// HDF5's C interface made safe to use: handles that close themselves, errors as values, one thread at a time.
// Only for the .cpp files of this folder.
#pragma once

#ifdef CAROM_WITH_HDF5

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace carom::io {

// Owns one identifier of any kind; false when the call that made it failed.
class Hdf5Handle {
 public:
  Hdf5Handle() = default;
  explicit Hdf5Handle(hid_t id) : id_(id) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~Hdf5Handle() { close(); }

  explicit operator bool() const { return id_ >= 0; }
  operator hid_t() const { return id_; }
  bool close() {
    if (id_ < 0) return true;
    const hid_t id = std::exchange(id_, -1);
    switch (H5Iget_type(id)) {
      case H5I_FILE: return H5Fclose(id) >= 0;
      case H5I_GROUP: return H5Gclose(id) >= 0;
      case H5I_DATATYPE: return H5Tclose(id) >= 0;
      case H5I_DATASPACE: return H5Sclose(id) >= 0;
      case H5I_DATASET: return H5Dclose(id) >= 0;
      case H5I_ATTR: return H5Aclose(id) >= 0;
      case H5I_GENPROP_LST: return H5Pclose(id) >= 0;
      default: return false;
    }
  }

 private:
  hid_t id_ = -1;
};

// Held around every use of the library, which neither keeps threads apart nor keeps quiet by itself.
class Hdf5Turn {
 public:
  Hdf5Turn() : lock_(mutex()) { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

 private:
  static std::recursive_mutex& mutex() {
    static std::recursive_mutex shared;
    return shared;
  }
  std::lock_guard<std::recursive_mutex> lock_;
};

}  // namespace carom::io

#endif
