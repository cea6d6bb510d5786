// SPDX-License-Identifier: Apache-2.0
// The lattice disk in the catalog: parameters, checks, observables; the run itself is lattice_run.hpp.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/lattice_run.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/lattice/rigid_motion.hpp"

namespace carom::study {
namespace {

ParameterTable parameter_table() {
  const LatticeRun run;
  ParameterTable t;
  const auto number = [&](const char* name, double value, double min, double max, const char* meaning,
                          bool min_open = false, const char* unit = "1") {
    t.add(
        {.name = name, .value = value, .unit = unit, .min = min, .max = max, .min_open = min_open, .meaning = meaning});
  };
  const auto choice = [&](const char* name, std::vector<std::string> choices, const char* word, const char* meaning) {
    t.add({.name = name, .meaning = meaning, .choices = std::move(choices), .choice = word});
  };
  const auto flag = [&](const char* name, double value, const char* meaning) {
    t.add({.name = name, .value = value, .min = 0, .max = 1, .meaning = meaning, .integer = true, .yes_no = true});
  };
  choice("disk", {"random", "triangular", "square"}, "random", "lattice of the disk; the wall is random");
  number("orientation", 0, -two_pi, two_pi, "triangular, square: angle of a lattice axis to the wall", false, "rad");
  flag("layer", 1, "triangular, square: 1 puts a ring of points around the lattice, 0 leaves the cut lattice");
  t.add({.name = "N",
         .value = 1600,
         .min = 16,
         .max = 1e6,
         .meaning = "points of each body (ordered disks: near it)",
         .integer = true});
  number("spacing", run.spacing, 0, 2, "least distance of random points, over the root of the area of each");
  number("delta", 0.03, 0, 0.5, "roughness of both surfaces: standard deviation of their points");
  t.add({.name = "delta_disk", .min = 0, .max = 0.5, .meaning = "roughness of the disk", .follows = "delta"});
  t.add({.name = "delta_wall", .min = 0, .max = 0.5, .meaning = "roughness of the wall", .follows = "delta"});
  number("k_a", run.k_a, 0, 1e15, "spring constant, of both bodies", true);
  number("k_b", run.k_b, 0, 1e18, "of the cubic force; k_a/1000 unless set");
  t.add({.name = "k_a_disk",
         .min = 0,
         .max = 1e15,
         .min_open = true,
         .meaning = "spring constant of the disk",
         .follows = "k_a"});
  t.add({.name = "k_b_disk", .min = 0, .max = 1e18, .meaning = "of the cubic force, disk", .follows = "k_b"});
  number("k_2", run.k_2, 0, 1e15,
         "square: spring constant of the diagonals; 3/7 of the disk's k_a unless set, nu = 0.3", true);
  number("a", run.impact.a, 0, 1e6, "steepness of the repulsion", true);
  number("V0", run.impact.V0, 0, 1e12, "strength of the repulsion; a/2 unless set", true);
  choice("contact", {"nearest", "literal", "literal-unsigned"}, "nearest",
         "force from the nearest part of the wall's surface, or as the paper's Fig. 3, which creates energy");
  number("v_n", run.impact.v_n, 0, 1e3, "normal velocity of the disk", true);
  number("cot_gamma", run.impact.cot_gamma, 0, 1e6, "cotangent of the angle of incidence, v_n over v_t", true);
  number("wall_mass", run.wall_mass, 0, 1e9, "mass of a point of the wall; the disk's have 1", true);
  choice("bottom", {"free", "fixed"}, "free", "lower edge of the wall; its sides are fixed");
  number("dt", run.impact.dt, 0, 1, "step of the integrator; 1e-3, less for k_a above 1e4, unless set", true);
  choice("integrator", {"forest-ruth", "verlet"}, "forest-ruth", "order 4 or order 2");
  t.add({.name = "wall_seed",
         .value = 0,
         .min = 0,
         .max = 9e15,
         .meaning = "seed of the wall alone, for one wall and many disks; 0: that of the disk",
         .integer = true});
  flag("mirror", 0, "1 throws the disk to the left instead of to the right");
  flag("pair", 0, "1 throws it to both sides and takes the mean");
  number("gap", run.impact.gap, -1e3, 1e3, "start: height of the disk's lowest point above the wall's highest");
  number("contact_time", 0, 0, 1e6,
         "start: expected duration, so that the contact is at the wall's middle; 0: estimated");
  return t;
}

// Of one throw, or the mean of a pair.
struct LatticeSeen {
  double e = 0, beta = 0, energy_error = 0, contact_time = 0, spin = 0;
  double translation = 0, rotation = 0, vibration = 0, wall = 0;
  long collapsed = 0, turned_at_start = 0;
};

// What only a disk that came off the wall has is not-a-number before.
LatticeSeen seen_in(const LatticeRunResult& r) {
  LatticeSeen seen{.e = r.e, .beta = r.beta};
  const double n = static_cast<double>(r.reports.size());
  for (const DiskImpactReport& one : r.reports) {
    seen.energy_error = std::max(seen.energy_error, one.energy_error);
    seen.contact_time += one.contact_time / n;
    seen.spin += one.omega / n;
    seen.translation += one.energy.translation / n;
    seen.rotation += one.energy.rotation / n;
    seen.vibration += one.energy.vibration / n;
    seen.wall += one.energy.wall / n;
    seen.collapsed = std::max(seen.collapsed, one.turned_over - one.turned_at_start);
    seen.turned_at_start = one.turned_at_start;
  }
  if (!r.came_off())
    for (double* of_the_end : {&seen.contact_time, &seen.translation, &seen.rotation, &seen.vibration, &seen.wall})
      *of_the_end = std::numeric_limits<double>::quiet_NaN();
  return seen;
}

const std::vector<Observable<LatticeSeen>>& lattice_observables() {
  using Seen = LatticeSeen;
  static const std::vector<Observable<Seen>> list{
      {"e", "1", "normal restitution", &Seen::e},
      {"beta", "1", "tangential restitution of the contact point", &Seen::beta},
      {"energy_error", "1", "largest change of the energy, over the energy at the start", &Seen::energy_error},
      {"contact_time", "1", "duration of the contact", &Seen::contact_time},
      {"spin", "1", "omega R/v_t of the disk afterwards", &Seen::spin},
      {"translation", "1", "share of the energy afterwards: translation of the disk", &Seen::translation},
      {"rotation", "1", "… its rotation", &Seen::rotation},
      {"vibration", "1", "… its vibration", &Seen::vibration},
      {"wall", "1", "… in the wall", &Seen::wall},
      {"collapsed", "1", "triangles at the surfaces that the impact turned over, at worst", &Seen::collapsed},
      {"turned_at_start", "1", "triangles that the roughness had turned over before", &Seen::turned_at_start}};
  return list;
}

SystemCard lattice_card() {
  SystemCard card{.name = "lattice",
                  .summary = "an elastic disk of springs hits an elastic wall; reduced units R = c = m = 1",
                  .parameters = parameter_table()};
  card.coordinates = {{"x", "1", "centre of the disk, along the wall"},
                      {"y", "1", "centre of the disk, above the wall's mean surface"},
                      {"phi", "rad", "turn of the disk, counterclockwise"}};
  card.contacts = {{.name = "surface", .meaning = "points of the disk's outline on the polyline of the wall's top"}};
  card.observables = quantities_of(lattice_observables());
  card.presets = {{.name = "stiff",
                   .summary = "k_a = 1e4, bottom free, equal masses of all points: the printed modulus",
                   .assignments = {"k_a=1e4", "bottom=free", "wall_mass=1", "integrator=verlet", "dt=2e-3"}},
                  {.name = "soft",
                   .summary = "k_a = 471, bottom fixed, equal densities: c is the speed of sound",
                   .assignments = {"k_a=471", "bottom=fixed", "wall_mass=5.093", "integrator=verlet", "dt=5e-3"}},
                  {.name = "smooth", .summary = "no roughness: the disk slides", .assignments = {"delta=0"}},
                  {.name = "polygon",
                   .summary = "a triangular lattice as it was cut, on a rough wall",
                   .assignments = {"disk=triangular", "layer=0", "delta_disk=0"}}};
  card.start = "above the wall without vibration or spin, velocity (v_t, -v_n); bodies and roughness by the seed";
  card.touching = "none";
  card.until = 100;
  card.time_unit = card.energy_unit = "1";
  card.random = card.many = true;
  return card;
}

LatticeRun run_of(const Parameters& p, const RunRequest& request) {
  LatticeRun run;
  run.disk = p.word("disk") == "random"       ? DiskKind::random
             : p.word("disk") == "triangular" ? DiskKind::triangular
                                              : DiskKind::square;
  if (run.disk == DiskKind::random)
    for (const char* name : {"orientation", "layer"})
      if (p.is_set(name))
        throw BadInput(
            fmt::format("parameter '{}' of system 'lattice' belongs to ordered disks, not to disk=random", name));
  if (run.disk != DiskKind::square && p.is_set("k_2"))
    throw BadInput(
        fmt::format("parameter 'k_2' of system 'lattice' belongs to disk=square, not to disk={}", p.word("disk")));
  if (p["pair"] == 1 && p["mirror"] == 1)
    throw BadInput("pair=1 of system 'lattice' throws the disk to both sides: mirror=1 contradicts it");
  run.N = static_cast<int>(p["N"]);
  run.spacing = p["spacing"];
  run.orientation = p["orientation"];
  run.layer = p["layer"] == 1;
  run.delta_disk = p["delta_disk"];
  run.delta_wall = p["delta_wall"];
  run.k_a = p["k_a"];
  run.k_b = p.is_set("k_b") ? p["k_b"] : 1e-3 * run.k_a;
  run.k_a_disk = p["k_a_disk"];
  run.k_b_disk = p.is_set("k_b_disk") ? p["k_b_disk"] : p.is_set("k_b") ? run.k_b : 1e-3 * run.k_a_disk;
  run.k_2 = p.is_set("k_2") ? p["k_2"] : run.k_a_disk * 3 / 7;
  run.wall_mass = p["wall_mass"];
  run.bottom = p.word("bottom") == "free" ? WallBottom::free : WallBottom::fixed;
  DiskImpact& impact = run.impact;
  impact.v_n = p["v_n"];
  impact.cot_gamma = p["cot_gamma"];
  impact.gap = p["gap"];
  impact.a = p["a"];
  impact.V0 = p.is_set("V0") ? p["V0"] : impact.a / 2;
  impact.rule = p.word("contact") == "nearest"   ? ContactRule::nearest
                : p.word("contact") == "literal" ? ContactRule::literal
                                                 : ContactRule::literal_unsigned;
  impact.scheme = p.word("integrator") == "verlet" ? LatticeScheme::verlet : LatticeScheme::forest_ruth;
  impact.dt = p.is_set("dt") ? p["dt"] : default_step(run);
  impact.contact_time = p["contact_time"] > 0 ? p["contact_time"] : expected_contact_time(run);
  impact.t_max = impact.gap / impact.v_n + 25 * impact.contact_time;
  impact.until = request.until;
  run.throws = p["pair"] == 1 ? Throws::both : p["mirror"] == 1 ? Throws::left : Throws::right;
  run.seed = request.seed;
  run.wall_seed = static_cast<std::uint64_t>(p["wall_seed"]);
  return run;
}

// Parameters as the run took them.
std::vector<std::pair<std::string, Value>> resolved(const Parameters& p, const LatticeRun& run) {
  Parameters shown = p;
  shown.set("k_b", run.k_b);
  shown.set("k_b_disk", run.k_b_disk);
  shown.set("V0", run.impact.V0);
  shown.set("dt", run.impact.dt);
  shown.set("contact_time", run.impact.contact_time);
  if (run.disk == DiskKind::square) shown.set("k_2", run.k_2);
  auto values = values_of(shown);
  values.emplace_back("seed", static_cast<long>(run.seed));
  return values;
}

Frame film_frame(const LatticeFrame& shot) {
  const SpringNetwork& network = shot.bodies.network;
  Frame film{.t = shot.state.t, .centre = {}, .velocity = {}, .low = {-4.5, -2.5, -0.1}, .high = {4.5, 3, 0.1}};
  const std::vector<Point>& r = shot.state.r;
  for (std::size_t i = 0; i < r.size(); ++i) {
    film.centre.push_back({r[i].x, r[i].y, 0});
    film.velocity.push_back({shot.state.v[i].x, shot.state.v[i].y, 0});
    film.body.push_back(i < shot.bodies.disk_points ? 0 : 1);
  }
  for (std::size_t s = 0; s < network.springs(); ++s) {
    const std::uint32_t i = network.first[s], j = network.second[s];
    film.links.push_back({i, j});
    film.stretch.push_back(std::hypot(r[j].x - r[i].x, r[j].y - r[i].y) / network.rest[s] - 1);
  }
  return film;
}

class LatticeSystem final : public System {
 public:
  LatticeSystem() : System(lattice_card()) {}

