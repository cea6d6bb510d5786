// SPDX-License-Identifier: Apache-2.0
#include "carom/base/plain_text.hpp"

namespace carom {

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const bool c1 = c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f || c1) {
      out += '?';
      i += c1;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string spreadsheet_text(std::string_view text) {
  const bool acts = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  std::string out(text);
  if (acts) out.insert(out.begin(), '\'');
  return out;
}

}  // namespace carom
