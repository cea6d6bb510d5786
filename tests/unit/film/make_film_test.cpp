// SPDX-License-Identifier: Apache-2.0
#include "carom/film/make_film.hpp"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "carom/film/drawing.hpp"
#include "carom/film/many_bodies.hpp"

namespace carom::study {
namespace {

using report::Film;
using report::PartKind;

struct Filmed {
  Film film;
  RunResult result;
  std::vector<std::string> notes;
};

Filmed filmed(const System& system, const std::function<void(RunRequest&)>& change = {}, const FilmChoice& choice = {},
              bool with_events = true) {
  RunRequest request = system.request();
  if (change) change(request);
  FilmRows rows;
  FilmEvents events;
  request.rows = &rows;
  if (with_events) request.events = &events;
  Filmed made;
  made.result = system.run(request);
  const FilmSource source{rows.header(), rows.rows(), events.header(), events.events(),
                          made.result.cycles > 0 ? made.result.t_end / made.result.cycles : 0};
  made.film = make_film(system, request.parameters, source, choice, made.notes);
  check(made.film);
  return made;
}

// The ball falls from 1 m: between rows the film has the parabola, at impacts both sides.
TEST(MakeFilm, TheBallIsWhereItFalls) {
  const Filmed made = filmed(system("bouncing-ball"), [](RunRequest& r) { r.until = 1; });
  const double fall = std::sqrt(2 / gravity);
  int compared = 0;
  for (const report::Shot& shot : made.film.shots) {
    if (shot.t > fall) continue;
    EXPECT_NEAR(shot.poses[1], 1.01 - gravity * shot.t * shot.t / 2, 1e-9) << shot.t;
    ++compared;
  }
  EXPECT_GT(compared, 100);
  ASSERT_FALSE(made.film.events.empty());
  const report::FilmEvent& first = made.film.events.front();
  EXPECT_EQ(first.kind, "impact");
  EXPECT_NEAR(made.film.shots[static_cast<std::size_t>(first.shot)].t, fall, 1e-9);
  EXPECT_EQ(made.film.shots[static_cast<std::size_t>(first.shot)].t,
            made.film.shots[static_cast<std::size_t>(first.shot) + 1].t);
  // The whole impulse is m (1 + e) v.
  EXPECT_NEAR(first.path.back()[0], 1.9 * gravity * fall, 1e-9);
  EXPECT_EQ(first.path.front()[0], 0);
}

TEST(MakeFilm, ImpulsesGrowTogether) {
  const Filmed made = filmed(system("dimer"), [](RunRequest& r) { r.cycles = 3; });
  int impacts = 0;
  for (const report::FilmEvent& event : made.film.events) {
    if (!event.impact || event.path.empty()) continue;
    ++impacts;
    double before = 0;
    for (const std::vector<double>& point : event.path) {
      EXPECT_GE(point[0] + point[2], before - 1e-15);
      before = point[0] + point[2];
    }
  }
  EXPECT_GT(impacts, 10);
}

// Without an event log the rows tell what happened.
TEST(MakeFilm, FindsImpactsInRowsAlone) {
  const auto three = [](RunRequest& r) { r.cycles = 3; };
  const Filmed with = filmed(system("dimer"), three), without = filmed(system("dimer"), three, {}, false);
  const auto impacts = [](const Film& film) {
    std::vector<std::pair<int, double>> list;
    for (const report::FilmEvent& event : film.events)
      if (event.impact && event.path.size() > 1) list.emplace_back(event.shot, event.path.back()[0]);
    return list;
  };
  const auto a = impacts(with.film), b = impacts(without.film);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].first, b[k].first);
    EXPECT_NEAR(a[k].second, b[k].second, 1e-6 * std::abs(a[k].second) + 1e-15);
  }
}

TEST(MakeFilm, ADrivenMotionIsSlowedDownAndCut) {
  const Filmed made = filmed(system("dimer"), [](RunRequest& r) { r.cycles = 120; });
  EXPECT_EQ(made.film.speed, 0.1);  // 25 Hz: four tenths of a second a cycle
  EXPECT_NEAR(made.film.shots.back().t, 1, 1e-3);
  ASSERT_EQ(made.notes.size(), 1u);
  EXPECT_NE(made.notes[0].find("the film shows t = 0 to"), std::string::npos) << made.notes[0];
  const Filmed part =
      filmed(system("dimer"), [](RunRequest& r) { r.cycles = 20; }, {.from = 0.4, .until = 0.5, .speed = 0.02});
  EXPECT_GE(part.film.shots.front().t, 0.4);
  EXPECT_LE(part.film.shots.back().t, 0.5);
  EXPECT_GE(part.film.shots.size(), 300u);
}

// Lowest points of what is drawn touch the ground where a contact is closed.
TEST(CatalogDrawings, EverySystemHasOneAndItsContactsHavePlaces) {
  for (const System* one : systems()) {
    if (one->card().many || one->name() == "lattice-stretch") continue;
    const Filmed made = filmed(*one, [&](RunRequest& r) {
      if (one->name() == "dimer") r.cycles = 2;
    });
    EXPECT_FALSE(made.film.parts.empty()) << one->name();
    EXPECT_FALSE(made.film.contacts.empty()) << one->name();
    for (const report::FilmContact& contact : made.film.contacts)
      EXPECT_GE(contact.pose, 0) << one->name() << contact.name;
    EXPECT_FALSE(made.film.energies.empty() && one->name() != "chain") << one->name();
  }
}

