// SPDX-License-Identifier: Apache-2.0
// Nonlinear least squares: Levenberg's and Marquardt's method within bounds, with standard errors.
//
// Model     r(p) are residuals in units of their standard deviation, J = ∂r/∂p by central differences over a fifth
//           of the standard error, so that kinks finer than the data do not matter.
//   (1)  (JᵀJ + λ diag(JᵀJ)) Δp = −Jᵀr,   p ← p + Δp held within its bounds; λ falls after a gain, grows after none
//   (2)  converged when the undamped step is below `step_tolerance` standard errors of every parameter, or is below
//        half of them and gains less than `least_gain`: where a sample meets an event of the model, χ² has a kink
//   (3)  cov p = (JᵀJ)⁻¹,   standard error √cov_kk,   correlation cov_kl/√(cov_kk cov_ll)
//   (4)  a parameter is undetermined when its standard error exceeds its span: the data would not tell it from any other
//        value that it could have. It is taken out of (3) and keeps its start.
//
// Symbols   p parameters, r residuals, χ² = rᵀr, λ damping.
// Source    marquardt_1963.
// Limits    Small dense problems. (3) is that of the linearised model and takes the noise as independent. A parameter at
//           one of its bounds has the standard error that it would have without the bound.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include <Eigen/Core>

namespace carom::study {

struct FitParameter {
  double value = 0;  // where the search begins
  double min = -HUGE_VAL, max = HUGE_VAL;
  double step = 1e-6;  // of the first differences, and the least of the later ones
  double span = 1;     // (4)
};

struct LeastSquaresOptions {
  int max_iterations = 60;
  double step_tolerance = 1e-3;  // (2)
  double least_gain = 1e-3;      // of χ²: steps within half a standard error that gain less end the search
};

struct LeastSquaresFit {
  Eigen::VectorXd value, error;  // error: NaN where undetermined
  Eigen::MatrixXd covariance;    // zero rows for what is undetermined
  std::vector<bool> determined, at_bound;
  double chi2 = 0;
  long residuals = 0;
  int free = 0;  // parameters that were determined by the data
  int iterations = 0, evaluations = 0;
  bool converged = false;

  double chi2_per_dof() const { return residuals > free ? chi2 / static_cast<double>(residuals - free) : 0; }
  double correlation(int k, int l) const;
};

// Fills r and returns true, or returns false where there is no model for p.
using Residuals = std::function<bool(const Eigen::VectorXd& p, Eigen::VectorXd& r)>;

// The start itself must have a model; otherwise `converged` is false and `evaluations` is 1.
LeastSquaresFit fit_least_squares(const Residuals& residuals, const std::vector<FitParameter>& parameters,
                                  const LeastSquaresOptions& options = {});

}  // namespace carom::study
