// SPDX-License-Identifier: Apache-2.0
// The names that other programs rely on.
#include <cmath>
#include <set>

#include "cli/command.hpp"

namespace carom::test {
namespace {

using Contract = CommandTest;
using Json = nlohmann::json;

std::set<std::string> keys(const Json& object) {
  std::set<std::string> names;
  for (const auto& [key, value] : object.items()) names.insert(key);
  return names;
}

void expect_keys(const Json& object, const std::vector<std::string>& wanted) {
  const std::set<std::string> there = keys(object);
  for (const std::string& key : wanted) EXPECT_TRUE(there.count(key)) << key;
}

TEST_F(Contract, Systems) {
  const Answer answer = carom({"systems"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_NE(answer.out.find("dimer"), std::string::npos);
  EXPECT_NE(answer.out.find("bouncing-ball"), std::string::npos);
  EXPECT_EQ(answer.err, "");
  EXPECT_EQ(carom({"systems", "--json", "-"}).json()["systems"][0]["name"], "dimer");
}

TEST_F(Contract, Describe) {
  const Answer text = carom({"describe", "dimer"});
  EXPECT_EQ(text.code, 0);
  for (const char* word : {"gamma_21", "theta0", "left", "scaled_drift", "fig28", "dorbolo"})
    EXPECT_NE(text.out.find(word), std::string::npos) << word;
  const Json json = carom({"describe", "dimer", "--json", "-"}).json();
  expect_keys(json, {"system", "parameters", "coordinates", "contacts", "observables", "presets", "start"});
  expect_keys(json["parameters"][0], {"name", "default", "unit", "min", "max", "meaning"});
  EXPECT_EQ(json["coordinates"][2]["name"], "theta");
  EXPECT_EQ(json["contacts"][1]["name"], "right");
}

TEST_F(Contract, RunOfTheDimer) {
  const Answer answer = carom({"run", "dimer", "--cycles", "40", "--set", "h0=0.3mm", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  const Json json = answer.json();
  expect_keys(json, {"system", "version", "parameters", "outcome", "t_end", "final", "events", "energy", "observables",
                     "wall_seconds"});
  expect_keys(json["final"], {"q", "u", "modes"});
  expect_keys(json["events"], {"impacts", "multiple_impacts", "stick", "slip", "detach"});
  expect_keys(json["energy"],
              {"kinetic", "potential", "drive_work", "normal_loss", "friction_loss", "closing_loss", "residual"});
  expect_keys(json["observables"], {"drift", "scaled_drift", "motion", "period_cycles", "theta_max",
                                    "single_impacts_per_cycle", "double_impacts_per_cycle"});
  EXPECT_EQ(json["system"], "dimer");
  EXPECT_EQ(json["outcome"], "reached_end");
  EXPECT_EQ(json["parameters"]["h0"], 0.0003);
  EXPECT_NEAR(json["t_end"].get<double>(), 1.6, 1e-12);
  EXPECT_EQ(json["final"]["q"].size(), 3u);
  EXPECT_EQ(json["final"]["modes"].size(), 2u);
  EXPECT_EQ(json["observables"]["motion"], "drift");
}

TEST_F(Contract, RunOfTheBouncingBall) {
  Json json = carom({"run", "bouncing-ball", "--until", "8.5", "--json", "-"}).json();
  EXPECT_EQ(json["observables"]["impacts"], 44);
  EXPECT_TRUE(json["observables"]["accumulation_time"].is_null());
  json = carom({"run", "bouncing-ball", "--until", "10", "--events", "log.csv", "--json", "-"}).json();
  EXPECT_NEAR(json["observables"]["accumulation_time"].get<double>(), 8.578949178729, 1e-11);
  std::istringstream log(text_of(in_folder("log.csv")));
  std::string line;
  while (std::getline(log, line) && line.front() == '#') continue;
  EXPECT_EQ(line.substr(0, 16), "t,kind,contacts,");
  std::getline(log, line);
  EXPECT_NEAR(std::stod(line), 0.451523640986, 1e-11);
  EXPECT_NE(line.find(",impact,floor,"), std::string::npos);
}

TEST_F(Contract, ImpactOfTheDimer) {
  const double r = 4.75e-3, spin = -0.05 / (2 * 2.9 * r);
  const std::string u = Json(-0.03 - r * spin).dump() + ",-0.05," + Json(spin).dump();  // all digits
  const Answer answer = carom({"impact", "dimer", "--set", "Gamma=0", "--q", "default", "--u", u, "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  expect_keys(json, {"u_plus", "contacts", "energy_before", "energy_after", "residual", "law"});
  expect_keys(json["contacts"][0],
              {"name", "P_n", "P_t", "W_compression", "W_restitution", "friction_work", "sequence"});
  EXPECT_EQ(json["law"], "energetic");
  EXPECT_EQ(json["contacts"][0]["name"], "left");
  EXPECT_EQ(json["contacts"][0]["sequence"][0], "slip-");
  const double up = json["u_plus"][1], turn = json["u_plus"][2], along = json["u_plus"][0];
  EXPECT_NEAR(up, 0.03287469, 1e-7);
  EXPECT_NEAR(up + 2 * 2.9 * r * turn, 0.06561897, 1e-7);
  EXPECT_NEAR(along + r * turn, -0.00082413, 1e-7);
}

TEST_F(Contract, ImpactTakesUnitsLawsStoredEnergyAndATrace) {
  Answer answer = carom({"impact", "dimer", "--set", "Gamma=0", "--q", "0,4.75mm,0", "--u", "0,-10cm/s,0", "--law",
                         "newton", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_NEAR(answer.json()["u_plus"][1].get<double>(), 0.065, 1e-12);
  answer = carom({"impact", "dimer", "--set", "Gamma=0", "--q", "default", "--u", "0,0,0", "--E0", "1e-5,1e-5",
                  "--trace", "impact.csv", "--json", "out.json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_GT(Json::parse(text_of(in_folder("out.json")))["u_plus"][1].get<double>(), 0);
  EXPECT_NE(text_of(in_folder("impact.csv")).find("s,x_left,E_left"), std::string::npos);
}

TEST_F(Contract, RunOfTheRockingBlock) {
  const Answer answer = carom({"run", "rocking-block", "--set", "theta0=5deg", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  expect_keys(json["parameters"], {"m", "a", "b", "theta0", "e", "mu", "eta"});
  expect_keys(json["observables"], {"rate_ratio", "impacts", "rest_time", "motion"});
  EXPECT_NEAR(json["observables"]["rate_ratio"].get<double>(), 1 - 1.5 / 17, 1e-11);
  EXPECT_EQ(json["final"]["modes"].size(), 2u);
}

TEST_F(Contract, RunOfPainlevesRod) {
  const Json json = carom({"run", "painleve-rod", "--preset", "inconsistent", "--json", "-"}).json();
  expect_keys(json["parameters"], {"m", "l", "theta0", "mu", "e"});
  EXPECT_EQ(json["observables"]["paradox"], "inconsistent");
  for (const char* choice : {"flight", "slip", "impact"}) {
    const Answer answer =
        carom({"run", "painleve-rod", "--preset", "indeterminate", "--painleve", choice, "--json", "-"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(answer.json()["observables"]["paradox"], "indeterminate");
    EXPECT_EQ(answer.json()["events"]["tangential_impacts"], choice == std::string("impact") ? 1 : 0);
  }
}

TEST_F(Contract, RodOnPlateCollidesAsTheMapDoes) {
  const auto impact = [&](std::vector<std::string> words) {
    std::vector<std::string> all{"impact", "rod-on-plate", "--set", "phi=40deg", "--set", "mu=0.4", "--set",  "l=9.5",
                                 "--set",  "d=1",          "--q",   "default",   "--u",   "1,-2,0", "--json", "-"};
    all.insert(all.end(), words.begin(), words.end());
    const Answer answer = carom(all);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.json();
  };
  const auto map = [&](std::vector<std::string> words) {
    std::vector<std::string> all{"theory", "rod-collision", "--set", "phi=40deg", "--set", "mu=0.4"};
    all.insert(all.end(), words.begin(), words.end());
    return carom(all).json();
  };
  for (const char* law : {"newton", "poisson", "energetic"})
    for (const char* geometry : {"thin", "thick", "flat"}) {
      const std::string choice = std::string("geometry=") + geometry;
      const Json json = impact({"--law", law, "--set", choice});
      const Json theory = map({"--set", std::string("law=") + law, "--set", choice});
      const char* keys[] = {"c_x", "c_z", "omega"};
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_NEAR(json["u_plus"][i].get<double>(), theory[keys[i]].get<double>(), 1e-12) << law << choice << keys[i];
      EXPECT_EQ(theory["regime"], "slip-reversal");
      EXPECT_EQ(json["contacts"][0]["sequence"], (Json{"slip+", "slip-"}));
    }
  const Json json = impact({});
  EXPECT_EQ(json["law"], "newton");
  EXPECT_EQ(json["contacts"][0]["name"], "tip");
  EXPECT_NEAR(json["u_plus"][0].get<double>(), 1.3797, 5e-5);
}

TEST_F(Contract, RunOfTheRodOnAPlate) {
  const Answer answer = carom({"run", "rod-on-plate", "--set", "V_z=4cm/s", "--set", "phi=20deg", "--json", "-"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = answer.json();
  expect_keys(json["parameters"], {"phi", "mu", "eps", "l", "d", "geometry", "V_z"});
  expect_keys(json["observables"], {"impacts", "c_x", "c_z", "omega", "fallen"});
  EXPECT_EQ(json["observables"]["fallen"], "yes");
  EXPECT_GT(json["observables"]["impacts"], 1);
  EXPECT_LT(std::abs(json["energy"]["residual"].get<double>()), 1e-9);
  const Answer flat = carom({"run", "rod-on-plate", "--set", "geometry=flat", "--set", "phi=-5deg"});
  EXPECT_EQ(flat.code, 2);
  EXPECT_NE(flat.err.find("phi must be above 0"), std::string::npos) << flat.err;
}

TEST_F(Contract, AnImpactThatCreatesEnergySaysSo) {
  std::vector<std::string> words{"impact", "painleve-rod", "--set",        "e=1", "--set",
                                 "mu=0.5", "--set",        "theta0=60deg", "--q", "default",
                                 "--u",    "0.7,-1,0",     "--json",       "-",   "--law"};
  const auto with = [&](const char* law) {
    std::vector<std::string> all = words;
    all.push_back(law);
    return carom(all);
  };
  const Answer newton = with("newton");
  EXPECT_EQ(newton.code, 0);
  EXPECT_NEAR(newton.json()["energy_gain"].get<double>(), 0.12014416849, 1e-10);
  EXPECT_EQ(newton.err,
            "carom: Newton's law creates 0.120144 J in this impact, more than friction and restitution take\n");
  EXPECT_EQ(newton.json()["notes"].size(), 1u);
  for (const char* law : {"energetic", "poisson"}) {
    const Answer other = with(law);
    EXPECT_EQ(other.err, "");
    EXPECT_EQ(other.json()["energy_gain"], 0);
  }
}

TEST_F(Contract, Theory) {
  const Answer answer = carom({"theory", "dimer-stick", "--set", "A_r=5"});
  ASSERT_EQ(answer.code, 0);
  EXPECT_NEAR(answer.json()["mu_st"].get<double>(), 0.2388, 5e-5);
  const Json object = answer.json();
  for (const auto& [key, value] : object.items()) EXPECT_TRUE(value.is_number()) << key;
  expect_keys(carom({"theory", "dimer-drift"}).json(), {"kappa_p", "kappa_n", "x_p", "x_n"});
  EXPECT_NE(carom({"theory"}).out.find("dimer-modes"), std::string::npos);
  expect_keys(carom({"theory", "rod-collision", "--set", "phi=40deg"}).json(), {"c_x", "c_z", "omega", "regime"});
  expect_keys(carom({"theory", "rod-drift"}).json(), {"c_x_over_V_z", "c_z_over_V_z", "regime"});
  EXPECT_EQ(carom({"theory", "rod-drift", "--set", "phi=60deg"}).json()["regime"], "slip-reversal");
  expect_keys(carom({"theory", "rod-regimes"}).json(), {"phi_lower", "phi_upper", "mu_max", "mu_slide_upright"});
  const Json oblique = carom({"theory", "oblique-impact", "--set", "cot_gamma=2.5", "--set", "mu=0.18", "--set",
                              "e=0.8", "--set", "eta=1.015", "--set", "B=3.02"})
                           .json();
  expect_keys(oblique, {"beta", "phases", "regime"});
  EXPECT_NEAR(oblique["beta"].get<double>(), 0.577569, 5e-7);
  EXPECT_EQ(oblique["phases"], (Json{"slip+", "stick", "slip-"}));
  EXPECT_EQ(carom({"theory", "oblique-impact", "--set", "nu=0.1", "--set", "eta=1"}).code, 2);
  const Json walton = carom({"theory", "walton", "--set", "cot_gamma=1", "--set", "mu_0=0.18", "--set", "beta_0=0.56",
                             "--set", "e=0.8"})
                          .json();
  EXPECT_NEAR(walton["beta"].get<double>(), -0.028, 1e-12);
  const Json square =
      carom({"theory", "square-lattice", "--set", "k_1=2", "--set", "k_2=1", "--set", "theta=20deg"}).json();
  EXPECT_NEAR(square["E"].get<double>(), 8.0 / 3, 1e-12);
  EXPECT_NEAR(square["nu"].get<double>(), 1.0 / 3, 1e-12);
}

TEST_F(Contract, HelpBeginsWithExamples) {
  for (const char* verb :
       {"systems", "describe", "run", "impact", "theory", "identify", "info", "reproduce", "bench"}) {
    const Answer answer = carom({verb, "--help"});
    EXPECT_EQ(answer.code, 0) << verb;
    EXPECT_EQ(answer.out.find("Examples:\n  carom " + std::string(verb)), 0u) << answer.out;
    EXPECT_NE(answer.out.find("--json"), std::string::npos);
    EXPECT_NE(answer.out.find("--quiet"), std::string::npos);
  }
  EXPECT_EQ(carom({"--help"}).out.find("Examples:"), 0u);
}

TEST_F(Contract, TheLawOfImpactIsTheSystemsOwnByDefault) {
  for (const char* verb : {"run", "impact", "basins", "sweep", "orbit", "continue", "bifurcation"}) {
    const std::string help = carom({verb, "--help"}).out;
    EXPECT_NE(help.find("energetic, poisson or newton; the system's own by default"), std::string::npos) << help;
  }
  const auto law = [this](const std::string& system, const std::string& u) {
    return carom({"impact", system, "--q", "default", "--u", u, "--json", "-"}).json()["law"];
  };
  EXPECT_EQ(law("dimer", "0,-0.1,0"), "energetic");
  EXPECT_EQ(law("rod-on-plate", "0,-1,0"), "newton");
  EXPECT_EQ(law("impact-oscillator", "0,-1"), "poisson");
}

TEST_F(Contract, Version) { EXPECT_EQ(carom({"--version"}).out, "carom " CAROM_VERSION "\n"); }

TEST_F(Contract, WithoutJsonThereIsASummaryUnlessQuiet) {
  const Answer answer = carom({"run", "dimer", "--cycles", "20"});
  EXPECT_NE(answer.out.find("dimer: reached_end at t = 0.8 s (20 cycles)"), std::string::npos) << answer.out;
  EXPECT_NE(answer.out.find("residual"), std::string::npos);
  const Answer quiet = carom({"run", "dimer", "--cycles", "20", "--quiet"});
  EXPECT_EQ(quiet.out + quiet.err, "");
}

TEST_F(Contract, Bench) {
  const Json json = carom({"bench", "--quick", "--json", "-"}).json();
  expect_keys(json, {"single_impact_ns", "single_impact_ratio", "double_impact_us", "double_impact_ratio",
                     "cycles_per_cpu_second"});
  EXPECT_GT(json["single_impact_ratio"].get<double>(), 1);
  EXPECT_GT(json["cycles_per_cpu_second"].get<double>(), 0);
}

TEST_F(Contract, OptionsTakeNegativeNumbersInBothSpellings) {
  EXPECT_EQ(carom({"impact", "dimer", "--q", "default", "--u", "-0.1,-0.2,-0.3", "--quiet"}).code, 0);
  EXPECT_EQ(carom({"impact", "dimer", "--q", "default", "--u=-0.1,-0.2,-0.3", "--quiet"}).code, 0);
}

}  // namespace
}  // namespace carom::test
