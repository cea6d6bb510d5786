// SPDX-License-Identifier: Apache-2.0
#include "carom/report/sweep_report.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/report/page.hpp"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_of(const std::vector<store::StoreColumn>& columns) {
  std::vector<std::string> names;
  for (const store::StoreColumn& column : columns) names.push_back(column.name);
  return names;
}

bool among(const std::string& name, const std::vector<std::string>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void check_name(const std::string& name, const std::vector<std::string>& names, const char* flag, const char* kind) {
  if (among(name, names)) return;
  std::string message = fmt::format("{}: this store has no {} '{}'", flag, kind, name);
  if (const auto nearest = nearest_name(name, names))
    message += fmt::format("; did you mean '{}'?", *nearest);
  else
    message += names.empty() ? "; it has none" : fmt::format("; it has {}", fmt::join(names, ", "));
  throw BadInput(message);
}

// What is to be read: as asked, or all.
std::vector<std::string> wanted(const store::StoreInfo& info, const SweepReportOptions& options, bool& outcome) {
  const std::vector<std::string> parameters = names_of(info.parameters), observables = names_of(info.observables);
  if (options.x) check_name(*options.x, parameters, "--x", "parameter");
  if (options.by) check_name(*options.by, parameters, "--by", "parameter");
  std::vector<std::string> known = observables, chosen;
  known.push_back("outcome");
  for (const std::string& name : options.y) {
    check_name(name, known, "--y", "observable");
    if (!among(name, observables))
      outcome = true;
    else if (!among(name, chosen))
      chosen.push_back(name);
  }
  if (!options.y.empty()) return chosen;
  outcome = true;
  return observables;
}

std::string share(long part, long all) {
  return fmt::format("{:.3g} %", 100.0 * static_cast<double>(part) / static_cast<double>(all));
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  if (seconds < 6000) return fmt::format("{:.3g} min", seconds / 60);
  return fmt::format("{:.3g} h", seconds / 3600);
}

// A mark of emphasis in a reason is only a letter.
std::string plain(std::string text) {
  for (char& c : text)
    if (c == '`') c = '\'';
  return text.empty() ? text : "`" + text + "`";
}

Table outcome_table(const SweepTable& table) {
  Table result{.caption = "How the runs ended.",
               .columns = {{.name = "outcome"},
                           {.name = "runs"},
                           {.name = "share"},
                           {.name = "failed"},
                           {.name = "a reason, as an example"}}};
  std::vector<std::pair<std::string, SweepOutcome>> outcomes(table.outcomes.begin(), table.outcomes.end());
  std::stable_sort(outcomes.begin(), outcomes.end(),
                   [](const auto& a, const auto& b) { return a.second.runs > b.second.runs; });
  for (const auto& [name, outcome] : outcomes)
    result.rows.push_back(
        {plain(name), outcome.runs, share(outcome.runs, table.runs), outcome.failed, plain(outcome.reason)});
  return result;
}

void add_word_tables(const SweepTable& table, Page& page) {
  for (const SweepQuantity& quantity : table.quantities) {
    if (!quantity.is_word || quantity.name == "outcome") continue;
    Table words{.caption = fmt::format("The words of `{}`.", quantity.name),
                .columns = {{.name = quantity.name}, {.name = "runs"}, {.name = "share"}}};
    for (std::size_t k = 0; k < std::min<std::size_t>(quantity.words.size(), 30); ++k)
      words.rows.push_back({plain(quantity.words[k]), quantity.word_runs[k], share(quantity.word_runs[k], table.runs)});
    page.table(std::move(words));
  }
}

// Where nothing can be drawn and there are few points: what they gave.
void add_means(const SweepTable& table, Page& page) {
  if (table.points > 100) return;
  Table means{.caption = table.several_seeds ? "Means over the seeds, with standard errors." : "What the runs gave."};
  std::vector<const SweepQuantity*> shown;
  for (const SweepParameter& parameter : table.parameters)
    means.columns.push_back({.name = parameter.name, .unit = parameter.unit});
  for (const SweepQuantity& quantity : table.quantities) {
    if (quantity.is_word || quantity.runs == 0 || shown.size() == 8) continue;
    shown.push_back(&quantity);
    means.columns.push_back({.name = quantity.name, .unit = quantity.unit});
  }
  if (shown.empty()) return;
  for (std::size_t i = 0; i < table.points; ++i) {
    std::vector<Cell> row;
    for (const SweepParameter& parameter : table.parameters) {
      const std::uint32_t value = parameter.value[i];
      row.push_back(parameter.is_number ? Cell(parameter.numbers[value]) : Cell(plain(parameter.words[value])));
    }
    for (const SweepQuantity* quantity : shown) {
      const bool spread = !quantity->error.empty() && std::isfinite(quantity->error[i]);
      row.push_back(std::isnan(quantity->mean[i]) ? Cell()
                    : spread ? Cell(fmt::format("{:.6g} ± {:.2g}", quantity->mean[i], quantity->error[i]))
                             : Cell(quantity->mean[i]));
    }
    means.rows.push_back(std::move(row));
  }
  page.table(std::move(means));
}

std::string range_text(const SweepParameter& parameter) {
  if (!parameter.is_number)
    return fmt::format("{} values: {}", parameter.count(),
                       fmt::join(parameter.words.begin(),
                                 parameter.words.begin() +
                                     std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(parameter.count()), 12),
                                 ", "));
  const std::string unit = parameter.unit == "1" || parameter.unit.empty() ? "" : " " + parameter.unit;
  if (parameter.count() == 1) return fmt::format("{:.6g}{}", parameter.numbers.front(), unit);
  return fmt::format("{} {} from {:.6g} to {:.6g}{}", parameter.count(), parameter.sampled ? "samples" : "values",
                     parameter.numbers.front(), parameter.numbers.back(), unit);
}

