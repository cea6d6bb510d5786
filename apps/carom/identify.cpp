// SPDX-License-Identifier: Apache-2.0
// carom identify SYSTEM FILE.csv: friction and restitution from measured velocities, with uncertainties.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/fit/identify_disc_ball.hpp"
#include "carom/io/number_columns.hpp"
#include "identify_figure.hpp"
#include "output.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text system, file, preset, fit, start, noise, from, until, out;
  std::vector<std::string> set;
  bool restitution = false;
};

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json(const study::Estimate& e) {
  Json object{{"name", e.name},
              {"value", number(e.value)},
              {"standard_error", number(e.error)},
              {"unit", e.unit},
              {"identifiable", e.determined}};
  if (!e.note.empty()) object["note"] = e.note;
  return object;
}

Json json(const std::vector<study::Estimate>& list) {
  Json array = Json::array();
  for (const study::Estimate& e : list) array.push_back(json(e));
  return array;
}

Json json(const std::vector<observe::Phase>& phases) {
  Json array = Json::array();
  for (const observe::Phase& phase : phases)
    array.push_back({{"t", phase.t}, {"contact", phase.contact}, {"phase", phase.phase}});
  return array;
}

Json json(const study::Identification& found) {
  Json correlation = Json::array();
  for (const std::vector<double>& row : found.correlation) {
    Json line = Json::array();
    for (double c : row) line.push_back(number(c));
    correlation.push_back(line);
  }
  Json object;
  object["system"] = "disc-ball";
  object["estimates"] = json(found.estimates);
  object["correlation"] = correlation;
  object["chi2_per_dof"] = number(found.chi2_per_dof);
  object["dof"] = found.dof;
  object["converged"] = found.converged;
  object["samples"] = found.record.t.size();
  object["noise"] = {{"v1", found.noise1}, {"v2", found.noise2}};
  object["start"] = found.start == study::MotionStart::state ? "state" : "impact";
  if (!found.start_estimates.empty()) object["start_state"] = json(found.start_estimates);
  object["inverse_dynamics"] = {{"mu_G", json(found.inverse.mu)},
                                {"mu_s_G", json(found.inverse.mu_s)},
                                {"half_width", found.inverse.half_width},
                                {"phases", json(found.inverse.phases)}};
  object["model_phases"] = json(found.model_phases);
  object["notes"] = found.notes;
  return object;
}

std::string text_of(const study::Estimate& e) {
  if (!e.determined) return e.note;
  std::string text = std::isfinite(e.error) ? fmt::format("{:.6g} ± {:.2g}", e.value, e.error) : shown(e.value);
  if (e.unit != "1") text += " " + e.unit;
  return e.note.empty() ? text : text + " (" + e.note + ")";
}

std::string text_of(const std::vector<observe::Phase>& phases) { return observe::sequence_of(phases); }

void print_summary(const study::Identification& found) {
  std::vector<std::vector<std::string>> rows;
  for (const study::Estimate& e : found.estimates) rows.push_back({e.name, text_of(e)});
  for (std::size_t k = 0; k < found.estimates.size(); ++k)
    for (std::size_t l = k + 1; l < found.estimates.size(); ++l)
      if (std::isfinite(found.correlation[k][l]))
        rows.push_back({"correlation", fmt::format("{} with {}: {:.3f}", found.estimates[k].name,
                                                   found.estimates[l].name, found.correlation[k][l])});
  rows.push_back({"chi2/dof", fmt::format("{:.4f} with {} degrees of freedom", found.chi2_per_dof, found.dof)});
  rows.push_back({"noise", fmt::format("{:.3g} m/s at gauge 1, {:.3g} m/s at gauge 2", found.noise1, found.noise2)});
  for (const study::Estimate& e : found.start_estimates) rows.push_back({e.name + " at the start", text_of(e)});
  rows.push_back(
      {"inverse dynamics", fmt::format("mu_G {}; mu_s_G {}", text_of(found.inverse.mu), text_of(found.inverse.mu_s))});
  rows.push_back({"phases seen", text_of(found.inverse.phases)});
  rows.push_back({"phases of the model", text_of(found.model_phases)});
  print("{}", aligned(rows, ""));
}

// The figure and the table go to a folder.
void check_folder(const Text& out) {
  if (!out) return;
  std::error_code error;
  if (std::filesystem::exists(*out, error) && !std::filesystem::is_directory(*out, error))
    throw BadInput(fmt::format("'{}' is not a folder", *out));
}

void write_folder(const std::string& out, const study::Identification& found) {
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) throw BadInput(fmt::format("cannot make the folder '{}'", out));
  report::write_atomically(std::filesystem::path(out) / "identify.svg", report::render(identify_figure(found)));
  report::write_atomically(std::filesystem::path(out) / "identify.csv", identify_table(found));
}

