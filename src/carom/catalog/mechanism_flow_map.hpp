// SPDX-License-Identifier: Apache-2.0
// The flow map of a mechanism of the catalog (flow_map.hpp).
//
// An entry takes part if it says
//   static constexpr int section = 0;                                  // k: its own section is u_k = 0, u̇_k > 0
//   static constexpr SectionChoice section = highest(1);               // or another one (section_choice.hpp)
// and optionally
//   static constexpr std::array<int, 1> free_coordinates{0};           // coordinates that nothing depends on
//   static std::optional<double> drive_period(const Mechanism&);       // s, instead of period(mechanism)
//   static std::optional<State<dof>> mirrored(const Mechanism&, const State<dof>&);  // of a mirror-symmetric mechanism
//   static std::vector<std::pair<std::string, double>> orbit_extras(const std::vector<double>& advance, double period);
//   static State<dof> start(const Mechanism&);                         // instead of mechanism.initial_state()
// What is static here may as well be a member: of a mechanism known at run time an object says it (ModelSection).
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/flow_map.hpp"
#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/engine/together.hpp"
#include "carom/model/model.hpp"
#include "carom/model/shown_coordinates.hpp"
#include "carom/observe/growth_watch.hpp"
#include "carom/observe/regime_watch.hpp"
#include "carom/observe/strobe_watch.hpp"

namespace carom::study {

// The entry of a model known at run time.
template <class Any>
struct ModelSection {
  using Mechanism = Any;
  SectionChoice section = lowest(0);  // a crossing
  std::vector<int> free_coordinates = {};
  std::optional<double> period = std::nullopt;  // of its drive [s]
  State<Any::dof> initial = {};
  // As a model says them (model_instance.hpp).
  std::shared_ptr<const observe::OwnSection> own_section = nullptr;
  std::string own_section_text = {};
  bool begins_elsewhere = false, crosses = false;
  std::vector<std::pair<int, double>> turns = {};
  std::function<std::vector<double>(double t)> start_at = {};

  std::optional<double> drive_period(const Any&) const { return period; }
  State<Any::dof> start(const Any&) const { return initial; }
};

// The crossing that an entry names.
template <class E>
constexpr SectionChoice own_crossing(const E& entry = {}) {
  if constexpr (std::is_convertible_v<decltype(E::section), SectionChoice>)
    return entry.section;
  else
    return lowest(entry.section);
}

template <class E>
class MechanismFlowMap final : public FlowMap {
  using S = typename E::Mechanism;
  static constexpr int Dof = S::dof, N = S::contact_count;
  static constexpr bool has_own_section = requires(const E& entry) { entry.own_section; };

 public:
  // `coordinate`: the name of the section's. `section`: another one than the entry's own.
  MechanismFlowMap(S mechanism, const RunOptions& options, std::string coordinate, E entry = {},
                   const SectionChoice& section = {})
      : entry_(std::move(entry)),
        mechanism_(std::move(mechanism)),
        options_(options),
        coordinate_(std::move(coordinate)),
        section_(section),
        initial_(start_of(entry_, mechanism_)) {
    require_derivatives(mechanism_);
    require_length(mechanism_, initial_);
    require_sections();
  }

