// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/animation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "carom/base/bad_input.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {

namespace {

long tenths(double px) { return std::lround(10 * px); }

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '<' || code < 0x20)
      out += fmt::format("\\u{:04x}", code);
    else
      out += c;
  }
  return out + '"';
}

std::string json_list(const std::vector<std::string>& items) { return fmt::format("[{}]", fmt::join(items, ",")); }

std::string json_texts(const std::vector<std::string>& texts) {
  std::vector<std::string> items;
  for (const std::string& text : texts) items.push_back(json_text(text));
  return json_list(items);
}

double energy_scale(const EnergyBar& energy) {
  double most = 0;
  for (const auto& values : energy.frames) {
    double sum = 0;
    for (const double value : values) sum += std::max(value, 0.0);
    most = std::max(most, sum);
  }
  return most > 0 && std::isfinite(most) ? most : 1;
}

// Three digits, as the script writes them; a rounding error beside the others is nothing.
std::string three_digits(double value, double scale) {
  if (!(std::abs(value) > 1e-9 * scale)) return "0";
  const double rounding = std::pow(10.0, 2 - std::floor(std::log10(std::abs(value))));
  return fmt::format("{:.12g}", std::round(value * rounding) / rounding);
}

double percent(double value, double scale) { return std::isfinite(value) ? 100 * std::max(value, 0.0) / scale : 0; }

std::string arrow_path(const BarPlace& at, double width) {
  const double x = at.x2 - at.x1, y = at.y2 - at.y1, length = std::hypot(x, y);
  if (!(length >= 1)) return "";
  const double head = std::min(4 + 2 * width, length) / length, u = head * x, v = head * y;
  return fmt::format("M{} {}L{} {}M{} {}L{} {}L{} {}", px(at.x1), px(at.y1), px(at.x2), px(at.y2),
                     px(at.x2 - u + 0.5 * v), px(at.y2 - v - 0.5 * u), px(at.x2), px(at.y2), px(at.x2 - u - 0.5 * v),
                     px(at.y2 - v + 0.5 * u));
}

// {"wait":ms or [ms,…],"frames":[[x1,y1,x2,y2,…],…],"times":["…",…],"regimes":["…",…],"impacts":[…],"unit":"…",
//  "energy":[[…],…],"most":…}, lengths in tenths of a px.
std::string data_of(const Animation& animation) {
  std::vector<std::string> items;
  for (const double seconds : animation.pace) items.push_back(fmt::format("{:.0f}", 1000 * seconds));
  std::string out =
      fmt::format("{{\"wait\":{},\"frames\":[",
                  items.empty() ? fmt::format("{:.0f}", 1000 * animation.seconds_per_frame) : json_list(items));
  for (std::size_t k = 0; k < animation.frames.size(); ++k) {
    out += k ? ",[" : "[";
    bool first = true;
    for (const BarPlace& place : animation.frames[k])
      for (const double length : {place.x1, place.y1, place.x2, place.y2}) {
        if (!first) out += ',';
        out += fmt::format_int(tenths(length)).str();
        first = false;
      }
    out += ']';
  }
  items.clear();
  const double scale = energy_scale(animation.energy);
  for (const auto& values : animation.energy.frames) {
    std::vector<std::string> parts;
    for (const double value : values)
      parts.push_back(std::abs(value) > 1e-9 * scale ? fmt::format("{:.4g}", value) : "0");
    items.push_back(json_list(parts));
  }
  return out + fmt::format("],\"times\":{},\"regimes\":{},\"impacts\":[{}],\"unit\":{},\"energy\":{},\"most\":{:.6g}}}",
                           json_texts(animation.times), json_texts(animation.regimes),
                           fmt::join(animation.impacts, ","), json_text(animation.energy.unit), json_list(items),
                           scale);
}

std::string energy_html(const EnergyBar& energy) {
  if (energy.frames.empty()) return "";
  const double scale = energy_scale(energy);
  const std::vector<double>& first = energy.frames.front();
  std::string bar, legend;
  for (std::size_t k = 0; k < energy.parts.size(); ++k) {
    const auto& [name, colour] = energy.parts[k];
    bar += fmt::format("<i class=\"{}\" style=\"width:{:.1f}%\"></i>", shade(colour).name, percent(first[k], scale));
    legend += fmt::format("<span><i class=\"{}\"></i>{} <b>{} {}</b></span>", shade(colour).name, escape(name),
                          three_digits(first[k], scale), escape(energy.unit));
  }
  return fmt::format(
      "<div class=\"energy\"><div class=\"stack\">{}</div><div class=\"legend\"><span>Energy:</span>{}</div></div>\n",
      bar, legend);
}

}  // namespace

