// SPDX-License-Identifier: Apache-2.0
#include "house_rules.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>

namespace carom {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// Where a text or comment that begins at `at` ends (one past it); `at` itself where none begins there.
std::size_t end_of_text(const std::string& code, std::size_t at) {
  const auto past = [&](std::size_t found, std::size_t size) {
    return found == std::string::npos ? code.size() : found + size;
  };
  if (code.compare(at, 2, "//") == 0) return std::min(code.find('\n', at), code.size());
  if (code.compare(at, 2, "/*") == 0) return past(code.find("*/", at + 2), 2);
  const bool in_word = at > 0 && (std::isalnum(static_cast<unsigned char>(code[at - 1])) || code[at - 1] == '_');
  if (code.compare(at, 2, "R\"") == 0 && (!in_word || code[at - 1] == '8' || code[at - 1] == 'L')) {
    const std::size_t open = code.find('(', at);
    if (open == std::string::npos) return code.size();
    const std::string close = ")" + code.substr(at + 2, open - at - 2) + "\"";
    return past(code.find(close, open), close.size());
  }
  // A ' within a number, as in 10'000, begins no character.
  if (code[at] != '"' && (code[at] != '\'' || in_word)) return at;
  for (std::size_t k = at + 1; k < code.size(); ++k) {
    if (code[k] == '\\')
      ++k;
    else if (code[k] == code[at])
      return k + 1;
  }
  return code.size();
}

// The same text with comments, texts and preprocessor lines blanked; line ends stay.
std::string bare(std::string code) {
  const auto blank = [&](std::size_t from, std::size_t to) {
    for (std::size_t k = from; k < std::min(to, code.size()); ++k)
      if (code[k] != '\n') code[k] = ' ';
  };
  bool line_is_empty = true;
  for (std::size_t at = 0; at < code.size();) {
    if (code[at] == '#' && line_is_empty) {
      std::size_t end = code.find('\n', at);
      while (end != std::string::npos && code[end - 1] == '\\') end = code.find('\n', end + 1);
      blank(at, end);
      at = std::min(end, code.size());
      continue;
    }
    const std::size_t end = end_of_text(code, at);
    if (end > at) {
      blank(at, end);
      at = end;
      continue;
    }
    line_is_empty = code[at] == '\n' || (line_is_empty && std::isspace(static_cast<unsigned char>(code[at])));
    ++at;
  }
  return code;
}

// What stands before a brace: the text since the statement began, and the line where it began.
struct Head {
  std::string text;
  int line = 0;
};

bool opens_function(const std::string& head) {
  static const std::regex not_a_function(
      R"(^\s*(template\s*<[^{}]*>\s*)?(requires\b.*)?(inline\s+)?(namespace|class|struct|union|enum|concept|extern)\b)");
  static const std::regex initialiser(R"(=\s*$)");
  return head.find('(') != std::string::npos && !std::regex_search(head, not_a_function) &&
         !std::regex_search(head, initialiser);
}

bool is_label(const std::string& head) { return head == "public:" || head == "protected:" || head == "private:"; }

std::string name_of(const std::string& head) {
  static const std::regex test(
      R"(\b(TEST|TEST_F|TEST_P|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP|BENCHMARK\w*)\s*\(([^)]*)\))");
  static const std::regex named(R"(([A-Za-z_~][\w:~]*|operator[^\s(]*|operator\(\))\s*\()");
  static const std::regex variable(R"((\w+)\s*=)");
  std::smatch match;
  if (std::regex_search(head, match, test)) {
    std::string name = match[2].str();
    name.erase(std::remove_if(name.begin(), name.end(), [](char c) { return c == ' ' || c == '\n'; }), name.end());
    std::replace(name.begin(), name.end(), ',', '.');
    return name;
  }
  if (std::regex_search(head, match, variable) && match.position() < static_cast<long>(head.find('(')))
    return match[1].str();
  return std::regex_search(head, match, named) ? match[1].str() : "?";
}

struct Block {
  bool is_function = false;
  Head head;
};

class FunctionReader {
 public:
  FunctionReader(int longest, const std::string& text) : longest_(longest), code_(bare(text)) {}

