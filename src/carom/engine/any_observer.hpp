// SPDX-License-Identifier: Apache-2.0
// Observers behind one type: a run that is watched through it compiles the engine once a system, whoever watches.
// The calls become virtual: two a step, and one or a few an event.
#pragma once

#include <array>

#include "carom/engine/event_driven.hpp"

namespace carom {

template <Mechanism S>
class AnyObserver {
 public:
  virtual void segment(const Segment<S>& piece) = 0;
  virtual void event(const EventBatch<S>& batch) = 0;
  virtual bool stop() = 0;
  virtual void reached(const Guard& guard, int steepness_sign) = 0;
  virtual void closed(const std::array<bool, S::contact_count>& contacts) = 0;
  virtual void hop_ended(int contact, bool sticks) = 0;

 protected:
  ~AnyObserver() = default;
};

// The members of an observer that it has (segment.hpp); the others do nothing.
template <Mechanism S, class Observer>
class ObserverBehind final : public AnyObserver<S> {
 public:
  explicit ObserverBehind(Observer& observer) : observer_(observer) {}

  void segment(const Segment<S>& piece) override { observer_.segment(piece); }
  void event(const EventBatch<S>& batch) override { observer_.event(batch); }
  bool stop() override { return observer_.stop(); }
  void reached(const Guard& guard, int steepness_sign) override {
    if constexpr (requires { observer_.reached(guard, steepness_sign); }) observer_.reached(guard, steepness_sign);
  }
  void closed(const std::array<bool, S::contact_count>& contacts) override {
    if constexpr (requires { observer_.closed(contacts); }) observer_.closed(contacts);
  }
  void hop_ended(int contact, bool sticks) override {
    if constexpr (requires { observer_.hop_ended(contact, sticks); }) observer_.hop_ended(contact, sticks);
  }

 private:
  Observer& observer_;
};

// As run_event_driven, with the same bits.
template <Mechanism S, class Observer>
RunReport<S> run_watched(const S& system, const State<S::dof>& initial, const RunOptions& options, Observer& observer) {
  ObserverBehind<S, Observer> behind(observer);
  AnyObserver<S>& any = behind;
  return run_event_driven(system, initial, options, any);
}

template <Mechanism S>
RunReport<S> run_watched(const S& system, const State<S::dof>& initial, const RunOptions& options) {
  NoObserver nobody;
  return run_watched(system, initial, options, nobody);
}

}  // namespace carom
