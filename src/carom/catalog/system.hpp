// SPDX-License-Identifier: Apache-2.0
// A system by name: what it is, what can be set, and its runs and impacts behind one interface, so that the command,
// the papers and the studies drive any mechanism alike. Numbers are in SI units; q and u are the shown coordinates and
// velocities, those that `describe` lists.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/base/parameters.hpp"
#include "carom/catalog/flow_map_factory.hpp"
#include "carom/catalog/impact_request.hpp"
#include "carom/catalog/run_request.hpp"
#include "carom/catalog/section_choice.hpp"

namespace carom::study {

struct Quantity {
  std::string name = {};
  std::string unit = "1";
  std::string meaning = {};
};

// A named set of choices: parameters first, and where it matters the law, the start and the length of the run.
struct Preset {
  std::string name = {};
  std::string summary = {};                   // one line
  std::vector<std::string> assignments = {};  // "A_r=5.7"
  std::optional<Restitution> law = {};
  std::string q = {}, u = {}, t = {};  // as on the command line; empty: the system's own start
  std::optional<double> cycles = {};
  std::optional<double> until = {};  // s
};

// All that can be said of a system without running it.
struct SystemCard {
  std::string name = {};
  std::string summary = {};  // one line
  ParameterTable parameters = {};
  std::vector<Quantity> coordinates = {};
  std::vector<Quantity> states = {};    // of first order
  std::vector<Quantity> events = {};    // of its own; without units
  std::vector<Quantity> contacts = {};  // their units are not used
  std::vector<Quantity> observables = {};
  std::vector<Preset> presets = {};
  std::string start = {};                          // the default start, in words
  std::string touching = {};                       // the configuration that `impact` takes by default, in words
  std::string section = {};                        // its own, in words; empty: its motion is not analysed
  std::string contact_noun = "contact";            // "tip": how messages speak of a contact …
  std::string surface_noun = "surface";            // … and of what it touches
  std::string frequency = {};                      // the parameter that is the frequency of the drive; empty: no drive
  std::optional<double> cycles = {};               // length of a run by default, in cycles of the drive …
  double until = 1;                                // … or, without a drive, in s; 0: until it rests
  Restitution law = Restitution::energetic;        // of impacts, by default
  std::string time_unit = "s", energy_unit = "J";  // "1" where a system has reduced units
  std::string source = {};                         // of a model file: its text
  bool random = false;                             // runs depend on a seed
  bool many = false;  // of many bodies: films, restart files; starts cannot be given by --q
};

class System {
 public:
  explicit System(SystemCard card) : card_(std::move(card)) {}
  virtual ~System() = default;
  System(const System&) = delete;
  System& operator=(const System&) = delete;

  const SystemCard& card() const { return card_; }
  const std::string& name() const { return card_.name; }

  Parameters defaults() const;
  const Preset& preset(std::string_view name) const;  // throws BadInput that offers the nearest name
  // A run of the default start with default parameters; presets and further choices come on top.
  RunRequest request() const { return RunRequest{.parameters = defaults()}; }
  void apply(const Preset& preset, RunRequest& request) const;

  // Cycles of the drive per unit of time; 0 without a drive.
  virtual double cycle_rate(const Parameters& parameters) const {
    return card_.frequency.empty() ? 0 : parameters[card_.frequency];
  }

  // The card of the system with these parameters, which may decide how many coordinates and contacts it has.
  virtual SystemCard card_for(const Parameters&) const { return card_; }

  // "0,4.75mm,5deg" and "0,-5cm/s,0" as vectors; `what` begins the message of a refusal ("--q").
  std::vector<double> read_coordinates(std::string_view text, std::string_view what = "--q") const;
  std::vector<double> read_velocities(std::string_view text, std::string_view what = "--u") const;
  std::vector<double> read_coordinates(std::string_view text, const Parameters& parameters,
                                       std::string_view what) const;
  std::vector<double> read_velocities(std::string_view text, const Parameters& parameters, std::string_view what) const;
  // "theta_dot=0", "y=4.75mm,falling", "period" or "period=40ms"; throws BadInput that offers the nearest name.
  SectionChoice read_section(std::string_view text, const Parameters& parameters, std::string_view what) const;

  // Both throw BadInput before anything is written if the request cannot be met.
  virtual RunResult run(const RunRequest& request) const = 0;
  virtual ImpactOutcome impact(const ImpactRequest& request) const = 0;
  // The impacts of many rows, each with the bits of `impact`; q, u and trace of the request are not used. A refusal names the
  // row.
  virtual void impacts(const ImpactRequest& request, const ManyImpacts& many) const;

  // The motion as a map, for the analysis of orbits, branches and basins: for systems that have a section and whose motion
  // can be differentiated. The others throw BadInput that says so.
  virtual bool has_section() const { return false; }
  virtual FlowMapFactory flow_maps(const MotionOptions& motion, const SectionChoice& section) const;
  // Throws BadInput if a contact lies below its surface; an empty q is the system's own start.
  virtual void check_configuration(const Parameters& parameters, const std::vector<double>& q,
                                   const std::optional<double>& t) const;

 private:
  SystemCard card_;
};

// A list of quantities with units, "a,b,c", one for each of `expected`.
std::vector<double> read_list(std::string_view text, const std::vector<Quantity>& expected, std::string_view what);

// The same quantities' rates: x1 [m] becomes x1_dot [m/s].
std::vector<Quantity> rates_of(const std::vector<Quantity>& coordinates);

// "theta_dot = 0, rising", "the phase of the drive", "every 0.04 s"; empty for the system's own.
std::string text_of(const SectionChoice& section, const std::vector<Quantity>& coordinates);

}  // namespace carom::study
