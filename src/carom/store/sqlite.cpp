// SPDX-License-Identifier: Apache-2.0
#include "carom/store/sqlite.hpp"

#include <sqlite3.h>

#include <filesystem>
#include <fstream>

#include <fmt/core.h>

#include "carom/base/write_failure.hpp"

namespace carom::store {

void Database::Close::operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
void Statement::Finish::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void StoreFailure::refuse() const {
  if (cause_ == Cause::disk) throw WriteFailure(what());
  throw BadInput(what());
}

namespace {

// A path as SQLite's names of files with options want it.
std::string as_uri(const std::string& path, const char* options) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-").find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return uri + "?" + options;
}

}  // namespace

Database::Database(const std::string& path, Mode mode) : path_(path) {
  const int flags = mode == Mode::read    ? SQLITE_OPEN_READONLY
                    : mode == Mode::write ? SQLITE_OPEN_READWRITE
                                          : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  open(path.starts_with("file:") || path.starts_with(":") ? "./" + path : path, flags);
  // A store in WAL mode wants a file beside it even for reading; where none can be, it can be read if all is in it.
  if (mode != Mode::read) return;
  const int code = sqlite3_exec(handle_.get(), "PRAGMA schema_version", nullptr, nullptr, nullptr) & 0xff;
  if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY) open_without_journal();
}

void Database::open(const std::string& name, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(name.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI, nullptr);
  handle_.reset(handle);
  if (code != SQLITE_OK)
    throw BadInput(fmt::format("cannot open the store '{}': {}", path_, handle ? sqlite3_errmsg(handle) : "no memory"));
  // What a file brings along is not to be trusted: no code in its schema, no odd cells.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  // "name" is a column or a mistake, never a word.
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  sqlite3_db_config(handle, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
  sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 1 << 26);
  sqlite3_busy_timeout(handle, 10000);
  run("PRAGMA cell_size_check = ON");
}

void Database::open_without_journal() {
  std::error_code error;
  if (const auto size = std::filesystem::file_size(path_ + "-wal", error); !error && size > 0)
    throw BadInput(
        fmt::format("'{0}' lies where nothing can be written, and its last rows are in '{0}-wal': copy both to "
                    "another folder to read them",
                    path_));
  immutable_ = true;
  open(as_uri(path_, "immutable=1"), SQLITE_OPEN_READONLY);
}

std::string Database::uri() const { return as_uri(path_, immutable_ ? "immutable=1" : "mode=ro"); }

void Database::fail(const std::string& doing) const {
  const int code = sqlite3_errcode(handle_.get()) & 0xff;
  if (code == SQLITE_FULL)
    throw StoreFailure(
        fmt::format("the disk is full: '{}' keeps the rows it has; make room and go on with --resume", path_),
        StoreFailure::Cause::disk);
  if (code == SQLITE_IOERR)
    throw StoreFailure(
        fmt::format("'{}' cannot be written or read any more ({}): it keeps the rows it has; go on with --resume",
                    path_, sqlite3_errmsg(handle_.get())),
        StoreFailure::Cause::disk);
  if (code == SQLITE_READONLY)
    throw StoreFailure(fmt::format("the store '{}' cannot be written: it is read-only", path_));
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
    throw StoreFailure(fmt::format("'{}' is damaged, or no store: {}", path_, sqlite3_errmsg(handle_.get())));
  throw StoreFailure(fmt::format("cannot {} '{}': {}", doing, path_, sqlite3_errmsg(handle_.get())));
}

void Database::run(const std::string& sql) {
  if (sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail("write");
}

Statement::Statement(const Database& database, std::string_view sql) : database_(&database) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &statement, nullptr) != SQLITE_OK)
    database.fail("read");
  statement_.reset(statement);
}

void Statement::bind(int at, double value) {
  if (sqlite3_bind_double(statement_.get(), at, value) != SQLITE_OK) database_->fail("write");
}
void Statement::bind(int at, std::int64_t value) {
  if (sqlite3_bind_int64(statement_.get(), at, value) != SQLITE_OK) database_->fail("write");
}
void Statement::bind(int at, std::string_view value) {
  if (sqlite3_bind_text(statement_.get(), at, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT) !=
      SQLITE_OK)
    database_->fail("write");
}
void Statement::bind_nothing(int at) {
  if (sqlite3_bind_null(statement_.get(), at) != SQLITE_OK) database_->fail("write");
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_->fail("read or write");
}

void Statement::reset() { sqlite3_reset(statement_.get()); }

int Statement::columns() const { return sqlite3_column_count(statement_.get()); }

Statement::Kind Statement::kind(int column) const {
  switch (sqlite3_column_type(statement_.get(), column)) {
    case SQLITE_FLOAT: return Kind::number;
    case SQLITE_INTEGER: return Kind::whole;
    case SQLITE_TEXT: return Kind::text;
    default: return Kind::nothing;
  }
}

double Statement::number(int column) const { return sqlite3_column_double(statement_.get(), column); }
std::int64_t Statement::whole(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string_view Statement::text(int column) const {
  const auto* letters = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (!letters) return {};
  return {letters, static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

bool is_sqlite_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  char head[16] = {};
  file.read(head, sizeof head);
  return file.gcount() == sizeof head && std::string_view(head, 16) == std::string_view("SQLite format 3\0", 16);
}

}  // namespace carom::store
