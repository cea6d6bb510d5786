// SPDX-License-Identifier: Apache-2.0
// What a run of particles leaves behind to go on from, in one file: its parameters as text, its state as bytes, and a sum
// over both, so that a file that was cut or changed is refused. So is one of a newer version or format; older ones are
// read.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace carom::io {

struct RestartFile {
  std::string system;
  std::vector<std::pair<std::string, std::string>> settings;  // name, value as text
  std::string state;
  std::string version = {};  // of the program that wrote it; write_restart puts its own
};

bool is_restart_file(const std::string& path);  // by its first bytes; false for what cannot be read
void write_restart(const std::string& path, const RestartFile& file);  // in one step: whole or not at all
RestartFile read_restart(const std::string& path);                     // throws BadInput

}  // namespace carom::io
