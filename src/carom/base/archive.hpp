// SPDX-License-Identifier: Apache-2.0
// Plain values as bytes and back, for restart files: the same list of members writes and reads, so that the two cannot
// differ. Bytes are those of this processor (little-endian, IEEE 754); a reader that runs out of bytes, or has some left,
// says so.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom {

class ArchiveWriter {
 public:
  static constexpr bool reads = false;
  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  std::string bytes() && { return std::move(bytes_); }

 private:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<std::uint64_t>(values.size()));
    bytes_.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  std::string bytes_;
};

class ArchiveReader {
 public:
  static constexpr bool reads = true;
  explicit ArchiveReader(std::string_view bytes) : bytes_(bytes) {}
  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }
  // Throws BadInput unless everything was read.
  void finish() const {
    if (!bytes_.empty()) throw BadInput("the saved state is longer than its run");
  }

 private:
  std::string_view next(std::size_t size) {
    if (size > bytes_.size()) throw BadInput("the saved state ends too early");
    const std::string_view part = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return part;
  }
  template <class T>
  void take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    std::memcpy(&value, next(sizeof value).data(), sizeof value);
  }
  template <class T>
  void take(std::vector<T>& values) {
    std::uint64_t size = 0;
    take(size);
    if (size > bytes_.size() / sizeof(T)) throw BadInput("the saved state ends too early");
    values.resize(size);
    const std::string_view part = next(size * sizeof(T));
    if (size > 0) std::memcpy(values.data(), part.data(), part.size());
  }
  std::string_view bytes_;
};

}  // namespace carom
