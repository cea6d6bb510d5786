// SPDX-License-Identifier: Apache-2.0
// One file being written: created with a sentence for a person when it cannot be, written in whole pieces, and locked
// (flock) as long as its writer lives, so that others can tell a file in progress from one left by a killed run.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace carom::io {

class OutputFile {
 public:
  OutputFile() = default;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile() { close(); }

  // Creates the file, or takes over an existing one, and empties it unless `keep_content`. Throws BadInput when it
  // cannot be created or another writer holds it.
  void open(const std::string& path, bool keep_content = false);
  bool is_open() const { return descriptor_ >= 0; }
  void write(std::string_view text);                            // all of it; throws BadInput
  void overwrite(std::size_t position, std::string_view text);  // no effect on a pipe
  void share_lock();                                            // readers that lock may come in; other writers may not
  void close();

 private:
  std::string path_;
  int descriptor_ = -1;
  bool regular_ = false;
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

// A file of the same folder that becomes `path` in one step, or vanishes.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& path);
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();
  const std::string& name() const { return name_; }
  void become_final();  // to disk, the old file's permissions, rename; throws BadInput

 private:
  std::string path_;
  std::string name_;
  bool done_ = false;
};

// Says when buffered rows are due: the first at once, then after so many rows or so many seconds of steady time.
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

}  // namespace carom::io