  RunResult run(const RunRequest& request) const override {
    refuse_rigid(request);
    const LatticeRun run = run_of(request.parameters, request);
    RunResult result;
    result.system = name();
    result.soft = true;
    result.parameters = resolved(request.parameters, run);

    DiskImpactHooks hooks;
    hooks.progress = request.progress;
    hooks.interrupt = request.interrupt;
    hooks.frame_interval = request.row_spacing.value_or(request.frames ? 0.1 : 0.02);
    std::vector<std::pair<std::string, std::string>> provenance{{"program", std::string("carom ") + CAROM_VERSION},
                                                                {"system", name()}};
    for (const auto& [parameter, value] : result.parameters) provenance.emplace_back(parameter, text_of(value));
    // Nothing is written before the bodies are made: what cannot start leaves no file.
    bool begun = false;
    double phi = 0, last = 0;
    const auto begin = [&] {
      begun = true;
      if (request.frames) request.frames->begin("lattice", provenance);
      if (request.rows)
        request.rows->begin({.title = "lattice",
                             .columns = {{"t", "1", "time, in R/c"},
                                         {"x", "1", "centre of the disk, along the wall"},
                                         {"y", "1", "centre of the disk, height"},
                                         {"phi", "rad", "turn of the disk"},
                                         {"V_x", "1", "velocity of the centre"},
                                         {"V_y", "1", "velocity of the centre"},
                                         {"omega", "1", "spin of the disk"},
                                         {"kinetic", "1", "energy of all points"},
                                         {"springs", "1", "energy of all springs"},
                                         {"contact", "1", "energy of the repulsion"}},
                             .attributes = provenance});
    };
    if (request.rows || request.frames)
      hooks.frame = [&](const LatticeFrame& shot) {
        if (!begun) begin();
        if (request.frames) request.frames->frame(film_frame(shot));
        if (!request.rows) return;
        const RigidMotion b = rigid_motion(shot.bodies.network, shot.state, shot.bodies.disk_points);
        phi += b.omega * (shot.state.t - last);
        last = shot.state.t;
        const double row[] = {shot.state.t,
                              b.x,
                              b.y,
                              phi,
                              b.V_x,
                              b.V_y,
                              b.omega,
                              kinetic_energy(shot.bodies.network, shot.state),
                              spring_energy(shot.bodies.network, shot.state.r),
                              contact_energy(shot.bodies.contact, shot.state.r)};
        request.rows->row(row);
      };
    LatticeRunResult r;
    try {
      r = run_lattice(run, hooks);
    } catch (const Interrupted&) {  // while the bodies were made
      result.outcome = Outcome::interrupted;
      return result;
    }
    if (begun && request.rows) request.rows->finish();
    if (begun && request.frames) request.frames->finish();
    fill(run, r, result);
    return result;
  }

