// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator in the catalog: its parameters, presets and observables.
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/observe/oscillator_observer.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"

namespace carom::study {
namespace {

ParameterTable parameter_table() {
  const ImpactOscillatorSettings s;
  ParameterTable table;
  const auto positive = [&](const char* name, double value, const char* unit, const char* meaning) {
    table.add({.name = name, .value = value, .unit = unit, .min = 0, .max = 1e9, .min_open = true, .meaning = meaning});
  };
  const auto at_least_zero = [&](const char* name, double value, const char* unit, double max, const char* meaning) {
    table.add({.name = name, .value = value, .unit = unit, .min = 0, .max = max, .meaning = meaning});
  };
  positive("m1", s.m1, "kg", "mass at the tip of the blade");
  positive("m2", s.m2, "kg", "mass at the hinge");
  positive("l", s.l, "m", "length of the blade");
  at_least_zero("k_y", s.k_y, "N/m", 1e12, "stiffness of the arm");
  at_least_zero("k_phi", s.k_phi, "1", 1e12, "stiffness of the hinge [N m/rad]");
  at_least_zero("c_y", s.c_y, "1", 1e12, "damping of the arm [N s/m]");
  at_least_zero("c_phi", s.c_phi, "1", 1e12, "damping of the hinge [N m s/rad]");
  table.add(
      {.name = "phi0", .value = s.phi0, .unit = "rad", .min = -1.5, .max = 1.5, .meaning = "rest angle of the hinge"});
  table.add({.name = "y0", .value = s.y0, .unit = "m", .min = -1e6, .max = 1e6, .meaning = "rest height of the arm"});
  positive("g", s.g, "m/s2", "gravity");
  at_least_zero("mu", s.law.mu_c, "1", 100, "friction between blade and belt, static and in slip");
  at_least_zero("eps", s.law.e, "1", 1, "normal restitution (Poisson's law)");
  at_least_zero("eps_T", 0, "1", 1, "tangential restitution, by Poisson's law only");
  table.add(
      {.name = "v", .value = s.v, .unit = "m/s", .min = -1e4, .max = 1e4, .meaning = "velocity of a constant belt"});
  table.add({.name = "belt", .meaning = "velocity of the belt", .choices = {"constant", "sine"}, .choice = "constant"});
  table.add({.name = "v_amplitude",
             .value = s.v_amplitude,
             .unit = "m/s",
             .min = 0,
             .max = 1e4,
             .meaning = "of a sinusoidal belt"});
  table.add({.name = "v_omega",
             .value = s.v_omega,
             .unit = "1/s",
             .min = 0,
             .max = 1e6,
             .min_open = true,
             .meaning = "angular frequency of a sinusoidal belt"});
  at_least_zero("chatter_dt", s.chatter_dt, "s", 1,
                "hops shorter than this close the contact; 0: chatter is summed to its limit");
  table.add({.name = "start_phi",
             .value = s.start_phi,
             .unit = "rad",
             .min = -1.5,
             .max = 1.5,
             .meaning = "start: angle, on the belt and at rest",
             .of_start = true});
  return table;
}

struct ImpactOscillatorEntry {
  using Mechanism = ImpactOscillator;
  static constexpr int section = 0;  // φ̇ = 0, φ̈ > 0
  static std::optional<double> drive_period(const ImpactOscillator& system) {
    const ImpactOscillatorSettings& s = system.settings();
    return s.belt == Belt::sine ? std::optional(two_pi / s.v_omega) : std::nullopt;
  }

  static SystemCard card() {
    SystemCard card{.name = "impact-oscillator",
                    .summary = "a blade pressed on a moving belt: slips, sticks and hops like a windscreen wiper",
                    .parameters = parameter_table()};
    card.coordinates = {{"phi", "rad", "angle of the blade from the vertical"},
                        {"y", "m", "height of the hinge above the belt"}};
    card.contacts = {
        {.name = std::string(ImpactOscillator::contact_name(0)), .meaning = "tip of the blade on the belt"}};
    card.observables = quantities_of(list());
    card.presets = {{.name = "set1",
                     .summary = "m1 = 0.1 kg, k_phi = 100 N m/rad",
                     .assignments = {"m1=0.1", "k_phi=100"},
                     .until = 20},
                    {.name = "set2",
                     .summary = "m1 = 0.4 kg, k_phi = 25 N m/rad: larger angles",
                     .assignments = {"m1=0.4", "k_phi=25"},
                     .until = 60},
                    {.name = "wiper",
                     .summary = "a belt that goes to and fro as a wiper does",
                     .assignments = {"belt=sine"},
                     .until = 40}};
    card.start = "on the belt at the angle start_phi, at rest";
    card.touching = "on the belt at the angle start_phi";
    card.surface_noun = "belt";
    card.until = 20;
    card.law = Restitution::poisson;
    return card;
  }

