// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/other_program.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"

namespace carom::report {

bool is_installed(const std::string& program) {
  if (program.find('/') != std::string::npos) return ::access(program.c_str(), X_OK) == 0;
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && ::access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  return false;
}

bool run_other(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    const int nowhere = ::open("/dev/null", O_RDWR);
    if (nowhere >= 0)
      for (int stream = 0; stream < 3; ++stream) ::dup2(nowhere, stream);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool draw_png(const std::filesystem::path& made, const std::string& svg, int width) {
  const std::filesystem::path source = std::filesystem::path(made).replace_extension(".svg");
  write_atomically(source, svg);
  std::vector<std::string> words{"rsvg-convert", "--format=png", "--output=" + made.string()};
  if (width > 0) words.push_back(fmt::format("--width={}", width));
  words.push_back(source.string());
  return run_other(words);
}

void write_png(const std::string& path, const std::string& svg, int width) {
  if (!is_installed("rsvg-convert"))
    throw BadInput(fmt::format(
        "cannot write '{}': PNG needs rsvg-convert (Debian: librsvg2-bin); .svg and .html need nothing", path));
  const PrivateFolder folder;
  const std::filesystem::path made = folder.path() / "picture.png";
  if (!draw_png(made, svg, width))
    throw BadInput(fmt::format("cannot write '{}': rsvg-convert could not draw it", path));
  take_over(made, path);
}

void take_over(const std::filesystem::path& made, const std::filesystem::path& path) {
  std::ifstream file(made, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file || bytes.empty()) throw BadInput(fmt::format("cannot write '{}': nothing came of it", path.string()));
  write_atomically(path, bytes);
}

}  // namespace carom::report
