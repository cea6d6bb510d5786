// SPDX-License-Identifier: Apache-2.0
#include "carom/report/film_pictures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <fmt/format.h>

#include "carom/base/atomic_file.hpp"
#include "carom/draw/colour.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {
namespace {

using Back = std::back_insert_iterator<std::string>;

// From the units of the frame to px, y down.
struct View {
  double left = 0, top = 0, scale = 1;
  std::size_t up = 1;  // the coordinate that points upwards
  double x(const Frame::Point& r) const { return (r[0] - left) * scale; }
  double y(const Frame::Point& r) const { return (top - r[up]) * scale; }
};

void add_lines(const std::string& style, const std::vector<std::size_t>& links, const Frame& frame, const View& view,
               std::string& svg) {
  if (links.empty()) return;
  fmt::format_to(Back(svg), "<path {} d=\"", style);
  for (const std::size_t k : links) {
    const Frame::Point &a = frame.centre[frame.links[k][0]], &b = frame.centre[frame.links[k][1]];
    fmt::format_to(Back(svg), "M{:.1f} {:.1f}L{:.1f} {:.1f}", view.x(a), view.y(a), view.x(b), view.y(b));
  }
  svg += "\"/>\n";
}

void add_joined(const Frame& frame, const View& view, std::string& svg) {
  const std::string_view body_colour[] = {shade(Colour::ink).light, shade(Colour::grey).light};
  std::vector<std::size_t> still[2], squeezed, pulled;
  for (std::size_t k = 0; k < frame.links.size(); ++k) {
    const double stretch = frame.stretch.empty() ? 0 : frame.stretch[k];
    const int body = frame.body.empty() ? 0 : std::clamp(frame.body[frame.links[k][0]], 0, 1);
    (stretch < -1e-3 ? squeezed : stretch > 1e-3 ? pulled : still[body]).push_back(k);
  }
  for (int body = 0; body < 2; ++body)
    add_lines(fmt::format("stroke=\"{}\" stroke-width=\"0.5\" fill=\"none\"", body_colour[body]), still[body], frame,
              view, svg);
  add_lines(fmt::format("stroke=\"{}\" stroke-width=\"1\" fill=\"none\"", shade(Colour::vermilion).light), squeezed,
            frame, view, svg);
  add_lines(fmt::format("stroke=\"{}\" stroke-width=\"1\" fill=\"none\"", shade(Colour::blue).light), pulled, frame,
            view, svg);
}

void add_rods(const Frame& frame, const View& view, std::string& svg) {
  const double reach = 0.5 * (frame.length - frame.diameter);
  fmt::format_to(Back(svg), "<g stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-linecap=\"round\">\n",
                 shade(Colour::blue).light, 0.9 * frame.diameter * view.scale);
  for (std::size_t i = 0; i < frame.centre.size(); ++i) {
    const Frame::Point &r = frame.centre[i], &u = frame.axis[i];
    const Frame::Point a{r[0] - reach * u[0], r[1] - reach * u[1], r[2] - reach * u[2]},
        b{r[0] + reach * u[0], r[1] + reach * u[1], r[2] + reach * u[2]};
    fmt::format_to(Back(svg), "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", view.x(a), view.y(a), view.x(b),
                   view.y(b));
  }
  svg += "</g>\n";
}

class Pictures final : public FrameSink {
 public:
  explicit Pictures(std::string path) : path_(std::move(path)) {}

  void begin(const std::string&, const std::vector<std::pair<std::string, std::string>>&) override { count_ = 0; }

  void frame(const Frame& frame) override {
    const std::filesystem::path base(path_);
    write_atomically(base.parent_path() / fmt::format("{}_{:06}.svg", base.stem().string(), count_++), picture(frame));
  }

  void finish() override {}

 private:
  std::string path_;
  long count_ = 0;
};

}  // namespace

std::string picture(const Frame& frame, double width) {
  constexpr double room = 24;  // px below, for the time
  const std::size_t up = frame.joined() ? 1 : 2;
  const View view{
      .left = frame.low[0], .top = frame.high[up], .scale = width / (frame.high[0] - frame.low[0]), .up = up};
  const double height = (frame.high[up] - frame.low[up]) * view.scale + room;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\">\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
      px(width), px(height));
  frame.joined() ? add_joined(frame, view, svg) : add_rods(frame, view, svg);
  fmt::format_to(Back(svg),
                 "<text x=\"8\" y=\"{}\" font-family=\"sans-serif\" font-size=\"14\" fill=\"{}\">t = {:.4g}</text>\n"
                 "</svg>\n",
                 px(height - 8), shade(Colour::ink).light, frame.t);
  return svg;
}

bool is_picture_file(const std::string& path) { return std::filesystem::path(path).extension() == ".svg"; }

std::unique_ptr<FrameSink> make_picture_sink(const std::string& path) { return std::make_unique<Pictures>(path); }

}  // namespace carom::report
