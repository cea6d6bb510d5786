// The bouncing dimer in the catalog: its parameters, presets and observables.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/observe/dimer_observer.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom::study {
namespace {

// Of the left tip [N/m^η]: about that of a steel ball of 4.75 mm on steel for η = 3/2. With equal exponents rigid
// impacts depend on the ratio γ₂₁ alone.
constexpr double reference_stiffness = 1e10;
constexpr std::array tip_names{"left", "right"};

ParameterTable parameter_table() {
  std::vector<ParameterSpec> specs = dimer_shape_parameters();
  const auto add = [&](ParameterSpec spec) { specs.push_back(std::move(spec)); };
  add({.name = "f", .value = 25, .unit = "Hz", .min = 0, .max = 1e5, .min_open = true, .meaning = "plate frequency"});
  add({.name = "Gamma",
       .value = 0.9,
       .min = 0,
       .max = 1000,
       .meaning = "plate acceleration A omega^2/g; 0: a plate at rest"});
  add({.name = "phase",
       .value = 0,
       .unit = "rad",
       .min = -1000,
       .max = 1000,
       .meaning = "plate phase: y_p = -A sin(omega t + phase)"});
  add({.name = "e", .value = 0.65, .min = 0, .max = 1, .meaning = "coefficient of restitution"});
  add({.name = "mu_s", .value = 0.24, .min = 0, .max = 100, .meaning = "static friction in contact"});
  add({.name = "mu_c", .value = 0.12, .min = 0, .max = 100, .meaning = "slip friction in contact"});
  add({.name = "mu_s_i", .min = 0, .max = 100, .meaning = "static friction in impacts", .follows = "mu_s"});
  add({.name = "mu_i", .value = 0.12, .min = 0, .max = 100, .meaning = "slip friction in impacts"});
  add({.name = "eta", .value = 1.5, .min = 1, .max = 10, .meaning = "exponent of the contact force, 3/2: Hertz"});
  add({.name = "eps_T", .value = 0, .min = 0, .max = 1, .meaning = "tangential restitution, by Poisson's law only"});
  add({.name = "gamma_21", .value = 1, .min = 1e-9, .max = 1e9, .meaning = "ratio of the contact stiffnesses k_2/k_1"});
  add({.name = "closing",
       .value = 0.01,
       .min = 0,
       .max = 1,
       .max_open = true,
       .meaning = "impacts slower than this fraction of A omega close the contact; 0: chatter is summed to its limit"});
  add({.name = "h0",
       .value = 0.25e-3,
       .unit = "m",
       .min = 0,
       .max = 100,
       .meaning = "start: lower tip above the mean level of the plate",
       .of_start = true});
  add({.name = "theta0",
       .value = 5 * deg,
       .unit = "rad",
       .min = -1.5,
       .max = 1.5,
       .meaning = "start: tilt, > 0: left tip low",
       .of_start = true});
  add({.name = "g", .value = gravity, .unit = "m/s2", .min = 0, .max = 1e4, .min_open = true, .meaning = "gravity"});
  for (const char* base : {"e", "mu_s", "mu_c", "mu_s_i", "mu_i", "eta", "eps_T"}) {
    for (int tip : {0, 1}) {
      const ParameterSpec* common = nullptr;
      for (const ParameterSpec& spec : specs)
        if (spec.name == base) common = &spec;
      ParameterSpec own = *common;
      own.name += tip == 0 ? "_1" : "_2";
      own.follows = base;
      own.meaning = fmt::format("{} of the {} tip alone", base, tip_names[static_cast<std::size_t>(tip)]);
      add(std::move(own));
    }
  }
  return ParameterTable(std::move(specs));
}

std::vector<Preset> preset_list() {
  const std::vector<std::string> slow{"mu_i=0.08"};
  std::vector<Preset> presets;
  const auto add = [&](std::string name, std::string summary, std::vector<std::string> set, double cycles) {
    presets.push_back(
        {.name = std::move(name), .summary = std::move(summary), .assignments = std::move(set), .cycles = cycles});
  };
  using Set = std::vector<std::string>;
  const Set short_dimer{"A_r=3.9", "mu_i=0.12"}, long_dimer{"A_r=5.7", "mu_i=0.12"};
  add("fig3", "heights of the tips in the forward drift, A_r = 3.9", short_dimer, 100);
  add("fig4", "tilt in the forward drift, A_r = 3.9", short_dimer, 100);
  add("fig5", "tangential velocities of the tips, A_r = 3.9", short_dimer, 100);
  add("fig6", "displacement of the left tip, A_r = 3.9: forward drift", short_dimer, 100);
  add("fig7", "heights of the tips in the reverse drift, A_r = 5.7", long_dimer, 100);
  add("fig8", "tilt in the reverse drift, A_r = 5.7", long_dimer, 100);
  add("fig9", "tangential velocities of the tips, A_r = 5.7", long_dimer, 100);
  add("fig10", "displacement of the left tip, A_r = 5.7: reverse drift", long_dimer, 100);
  add("fig11", "scaled drift against A_r at 25, 50, 75 Hz: vary A_r and f from here", short_dimer, 200);
  const Set short_slow{"A_r=3.9", "mu_i=0.08"}, long_slow{"A_r=5.7", "mu_i=0.08"};
  add("fig12", "tangential velocity of the left tip with mu_i = 0.08, A_r = 3.9 (solid)", short_slow, 100);
  add("fig12-dashed", "the same, A_r = 5.7", long_slow, 100);
  add("fig13", "enlarged from fig12, A_r = 3.9 (solid)", short_slow, 100);
  add("fig13-dashed", "the same, A_r = 5.7", long_slow, 100);
  add("fig14", "displacement of the left tip over 120 ms, A_r = 3.9 (solid)", short_slow, 100);
  add("fig14-dashed", "the same, A_r = 5.7", long_slow, 100);
  add("fig15", "scaled drift against A_r with mu_i = 0.08: vary A_r and f from here", short_slow, 200);
  add("fig16", "heights of the tips of a stubby dimer, A_r = 2.5", {"A_r=2.5", "mu_i=0.08"}, 200);
  add("fig17", "tangential velocities of the tips, A_r = 2.5", {"A_r=2.5", "mu_i=0.08"}, 200);
  add("fig18", "heights of the tips of a slender dimer, A_r = 6.5: a pendulum",
      {"A_r=6.5", "mu_i=0.08", "h0=2.25mm", "theta0=12deg"}, 200);
  const Set jump{"A_r=3.9", "mu_i=0.08", "f=50", "h0=10.25mm", "theta0=8deg"};
  add("fig19", "the start that the source reports to jump, 50 Hz: heights of the tips", jump, 200);
  add("fig20", "enlarged from fig19", jump, 200);
  add("fig21", "the same start: displacements of the tips", jump, 200);
  add("fig22", "a weak plate, Gamma = 0.2: the dimer comes to rest",
      {"A_r=3.9", "mu_i=0.08", "Gamma=0.2", "h0=0.25mm", "theta0=12deg"}, 100);
  add("fig23", "a strong plate, Gamma = 1.4, theta0 = 10 deg",
      {"A_r=3.9", "mu_i=0.08", "Gamma=1.4", "h0=0.25mm", "theta0=10deg"}, 200);
  add("fig24", "the same plate from h0 = 3.25 mm: jump and flutter combined",
      {"A_r=3.9", "mu_i=0.08", "Gamma=1.4", "h0=3.25mm", "theta0=10deg"}, 200);
  const Set hop{"A_r=3.9", "mu_i=0.08", "Gamma=1.4", "h0=0.25mm", "theta0=5deg"};
  add("fig25", "the same plate from theta0 = 5 deg: both tips hop together", hop, 200);
  add("fig26", "enlarged from fig25", hop, 200);
  add("fig27", "the start that the source reports to flutter, 50 Hz, e = 0.8: heights of the tips",
      {"A_r=3.9", "mu_i=0.08", "f=50", "e=0.8", "h0=4.9mm", "theta0=4deg"}, 200);
  add("fig28", "the same with the printed h0 = 0.25 mm: tilt",
      {"A_r=3.9", "mu_i=0.08", "f=50", "e=0.8", "h0=0.25mm", "theta0=4deg"}, 200);
  // Starts that reach motions which the printed ones miss, or reach only by chance.
  add("jump", "a start that jumps, 50 Hz: both tips hit once a cycle",
      {"A_r=3.9", "mu_i=0.08", "f=50", "h0=0.5mm", "theta0=1deg"}, 400);
  add("flutter", "a start that flutters, 50 Hz, e = 0.8: the tips hit in turn, each every other cycle",
      {"A_r=3.9", "mu_i=0.08", "f=50", "e=0.8", "h0=5.5mm", "theta0=2deg"}, 600);
  add("half-rate", "a start that drifts at half the rate, 50 Hz, e = 0.8: one tip stays, the other hits every other cycle",
      {"A_r=3.9", "mu_i=0.08", "f=50", "e=0.8", "h0=1.5mm", "theta0=8deg"}, 600);
  add("t-2t", "a start that reaches (T,2T), 50 Hz, e = 0.8: one tip hits every cycle, the other every other cycle",
      {"A_r=3.9", "mu_i=0.08", "f=50", "e=0.8", "h0=0.5mm", "theta0=6deg"}, 600);
  add("alternating", "big and small bounces in turn, Gamma = 1.3",
      {"A_r=3.9", "mu_i=0.08", "Gamma=1.3", "h0=0.25mm", "theta0=10deg"}, 400);
  presets.push_back({.name = "dorbolo",
                     .summary = "the simulation of Dorbolo et al.: Newton's law, larger friction in contact",
                     .assignments = {"e=0.65", "mu_s=0.4", "mu_c=0.2", "mu_s_i=0.2", "mu_i=0.1"},
                     .law = Restitution::newton,
                     .cycles = 100});
  return presets;
}

struct DimerEntry {
  using Mechanism = Dimer;

