// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/figure.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/draw/figure_layout.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

const double gap = std::numeric_limits<double>::quiet_NaN();

std::vector<double> sequence(std::size_t n, double step = 1) {
  std::vector<double> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(step * static_cast<double>(i));
  return out;
}

PanelLayout only_panel(const Figure& figure) { return lay_out(figure, Setting::in_page).panels.at(0); }

Figure everything() {
  Figure figure{
      .id = "fig03", .title = "Drift <b>&</b>", .caption = "Over \"ten\" periods, μ = 0.3.", .shared_x = true};
  Panel& upper = figure.panel({.title = "(a)", .y = {.label = "θ", .unit = "rad"}});
  upper.line("left", {0, 1, 2}, {0, 1, 0}).step("held", {0, 1, 2}, {1, 2, 1}, {.dash = Dash::dotted});
  upper.vertical(1, "impact").vertical_band(0.5, 0.8, "stick").horizontal(0.3, "h₀").horizontal_band(0.1, 0.2, "rest");
  Panel& lower = figure.panel({.x = {.label = "t", .unit = "s"}, .y = {.label = "v", .scale = Scale::log10}});
  for (const Mark mark : {Mark::circle, Mark::square, Mark::cross, Mark::triangle}) {
    lower.points("filled", {0, 1}, {1, 10}, {.mark = mark})
        .points("open", {0, 1}, {2, 20}, {.mark = mark, .filled = false});
  }
  lower.error_bars("measured", {0.5, 1.5}, {3, 4}, {.minus = {1, 5}, .plus = {2, 2}});
  lower.region("tolerance", {0, 1, 2}, {1, 1, 1}, {2, 3, 4});
  return figure;
}

TEST(Figure, IsWellFormedWithEveryKindOfSeries) {
  EXPECT_EQ(markup_fault(render(everything())), "");
  EXPECT_EQ(markup_fault(render(everything(), Setting::in_page)), "");
  EXPECT_EQ(markup_fault(render(Figure{})), "");
}

// What the script of a page reads: axes of each panel, and marks that it can find again one by one.
TEST(Figure, InAPageSaysWhereItsValuesAre) {
  Figure figure{.id = "f", .shared_x = true};
  Panel& panel = figure.panel({.x = {.label = "t", .unit = "s", .min = 0, .max = 2},
                               .y = {.label = "\"y\"", .scale = Scale::log10, .min = 1, .max = 100}});
  panel.points("a <b>", {0.5, 1}, {2, 3}, {.mark = Mark::cross, .size = 4});
  panel.line("c", {0, 2}, {1, 100});
  const std::string svg = render(figure, Setting::in_page);
  const auto holds = [&svg](const char* text) { return svg.find(text) != std::string::npos; };
  EXPECT_TRUE(holds(" data-x=\"0 2 linear 0\" data-y=\"1 100 log10 0\" data-x-label=\"t\" data-x-unit=\"s\""));
  EXPECT_TRUE(holds("data-y-label=\"&quot;y&quot;\" data-y-unit=\"\" data-shared-x=\"\""));
  EXPECT_TRUE(holds("data-series=\"a &lt;b&gt;\"") && holds("data-series=\"c\""));
  // Each mark ends where it began, so that the moves between them are all that differs.
  const std::string shape = "l4 4m0-4l-4 4m0-4";
  EXPECT_TRUE(holds(("data-mark=\"" + shape + "\" data-shift=\"-2 -2\"").c_str()));
  const std::size_t first = svg.find(shape);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(svg.substr(first + shape.size(), 1), "m");
  EXPECT_FALSE(render(figure).find("data-frame") != std::string::npos);  // alone it has no script
}

TEST(Figure, HasATitleAndADescriptionForThoseWhoCannotSeeIt) {
  const std::string svg = render(everything());
  EXPECT_NE(svg.find("<title id=\"fig03-title\">Drift &lt;b&gt;&amp;&lt;/b&gt;</title>"), std::string::npos);
  EXPECT_NE(svg.find("Over &quot;ten&quot; periods, μ = 0.3. θ (rad) over"), std::string::npos);
  EXPECT_NE(svg.find("aria-labelledby=\"fig03-title fig03-desc\""), std::string::npos);
}

TEST(Figure, EscapesEveryTextItIsGiven) {
  const std::string bad = "\"><script>alert(1)</script>";
  Figure figure{.id = bad, .title = bad, .caption = bad};
  Panel& panel = figure.panel({.title = bad, .x = {.label = bad, .unit = bad}, .y = {.label = bad, .unit = bad}});
  panel.line(bad, {0, 1}, {0, 1})
      .vertical(0.5, bad)
      .horizontal(0.5, bad)
      .vertical_band(0, 1, bad)
      .horizontal_band(0, 1, bad);
  const std::string svg = render(figure);
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_EQ(markup_fault(svg), "");
}