Page page_of(const store::StoreInfo& info, const SweepReportOptions& options, const SweepTable& table,
             const SweepFigures& drawn, std::size_t left_out) {
  Page page{.title = info.title.empty() ? fmt::format("Sweep of {}", info.system) : info.title,
            .subtitle = fmt::format("`{}`, `{}`, carom {}, begun {}", info.system, options.store_name,
                                    info.computed_by(), info.begun)};
  page.summary({{.value = std::to_string(info.points), .label = "points of the study"},
                {.value = std::to_string(info.done), .label = "done"},
                {.value = std::to_string(info.failed), .label = "failed"},
                {.value = duration_text(info.seconds), .label = "of computing"}});
  if (info.done < info.points)
    page.paragraph(
        fmt::format("**The store is incomplete:** {} of {} points ({}) are there, and the report shows these. `carom "
                    "sweep … --resume` computes the others.",
                    info.done, info.points, share(info.done, info.points)));
  page.section("Figures");
  if (!drawn.note.empty()) page.paragraph(drawn.note);
  if (left_out > 0) page.paragraph(fmt::format("{} more observables are not drawn: name them with `--y`.", left_out));
  for (const Figure& figure : drawn.figures) page.figure(figure);
  if (drawn.figures.empty()) add_means(table, page);
  page.section("Outcomes").table(outcome_table(table));
  add_word_tables(table, page);
  page.section("Study");
  std::vector<std::pair<std::string, std::string>> entries;
  for (const SweepParameter& parameter : table.parameters) entries.emplace_back(parameter.name, range_text(parameter));
  page.definitions(std::move(entries));
  page.listing(info.study);
  return page;
}

// A folder that goes again if it was made in vain.
class Folder {
 public:
  explicit Folder(const fs::path& path) : path_(path) {
    std::error_code error;
    if (fs::is_directory(path, error)) return;
    if (fs::exists(path, error)) throw BadInput(fmt::format("'{}' is there and no folder", path.string()));
    if (!fs::create_directories(path, error) || error)
      throw BadInput(fmt::format("cannot make the folder '{}'", path.string()));
    made_ = true;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (made_) fs::remove_all(path_, ignored);
  }
  void keep() { made_ = false; }

 private:
  fs::path path_;
  bool made_ = false;
};

}  // namespace

std::string SweepReportResult::brief() const {
  return fmt::format("{}: {} figure{} of {} points{}{}", page.string(), figures.size(), figures.size() == 1 ? "" : "s",
                     done, done < points ? fmt::format(" ({} are missing)", points - done) : "",
                     failed ? fmt::format(", {} failed", failed) : "");
}

SweepReportResult report_sweep(const store::StoreReader& reader, const SweepReportOptions& options) {
  const store::StoreInfo& info = reader.info();
  bool outcome = false;
  const std::vector<std::string> observables = wanted(info, options, outcome);
  if (info.done == 0) throw BadInput(fmt::format("'{}' is empty: it has no rows to report", options.store_name));
  SweepTable table = read_sweep(reader, observables, options.units);
  // Asked for or not, the outcome is counted; it is drawn if it was.
  if (!outcome) table.quantities.pop_back();
  SweepFigures drawn = draw_sweep(table, {options.x, options.by}, info.done < info.points);
  std::size_t left_out = 0;
  if (options.y.empty() && drawn.figures.size() > most_figures_unasked) {
    left_out = drawn.figures.size() - most_figures_unasked;
    drawn.figures.resize(most_figures_unasked);
  }
  Page page = page_of(info, options, table, drawn, left_out);

  SweepReportResult result{
      .page = options.out / "report.html", .points = info.points, .done = info.done, .failed = info.failed};
  page.section("Data");
  std::string csv;
  if (options.csv || table.runs <= most_rows_unasked) {
    result.csv = options.csv ? *options.csv : options.out / "data.csv";
    csv = store::to_csv(reader);
    std::error_code error;
    const fs::path from_page = fs::proximate(fs::absolute(*result.csv), fs::absolute(options.out), error);
    page.file_link("All rows as CSV:", from_page.empty() ? result.csv->string() : from_page.generic_string());
  } else {
    page.paragraph(fmt::format("The {} rows are not written as CSV unless `--csv FILE` asks for it; `{}` has them all.",
                               table.runs, options.store_name));
  }
  std::vector<std::pair<fs::path, std::string>> files;
  for (const Figure& figure : drawn.figures) {
    files.emplace_back(options.out / (figure.id + ".svg"), render(figure));
    result.figures.push_back(files.back().first);
  }
  files.emplace_back(result.page, render(page));
  for (const auto& [path, text] : files)
    if (result.csv && fs::weakly_canonical(fs::absolute(path)) == fs::weakly_canonical(fs::absolute(*result.csv)))
      throw BadInput(fmt::format("'{}' is a file of the report: choose another name for --csv", result.csv->string()));

  Folder folder(options.out);
  if (result.csv) write_atomically(*result.csv, csv);
  for (const auto& [path, text] : files) write_atomically(path, text);
  folder.keep();
  return result;
}

}  // namespace carom::report
