// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/lattice_ensemble.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <vector>

#include "carom/base/bad_input.hpp"

namespace carom::study {
namespace {

LatticeEnsemble small(int samples) {
  LatticeEnsemble ensemble{.run = stiff_run(), .samples = samples};
  ensemble.run.N = 200;
  ensemble.run.throws = Throws::both;
  ensemble.run.impact.cot_gamma = 2;
  ensemble.run.impact.dt = 4e-3;
  return ensemble;
}

LatticeSample sample(std::uint64_t seed, double beta, Outcome outcome = Outcome::reached_end) {
  return {.seed = seed, .outcome = outcome, .reason = "why", .e = 0.8, .beta = beta, .energy_error = 0.01 * beta};
}

TEST(LatticeEnsemble, MeanAndStandardErrorOfFourNumbers) {
  const EnsembleMean mean = mean_of({1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(mean.mean, 2.5);
  EXPECT_DOUBLE_EQ(mean.error, std::sqrt(5.0 / 12));
  EXPECT_EQ(mean.n, 4);
  EXPECT_EQ(mean_of({7}).error, 0);
  EXPECT_TRUE(std::isnan(mean_of({}).mean));
}

TEST(LatticeEnsemble, FailuresAreCountedByOutcomeAndLeftOutOfTheMeans) {
  const LatticeEnsembleResult result =
      summarise({sample(1, 1), sample(2, 50, Outcome::left_model), sample(3, 3), sample(4, 60, Outcome::not_finite),
                 sample(5, 70, Outcome::left_model), sample(6, 8)});
  EXPECT_EQ(result.beta.n, 3);
  EXPECT_DOUBLE_EQ(result.beta.mean, 4);
  EXPECT_EQ(result.failures(), 3);
  EXPECT_EQ(result.failed.at(Outcome::left_model), 2);
  EXPECT_EQ(result.failed.at(Outcome::not_finite), 1);
  EXPECT_EQ(result.first_failure, "why");
  EXPECT_EQ(result.leaky, 1);
  EXPECT_DOUBLE_EQ(result.median_energy_error, 0.03);
  EXPECT_DOUBLE_EQ(result.largest_energy_error, 0.08);
  EXPECT_EQ(result.brief(), "e = 0.800, beta = 4(2), 3 samples; 1 not_finite; 2 left_model");
}

TEST(LatticeEnsemble, ThreadsDoNotChangeABit) {
  int told = 0, last = 0;
  const auto one = run_ensembles({small(3), small(2)});
  const auto three = run_ensembles({small(3), small(2)}, {.threads = 3, .progress = [&](int done, int all) {
                                                            ++told;
                                                            last = done;
                                                            EXPECT_EQ(all, 5);
                                                          }});
  EXPECT_EQ(told, 5);
  EXPECT_EQ(last, 5);
  ASSERT_EQ(one.size(), 2u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(one[k].beta.mean, three[k].beta.mean);
    EXPECT_EQ(one[k].beta.error, three[k].beta.error);
    EXPECT_EQ(one[k].e.mean, three[k].e.mean);
  }
  // The second is the beginning of the first.
  EXPECT_EQ(one[0].samples[1].beta, one[1].samples[1].beta);
  EXPECT_NE(one[0].samples[0].beta, one[0].samples[1].beta);
}

TEST(LatticeEnsemble, ASampleIsItsRunAndItsEnergyAddsUp) {
  LatticeEnsemble ensemble = small(1);
  ensemble.first_seed = 7;
  const LatticeEnsembleResult result = run_ensemble(ensemble);
  ensemble.run.seed = 7;
  const LatticeRunResult run = run_lattice(ensemble.run);
  ASSERT_EQ(result.samples.size(), 1u);
  EXPECT_EQ(result.samples[0].seed, 7u);
  EXPECT_EQ(result.samples[0].beta, run.beta);
  EXPECT_EQ(result.samples[0].e, run.e);
  const double all = result.translation.mean + result.rotation.mean + result.vibration.mean + result.wall.mean;
  EXPECT_NEAR(all, 1, 0.01);
  EXPECT_GT(result.contact_time.mean, 1);
}

TEST(LatticeEnsemble, AnInterruptLeavesWhatWasNotDoneOut) {
  const std::atomic<bool> interrupt{true};
  const LatticeEnsembleResult result = run_ensemble(small(3), {.interrupt = &interrupt});
  EXPECT_EQ(result.beta.n, 0);
  EXPECT_EQ(result.failed.at(Outcome::interrupted), 3);
  EXPECT_EQ(result.samples[2].seed, 3u);
}

TEST(LatticeEnsemble, RefusesToBeEmptyAndPassesOnWhatCannotBeMade) {
  EXPECT_THROW(run_ensemble(small(0)), BadInput);
  LatticeEnsemble jammed = small(2);
  jammed.run.spacing = 1.5;
  EXPECT_THROW(run_ensemble(jammed, {.threads = 2}), BadInput);
}

TEST(LatticeEnsemble, LeavingOutOneSeedAfterTheOtherGivesTheErrorOfAMeanAndSeesWhatSeedsShare) {
  const LatticeEnsembleResult a = summarise({sample(1, 1), sample(2, 2), sample(3, 3), sample(4, 4)});
  const auto mean = [](const std::vector<LatticeEnsembleResult>& all) {
    double sum = 0;
    for (const LatticeEnsembleResult& one : all) sum += one.beta.mean / static_cast<double>(all.size());
    return sum;
  };
  EXPECT_NEAR(jackknife({a}, mean), a.beta.error, 1e-12);
  // Twice the same samples say no more than once.
  EXPECT_NEAR(jackknife({a, a}, mean), a.beta.error, 1e-12);
}

TEST(LatticeEnsemble, ErrorsAreWrittenInUnitsOfTheLastDigit) {
  EXPECT_EQ(with_error(0.9042, 0.0051), "0.904(5)");
  EXPECT_EQ(with_error(-0.7871, 0.0112), "-0.787(11)");
  EXPECT_EQ(with_error(0.04, 0.142), "0.04(14)");
  EXPECT_EQ(with_error(11901.2, 231.0), "11901(231)");
  EXPECT_EQ(with_error(0.5, 0), "0.500");
  EXPECT_EQ(with_error(std::nan(""), 1), "none");
}

}  // namespace
}  // namespace carom::study
