// SPDX-License-Identifier: Apache-2.0
// Makes a System of any mechanism: start, checks, runs by every scheme, impacts, records. A system is then one small
// file with an entry:
//
//   struct DimerEntry {                                         // what is static here may as well be a member
//     using Mechanism = Dimer;                                  // with initial_state()
//     static SystemCard card();
//     static Mechanism make(Parameters& parameters);            // settles what follows what; throws BadInput
//     static Vector<3> touching(const Dimer&, double t);        // optional: own coordinates in which its contacts touch;
//                                                               // without it an impact wants its q
//     class Watch { … };                                        // optional: observer: segment(piece), event(batch),
//   };                                                          // stop(), and observables(located): names and values;
//                                                               // `located` tells whether the events were seen
//   optional: section, by which the system gets orbits, branches, diagrams and basins (mechanism_flow_map.hpp), and
//             maps_as_model = true: by the flow map of models known at run time, at about half the speed, which is compiled
//             already;
//             contact_point(system, q, i) → (x, y), surface(system, t) → (height, velocity), period(system) → s,
//             extra_columns() → quantities and extras(system, state) → their values, for the rows of a trajectory
//
// A contact touches where |gap| ≤ 1e-12 of the system's length (and the rounding of the time, for moving surfaces); a
// gap below that is a penetration.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/all_contacts.hpp"
#include "carom/catalog/as_model.hpp"
#include "carom/catalog/event_recorder.hpp"
#include "carom/catalog/flow_map.hpp"
#include "carom/catalog/impact_table.hpp"
#include "carom/catalog/mechanism_flow_map.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/catalog/model_flow_map.hpp"
#include "carom/catalog/motion_keeper.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/catalog/stepped_motion.hpp"
#include "carom/catalog/system.hpp"
#include "carom/catalog/trajectory_recorder.hpp"
#include "carom/catalog/watch_of.hpp"
#include "carom/engine/any_observer.hpp"
#include "carom/engine/compliant_motion.hpp"
#include "carom/engine/contact_impact.hpp"
#include "carom/engine/moreau.hpp"
#include "carom/engine/other_schemes.hpp"
#include "carom/model/model_of.hpp"
#include "carom/model/shown_coordinates.hpp"

namespace carom::study {

template <class E>
class MechanismSystem final : public System {
  using S = typename E::Mechanism;
  using Watch = typename WatchOf<E>::type;
  static constexpr int dof = S::dof, N = S::contact_count;
  static constexpr bool driven = requires(const E& entry, const S& system) { entry.period(system); };
  static constexpr bool sectioned = requires { E::section; };
  static constexpr bool is_instance = requires(const S& system) { system.instance(); };  // of a model known at run time
  static constexpr bool maps_as_model = requires { requires E::maps_as_model; };

 public:
  explicit MechanismSystem(E entry = {}) : System(with_section(entry.card())), entry_(std::move(entry)) {}

  SystemCard card_for(const Parameters& parameters) const override {
    if constexpr (requires { entry_.card_for(parameters); })
      return entry_.card_for(parameters);
    else
      return card();
  }

