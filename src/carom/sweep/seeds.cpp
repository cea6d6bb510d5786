// SPDX-License-Identifier: Apache-2.0
#include "carom/sweep/seeds.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/parallel_for.hpp"

namespace carom::study {
namespace {

SeedMean estimate_of(const std::vector<double>& values) {
  SeedMean e;
  double sum = 0, square = 0;
  for (double v : values)
    if (std::isfinite(v)) {
      sum += v;
      ++e.n;
    }
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (e.n == 0) return {none, none, 0};
  e.mean = sum / static_cast<double>(e.n);
  for (double v : values)
    if (std::isfinite(v)) square += (v - e.mean) * (v - e.mean);
  e.standard_error = e.n > 1 ? std::sqrt(square / static_cast<double>(e.n - 1) / static_cast<double>(e.n)) : none;
  return e;
}

Value combined(const std::vector<RunResult>& results, const std::string& name) {
  std::vector<double> numbers;
  std::map<std::string, int> words;
  std::vector<double> list;
  std::size_t lists = 0;
  for (const RunResult& result : results)
    for (const auto& [key, value] : result.observables) {
      if (key != name) continue;
      if (const double* number = std::get_if<double>(&value))
        numbers.push_back(*number);
      else if (const long* count = std::get_if<long>(&value))
        numbers.push_back(static_cast<double>(*count));
      else if (const auto* several = std::get_if<std::vector<double>>(&value)) {
        list.resize(std::max(list.size(), several->size()), 0.0);
        for (std::size_t k = 0; k < several->size(); ++k) list[k] += (*several)[k];
        ++lists;
      } else {
        ++words[text_of(value)];
      }
    }
  if (lists > 0) {
    for (double& v : list) v /= static_cast<double>(lists);
    return list;
  }
  if (words.empty()) return estimate_of(numbers);
  if (words.size() == 1) return words.begin()->first;
  std::string text;
  for (const auto& [word, count] : words) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", word, count);
  return text;
}

}  // namespace

SeedRange read_seeds(const std::string& text) {
  const auto bad = [&] {
    return BadInput(fmt::format("--seeds must be a range of whole numbers such as 1:5, or one number, got '{}'", text));
  };
  const auto number = [&](const std::string& part) {
    if (part.empty() || part.size() > 15 || part.find_first_not_of("0123456789") != std::string::npos) throw bad();
    return static_cast<std::uint64_t>(std::stoull(part));
  };
  const std::size_t colon = text.find(':');
  SeedRange range;
  range.first = number(text.substr(0, colon));
  range.last = colon == std::string::npos ? range.first : number(text.substr(colon + 1));
  if (range.last < range.first) throw bad();
  if (range.last - range.first >= 100000) throw BadInput("--seeds: at most 100000 at a time");
  return range;
}

RunResult run_seeds(const System& system, const RunRequest& request, SeedRange seeds, int jobs) {
  const auto count = static_cast<std::size_t>(seeds.last - seeds.first + 1);
  if (count == 1) {
    RunRequest one = request;
    one.seed = seeds.first;
    return system.run(one);
  }
  if (request.rows || request.events || request.frames || request.keep_state || !request.state.empty())
    throw BadInput("trajectories, events, films and restarts are of one run: give a single seed, or leave them out");
  const auto begun = std::chrono::steady_clock::now();
  std::vector<RunResult> results(count);
  std::vector<double> progress(count, 0.0);
  for (RunResult& result : results) {  // until it has run
    result.system = system.name();
    result.outcome = Outcome::interrupted;
  }
  std::mutex mutex;
  parallel_for(count, {.threads = jobs, .interrupt = request.interrupt}, [&](std::size_t k) {
    RunRequest one = request;
    one.seed = seeds.first + k;
    if (request.progress) {
      one.progress = [&, k](double t, double t_end) {
        const std::lock_guard lock(mutex);
        progress[k] = t;
        double done = 0;
        for (double p : progress) done += p;
        request.progress(done / static_cast<double>(count), t_end);
      };
    }
    results[k] = system.run(one);
  });

  RunResult result = results.front();
  for (auto& [name, value] : result.observables) value = combined(results, name);
  result.steps = 0;
  for (std::size_t k = 0; k < count; ++k) {
    result.steps += results[k].steps;
    if (succeeded(result.outcome) && !succeeded(results[k].outcome)) {
      result.outcome = results[k].outcome;
      result.reason = fmt::format("seed {}: {}", seeds.first + k, results[k].reason);
    }
  }
  result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  result.notes.push_back(fmt::format("{} seeds, {} to {}; final state and energies are those of seed {}", count,
                                     seeds.first, seeds.last, seeds.first));
  return result;
}

}  // namespace carom::study