  std::vector<LongFunction> read() {
    for (at_ = 0; at_ < code_.size(); ++at_) {
      const char c = code_[at_];
      if (c == '\n') ++line_;
      if (c == '(') ++parentheses_;
      if (c == ')') --parentheses_;
      if (inside_ > 0) {  // of a function only its end matters
        if (c == '{') ++inside_;
        if (c == '}' && --inside_ == 0) close();
      } else if (c == '{') {
        open();
      } else if (c == '}') {
        close();
      } else if (c == ';') {
        head_ = {};
      } else {
        if (head_.text.empty() && std::isspace(static_cast<unsigned char>(c))) continue;
        if (head_.text.empty()) head_.line = line_;
        head_.text += c;
        if (c == ':' && is_label(head_.text)) head_ = {};
      }
    }
    return long_;
  }

 private:
  void open() {
    const bool is_function = parentheses_ == 0 && opens_function(head_.text);
    blocks_.push_back({is_function, head_});
    // The braces of a member's initialiser, as in A(int n) : n_{n} {}, are opened here too and taken back by close().
    if (is_function) inside_ = 1;
    head_ = {};
  }

  void close() {
    if (blocks_.empty()) return;  // unbalanced: not ours to judge
    const Block block = blocks_.back();
    blocks_.pop_back();
    std::size_t next = at_ + 1;
    while (next < code_.size() && std::isspace(static_cast<unsigned char>(code_[next]))) ++next;
    const char after = next < code_.size() ? code_[next] : ' ';
    head_ = {};
    if (after == ',' || after == '{' || after == ')') {
      head_ = block.head;  // it was a part of a longer statement
      head_.text += "{}";
      return;
    }
    const int lines = line_ - block.head.line + 1;
    if (block.is_function && lines > longest_) long_.push_back({name_of(block.head.text), block.head.line, lines});
  }