  static SystemCard card() {
    SystemCard card{.name = "dimer",
                    .summary = "two balls joined by a rod that bounce and drift on a shaken plate",
                    .parameters = parameter_table()};
    card.coordinates = {{"x1", "m", "centre of the left ball, along the plate"},
                        {"y1", "m", "centre of the left ball, height above the mean level of the plate"},
                        {"theta", "rad", "tilt, > 0: left tip low"}};
    card.contacts = {{.name = std::string(Dimer::contact_name(0)), .meaning = "lowest point of the left ball on the plate"},
                     {.name = std::string(Dimer::contact_name(1)), .meaning = "lowest point of the right ball on the plate"}};
    card.observables = {
        {"drift", "m/s", "mean speed over the last ten cycles at least, positive towards the bouncing end"},
        {"scaled_drift", "1", "100 drift f/g"},
        {"motion", "1", "rest, hop, drift, pendulum, jump, flutter, (T,2T), period-n, aperiodic, …"},
        {"period_cycles", "1", "period in plate cycles; 0: none found"},
        {"theta_max", "rad", "largest tilt"},
        {"single_impacts_per_cycle", "1", "single impacts of both tips"},
        {"double_impacts_per_cycle", "1", "double impacts"},
        {"alpha", "rad", "phase by which the hit of the bouncing end precedes the top of the plate"},
        {"reversal_phase", "rad", "phase by which the staying tip's turn backwards precedes the bottom of the plate"},
        {"dt_p", "s", "time in a cycle in which the staying tip moves forwards"},
        {"dt_n", "s", "time in a cycle in which the staying tip moves backwards"},
        {"contact_fraction", "1", "part of the time in which the staying tip is in contact"},
        {"stick_fraction", "1", "part of the time in which the staying tip sticks"},
        {"mean_energy", "J", "mean of kinetic and potential energy, zero at rest on the mean plate"},
        {"orientation", "1", "which tip stays low: left stays, right stays or none"}};
    card.presets = preset_list();
    card.start = "at rest at t = 0, lower tip h0 above the mean level of the plate, tilted by theta0, x1 = 0";
    card.touching = "both tips on the plate: theta = 0, x1 = 0";
    card.contact_noun = "tip";
    card.surface_noun = "plate";
    card.frequency = "f";
    card.cycles = 100;
    return card;
  }

