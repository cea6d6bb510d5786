// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/hopf.hpp"

#include <cmath>
#include <complex>

#include "carom/base/constants.hpp"
#include "carom/base/dense.hpp"

namespace carom::study {
namespace {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;

// Multilinear forms of complex vectors from real ones: B(a + ib, c + id), and likewise C.
class Forms {
 public:
  Forms(const FlowMap& map, const Eigen::VectorXd& q, const std::vector<ContactMode>& modes)
      : map_(map), q_(q), modes_(modes) {}

  ComplexVector B(const ComplexVector& x, const ComplexVector& y) const {
    ComplexVector sum = ComplexVector::Zero(x.size());
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        sum += power(i + j) * map_.reduced_rate(q_, modes_, {part(x, i), part(y, j)}).cast<Complex>();
    return sum;
  }
  ComplexVector C(const ComplexVector& x, const ComplexVector& y, const ComplexVector& z) const {
    ComplexVector sum = ComplexVector::Zero(x.size());
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k)
          sum += power(i + j + k) * map_.reduced_rate(q_, modes_, {part(x, i), part(y, j), part(z, k)}).cast<Complex>();
    return sum;
  }

 private:
  static Eigen::VectorXd part(const ComplexVector& x, int i) {
    if (i == 0) return x.real();
    return x.imag();
  }
  static Complex power(int k) {  // iᵏ
    static const Complex powers[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return powers[k % 4];
  }
  const FlowMap& map_;
  const Eigen::VectorXd& q_;
  const std::vector<ContactMode>& modes_;
};

// The eigenvector whose eigenvalue is nearest to iω.
ComplexVector eigenvector(const Eigen::MatrixXd& A, Complex wanted, Complex& value) {
  const Eigenpairs pairs = eigenpairs(A);
  Eigen::Index best = 0;
  for (Eigen::Index i = 1; i < A.rows(); ++i)
    if (std::abs(pairs.values[i] - wanted) < std::abs(pairs.values[best] - wanted)) best = i;
  value = pairs.values[best];
  return pairs.vectors.col(best);
}

}  // namespace

Eigen::MatrixXd reduced_jacobian(const FlowMap& map, const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) {
  const Eigen::Index size = map.reduced_size(q, modes);
  Eigen::MatrixXd A(size, size);
  for (Eigen::Index k = 0; k < size; ++k) A.col(k) = map.reduced_rate(q, modes, {Eigen::VectorXd::Unit(size, k)});
  return A;
}

HopfPoint hopf_point(const FlowMap& map, const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) {
  const Eigen::MatrixXd A = reduced_jacobian(map, q, modes);
  // The pair nearest to the imaginary axis.
  const Eigen::VectorXcd values = eigenvalues(A);
  Complex lambda(HUGE_VAL, 0);
  for (Eigen::Index i = 0; i < values.size(); ++i)
    if (values[i].imag() > 0 && std::abs(values[i].real()) < std::abs(lambda.real())) lambda = values[i];
  HopfPoint point{.omega = lambda.imag(), .first_lyapunov = std::nan("")};
  if (!std::isfinite(lambda.real())) return point;
  point.period = two_pi / point.omega;
  Complex value;
  const ComplexVector v = eigenvector(A, lambda, value);
  ComplexVector p = eigenvector(A.transpose(), std::conj(lambda), value);
  p /= std::conj(p.dot(v));  // ⟨p, v⟩ = p̄ · v = 1
  const Forms forms(map, q, modes);
  const auto n = A.rows();
  const Eigen::MatrixXcd twice = Complex(0, 2 * point.omega) * Eigen::MatrixXcd::Identity(n, n) - A.cast<Complex>();
  const ComplexVector mean = solve_regular(A.cast<Complex>(), forms.B(v, v.conjugate()));
  const ComplexVector second = solve_regular(twice, forms.B(v, v));
  const ComplexVector cubic = forms.C(v, v, v.conjugate()) - 2.0 * forms.B(v, mean) + forms.B(v.conjugate(), second);
  const Complex c1 = 0.5 * p.dot(cubic);                     // (1)
  point.first_lyapunov = c1.real() / (4 * std::norm(v[0]));  // (2)
  return point;
}

}  // namespace carom::study
