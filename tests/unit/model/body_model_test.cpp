// SPDX-License-Identifier: Apache-2.0
// Bodies of a model file: what follows from shapes and joints, and the sentences for what cannot be.
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"
#include "carom/model/body_picture.hpp"
#include "carom/model/model_template.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_model.hpp"
#include "unit/base/message.hpp"

namespace carom {
namespace {

std::shared_ptr<const TextModel> model(const std::string& text) {
  return make_text_model(read_model_text("carom = \"model 1\"\n" + text, "b.toml"));
}

std::string refusal(const std::string& text) {
  return test::message_of([&] { model(text); });
}

std::vector<double> mass_of(const TextModel& model) {
  std::vector<double> M(static_cast<std::size_t>(model.freedom() * model.freedom()));
  model.mass_matrix({.t = 0, .q = model.facts().q.data(), .u = model.facts().u.data()}, M.data());
  return M;
}

std::vector<double> gaps_at(const TextModel& model, const std::vector<double>& q) {
  std::vector<double> g(static_cast<std::size_t>(model.contact_number()));
  model.gaps({.t = 0, .q = q.data(), .u = model.facts().u.data()}, g.data());
  return g;
}

std::string body(const std::string& shape, const std::string& more = "") {
  return "[[body]]\nname = \"a\"\ndensity = 3\nshape = [ " + shape + " ]\n" + more;
}

TEST(BodyModel, HasTheMassAndInertiaOfItsShapes) {
  const auto expect = [](const std::string& shape, double area, double moment) {
    const std::vector<double> M = mass_of(*model(body(shape)));
    EXPECT_NEAR(M[0], 3 * area, 1e-14 * area) << shape;
    EXPECT_NEAR(M[8], 3 * moment, 1e-13 * moment) << shape;
    EXPECT_NEAR(M[2], 0, 1e-13) << shape;
  };
  expect("{ disc = 0.2 }", pi * 0.04, pi * 0.0016 / 2);
  expect("{ box = [0.2, 0.3] }", 0.06, 0.06 * 0.13 / 12);
  expect("{ polygon = [[-0.1, -0.15], [0.1, -0.15], [0.1, 0.15], [-0.1, 0.15]] }", 0.06, 0.06 * 0.13 / 12);
  expect("{ box = [0.1, 0.3], at = [-0.05, 0] }, { box = [0.1, 0.3], at = [0.05, 0] }", 0.06, 0.06 * 0.13 / 12);
  // A capsule by adding up slices of its moment.
  const double d = 0.3, r = 0.05;
  double area = 0, moment = 0;
  constexpr int slices = 400000;
  for (int k = 0; k < slices; ++k) {
    const double dx = (d + 2 * r) / slices, x = -d / 2 - r + (k + 0.5) * dx,
                 beyond = std::max(std::abs(x) - d / 2, 0.0);
    const double h = std::sqrt(r * r - beyond * beyond);
    area += 2 * h * dx;
    moment += (2 * h * x * x + 2 * h * h * h / 3) * dx;
  }
  const std::vector<double> M = mass_of(*model(body("{ capsule = [0.3, 0.05] }")));
  EXPECT_NEAR(M[0], 3 * area, 1e-8);
  EXPECT_NEAR(M[8], 3 * moment, 1e-8);
}

// The centre of mass is that of the shapes: a triangle off its frame.
TEST(BodyModel, TurnsAboutItsCentreOfMass) {
  const std::vector<double> M = mass_of(*model(body("{ polygon = [[0, 0], [3, 0], [0, 3]] }")));
  EXPECT_NEAR(M[0], 13.5, 1e-13);
  EXPECT_NEAR(M[2], -13.5, 1e-13);  // −m c_y
  EXPECT_NEAR(M[5], 13.5, 1e-13);
  EXPECT_NEAR(M[8], 3 * 13.5, 1e-12);  // about the corner: ρ (a⁴/12 + a⁴/12)
}

// Small motions of two equal rods: ω² = (3 ∓ 6/√7) g/l.
TEST(BodyModel, DoublePendulumHasTheFrequenciesOfTheTextbook) {
  const auto pendulum = model(R"toml(
gravity = 9.81
[parameters]
l = 1.3
[[body]]
name = "upper"
mass = 2
inertia = "l^2/6"
com = [0, "-l/2"]
[[body]]
name = "lower"
mass = 2
inertia = "l^2/6"
com = [0, "-l/2"]
position = [0, "-l"]
[[joint]]
name = "shoulder"
kind = "hinge"
bodies = ["ground", "upper"]
at = [0, 0]
[[joint]]
name = "elbow"
kind = "hinge"
bodies = ["upper", "lower"]
at = [0, "-l"]
)toml");
  ASSERT_EQ(pendulum->freedom(), 2);
  EXPECT_EQ(pendulum->facts().coordinate_names, (std::vector<std::string>{"shoulder.angle", "elbow.angle"}));
  double K[4], A[4] = {}, inverse[4];
  for (int k = 0; k < 2; ++k) {
    Once q[2] = {0.0, 0.0}, u[2] = {0.0, 0.0}, h[2];
    q[k].slope = 1;
    pendulum->equations<Once>().force({.t = 0.0, .q = q, .u = u}, h);
    for (int i = 0; i < 2; ++i) K[i + 2 * k] = -h[i].slope;
  }
  const double rest[2] = {0, 0};
  pendulum->equations<double>().inverse_mass({.t = 0, .q = rest, .u = rest}, inverse);
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 2; ++l) A[i + 2 * k] += inverse[i + 2 * l] * K[l + 2 * k];
  const double trace = A[0] + A[3], determinant = A[0] * A[3] - A[1] * A[2],
               root = std::sqrt(trace * trace / 4 - determinant);
  EXPECT_NEAR(trace / 2 - root, (3 - 6 / std::sqrt(7)) * 9.81 / 1.3, 1e-9);
  EXPECT_NEAR(trace / 2 + root, (3 + 6 / std::sqrt(7)) * 9.81 / 1.3, 1e-9);
}

std::string with(const std::string& first, const std::string& second, const std::string& keys = "") {
  return "[[body]]\nname = \"a\"\nmass = 1\ninertia = 1\nposition = [0, 5]\nshape = [ " + first + " ]\n" +
         "[[body]]\nname = \"b\"\nshape = [ " + second + " ]\n" + keys + "[contacts]\nall = true\n";
}

// The distance of a disc from a shape, by its least distance from many points of its surface.
TEST(BodyModel, DistancesAreThoseOfTheShapes) {
  struct Case {
    std::string shape;
    std::vector<std::pair<double, double>> outline;  // of the surface
  };
  const std::vector<Case> cases = {
      {"{ box = [2, 1] }", {{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}, {-1, -0.5}}},
      {"{ polygon = [[0, 0], [2, 0], [1, 1.5]] }", {{0, 0}, {2, 0}, {1, 1.5}, {0, 0}}},
      {"{ outline = [[0, 0], [2, 0], [1, 1.5], [0, 0]] }", {{0, 0}, {1, 1.5}, {2, 0}, {0, 0}}},
  };
  for (const Case& one : cases) {
    if (one.shape.find("outline") != std::string::npos) continue;  // counterclockwise: a room, seen from within below
    const auto system = model(with("{ disc = 0.3 }", one.shape));
    Random random(3);
    for (int k = 0; k < 200; ++k) {
      const double x = random.uniform(-3, 4), y = random.uniform(-3, 4);
      double nearest = HUGE_VAL;
      bool inside = true;
      for (std::size_t i = 0; i + 1 < one.outline.size(); ++i) {
        const auto [ax, ay] = one.outline[i];
        const auto [bx, by] = one.outline[i + 1];
        const double dx = bx - ax, dy = by - ay;
        const double s = std::min(1.0, std::max(0.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
        nearest = std::min(nearest, std::hypot(x - ax - s * dx, y - ay - s * dy));
        inside = inside && dx * (y - ay) - dy * (x - ax) > 0;
      }
      if (inside) continue;
      EXPECT_NEAR(gaps_at(*system, {x, y, 0.4})[0], nearest - 0.3, 1e-13) << one.shape << " " << x << " " << y;
    }
  }
}

TEST(BodyModel, NormalAndSlipHaveTheSignsOfTheContract) {
  const auto check = [](const std::string& pair, double slip_sign) {
    const auto system = model(R"toml(
[[body]]
name = "ball"
mass = 1
position = [0, 1]
velocity = [2, -1]
spin = 3
shape = [ { disc = 0.5 } ]
[[body]]
name = "floor"
belt = 0.25
shape = [ { line = [[-1, 0], [1, 0]] } ]
[[contact]]
between = )toml" + pair + "\n");
    ASSERT_EQ(system->contact_number(), 1);
    double gap, w[3], n[3], what, that, zeta_n, zeta_t;
    const std::vector<double>& u = system->facts().u;
    system->equations<double>().contacts({.t = 0, .q = system->facts().q.data(), .u = u.data()},
                                         {&gap, w, n, &what, &that, &zeta_n, &zeta_t});
    EXPECT_NEAR(gap, 0.5, 1e-15);
    EXPECT_NEAR(w[1], 1, 1e-15);
    // The surface of the floor moves by 0.25 along +x, the lowest point of the ball by 2 + 0.5·3.
    const double slip = n[0] * u[0] + n[1] * u[1] + n[2] * u[2] + that;
    EXPECT_NEAR(slip, slip_sign > 0 ? 2 + 1.5 - 0.25 : -(2 + 1.5) - 0.25, 1e-14);
  };
  check("[\"ball\", \"floor\"]", 1);
}

TEST(BodyModel, NamesMeanPlaces) {
  const auto system = model(R"toml(
[[body]]
for = { i = [1, 2] }
name = "bird{i}"
mass = 1
inertia = 1
position = ["3*i", 2]
angle = "pi/2"
shape = [ { point = [1, 0], name = "beak" } ]
[[joint]]
name = "hip"
kind = "hinge"
bodies = ["bird1", "bird2"]
at = [3, 2]
[observables]
a = { last = "bird1.beak.y" }
b = { last = "bird2.x" }
c = { last = "hip.angle" }
d = { last = "bird2.com.x_dot" }
)toml");
  EXPECT_EQ(system->freedom(), 4);
  double values[4];
  const std::vector<double> u = {0, 0, 0, 2};
  system->measures({.t = 0, .q = system->facts().q.data(), .u = u.data()}, nullptr, nullptr, values);
  EXPECT_NEAR(values[0], 3, 1e-15);
  EXPECT_NEAR(values[1], 6, 1e-15);
  EXPECT_NEAR(values[2], 0, 1e-15);
  EXPECT_NEAR(values[3], 0, 1e-14);  // moves along y
}

TEST(BodyModel, WhatCannotBeIsASentence) {
  const std::string a = "[[body]]\nname = \"a\"\nmass = 1\ninertia = 1\n",
                    b = "[[body]]\nname = \"b\"\nmass = 1\ninertia = 1\n";
  const auto expect = [](const std::string& text, const std::string& sentence) {
    const std::string told = refusal(text);
    EXPECT_NE(told.find(sentence), std::string::npos) << told;
    EXPECT_EQ(told.rfind("b.toml", 0), 0u) << told;
  };
  expect("[[body]]\nmass = 1", "a body needs a name");
  expect("[[body]]\nname = \"a\"\nmas = 1", "unknown key 'mas' in [[body]]; did you mean 'mass'?");
  expect("[[body]]\nname = \"a\"\nmass = 0", "the mass of body 'a' is above 0, and this is 0");
  expect("[[body]]\nname = \"a\"\nmass = \"1 m\"", "mass");
  expect("[[body]]\nname = \"a\"\ndensity = 1", "a density needs an area");
  expect(a + "motion = { x = 1 }", "'motion' belongs to bodies without mass");
  expect(a + a, "'a' is the name of a body in line 3 already");
  expect(a + "shape = { blob = 1 }", "unknown key 'blob' in a shape");
  expect(a + "shape = { disc = -1 }", "the radius of a disc is above 0, and this is -1");
  expect(a + "shape = { line = [[0, 0], [1, 0]] }", "lines, outlines and arcs are shapes of bodies without mass");
  expect(a + "shape = { polygon = [[0, 0], [1, 0], [0.1, 0.1], [0, 1]] }", "a polygon of a body is convex");
  expect(a + "shape = { polygon = [[0, 0], [1, 0], [2, 0], [0, 1]] }", "three corners of this polygon are in one line");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"hing\"\nbodies = [\"a\", \"ground\"]\nat = [0, 0]",
         "not 'hing'; did you mean 'hinge'?");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"hinge\"\nbodies = [\"a\", \"nowhere\"]\nat = [0, 0]",
         "there is no body 'nowhere'");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"hinge\"\nbodies = [\"a\", \"a\"]\nat = [0, 0]",
         "connects 'a' with itself");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"hinge\"\nbodies = [\"a\", \"ground\"]", "a hinge needs its place");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"slider\"\nbodies = [\"a\", \"ground\"]\naxis = [0, 0]",
         "has no direction");
  expect(a + "[[joint]]\nname = \"j\"\nkind = \"weld\"\nbodies = [\"a\", \"ground\"]", "at least one coordinate");
  expect(a + b +
             "[[joint]]\nname = \"j\"\nkind = \"weld\"\nbodies = [\"a\", \"b\"]\n[[joint]]\nname = \"k\"\nkind = "
             "\"weld\"\n"
             "bodies = [\"b\", \"a\"]",
         "binds nothing that can move");
  expect("[[body]]\nfor = { i = [1, 1000000] }\nname = \"a{i}\"\nmass = 1", "runs over 1000000 numbers");
  expect("[[body]]\nfor = { i = [1, 9000] }\nname = \"a{i}\"\nmass = 1", "at most 1000 bodies");
  expect("[[body]]\nfor = { i = [1, 900] }\nname = \"a{i}\"\nmass = 1", "at most 320 coordinates");
  std::string saw = "[[body]]\nfor = { k = [1, 3] }\nname = \"saw{k}\"\nshape = { outline = [";
  for (int i = 0; i < 900; ++i) saw += (i ? ", [" : "[") + std::to_string(i) + (i % 2 ? ", 1]" : ", 0]");
  expect(saw + "] }\n[[body]]\nfor = { i = [1, 100] }\nname = \"a{i}\"\nmass = 1\ninertia = 1\n" +
             "position = [\"i\", 9]\nshape = { disc = 0.1 }\n[contacts]\nall = true",
         "can touch in more than 50000 places");
  expect("[[body]]\nname = \"b\"\nshape = { outline = [[0, 0]] }", "'outline' has at least 2 points, here are 1");
  expect(a + "[[contact]]\nbetween = [\"a\", \"c\"]", "there is no body and no shape 'c'");
  expect("[[contact]]\nbetween = [\"a\", \"c\"]\n[coordinates]\nx = 0\n[equations]\nkinetic = \"x_dot^2\"",
         "needs bodies");
  expect(a + "[observables]\nh = { max = \"a.z\" }", "'a.z'");
  expect(a + "[[spring]]\nname = \"s\"\nbodies = [\"a\", \"ground\"]\nat = [[0, 0], [0, 0]]\nk = 1",
         "has no length at the start");
  expect("[[body]]\nname = \"a\"\nshape = { disc = 1 }", "at least one coordinate");
}