  int dof() const override { return dof_of(mechanism_); }
  Eigen::VectorXd scale() const override { return TangentFlow<S>(mechanism_, options_, {}).scale(); }
  double time_scale() const override { return mechanism_.scales().time; }
  std::optional<double> drive_period() const override { return section_.period ? section_.period : own_period(); }
  // Of the drive that the mechanism has, if it has one with its parameters.
  std::optional<double> own_period() const {
    if constexpr (requires { entry_.drive_period(mechanism_); })
      return entry_.drive_period(mechanism_);
    else if constexpr (requires { E::period(mechanism_); })
      return E::period(mechanism_);
    else
      return std::nullopt;
  }
  SectionChoice section() const override {
    if (section_.kind == SectionChoice::Kind::crossing) return section_;
    SectionChoice resolved = own_crossing(entry_);
    if (section_.kind == SectionChoice::Kind::period || (own_period() && !own_crosses())) {
      resolved.kind = SectionChoice::Kind::period;
      resolved.period = section_.period;
    }
    return resolved;
  }
  double section_value(const Eigen::VectorXd& z) const override { return watched().value(state(0, z)); }
  Eigen::VectorXd section_slope(const Eigen::VectorXd& z) const override {
    const observe::StateSection<S> watched = this->watched();
    const int n = dof();
    Eigen::VectorXd slope = Eigen::VectorXd::Zero(2 * n);
    if (!watched.own && (!ShowsOtherCoordinates<S> || !watched.shown)) {
      slope[(watched.rate ? n : 0) + watched.coordinate] = watched.direction < 0 ? -1 : 1;
      return slope;
    }
    // By differences: it guides iterations, and which way is across the section does not matter to multipliers.
    const Eigen::VectorXd step = 1e-6 * scale();
    for (int k = 0; k < 2 * n; ++k) {
      const Eigen::VectorXd shift = Eigen::VectorXd::Unit(2 * n, k) * step[k];
      slope[k] = (watched.value(state(0, z + shift)) - watched.value(state(0, z - shift))) / (2 * step[k]);
    }
    return slope;
  }
  std::vector<int> free_coordinates() const override {
    if constexpr (requires { entry_.free_coordinates; })
      return {entry_.free_coordinates.begin(), entry_.free_coordinates.end()};
    else
      return {};
  }
  std::string own_section_text() const override {
    if constexpr (has_own_section)
      return section_.kind == SectionChoice::Kind::own ? entry_.own_section_text : std::string();
    else
      return {};
  }
  bool begins_elsewhere() const override {
    if constexpr (has_own_section)
      return section_.kind == SectionChoice::Kind::own && entry_.begins_elsewhere;
    else
      return false;
  }
  std::vector<std::pair<int, double>> turns() const override {
    if constexpr (has_own_section)
      return entry_.turns;
    else
      return {};
  }
  double start_time() const override { return initial_.t; }
  Eigen::VectorXd start() const override { return joined(initial_); }
  Eigen::VectorXd start_at([[maybe_unused]] double t) const override {
    if constexpr (has_own_section)
      if (entry_.start_at) {
        const std::vector<double> z = entry_.start_at(t);
        return Eigen::Map<const Eigen::VectorXd>(z.data(), static_cast<Eigen::Index>(z.size()));
      }
    return start();
  }

  FlowResult flow(const FlowRequest& request) const override {
    RunOptions options = options_;
    options.t_end = request.t + request.duration;
    observe::RegimeWatch<S> watch(mechanism_, watched(), request.max_points);
    FlowResult result;
    RunReport<S> report;
    if (request.derivative) {
      TangentFlow<S> tangent(mechanism_, options);
      Together both(watch, tangent);
      report = run_watched(mechanism_, state(request.t, request.z), options, both);
      result.derivative = tangent.at_fixed_time();
      result.rank = tangent.rank();
      result.mismatch = tangent.mismatch();
      result.grazes = tangent.grazes();
    } else {
      report = run_watched(mechanism_, state(request.t, request.z), options, watch);
    }
    result.outcome = report.outcome;
    result.reason = report.reason;
    result.t = report.final.t;
    result.z = joined(report.final);
    Motion<S> motion;
    evaluate_motion(mechanism_, report.final.t, report.final.q, report.final.u, report.modes, motion);
    result.rate.resize(size());
    result.rate << report.final.u, motion.acceleration;
    result.first_modes = list_of(watch.first_modes());
    result.modes = list_of(report.modes);
    result.regimes = watch.regimes();
    result.sequence = result.regimes.text();
    result.signature = watch.signature();
    for (const auto& point : watch.points())
      result.points.push_back({.t = point.state.t,
                               .z = joined(point.state),
                               .maximum = point.maximum,
                               .low = point.low,
                               .high = point.high,
                               .by_impact = point.by_impact,
                               .modes = list_of(point.modes)});
    result.maximum = watch.maximum();
    result.low = watch.low();
    result.high = watch.high();
    result.flight = watch.flight();
    result.quiet = watch.quiet();
    result.impacts = watch.impacts();
    return result;
  }

