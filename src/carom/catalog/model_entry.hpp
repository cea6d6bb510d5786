// SPDX-License-Identifier: Apache-2.0
// A system whose mechanism is a Model (model/model.hpp), known at run time: what the catalog asks of its entry, and what
// watches its runs. Behind virtual functions and free of sizes: the machinery around it (model_system.cpp) is compiled once
// for all of them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_instance.hpp"
#include "carom/catalog/observable.hpp"
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

// Measures nothing.
class NoWatch final : public ModelWatch {
 public:
  void segment(PieceView&) override {}
  void event(const EventView&) override {}
  std::vector<std::pair<std::string, Value>> observables(bool) const override { return {}; }
};

// The entry of a class that is a Mechanism, in a few lines:
//
//   struct WoodpeckerEntry {
//     static constexpr int section = 2;                  // optional: the coordinate at whose lowest point a period begins, or
//                                                        // highest(2), …
//     static constexpr std::array free_coordinates{0};   // optional: that nothing depends on
//     static SystemCard card();
//     static Woodpecker make(Parameters& parameters);    // settles what follows what; throws BadInput
//     static double period(const Woodpecker&);           // optional: of its drive [s]
//     static Vector<3> touching(const Woodpecker&, double t);   // optional: coordinates in which its contacts touch
//     class Watch;                                       // optional: a ModelWatch that is made of a Woodpecker. If it has a
//                                                        // list() of what it observes (observable.hpp), so has the card
//   };
template <class E>
class EntryOf final : public ModelEntry {
  using S = decltype(E::make(std::declval<Parameters&>()));

 public:
  SystemCard card() const override {
    SystemCard card = E::card();
    if constexpr (requires { E::Watch::list(); })
      if (card.observables.empty()) card.observables = quantities_of(E::Watch::list());
    if (card.section.empty() && !card.coordinates.empty()) card.section = text_of(section(), card.coordinates);
    return card;
  }
  ModelInstance make(Parameters& parameters, double) const override {
    auto mechanism = E::make(parameters);
    std::vector<int> free;
    if constexpr (requires { E::free_coordinates; })
      free.assign(E::free_coordinates.begin(), E::free_coordinates.end());
    std::optional<double> period;
    if constexpr (requires { E::period(mechanism); }) period = E::period(mechanism);
    ModelInstance instance = instance_of(std::move(mechanism), section(), std::move(free));
    instance.period = period;
    return instance;
  }
  std::unique_ptr<ModelWatch> watch(
      [[maybe_unused]] const std::shared_ptr<const ModelInstance>& instance) const override {
    if constexpr (requires { typename E::Watch; })
      return std::make_unique<typename E::Watch>(mechanism_in<S>(*instance));
    else
      return std::make_unique<NoWatch>();
  }
  std::vector<double> touching([[maybe_unused]] const ModelInstance& instance,
                               [[maybe_unused]] double t) const override {
    if constexpr (requires { E::touching(mechanism_in<S>(instance), t); }) {
      const auto q = E::touching(mechanism_in<S>(instance), t);
      return {q.data(), q.data() + q.size()};
    } else {
      throw BadInput("q is missing: the system has no touching configuration of its own; give one with --q");
    }
  }

 private:
  static constexpr SectionChoice section() {
    if constexpr (!requires { E::section; })
      return lowest(0);
    else if constexpr (std::is_convertible_v<decltype(E::section), SectionChoice>)
      return E::section;
    else
      return lowest(E::section);
  }
};
template <class E>
std::unique_ptr<System> system_of() {
  return system_of(std::make_shared<const EntryOf<E>>());
}

}  // namespace carom::study
