// SPDX-License-Identifier: Apache-2.0
// From the points of a sweep to its figures: lines, maps, samples, and what is said of the rest.
#include "carom/report/sweep_figures.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/report/sweep_map.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

const double none = std::numeric_limits<double>::quiet_NaN();

// A grid a × b × c, the last one fastest, with y = a + 10 b.
SweepTable grid(std::size_t na, std::size_t nb, std::size_t nc = 1) {
  SweepTable table;
  const auto numbers = [](const char* name, std::size_t n) {
    SweepParameter parameter{.name = name, .unit = "Hz"};
    for (std::size_t k = 0; k < n; ++k) parameter.numbers.push_back(1 + static_cast<double>(k));
    return parameter;
  };
  table.parameters = {numbers("a", na), numbers("b", nb), numbers("c", nc)};
  SweepQuantity y{.name = "y"}, word{.name = "word", .is_word = true, .words = {"hop", "rest"}};
  for (std::uint32_t i = 0; i < na; ++i) {
    for (std::uint32_t j = 0; j < nb; ++j) {
      for (std::uint32_t k = 0; k < nc; ++k) {
        table.parameters[0].value.push_back(i);
        table.parameters[1].value.push_back(j);
        table.parameters[2].value.push_back(k);
        y.mean.push_back(i + 10.0 * j);
        word.word.push_back(i > j);
      }
    }
  }
  table.points = y.mean.size();
  table.runs = y.runs = word.runs = static_cast<long>(table.points);
  table.quantities = {y, word};
  return table;
}

TEST(SweepFigures, DrawsOverTheParameterWithTheMostValuesALineForEachOfTheOther) {
  const SweepFigures drawn = draw_sweep(grid(5, 3), {});
  ASSERT_EQ(drawn.figures.size(), 1u) << "words are no lines";
  EXPECT_FALSE(drawn.maps);
  const Panel& panel = drawn.figures[0].panels.at(0);
  EXPECT_EQ(panel.x.label, "a");
  ASSERT_EQ(panel.series.size(), 6u) << "three lines and their marks";
  EXPECT_EQ(panel.series[2].name, "b = 2 Hz");
  EXPECT_EQ(panel.series[2].y, (std::vector<double>{10, 11, 12, 13, 14}));
  EXPECT_EQ(drawn.figures[0].caption, "");
  const SweepFigures turned = draw_sweep(grid(5, 3), {.x = "b"});
  EXPECT_EQ(turned.figures.at(0).panels.at(0).series.size(), 10u);
}

TEST(SweepFigures, ShowsTwelveOfManyLinesAndSaysSo) {
  const SweepFigures drawn = draw_sweep(grid(40, 5), {.x = "b"});
  const Figure& figure = drawn.figures.at(0);
  EXPECT_EQ(figure.panels.at(0).series.size(), 24u);
  EXPECT_EQ(figure.panels.at(0).series.front().name, "a = 1 Hz");
  EXPECT_EQ(figure.panels.at(0).series.back().name, "a = 40 Hz");
  EXPECT_NE(figure.caption.find("12 of the 40 values of a"), std::string::npos) << figure.caption;
}

TEST(SweepFigures, GivesOtherParametersAPanelEachUpToFour) {
  const SweepFigures drawn = draw_sweep(grid(9, 6, 5), {});
  const Figure& figure = drawn.figures.at(0);
  ASSERT_EQ(figure.panels.size(), 4u);
  EXPECT_EQ(figure.panels[1].title, "c = 2 Hz");
  EXPECT_NE(figure.caption.find("first 4 of 5 combinations"), std::string::npos) << figure.caption;
}

TEST(SweepFigures, MeansHaveBarsWhereThereAreSeveralSeeds) {
  SweepTable table = grid(3, 1);
  table.several_seeds = true;
  table.runs = table.quantities[0].runs = 6;
  table.quantities[0].error = {0.1, none, 0.3};
  const SweepFigures drawn = draw_sweep(table, {});
  const Series& bars = drawn.figures.at(0).panels.at(0).series.at(1);
  EXPECT_EQ(bars.spread.minus.at(2), 0.3);
  EXPECT_NE(drawn.figures[0].caption.find("standard errors"), std::string::npos);
  EXPECT_EQ(markup_fault(render(drawn.figures[0])), "");
}

TEST(SweepFigures, SamplesArePointsOverEachSideOfTheirBox) {
  SweepTable table = grid(30, 1);
  table.parameters[0].sampled = true;
  table.parameters[1] = table.parameters[0];
  table.parameters[1].name = "b";
  table.parameters[1].log_range = true;
  const SweepFigures drawn = draw_sweep(table, {});
  const Figure& figure = drawn.figures.at(0);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[1].x.scale, Scale::log10);
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series) EXPECT_EQ(series.kind, SeriesKind::points);
  EXPECT_THROW(draw_sweep(table, {.x = "a", .by = "b"}), BadInput);
}

