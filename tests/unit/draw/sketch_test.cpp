// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/sketch.hpp"

#include <cmath>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/report/page.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Sketch everything(const std::string& text = "k_φ") {
  Sketch sketch{.id = text, .title = text, .caption = text, .width = 300, .height = 200};
  sketch.draw(Stroke{{{10, 10}, {40, 50}}, {Colour::blue, Dash::dashed, 1}})
      .draw(Arrow{{50, 50}, {90, 20}, text, {}, true})
      .draw(Disc{{120, 60}, 20, {Colour::blue, 0.2}})
      .draw(Body{capsule({150, 50}, {190, 90}, 8)})
      .draw(Ground{{10, 180}, {290, 180}})
      .draw(Spring{{20, 100}, {20, 170}, text})
      .draw(Dashpot{{60, 100}, {60, 170}, text})
      .draw(Dimension{{100, 150}, {200, 150}, text, 12})
      .draw(Dimension{{210, 150}, {220, 150}, text})
      .draw(AngleArc{{240, 100}, 40, 0, -1.2, text})
      .draw(Label{{240, 40}, text, Anchor::end, Colour::vermilion});
  return sketch;
}

std::string label_of(const std::string& text) {
  Sketch sketch;
  sketch.draw(Label{{20, 20}, text});
  const std::string svg = render(sketch, Setting::in_page);
  const std::size_t end = svg.rfind("</text>"), begin = svg.rfind("<text", end);
  return svg.substr(svg.find('>', begin) + 1, end - svg.find('>', begin) - 1);
}

TEST(Sketch, IsWellFormedInBothSettings) {
  EXPECT_EQ(markup_fault(render(everything())), "");
  EXPECT_EQ(markup_fault(render(everything(), Setting::in_page)), "");
  EXPECT_EQ(markup_fault(render(Sketch{})), "");
}

TEST(Sketch, CarriesItsStyleTitleAndCaptionOnlyWhenItStandsAlone) {
  const std::string alone = render(everything("Pendulum")), inside = render(everything("Pendulum"), Setting::in_page);
  EXPECT_TRUE(has(alone, "prefers-color-scheme:dark"));
  EXPECT_FALSE(has(inside, "<style"));
  EXPECT_TRUE(has(inside, "viewBox=\"0 0 300 200\""));
  EXPECT_EQ(count(alone, "Pendulum</text>"), count(inside, "Pendulum</text>") + 2);
  EXPECT_TRUE(has(inside, "<title id=\"Pendulum-title\">Pendulum</title>"));
}

TEST(Sketch, WritesSymbolsInItalicsAndWordsUpright) {
  EXPECT_EQ(label_of("r"), "<tspan font-style=\"italic\">r</tspan>");
  EXPECT_EQ(label_of("A sin ωt"), "<tspan font-style=\"italic\">A</tspan> sin <tspan font-style=\"italic\">ωt</tspan>");
  EXPECT_EQ(label_of("plate 1"), "plate 1");
  EXPECT_EQ(label_of("θ̇"), "<tspan font-style=\"italic\">θ̇</tspan>");
}

TEST(Sketch, ShiftsSubscriptsAndComesBackToTheLine) {
  EXPECT_EQ(label_of("m_1 g"),
            "<tspan font-style=\"italic\">m</tspan><tspan dy=\"3.9\" font-size=\"9.62\">1</tspan>"
            "<tspan dy=\"-3.9\"> </tspan><tspan font-style=\"italic\">g</tspan>");
  EXPECT_EQ(label_of("v_{imp}"),
            "<tspan font-style=\"italic\">v</tspan><tspan dy=\"3.9\" font-size=\"9.62\">imp</tspan>");
  EXPECT_EQ(label_of("r^2+1"),
            "<tspan font-style=\"italic\">r</tspan><tspan dy=\"-3.9\" font-size=\"9.62\">2</tspan>"
            "<tspan dy=\"3.9\">+1</tspan>");
  EXPECT_TRUE(has(label_of("x_1^2"), "<tspan dy=\"-7.8\" font-size=\"9.62\">2</tspan>"));
}

TEST(Sketch, LeavesMarksWithoutAScriptAsTheyStand) {
  EXPECT_EQ(label_of("12_"), "12_");
  EXPECT_EQ(markup_fault(label_of("ab_{c")), "");
  EXPECT_EQ(label_of("_{}"), "");
}

