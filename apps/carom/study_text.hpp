// SPDX-License-Identifier: Apache-2.0
// Studies that come as files.
#pragma once

#include <string>

namespace carom::app {

// A study file, and not the name of a system.
bool names_a_file(const std::string& what);

std::string read_study_file(const std::string& path);  // throws BadInput

}  // namespace carom::app
