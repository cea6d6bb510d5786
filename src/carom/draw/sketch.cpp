// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/sketch.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/draw/figure_layout.hpp"
#include "carom/draw/markup.hpp"
#include "carom/draw/svg.hpp"

namespace carom::report {
namespace {

Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
Point operator*(double s, Point a) { return {s * a.x, s * a.y}; }

double length(Point a) { return std::hypot(a.x, a.y); }
Point direction(Point from, Point to) {
  const double distance = length(to - from);
  return distance > 0 ? 1 / distance * (to - from) : Point{1, 0};
}
Point left_of(Point along) { return {along.y, -along.x}; }
Point polar(Point centre, double radius, double angle) {
  return {centre.x + radius * std::cos(angle), centre.y - radius * std::sin(angle)};
}

// Chords that leave the circle by 0.05 px at most.
Polyline arc(Point centre, double radius, double from, double to) {
  const double chord = 2 * std::sqrt(2 * 0.05 / std::min(1e4, std::max(1.0, radius)));  // rad
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(to - from) / chord)));
  Polyline points;
  for (int k = 0; k <= steps; ++k) points.push_back(polar(centre, radius, from + (to - from) * k / steps));
  return points;
}

// A piece of a formula in one style.
struct Run {
  std::string text = {};
  bool italic = false;
  int level = 0;  // −1 subscript, 1 superscript
};

constexpr double script_size = 0.74, script_shift = 0.3;  // of the font size

double size_of(const Run& run) { return run.level == 0 ? label_font : script_size * label_font; }

// Bytes of the first character with the accents that follow it.
std::size_t character_length(std::string_view text) {
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const auto accent = [&](std::size_t at) {  // U+0300 … U+036F
    if (at + 1 >= text.size()) return false;
    const auto first = static_cast<unsigned char>(text[at]), second = static_cast<unsigned char>(text[at + 1]);
    return first == 0xCC || (first == 0xCD && second < 0xB0);
  };
  std::size_t n = 1;
  while (n < text.size() && continues(text[n])) ++n;
  while (accent(n)) n += 2;
  return n;
}

bool is_latin(std::string_view character) { return std::isalpha(static_cast<unsigned char>(character[0])); }
bool is_greek(std::string_view character) {  // U+0370 … U+03FF
  const auto first = static_cast<unsigned char>(character[0]);
  return first >= 0xCD && first <= 0xCF;
}

void add_runs(std::string_view text, int level, std::vector<Run>& runs) {
  const auto add = [&](std::string_view piece, bool italic) {
    if (runs.empty() || runs.back().italic != italic || runs.back().level != level) runs.push_back({"", italic, level});
    runs.back().text += piece;
  };
  while (!text.empty()) {
    std::size_t letters = 0, end = 0;
    while (end < text.size() && is_latin(text.substr(end))) {
      end += character_length(text.substr(end));
      ++letters;
    }
    if (letters == 0) end = character_length(text);
    add(text.substr(0, end), letters == 1 || (letters == 0 && is_greek(text)));
    text.remove_prefix(end);
  }
}

std::vector<Run> runs_of(std::string_view text) {
  std::vector<Run> runs;
  while (!text.empty()) {
    const std::size_t mark = text.find_first_of("_^");
    const std::string_view after = mark < text.size() ? text.substr(mark + 1) : std::string_view();
    if (after.empty()) break;
    add_runs(text.substr(0, mark), 0, runs);
    const int level = text[mark] == '_' ? -1 : 1;
    const std::size_t close = after.find('}');
    const bool group = after[0] == '{' && close != std::string_view::npos;
    const std::size_t used = group ? close + 1 : character_length(after);
    add_runs(group ? after.substr(1, close - 1) : after.substr(0, used), level, runs);
    text = after.substr(used);
  }
  add_runs(text, 0, runs);
  return runs;
}

std::string formula_markup(std::string_view text) {
  std::string out;
  int level = 0;
  for (const Run& run : runs_of(text)) {
    std::string attributes;
    if (run.level != level)
      attributes += fmt::format(" dy=\"{}\"", px(script_shift * label_font * (level - run.level)));
    if (run.level != 0) attributes += fmt::format(" font-size=\"{}\"", px(size_of(run)));
    if (run.italic) attributes += " font-style=\"italic\"";
    out += attributes.empty() ? escape(run.text) : fmt::format("<tspan{}>{}</tspan>", attributes, escape(run.text));
    level = run.level;
  }
  return out;
}

double formula_width(std::string_view text) {
  double width = 0;
  for (const Run& run : runs_of(text)) width += text_width(run.text, size_of(run));
  return width;
}

// Draws shapes as SVG elements.
class Pen {
 public:
  Pen(const Sketch& sketch) : sketch_(sketch) {
    require(std::isfinite(sketch.width) && std::isfinite(sketch.height) && sketch.width > 0 && sketch.height > 0);
    for (const Shape& shape : sketch.shapes) std::visit([this](const auto& each) { draw(each); }, shape);
  }

  const std::string& elements() const { return out_; }

