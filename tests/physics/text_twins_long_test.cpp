// SPDX-License-Identifier: Apache-2.0
// Models of models/ beside the systems of the catalog that they are twins of: regimes along a branch, basins, Lyapunov
// exponents.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "carom/analysis/basin_study.hpp"
#include "carom/analysis/basins.hpp"
#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/flags_source.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::study {
namespace {

std::string path_of(const std::string& file) {
  return (std::filesystem::path(CAROM_SOURCE_DIR) / "models" / file).string();
}
const System& twin_of(const std::string& file) { return system_of_file(path_of(file)); }

std::vector<SpecialPoint> special_points(const System& system) {
  ContinuationRequest request{.start = {.parameters = system.defaults()}};
  request.start.parameters.set("mu_i", 0.08);
  request.kind = BranchKind::orbit;
  request.parameter = "Gamma";
  request.from = 0.9;
  request.to = 1;
  return follow_branch(system, request).special;
}

TEST(TextTwins, ChangeTheirRegimesAtTheSameParameters) {
  const auto known = special_points(system("dimer")), text = special_points(twin_of("dimer.toml"));
  ASSERT_GE(known.size(), 3u);
  ASSERT_EQ(text.size(), known.size());
  for (std::size_t k = 0; k < known.size(); ++k) {
    EXPECT_EQ(text[k].kind, known[k].kind);
    EXPECT_NEAR(text[k].parameter, known[k].parameter, 1e-7);
  }
}

struct Map {
  std::string system, file, first, second;  // axes, as a study has them but for the pixels
  std::string first_of_text = first;        // where the text calls it otherwise
};

class Basins : public ::testing::TestWithParam<Map> {};

TEST_P(Basins, HaveTheSameLabels) {
  const auto map = [](const std::string& system, const std::string& first, const std::string& second) {
    return map_basins(
        read_basin_study("system = \"" + system + "\"\ncycles = 300\n[map]\n" + first + ":6\"\n" + second + ":6\"\n",
                         std::string(flags_source)));
  };
  const Map& twin = GetParam();
  const BasinMap known = map(twin.system, twin.first, twin.second);
  const BasinMap text = map(path_of(twin.file), twin.first_of_text, twin.second);
  ASSERT_TRUE(known.complete && text.complete);
  EXPECT_EQ(text.label, known.label);
  ASSERT_EQ(text.attractors.size(), known.attractors.size());
  for (std::size_t a = 0; a < known.attractors.size(); ++a)
    EXPECT_EQ(text.attractors[a].period, known.attractors[a].period) << a;
  EXPECT_EQ(text.reasons, known.reasons);
}

INSTANTIATE_TEST_SUITE_P(
    Twins, Basins,
    ::testing::Values(Map{"bouncing-ball", "bouncing_ball.toml", "y = \"0.1:1", "y_dot = \"-1:1"},
                      Map{"bouncing-ball", "bouncing_ball.toml", "h0 = \"0.1:1", "e = \"0.5:0.9"},
                      Map{"rocking-block", "rocking_block.toml", "theta0 = \"-0.14:0.14", "omega0 = \"-0.5:0.5"},
                      Map{"painleve-rod", "painleve_rod.toml", "theta0 = \"0.5:1.4", "v0 = \"-2:2"},
                      Map{"rod-on-plate", "rod_on_plate.toml", "phi = \"-0.5:0.5", "mu = \"0.1:0.5",
                          "phi0 = \"-0.5:0.5"},
                      Map{"disc-ball", "disc_ball.toml", "v_b = \"0.1:0.4", "b = \"0:0.004"},
                      Map{"impact-oscillator", "impact_oscillator.toml", "mu = \"0.38:0.5", "phi_dot = \"-0.3:0.3"}));

struct Exponent {
  std::string system, file, parameter;
  double at = 0;
};

class Exponents : public ::testing::TestWithParam<Exponent> {};

TEST_P(Exponents, AreTheSame) {
  const auto row = [](const System& system, const std::string& parameter, double at) {
    BifurcationRequest request{.run = system.request()};
    request.parameter = parameter;
    request.from = at;
    request.to = 1.01 * at;
    request.points = 1;
    request.lyapunov = true;
    return sweep_section(system, request).rows.at(0);
  };
  const Exponent& twin = GetParam();
  const BifurcationRow known = row(system(twin.system), twin.parameter, twin.at);
  const BifurcationRow text = row(twin_of(twin.file), twin.parameter, twin.at);
  EXPECT_EQ(text.outcome, known.outcome);
  EXPECT_EQ(text.period, known.period);
  EXPECT_EQ(text.equilibrium, known.equilibrium);
  EXPECT_EQ(std::isfinite(text.lyapunov), std::isfinite(known.lyapunov));
  if (std::isfinite(known.lyapunov)) {
    EXPECT_NEAR(text.lyapunov, known.lyapunov, 1e-3 * std::max(1.0, std::abs(known.lyapunov)));
  }
}

// Of those whose motions settle; the others fall, and have none.
INSTANTIATE_TEST_SUITE_P(Twins, Exponents,
                         ::testing::Values(Exponent{"dimer", "dimer.toml", "Gamma", 1.2},
                                           Exponent{"impact-oscillator", "impact_oscillator.toml", "mu", 0.5},
                                           Exponent{"impact-oscillator", "impact_oscillator.toml", "mu", 0.35},
                                           Exponent{"bouncing-ball", "bouncing_ball.toml", "e", 0.8}));

}  // namespace
}  // namespace carom::study
