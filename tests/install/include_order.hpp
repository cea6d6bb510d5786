// SPDX-License-Identifier: Apache-2.0
// The dependency order of the house, checked on the #include lines.
//
// The order is the list of carom_module(...) lines in CMakeLists.txt. A file under src/carom/NAME may include NAME and
// the modules listed before it. Nothing under src/ includes papers/ or apps/, papers/ does not include apps/, and CLI11
// stays in apps/.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace carom {

// Module names in the order of CMakeLists.txt under `root`.
std::vector<std::string> module_order(const std::filesystem::path& root);

// One sentence per offending line, "file:line: why", sorted; empty when the order holds.
std::vector<std::string> include_order_violations(const std::filesystem::path& root);

}  // namespace carom
