// SPDX-License-Identifier: Apache-2.0
// Shots of a film as SVG: one, or all of them one after the other (SMIL).
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "carom/base/constants.hpp"
#include "carom/draw/film.hpp"
#include "carom/draw/film_view.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {
namespace {

constexpr std::string_view mesh_style[] = {"ink", "grey"};

bool is_stretched(PartKind kind) {
  return kind == PartKind::link || kind == PartKind::spring || kind == PartKind::rope;
}

std::string path_of(const std::vector<FilmPoint>& points, double scale, bool closed) {
  std::string d;
  for (const FilmPoint& p : points)
    d += fmt::format("{}{} {}", d.empty() ? "M" : "L", px(scale * p[0]), px(-scale * p[1]));
  return closed ? d + "Z" : d;
}

// Between (0, 0) and (1, 0), to be stretched.
std::string spring_path() {
  std::string d = "M0 0L.1 0";
  for (int k = 0; k < 8; ++k) d += fmt::format("L{} {}", px(0.15 + 0.1 * k), k % 2 ? "-6" : "6");
  return d + "L.95 0L1 0";
}

// A part in the frame of its pose, y down, in px.
std::string in_frame(const FilmPart& part, const FilmView& view) {
  const double k = view.scale;
  const FilmPoint at = part.points.empty() ? FilmPoint{0, 0} : part.points[0];
  const std::string ink = "stroke=\"currentColor\" stroke-width=\"1.5\"";
  const std::string body = ink + " fill=\"currentColor\" fill-opacity=\".22\"";
  switch (part.kind) {
    case PartKind::disc:
      return fmt::format("<circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" {3}/><path d=\"M{0} {1}h{2}\" {4}/>", px(k * at[0]),
                         px(-k * at[1]), px(k * part.radius), body, ink);
    case PartKind::point:
      return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"2.5\" fill=\"currentColor\"/>", px(k * at[0]),
                         px(-k * at[1]));
    case PartKind::polygon: return fmt::format("<path d=\"{}\" {}/>", path_of(part.points, k, true), body);
    case PartKind::capsule:
      return fmt::format(
          "<path d=\"{0}\" stroke=\"currentColor\" stroke-opacity=\".55\" stroke-width=\"{1}\" "
          "stroke-linecap=\"round\" "
          "fill=\"none\"/>",
          path_of(part.points, k, false), px(std::max(2.0, 2 * k * part.radius)));
    case PartKind::chain: return fmt::format("<path d=\"{}\" {} fill=\"none\"/>", path_of(part.points, k, false), ink);
    case PartKind::ground: {
      // As long as any picture.
      const FilmPoint& b = part.points[1];
      const double size = std::hypot(b[0] - at[0], b[1] - at[1]), reach = 4000 / k;
      const FilmPoint d{reach * (b[0] - at[0]) / size, reach * (b[1] - at[1]) / size};
      return fmt::format("<path d=\"{}\" {} fill=\"none\"/>",
                         path_of({{at[0] - d[0], at[1] - d[1]}, {at[0] + d[0], at[1] + d[1]}}, k, false), ink);
    }
    case PartKind::link:
      return fmt::format(
          "<path d=\"M0 0L1 0\" stroke=\"currentColor\" stroke-width=\"{}\" vector-effect=\"non-scaling-stroke\"/>",
          px(std::max(2.0, 2 * k * part.radius)));
    case PartKind::rope:
      return "<path d=\"M0 0L1 0\" stroke=\"currentColor\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\" "
             "vector-effect=\"non-scaling-stroke\"/>";
    case PartKind::spring: break;
  }
  return fmt::format(
      "<path d=\"{}\" stroke=\"currentColor\" stroke-width=\"1.5\" fill=\"none\" "
      "vector-effect=\"non-scaling-stroke\"/>",
      spring_path());
}

// Where a part is in the picture: translation [px], turn [deg], stretch.
struct Placed {
  double x = 0, y = 0, turn = 0, stretch = 1;
};

