// SPDX-License-Identifier: Apache-2.0
// The results of a sweep in one SQLite file: the whole study and where it came from, and one row a point.
//
//   meta(name, value)             format, program, version, study, identity, system, title, points, …
//   columns(kind, name, unit)     what varies ("parameter") and what came out ("observable"), in order
//   results(point, key, seed, outcome, failed, reason, seconds, p_NAME…, o_NAME…)
//   results.version               only where the rows are of several versions: of those that another version computed than
//                                 the one that began the store
//
// Rows are written in transactions: a process that is killed loses those of its last tenth of a second, which --resume
// computes again, and never leaves half a row. Numbers keep their bits; one that has no value in a run is NULL. Anyone may
// read the file with SQLite while it grows. A store that is closed is one file, without a journal beside it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/store/sqlite.hpp"
#include "carom/sweep/sweep_run.hpp"

namespace carom::store {

struct StoreColumn {
  std::string name = {}, unit = "1";
};

// What a store says of itself.
struct StoreInfo {
  std::string version = {}, system = {}, title = {}, study = {}, model = {}, identity = {}, begun = {};
  std::map<std::string, long> versions = {};  // rows by the program that computed them
  long points = 0;                            // of the study
  long done = 0, failed = 0;
  double seconds = 0;  // of all runs together
  std::vector<StoreColumn> parameters = {}, observables = {};
  std::map<std::string, long> outcomes = {};

  std::string computed_by() const;  // "0.1.0", or "0.1.0 (3 rows), 0.2.0 (5 rows)"
};

// Chosen columns of a row as it passes by.
class StoreRow {
 public:
  explicit StoreRow(const Statement& statement) : statement_(&statement) {}
  Statement::Kind kind(int column) const { return statement_->kind(column); }
  double number(int column) const;                                              // NaN where there is none
  std::string_view word(int column) const { return statement_->text(column); }  // valid until the next row

 private:
  const Statement* statement_;
};

// For reading: throws BadInput if the file is no store. Nothing is written, not even beside it where that is impossible.
class StoreReader {
 public:
  explicit StoreReader(const std::string& path);
  explicit StoreReader(std::shared_ptr<Database> database);  // one that is open
  const StoreInfo& info() const { return info_; }
  std::string uri() const { return database_->uri(); }  // for SQLite's ATTACH
  // Every row in the order of its points; columns are those of info().
  void visit(const std::function<void(const study::SweepRow&)>& row) const;
  // Several columns in one pass, in the order of points, nothing built for a row: "p_A_r", "o_drift", "outcome". What is
  // not asked of a row is not read.
  void scan(const std::vector<std::string>& columns, const std::function<void(const StoreRow&)>& row) const;
  // One column as numbers, NaN where there is none, in the order of points: "p_A_r", "o_drift".
  std::vector<double> numbers(const std::string& column) const;
  std::vector<std::string> words(const std::string& column) const;

 private:
  void read_info();

  std::shared_ptr<Database> database_;
  StoreInfo info_;
};

class SweepStore final : public study::SweepSink {
 public:
  enum class Mode { fresh, resume };  // fresh: there must be no such file; resume: goes on, or begins

  // For writing. Throws BadInput, with the reason, for a file that is there, cannot be written, is of another study or
  // kind, or newer than this program. One that an older program began is gone on with: what was computed stays, what
  // comes is marked.
  static SweepStore open(const std::string& path, const study::Sweep& sweep, Mode mode);
  // One without a name, gone with this object and its readers whatever happens to the program.
  static SweepStore unnamed(const study::Sweep& sweep);
  SweepStore(SweepStore&&) = default;
  SweepStore& operator=(SweepStore&&) = delete;
  ~SweepStore() override;

  study::Remaining remaining(const study::Sweep& sweep) const;
  void put(const study::SweepRow& row) override;
  void flush() override;
  StoreReader reader();  // of what was flushed
  // A sentence for the user where rows of other numbers than ours are there already; else empty.
  const std::string& note() const { return note_; }

 private:
  explicit SweepStore(Database database) : database_(std::make_shared<Database>(std::move(database))) {}
  void prepare();

  std::shared_ptr<Database> database_;
  std::vector<std::string> parameters_, observables_;
  Statement insert_;
  std::string note_;
  bool is_ours_ = false;        // known to be a store: another's database keeps its ways
  bool marks_version_ = false;  // the store was begun by another version …
  bool has_version_ = false;    // … and has the column for it
  bool in_batch_ = false;
};

// Adds to the first store what the second has beside it, all or nothing. Both must be of one study. Returns the rows
// added.
long merge(const std::string& into, const std::string& from);

// The rows as CSV: point, parameters, seed, outcome, observables, reason.
std::string to_csv(const StoreReader& reader);

}  // namespace carom::store
