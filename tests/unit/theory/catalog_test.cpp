// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/catalog.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom::theory {
namespace {

Answer answer_of(std::string_view name, std::initializer_list<const char*> assignments) {
  const Formula& chosen = formula(name);
  Parameters parameters(chosen.inputs, "formula '" + chosen.name + "'");
  for (const char* assignment : assignments) parameters.assign(assignment);
  return chosen.evaluate(parameters);
}

// The numbers of an answer, and its words.
template <class T = double>
std::map<std::string, T> answer(std::string_view name, std::initializer_list<const char*> assignments) {
  std::map<std::string, T> keys;
  std::size_t others = 0;
  const Answer pairs = answer_of(name, assignments);
  for (const auto& [key, value] : pairs) {
    if (const T* own = std::get_if<T>(&value))
      keys[key] = *own;
    else
      ++others;
  }
  EXPECT_EQ(keys.size() + others, pairs.size()) << "a key appears twice";
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
              for (const auto& [key, value] : each.evaluate(parameters))
                EXPECT_TRUE(value.index() != 0 || std::isfinite(std::get<double>(value))) << key;
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

TEST(Catalog, RodCollisionTakesDegreesAndNamesItsRegime) {
  const auto inputs = {"phi=40deg", "mu=0.4", "eps=0.65", "c_x=1", "c_z=-2"};
  auto keys = answer("rod-collision", inputs);
  EXPECT_NEAR(keys.at("c_x"), 1.3797, 5e-5);
  EXPECT_LT(keys.at("energy_ratio"), 1);
  EXPECT_EQ(answer<std::string>("rod-collision", inputs).at("regime"), "slip-reversal");
  EXPECT_LT(answer("rod-collision", {"c_x=0.5", "c_z=-1", "law=energetic"}).at("v_plus"),
            answer("rod-collision", {"c_x=0.5", "c_z=-1", "eps=1"}).at("v_plus"));
  EXPECT_NE(answer("rod-collision", {"geometry=thick", "l=8"}).at("c_x"), answer("rod-collision", {"l=8"}).at("c_x"));
}

TEST(Catalog, RodDriftGivesItInUnitsOfThePlate) {
  auto keys = answer("rod-drift", {"phi=13.21deg", "mu=0.3", "eps=0.65", "r=1", "V_z_over_V0=0.4"});
  EXPECT_NEAR(keys.at("c_x_over_V_z"), 3.320, 5e-4);
  EXPECT_NEAR(keys.at("c_x_over_V0"), 0.4 * keys.at("c_x_over_V_z"), 1e-15);
  EXPECT_NEAR(keys.at("c_x_over_V_z_max"), 3.320, 5e-4);
  EXPECT_EQ(answer<std::string>("rod-drift", {"phi=13.21deg"}).at("regime"), "slip-stick");
}

TEST(Catalog, RodRegimesGiveAnglesWhereThereAreAny) {
  auto keys = answer("rod-regimes", {"mu=0.4"});
  EXPECT_NEAR(keys.at("phi_lower") * 180 / 3.141592653589793, 30.022, 5e-4);
  EXPECT_NEAR(keys.at("phi_upper") * 180 / 3.141592653589793, 81.780, 5e-4);
  EXPECT_EQ(answer("rod-regimes", {"mu=0.8"}).count("phi_lower"), 0u);
  EXPECT_EQ(answer("rod-regimes", {"q=3"}).at("mu_slide_upright"), 1.0 / 12);
  EXPECT_EQ(answer("rod-regimes", {"eps=0.5", "ratio=2"}).at("q"), 3);
}

TEST(Catalog, ObliqueImpactListsItsPhases) {
  auto keys = answer("oblique-impact", {"cot_gamma=2.5", "mu=0.18", "e=0.8", "eta=1.015", "B=3.02"});
  EXPECT_NEAR(keys.at("beta"), 0.577569, 5e-7);
  EXPECT_NEAR(keys.at("cot_gamma_slip"), 1.3393, 5e-5);
  EXPECT_NEAR(keys.at("beta_max"), 0.57958, 5e-6);
  using Words = std::vector<std::string>;
  EXPECT_EQ(answer<Words>("oblique-impact", {"cot_gamma=2.5"}).at("phases"), (Words{"slip+", "stick", "slip-"}));
  EXPECT_EQ(answer<std::string>("oblique-impact", {"cot_gamma=2.5"}).at("regime"), "slip-stick");
  EXPECT_EQ(answer("oblique-impact", {"mu=0"}).count("cot_gamma_slip"), 0u);
  auto bodies = answer("oblique-impact", {"nu=0.075", "mass_ratio=1"});
  EXPECT_NEAR(bodies.at("eta"), 1.0201, 5e-5);
  EXPECT_NEAR(bodies.at("B"), 2.0882, 5e-5);
  EXPECT_THROW(answer("oblique-impact", {"nu=0.1", "eta=1"}), BadInput);
  EXPECT_THROW(answer("oblique-impact", {"mass_ratio=1", "B=3"}), BadInput);
}

TEST(Catalog, WaltonHasItsCapAndSquareLatticeItsDirections) {
  EXPECT_DOUBLE_EQ(answer("walton", {"cot_gamma=5"}).at("beta"), 0.56);
  EXPECT_EQ(answer<std::string>("walton", {"cot_gamma=5"}).at("regime"), "stick");
  EXPECT_DOUBLE_EQ(answer("walton", {"mu_0=0.1", "e=1"}).at("beta"), -1 + 0.1 * 2 * 3);
  EXPECT_EQ(answer("walton", {"mu_0=0"}).count("cot_gamma_0"), 0u);
  EXPECT_DOUBLE_EQ(answer("square-lattice", {"k_1=1", "k_2=0.25"}).at("nu"), 0.2);
  EXPECT_LT(answer("square-lattice", {"k_2=0.25", "theta=45deg"}).at("E"),
            answer("square-lattice", {"k_2=0.25"}).at("E"));
}

TEST(Catalog, RefusesRodsThatDoNotCollide) {
  const auto message = [](std::string_view name, std::initializer_list<const char*> inputs) -> std::string {
    try {
      answer(name, inputs);
    } catch (const BadInput& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_EQ(message("rod-collision", {"c_z=1"}),
            "there is no collision: the contact point does not approach the plate, c_z - V_z + omega X = 1 is not "
            "negative");
  EXPECT_NE(message("rod-collision", {"mu=1.5", "phi=26.565deg", "c_x=-1"}).find("the slip jams (Painleve)"),
            std::string::npos);
  EXPECT_EQ(message("rod-collision", {"geometry=thick", "l=0.5"}),
            "a thick rod is as long as its two caps at least: l = 0.5 is below d = 1");
  EXPECT_EQ(message("rod-drift", {"eps=1", "phi=0"}),
            "no steady drift: 1 - eps r + (1 + r) X^2/k^2 = 0 must be above 0, else every collision adds to the speed");
  EXPECT_EQ(message("rod-regimes", {"q=3", "ratio=1"}), "q is (1 + eps) ratio: give q, or eps and ratio");
  EXPECT_NE(message("rod-collision", {"geometry=thik"}).find("thin, thick or flat"), std::string::npos)
      << message("rod-collision", {"geometry=thik"});
  EXPECT_NE(message("rod-colision", {}).find("rod-collision"), std::string::npos);
  EXPECT_NE(message("rod-collision", {"geometry=flat", "phi=-10deg"}).find("flat"), std::string::npos);
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