TEST(CatalogDrawings, TheTipsOfTheDimerAreWhereTheRowsHaveThem) {
  const Filmed made = filmed(system("dimer"), [](RunRequest& r) { r.cycles = 1; });
  int y_right = -1;
  for (std::size_t k = 0; k < made.film.columns.size(); ++k)
    if (made.film.columns[k].name == "y_right") y_right = static_cast<int>(k);
  ASSERT_GE(y_right, 0);
  for (const report::Shot& shot : made.film.shots)
    EXPECT_NEAR(shot.poses[3 * 3 + 1], shot.values[static_cast<std::size_t>(y_right)], 2e-7);
}

// A ball on a pendulum of two bodies: the drawing is where the model has the bodies.
TEST(TextDrawing, BodiesTurnAboutTheirHinge) {
  const auto pendulum = model_system(R"toml(carom = "model 1"
gravity = 9.81
[[body]]
name = "bob"
mass = 1
inertia = 0.1
position = [0, -1]
shape = [{ disc = 0.1 }]
[[joint]]
name = "pin"
kind = "hinge"
bodies = ["ground", "bob"]
at = [0, 0]
)toml",
                                     "pendulum.toml");
  const Drawing drawing = drawing_of(*pendulum, pendulum->defaults());
  ASSERT_EQ(drawing.parts.size(), 2u);
  EXPECT_EQ(drawing.parts[0].kind, PartKind::disc);
  std::vector<double> pose(3 * static_cast<std::size_t>(drawing.poses));
  const double q = 0.3, u = 0;
  drawing.place({0, &q, &u, nullptr}, pose.data());
  const auto k = 3 * static_cast<std::size_t>(drawing.parts[0].pose);
  EXPECT_NEAR(pose[k], std::sin(q), 1e-12);
  EXPECT_NEAR(pose[k + 1], -std::cos(q), 1e-12);
}

const char* const drawn_equations = R"toml(carom = "model 1"
[parameters]
r = "10 cm"
[coordinates]
y = 1
[equations]
kinetic = "y_dot^2/2"
potential = "9.81*y"
[[contact]]
name = "table"
gap = "y - r"
[drawing]
disc = [{ at = [0, "y"], radius = "r" }]
spring = [{ from = [0, 3], to = [0, "y"] }]
ground = [{ from = [0, 0], to = [1, 0] }]
contact = [{ name = "table", at = [0, "y - r"], normal = [0, 1] }]
)toml";

TEST(TextDrawing, EquationsAreDrawnAsTheySay) {
  const auto ball = model_system(drawn_equations, "ball.toml");
  const Filmed made = filmed(*ball, [](RunRequest& r) { r.until = 1; });
  ASSERT_EQ(made.film.parts.size(), 3u);
  EXPECT_EQ(made.film.parts[0].radius, 0.1);
  EXPECT_EQ(made.film.parts[1].kind, PartKind::spring);
  ASSERT_EQ(made.film.contacts.size(), 1u);
  EXPECT_GE(made.film.contacts[0].pose, 0);
  EXPECT_TRUE(made.notes.empty());
}

TEST(TextDrawing, TellsWhatIsWrongAndWhere) {
  std::string text = drawn_equations;
  text.replace(text.find("radius"), 6, "radios");
  const auto ball = model_system(text, "ball.toml");
  try {
    drawing_of(*ball, ball->defaults());
    FAIL();
  } catch (const BadInput& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 19), "ball.toml, line 13,") << error.what();
    EXPECT_NE(std::string(error.what()).find("radius"), std::string::npos) << error.what();
  }
}

TEST(TextDrawing, EquationsWithoutADrawingShowTheirColumns) {
  std::string text = drawn_equations;
  text.erase(text.find("[drawing]"));
  const auto ball = model_system(text, "ball.toml");
  const Filmed made = filmed(*ball, [](RunRequest& r) { r.until = 1; });
  EXPECT_TRUE(made.film.is_strip_only());
  ASSERT_EQ(made.notes.size(), 1u);
  EXPECT_NE(made.notes[0].find("[drawing]"), std::string::npos);
}

TEST(FilmFrames, ManyBodiesFitIntoOnePage) {
  FilmFrames frames;
  frames.begin("lattice", {});
  Frame frame;
  for (std::uint32_t k = 0; k < 3200; ++k) frame.centre.push_back({0.01 * k, std::sin(0.1 * k), 0});
  for (std::uint32_t k = 1; k < 3200; ++k) frame.links.push_back({k - 1, k});
  for (int k = 0; k < 1000; ++k) {
    frame.t = 0.01 * k;
    frames.frame(frame);
  }
  const Film film = frames.film();
  EXPECT_GT(film.shots.size(), 80u);
  EXPECT_NEAR(film.shots.back().t, 9.99, 0.2);
  EXPECT_LT(report::film_page(film).size(), 5'000'000u);
}

}  // namespace
}  // namespace carom::study
