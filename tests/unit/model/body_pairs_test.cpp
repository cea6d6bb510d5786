// SPDX-License-Identifier: Apache-2.0
// Contacts that share their formulas are those that are written out one by one; what is near is on the list.
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/base/random.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_model.hpp"

namespace carom {
namespace {

// Shapes of every kind, free ones, one on a hinge, a shaken plate with a belt, a stair and a hollow.
const char* const mixture = R"toml(carom = "model 1"
gravity = 9.81
[parameters]
w = 0.3
[[body]]
name = "disc"
density = 3
position = [0.1, 0.9]
shape = { disc = 0.12, at = [0.02, 0] }
[[body]]
name = "small"
density = 3
position = [-0.4, 1.3]
shape = { disc = 0.07 }
[[body]]
name = "box"
density = 2
position = [0.5, 1]
angle = 0.3
shape = { box = ["w", 0.1], at = [0.05, 0], angle = 0.2 }
[[body]]
name = "brick"
density = 2
position = [-0.5, 1]
shape = { box = [0.2, 0.15] }
[[body]]
name = "wedge"
density = 2
position = [0, 1.4]
shape = { polygon = [[0, 0], [0.2, 0], [0.05, 0.2]] }
[[body]]
name = "pill"
density = 2
position = [0.6, 1.5]
shape = { capsule = [0.2, 0.05] }
[[body]]
name = "arm"
density = 2
position = [-1, 1]
shape = { box = [0.5, 0.04], at = [0.25, 0] }
[[joint]]
name = "hinge"
kind = "hinge"
bodies = ["ground", "arm"]
at = [-1, 1]
[[body]]
name = "plate"
motion = { y = "0.05*sin(3*t)", angle = "0.1*sin(2*t)" }
belt = 0.4
shape = { line = [[-2, 0.2], [2, 0.2]] }
[[body]]
name = "stairs"
shape = { outline = [[-3, 0.9], [-0.2, 0.6], [-0.2, 0.3], [0.5, 0.3], [0.5, 0], [1, 0.05]] }
[[body]]
name = "bowl"
shape = { arc = { radius = 2, from = "180 deg", to = "360 deg" }, at = [0, 1.5] }
[contacts]
all = true
e = 0.5
mu = 0.3
)toml";

struct Rows {
  std::vector<double> gap, normal, tangent, normal_surface, tangential_surface, normal_drift, tangential_drift;
  Rows(const Model& model, const At<double>& at) {
    const auto m = static_cast<std::size_t>(model.contact_number()), n = static_cast<std::size_t>(model.freedom());
    for (auto* list : {&gap, &normal_surface, &tangential_surface, &normal_drift, &tangential_drift}) list->resize(m);
    normal.resize(m * n);
    tangent.resize(m * n);
    model.equations<double>().contacts(at, {gap.data(), normal.data(), tangent.data(), normal_surface.data(),
                                            tangential_surface.data(), normal_drift.data(), tangential_drift.data()});
  }
};

struct Moved {
  double t;
  std::vector<double> q, u;
  At<double> at() const { return {.t = t, .q = q.data(), .u = u.data()}; }
};
Moved moved(const TextModel& model, Random& random, double reach) {
  Moved moved{random.uniform(0, 2), model.facts().q, model.facts().u};
  for (double& x : moved.q) x += random.uniform(-reach, reach);
  for (double& x : moved.u) x += random.uniform(-1, 1);
  return moved;
}

TEST(BodyPairs, AreTheContactsThatAreWrittenOutOneByOne) {
  const ModelText text = read_model_text(mixture, "mixture.toml");
  const auto shared = make_text_model(text), single = make_text_model_differentiable_by_parameters(text);
  ASSERT_TRUE(shared->tells_near_contacts());
  ASSERT_FALSE(single->tells_near_contacts());
  ASSERT_EQ(shared->contact_number(), single->contact_number());
  std::map<std::string, int> number;
  for (int i = 0; i < single->contact_number(); ++i) number[single->contact_name(i)] = i;
  const auto n = static_cast<std::size_t>(single->freedom());
  Random random(11);
  for (int trial = 0; trial < 20; ++trial) {
    const Moved state = moved(*single, random, 0.4);
    const Rows a(*shared, state.at()), b(*single, state.at());
    for (int k = 0; k < shared->contact_number(); ++k) {
      ASSERT_TRUE(number.contains(shared->contact_name(k))) << shared->contact_name(k);
      const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(number[shared->contact_name(k)]);
      if (!std::isfinite(b.gap[j])) continue;
      EXPECT_NEAR(a.gap[i], b.gap[j], 1e-13) << shared->contact_name(k);
      EXPECT_NEAR(a.normal_surface[i], b.normal_surface[j], 1e-12) << shared->contact_name(k);
      EXPECT_NEAR(a.tangential_surface[i], b.tangential_surface[j], 1e-12) << shared->contact_name(k);
      const double size = 1 + std::abs(b.normal_drift[j]) + std::abs(b.tangential_drift[j]);
      EXPECT_NEAR(a.normal_drift[i], b.normal_drift[j], 1e-11 * size) << shared->contact_name(k);
      EXPECT_NEAR(a.tangential_drift[i], b.tangential_drift[j], 1e-11 * size) << shared->contact_name(k);
      for (std::size_t c = 0; c < n; ++c) {
        EXPECT_NEAR(a.normal[i * n + c], b.normal[j * n + c], 1e-12) << shared->contact_name(k);
        EXPECT_NEAR(a.tangent[i * n + c], b.tangent[j * n + c], 1e-12) << shared->contact_name(k);
      }
      EXPECT_EQ(shared->contact_law(k), single->contact_law(number[shared->contact_name(k)]));
    }
    bool exist_a[500], exist_b[500];
    shared->contacts_exist(state.at(), exist_a);
    single->contacts_exist(state.at(), exist_b);
    for (int k = 0; k < shared->contact_number(); ++k)
      EXPECT_EQ(exist_a[k], exist_b[number[shared->contact_name(k)]]) << shared->contact_name(k);
  }
}

// Whatever touches in a box of states is on its list.
TEST(BodyPairs, ListWhatMayTouch) {
  const auto model = make_text_model(read_model_text(mixture, "mixture.toml"));
  const int m = model->contact_number();
  std::vector<int> near(static_cast<std::size_t>(m));
  std::vector<double> gaps(static_cast<std::size_t>(m));
  Random random(12);
  long left_out = 0, touching = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const Moved middle = moved(*model, random, 0.3);
    std::vector<double> reach(middle.q.size());
    for (double& r : reach) r = random.uniform(0, 0.1);
    const int count = model->near_contacts(
        {.t0 = middle.t, .t1 = middle.t + 0.1, .q = middle.q.data(), .reach = reach.data()}, m, near.data());
    left_out += m - count;
    for (int look = 0; look < 20; ++look) {
      Moved state = middle;
      state.t += random.uniform(0, 0.1);
      for (std::size_t k = 0; k < reach.size(); ++k) state.q[k] += random.uniform(-reach[k], reach[k]);
      model->gaps(state.at(), gaps.data());
      for (int i = 0; i < m; ++i) {
        if (!(gaps[static_cast<std::size_t>(i)] <= 0)) continue;
        ++touching;
        EXPECT_TRUE(std::binary_search(near.begin(), near.begin() + count, i)) << model->contact_name(i);
      }
    }
  }
  EXPECT_GT(left_out, 2000);
  EXPECT_GT(touching, 1000);
}

