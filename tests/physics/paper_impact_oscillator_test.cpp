// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator against its paper: rest, thresholds, the slip cycle, the cascade, impacts.
// The verdicts on all published entries are in paper_impact_oscillator_long_test.cpp.
#include <gtest/gtest.h>

#include <stdlib.h>

#include <atomic>
#include <cmath>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "papers/impact_oscillator/evidence.hpp"
#include "papers/impact_oscillator/findings.hpp"
#include "papers/impact_oscillator/poisson_impact.hpp"
#include "papers/impact_oscillator/reproduce.hpp"
#include "papers/impact_oscillator/step_end_detector.hpp"

namespace carom::papers::impact_oscillator {
namespace {

TEST(PaperImpactOscillator, RestLosesStabilityWhereItsTangentIsTheFriction) {
  for (const auto& [set, mu] : {std::pair{Set::first, 0.409778166}, {Set::second, 0.353092883}}) {
    const double hopf = hopf_point(settings_of(set, 0.4, 0)).value();
    EXPECT_NEAR(hopf, mu, 1e-9);
    EXPECT_NEAR(std::tan(slip_equilibrium(settings_of(set, hopf, 0)).phi), hopf, 1e-9);
  }
  // It knows neither spring nor damper of the arm nor the size of v, only its sign.
  ImpactOscillatorSettings other = settings_of(Set::first, 0.4, 0);
  other.k_y = 60;
  other.c_y = 3;
  other.v = -0.2;
  EXPECT_NEAR(hopf_point(other).value(), 0.409778166, 1e-9);
  other.v = 0.2;
  EXPECT_FALSE(hopf_point(other));
}

TEST(PaperImpactOscillator, TheUpperHopfPointHangsUpright) {
  // C of (3) also vanishes at φ = 0, where the spring's moment is that of friction.
  const ImpactOscillatorSettings s = settings_of(Set::second, 0.5, 0);
  const double upright = s.k_phi * s.phi0 / ((s.m1 + s.m2) * s.g * s.l);
  EXPECT_FALSE(slip_equilibrium(settings_of(Set::second, upright - 1e-4, 0)).stable());
  EXPECT_TRUE(slip_equilibrium(settings_of(Set::second, upright + 1e-4, 0)).stable());
}

TEST(PaperImpactOscillator, TheSlipCycleIsBornAtTheHopfPointAndLiftsOff) {
  EXPECT_NEAR(end_of_slip_cycle(Set::first, 0.4098, 0.4099, 1e-10), 0.409827960, 1e-9);
  const auto cycle = slip_cycle(settings_of(Set::first, 0.4098, 0));
  ASSERT_TRUE(cycle);
  EXPECT_NEAR(cycle->multiplier, 0.99983, 1e-5);
  EXPECT_FALSE(slip_cycle(settings_of(Set::first, 0.40977, 0)));
  EXPECT_FALSE(slip_cycle(settings_of(Set::first, 0.40984, 0)));
}

TEST(PaperImpactOscillator, ThresholdsOfSettledMotions) {
  const Thresholds t = find_thresholds(true);
  EXPECT_NEAR(t.fold, 0.389569110, 2e-9);
  EXPECT_NEAR(t.slip_before, 0.397908799, 2e-9);
  EXPECT_NEAR(t.no_slip_after, 0.646809145, 5e-9);
  EXPECT_NEAR(t.bounce_slips, 0.388397977, 2e-9);
  EXPECT_NEAR(t.bounce_ends, 0.3881577, 2e-7);
  EXPECT_NEAR(t.first_stick, 0.360236979, 1e-6);
  EXPECT_NEAR(t.first_flight, 0.449853770, 2e-9);
  EXPECT_EQ(t.first_flight, t.first_flight_elastic);
  EXPECT_NEAR(return_map(t.fold).slope, 1.2127, 5e-4);
}

TEST(PaperImpactOscillator, OnlyTheStepEndDetectorHasLongerPeriods) {
  const double fold = 0.389569110;
  for (const double offset : {1e-8, 1e-7, 1e-6, 3e-6, 3e-5, 6e-5}) {
    const MotionRecord exact =
        run_motion(settings_of(Set::first, fold + offset, 0), {.settle = 60, .keep = 0, .rtol = 1e-12});
    EXPECT_EQ(exact.seen.crossings, 1) << offset;
    EXPECT_EQ(exact.seen.sequence, "FPTP") << offset;
  }
  const auto period = [&](double offset, double step) {
    return stepped_motion(settings_of(Set::first, fold + offset, 0), {.step = step, .cycles = 60}).period();
  };
  EXPECT_EQ(period(1e-5, 1e-3), 1);
  EXPECT_EQ(period(3e-6, 1e-3), 2);
  EXPECT_EQ(period(1e-6, 1e-3), 3);
  EXPECT_EQ(period(1e-7, 1e-3), 12);
  EXPECT_EQ(period(1e-4, 4e-3), 2);
  EXPECT_EQ(period(5e-5, 4e-3), 3);
  // Shorter steps see shallower dips.
  EXPECT_EQ(period(1e-6, 1e-4), 1);
  // Cycles without stick follow one another, then one with it.
  const SteppedMotion three = stepped_motion(settings_of(Set::first, fold + 1e-6, 0), {.cycles = 30});
  int with = 0;
  for (const std::string& cycle : three.cycles) with += cycle == "PTPF";
  EXPECT_EQ(with, 10);
}

// The published numbers that differ come out of programs of limited resolution, each of another.
TEST(PaperImpactOscillator, ThreeResolutionsHaveThePublishedNumbersAndNoSingleStepHasTwo) {
  const Thresholds at{.fold = 0.389569110, .no_slip_after = 0.646809145, .first_flight = 0.449853770};
  const Resolution r = find_resolution(at, {.quick = true, .threads = 2});
  EXPECT_NEAR(r.cascade.split, 0.38965, 5e-6);
  EXPECT_TRUE(r.cascade.doubles && r.cascade.whole_cycles);
  EXPECT_GT(r.cascade.longest, 4);
  EXPECT_NEAR(r.slip_lost_at, 0.6450, 5e-5);
  EXPECT_NEAR(r.shortest_slip, 1.2e-4, 1e-6);
  EXPECT_NEAR(r.flight_seen_at, 0.453, 5e-4);
  EXPECT_NEAR(r.smallest_gap, 2e-5, 1e-9);
  EXPECT_FALSE(r.one_step_does());
}

TEST(PaperImpactOscillator, TheStepEndDetectorIsTheModelAwayFromTheFold) {
  for (const double mu : {0.395, 0.5, 0.6}) {
    const SteppedMotion stepped = stepped_motion(settings_of(Set::first, mu, 0), {.step = 1e-4, .cycles = 8});
    EXPECT_EQ(stepped.period(), 1) << mu;
  }
  const SteppedMotion below = stepped_motion(settings_of(Set::first, 0.38, 0), {.cycles = 60});
  EXPECT_TRUE(below.dies);
  EXPECT_EQ(below.period(), 0);
}

TEST(PaperImpactOscillator, PoissonsImpactObeysItsLaws) {
  for (const Set set : {Set::first, Set::second})
    for (const double eps : {0.0, 0.2, 0.7})
      for (const double mu : {0.1, 0.4, 0.9})
        for (double phi = -1.2; phi <= 1.2; phi += 0.3)
          for (double t = -2; t <= 2; t += 0.5) {
            const ImpactOscillatorSettings s = settings_of(set, mu, eps);
            const PhasedImpact r = poisson_impact(s, phi, -1, t);
            EXPECT_GE(r.n, -1e-12);
            EXPECT_NEAR(r.expansion_n, eps * r.compression_n, 1e-12);
            EXPECT_LE(std::abs(r.compression_t), mu * r.compression_n + 1e-12);
            EXPECT_LE(std::abs(r.expansion_t), mu * r.expansion_n + 1e-12);
            // Energy relative to the belt: half the impulse times the sum of the velocities.
            const double gain =
                (r.compression_n + r.expansion_n) * (r.n - 1) + (r.compression_t + r.expansion_t) * (r.t + t);
            EXPECT_LE(gain, 1e-12) << mu << " " << phi << " " << t;
          }
}

TEST(PaperImpactOscillator, TheWiperHopsWithLargeFrictionOnly) {
  const MotionRecord hops = run_motion(wiper_settings(0.5, 0), {.settle = 24, .keep = 4});
  EXPECT_GT(hops.seen.flight_fraction, 0.3);
  EXPECT_EQ(hops.seen.flight_with_positive_v, 0);
  EXPECT_NEAR(hops.seen.period, 4, 1e-6);
  const MotionRecord slides = run_motion(wiper_settings(0.3, 0), {.settle = 24, .keep = 4});
  EXPECT_EQ(slides.seen.flight_fraction, 0);
}

TEST(PaperImpactOscillator, EveryNumberOfThePaperSaysHowCloseItIs) {
  EXPECT_GE(published_entries().size(), 50u);
  for (const PublishedEntry& entry : published_entries()) {
    EXPECT_FALSE(entry.reason.empty()) << entry.id;
    if (entry.kind == EntryKind::number) {
      EXPECT_GT(entry.near, entry.tolerance) << entry.id;
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

using Change = std::function<void(ImpactOscillatorSettings&)>;

// Thresholds that are quickly found, with a constant changed.
Findings thresholds_with(const Change& change, const std::vector<std::string>& ids) {
  const auto settings = [&change](Set set) {
    ImpactOscillatorSettings s = settings_of(set, 0.4, 0);
    change(s);
    return s;
  };
  Findings findings;
  for (const std::string& id : ids)
    findings[id] = measured(id == "hopf"     ? hopf_point(settings(Set::first)).value()
                            : id == "hopf_2" ? hopf_point(settings(Set::second)).value()
                            : id == "fold"   ? find_fold(settings(Set::first), true)
                                             : find_first_stick(settings(Set::second), true));
  return findings;
}

// The Hopf point does not know m₂, k_y, c_y, v; the fold does. The three digits of the second set bear one per cent more of
// m₁, m₂, k_y, c_y, g, v.
TEST(PaperImpactOscillator, OnePercentOfAConstantTurnsVerdicts) {
  using Settings = ImpactOscillatorSettings;
  struct Changed {
    const char* constant;
    Change change;
    std::vector<std::string> turned;
  };
  const std::vector<Changed> all{{"m_1", [](Settings& s) { s.m1 *= 1.01; }, {"hopf"}},
                                 {"m_2", [](Settings& s) { s.m2 *= 1.01; }, {"fold"}},
                                 {"l", [](Settings& s) { s.l *= 1.01; }, {"hopf"}},
                                 {"k_φ", [](Settings& s) { s.k_phi *= 1.01; }, {"hopf", "hopf_2", "stick_2"}},
                                 {"φ_0", [](Settings& s) { s.phi0 *= 1.01; }, {"hopf", "hopf_2"}},
                                 {"k_y", [](Settings& s) { s.k_y *= 1.01; }, {"fold"}},
                                 {"c_y", [](Settings& s) { s.c_y *= 1.01; }, {"fold"}},
                                 {"g", [](Settings& s) { s.g *= 1.01; }, {"hopf"}},
                                 {"v", [](Settings& s) { s.v *= 1.01; }, {"fold"}}};
  const std::vector<std::string> ids{"hopf", "hopf_2", "fold", "stick_2"};
  const Findings as_is = thresholds_with([](Settings&) {}, ids);
  for (const std::string& id : ids) EXPECT_EQ(verdict_of(id, as_is), Verdict::reproduced) << id;
  for (const Changed& c : all) {
    const Findings changed = thresholds_with(c.change, c.turned);
    for (const std::string& id : c.turned)
      EXPECT_TRUE(is_red(verdict_of(id, changed)))
          << id << " = " << *changed.at(id).value << " with 1.01 " << c.constant;
  }
}

TEST(PaperImpactOscillator, AnInterruptLeavesNoReport) {
  std::string name = (std::filesystem::temp_directory_path() / "carom-paper-oscillator-XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(name.data());
  const std::atomic<bool> interrupt{true};
  const ReproduceResult result = reproduce({.out = folder, .effort = {.quick = true, .interrupt = &interrupt}});
  EXPECT_TRUE(result.interrupted);
  EXPECT_FALSE(std::filesystem::exists(folder / "report.html"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace carom::papers::impact_oscillator
