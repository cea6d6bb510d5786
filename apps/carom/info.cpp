// SPDX-License-Identifier: Apache-2.0
// carom info FILE: what is in a file that Carom wrote; repairs a file left by a killed run.
#include <algorithm>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/io/basin_file.hpp"
#include "carom/io/file_info.hpp"
#include "carom/io/finite_or_null.hpp"
#include "carom/io/json.hpp"
#include "carom/io/restart_file.hpp"
#include "carom/store/sweep_store.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

std::string to_json(const io::FileInfo& info) {
  using Json = nlohmann::ordered_json;
  Json object;
  object["file"] = info.path;
  object["kind"] = std::string(io::name(info.kind));
  object["title"] = info.header.title;
  object["rows"] = info.rows;
  object["bytes"] = info.bytes;
  object["first_t"] = info.first_t ? Json(*info.first_t) : Json(nullptr);
  object["last_t"] = info.last_t ? Json(*info.last_t) : Json(nullptr);
  object["closed_cleanly"] = info.closed_cleanly;
  object["interrupted"] = nullptr;
  if (info.interruption) {
    object["interrupted"] = {{"t", study::finite_or_null(info.interruption->t)},
                             {"of", study::finite_or_null(info.interruption->planned)}};
  }
  object["being_written"] = info.being_written;
  object["repaired"] = info.repaired;
  if (!info.note.empty()) object["note"] = info.note;
  Json attributes = Json::object(), columns = Json::array();
  for (const auto& [attribute, value] : info.header.attributes) attributes[attribute] = value;
  for (const Column& column : info.header.columns)
    columns.push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  object["provenance"] = attributes;
  object["columns"] = columns;
  return object.dump(2, ' ', false, Json::error_handler_t::replace);
}

// A checkpoint of a run of many bodies.
int describe_restart(const Common& common, const std::string& path) {
  const io::RestartFile file = io::read_restart(path);
  nlohmann::ordered_json object{{"file", path},
                                {"kind", "restart"},
                                {"system", file.system},
                                {"version", file.version},
                                {"bytes", file.state.size()}};
  nlohmann::ordered_json settings = nlohmann::ordered_json::object();
  std::vector<std::vector<std::string>> rows{
      {"kind", "restart file, whole"}, {"system", file.system}, {"version", file.version}};
  for (const auto& [name, value] : file.settings) {
    settings[name] = value;
    rows.push_back({name, value});
  }
  object["provenance"] = settings;
  deliver_json(common, object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  if (!common.json) print("{}", aligned(rows));
  return ok;
}

// Below the study that names it.
std::string model_text(const std::string& model) { return model.empty() ? "" : "\nmodel:\n" + model; }

// A map of basins.
int describe_basins(const Common& common, const std::string& path) {
  using Json = nlohmann::ordered_json;
  const study::BasinMap map = io::read_basins(path);
  const long missing = map.missing();
  Json attractors = Json::array();
  std::vector<std::vector<std::string>> rows{
      {"kind", map.complete ? "map of basins" : fmt::format("map of basins, {} pixels missing", missing)},
      {"system", map.system},
      {"version", map.computed_by},
      {"pixels", fmt::format("{} of {} × {} of {}", map.columns(), map.x.name, map.rows(), map.y.name)}};
  if (!map.title.empty()) rows.push_back({"title", map.title});
  for (const study::BasinShare& share : study::shares_of(map, false))
    rows.push_back({share.name, fmt::format("{:.3f} ± {:.3f} %", 100 * share.fraction, 100 * share.error)});
  for (const study::Attractor& attractor : map.attractors)
    attractors.push_back({{"name", attractor.name}, {"period", attractor.period}});
  Json object{{"file", path},
              {"kind", "basins"},
              {"system", map.system},
              {"version", map.computed_by},
              {"title", map.title},
              {"complete", map.complete},
              {"pixels", {map.columns(), map.rows()}},
              {"missing", missing},
              {"attractors", attractors},
              {"study", map.text}};
  if (!map.model.empty()) object["model"] = map.model;
  deliver_json(common, object.dump(2, ' ', false, Json::error_handler_t::replace));
  if (!common.json) print("{}\n{}{}", aligned(rows), map.text, model_text(map.model));
  return ok;
}

// A store of a sweep.
int describe_store(const Common& common, const std::string& path) {
  const store::StoreReader reader(path);
  const store::StoreInfo& info = reader.info();
  using Json = nlohmann::ordered_json;
  Json parameters = Json::array(), observables = Json::array(), outcomes = Json::object();
  for (const store::StoreColumn& column : info.parameters)
    parameters.push_back({{"name", column.name}, {"unit", column.unit}});
  for (const store::StoreColumn& column : info.observables) observables.push_back(column.name);
  for (const auto& [outcome, count] : info.outcomes) outcomes[outcome] = count;
  Json object{{"file", path},
              {"kind", "store"},
              {"system", info.system},
              {"version", info.version},
              {"computed_by", info.versions},
              {"title", info.title},
              {"begun", info.begun},
              {"points", info.points},
              {"done", info.done},
              {"failed", info.failed},
              {"outcomes", outcomes},
              {"run_seconds", info.seconds},
              {"parameters", parameters},
              {"observables", observables},
              {"study", info.study}};
  if (!info.model.empty()) object["model"] = info.model;
  deliver_json(common, object.dump(2, ' ', false, Json::error_handler_t::replace));
  if (common.json) return ok;
  std::vector<std::vector<std::string>> rows{
      {"kind", "store of a sweep"},
      {"system", info.system},
      {"version", info.computed_by()},
      {"begun", info.begun},
      {"points", fmt::format("{}, {} done, {} failed", info.points, info.done, info.failed)}};
  for (const auto& [outcome, count] : info.outcomes) rows.push_back({outcome, std::to_string(count)});
  print("{}\n{}{}", aligned(rows), info.study, model_text(info.model));
  return ok;
}

}  // namespace

Verb info_verb() {
  struct Arguments {
    Common common;
    Text file;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    check_outputs({a->common.json});
    if (io::is_restart_file(*a->file)) return describe_restart(a->common, *a->file);
    if (store::is_sqlite_file(*a->file)) return describe_store(a->common, *a->file);
    if (io::is_basin_file(*a->file)) return describe_basins(a->common, *a->file);
    const io::FileInfo info = io::file_info(*a->file);
    deliver_json(a->common, to_json(info));
    if (!a->common.json) print("{}", io::describe(info));
    return ok;
  };
  return {.name = "info",
          .summary = "what is in a file that Carom wrote; a file left by a killed run is repaired",
          .examples = {"carom info drift.h5", "carom info events.csv --json -"},
          .positionals = {{.name = "FILE",
                           .meaning = "a trajectory (.h5, .csv), an event log (.csv), a film (.dump, .vtk.series), a "
                                      "checkpoint, a store or a map of basins",
                           .target = &a->file}},
          .options = common_options(a->common),
          .act = act};
}

}  // namespace carom::app
