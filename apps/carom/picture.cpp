// SPDX-License-Identifier: Apache-2.0
#include "picture.hpp"

#include <cmath>

#include <fmt/core.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/draw/other_program.hpp"
#include "carom/report/page.hpp"

namespace carom::app {
namespace {

constexpr double px_a_metre = 96 / 0.0254, least_width = 240;  // px

double width_of(const PictureArguments& a) {
  const double width = std::round(px_a_metre * parse_quantity(*a.width, "m", "--width"));
  if (!(width >= least_width && width <= 4000))
    throw BadInput(fmt::format("--width is that of a figure on paper, 64mm to 1m, got {}", *a.width));
  return width;
}

}  // namespace

std::vector<Option> picture_options(PictureArguments& a, const char* what) {
  return {{"--picture", "FILE", what, &a.file},
          {"--width", "W", "of the picture on paper: 86mm, with letters that stay as large as they are", &a.width}};
}

void check_picture(const PictureArguments& a) {
  if (a.width && !a.file) throw BadInput("--width belongs to a picture: give --picture FILE.svg");
  if (a.width) width_of(a);
  if (!a.file) return;
  const bool png = a.file->ends_with(".png");
  if (!png && !a.file->ends_with(".svg") && !a.file->ends_with(".html"))
    throw BadInput(fmt::format("--picture ends in .svg, .png or .html, got '{}'", *a.file));
  if (png && !report::is_installed("rsvg-convert"))
    throw BadInput(fmt::format(
        "cannot write '{}': PNG needs rsvg-convert (Debian: librsvg2-bin); .svg and .html need nothing", *a.file));
}

double picture_width(const PictureArguments& a) { return a.width ? width_of(a) : report::Figure{}.width; }

void write_picture(const PictureArguments& a, report::Figure figure) {
  if (!a.file) return;
  if (a.width) figure.width = width_of(a);
  if (a.file->ends_with(".html")) {
    report::Page page{.title = figure.title};
    page.figure(figure, report::data_csv(figure));
    report::write_atomically(*a.file, report::render(page));
  } else if (a.file->ends_with(".png")) {
    report::write_png(*a.file, report::render(figure), static_cast<int>(3 * figure.width));
  } else {
    report::write_atomically(*a.file, report::render(figure));
  }
}

}  // namespace carom::app
