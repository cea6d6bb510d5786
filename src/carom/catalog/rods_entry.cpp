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
  number("k_n", law.k_n, 0, 1e15, "normal stiffness (Hertz)", "1", true);
  number("k_t", law.k_t, 0, 1e17, "tangential stiffness; 95 k_n unless set", "1", true);
  number("gamma_n", law.gamma_n, 0, 1e9, "normal damping");
  number("gamma_t", law.gamma_t, 0, 1e9, "tangential damping");
  number("dt", row.dt, 0, 1, "step of the integrator", "1", true);
  choice("integrator", {"leapfrog", "gear5"}, "leapfrog", "leapfrog, or Gear's corrector of fifth order");
  choice("inertia", {"thin", "exact", "printed"}, "thin",
         "M l^2/12, the spherocylinder's, or as the paper's footnote has it");
  choice("mass", {"capsule", "cylinder", "unit"}, "capsule", "1 + 3(l - 1)/2, 3l/2, or 1");
  choice("spin", {"off", "on"}, "off", "annulus: rotation about the own axis");
  choice("walls", {"moving", "static"}, "moving", "annulus: side walls move with the plate, or stand");
  number("R_i", row.R_i, 0, 1e6, "annulus: inner radius, in diameters", "1", true);
  number("R_o", row.R_o, 0, 1e6, "annulus: outer radius, in diameters", "1", true);
  choice("damping_power", {"half", "one", "zero"}, "half", "power of the overlap at the dashpots");
  choice("spring_power", {"one", "half"}, "one", "power of the overlap at the tangential spring");
  choice("slip_adjustment", {"spring", "whole"}, "spring", "what of the tangential force is cut to the cone in slip");
  choice("lever_arm", {"surface", "axis"}, "surface", "forces act at the surface, or on the axis");
  choice("pull", {"on", "off"}, "on", "whether a dashpot may pull just before the contact opens");
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
  card.observables = {{"drift", "1", "mean velocity of all rods, in sqrt(g d); annulus: around, at the mean radius"},
                      {"drift_error", "1", "its standard error over ten stretches of time"},
                      {"drift_si", "m/s", "the same drift in SI units"},
                      {"direction", "1", "forward (with the tilt), none or reverse, beyond three errors"},
                      {"tilt", "rad", "mean tilt from the vertical"},
                      {"tilt_spread", "rad", "standard deviation over the rods"},
                      {"V_plate_over_V0", "1", "mean velocity of the plate at collisions over its largest"},
                      {"landing_phase", "1", "density of the drive's phase at collisions, 24 bins over 0 ... 2 pi"},
                      {"downward", "1", "share of collisions while the plate goes down"},
                      {"flight_time", "1", "mean time between collisions of a rod, in periods"},
                      {"long_flights", "1", "share of flights of more than a period"},
                      {"eps", "1", "restitution at the plate (median); single: of the collision"},
                      {"energy_ratio", "1", "kinetic energy after over before a collision, in the plate's frame"},
                      {"c_x_before", "1", "mean over collisions; also c_z_before, omega_before"},
                      {"c_x_after", "1", "mean over collisions; also c_z_after, omega_after"},
                      {"c_z_ratio", "1", "-c_z before over c_z after"},
                      {"slide", "1", "share of collisions that slide on; also slip_stick, slip_reversal"},
                      {"collisions", "1", "collisions with the plate, without micro-bounces"},
                      {"micro_share", "1", "share of touches that are micro-bounces"},
                      {"energy_error", "1", "what the energy ledger leaves open, over the energy exchanged"},
                      {"duration", "1", "single: of the contact; with c_x, c_z, omega after it, max_overlap, regime"}};
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
  card.start = "rods evenly spread, a little less tilted than they pack, small random velocities (seed)";
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
  if (geometry != RodGeometry::annulus) refuse({"mu_rw", "spin", "walls", "R_i", "R_o", "start_tilt"}, "annulus");
  if (geometry != RodGeometry::periodic) refuse({"L"}, "periodic");
  if (geometry == RodGeometry::annulus) refuse({"phi"}, "periodic");
  if (geometry == RodGeometry::single) refuse({"N", "mu_rr", "transient", "threads"}, "periodic");
  if (p.is_set("phi") && p.is_set("L") && p["L"] > 0)
    throw BadInput("phi and L of system 'rods' say the same thing, cos phi = N/L: set one of them");
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
  take("k_n", run.law.k_n);
  run.law.k_t = 95 * run.law.k_n;
  take("k_t", run.law.k_t);
  take("gamma_n", run.law.gamma_n);
  take("gamma_t", run.law.gamma_t);
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
  run.law.damping_power = p.word("damping_power") == "half"  ? DampingPower::half
                          : p.word("damping_power") == "one" ? DampingPower::one
                                                             : DampingPower::zero;
  run.law.spring_power = p.word("spring_power") == "one" ? SpringPower::one : SpringPower::half;
  run.law.slip_adjustment = p.word("slip_adjustment") == "spring" ? SlipAdjustment::spring : SlipAdjustment::whole;
  run.law.lever_arm = p.word("lever_arm") == "surface" ? LeverArm::surface : LeverArm::axis;
  run.law.clamp = p.word("pull") == "off";
  run.seed = request.seed;
  if (run.geometry == RodGeometry::annulus && !(run.R_i < run.R_o))
    throw BadInput(
        fmt::format("the inner radius R_i = {:g} must be below the outer one, R_o = {:g}", run.R_i, run.R_o));
  if (run.spin && run.integrator == Integrator::gear)
    throw BadInput("the rotation about the own axis (spin=on) is integrated by leapfrog only");
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
    hooks.frame_interval = request.row_spacing ? *request.row_spacing / period : 0.05;
    Output output(request, run, result.parameters, card());
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
    result.observables = run.geometry == RodGeometry::single ? single_observables(r) : observables(run, r);
    result.state = r.state;
    result.wall_seconds = r.wall_seconds;
    return result;
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
      throw BadInput(fmt::format("--cycles must be above 0, got {}", *request.cycles));
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

  static std::vector<std::pair<std::string, Value>> observables(const RodRun& run, const RodRunResult& r) {
    const observe::RodMeasures& m = r.measures;
    const double V0 = options_of(run).drive.speed();
    return {{"drift", m.drift},
            {"drift_error", m.drift_error},
            {"drift_si", m.drift * velocity_unit(run)},
            {"direction", std::string(observe::name(m.direction))},
            {"tilt", m.tilt},
            {"tilt_spread", m.tilt_spread},
            {"V_plate_over_V0", V0 > 0 ? m.V_plate.mean / V0 : std::numeric_limits<double>::quiet_NaN()},
            {"landing_phase", std::vector<double>(m.landing_phase.begin(), m.landing_phase.end())},
            {"downward", m.downward},
            {"flight_time", m.flight_time},
            {"long_flights", m.long_flights},
            {"eps", m.restitution},
            {"energy_ratio", m.energy_ratio},
            {"c_x_before", m.c_x.mean},
            {"c_x_after", m.c_x_plus.mean},
            {"c_z_before", m.c_z.mean},
            {"c_z_after", m.c_z_plus.mean},
            {"omega_before", m.omega.mean},
            {"omega_after", m.omega_plus.mean},
            {"c_z_ratio", -m.c_z.mean / m.c_z_plus.mean},
            {"slide", m.regimes[0]},
            {"slip_stick", m.regimes[1]},
            {"slip_reversal", m.regimes[2]},
            {"collisions", m.collisions},
            {"micro_share", m.micro_share},
            {"energy_error", r.energy_error}};
  }

  static std::vector<std::pair<std::string, Value>> single_observables(const RodRunResult& r) {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (r.collisions.empty())
      return {{"c_x", none},
              {"c_z", none},
              {"omega", none},
              {"eps", none},
              {"duration", none},
              {"max_overlap", none},
              {"regime", std::string("none")},
              {"energy_error", r.energy_error}};
    const PlateCollision& c = r.collisions.front();
    return {{"c_x", c.after.c_x},
            {"c_z", c.after.c_z},
            {"omega", c.after.omega},
            {"eps", c.restitution()},
            {"duration", c.after.t - c.before.t},
            {"max_overlap", c.largest_overlap},
            {"regime", std::string(particles::name(regime(c)))},
            {"energy_ratio", c.energy_ratio()},
            {"slip_share", c.slip_share},
            {"energy_error", r.energy_error}};
  }

  // Tables, collisions and films of one run.
  class Output {
   public:
    Output(const RunRequest& request, const RodRun& run, const std::vector<std::pair<std::string, Value>>& parameters,
           const SystemCard& card)
        : request_(request), run_(run) {
      std::vector<std::pair<std::string, std::string>> provenance{{"program", std::string("carom ") + CAROM_VERSION},
                                                                  {"system", card.name}};
      for (const auto& [parameter, value] : parameters) provenance.emplace_back(parameter, text_of(value));
      if (request.frames) request.frames->begin("rods", provenance);
      if (request.rows) {
        TableHeader header{.title = "rods",
                           .columns = {{"t", "1", "time, in sqrt(d/g)"}, {"plate_z", "1", "height of the plate"}},
                           .attributes = provenance};
        for (int i = 1; i <= run.N; ++i) {
          const auto column = [&](const char* name, const char* unit, const char* meaning) {
            header.columns.push_back({fmt::format("{}_{}", name, i), unit, fmt::format("{} of rod {}", meaning, i)});
          };
          column("x", "1", "centre");
          if (annulus()) column("y", "1", "centre");
          column("z", "1", "centre");
          if (annulus()) {
            column("ux", "1", "axis");
            column("uy", "1", "axis");
            column("uz", "1", "axis");
          } else {
            column("phi", "rad", "tilt");
          }
        }
        request.rows->begin(header);
      }
      if (request.events) {
        TableHeader header{.title = "rods: collisions with the plate", .columns = {}, .attributes = provenance};
        header.attributes.emplace_back("contact_names", "lower,upper");
        header.attributes.emplace_back("t_unit", "1");
        header.columns = {{"rod", "1", "number of the rod"},
                          {"phase", "rad", "of the drive at the beginning"},
                          {"V_plate", "1", "velocity of the plate at the beginning"},
                          {"tilt", "rad", "towards the direction of c_x, at the beginning"},
                          {"c_x", "1", "velocity of the middle before: along x, around the annulus"},
                          {"c_z", "1", "velocity of the middle before, upwards"},
                          {"omega", "1", "rate of the tilt before"},
                          {"c_x_plus", "1", "after"},
                          {"c_z_plus", "1", "after"},
                          {"omega_plus", "1", "after"},
                          {"u", "1", "slip of the contact point before"},
                          {"v", "1", "normal velocity of the contact point before, relative to the plate"},
                          {"u_plus", "1", "after"},
                          {"v_plus", "1", "after"},
                          {"eps", "1", "restitution -v_plus/v"},
                          {"energy_ratio", "1", "kinetic energy after over before, in the plate's frame"},
                          {"regime", "1", "0 slide, 1 slip-stick, 2 slip-reversal"},
                          {"duration", "1", "of the contact"},
                          {"max_overlap", "1", "deepest overlap"}};
        request.events->begin(header);
      }
    }

    void frame(const RodFrame& frame) {
      if (request_.rows) {
        row_.assign({frame.t, frame.plate_z});
        for (std::size_t i = 0; i < frame.r.size(); ++i) {
          const Vec3 &r = frame.r[i], &u = frame.u[i];
          if (annulus())
            row_.insert(row_.end(), {r.x, r.y, r.z, u.x, u.y, u.z});
          else
            row_.insert(row_.end(), {r.x, r.z, std::atan2(u.x, u.z)});
        }
        request_.rows->row(row_);
      }
      if (request_.frames) request_.frames->frame(film_frame(frame));
    }

    void collision(const PlateCollision& c) {
      const PlateMoment &a = c.before, &b = c.after;
      request_.events->event(
          {.t = a.t,
           .kind = "impact",
           .contacts = c.upper ? "upper" : "lower",
           .values = {static_cast<double>(c.rod + 1), a.phase, a.V_plate, a.tilt, a.c_x, a.c_z, a.omega, b.c_x, b.c_z,
                      b.omega, a.u, a.v, b.u, b.v, c.restitution(), c.energy_ratio(), static_cast<double>(regime(c)),
                      b.t - a.t, c.largest_overlap}});
    }

    void finish() {
      if (request_.rows) request_.rows->finish();
      if (request_.events) request_.events->finish();
      if (request_.frames) request_.frames->finish();
    }

   private:
    bool annulus() const { return run_.geometry == RodGeometry::annulus; }

    Frame film_frame(const RodFrame& frame) const {
      const double L = run_.geometry == RodGeometry::periodic ? options_of(run_).container.period_x : 0;
      Frame film{.t = frame.t, .length = run_.l};
      for (std::size_t i = 0; i < frame.r.size(); ++i) {
        Vec3 r = frame.r[i];
        if (L > 0) r.x -= L * std::floor(r.x / L);
        film.centre.push_back({r.x, r.y, r.z});
        film.axis.push_back({frame.u[i].x, frame.u[i].y, frame.u[i].z});
        film.velocity.push_back({frame.v[i].x, frame.v[i].y, frame.v[i].z});
      }
      const double side = annulus() ? run_.R_o : 0.5;
      film.low = {L > 0 ? 0 : -std::max(side, run_.l), -side, -1};
      film.high = {L > 0 ? L : std::max(side, run_.l), side, 2 * run_.l};
      return film;
    }

    const RunRequest& request_;
    const RodRun& run_;
    std::vector<double> row_;
  };
};

}  // namespace

const System& rods_system() {
  static const RodsSystem system;
  return system;
}

}  // namespace carom::study
