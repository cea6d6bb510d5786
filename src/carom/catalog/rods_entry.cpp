// SPDX-License-Identifier: Apache-2.0
// Vibrated rods in the catalog: parameters, checks, observables; the run itself is rod_run.hpp.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/catalog/rod_observables.hpp"
#include "carom/catalog/rod_output.hpp"
#include "carom/catalog/rod_run.hpp"

namespace carom::study {
namespace {

using namespace particles;

ParameterTable parameter_table() {
  const RodRun row;
  const particles::ContactLaw law;
  ParameterTable t;
  const auto number = [&](const char* name, double value, double min, double max, const char* meaning,
                          const char* unit = "1", bool min_open = false) {
    t.add(
        {.name = name, .value = value, .unit = unit, .min = min, .max = max, .min_open = min_open, .meaning = meaning});
  };
  const auto choice = [&](const char* name, std::vector<std::string> choices, const char* word, const char* meaning) {
    t.add({.name = name, .meaning = meaning, .choices = std::move(choices), .choice = word});
  };
  const auto on_off = [&](const char* name, std::vector<std::string> choices, const char* meaning) {
    const std::string word = choices.front();
    t.add({.name = name, .meaning = meaning, .choices = std::move(choices), .choice = word, .yes_no = true});
  };
  choice("geometry", {"periodic", "annulus", "single"}, "periodic",
         "a row in the plane over a period, rods between two cylinders, or one rod that hits the plate once");
  t.add({.name = "N", .value = 40, .min = 1, .max = 1e6, .meaning = "number of rods (annulus: 50)", .integer = true});
  number("l", row.l, 1, 1e3, "length with both caps, in diameters (annulus: 8)");
  number("d", row.d, 1e-6, 1, "diameter (annulus: 6.35 mm); with f it sets the reduced frequency", "m");
  number("phi", row.phi, -85 * pi / 180, 85 * pi / 180,
         "periodic: tilt that the length leaves, cos phi = N/L; single: tilt of the rod", "rad");
  number("L", 0, 0, 1e7, "periodic: length; 0: from phi");
  number("f", row.f, 0, 1e5, "frequency of the plate", "Hz", true);
  number("Gamma", row.Gamma, 0, 1e3, "peak acceleration of the plate over gravity (single: 0)");
  number("mu_rr", row.mu_rr, 0, 100, "friction of rod and rod");
  number("mu_rb", row.mu_rb, 0, 100, "friction of rod and bottom plate");
  number("mu_rw", row.mu_rw, 0, 100, "annulus: friction of rod and side wall");
  number("mu_s_rr", 0, 0, 100, "static friction of rod and rod; mu_rr unless set");
  number("mu_s_rb", 0, 0, 100, "static friction of rod and bottom plate; mu_rb unless set");
  number("mu_s_rw", 0, 0, 100, "annulus: static friction of rod and side wall; mu_rw unless set");
  choice("ends", {"round", "flat", "flat_below", "flat_above"}, "round",
         "ends as they meet the plate: both round, both flat (on their edge), or one flat");
  number("k_n", law.k_n, 0, 1e15, "normal stiffness (Hertz)", "1", true);
  number("k_t", law.k_t, 0, 1e17, "tangential stiffness; 95 k_n unless set", "1", true);
  number("gamma_n", law.gamma_n, 0, 1e9, "normal damping");
  number("gamma_t", law.gamma_t, 0, 1e9, "tangential damping");
  number("dt", row.dt, 0, 1, "step of the integrator", "1", true);
  choice("integrator", {"leapfrog", "gear5"}, "leapfrog", "leapfrog, or Gear's corrector of fifth order");
  choice("inertia", {"thin", "exact", "printed"}, "thin",
         "M l^2/12, the spherocylinder's, or as the paper's footnote has it");
  choice("mass", {"capsule", "cylinder", "unit"}, "capsule", "1 + 3(l - 1)/2, 3l/2, or 1");
  on_off("spin", {"off", "on"}, "annulus: rotation about the own axis");
  choice("walls", {"moving", "static"}, "moving", "annulus: side walls move with the plate, or stand");
  number("R_i", row.R_i, 0, 1e6, "annulus: inner radius, in diameters", "1", true);
  number("R_o", row.R_o, 0, 1e6, "annulus: outer radius, in diameters", "1", true);
  choice("damping_power", {"half", "one", "zero"}, "half", "power of the overlap at the dashpots");
  choice("spring_power", {"one", "half"}, "one", "power of the overlap at the tangential spring");
  choice("slip_adjustment", {"spring", "whole"}, "spring", "what of the tangential force is cut to the cone in slip");
  choice("lever_arm", {"surface", "axis"}, "surface", "forces act at the surface, or on the axis");
  on_off("pull", {"on", "off"}, "whether a dashpot may pull just before the contact opens");
  number("c_x", 0, -1e3, 1e3, "single: velocity of the middle along x");
  number("c_z", -1, -1e3, 0, "single: velocity of the middle along z");
  number("omega", 0, -1e3, 1e3, "single: rate of the tilt");
  number("g", 1, 0, 1e3, "gravity (single: 0)");
  number("start_tilt", row.start_tilt, -pi / 4, pi / 4, "annulus: tilt of the start; its sign chooses the sense",
         "rad");
  number("transient", row.transient, 0, 1e9, "cycles before anything is measured (annulus: 50)");
  t.add({.name = "threads",
         .value = 1,
         .min = 1,
         .max = 256,
         .meaning = "threads of one run, for hundreds of rods",
         .integer = true});
  return t;
}

SystemCard rods_card() {
  SystemCard card{.name = "rods",
                  .summary = "rods (spherocylinders) on a vibrated plate, soft contacts; reduced units d = g = 1",
                  .parameters = parameter_table()};
  card.coordinates = {{"x_i", "1", "centre of rod i = 1 ... N along the row (annulus: and y_i)"},
                      {"z_i", "1", "centre above the middle position of the plate, upwards"},
                      {"phi_i", "rad", "tilt from the vertical towards +x (annulus: the axis ux_i, uy_i, uz_i)"}};
  card.contacts = {{.name = "pairs", .meaning = "rods at the closest points of their axes"},
                   {.name = "plate", .meaning = "both end spheres of each rod"},
                   {.name = "walls", .meaning = "annulus: inner and outer cylinder"}};
  card.observables = rod_quantities();
  card.presets = {{.name = "row",
                   .summary = "the paper's quasi-two-dimensional row",
                   .assignments = {"geometry=periodic"},
                   .cycles = 105},
                  {.name = "annulus",
                   .summary = "the paper's annulus with 50 rods",
                   .assignments = {"geometry=annulus"},
                   .cycles = 150},
                  {.name = "rolling",
                   .summary = "the annulus with rods that roll about their axes",
                   .assignments = {"geometry=annulus", "spin=on"},
                   .cycles = 150},
                  {.name = "fig12",
                   .summary = "one collision of the paper's Fig. 12, at 20 degrees",
                   .assignments = {"geometry=single", "phi=20deg", "mu_rb=0.4", "c_x=0.35", "c_z=-0.7"}}};
  card.start =
      "rods evenly spread, a little less tilted than they pack, small random velocities (seed); flat ends in the "
      "annulus: what round ones are after "
      "25 cycles, lifted";
  card.touching = "none";
  card.frequency = "f";
  card.cycles = 105;
  card.time_unit = card.energy_unit = "1";
  card.random = card.many = true;
  return card;
}

RodGeometry geometry_of(const Parameters& p) {
  return p.word("geometry") == "periodic"  ? RodGeometry::periodic
         : p.word("geometry") == "annulus" ? RodGeometry::annulus
                                           : RodGeometry::single;
}

// What belongs to another geometry must not be set in vain.
void refuse_foreign(const Parameters& p) {
  const RodGeometry geometry = geometry_of(p);
  const auto refuse = [&](std::initializer_list<const char*> names, const char* where) {
    for (const char* name : names)
      if (p.is_set(name))
        throw BadInput(fmt::format("parameter '{}' of system 'rods' belongs to geometry={}, not to geometry={}", name,
                                   where, p.word("geometry")));
  };
  if (geometry != RodGeometry::single) refuse({"c_x", "c_z", "omega"}, "single");
  if (geometry != RodGeometry::annulus)
    refuse({"mu_rw", "mu_s_rw", "spin", "walls", "R_i", "R_o", "start_tilt"}, "annulus");
  if (geometry != RodGeometry::periodic) refuse({"L"}, "periodic");
  if (geometry == RodGeometry::annulus) refuse({"phi"}, "periodic");
  if (geometry == RodGeometry::single) refuse({"N", "mu_rr", "mu_s_rr", "transient", "threads"}, "periodic");
  if (p.is_set("phi") && p.is_set("L") && p["L"] > 0)
    throw BadInput("phi and L of system 'rods' say the same thing, cos phi = N/L: set one of them");
}

particles::ContactLaw law_of(const Parameters& p) {
  particles::ContactLaw law;
  law.k_n = p["k_n"];
  law.k_t = p.is_set("k_t") ? p["k_t"] : 95 * law.k_n;
  law.gamma_n = p["gamma_n"];
  law.gamma_t = p["gamma_t"];
  law.damping_power = p.word("damping_power") == "half"  ? DampingPower::half
                      : p.word("damping_power") == "one" ? DampingPower::one
                                                         : DampingPower::zero;
  law.spring_power = p.word("spring_power") == "one" ? SpringPower::one : SpringPower::half;
  law.slip_adjustment = p.word("slip_adjustment") == "spring" ? SlipAdjustment::spring : SlipAdjustment::whole;
  law.lever_arm = p.word("lever_arm") == "surface" ? LeverArm::surface : LeverArm::axis;
  law.clamp = p.word("pull") == "off";
  return law;
}

Ends ends_of(const std::string& word) {
  return word == "flat"         ? Ends::flat
         : word == "flat_below" ? Ends::flat_below
         : word == "flat_above" ? Ends::flat_above
                                : Ends::round;
}

// How many cycles the run has, and how many of them are not measured.
void set_length(const Parameters& p, const RunRequest& request, RodRun& run) {
  const double period = period_of(run);
  if (request.cycles)
    run.cycles = *request.cycles;
  else if (request.until)
    run.cycles = *request.until / period;
  else if (run.geometry == RodGeometry::single)
    run.cycles = std::max(1.0, 2 / period);
  if (request.until && !request.state.empty() && run.cycles <= request.cycles_before)
    throw BadInput(fmt::format("--until {:g} is not after t = {:g}, where the checkpoint was left", *request.until,
                               request.cycles_before * period));
  if (request.keep_state && run.geometry == RodGeometry::single)
    throw BadInput("a single collision leaves nothing to go on from: --checkpoint is for rows and the annulus");
  if (run.geometry != RodGeometry::single && request.state.empty() && run.cycles <= run.transient) {
    if (p.is_set("transient"))
      throw BadInput(fmt::format("a run of {:g} cycles ends within its transient of {:g}: nothing would be measured",
                                 run.cycles, run.transient));
    run.transient = 0.5 * run.cycles;
  }
}

RodRun run_of(const Parameters& p, const RunRequest& request) {
  refuse_foreign(p);
  RodRun run = geometry_of(p) == RodGeometry::annulus ? annulus_run() : RodRun{};
  run.geometry = geometry_of(p);
  const auto take = [&](const char* name, double& target) {
    if (p.is_set(name)) target = p[name];
  };
  if (p.is_set("N")) run.N = static_cast<int>(p["N"]);
  if (run.geometry == RodGeometry::single) {
    run.N = 1;
    run.Gamma = run.gravity = 0;
    run.transient = 0;
  }
  take("l", run.l);
  take("d", run.d);
  take("phi", run.phi);
  take("L", run.L);
  take("f", run.f);
  take("Gamma", run.Gamma);
  take("mu_rr", run.mu_rr);
  take("mu_rb", run.mu_rb);
  take("mu_rw", run.mu_rw);
  const auto take_static = [&](const char* name, double slip, const char* slip_name, double& target) {
    take(name, target);
    if (p.is_set(name) && target < slip)
      throw BadInput(
          fmt::format("the static friction {} = {:g} is below that in slip, {} = {:g}", name, target, slip_name, slip));
  };
  take_static("mu_s_rr", run.mu_rr, "mu_rr", run.mu_s_rr);
  take_static("mu_s_rb", run.mu_rb, "mu_rb", run.mu_s_rb);
  take_static("mu_s_rw", run.mu_rw, "mu_rw", run.mu_s_rw);
  run.ends = ends_of(p.word("ends"));
  run.law = law_of(p);
  take("dt", run.dt);
  take("R_i", run.R_i);
  take("R_o", run.R_o);
  take("c_x", run.c_x);
  take("c_z", run.c_z);
  take("omega", run.omega);
  take("g", run.gravity);
  take("start_tilt", run.start_tilt);
  take("transient", run.transient);
  run.threads = static_cast<int>(p["threads"]);
  run.spin = p.word("spin") == "on";
  run.walls = p.word("walls") == "moving" ? Walls::moving : Walls::standing;
  run.integrator = p.word("integrator") == "gear5" ? Integrator::gear : Integrator::leapfrog;
  run.inertia = p.word("inertia") == "thin"    ? Inertia::thin
                : p.word("inertia") == "exact" ? Inertia::exact
                                               : Inertia::printed;
  run.mass = p.word("mass") == "capsule"    ? RodMass::capsule
             : p.word("mass") == "cylinder" ? RodMass::cylinder
                                            : RodMass::unit;
  run.seed = request.seed;
  if (run.geometry == RodGeometry::annulus && !(run.R_i < run.R_o))
    throw BadInput(
        fmt::format("the inner radius R_i = {:g} must be below the outer one, R_o = {:g}", run.R_i, run.R_o));
  if (run.ends != Ends::round && run.law.lever_arm == LeverArm::axis)
    throw BadInput("flat ends take the force of the plate at their edge: lever_arm=axis is for round ones");
  if (run.spin && run.integrator == Integrator::gear)
    throw BadInput("the rotation about the own axis (spin=on) is integrated by leapfrog only");
  set_length(p, request, run);
  return run;
}

// Parameters as the run took them: those that the geometry decides, too.
std::vector<std::pair<std::string, Value>> resolved(const Parameters& p, const RodRun& run) {
  Parameters shown = p;
  shown.set("N", run.N);
  shown.set("l", run.l);
  shown.set("d", run.d);
  shown.set("Gamma", run.Gamma);
  shown.set("k_t", run.law.k_t);
  shown.set("mu_s_rr", std::max(run.mu_rr, run.mu_s_rr));
  shown.set("mu_s_rb", std::max(run.mu_rb, run.mu_s_rb));
  shown.set("mu_s_rw", std::max(run.mu_rw, run.mu_s_rw));
  shown.set("g", run.gravity);
  shown.set("transient", run.transient);
  if (run.geometry == RodGeometry::periodic) shown.set("L", options_of(run).container.period_x);
  return values_of(shown);
}

class RodsSystem final : public System {
 public:
  RodsSystem() : System(rods_card()) {}