TEST(SweepFigures, TwoParametersWithManyValuesMakeMaps) {
  SweepTable table = grid(13, 20);
  table.quantities[0].mean[5] = none;
  --table.quantities[0].runs;
  const SweepFigures drawn = draw_sweep(table, {.x = "a"});
  EXPECT_TRUE(drawn.maps);
  ASSERT_EQ(drawn.figures.size(), 2u);
  const Raster& map = drawn.figures[0].panels.at(0).rasters.at(0);
  EXPECT_EQ(map.columns, 13);
  EXPECT_EQ(map.rows, 20);
  EXPECT_DOUBLE_EQ(map.x_from, 0.5);
  EXPECT_DOUBLE_EQ(map.y_to, 20.5);
  EXPECT_EQ(map.cells.front(), viridis(0));
  EXPECT_EQ(map.cells.back(), viridis(1));
  EXPECT_EQ(map.cells[5 * 13], no_value) << "a = 1, b = 6";
  EXPECT_EQ(map.colour_names.at(0).first, "failed or without a value (1)");
  const Raster& words = drawn.figures[1].panels.at(0).rasters.at(0);
  EXPECT_FALSE(words.bar);
  ASSERT_EQ(words.colour_names.size(), 2u);
  EXPECT_EQ(words.colour_names[0].first, "hop (182)");
  EXPECT_EQ(words.cells.front(), word_colour(0));
  EXPECT_EQ(words.cells[12], word_colour(1)) << "a = 13, b = 1";
  for (const Figure& figure : drawn.figures) EXPECT_EQ(markup_fault(render(figure)), "");
}

TEST(SweepMap, BinsThousandsOfValuesAndKeepsTheirExtent) {
  SweepParameter x{.name = "x"}, y{.name = "y"};
  SweepQuantity q{.name = "q"};
  for (std::uint32_t i = 0; i < 2500; ++i) {
    x.numbers.push_back(i);
    x.value.push_back(i);
    y.value.push_back(i % 2);
    q.mean.push_back(i);
  }
  y.numbers = {1, 2};
  const Raster map = value_map(x, y, q, std::vector<std::uint64_t>(2500, 0), 0, false);
  EXPECT_EQ(map.columns, 834);
  EXPECT_DOUBLE_EQ(map.x_from, -0.5);
  EXPECT_DOUBLE_EQ(map.x_to, 834 * 3 - 0.5);
}

TEST(SweepFigures, AFewFarValuesDoNotTakeAllTheColours) {
  SweepTable table = grid(13, 20);
  table.quantities[0].mean[0] = 1e5;
  table.quantities[0].mean[1] = -1e5;
  const SweepFigures drawn = draw_sweep(table, {.x = "a"});
  const ColourBar& bar = *drawn.figures.at(0).panels.at(0).rasters.at(0).bar;
  EXPECT_GT(bar.min, -1);
  EXPECT_LT(bar.max, 203);
  EXPECT_NE(drawn.figures[0].caption.find("y goes from -1e+05 to 1e+05"), std::string::npos)
      << drawn.figures[0].caption;
  EXPECT_FALSE(draw_sweep(grid(13, 20), {}).figures.at(0).panels.at(0).rasters.at(0).bar->data);
}

TEST(SweepMap, ShowsUnevenValuesByTheNearest) {
  SweepParameter x{.name = "x", .numbers = {0, 1, 9}, .value = {0, 1, 2}},
      y{.name = "y", .numbers = {1, 2}, .value = {0, 0, 0}};
  const SweepQuantity q{.name = "q", .mean = {0, 1, 2}};
  const Raster map = value_map(x, y, q, {0, 0, 0}, 0, true);
  EXPECT_EQ(map.columns, 600);
  EXPECT_EQ(map.cells[0], viridis(0));
  EXPECT_EQ(map.cells[150], viridis(0.5)) << "x = 2.9 is nearer to 1 than to 9";
  EXPECT_EQ(map.cells[599], viridis(1));
  EXPECT_EQ(map.colour_names.at(0).first, "failed, missing or without a value (3)");
}

TEST(SweepFigures, KnowsEvenAndLogarithmicSpacing) {
  EXPECT_EQ(spacing({1, 2, 3, 4}), Spacing::even);
  EXPECT_EQ(spacing({1, 10, 100}), Spacing::even_in_log);
  EXPECT_EQ(spacing({1, 2, 4, 7}), Spacing::uneven);
  EXPECT_EQ(spacing({-1, 0, 5}), Spacing::uneven);
}

TEST(SweepFigures, WordsForValuesAreRefusedAsX) {
  SweepTable table = grid(3, 2);
  table.parameters[0].is_number = false;
  table.parameters[0].words = {"p", "q", "r"};
  EXPECT_THROW(draw_sweep(table, {.x = "a"}), BadInput);
  EXPECT_THROW(draw_sweep(table, {.x = "b", .by = "b"}), BadInput);
  EXPECT_EQ(draw_sweep(table, {}).figures.at(0).panels.at(0).series.front().name, "a = p");
  table.parameters.resize(1);
  EXPECT_TRUE(draw_sweep(table, {}).figures.empty());
  EXPECT_NE(draw_sweep(table, {}).note, "");
}

}  // namespace
}  // namespace carom::report
