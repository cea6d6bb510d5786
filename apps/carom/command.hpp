// SPDX-License-Identifier: Apache-2.0
// The whole command in a program of one's own, with systems of one's own beside those of the catalog:
//
//   int main(int argc, char** argv) {
//     static const carom::study::MechanismSystem<MyEntry> mine;  // carom/catalog/mechanism_system.hpp
//     return carom::command(argc, argv, {&mine});
//   }
//
// It has every verb of `carom` that takes a system, and those for files; not the papers and the timings.
#pragma once

#include <vector>

#include "carom/catalog/system.hpp"

namespace carom {

// Reads the command line, acts, and returns the exit code. The systems must stay alive.
int command(int argc, char** argv, const std::vector<const study::System*>& systems);

}  // namespace carom
