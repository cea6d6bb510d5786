// SPDX-License-Identifier: Apache-2.0
// The phases of a motion: who is in contact and how, and every impact between, in order of time.
//
// A phase is named after what the closed contacts do: stick, slip+, slip- (joined by + where contacts differ), or flight.
// Impacts stand between them as "impact" or, with several contacts, "multiple_impact".
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "carom/engine/event_driven.hpp"
#include "carom/observe/phase.hpp"

namespace carom::observe {

template <Mechanism S>
class PhaseList {
 public:
  explicit PhaseList(std::array<std::string, S::contact_count> names) : names_(std::move(names)) {}

  template <class Piece>
  void segment(const Piece& piece) {
    if (!(piece.t1() > piece.t0())) return;
    if (!fresh_ && piece.modes() == modes_) return;
    fresh_ = false;
    modes_ = piece.modes();
    Phase phase{.t = piece.t0()};
    for (int i = 0; i < S::contact_count; ++i) {
      if (!is_closed(modes_[i])) continue;
      join(phase.contact, names_[i]);
      if (std::find(modes_.begin(), modes_.begin() + i, modes_[i]) != modes_.begin() + i) continue;
      phase.kind = phase.phase.empty() ? phase_of(modes_[i]) : PhaseKind::mixed;
      join(phase.phase, std::string(name(modes_[i])));
    }
    if (phase.contact.empty()) phase.phase = "flight";
    add(std::move(phase));
  }

  void event(const EventBatch<S>& batch) {
    if (batch.kind != EventKind::impact && batch.kind != EventKind::multiple_impact) return;
    Phase phase{.t = batch.t,
                .phase = std::string(name(batch.kind)),
                .kind = batch.kind == EventKind::impact ? PhaseKind::impact : PhaseKind::multiple_impact};
    for (int i = 0; i < S::contact_count; ++i)
      if (batch.contacts[i]) join(phase.contact, names_[i]);
    add(std::move(phase));
    fresh_ = true;
  }

  const std::vector<Phase>& list() const { return phases_; }
  bool complete() const { return complete_; }

 private:
  // A motion that chatters to its limit has more impacts than anyone reads.
  static constexpr std::size_t most = 10000;

  static void join(std::string& list, const std::string& item) { list += (list.empty() ? "" : "+") + item; }
  void add(Phase phase) {
    complete_ = phases_.size() < most;
    if (complete_) phases_.push_back(std::move(phase));
  }

  std::array<std::string, S::contact_count> names_;
  ContactModes<S> modes_{};
  std::vector<Phase> phases_;
  bool fresh_ = true, complete_ = true;
};

}  // namespace carom::observe