 private:
  void require(bool fine) const {
    if (!fine)
      throw BadInput(fmt::format("The sketch '{}' has a coordinate that is not finite, or no area.", sketch_.title));
  }
  void require(const Polyline& points) const {
    for (const Point& p : points) require(std::isfinite(p.x) && std::isfinite(p.y));
  }

  void lines(const std::vector<Polyline>& pieces, const LineStyle& style) {
    Path path;
    for (const Polyline& piece : pieces) {
      require(piece);
      path.polyline(piece);
    }
    out_ += fmt::format("<g {}>{}</g>\n", tint(style.colour), line_element(path.text(), style));
  }

  void area(const Polyline& outline, std::string_view tinted, double opacity) {
    require(outline);
    Path path;
    path.polyline(outline);
    path.close();
    out_ += fmt::format("<path {} d=\"{}\" fill=\"currentColor\"{}/>\n", tinted, path.text(),
                        opacity < 1 ? fmt::format(" fill-opacity=\"{}\"", px(opacity)) : "");
  }

  // A head whose point is at `tip`; returns where its shaft ends.
  Point head(Point tip, Point along, const LineStyle& style) {
    const double size = 6 + 2 * style.width;
    const Point back = tip - size * along, side = 0.36 * size * left_of(along);
    area({tip, back + side, tip - 0.8 * size * along, back - side}, tint(style.colour), 1);
    return tip - 0.8 * size * along;
  }

  // A label beside a point: so far from it in a direction that it leaves a gap.
  void label_beside(Point at, Point away, const std::string& text, Colour colour, double gap = 5) {
    if (text.empty()) return;
    const double reach = std::abs(away.x) * formula_width(text) / 2 + std::abs(away.y) * label_font / 2;
    draw(Label{at + (reach + gap) * away, text, Anchor::middle, colour == Colour::grey ? Colour::ink : colour});
  }

  void draw(const Stroke& stroke) { lines({stroke.points}, stroke.style); }

  void draw(const Mesh& mesh) { lines(mesh.lines, mesh.style); }

  void draw(const Arrow& arrow) {
    const Point along = direction(arrow.from, arrow.to);
    require({arrow.from, arrow.to});
    const Point end = head(arrow.to, along, arrow.style);
    const Point start = arrow.both ? head(arrow.from, -1 * along, arrow.style) : arrow.from;
    lines({{start, end}}, arrow.style);
    label_beside(arrow.to, along, arrow.label, arrow.style.colour);
  }

  void draw(const Disc& disc) {
    require({disc.centre, {disc.radius, disc.radius}});
    const auto circle = [&](const std::string& tinted, const std::string& style) {
      out_ += fmt::format("<circle {} cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>\n", tinted, px(disc.centre.x),
                          px(disc.centre.y), px(disc.radius), style);
    };
    circle(tint(paper), "fill=\"currentColor\"");
    if (disc.fill.colour != Colour::automatic)
      circle(tint(disc.fill.colour), fmt::format("fill=\"currentColor\" fill-opacity=\"{}\"", px(disc.fill.opacity)));
    circle(tint(disc.line.colour), fmt::format("fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" {}",
                                               px(disc.line.width), dash_attributes(disc.line.dash, disc.line.width)));
  }

  void draw(const Body& body) {
    if (body.outline.empty()) return;
    area(body.outline, tint(paper), 1);
    if (body.fill.colour != Colour::automatic) area(body.outline, tint(body.fill.colour), body.fill.opacity);
    Polyline closed = body.outline;
    closed.push_back(closed.front());
    lines({closed}, body.line);
  }

  void draw(const Ground& ground) {
    constexpr double spacing = 8;
    require({ground.from, ground.to});
    const Point along = direction(ground.from, ground.to), back = -spacing * along - spacing * left_of(along);
    const Box picture{0, 0, sketch_.width, sketch_.height};
    std::vector<Polyline> hatching;
    for (double s = spacing; s <= length(ground.to - ground.from); s += spacing) {
      const Point foot = ground.from + s * along;
      for (const Polyline& piece : clip_line(Polyline{foot, foot + back}, picture)) hatching.push_back(piece);
    }
    if (!hatching.empty()) lines(hatching, thin_line);
    lines({{ground.from, ground.to}}, ground.line);
  }

  void draw(const Spring& spring) {
    const Point along = direction(spring.from, spring.to), side = left_of(along);
    const double whole = length(spring.to - spring.from), wound = 0.72 * whole;
    const int corners = 2 * std::max(1, spring.windings);
    Polyline points{spring.from};
    for (int k = 0; k <= corners; ++k) {
      const double across = k == 0 || k == corners ? 0 : k % 2 ? spring.width / 2 : -spring.width / 2;
      points.push_back(spring.from + (0.5 * (whole - wound) + wound * k / corners) * along + across * side);
    }
    points.push_back(spring.to);
    lines({points}, spring.line);
    label_beside(0.5 * (spring.from + spring.to), side, spring.label, spring.line.colour, spring.width / 2 + 5);
  }