  RunResult run(const RunRequest& request) const override {
    refuse_rigid(request);
    const RodRun run = run_of(request.parameters, request);
    if (request.rows && run.N > 1000)
      throw BadInput(fmt::format("a table of {} rods would have {} columns: write a film instead (.vtk or .dump)",
                                 run.N, 6 * run.N));
    RunResult result;
    result.system = name();
    result.soft = true;
    result.parameters = resolved(request.parameters, run);
    result.parameters.emplace_back("seed", static_cast<long>(request.seed));
    // Reduced units in SI.
    result.parameters.emplace_back("length_unit", run.d);
    result.parameters.emplace_back("time_unit", std::sqrt(run.d / gravity));
    result.parameters.emplace_back("velocity_unit", velocity_unit(run));
    if (const auto warning = step_warning(run)) result.notes.push_back("warning: " + *warning);

    RodHooks hooks;
    hooks.progress = request.progress;
    hooks.interrupt = request.interrupt;
    hooks.resume = request.state;
    hooks.keep_state = request.keep_state;
    const double period = period_of(run);
    if (request.keep_state && request.checkpoint)
      hooks.checkpoint = [&](std::string state, double t) {
        RunResult so_far = result;
        so_far.outcome = Outcome::interrupted;
        so_far.t_end = t;
        so_far.cycles = t / period;
        so_far.planned_cycles = run.cycles;
        so_far.state = std::move(state);
        request.checkpoint(so_far);
      };
    hooks.frame_interval = request.row_spacing ? *request.row_spacing / period : 0.05;
    RodOutput output(request, run, result.parameters);
    if (request.rows || request.frames) hooks.frame = [&](const RodFrame& frame) { output.frame(frame); };
    if (request.events) hooks.collision = [&](const PlateCollision& c) { output.collision(c); };
    hooks.collisions_from_start = true;
    const RodRunResult r = run_rods(run, hooks);
    output.finish();

    result.outcome = r.outcome;
    result.reason = r.reason;
    result.t_start = r.t_start;
    result.t_end = r.t_end;
    result.cycles = r.t_end / period;
    result.planned_cycles = run.cycles;
    fill_state(run, r.final, result);
    result.events.impacts = static_cast<int>(r.measures.collisions);
    result.ledger.kinetic = r.energy.kinetic;
    result.ledger.potential = r.energy.potential + r.energy.elastic;
    result.ledger.initial = r.energy_start;
    result.ledger.drive_work = r.energy.drive_work;
    result.ledger.normal_loss = r.energy.normal_loss;
    result.ledger.friction_loss = r.energy.friction_loss;
    result.ledger.exchanged =
        std::abs(r.energy.drive_work) + r.energy.normal_loss + std::abs(r.energy.friction_loss) + r.energy.kinetic;
    result.steps = r.steps;
    result.observables = read(observables_of(run.geometry), RodsSeen{run, r});
    result.state = r.state;
    result.wall_seconds = r.wall_seconds;
    return result;
  }

