// SPDX-License-Identifier: Apache-2.0
#include "study_text.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::app {

bool names_a_file(const std::string& what) {
  return (what.ends_with(".toml") || what.find('/') != std::string::npos) && !study::is_model_file(what);
}

std::string read_study_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) throw BadInput(fmt::format("cannot read the study '{}'", path));
  std::error_code error;
  if (std::filesystem::file_size(path, error) > (1u << 24))
    throw BadInput(fmt::format("'{}' is too large for a study", path));
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace carom::app
