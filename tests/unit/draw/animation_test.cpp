// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/animation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/base/bad_input.hpp"
#include "carom/base/sha256.hpp"
#include "carom/report/page.hpp"
#include "support/balanced_tags.hpp"

namespace carom::report {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Animation two_bars(const std::string& text = "Rods") {
  Animation film{.id = text, .title = text, .caption = text, .width = 100, .height = 50};
  film.rings = {{50, 25, 20}};
  film.bars = {{Colour::blue, 3}, {Colour::vermilion, 5, 0.5}};
  film.frames = {{{1, 2, 3, 4}, {5, 6, 7.25, 8}}, {{1.5, 2, 3, 4}, {-5, 6, 7, 8}}};
  film.times = {text, "1 ms"};
  return film;
}

TEST(Sha256, OfTheStandardExamples) {
  EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(sha256_base64(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  EXPECT_EQ(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
}

TEST(Animation, DrawsItsFirstFrameAndKeepsAllInTenthsOfAPixel) {
  const std::string html = render(two_bars());
  EXPECT_TRUE(has(html, "x1=\"5\" y1=\"6\" x2=\"7.25\" y2=\"8\""));
  EXPECT_TRUE(has(html, "\"frames\":[[10,20,30,40,50,60,73,80],[15,20,30,40,-50,60,70,80]]"));
  EXPECT_TRUE(has(html, "<circle cx=\"50\" cy=\"25\" r=\"20\"/>"));
  EXPECT_TRUE(has(html, "max=\"1\""));
}

TEST(Animation, RefusesFramesThatDoNotFitItsBars) {
  Animation film = two_bars();
  film.frames[1].pop_back();
  EXPECT_THROW(render(film), BadInput);
  film = two_bars();
  film.times.pop_back();
  EXPECT_THROW(render(film), BadInput);
  film.frames.clear();
  EXPECT_THROW(render(film), BadInput);
}

TEST(Animation, RefusesTextsPacesAndEnergiesThatDoNotFitItsFrames) {
  const auto refused = [](auto change) {
    Animation film = two_bars();
    change(film);
    try {
      render(film);
    } catch (const BadInput& error) {
      return has(error.what(), "Rods");
    }
    return false;
  };
  EXPECT_TRUE(refused([](Animation& film) { film.regimes = {"flight"}; }));
  EXPECT_TRUE(refused([](Animation& film) { film.pace = {0.1, 0.1, 0.1}; }));
  EXPECT_TRUE(refused([](Animation& film) { film.impacts = {2}; }));
  EXPECT_TRUE(refused([](Animation& film) { film.impacts = {-1}; }));
  const double none = std::nan("");
  EXPECT_TRUE(refused([&](Animation& film) { film.pace = {0.1, none}; }));
  EXPECT_TRUE(refused([&](Animation& film) { film.frames[1][0].y2 = none; }));
  EXPECT_TRUE(refused([](Animation& film) {
    film.energy = {.parts = {{"kinetic", Colour::blue}}, .frames = {{1}, {HUGE_VAL}}};
  }));
  EXPECT_TRUE(refused([](Animation& film) { film.energy = {.parts = {{"kinetic", Colour::blue}}, .frames = {{1}}}; }));
  EXPECT_TRUE(refused([](Animation& film) {
    film.energy = {.parts = {{"kinetic", Colour::blue}}, .frames = {{1}, {1, 2}}};
  }));
}

TEST(Animation, ShowsArrowsRegimesPacesAndEnergies) {
  Animation film = two_bars();
  film.bars[1].arrow = true;
  film.frames[0][1] = {10, 20, 10, 40};
  film.regimes = {"flight", "impact <1>"};
  film.pace = {0.05, 0.25};
  film.impacts = {1};
  film.energy = {.unit = "mJ",
                 .parts = {{"kinetic", Colour::blue}, {"potential", Colour::orange}},
                 .frames = {{1, 2}, {1e-28, 4}}};
  const std::string html = render(film);
  EXPECT_EQ(markup_fault(html, {"input"}), "");
  // From (10, 20) down to (10, 40); its head, of 4 + 2·5 px, ends there.
  EXPECT_TRUE(has(html, "d=\"M10 20L10 40M17 26L10 40L3 26\""));
  EXPECT_TRUE(has(html, "<p class=\"regime\">flight</p>"));
  EXPECT_TRUE(has(html, "\"regimes\":[\"flight\",\"impact \\u003c1>\"]"));
  EXPECT_TRUE(has(html, "\"wait\":[50,250]"));
  EXPECT_TRUE(has(html, "\"impacts\":[1]"));
  EXPECT_TRUE(has(html, "\"energy\":[[1,2],[0,4]]"));  // a rounding error is nothing
  EXPECT_TRUE(has(html, "style=\"width:25.0%\"") && has(html, "style=\"width:50.0%\""));
  EXPECT_TRUE(has(html, "kinetic <b>1 mJ</b>"));
  EXPECT_TRUE(has(html, ">Next impact</button>"));
  EXPECT_FALSE(has(render(two_bars()), "Next impact"));
  film.frames[0][1] = {10, 20, 10, 20.5};
  EXPECT_TRUE(has(render(film), "data-width=\"5\" d=\"\""));  // too short to be drawn
}

TEST(Animation, OfAPageRunsItsOwnScriptOnly) {
  for (const char* text :
       {"plain", "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a\\b\n"}) {
    Page page{.title = "Films"};
    page.animation(two_bars(text)).animation(two_bars(text));
    const std::string html = render(page);
    EXPECT_TRUE(has(html, "script-src 'sha256-" + sha256_base64(animation_script()) + "'")) << text;
    EXPECT_EQ(count(html, "<script>"), 1u) << text;
    EXPECT_EQ(count(html, "<script type=\"application/json\">"), 2u) << text;
    EXPECT_EQ(count(html, "</script>"), 3u) << text;
    EXPECT_FALSE(has(html, "<img")) << text;
  }
  EXPECT_FALSE(has(render(Page{.title = "Still"}), "script"));
}

}  // namespace
}  // namespace carom::report