  static ImpactOscillator make(Parameters& p) {
    const double mu = p["mu"];
    ImpactOscillatorSettings s{
        .m1 = p["m1"],
        .m2 = p["m2"],
        .l = p["l"],
        .k_y = p["k_y"],
        .k_phi = p["k_phi"],
        .c_y = p["c_y"],
        .c_phi = p["c_phi"],
        .phi0 = p["phi0"],
        .y0 = p["y0"],
        .g = p["g"],
        .v = p["v"],
        .belt = p.word("belt") == "sine" ? Belt::sine : Belt::constant,
        .v_amplitude = p["v_amplitude"],
        .v_omega = p["v_omega"],
        .chatter_dt = p["chatter_dt"],
        .start_phi = p["start_phi"],
        .law = {.e = p["eps"], .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu, .eps_T = p["eps_T"]}};
    if (s.belt == Belt::sine && p.is_set("v"))
      throw BadInput("a sinusoidal belt has v_amplitude and v_omega: leave out v, or belt=sine");
    if (s.belt == Belt::constant && (p.is_set("v_amplitude") || p.is_set("v_omega")))
      throw BadInput("v_amplitude and v_omega are those of a sinusoidal belt: set belt=sine, or leave them out");
    return ImpactOscillator(s);
  }

  static Vector<2> touching(const ImpactOscillator& system, double) { return system.initial_state().q; }
  static std::array<double, 2> contact_point(const ImpactOscillator& system, const Vector<2>& q, int) {
    const double l = system.settings().l;
    return {l * std::sin(q[0]), q[1] - l * std::cos(q[0])};
  }

  using Seen = observe::OscillatorObservables;
  static const std::vector<Observable<Seen>>& list() {
    constexpr SeenBy all = SeenBy::every_scheme;
    static const std::vector<Observable<Seen>> list{
        {"sequence", "1", "regimes in a period: F flight, P slip forwards, M slip backwards, T stick", &Seen::sequence},
        {"period", "s", "period of the motion; 0: none found", &Seen::period, all},
        {"crossings", "1", "points of the section phi_dot = 0, phi_ddot > 0 in a period", &Seen::crossings, all},
        {"phi_dot_max", "rad/s", "largest phi_dot between points of the section", &Seen::phi_dot_max, all},
        {"amplitude", "rad", "half the range of phi", &Seen::amplitude, all},
        {"lift_offs", "1", "times the tip goes from slip or stick into flight in a period; without one, by cycle",
         &Seen::lift_offs},
        {"impacts", "1", "impacts in a period, likewise", &Seen::impacts},
        {"flight_fraction", "1", "part of the time in flight", &Seen::flight_fraction},
        {"flight_with_positive_v", "1", "part of all flight with the belt moving forwards",
         &Seen::flight_with_positive_v},
        {"flight_leaning_along", "1", "part of all flight with phi v > 0: the blade leans along the belt's motion",
         &Seen::flight_leaning_along}};
    return list;
  }

  class Watch {
   public:
    explicit Watch(const ImpactOscillator& system) : observer_(system) {}
    template <class Piece>
    void segment(const Piece& piece) {
      observer_.segment(piece);
    }
    void event(const EventBatch<ImpactOscillator>& batch) { observer_.event(batch); }
    bool stop() const { return false; }
    std::vector<std::pair<std::string, Value>> observables(bool located) const {
      return read(list(), observer_.summary(), located);
    }

   private:
    observe::OscillatorObserver observer_;
  };
};

}  // namespace

const System& impact_oscillator_system() {
  static const MechanismSystem<ImpactOscillatorEntry> system;
  return system;
}

}  // namespace carom::study