  SystemCard card_for(const Parameters& parameters) const override {
    SystemCard own = card();
    own.observables = quantities_of(observables_of(geometry_of(parameters)));
    return own;
  }

  double cycle_rate(const Parameters& parameters) const override {
    RodRun run = geometry_of(parameters) == RodGeometry::annulus ? annulus_run() : RodRun{};
    if (parameters.is_set("d")) run.d = parameters["d"];
    run.f = parameters["f"];
    return 1 / period_of(run);
  }

  ImpactOutcome impact(const ImpactRequest&) const override {
    throw BadInput(
        "rods are soft and have no impacts at an instant: `carom run rods --set geometry=single` follows one "
        "collision, "
        "`carom theory rod-collision` and `carom impact rod-on-plate` have the rigid one");
  }

 private:
  static void refuse_rigid(const RunRequest& request) {
    if (!request.q.empty() || !request.u.empty() || request.t)
      throw BadInput(
          "system 'rods' starts from a packing of its own: --q, --u and --t are not available (see --seeds, "
          "--restart)");
    if (request.law || request.scheme != Scheme::events || request.contact != ContactModel::rigid ||
        request.stiffness || request.step || request.closing_speed || request.onto_surface)
      throw BadInput(
          "system 'rods' has soft contacts of its own: set k_n, k_t, gamma_n, gamma_t and dt instead of a law, scheme "
          "or contact");
    if (request.until && !(std::isfinite(*request.until) && *request.until > 0))
      throw BadInput(fmt::format("--until must be a time above 0, got {}", *request.until));
    if (request.cycles && !(std::isfinite(*request.cycles) && *request.cycles > 0 && *request.cycles < 1e9))
      throw BadInput(fmt::format("--cycles must be above 0 and below 1e9, got {}", *request.cycles));
    if (request.row_spacing && !(*request.row_spacing > 0 && std::isfinite(*request.row_spacing)))
      throw BadInput(fmt::format("--dt must be a time above 0, got {}", *request.row_spacing));
  }

  static void fill_state(const RodRun& run, const RodFrame& frame, RunResult& result) {
    for (std::size_t i = 0; i < frame.r.size(); ++i) {
      const Vec3 &r = frame.r[i], &u = frame.u[i], &v = frame.v[i];
      if (run.geometry == RodGeometry::annulus) {
        result.q.insert(result.q.end(), {r.x, r.y, r.z, u.x, u.y, u.z});
        result.u.insert(result.u.end(), {v.x, v.y, v.z, frame.omega[i]});
      } else {
        result.q.insert(result.q.end(), {r.x, r.z, std::atan2(u.x, u.z)});
        result.u.insert(result.u.end(), {v.x, v.z, frame.omega[i]});
      }
    }
  }
};

}  // namespace

const System& rods_system() {
  static const RodsSystem system;
  return system;
}

}  // namespace carom::study
