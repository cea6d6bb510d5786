// SPDX-License-Identifier: Apache-2.0
// Stretched lattices in the catalog: Young's modulus and Poisson's ratio from the response in bulk
// (lattice/linear_response.hpp), or from a damped band pulled at its ends (lattice/band_stretch.hpp).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/lattice/band_stretch.hpp"
#include "carom/lattice/linear_response.hpp"

namespace carom::study {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

ParameterTable parameter_table() {
  const OrderedBand band;
  const BandPull pull;
  const RandomBody body;
  ParameterTable t;
  const auto number = [&](const char* name, double value, double min, double max, const char* meaning,
                          const char* unit = "1", bool min_open = false) {
    t.add(
        {.name = name, .value = value, .unit = unit, .min = min, .max = max, .min_open = min_open, .meaning = meaning});
  };
  const auto whole = [&](const char* name, double value, double min, double max, const char* meaning) {
    t.add({.name = name, .value = value, .min = min, .max = max, .meaning = meaning, .integer = true});
  };
  const auto choice = [&](const char* name, std::vector<std::string> choices, const char* word, const char* meaning) {
    t.add({.name = name, .meaning = meaning, .choices = std::move(choices), .choice = word});
  };
  choice("lattice", {"random", "triangular", "square"}, "random",
         "random points joined by Delaunay's triangles, or an ordered lattice");
  choice("method", {"response", "damped"}, "response",
         "exact linear response in bulk, or a damped band pulled at its ends until it rests");
  number("k_1", 1e4, 0, 1e12, "springs; square: along the edges of the cells", "1", true);
  number("k_2", 5e3, 0, 1e12, "square: springs along the diagonals; k_1/2 unless set", "1", true);
  choice("diagonals", {"both", "one"}, "both", "square: diagonals of a cell with a spring");
  number("theta", 0, -pi, pi, "response: angle between the pull and a lattice axis", "rad");
  whole("cells", 20, 1, 200, "response: cells x cells repeat themselves (random: cells^2 points)");
  number("spacing", body.spacing, 0, 0.8, "random: least distance of points, over their mean spacing");
  whole("samples", 10, 1, 1e5, "random: lattices that are averaged");
  whole("N", band.N, 16, 2e4, "damped: points of the band (ordered: near it, in whole cells)");
  number("length", band.length, 0, 1e6, "damped: length of the band, along the pull", "1", true);
  number("width", band.width, 0, 1e6, "damped: width of the band", "1", true);
  choice("ends", {"free", "gripped"}, "free",
         "damped: the pull is shared by the points of an end, which are free, or which move together along the pull");
  number("force", pull.forces.front(), 0, 1e12, "damped: first pull; 0.02 k_1 unless set", "1", true);
  number("force_to", pull.forces.back(), 0, 1e12, "damped: last pull; 1.5 force unless set", "1", true);
  whole("forces", static_cast<double>(pull.forces.size()), 1, 1000, "damped: pulls from the first to the last");
  number("k_b", 10, 0, 1e12, "damped: springs of fourth order; 0.001 k_1 unless set");
  number("damping", 0, 0, 1e12, "damped: viscous force over relative velocity; 0: chosen for a short run");
  number("tolerance", 1e-5, 1e-10, 0.1, "damped: net force on any point over the pull on one, where the band rests");
  return t;
}

// Mean over samples, and its standard error.
struct Average {
  double mean = none, error = none;
};

// What a lattice of springs says when it is pulled: by linear response, or as a damped band.
struct StretchSeen {
  Average E, nu;
  double k_1 = none;
  double E_whole = none, nu_whole = none, strain = none, residual = none, energy_error = none;
  long points = 0;
};

using StretchObservables = std::vector<Observable<StretchSeen>>;

StretchObservables with_points(StretchObservables first, const StretchObservables& then = {}) {
  first.insert(first.end(), then.begin(), then.end());
  first.push_back({"points", "1", "of one sample", &StretchSeen::points});
  return first;
}

StretchObservables constants() {
  using Seen = StretchSeen;
  return {
      {"E", "1", "Young's modulus per unit of thickness (damped: in the middle of the band)",
       [](const Seen& seen) { return seen.E.mean; }},
      {"nu", "1", "Poisson's ratio", [](const Seen& seen) { return seen.nu.mean; }},
      {"E_error", "1", "standard error over the samples; null for one", [](const Seen& seen) { return seen.E.error; }},
      {"nu_error", "1", "standard error over the samples; null for one",
       [](const Seen& seen) { return seen.nu.error; }},
      {"E_over_k", "1", "E/k_1", [](const Seen& seen) { return seen.E.mean / seen.k_1; }}};
}

const StretchObservables& response_observables() {
  static const StretchObservables list = with_points(constants());
  return list;
}

const StretchObservables& band_observables() {
  using Seen = StretchSeen;
  static const StretchObservables list = with_points(
      constants(),
      {{"E_whole", "1", "damped: from the distance of both ends", &Seen::E_whole},
       {"nu_whole", "1", "damped: from the distances of both ends and of both long edges", &Seen::nu_whole},
       {"strain", "1", "damped: along the last pull, in the middle", &Seen::strain},
       {"residual", "1", "damped: largest net force on a point at rest, over the pull on one", &Seen::residual},
       {"energy_error", "1", "damped: what pull, springs and damping leave open, over the work", &Seen::energy_error}});
  return list;
}

SystemCard stretch_card() {
  SystemCard card{.name = "lattice-stretch",
                  .summary = "elastic constants of a lattice of springs that is pulled; reduced units R = c = m = 1",
                  .parameters = parameter_table()};
  card.coordinates = {{"x_i", "1", "damped: point i = 1 ... N of the first sample, along the pull"},
                      {"y_i", "1", "damped: across"}};
  card.observables = quantities_of(band_observables());
  card.presets = {{.name = "paper",
                   .summary = "ten damped bands of 348 random points, pulled by 200 to 300",
                   .assignments = {"lattice=random", "method=damped"}}};
  card.start = "at rest, no spring stretched; random points by the seed";
  card.touching = "none";
  card.until = 0;
  card.time_unit = card.energy_unit = "1";
  card.random = card.many = true;
  return card;
}

// What belongs to another lattice or method must not be set in vain.
void refuse_foreign(const Parameters& p) {
  const auto refuse = [&](std::initializer_list<const char*> names, const char* choice, const char* word) {
    if (p.word(choice) == word) return;
    for (const char* name : names)
      if (p.is_set(name))
        throw BadInput(fmt::format("parameter '{}' of system 'lattice-stretch' belongs to {}={}, not to {}={}", name,
                                   choice, word, choice, p.word(choice)));
  };
  refuse({"k_2", "diagonals"}, "lattice", "square");
  refuse({"spacing", "samples"}, "lattice", "random");
  refuse({"N", "length", "width", "ends", "force", "force_to", "forces", "k_b", "damping", "tolerance"}, "method",
         "damped");
  refuse({"cells"}, "method", "response");
  if (p.word("method") == "damped" && p["theta"] != 0)
    throw BadInput("a band is cut along an axis of its lattice: theta other than 0 needs method=response");
}

// With what the parameters leave to others.
Parameters resolved(Parameters p) {
  refuse_foreign(p);
  if (!p.is_set("k_2")) p.set("k_2", p["k_1"] / 2);
  if (!p.is_set("k_b")) p.set("k_b", 1e-3 * p["k_1"]);
  if (!p.is_set("force")) p.set("force", 0.02 * p["k_1"]);
  if (!p.is_set("force_to")) p.set("force_to", 1.5 * p["force"]);
  if (p["forces"] > 1 && !(p["force_to"] > p["force"]))
    throw BadInput(fmt::format("the pulls rise: force_to = {:g} must be above force = {:g} (or set forces=1)",
                               p["force_to"], p["force"]));
  if (p.word("lattice") != "random") p.set("samples", 1);
  if (p.word("method") == "response" && p.word("lattice") == "random" && p["cells"] < 4)
    throw BadInput(
        fmt::format("a random lattice needs 16 points at least: cells must be 4 or more, got {:g}", p["cells"]));
  return p;
}

Diagonals diagonals_of(const Parameters& p) { return p.word("diagonals") == "both" ? Diagonals::both : Diagonals::one; }

PeriodicCell cell_of(const Parameters& p, Random random) {
  const int cells = static_cast<int>(p["cells"]);
  if (p.word("lattice") == "random") return random_cell(cells * cells, p["k_1"], random, p["spacing"]);
  return repeated(
      p.word("lattice") == "triangular" ? triangular_cell(p["k_1"]) : square_cell(p["k_1"], p["k_2"], diagonals_of(p)),
      cells);
}

Band band_of(const Parameters& p, Random random) {
  const int N = static_cast<int>(p["N"]);
  if (p.word("lattice") == "random")
    return random_band({.N = N, .spacing = p["spacing"], .k_a = p["k_1"], .k_b = p["k_b"]}, random, p["length"],
                       p["width"]);
  const OrderedBand band{.N = N,
                         .length = p["length"],
                         .width = p["width"],
                         .k_1 = p["k_1"],
                         .k_2 = p["k_2"],
                         .k_b = p["k_b"],
                         .diagonals = diagonals_of(p)};
  return p.word("lattice") == "triangular" ? triangular_band(band) : square_band(band);
}

BandPull pull_of(const Parameters& p, const RunRequest& request) {
  BandPull pull{.forces = {},
                .damping = p["damping"],
                .ends = p.word("ends") == "free" ? BandEnds::free : BandEnds::gripped,
                .tolerance = p["tolerance"],
                .t_max = request.until.value_or(0),
                .interrupt = request.interrupt};
  const int forces = static_cast<int>(p["forces"]);
  for (int i = 0; i < forces; ++i)
    pull.forces.push_back(p["force"] + (forces > 1 ? (p["force_to"] - p["force"]) * i / (forces - 1) : 0));
  return pull;
}

Average average(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0, square = 0;
  for (const double value : values) mean += value / n;
  for (const double value : values) square += (value - mean) * (value - mean);
  return {values.empty() ? none : mean, n > 1 ? std::sqrt(square / (n - 1) / n) : none};
}

class LatticeStretchSystem final : public System {
 public:
  LatticeStretchSystem() : System(stretch_card()) {}

