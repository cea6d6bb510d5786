// SPDX-License-Identifier: Apache-2.0
#include "carom/io/probe.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string_view>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"

namespace carom::io {
namespace {

constexpr rlim_t seconds = 3;
constexpr rlim_t more_bytes = rlim_t{512} << 20;
constexpr int refused = 1;

// Of this process: what counts for RLIMIT_DATA. Zero where the system does not tell.
rlim_t data_bytes() {
  std::ifstream file("/proc/self/statm");
  rlim_t size = 0, resident = 0, shared = 0, text = 0, library = 0, data = 0;
  if (!(file >> size >> resident >> shared >> text >> library >> data)) return 0;
  return data * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

void limit(decltype(RLIMIT_CPU) what, rlim_t most) {
  rlimit now{};
  if (::getrlimit(what, &now) != 0 || now.rlim_cur <= most) return;
  now.rlim_cur = most;
  ::setrlimit(what, &now);
}

// Tells the refusal to `pipe`.
[[noreturn]] void try_out(const std::function<void()>& act, int pipe) {
  for (const int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU, SIGINT, SIGTERM})
    ::signal(number, SIG_DFL);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, seconds);
  if (const rlim_t now = data_bytes(); now > 0) limit(RLIMIT_DATA, now + more_bytes);
  const int nowhere = ::open("/dev/null", O_WRONLY);  // a crash is no news for the user
  if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
  try {
    act();
  } catch (const BadInput& refusal) {
    const std::string_view text = refusal.what();
    if (::write(pipe, text.data(), text.size()) < 0) ::_exit(refused + 1);
    ::_exit(refused);
  } catch (...) {
    ::_exit(refused + 1);
  }
  ::_exit(0);
}

std::string all_of(int pipe) {
  std::string text;
  char part[4096];
  for (;;) {
    const ssize_t count = ::read(pipe, part, sizeof part);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part, static_cast<std::size_t>(count));
  }
}

}  // namespace

void try_in_child(const std::string& path, const std::function<void()>& act) {
  int ends[2];
  if (::pipe(ends) != 0) return;
  const pid_t child = ::fork();
  if (child == 0) try_out(act, ends[1]);
  ::close(ends[1]);
  const std::string refusal = child > 0 ? all_of(ends[0]) : "";
  ::close(ends[0]);
  if (child < 0) return;
  int status = 0;
  pid_t ended = -1;
  do {
    ended = ::waitpid(child, &status, 0);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return;
  if (WIFEXITED(status) && WEXITSTATUS(status) == refused) throw BadInput(refusal);
  throw BadInput(fmt::format("cannot read '{}': it is so damaged that the HDF5 library fails on it", path));
}

}  // namespace carom::io