TEST(Sketch, EscapesEveryTextItIsGiven) {
  for (const char* bad : {"<script>alert(1)</script>", "a_<script>", "v_{<script>}", "\"><script>", "\xCE", "_\xFF"}) {
    for (const Setting setting : {Setting::standalone, Setting::in_page}) {
      const std::string svg = render(everything(bad), setting);
      EXPECT_FALSE(has(svg, "<script")) << bad;
      EXPECT_EQ(markup_fault(svg), "") << bad;
    }
  }
}

TEST(Sketch, RefusesWhatIsNotFinite) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Point p{bad, 10}, q{10, bad}, fine{20, 20};
    for (const Shape& shape :
         {Shape(Stroke{{p, fine}}), Shape(Arrow{fine, q}), Shape(Disc{p, 5}), Shape(Disc{fine, bad}),
          Shape(Body{{p, fine, fine}}), Shape(Ground{fine, p}), Shape(Spring{fine, p}), Shape(Dashpot{q, fine}),
          Shape(Dimension{fine, q}), Shape(Dimension{fine, {40, 40}, "l", bad}), Shape(AngleArc{p, 10, 0, 1}),
          Shape(AngleArc{fine, bad, 0, 1}), Shape(AngleArc{fine, 10, 0, bad}), Shape(Label{p, "r"})}) {
      Sketch sketch;
      sketch.draw(shape);
      EXPECT_THROW(render(sketch), BadInput) << shape.index();
    }
    EXPECT_THROW(render(Sketch{.width = bad}), BadInput);
  }
}

TEST(Sketch, HatchesGroundWithinThePicture) {
  // Along all four edges, hatched on the outer side: nothing of it may show.
  Sketch sketch{.width = 100, .height = 60};
  sketch.draw(Ground{{0, 58}, {100, 58}}).draw(Ground{{100, 3}, {0, 3}}).draw(Ground{{2, 0}, {2, 60}});
  const std::string svg = render(sketch, Setting::in_page);
  std::size_t paths = 0;
  for (std::size_t at = svg.find(" d=\""); at != std::string::npos; at = svg.find(" d=\"", at + 1), ++paths) {
    std::string data = svg.substr(at + 4, svg.find('"', at + 4) - at - 4);
    for (std::size_t k = 1; k < data.size(); ++k)
      if (data[k] == '-' && std::isdigit(static_cast<unsigned char>(data[k - 1]))) data.insert(k++, " ");
    std::istringstream in(data);
    double x = 0, y = 0, dx = 0, dy = 0;
    for (char command; in >> command;) {
      ASSERT_TRUE(command == 'm' || command == 'l') << data;
      while (in >> dx >> dy) {
        x += dx;
        y += dy;
        EXPECT_TRUE(x > -0.01 && x < 100.01 && y > -0.01 && y < 60.01) << x << ", " << y;
      }
      in.clear();
    }
  }
  EXPECT_EQ(paths, 6u);
}

TEST(Sketch, HatchesBelowAGroundThatGoesToTheRight) {
  Sketch sketch{.width = 100, .height = 60};
  sketch.draw(Ground{{10, 20}, {50, 20}});
  EXPECT_TRUE(has(render(sketch), "d=\"m18 20l-8 8m16-8l-8 8"));
}

TEST(Sketch, IsNumberedWithTheFiguresOfItsPage) {
  Figure figure{.title = "Drift"};
  figure.panel().line("a", {0, 1}, {0, 1});
  Page page{.title = "Report"};
  page.sketch(everything("model")).figure(figure).sketch(everything("model"));
  const std::string html = render(page);
  EXPECT_TRUE(has(html, "<b>Figure 1. model.</b> model</figcaption>"));
  EXPECT_TRUE(has(html, "<b>Figure 2. Drift.</b>"));
  EXPECT_TRUE(has(html, "<b>Figure 3. model.</b>"));
  EXPECT_TRUE(has(html, "<figure id=\"model\">"));
  EXPECT_TRUE(has(html, "<figure id=\"model-2\">"));
  EXPECT_EQ(markup_fault(html, {"meta"}), "");
}

}  // namespace
}  // namespace carom::report
