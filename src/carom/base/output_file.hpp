// SPDX-License-Identifier: Apache-2.0
// The files that Carom writes. Every one of them is one of these two:
//
//   WholeFile    written beside its place under a name that nobody can guess, flushed to the disk and renamed: a reader sees
//                the old content or the new one, and a failure leaves the old one and nothing else
//   OutputFile   written as its content comes, in whole pieces, and locked (flock) as long as its writer lives, so that
//                others can tell a file in progress from one left by a killed run
//
// What is no regular file (a device, a pipe, /dev/stdout) is written to and never replaced; folders are refused
// (output_place.hpp). What cannot be begun is a BadInput with a sentence, what cannot be written any more a WriteFailure.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace carom {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  // Creates the file, or takes over an existing one, and empties it unless `keep_content`. Throws BadInput when it
  // cannot be created or another writer holds it.
  void open(const std::string& path, bool keep_content = false);
  bool is_open() const { return descriptor_ >= 0; }
  bool is_regular() const { return regular_; }
  int descriptor() const { return descriptor_; }
  void write(std::string_view text);                            // all of it
  void overwrite(std::size_t position, std::string_view text);  // no effect on a pipe
  void share_lock();                                            // readers that lock may come in; other writers may not
  void close();                                                 // to the disk; says so if that fails

 private:
  void release();

  std::string path_;
  int descriptor_ = -1;
  bool regular_ = false;
};

class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& path);
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;
  ~WholeFile();

  void write(std::string_view text);
  // For a library that writes by itself; not for what is no regular file.
  int descriptor() const { return descriptor_; }
  bool is_regular() const { return regular_; }
  void commit();  // to the disk, with the old file's permissions, in its place

 private:
  [[noreturn]] void fail(int error) const;
  void begin_draft();

  std::filesystem::path path_, target_, draft_;
  int descriptor_ = -1;
  bool regular_ = true;
};

// An exclusive hold on an existing file without changing it: empty when a writer (or a locking reader) has it, or when
// the file system has no locks.
class FileHold {
 public:
  explicit FileHold(const std::string& path);
  FileHold(const FileHold&) = delete;
  FileHold& operator=(const FileHold&) = delete;
  ~FileHold();
  explicit operator bool() const { return held_; }

 private:
  int descriptor_ = -1;
  bool held_ = false;
};

// Says when buffered rows are due: the first at once, then after so many rows or so many seconds of steady time.
// A folder for what other programs read and write on the way to a file: nobody else's, with a name of chance, gone with
// whoever asked for it.
class PrivateFolder {
 public:
  PrivateFolder();  // throws BadInput
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

class FlushRule {
 public:
  FlushRule(std::size_t rows, double seconds) : rows_(rows), seconds_(seconds) {}
  bool due(std::size_t buffered) const;
  void flushed() { last_ = std::chrono::steady_clock::now(); }

 private:
  std::size_t rows_;
  std::chrono::duration<double> seconds_;
  std::optional<std::chrono::steady_clock::time_point> last_;
};

}  // namespace carom
