// SPDX-License-Identifier: Apache-2.0
// Pieces of SVG that figures and sketches share. A group carries its colour twice: as a class, which the style sheet maps to
// the shade for light or dark paper, and as the attribute `color` for viewers without style sheets.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/draw/geometry.hpp"

namespace carom::report {

std::string tint(const Shade& shade);
std::string tint(Colour colour);

// Path data in whole hundredths of a px, relative, so that rounding does not add up.
class Path {
 public:
  void move(Point p) { step('m', p); }
  void line(Point p) { step('l', p); }
  void polyline(const Polyline& points);
  void raw(std::string_view commands) { text_ += commands; }
  void close();
  const std::string& text() const { return text_; }

 private:
  void step(char command, Point p);
  void number(long long hundredths, bool separate);

  std::string text_;
  long long x_ = 0, y_ = 0, start_x_ = 0, start_y_ = 0;
  char last_ = 0;
};

std::string dash_attributes(Dash dash, double width);
std::string line_element(const std::string& data, const LineStyle& style);
std::string text_element(double x, double y, const std::string& text, std::string_view attributes = "");

// The document up to where the drawing begins; standalone with style sheet and paper. `attributes` of its root begin with a
// blank.
std::string svg_begin(double width, double height, const std::string& id, const std::string& title,
                      const std::string& description, Setting setting, std::string_view attributes = "");

// Title above and caption below, in a picture that stands alone.
inline constexpr double outer = 10;  // around everything
std::vector<std::string> wrap_title(const std::string& title, double width);
std::vector<std::string> wrap_caption(const std::string& caption, double width);
double title_height(const std::vector<std::string>& lines);
double caption_height(const std::vector<std::string>& lines);
std::string title_elements(const std::vector<std::string>& lines);
std::string caption_elements(const std::vector<std::string>& lines, double top);

}  // namespace carom::report
