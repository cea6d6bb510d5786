// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/least_squares.hpp"

#include <algorithm>
#include <limits>

#include "carom/base/dense.hpp"

namespace carom::study {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Search {
 public:
  Search(const Residuals& residuals, const std::vector<FitParameter>& parameters, const LeastSquaresOptions& options)
      : residuals_(residuals), parameters_(parameters), options_(options), n_(static_cast<int>(parameters.size())) {}

  LeastSquaresFit run() {
    p_.resize(n_);
    for (int k = 0; k < n_; ++k) p_[k] = std::clamp(spec(k).value, spec(k).min, spec(k).max);
    fit_.value = p_;
    fit_.error = VectorXd::Constant(n_, std::numeric_limits<double>::quiet_NaN());
    fit_.covariance = MatrixXd::Zero(n_, n_);
    fit_.determined.assign(static_cast<std::size_t>(n_), false);
    fit_.at_bound.assign(static_cast<std::size_t>(n_), false);
    difference_ = VectorXd::Zero(n_);
    if (!evaluate(p_, r_)) return fit_;
    double damping = 1e-3;
    while (fit_.iterations < options_.max_iterations && !fit_.converged) {
      ++fit_.iterations;
      differentiate();
      select();
      if (free_.empty() || step_length(solve(0)) < options_.step_tolerance) {
        fit_.converged = true;
      } else {
        const double before = r_.squaredNorm();
        const double wanted = step_length(solve(0));
        const bool gained = descend(damping);
        // At a kink of χ², or at the rounding of the model, steps gain nothing: the minimum is found if what a step
        // wanted was within the standard error.
        if (!gained || before - r_.squaredNorm() < options_.least_gain) {
          fit_.converged = wanted < 0.5;
          if (!gained || fit_.converged) break;
        }
      }
    }
    conclude();
    return fit_;
  }

 private:
  const FitParameter& spec(int k) const { return parameters_[static_cast<std::size_t>(k)]; }

  bool evaluate(const VectorXd& p, VectorXd& r) {
    ++fit_.evaluations;
    return residuals_(p, r) && r.allFinite();
  }

  void differentiate() {
    J_.resize(r_.size(), n_);
    VectorXd forward, backward;
    for (int k = 0; k < n_; ++k) {
      VectorXd q = p_;
      // A part of the standard error: wide enough to see across kinks that are finer than the data.
      const double width_wanted = std::max(spec(k).step, difference_[k]);
      q[k] = std::min(p_[k] + width_wanted, spec(k).max);
      const double ahead = q[k];
      const bool has_forward = ahead > p_[k] && evaluate(q, forward);
      q[k] = std::max(p_[k] - width_wanted, spec(k).min);
      const double behind = q[k];
      const bool has_backward = behind < p_[k] && evaluate(q, backward);
      const VectorXd& upper = has_forward ? forward : r_;
      const VectorXd& lower = has_backward ? backward : r_;
      const double width = (has_forward ? ahead : p_[k]) - (has_backward ? behind : p_[k]);
      if (width > 0)
        J_.col(k) = (upper - lower) / width;
      else
        J_.col(k).setZero();
    }
    JtJ_ = J_.transpose() * J_;
    gradient_ = J_.transpose() * r_;
  }

  // Which the data determine (4), and which of those may move: not those that their bound holds back.
  void select() {
    determined_.clear();
    for (int k = 0; k < n_; ++k)
      if (JtJ_(k, k) * spec(k).span * spec(k).span >= 1) determined_.push_back(k);
    while (!determined_.empty()) {
      covariance_ = inverse(determined_);
      std::size_t worst = determined_.size();
      double excess = 1;
      for (std::size_t a = 0; a < determined_.size(); ++a) {
        const double ratio = error(a) / spec(determined_[a]).span;
        if (!(ratio > excess)) continue;
        excess = ratio;
        worst = a;
      }
      if (worst == determined_.size()) break;
      determined_.erase(determined_.begin() + static_cast<std::ptrdiff_t>(worst));
    }
    free_.clear();
    fit_.determined.assign(static_cast<std::size_t>(n_), false);
    fit_.at_bound.assign(static_cast<std::size_t>(n_), false);
    errors_ = VectorXd::Constant(n_, std::numeric_limits<double>::quiet_NaN());
    for (std::size_t a = 0; a < determined_.size(); ++a) {
      const int k = determined_[a];
      errors_[k] = error(a);
      difference_[k] = 0.2 * errors_[k];
      const bool held = (p_[k] <= spec(k).min && gradient_[k] > 0) || (p_[k] >= spec(k).max && gradient_[k] < 0);
      fit_.determined[static_cast<std::size_t>(k)] = true;
      fit_.at_bound[static_cast<std::size_t>(k)] = held;
      if (!held) free_.push_back(k);
    }
  }
  double error(std::size_t a) const {
    const double variance = covariance_(static_cast<int>(a), static_cast<int>(a));
    return variance >= 0 ? std::sqrt(variance) : HUGE_VAL;
  }

