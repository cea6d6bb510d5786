// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "carom/base/bad_input.hpp"

namespace carom::papers::lattice {

namespace {

constexpr double e_of_recipe = 0.8;
constexpr double slope_to = 2, grazing_to = 1;

bool same(double a, double b) { return std::abs(a - b) < 1e-9; }

}  // namespace

bool Curve::has(double cot) const {
  return std::any_of(cots.begin(), cots.end(), [cot](double c) { return same(c, cot); });
}

const LatticeEnsembleResult& Curve::at(double cot) const {
  for (std::size_t k = 0; k < cots.size(); ++k)
    if (same(cots[k], cot)) return results.at(k);
  throw BadInput(fmt::format("'{}' was not computed at cot gamma = {:g}", label, cot));
}

std::vector<double> Curve::means(EnsembleMean LatticeEnsembleResult::*what) const {
  std::vector<double> list;
  for (const LatticeEnsembleResult& r : results) list.push_back((r.*what).mean);
  return list;
}

std::vector<double> Curve::errors(EnsembleMean LatticeEnsembleResult::*what) const {
  std::vector<double> list;
  for (const LatticeEnsembleResult& r : results) list.push_back((r.*what).error);
  return list;
}

int Curve::pairs_at(double cot) const { return pairs_steep > 0 && cot > 2.45 ? pairs_steep : pairs; }

int Curve::thrown() const {
  int n = 0;
  for (const LatticeEnsembleResult& r : results) n += static_cast<int>(r.samples.size());
  return n;
}

int Curve::failed() const {
  int n = 0;
  for (const LatticeEnsembleResult& r : results) n += r.failures();
  return n;
}

std::string Curve::failures() const {
  std::map<Outcome, int> all;
  for (const LatticeEnsembleResult& r : results)
    for (const auto& [outcome, n] : r.failed) all[outcome] += n;
  std::string text;
  for (const auto& [outcome, n] : all)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", n, carom::name(outcome));
  return text;
}

double Curve::median_energy_error() const {
  std::vector<double> errors;
  for (const LatticeEnsembleResult& r : results)
    for (const study::LatticeSample& s : r.samples)
      if (succeeded(s.outcome)) errors.push_back(s.energy_error);
  if (errors.empty()) return std::nan("");
  std::sort(errors.begin(), errors.end());
  return errors[errors.size() / 2];
}

double Curve::largest_energy_error() const {
  double most = 0;
  for (const LatticeEnsembleResult& r : results) most = std::max(most, r.largest_energy_error);
  return most;
}

int Curve::leaky() const {
  int n = 0;
  for (const LatticeEnsembleResult& r : results) n += r.leaky;
  return n;
}

void run_curves(const std::vector<Curve*>& curves, const Effort& effort) {
  std::vector<study::LatticeEnsemble> ensembles;
  for (const Curve* curve : curves)
    for (const double cot : curve->cots) {
      ensembles.push_back({.run = curve->run, .samples = curve->pairs_at(cot)});
      ensembles.back().run.impact.cot_gamma = cot;
      // Bodies of their own at every angle, the same ones for all curves at it.
      ensembles.back().first_seed = 1 + 1000 * static_cast<std::uint64_t>(std::lround(60 * cot));
    }
  study::EnsembleHooks hooks{.threads = effort.threads, .interrupt = effort.interrupt};
  int tenths = 0;
  if (effort.progress)
    hooks.progress = [&](int done, int all) {
      if (10 * done / all <= tenths) return;
      tenths = 10 * done / all;
      effort.progress(fmt::format("impacts of lattice disks: {} of {} pairs", done, all));
    };
  std::vector<LatticeEnsembleResult> results = run_ensembles(ensembles, hooks);
  if (effort.interrupt && effort.interrupt->load()) throw Interrupted{};
  std::size_t next = 0;
  for (Curve* curve : curves) {
    curve->results.clear();
    for (std::size_t k = 0; k < curve->cots.size(); ++k) curve->results.push_back(std::move(results[next++]));
  }
}

namespace {

// Weights are those of all samples, also where one is left out. Angles at which one pair in ten failed have no say: those
// that came off are a choice.
std::vector<theory::WaltonPoint> points_of(const Curve& curve, const std::vector<LatticeEnsembleResult>& results) {
  std::vector<theory::WaltonPoint> points;
  for (std::size_t k = 0; k < results.size(); ++k)
    if (const LatticeEnsembleResult& all = curve.results[k];
        all.beta.n > 1 && results[k].beta.n > 0 && 10 * all.failures() < static_cast<int>(all.samples.size()))
      points.push_back(
          {curve.cots[k], results[k].beta.mean, results[k].e.mean, std::max(1e-9, curve.results[k].beta.error)});
  return points;
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

struct Numbers {
  double mu_0 = none, beta_0 = none, e = none;
};

Numbers numbers_of(const Curve& curve, const std::vector<LatticeEnsembleResult>& results, double to) {
  const auto points = points_of(curve, results);
  // Too few came off the wall.
  const auto within = [&](double low, double high) {
    return std::any_of(points.begin(), points.end(),
                       [&](const theory::WaltonPoint& p) { return p.cot_gamma >= low && p.cot_gamma <= high; });
  };
  const bool rises = within(0, to), stays = within(2.5, 6);
  Numbers numbers;
  if (!stays) return numbers;
  // Without a point on the rise there is no slope: the window is then that of the plateau, and of it nothing is kept.
  const theory::WaltonFitOptions options{.slope_to = rises ? to : 6};
  numbers.beta_0 = theory::fit_walton(points, options).walton.beta_0;
  numbers.e = theory::fit_walton(points, options).walton.e;
  if (rises) numbers.mu_0 = theory::fit_walton(points, {.slope_to = to, .e = e_of_recipe}).walton.mu_0;
  return numbers;
}

EnsembleMean with_jackknife(const Curve& curve, double to, double Numbers::*what) {
  return {
      .mean = numbers_of(curve, curve.results, to).*what,
      .error = study::jackknife(curve.results, [&](const auto& fewer) { return numbers_of(curve, fewer, to).*what; }),
      .n = curve.thrown()};
}

}  // namespace

CurveFit fit(const Curve& curve) {
  return {.mu_0 = with_jackknife(curve, slope_to, &Numbers::mu_0),
          .mu_0_grazing = with_jackknife(curve, grazing_to, &Numbers::mu_0),
          .beta_0 = with_jackknife(curve, slope_to, &Numbers::beta_0),
          .e = with_jackknife(curve, slope_to, &Numbers::e)};
}

double sigmas(const EnsembleMean& a, const EnsembleMean& b) { return (a.mean - b.mean) / std::hypot(a.error, b.error); }

namespace {

// The 97.5 % of Student's t: one and two degrees of freedom exactly, from three on by its series to 0.03.
double student(int freedom) {
  if (freedom < 3) return freedom == 1 ? 12.706 : 4.303;
  const double z = 1.95996, n = freedom, z2 = z * z;
  return z + z * (z2 + 1) / (4 * n) + z * (5 * z2 * z2 + 16 * z2 + 3) / (96 * n * n) +
         z * (3 * z2 * z2 * z2 + 19 * z2 * z2 + 17 * z2 - 15) / (384 * n * n * n);
}

double twice_error(const EnsembleMean& a, const EnsembleMean& b) { return std::hypot(two_errors(a), two_errors(b)); }

}  // namespace

double two_errors(const EnsembleMean& mean) {
  if (mean.n < 2) return HUGE_VAL;
  return mean.error > 0 ? student(mean.n - 1) * mean.error : 0;
}

Holds above(const EnsembleMean& a, const EnsembleMean& b) {
  const double d = a.mean - b.mean, s = twice_error(a, b);
  return d > s ? Holds::yes : d < -s ? Holds::no : Holds::undecided;
}

Holds alike(const EnsembleMean& a, const EnsembleMean& b, double margin) {
  const double d = std::abs(a.mean - b.mean), s = twice_error(a, b);
  return d + s <= margin ? Holds::yes : d - s > margin ? Holds::no : Holds::undecided;
}

EnsembleMean exactly(double value) { return {.mean = value, .error = 0, .n = 2}; }

EnsembleMean scaled(const EnsembleMean& mean, double factor) {
  return {.mean = factor * mean.mean, .error = std::abs(factor) * mean.error, .n = mean.n};
}

Holds all_of(std::initializer_list<Holds> parts) {
  Holds result = Holds::yes;
  for (const Holds part : parts) {
    if (part == Holds::no) return Holds::no;
    if (part == Holds::undecided) result = Holds::undecided;
  }
  return result;
}

Holds not_so(Holds holds) { return holds == Holds::yes ? Holds::no : holds == Holds::no ? Holds::yes : holds; }

Finding in_both(Holds stiff, Holds soft, std::string text) {
  if (stiff == Holds::undecided || soft == Holds::undecided) return claim(Holds::undecided, std::move(text));
  const bool a = stiff == Holds::yes, b = soft == Holds::yes;
  if (a == b) return claim(a, std::move(text));
  return claim(Holds::in_part, std::move(text))
      .but(follows_from(a ? "the reading `stiff`" : "the reading `soft`", true));
}

}  // namespace carom::papers::lattice
