// SPDX-License-Identifier: Apache-2.0
// carom report STORE: a page with the figures, outcomes and data of a sweep.
#include <chrono>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/report/sweep_report.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  Common common;
  Text store, out, x, by, y, csv;
};

std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    if (comma == at) throw BadInput(fmt::format("--y needs names with commas between them, got '{}'", list));
    names.push_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return names;
}

// A store of a system that this version does not have shows its observables without units.
std::map<std::string, std::string> units_of(const std::string& system) {
  std::map<std::string, std::string> units;
  for (const study::System* known : study::systems()) {
    if (known->name() != system) continue;
    for (const study::Quantity& quantity : known->card().observables) units[quantity.name] = quantity.unit;
  }
  return units;
}

// The store's name without its ending, beside it.
fs::path default_folder(const fs::path& store) {
  fs::path folder = store;
  folder.replace_extension();
  folder += "-report";
  return folder;
}

int report(const Arguments& a) {
  const auto begun = std::chrono::steady_clock::now();
  const fs::path out = a.out ? fs::path(*a.out) : default_folder(*a.store);
  if (out.empty()) throw BadInput("--out needs the name of a folder");
  // A file in the folder of the report may be named before that folder is there.
  std::error_code error;
  const bool csv_in_out = a.csv && fs::weakly_canonical(fs::absolute(*a.csv).parent_path(), error) ==
                                       fs::weakly_canonical(fs::absolute(out), error);
  check_outputs({a.common.json, csv_in_out ? Text() : a.csv});
  std::error_code none;
  if (!fs::exists(*a.store, none)) throw BadInput(fmt::format("there is no file '{}'", *a.store));
  const store::StoreReader reader(*a.store);
  report::SweepReportOptions options{.out = out,
                                     .store_name = fs::path(*a.store).filename().string(),
                                     .x = a.x,
                                     .by = a.by,
                                     .units = units_of(reader.info().system)};
  if (a.y) options.y = names_in(*a.y);
  if (a.csv) options.csv = *a.csv;
  const report::SweepReportResult result = report::report_sweep(reader, options);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  using Json = nlohmann::ordered_json;
  Json figures = Json::array();
  for (const fs::path& figure : result.figures) figures.push_back(figure.string());
  const Json object{{"store", *a.store},       {"report", result.page.string()},
                    {"figures", figures},      {"csv", result.csv ? Json(result.csv->string()) : Json()},
                    {"points", result.points}, {"done", result.done},
                    {"failed", result.failed}, {"wall_seconds", seconds}};
  deliver_json(a.common, object.dump(2, ' ', false, Json::error_handler_t::replace));
  say(a.common, fmt::format("carom: {}", result.brief()));
  return ok;
}

}  // namespace

Verb report_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--out", "DIR", "folder for report.html and the figures (the store's name with -report)", &a->out},
      {"--x", "NAME", "the parameter to draw over (the one with the most values)", &a->x},
      {"--by", "NAME", "the parameter that tells lines apart, or the other side of a map", &a->by},
      {"--y", "A,B", "the observables to draw, or outcome (all)", &a->y},
      {"--csv", "FILE", "the rows as CSV, however many (DIR/data.csv, up to 100000 rows)", &a->csv}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "report",
      .summary = "a page with the figures, outcomes and data of a sweep",
      .examples = {"carom report drift.sqlite", "carom report drift.sqlite --x A_r --by f --y drift --out drift"},
      .positionals = {{.name = "STORE",
                       .meaning = "written by carom sweep --out, finished or not",
                       .target = &a->store}},
      .options = std::move(options),
      .act = [a] { return report(*a); },
      .closing = {"Two parameters with more than 12 values each make maps, else there are lines; samples are points.",
                  "Exit codes: 0 written, 2 no store, an empty one, or bad input: nothing is written."}};
}

}  // namespace carom::app