void check(const Animation& animation) {
  const std::size_t count = animation.frames.size();
  if (count == 0) throw BadInput(fmt::format("The animation '{}' has no frames.", animation.title));
  for (std::size_t k = 0; k < count; ++k)
    if (animation.frames[k].size() != animation.bars.size())
      throw BadInput(fmt::format("Frame {} of the animation '{}' has {} places for {} bars.", k + 1, animation.title,
                                 animation.frames[k].size(), animation.bars.size()));
  const auto one_each = [&](std::size_t given, const char* what) {
    if (given != 0 && given != count)
      throw BadInput(fmt::format("The animation '{}' has {} {} for {} frames.", animation.title, given, what, count));
  };
  one_each(animation.times.size(), "times");
  one_each(animation.regimes.size(), "regimes");
  one_each(animation.pace.size(), "paces");
  one_each(animation.energy.frames.size(), "energies");
  for (std::size_t k = 0; k < animation.energy.frames.size(); ++k)
    if (animation.energy.frames[k].size() != animation.energy.parts.size())
      throw BadInput(fmt::format("Frame {} of the animation '{}' has {} energies for {} parts.", k + 1, animation.title,
                                 animation.energy.frames[k].size(), animation.energy.parts.size()));
  const auto finite = [&](double value, const char* what) {
    if (!std::isfinite(value))
      throw BadInput(fmt::format("The animation '{}' has {} that is not finite.", animation.title, what));
  };
  for (const auto& places : animation.frames)
    for (const BarPlace& place : places)
      for (const double length : {place.x1, place.y1, place.x2, place.y2}) finite(length, "a place");
  for (const double seconds : animation.pace) finite(seconds, "a pace");
  for (const auto& values : animation.energy.frames)
    for (const double value : values) finite(value, "an energy");
  for (const int frame : animation.impacts)
    if (frame < 0 || static_cast<std::size_t>(frame) >= count)
      throw BadInput(fmt::format("The animation '{}' has an impact in frame {} of {}.", animation.title, frame, count));
}

std::string render(const Animation& animation) {
  check(animation);
  std::string out = "<div class=\"carom-animation\">\n";
  if (!animation.regimes.empty()) out += fmt::format("<p class=\"regime\">{}</p>\n", escape(animation.regimes.front()));
  out += fmt::format("<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n",
                     px(animation.width), px(animation.height), escape(animation.title));
  for (const Ring& ring : animation.rings)
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", px(ring.x), px(ring.y), px(ring.radius));
  for (std::size_t k = 0; k < animation.bars.size(); ++k) {
    const Bar& bar = animation.bars[k];
    const BarPlace& at = animation.frames.front()[k];
    const std::string style = fmt::format("class=\"{}\" stroke-width=\"{}\" opacity=\"{}\"", shade(bar.colour).name,
                                          px(bar.width), px(bar.opacity));
    if (bar.arrow)
      out += fmt::format("<path {} data-width=\"{}\" d=\"{}\"/>\n", style, px(bar.width), arrow_path(at, bar.width));
    else
      out += fmt::format("<line {} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n", style, px(at.x1), px(at.y1), px(at.x2),
                         px(at.y2));
  }
  for (const FilmLabel& label : animation.labels)
    out += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", px(label.x), px(label.y), escape(label.text));
  out += "</svg>\n" + energy_html(animation.energy);
  out += fmt::format(
      "<div class=\"controls\"><button type=\"button\" class=\"play\">Play</button>{}<input type=\"range\" min=\"0\" "
      "max=\"{}\" value=\"0\" aria-label=\"Frame\"><select aria-label=\"Speed\"><option value=\"1\">1×</option><option "
      "value=\"2\">½×</option><option value=\"4\">¼×</option><option value=\"10\">⅒×</option></select>"
      "<output>{}</output></div>\n<script type=\"application/json\">{}</script>\n</div>\n",
      animation.impacts.empty() ? "" : "<button type=\"button\" class=\"next\">Next impact</button>",
      animation.frames.size() - 1, animation.times.empty() ? "" : escape(animation.times.front()), data_of(animation));
  return out;
}

