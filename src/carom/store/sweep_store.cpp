// SPDX-License-Identifier: Apache-2.0
#include "carom/store/sweep_store.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <sqlite3.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/base/plain_text.hpp"
#include "carom/base/version.hpp"
#include "carom/sweep/study_file.hpp"

namespace carom::store {
namespace {

constexpr std::string_view format = "carom-sweep-";  // and its number
constexpr int newest_format = 1;
constexpr int application = 0x4361726f;  // "Caro"

std::string meta(const Database& database, std::string_view name) {
  Statement statement(database, "SELECT value FROM meta WHERE name = ?1");
  statement.bind(1, name);
  return statement.step() ? std::string(statement.text(0)) : std::string();
}

// Between quotes in SQL: x[2] and bird.x of model files too.
bool is_name(std::string_view name) {
  return !name.empty() && name.size() < 100 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_[].").find(c) != std::string_view::npos;
  });
}

std::vector<StoreColumn> columns(const Database& database, std::string_view kind) {
  Statement statement(database, "SELECT name, unit FROM columns WHERE kind = ?1 ORDER BY rowid");
  statement.bind(1, kind);
  std::vector<StoreColumn> list;
  while (statement.step()) {
    list.push_back({std::string(statement.text(0)), std::string(statement.text(1))});
    if (!is_name(list.back().name) || list.size() > 1000)
      throw BadInput(fmt::format("'{}' is damaged: it names a column that no store has", database.path()));
  }
  return list;
}

void check_kind(const Database& database) {
  try {
    Statement statement(database, "PRAGMA application_id");
    const bool ours = statement.step() && statement.whole(0) == application;
    if (const std::string kind = ours ? meta(database, "format") : ""; kind.starts_with(format)) {
      const int number = std::atoi(kind.c_str() + format.size());
      if (number > newest_format)
        throw BadInput(fmt::format("'{}' is a store of format {}, newer than this Carom, which reads up to {}",
                                   database.path(), number, newest_format));
      if (number > 0) return;
    }
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
  throw BadInput(fmt::format("'{}' is an SQLite file but no store of a sweep", database.path()));
}

bool is_empty_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::file_size(path, error) == 0 && !error;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void begin_store(Database& database, const study::Sweep& sweep) {
  database.run(fmt::format("BEGIN IMMEDIATE; PRAGMA application_id = {}", application));
  database.run("CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID");
  database.run("CREATE TABLE columns(kind TEXT NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL, UNIQUE(kind, name))");
  std::string sql =
      "CREATE TABLE results(point INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, seed INTEGER NOT NULL, outcome TEXT "
      "NOT "
      "NULL, failed INTEGER NOT NULL, reason TEXT NOT NULL, seconds REAL NOT NULL";
  Statement column(database, "INSERT INTO columns(kind, name, unit) VALUES ('parameter', ?1, ?2)");
  const auto add = [&](const std::string& name, const std::string& unit) {
    if (!is_name(name)) throw BadInput(fmt::format("'{}' cannot be the name of a column", name));
    sql += fmt::format(", \"p_{}\"", name);
    column.bind(1, std::string_view(name));
    column.bind(2, std::string_view(unit));
    column.step();
    column.reset();
  };
  for (const study::Axis& axis : sweep.axes) add(axis.name, axis.unit);
  for (const study::SampledRange& range : sweep.ranges) add(range.name, range.unit);
  database.run(sql + ")");
  Statement statement(database, "INSERT INTO meta(name, value) VALUES (?1, ?2)");
  const auto put = [&](std::string_view name, std::string_view value) {
    statement.bind(1, name);
    statement.bind(2, value);
    statement.step();
    statement.reset();
  };
  put("format", fmt::format("{}{}", format, newest_format));
  put("program", "carom");
  put("version", program_version);
  put("system", sweep.system->name());
  put("title", sweep.title);
  if (!sweep.system->card().source.empty()) put("model", sweep.system->card().source);
  put("study", sweep.text);
  put("identity", identity_of(sweep));
  put("points", std::to_string(sweep.points()));
  put("begun", utc_now());
  database.run("COMMIT");
}

bool has_column(const Database& database, std::string_view name, std::string_view schema = "main") {
  Statement statement(database, "SELECT count(*) FROM pragma_table_info('results', ?1) WHERE name = ?2");
  statement.bind(1, schema);
  statement.bind(2, name);
  return statement.step() && statement.whole(0) > 0;
}

bool has_version(const Database& database) { return has_column(database, "version"); }

// Within a transaction. An older merge that was killed may have left one of the two.
void add_observable(Database& database, const std::string& name) {
  if (!is_name(name)) throw StoreFailure(fmt::format("'{}' cannot be the name of a column", name));
  if (!has_column(database, "o_" + name))
    database.run(fmt::format("ALTER TABLE main.results ADD COLUMN \"o_{}\"", name));
  Statement column(database, "INSERT OR IGNORE INTO main.columns(kind, name, unit) VALUES ('observable', ?1, '1')");
  column.bind(1, std::string_view(name));
  column.step();
}

std::map<std::string, long> versions_of(const Database& database) {
  std::map<std::string, long> versions;
  Statement statement(database, fmt::format("SELECT coalesce({}, ?1), count(*) FROM results GROUP BY 1",
                                            has_version(database) ? "version" : "NULL"));
  const std::string begun_by = meta(database, "version");
  statement.bind(1, std::string_view(begun_by));
  while (statement.step()) versions[std::string(statement.text(0))] += static_cast<long>(statement.whole(1));
  if (versions.empty()) versions[begun_by] = 0;
  return versions;
}

void refuse_newer(const std::string& path, const std::map<std::string, long>& versions) {
  for (const auto& [version, rows] : versions)
    if (is_newer(version, program_version))
      throw BadInput(fmt::format("'{}' is of carom {}, which is newer than this {}: go on with it there", path, version,
                                 program_version));
}

// Which points a text asks for, as this program reads it; nothing where it cannot.
std::string identity_now(const std::string& study) {
  try {
    return identity_of(study::read_study(study, "study"));
  } catch (const BadInput&) {
    return {};
  }
}

// A note for the user where numbers may differ. The identity that an older program wrote is not ours if its numbers are
// not, or if the system has got another parameter since: then its text decides, read anew.
std::string check_study(const Database& database, const study::Sweep& sweep) {
  const std::string version = meta(database, "version"), system = meta(database, "system");
  refuse_newer(database.path(), versions_of(database));
  if (system != sweep.system->name())
    throw BadInput(fmt::format("'{}' is a study of {}, not of {}", database.path(), system, sweep.system->name()));
  const std::string identity = identity_of(sweep);
  if (meta(database, "identity") == identity) return {};
  if (version != program_version && identity_now(meta(database, "study")) == identity)
    return fmt::format("'{}' was begun by carom {}, whose numbers may differ: its rows stay, those of {} are marked",
                       database.path(), version, program_version);
  throw BadInput(
      fmt::format("'{}' belongs to another study of {}: other parameters, ranges, seeds, observables, length or "
                  "tolerances, or a model file that has changed "
                  "(`carom info` shows its text)",
                  database.path(), system));
}

study::Cell cell(const Statement& statement, int column) {
  switch (statement.kind(column)) {
    case Statement::Kind::number: return statement.number(column);
    case Statement::Kind::whole: return static_cast<long>(statement.whole(column));
    case Statement::Kind::text: return std::string(statement.text(column));
    default: return {};
  }
}

}  // namespace

