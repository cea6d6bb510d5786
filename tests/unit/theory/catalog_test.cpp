#include "carom/theory/catalog.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom::theory {
namespace {

std::map<std::string, double> answer(std::string_view name, std::initializer_list<const char*> assignments) {
  const Formula& chosen = formula(name);
  Parameters parameters(chosen.inputs, "formula '" + chosen.name + "'");
  for (const char* assignment : assignments) parameters.assign(assignment);
  const auto pairs = chosen.evaluate(parameters);
  std::map<std::string, double> keys(pairs.begin(), pairs.end());
  EXPECT_EQ(keys.size(), pairs.size()) << "a key appears twice";
  return keys;
}

std::string message_of(std::string_view name) {
  try {
    formula(name);
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

TEST(Catalog, AnswersEveryFormulaAtItsDefaultsWithFiniteNumbers) {
  for (const Formula& each : formulas()) {
    EXPECT_FALSE(each.summary.empty());
    EXPECT_FALSE(each.source.empty());
    for (const auto& [key, value] : answer(each.name, {})) EXPECT_TRUE(std::isfinite(value)) << each.name << ' ' << key;
  }
}

TEST(Catalog, StatesARangeForEveryNumber) {
  for (const Formula& each : formulas()) {
    for (const ParameterSpec& spec : each.inputs.specs()) {
      EXPECT_FALSE(spec.meaning.empty()) << each.name << ' ' << spec.name;
      if (!spec.choices.empty()) continue;
      EXPECT_TRUE(std::isfinite(spec.min) && std::isfinite(spec.max)) << each.name << ' ' << spec.name;
      EXPECT_TRUE(spec.value >= spec.min && spec.value <= spec.max) << each.name << ' ' << spec.name;
    }
  }
}

// Every corner of every pair of inputs: a finite answer or a BadInput, nothing else.
TEST(Catalog, NeverAnswersWithANumberThatIsNotFinite) {
  for (const Formula& each : formulas()) {
    const auto ends = [](const ParameterSpec& spec) {
      const double inset = 1e-12 * (spec.max - spec.min);
      return std::vector<double>{spec.min_open ? spec.min + inset : spec.min,
                                 spec.max_open ? spec.max - inset : spec.max};
    };
    for (const ParameterSpec& one : each.inputs.specs()) {
      for (const ParameterSpec& other : each.inputs.specs()) {
        if (!one.choices.empty() || !other.choices.empty() || one.name == other.name) continue;
        for (double a : ends(one)) {
          for (double b : ends(other)) {
            Parameters parameters(each.inputs, each.name);
            parameters.set(one.name, a);
            parameters.set(other.name, b);
            try {
              for (const auto& [key, value] : each.evaluate(parameters)) EXPECT_TRUE(std::isfinite(value)) << key;
            } catch (const BadInput&) {
            }
          }
        }
      }
    }
  }
}

TEST(Catalog, OffersTheNearestNameForAMistypedOne) {
  EXPECT_NE(message_of("dimer-drfit").find("dimer-drift"), std::string::npos);
  EXPECT_NE(message_of("dimer_stick").find("dimer-stick"), std::string::npos);
  EXPECT_NE(message_of("xyzzy").find("xyzzy"), std::string::npos);
}

TEST(Catalog, DriftHasItsKeysAndTakesUnits) {
  auto keys = answer("dimer-drift", {"A_r=3.9", "mu=0.12", "alpha=30deg", "Gamma=0.9"});
  const double f = 25, g = 9.81;
  EXPECT_NEAR(keys.at("kappa_p"), (keys.at("x_p") + keys.at("x_n")) * f * f / g * 100, 1e-12);
  EXPECT_NEAR(keys.at("kappa_n"), keys.at("x_n") * f * f / g * 100, 1e-12);
  EXPECT_NEAR(keys.at("drift_p"), (keys.at("x_p") + keys.at("x_n")) * f, 1e-15);
  EXPECT_GT(keys.at("kappa_p_printed"), 1.3 * keys.at("kappa_p"));
}

TEST(Catalog, StickHasItsThreeForms) {
  auto keys = answer("dimer-stick", {"A_r=5", "theta=0"});
  EXPECT_NEAR(keys.at("mu_st"), 0.2388, 5e-5);
  EXPECT_DOUBLE_EQ(keys.at("mu_st_double"), keys.at("mu_st"));
  EXPECT_DOUBLE_EQ(keys.at("mu_st_contact"), keys.at("mu_st"));
  EXPECT_LT(answer("dimer-stick", {"A_r=5", "E_21=0.5"}).at("mu_st_double"), 0.1);
  EXPECT_NE(answer("dimer-stick", {"A_r=5", "theta_dot=5"}).at("mu_st_contact"), keys.at("mu_st"));
  EXPECT_DOUBLE_EQ(answer("dimer-stick", {"theta=4deg"}).at("mu_st"),
                   answer("dimer-stick", {"theta=-4deg", "tip=right"}).at("mu_st"));
}

TEST(Catalog, StickLeavesOutTheContactFormWhereTheTipLifts) {
  auto keys = answer("dimer-stick", {"plate_acceleration=-12"});
  EXPECT_EQ(keys.count("mu_st_contact"), 0u);
  EXPECT_LT(keys.at("F_n"), 0);
}

TEST(Catalog, SlipHasItsRootsOrNone) {
  EXPECT_NEAR(answer("dimer-slip", {"mu=0.12"}).at("B_r1"), 0.343, 5e-4);
  EXPECT_NEAR(answer("dimer-slip", {"mu=0.12"}).at("B_r2"), 16.32, 5e-3);
  EXPECT_EQ(answer("dimer-slip", {"mu=0.5"}).count("B_r1"), 0u);
}

TEST(Catalog, ModesHaveTheirWindowAndTheirPhaseInsideIt) {
  auto keys = answer("dimer-modes", {"e=0.65", "n=1", "Gamma=0.9"});
  EXPECT_NEAR(keys.at("Gamma_min"), 0.666, 5e-4);
  EXPECT_NEAR(keys.at("Gamma_max"), 1.239, 5e-4);
  EXPECT_NEAR(std::sin(keys.at("alpha")), keys.at("Gamma_min") / 0.9, 1e-12);
  EXPECT_DOUBLE_EQ(keys.at("E_f_over_E_d"), 8);
  EXPECT_EQ(answer("dimer-modes", {"e=0.65", "n=2"}).count("alpha"), 0u);
}

TEST(Catalog, RefusesNonsense) {
  EXPECT_THROW(answer("dimer-drift", {"A_r=1"}), BadInput);
  EXPECT_THROW(answer("dimer-drift", {"mu=-0.1"}), BadInput);
  EXPECT_THROW(answer("dimer-drift", {"alpha=200deg"}), BadInput);
  EXPECT_THROW(answer("dimer-stick", {"theta=90deg"}), BadInput);
  EXPECT_THROW(answer("dimer-stick", {"tip=middle"}), BadInput);
  EXPECT_THROW(answer("dimer-slip", {"mu=0"}), BadInput);
  EXPECT_THROW(answer("dimer-modes", {"e=0"}), BadInput);
  EXPECT_THROW(answer("dimer-modes", {"n=1.5"}), BadInput);
  EXPECT_THROW(answer("dimer-modes", {"m=1"}), BadInput);
}

}  // namespace
}  // namespace carom::theory
