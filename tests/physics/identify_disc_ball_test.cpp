// SPDX-License-Identifier: Apache-2.0
// Friction and restitution that went into a motion are found again in its noisy velocities, within the stated errors.
#include <cmath>

#include <gtest/gtest.h>

#include "support/synthetic_gauges.hpp"

namespace carom::test {
namespace {

using study::Estimate;
using study::Identification;
using study::IdentifyRequest;

// The masses and the hit are known, the friction is not: it starts from other values than the true ones.
IdentifyRequest request_for(const SyntheticGauges& what) {
  const Parameters truth = parameters_of(what);
  IdentifyRequest request{.parameters = truth, .record = synthetic_record(what)};
  request.parameters.set("mu_s_G", 0.6);
  request.parameters.set("mu_G", 0.4);
  request.parameters.set("e_D", 0.5);
  return request;
}

const Estimate& named(const Identification& found, const std::string& name) {
  for (const Estimate& e : found.estimates)
    if (e.name == name) return e;
  throw std::logic_error(name);
}

// Deviations in standard errors over seeds: few beyond three, about 68 % within one, mean square about 1.
class Calibration {
 public:
  void add(double z) {
    ++n_;
    squares_ += z * z;
    within_ += std::abs(z) <= 1;
    beyond_ += std::abs(z) > 3;
    EXPECT_LT(std::abs(z), 4);
  }
  void expect_good() const {
    EXPECT_LE(beyond_, 1);
    EXPECT_GE(within_, 0.45 * n_);  // two standard deviations below 68 % for n = 20
    EXPECT_LE(within_, 0.90 * n_);
    EXPECT_GT(squares_ / n_, 0.4);
    EXPECT_LT(squares_ / n_, 2.0);  // 0.5 % of all χ² with 20 degrees of freedom are above
  }
  int count() const { return n_; }

 private:
  int n_ = 0, within_ = 0, beyond_ = 0;
  double squares_ = 0;
};

TEST(IdentifyDiscBall, FrictionIsRecoveredFromDenseNoisyRecords) {
  Calibration mu, mu_s;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Identification found = identify_disc_ball(request_for({.seed = seed}));
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(found.chi2_per_dof, 1, 0.08);  // the noise is measured to 2 %
    EXPECT_LT(named(found, "mu_G").error, 2e-4);
    EXPECT_LT(named(found, "mu_s_G").error, 1.5e-3);
    mu.add((named(found, "mu_G").value - 0.14) / named(found, "mu_G").error);
    mu_s.add((named(found, "mu_s_G").value - 0.15) / named(found, "mu_s_G").error);
    EXPECT_NEAR(found.inverse.mu.value, 0.14, 0.004);
    EXPECT_NEAR(found.inverse.mu_s.value, 0.15, 0.012);
  }
  mu.expect_good();
  mu_s.expect_good();
}

TEST(IdentifyDiscBall, RestitutionIsRecoveredWithFrictionWhenTheBallIsKnown) {
  Calibration e, mu, mu_s;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    IdentifyRequest request = request_for({.dt = 1e-4, .seed = seed});
    request.fit = {"e_D", "mu_G", "mu_s_G"};
    const Identification found = identify_disc_ball(request);
    EXPECT_TRUE(found.converged);
    EXPECT_EQ(found.start, study::MotionStart::impact);
    e.add((named(found, "e_D").value - 0.7043) / named(found, "e_D").error);
    mu.add((named(found, "mu_G").value - 0.14) / named(found, "mu_G").error);
    mu_s.add((named(found, "mu_s_G").value - 0.15) / named(found, "mu_s_G").error);
  }
  e.expect_good();
  mu.expect_good();
  mu_s.expect_good();
}

TEST(IdentifyDiscBall, SparseRecordsTellSlipFrictionAndAnUpperBoundOfStatic) {
  // At 1 kHz an excess of 0.01 is within two errors of none: the velocities depend on its square.
  Calibration mu;
  int bounded = 0, right = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Identification found = identify_disc_ball(request_for({.dt = 1e-3, .seed = seed}));
    EXPECT_TRUE(found.converged);
    mu.add((named(found, "mu_G").value - 0.14) / named(found, "mu_G").error);
    const Estimate& mu_s = named(found, "mu_s_G");
    if (mu_s.determined) continue;
    ++bounded;
    const std::string mark = "at most ";
    right += std::stod(mu_s.note.substr(mu_s.note.find(mark) + mark.size())) > 0.15;
  }
  mu.expect_good();
  EXPECT_GT(bounded, 10);
  EXPECT_GE(right, bounded - 2);
}

