// SPDX-License-Identifier: Apache-2.0
// A system whose mechanism is a Model (model/model.hpp), known at run time: what the catalog asks of its entry, and what
// watches its runs. Behind virtual functions and free of sizes: the machinery around it (model_system.cpp) is compiled once
// for all of them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/model_instance.hpp"
#include "carom/catalog/system.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/model/model_of.hpp"

namespace carom::study {

// A state of so many coordinates as its model orders them; valid while the state is.
struct StateView {
  double t = 0;
  const double* q = nullptr;
  const double* u = nullptr;
};

// A piece of smooth motion (engine/segment.hpp); valid only during the call.
class PieceView {
 public:
  virtual double t0() const = 0;
  virtual double t1() const = 0;
  // Valid until the next one is asked for.
  virtual StateView at(double t) = 0;
  // Forces of all contacts at the state that was asked for last; false: the scheme does not tell them.
  virtual bool forces(const double*& F_n, const double*& F_t) = 0;

 protected:
  ~PieceView() = default;
};

// Simultaneous events (EventBatch of engine/run_options.hpp).
struct EventView {
  double t = 0;
  EventKind kind = EventKind::impact;
  const bool* contacts = nullptr;      // who took part
  const ContactMode* modes = nullptr;  // after it; of an impact, before it
  StateView before, after;
  int own_event = -1;
};

// Measures the observables of a system along a run.
class ModelWatch {
 public:
  virtual ~ModelWatch() = default;
  virtual void plan(double /*t_start*/, double /*t_end*/) {}  // when the run shall begin and end
  virtual void segment(PieceView& piece) = 0;
  virtual void event(const EventView& batch) = 0;
  // Whether pieces shall end where the motion passes its section; each passage is then told.
  virtual bool counts_passes() const { return false; }
  virtual void pass() {}
  virtual bool stop() const { return false; }
  // `located` tells whether the events were seen.
  virtual std::vector<std::pair<std::string, Value>> observables(bool located) const = 0;
};

class ModelEntry {
 public:
  virtual ~ModelEntry() = default;
  virtual SystemCard card() const = 0;
  // The card of the system with these parameters, which may decide how many coordinates and contacts it has.
  virtual SystemCard card_for(const Parameters& /*parameters*/) const { return card(); }
  // Settles what follows what, for a motion that begins at t; throws BadInput.
  virtual ModelInstance make(Parameters& parameters, double t) const = 0;
  virtual std::unique_ptr<ModelWatch> watch(const std::shared_ptr<const ModelInstance>& instance) const = 0;
  // Coordinates in which its contacts touch.
  virtual std::vector<double> touching(const ModelInstance& instance, double t) const = 0;

  // For the rows of a trajectory. Where a contact touches, (x, y):
  virtual bool tells_contact_points() const { return false; }
  virtual std::array<double, 2> contact_point(const ModelInstance&, const StateView&, int) const { return {}; }
  // The surface's height and velocity:
  virtual bool tells_surface() const { return false; }
  virtual std::array<double, 2> surface(const ModelInstance&, double) const { return {}; }
  // More columns.
  virtual std::vector<Quantity> extra_columns() const { return {}; }
  virtual std::vector<double> extras(const ModelInstance&, const StateView&) const { return {}; }
};

// The system of an entry: runs by every scheme, impacts, orbits, branches, diagrams and basins.
std::unique_ptr<System> system_of(std::shared_ptr<const ModelEntry> entry);

// An instance of a class that is a Mechanism, at its start; `free`: coordinates that nothing depends on.
template <class S>
ModelInstance instance_of(S mechanism, const SectionChoice& section, std::vector<int> free) {
  const auto start = mechanism.initial_state();
  ModelInstance instance{.t = start.t,
                         .q = {start.q.data(), start.q.data() + start.q.size()},
                         .u = {start.u.data(), start.u.data() + start.u.size()},
                         .shown = S::dof,
                         .section = section,
                         .free_coordinates = std::move(free)};
  instance.model = std::make_shared<const ModelOf<S>>(std::move(mechanism));
  return instance;
}
// The class again, of an instance that was made of one.
template <class S>
const S& mechanism_in(const ModelInstance& instance) {
  return static_cast<const ModelOf<S>&>(*instance.model).mechanism();
}
template <class S>
State<S::dof> state_in(const StateView& view) {
  using List = Eigen::Map<const Vector<S::dof>>;
  return {.t = view.t, .q = List(view.q), .u = List(view.u)};
}

}  // namespace carom::study