// A central hit: one gauge sees the ball, the other the disc.
int restitution(const Arguments& a, const Parameters& parameters, const std::vector<std::string>& names) {
  const auto has = [&](const char* name) { return std::find(names.begin(), names.end(), name) != names.end(); };
  if (parameters["b"] != 0)
    throw BadInput(
        fmt::format("restitution by separation needs a central hit, but b = {} m; take --preset case1 or "
                    "--set b=0, or fit e_D (--fit e_D,mu_G,mu_s_G)",
                    parameters["b"]));
  if (a.out) throw BadInput("--out belongs to a fit; the restitution of a central hit has no figure");
  const std::string ball = has("v_ball") ? "v_ball" : "v2", disc = has("v_disc") ? "v_disc" : "v1";
  const io::NumberColumns table = io::read_number_columns(*a.file, {ball, disc}, {"t", "v_b"}, "t");
  const double from = a.from ? parse_quantity(*a.from, "s", "--from") : -HUGE_VAL;
  const double until = a.until ? parse_quantity(*a.until, "s", "--until") : HUGE_VAL;
  study::SeparationRecord record;
  const std::vector<double>* t = table.find("t");
  const std::vector<double>* v_b = table.find("v_b");
  if (!v_b) record.v_b = {parameters["v_b"]};
  if (!t && (a.from || a.until)) throw BadInput(fmt::format("'{}' has no column 't' for --from and --until", *a.file));
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (t && ((*t)[i] < from || (*t)[i] > until)) continue;
    if (t) record.t.push_back((*t)[i]);
    if (v_b) record.v_b.push_back((*v_b)[i]);
    record.v_ball.push_back((*table.find(ball))[i]);
    record.v_disc.push_back((*table.find(disc))[i]);
  }
  check_outputs({a.common.json});
  study::Estimate e;
  try {
    e = study::restitution_of(record);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("'{}': {}", *a.file, error.what()));
  }
  Json object{{"system", "disc-ball"},
              {"estimates", Json::array({json(e)})},
              {"samples", record.v_ball.size()},
              {"method", t ? "separation extrapolated to the first sample" : "mean over trials"}};
  deliver_json(a.common, object.dump(2));
  if (!a.common.json && !a.common.quiet)
    print("{}", aligned({{"e_D", text_of(e)}, {"samples", std::to_string(record.v_ball.size())}}, ""));
  return ok;
}

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    words.push_back(list.substr(from, comma - from));
    from = comma + 1;
  }
  return words;
}

int identify(const Arguments& a) {
  const study::System& system = study::system(*a.system);
  if (system.name() != "disc-ball")
    throw BadInput(fmt::format("`carom identify` knows the system disc-ball only, not '{}'", system.name()));
  study::RunRequest settings = system.request();  // presets speak of runs
  if (a.preset) system.apply(system.preset(*a.preset), settings);
  for (const std::string& assignment : a.set) settings.parameters.assign(assignment);
  const std::vector<std::string> names = io::column_names(*a.file);
  if (a.restitution && a.fit) throw BadInput("--restitution is in closed form; leave out --fit");
  const bool ball_seen = std::find(names.begin(), names.end(), "v_ball") != names.end();
  if (a.restitution || (ball_seen && !a.fit)) return restitution(a, settings.parameters, names);

  study::IdentifyRequest request{.parameters = settings.parameters};
  if (a.fit) request.fit = words_of(*a.fit);
  if (a.start) request.start = study::read_motion_start(*a.start);
  if (a.noise) request.noise = parse_quantity(*a.noise, "m/s", "--noise");
  if (a.from) request.from = parse_quantity(*a.from, "s", "--from");
  if (a.until) request.until = parse_quantity(*a.until, "s", "--until");
  check_folder(a.out);
  check_outputs({a.common.json});
  const io::NumberColumns table = io::read_number_columns(*a.file, {"t", "v1", "v2"}, {}, "t");
  request.record = {.t = table.columns[0], .v1 = table.columns[1], .v2 = table.columns[2]};
  study::Identification found;
  try {
    found = study::identify_disc_ball(request);
  } catch (const BadInput& error) {
    throw BadInput(fmt::format("'{}': {}", *a.file, error.what()));
  }
  if (a.out) write_folder(*a.out, found);
  deliver_json(a.common, json(found).dump(2));
  if (!a.common.json && !a.common.quiet) print_summary(found);
  for (const std::string& note : found.notes) say(a.common, "carom: " + note);
  if (found.converged) return ok;
  talk("carom: the identification ended as {}\n", name(Outcome::no_convergence));
  return run_failed;
}

}  // namespace

Verb identify_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--set", "NAME=VALUE", "a parameter that is known, with an optional unit: h1=4mm", &a->set},
      {"--preset", "P", "a named set of parameters; --set comes on top", &a->preset},
      {"--fit", "a,b,...", "what is fitted: mu_G,mu_s_G (default), and of e_D, e_G, b, v_b", &a->fit},
      {"--start", "S",
       "the model starts on its edge at the first sample (state), or with the impact (impact; default with e_D ...)",
       &a->start},
      {"--restitution", "", "e_D of a central hit: v2 (or v_ball) is the ball, v1 (or v_disc) the disc",
       &a->restitution},
      {"--noise", "SIGMA", "standard deviation of a sample [m/s]; by default from neighbouring samples", &a->noise},
      {"--from", "T", "samples before are not fitted [s]", &a->from},
      {"--until", "T", "samples after are not used [s]", &a->until},
      {"--out", "FOLDER", "identify.svg and identify.csv: data, model, forces, phases", &a->out}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "identify",
          .summary = "friction and restitution from measured velocities, with uncertainties",
          .examples = {"carom identify disc-ball gauges.csv --preset case2",
                       "carom identify disc-ball gauges.csv --set h1=4mm --set h2=37.5mm --out friction --json -",
                       "carom identify disc-ball gauges.csv --preset case2 --fit e_D,mu_G,mu_s_G",
                       "carom identify disc-ball central.csv --preset case1 --restitution --until 5ms"},
          .positionals = {{.name = "SYSTEM", .meaning = "disc-ball", .target = &a->system},
                          {.name = "FILE.csv",
                           .meaning = "velocities of the gauges: columns t, v1, v2 (others are ignored)",
                           .target = &a->file}},
          .options = std::move(options),
          .act = [a] { return identify(*a); },
          .closing = {"The disc is upright at the first sample. Standard errors are those of one sigma.",
                      "Exit codes: 0 done, 2 bad input, 3 the fit did not converge."}};
}

}  // namespace carom::app
