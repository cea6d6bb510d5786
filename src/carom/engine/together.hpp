// SPDX-License-Identifier: Apache-2.0
// Several observers of one run.
#pragma once

#include <array>
#include <tuple>

#include "carom/engine/guards.hpp"

namespace carom {

template <class... Observers>
class Together {
 public:
  explicit Together(Observers&... observers) : observers_(observers...) {}

  template <class Piece>
  void segment(const Piece& piece) {
    each([&](auto& o) { o.segment(piece); });
  }
  template <class Batch>
  void event(const Batch& batch) {
    each([&](auto& o) { o.event(batch); });
  }
  bool stop() const {
    return std::apply([](auto&... o) { return (o.stop() || ...); }, observers_);
  }
  void reached(const Guard& guard, int steepness_sign) {
    each([&](auto& o) {
      if constexpr (requires { o.reached(guard, steepness_sign); }) o.reached(guard, steepness_sign);
    });
  }
  template <std::size_t N>
  void closed(const std::array<bool, N>& contacts) {
    each([&](auto& o) {
      if constexpr (requires { o.closed(contacts); }) o.closed(contacts);
    });
  }
  void hop_ended(int contact, bool sticks) {
    each([&](auto& o) {
      if constexpr (requires { o.hop_ended(contact, sticks); }) o.hop_ended(contact, sticks);
    });
  }

 private:
  template <class Call>
  void each(Call&& call) {
    std::apply([&](auto&... o) { (call(o), ...); }, observers_);
  }
  std::tuple<Observers&...> observers_;
};

}  // namespace carom
