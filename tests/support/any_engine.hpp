// SPDX-License-Identifier: Apache-2.0
// The engine for mechanisms known at run time and the derivative of its motions, as the catalog has them compiled.
#pragma once

#include "carom/catalog/any_model.hpp"
#include "carom/model/model_of.hpp"

namespace carom {

using Any = study::AnyModel;

namespace testing_support {

State<Any::dof> any_state(const auto& state) {
  State<Any::dof> any;
  any.t = state.t;
  any.q = state.q;
  any.u = state.u;
  return any;
}

// A mechanism whose sizes are known, through the engine for any.
template <class S>
struct Through {
  explicit Through(const S& system) : model(system), any(model) {}
  Through(const Through&) = delete;
  Through& operator=(const Through&) = delete;
  ModelOf<S> model;
  Any any;
};
template <class S, class Observer>
RunReport<Any> run_through(const S& system, const auto& start, const RunOptions& options, Observer& observer) {
  return run_watched(Through<S>(system).any, any_state(start), options, observer);
}
template <class S>
RunReport<Any> run_through(const S& system, const auto& start, const RunOptions& options) {
  return run_watched(Through<S>(system).any, any_state(start), options);
}

}  // namespace testing_support
}  // namespace carom
