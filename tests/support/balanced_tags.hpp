// SPDX-License-Identifier: Apache-2.0
// A small check that markup is well formed: every tag closed in order, attributes quoted, entities known.
#pragma once

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace carom::report {

// What is wrong with the markup, or "" if nothing is. `empty_elements` need no end tag (the void elements of HTML).
inline std::string markup_fault(std::string_view text, const std::set<std::string>& empty_elements = {}) {
  std::vector<std::string> open;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '&') {
      const std::size_t end = text.find(';', at);
      const std::string entity(text.substr(at, end == std::string_view::npos ? 1 : end - at + 1));
      if (!std::set<std::string>{"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"}.count(entity))
        return "bare & at " + entity;
      at += entity.size();
    } else if (text[at] != '<') {
      ++at;
    } else if (text.substr(at, 2) == "<!") {
      at = text.find('>', at) + 1;
    } else {
      const bool closes = text.substr(at, 2) == "</";
      std::size_t i = at + (closes ? 2 : 1);
      std::string name;
      while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])))) name += text[i++];
      if (name.empty()) return "a < without a tag";
      char quote = 0;
      for (; i < text.size() && (quote || text[i] != '>'); ++i) {
        if (text[i] == '<') return "a < inside the tag " + name;
        if (quote) {
          if (text[i] == quote) quote = 0;
        } else if (text[i] == '"' || text[i] == '\'') {
          if (text[i - 1] != '=') return "a stray quote in " + name;
          quote = text[i];
        }
      }
      if (i == text.size()) return "the tag " + name + " does not end";
      const bool empty = text[i - 1] == '/' || empty_elements.count(name);
      if (closes) {
        if (open.empty() || open.back() != name)
          return "</" + name + "> closes " + (open.empty() ? "nothing" : open.back());
        open.pop_back();
      } else if (!empty) {
        open.push_back(name);
      }
      at = i + 1;
      // What a script says is no markup.
      if (name == "script" && !closes) at = std::min(text.find("</script>", at), text.size());
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

inline std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

}  // namespace carom::report
