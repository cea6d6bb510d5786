// SPDX-License-Identifier: Apache-2.0
#include "carom/io/restart_file.hpp"

#include <cstdint>
#include <fstream>
#include <iterator>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"
#include "carom/base/version.hpp"

namespace carom::io {
namespace {

// "carom restart N\n" begins a file of format N.
constexpr std::string_view magic = "carom restart ";
constexpr std::size_t newest_format = 1;
constexpr std::size_t sum_size = 17;  // sixteen digits and a line end

// FNV-1a, 64 bits: enough to notice damage.
std::uint64_t sum_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char c : text) hash = (hash ^ c) * 0x100000001b3;
  return hash;
}

void put(std::string& text, const std::string& value) { text += fmt::format("{}\n", value.size()) + value + "\n"; }

class Reader {
 public:
  Reader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

  std::string string() {
    const std::size_t size = number();
    if (size + 1 > text_.size()) damaged();
    const std::string value(text_.substr(0, size));
    text_.remove_prefix(size + 1);
    return value;
  }
  std::size_t number() {
    const std::size_t end = text_.find('\n');
    if (end == std::string_view::npos || end == 0 || end > 18) damaged();
    std::size_t value = 0;
    for (char c : text_.substr(0, end)) {
      if (c < '0' || c > '9') damaged();
      value = 10 * value + static_cast<std::size_t>(c - '0');
    }
    text_.remove_prefix(end + 1);
    return value;
  }
  bool at_end() const { return text_.empty(); }
  [[noreturn]] void damaged() const {
    throw BadInput(fmt::format("the restart file '{}' is damaged or cut short", path_));
  }

 private:
  std::string_view text_;
  const std::string& path_;
};

}  // namespace

bool is_restart_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(magic.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == magic;
}

void write_restart(const std::string& path, const RestartFile& content) {
  std::string text = fmt::format("{}{}\n", magic, newest_format);
  put(text, std::string(program_version));
  put(text, content.system);
  text += fmt::format("{}\n", content.settings.size());
  for (const auto& [name, value] : content.settings) {
    put(text, name);
    put(text, value);
  }
  put(text, content.state);
  const std::string sum = fmt::format("{:016x}\n", sum_of(text));
  WholeFile file(path);
  file.write(text);
  file.write(sum);
  file.commit();
}

RestartFile read_restart(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw BadInput(fmt::format("cannot read '{}'", path));
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const std::string_view all = text;
  if (!all.starts_with(magic)) throw BadInput(fmt::format("'{}' is not a restart file of Carom", path));
  const std::string_view body = all.substr(magic.size());
  // A newer format may end in another way: its number is all that is read of it.
  if (const std::size_t format = Reader(body, path).number(); format > newest_format)
    throw BadInput(fmt::format("the restart file '{}' has format {}, newer than this Carom, which reads up to {}", path,
                               format, newest_format));
  Reader reader(body.substr(0, body.size() > sum_size ? body.size() - sum_size : 0), path);
  reader.number();
  RestartFile file{.version = reader.string()};
  if (is_newer(file.version, program_version))
    throw BadInput(
        fmt::format("the restart file '{}' was written by Carom {}, which is newer than this {}: go on with it "
                    "there",
                    path, file.version, program_version));
  if (all.size() < sum_size ||
      all.substr(all.size() - sum_size) != fmt::format("{:016x}\n", sum_of(all.substr(0, all.size() - sum_size))))
    reader.damaged();
  file.system = reader.string();
  const std::size_t count = reader.number();
  for (std::size_t k = 0; k < count; ++k) {
    std::string name = reader.string();
    file.settings.emplace_back(std::move(name), reader.string());
  }
  file.state = reader.string();
  if (!reader.at_end()) reader.damaged();
  return file;
}

}  // namespace carom::io