TEST(IdentifyDiscBall, ALargeExcessIsToldFromSparseRecordsToo) {
  Calibration mu_s;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Identification found =
        identify_disc_ball(request_for({.set = {"mu_s_G=0.25", "mu_G=0.15"}, .dt = 1e-3, .seed = seed}));
    ASSERT_TRUE(named(found, "mu_s_G").determined) << named(found, "mu_s_G").note;
    mu_s.add((named(found, "mu_s_G").value - 0.25) / named(found, "mu_s_G").error);
  }
  mu_s.expect_good();
}

TEST(IdentifyDiscBall, WithoutNoiseTheNumbersAreExact) {
  for (const char* preset : {"case2", "case3", "case4"}) {
    const Identification found = identify_disc_ball(request_for({.preset = preset, .noise = 0}));
    EXPECT_NEAR(named(found, "mu_G").value, 0.14, 1e-6) << preset;
    EXPECT_NEAR(named(found, "mu_s_G").value, 0.15, 1e-5) << preset;
  }
}

// The rows of a run have both velocities at each impact of a disc that hops. A sample there would be a jump of χ².
TEST(IdentifyDiscBall, SamplesAtImpactsAreLeftOut) {
  IdentifyRequest request = request_for({.preset = "case7", .dt = 1e-4, .until = 0.1, .noise = 0});
  request.parameters.set("e_D", 0.7043);
  request.start = study::MotionStart::impact;
  const Identification exact = identify_disc_ball(request);
  EXPECT_TRUE(exact.converged);
  EXPECT_LT(exact.chi2_per_dof, 1);
  EXPECT_NEAR(named(exact, "mu_G").value, 0.14, 1e-7);
  EXPECT_NEAR(named(exact, "mu_s_G").value, 0.15, 1e-6);
  ASSERT_FALSE(exact.notes.empty());
  EXPECT_EQ(exact.notes[0], "times at which the velocities jump are left out: 7");
  // Standard errors are proportional to the noise.
  double before = 0;
  for (const double noise : {1e-5, 1e-4}) {
    request.noise = noise;
    const Identification found = identify_disc_ball(request);
    EXPECT_TRUE(found.converged);
    const double error = named(found, "mu_G").error;
    if (before > 0) {
      EXPECT_NEAR(error / before, 10, 0.5);
    }
    before = error;
  }
  EXPECT_NEAR(before, 2.2e-5, 0.3e-5);
}

// A clock with few digits gives several samples one time: the last of them counts.
TEST(IdentifyDiscBall, ACoarseClockLeavesNothingOut) {
  IdentifyRequest request = request_for({.dt = 1e-4, .noise = 1e-3});
  for (double& t : request.record.t) t = 1e-3 * std::floor(t / 1e-3);
  const Identification found = identify_disc_ball(request);
  EXPECT_GT(found.record.t.size(), 150u);
  EXPECT_NEAR(named(found, "mu_G").value, 0.14, 0.01);
}

TEST(IdentifyDiscBall, WithoutAStickPhaseStaticFrictionIsNotIdentifiable) {
  IdentifyRequest request = request_for({});
  request.until = 0.018;  // the first slip lasts until 0.0212 s
  const Identification found = identify_disc_ball(request);
  EXPECT_TRUE(named(found, "mu_G").determined);
  EXPECT_NEAR(named(found, "mu_G").value, 0.14, 4 * named(found, "mu_G").error);
  EXPECT_FALSE(named(found, "mu_s_G").determined);
  EXPECT_EQ(named(found, "mu_s_G").note, "not identifiable: there is no stick phase in the record");
}

