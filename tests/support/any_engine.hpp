// SPDX-License-Identifier: Apache-2.0
// The engine for mechanisms known at run time and the derivative of its motions, compiled once for a test program
// (tests/unit/engine/any_mechanism_test.cpp). Room for four boxes on two corners each and a slider that strikes them
// (support/struck_stack.hpp).
#pragma once

#include "carom/engine/any_observer.hpp"
#include "carom/engine/tangent_flow.hpp"
#include "carom/model/any_mechanism.hpp"
#include "carom/model/model_of.hpp"

namespace carom {

using Any = AnyMechanism<13, 9>;
extern template RunReport<Any> run_event_driven(const Any&, const State<Any::dof>&, const RunOptions&,
                                                AnyObserver<Any>&);
extern template class TangentFlow<Any>;

namespace testing_support {

State<Any::dof> any_state(const auto& state) {
  State<Any::dof> any;
  any.t = state.t;
  any.q = state.q;
  any.u = state.u;
  return any;
}

}  // namespace testing_support
}  // namespace carom
