// SPDX-License-Identifier: Apache-2.0
// What names mean: numbers, lists, tables, and definitions, which are read in the scope that they stand in and built when they
// are first needed. An inner scope sees the names of the outer one, and its own before them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "carom/expressions/graph.hpp"
#include "carom/expressions/syntax.hpp"

namespace carom::expressions {

struct TableName {
  int table = 0;
};

// A named expression, or a list of them.
struct Definition {
  std::vector<Syntax> texts;
  bool is_list = false;
  bool is_built = false;
  std::vector<Node> nodes = {};
};

using Meaning = std::variant<Node, std::vector<Node>, TableName, Definition>;

class Scope {
 public:
  Scope() = default;
  explicit Scope(Scope* outer) : outer_(outer) {}

  // Throws BadInput for a name that this scope has already, and for a reserved one (pi, sin, and, …).
  void add(std::string name, Node node) { declare(std::move(name), node); }
  void add_list(std::string name, std::vector<Node> items) { declare(std::move(name), std::move(items)); }
  void add_table(std::string name, int table) { declare(std::move(name), TableName{table}); }
  void define(std::string name, Syntax text);
  void define_list(std::string name, std::vector<Syntax> texts);

  // Asked for names that are not declared, before the outer scope is: places on bodies, say, that are too many to list.
  std::function<std::optional<Node>(std::string_view name)> otherwise;

  struct Found {
    Meaning* meaning = nullptr;
    Scope* scope = nullptr;  // that declares it
  };
  // The meaning is null if nobody knows the name.
  Found find(std::string_view name);
  // All that are declared, the inner ones first: what a wrong name is compared with.
  std::vector<std::string> names() const;

 private:
  void declare(std::string name, Meaning meaning);

  Scope* outer_ = nullptr;
  std::map<std::string, Meaning, std::less<>> meanings_;
};

}  // namespace carom::expressions
