// SPDX-License-Identifier: Apache-2.0
// What a run of a system needs, and what it gives back.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "carom/base/frame.hpp"
#include "carom/base/outcome.hpp"
#include "carom/base/parameters.hpp"
#include "carom/base/table.hpp"
#include "carom/catalog/kept_motion.hpp"
#include "carom/catalog/motion_options.hpp"
#include "carom/engine/ledger.hpp"
#include "carom/impact/stepped_impact_options.hpp"
#include "carom/laws/contact_mode.hpp"
#include "carom/observe/phase.hpp"

namespace carom::study {

enum class Scheme { events, moreau, stepped };
enum class ContactModel { rigid, compliant };

std::string_view name(Scheme scheme);
std::string_view name(ContactModel contact);
std::string_view name(PainleveChoice choice);
std::string_view name(StepResidue residue);

// The names above read back; they throw BadInput that lists the valid ones.
Scheme read_scheme(std::string_view text);
ContactModel read_contact_model(std::string_view text);
PainleveChoice read_painleve(std::string_view text);
StepResidue read_residue(std::string_view text);
Restitution read_law(std::string_view text);

struct RunResult;

struct RunRequest : MotionOptions {
  Parameters parameters;
  std::vector<double> q = {}, u = {};  // shown; empty: the system's own start
  std::optional<double> t = {};        // s; time of the start
  std::optional<double> until = {};    // s; or
  std::optional<double> cycles = {};   // periods of the drive; neither: the system's own length
  Scheme scheme = Scheme::events;
  ContactModel contact = ContactModel::rigid;
  std::optional<double> step = {};  // s; of the schemes of Moreau and of steps
  std::optional<double> impulse_step =
      {};  // of the scheme of steps: a share of the impulse that stops the fastest contact
  std::optional<StepResidue> residue = {};  // of the same: what becomes of what steps leave
  std::optional<double> stiffness = {};     // N/m^η; of compliant contacts
  std::optional<double> onto_surface = {};  // m; contacts nearer to their surface at the start are put on it
  std::optional<double> row_spacing = {};   // s; by default a 200th of the system's time scale
  std::uint64_t seed = 1;                   // of systems with something random in them
  RowSink* rows = nullptr;
  EventSink* events = nullptr;
  FrameSink* frames = nullptr;  // of systems of many bodies
  std::string state = {};       // of such a system: where an earlier run ended (RunResult::state)
  double cycles_before = 0;     // … and how many cycles it had come to; cycles counts from its very start
  std::size_t keep_motion = 0;  // bytes at most in which the motion is kept with its dense output (RunResult::motion)
  bool keep_state = false;      // … and whether this run shall tell where it ended
  std::function<void(const RunResult&)> checkpoint = {};  // … and, once a minute, where it is
  std::function<void(double t, double t_end)> progress = {};
};

using observe::Phase;

// A mean over seeds.
struct SeedMean {
  double mean = 0, standard_error = 0;  // NaN with a single seed
  long n = 0;
};

using Value = std::variant<double, long, std::string, std::vector<double>, std::vector<Phase>, SeedMean>;

std::string text_of(const Value& value);

struct RunResult {
  std::string system;
  std::vector<std::pair<std::string, Value>> parameters;
  Restitution law = Restitution::energetic;
  Scheme scheme = Scheme::events;
  ContactModel contact = ContactModel::rigid;
  bool soft = false;  // particles: law, scheme and contact model above have no meaning
  Outcome outcome = Outcome::reached_end;
  std::string reason;             // one sentence if the outcome is a failure
  double t_start = 0, t_end = 0;  // s
  double cycles = 0;              // of the drive in that time; 0 without one
  double planned_cycles = 0;      // of systems of many bodies: what was asked for, from the very start
  std::vector<double> q, u;       // shown, at t_end
  std::vector<std::pair<std::string, double>> states;  // of first order, of a model file
  std::vector<ContactMode> modes;
  EventCounts events;
  Ledger ledger;
  double energy_gain = 0;  // J; created in impacts by the law, which a law in impulses can do
  long steps = 0;
  std::vector<std::pair<std::string, Value>> observables;  // NaN: has no value in this run
  std::vector<std::string> notes;                          // what the reader should know
  std::string state;                                       // bytes to go on from, if asked for
  std::shared_ptr<const KeptMotion> motion = nullptr;      // if asked for, and if it found room
  double wall_seconds = 0;

  std::string brief() const;
};

}  // namespace carom::study
