#include "carom/report/animation.hpp"

#include <gtest/gtest.h>

#include "balanced_tags.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/report/page.hpp"
#include "carom/base/sha256.hpp"

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