  RunResult run(const RunRequest& request) const override {
    refuse_motion(request);
    const Parameters p = resolved(request.parameters);
    const auto begin = std::chrono::steady_clock::now();
    RunResult result;
    result.system = name();
    result.soft = true;
    result.parameters = values_of(p);
    result.parameters.emplace_back("seed", static_cast<long>(request.seed));
    if (p.word("method") == "response")
      respond(p, request, result);
    else
      pull(p, request, result);
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
  }

  SystemCard card_for(const Parameters& parameters) const override {
    SystemCard own = card();
    own.observables =
        quantities_of(parameters.word("method") == "response" ? response_observables() : band_observables());
    return own;
  }

  ImpactOutcome impact(const ImpactRequest&) const override {
    throw BadInput("system 'lattice-stretch' has nothing that hits: `carom run lattice-stretch` pulls a lattice");
  }

 private:
  static void refuse_motion(const RunRequest& request) {
    if (!request.q.empty() || !request.u.empty() || request.t)
      throw BadInput("system 'lattice-stretch' starts from a lattice at rest: --q, --u and --t are not available");
    if (request.law || request.scheme != Scheme::events || request.contact != ContactModel::rigid ||
        request.stiffness || request.step || request.closing_speed || request.onto_surface)
      throw BadInput("system 'lattice-stretch' has springs and no contacts: it takes no law, scheme or contact");
    if (request.rows || request.events || request.frames || request.keep_state || !request.state.empty())
      throw BadInput(
          "system 'lattice-stretch' is about a lattice at rest: it has no trajectory, events, film or checkpoint");
    if (request.cycles) throw BadInput("system 'lattice-stretch' has no drive: give a time (--until), not --cycles");
    if (!request.until) return;
    if (request.parameters.word("method") == "response")
      throw BadInput("--until is the longest time that a band may move: it needs method=damped");
    if (!(std::isfinite(*request.until) && *request.until > 0))
      throw BadInput(fmt::format("--until must be a time above 0, got {}", *request.until));
  }