  // (JᵀJ + λ diag)⁻¹ of those listed, scaled to a unit diagonal first; what is singular within rounding is very large.
  MatrixXd inverse(const std::vector<int>& list, double damping = 0) const {
    const int m = static_cast<int>(list.size());
    const auto index = [&](int a) { return list[static_cast<std::size_t>(a)]; };
    MatrixXd scaled(m, m);
    VectorXd size(m);
    for (int a = 0; a < m; ++a) size[a] = std::sqrt(JtJ_(index(a), index(a)));
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b)
        scaled(a, b) = JtJ_(index(a), index(b)) / (size[a] * size[b]) + (a == b ? damping : 0.0);
    const SymmetricEigenpairs pairs = symmetric_eigenpairs(scaled);
    const VectorXd values = pairs.values.cwiseMax(1e-14);
    const MatrixXd& vectors = pairs.vectors;
    MatrixXd result = vectors * values.cwiseInverse().asDiagonal() * vectors.transpose();
    for (int a = 0; a < m; ++a)
      for (int b = 0; b < m; ++b) result(a, b) /= size[a] * size[b];
    return result;
  }
  int index(int a) const { return free_[static_cast<std::size_t>(a)]; }

  // (1) for the free ones.
  VectorXd solve(double damping) const {
    const int m = static_cast<int>(free_.size());
    VectorXd g(m);
    for (int a = 0; a < m; ++a) g[a] = gradient_[index(a)];
    return -(inverse(free_, damping) * g);
  }
  // In standard errors (2).
  double step_length(const VectorXd& step) const {
    double longest = 0;
    for (int a = 0; a < step.size(); ++a) longest = std::max(longest, std::abs(step[a]) / errors_[index(a)]);
    return longest;
  }

  bool descend(double& damping) {
    const double chi2 = r_.squaredNorm();
    VectorXd r;
    for (int attempt = 0; attempt < 20; ++attempt) {
      const VectorXd step = solve(damping);
      VectorXd p = p_;
      for (int a = 0; a < step.size(); ++a) {
        const int k = index(a);
        p[k] = std::clamp(p_[k] + step[a], spec(k).min, spec(k).max);
      }
      if (p != p_ && evaluate(p, r) && r.squaredNorm() < chi2) {
        p_ = p;
        r_ = r;
        damping = std::max(damping / 5, 1e-12);
        return true;
      }
      damping = std::max(damping * 4, 1e-4);
    }
    return false;
  }

  void conclude() {
    fit_.value = p_;
    fit_.chi2 = r_.squaredNorm();
    fit_.residuals = r_.size();
    fit_.free = static_cast<int>(determined_.size());
    fit_.error = errors_;
    for (int a = 0; a < fit_.free; ++a)
      for (int b = 0; b < fit_.free; ++b)
        fit_.covariance(determined_[static_cast<std::size_t>(a)], determined_[static_cast<std::size_t>(b)]) =
            covariance_(a, b);
  }

  const Residuals& residuals_;
  const std::vector<FitParameter>& parameters_;
  const LeastSquaresOptions& options_;
  int n_;
  VectorXd p_, r_, gradient_, difference_, errors_;
  MatrixXd J_, JtJ_, covariance_;  // of the determined ones
  std::vector<int> determined_, free_;
  LeastSquaresFit fit_;
};

}  // namespace

double LeastSquaresFit::correlation(int k, int l) const {
  const double scale = covariance(k, k) * covariance(l, l);
  return scale > 0 ? covariance(k, l) / std::sqrt(scale) : std::numeric_limits<double>::quiet_NaN();
}

LeastSquaresFit fit_least_squares(const Residuals& residuals, const std::vector<FitParameter>& parameters,
                                  const LeastSquaresOptions& options) {
  return Search(residuals, parameters, options).run();
}

}  // namespace carom::study
