// SPDX-License-Identifier: Apache-2.0
// Rows of a trajectory from a run: evenly spaced in time, with one row before and one after every event, so that jumps
// are there at full height. Nothing is kept but the row at hand.
//
// Columns   t; shown coordinates and their rates; for each contact its point (where the system tells), gap, relative
//           velocities, forces, F_t/F_n and mode; the surface; the system's own; kinetic and potential energy; works and losses so far.
//           A mode is 0 open, 1 stick, 2 slip+, 3 slip-. NaN where a number has no meaning (F_t/F_n of an open contact)
//           or where the scheme does not tell it.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/table.hpp"
#include "carom/catalog/system.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/model/shown_coordinates.hpp"

namespace carom::study {

// E is an entry of the catalog (mechanism_system.hpp).
template <class E>
class TrajectoryRecorder {
  using S = typename E::Mechanism;
  static constexpr int dof = S::dof, N = S::contact_count;

 public:
  TrajectoryRecorder(const S& system, const E& entry, RowSink& sink, double t_start, double spacing)
      : system_(system), entry_(entry), sink_(sink), t_start_(t_start), spacing_(spacing) {}

  void begin(const SystemCard& card, std::vector<std::pair<std::string, std::string>> provenance) {
    TableHeader header{.title = card.name, .columns = columns(card), .attributes = std::move(provenance)};
    row_.resize(header.columns.size());
    sink_.begin(header);
  }

  void segment(const Segment<S>& segment) {
    if (after_event_) write(fill(segment, segment.t0()));
    after_event_ = false;
    for (double t = grid(); t <= segment.t1(); t = grid()) {
      ++next_;
      if (t > written_) write(fill(segment, t));
    }
    if (written_ < segment.t1()) {
      fill(segment, segment.t1());
      end_waits_ = true;
    }
  }

  void event() {
    write_end();
    after_event_ = true;
  }

  // A state of which only the motion is known.
  void sample(double t, const Vector<dof>& q, const Vector<dof>& u) {
    fill_unknown(t, q, u);
    end_waits_ = true;
    if (t < grid() && written_ >= t_start_) return;
    while (grid() <= t) ++next_;
    write_end();
  }

  void finish() {
    write_end();
    sink_.finish();
  }

  // One row at any time of a piece, or of a state of which only the motion is known.
  void row(const Segment<S>& segment, double t) { sink_.row(fill(segment, t)); }
  void row(double t, const Vector<dof>& q, const Vector<dof>& u) { sink_.row(fill_unknown(t, q, u)); }

 private:
  std::vector<Column> columns(const SystemCard& card) {
    shown_ = static_cast<int>(card.coordinates.size());
    std::vector<Column> list{{"t", "s", "time"}};
    for (const Quantity& q : card.coordinates) list.push_back({q.name, q.unit, q.meaning});
    for (const Quantity& q : rates_of(card.coordinates)) list.push_back({q.name, q.unit, q.meaning});
    for (const Quantity& contact : card.contacts) {
      const std::string& c = contact.name;
      const std::string of = " of " + card.contact_noun + " " + c;
      if (tells_contact_points()) {
        list.push_back({"x_" + c, "m", "position along the " + card.surface_noun + of});
        list.push_back({"y_" + c, "m", "height" + of});
      }
      list.push_back({"gap_" + c, "m", "gap" + of});
      list.push_back({"v_n_" + c, "m/s", "normal relative velocity" + of});
      list.push_back({"v_t_" + c, "m/s", "tangential relative velocity" + of});
      list.push_back({"F_n_" + c, "N", "normal force" + of});
      list.push_back({"F_t_" + c, "N", "tangential force" + of});
      list.push_back({"ratio_" + c, "1", "F_t/F_n" + of});
      list.push_back({"mode_" + c, "1", "mode" + of + ": 0 open, 1 stick, 2 slip+, 3 slip-"});
    }
    if (tells_surface()) {
      list.push_back({card.surface_noun, "m", "height of the " + card.surface_noun});
      list.push_back({card.surface_noun + "_dot", "m/s", "velocity of the " + card.surface_noun});
    }
    if constexpr (has_extras) {
      for (const Quantity& extra : entry_.extra_columns()) list.push_back({extra.name, extra.unit, extra.meaning});
    }
    list.push_back({"kinetic", "J", "kinetic energy"});
    list.push_back({"potential", "J", "potential energy"});
    list.push_back({"drive_work", "J", "work done by drives and moving surfaces so far"});
    list.push_back({"normal_loss", "J", "energy lost at the normals of impacts so far"});
    list.push_back({"friction_loss", "J", "energy lost in friction so far"});
    list.push_back({"closing_loss", "J", "energy lost at the closing of contacts so far"});
    return list;
  }

