// SPDX-License-Identifier: Apache-2.0
// An entry of a model known at run time (model_entry.hpp) as MechanismSystem wants it, for models of one size.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/mechanism_system.hpp"
#include "carom/catalog/model_entry.hpp"

namespace carom::study {

template <class S>
StateView view(const State<S::dof>& state) {
  return {.t = state.t, .q = state.q.data(), .u = state.u.data()};
}

template <class S, class Piece>
class PieceBehind final : public PieceView {
 public:
  explicit PieceBehind(const Piece& piece) : piece_(piece) {}
  double t0() const override { return piece_.t0(); }
  double t1() const override { return piece_.t1(); }
  StateView at(double t) override {
    state_ = piece_.at(t);
    return view<S>(state_);
  }
  bool forces(const double*& F_n, const double*& F_t) override {
    if constexpr (requires { piece_.motion(state_); }) {
      motion_ = piece_.motion(state_);
      F_n = motion_.F_n.data();
      F_t = motion_.F_t.data();
      return true;
    } else {
      return false;
    }
  }

 private:
  const Piece& piece_;
  State<S::dof> state_;
  Motion<S> motion_;
};

template <class Sized>
struct SizedEntry {
  using Mechanism = Sized;
  static constexpr int dof = Sized::dof;

  class Watch {
   public:
    explicit Watch(std::unique_ptr<ModelWatch> own) : own_(std::move(own)) {}
    void plan(double t_start, double t_end) { own_->plan(t_start, t_end); }
    template <class Piece>
    void segment(const Piece& piece) {
      PieceBehind<Sized, Piece> behind(piece);
      own_->segment(behind);
    }
    void event(const EventBatch<Sized>& batch) {
      own_->event({.t = batch.t,
                   .kind = batch.kind,
                   .contacts = batch.contacts.data(),
                   .modes = batch.modes.data(),
                   .before = view<Sized>(batch.before),
                   .after = view<Sized>(batch.after),
                   .own_event = batch.own_event});
    }
    bool stop() const { return own_->stop(); }
    std::vector<std::pair<std::string, Value>> observables(bool located) const { return own_->observables(located); }

   private:
    std::unique_ptr<ModelWatch> own_;
  };

  std::shared_ptr<const ModelEntry> entry = nullptr;

  SystemCard card() const { return entry->card(); }
  SystemCard card_for(const Parameters& parameters) const { return entry->card_for(parameters); }
  Sized make(Parameters& parameters) const { return Sized(entry->make(parameters)); }
  Watch watch(const Sized& model) const { return Watch(entry->watch(model.shared_instance())); }
  std::optional<double> period(const Sized& model) const { return model.instance().period; }
  Vector<dof> touching(const Sized& model, double t) const {
    const std::vector<double> q = entry->touching(model.instance(), t);
    return Eigen::Map<const Eigen::VectorXd>(q.data(), static_cast<Eigen::Index>(q.size()));
  }

  bool tells_contact_points() const { return entry->tells_contact_points(); }
  std::array<double, 2> contact_point(const Sized& model, const State<dof>& state, int i) const {
    return entry->contact_point(model.instance(), view<Sized>(state), i);
  }
  bool tells_surface() const { return entry->tells_surface(); }
  std::array<double, 2> surface(const Sized& model, double t) const { return entry->surface(model.instance(), t); }
  std::vector<Quantity> extra_columns() const { return entry->extra_columns(); }
  std::vector<double> extras(const Sized& model, const State<dof>& state) const {
    return entry->extras(model.instance(), view<Sized>(state));
  }
};

// The system of an entry whose models fit AnyModel, or LargeModel; others are refused as TooLarge when they are made.
std::unique_ptr<System> system_of_few(std::shared_ptr<const ModelEntry> entry);
std::unique_ptr<System> system_of_many(std::shared_ptr<const ModelEntry> entry);

}  // namespace carom::study