  void draw(const Dashpot& dashpot) {
    const Point along = direction(dashpot.from, dashpot.to), side = 0.5 * dashpot.width * left_of(along);
    const Point middle = 0.5 * (dashpot.from + dashpot.to), piston = middle - 2 * along;
    const double half = 0.8 * dashpot.width;
    const Point open = middle - half * along, bottom = middle + half * along;
    lines({{dashpot.from, piston},
           {piston + 0.7 * side, piston - 0.7 * side},
           {open + side, bottom + side, bottom - side, open - side},
           {bottom, dashpot.to}},
          dashpot.line);
    label_beside(middle, left_of(along), dashpot.label, dashpot.line.colour, dashpot.width / 2 + 5);
  }

  void draw(const Dimension& dimension) {
    const Point along = direction(dimension.from, dimension.to), side = left_of(along);
    require({dimension.from, dimension.to, {dimension.offset, 0}});
    const Point a = dimension.from + dimension.offset * side, b = dimension.to + dimension.offset * side;
    if (std::abs(dimension.offset) > 4) {  // lines from the points to a little beyond the dimension's own
      const Point near = std::copysign(3.0, dimension.offset) * side;
      lines({{dimension.from + near, a + near}, {dimension.to + near, b + near}},
            {dimension.line.colour, dimension.line.dash, 0.75 * dimension.line.width});
    }
    const double room = length(b - a);
    if (room > 26) {
      lines({{head(a, -1 * along, dimension.line), head(b, along, dimension.line)}}, dimension.line);
    } else {  // too short for heads inside
      lines({{a - 16 * along, head(a, along, dimension.line)}, {b + 16 * along, head(b, -1 * along, dimension.line)}},
            dimension.line);
    }
    label_beside(0.5 * (a + b), dimension.offset < 0 ? -1 * side : side, dimension.label, dimension.line.colour, 4);
  }

  void draw(const AngleArc& angle) {
    require({angle.centre, {angle.radius, 0}, {angle.from, angle.to}});
    const double turn = angle.to < angle.from ? -1 : 1;
    const Point tip = polar(angle.centre, angle.radius, angle.to);
    const double size = 6 + 2 * angle.line.width, bend = 0.5 * size / std::max(angle.radius, size);
    // The head follows the chord of its own length.
    const double heading = angle.to + turn * (pi / 2 - bend);
    head(tip, {std::cos(heading), -std::sin(heading)}, angle.line);
    lines({arc(angle.centre, angle.radius, angle.from, angle.to - turn * 1.6 * bend)}, angle.line);
    const double middle = 0.5 * (angle.from + angle.to);
    label_beside(polar(angle.centre, angle.radius, middle), {std::cos(middle), -std::sin(middle)}, angle.label,
                 angle.line.colour, 4);
  }

  void draw(const Label& label) {
    if (label.text.empty()) return;
    require({label.at});
    constexpr std::string_view anchors[] = {"start", "middle", "end"};
    const std::string formula = formula_markup(label.text);
    const auto text = [&](std::string_view style) {
      return fmt::format("<text x=\"{}\" y=\"{}\" {}>{}</text>", px(label.at.x), px(label.at.y + 0.36 * label_font),
                         style, formula);
    };
    // A halo of paper keeps it readable over lines.
    out_ += fmt::format(
        "<g font-size=\"{}\" text-anchor=\"{}\"><g {}>{}</g><g {}>{}</g></g>\n", px(label_font),
        anchors[static_cast<int>(label.anchor)], tint(paper),
        text(R"(fill="none" stroke="currentColor" stroke-width="3.5" stroke-linejoin="round" aria-hidden="true")"),
        tint(label.colour), text(R"(fill="currentColor")"));
  }

  const Sketch& sketch_;
  std::string out_;
};

}  // namespace

Sketch& Sketch::draw(Shape shape) {
  shapes.push_back(std::move(shape));
  return *this;
}

Polyline capsule(Point from, Point to, double radius) {
  const Point along = direction(from, to);
  const double angle = std::atan2(-along.y, along.x);
  Polyline outline = arc(to, radius, angle - pi / 2, angle + pi / 2);
  const Polyline other = arc(from, radius, angle + pi / 2, angle + 3 * pi / 2);
  outline.insert(outline.end(), other.begin(), other.end());
  return outline;
}

std::string render(const Sketch& sketch, Setting setting) {
  const Pen pen(sketch);
  std::vector<std::string> title, caption;
  double top = 0, below = sketch.height;
  if (setting == Setting::standalone && !sketch.title.empty()) {
    title = wrap_title(sketch.title, sketch.width);
    top = outer + title_height(title);
    below += top;
  }
  const double caption_top = below + 4;
  if (setting == Setting::standalone && !sketch.caption.empty()) {
    caption = wrap_caption(sketch.caption, sketch.width);
    below += caption_height(caption) + outer - 2;
  }
  std::string out = svg_begin(sketch.width, std::ceil(below), sketch.id.empty() ? "sketch" : identifier(sketch.id),
                              sketch.title, sketch.caption, setting);
  out += title_elements(title);
  out += top > 0 ? fmt::format("<g transform=\"translate(0 {})\">\n{}</g>\n", px(top), pen.elements()) : pen.elements();
  return out + caption_elements(caption, caption_top) + "</svg>\n";
}

}  // namespace carom::report