  RunResult run(const RunRequest& request) const override {
    const auto begun = std::chrono::steady_clock::now();
    check_request(request, card_for(request.parameters));
    Parameters parameters = request.parameters;
    if (request.closing_speed && parameters.table().find("closing") && parameters.is_set("closing"))
      throw BadInput("a run has one closing rule: the parameter closing, or --closing-speed, not both");
    const S mechanism = made(parameters, request.t);
    if (request.scheme != Scheme::events || request.contact == ContactModel::compliant)
      require_all_contacts(mechanism, "a scheme that does not list the contacts that are near");
    RunResult result;
    const State<dof> start = start_of(mechanism, request, result.notes);
    const double t_end = end_time(mechanism, request, start.t);
    result.system = name();
    result.parameters = values_of(parameters);
    result.scheme = request.scheme;
    result.contact = request.contact;
    const bool energetic = request.contact == ContactModel::compliant || request.scheme == Scheme::stepped;
    result.law = request.law.value_or(request.scheme == Scheme::moreau ? Restitution::newton
                                      : energetic                      ? Restitution::energetic
                                                                       : card().law);
    result.t_start = start.t;
    // Compliant contacts and Moreau's scheme have laws of their own, neither of them Poisson's.
    for (int i = 0; i < contacts_of(mechanism); ++i)
      check_tangential_restitution(contact_law(mechanism, i), result.law);

    Records records(mechanism, *this, request, start.t, t_end);
    records.begin(provenance(result, request, start));
    if (request.scheme == Scheme::moreau) {
      run_by_moreau(mechanism, start, t_end, request, records, result);
    } else if (request.scheme == Scheme::stepped) {
      run_in_steps(mechanism, start, t_end, request, records, result);
    } else if (request.contact == ContactModel::compliant) {
      run_compliantly(mechanism, start, t_end, request, records, result);
    } else {
      run_by_events(mechanism, start, t_end, request, records, result);
    }
    records.finish(result);
    if (const std::optional<double> period = cycle_of(mechanism))
      result.cycles = (result.t_end - result.t_start) / *period;
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return result;
  }

  ImpactOutcome impact(const ImpactRequest& request) const override;
  void impacts(const ImpactRequest& request, const ManyImpacts& many) const override;

  bool has_section() const override { return sectioned || is_instance; }

  FlowMapFactory flow_maps(const MotionOptions& motion, const SectionChoice& section) const override {
    const RunOptions options = engine_options(motion, motion.law.value_or(card().law));
    if constexpr (is_instance) {
      return [options, section, entry = entry_, system = name()](const Parameters& parameters) {
        Parameters own = parameters;
        const S mechanism = entry.make(own);
        for (int i = 0; i < contacts_of(mechanism); ++i)
          check_tangential_restitution(contact_law(mechanism, i), options.impact.law);
        const ModelInstance& instance = mechanism.instance();
        if (section.kind == SectionChoice::Kind::own && !instance.no_map.empty()) throw BadInput(instance.no_map);
        if (section.kind != SectionChoice::Kind::period && !instance.no_period.empty())
          throw BadInput(instance.no_period);
        const bool crossing = section.kind == SectionChoice::Kind::crossing;
        const int k = crossing ? section.coordinate : instance.section.coordinate;
        std::unique_ptr<FlowMap> map = model_flow_map(
            instance, options, entry.card_for(own).coordinates[static_cast<std::size_t>(k)].name, section);
        check_section(section, *map, instance.period, system);
        return map;
      };
    } else if constexpr (sectioned) {
      const bool crossing = section.kind == SectionChoice::Kind::crossing;
      const int k = crossing ? section.coordinate : own_crossing<E>().coordinate;
      return [options, section, coordinate = card().coordinates[static_cast<std::size_t>(k)].name,
              system = name()](const Parameters& parameters) {
        Parameters own = parameters;
        S mechanism = E::make(own);
        for (int i = 0; i < N; ++i) check_tangential_restitution(contact_law(mechanism, i), options.impact.law);
        if constexpr (maps_as_model) {
          const ModelInstance instance = instance_of(std::move(mechanism));
          std::unique_ptr<FlowMap> map = model_flow_map(instance, options, coordinate, section);
          check_section(section, *map, instance.period, system);
          return map;
        } else {
          auto map = std::make_unique<MechanismFlowMap<E>>(std::move(mechanism), options, coordinate, E{}, section);
          check_section(section, *map, map->own_period(), system);
          return std::unique_ptr<FlowMap>(std::move(map));
        }
      };
    } else {
      return System::flow_maps(motion, section);
    }
  }

