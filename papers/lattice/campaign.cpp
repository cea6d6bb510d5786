// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/campaign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "carom/base/bad_input.hpp"

namespace carom::papers::lattice {

namespace {

constexpr double e_of_recipe = 0.8;
constexpr double straight_to = 1;

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

int Curve::pairs_at(double cot) const {
  return pairs_outside > 0 && (cot < 0.19 || cot > 6.01) ? pairs_outside : pairs;
}

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

struct Numbers {
  double mu_0 = 0, beta_0 = 0, e = 0;
};

Numbers numbers_of(const Curve& curve, const std::vector<LatticeEnsembleResult>& results, double slope_to) {
  const auto points = points_of(curve, results);
  // Too few came off the wall.
  const auto within = [&](double from, double to) {
    return std::any_of(points.begin(), points.end(),
                       [&](const theory::WaltonPoint& p) { return p.cot_gamma >= from && p.cot_gamma <= to; });
  };
  if (!within(0, slope_to) || !within(2.5, 6)) return {std::nan(""), std::nan(""), std::nan("")};
  const auto fitted = theory::fit_walton(points, {.slope_to = slope_to, .e = e_of_recipe});
  const auto measured = theory::fit_walton(points, {.slope_to = slope_to});
  return {fitted.walton.mu_0, fitted.walton.beta_0, measured.walton.e};
}

EnsembleMean with_jackknife(const Curve& curve, double slope_to, double Numbers::*what) {
  return {.mean = numbers_of(curve, curve.results, slope_to).*what,
          .error = study::jackknife(curve.results,
                                    [&](const auto& fewer) { return numbers_of(curve, fewer, slope_to).*what; }),
          .n = curve.pairs};
}

}  // namespace

CurveFit fit(const Curve& curve) {
  CurveFit result;
  result.mu_0 = with_jackknife(curve, straight_to, &Numbers::mu_0);
  Curve steeper = curve;  // less grazing
  for (std::size_t k = 0; k < steeper.cots.size(); ++k)
    if (steeper.cots[k] < 0.45) steeper.results[k] = {};
  result.mu_0_steeper = with_jackknife(steeper, straight_to, &Numbers::mu_0);
  result.mu_0_wide = with_jackknife(curve, 2, &Numbers::mu_0);
  result.beta_0 = with_jackknife(curve, straight_to, &Numbers::beta_0);
  result.e = with_jackknife(curve, straight_to, &Numbers::e);
  return result;
}

double sigmas(const EnsembleMean& a, const EnsembleMean& b) { return (a.mean - b.mean) / std::hypot(a.error, b.error); }

namespace {

// Two errors of a difference; without end where one sample, or none, has no error.
double twice_error(const EnsembleMean& a, const EnsembleMean& b) {
  return a.n > 1 && b.n > 1 ? 2 * std::hypot(a.error, b.error) : HUGE_VAL;
}

}  // namespace

Holds above(const EnsembleMean& a, const EnsembleMean& b) {
  const double d = a.mean - b.mean, s = twice_error(a, b);
  return d > s ? Holds::yes : d < -s ? Holds::no : Holds::undecided;
}

Holds alike(const EnsembleMean& a, const EnsembleMean& b, double margin) {
  const double d = std::abs(a.mean - b.mean), s = twice_error(a, b);
  return d + s <= margin ? Holds::yes : d - s > margin ? Holds::no : Holds::undecided;
}

EnsembleMean exactly(double value) { return {.mean = value, .error = 0, .n = 2}; }

Holds all_of(std::initializer_list<Holds> parts) {
  Holds result = Holds::yes;
  for (const Holds part : parts) {
    if (part == Holds::no) return Holds::no;
    if (part == Holds::undecided) result = Holds::undecided;
  }
  return result;
}

Finding in_both(Holds stiff, Holds soft, std::string text) {
  if (stiff == Holds::undecided || soft == Holds::undecided) return claim(Holds::undecided, std::move(text));
  const bool a = stiff == Holds::yes, b = soft == Holds::yes;
  if (a == b) return claim(a, std::move(text));
  return claim(Holds::in_part, std::move(text))
      .but(follows_from(a ? "the reading `stiff`" : "the reading `soft`", true));
}

}  // namespace carom::papers::lattice