FilmPoint in_world(const Shot& shot, int pose, const FilmPoint& p) {
  if (pose < 0) return p;
  const double* at = shot.poses.data() + 3 * pose;
  const double c = std::cos(at[2]), s = std::sin(at[2]);
  return {at[0] + c * p[0] - s * p[1], at[1] + s * p[0] + c * p[1]};
}

Placed place(const FilmPart& part, const Shot& shot, const FilmView& view) {
  if (is_stretched(part.kind)) {
    const FilmPoint a = in_world(shot, part.pose, part.points[0]), b = in_world(shot, part.second, part.points[1]);
    const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
    return {view.x(a[0]), view.y(a[1]), -std::atan2(b[1] - a[1], b[0] - a[0]) / deg,
            std::max(view.scale * length, 1e-3)};
  }
  if (part.pose < 0) return {view.x(0), view.y(0)};
  const double* at = shot.poses.data() + 3 * part.pose;
  return {view.x(at[0]), view.y(at[1]), -at[2] / deg};
}

std::string style_of(const FilmPart& part) { return fmt::format("class=\"{}\"", shade(part.colour).name); }

std::string mesh_lines(const Film& film, std::size_t shot, const FilmView& view) {
  if (film.mesh.shots.empty()) return "";
  std::string lines[2];
  const std::vector<double>& at = film.mesh.shots[shot];
  for (const auto& [a, b] : film.mesh.links)
    fmt::format_to(std::back_inserter(lines[film.mesh.body.empty() ? 0 : std::clamp(film.mesh.body[a], 0, 1)]),
                   "M{:.1f} {:.1f}L{:.1f} {:.1f}", view.x(at[2 * a]), view.y(at[2 * a + 1]), view.x(at[2 * b]),
                   view.y(at[2 * b + 1]));
  std::string out;
  for (int body = 0; body < 2; ++body)
    if (!lines[body].empty())
      out += fmt::format("<path class=\"{}\" d=\"{}\" stroke=\"currentColor\" stroke-width=\".5\" fill=\"none\"/>\n",
                         mesh_style[body], lines[body]);
  return out;
}

std::string opening(const Film& film, const FilmView& view, bool own_style) {
  std::string colours;
  for (const Colour colour : {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange,
                              Colour::sky, Colour::yellow, Colour::ink, Colour::grey})
    colours += fmt::format(".{}{{color:{}}}", shade(colour).name, shade(colour).light);
  std::string dark;
  for (const Colour colour : {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange,
                              Colour::sky, Colour::yellow, Colour::ink, Colour::grey})
    dark += fmt::format(".{}{{color:{}}}", shade(colour).name, shade(colour).dark);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}\">\n{3}",
      px(view.width), px(view.height), escape(film.title),
      own_style ? fmt::format("<title>{}</title>\n<style>{}.paper{{fill:{}}}@media (prefers-color-scheme:dark){{{}"
                              ".paper{{fill:{}}}}}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n",
                              escape(film.title), colours, paper.light, dark, paper.dark)
                : "");
}

// The values of an attribute from shot to shot; one if they are all the same.
std::string animated(std::string_view type, const std::vector<std::string>& values, const std::string& timing) {
  if (std::all_of(values.begin(), values.end(), [&](const std::string& v) { return v == values.front(); })) return "";
  return fmt::format("<animateTransform attributeName=\"transform\" type=\"{}\" values=\"{}\" {}/>", type,
                     fmt::join(values, ";"), timing);
}

}  // namespace

FilmView::FilmView(const Film& film, double picture_width, std::size_t shot) : width(picture_width) {
  scale = width / (film.high[0] - film.low[0]);
  height = std::max(40.0, std::round(scale * (film.high[1] - film.low[1])));
  left = film.low[0];
  top = film.high[1];
  if (film.poses > 0 && shot < film.shots.size()) {
    const double* const at = film.shots[shot].poses.data() + 3 * film.followed;
    if (film.follows[0]) left += at[0];
    if (film.follows[1]) top += at[1];
  }
}

