#include "carom/report/animation.hpp"

#include <cmath>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/report/markup.hpp"

namespace carom::report {

namespace {

void check(const Animation& animation) {
  if (animation.frames.empty()) throw BadInput(fmt::format("The animation '{}' has no frames.", animation.title));
  for (std::size_t k = 0; k < animation.frames.size(); ++k)
    if (animation.frames[k].size() != animation.bars.size())
      throw BadInput(fmt::format("Frame {} of the animation '{}' has {} places for {} bars.", k + 1, animation.title,
                                 animation.frames[k].size(), animation.bars.size()));
  if (!animation.times.empty() && animation.times.size() != animation.frames.size())
    throw BadInput(fmt::format("The animation '{}' has {} times for {} frames.", animation.title,
                               animation.times.size(), animation.frames.size()));
}

long tenths(double px) { return std::isfinite(px) ? std::lround(10 * px) : 0; }

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

// {"wait":ms,"frames":[[x1,y1,x2,y2,…],…],"times":["…",…]}, lengths in tenths of a px.
std::string data_of(const Animation& animation) {
  std::string out = fmt::format("{{\"wait\":{:.0f},\"frames\":[", 1000 * animation.seconds_per_frame);
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
  out += "],\"times\":[";
  for (std::size_t k = 0; k < animation.times.size(); ++k) out += (k ? "," : "") + json_text(animation.times[k]);
  return out + "]}";
}

}  // namespace

std::string render(const Animation& animation) {
  check(animation);
  std::string out = fmt::format(
      "<div class=\"carom-animation\">\n<svg viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" "
      "aria-label=\"{2}\">\n",
      px(animation.width), px(animation.height), escape(animation.title));
  for (const Ring& ring : animation.rings)
    out += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", px(ring.x), px(ring.y), px(ring.radius));
  for (std::size_t k = 0; k < animation.bars.size(); ++k) {
    const Bar& bar = animation.bars[k];
    const BarPlace& at = animation.frames.front()[k];
    out +=
        fmt::format("<line class=\"{}\" stroke-width=\"{}\" opacity=\"{}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>\n",
                    shade(bar.colour).name, px(bar.width), px(bar.opacity), px(at.x1), px(at.y1), px(at.x2), px(at.y2));
  }
  out += fmt::format(
      "</svg>\n<div class=\"controls\"><button type=\"button\">Play</button><input type=\"range\" min=\"0\" max=\"{}\" "
      "value=\"0\" aria-label=\"Frame\"><output>{}</output></div>\n<script type=\"application/json\">{}</script>\n"
      "</div>\n",
      animation.frames.size() - 1, animation.times.empty() ? "" : escape(animation.times.front()), data_of(animation));
  return out;
}

std::string_view animation_script() {
  return R"js(
for (const film of document.querySelectorAll(".carom-animation")) {
  const data = JSON.parse(film.querySelector("script").textContent);
  const lines = film.querySelectorAll("line"), names = ["x1", "y1", "x2", "y2"];
  const button = film.querySelector("button"), slider = film.querySelector("input");
  const output = film.querySelector("output");
  let timer = 0;
  const show = k => {
    const places = data.frames[k];
    lines.forEach((line, i) => names.forEach((name, j) => line.setAttribute(name, places[4 * i + j] / 10)));
    slider.value = k;
    output.textContent = data.times[k] || "";
  };
  const stop = () => { clearInterval(timer); timer = 0; button.textContent = "Play"; };
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.textContent = "Pause";
    timer = setInterval(() => show((+slider.value + 1) % data.frames.length), data.wait);
  });
  slider.addEventListener("input", () => { stop(); show(+slider.value); });
}
)js";
}

std::string animation_style() {
  std::string style = R"css(
.carom-animation svg { display: block; max-width: 100%; height: auto; }
.carom-animation line { stroke-linecap: round; }
.carom-animation circle { fill: none; stroke: var(--soft); stroke-width: 1; }
.carom-animation .controls { display: flex; gap: 0.75rem; align-items: center; margin: 0.4rem 0 0.6rem; }
.carom-animation button { min-width: 4.5rem; font: inherit; }
.carom-animation input { flex: 1; }
.carom-animation output { min-width: 8rem; color: var(--soft); font-variant-numeric: tabular-nums; }
@media print { .carom-animation .controls { display: none; } }
)css";
  constexpr Colour colours[] = {Colour::blue, Colour::vermilion, Colour::green, Colour::purple, Colour::orange,
                                Colour::sky,  Colour::yellow,    Colour::ink,   Colour::grey};
  for (const Colour colour : colours)
    style += fmt::format(".carom-animation line.{} {{ stroke: {}; }}\n", shade(colour).name, shade(colour).light);
  style += "@media screen and (prefers-color-scheme: dark) {\n";
  for (const Colour colour : colours)
    style += fmt::format(".carom-animation line.{} {{ stroke: {}; }}\n", shade(colour).name, shade(colour).dark);
  return style + "}\n";
}

}  // namespace carom::report
