// SPDX-License-Identifier: Apache-2.0
// Reads the TOML of a study: every refusal names the file, the line and the column, or speaks of flags where the text was
// made of them.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/toml.hpp"
#include "carom/base/toml_order.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {

class TomlReader {
 public:
  explicit TomlReader(std::string source) : source_(std::move(source)) {}

  // "study.toml, line 3, column 7: why"
  [[noreturn]] void refuse(const toml::source_position& at, const std::string& why) const;
  [[noreturn]] void refuse(const toml::node& node, const std::string& why) const { refuse(node.source().begin, why); }

  // Runs `act`; what it refuses is refused at the node.
  template <class Act>
  decltype(auto) at(const toml::node& node, const Act& act) const {
    try {
      return act();
    } catch (const BadInput& refusal) {
      refuse(node, refusal.what());
    }
  }

  void known(const toml::table& table, std::initializer_list<std::string_view> names, const std::string& where) const;
  // A number or a text as text: what a flag would say.
  std::string text(const toml::node& node, std::string_view what) const;
  // The value of a parameter, which may be yes or no: true and false too.
  std::string parameter_text(const toml::node& node, std::string_view name) const;
  long count(const toml::node& node, std::string_view what, long least, long most) const;
  const toml::table& table(const toml::node& node, std::string_view what) const;
  const std::string& source() const { return source_; }

 private:
  std::string source_;
};

// What every study begins with: system, title, preset, [set] and the keys of its runs.
struct StudyStart {
  const System* system = nullptr;
  RunRequest base;
  std::string title = {};
};
StudyStart read_start(const TomlReader& reader, const toml::table& file);

// Parses the text; what TOML refuses is a BadInput with its place.
toml::table parse_study(std::string_view text, const std::string& source);

// name=value as the lines of a section; two values of one name contradict each other unless the last counts.
std::string section_text(const std::string& header, const std::vector<std::string>& assignments,
                         const std::string& flag, bool last_counts);

std::vector<std::string> parts_of(const std::string& text, char between);
std::string quoted(const std::string& text);  // as a TOML text

}  // namespace carom::study
