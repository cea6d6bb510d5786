// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/svg.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/draw/figure_layout.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {

std::string tint(const Shade& shade) { return fmt::format(R"(class="{}" color="{}")", shade.name, shade.light); }
std::string tint(Colour colour) { return tint(shade(colour)); }

void Path::polyline(const Polyline& points) {
  if (points.empty()) return;
  move(points.front());
  if (points.size() == 1) text_ += "h0";  // a dot
  for (std::size_t i = 1; i < points.size(); ++i) line(points[i]);
}

void Path::close() {
  text_ += 'z';
  last_ = 0;
  x_ = start_x_;
  y_ = start_y_;
}

void Path::step(char command, Point p) {
  const long long x = std::llround(p.x * 100), y = std::llround(p.y * 100);
  if (command == 'l' && x == x_ && y == y_ && last_ == 'l') return;
  if (command != last_ || command == 'm') text_ += command;  // a second pair after m would be a line
  number(x - x_, command == last_ && command == 'l');
  number(y - y_, true);
  x_ = x;
  y_ = y;
  if (command == 'm') {
    start_x_ = x;
    start_y_ = y;
  }
  last_ = command;
}

void Path::number(long long hundredths, bool separate) {
  if (separate && hundredths >= 0) text_ += ' ';
  text_ += px(static_cast<double>(hundredths) / 100);
}

std::string dash_attributes(Dash dash, double width) {
  const auto pattern = [&](std::initializer_list<double> lengths) {
    std::string out;
    for (const double length : lengths) out += (out.empty() ? "" : " ") + px(length * std::max(width, 1.0));
    return out;
  };
  switch (dash) {
    case Dash::solid: return R"(stroke-linecap="round")";
    case Dash::dashed: return fmt::format(R"(stroke-dasharray="{}")", pattern({4, 2.4}));
    case Dash::dotted: return fmt::format(R"(stroke-dasharray="{}" stroke-linecap="round")", pattern({0.01, 2.2}));
    case Dash::dash_dot: return fmt::format(R"(stroke-dasharray="{}")", pattern({5, 2, 1.2, 2}));
  }
  return "";
}

std::string line_element(const std::string& data, const LineStyle& style) {
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" stroke-linejoin=\"round\" {}/>\n", data,
      px(style.width), dash_attributes(style.dash, style.width));
}

// "μ_{c}" with its index below the line; the text after it comes back up by a blank of no width.
std::string with_indices(const std::string& text) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t open; (open = text.find("_{", at)) != std::string::npos;) {
    const std::size_t close = text.find('}', open);
    if (close == std::string::npos) break;
    out += escape(text.substr(at, open - at));
    out += fmt::format("<tspan dy=\"3\" font-size=\"75%\">{}</tspan><tspan dy=\"-3\">\u200b</tspan>",
                       escape(text.substr(open + 2, close - open - 2)));
    at = close + 1;
  }
  return out + escape(text.substr(at));
}

std::string text_element(double x, double y, const std::string& text, std::string_view attributes) {
  return fmt::format("<text x=\"{}\" y=\"{}\"{}{}>{}</text>\n", px(x), px(y), attributes.empty() ? "" : " ", attributes,
                     with_indices(text));
}

std::string svg_begin(double width, double height, const std::string& id, const std::string& title,
                      const std::string& description, Setting setting, std::string_view attributes) {
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"carom-figure\"{5} viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
      "height=\"{1}\" "
      "role=\"img\" aria-labelledby=\"{2}-title {2}-desc\" "
      "font-family=\"system-ui, 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\">\n"
      "<title id=\"{2}-title\">{3}</title>\n<desc id=\"{2}-desc\">{4}</desc>\n",
      px(width), px(height), id, escape(title), escape(description), attributes);
  if (setting == Setting::standalone) {
    out += fmt::format("<style>\n{}</style>\n<rect {} width=\"100%\" height=\"100%\" fill=\"currentColor\"/>\n",
                       figure_style(), tint(paper));
  }
  return out;
}

std::vector<std::string> wrap_title(const std::string& title, double width) {
  return wrap(title, width - 2 * outer, title_font * 1.06);
}

std::vector<std::string> wrap_caption(const std::string& caption, double width) {
  return wrap(caption, width - 2 * outer - 8, 12);
}

double title_height(const std::vector<std::string>& lines) { return 20 * static_cast<double>(lines.size()) + 4; }

double caption_height(const std::vector<std::string>& lines) { return 8 + 17 * static_cast<double>(lines.size()); }

std::string title_elements(const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string out = fmt::format("<g {} fill=\"currentColor\" font-size=\"{}\" font-weight=\"600\">\n",
                                tint(Colour::ink), px(title_font));
  for (std::size_t i = 0; i < lines.size(); ++i) out += text_element(14, 25 + 20 * static_cast<double>(i), lines[i]);
  return out + "</g>\n";
}

std::string caption_elements(const std::vector<std::string>& lines, double top) {
  if (lines.empty()) return "";
  std::string out = fmt::format("<g {} fill=\"currentColor\" font-size=\"12\">\n", tint(Colour::grey));
  for (std::size_t i = 0; i < lines.size(); ++i)
    out += text_element(14, top + 14 + 17 * static_cast<double>(i), lines[i]);
  return out + "</g>\n";
}

}  // namespace carom::report