  ImpactOutcome impact(const ImpactRequest&) const override {
    throw BadInput(
        "a lattice is soft and has no impacts at an instant: `carom run lattice` follows the whole impact, "
        "`carom theory oblique-impact` has the bilinear theory of it");
  }

 private:
  static void refuse_rigid(const RunRequest& request) {
    if (!request.q.empty() || !request.u.empty() || request.t)
      throw BadInput(
          "system 'lattice' starts by its own: --q, --u and --t are not available (see gap, v_n, cot_gamma)");
    if (request.law || request.scheme != Scheme::events || request.contact != ContactModel::rigid ||
        request.stiffness || request.step || request.closing_speed || request.onto_surface)
      throw BadInput(
          "system 'lattice' has soft contacts of its own: set a, V0 and dt instead of a law, scheme or contact");
    if (request.cycles) throw BadInput("system 'lattice' has no drive: --cycles has no meaning, --until has");
    if (request.events) throw BadInput("system 'lattice' has no events at an instant: --events is not available");
    if (request.keep_state || !request.state.empty())
      throw BadInput("an impact of a lattice takes a second: it has no checkpoints");
    if (request.until && !(std::isfinite(*request.until) && *request.until > 0))
      throw BadInput(fmt::format("--until must be a time above 0, got {}", *request.until));
    if (request.row_spacing && !(*request.row_spacing > 0 && std::isfinite(*request.row_spacing)))
      throw BadInput(fmt::format("--dt must be a time above 0, got {}", *request.row_spacing));
  }

