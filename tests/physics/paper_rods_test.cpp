// SPDX-License-Identifier: Apache-2.0
// Vibrated rods against their paper: formulas, geometry, single collisions, a few short runs.
// The verdicts on all published entries are in paper_rods_long_test.cpp.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <set>
#include <string>

#include "papers/rods/cases.hpp"
#include "papers/rods/collisions.hpp"
#include "papers/rods/evidence.hpp"
#include "papers/rods/findings.hpp"
#include "papers/rods/reproduce.hpp"

namespace carom::papers::rods {
namespace {

// As a quick report runs it.
Point quickly(study::RodRun run) {
  hasten(run);
  return {.run = run};
}

Point shortly(study::RodRun run, double cycles, double transient) {
  run.dt = 2e-4;
  run.cycles = cycles;
  run.transient = transient;
  return {.run = run};
}

TEST(PaperRods, EveryEntrySaysHowItIsJudged) {
  EXPECT_GE(published_entries().size(), 60u);
  for (const PublishedEntry& entry : published_entries()) {
    EXPECT_FALSE(entry.reason.empty()) << entry.id;
    if (entry.kind == EntryKind::number) {
      EXPECT_GT(entry.near, entry.tolerance) << entry.id;
    }
  }
}

TEST(PaperRods, FormulasAsPrintedHaveTheirVerdicts) {
  Findings findings;
  find_collision(findings);
  std::set<std::string> right{"eq_5_6", "eq_4",  "eq_8_9", "eq_15",  "eq_18_19", "stick_no_mu", "eq_22", "eq_B4",
                              "eq_B6",  "eq_B8", "eq_B10", "eq_B11", "phi_c",    "mu_large",    "fig_10"};
  std::set<std::string> wrong{"eq_12_13", "eq_21", "eq_B3", "none_above"};
  for (const PublishedEntry& entry : published_entries()) {
    const auto found = findings.find(entry.id);
    if (found == findings.end()) continue;
    const Comparison c = compare(entry, &found->second);
    if (right.erase(entry.id)) {
      EXPECT_EQ(c.verdict, Verdict::reproduced) << entry.id << ": " << c.ours;
    }
    if (wrong.erase(entry.id)) {
      EXPECT_EQ(c.verdict, Verdict::not_reproduced) << entry.id << ": " << c.ours;
    }
  }
  EXPECT_TRUE(right.empty() && wrong.empty());
  // Whatever is not reproduced here is a slip of the paper, and its correction holds.
  for (const PublishedEntry& entry : published_entries())
    if (const auto found = findings.find(entry.id); found != findings.end()) {
      const Comparison c = compare(entry, &found->second);
      if (c.has_cause()) {
        EXPECT_EQ(c.explanation.kind, CauseKind::misprint) << entry.id << ": " << c.explanation.text;
      }
    }
  EXPECT_NEAR(findings.at("phi_c_90").value.value(), 45, 1e-9);
}

TEST(PaperRods, SmallImpulsesAddUpToTheMapAndNotToThePrintedReversal) {
  const theory::RodCollision c{.lever = rod_lever(RodShape{}, 40 * deg), .mu = 0.4, .eps = 0.65, .c_x = 1, .c_z = -2};
  const auto map = theory::collide(c), marched = march_impulse(c);
  EXPECT_EQ(map.regime, theory::RodRegime::slip_reversal);
  EXPECT_EQ(marched.regime, map.regime);
  EXPECT_NEAR(map.c_x, 1.3797, 1e-4);
  EXPECT_NEAR(marched.c_x, map.c_x, 1e-5);
  EXPECT_NEAR(marched.c_z, map.c_z, 1e-5);
  EXPECT_NEAR(printed_velocity(c).reversal_c_x, 2.2216, 1e-4);
}

TEST(PaperRods, TheAnnulusBoundsTheTiltOfARod) {
  // Round ends: both cap centres on the circle R_o − 1/2, the axis touching R_i + 1/2.
  const study::RodRun run = ring_run(1);
  const double half = std::sqrt(std::pow(run.R_o - 0.5, 2) - std::pow(run.R_i + 0.5, 2));
  EXPECT_NEAR(largest_tilt(Ends::round), std::asin(2 * half / (run.l - 1)) / deg, 1e-2);
  EXPECT_LT(largest_tilt(Ends::flat), largest_tilt(Ends::one_flat));
  EXPECT_LT(largest_tilt(Ends::one_flat), largest_tilt(Ends::round));
}

TEST(PaperRods, OnlyTheRootOfTheOverlapGivesThePublishedRestitution) {
  std::vector<Reading> readings = all_readings();
  for (int k = 0; k < 3; ++k) {
    study::RodRun run = single_run(0);
    readings[k].apply(run);
    readings[k].scan = scan_collisions(run, 8);
  }
  EXPECT_NEAR(readings[0].scan.eps_mean, 0.68, 0.02);
  EXPECT_LT(readings[0].scan.rms_c_x, 0.2);
  EXPECT_GT(readings[1].scan.eps_mean, 0.8);  // damping as printed
  EXPECT_GT(readings[2].scan.rms_c_x, 0.5);   // a soft tangential spring
  EXPECT_GT(readings[0].scan.each.front().eps, 0.78);
}

TEST(PaperRods, RunsThatFiguresShareAreDoneOnceAndFilmsChangeNothing) {
  Point one = shortly(row_run(30), 6, 2), two = one;
  one.film = {.from = 2, .to = 4, .interval = 0.25};
  one.seeds = 2;
  run_points({&two, &one}, {.threads = 2});
  ASSERT_EQ(one.each.size(), 2u);
  ASSERT_EQ(two.each.size(), 1u);
  EXPECT_EQ(one.each[0].drift, two.each[0].drift);
  EXPECT_NE(one.each[0].drift, one.each[1].drift);
  EXPECT_NEAR(static_cast<double>(one.frames.size()), 8, 1);
  EXPECT_TRUE(two.frames.empty());
  Point alone = shortly(row_run(30), 6, 2);
  run_points({&alone}, {.threads = 1});
  EXPECT_EQ(alone.each[0].drift, one.each[0].drift);
}

// One run whose Γ changes is at each value where a run at that value is, and hurries from one to the next.
TEST(PaperRods, ARunWhoseAccelerationChangesDriftsAsRunsOfTheirOwn) {
  AccelerationCurve down{.N = 50, .points = {}};
  for (const double gamma : {1.25, 3.3}) {
    study::RodRun run = ring_run(50);
    run.Gamma = gamma;
    down.points.push_back(shortly(run, 60, 30));
  }
  run_sweeps({{.points = &down.points, .down = true}}, {.threads = 1});
  for (const Point& p : down.points) {
    ASSERT_EQ(p.each.size(), 1u);
    EXPECT_TRUE(p.failures.empty());
    EXPECT_LT(p.energy_error, 1e-2);
  }
  EXPECT_NEAR(down.points[1].drift(), 0.18, 0.04);
  EXPECT_LT(std::abs(down.points[0].drift()), 0.01);
}

TEST(PaperRods, RodsDriftTowardsTheirTiltAndWallsHoldThem) {
  Point row = shortly(row_run(18), 45, 20);
  study::RodRun left_run = ring_run(50), smooth_run = ring_run(50), spin_run = ring_run(50);
  left_run.start_tilt = -left_run.start_tilt;
  smooth_run.mu_rw = 0;
  spin_run.spin = true;
  Point ring = shortly(ring_run(50), 50, 30), left = shortly(left_run, 50, 30);
  Point smooth = shortly(smooth_run, 50, 30), spin = shortly(spin_run, 50, 30);
  run_points({&row, &ring, &left, &smooth, &spin}, {.threads = 2});
  for (const Point* p : {&row, &ring, &left, &smooth, &spin})
    EXPECT_EQ(p->direction(), observe::DriftDirection::forward);
  EXPECT_NEAR(row.drift(), 0.36, 0.06);
  EXPECT_NEAR(ring.drift(), 0.18, 0.03);
  EXPECT_NEAR(left.drift(), -ring.drift(), 0.03);
  EXPECT_GT(smooth.drift(), 2 * ring.drift());
  EXPECT_GT(spin.drift(), 1.2 * ring.drift());
  EXPECT_LT(row.tilt(), 18);
  EXPECT_GT(row.tilt(), 16.5);
}

Verdict verdict_of(const std::string& id, const Findings& findings) {
  for (const PublishedEntry& entry : published_entries())
    if (entry.id == id) return compare(entry, &findings.at(id)).verdict;
  ADD_FAILURE() << "no entry " << id;
  return Verdict::open;
}

bool is_red(Verdict verdict) { return verdict == Verdict::differs || verdict == Verdict::not_reproduced; }

// The formulas of the drift are exact and have the paper's ε and μ. Numbers of the annulus are printed with two digits, but
// its gap is a small difference of large radii. The restitution of soft collisions bears one per cent: 0.678 goes to 0.679
// with k_n and to 0.676 with the damping, within the printed 0.65 to 0.7.
TEST(PaperRods, OnePercentOfAConstantTurnsVerdicts) {
  Findings as_is;
  find_stationary(as_is);
  EXPECT_EQ(verdict_of("fixed_point", as_is), Verdict::reproduced);
  const theory::RodRow paper;
  for (const theory::RodRow& row : {theory::RodRow{.eps = 1.01 * paper.eps}, theory::RodRow{.mu = 1.01 * paper.mu}}) {
    Findings changed;
    find_stationary(changed, row);
    EXPECT_TRUE(is_red(verdict_of("fixed_point", changed))) << "ε = " << row.eps << ", μ = " << row.mu;
  }

  study::RodRun wider = ring_run(44);
  wider.R_o *= 1.01;
  as_is["max_tilt"] = measured(largest_tilt(Ends::one_flat));
  EXPECT_EQ(verdict_of("max_tilt", as_is), Verdict::reproduced);
  const double tilt = largest_tilt(Ends::one_flat, wider);
  EXPECT_TRUE(is_red(verdict_of("max_tilt", {{"max_tilt", measured(tilt)}}))) << tilt;

  Point ring = quickly(ring_run(44)), wide = quickly(wider);
  run_points({&ring, &wide}, {.threads = 1});
  as_is["tilt_44"] = measured(ring.tilt());
  EXPECT_EQ(verdict_of("tilt_44", as_is), Verdict::reproduced) << ring.tilt();
  EXPECT_TRUE(is_red(verdict_of("tilt_44", {{"tilt_44", measured(wide.tilt())}}))) << wide.tilt();
}

TEST(PaperRods, AnInterruptLeavesNoReport) {
  std::string name = (std::filesystem::temp_directory_path() / "carom-paper-rods-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  const std::atomic<bool> interrupt{true};
  const ReproduceResult result = reproduce({.out = folder, .effort = {.quick = true, .interrupt = &interrupt}});
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder / "report.html"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carom::papers::rods
