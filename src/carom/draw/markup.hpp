// SPDX-License-Identifier: Apache-2.0
// Text on its way into XML and HTML: escaping, the three inline marks, identifiers, data links, and the room text takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace carom::report {

// Safe as element text and inside quoted attributes, in XML and HTML alike. Bytes that are not UTF-8 and characters that
// XML forbids become U+FFFD.
std::string escape(std::string_view text);

// A paragraph's text as HTML: `code`, **bold** and *emphasis* are marked, everything else is escaped. A mark without
// its partner stays as it is, and so does a star between letters, digits or blanks ("2*3", "a * b").
std::string inline_html(std::string_view text);

// A valid id: ASCII letters, digits, '-' and '_', beginning with a letter.
std::string identifier(std::string_view text);

// A data: address that holds the text itself, for a download without a network.
std::string data_uri(std::string_view media_type, std::string_view text);

// Bytes as letters, with padding.
std::string base64(std::string_view bytes);

// An estimate, a little generous, of the width of a line of text in a sans-serif font of that size, in px.
double text_width(std::string_view text, double font_size);

// Lines no wider than `width`, broken at blanks; a single longer word keeps its own line.
std::vector<std::string> wrap(std::string_view text, double width, double font_size);

// The text, cut with an ellipsis if it is wider than `width`.
std::string shorten(std::string_view text, double width, double font_size);

// A length in px with at most two decimals and no trailing zeros: 12.5, -0.01, 3.
std::string px(double length);

}  // namespace carom::report
