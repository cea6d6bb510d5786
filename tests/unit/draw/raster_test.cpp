// SPDX-License-Identifier: Apache-2.0
// Maps in a panel: their picture, extents, colour bar and legend.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/draw/figure.hpp"
#include "carom/draw/figure_layout.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

const double none = std::numeric_limits<double>::quiet_NaN();

Raster four_cells(double missing = none) {
  Raster raster = value_raster(2, 2, {0, 1, 2, missing}, {.label = "drift", .unit = "mm/s", .min = 0, .max = 2});
  raster.x_from = 1;
  raster.x_to = 3;
  raster.y_from = 10;
  raster.y_to = 1000;
  return raster;
}

Figure map_of(Raster raster, Scale y = Scale::linear) {
  Figure figure{.id = "map", .title = "Drift"};
  figure.panel({.x = {.label = "Γ"}, .y = {.label = "f", .unit = "Hz", .scale = y}}).raster(std::move(raster));
  return figure;
}

TEST(Raster, IsOnePictureWithAColourBar) {
  for (const Setting setting : {Setting::standalone, Setting::in_page}) {
    const std::string svg = render(map_of(four_cells()), setting);
    EXPECT_EQ(markup_fault(svg), "");
    EXPECT_EQ(count(svg, "<image "), 2u) << "the map and its bar";
    EXPECT_EQ(count(svg, "href=\"data:image/png;base64,"), 2u);
    EXPECT_EQ(count(svg, "preserveAspectRatio=\"none\""), 2u);
    EXPECT_EQ(count(svg, ">drift (mm/s)</text>"), 1u);
    EXPECT_EQ(count(svg, ">no value</text>"), 1u);
    EXPECT_NE(svg.find("a map of drift (mm/s)"), std::string::npos) << "in words, too";
  }
  EXPECT_EQ(count(render(map_of(four_cells(1.5))), "no value"), 0u) << "nothing is missing";
}

TEST(Raster, FillsItsFrame) {
  for (const Scale scale : {Scale::linear, Scale::log10}) {
    const Figure figure = map_of(four_cells(), scale);
    const PanelLayout panel = lay_out(figure, Setting::in_page).panels.at(0);
    EXPECT_NEAR(panel.x(1), panel.frame.left, 1e-9);
    EXPECT_NEAR(panel.x(3), panel.frame.right, 1e-9);
    EXPECT_NEAR(panel.y(1000), panel.frame.top, 1e-9);
    ASSERT_EQ(panel.bars.size(), 1u);
    EXPECT_GT(panel.bars[0].box.left, panel.frame.right);
    EXPECT_LT(panel.bars[0].label_x, 720) << "the bar and its label are in the picture";
    EXPECT_GT(panel.legend_box.top, panel.frame.bottom) << "the legend covers no cell";
  }
}

TEST(Raster, IsCutAtAGivenRange) {
  Figure figure = map_of(four_cells());
  figure.panels.front().x.max = 2.5;
  const std::string svg = render(figure, Setting::in_page);
  EXPECT_EQ(markup_fault(svg), "");
  EXPECT_EQ(count(svg, "<svg"), 2u);
}

TEST(Raster, NamesItsColoursInTheLegend) {
  Raster raster{.columns = 2, .rows = 1, .cells = {word_colour(0), word_colour(1)}};
  raster.colour_names = {{"sticks <3>", word_colour(0)}, {"walks", word_colour(1)}};
  const std::string svg = render(map_of(raster));
  EXPECT_EQ(markup_fault(svg), "");
  EXPECT_EQ(count(svg, "<image "), 1u);
  EXPECT_NE(svg.find("sticks &lt;3&gt;</text>"), std::string::npos);
  EXPECT_NE(svg.find("fill=\"" + hex(word_colour(1)) + "\""), std::string::npos);
}

TEST(Raster, ColoursGoWithTheValueLinearOrLog) {
  const Raster linear = value_raster(3, 1, {0, 50, 100}, {.min = 0, .max = 100});
  const Raster log = value_raster(4, 1, {1, 10, 100, -1}, {.scale = Scale::log10, .min = 1, .max = 100});
  EXPECT_EQ(linear.cells[0], (Rgb{0x44, 0x01, 0x54}));
  EXPECT_EQ(linear.cells[2], (Rgb{0xfd, 0xe7, 0x25}));
  EXPECT_EQ(linear.cells[1], log.cells[1]);
  EXPECT_EQ(log.cells[3], no_value);
}

// Sums of the channels weighted as the eye does: brighter at every step.
TEST(Viridis, GrowsBrighterAllTheWay) {
  double last = -1;
  for (int k = 0; k <= 100; ++k) {
    const Rgb colour = viridis(k / 100.0);
    const double bright = 0.2126 * colour.red + 0.7152 * colour.green + 0.0722 * colour.blue;
    EXPECT_GE(bright, last) << k;
    last = bright;
  }
  EXPECT_EQ(viridis(-1), viridis(0));
  EXPECT_EQ(viridis(2), viridis(1));
}

TEST(Raster, RefusesWhatIsNoMap) {
  Panel panel;
  EXPECT_THROW(panel.raster({.columns = 2, .rows = 2, .cells = {no_value}}), BadInput);
  EXPECT_THROW(panel.raster({}), BadInput);
  EXPECT_THROW(panel.raster({.columns = 1, .rows = 1, .cells = {no_value}, .x_from = 1, .x_to = 1}), BadInput);
  EXPECT_THROW(value_raster(1, 1, {1}, {.min = 1, .max = 1}), BadInput);
  EXPECT_THROW(value_raster(1, 1, {1}, {.scale = Scale::log10, .min = 0, .max = 1}), BadInput);
}

}  // namespace
}  // namespace carom::report