// Of a list, each contact has its own switches, and only those.
TEST(BodyPairs, HaveSwitchesOfTheirOwn) {
  const auto model = make_text_model(read_model_text(mixture, "mixture.toml"));
  Random random(13);
  const Moved state = moved(*model, random, 0.2);
  std::vector<int> list;
  int switches = model->switch_number();
  for (int i = 0; i < model->contact_number(); i += 3) {
    list.push_back(i);
    switches += model->contact_switches(i);
  }
  At<double> at = state.at();
  at.listed = list.data();
  at.listed_number = static_cast<int>(list.size());
  std::vector<int> sides(static_cast<std::size_t>(switches), 77);
  model->sides(at, sides.data());
  for (const int side : sides) EXPECT_TRUE(side == 1 || side == -1);
  std::vector<double> live(list.size()), held(list.size()), values(static_cast<std::size_t>(switches));
  model->gaps(at, live.data());
  at.sides = sides.data();
  model->gaps(at, held.data());
  EXPECT_EQ(live, held);
  model->equations<double>().switches(at, values.data());
  for (const double value : values) EXPECT_GE(value, 0);
}

TEST(BodyPairs, AreCalledByTheirShapes) {
  const auto model = make_text_model(read_model_text(std::string(mixture) + R"toml(
[observables]
hits = { count = "disc/small impact" }
push = { max = "wedge/plate:2.force" }
)toml",
                                                     "mixture.toml"));
  EXPECT_FALSE(model->facts().instants[0].at.contact < 0);
  const int contact = model->facts().instants[0].at.contact;
  EXPECT_EQ(model->contact_name(contact), "disc/small");
}

}  // namespace
}  // namespace carom