  void check_configuration(const Parameters& parameters, const std::vector<double>& q,
                           const std::optional<double>& t) const override {
    if (q.empty()) return;
    Parameters own = parameters;
    const S mechanism = made(own, t);
    const double time = t.value_or(0);
    const Vector<dof> rest = zeros<dof>(dof_of(mechanism));
    const Vector<dof> position = from_shown(mechanism, vector_of(q, mechanism.initial_state().q));
    refuse_penetration(mechanism, contact_kinematics(mechanism, time, position, rest), gap_tolerance(mechanism, time),
                       "guess");
  }

 private:
  static void require_all_contacts([[maybe_unused]] const S& mechanism, [[maybe_unused]] const char* what) {
    if constexpr (may_list_contacts<S>)
      if (!mechanism.shows_all_contacts())
        throw BadInput(fmt::format("this model has {} possible contacts, and {} has room for {}: run it by its events",
                                   mechanism.model().contact_number(), what, N));
  }

  // Starts of a model file may depend on when they begin.
  S made(Parameters& parameters, [[maybe_unused]] const std::optional<double>& t) const {
    if constexpr (requires { entry_.make(parameters, 0.0); })
      return entry_.make(parameters, t.value_or(0));
    else
      return entry_.make(parameters);
  }

  static SystemCard with_section(SystemCard card) {
    if constexpr (sectioned) {
      const SectionChoice phase{.kind = SectionChoice::Kind::period};
      const std::string turning = text_of(own_crossing<E>(), card.coordinates),
                        driving = text_of(phase, card.coordinates);
      if constexpr (driven)
        card.section = driving;
      else if constexpr (requires(const S& system) { E::drive_period(system); })
        card.section = turning + "; " + driving + " where the parameters give it one";
      else
        card.section = turning;
    }
    return card;
  }

  // The mechanism as a model, with its start and its section.
  static ModelInstance instance_of(S mechanism) {
    const State<dof> start = mechanism.initial_state();
    ModelInstance instance{
        .t = start.t, .q = list_of(start.q), .u = list_of(start.u), .shown = dof, .section = own_crossing<E>()};
    if constexpr (requires { E::free_coordinates; })
      instance.free_coordinates.assign(E::free_coordinates.begin(), E::free_coordinates.end());
    instance.model = std::make_shared<const ModelOf<S>>(std::move(mechanism));
    return instance;
  }

  Vector<dof> own_touching([[maybe_unused]] const S& mechanism, [[maybe_unused]] double t) const {
    if constexpr (requires { entry_.touching(mechanism, t); }) {
      return entry_.touching(mechanism, t);
    } else {
      throw BadInput("q is missing: the system has no touching configuration of its own; give one with --q");
    }
  }

  static RunOptions engine_options(const MotionOptions& motion, Restitution law) {
    RunOptions options;
    options.rtol = motion.rtol;
    options.atol = motion.atol;
    options.impact = {.law = law, .flow = {.tolerance = std::clamp(0.1 * motion.rtol, 1e-13, 1e-6)}};
    options.painleve = motion.painleve;
    options.closing_speed = motion.closing_speed.value_or(-1);
    options.interrupt = motion.interrupt;
    return options;
  }

