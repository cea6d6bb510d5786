// SPDX-License-Identifier: Apache-2.0
#include "carom/base/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& path, std::string_view reason) {
  throw BadInput(fmt::format("Cannot write '{}': {}.", path.string(), reason));
}

std::string words(int error) { return std::generic_category().message(error); }

// The temporary file: closed and removed unless it was renamed.
class Draft {
 public:
  Draft(const fs::path& target, const fs::path& folder) {
    static std::atomic<unsigned> serial{0};
    do {
      path_ = folder / fmt::format(".{}.{}-{}", target.filename().string(), ::getpid(), serial++);
      descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    } while (descriptor_ < 0 && errno == EEXIST);
    if (descriptor_ >= 0) return;
    const int error = errno;
    const bool no_permission = error == EACCES || error == EPERM || error == EROFS;
    if (no_permission) refuse(target, fmt::format("the folder '{}' is not writable", folder.string()));
    refuse(target, fmt::format("no file can be made in '{}' ({})", folder.string(), words(error)));
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(path_.c_str());
  }

  bool write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    if (::fsync(descriptor_) != 0 && errno != EINVAL) return false;  // EINVAL: a file system that cannot
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    return closed == 0;
  }

  bool rename_to(const fs::path& target) {
    renamed_ = ::rename(path_.c_str(), target.c_str()) == 0;
    return renamed_;
  }

 private:
  fs::path path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

// So that the new name, too, survives a power cut; where that is impossible the file is still whole.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

void write_atomically(const fs::path& path, std::string_view text) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code unknown;
  if (!path.has_filename()) refuse(path, "this names no file");
  if (!fs::exists(folder, unknown)) refuse(path, fmt::format("the folder '{}' does not exist", folder.string()));
  if (!fs::is_directory(folder, unknown)) refuse(path, fmt::format("'{}' is not a folder", folder.string()));
  if (fs::is_directory(path, unknown)) refuse(path, "it is a folder");
  Draft draft(path, folder);
  if (!draft.write(text)) refuse(path, words(errno));
  if (!draft.rename_to(path)) refuse(path, words(errno));
  flush_folder(folder);
}

}  // namespace carom::report