  FlashResult flashes(const FlashRequest& request, const FlashVisitor& visit) const override {
    RunOptions options = options_;
    options.t_end = request.t + request.duration;
    const State<Dof> start = state(request.t, request.z);
    const auto see = [&visit](Flash kind, const State<Dof>& flash) { return visit(kind, flash.t, joined(flash)); };
    RunReport<S> report;
    if (const std::optional<double> period = drive_period(); strobed()) {
      observe::StrobeWatch<S> strobe(request.t, *period, [&](const State<Dof>& s) { return see(Flash::section, s); });
      report = run_watched(mechanism_, start, options, strobe);
    } else if (period) {
      observe::RegimeWatch<S> watch(mechanism_, watched(), std::size_t{1} << 40);
      observe::SectionFlashes<S> section(watch, [&](const State<Dof>& s) { return see(Flash::section, s); });
      report = run_watched(mechanism_, start, options, section);
    } else {
      observe::StrobeWatch<S> ticks(request.t, time_scale(), [&](const State<Dof>& s) { return see(Flash::tick, s); });
      observe::RegimeWatch<S> watch(mechanism_, watched(), std::size_t{1} << 40);
      observe::SectionFlashes<S> section(watch, [&](const State<Dof>& s) { return see(Flash::section, s); });
      Together both(ticks, section);
      report = run_watched(mechanism_, start, options, both);
    }
    return {.outcome = report.outcome, .reason = report.reason, .t = report.final.t};
  }

  double smallest_gap(double t, const Eigen::VectorXd& z) const override {
    const State<Dof> place = state(t, z);
    const ContactArray<S> contacts = contact_kinematics(mechanism_, t, place.q, place.u);
    double least = HUGE_VAL;
    for (int i = 0; i < contact_number(); ++i) least = std::min(least, contacts[i].gap);
    return least;
  }

  std::optional<Eigen::VectorXd> mirrored(const Eigen::VectorXd& z) const override {
    if constexpr (requires { entry_.mirrored(mechanism_, state(0, z)); }) {
      if (const std::optional<State<Dof>> image = entry_.mirrored(mechanism_, state(0, z))) return joined(*image);
    }
    return std::nullopt;
  }

  double lyapunov_exponent(double t, const Eigen::VectorXd& z, double duration) const override {
    RunOptions options = options_;
    options.t_end = t + duration;
    options.t_end = t + 0.25 * duration;
    observe::GrowthWatch<S> watch(mechanism_, options);
    const RunReport<S> turning = run_watched(mechanism_, state(t, z), options, watch);
    if (!succeeded(turning.outcome)) return std::nan("");
    const double before = watch.log_growth();
    options.t_end = t + duration;
    const RunReport<S> report = run_watched(mechanism_, turning.final, options, watch);
    return succeeded(report.outcome) ? (watch.log_growth() - before) / (0.75 * duration) : std::nan("");
  }

  void put_on_constraints(double t, const std::vector<ContactMode>& modes, Eigen::VectorXd& z) const override {
    std::array<bool, N> closed{}, sticking{};
    for (int i = 0; i < contact_number(); ++i) {
      closed[i] = is_closed(modes[static_cast<std::size_t>(i)]);
      sticking[i] = modes[static_cast<std::size_t>(i)] == ContactMode::stick;
    }
    Vector<Dof> q = z.head(dof()), u = z.tail(dof());
    close_constraints(mechanism_, t, u, q, HUGE_VAL);
    keep_constraint_velocities(mechanism_, t, q, u);
    for (int iteration = 0; iteration < 4; ++iteration)
      project_position<S>(local_inertia(mechanism_, t, q, u), closed, q);
    double drive = 0;
    project_velocity<S>(local_inertia(mechanism_, t, q, u), closed, sticking, u, drive);
    z << q, u;
  }

  std::vector<ContactMode> modes_at_rest(const Eigen::VectorXd& q) const override {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(size());
    z.head(dof()) = q;
    for (int k = shown_number(); k < dof(); ++k) z[dof() + k] = q[k];
    return flow({.t = start_time(), .z = z, .duration = 1e-6 * time_scale()}).first_modes;
  }

