// SPDX-License-Identifier: Apache-2.0
// Who watches the runs of an entry: its own Watch, or nobody (mechanism_system.hpp).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/run_request.hpp"
#include "carom/engine/run_options.hpp"

namespace carom::study {

// Of a system without observables.
template <class S>
struct WatchesNothing {
  explicit WatchesNothing(const S&) {}
  template <class Piece>
  void segment(const Piece&) {}
  void event(const EventBatch<S>&) {}
  bool stop() const { return false; }
  std::vector<std::pair<std::string, Value>> observables(bool) const { return {}; }
};

template <class E>
struct WatchOf {
  using type = WatchesNothing<typename E::Mechanism>;
};
template <class E>
requires requires { typename E::Watch; }
struct WatchOf<E> {
  using type = typename E::Watch;
};

}  // namespace carom::study
