// SPDX-License-Identifier: Apache-2.0
// Models of models/ beside the systems of the catalog that they are twins of, event by event, and one ball in two spellings.
#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/model_file.hpp"
#include "support/memory_sink.hpp"

namespace carom::study {
namespace {

const System& text_system(const std::string& file) {
  return system_of_file((std::filesystem::path(CAROM_SOURCE_DIR) / "models" / file).string());
}

double number(const RunResult& result, const std::string& name) {
  for (const auto& [key, value] : result.observables)
    if (key == name) {
      if (const long* count = std::get_if<long>(&value)) return static_cast<double>(*count);
      return std::get<double>(value);
    }
  ADD_FAILURE() << "no observable " << name;
  return std::nan("");
}

// What happens, by kind and contacts, in the order of time: at one instant rows may change places.
using Log = std::map<std::string, std::vector<double>>;
Log log_of(const test::MemoryEvents& events) {
  static const std::vector<std::string> kinds = {"impact", "multiple_impact", "close", "stick", "slip", "detach"};
  Log log;
  for (std::size_t k = 0; k < events.rows.size(); ++k) {
    const EventRow& row = events.rows[k];
    if (std::find(kinds.begin(), kinds.end(), row.kind) == kinds.end()) continue;
    log[row.kind + " " + row.contacts].push_back(row.t);
  }
  return log;
}

struct Twin {
  const char* system;
  const char* file;
  double until;
  std::vector<std::pair<std::string, std::string>> set = {};          // of both
  std::vector<std::pair<std::string, std::string>> observables = {};  // the catalog's, the text's
  std::string geometry = {};                                          // of the catalog's alone
};

class Twins : public ::testing::TestWithParam<Twin> {};

TEST_P(Twins, HaveTheSameEventsAndObservables) {
  const Twin& twin = GetParam();
  const System &known = system(twin.system), &text = text_system(twin.file);
  const auto run = [&](const System& one, test::MemoryEvents& events) {
    RunRequest request = one.request();
    for (const auto& [name, value] : twin.set) request.parameters.set(name, std::string_view(value));
    if (&one == &known && !twin.geometry.empty()) request.parameters.set("geometry", std::string_view(twin.geometry));
    request.until = twin.until;
    request.events = &events;
    const RunResult result = one.run(request);
    EXPECT_EQ(result.outcome, Outcome::reached_end) << result.reason;
    return result;
  };
  test::MemoryEvents known_events, text_events;
  const RunResult a = run(known, known_events), b = run(text, text_events);
  const Log expected = log_of(known_events), found = log_of(text_events);
  EXPECT_FALSE(expected.empty());
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [what, times] : expected) {
    SCOPED_TRACE(what);
    const auto same = found.find(what);
    ASSERT_NE(same, found.end());
    ASSERT_EQ(same->second.size(), times.size());
    for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(same->second[k], times[k], 1e-9 * twin.until) << k;
  }
  for (const auto& [of_known, of_text] : twin.observables) {
    const double value = number(a, of_known);
    EXPECT_NEAR(number(b, of_text), value, 1e-9 * std::max(1.0, std::abs(value))) << of_known;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, Twins,
    ::testing::Values(
        Twin{"dimer", "dimer.toml", 2, {}, {{"theta_max", "theta_max"}}},
        Twin{"disc-ball",
             "disc_ball.toml",
             1,
             {},
             {{"v1", "v1"}, {"v2", "v2"}, {"theta_dot_plus", "theta_dot_plus"}, {"t_flat", "t_flat"}}},
        Twin{
            "disc-ball", "disc_ball.toml", 1, {{"b", "6.5mm"}, {"v_b", "0.284"}}, {{"v1", "v1"}, {"t_flat", "t_flat"}}},
        Twin{"impact-oscillator",
             "impact_oscillator.toml",
             0.3,
             {},
             {{"lift_offs", "lift_offs"}, {"impacts", "impacts"}}},
        Twin{"bouncing-ball", "bouncing_ball.toml", 6, {}, {{"impacts", "impacts"}}},
        Twin{"bouncing-ball", "bouncing_ball.toml", 0.9, {{"mu", "0.2"}, {"e", "0.5"}}, {{"impacts", "impacts"}}},
        Twin{"rocking-block", "rocking_block.toml", 2.5, {}, {{"rate_ratio", "rate_ratio"}}},
        Twin{"painleve-rod", "painleve_rod.toml", 1, {}, {{"impacts", "impacts"}, {"lift_offs", "lift_offs"}}},
        Twin{"painleve-rod",
             "painleve_rod.toml",
             1,
             {{"mu", "0.3"}},
             {{"impacts", "impacts"}, {"lift_offs", "lift_offs"}}},
        Twin{"rod-on-plate",
             "rod_on_plate.toml",
             0.3,
             {},
             {{"impacts", "impacts"}, {"c_x", "c_x"}, {"omega", "omega_plus"}}},
        Twin{"rod-on-plate",
             "rod_on_plate_thick.toml",
             0.2,
             {},
             {{"c_x", "c_x"}, {"c_z", "c_z"}, {"omega", "omega_plus"}},
             "thick"},
        Twin{"rod-on-plate",
             "rod_on_plate_flat.toml",
             0.2,
             {},
             {{"c_x", "c_x"}, {"c_z", "c_z"}, {"omega", "omega_plus"}},
             "flat"},
        Twin{"rod-on-plate", "rod_on_plate.toml", 0.2, {{"V_z", "0.1"}}, {{"c_x", "c_x"}, {"c_z", "c_z"}}}));

TEST(TextTwins, AChainOfFiveHasTheImpactOfTheCatalog) {
  const System &known = system("chain"), &text = text_system("newtons_cradle.toml");
  const auto after = [](const System& one) {
    ImpactRequest request{.parameters = one.defaults()};
    request.q = {0, 0.02, 0.04, 0.06, 0.08};
    request.u = {1, 0, 0, 0, 0};
    return one.impact(request).u_plus;
  };
  const std::vector<double> expected = after(known), found = after(text);
  ASSERT_EQ(found.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(found[k], expected[k], 1e-8);
}

OrbitResult orbit_of(const System& system, const std::vector<std::pair<std::string, double>>& set) {
  OrbitRequest request{.parameters = system.defaults()};
  for (const auto& [name, value] : set) request.parameters.set(name, value);
  OrbitResult orbit = find_orbit(system, request);
  EXPECT_TRUE(orbit.found()) << orbit.reason;
  return orbit;
}

TEST(TextTwins, HaveTheSameMultipliers) {
  using Set = std::vector<std::pair<std::string, double>>;
  const Set slippery{{"mu_i", 0.08}}, second{{"m1", 0.4}, {"k_phi", 25}, {"mu", 0.45}};
  for (const auto& [name, file, set] :
       {std::tuple("dimer", "dimer.toml", slippery), std::tuple("impact-oscillator", "impact_oscillator.toml", Set{}),
        std::tuple("impact-oscillator", "impact_oscillator.toml", second)}) {
    SCOPED_TRACE(name);
    const OrbitResult known = orbit_of(system(name), set), text = orbit_of(text_system(file), set);
    EXPECT_NEAR(text.period, known.period, 1e-9);
    ASSERT_EQ(text.multipliers.size(), known.multipliers.size());
    for (std::size_t k = 0; k < known.multipliers.size(); ++k)
      EXPECT_LT(std::abs(text.multipliers[k] - known.multipliers[k]), 1e-7) << k;
  }
}

struct Branch {
  BranchKind kind = BranchKind::orbit;
  std::string parameter = {};
  double from = 0, to = 0;
  std::vector<std::pair<std::string, double>> set = {};
};

std::vector<SpecialPoint> special_points(const System& system, const Branch& branch) {
  ContinuationRequest request{.start = {.parameters = system.defaults()}};
  for (const auto& [name, value] : branch.set) request.start.parameters.set(name, value);
  request.kind = branch.kind;
  request.parameter = branch.parameter;
  request.from = branch.from;
  request.to = branch.to;
  return follow_branch(system, request).special;
}

TEST(TextTwins, HaveTheSameSpecialPoints) {
  const Branch rest{BranchKind::equilibrium, "mu", 0.38, 0.42},
      drift{BranchKind::orbit, "Gamma", 0.94, 0.96, {{"mu_i", 0.08}}};
  for (const auto& [name, file, branch] :
       {std::tuple("impact-oscillator", "impact_oscillator.toml", rest), std::tuple("dimer", "dimer.toml", drift)}) {
    SCOPED_TRACE(name);
    const auto known = special_points(system(name), branch), text = special_points(text_system(file), branch);
    ASSERT_EQ(known.size(), 1u);
    ASSERT_EQ(text.size(), 1u);
    EXPECT_EQ(text[0].kind, known[0].kind);
    EXPECT_NEAR(text[0].parameter, known[0].parameter, 1e-7);
    ASSERT_EQ(text[0].values.size(), known[0].values.size());  // of a Hopf point its frequency and first coefficient
    for (std::size_t v = 0; v < known[0].values.size(); ++v)
      EXPECT_NEAR(text[0].values[v].second, known[0].values[v].second, 1e-6 * std::abs(known[0].values[v].second));
  }
}

// A ball whose bounce is a contact, and one whose bounce is an event with `set`, on the same shaken table. One impact a period
// exists from Γ = π(1 − e)/(1 + e) on, where it is born in a fold, and doubles at Γ² = (π(1 − e)/(1 + e))² + (2(1 + e²)/(1 + e)²)².
std::unique_ptr<System> ball(const std::string& bounce) {
  return model_system(R"toml(carom = "model 1"
gravity = 9.81
[parameters]
Gamma = 1.2
f = "25 Hz"
e = 0.5
omega = "2*pi*f"
A = "Gamma*g/omega^2"
phi = "acos(pi*(1 - e)/(1 + e)/1.2)"
tau = "0.3/f"
[coordinates]
y = "A*sin(phi) + g/f/2*tau - g/2*tau^2 + 1e-4*g/f^2"
[rates]
y = "g/f/2 - g*tau"
[equations]
kinetic = "y_dot^2/2"
potential = "g*y"
[section]
period = "1/f"
)toml" + bounce,
                      "text.toml");
}
const std::string by_contact = "[[contact]]\nname = \"table\"\ngap = \"y - A*sin(omega*(t + tau) + phi)\"\ne = \"e\"\n";
const std::string by_event =
    "[[event]]\nname = \"table\"\nwhen = \"y - A*sin(omega*(t + tau) + phi)\"\ndirection = -1\nset = { y_dot = \"(1 + "
    "e)*A*omega*cos(omega*(t + tau) + phi) - e*y_dot\" }\n";

TEST(TextBall, BouncesAtTheSameTimesByContactAndByEvent) {
  const auto times = [](const std::string& bounce) {
    test::MemoryEvents events;
    const auto one = ball(bounce);
    RunRequest request = one->request();
    request.cycles = 30;
    request.events = &events;
    EXPECT_EQ(one->run(request).outcome, Outcome::reached_end);
    std::vector<double> times;
    for (const EventRow& row : events.rows) times.push_back(row.t);
    return times;
  };
  const std::vector<double> contact = times(by_contact), event = times(by_event);
  ASSERT_EQ(contact.size(), 30u);
  ASSERT_EQ(event.size(), 30u);
  for (std::size_t k = 0; k < 30; ++k) EXPECT_NEAR(event[k], contact[k], 1e-11);
}

TEST(TextBall, FoldsAndDoublesWhereTheClosedFormsSay) {
  const double e = 0.5, fold = pi * (1 - e) / (1 + e), half = 2 * (1 + e * e) / ((1 + e) * (1 + e));
  for (const std::string& bounce : {by_contact, by_event}) {
    const auto one = ball(bounce);
    const auto up = special_points(*one, {BranchKind::orbit, "Gamma", 1.2, 1.6});
    ASSERT_EQ(up.size(), 1u);
    EXPECT_EQ(up[0].kind, SpecialKind::period_doubling);
    EXPECT_NEAR(up[0].parameter, std::hypot(fold, half), 1e-8);
    const auto down = special_points(*one, {BranchKind::orbit, "Gamma", 1.2, 1.0});
    ASSERT_EQ(down.size(), 1u);
    EXPECT_EQ(down[0].kind, SpecialKind::fold);
    EXPECT_NEAR(down[0].parameter, fold, 1e-8);
  }
}

}  // namespace
}  // namespace carom::study