  int longest_;
  std::string code_;
  std::size_t at_ = 0;
  int line_ = 1, parentheses_ = 0, inside_ = 0;
  Head head_;
  std::vector<Block> blocks_;
  std::vector<LongFunction> long_;
};

// Files of the folders that hold sources, from `root`, sorted.
std::vector<fs::path> files_under(const fs::path& root, const std::function<bool(const fs::path&)>& wanted) {
  std::vector<fs::path> files;
  const auto add = [&](const fs::path& path) {
    const fs::path file = fs::relative(path, root);
    if (wanted(file)) files.push_back(file);
  };
  for (const char* folder : {"src", "papers", "apps", "examples", "tests", "bench", "docs", "cmake", "scripts"}) {
    if (!fs::exists(root / folder)) continue;
    for (auto entry = fs::recursive_directory_iterator(root / folder); entry != fs::recursive_directory_iterator();
         ++entry) {
      if (entry->is_directory() && entry->path().filename() == "node_modules") entry.disable_recursion_pending();
      if (entry->is_regular_file()) add(entry->path());
    }
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(root))
    if (entry.is_regular_file()) add(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_cpp(const fs::path& file) { return file.extension() == ".hpp" || file.extension() == ".cpp"; }

bool is_script(const fs::path& root, const fs::path& file) {
  static const std::set<std::string> by_name{".mjs", ".cmake", ".py", ".awk", ".sed", ".sh"};
  if (by_name.count(file.extension().string()) || file.filename() == "CMakeLists.txt" || file == "Makefile")
    return true;
  return !file.has_extension() && text_of(root / file).compare(0, 2, "#!") == 0;
}

}  // namespace

std::vector<LongFunction> functions_longer_than(int longest, const std::string& text) {
  return FunctionReader(longest, text).read();
}

std::vector<std::string> length_violations(const fs::path& root, const std::vector<HouseException>& exceptions) {
  std::vector<std::string> violations;
  std::set<std::string> used;
  const auto excepted = [&](const std::string& what) {
    const bool found = std::any_of(exceptions.begin(), exceptions.end(), [&](const auto& e) { return e.what == what; });
    if (found) used.insert(what);
    return found;
  };
  for (const fs::path& file : files_under(root, [&](const fs::path& f) { return is_cpp(f) || is_script(root, f); })) {
    const std::string text = text_of(root / file);
    const auto lines = std::count(text.begin(), text.end(), '\n');
    if (lines > longest_file && !excepted(file.string()))
      violations.push_back(file.string() + ": " + std::to_string(lines) + " lines; a file has at most " +
                           std::to_string(longest_file));
    if (!is_cpp(file)) continue;
    for (const LongFunction& f : functions_longer_than(longest_function, text))
      if (!excepted(file.string() + ": " + f.name))
        violations.push_back(file.string() + ":" + std::to_string(f.line) + ": " + f.name + " has " +
                             std::to_string(f.lines) + " lines; a function has at most " +
                             std::to_string(longest_function));
  }
  for (const HouseException& exception : exceptions)
    if (!used.count(exception.what)) violations.push_back(exception.what + ": the exception is not needed any more");
  std::sort(violations.begin(), violations.end());
  return violations;
}

std::vector<std::string> licence_violations(const fs::path& root) {
  std::vector<std::string> violations;
  for (const fs::path& file : files_under(root, [&](const fs::path& f) { return is_cpp(f) || is_script(root, f); })) {
    std::istringstream text(text_of(root / file));
    std::string line;
    std::getline(text, line);
    if (line.compare(0, 2, "#!") == 0) std::getline(text, line);
    if (line != "// SPDX-License-Identifier: Apache-2.0" && line != "# SPDX-License-Identifier: Apache-2.0")
      violations.push_back(file.string() + ": the first line must be SPDX-License-Identifier: Apache-2.0 in a comment");
  }
  return violations;
}

std::vector<std::string> place_violations(const fs::path& root) {
  struct Rule {
    std::vector<std::string> words, folders, places;
  };
  const std::vector<Rule> rules{
      {{"std::ofstream", "std::fstream", "fopen(", "O_CREAT", "mkstemp", "mkdtemp"},
       {"src", "apps", "papers"},
       {"src/carom/base/output_file.cpp"}},
      {{"fmt::print(", "std::cout", "std::cerr", "std::printf(", "fprintf(", "std::puts(", "stdout,", "stderr,"},
       {"src", "apps", "papers"},
       {"apps/carom/streams.cpp"}},
      {{"sigaction(", "signal("}, {"src", "apps", "papers"}, {"apps/carom/interrupt.cpp", "src/carom/io/probe.cpp"}}};
  std::vector<std::string> violations;
  for (const fs::path& file : files_under(root, is_cpp)) {
    std::istringstream text(text_of(root / file));
    int number = 0;
    for (std::string line; std::getline(text, line);) {
      ++number;
      line.resize(std::min(line.find("//"), line.size()));
      for (const Rule& rule : rules) {
        const auto among = [&](const std::vector<std::string>& list) {
          return std::any_of(list.begin(), list.end(), [&](const std::string& place) {
            return file.string() == place || file.string().compare(0, place.size() + 1, place + "/") == 0;
          });
        };
        if (!among(rule.folders) || among(rule.places)) continue;
        for (const std::string& word : rule.words)
          if (line.find(word) != std::string::npos && line.find('"' + word) == std::string::npos)
            violations.push_back(file.string() + ":" + std::to_string(number) + ": " + word + " belongs into " +
                                 rule.places.front());
      }
    }
  }
  return violations;
}

}  // namespace carom