TEST(IdentifyDiscBall, AStickPhaseThatDoesNotEndGivesALowerBound) {
  IdentifyRequest request = request_for({});
  request.until = 0.1;  // stick lasts from 0.021 s to 0.1165 s
  const Identification found = identify_disc_ball(request);
  const Estimate& mu_s = named(found, "mu_s_G");
  EXPECT_FALSE(mu_s.determined);
  const std::string mark = "does not end within the record; at least ";
  ASSERT_NE(mu_s.note.find(mark), std::string::npos) << mu_s.note;
  EXPECT_NEAR(std::stod(mu_s.note.substr(mu_s.note.find(mark) + mark.size())), 0.108, 0.003);
}

TEST(IdentifyDiscBall, WhatActsInTheImpactAloneIsNotIdentifiableAfterIt) {
  IdentifyRequest request = request_for({});
  request.fit = {"mu_G", "e_D"};
  request.parameters.set("mu_s_G", 0.15);
  request.parameters.set("mu_G", 0.13);
  request.start = study::MotionStart::state;
  const Identification found = identify_disc_ball(request);
  EXPECT_FALSE(named(found, "e_D").determined);
  EXPECT_NE(named(found, "e_D").note.find("acts in the impact alone"), std::string::npos);
}

TEST(IdentifyDiscBall, NoiseThatIsStatedTooSmallShowsAndWidensTheErrors) {
  IdentifyRequest request = request_for({.dt = 1e-4});
  const Identification good = identify_disc_ball(request);
  request.noise = good.noise1 / 3;
  const Identification bad = identify_disc_ball(request);
  EXPECT_NEAR(bad.chi2_per_dof, 9 * good.chi2_per_dof, 0.5);
  EXPECT_NEAR(named(bad, "mu_G").error / named(good, "mu_G").error, 1, 0.1);
  ASSERT_FALSE(bad.notes.empty());
  EXPECT_NE(bad.notes.back().find("misses the data"), std::string::npos);
}

TEST(IdentifyDiscBall, AWrongModelShows) {
  // A disc that hops (case 7) is not a disc on its edge.
  const Identification found = identify_disc_ball(request_for({.preset = "case7", .noise = 1e-4}));
  EXPECT_GT(found.chi2_per_dof, 3);
}

TEST(IdentifyDiscBall, ACentralHitGivesRestitutionInClosedForm) {
  // (v_disc − v_ball)/v_b over trials: mean 0.7, standard error 0.01/√3 · …
  const Estimate trials =
      study::restitution_of({.v_ball = {-0.07, -0.08, -0.06}, .v_disc = {0.13, 0.13, 0.13}, .v_b = {0.3}});
  EXPECT_NEAR(trials.value, 0.2 / 0.3, 1e-12);
  EXPECT_NEAR(trials.error, 0.01 / 0.3 / std::sqrt(3.0), 1e-12);
  // The disc slows down afterwards; the line is extrapolated to the first sample.
  Calibration e;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    study::SeparationRecord record{.v_b = {0.292}};
    Random random(seed);
    for (int i = 0; i < 250; ++i) {
      const double t = i * 20e-6;
      record.t.push_back(t);
      record.v_ball.push_back(-0.0816 + random.normal(0, 0.003));
      record.v_disc.push_back(-0.0816 + 0.7043 * 0.292 - 1.37 * t + random.normal(0, 0.003));
    }
    const Estimate found = study::restitution_of(record);
    e.add((found.value - 0.7043) / found.error);
  }
  e.expect_good();
}

TEST(IdentifyDiscBall, RefusesWhatCannotBeUsed) {
  const auto message = [](const IdentifyRequest& request) -> std::string {
    try {
      identify_disc_ball(request);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  IdentifyRequest request = request_for({.dt = 1e-3});
  request.until = 0.01;
  EXPECT_EQ(message(request), "11 samples are too few to identify friction: 20 are needed");
  request.until.reset();
  request.fit = {"mu_g"};
  EXPECT_EQ(message(request), "'mu_g' cannot be fitted; did you mean 'mu_G'?");
  request.fit = {"mu_G", "mu_G"};
  EXPECT_EQ(message(request), "'mu_G' is to be fitted twice");
  request.fit = {"mu_G"};
  request.parameters.set("h1", 0.0375);
  EXPECT_EQ(message(request), "the two gauges must be at different heights, but h1 = h2 = 0.0375 m");
}

}  // namespace
}  // namespace carom::test
