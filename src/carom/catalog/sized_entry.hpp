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
#include "carom/observe/regime_watch.hpp"

namespace carom::study {

template <class S>
StateView view(const State<S::dof>& state) {
  return {.t = state.t, .q = state.q.data(), .u = state.u.data()};
}

template <class S, class Piece>
class PieceBehind final : public PieceView {
 public:
  explicit PieceBehind(const Piece& piece) : PieceBehind(piece, piece.t0(), piece.t1()) {}
  PieceBehind(const Piece& piece, double t0, double t1) : piece_(piece), t0_(t0), t1_(t1) {}
  double t0() const override { return t0_; }
  double t1() const override { return t1_; }
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
  double t0_, t1_;
  State<S::dof> state_;
  Motion<S> motion_;
};

template <class Sized>
struct SizedEntry {
  using Mechanism = Sized;
  static constexpr int dof = Sized::dof;

  class Watch {
   public:
    Watch(std::unique_ptr<ModelWatch> own, const Sized& model) : own_(std::move(own)) {
      if (own_->counts_passes()) passes_.emplace(model, section_of(model.instance()), std::size_t{1} << 40);
    }
    void plan(double t_start, double t_end) { own_->plan(t_start, t_end); }
    template <class Piece>
    void segment(const Piece& piece) {
      double from = piece.t0();
      if constexpr (requires { piece.motion(piece.at(0.0)); }) {
        if (passes_) {
          passes_->segment(piece);
          for (const auto& point : passes_->points()) {
            tell(piece, from, point.state.t);
            own_->pass();
            from = point.state.t;
          }
          passes_->forget_points();
        }
      }
      tell(piece, from, piece.t1());
    }
    void event(const EventBatch<Sized>& batch) {
      own_->event({.t = batch.t,
                   .kind = batch.kind,
                   .contacts = batch.contacts.data(),
                   .modes = batch.modes.data(),
                   .before = view<Sized>(batch.before),
                   .after = view<Sized>(batch.after),
                   .own_event = batch.own_event});
      if (!passes_) return;
      passes_->event(batch);
      for (std::size_t k = 0; k < passes_->points().size(); ++k) own_->pass();
      passes_->forget_points();
    }
    bool stop() const { return own_->stop(); }
    std::vector<std::pair<std::string, Value>> observables(bool located) const { return own_->observables(located); }

   private:
    template <class Piece>
    void tell(const Piece& piece, double t0, double t1) {
      PieceBehind<Sized, Piece> behind(piece, t0, t1);
      own_->segment(behind);
    }
    static observe::StateSection<Sized> section_of(const ModelInstance& instance) {
      observe::StateSection<Sized> section{.coordinate = instance.section.coordinate,
                                           .rate = instance.section.rate,
                                           .level = instance.section.level,
                                           .direction = instance.section.direction};
      section.own = instance.own_section.get();
      for (const auto& [k, turn] : instance.turns)
        if (k == section.coordinate && !section.rate) section.turn = turn;
      return section;
    }

    std::unique_ptr<ModelWatch> own_;
    std::optional<observe::RegimeWatch<Sized>> passes_;
  };

  std::shared_ptr<const ModelEntry> entry = nullptr;

  SystemCard card() const { return entry->card(); }
  SystemCard card_for(const Parameters& parameters) const { return entry->card_for(parameters); }
  Sized make(Parameters& parameters, double t = 0) const { return Sized(entry->make(parameters, t)); }
  Watch watch(const Sized& model) const { return Watch(entry->watch(model.shared_instance()), model); }
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
