// SPDX-License-Identifier: Apache-2.0
// Trying out in a child process what might crash or fill this one: the HDF5 library is not proof against damaged files.
#pragma once

#include <functional>
#include <string>

namespace carom::io {

// Does `act` in a child process that has 3 seconds of processor time and half a gigabyte more than this one has now, and
// returns if it comes to its end there. Throws the BadInput that `act` throws, or one that says that the file `path` is too
// damaged to be read. `act` must leave no trace outside its process. Nothing is tried where no child can be made.
void try_in_child(const std::string& path, const std::function<void()>& act);

}  // namespace carom::io