  void balance(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes, Eigen::VectorXd& residual,
               Eigen::MatrixXd& derivative) const override {
    using Real = Dual<double>;
    if (constraints_of(mechanism_) > 0)
      throw BadInput(
          "equilibria of mechanisms with bilateral constraints are not computed: give it coordinates that are "
          "free of them");
    const ContactModes<S> own_modes = array_of(modes);
    const int n = dof();
    const ContactArray<S> here = contact_kinematics(mechanism_, start_time(), Vector<Dof>(q), resting(q));
    const auto keeps = [&](int i) { return is_closed(own_modes[i]) && has_normal<S, double>(here[i]); };
    int closed = 0;
    for (int i = 0; i < contact_number(); ++i) closed += keeps(i);
    residual.resize(n + closed);
    derivative.resize(n + closed, n);
    for (int k = 0; k < n; ++k) {
      Vector<Dof, Real> position = zeros<Dof, Real>(n), rest = zeros<Dof, Real>(dof());
      for (int i = 0; i < n; ++i) (i < shown_number() ? position : rest)[i] = Real(q[i], i == k ? 1.0 : 0.0);
      Motion<S, Real> motion;
      evaluate_motion(mechanism_, Real(start_time()), position, rest, own_modes, motion);
      const ContactArray<S, Real> contacts = contact_kinematics(mechanism_, Real(start_time()), position, rest);
      for (int i = 0; i < n; ++i) {
        residual[i] = motion.acceleration[i].value;
        derivative(i, k) = motion.acceleration[i].slope;
      }
      int row = n;
      for (int i = 0; i < contact_number(); ++i) {
        if (!keeps(i)) continue;
        residual[row] = contacts[i].gap.value;
        derivative(row++, k) = contacts[i].gap.slope;
      }
    }
  }