  static void interrupt(RunResult& result) { result.outcome = Outcome::interrupted; }

  static void respond(const Parameters& p, const RunRequest& request, RunResult& result) {
    std::vector<double> E, nu;
    std::size_t points = 0;
    for (long sample = 0; sample < static_cast<long>(p["samples"]); ++sample) {
      if (request.interrupt && request.interrupt->load()) {
        interrupt(result);
        break;
      }
      const PeriodicCell cell = cell_of(p, Random(request.seed, static_cast<std::uint64_t>(sample)));
      const StretchResponse constants = stretch(stiffness(cell), p["theta"]);
      E.push_back(constants.E);
      nu.push_back(constants.nu);
      points = cell.x.size();
    }
    result.observables =
        read(response_observables(),
             StretchSeen{.E = average(E), .nu = average(nu), .k_1 = p["k_1"], .points = static_cast<long>(points)});
  }

  static void pull(const Parameters& p, const RunRequest& request, RunResult& result) {
    const BandPull pull = pull_of(p, request);
    std::vector<double> E, nu, E_whole, nu_whole, strain;
    double residual = 0, energy_error = 0;
    std::size_t points = 0;
    const long samples = static_cast<long>(p["samples"]);
    for (long sample = 0; sample < samples; ++sample) {
      const Band band = band_of(p, Random(request.seed, static_cast<std::uint64_t>(sample)));
      const BandStretchReport report = stretch_band(band, pull);
      result.steps += report.steps;
      result.outcome = report.outcome;
      if (!report.reason.empty() && samples > 1) result.reason = fmt::format("sample {}: ", sample + 1);
      result.reason += report.reason;
      if (sample == 0 || !succeeded(report.outcome)) fill_state(report, result);
      if (!succeeded(report.outcome)) break;
      E.push_back(report.E);
      nu.push_back(report.nu);
      E_whole.push_back(report.E_whole);
      nu_whole.push_back(report.nu_whole);
      strain.push_back(report.rests.back().along);
      for (const BandAtRest& rest : report.rests) residual = std::max(residual, rest.residual);
      energy_error = std::max(energy_error, report.energy_error);
      points = band.x.size();
    }
    const bool done = succeeded(result.outcome);
    if (!done)
      for (auto* list : {&E, &nu, &E_whole, &nu_whole, &strain}) list->clear();
    const double stretched = average(strain).mean;
    result.observables = read(band_observables(), StretchSeen{.E = average(E),
                                                              .nu = average(nu),
                                                              .k_1 = p["k_1"],
                                                              .E_whole = average(E_whole).mean,
                                                              .nu_whole = average(nu_whole).mean,
                                                              .strain = stretched,
                                                              .residual = done ? residual : none,
                                                              .energy_error = done ? energy_error : none,
                                                              .points = static_cast<long>(points)});
    if (stretched > 0.1)
      result.notes.push_back(
          fmt::format("warning: the band is stretched by {:.0f} %, where E and nu depend on the pull: a lower force, "
                      "or stiffer springs",
                      100 * stretched));
    if (samples > 1) result.notes.push_back("final state and energies are those of the first sample");
  }

  static void fill_state(const BandStretchReport& report, RunResult& result) {
    result.t_end = report.final.t;
    result.q.clear();
    result.u.clear();
    for (std::size_t i = 0; i < report.final.r.size(); ++i) {
      result.q.insert(result.q.end(), {report.final.r[i].x, report.final.r[i].y});
      result.u.insert(result.u.end(), {report.final.v[i].x, report.final.v[i].y});
    }
    result.ledger.kinetic = report.kinetic;
    result.ledger.potential = report.elastic;
    result.ledger.drive_work = report.work;
    result.ledger.friction_loss = report.loss;
    result.ledger.exchanged = report.work + report.loss + report.elastic;
  }
};

}  // namespace

const System& lattice_stretch_system() {
  static const LatticeStretchSystem system;
  return system;
}

}  // namespace carom::study
