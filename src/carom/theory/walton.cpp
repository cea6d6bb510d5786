// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/walton.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"

namespace carom::theory {
namespace {

double turning(double inertia) {
  if (!(inertia > 0)) throw BadInput("the moment of inertia must be above 0, got " + number_text(inertia));
  return 1 + 1 / inertia;
}

double slope_of(const Walton& w) { return w.mu_0 * (1 + w.e) * turning(w.inertia); }

std::vector<WaltonPoint> within(std::span<const WaltonPoint> points, double from, double to, const char* window) {
  std::vector<WaltonPoint> chosen;
  for (const WaltonPoint& point : points)
    if (point.cot_gamma >= from && point.cot_gamma <= to) chosen.push_back(point);
  const std::string where =
      std::string("window of the ") + window + ", cot_gamma from " + number_text(from) + " to " + number_text(to);
  if (std::none_of(chosen.begin(), chosen.end(), [](const WaltonPoint& p) { return p.cot_gamma > 0; }))
    throw BadInput("no point lies in the " + where);
  const auto known = std::count_if(chosen.begin(), chosen.end(), [](const WaltonPoint& p) { return p.beta_error > 0; });
  if (known != 0 && known != static_cast<long>(chosen.size()))
    throw BadInput("give every point of the " + where + " a standard error, or none");
  return chosen;
}

double weight(const WaltonPoint& point) { return point.beta_error > 0 ? 1 / (point.beta_error * point.beta_error) : 1; }

}  // namespace

double walton_restitution(const Walton& walton, double cot_gamma) {
  return std::min(-1 + slope_of(walton) * cot_gamma, walton.beta_0);
}

double walton_border(const Walton& walton) { return (1 + walton.beta_0) / slope_of(walton); }

double friction_from_walton(double mu_0, double inertia, double B) { return mu_0 * turning(inertia) / B; }

double walton_from_friction(double mu, double inertia, double B) { return mu * B / turning(inertia); }

std::string WaltonFit::brief() const {
  return "mu_0 = " + number_text(walton.mu_0) + " from " + std::to_string(slope_points) +
         " points, beta_0 = " + number_text(walton.beta_0) + " and e = " + number_text(walton.e) + " from " +
         std::to_string(plateau_points);
}

WaltonFit fit_walton(std::span<const WaltonPoint> points, const WaltonFitOptions& options) {
  const std::vector<WaltonPoint> plateau = within(points, options.plateau_from, options.plateau_to, "plateau");
  const std::vector<WaltonPoint> rise = within(points, options.slope_from, options.slope_to, "slope");
  WaltonFit fit{.slope_points = static_cast<int>(rise.size()), .plateau_points = static_cast<int>(plateau.size())};
  double weights = 0, betas = 0, e_sum = 0, e_squares = 0;  // (4)
  for (const WaltonPoint& point : plateau) {
    weights += weight(point);
    betas += weight(point) * point.beta;
    e_sum += point.e;
  }
  const double n = static_cast<double>(plateau.size()), e_mean = e_sum / n;
  for (const WaltonPoint& point : plateau) e_squares += (point.e - e_mean) * (point.e - e_mean);
  double moment = 0, squares = 0;  // (5)
  for (const WaltonPoint& point : rise) {
    moment += weight(point) * point.cot_gamma * (point.beta + 1);
    squares += weight(point) * point.cot_gamma * point.cot_gamma;
  }
  fit.slope = moment / squares;
  fit.e_spread = n > 1 ? std::sqrt(e_squares / (n - 1)) : 0;
  fit.walton = {.beta_0 = betas / weights, .e = options.e.value_or(e_mean), .inertia = options.inertia};
  const double per_friction = (1 + fit.walton.e) * turning(options.inertia);
  fit.walton.mu_0 = fit.slope / per_friction;
  if (plateau.front().beta_error > 0) fit.beta_0_error = 1 / std::sqrt(weights);
  if (rise.front().beta_error > 0) fit.mu_0_error = 1 / std::sqrt(squares) / per_friction;
  const double border = walton_border(fit.walton);
  for (const WaltonPoint& point : rise) fit.beyond += fit.slope > 0 && point.cot_gamma > border;
  return fit;
}

}  // namespace carom::theory