  // Whatever watches a run: the system's observables, the rows, the event log, the progress.
  struct Records {
    Records(const S& mechanism, const MechanismSystem& system, const RunRequest& request, double t_start, double t_end)
        : card(system.card_for(request.parameters)),
          request(request),
          watch(watch_of(system.entry_, mechanism)),
          contacts(mechanism),
          t(t_start),
          t_end(t_end) {
      const double spacing = request.row_spacing.value_or(mechanism.scales().time / 200);
      if (request.rows) rows.emplace(mechanism, system.entry_, *request.rows, t_start, spacing);
      if (request.events) events.emplace(mechanism, card, *request.events);
      if (request.keep_motion > 0)
        kept = std::make_shared<MotionKeeper<E>>(mechanism, system.entry_, card, t_start, spacing, request.keep_motion);
      if constexpr (requires { watch.plan(t_start, t_end); }) watch.plan(t_start, t_end);
    }
    static Watch watch_of([[maybe_unused]] const E& entry, const S& mechanism) {
      if constexpr (requires { entry.watch(mechanism); })
        return entry.watch(mechanism);
      else
        return Watch(mechanism);
    }
    void begin(const std::vector<std::pair<std::string, std::string>>& provenance) {
      if (rows) rows->begin(card, provenance);
      if (events) events->begin(provenance);
    }
    void segment(const Segment<S>& segment) {
      const auto tell = [this](const Segment<S>& piece) {
        watch.segment(piece);
        if (rows) rows->segment(piece);
        if (kept) kept->segment(piece);
      };
      if constexpr (may_list_contacts<S>)
        contacts.segment(segment, tell);
      else
        tell(segment);
      t = segment.t1();
    }
    void event(const EventBatch<S>& batch) {
      if constexpr (may_list_contacts<S>)
        contacts.event(batch, [this](const EventBatch<S>& all) { tell_event(all); });
      else
        tell_event(batch);
    }
    void tell_event(const EventBatch<S>& batch) {
      if constexpr (may_list_contacts<S>)
        contacts.with_own_numbers(batch, [this](const EventBatch<S>& numbered) { watch.event(numbered); });
      else
        watch.event(batch);
      if (batch.impact && batch.impact->energy_gain > 0) {
        ++gaining_impacts;
        energy_gain += batch.impact->energy_gain;
      }
      if (rows) rows->event();
      if (kept) kept->event();
      if (events) events->event(batch);
    }
    bool stop() {
      tell();
      return watch.stop();
    }
    void tell() {
      if (request.progress && (++calls & 1023) == 0) request.progress(t, t_end);
    }
    void sample(double at, const Vector<dof>& q, const Vector<dof>& u) {
      if (rows) rows->sample(at, q, u);
      if (kept) kept->sample(at, q, u);
    }
    void finish(RunResult& result) {
      if (rows) rows->finish();
      if (events) events->finish();
      if (kept && kept->has_room()) result.motion = kept;
    }

    const SystemCard card;
    const RunRequest& request;
    Watch watch;
    std::conditional_t<may_list_contacts<S>, AllContacts<S>, WatchesNothing<S>> contacts;
    std::optional<TrajectoryRecorder<E>> rows;
    std::optional<EventRecorder<E>> events;
    std::shared_ptr<MotionKeeper<E>> kept;
    double t, t_end;
    unsigned calls = 0;
    long gaining_impacts = 0;
    double energy_gain = 0;  // J
  };

  // Between two states of a scheme that has no events.
  struct Chord {
    State<dof> begin, end;
    ContactModes<S> all_open{};
    double t0() const { return begin.t; }
    double t1() const { return end.t; }
    const ContactModes<S>& modes() const { return all_open; }
    State<dof> at(double t) const {
      const double s = end.t > begin.t ? (t - begin.t) / (end.t - begin.t) : 1;
      return {.t = t, .q = (1 - s) * begin.q + s * end.q, .u = (1 - s) * begin.u + s * end.u};
    }
  };

  void run_by_events(const S& mechanism, const State<dof>& start, double t_end, const RunRequest& request,
                     Records& records, RunResult& result) const {
    RunOptions options = engine_options(request, result.law);
    options.t_end = t_end;
    const RunReport<S> report = run_watched(mechanism, start, options, records);
    take(mechanism, report, request, result);
    result.events = report.events;
    if (report.events.by_poisson > 0)
      result.notes.push_back(
          fmt::format("{} impacts of many bodies, in which the energetic law finds no end, are by "
                      "Poisson's law",
                      report.events.by_poisson));
    result.steps = report.steps;
    result.observables = records.watch.observables(true);
    result.energy_gain = records.energy_gain;
    if (records.gaining_impacts > 0)
      result.notes.push_back(fmt::format("{} created energy in {} of {} impacts, {:.6g} J in all", law_text(result.law),
                                         records.gaining_impacts,
                                         report.events.impacts + report.events.multiple_impacts, records.energy_gain));
  }

