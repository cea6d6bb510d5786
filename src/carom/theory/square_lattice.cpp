// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/square_lattice.hpp"

#include <cmath>
#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::theory {
namespace {

void check_spring(const char* name, double k) {
  if (!(k > 0)) throw BadInput("spring constant " + std::string(name) + " must be above 0, got " + number_text(k));
}

}  // namespace

ElasticConstants square_lattice(double k_1, double k_2, double theta) {
  check_spring("k_1", k_1);
  check_spring("k_2", k_2);
  const double n_x = std::cos(theta), n_y = std::sin(theta), s = n_x * n_x * n_y * n_y;
  // By ratios, so that no square overflows.
  const double q = k_2 / k_1, turned = s * (1 - 4 * q * q);
  const double compliance = (1 + q) / (1 + 2 * q) + s * (1 - 2 * q) / q;  // (2) times k₁
  return {.E = k_1 / compliance, .nu = (q * q + turned) / (q * (1 + q) + turned)};
}

double diagonal_spring(double k_1, double nu) {
  check_spring("k_1", k_1);
  if (!(nu > 0 && nu < 1)) throw BadInput("nu must be between 0 and 1, got " + number_text(nu));
  return k_1 * nu / (1 - nu);
}

ElasticConstants triangular_lattice(double k) {
  check_spring("k", k);
  return {.E = 2 * k / std::sqrt(3.0), .nu = 1.0 / 3};
}

}  // namespace carom::theory
