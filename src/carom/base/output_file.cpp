// SPDX-License-Identifier: Apache-2.0
#include "carom/base/output_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "carom/base/output_place.hpp"
#include "carom/base/write_failure.hpp"

namespace carom {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view draft_prefix = ".carom-";
constexpr std::size_t draft_digits = 16;

std::string words(int error) { return std::generic_category().message(error); }

[[noreturn]] void refuse(const fs::path& path, std::string_view reason) {
  throw BadInput(fmt::format("cannot write '{}': {}", path.string(), reason));
}

bool is_full(int error) { return error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO; }

// All of it; else errno says why.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// To the disk. A file system that cannot says EINVAL or ENOTSUP.
bool sync(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOTSUP || errno == EROFS;
  }
  return true;
}

bool is_draft(std::string_view name) {
  return name.size() == draft_prefix.size() + draft_digits && name.starts_with(draft_prefix) &&
         name.substr(draft_prefix.size()).find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Drafts of programs that were killed: nobody holds them. Once a folder and process.
void remove_leftovers(const fs::path& folder) {
  static std::mutex mutex;
  static std::set<fs::path> seen;
  const std::lock_guard lock(mutex);
  if (!seen.insert(folder).second) return;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!is_draft(entry->path().filename().string())) continue;
    const int descriptor = ::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) continue;
    struct stat status {};
    const bool plain = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
    if (plain && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    ::close(descriptor);
  }
}

// So that the new name, too, survives a power cut; where that is impossible the file is still whole.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

std::string random_name() {
  std::uint64_t number = 0;
  if (::getentropy(&number, sizeof number) != 0) throw WriteFailure("the system gives no random numbers");
  return fmt::format("{}{:016x}", draft_prefix, number);
}

}  // namespace

OutputFile::~OutputFile() { release(); }

void OutputFile::open(const std::string& path, bool keep_content) {
  release();
  path_ = path;
  const OutputPlace place = output_place(path);
  if (place.kind == OutputPlace::Kind::folder) refuse(path, "it is a folder");
  regular_ = place.kind != OutputPlace::Kind::stream;
  if (regular_) {
    descriptor_ = ::open(place.path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EACCES)
      descriptor_ = ::open(place.path.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  } else {
    descriptor_ = open_stream(place);
  }
  if (descriptor_ < 0) throw BadInput(fmt::format("cannot create '{}': {}", path, words(errno)));
  if (!regular_) return;
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    release();
    throw BadInput(fmt::format("cannot write '{}': another program is writing or reading it", path));
  }
  if (!keep_content && ::ftruncate(descriptor_, 0) != 0) {
    const int reason = errno;
    release();
    throw BadInput(fmt::format("cannot empty '{}': {}", path, words(reason)));
  }
}

void OutputFile::write(std::string_view text) {
  if (!write_all(descriptor_, text)) throw WriteFailure(fmt::format("cannot write to '{}': {}", path_, words(errno)));
}

void OutputFile::overwrite(std::size_t position, std::string_view text) {
  while (regular_ && !text.empty()) {
    const ssize_t count = ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(position));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw WriteFailure(fmt::format("cannot write to '{}': {}", path_, words(errno)));
    position += static_cast<std::size_t>(count);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::share_lock() {
  if (regular_) ::flock(descriptor_, LOCK_SH | LOCK_NB);
}

void OutputFile::close() {
  if (descriptor_ < 0) return;
  const bool synced = !regular_ || sync(descriptor_);
  const int reason = errno;
  release();
  if (!synced) throw WriteFailure(fmt::format("cannot write to '{}': {}", path_, words(reason)));
}

void OutputFile::release() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

WholeFile::WholeFile(const fs::path& path) : path_(path) {
  const OutputPlace place = output_place(path);
  if (place.kind == OutputPlace::Kind::folder) refuse(path, "it is a folder");
  target_ = place.path;
  regular_ = place.kind != OutputPlace::Kind::stream;
  if (regular_) {
    begin_draft();
    return;
  }
  descriptor_ = open_stream(place);
  if (descriptor_ < 0) refuse(path, words(errno));
}

void WholeFile::begin_draft() {
  const fs::path folder = target_.parent_path();
  remove_leftovers(folder);
  for (;;) {
    draft_ = folder / random_name();
    descriptor_ = ::open(draft_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno == EEXIST) continue;
    if (descriptor_ < 0) break;
    // Whoever tidies up may have taken it for a leftover before it was locked.
    struct stat status {};
    while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (::fstat(descriptor_, &status) != 0 || status.st_nlink > 0) return;
    ::close(descriptor_);
  }
  const int error = errno;
  if (is_full(error)) fail(error);
  const bool no_permission = error == EACCES || error == EPERM || error == EROFS;
  const fs::path shown = path_.has_parent_path() ? path_.parent_path() : fs::path(".");
  if (no_permission) refuse(path_, fmt::format("the folder '{}' is not writable", shown.string()));
  refuse(path_, fmt::format("no file can be made in '{}' ({})", shown.string(), words(error)));
}

WholeFile::~WholeFile() {
  if (!draft_.empty()) ::unlink(draft_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

void WholeFile::fail(int error) const {
  throw WriteFailure(fmt::format("cannot write '{}': {}", path_.string(), words(error)));
}

void WholeFile::write(std::string_view text) {
  if (!write_all(descriptor_, text)) fail(errno);
}

void WholeFile::commit() {
  if (regular_) {
    struct stat old {};
    if (::stat(target_.c_str(), &old) == 0) {
      // Of another owner only root can make it, who should.
      if (old.st_uid != ::geteuid() && ::fchown(descriptor_, old.st_uid, old.st_gid) != 0) errno = 0;
      ::fchmod(descriptor_, old.st_mode & 07777);
    }
    if (!sync(descriptor_)) fail(errno);
    if (::rename(draft_.c_str(), target_.c_str()) != 0) {
      const int error = errno;
      if (is_full(error)) fail(error);
      refuse(path_, words(error));
    }
    draft_.clear();
  }
  const int closed = ::close(descriptor_);
  descriptor_ = -1;
  if (closed != 0 && errno != EINTR) fail(errno);
  if (regular_) flush_folder(target_.parent_path());
}

FileHold::FileHold(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  held_ = descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

FileHold::~FileHold() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool FlushRule::due(std::size_t buffered) const {
  if (buffered == 0) return false;
  return !last_ || buffered >= rows_ || std::chrono::steady_clock::now() - *last_ >= seconds_;
}

PrivateFolder::PrivateFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "carom-XXXXXX").string();
  if (error || !::mkdtemp(name.data())) refuse(name, words(error ? error.value() : errno));
  path_ = name;
}

PrivateFolder::~PrivateFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace carom
