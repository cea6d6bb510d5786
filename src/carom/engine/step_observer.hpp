// SPDX-License-Identifier: Apache-2.0
// Who watches an oracle run: any callable (t, q, u), called after every step. It may return nothing, or false to stop.
#pragma once

#include <functional>
#include <type_traits>

#include "carom/model/mechanism.hpp"

namespace carom {

// One type for all who watch: the schemes are then compiled once for a mechanism.
template <Mechanism S>
using StepWatch = std::function<bool(double t, const Vector<S::dof>& q, const Vector<S::dof>& u)>;

namespace detail {

template <class Callback, class... Args>
bool goes_on(Callback& callback, const Args&... args) {
  if constexpr (std::is_convertible_v<std::invoke_result_t<Callback&, const Args&...>, bool>) {
    return static_cast<bool>(callback(args...));
  } else {
    callback(args...);
    return true;
  }
}

}  // namespace detail
}  // namespace carom