  void run_by_moreau(const S& mechanism, const State<dof>& start, double t_end, const RunRequest& request,
                     Records& records, RunResult& result) const {
    MoreauOptions options;
    options.h = request.step.value_or(mechanism.scales().time / 1000);
    if (request.painleve == PainleveChoice::flight) options.preference = Preference::flight;
    State<dof> last = start;
    const StepWatch<S> observer = sampler(request, records, last);
    const MoreauReport<S> report = run_moreau(mechanism, start, t_end, options, observer);
    take(mechanism, report, request, result);
    result.events.impacts = report.counts.impacts;
    result.events.multiple_impacts = report.counts.multiple_impacts;
    result.events.indeterminate = report.counts.indeterminate;
    result.steps = report.counts.steps;
    result.observables = records.watch.observables(false);
    if (const std::string left_out = left_out_text(mechanism); !left_out.empty()) result.notes.push_back(left_out);
    result.notes.push_back(fmt::format(
        "time stepping of first order with h = {:.6g} s, Newton's law and the slip coefficients mu_c", report.h));
  }

  void run_in_steps(const S& mechanism, const State<dof>& start, double t_end, const RunRequest& request,
                    Records& records, RunResult& result) const {
    State<dof> last = start;
    const StepWatch<S> observer = sampler(request, records, last);
    const int n = dof_of(mechanism);
    const auto vector = [n](const double* list) { return Vector<dof>(Eigen::Map<const Eigen::VectorXd>(list, n)); };
    const SteppedMotion motion =
        stepped_motion(*as_model(mechanism), {.t = start.t, .q = list_of(start.q), .u = list_of(start.u)}, t_end,
                       stepped_options(request, mechanism.scales()),
                       [&](double t, const double* q, const double* u) { return observer(t, vector(q), vector(u)); });
    take_end(mechanism, {.t = motion.final.t, .q = vector(motion.final.q.data()), .u = vector(motion.final.u.data())},
             motion, request, result);
    result.modes = motion.modes;
    result.events = motion.events;
    result.steps = motion.steps;
    result.observables = records.watch.observables(false);
    if (const std::string left_out = left_out_text(mechanism); !left_out.empty()) result.notes.push_back(left_out);
    result.notes.push_back(motion.brief());
  }

  void run_compliantly(const S& mechanism, const State<dof>& start, double t_end, const RunRequest& request,
                       Records& records, RunResult& result) const {
    CompliantOptions options;
    const double stiffness = request.stiffness.value_or(1e9);
    if (contacts_of(mechanism) > 0) options.stiffness_scale = stiffness / contact_law(mechanism, 0).stiffness;
    options.rtol = std::max(request.rtol, 1e-10);
    options.atol = std::max(request.atol, 1e-12);
    State<dof> last = start;
    const StepWatch<S> observer = sampler(request, records, last);
    const CompliantReport<S> report = run_compliant(mechanism, start, t_end, options, observer);
    take(mechanism, report, request, result);
    result.events.impacts = report.counts.impacts;
    result.events.stick = report.counts.stick;
    result.events.slip = report.counts.slip;
    result.events.detach = report.counts.releases;
    result.steps = report.counts.steps;
    result.observables = records.watch.observables(false);
    if (const std::string left_out = left_out_text(mechanism); !left_out.empty()) result.notes.push_back(left_out);
    result.notes.push_back(fmt::format(
        "compliant contacts of stiffness {:.6g} with the friction of contact phases, mu_s and mu_c", stiffness));
  }

  // Feeds a scheme without events to the records; false once interrupted.
  static StepWatch<S> sampler(const RunRequest& request, Records& records, State<dof>& last) {
    records.sample(last.t, last.q, last.u);
    return [&request, &records, &last](double t, const Vector<dof>& q, const Vector<dof>& u) {
      const State<dof> state{.t = t, .q = q, .u = u};
      if (state.t > last.t) records.watch.segment(Chord{.begin = last, .end = state});
      records.sample(t, q, u);
      last = state;
      records.t = t;
      records.tell();
      return !(request.interrupt && request.interrupt->load(std::memory_order_relaxed));
    };
  }

