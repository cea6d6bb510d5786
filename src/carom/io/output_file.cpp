// SPDX-License-Identifier: Apache-2.0
#include "carom/io/output_file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "carom/base/bad_input.hpp"

namespace carom::io {

void OutputFile::open(const std::string& path, bool keep_content) {
  close();
  path_ = path;
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0 && errno == EACCES) {
    descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) throw BadInput(fmt::format("cannot create '{}': {}", path, std::strerror(errno)));
  struct stat status {};
  regular_ = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (!regular_) return;
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    close();
    throw BadInput(fmt::format("cannot write '{}': another program is writing or reading it", path));
  }
  if (!keep_content && ::ftruncate(descriptor_, 0) != 0) {
    const int reason = errno;
    close();
    throw BadInput(fmt::format("cannot empty '{}': {}", path, std::strerror(reason)));
  }
}

void OutputFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      throw BadInput(fmt::format("cannot write to '{}': {}", path_, std::strerror(errno)));
    }
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

void OutputFile::overwrite(std::size_t position, std::string_view text) {
  if (!regular_) return;
  const ssize_t count = ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(position));
  if (count != static_cast<ssize_t>(text.size())) {
    throw BadInput(fmt::format("cannot write to '{}': {}", path_, std::strerror(errno)));
  }
}

void OutputFile::share_lock() {
  if (regular_) ::flock(descriptor_, LOCK_SH | LOCK_NB);
}

void OutputFile::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

FileHold::FileHold(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  held_ = descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
}

FileHold::~FileHold() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

TemporaryFile::TemporaryFile(const std::string& path)
    : path_(path), name_(fmt::format("{}.{}.tmp", path, ::getpid())) {}

TemporaryFile::~TemporaryFile() {
  if (!done_) ::unlink(name_.c_str());
}

void TemporaryFile::become_final() {
  const int descriptor = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor >= 0) {
    struct stat old {};
    if (::stat(path_.c_str(), &old) == 0) ::fchmod(descriptor, old.st_mode & 07777);
    ::fsync(descriptor);
    ::close(descriptor);
  }
  if (std::rename(name_.c_str(), path_.c_str()) != 0) {
    throw BadInput(fmt::format("cannot write '{}': {}", path_, std::strerror(errno)));
  }
  done_ = true;
}

bool FlushRule::due(std::size_t buffered) const {
  if (buffered == 0) return false;
  return !last_ || buffered >= rows_ || std::chrono::steady_clock::now() - *last_ >= seconds_;
}

}  // namespace carom::io
