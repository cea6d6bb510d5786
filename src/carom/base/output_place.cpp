// SPDX-License-Identifier: Apache-2.0
#include "carom/base/output_place.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& name, std::string_view reason) {
  throw BadInput(fmt::format("cannot write '{}': {}", name.string(), reason));
}

std::string words(int error) { return std::generic_category().message(error); }

// The number of a file in the folder of our own open descriptors.
int own_descriptor(const fs::path& folder, const std::string& name) {
  if (folder != fmt::format("/proc/{}/fd", ::getpid())) return -1;
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

fs::path real_folder(const fs::path& name, const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code error;
  const fs::path real = fs::canonical(folder, error);
  if (error == std::errc::not_a_directory) refuse(name, fmt::format("'{}' is not a folder", folder.string()));
  if (error == std::errc::no_such_file_or_directory)
    refuse(name, fmt::format("the folder '{}' does not exist", folder.string()));
  if (error) refuse(name, error.message());
  if (!fs::is_directory(real, error)) refuse(name, fmt::format("'{}' is not a folder", folder.string()));
  return real;
}

// Whether a file can be made in the folder: one without a name, where the file system has such.
void check_folder(const fs::path& name, const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor >= 0) {
    ::close(descriptor);
    return;
  }
  const int error = errno;
  if (error == EOPNOTSUPP || error == EISDIR || error == ENOENT || error == EINVAL) {
    if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  } else if (error != EACCES && error != EPERM && error != EROFS) {
    refuse(name, words(error));
  }
  refuse(name, fmt::format("the folder '{}' is not writable", folder.string()));
}

}  // namespace

OutputPlace output_place(const fs::path& name) {
  if (name.empty()) throw BadInput("the name of the file to write is empty");
  fs::path path = name;
  for (int links = 0; links < 40; ++links) {
    if (!path.has_filename()) refuse(name, "this names no file");
    const fs::path folder = real_folder(name, path);
    if (const int own = own_descriptor(folder, path.filename().string()); own >= 0)
      return {.kind = OutputPlace::Kind::stream, .path = path, .descriptor = own};
    path = folder / path.filename();
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
      if (errno != ENOENT) refuse(name, words(errno));
      return {.kind = OutputPlace::Kind::absent, .path = path};
    }
    if (S_ISDIR(status.st_mode)) return {.kind = OutputPlace::Kind::folder, .path = path};
    if (S_ISREG(status.st_mode)) return {.kind = OutputPlace::Kind::file, .path = path};
    if (!S_ISLNK(status.st_mode)) return {.kind = OutputPlace::Kind::stream, .path = path};
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) refuse(name, error.message());
    path = target.is_absolute() ? target : folder / target;
  }
  refuse(name, words(ELOOP));
}

int open_stream(const OutputPlace& place) {
  if (place.descriptor >= 0) return ::fcntl(place.descriptor, F_DUPFD_CLOEXEC, 3);
  return ::open(place.path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
}

void check_writable(const fs::path& name) {
  const OutputPlace place = output_place(name);
  switch (place.kind) {
    case OutputPlace::Kind::folder: refuse(name, "it is a folder");
    case OutputPlace::Kind::absent: return check_folder(name, place.path.parent_path());
    case OutputPlace::Kind::stream:
      // Opening a pipe without its reader would wait, and closing it again would end the reader.
      if (place.descriptor >= 0 ? ::fcntl(place.descriptor, F_GETFD) < 0 : ::access(place.path.c_str(), W_OK) != 0)
        refuse(name, words(errno));
      return;
    case OutputPlace::Kind::file: break;
  }
  const int descriptor = ::open(place.path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) refuse(name, words(errno));
  const bool busy = ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  if (busy) refuse(name, "another program is writing or reading it");
}

}  // namespace carom