  Eigen::VectorXd normal_forces(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const override {
    Motion<S> motion;
    evaluate_motion(mechanism_, start_time(), Vector<Dof>(q), resting(q), array_of(modes), motion);
    return motion.F_n.head(contact_number());
  }

  Eigen::VectorXd slip_speeds(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const override {
    const Vector<Dof> rest = resting(q);
    const ContactArray<S> contacts = contact_kinematics(mechanism_, start_time(), Vector<Dof>(q), rest);
    Eigen::VectorXd speeds = Eigen::VectorXd::Ones(contact_number());
    for (int i = 0; i < contact_number(); ++i) {
      const ContactMode mode = modes[static_cast<std::size_t>(i)];
      const bool has_direction = (contacts[i].tangent.array() != 0).any();
      if (is_slip(mode) && has_direction) speeds[i] = slip_sign(mode) * contacts[i].tangential_velocity(rest);
    }
    return speeds;
  }

  std::vector<int> independent(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const override {
    const std::vector<int> dependent = held_coordinates(q, modes).coordinates;
    std::vector<int> rest;
    for (int k = 0; k < dof(); ++k)
      if (std::find(dependent.begin(), dependent.end(), k) == dependent.end()) rest.push_back(k);
    return rest;
  }

  Eigen::VectorXd at_rest(const Eigen::VectorXd& z) const override {
    Eigen::VectorXd q = z.head(dof());
    for (int k = shown_number(); k < dof(); ++k) q[k] = z[dof() + k];
    return q;
  }
  int reduced_size(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const override {
    return 2 * static_cast<int>(independent(q, modes).size()) - (dof() - shown_number());
  }
  Eigen::VectorXd reduced_rate(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes,
                               const std::vector<Eigen::VectorXd>& directions) const override {
    switch (directions.size()) {
      case 0: return reduced<double>(q, modes, directions);
      case 1: return reduced<Dual<double>>(q, modes, directions);
      case 2: return reduced<Dual<Dual<double>>>(q, modes, directions);
      default: return reduced<Dual<Dual<Dual<double>>>>(q, modes, directions);
    }
  }

  void shown(const Eigen::VectorXd& z, std::vector<double>& q, std::vector<double>& u) const override {
    const Vector<Dof> own_q = z.head(dof()), own_u = z.tail(dof());
    const Vector<Dof> shown_q = to_shown(mechanism_, own_q), shown_u = to_shown_velocity(mechanism_, own_q, own_u);
    q.assign(shown_q.data(), shown_q.data() + shown_number());
    u.assign(shown_u.data(), shown_u.data() + shown_number());
    for (const auto& [k, turn] : turns())
      if (k < shown_number())
        q[static_cast<std::size_t>(k)] -= turn * std::round(q[static_cast<std::size_t>(k)] / turn);
  }
  Eigen::VectorXd own(const std::vector<double>& q, const std::vector<double>& u) const override {
    State<Dof> state = initial_;
    if (!q.empty()) state.q = from_shown(mechanism_, with(q, state.q));
    if (!q.empty() && u.empty()) state.u = with(std::vector<double>(q.size(), 0.0), state.u);
    if (!u.empty()) state.u = from_shown_velocity(mechanism_, state.q, with(u, state.u));
    return joined(state);
  }
  std::string coordinate_name() const override { return coordinate_; }
  std::vector<std::pair<std::string, double>> extras(const std::vector<double>& advance, double period) const override {
    if constexpr (requires { entry_.orbit_extras(advance, period); })
      return entry_.orbit_extras(advance, period);
    else
      return {};
  }

 private:
  // Of a model with states of first order, which stand after its coordinates, the coordinates.
  int shown_number() const {
    if constexpr (requires { mechanism_.instance(); })
      return mechanism_.instance().shown;
    else
      return dof();
  }
  // Velocities at rest: states of first order have the values that q holds for them.
  Vector<Dof> resting(const Eigen::VectorXd& q) const {
    Vector<Dof> u = zeros<Dof>(dof());
    for (int k = shown_number(); k < dof(); ++k) u[k] = q[k];
    return u;
  }
  static Vector<Dof> with(const std::vector<double>& shown, Vector<Dof> own) {
    for (std::size_t k = 0; k < shown.size(); ++k) own[static_cast<int>(k)] = shown[k];
    return own;
  }
  static State<Dof> start_of(const E& entry, const S& mechanism) {
    if constexpr (requires { entry.start(mechanism); })
      return entry.start(mechanism);
    else
      return mechanism.initial_state();
  }
  // Those of a mechanism known at run time are looked at by nobody before.
  void require_sections() const {
    const SectionChoice own = own_crossing(entry_);
    if (own.kind != SectionChoice::Kind::crossing)
      throw BadInput("the section of an entry must be a crossing; one by a period is chosen beside it");
    for (const SectionChoice& section : {own, section_})
      if (section.coordinate < 0 || section.coordinate >= dof())
        throw BadInput("a section of coordinate " + std::to_string(section.coordinate) + " for a mechanism of " +
                       std::to_string(dof()) + ", counted from 0");
  }
  // Known to the compiler where the mechanism's sizes are.
  int contact_number() const { return contacts_of(mechanism_); }

  static Eigen::VectorXd joined(const State<Dof>& state) {
    Eigen::VectorXd z(state.q.size() + state.u.size());
    z << state.q, state.u;
    return z;
  }
  State<Dof> state(double t, const Eigen::VectorXd& z) const {
    return {.t = t, .q = z.head(dof()), .u = z.tail(dof())};
  }
  // The entry's own section is of a coordinate that the mechanism is computed with, one that was chosen of those shown.
  observe::StateSection<S> watched() const {
    const bool chosen = section_.kind == SectionChoice::Kind::crossing;
    const SectionChoice section = chosen ? section_ : own_crossing(entry_);
    observe::StateSection<S> watched{.coordinate = section.coordinate,
                                     .rate = section.rate,
                                     .level = section.level,
                                     .direction = section.direction,
                                     .shown = chosen ? &mechanism_ : nullptr};
    if constexpr (has_own_section) {
      if (section_.kind == SectionChoice::Kind::own && entry_.own_section) watched.own = entry_.own_section.get();
      for (const auto& [k, turn] : entry_.turns)
        if (k == section.coordinate && !section.rate) watched.turn = turn;
    }
    return watched;
  }
  bool own_crosses() const {
    if constexpr (has_own_section)
      return entry_.crosses && section_.kind == SectionChoice::Kind::own;
    else
      return false;
  }
  std::vector<ContactMode> list_of(const ContactModes<S>& modes) const {
    return {modes.begin(), modes.begin() + contact_number()};
  }
  ContactModes<S> array_of(const std::vector<ContactMode>& modes) const {
    ContactModes<S> own_modes{};
    for (int i = 0; i < contact_number(); ++i) own_modes[i] = modes[static_cast<std::size_t>(i)];
    return own_modes;
  }

  // One coordinate a closed contact, by which its gap can be kept; the section's own only if there is no other. Contacts
  // whose gap the others keep already are left out.
  struct Held {
    std::vector<int> coordinates, contacts;
  };
  Held held_coordinates(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const {
    const ContactArray<S> contacts = contact_kinematics(mechanism_, start_time(), Vector<Dof>(q), resting(q));
    const int n = dof();
    const Eigen::VectorXd scales = scale();
    const int section = own_crossing(entry_).coordinate;
    Held held;
    std::vector<int>& dependent = held.coordinates;
    std::vector<Eigen::VectorXd> rows;
    for (int i = 0; i < contact_number(); ++i) {
      if (!is_closed(modes[static_cast<std::size_t>(i)]) || !has_normal<S, double>(contacts[i])) continue;
      Eigen::VectorXd row = contacts[i].normal.cwiseProduct(scales.head(n));
      for (std::size_t r = 0; r < rows.size(); ++r) row -= rows[r] * (row[dependent[r]] / rows[r][dependent[r]]);
      int best = -1;
      for (int k = 0; k < n; ++k) {
        const double weight = std::abs(row[k]) * (k == section ? 1e-3 : 1.0);
        if (best < 0 || weight > std::abs(row[best]) * (best == section ? 1e-3 : 1.0)) best = k;
      }
      if (std::abs(row[best]) < 1e-9 * contacts[i].normal.cwiseProduct(scales.head(n)).norm()) continue;  // redundant
      dependent.push_back(best);
      held.contacts.push_back(i);
      rows.push_back(row);
    }
    return held;
  }

  static double last_slope(double x) { return x; }
  template <class T>
  static double last_slope(const Dual<T>& x) {
    return last_slope(x.slope);
  }
  // x + ε₁ d₁ + ε₂ d₂ + …: one direction a level of nesting.
  template <class Real>
  static Real seeded(double x, const std::vector<Eigen::VectorXd>& directions, int k, std::size_t level = 0) {
    if constexpr (std::is_same_v<Real, double>) {
      return x;
    } else {
      using Inner = decltype(Real{}.value);
      return Real(seeded<Inner>(x, directions, k, level + 1), Inner(directions[level][k]));
    }
  }

  // The motion in independent coordinates; the others follow from the gaps by Newton's method in the same numbers.
  template <class Real>
  Eigen::VectorXd reduced(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes,
                          const std::vector<Eigen::VectorXd>& directions) const {
    const Held held = held_coordinates(q, modes);
    const std::vector<int>&dependent = held.coordinates, &closed = held.contacts;
    const std::vector<int> rest = independent(q, modes);
    const int m = static_cast<int>(rest.size()), d = static_cast<int>(dependent.size());
    Vector<Dof, Real> position = zeros<Dof, Real>(dof()), velocity = position;
    for (int k = 0; k < dof(); ++k) position[k] = q[k];
    for (int k = 0; k < m; ++k) {
      const int own = rest[static_cast<std::size_t>(k)];
      const bool is_place = own < shown_number();
      (is_place ? position : velocity)[own] = seeded<Real>(q[own], directions, k);
      if (is_place) velocity[own] = seeded<Real>(0.0, directions, m + k);
    }
    const Real t(start_time());
    const auto solve = [&](auto&& rhs, Vector<Dof, Real>& unknown) {
      if (d == 0) return;
      const ContactArray<S, Real> contacts = contact_kinematics(mechanism_, t, position, velocity);
      SmallSystem<N, Real> system;
      system.n = d;
      for (int r = 0; r < d; ++r) {
        const auto& contact = contacts[closed[static_cast<std::size_t>(r)]];
        for (int c = 0; c < d; ++c) system.a[r][c] = contact.normal[dependent[static_cast<std::size_t>(c)]];
        system.rhs[r] = rhs(contact);
      }
      std::array<Real, N> shift{};
      system.solve(shift);
      for (int c = 0; c < d; ++c) unknown[dependent[static_cast<std::size_t>(c)]] += shift[c];
    };
    for (int iteration = 0; iteration < 4; ++iteration)
      solve([](const ContactKinematics<Dof, Real>& contact) { return Real(-contact.gap); }, position);
    solve([&](const ContactKinematics<Dof, Real>& contact) { return Real(-contact.normal_velocity(velocity)); },
          velocity);
    Motion<S, Real> motion;
    evaluate_motion(mechanism_, t, position, velocity, array_of(modes), motion);
    Eigen::VectorXd rate(2 * m - (dof() - shown_number()));
    for (int k = 0; k < m; ++k) {
      const int own = rest[static_cast<std::size_t>(k)];
      const bool is_place = own < shown_number();
      rate[k] = last_slope(is_place ? velocity[own] : motion.acceleration[own]);
      if (is_place) rate[m + k] = last_slope(motion.acceleration[own]);
    }
    return rate;
  }

  E entry_;
  S mechanism_;
  RunOptions options_;
  std::string coordinate_;
  SectionChoice section_;
  State<Dof> initial_;
};

}  // namespace carom::study
