// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "carom/base/plain_text.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

int lost = 0;  // errno of the first data that could not be written

void note_loss() {
  if (lost == 0) lost = errno != 0 ? errno : EIO;
}

// A descriptor that is closed would be that of the next file that is opened.
void fill(int descriptor, int flags) {
  if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  const int opened = ::open("/dev/null", flags);  // takes the lowest free one, which is this
  if (opened >= 0 && opened != descriptor) ::close(opened);
}

}  // namespace

void open_streams() {
  fill(STDIN_FILENO, O_RDONLY);
  fill(STDOUT_FILENO, O_RDONLY);  // so that writing fails
  fill(STDERR_FILENO, O_WRONLY);
}

int close_streams(int code) {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) note_loss();
  if (lost == 0) return code;
  // A reader that goes early (head, less) knows what it does.
  if (lost != EPIPE) talk("carom: cannot write to standard output: {}\n", std::generic_category().message(lost));
  return code == ok || code == points_failed ? run_failed : code;
}

void print_text(std::string_view text) {
  const std::string safe = printable(text);
  errno = 0;
  if (std::fwrite(safe.data(), 1, safe.size(), stdout) != safe.size()) note_loss();
}

void print_data(std::string_view text) {
  if (::isatty(STDOUT_FILENO) == 1) return print_text(text);
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) note_loss();
}

void talk_text(std::string_view text) { draw_on_stderr(printable(text)); }

void draw_on_stderr(std::string_view text) {
  errno = 0;
  if (std::fflush(stdout) != 0) note_loss();
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace carom::app