// An angle that its motor does not begin with, and rates that loops cannot have.
TEST(BodyModel, AStartThatDoesNotFitIsRefusedOrClosedWhenAsked) {
  const std::string crank = R"toml(
[[body]]
name = "crank"
mass = 1
inertia = 1
angle = 0.1
[[joint]]
name = "drive"
kind = "hinge"
bodies = ["ground", "crank"]
at = [0, 0]
motor = "2*t"
)toml";
  EXPECT_NE(refusal(crank).find("the start does not fit: 'drive motor' is open by 0.1"), std::string::npos)
      << refusal(crank);
  const auto closed = model(crank + "[numerics]\nclose_start = true\n");
  EXPECT_NEAR(closed->facts().q[0], 0, 1e-15);
  EXPECT_NEAR(closed->facts().u[0], 2, 1e-15);
  EXPECT_NE(closed->facts().closing.find("moved by up to 0.1"), std::string::npos) << closed->facts().closing;
}

TEST(BodyModel, TemplateIsAModelAndChangesOfItAreModelsOrSentences) {
  const ModelText text = read_model_text(bodies_template(), "t.toml");
  EXPECT_EQ(make_text_model(text)->freedom(), 7);
  const BodyPicture picture = body_picture(text);
  EXPECT_EQ(picture.shapes.size(), 4u);
  EXPECT_EQ(picture.masses.size(), 3u);
  int read = 0, refused = 0;
  for (int k = 0; k < 150; ++k) {
    Random random(5, static_cast<std::uint64_t>(k));
    std::string changed(bodies_template());
    for (int change = 0; change < 2; ++change) {
      const std::size_t at = random.index(static_cast<std::uint32_t>(changed.size()));
      switch (random.index(3)) {
        case 0: changed.erase(at, 1 + random.index(12)); break;
        case 1: changed.insert(at, changed.substr(random.index(static_cast<std::uint32_t>(changed.size())), 15)); break;
        default: changed[at] = "[]{}\"'=.,#\n-019"[random.index(15)];
      }
    }
    try {
      make_text_model(read_model_text(changed, "t.toml"));
      ++read;
    } catch (const BadInput& wrong) {
      EXPECT_EQ(std::string(wrong.what()).find('\n'), std::string::npos);
      ++refused;
    }
  }
  EXPECT_GT(read, 10);
  EXPECT_GT(refused, 30);
}

}  // namespace
}  // namespace carom
