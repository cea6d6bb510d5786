// SPDX-License-Identifier: Apache-2.0
// SQLite behind two small classes: a file and a statement. Every refusal of SQLite is a StoreFailure that names the file.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace carom::store {

// A file that cannot be written or read any more: full, gone, locked, damaged.
class StoreFailure : public std::runtime_error {
 public:
  enum class Cause { file, disk };
  explicit StoreFailure(const std::string& sentence, Cause cause = Cause::file)
      : std::runtime_error(sentence), cause_(cause) {}
  // To the user: a disk that takes no more is a WriteFailure, a file that is wrong BadInput.
  [[noreturn]] void refuse() const;

 private:
  Cause cause_;
};

class Database {
 public:
  enum class Mode { read, write, create };
  // An empty path is a file of SQLite's own, without a name, that goes with this object.
  Database(const std::string& path, Mode mode);
  // For ATTACH, to read: the file as it was opened.
  std::string uri() const;
  void run(const std::string& sql);  // statements without a result
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_.get(); }
  [[noreturn]] void fail(const std::string& doing) const;  // with what SQLite says

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  void open(const std::string& name, int flags);
  void open_without_journal();

  std::string path_;
  bool immutable_ = false;
  std::unique_ptr<sqlite3, Close> handle_;
};

class Statement {
 public:
  Statement() = default;
  Statement(const Database& database, std::string_view sql);

  // Parameters from 1.
  void bind(int at, double value);
  void bind(int at, std::int64_t value);
  void bind(int at, std::string_view value);
  void bind_nothing(int at);

  bool step();  // true: there is a row
  void reset();

  // Columns from 0.
  enum class Kind { nothing, number, whole, text };
  int columns() const;
  Kind kind(int column) const;  // blobs count as nothing
  double number(int column) const;
  std::int64_t whole(int column) const;
  std::string_view text(int column) const;  // valid until the next step

 private:
  struct Finish {
    void operator()(sqlite3_stmt* statement) const;
  };
  const Database* database_ = nullptr;
  std::unique_ptr<sqlite3_stmt, Finish> statement_;
};

// Whether a file begins as SQLite's do.
bool is_sqlite_file(const std::string& path);

}  // namespace carom::store
