// SPDX-License-Identifier: Apache-2.0
// Sweeps with their stores, and maps of basins: studies as text, as study files say them.
#include <algorithm>
#include <filesystem>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include <fmt/core.h>

#include "carom/analysis/basin_study.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/sha256.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/io/basin_file.hpp"
#include "carom/io/json.hpp"
#include "carom/store/sweep_store.hpp"
#include "carom/sweep/study_file.hpp"
#include "systems.hpp"
#include "work.hpp"

namespace carom::python {
namespace {

// A study names its system, and a model that was written in Python has no file: it is listed in the catalog from its first
// study on, by a name that is the same for the same text.
std::string listed(const BoundSystem& bound) {
  if (!bound.study_name.empty()) return bound.study_name;
  static std::map<std::string, std::unique_ptr<study::System>> known;  // under the interpreter's lock
  const std::string& text = bound->card().source;
  const std::string name = "model-" + sha256_hex(text).substr(0, 12);
  std::unique_ptr<study::System>& system = known[name];
  if (!system) {
    system = study::model_system(text, name);
    study::add_system(*system);
  }
  return name;
}

int jobs_of(const py::dict& settings) {
  return static_cast<int>(
      whole(settings, "jobs", static_cast<long>(std::max(std::thread::hardware_concurrency(), 1u)), 1, 1024));
}

// The rows of a sweep in memory, where no store keeps them.
class RowList final : public study::SweepSink {
 public:
  void put(const study::SweepRow& row) override { rows.push_back(row); }
  void flush() override {}
  std::vector<study::SweepRow> rows = {};
};

py::object object_of(const study::Setting& setting) {
  if (const double* number = std::get_if<double>(&setting)) return py::float_(*number);
  return py::str(std::get<std::string>(setting));
}

py::object object_of(const study::Cell& cell) {
  if (const double* number = std::get_if<double>(&cell)) return py::float_(*number);
  if (const long* count = std::get_if<long>(&cell)) return py::int_(*count);
  if (const std::string* text = std::get_if<std::string>(&cell)) return py::str(*text);
  return py::none();
}

py::tuple tuple_of(const study::SweepRow& row) {
  py::list values, observables;
  for (const study::Setting& value : row.values) values.append(object_of(value));
  for (const auto& [name, cell] : row.observables) observables.append(py::make_tuple(name, object_of(cell)));
  return py::make_tuple(row.number, values, row.seed, row.outcome, row.failed, row.reason, row.seconds, observables);
}

// A sweep as its text says it, for whoever computes its points: this process, or others.
struct BoundSweep {
  study::Sweep sweep;
};

py::dict run_sweep(const BoundSweep& bound, const py::dict& settings) {
  const study::Sweep& sweep = bound.sweep;
  const auto path = word(settings, "store");
  study::SweepOptions options{.jobs = jobs_of(settings)};
  RowList list;
  std::optional<store::SweepStore> store;
  study::Remaining remaining;
  if (path) {
    store.emplace(store::SweepStore::open(
        *path, sweep, yes(settings, "resume") ? store::SweepStore::Mode::resume : store::SweepStore::Mode::fresh));
    remaining = store->remaining(sweep);
  } else {
    for (long k = 0; k < sweep.points(); ++k) remaining.numbers.push_back(k);
  }
  Progress progress(entry(settings, "progress"));
  study::SweepReport report;
  bool interrupted = false;
  {
    Work work;
    progress.stops(work);
    options.interrupt = work.interrupt();
    options.progress = [&progress](long done, long all, long) {
      progress(static_cast<double>(done), static_cast<double>(all));
    };
    study::SweepSink& sink = store ? static_cast<study::SweepSink&>(*store) : list;
    report = study::run_by_threads(sweep, remaining, sink, options);
    interrupted = work.finish();
    progress.check();
  }
  if (store) {
    const store::StoreReader reader(*path);
    reader.visit([&list](const study::SweepRow& row) { list.rows.push_back(row); });
  } else {
    std::sort(list.rows.begin(), list.rows.end(),
              [](const study::SweepRow& a, const study::SweepRow& b) { return a.number < b.number; });
  }
  py::dict dict;
  py::list rows, varied;
  for (const study::SweepRow& row : list.rows) rows.append(tuple_of(row));
  for (const std::string& name : sweep.varied()) varied.append(name);
  dict["rows"] = rows;
  dict["varied"] = varied;
  dict["points"] = report.points;
  dict["before"] = report.before;
  dict["computed"] = report.done;
  dict["failed"] = report.failed;
  dict["seeded"] = sweep.seeded;
  dict["note"] = store ? store->note() : std::string();
  dict["interrupted"] = interrupted;
  return dict;
}

using Texts = std::vector<std::pair<std::string, std::string>>;

// {"cycles": 100} as a list of texts.
Texts texts_of(const py::dict& values) {
  Texts list;
  for (const auto& [key, value] : values) {
    const std::string name = py::str(key);
    list.emplace_back(name, text_of(value, name));
  }
  return list;
}
std::vector<std::string> assignments_of(const py::dict& values) {
  std::vector<std::string> list;
  for (const auto& [name, text] : texts_of(values)) list.push_back(name + "=" + text);
  return list;
}

// The text that the command makes of the same flags.
std::string sweep_text(const std::string& system, const py::dict& keys, const py::dict& set, const py::dict& vary,
                       const py::dict& sample, const py::dict& sampling) {
  study::SweepFlags flags{.system = system,
                          .keys = texts_of(keys),
                          .set = assignments_of(set),
                          .vary = assignments_of(vary),
                          .sample = assignments_of(sample)};
  const auto text = [&](const char* name) {
    const py::object value = entry(sampling, name);
    return value.is_none() ? std::string() : text_of(value, name);
  };
  flags.sampling = text("sampling");
  flags.samples = text("samples");
  flags.sample_seed = text("sample_seed");
  flags.observables = text("observables");
  return study::study_text(flags);
}
std::string basin_text(const std::string& system, const py::dict& keys, const py::dict& set, const py::dict& map) {
  return study::basin_study_text(system, texts_of(keys), assignments_of(set), assignments_of(map));
}

BoundSweep read_sweep(const std::string& text, const std::string& source) {
  return {.sweep = study::read_study(text, source)};
}

struct BoundBasins {
  study::BasinMap map;
  bool mirror_together = false;
  bool interrupted = false;
};

BoundBasins map_basins(const std::string& text, const std::string& source, const py::dict& settings) {
  study::BasinRequest request = study::read_basin_study(text, source);
  request.jobs = jobs_of(settings);
  request.verify = whole(settings, "verify", 0, 0, 1000000000);
  request.seed = static_cast<std::uint64_t>(whole(settings, "seed", 1, 0, 1000000000000000));
  const auto path = word(settings, "store");
  std::optional<study::BasinMap> begun;
  if (path && yes(settings, "resume") && std::filesystem::exists(*path)) {
    begun = io::read_basins(*path);
    if (begun->text != text)
      throw BadInput(fmt::format("'{}' is a map of another study; take another name, or leave resume out", *path));
  }
  Progress progress(entry(settings, "progress"));
  Work work;
  progress.stops(work);
  request.interrupt = work.interrupt();
  request.progress = [&progress](double done, double all, const std::string&) { progress(done, all); };
  if (path) request.checkpoint = [&path](const study::BasinMap& map) { io::write_basins(*path, map); };
  BoundBasins bound{.map = study::map_basins(request, begun ? &*begun : nullptr),
                    .mirror_together = request.mirror_together};
  if (path) io::write_basins(*path, bound.map);
  bound.interrupted = work.finish();
  progress.check();
  return bound;
}

py::dict dict_of(const study::BasinAxis& axis) {
  py::dict dict;
  dict["name"] = axis.name;
  dict["unit"] = axis.unit;
  dict["from"] = axis.from;
  dict["to"] = axis.to;
  dict["pixels"] = axis.pixels;
  return dict;
}

py::dict dict_of(const study::Attractor& it) {
  py::dict dict;
  dict["name"] = it.name;
  dict["period"] = it.period;
  dict["multiplier"] = it.multiplier;
  dict["mirror"] = it.mirror >= 0 ? py::object(py::int_(it.mirror)) : py::none();
  dict["signature"] = it.signature;
  dict["found_at"] = array_of(it.x_y);
  py::list points;
  for (const Eigen::VectorXd& z : it.points)
    points.append(array_of(std::vector<double>(z.data(), z.data() + z.size())));
  dict["points"] = points;
  dict["observables"] = python::dict_of(it.observables);
  return dict;
}

py::dict dict_of(const BoundBasins& bound) {
  const study::BasinMap& map = bound.map;
  py::dict dict;
  dict["system"] = map.system;
  dict["title"] = map.title;
  dict["text"] = map.text;
  dict["x"] = dict_of(map.x);
  dict["y"] = dict_of(map.y);
  dict["cycles"] = map.cycles;
  dict["labels"] = array_of(std::vector<std::int32_t>(map.label), map.columns());
  dict["flashes"] = array_of(std::vector<std::int32_t>(map.flashes), map.columns());
  dict["parameters"] = python::dict_of(map.parameters);
  py::list attractors, shares;
  for (const study::Attractor& attractor : map.attractors) attractors.append(dict_of(attractor));
  for (const study::BasinShare& share : map.shares) {
    py::dict entry;
    entry["name"] = share.name;
    entry["labels"] = list_of(share.labels);
    entry["fraction"] = share.fraction;
    entry["error"] = share.error;
    shares.append(entry);
  }
  dict["attractors"] = attractors;
  dict["shares"] = shares;
  dict["reasons"] = list_of(map.reasons);
  dict["border"] = list_of(map.border);
  dict["checked"] = map.check.checked;
  dict["disagree"] = map.check.disagree;
  dict["complete"] = map.complete;
  dict["wall_seconds"] = map.seconds;
  return dict;
}

}  // namespace

void bind_studies(py::module_& module) {
  module.def("listed", &listed);
  module.def("sweep_text", &sweep_text);
  module.def("basin_text", &basin_text);
  py::class_<BoundSweep>(module, "Sweep")
      .def(py::init(&read_sweep))
      .def_property_readonly("points", [](const BoundSweep& bound) { return bound.sweep.points(); })
      .def("compute",
           [](const BoundSweep& bound, long number) {
             if (number < 0 || number >= bound.sweep.points())
               throw BadInput(
                   fmt::format("the sweep has {} points; there is no point {}", bound.sweep.points(), number));
             study::SweepRow row;
             {
               Work work;
               row = study::compute(bound.sweep, number, work.interrupt());
             }
             return py::bytes(study::packed(row));
           })
      .def("run", &run_sweep);
  py::class_<BoundBasins>(module, "BasinResult")
      .def_readonly("interrupted", &BoundBasins::interrupted)
      .def("table", [](const BoundBasins& bound) { return dict_of(bound); })
      .def("json", [](const BoundBasins& bound) { return study::to_json(bound.map); });
  module.def("basins", &map_basins);
}

}  // namespace carom::python