SweepStore SweepStore::open(const std::string& path, const study::Sweep& sweep, Mode mode) {
  std::error_code ignored;
  const bool there = std::filesystem::exists(path, ignored) && !is_empty_file(path);
  if (there && mode == Mode::fresh)
    throw BadInput(fmt::format("'{}' is there already: --resume goes on with it, or choose another name", path));
  if (there && !is_sqlite_file(path)) throw BadInput(fmt::format("'{}' is no store: it is left as it is", path));
  try {
    SweepStore store(Database(path, there ? Database::Mode::write : Database::Mode::create));
    Database& database = *store.database_;
    database.run("PRAGMA synchronous = NORMAL");
    // A write-ahead log where the file system takes one: a commit is one append. Only of what is known to be a store.
    const auto log_ahead = [&store, &database] {
      store.is_ours_ = true;
      Statement(database, "PRAGMA journal_mode = WAL").step();
    };
    if (there) {
      Statement tables(database, "SELECT count(*) FROM sqlite_master");
      const bool blank = tables.step() && tables.whole(0) == 0;  // killed before its first commit
      tables.reset();
      if (blank) {
        log_ahead();
        begin_store(database, sweep);
      } else {
        check_kind(database);
        store.note_ = check_study(database, sweep);
        log_ahead();
        store.marks_version_ = meta(database, "version") != program_version;
        store.has_version_ = has_version(database);
      }
    } else {
      log_ahead();
      begin_store(database, sweep);
    }
    for (const StoreColumn& column : columns(database, "parameter")) store.parameters_.push_back(column.name);
    for (const StoreColumn& column : columns(database, "observable")) store.observables_.push_back(column.name);
    // Whether it can be written is known now, not after an hour.
    database.run("BEGIN IMMEDIATE; COMMIT");
    store.prepare();
    return store;
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

SweepStore SweepStore::unnamed(const study::Sweep& sweep) {
  try {
    SweepStore store(Database("", Database::Mode::create));
    store.database_->run("PRAGMA synchronous = OFF");
    begin_store(*store.database_, sweep);
    for (const StoreColumn& column : columns(*store.database_, "parameter")) store.parameters_.push_back(column.name);
    store.prepare();
    return store;
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

// What is closed shall be one file that can be copied, and read where nothing can be written. Others that read it now keep
// it in WAL mode.
SweepStore::~SweepStore() {
  if (!database_ || !is_ours_) return;
  insert_ = Statement();
  sqlite3_busy_timeout(database_->handle(), 0);
  sqlite3_exec(database_->handle(), "PRAGMA journal_mode = DELETE", nullptr, nullptr, nullptr);
}

StoreReader SweepStore::reader() { return StoreReader(database_); }

void SweepStore::prepare() {
  std::string names = "point, key, seed, outcome, failed, reason, seconds", places = "?1, ?2, ?3, ?4, ?5, ?6, ?7";
  int at = 7;
  const auto add = [&](char kind, const std::string& name) {
    names += fmt::format(", \"{}_{}\"", kind, name);
    places += fmt::format(", ?{}", ++at);
  };
  for (const std::string& name : parameters_) add('p', name);
  for (const std::string& name : observables_) add('o', name);
  if (marks_version_ && has_version_) {
    names += ", version";
    places += fmt::format(", ?{}", ++at);
  }
  insert_ = Statement(*database_, fmt::format("INSERT OR IGNORE INTO results({}) VALUES ({})", names, places));
}

study::Remaining SweepStore::remaining(const study::Sweep& sweep) const {
  const long points = sweep.points();
  std::vector<bool> there(static_cast<std::size_t>(points));
  study::Remaining rest;
  Statement statement(*database_, "SELECT point, failed FROM results");
  while (statement.step()) {
    const std::int64_t point = statement.whole(0);
    if (point < 0 || point >= points)
      throw BadInput(fmt::format("'{}' is damaged: it has a point {}", database_->path(), point));
    there[static_cast<std::size_t>(point)] = true;
    ++rest.before;
    rest.failed_before += statement.whole(1) != 0;
  }
  for (long k = 0; k < points; ++k)
    if (!there[static_cast<std::size_t>(k)]) rest.numbers.push_back(k);
  return rest;
}

void SweepStore::put(const study::SweepRow& row) {
  if (!in_batch_) {
    database_->run("BEGIN IMMEDIATE");
    in_batch_ = true;
  }
  bool grown = false;
  if (marks_version_ && !has_version_) {
    database_->run("ALTER TABLE results ADD COLUMN version TEXT");
    has_version_ = grown = true;
  }
  for (const auto& [name, value] : row.observables) {
    if (std::find(observables_.begin(), observables_.end(), name) != observables_.end()) continue;
    add_observable(*database_, name);
    observables_.push_back(name);
    grown = true;
  }
  if (grown) prepare();
  insert_.bind(1, std::int64_t{row.number});
  insert_.bind(2, std::string_view(row.key));
  insert_.bind(3, static_cast<std::int64_t>(row.seed));
  insert_.bind(4, std::string_view(row.outcome));
  insert_.bind(5, std::int64_t{row.failed});
  insert_.bind(6, std::string_view(row.reason));
  insert_.bind(7, row.seconds);
  int at = 8;
  for (const study::Setting& value : row.values) {
    if (const double* number = std::get_if<double>(&value))
      insert_.bind(at++, *number);
    else
      insert_.bind(at++, std::string_view(std::get<std::string>(value)));
  }
  for (const std::string& name : observables_) {
    const auto found = std::find_if(row.observables.begin(), row.observables.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    const study::Cell none, &value = found == row.observables.end() ? none : found->second;
    if (const double* number = std::get_if<double>(&value))
      insert_.bind(at++, *number);
    else if (const long* whole = std::get_if<long>(&value))
      insert_.bind(at++, std::int64_t{*whole});
    else if (const std::string* word = std::get_if<std::string>(&value))
      insert_.bind(at++, std::string_view(*word));
    else
      insert_.bind_nothing(at++);
  }
  if (marks_version_) insert_.bind(at++, program_version);
  insert_.step();
  insert_.reset();
}

void SweepStore::flush() {
  if (!in_batch_) return;
  database_->run("COMMIT");
  in_batch_ = false;
}

std::string StoreInfo::computed_by() const {
  if (versions.size() == 1) return versions.begin()->first;
  std::string text;
  for (const auto& [by, rows] : versions)
    text += fmt::format("{}{} ({} row{})", text.empty() ? "" : ", ", by, rows, rows == 1 ? "" : "s");
  return text;
}

StoreReader::StoreReader(const std::string& path) {
  if (!is_sqlite_file(path)) throw BadInput(fmt::format("'{}' is no store of a sweep", path));
  try {
    database_ = std::make_shared<Database>(path, Database::Mode::read);
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
  read_info();
}

StoreReader::StoreReader(std::shared_ptr<Database> database) : database_(std::move(database)) { read_info(); }

void StoreReader::read_info() {
  const std::string& path = database_->path();
  try {
    check_kind(*database_);
    info_.version = meta(*database_, "version");
    info_.system = meta(*database_, "system");
    info_.title = meta(*database_, "title");
    info_.study = meta(*database_, "study");
    info_.model = meta(*database_, "model");
    info_.identity = meta(*database_, "identity");
    info_.begun = meta(*database_, "begun");
    info_.versions = versions_of(*database_);
    const std::string points = meta(*database_, "points");
    if (points.empty() || points.size() > 12 || points.find_first_not_of("0123456789") != std::string::npos)
      throw BadInput(fmt::format("'{}' is damaged: it does not say how many points it has", path));
    info_.points = std::stol(points);
    Statement range(*database_, "SELECT min(point), max(point) FROM results");
    if (range.step() && range.kind(0) != Statement::Kind::nothing &&
        (range.whole(0) < 0 || range.whole(1) >= info_.points))
      throw BadInput(fmt::format("'{}' is damaged: it has a point outside its study of {}", path, info_.points));
    info_.parameters = columns(*database_, "parameter");
    info_.observables = columns(*database_, "observable");
    Statement sums(*database_, "SELECT outcome, count(*), sum(failed), sum(seconds) FROM results GROUP BY outcome");
    while (sums.step()) {
      info_.outcomes[std::string(sums.text(0))] = static_cast<long>(sums.whole(1));
      info_.done += static_cast<long>(sums.whole(1));
      info_.failed += static_cast<long>(sums.whole(2));
      info_.seconds += sums.number(3);
    }
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

void StoreReader::visit(const std::function<void(const study::SweepRow&)>& visitor) const {
  std::string names = "point, key, seed, outcome, failed, reason, seconds";
  for (const StoreColumn& column : info_.parameters) names += fmt::format(", \"p_{}\"", column.name);
  for (const StoreColumn& column : info_.observables) names += fmt::format(", \"o_{}\"", column.name);
  try {
    Statement statement(*database_, fmt::format("SELECT {} FROM results ORDER BY point", names));
    study::SweepRow row;
    row.values.resize(info_.parameters.size());
    for (const StoreColumn& column : info_.observables) row.observables.emplace_back(column.name, study::Cell{});
    while (statement.step()) {
      row.number = static_cast<long>(statement.whole(0));
      row.key = statement.text(1);
      row.seed = static_cast<std::uint64_t>(statement.whole(2));
      row.outcome = statement.text(3);
      row.failed = statement.whole(4) != 0;
      row.reason = statement.text(5);
      row.seconds = statement.number(6);
      int at = 7;
      for (study::Setting& value : row.values) {
        if (statement.kind(at) == Statement::Kind::text)
          value = std::string(statement.text(at));
        else
          value = statement.number(at);
        ++at;
      }
      for (auto& [name, value] : row.observables) value = cell(statement, at++);
      visitor(row);
    }
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

namespace {

Statement columns_of(const Database& database, const std::vector<std::string>& columns) {
  std::string names;
  for (const std::string& column : columns) {
    if (!is_name(column)) throw BadInput(fmt::format("'{}' is no column of a store", column));
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", column);
  }
  return {database, fmt::format("SELECT {} FROM results ORDER BY point", names.empty() ? "NULL" : names)};
}

}  // namespace

double StoreRow::number(int column) const {
  const Statement::Kind kind = statement_->kind(column);
  const bool is_number = kind == Statement::Kind::number || kind == Statement::Kind::whole;
  return is_number ? statement_->number(column) : std::numeric_limits<double>::quiet_NaN();
}

void StoreReader::scan(const std::vector<std::string>& columns,
                       const std::function<void(const StoreRow&)>& visitor) const {
  try {
    Statement statement = columns_of(*database_, columns);
    const StoreRow row(statement);
    while (statement.step()) visitor(row);
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

std::vector<double> StoreReader::numbers(const std::string& column) const {
  std::vector<double> values;
  scan({column}, [&](const StoreRow& row) { values.push_back(row.number(0)); });
  return values;
}

std::vector<std::string> StoreReader::words(const std::string& column) const {
  std::vector<std::string> values;
  scan({column}, [&](const StoreRow& row) { values.emplace_back(row.word(0)); });
  return values;
}

long merge(const std::string& into, const std::string& from) {
  const StoreReader other(from), mine(into);
  std::error_code error;
  if (std::filesystem::equivalent(into, from, error)) throw BadInput("a store cannot be merged with itself");
  refuse_newer(into, mine.info().versions);
  refuse_newer(from, other.info().versions);
  // Of two versions the texts decide, as this program reads them.
  if (other.info().identity != mine.info().identity &&
      (other.info().version == mine.info().version || identity_now(mine.info().study).empty() ||
       identity_now(other.info().study) != identity_now(mine.info().study)))
    throw BadInput(fmt::format("'{}' and '{}' are of different studies", into, from));
  try {
    Database database(into, Database::Mode::write);
    Statement attach(database, "ATTACH ?1 AS other");
    attach.bind(1, std::string_view(other.uri()));
    attach.step();
    attach.reset();
    // All or nothing, new columns too.
    database.run("BEGIN IMMEDIATE");
    for (const StoreColumn& column : other.info().observables) add_observable(database, column.name);
    std::string names = "point, key, seed, outcome, failed, reason, seconds";
    for (const StoreColumn& column : mine.info().parameters) names += fmt::format(", \"p_{}\"", column.name);
    for (const StoreColumn& column : other.info().observables) names += fmt::format(", \"o_{}\"", column.name);
    const bool other_marks = has_column(database, "version", "other");
    const bool marks = other_marks || has_version(database) || other.info().version != mine.info().version;
    if (marks && !has_version(database)) database.run("ALTER TABLE main.results ADD COLUMN version TEXT");
    Statement before(database, "SELECT count(*) FROM main.results");
    before.step();
    const std::int64_t had = before.whole(0);
    before.reset();
    // Rows keep the version that computed them; those of the one that began this store need no mark.
    Statement copy(database,
                   marks ? fmt::format("INSERT OR IGNORE INTO main.results({0}, version) SELECT {0}, "
                                       "nullif(coalesce({1}, ?1), ?2) FROM other.results",
                                       names, other_marks ? "version" : "NULL")
                         : fmt::format("INSERT OR IGNORE INTO main.results({0}) SELECT {0} FROM other.results", names));
    if (marks) {
      copy.bind(1, std::string_view(other.info().version));
      copy.bind(2, std::string_view(mine.info().version));
    }
    copy.step();
    copy.reset();
    before.step();
    const std::int64_t has = before.whole(0);
    before.reset();
    database.run("COMMIT");
    return static_cast<long>(has - had);
  } catch (const StoreFailure& failure) {
    failure.refuse();
  }
}

std::string to_csv(const StoreReader& reader) {
  const auto field = [](const std::string& words) {
    const std::string text = spreadsheet_text(words);
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
  };
  std::string csv = "point";
  for (const StoreColumn& column : reader.info().parameters) csv += "," + column.name;
  csv += ",seed,outcome";
  for (const StoreColumn& column : reader.info().observables) csv += "," + column.name;
  csv += ",reason\n";
  reader.visit([&](const study::SweepRow& row) {
    csv += std::to_string(row.number);
    for (const study::Setting& value : row.values) {
      csv += ',';
      if (const double* number = std::get_if<double>(&value))
        csv += number_text(*number);
      else
        csv += field(std::get<std::string>(value));
    }
    csv += fmt::format(",{},{}", row.seed, field(row.outcome));
    for (const auto& [name, value] : row.observables) {
      csv += ',';
      if (const double* number = std::get_if<double>(&value))
        csv += number_text(*number);
      else if (const long* whole = std::get_if<long>(&value))
        csv += std::to_string(*whole);
      else if (const std::string* word = std::get_if<std::string>(&value))
        csv += field(*word);
    }
    csv += "," + field(row.reason) + "\n";
  });
  return csv;
}

}  // namespace carom::store
