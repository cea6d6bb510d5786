// SPDX-License-Identifier: Apache-2.0
// The page of a film: its numbers in 16 bits each, what plays them, and a strip of shots for print.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/draw/film.hpp"
#include "carom/draw/film_view.hpp"
#include "carom/draw/markup.hpp"
#include "carom/draw/page_files.hpp"

namespace carom::report {
namespace {

using Json = nlohmann::json;

const char* name_of(PartKind kind) {
  switch (kind) {
    case PartKind::disc: return "disc";
    case PartKind::polygon: return "polygon";
    case PartKind::capsule: return "capsule";
    case PartKind::point: return "point";
    case PartKind::ground: return "ground";
    case PartKind::chain: return "chain";
    case PartKind::link: return "link";
    case PartKind::spring: return "spring";
    case PartKind::rope: return "rope";
  }
  return "point";
}

// Lists of numbers, each in steps of a 65534th of its range; 65535 stands for none.
class Packed {
 public:
  template <class Value>
  void add(std::size_t count, const Value& value) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (std::size_t k = 0; k < count; ++k)
      if (const double v = value(k); std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
    if (!(low <= high)) low = high = 0;
    const double step = (high - low) / 65534;
    ranges_.push_back({low, step});
    for (std::size_t k = 0; k < count; ++k) {
      const double v = value(k);
      const auto code = !std::isfinite(v) ? std::uint16_t{65535}
                        : step > 0        ? static_cast<std::uint16_t>(std::lround((v - low) / step))
                                          : std::uint16_t{0};
      bytes_ += static_cast<char>(code & 0xff);
      bytes_ += static_cast<char>(code >> 8);
    }
  }
  Json ranges() const { return ranges_; }
  std::string data() const { return base64(bytes_); }

