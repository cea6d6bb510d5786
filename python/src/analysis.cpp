// SPDX-License-Identifier: Apache-2.0
// Orbits, branches, bifurcation diagrams and the closed formulas.
#include <algorithm>
#include <string>
#include <thread>

#include <fmt/core.h>
#include <pybind11/complex.h>

#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/io/json.hpp"
#include "carom/theory/catalog.hpp"
#include "systems.hpp"
#include "work.hpp"

namespace carom::python {
namespace {

template <class Result>
struct Studied {
  Result result;
  bool interrupted = false;
};

study::OrbitRequest orbit_request(const BoundSystem& system, const py::dict& settings) {
  const study::RunRequest run = run_request(system, settings);
  study::OrbitRequest request{.parameters = run.parameters};
  request.law = run.law;
  request.q = run.q;
  request.u = run.u;
  request.t = run.t;
  read_motion(settings, request);
  request.period = quantity_in(settings, "period", "s");
  if (const auto settle = quantity_in(settings, "settle", "s")) request.settle = *settle;
  if (const auto section = word(settings, "section"))
    request.section = system->read_section(*section, run.parameters, "section");
  request.crossings = static_cast<int>(whole(settings, "crossings", 0, 1, 1000));
  return request;
}

double bound(const BoundSystem& system, const py::dict& settings, const char* name, const std::string& parameter) {
  const ParameterSpec& spec = system->card().parameters.at(parameter, "system '" + system->name() + "'");
  const auto value = quantity_in(settings, name, spec.unit);
  if (!value) throw BadInput(fmt::format("give the range of '{}' with its two ends", parameter));
  return *value;
}

Studied<study::OrbitResult> orbit(const BoundSystem& system, const py::dict& settings) {
  study::OrbitRequest request = orbit_request(system, settings);
  Work work;
  request.interrupt = work.interrupt();
  Studied<study::OrbitResult> studied{.result = study::find_orbit(*system, request)};
  studied.interrupted = work.finish();
  return studied;
}

Studied<study::ContinuationResult> follow(const BoundSystem& system, const py::dict& settings) {
  study::ContinuationRequest request{.start = orbit_request(system, settings)};
  const std::string kind = word(settings, "branch").value_or("orbit");
  if (kind != "orbit" && kind != "equilibrium")
    throw BadInput(fmt::format("branch must be orbit or equilibrium, got '{}'", kind));
  request.kind = kind == "orbit" ? study::BranchKind::orbit : study::BranchKind::equilibrium;
  const auto parameter = word(settings, "param");
  if (!parameter) throw BadInput("name the parameter that varies");
  request.parameter = *parameter;
  request.from = bound(system, settings, "from", *parameter);
  request.to = bound(system, settings, "to", *parameter);
  if (!entry(settings, "step").is_none()) request.step = bound(system, settings, "step", *parameter);
  if (!entry(settings, "max_step").is_none()) request.max_step = bound(system, settings, "max_step", *parameter);
  if (request.step < 0 || request.max_step < 0)
    throw BadInput("steps are above 0; the two ends of the range give the direction");
  request.max_points = static_cast<int>(whole(settings, "max_points", 1000, 2, 1000000));
  Progress progress(entry(settings, "progress"));
  Work work;
  progress.stops(work);
  request.start.interrupt = work.interrupt();
  request.progress = [&progress](double, double done) { progress(done, 1); };
  Studied<study::ContinuationResult> studied{.result = study::follow_branch(*system, request)};
  studied.interrupted = work.finish();
  progress.check();
  return studied;
}

Studied<study::BifurcationResult> bifurcation(const BoundSystem& system, const py::dict& settings) {
  const study::OrbitRequest start = orbit_request(system, settings);
  study::BifurcationRequest request{.run = {.parameters = start.parameters}};
  request.run.q = start.q;
  request.run.u = start.u;
  request.run.t = start.t;
  static_cast<study::MotionOptions&>(request.run) = start;
  request.section = start.section;
  // No derivative is taken along a sweep: the tolerances of a run do.
  if (entry(settings, "rtol").is_none()) request.run.rtol = study::MotionOptions{}.rtol;
  if (entry(settings, "atol").is_none()) request.run.atol = study::MotionOptions{}.atol;
  const auto parameter = word(settings, "param");
  if (!parameter) throw BadInput("name the parameter that varies");
  request.parameter = *parameter;
  request.from = bound(system, settings, "from", *parameter);
  request.to = bound(system, settings, "to", *parameter);
  request.points = static_cast<int>(whole(settings, "points", 200, 1, 10000000));
  request.keep = static_cast<int>(whole(settings, "keep", 32, 1, 100000));
  request.threads = static_cast<int>(
      whole(settings, "jobs", static_cast<long>(std::max(std::thread::hardware_concurrency(), 1u)), 1, 1024));
  request.settle = entry(settings, "settle").is_none() ? 0 : start.settle;
  request.lyapunov = yes(settings, "lyapunov");
  const std::string direction = word(settings, "direction").value_or("up");
  if (direction == "up")
    request.direction = study::SweepDirection::up;
  else if (direction == "down")
    request.direction = study::SweepDirection::down;
  else if (direction == "both")
    request.direction = study::SweepDirection::both;
  else
    throw BadInput(fmt::format("direction must be up, down or both, got '{}'", direction));
  Progress progress(entry(settings, "progress"));
  Work work;
  progress.stops(work);
  request.run.interrupt = work.interrupt();
  request.progress = [&progress](int done, int all) { progress(done, all); };
  Studied<study::BifurcationResult> studied{.result = study::sweep_section(*system, request)};
  studied.interrupted = work.finish();
  progress.check();
  return studied;
}

py::array complex_list(const std::vector<std::complex<double>>& values) {
  return array_of(std::vector<std::complex<double>>(values));
}

py::dict dict_of(const std::vector<std::pair<std::string, double>>& entries) {
  py::dict dict;
  for (const auto& [name, value] : entries) dict[py::str(name)] = value;
  return dict;
}

py::dict dict_of(const study::OrbitResult& it) {
  py::dict dict;
  dict["system"] = it.system;
  dict["parameters"] = python::dict_of(it.parameters);
  dict["outcome"] = std::string(name(it.outcome));
  dict["found"] = it.found();
  dict["reason"] = it.reason;
  dict["brief"] = it.brief();
  dict["section"] = it.section;
  dict["t"] = it.t;
  dict["q"] = array_of(it.q);
  dict["u"] = array_of(it.u);
  dict["states"] = dict_of(it.states);
  dict["period"] = it.period;
  dict["crossings"] = it.crossings;
  dict["advance"] = array_of(it.advance);
  dict["multipliers"] = complex_list(it.multipliers);
  dict["sequence"] = it.sequence;
  dict["stable"] = it.stable;
  dict["residual"] = it.residual;
  dict["iterations"] = it.iterations;
  dict["observables"] = python::dict_of(it.observables);
  dict["wall_seconds"] = it.wall_seconds;
  return dict;
}

py::dict dict_of(const study::BranchPoint& point) {
  py::dict dict;
  dict["parameter"] = point.parameter;
  dict["q"] = array_of(point.q);
  dict["u"] = array_of(point.u);
  dict["period"] = point.period;
  dict["multipliers"] = complex_list(point.multipliers);
  dict["stable"] = point.stable;
  dict["sequence"] = point.sequence;
  dict["residual"] = point.residual;
  dict["observables"] = python::dict_of(point.observables);
  return dict;
}

py::dict dict_of(const study::ContinuationResult& it) {
  py::dict dict;
  dict["system"] = it.system;
  dict["parameter"] = it.parameter;
  dict["kind"] = it.kind == study::BranchKind::orbit ? "orbit" : "equilibrium";
  dict["parameters"] = python::dict_of(it.parameters);
  dict["outcome"] = std::string(name(it.outcome));
  dict["succeeded"] = succeeded(it.outcome);
  dict["reason"] = it.reason;
  dict["brief"] = it.brief();
  dict["section"] = it.section;
  py::list branch, special;
  for (const study::BranchPoint& point : it.branch) branch.append(dict_of(point));
  for (const study::SpecialPoint& point : it.special) {
    py::dict entry = dict_of(point.point);
    entry["type"] = std::string(name(point.kind));
    entry["parameter"] = point.parameter;
    entry["uncertainty"] = point.uncertainty;
    entry["from"] = point.from;
    entry["to"] = point.to;
    entry["values"] = dict_of(point.values);
    special.append(entry);
  }
  dict["branch"] = branch;
  dict["special"] = special;
  dict["wall_seconds"] = it.wall_seconds;
  return dict;
}

py::dict dict_of(const study::BifurcationResult& it) {
  py::dict dict;
  dict["system"] = it.system;
  dict["parameter"] = it.parameter;
  dict["coordinate"] = it.coordinate;
  dict["rate"] = it.rate;
  dict["parameters"] = python::dict_of(it.parameters);
  dict["outcome"] = std::string(name(it.outcome));
  dict["succeeded"] = succeeded(it.outcome);
  dict["reason"] = it.reason;
  dict["brief"] = it.brief();
  py::list rows;
  for (const study::BifurcationRow& row : it.rows) {
    py::dict entry;
    entry["direction"] = row.up ? "up" : "down";
    entry["parameter"] = row.parameter;
    entry["outcome"] = std::string(name(row.outcome));
    entry["period"] = row.period;
    entry["period_time"] = row.period_time;
    entry["equilibrium"] = row.equilibrium;
    entry["sequence"] = row.sequence;
    entry["section"] = array_of(row.section);
    entry["maximum"] = array_of(row.maximum);
    entry["lyapunov"] = row.lyapunov;
    entry["q"] = array_of(row.q);
    entry["u"] = array_of(row.u);
    rows.append(entry);
  }
  dict["rows"] = rows;
  dict["wall_seconds"] = it.wall_seconds;
  return dict;
}

template <class Result>
void bind_result(py::module_& module, const char* name) {
  py::class_<Studied<Result>>(module, name)
      .def_readonly("interrupted", &Studied<Result>::interrupted)
      .def("table", [](const Studied<Result>& it) { return dict_of(it.result); })
      .def("json", [](const Studied<Result>& it) { return study::to_json(it.result); });
}

py::dict theory(const std::string& name, const py::dict& set) {
  const theory::Formula& formula = theory::formula(name);
  Parameters inputs(formula.inputs, "formula '" + formula.name + "'");
  set_parameters(inputs, set);
  py::dict dict;
  for (const auto& [key, value] : formula.evaluate(inputs)) {
    if (const double* number = std::get_if<double>(&value))
      dict[py::str(key)] = *number;
    else if (const std::string* text = std::get_if<std::string>(&value))
      dict[py::str(key)] = *text;
    else {
      const auto& list = std::get<std::vector<std::string>>(value);
      dict[py::str(key)] = list_of(list);
    }
  }
  return dict;
}

py::list theories() {
  py::list list;
  for (const theory::Formula& formula : theory::formulas()) {
    py::list inputs;
    for (const ParameterSpec& spec : formula.inputs.specs()) inputs.append(python::dict_of(spec));
    list.append(py::make_tuple(formula.name, formula.summary, formula.source, inputs));
  }
  return list;
}

}  // namespace

void bind_analysis(py::module_& module) {
  bind_result<study::OrbitResult>(module, "OrbitResult");
  bind_result<study::ContinuationResult>(module, "BranchResult");
  bind_result<study::BifurcationResult>(module, "DiagramResult");
  module.def("orbit", &orbit);
  module.def("follow", &follow);
  module.def("bifurcation", &bifurcation);
  module.def("theory", &theory);
  module.def("theories", &theories);
}

}  // namespace carom::python
