// SPDX-License-Identifier: Apache-2.0
// Systems with their runs and impacts.
#include "systems.hpp"

#include <cmath>
#include <limits>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/io/json.hpp"
#include "carom/sweep/seeds.hpp"
#include "work.hpp"

namespace carom::python {
namespace {

// A run as it came back, with what it keeps.
struct BoundRun {
  study::RunResult result;
  std::shared_ptr<MemoryEvents> events;
  std::shared_ptr<MemoryRows> rows;  // of systems of many bodies
  bool interrupted = false;          // by Ctrl-C, which its caller shall raise
};

std::vector<double> start_of(const BoundSystem& system, const Parameters& parameters, py::handle value, bool rates) {
  const char* what = rates ? "u" : "q";
  if (py::isinstance<py::str>(value))
    return rates ? system->read_velocities(value.cast<std::string>(), parameters, what)
                 : system->read_coordinates(value.cast<std::string>(), parameters, what);
  return numbers_of(value, what);
}

BoundRun run(const BoundSystem& system, const py::dict& settings) {
  study::RunRequest request = whole_run_request(system, settings);
  const study::SystemCard& card = system->card();
  study::SeedRange seeds{request.seed, request.seed};
  if (const py::object asked = entry(settings, "seeds"); !asked.is_none()) {
    if (!card.random)
      throw BadInput(fmt::format("system '{}' has nothing random in it, so seeds are not available", card.name));
    seeds = study::read_seeds(text_of(asked, "seeds"));
  }
  const long jobs = whole(settings, "jobs", 1, 1, 1024);
  BoundRun bound;
  const bool one = seeds.first == seeds.last;
  if (one) request.seed = seeds.first;
  if (one && yes(settings, "events")) request.events = (bound.events = std::make_shared<MemoryEvents>()).get();
  if (one && card.many && yes(settings, "keep")) request.rows = (bound.rows = std::make_shared<MemoryRows>()).get();
  if (one && !card.many)
    request.keep_motion = static_cast<std::size_t>(whole(settings, "keep", 0, 0, std::numeric_limits<long>::max() / 2));

  Progress progress(entry(settings, "progress"));
  Work work;
  progress.stops(work);
  request.interrupt = work.interrupt();
  request.progress = [&progress](double t, double t_end) { progress(t, t_end); };
  bound.result = study::run_seeds(*system, request, seeds, static_cast<int>(jobs));
  bound.interrupted = work.finish();
  progress.check();
  return bound;
}

py::dict dict_of(const study::ContactImpact& contact) {
  py::dict dict;
  dict["name"] = contact.name;
  dict["P_n"] = contact.P_n;
  dict["P_t"] = contact.P_t;
  dict["W_compression"] = contact.W_compression;
  dict["W_restitution"] = contact.W_restitution;
  dict["friction_work"] = contact.friction_work;
  dict["v_n_minus"] = contact.v_n_minus;
  dict["v_t_minus"] = contact.v_t_minus;
  dict["v_n_plus"] = contact.v_n_plus;
  dict["v_t_plus"] = contact.v_t_plus;
  dict["E_left"] = contact.E_left;
  dict["sequence"] = names_of(contact.sequence);
  return dict;
}

study::ImpactRequest impact_request(const BoundSystem& system, const py::dict& settings) {
  const study::RunRequest given = run_request(system, settings);
  study::ImpactRequest request{.parameters = given.parameters, .q = given.q, .u = given.u};
  request.t = given.t.value_or(0);
  request.onto_surface = quantity_in(settings, "onto_surface", "m");
  if (const py::object stored = entry(settings, "E0"); !stored.is_none()) request.E0 = numbers_of(stored, "E0");
  request.law = given.law.value_or(request.E0.empty() ? system->card().law : Restitution::energetic);
  return request;
}

study::ImpactOutcome impact(const BoundSystem& system, const py::dict& settings) {
  const study::ImpactRequest request = impact_request(system, settings);
  Work work;
  study::ImpactOutcome outcome = system->impact(request);
  if (work.finish()) throw Interrupted();
  return outcome;
}

py::dict impacts(const BoundSystem& system, const py::dict& settings, const Doubles& q, const Doubles& u) {
  const study::ImpactRequest request = impact_request(system, settings);
  const study::SystemCard card = system->card_for(request.parameters);
  const auto width = static_cast<py::ssize_t>(card.coordinates.size());
  const auto contacts = static_cast<py::ssize_t>(card.contacts.size());
  if (u.ndim() != 2 || u.shape(1) != width)
    throw BadInput(fmt::format("u must be rows of {} velocities, one row an impact", width));
  const bool one_q = q.ndim() == 1 || (q.ndim() == 2 && q.shape(0) == 1 && u.shape(0) != 1);
  if (q.ndim() < 1 || q.ndim() > 2 || q.shape(q.ndim() - 1) != width || (!one_q && q.shape(0) != u.shape(0)))
    throw BadInput(fmt::format("q must be {} coordinates for all impacts, or a row of them for each row of u", width));
  const py::ssize_t n = u.shape(0);
  py::array_t<double> u_plus({n, width}), residual(n), energy({n, py::ssize_t{2}});
  py::array_t<double> P_n({n, contacts}), P_t({n, contacts});
  std::fill_n(P_n.mutable_data(), P_n.size(), 0.0);
  std::fill_n(P_t.mutable_data(), P_t.size(), 0.0);
  std::fill_n(residual.mutable_data(), residual.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(energy.mutable_data(), energy.size(), std::numeric_limits<double>::quiet_NaN());
  std::fill_n(u_plus.mutable_data(), u_plus.size(), std::numeric_limits<double>::quiet_NaN());
  long done = 0;
  bool interrupted = false;
  study::ManyImpacts many{.count = n,
                          .q = q.data(),
                          .one_q = one_q,
                          .u = u.data(),
                          .u_plus = u_plus.mutable_data(),
                          .P_n = P_n.mutable_data(),
                          .P_t = P_t.mutable_data(),
                          .residual = residual.mutable_data(),
                          .energy = energy.mutable_data(),
                          .done = &done};
  {
    Work work;
    many.interrupt = work.interrupt();
    system->impacts(request, many);
    interrupted = work.finish();
  }
  py::dict dict;
  dict["u_plus"] = u_plus;
  dict["P_n"] = P_n;
  dict["P_t"] = P_t;
  dict["residual"] = residual;
  dict["energy"] = energy;
  dict["law"] = std::string(name(request.law));
  dict["done"] = done;
  dict["interrupted"] = interrupted;
  return dict;
}

BoundSystem by_name(const std::string& name) {
  return {.system = std::shared_ptr<const study::System>(&study::system(name), [](const study::System*) {}),
          .study_name = name};
}

BoundSystem by_text(const std::string& text, const std::string& name) {
  std::unique_ptr<study::System> made;
  {
    const py::gil_scoped_release released;
    made = study::model_system(text, name);
  }
  return {.system = std::move(made), .study_name = {}};
}

}  // namespace

void read_motion(const py::dict& settings, study::MotionOptions& motion) {
  if (const auto rtol = quantity_in(settings, "rtol", "1")) motion.rtol = *rtol;
  if (const auto atol = quantity_in(settings, "atol", "1")) motion.atol = *atol;
  if (const auto law = word(settings, "law")) motion.law = study::read_law(*law);
  if (const auto painleve = word(settings, "painleve")) motion.painleve = study::read_painleve(*painleve);
  if (const auto speed = quantity_in(settings, "closing_speed", "m/s")) motion.closing_speed = speed;
}

study::RunRequest run_request(const BoundSystem& system, const py::dict& settings) {
  study::RunRequest request = system->request();
  if (const auto preset = word(settings, "preset")) system->apply(system->preset(*preset), request);
  if (const py::object set = entry(settings, "set"); !set.is_none())
    set_parameters(request.parameters, set.cast<py::dict>());
  if (const py::object q = entry(settings, "q"); !q.is_none())
    request.q = start_of(system, request.parameters, q, false);
  if (const py::object u = entry(settings, "u"); !u.is_none())
    request.u = start_of(system, request.parameters, u, true);
  if (const auto t = quantity_in(settings, "t", "s")) request.t = t;
  const auto until = quantity_in(settings, "until", system->card().time_unit),
             cycles = quantity_in(settings, "cycles", "1");
  if (until || cycles) {  // they replace what a preset says
    request.until = until;
    request.cycles = cycles;
  }
  read_motion(settings, request);
  return request;
}

study::RunRequest whole_run_request(const BoundSystem& system, const py::dict& settings) {
  study::RunRequest request = run_request(system, settings);
  if (request.until && request.cycles)
    throw BadInput("a run ends at a time (until) or after a number of cycles, not both");
  if (const auto scheme = word(settings, "scheme")) request.scheme = study::read_scheme(*scheme);
  if (const auto contact = word(settings, "contact")) request.contact = study::read_contact_model(*contact);
  request.step = quantity_in(settings, "h", "s");
  request.impulse_step = quantity_in(settings, "impulse_step", "1");
  if (const auto residue = word(settings, "residue")) request.residue = study::read_residue(*residue);
  request.stiffness = quantity_in(settings, "stiffness", "1");
  request.onto_surface = quantity_in(settings, "onto_surface", "m");
  request.row_spacing = quantity_in(settings, "dt", system->card().time_unit);
  return request;
}

void bind_systems(py::module_& module) {
  py::class_<study::KeptMotion, std::shared_ptr<study::KeptMotion>>(module, "Motion")
      .def("rows",
           [](const study::KeptMotion& motion, double spacing) {
             MemoryRows sink;
             {
               Work work;
               motion.rows(spacing, sink);
             }
             return sink.table();
           })
      .def("at",
           [](const study::KeptMotion& motion, const Doubles& times, bool left) {
             MemoryRows sink;
             {
               Work work;
               motion.at({times.data(), static_cast<std::size_t>(times.size())},
                         left ? study::Limit::left : study::Limit::right, sink);
             }
             return sink.table();
           })
      .def_property_readonly("bytes", &study::KeptMotion::bytes);

  py::class_<BoundRun>(module, "RunResult")
      .def_property_readonly("system", [](const BoundRun& run) { return run.result.system; })
      .def_property_readonly("outcome", [](const BoundRun& run) { return std::string(name(run.result.outcome)); })
      .def_property_readonly("succeeded", [](const BoundRun& run) { return succeeded(run.result.outcome); })
      .def_property_readonly("reason", [](const BoundRun& run) { return run.result.reason; })
      .def_property_readonly("brief", [](const BoundRun& run) { return run.result.brief(); })
      .def_property_readonly("t_start", [](const BoundRun& run) { return run.result.t_start; })
      .def_property_readonly("t_end", [](const BoundRun& run) { return run.result.t_end; })
      .def_property_readonly("q", [](const BoundRun& run) { return array_of(run.result.q); })
      .def_property_readonly("u", [](const BoundRun& run) { return array_of(run.result.u); })
      .def_property_readonly("modes", [](const BoundRun& run) { return names_of(run.result.modes); })
      .def_property_readonly("states",
                             [](const BoundRun& run) {
                               py::dict dict;
                               for (const auto& [name, value] : run.result.states) dict[py::str(name)] = value;
                               return dict;
                             })
      .def_property_readonly("ledger", [](const BoundRun& run) { return dict_of(run.result.ledger); })
      .def_property_readonly("counts", [](const BoundRun& run) { return dict_of(run.result.events); })
      .def_property_readonly("observables", [](const BoundRun& run) { return dict_of(run.result.observables); })
      .def_property_readonly("parameters", [](const BoundRun& run) { return dict_of(run.result.parameters); })
      .def_property_readonly("notes", [](const BoundRun& run) { return list_of(run.result.notes); })
      .def_property_readonly("cycles", [](const BoundRun& run) { return run.result.cycles; })
      .def_property_readonly("steps", [](const BoundRun& run) { return run.result.steps; })
      .def_property_readonly("energy_gain", [](const BoundRun& run) { return run.result.energy_gain; })
      .def_property_readonly("wall_seconds", [](const BoundRun& run) { return run.result.wall_seconds; })
      .def_property_readonly("interrupted", [](const BoundRun& run) { return run.interrupted; })
      .def_property_readonly(
          "motion", [](const BoundRun& run) { return std::const_pointer_cast<study::KeptMotion>(run.result.motion); })
      .def("json", [](const BoundRun& run) { return study::to_json(run.result); })
      .def("take_events",
           [](const BoundRun& run) -> py::object { return run.events ? py::object(run.events->table()) : py::none(); })
      .def("take_rows",
           [](const BoundRun& run) -> py::object { return run.rows ? py::object(run.rows->table()) : py::none(); });

  py::class_<study::ImpactOutcome>(module, "ImpactOutcome")
      .def_property_readonly("q", [](const study::ImpactOutcome& it) { return array_of(it.q); })
      .def_property_readonly("u_minus", [](const study::ImpactOutcome& it) { return array_of(it.u_minus); })
      .def_property_readonly("u_plus", [](const study::ImpactOutcome& it) { return array_of(it.u_plus); })
      .def_property_readonly("contacts",
                             [](const study::ImpactOutcome& it) {
                               py::list list;
                               for (const study::ContactImpact& contact : it.contacts) list.append(dict_of(contact));
                               return list;
                             })
      .def_readonly("energy_before", &study::ImpactOutcome::energy_before)
      .def_readonly("energy_after", &study::ImpactOutcome::energy_after)
      .def_readonly("drive_work", &study::ImpactOutcome::drive_work)
      .def_readonly("residual", &study::ImpactOutcome::residual)
      .def_readonly("energy_gain", &study::ImpactOutcome::energy_gain)
      .def_readonly("indeterminate", &study::ImpactOutcome::indeterminate)
      .def_readonly("failure", &study::ImpactOutcome::failure)
      .def_property_readonly("law", [](const study::ImpactOutcome& it) { return std::string(name(it.law)); })
      .def_property_readonly("notes", [](const study::ImpactOutcome& it) { return list_of(it.notes); })
      .def_property_readonly("brief", [](const study::ImpactOutcome& it) { return it.brief(); })
      .def("json", [](const study::ImpactOutcome& it) { return study::to_json(it); });

  py::class_<BoundSystem>(module, "System")
      .def_property_readonly("name", [](const BoundSystem& system) { return system->name(); })
      .def_readonly("study_name", &BoundSystem::study_name)
      .def_property_readonly("many", [](const BoundSystem& system) { return system->card().many; })
      .def_property_readonly("has_source", [](const BoundSystem& system) { return !system->card().source.empty(); })
      .def("card",
           [](const BoundSystem& system, const py::dict& set) {
             if (set.empty()) return dict_of(system->card());
             Parameters parameters = system->defaults();
             set_parameters(parameters, set);
             return dict_of(system->card_for(parameters));
           })
      .def("values",
           [](const BoundSystem& system, const py::dict& set) {
             Parameters parameters = system->defaults();
             set_parameters(parameters, set);
             py::dict values;
             for (const ParameterSpec& spec : parameters.table().specs()) {
               if (!spec.choices.empty())
                 values[py::str(spec.name)] = parameters.word(spec.name);
               else if (spec.list)
                 values[py::str(spec.name)] = array_of(parameters.list(spec.name));
               else
                 values[py::str(spec.name)] = parameters[spec.name];
             }
             return values;
           })
      .def("has_preset", [](const BoundSystem& system, const std::string& preset) { system->preset(preset); })
      .def("run", &run)
      .def("impact", &impact)
      .def("impacts", &impacts);

  module.def("system", &by_name);
  module.def("model", &by_text);
  module.def("systems", [] {
    py::list list;
    for (const study::System* system : study::systems())
      list.append(py::make_tuple(system->name(), system->card().summary));
    return list;
  });
  module.def("equations_of_file", &study::equations_of_file);
}

}  // namespace carom::python
