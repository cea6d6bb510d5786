// SPDX-License-Identifier: Apache-2.0
// The bouncing dimer in the catalog: its parameters, presets and observables.
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/observe/dimer_observer.hpp"
#include "carom/systems/dimer.hpp"
#include "carom/systems/dimer_cases.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom::study {
namespace {

// Of the left tip [N/m^η]: about that of a steel ball of 4.75 mm on steel for η = 3/2. With equal exponents rigid
// impacts depend on the ratio γ₂₁ alone.
constexpr double reference_stiffness = 1e10;
constexpr std::array tip_names{"left", "right"};

ParameterTable parameter_table() {
  std::vector<ParameterSpec> specs = dimer_shape_parameters();
  const DimerSettings usual;
  const ContactLaw tip = dimer_tip();
  const auto add = [&](ParameterSpec spec) { specs.push_back(std::move(spec)); };
  add({.name = "f",
       .value = usual.f,
       .unit = "Hz",
       .min = 0,
       .max = 1e5,
       .min_open = true,
       .meaning = "plate frequency"});
  add({.name = "Gamma",
       .value = usual.Gamma,
       .min = 0,
       .max = 1000,
       .meaning = "plate acceleration A omega^2/g; 0: a plate at rest"});
  add({.name = "phase",
       .value = 0,
       .unit = "rad",
       .min = -1000,
       .max = 1000,
       .meaning = "plate phase: y_p = -A sin(omega t + phase)"});
  add({.name = "e", .value = tip.e, .min = 0, .max = 1, .meaning = "coefficient of restitution"});
  add({.name = "mu_s", .value = tip.mu_s, .min = 0, .max = 100, .meaning = "static friction in contact"});
  add({.name = "mu_c", .value = tip.mu_c, .min = 0, .max = 100, .meaning = "slip friction in contact"});
  add({.name = "mu_s_i", .min = 0, .max = 100, .meaning = "static friction in impacts", .follows = "mu_s"});
  add({.name = "mu_i", .value = tip.mu_i, .min = 0, .max = 100, .meaning = "slip friction in impacts"});
  add({.name = "eta", .value = 1.5, .min = 1, .max = 10, .meaning = "exponent of the contact force, 3/2: Hertz"});
  add({.name = "eps_T", .value = 0, .min = 0, .max = 1, .meaning = "tangential restitution, by Poisson's law only"});
  add({.name = "gamma_21", .value = 1, .min = 1e-9, .max = 1e9, .meaning = "ratio of the contact stiffnesses k_2/k_1"});
  add({.name = "closing",
       .value = usual.closing,
       .min = 0,
       .max = 1,
       .max_open = true,
       .meaning = "impacts slower than this fraction of A omega close the contact; 0: chatter is summed to its limit"});
  add({.name = "h0",
       .value = usual.h0,
       .unit = "m",
       .min = 0,
       .max = 100,
       .meaning = "start: lower tip above the mean level of the plate",
       .of_start = true});
  add({.name = "theta0",
       .value = usual.theta0,
       .unit = "rad",
       .min = -1.5,
       .max = 1.5,
       .meaning = "start: tilt, > 0: left tip low",
       .of_start = true});
  add({.name = "g", .value = usual.g, .unit = "m/s2", .min = 0, .max = 1e4, .min_open = true, .meaning = "gravity"});
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

// What a case says beside the defaults.
std::vector<std::string> assignments_of(const DimerCase& one) {
  const DimerCase usual;
  std::vector<std::string> set{fmt::format("A_r={}", one.A_r), fmt::format("mu_i={}", one.mu_i)};
  if (one.Gamma != usual.Gamma) set.push_back(fmt::format("Gamma={}", one.Gamma));
  if (one.f != usual.f) set.push_back(fmt::format("f={}", one.f));
  if (one.e != usual.e) set.push_back(fmt::format("e={}", one.e));
  if (one.h0 == usual.h0 && one.theta0 == usual.theta0) return set;
  set.push_back(fmt::format("h0={}mm", one.h0));
  set.push_back(fmt::format("theta0={}deg", one.theta0));
  return set;
}

std::vector<Preset> preset_list() {
  std::vector<Preset> presets;
  for (const DimerCase& one : dimer_cases())
    presets.push_back({.name = std::string(one.name),
                       .summary = std::string(one.summary),
                       .assignments = assignments_of(one),
                       .cycles = one.cycles});
  const ContactLaw tip = dorbolo_tip();
  presets.push_back(
      {.name = "dorbolo",
       .summary = "the simulation of Dorbolo et al.: Newton's law, larger friction in contact",
       .assignments = {fmt::format("e={}", tip.e), fmt::format("mu_s={}", tip.mu_s), fmt::format("mu_c={}", tip.mu_c),
                       fmt::format("mu_s_i={}", tip.mu_s_i), fmt::format("mu_i={}", tip.mu_i)},
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
    card.contacts = {
        {.name = std::string(Dimer::contact_name(0)), .meaning = "lowest point of the left ball on the plate"},
        {.name = std::string(Dimer::contact_name(1)), .meaning = "lowest point of the right ball on the plate"}};
    card.observables = quantities_of(list());
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
  static constexpr int section = 2;                         // of the tilt; a driven system has its phase as section
  static constexpr std::array<int, 1> free_coordinates{0};  // the place along the plate
  // Left and right exchanged.
  static std::optional<State<3>> mirrored(const Dimer& dimer, const State<3>& state) {
    if (!(dimer.contact_law(0) == dimer.contact_law(1))) return std::nullopt;
    return State<3>{
        .t = state.t, .q = {-state.q[0], state.q[1], -state.q[2]}, .u = {-state.u[0], state.u[1], -state.u[2]}};
  }
  static std::vector<std::pair<std::string, double>> orbit_extras(const std::vector<double>& advance, double period) {
    return {{"drift", advance[0] / period}};
  }

  using Seen = observe::DimerObservables;
  static const std::vector<Observable<Seen>>& list() {
    constexpr SeenBy all = SeenBy::every_scheme;
    static const std::vector<Observable<Seen>> list{
        {"drift", "m/s", "mean speed over the last ten cycles at least, positive towards the bouncing end",
         &Seen::drift, all},
        {"scaled_drift", "1", "100 drift f/g", &Seen::scaled_drift, all},
        {"motion", "1", "rest, hop, drift, pendulum, jump, flutter, (T,2T), period-n, aperiodic, …", &Seen::motion},
        {"period_cycles", "1", "period in plate cycles; 0: none found", &Seen::period_cycles, all},
        {"theta_max", "rad", "largest tilt", &Seen::theta_max, all},
        {"single_impacts_per_cycle", "1", "single impacts of both tips", &Seen::single_impacts_per_cycle},
        {"double_impacts_per_cycle", "1", "double impacts", &Seen::double_impacts_per_cycle},
        {"alpha", "rad", "phase by which the hit of the bouncing end precedes the top of the plate", &Seen::alpha},
        {"reversal_phase", "rad", "phase by which the staying tip's turn backwards precedes the bottom of the plate",
         &Seen::reversal_phase},
        {"dt_p", "s", "time in a cycle in which the staying tip moves forwards", &Seen::dt_p},
        {"dt_n", "s", "time in a cycle in which the staying tip moves backwards", &Seen::dt_n},
        {"contact_fraction", "1", "part of the time in which the staying tip is in contact", &Seen::contact_fraction},
        {"stick_fraction", "1", "part of the time in which the staying tip sticks", &Seen::stick_fraction},
        {"mean_energy", "J", "mean of kinetic and potential energy, zero at rest on the mean plate", &Seen::mean_energy,
         all},
        {"orientation", "1", "which tip stays low: left stays, right stays or none",
         [](const Seen& seen) { return word(observe::name(seen.orientation)); }, all}};
    return list;
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
      return read(list(), observer_.summary(), located);
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
