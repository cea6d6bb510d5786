// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/film.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"

namespace carom::report {
namespace {

// A disc that rises for a second, is hit at half of it and turns.
Film risen(int shots = 61) {
  Film film{.title = "Disc", .poses = 1, .low = {-1, -1}, .high = {1, 3}};
  film.parts = {{.kind = PartKind::disc, .name = "disc", .radius = 0.1},
                {.kind = PartKind::ground, .name = "floor", .pose = -1, .points = {{0, 0}, {1, 0}}}};
  film.contacts = {{"floor", 0}};
  film.columns = {{"y", "m", "height"}};
  for (int k = 0; k < shots; ++k) {
    const double t = k / 60.0;
    film.shots.push_back({t, {0, t, 0.5 * t}, {{1, 0, 1}}, {t}});
  }
  film.events = {{.shot = 10, .kind = "impact", .contacts = "floor", .impact = true, .path = {{0, 0}, {1, 0.5}}}};
  return film;
}

TEST(FilmPage, NeedsNothingElse) {
  const std::string page = film_page(risen());
  for (const char* outside : {"http://", "https://", "src=", "@import", "url("})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  for (const char* inside :
       {"<canvas id=\"stage\"", "id=\"play\"", "application/json", "prefers-color-scheme", "@media print"})
    EXPECT_NE(page.find(inside), std::string::npos) << inside;
  EXPECT_EQ(page, film_page(risen())) << "the same film is the same bytes";
}

TEST(FilmPage, TenSecondsOfThirtyBodiesStayBelowAMegabyte) {
  Film film = risen(601);
  film.poses = 30;
  for (Shot& shot : film.shots) {
    shot.poses.clear();
    for (int k = 0; k < 30; ++k)
      shot.poses.insert(shot.poses.end(), {std::sin(shot.t + k), std::cos(3 * shot.t), shot.t * k});
  }
  EXPECT_LT(film_page(film).size(), 1'000'000u);
}

TEST(FilmPage, HostileNamesDoNotRun) {
  Film film = risen();
  const std::string bad = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
  film.title = film.subtitle = film.caption = bad;
  film.parts[0].name = film.contacts[0].name = film.columns[0].name = film.columns[0].unit = film.columns[0].meaning =
      bad;
  film.events[0].kind = film.events[0].contacts = film.time_unit = film.energy_unit = bad;
  for (const std::string& page : {film_page(film), film_svg(film), still(film, 0)}) {
    EXPECT_EQ(page.find("<script>alert"), std::string::npos);
    EXPECT_EQ(page.find("<img"), std::string::npos);
  }
}

TEST(FilmSvg, MovesPartsThatMoveAndNoOthers) {
  const std::string svg = film_svg(risen());
  EXPECT_NE(svg.find("<animateTransform attributeName=\"transform\" type=\"translate\""), std::string::npos);
  const std::size_t floor = svg.find("class=\"grey\"", svg.rfind("class=\"grey\"") - 1);
  EXPECT_NE(floor, std::string::npos);
  EXPECT_EQ(svg.find("animateTransform", svg.rfind("<g class=")), std::string::npos) << "the floor stands still";
}

TEST(FilmStill, ShowsADiscWhereItIs) {
  // 720 px are 2 m: after a second its centre is 1 m above the floor and 2 m below the upper edge.
  const std::string svg = still(risen(), 60);
  EXPECT_NE(svg.find("translate(360 720)"), std::string::npos) << svg.substr(0, 2000);
  EXPECT_NE(svg.find("r=\"36\""), std::string::npos);
}

TEST(FilmCheck, RefusesListsThatDoNotFit) {
  const auto refused = [](auto change) {
    Film film = risen();
    change(film);
    try {
      film_page(film);
    } catch (const BadInput& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refused([](Film& f) { f.shots.clear(); }), "the film 'Disc' has no shots");
  EXPECT_EQ(refused([](Film& f) { f.shots[3].poses.pop_back(); }), "the film 'Disc' has a shot with other poses");
  EXPECT_EQ(refused([](Film& f) { f.shots[3].poses[0] = NAN; }),
            "the film 'Disc' has a place that is not finite, at t = 0.05");
  EXPECT_EQ(refused([](Film& f) { f.speed = 0; }), "the film 'Disc' has no speed above 0");
  EXPECT_EQ(refused([](Film& f) { f.parts[0].pose = 1; }), "the film 'Disc' has a part 'disc' that fits nothing");
}

}  // namespace
}  // namespace carom::report
