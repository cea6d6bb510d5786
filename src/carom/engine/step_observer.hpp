// SPDX-License-Identifier: Apache-2.0
// Who watches an oracle run: any callable (t, q, u), called after every step. It may return nothing, or false to stop.
#pragma once

#include <type_traits>

namespace carom::detail {

template <class Callback, class... Args>
bool goes_on(Callback& callback, const Args&... args) {
  if constexpr (std::is_convertible_v<std::invoke_result_t<Callback&, const Args&...>, bool>) {
    return static_cast<bool>(callback(args...));
  } else {
    callback(args...);
    return true;
  }
}

}  // namespace carom::detail