TEST(Figure, CarriesItsOwnStyleOnlyWhenItStandsAlone) {
  EXPECT_NE(render(everything()).find("prefers-color-scheme:dark"), std::string::npos);
  EXPECT_EQ(render(everything(), Setting::in_page).find("<style"), std::string::npos);
}

TEST(Figure, StaysSmallWithAHundredThousandPoints) {
  std::vector<double> y;
  for (std::size_t i = 0; i < 100000; ++i) y.push_back(std::sin(0.37 * static_cast<double>(i)));
  Figure figure;
  figure.panel().line("fast", sequence(100000), y);
  EXPECT_LT(render(figure).size(), 60000u);
}

TEST(Figure, KeepsPanelReferencesValid) {
  Figure figure;
  Panel& first = figure.panel();
  for (int i = 0; i < 50; ++i) figure.panel();
  first.line("a", {0, 1}, {0, 1});
  EXPECT_EQ(figure.panels.front().series.size(), 1u);
}

TEST(Line, IsBrokenByAValueThatIsNotFinite) {
  Figure figure;
  figure.panel().line("", {0, 1, 2, 3, 4, 5}, {0, 1, gap, 3, std::numeric_limits<double>::infinity(), 5});
  const Drawing drawing = only_panel(figure).drawings.at(0);
  ASSERT_EQ(drawing.lines.size(), 3u);
  EXPECT_EQ(drawing.lines[0].size(), 2u);
  EXPECT_EQ(drawing.lines[1].size(), 1u) << "a single point between gaps is a dot";
}

TEST(Line, OnALogAxisIsBrokenByAValueThatIsNotPositive) {
  Figure figure;
  figure.panel({.y = {.scale = Scale::log10}}).line("", {0, 1, 2, 3, 4}, {1, 10, 0, -5, 100});
  EXPECT_EQ(only_panel(figure).drawings.at(0).lines.size(), 2u);
}

TEST(Step, HasUprightEdgesHoweverDenseItsPoints) {
  std::vector<double> y;
  for (std::size_t i = 0; i < 20000; ++i) y.push_back(static_cast<double>(i / 5000));
  Figure figure;
  figure.panel().step("", sequence(20000), y);
  const Drawing drawing = only_panel(figure).drawings.at(0);
  ASSERT_EQ(drawing.lines.size(), 1u);
  const Polyline& line = drawing.lines[0];
  EXPECT_EQ(line.size(), 8u);
  for (std::size_t i = 1; i < line.size(); ++i) EXPECT_TRUE(line[i].x == line[i - 1].x || line[i].y == line[i - 1].y);
}

TEST(LogAxis, GivesEveryDecadeTheSameLength) {
  Figure figure;
  figure.panel({.x = {.scale = Scale::log10}}).line("", {1e-3, 1, 1e3}, {0, 1, 2});
  const AxisView x = only_panel(figure).x;
  EXPECT_NEAR(x(1) - x(1e-3), x(1e3) - x(1), 1e-9);
  EXPECT_FALSE(x.shows(0));
  EXPECT_FALSE(x.shows(-1));
}

TEST(Axis, TakesItsRangeFromTheDataUnlessItIsGiven) {
  Figure figure;
  figure.panel({.y = {.max = 7}}).line("", {2, 4}, {-1, 1}).horizontal(-3);
  const PanelLayout panel = only_panel(figure);
  EXPECT_EQ(panel.x.range.min, 2);
  EXPECT_EQ(panel.x.range.max, 4);
  EXPECT_LT(panel.y.range.min, -3);
  EXPECT_EQ(panel.y.range.max, 7);
}

TEST(Axis, LooksOnlyAtWhatTheGivenRangeOfXShows) {
  Figure figure;
  figure.panel({.x = {.max = 1}}).line("", {0, 1, 2}, {0, 1, 1000});
  EXPECT_LT(only_panel(figure).y.range.max, 2);
}

TEST(Axis, FindsARangeForNoDataAndForOneValue) {
  Figure figure;
  figure.panel();
  figure.panel().line("", {1, 1}, {5, 5});
  figure.panel({.y = {.scale = Scale::log10}}).line("", {1, 2}, {-5, -5});
  for (const PanelLayout& panel : lay_out(figure, Setting::in_page).panels) {
    EXPECT_LT(panel.x.range.min, panel.x.range.max);
    EXPECT_LT(panel.y.range.min, panel.y.range.max);
  }
}

TEST(Axis, RefusesAnEmptyRangeAndANegativeLogRange) {
  Figure reversed;
  reversed.panel({.x = {.label = "t", .min = 2, .max = 1}});
  EXPECT_THROW(render(reversed), BadInput);
  Figure negative;
  negative.panel({.y = {.scale = Scale::log10, .min = -1}});
  EXPECT_THROW(render(negative), BadInput);
}

