// SPDX-License-Identifier: Apache-2.0
#include "carom/report/verb_figures.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace carom::report {
namespace {

TEST(Symbol, IsSetAsAPaperSetsIt) {
  EXPECT_EQ(symbol("A_r"), "A_{r}");
  EXPECT_EQ(symbol("mu_i"), "μ_{i}");
  EXPECT_EQ(symbol("mu_s_1"), "μ_{s,1}");
  EXPECT_EQ(symbol("theta_dot"), "θ\u0307");
  EXPECT_EQ(symbol("x1_dot"), "x\u0307_{1}");
  EXPECT_EQ(symbol("Gamma"), "Γ");
  EXPECT_EQ(symbol("x_12"), "x_{12}");
  for (const char* word : {"hip.angle", "kinetic", "normal_loss", "t", "floor"}) EXPECT_EQ(symbol(word), word);
}

study::SystemCard card() {
  study::SystemCard card{.name = "ball"};
  card.coordinates = {{"y", "m", "height of the ball"}, {"phi", "rad", "turn"}};
  card.parameters.add({.name = "mu_s", .value = 1, .unit = "1", .meaning = "friction"});
  return card;
}

TEST(RunFigure, HasAPanelForEachCoordinateAndAPhasePortrait) {
  const TableHeader header{"ball",
                           {{"t", "s", ""},
                            {"y", "m", "height of the ball"},
                            {"phi", "rad", "turn"},
                            {"y_dot", "m/s", ""},
                            {"phi_dot", "rad/s", ""}},
                           {}};
  std::vector<std::vector<double>> rows;
  for (int k = 0; k < 100; ++k) rows.push_back({0.1 * k, 0.1 * k, std::sin(0.5 * k), 1, 5 * std::cos(0.5 * k)});
  const Figure figure = run_figure(card(), header, rows);
  ASSERT_EQ(figure.panels.size(), 3u);
  EXPECT_EQ(figure.panels[0].y.unit, "m");
  EXPECT_EQ(figure.panels[2].x.label, "φ") << "what turns back most";
  EXPECT_NE(figure.caption.find("height of the ball"), std::string::npos);
  const std::string svg = render(figure);
  EXPECT_EQ(svg.find("_{"), std::string::npos);
}

TEST(BranchFigure, ShowsStabilityAndExplainsSpecialPointsOnce) {
  study::ContinuationResult result{.system = "ball", .parameter = "mu_s", .kind = study::BranchKind::equilibrium};
  for (int k = 0; k < 5; ++k) result.branch.push_back({.parameter = 0.1 * k, .q = {1.0 * k, 2.0}, .stable = k < 3});
  result.special.push_back({.kind = study::SpecialKind::hopf, .parameter = 0.25, .point = {.q = {2.5, 2}}});
  const Figure figure = branch_figure(result, card());
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].series[2].name, "HB Hopf");
  EXPECT_EQ(figure.panels[1].legend, LegendPlace::none);
  // Stable up to the change, unstable from it on, without a hole.
  EXPECT_TRUE(std::isfinite(figure.panels[0].series[0].y[3]));
  EXPECT_TRUE(std::isnan(figure.panels[0].series[0].y[4]));
  EXPECT_TRUE(std::isfinite(figure.panels[0].series[1].y[3]));
  EXPECT_EQ(figure.panels[0].x.label, "μ_{s}");
  const std::string svg = render(figure, Setting::in_page);
  EXPECT_NE(svg.find("μ<tspan dy=\"3\" font-size=\"75%\">s</tspan>"), std::string::npos);
  EXPECT_NE(svg.find("data-x-label=\"μ_s\""), std::string::npos);
}

TEST(OrbitFigure, TheUnitCircleIsRound) {
  study::OrbitResult orbit{.system = "ball"};
  orbit.multipliers = {{0.5, 0}, {-0.25, 0.1}};
  orbit.stable = true;
  const Figure figure = orbit_figure(orbit, card(), {}, {}, 720);
  const Panel& panel = figure.panels.back();
  EXPECT_NEAR((*panel.x.max - *panel.x.min) / 625, (*panel.y.max - *panel.y.min) / 420, 1e-12);
}

}  // namespace
}  // namespace carom::report