  template <class Report>
  void take(const S& mechanism, const Report& report, const RunRequest& request, RunResult& result) const {
    take_end(mechanism, report.final, report, request, result);
    result.modes.assign(report.modes.begin(), report.modes.begin() + contacts_of(mechanism));
  }

  template <class Report>
  static void take_end(const S& mechanism, const State<dof>& final, const Report& report, const RunRequest& request,
                       RunResult& result) {
    result.outcome = report.outcome;
    result.reason = report.reason;
    if (report.outcome == Outcome::stopped_by_observer && request.interrupt && request.interrupt->load())
      result.outcome = Outcome::interrupted;
    if (result.outcome == Outcome::interrupted) result.reason.clear();
    result.t_end = final.t;
    result.q = shown_list(mechanism, to_shown(mechanism, final.q));
    result.u = shown_list(mechanism, to_shown_velocity(mechanism, final.q, final.u));
    if constexpr (is_instance)
      for (std::size_t j = 0; j < mechanism.instance().states.size(); ++j)
        result.states.emplace_back(mechanism.instance().states[j],
                                   final.u[mechanism.instance().shown + static_cast<int>(j)]);
    result.ledger = report.ledger;
  }

  // ---- start and end ------------------------------------------------------------------------------------------------

  State<dof> start_of(const S& mechanism, const RunRequest& request, std::vector<std::string>& notes) const;

  static void move_onto_surface(const S& mechanism, double t, const std::optional<double>& reach, Vector<dof>& q,
                                std::vector<std::string>& notes) {
    if (!reach) return;
    const std::string moved = lifted_text(mechanism, put_on_surface(mechanism, t, *reach, q));
    notes.push_back(moved.empty() ? "no contact is near enough to its surface to be put on it" : moved);
  }

  double end_time(const S& mechanism, const RunRequest& request, double t_start) const;

  // One period of its drive, if it has one [s].
  std::optional<double> cycle_of([[maybe_unused]] const S& mechanism) const {
    if constexpr (driven)
      return entry_.period(mechanism);
    else
      return std::nullopt;
  }

  void refuse_penetration(const S& mechanism, const ContactArray<S>& contacts, double tolerance,
                          const char* subject) const;

  int touching(const S& mechanism, const ContactArray<S>& contacts, double tolerance, const ImpactRequest& request,
               std::array<int, N>& member) const;

  // ---- impacts ----------------------------------------------------------------------------------------------------

  struct Struck;
  void strike(const S& mechanism, const ImpactRequest& request, Struck& struck) const;

  // ---- small things ----------------------------------------------------------------------------------------------

  std::vector<std::pair<std::string, std::string>> provenance(const RunResult& result, const RunRequest& request,
                                                              const State<dof>& start) const;

  // What is shown, followed by the rest of `own`.
  static Vector<dof> vector_of(const std::vector<double>& list, Vector<dof> own) {
    for (std::size_t i = 0; i < list.size(); ++i) own[static_cast<int>(i)] = list[i];
    return own;
  }
  static std::vector<double> list_of(const Vector<dof>& v) { return {v.data(), v.data() + v.size()}; }
  static std::vector<double> shown_list([[maybe_unused]] const S& mechanism, const Vector<dof>& v) {
    if constexpr (is_instance)
      return {v.data(), v.data() + mechanism.instance().shown};
    else
      return list_of(v);
  }
  std::string contact_name([[maybe_unused]] const S& mechanism, int i) const {
    if constexpr (is_instance)
      return mechanism.contact_name(i);
    else
      return card().contacts[static_cast<std::size_t>(i)].name;
  }

  static double gap_tolerance(const S& mechanism, double t) { return Tolerances(mechanism.scales()).given_gap(t); }

  E entry_;
};

}  // namespace carom::study

#include "carom/catalog/mechanism_impacts.hpp"
#include "carom/catalog/mechanism_start.hpp"
