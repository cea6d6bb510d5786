// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/markup.hpp"

#include <cctype>
#include <cmath>
#include <cstdint>
#include <sstream>

#include <fmt/format.h>

namespace carom::report {
namespace {

constexpr char32_t invalid = 0xFFFFFFFF;
constexpr std::string_view replacement = "\xEF\xBF\xBD";

struct Decoded {
  char32_t code = invalid;
  std::size_t length = 1;  // bytes
};

// The character at the front of a text that is not empty. Overlong forms and surrogates are invalid.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  char32_t code = first & (0xFF >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  if (overlong || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, length};
}

bool allowed_in_xml(char32_t code) {
  if (code == invalid || code == 0xFFFE || code == 0xFFFF) return false;
  return code >= 0x20 || code == '\t' || code == '\n' || code == '\r';
}

bool is_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) || byte >= 0x80;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A mark opens before something that is not blank and not inside a word; it closes the other way round.
bool opens(std::string_view text, std::size_t at, std::size_t length) {
  const bool inside_word = at > 0 && is_word(text[at - 1]);
  return !inside_word && at + length < text.size() && !is_blank(text[at + length]) && text[at + length] != '*';
}

std::size_t find_close(std::string_view text, std::size_t from, std::string_view mark) {
  for (std::size_t at = text.find(mark, from); at != std::string_view::npos; at = text.find(mark, at + 1)) {
    // Of three stars the first closes an emphasis inside the bold text.
    while (mark == "**" && text.substr(at + 1, 2) == mark) ++at;
    const std::size_t after = at + mark.size();
    if (at == from || is_blank(text[at - 1]) || (after < text.size() && is_word(text[after]))) continue;
    if (mark == "*" && (text[at - 1] == '*' || (after < text.size() && text[after] == '*'))) continue;
    return at;
  }
  return std::string_view::npos;
}

double advance(char32_t code) {
  if (code == 0x200B || (code >= 0x300 && code < 0x370)) return 0;  // combining
  if (code >= 0x1100 && (code < 0x1160 || (code >= 0x2E80 && code < 0xD7A4) || code >= 0x1F300)) return 1.05;
  if (code >= 0x2070 && code < 0x20A0) return 0.42;  // superscripts and subscripts
  if (code == 0xB2 || code == 0xB3 || code == 0xB9) return 0.42;
  if (code >= 0x2190 && code < 0x2300) return 0.84;
  if (code >= 'A' && code <= 'Z') return code == 'I' ? 0.32 : code == 'M' || code == 'W' ? 0.92 : 0.7;
  const auto one_of = [code](std::u32string_view set) { return set.find(code) != std::u32string_view::npos; };
  if (one_of(U"ijl'|")) return 0.29;
  if (one_of(U" .,:;")) return 0.34;
  if (one_of(U"frt()[]/-")) return 0.41;
  if (one_of(U"=+<>−×")) return 0.84;
  if (one_of(U"mw")) return 0.93;
  if (one_of(U"—%@…")) return 1;
  return 0.62;
}

}  // namespace

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  while (!text.empty()) {
    const Decoded next = decode(text);
    if (!allowed_in_xml(next.code)) {
      out += replacement;
    } else {
      switch (next.code) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        case '\'': out += "&#39;"; break;
        default: out += text.substr(0, next.length);
      }
    }
    text.remove_prefix(next.length);
  }
  return out;
}

std::string inline_html(std::string_view text) {
  std::string out;
  std::size_t plain = 0;  // start of the text not yet written
  const auto write_marked = [&](std::size_t at, std::size_t close, std::size_t length, const char* tag, bool literal) {
    const std::string_view inner = text.substr(at + length, close - at - length);
    out += escape(text.substr(plain, at - plain));
    out += fmt::format("<{0}>{1}</{0}>", tag, literal ? escape(inner) : inline_html(inner));
    plain = close + length;
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t close = std::string_view::npos;
    if (text[at] == '`') {
      close = text.find('`', at + 1);
      if (close != std::string_view::npos && close > at + 1) write_marked(at, close, 1, "code", true);
    } else if (text.substr(at, 2) == "**") {
      if (opens(text, at, 2)) close = find_close(text, at + 2, "**");
      if (close != std::string_view::npos) write_marked(at, close, 2, "strong", false);
    } else if (text[at] == '*') {
      if (opens(text, at, 1)) close = find_close(text, at + 1, "*");
      if (close != std::string_view::npos) write_marked(at, close, 1, "em", false);
    }
    at = plain > at ? plain : at + (text.substr(at, 2) == "**" ? 2 : 1);
  }
  return out + escape(text.substr(plain));
}

std::string identifier(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && (std::isalnum(byte) || c == '_')) {
      out += c;
    } else if (!out.empty() && out.back() != '-') {
      out += '-';
    }
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  if (out.empty() || !std::isalpha(static_cast<unsigned char>(out.front()))) out.insert(0, "x");
  return out;
}

std::string data_uri(std::string_view media_type, std::string_view text) {
  std::string out = fmt::format("data:{};charset=utf-8,", media_type);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    constexpr std::string_view harmless = "-_.~,:;+/()";
    const bool safe = byte < 0x80 && (std::isalnum(byte) || harmless.find(c) != std::string_view::npos);
    if (safe) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", byte);
    }
  }
  return out;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto at = [&](std::size_t k) {
      return k < bytes.size() ? std::uint32_t{static_cast<unsigned char>(bytes[k])} : 0u;
    };
    const std::uint32_t group = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    for (std::size_t k = 0; k < 4; ++k) out += i + k > bytes.size() ? '=' : letters[group >> (18 - 6 * k) & 63];
  }
  return out;
}

double text_width(std::string_view text, double font_size) {
  double width = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    width += advance(next.code);
    text.remove_prefix(next.length);
  }
  return width * font_size;
}

std::vector<std::string> wrap(std::string_view text, double width, double font_size) {
  std::vector<std::string> lines;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    if (!lines.empty() && text_width(lines.back() + ' ' + word, font_size) <= width) {
      lines.back() += ' ' + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

std::string shorten(std::string_view text, double width, double font_size) {
  if (text_width(text, font_size) <= width) return std::string(text);
  std::string out;
  double used = font_size;  // of the ellipsis
  while (!text.empty()) {
    const Decoded next = decode(text);
    used += advance(next.code) * font_size;
    if (used > width) break;
    out += text.substr(0, next.length);
    text.remove_prefix(next.length);
  }
  return out + "…";
}

std::string px(double length) {
  const auto hundredths = std::llround(length * 100);
  std::string out = fmt::format("{}{}", hundredths < 0 ? "-" : "", std::llabs(hundredths) / 100);
  const auto rest = std::llabs(hundredths) % 100;
  if (rest != 0) out += rest % 10 == 0 ? fmt::format(".{}", rest / 10) : fmt::format(".{:02}", rest);
  return out;
}

}  // namespace carom::report