  static Dimer make(Parameters& parameters) {
    DimerSettings settings{.shape = dimer_shape(parameters),
                           .f = parameters["f"],
                           .Gamma = parameters["Gamma"],
                           .phase = parameters["phase"],
                           .law = {},
                           .closing = parameters["closing"],
                           .h0 = parameters["h0"],
                           .theta0 = parameters["theta0"],
                           .g = parameters["g"]};
    for (int tip : {0, 1}) {
      const std::string suffix = tip == 0 ? "_1" : "_2";
      const auto own = [&](const char* name) { return parameters[name + suffix]; };
      // A static coefficient set for one tip holds in its impacts too, unless those have a value of their own.
      if (!parameters.is_set("mu_s_i" + suffix) && !parameters.is_set("mu_s_i"))
        parameters.set("mu_s_i" + suffix, own("mu_s"));
      ContactLaw& law = settings.law[static_cast<std::size_t>(tip)];
      law = {.e = own("e"),
             .mu_s = own("mu_s"),
             .mu_c = own("mu_c"),
             .mu_s_i = own("mu_s_i"),
             .mu_i = own("mu_i"),
             .stiffness = tip == 0 ? reference_stiffness : reference_stiffness * parameters["gamma_21"],
             .exponent = own("eta"),
             .eps_T = own("eps_T")};
      check_friction(tip, "mu_s", law.mu_s, "mu_c", law.mu_c);
      check_friction(tip, "mu_s_i", law.mu_s_i, "mu_i", law.mu_i);
    }
    return Dimer(settings);
  }

