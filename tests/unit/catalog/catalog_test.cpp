// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/catalog.hpp"

#include <gtest/gtest.h>

#include "carom/systems/dimer_cases.hpp"
#include "unit/base/message.hpp"

namespace carom::study {
namespace {

using test::message_of;

TEST(Catalog, ListsEverySystemOnce) {
  std::vector<std::string> names;
  for (const System* s : systems()) names.push_back(s->name());
  EXPECT_EQ(names,
            (std::vector<std::string>{"dimer", "disc-ball", "impact-oscillator", "rods", "lattice", "lattice-stretch",
                                      "chain", "bouncing-ball", "rocking-block", "painleve-rod", "rod-on-plate"}));
  for (const System* s : systems()) EXPECT_EQ(&system(s->name()), s);
}

TEST(Catalog, OffersTheNearestSystem) {
  EXPECT_EQ(message_of([] { system("dimr"); }), "there is no system 'dimr'; did you mean 'dimer'?");
  EXPECT_EQ(message_of([] { system("zzzzzz"); }), "there is no system 'zzzzzz'; `carom systems` lists those there are");
}

// A system that is taken is seen in docs/guide/own-mechanism.md (tests/install/guide_steps): a catalog does not forget.
TEST(Catalog, RefusesASystemWhoseNameIsTaken) {
  EXPECT_EQ(message_of([] { add_system(dimer_system()); }),
            "there is a system 'dimer' already; give yours another name");
}

TEST(Catalog, OffersTheNearestPreset) {
  EXPECT_EQ(message_of([] { dimer_system().preset("dorbollo"); }),
            "system 'dimer' has no preset 'dorbollo'; did you mean 'dorbolo'?");
  EXPECT_EQ(message_of([] { bouncing_ball_system().preset("x"); }), "system 'bouncing-ball' has no presets");
}

TEST(Catalog, DimerHasTheParametersOfTheContract) {
  const Parameters p = dimer_system().defaults();
  for (const char* name : {"A_r", "r", "rho_ball", "rho_rod", "d_rod", "f", "Gamma", "phase", "e", "mu_s", "mu_c",
                           "mu_s_i", "mu_i", "eta", "gamma_21", "closing", "h0", "theta0", "g"})
    EXPECT_NE(p.table().find(name), nullptr) << name;
  for (const char* name : {"e", "mu_s", "mu_c", "mu_s_i", "mu_i", "eta"})
    for (const char* tip : {"_1", "_2"}) EXPECT_EQ(p[std::string(name) + tip], p[name]) << name << tip;
  EXPECT_EQ(p["A_r"], 3.9);
  EXPECT_EQ(p["f"], 25);
  EXPECT_EQ(p["mu_s_i"], 0.24);
  EXPECT_EQ(p["mu_i"], 0.12);
  EXPECT_EQ(p["h0"], 0.00025);
}

// One list: the command's presets are the cases by which the paper's report names its runs.
TEST(Catalog, PresetsOfTheDimerAreItsCases) {
  const System& dimer = dimer_system();
  for (const DimerCase& one : dimer_cases()) {
    RunRequest request = dimer.request();
    dimer.apply(dimer.preset(one.name), request);
    const Parameters& p = request.parameters;
    EXPECT_EQ(p["A_r"], one.A_r) << one.name;
    EXPECT_EQ(p["mu_i"], one.mu_i) << one.name;
    EXPECT_EQ(p["Gamma"], one.Gamma) << one.name;
    EXPECT_EQ(p["f"], one.f) << one.name;
    EXPECT_EQ(p["e"], one.e) << one.name;
    EXPECT_NEAR(p["h0"], 1e-3 * one.h0, 1e-17) << one.name;
    EXPECT_EQ(p["theta0"], one.theta0 * deg) << one.name;
    EXPECT_EQ(request.cycles, one.cycles) << one.name;
  }
  EXPECT_EQ(dimer_case("jump").h0, 0.5);
  EXPECT_EQ(message_of([] { dimer_case("jumps"); }), "there is no case 'jumps' of the dimer");
}

TEST(Catalog, EverySystemWithFrictionHasATangentialRestitution) {
  for (const System* s : systems()) {
    if (s->name() == "chain" || s->card().many) continue;  // no friction; no impacts
    EXPECT_EQ(s->defaults()["eps_T"], 0) << s->name();
  }
}

TEST(Catalog, ListsTakeUnits) {
  const System& dimer = dimer_system();
  EXPECT_EQ(dimer.read_coordinates("0,4.75mm,180deg"), (std::vector<double>{0, 0.00475, 3.141592653589793}));
  EXPECT_EQ(dimer.read_velocities("1,-5cm/s,2rad/s"), (std::vector<double>{1, -0.05, 2}));
  EXPECT_EQ(message_of([&] { dimer.read_coordinates("0,1"); }), "--q needs 3 values (x1,y1,theta), got 2");
  const std::vector<Quantity> few(8, {.name = "a", .unit = "m", .meaning = ""});
  EXPECT_EQ(message_of([&] { read_list("0", few, "--u"); }), "--u needs 8 values (a,a,a,a,a,a,a,a), got 1");
  std::vector<Quantity> many;
  for (int k = 1; k <= 100; ++k) many.push_back({.name = "x_" + std::to_string(k), .unit = "m", .meaning = ""});
  EXPECT_EQ(message_of([&] { read_list("0", many, "--q"); }), "--q needs 100 values (x_1,x_2,x_3,...,x_100), got 1");
  EXPECT_EQ(message_of([&] { dimer.read_coordinates("0,nan,0"); }), "--q y1 must be a finite number, got 'nan'");
}

}  // namespace
}  // namespace carom::study