  static void fill(const LatticeRun& run, const LatticeRunResult& r, RunResult& result) {
    const DiskImpactReport& report = r.first();
    result.outcome = r.outcome;
    result.reason = r.reason;
    result.t_end = report.t_end;
    result.events.impacts = report.came_off ? 1 : 0;
    const double start = report.energy_start;
    const ImpactEnergy& part = report.energy;
    // What left the motion of the disk as a whole is not lost but in vibrations: it counts as potential energy here.
    result.ledger.initial = start;
    result.ledger.kinetic = start * (part.translation + part.rotation);
    result.ledger.potential = start * (part.vibration + part.wall + part.contact);
    result.ledger.exchanged = start;
    const LatticeSeen seen = seen_in(r);
    for (const DiskImpactReport& one : r.reports) result.steps += one.steps;
    result.observables = read(lattice_observables(), seen);
    add_notes(run, r, seen, result);
    result.wall_seconds = r.wall_seconds;
  }

  static void add_notes(const LatticeRun& run, const LatticeRunResult& r, const LatticeSeen& seen, RunResult& result) {
    if (!r.came_off() && succeeded(r.outcome))
      result.notes.push_back(
          fmt::format("the disk was still near the wall at t = {:g}: it has no restitution yet", r.first().t_end));
    if (seen.energy_error > 0.05 && succeeded(r.outcome))
      result.notes.push_back(fmt::format("the energy changed by {:.2g} of itself: {}", seen.energy_error,
                                         run.impact.rule == ContactRule::nearest
                                             ? "a point was jammed in a valley of the wall; a smaller dt helps"
                                             : "the literal contact is not the gradient of any energy"));
    // A few do so at a tip of the surface; when one in twenty does, the surface gives way.
    const long triangles = r.first().surface_triangles;
    if (20 * seen.collapsed > triangles && triangles > 0)
      result.notes.push_back(
          fmt::format("the surface collapsed: {} of {} triangles at it turned over", seen.collapsed, triangles));
    if (r.reports.size() == 2) result.notes.push_back("means of a throw to the right and one to the left");
  }
};

}  // namespace

const System& lattice_system() {
  static const LatticeSystem system;
  return system;
}

}  // namespace carom::study