  const std::vector<double>& fill_unknown(double t, const Vector<dof>& q, const Vector<dof>& u) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return fill(
        {.t = t, .q = q, .u = u}, nullptr, nullptr,
        Ledger{.drive_work = unknown, .normal_loss = unknown, .friction_loss = unknown, .closing_loss = unknown});
  }
  const std::vector<double>& fill(const Segment<S>& segment, double t) {
    State<dof> state = segment.at(t);
    // The dense output leaves closed contacts by as much as a step's error; they are shown on their constraint.
    const ContactModes<S>& modes = segment.modes();
    std::array<bool, N> closed{}, sticking{};
    bool any = false;
    for (int i = 0; i < contacts_of(system_); ++i) {
      closed[i] = is_closed(modes[i]);
      sticking[i] = modes[i] == ContactMode::stick;
      any = any || closed[i];
    }
    if (any) {
      const LocalInertia<S> local = local_inertia(system_, t, state.q, state.u);
      double drive = 0;
      project_position<S>(local, closed, state.q);
      project_velocity<S>(local, closed, sticking, state.u, drive);
    }
    const Motion<S> motion = segment.motion(state);
    return fill(state, &motion, &modes, segment.works(t));
  }

  const std::vector<double>& fill(const State<dof>& state, const Motion<S>* motion, const ContactModes<S>* modes,
                                  const Ledger& works) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    std::size_t k = 0;
    const auto put = [&](double value) { row_[k++] = value; };
    put(state.t);
    const Vector<dof> shown = to_shown(system_, state.q), rates = to_shown_velocity(system_, state.q, state.u);
    for (int i = 0; i < shown_; ++i) put(shown[i]);
    for (int i = 0; i < shown_; ++i) put(rates[i]);
    const ContactArray<S> contacts = contact_kinematics(system_, state.t, state.q, state.u);
    for (int i = 0; i < contacts_of(system_); ++i) {
      if constexpr (requires { entry_.contact_point(system_, state, i); }) {
        if (tells_contact_points())
          for (double x : entry_.contact_point(system_, state, i)) put(x);
      } else if constexpr (has_contact_point) {
        for (double x : entry_.contact_point(system_, state.q, i)) put(x);
      }
      put(contacts[i].gap);
      put(contacts[i].normal_velocity(state.u));
      put(contacts[i].tangential_velocity(state.u));
      const bool closed = modes && is_closed((*modes)[i]);
      put(motion ? motion->F_n[i] : unknown);
      put(motion ? motion->F_t[i] : unknown);
      put(motion && closed ? motion->F_t[i] / motion->F_n[i] : unknown);
      put(modes ? static_cast<double>((*modes)[i]) : unknown);
    }
    if constexpr (has_surface) {
      if (tells_surface())
        for (double y : entry_.surface(system_, state.t)) put(y);
    }
    if constexpr (has_extras) {
      for (double value : entry_.extras(system_, state)) put(value);
    }
    put(kinetic_energy(system_, state.t, state.q, state.u));
    put(potential_energy(system_, state.t, state.q, state.u));
    put(works.drive_work);
    put(works.normal_loss);
    put(works.friction_loss);
    put(works.closing_loss);
    return row_;
  }

  double grid() const { return t_start_ + static_cast<double>(next_) * spacing_; }
  void write(const std::vector<double>& row) {
    sink_.row(row);
    written_ = row[0];
    end_waits_ = false;
  }
  void write_end() {
    if (end_waits_) write(row_);
  }

  static constexpr bool has_contact_point = requires(const E& entry, const S& system, const Vector<dof>& q) {
    entry.contact_point(system, q, 0);
  };
  static constexpr bool has_extras = requires(const E& entry) { entry.extra_columns(); };
  static constexpr bool has_surface = requires(const E& entry, const S& system) { entry.surface(system, 0.0); };
  // An entry of models known at run time has all of these members, and says which of them mean something.
  bool tells_contact_points() const {
    if constexpr (requires { entry_.tells_contact_points(); })
      return entry_.tells_contact_points();
    else
      return has_contact_point;
  }
  bool tells_surface() const {
    if constexpr (requires { entry_.tells_surface(); })
      return entry_.tells_surface();
    else
      return has_surface;
  }

  const S& system_;
  const E& entry_;
  RowSink& sink_;
  int shown_ = 0;
  double t_start_, spacing_;
  long next_ = 0;
  double written_ = -std::numeric_limits<double>::infinity();
  bool after_event_ = true, end_waits_ = false;  // the end of the last segment stands in row_
  std::vector<double> row_;
};

}  // namespace carom::study
