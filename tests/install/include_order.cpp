// SPDX-License-Identifier: Apache-2.0
#include "include_order.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>

namespace carom {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  static const std::set<std::string> extensions{".hpp", ".cpp", ".h", ".cc", ".ipp", ".inl"};
  return extensions.count(file.extension().string()) > 0;
}

// Names of the folders from the root down: {"src", "carom", "flow", "step.hpp"}.
std::vector<std::string> parts(const fs::path& path) { return {path.begin(), path.end()}; }

class Checker {
 public:
  explicit Checker(fs::path root) : root_(std::move(root)), order_(module_order(root_)) {}

  std::vector<std::string> check() {
    for (const char* folder : {"src", "papers", "apps", "examples", "tests", "bench"}) {
      if (!fs::exists(root_ / folder)) continue;
      for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root_ / folder))
        if (entry.is_regular_file() && is_source(entry.path())) check_file(entry.path());
    }
    std::sort(violations_.begin(), violations_.end());
    return violations_;
  }

 private:
  void check_file(const fs::path& path) {
    static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"].*)");
    const fs::path file = fs::relative(path, root_);
    std::ifstream stream(path);
    std::string line;
    std::smatch match;
    for (int number = 1; std::getline(stream, line); ++number) {
      if (!std::regex_match(line, match, include)) continue;
      const std::string why = objection(file, match[1].str());
      if (!why.empty()) violations_.push_back(file.string() + ":" + std::to_string(number) + ": " + why);
    }
  }

  // Why `file` must not include `header`; empty when it may.
  std::string objection(const fs::path& file, const std::string& header) const {
    const std::vector<std::string> from = parts(file);
    const fs::path target = resolve(file, header);
    const std::vector<std::string> to = parts(target);
    const std::string& top = from.front();
    if (top != "apps" && to.front() == "CLI") return "CLI11 belongs in apps/ only";
    if (to.front() == "apps" && (top == "src" || top == "papers")) return top + "/ must not include apps/";
    if (to.front() == "papers" && top == "src") return "src/ must not include papers/";
    if (to.size() < 4 || to[0] != "src" || to[1] != "carom") return "";

    const std::size_t used = rank(to[2]);
    if (used == order_.size()) return "module '" + to[2] + "' is not in the list of CMakeLists.txt";
    if (from.size() < 4 || top != "src" || from[1] != "carom") return "";
    const std::size_t own = rank(from[2]);
    if (own == order_.size()) return "module '" + from[2] + "' is not in the list of CMakeLists.txt";
    if (used > own) return "module '" + from[2] + "' must not include the later module '" + to[2] + "'";
    return "";
  }

  // Where the header lies from the root: beside the file, under src/, under the root, or as written for foreign ones.
  fs::path resolve(const fs::path& file, const std::string& header) const {
    const fs::path beside = (file.parent_path() / header).lexically_normal();
    if (fs::exists(root_ / beside)) return beside;
    const fs::path written = fs::path(header).lexically_normal();
    if (parts(written).front() == "carom") return "src" / written;
    return written;
  }

  std::size_t rank(const std::string& module) const {
    return static_cast<std::size_t>(std::find(order_.begin(), order_.end(), module) - order_.begin());
  }

  fs::path root_;
  std::vector<std::string> order_;
  std::vector<std::string> violations_;
};

}  // namespace

std::vector<std::string> module_order(const fs::path& root) {
  static const std::regex declaration(R"(^\s*carom_module\(\s*(\w+).*)");
  std::ifstream stream(root / "CMakeLists.txt");
  if (!stream) throw std::runtime_error("no CMakeLists.txt in " + root.string());
  std::vector<std::string> order;
  std::string line;
  std::smatch match;
  while (std::getline(stream, line))
    if (std::regex_match(line, match, declaration)) order.push_back(match[1].str());
  return order;
}

std::vector<std::string> include_order_violations(const fs::path& root) { return Checker(root).check(); }

}  // namespace carom
