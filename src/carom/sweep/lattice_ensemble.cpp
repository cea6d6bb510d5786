// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/lattice_ensemble.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/parallel_for.hpp"

namespace carom::study {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

LatticeSample sample_of(LatticeRun run, std::uint64_t seed, const std::atomic<bool>* interrupt) {
  run.seed = seed;
  DiskImpactHooks hooks;
  hooks.interrupt = interrupt;
  const LatticeRunResult result = run_lattice(run, hooks);
  LatticeSample sample{
      .seed = seed, .outcome = result.outcome, .reason = result.reason, .e = result.e, .beta = result.beta};
  const double n = static_cast<double>(result.reports.size());
  for (const DiskImpactReport& report : result.reports) {
    sample.spin += report.omega / n;
    sample.contact_time += report.contact_time / n;
    sample.energy.translation += report.energy.translation / n;
    sample.energy.rotation += report.energy.rotation / n;
    sample.energy.vibration += report.energy.vibration / n;
    sample.energy.wall += report.energy.wall / n;
    sample.energy.contact += report.energy.contact / n;
    sample.energy_error = std::max(sample.energy_error, report.energy_error);
    sample.collapsed = std::max(sample.collapsed, report.turned_over - report.turned_at_start);
    sample.turned_at_start = report.turned_at_start;
  }
  return sample;
}

}  // namespace

EnsembleMean mean_of(const std::vector<double>& values) {
  EnsembleMean result{.mean = none, .error = none, .n = static_cast<int>(values.size())};
  if (values.empty()) return result;
  const double n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double x : values) sum += x;
  result.mean = sum / n;
  for (const double x : values) squares += (x - result.mean) * (x - result.mean);
  result.error = n > 1 ? std::sqrt(squares / (n * (n - 1))) : 0;
  return result;
}

LatticeEnsembleResult summarise(std::vector<LatticeSample> samples) {
  LatticeEnsembleResult result;
  std::vector<double> errors;
  std::vector<const LatticeSample*> off;
  for (const LatticeSample& sample : samples) {
    if (!succeeded(sample.outcome)) {
      ++result.failed[sample.outcome];
      if (result.first_failure.empty()) result.first_failure = sample.reason;
      continue;
    }
    off.push_back(&sample);
    errors.push_back(sample.energy_error);
    result.leaky += sample.energy_error > 0.05;
    result.collapsed += sample.collapsed > 0;
  }
  const auto mean = [&off](const auto& what) {
    std::vector<double> values;
    values.reserve(off.size());
    for (const LatticeSample* sample : off) values.push_back(what(*sample));
    return mean_of(values);
  };
  result.e = mean([](const LatticeSample& s) { return s.e; });
  result.beta = mean([](const LatticeSample& s) { return s.beta; });
  result.spin = mean([](const LatticeSample& s) { return s.spin; });
  result.contact_time = mean([](const LatticeSample& s) { return s.contact_time; });
  result.translation = mean([](const LatticeSample& s) { return s.energy.translation; });
  result.rotation = mean([](const LatticeSample& s) { return s.energy.rotation; });
  result.vibration = mean([](const LatticeSample& s) { return s.energy.vibration; });
  result.wall = mean([](const LatticeSample& s) { return s.energy.wall; });
  if (!errors.empty()) {
    std::sort(errors.begin(), errors.end());
    const std::size_t n = errors.size();
    result.median_energy_error = 0.5 * (errors[(n - 1) / 2] + errors[n / 2]);
    result.largest_energy_error = errors.back();
  }
  result.samples = std::move(samples);
  return result;
}

int LatticeEnsembleResult::failures() const {
  int n = 0;
  for (const auto& [outcome, count] : failed) n += count;
  return n;
}

std::string LatticeEnsembleResult::brief() const {
  std::string text = fmt::format("e = {}, beta = {}, {} samples", with_error(e), with_error(beta), e.n);
  for (const auto& [outcome, count] : failed) text += fmt::format("; {} {}", count, name(outcome));
  return text;
}

std::vector<LatticeEnsembleResult> run_ensembles(const std::vector<LatticeEnsemble>& ensembles,
                                                 const EnsembleHooks& hooks) {
  struct Task {
    std::size_t ensemble, sample;
  };
  std::vector<std::vector<LatticeSample>> samples(ensembles.size());
  std::vector<Task> tasks;
  for (std::size_t k = 0; k < ensembles.size(); ++k) {
    const LatticeEnsemble& ensemble = ensembles[k];
    if (ensemble.samples < 1)
      throw BadInput(fmt::format("an ensemble needs one sample at least, got {}", ensemble.samples));
    samples[k].resize(static_cast<std::size_t>(ensemble.samples));
    for (std::size_t j = 0; j < samples[k].size(); ++j) {
      samples[k][j].seed = ensemble.first_seed + j;
      tasks.push_back({k, j});
    }
  }
  std::mutex guard;
  int done = 0;
  parallel_for(tasks.size(), {.threads = hooks.threads, .interrupt = hooks.interrupt}, [&](std::size_t k) {
    LatticeSample& sample = samples[tasks[k].ensemble][tasks[k].sample];
    sample = sample_of(ensembles[tasks[k].ensemble].run, sample.seed, hooks.interrupt);
    const std::lock_guard lock(guard);
    ++done;
    if (hooks.progress) hooks.progress(done, static_cast<int>(tasks.size()));
  });
  std::vector<LatticeEnsembleResult> results;
  results.reserve(samples.size());
  for (std::vector<LatticeSample>& list : samples) results.push_back(summarise(std::move(list)));
  return results;
}

LatticeEnsembleResult run_ensemble(const LatticeEnsemble& ensemble, const EnsembleHooks& hooks) {
  return run_ensembles({ensemble}, hooks).front();
}

double jackknife(const std::vector<LatticeEnsembleResult>& ensembles,
                 const std::function<double(const std::vector<LatticeEnsembleResult>&)>& value) {
  std::set<std::uint64_t> seeds;
  for (const LatticeEnsembleResult& ensemble : ensembles)
    for (const LatticeSample& sample : ensemble.samples) seeds.insert(sample.seed);
  // Only ensembles that have the seed change without it.
  std::vector<double> values;
  std::vector<LatticeEnsembleResult> fewer = ensembles;
  for (const std::uint64_t seed : seeds) {
    std::vector<std::size_t> changed;
    for (std::size_t k = 0; k < ensembles.size(); ++k) {
      std::vector<LatticeSample> kept;
      for (const LatticeSample& sample : ensembles[k].samples)
        if (sample.seed != seed) kept.push_back(sample);
      if (kept.size() == ensembles[k].samples.size()) continue;
      changed.push_back(k);
      fewer[k] = summarise(std::move(kept));
    }
    values.push_back(value(fewer));
    for (const std::size_t k : changed) fewer[k] = ensembles[k];
  }
  return mean_of(values).error * std::max(0.0, static_cast<double>(values.size()) - 1);
}

std::string with_error(double value, double error) {
  if (!std::isfinite(value)) return "none";
  if (!(error > 1e-9 * std::abs(value)) || !std::isfinite(error)) return fmt::format("{:.3f}", value);
  // Two digits of an error that begins with a one, else one.
  int digits = std::max(0, -static_cast<int>(std::floor(std::log10(error))));
  if (error * std::pow(10, digits) < 1.95) ++digits;
  return fmt::format("{:.{}f}({:.0f})", value, digits, error * std::pow(10, digits));
}

std::string with_error(const EnsembleMean& mean) { return with_error(mean.mean, mean.error); }

}  // namespace carom::study
