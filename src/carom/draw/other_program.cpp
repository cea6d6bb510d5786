// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/other_program.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"

namespace carom::report {

bool is_installed(const std::string& program) {
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

void write_png(const std::string& path, const std::string& svg, int width) {
  if (!is_installed("rsvg-convert"))
    throw BadInput(fmt::format(
        "cannot write '{}': PNG needs rsvg-convert (Debian: librsvg2-bin); .svg and .html need nothing", path));
  const std::string source = fmt::format("{}.{}.svg", path, ::getpid()),
                    made = fmt::format("{}.{}.png", path, ::getpid());
  write_atomically(source, svg);
  std::vector<std::string> words{"rsvg-convert", "--format=png", "--output=" + made};
  if (width > 0) words.push_back(fmt::format("--width={}", width));
  words.push_back(source);
  const bool done = run_other(words);
  std::error_code error;
  std::filesystem::remove(source, error);
  if (done) std::filesystem::rename(made, path, error);
  if (done && !error) return;
  std::filesystem::remove(made, error);
  throw BadInput(fmt::format("cannot write '{}': rsvg-convert could not draw it", path));
}

}  // namespace carom::report
