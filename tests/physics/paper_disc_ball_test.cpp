// SPDX-License-Identifier: Apache-2.0
// The disc hit by a ball against its paper: the outcome of every case, invariants of the impact, boundaries of the patterns,
// phases, the forensic variant, and a verdict for every published entry.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "papers/common/planted.hpp"
#include "papers/disc_ball/evidence.hpp"
#include "papers/disc_ball/findings.hpp"
#include "papers/disc_ball/reproduce.hpp"

namespace carom::papers::disc_ball {
namespace {

struct Expected {
  int number;
  double theta_dot, v2, v1;
};
constexpr Expected expected[] = {{2, -0.67820031, 0.11530284, 0.092583126}, {3, -1.5616777, 0.11732241, 0.06500621},
                                 {4, -2.2134113, 0.11456546, 0.04041618},   {5, -4.5397489, 0.17024058, 0.018158996},
                                 {6, -4.1360284, 0.11852597, -0.020030988}, {7, -4.7012908, 0.10966353, -0.047829708},
                                 {8, 0.93568846, 0.14806419, 0.17940975},   {9, 1.9800479, 0.11922135, 0.18555296}};

TEST(PaperDiscBall, EveryCaseEndsItsHitAsTheModelDoes) {
  for (const Expected& e : expected) {
    const Hit got = hit(settings_of(e.number));
    ASSERT_TRUE(got.solved()) << e.number;
    EXPECT_NEAR(got.theta_dot / e.theta_dot, 1, 1e-6) << e.number;
    EXPECT_NEAR(got.v2 / e.v2, 1, 1e-6) << e.number;
    EXPECT_NEAR(got.v1 / e.v1, 1, 1e-6) << e.number;
  }
}

TEST(PaperDiscBall, TheRunSeesTheSameHit) {
  for (const Expected& e : expected) {
    const MotionRecord run = run_motion(settings_of(e.number));
    EXPECT_NEAR(run.seen.theta_dot / e.theta_dot, 1, 1e-6) << e.number;
    EXPECT_NEAR(run.seen.v1 / e.v1, 1, 1e-6) << e.number;
  }
}

TEST(PaperDiscBall, TenfoldTighterTolerancesChangeNothing) {
  for (int k = 1; k <= 9; ++k) {
    const Hit loose = hit(settings_of(k), 1e-10), tight = hit(settings_of(k), 1e-11);
    for (int i = 0; i < 5; ++i)
      EXPECT_NEAR(loose.u_plus[i], tight.u_plus[i], 1e-7 * std::abs(tight.u_plus[i]) + 1e-12) << k;
    const MotionRecord a = run_motion(settings_of(k), {.rtol = 1e-10}), b = run_motion(settings_of(k), {.rtol = 1e-11});
    EXPECT_EQ(a.sequence, b.sequence) << k;
    EXPECT_NEAR(a.t_flat, b.t_flat, 1e-7 * b.t_flat) << k;
  }
}

TEST(PaperDiscBall, EveryContactDissipates) {
  for (int k = 1; k <= 9; ++k) {
    const Hit h = hit(settings_of(k));
    double works = 0;
    for (int i = 0; i < 4; ++i) {
      const double e = (i == 3 ? settings_of(k).face : settings_of(k).ground).e;
      const ImpactResult<4>& r = h.result;
      EXPECT_LE(r.friction_work[i], 0) << "case " << k << ", contact " << i;
      const double normal = r.W_restitution[i] - r.W_compression[i];
      EXPECT_NEAR(normal, -(1 - e * e) * r.W_compression[i], 1e-9 * h.energy_before)
          << "case " << k << ", contact " << i;
      works += normal + r.friction_work[i];
    }
    EXPECT_NEAR(h.energy_after - h.energy_before, works, 1e-9 * h.energy_before) << k;
  }
}

TEST(PaperDiscBall, VelocitiesScaleWithTheBall) {
  for (int k = 1; k <= 9; ++k) {
    DiscBallSettings faster = settings_of(k);
    faster.v_b *= 3;
    const Vector<5> a = 3 * hit(settings_of(k)).u_plus, b = hit(faster).u_plus;
    EXPECT_LE((a - b).norm(), 1e-12 * b.norm()) << k;
  }
}

TEST(PaperDiscBall, ASingleContactDoesNotKnowItsCompliance) {
  // Without friction at D and a central hit only D takes part.
  DiscBallSettings s = settings_of(1);
  const Hit first = hit(s);
  s.face.stiffness *= 1e3;
  s.face.exponent = 1;
  const Hit second = hit(s);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(first.u_plus[i], second.u_plus[i], 1e-10);
  const double e = s.face.e, v_d = (1 + e) * s.m_b * s.v_b / (s.m_b + s.m_d);
  EXPECT_NEAR(first.u_plus[2], v_d, 1e-10);
  EXPECT_NEAR(first.u_plus[2] - first.u_plus[0], e * s.v_b, 1e-10);
}

TEST(PaperDiscBall, TheSpeedOfAGoesToZeroWithTheHeight) {
  double before = HUGE_VAL;
  for (const double ratio : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const double speed = hit_at(ratio, 0.275, settings_of(2)).delta[0];
    EXPECT_GE(speed, 0) << ratio;
    EXPECT_LT(speed, 0.2 * before) << ratio;
    before = speed;
  }
  EXPECT_LT(before, 1e-6);
}

TEST(PaperDiscBall, BoundariesOfThePatterns) {
  const Boundaries b = model_boundaries(0.275, settings_of(2));
  EXPECT_EQ(b.lifts_until, 0);
  EXPECT_NEAR(b.leaves, 0.192, 1e-3);
  EXPECT_NEAR(b.stick_low, 0.238, 1e-3);
  EXPECT_NEAR(b.stick_high, 0.309, 1e-3);
}

TEST(PaperDiscBall, PhasesUntilTheDiscLiesFlat) {
  const std::map<int, std::string> sequences{{2, "slip+ A, stick A, slip- A, slip+ A"},
                                             {3, "slip+ A, stick A, slip- A, slip+ A"},
                                             {4, "slip+ A, stick A, slip- A, slip+ A"},
                                             {5, "8 impacts A, stick A, slip- A, slip+ A"},
                                             {6, "6 impacts A, stick A, slip- A, slip+ A"},
                                             {7, "7 impacts A, stick A, slip- A, slip+ A"},
                                             {8, "slip+ C, impact of A+B+C, slip+ A, stick A, slip- A, slip+ A"}};
  for (const auto& [number, sequence] : sequences) {
    const MotionRecord run = run_motion(settings_of(number));
    ASSERT_TRUE(run.ran()) << run.report.brief();
    EXPECT_EQ(run.sequence, sequence) << "case " << number;
    EXPECT_TRUE(std::isfinite(run.t_flat)) << "case " << number;
  }
}

TEST(PaperDiscBall, TheVariantGivesThePublishedColumnsAndPumpsEnergyIn) {
  for (int k = 2; k <= 9; ++k) {
    const VariantHit got = variant_hit(variant_settings(k));
    for (const Quantity q : quantities) {
      const double printed = k == 9 && q == Quantity::v1 ? 0.1750 : simulated_in(k, q);  // 0.1670 is a misprint
      EXPECT_NEAR(got.value(q) / printed, 1, 2e-3) << "case " << k << ", " << quantity_names[static_cast<int>(q)];
    }
    EXPECT_GT(got.face_work, 0) << k;
    EXPECT_NEAR(got.face_work / got.energy_before, 0.0115, 0.001) << k;
    EXPECT_LE(got.ground_work, 0) << k;
  }
}

TEST(PaperDiscBall, WithoutFrictionAtDTheVariantIsTheModel) {
  for (int k = 2; k <= 9; ++k) {
    DiscBallSettings s = settings_of(k);
    s.face.mu_i = s.face.mu_s_i = 0;
    const Hit model = hit(s);
    const VariantHit varied = variant_hit(s, {.face = FaceForce::frictionless});
    EXPECT_NEAR(varied.theta_dot / model.theta_dot, 1, 1e-6) << k;
    EXPECT_NEAR(varied.delta_A / model.delta[0], 1, 1e-5) << k;
  }
}

TEST(PaperDiscBall, TheVariantHasTheBoundariesOfTable5) {
  const Boundaries b = variant_boundaries(0.275, settings_of(5));
  EXPECT_NEAR(b.lifts_until, 0.0507, 0.01 * 0.0507);
  EXPECT_NEAR(b.stick_low, 0.244, 0.01 * 0.244);
  EXPECT_NEAR(b.stick_high, 0.254, 0.01 * 0.254);
  EXPECT_NEAR(b.leaves, 0.4344, 0.015 * 0.4344);
}

TEST(PaperDiscBall, TheExplicitSchemeIsOfFirstOrder) {
  const DiscBallSettings s = settings_of(3);
  const double exact = hit(s).theta_dot;
  const double coarse = std::abs(stepped_hit(s, 1000).theta_dot / exact - 1),
               fine = std::abs(stepped_hit(s, 100000).theta_dot / exact - 1);
  EXPECT_NEAR(std::log10(coarse / fine) / 2, 1, 0.15);
  EXPECT_LT(std::abs(stepped_hit(s).theta_dot / exact - 1), 1e-3);
}

TEST(PaperDiscBall, TableFourIsTheSameInBothPlaces) {
  int found = 0;
  for (const PublishedEntry& entry : published_entries())
    for (int k = 2; k <= 9; ++k)
      for (const Quantity q : quantities) {
        const std::string tail = std::string("_") + quantity_names[static_cast<int>(q)] + "_" + std::to_string(k);
        if (entry.id == "sim" + tail) {
          EXPECT_EQ(entry.value, simulated_in(k, q)) << entry.id;
          ++found;
        }
        if (entry.id == "exp" + tail) {
          EXPECT_NEAR(entry.low, measured_in(k, q).low(), 1e-9) << entry.id;
          EXPECT_NEAR(entry.high, measured_in(k, q).high(), 1e-9) << entry.id;
          ++found;
        }
      }
  EXPECT_EQ(found, 48);
}

TEST(PaperDiscBall, EveryPublishedEntryHasItsVerdict) {
  const Evidence evidence = gather({.quick = true, .threads = 1});
  const std::vector<Comparison> all = compare_all(published_entries(), find_all(evidence));
  ASSERT_EQ(all.size(), published_entries().size());
  std::map<std::string, Verdict> verdicts;
  for (const Comparison& c : all) {
    verdicts[c.entry.id] = c.verdict;
    EXPECT_NE(c.verdict, Verdict::open) << c.entry.id << ": " << c.reason;
    EXPECT_FALSE(c.ours.empty()) << c.entry.id;
    EXPECT_EQ(c.unexplained(), !c.entry.question.empty()) << c.entry.id << ": " << c.reason;
    EXPECT_EQ(c.ours.find("nan"), std::string::npos) << c.entry.id << ": " << c.ours;
  }
  for (const char* id :
       {"eq_2_3", "eq_2_7", "eq_2_34", "eq_2_39", "eq_2_42", "worst_shape", "e_D", "slip_collapses", "region_shrinks",
        "sense_of_rotation", "sequence_2", "sequence_4", "sequence_7", "falls_flat", "mode_2", "exp_theta_dot_4"})
    EXPECT_EQ(verdicts.at(id), Verdict::reproduced) << id;
  for (const char* id : {"k_D", "k_Tc", "bound_IV_V", "sequence_5", "sequence_9", "stick_region", "sim_v2_3"})
    EXPECT_EQ(verdicts.at(id), Verdict::differs) << id;
  for (const char* id : {"eq_2_35", "rate_at_flat", "T_c", "five_percent", "lifts_below", "fixed_point", "bound_III_IV",
                         "bound_VI_III", "mode_8", "sim_theta_dot_2", "sim_theta_dot_9"})
    EXPECT_EQ(verdicts.at(id), Verdict::not_reproduced) << id;
  EXPECT_GE(find_errata(evidence).size(), 18u);
}

// The presets variant-p of the catalog: a belt at the face, faster than all slips, imposes the direction of friction there.
TEST(PaperDiscBall, ABeltAtTheFaceIsVariantP) {
  for (int k = 2; k <= 9; ++k) {
    DiscBallSettings settings = stepped_variant(k);
    const VariantHit varied = variant_hit(settings);
    settings.face_speed = settings.b > 0 ? -1 : 1;
    const Hit belt = hit(settings);
    ASSERT_TRUE(belt.solved()) << k;
    EXPECT_NEAR(belt.theta_dot / varied.theta_dot, 1, 1e-4) << k;
    EXPECT_NEAR(belt.v2 / varied.v2, 1, 1e-4) << k;
    EXPECT_NEAR(belt.theta_dot / simulated_in(k, Quantity::theta_dot), 1, 2e-3) << k;
    EXPECT_NEAR(belt.v2 / simulated_in(k, Quantity::v2), 1, 2e-3) << k;
  }
}

// Ten published values and ten computed ones, drawn at random from all entries, shifted by three tolerances or made their
// contrary: none is taken for reproduced, and no misprint for explained. The other papers: planted_errors_long_test.cpp.
TEST(PaperDiscBall, PlantedErrorsAreSeen) {
  const std::vector<Comparison> comparisons =
      compare_all(published_entries(), find_all(gather({.quick = true, .threads = 1})));
  const PlantedErrors planted = plant_at_random(comparisons, 10, 20130613);
  ASSERT_EQ(planted.errors.size(), 20u);
  for (const PlantedError& error : planted.errors) EXPECT_TRUE(error.is_seen) << error.brief();
  for (const Planted into : {Planted::published, Planted::computed}) {
    EXPECT_GE(planted.carrying(into), 50) << planted.brief(into);
    // Every entry that can carry an error shows it.
    for (const Comparison& honest : comparisons)
      if (carries(honest, into) == Carries::yes) {
        const PlantedError error = plant(honest, into);
        EXPECT_TRUE(error.is_seen) << error.brief();
      }
  }
  // A shift within the tolerance is none.
  for (const Comparison& honest : comparisons)
    if (honest.verdict == Verdict::reproduced && honest.entry.kind == EntryKind::number) {
      const double room = 1 - std::abs(*honest.finding.value - honest.entry.value) / honest.entry.tolerance;
      if (!honest.finding.error && room > 0.5) {
        EXPECT_FALSE(plant(honest, Planted::computed, 0.4).is_seen) << honest.entry.id;
      }
    }
}

Verdict verdict_of(const std::string& id, const Findings& findings) {
  for (const PublishedEntry& entry : published_entries())
    if (entry.id == id) return compare(entry, &findings.at(id)).verdict;
  ADD_FAILURE() << "no entry " << id;
  return Verdict::open;
}

bool is_red(Verdict verdict) { return verdict == Verdict::differs || verdict == Verdict::not_reproduced; }

using Ids = std::vector<const char*>;
struct Changed {
  const char* constant;
  std::function<void(DiscBallSettings&)> change;
  Ids turned;
};

// Sections 3 and 4(a), with a constant changed in all cases.
Findings found_with(const std::function<void(DiscBallSettings&)>& change) {
  Evidence evidence;
  for (int k = first_case; k <= last_case; ++k) {
    DiscBallSettings settings = settings_of(k);
    change(settings);
    evidence.cases.push_back(model_case(k, settings, 5e-4));
  }
  Findings findings;
  find_parameters(evidence, findings);
  find_impacts(evidence, findings);
  return findings;
}

// One per cent more of h, g, k_D, friction, or restitution at the ground is less than the digits and the spread of five
// trials tell: whatever is reproduced remains so.
TEST(PaperDiscBall, OnePercentOfAConstantTurnsVerdicts) {
  const std::vector<Changed> all{
      {"m_b", [](DiscBallSettings& s) { s.m_b *= 1.01; }, {"sim_theta_dot_7"}},
      {"m_d",
       [](DiscBallSettings& s) { s.m_d *= 1.01; },
       {"sim_theta_dot_7", "exp_v1_4", "exp_v1_5", "exp_v2_5", "exp_v2_6"}},
      {"r", [](DiscBallSettings& s) { s.r *= 1.01; }, {"sim_theta_dot_7", "exp_v1_5", "exp_v2_5", "exp_v2_6"}},
      {"b", [](DiscBallSettings& s) { s.b *= 1.01; }, {"sim_theta_dot_7", "exp_v1_4"}},
      {"v_b", [](DiscBallSettings& s) { s.v_b *= 1.01; }, {"sim_theta_dot_7", "exp_v2_4"}},
      {"e_D", [](DiscBallSettings& s) { s.face.e *= 1.01; }, {"e_D"}}};
  const Findings as_is = found_with([](DiscBallSettings&) {});
  for (const Changed& c : all) {
    const Findings changed = found_with(c.change);
    for (const char* id : c.turned) {
      EXPECT_EQ(verdict_of(id, as_is), Verdict::reproduced) << id;
      EXPECT_TRUE(is_red(verdict_of(id, changed))) << id << " with 1.01 " << c.constant;
    }
  }
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "carom-paper-disc-ball-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

TEST(PaperDiscBall, ThreadsDoNotChangeTheReport) {
  const Folder folder;
  const ReproduceResult one = reproduce({.out = folder.path / "one", .effort = {.quick = true, .threads = 1}});
  reproduce({.out = folder.path / "two", .effort = {.quick = true, .threads = 2}});
  EXPECT_EQ(one.entries(), static_cast<int>(published_entries().size()));
  EXPECT_EQ(content(folder.path / "one" / "comparison.csv"), content(folder.path / "two" / "comparison.csv"));
  for (const char* figure : {"fig4", "fig5a", "fig5b", "fig6", "fig7", "fig8", "table4", "scheme"}) {
    const std::string name = std::string(figure) + ".csv";
    const std::string data = content(folder.path / "one" / "data" / name);
    EXPECT_GT(data.size(), 200u) << figure;
    EXPECT_EQ(data, content(folder.path / "two" / "data" / name)) << figure;
  }
  const std::string page = content(one.report);
  EXPECT_EQ(page.find("http://"), page.find("http://www.w3.org"));  // nothing is loaded from elsewhere
}

TEST(PaperDiscBall, AnInterruptLeavesNoReport) {
  const Folder folder;
  const std::atomic<bool> interrupt{true};
  const ReproduceResult result = reproduce({.out = folder.path, .effort = {.quick = true, .interrupt = &interrupt}});
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder.path / "report.html"));
}

}  // namespace
}  // namespace carom::papers::disc_ball