double aspect(const Film& film) { return (film.high[1] - film.low[1]) / (film.high[0] - film.low[0]); }

std::string still_elements(const Film& film, std::size_t shot, const FilmView& view) {
  std::string svg = mesh_lines(film, shot, view);
  for (const FilmPart& part : film.parts) {
    const Placed at = place(part, film.shots[shot], view);
    const std::string stretch = is_stretched(part.kind) ? fmt::format(" scale({} 1)", px(at.stretch)) : "";
    svg += fmt::format("<g {} transform=\"translate({} {}) rotate({}){}\">{}</g>\n", style_of(part), px(at.x), px(at.y),
                       px(at.turn), stretch, in_frame(part, view));
  }
  return svg;
}

std::string still(const Film& film, std::size_t shot, double width) {
  check(film);
  const FilmView view(film, width, shot);
  return opening(film, view, true) + still_elements(film, shot, view) +
         fmt::format(
             "<text class=\"ink\" x=\"8\" y=\"18\" font-family=\"sans-serif\" font-size=\"13\" "
             "fill=\"currentColor\">t = {:.5g}{}</text>\n</svg>\n",
             film.shots[shot].t, film.time_unit == "1" ? "" : " " + escape(film.time_unit));
}

std::string film_svg(const Film& film, int most) {
  check(film);
  const FilmView view(film, 720, 0);
  std::vector<std::size_t> taken;
  const std::size_t count = std::min<std::size_t>(film.shots.size(), static_cast<std::size_t>(most));
  for (std::size_t k = 0; k < count; ++k) taken.push_back(count > 1 ? k * (film.shots.size() - 1) / (count - 1) : 0);
  const double t0 = film.shots.front().t, length = film.shots.back().t - t0;
  std::vector<std::string> times;
  for (const std::size_t k : taken)
    times.push_back(fmt::format("{:.5f}", length > 0 ? (film.shots[k].t - t0) / length : 0));
  const bool moves = count > 1 && length > 0;
  const std::string timing = fmt::format("dur=\"{:.3f}s\" repeatCount=\"indefinite\" keyTimes=\"{}\"",
                                         moves ? length / film.speed : 1, fmt::join(times, ";"));
  std::string svg = opening(film, view, true);
  if (!film.mesh.shots.empty()) {
    // Whole pictures take turns, for ever.
    for (std::size_t k = 0; k < taken.size(); ++k) {
      const bool first = k == 0, last = k + 1 == taken.size();
      const std::string when =
          fmt::format("{}{}{}", first ? "0" : "0;" + times[k], last ? "" : ";", last ? "" : times[k + 1]);
      svg += fmt::format(
          "<g visibility=\"{}\">{}<animate attributeName=\"visibility\" calcMode=\"discrete\" values=\"{}visible{}\" "
          "keyTimes=\"{}\" dur=\"{:.3f}s\" repeatCount=\"indefinite\"/></g>\n",
          first ? "visible" : "hidden", mesh_lines(film, taken[k], view), first ? "" : "hidden;", last ? "" : ";hidden",
          when, moves ? length / film.speed : 1);
    }
  }
  for (const FilmPart& part : film.parts) {
    std::vector<std::string> shifts, turns, stretches;
    for (const std::size_t k : taken) {
      const Placed at = place(part, film.shots[k], FilmView(film, 720, k));
      shifts.push_back(px(at.x) + " " + px(at.y));
      turns.push_back(px(at.turn));
      stretches.push_back(px(at.stretch) + " 1");
    }
    const auto group = [&](const char* type, const std::vector<std::string>& values, const std::string& inner) {
      return fmt::format("<g transform=\"{}({})\">{}{}</g>", type, values.front(),
                         moves ? animated(type, values, timing) : "", inner);
    };
    std::string inner = in_frame(part, view);
    if (is_stretched(part.kind)) inner = group("scale", stretches, inner);
    svg += fmt::format("<g {}>{}</g>\n", style_of(part), group("translate", shifts, group("rotate", turns, inner)));
  }
  return svg + "</svg>\n";
}

}  // namespace carom::report
