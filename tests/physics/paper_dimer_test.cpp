// SPDX-License-Identifier: Apache-2.0
// The bouncing dimer against its paper: drifts, their sign change and end, the other motions, the phases of section 7,
// and the machinery of published values and verdicts.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "carom/theory/dimer_stick.hpp"
#include "papers/dimer/double_impact.hpp"
#include "papers/dimer/evidence.hpp"
#include "papers/dimer/findings.hpp"
#include "papers/dimer/reproduce.hpp"

namespace carom::papers::dimer {
namespace {

using observe::MotionKind;

double drift_mm_s(double A_r, double mu_i, double rtol = 1e-10) {
  const MotionRecord run =
      run_motion(settings_of({.A_r = A_r, .mu_i = mu_i}), {.cycles = 250, .rtol = rtol, .keep_events = false});
  EXPECT_TRUE(run.ran()) << run.report.brief();
  return 1e3 * run.seen.drift;
}

MotionRecord named(const std::string& name) {
  for (const NamedRun& run : named_runs(base_settings(), true))
    if (run.name == name) return run_motion(run.settings, run.options);
  ADD_FAILURE() << "no run " << name;
  return {};
}

TEST(PaperDimer, DriftsAsTheCorrectedModelDoes) {
  EXPECT_NEAR(drift_mm_s(3.9, 0.12), 3.177, 0.005 * 3.177);
  EXPECT_NEAR(drift_mm_s(3.9, 0.08), 8.445, 0.005 * 8.445);
  EXPECT_NEAR(drift_mm_s(5.7, 0.08), -6.731, 0.005 * 6.731);
}

TEST(PaperDimer, DriftDoesNotDependOnTheTolerances) {
  for (const auto& [A_r, mu_i] : {std::pair{3.9, 0.12}, {3.9, 0.08}, {5.7, 0.08}}) {
    const double loose = drift_mm_s(A_r, mu_i, 1e-10), tight = drift_mm_s(A_r, mu_i, 1e-11);
    EXPECT_NEAR(loose, tight, 1e-6 * std::abs(tight)) << "A_r = " << A_r << ", μ_i = " << mu_i;
  }
}

TEST(PaperDimer, DriftChangesItsSignBelowFive) { EXPECT_NEAR(find_sign_change(0.08, 25, 2e-3), 4.975, 0.02); }

TEST(PaperDimer, ReverseDriftEndsEarlierAtHigherFrequency) {
  EXPECT_NEAR(find_reverse_end(25, 5e-3), 6.13, 0.05);
  EXPECT_NEAR(find_reverse_end(50, 5e-3), 5.26, 0.05);
  EXPECT_NEAR(find_reverse_end(75, 5e-3), 5.10, 0.05);
}

TEST(PaperDimer, LongDimersDoNotDriftAtHighFrequency) {
  for (const double f : {50.0, 75.0})
    for (const double A_r : {6.0, 7.0, 8.2}) {
      const DriftPoint point = drift_point(A_r, 0.08, f);
      EXPECT_TRUE(point.found);
      EXPECT_LT(std::abs(point.kappa), no_drift) << "A_r = " << A_r << ", f = " << f;
    }
}

TEST(PaperDimer, FrictionNeededToStickAtFive) {
  EXPECT_NEAR(theory::stick_in_single_impact(dimer_body({.A_r = 5}), 0), 0.2388, 5e-5);
}

TEST(PaperDimer, MovesOver120MillisecondsAsInFigure14) {
  Evidence evidence;
  for (const char* name : {"fig3", "fig7", "fig12_39", "fig12_57", "fig16", "fig18"}) evidence.runs[name] = named(name);
  Findings findings;
  find_drift(evidence, findings);
  EXPECT_NEAR(*findings.at("displacement_39").value, 0.12 * 8.445, 0.005 * 1.013);
  EXPECT_NEAR(*findings.at("displacement_57").value, -0.12 * 6.731, 0.005 * 0.808);
}

TEST(PaperDimer, RestsOnAWeaklyShakenPlate) {
  const MotionRecord run = named("fig22");
  EXPECT_EQ(run.seen.kind, MotionKind::rest) << run.seen.brief();
}

TEST(PaperDimer, HopsOnAStronglyShakenPlate) {
  const MotionRecord run = named("fig25");
  EXPECT_EQ(run.seen.kind, MotionKind::hop) << run.seen.brief();
  EXPECT_EQ(run.seen.period_cycles, 1);
}

TEST(PaperDimer, JumpsFromAStartNearThePrintedOne) {
  const MotionRecord jump = named("jump_6deg"), printed = named("jump_printed");
  EXPECT_EQ(jump.seen.kind, MotionKind::jump) << jump.seen.brief();
  EXPECT_EQ(printed.seen.kind, MotionKind::drift) << printed.seen.brief();
}

TEST(PaperDimer, FluttersFromTheTwoBallEstimate) {
  const MotionRecord flutter = named("flutter_built");
  EXPECT_EQ(flutter.seen.kind, MotionKind::flutter) << flutter.seen.brief();
  EXPECT_EQ(flutter.seen.period_cycles, 2);
  EXPECT_NE(named("flutter_fig27").seen.kind, MotionKind::flutter);
  EXPECT_NE(named("flutter_fig28").seen.kind, MotionKind::flutter);
}

TEST(PaperDimer, EnergiesOfDriftJumpAndFlutter) {
  const double drift = named("drift_e08").seen.mean_energy;
  EXPECT_NEAR(named("jump_e08").seen.mean_energy / drift, 1.97, 0.02);
  EXPECT_NEAR(named("flutter_built").seen.mean_energy / drift, 6.72, 0.05);
}

TEST(PaperDimer, PhasesOfTheDoubleImpactAndOfTheReversal) {
  const MotionRecord less = named("fig12_39"), more = named("fig3");
  EXPECT_NEAR(less.seen.alpha / deg, 51.5, 1);
  EXPECT_NEAR(more.seen.alpha / deg, 51.5, 1);
  EXPECT_NEAR(less.seen.reversal_phase / deg, 27, 1);
  EXPECT_NEAR(more.seen.reversal_phase / deg, 40, 1);
}

TEST(PaperDimer, DoubleImpactAndItsMisprint) {
  const ImpactProblem<2> problem = lying_impact(dimer_body({}), base_settings().law[0], -0.05, -0.1, -0.03);
  const ImpactHistory exact = traced_impact(problem);
  EXPECT_NEAR(exact.result.v_n[0], 0.03287469, 1e-8);
  EXPECT_NEAR(exact.result.v_n[1], 0.06561897, 1e-8);
  EXPECT_NEAR(exact.result.v_t[0], -0.00082413, 1e-8);
  EXPECT_NEAR(stepped_impact(problem, 0.6, 10000).v_t, exact.result.v_t[0], 1e-5);
  EXPECT_NEAR(stepped_impact(problem, 5.0 / 3, 10000).v_t, -0.00702, 1e-5);
}

// Every entry gets a verdict with a reason, and the model as corrected its known ones: what is known to reproduce does,
// what is known not to does not.
TEST(PaperDimer, EveryPublishedEntryHasItsVerdict) {
  const std::vector<Comparison> all =
      compare_all(published_entries(), find_all(gather({.effort = {.quick = true, .threads = 1}})));
  ASSERT_EQ(all.size(), published_entries().size());
  std::map<std::string, Verdict> verdicts;
  for (const Comparison& c : all) {
    verdicts[c.entry.id] = c.verdict;
    EXPECT_NE(c.verdict, Verdict::open) << c.entry.id << ": " << c.reason;
    EXPECT_FALSE(c.reason.empty()) << c.entry.id;
    EXPECT_FALSE(c.ours.empty()) << c.entry.id;
    EXPECT_EQ(c.unexplained(), !c.entry.question.empty()) << c.entry.id << ": " << c.reason;
  }
  for (const char* id : {"drift_57_008", "displacement_57", "sign_change_fig15", "reverse_end_25", "mu_st_5",
                         "rest_fig22", "hop_fig25", "jump_exists", "flutter_exists", "energy_jump", "pendulum_65",
                         "length_57", "double_reverses_39", "double_stops_57", "alpha_intervals"})
    EXPECT_EQ(verdicts.at(id), Verdict::reproduced) << id;
  for (const char* id : {"reverse_end_50", "reverse_end_75", "jump_from_printed", "flutter_from_fig27",
                         "flutter_from_fig28", "mu_st_39_smaller", "backward_slip_112", "dip_25"})
    EXPECT_EQ(verdicts.at(id), Verdict::not_reproduced) << id;
  for (const char* id : {"drift_39_012", "drift_39_008", "displacement_39", "energy_flutter", "alpha_hit",
                         "reversal_008", "reversal_012", "Gamma_low", "formula_140"})
    EXPECT_EQ(verdicts.at(id), Verdict::differs) << id;
}

Verdict verdict_of(const std::string& id, const Findings& findings) {
  for (const PublishedEntry& entry : published_entries())
    if (entry.id == id) return compare(entry, &findings.at(id)).verdict;
  ADD_FAILURE() << "no entry " << id;
  return Verdict::open;
}

TEST(PaperDimer, OnePercentOfAConstantTurnsAVerdict) {
  DimerSettings larger = base_settings();
  larger.shape.r *= 1.01;
  Findings as_is, changed;
  find_coefficients(base_settings(), as_is);
  find_coefficients(larger, changed);
  EXPECT_EQ(verdict_of("length_57", as_is), Verdict::reproduced);
  EXPECT_NE(verdict_of("length_57", changed), Verdict::reproduced);

  DimerSettings stickier = base_settings();
  for (ContactLaw& law : stickier.law) law.mu_s = law.mu_s_i = 1.01 * law.mu_s;
  Findings drift;
  drift["sign_change_fig15"] = measured(find_sign_change(0.08, 25, 2e-3, stickier));
  EXPECT_NE(verdict_of("sign_change_fig15", drift), Verdict::reproduced);
}

TEST(PaperDimer, VerdictsFollowTheTolerances) {
  const auto entries = read_published(R"(
[[entry]]
id = "a"
section = "1"
where = "here"
statement = "A number"
value = 2
tolerance = 0.1
near = 0.5
reason = "r"
because = "b"
[[entry]]
id = "b"
section = "1"
where = "here"
statement = "A range"
range = [1, 2]
unit = "mm"
reason = "r"
[[entry]]
id = "c"
section = "1"
where = "here"
statement = "A claim"
claim = true
reason = "r"
)");
  ASSERT_EQ(entries.size(), 3u);
  const auto verdict = [](const PublishedEntry& entry, const Finding& finding) {
    return compare(entry, &finding).verdict;
  };
  EXPECT_EQ(verdict(entries[0], measured(2.09)), Verdict::reproduced);
  EXPECT_EQ(verdict(entries[0], measured(2.3)), Verdict::differs);
  EXPECT_EQ(verdict(entries[0], measured(-2)), Verdict::not_reproduced);
  EXPECT_EQ(verdict(entries[0], measured(std::nan(""))), Verdict::open);
  EXPECT_EQ(verdict(entries[1], measured(1.5)), Verdict::reproduced);
  EXPECT_EQ(verdict(entries[1], measured(2.2)), Verdict::differs);
  EXPECT_EQ(verdict(entries[1], measured(20)), Verdict::not_reproduced);
  EXPECT_EQ(verdict(entries[2], claim(true, "")), Verdict::reproduced);
  EXPECT_EQ(verdict(entries[2], claim(Holds::in_part, "")), Verdict::differs);
  EXPECT_EQ(verdict(entries[2], claim(false, "")), Verdict::not_reproduced);
  EXPECT_EQ(compare(entries[2], nullptr).verdict, Verdict::open);

  // With all digits, to compare reports with.
  const auto value = [](const PublishedEntry& entry, const Finding& finding) {
    return compare(entry, &finding).value();
  };
  EXPECT_EQ(value(entries[0], measured(1.0 / 3, "in the mean")), "0.3333333333333333");
  EXPECT_EQ(std::stod(value(entries[1], measured(0.1 + 0.2))), 0.1 + 0.2);
  EXPECT_EQ(value(entries[0], {}), "");
  EXPECT_EQ(value(entries[2], claim(true, "3 of 3")), "yes");
  EXPECT_EQ(value(entries[2], claim(Holds::in_part, "")), "in part");
  EXPECT_EQ(value(entries[2], claim(false, "")), "no");
  EXPECT_EQ(compare(entries[2], nullptr).value(), "");
}

TEST(PaperDimer, OraclesApproachTheEventDrivenMotion) {
  const Convergence c = compare_oracles({.effort = {.quick = true, .threads = 1}});
  EXPECT_NEAR(c.moreau_order, 1, 0.2);
  EXPECT_LT(c.moreau_error.back(), 1e-6);
  EXPECT_LT(c.compliant_order, -0.25);
  EXPECT_LT(c.compliant_error.back(), 0.2 * c.compliant_error.front());
}

TEST(PaperDimer, BadPublishedValuesAreRefused) {
  EXPECT_ANY_THROW(read_published("[[entry]]\nid = 3\n"));
  EXPECT_ANY_THROW(
      read_published("[[entry]]\nid = \"a\"\nsection = \"1\"\nwhere = \"w\"\nstatement = \"s\"\nreason = \"r\"\n"));
  EXPECT_ANY_THROW(read_published("what is this"));
}

}  // namespace
}  // namespace carom::papers::dimer