std::string_view animation_script() {
  return R"js(
for (const film of document.querySelectorAll(".carom-animation")) {
  const data = JSON.parse(film.querySelector("script").textContent);
  const bars = film.querySelectorAll("svg > line, svg > path"), names = ["x1", "y1", "x2", "y2"];
  const button = film.querySelector(".play"), next = film.querySelector(".next");
  const slider = film.querySelector("input"), speed = film.querySelector("select"), output = film.querySelector("output");
  const regime = film.querySelector(".regime");
  const shares = film.querySelectorAll(".stack > i"), values = film.querySelectorAll(".legend b");
  const last = data.frames.length - 1;
  let timer = 0;
  const arrow = ([x1, y1, x2, y2], width) => {
    const x = x2 - x1, y = y2 - y1, length = Math.hypot(x, y);
    if (length < 1) return "";
    const head = Math.min(4 + 2 * width, length) / length, u = head * x, v = head * y;
    return `M${x1} ${y1}L${x2} ${y2}M${x2 - u + v / 2} ${y2 - v - u / 2}L${x2} ${y2}L${x2 - u - v / 2} ${y2 - v + u / 2}`;
  };
  const show = k => {
    const places = data.frames[k].map(tenths => tenths / 10);
    bars.forEach((bar, i) => {
      const at = places.slice(4 * i, 4 * i + 4);
      if (bar.dataset.width) bar.setAttribute("d", arrow(at, +bar.dataset.width));
      else names.forEach((name, j) => bar.setAttribute(name, at[j]));
    });
    slider.value = k;
    output.textContent = data.times[k] || "";
    if (regime) regime.textContent = data.regimes[k];
    (data.energy[k] || []).forEach((value, i) => {
      shares[i].style.width = `${Math.max(0, value) / data.most * 100}%`;
      values[i].textContent = `${+value.toPrecision(3)} ${data.unit}`.replace("-", "\u2212");
    });
  };
  const stop = () => { clearTimeout(timer); timer = 0; button.textContent = "Play"; };
  const wait = k => (data.wait[k] ?? data.wait) * speed.value;
  const step = () => {
    const k = +slider.value === last ? 0 : +slider.value + 1;
    show(k);
    timer = setTimeout(step, wait(k));
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.textContent = "Pause";
    step();
  });
  next?.addEventListener("click", () => {
    stop();
    show(data.impacts.find(k => k > +slider.value) ?? data.impacts[0]);
  });
  slider.addEventListener("input", () => { stop(); show(+slider.value); });
}
)js";
}

std::string animation_style() {
  std::string style = R"css(
.carom-animation svg { display: block; max-width: 100%; height: auto; }
.carom-animation line, .carom-animation path { stroke-linecap: round; stroke-linejoin: round; fill: none; }
.carom-animation text { fill: var(--soft); font-size: 12px; }
.carom-animation .regime { margin: 0 0 0.3rem; min-height: 1.6em; font-weight: 600; font-size: 0.9rem; }
.carom-animation .stack { display: flex; height: 0.7rem; background: var(--wash); border-radius: 3px; overflow: hidden; }
.carom-animation .stack i { display: block; background: currentColor; }
.carom-animation .legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; margin-top: 0.3rem; font-size: 0.8125rem; color: var(--soft); }
.carom-animation .legend i { display: inline-block; width: 0.7rem; height: 0.7rem; margin-right: 0.4rem; background: currentColor; border-radius: 2px; }
.carom-animation .legend b { display: inline-block; min-width: 5.5em; font-weight: 400; color: var(--ink); font-variant-numeric: tabular-nums; }
.carom-animation circle { fill: none; stroke: var(--soft); stroke-width: 1; }
.carom-animation .controls { display: flex; flex-wrap: wrap; gap: 0.4rem 0.75rem; align-items: center; margin: 0.4rem 0 0.6rem; }
.carom-animation button, .carom-animation select { font: inherit; font-size: 0.875rem; }
.carom-animation .play { min-width: 4.5rem; }
.carom-animation input { flex: 1; min-width: 8rem; }
.carom-animation output { min-width: 5rem; color: var(--soft); font-variant-numeric: tabular-nums; }
@media print { .carom-animation .controls { display: none; } }
)css";
  const auto rule = [](std::string_view name, std::string_view colour) {
    return fmt::format(".carom-animation .{0} {{ stroke: {1}; color: {1}; }}\n", name, colour);
  };
  constexpr Colour colours[] = {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange,
                                Colour::sky,  Colour::yellow,    Colour::ink,   Colour::grey};
  for (const Colour colour : colours) style += rule(shade(colour).name, shade(colour).light);
  style += "@media screen and (prefers-color-scheme: dark) {\n";
  for (const Colour colour : colours) style += rule(shade(colour).name, shade(colour).dark);
  return style + "}\n";
}

}  // namespace carom::report
