// SPDX-License-Identifier: Apache-2.0
// Trying out in a child process what might crash this one: the HDF5 library is not proof against damaged files.
#pragma once

#include <functional>

namespace carom::io {

// Whether `act` comes to an end, be it by an exception, in a child process that has `seconds` of processor time. True
// also when no child can be made. `act` must leave no trace outside its process.
bool comes_to_an_end(const std::function<void()>& act, unsigned seconds);

}  // namespace carom::io