  static Vector<3> touching(const Dimer& dimer, double t) {
    return dimer.from_shown({0, dimer.body().r + dimer.plate(t), 0});
  }
  // x_i + rθ, whose rate is the tip's velocity along the plate, and the height of the lowest point.
  static std::array<double, 2> contact_point(const Dimer& dimer, const Vector<3>& q, int i) {
    const double arm = (i == 0 ? -0.5 : 0.5) * dimer.body().l;
    return {q[0] + arm * std::cos(q[2]) + dimer.body().r * q[2], q[1] + arm * std::sin(q[2]) - dimer.body().r};
  }
  static std::array<double, 2> surface(const Dimer& dimer, double t) {
    return {dimer.plate(t) + 0.0, dimer.plate_velocity(t)};  // no −0
  }
  static double period(const Dimer& dimer) { return dimer.period(); }
  static constexpr int section = 2;                          // of the tilt; a driven system has its phase as section
  static constexpr std::array<int, 1> free_coordinates{0};  // the place along the plate
  // Left and right exchanged.
  static std::optional<State<3>> mirrored(const Dimer& dimer, const State<3>& state) {
    if (!(dimer.contact_law(0) == dimer.contact_law(1))) return std::nullopt;
    return State<3>{.t = state.t, .q = {-state.q[0], state.q[1], -state.q[2]}, .u = {-state.u[0], state.u[1], -state.u[2]}};
  }
  static std::vector<std::pair<std::string, double>> orbit_extras(const std::vector<double>& advance, double period) {
    return {{"drift", advance[0] / period}};
  }

  class Watch {
   public:
    explicit Watch(const Dimer& dimer) : observer_(dimer) {}
    template <class Piece>
    void segment(const Piece& piece) {
      observer_.segment(piece);
    }
    void event(const EventBatch<Dimer>& batch) { observer_.event(batch); }
    bool stop() const { return false; }
    std::vector<std::pair<std::string, Value>> observables(bool located) const {
      const observe::DimerObservables o = observer_.summary();
      std::vector<std::pair<std::string, Value>> list{{"drift", o.drift}, {"scaled_drift", o.scaled_drift}};
      if (located) list.emplace_back("motion", o.motion);
      list.emplace_back("period_cycles", static_cast<long>(o.period_cycles));
      list.emplace_back("theta_max", o.theta_max);
      if (located) {
        list.insert(list.end(), {{"single_impacts_per_cycle", o.single_impacts_per_cycle},
                                 {"double_impacts_per_cycle", o.double_impacts_per_cycle},
                                 {"alpha", o.alpha},
                                 {"reversal_phase", o.reversal_phase},
                                 {"dt_p", o.dt_p},
                                 {"dt_n", o.dt_n},
                                 {"contact_fraction", o.contact_fraction},
                                 {"stick_fraction", o.stick_fraction}});
      }
      list.emplace_back("mean_energy", o.mean_energy);
      list.emplace_back("orientation", std::string(observe::name(o.orientation)));
      return list;
    }

   private:
    observe::DimerObserver observer_;
  };

 private:
  static void check_friction(int tip, const char* static_name, double mu_s, const char* slip_name, double mu) {
    if (mu_s >= mu) return;
    throw BadInput(
        fmt::format("static friction must be at least slip friction, but {} = {} is below {} = {} at the {} tip",
                    static_name, mu_s, slip_name, mu, tip_names[static_cast<std::size_t>(tip)]));
  }
};

}  // namespace

const System& dimer_system() {
  static const MechanismSystem<DimerEntry> system;
  return system;
}

}  // namespace carom::study