 private:
  std::vector<std::array<double, 2>> ranges_;
  std::string bytes_;
};

Json parts_of(const Film& film) {
  Json list = Json::array();
  for (const FilmPart& part : film.parts)
    list.push_back({{"kind", name_of(part.kind)},
                    {"name", part.name},
                    {"pose", part.pose},
                    {"second", part.second},
                    {"points", part.points},
                    {"radius", part.radius},
                    {"colour", shade(part.colour).name}});
  return list;
}

Json events_of(const Film& film) {
  Json list = Json::array();
  for (const FilmEvent& event : film.events) {
    Json path = Json::array();
    for (const std::vector<double>& point : event.path) {
      Json row = Json::array();
      for (const double value : point)
        row.push_back(std::isfinite(value) && value != 0 ? Json(fmt::format("{:.4g}", value)) : Json(0));
      path.push_back(row);
    }
    list.push_back({{"shot", event.shot},
                    {"kind", event.kind},
                    {"contacts", event.contacts},
                    {"impact", event.impact},
                    {"path", path}});
  }
  return list;
}

// Numbers in elements of their own, for they are long: #times, #numbers, #places.
std::string element(const char* id, const std::string& letters) {
  return fmt::format("<script type=\"text/plain\" id=\"{}\">{}</script>\n", id, letters);
}

// Beside the description what it tells of, in elements.
Json data_of(const Film& film, std::string& elements) {
  Json contacts = Json::array(), columns = Json::array(), energies = Json::array();
  for (const FilmContact& contact : film.contacts)
    contacts.push_back({{"name", contact.name}, {"pose", contact.pose}, {"mirrored", contact.mirrored}});
  for (const FilmColumn& column : film.columns)
    columns.push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
  for (const auto& [name, column] : film.energies) energies.push_back({{"name", name}, {"column", column}});
  const std::size_t shots = film.shots.size();
  Packed numbers;
  for (std::size_t k = 0; k < 3 * static_cast<std::size_t>(film.poses); ++k)
    numbers.add(shots, [&](std::size_t i) { return film.shots[i].poses[k]; });
  for (std::size_t k = 0; k < film.contacts.size(); ++k) {
    numbers.add(shots, [&](std::size_t i) { return film.shots[i].forces[k].normal; });
    numbers.add(shots, [&](std::size_t i) { return film.shots[i].forces[k].tangential; });
    numbers.add(shots, [&](std::size_t i) { return film.shots[i].forces[k].mode; });
  }
  for (std::size_t k = 0; k < film.columns.size(); ++k)
    numbers.add(shots, [&](std::size_t i) { return film.shots[i].values[k]; });
  std::string times;
  for (const Shot& shot : film.shots) {
    const double t = shot.t;
    times.append(reinterpret_cast<const char*>(&t), sizeof t);
  }
  Json data{{"title", film.title},
            {"poses", film.poses},
            {"parts", parts_of(film)},
            {"contacts", contacts},
            {"columns", columns},
            {"energies", energies},
            {"fromZero", film.counted_from_zero},
            {"energyUnit", film.energy_unit},
            {"events", events_of(film)},
            {"speed", film.speed},
            {"timeUnit", film.time_unit},
            {"first", film.first_column},
            {"low", film.low},
            {"high", film.high},
            {"follows", film.follows},
            {"followed", film.followed},
            {"shots", shots},
            {"ranges", numbers.ranges()}};
  elements = element("times", base64(times)) + element("numbers", numbers.data());
  if (!film.mesh.shots.empty()) {
    const std::size_t points = film.mesh.shots.front().size();
    Packed places;
    places.add(points * shots, [&](std::size_t i) { return film.mesh.shots[i / points][i % points]; });
    data["mesh"] = {
        {"links", film.mesh.links}, {"body", film.mesh.body}, {"ranges", places.ranges()}, {"points", points / 2}};
    elements += element("places", places.data());
  }
  return data;
}

// Nothing in a title or a name ends the script's element or begins a comment.
std::string safe_text(const Json& data) {
  std::string safe;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

std::string strip(const Film& film) {
  constexpr std::size_t pictures = 8;
  std::string html;
  const std::size_t count = std::min(film.shots.size(), pictures);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t shot = count > 1 ? k * (film.shots.size() - 1) / (count - 1) : 0;
    const FilmView view(film, 300, shot);
    html += fmt::format(
        "<figure><svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"shot {}\">\n{}</svg>"
        "<figcaption>t = {:.5g}{}</figcaption></figure>\n",
        px(view.width), px(view.height), k + 1, still_elements(film, shot, view), film.shots[shot].t,
        film.time_unit == "1" ? "" : " " + escape(film.time_unit));
  }
  return html;
}

std::string colours() {
  std::string light, dark, classes;
  for (const Colour colour : {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange,
                              Colour::sky, Colour::yellow, Colour::ink, Colour::grey}) {
    const Shade tone = shade(colour);
    light += fmt::format("--{}:{};", tone.name, tone.light);
    dark += fmt::format("--{}:{};", tone.name, tone.dark);
    classes += fmt::format(".{0}{{color:var(--{0})}}", tone.name);
  }
  return fmt::format(
      ":root{{{}--paper:{};--grid:{}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{}"
      "--paper:{};--grid:{}}}}}\n{}\n",
      light, paper.light, grid.light, dark, paper.dark, grid.dark, classes);
}

std::string controls(const Film& film) {
  std::string choice;
  for (std::size_t k = 0; k < film.columns.size(); ++k)
    choice += fmt::format("<option value=\"{}\"{}>{}{}</option>", k,
                          static_cast<int>(k) == film.first_column ? " selected" : "", escape(film.columns[k].name),
                          film.columns[k].meaning.empty() ? "" : " – " + escape(film.columns[k].meaning));
  return fmt::format(
      "<div class=\"controls\"><button type=\"button\" id=\"play\">Play</button><button type=\"button\" id=\"back\" "
      "title=\"the event before (p)\">◂ Event</button><button type=\"button\" id=\"next\" title=\"the next event (n)\">"
      "Event ▸</button><input type=\"range\" id=\"at\" min=\"0\" max=\"1000\" value=\"0\" step=\"any\" "
      "aria-label=\"Place in the film\"><label>Speed <select id=\"speed\"><option value=\"2\">2×</option><option "
      "value=\"1\" selected>1×</option><option value=\"0.5\">½×</option><option value=\"0.25\">¼×</option><option "
      "value=\"0.1\">⅒×</option></select></label><label><input type=\"checkbox\" id=\"slow\" checked> slow through "
      "impacts</label><output id=\"time\"></output></div>\n"
      "<div id=\"ledger\" class=\"ledger\"></div>\n"
      "<div class=\"strip-chart\"><label>Below: <select id=\"column\">{}</select></label><canvas id=\"chart\" "
      "role=\"img\" aria-label=\"the chosen column over time\"></canvas></div>\n",
      choice);
}

}  // namespace

void check(const Film& film) {
  const auto refuse = [&](const std::string& what) {
    throw BadInput(fmt::format("the film '{}' {}", film.title, what));
  };
  if (film.shots.empty()) refuse("has no shots");
  if (!(film.speed > 0) || !std::isfinite(film.speed)) refuse("has no speed above 0");
  if (!(film.low[0] < film.high[0]) || !(film.low[1] < film.high[1])) refuse("has no window");
  for (const Shot& shot : film.shots) {
    if (shot.poses.size() != 3 * static_cast<std::size_t>(film.poses)) refuse("has a shot with other poses");
    if (shot.forces.size() != film.contacts.size()) refuse("has a shot with other contacts");
    if (shot.values.size() != film.columns.size()) refuse("has a shot with other columns");
    for (const double value : shot.poses)
      if (!std::isfinite(value)) refuse(fmt::format("has a place that is not finite, at t = {:.6g}", shot.t));
  }
  if (film.poses > 0 && (film.followed < 0 || film.followed >= film.poses))
    refuse("follows a pose that it does not have");
  for (const FilmPart& part : film.parts) {
    const bool two = part.kind == PartKind::link || part.kind == PartKind::spring || part.kind == PartKind::rope ||
                     part.kind == PartKind::ground || part.kind == PartKind::capsule;
    if (part.pose >= film.poses || part.second >= film.poses || (two && part.points.size() != 2))
      refuse(fmt::format("has a part '{}' that fits nothing", part.name));
  }
  if (!film.mesh.shots.empty() && film.mesh.shots.size() != film.shots.size()) refuse("has a mesh with other shots");
}

std::string film_page(const Film& film) {
  check(film);
  std::string elements;
  const Json data = data_of(film, elements);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>\n{1}{2}</style>\n</head>\n<body>\n"
      "<main>\n<h1>{0}</h1>\n<p class=\"subtitle\">{3}</p>\n<div class=\"player\">\n<p id=\"regime\" "
      "class=\"regime\"></p>\n{4}{5}</div>\n<p class=\"legend\" id=\"legend\"></p>\n<p class=\"keys\">Space plays, "
      "← and → go by one shot, p and n from event to event, Home and End to the ends.</p>\n<p "
      "class=\"caption\">{6}</p>\n<section class=\"strip\" aria-label=\"shots of the film\">\n{7}</section>\n"
      "<noscript><p>The film plays with a script; its shots are above.</p></noscript>\n</main>\n<script "
      "type=\"application/json\" id=\"film\">{8}</script>\n{9}<script>\n{10}</script>\n</body>\n</html>\n",
      escape(film.title), colours(), film_css(), escape(film.subtitle),
      film.is_strip_only() ? "" : "<canvas id=\"stage\" role=\"img\" aria-label=\"the motion\"></canvas>\n",
      controls(film), escape(film.caption), film.is_strip_only() ? "" : strip(film), safe_text(data), elements,
      film_js());
}

}  // namespace carom::report
