// SPDX-License-Identifier: Apache-2.0
// Curves over the angle of incidence: bodies of their own at several cot γ, pairs of throws over seeds.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "carom/sweep/lattice_ensemble.hpp"
#include "carom/theory/walton.hpp"
#include "papers/common/effort.hpp"
#include "papers/common/published.hpp"

namespace carom::papers::lattice {

using study::EnsembleMean;
using study::LatticeEnsembleResult;

struct Curve {
  std::string label = {};
  study::LatticeRun run = {};
  std::vector<double> cots = {};  // rising
  int pairs = 1;
  int pairs_steep = 0;  // from cot γ = 2.5 on, where β scatters most; 0: as the others

  std::vector<LatticeEnsembleResult> results = {};  // one a cot γ

  const LatticeEnsembleResult& at(double cot) const;  // throws BadInput
  bool has(double cot) const;
  std::vector<double> means(EnsembleMean LatticeEnsembleResult::*what) const;
  std::vector<double> errors(EnsembleMean LatticeEnsembleResult::*what) const;
  int pairs_at(double cot) const;
  int thrown() const;
  int failed() const;
  std::string failures() const;        // "4 left_model"; "" if there are none
  double median_energy_error() const;  // over all angles
  double largest_energy_error() const;
  int leaky() const;
};

// Runs all of them. Throws Interrupted.
void run_curves(const std::vector<Curve*>& curves, const Effort& effort);

// Walton's numbers of a curve by the paper's recipe, e = 0.8 in the slope; standard errors over seeds.
struct CurveFit {
  EnsembleMean mu_0;  // cot γ ≤ 2, as the paper has it
  EnsembleMean
      mu_0_grazing;     // cot γ ≤ 1, where the disk slips throughout: the bend is at 1.34 by the paper's constants
  EnsembleMean beta_0;  // 2.5 ≤ cot γ ≤ 6
  EnsembleMean e;       // the same window
};

CurveFit fit(const Curve& curve);

// Half the interval of 95 % of a mean: two errors, more by Student's t where samples are few; without end for one sample.
double two_errors(const EnsembleMean& mean);

// Tests of a statement by that interval: undecided where it reaches over the border.
Holds above(const EnsembleMean& a, const EnsembleMean& b);
Holds alike(const EnsembleMean& a, const EnsembleMean& b, double margin);
EnsembleMean exactly(double value);
EnsembleMean scaled(const EnsembleMean& mean, double factor);
Holds all_of(std::initializer_list<Holds> parts);
Holds not_so(Holds holds);
// A statement in both readings: in part if it holds in one, which is then its variant.
Finding in_both(Holds stiff, Holds soft, std::string text);

// In standard errors of the difference.
double sigmas(const EnsembleMean& a, const EnsembleMean& b);

}  // namespace carom::papers::lattice