TEST(Axis, IsSharedByAllPanelsIfAskedFor) {
  Figure figure{.shared_x = true};
  figure.panel().line("", {0, 1}, {0, 1});
  figure.panel({.x = {.label = "t"}}).line("", {5, 9}, {0, 1});
  const FigureLayout layout = lay_out(figure, Setting::in_page);
  EXPECT_EQ(layout.panels[0].x.range.max, 9);
  EXPECT_EQ(layout.panels[1].x.range.min, 0);
  EXPECT_FALSE(layout.panels[0].x_labelled);
  EXPECT_TRUE(layout.panels[1].x_labelled);
}

TEST(Axis, LabelsTellUnitsAndPowersOfTen) {
  EXPECT_EQ(axis_label({.label = "t", .unit = "s"}), "t (s)");
  EXPECT_EQ(axis_label({.label = "Γ", .unit = "1"}), "Γ");
  EXPECT_EQ(axis_label({.label = "y", .unit = "m"}, -6), "y (10⁻⁶ m)");
  EXPECT_EQ(axis_label({.label = "E"}, 3), "E (10³)");
}

TEST(Legend, StandsInACornerThatIsFree) {
  Figure figure;
  figure.panel().line("rising", sequence(100), sequence(100));
  const PanelLayout panel = only_panel(figure);
  ASSERT_EQ(panel.legend.size(), 1u);
  EXPECT_LT(panel.legend_box.right, panel.frame.right - panel.frame.width() / 2) << "the line ends at the top right";
  for (const Polyline& line : panel.drawings[0].lines) {
    for (std::size_t i = 1; i < line.size(); ++i) EXPECT_FALSE(crosses(line[i - 1], line[i], panel.legend_box));
  }
}

TEST(Legend, GoesOutsideWhenDataAreEverywhere) {
  std::vector<double> y;
  for (std::size_t i = 0; i < 400; ++i) y.push_back(i % 2 ? 1 : -1);
  Figure figure;
  Panel& panel = figure.panel();
  for (const char* name : {"a", "b", "c", "d", "e"}) panel.line(name, sequence(400), y);
  Figure few;
  few.panel().line("one", sequence(400), y);
  EXPECT_GT(only_panel(figure).legend_box.left, only_panel(figure).frame.right);
  EXPECT_GT(only_panel(few).legend_box.top, only_panel(few).frame.bottom);
  EXPECT_LE(only_panel(figure).legend_box.right, figure.width);
}

TEST(Legend, HasOneEntryForSeriesOfOneNameAndNoneForThoseWithout) {
  Figure figure;
  figure.panel().line("theory", {0, 1}, {0, 1}).points("theory", {0, 1}, {0, 1}).line("", {0, 1}, {1, 0});
  const PanelLayout panel = only_panel(figure);
  ASSERT_EQ(panel.legend.size(), 1u);
  EXPECT_EQ(panel.legend[0].drawings.size(), 2u);
  EXPECT_EQ(panel.drawings[0].colour, panel.drawings[1].colour);
  EXPECT_NE(panel.drawings[0].colour, panel.drawings[2].colour);
}

TEST(Colours, ChosenAutomaticallyAvoidThoseAskedFor) {
  Figure figure;
  figure.panel().line("a", {0, 1}, {0, 1}).line("b", {0, 1}, {0, 1}, {.colour = Colour::blue});
  EXPECT_NE(only_panel(figure).drawings[0].colour, Colour::blue);
}

TEST(Labels, OfNeighbouringVerticalLinesDoNotOverlap) {
  Figure figure;
  figure.panel({.x = {.min = 0, .max = 100}})
      .vertical(50, "a long label")
      .vertical(51, "another label")
      .vertical(52, "third");
  const PanelLayout panel = only_panel(figure);
  ASSERT_EQ(panel.notes.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE(panel.notes[i].box.bottom, panel.frame.top);
    for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(panel.notes[i].box.overlaps(panel.notes[j].box));
  }
}

TEST(Panel, RefusesSeriesOfUnequalLengths) {
  Panel panel;
  EXPECT_THROW(panel.line("a", {0, 1}, {0}), BadInput);
  EXPECT_THROW(panel.error_bars("a", {0, 1}, {0, 1}, {.minus = {1}}), BadInput);
  EXPECT_THROW(panel.region("a", {0, 1}, {0, 1}, {1}), BadInput);
  EXPECT_TRUE(panel.series.empty());
}

TEST(FigureData, AreOneRowAPointWithQuotedNames) {
  Figure figure;
  figure.panel().line("a, \"b\"", {0.1}, {2}).error_bars("c", {1}, {3}, {.minus = {1}}).region("d", {1}, {2}, {4});
  EXPECT_EQ(data_csv(figure), "panel,series,x,y,low,high\n1,\"a, \"\"b\"\"\",0.1,2,,\n1,c,1,3,2,4\n1,d,1,,2,4\n");
}

}  // namespace
}  // namespace carom::report
