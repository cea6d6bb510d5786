// SPDX-License-Identifier: Apache-2.0
// Counts what a TOML text holds before it is parsed. The parser and its tables work by recursion: a key of a hundred thousand
// dots would end the program, not be refused.
#include "carom/model/text_limits.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "carom/model/text_items.hpp"

namespace carom {
namespace {

using expressions::Place;

class TextCount {
 public:
  TextCount(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  // Follows the text as TOML does up to the first thing that is not TOML; there the parser stops as well.
  void run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (c == '"' || c == '\'')
        skip_string(c);
      else
        count(c), ++at_;
    }
  }

 private:
  void count(char c) {
    if (c == '.') {
      if (++dots_ > deepest_model_nest) refuse(fmt::format("more than {} dots in one name", deepest_model_nest));
      return;
    }
    if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') dots_ = 0;
    if (c == '[' || c == '{') {
      if (++depth_ > deepest_model_nest)
        refuse(fmt::format("lists and tables within each other, more than {} deep", deepest_model_nest));
    } else if ((c == ']' || c == '}') && depth_ > 0) {
      --depth_;
    }
    keys_ += c == '=' || (c == '[' && depth_ == 1);
    values_ += c == ',' || (c == '[' && depth_ > 1);
    if (keys_ > most_model_keys) refuse(fmt::format("more than {} keys in one file", most_model_keys));
    if (values_ > most_model_values) refuse(fmt::format("more than {} values in lists", most_model_values));
  }

  void skip_string(char quote) {
    const std::string three(3, quote);
    if (text_.substr(at_, 3) != three) {
      for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_) skip_escape(quote);
      at_ = std::min(at_ + 1, text_.size());
      return;
    }
    for (at_ += 3; at_ < text_.size() && text_.substr(at_, 3) != three; ++at_) skip_escape(quote);
    // The last quotes of the text itself may stand before the three that end it.
    at_ = std::min(at_ + 3, text_.size());
    for (int more = 0; more < 2 && at_ < text_.size() && text_[at_] == quote; ++more) ++at_;
  }

  void skip_escape(char quote) {
    if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
  }

  [[noreturn]] void refuse(const std::string& why) const {
    const Place start{file_, 1, 1};
    throw expressions::Refusal(start, text_, at_, text_.substr(at_, 1), why);
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0, dots_ = 0, depth_ = 0, keys_ = 0, values_ = 0;
};

}  // namespace

void require_modest_text(std::string_view text, const std::string& file) {
  if (text.size() > largest_model_file)
    throw BadInput(
        fmt::format("{}: a model file has at most {} bytes, this one has {}", file, largest_model_file, text.size()));
  TextCount(text, file).run();
}

}  // namespace carom
