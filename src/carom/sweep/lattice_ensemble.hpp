// SPDX-License-Identifier: Apache-2.0
// Many impacts of lattice disks: the same settings with other random bodies, and means with their standard errors.
//
// Model     Sample k has the seed `first_seed` + k: bodies and roughness of its own. A sample is one throw, or with
//           Throws::both a pair, to the right and to the left, whose mean counts as one.
//   (1)  mean = Σ x/n,   error = √(Σ (x − mean)²/(n (n − 1))), over the samples that came off the wall
//           Samples that failed, one throw of a pair being enough, are counted by their outcome and left out of (1). A
//           large energy error is no failure: such throws are counted (`leaky`), not left out, for they are often those
//           with the most friction.
// Limits    Errors of ensembles with the same seeds are not independent: see jackknife().
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "carom/catalog/lattice_run.hpp"

namespace carom::study {

struct LatticeEnsemble {
  LatticeRun run = {};  // its seed is not used
  int samples = 60;
  std::uint64_t first_seed = 1;
};

// One sample, the mean of a pair.
struct LatticeSample {
  std::uint64_t seed = 0;
  Outcome outcome = Outcome::interrupted;
  std::string reason = {};
  double e = 0, beta = 0;
  double spin = 0;  // ω R/v_t
  double contact_time = 0;
  ImpactEnergy energy = {};
  double energy_error = 0;  // the larger of a pair
  long collapsed = 0;       // triangles that the impact turned over, the more of a pair
  long turned_at_start = 0;
};

struct EnsembleMean {
  double mean = 0, error = 0;  // not-a-number without samples; error 0 with one
  int n = 0;
};

EnsembleMean mean_of(const std::vector<double>& values);  // (1)

struct LatticeEnsembleResult {
  std::vector<LatticeSample> samples = {};  // by seed
  EnsembleMean e = {}, beta = {}, spin = {}, contact_time = {};
  EnsembleMean translation = {}, rotation = {}, vibration = {}, wall = {};  // shares of the energy afterwards
  std::map<Outcome, int> failed = {};
  std::string first_failure = {};                            // its reason
  int leaky = 0;                                             // throws or pairs with an energy error above 0.05
  int collapsed = 0;                                         // with triangles turned over by the impact
  double median_energy_error = 0, largest_energy_error = 0;  // of those that came off

  int failures() const;
  std::string brief() const;  // "e = 0.904(5), beta = 0.00(8), 60 samples; 2 left_model"
};

struct EnsembleHooks {
  int threads = 1;
  std::function<void(int done, int all)> progress = {};  // of all samples, one at a time
  const std::atomic<bool>* interrupt = nullptr;          // what was not done is left out: `failed` counts it
};

// Several at once: threads go over all samples. The result does not depend on their number. Throws BadInput.
std::vector<LatticeEnsembleResult> run_ensembles(const std::vector<LatticeEnsemble>& ensembles,
                                                 const EnsembleHooks& hooks = {});
LatticeEnsembleResult run_ensemble(const LatticeEnsemble& ensemble, const EnsembleHooks& hooks = {});

// Means and counts of samples.
LatticeEnsembleResult summarise(std::vector<LatticeSample> samples);

// The standard error of what is computed from several ensembles with the same seeds, from its values without one seed
// after the other: √((n − 1)/n Σ (x_k − mean)²).
double jackknife(const std::vector<LatticeEnsembleResult>& ensembles,
                 const std::function<double(const std::vector<LatticeEnsembleResult>&)>& value);

// "0.904(5)": the error in units of the last digit.
std::string with_error(const EnsembleMean& mean);
std::string with_error(double value, double error);

}  // namespace carom::study
