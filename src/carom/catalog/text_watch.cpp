// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/text_watch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/core.h>
#include <boost/math/tools/minima.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/expressions/place.hpp"

namespace carom::study {
namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

// Gauss's rule on [−1, 1].
constexpr int points = 8;
constexpr std::array<double, points> node{-0.9602898564975362, -0.7966664774136267, -0.5255324099163290,
                                          -0.1834346424956498, 0.1834346424956498,  0.5255324099163290,
                                          0.7966664774136267,  0.9602898564975362};
constexpr std::array<double, points> weight{0.1012285362903763, 0.2223810344533745, 0.3137066458778873,
                                            0.3626837833783620, 0.3626837833783620, 0.3137066458778873,
                                            0.2223810344533745, 0.1012285362903763};

}  // namespace

TextWatch::TextWatch(std::shared_ptr<const ModelInstance> instance)
    : kept_(std::move(instance)), text_(*kept_->text), unknown_(text_.facts().contact_names.size(), no_value) {
  needs_forces_ = text_.facts().measures_forces;
  scratch_.resize(static_cast<std::size_t>((points + 2) * std::max(text_.measure_number(), 1)));
  const TextFacts& facts = text_.facts();
  for (std::size_t k = 0; k < kept_->source->observables.size(); ++k) {
    const ObservableText& observable = kept_->source->observables[k];
    Line line{.measure = observable.measure, .name = observable.name, .last = no_value, .first_time = no_value};
    line.at_instants = facts.instants[k].given;
    line.instants = facts.instants[k];
    line.window = window_of(observable, facts.windows[k]);
    const bool counted = observable.measure == Measure::count && facts.windows[k].given;  // else in all of the run
    const bool measured = counted || observable.measure == Measure::max || observable.measure == Measure::min ||
                          observable.measure == Measure::mean;
    if (measured && !(line.window > 0) && kept_->crosses && !(facts.windows[k].seconds > 0)) {
      line.passes = facts.windows[k].given ? static_cast<int>(facts.windows[k].periods) : 1;
      by_passes_ = true;
    }
    lines_.push_back(std::move(line));
  }
}

// [s]; 0: the whole run, or what the section says.
double TextWatch::window_of(const ObservableText& observable, const TextWindow& window) const {
  const std::optional<double>& period = text_.facts().period;
  if (observable.measure == Measure::time || (observable.measure == Measure::count && !window.given)) return 0;
  if (window.given) return window.seconds > 0 ? window.seconds : period ? window.periods * *period : 0;
  return period.value_or(0);
}

void TextWatch::plan(double t_start, double t_end) {
  t_start_ = t_start;
  for (Line& line : lines_) {
    if (!(line.window > 0)) continue;
    const double windows = std::ceil((t_end - t_start) / line.window * (1 - 1e-12));
    line.next = t_end - (windows - 1) * line.window;
  }
}

void TextWatch::measure(const StateView& state, const double* F_n, const double* F_t, double* out) const {
  text_.measures({.t = state.t, .q = state.q, .u = state.u}, F_n ? F_n : unknown_.data(), F_t ? F_t : unknown_.data(),
                 out);
}

void TextWatch::Tally::add(const Tally& other) {
  max = std::max(max, other.max);
  min = std::min(min, other.min);
  integral += other.integral;
  time += other.time;
  sum += other.sum;
  count += other.count;
}

// The section was passed. What came before it was first is no period.
void TextWatch::pass() {
  for (Line& line : lines_) {
    if (line.passes == 0) continue;
    if (line.passed++ == 0)
      line.complete = line.now;
    else
      line.periods.push_back(line.now);
    if (line.periods.size() > static_cast<std::size_t>(line.passes)) line.periods.erase(line.periods.begin());
    line.now = {};
  }
}

// A step, cut where windows end.
void TextWatch::see(double t0, double t1, const Values& values) {
  if (!(t1 > t0) || lines_.empty()) return;
  for (double from = t0; from < t1;) {
    double to = t1;
    for (const Line& line : lines_)
      if (line.window > 0 && line.next > from) to = std::min(to, line.next);
    see_within(from, to, values);
    for (Line& line : lines_) {
      if (!(line.window > 0) || to < line.next) continue;
      line.complete = line.now;
      line.completed = true;
      line.now = {};
      line.next += line.window;
    }
    from = to;
  }
}

void TextWatch::see_within(double t0, double t1, const Values& values) {
  const std::size_t count = lines_.size();
  std::array<double, points + 2> t;
  t[0] = t0;
  t[points + 1] = t1;
  for (int i = 0; i < points; ++i) t[i + 1] = 0.5 * (t0 + t1) + 0.5 * (t1 - t0) * node[i];
  for (std::size_t i = 0; i < t.size(); ++i) values(t[i], scratch_.data() + i * count);
  std::vector<double>& seen = seen_;  // what is seen next goes to the scratch
  seen = scratch_;
  for (std::size_t k = 0; k < count; ++k) {
    Line& line = lines_[k];
    if (line.at_instants) continue;
    line.last = seen[(points + 1) * count + k];
    line.now.time += t1 - t0;
    if (line.measure == Measure::mean)
      for (int i = 0; i < points; ++i)
        line.now.integral += 0.5 * (t1 - t0) * weight[i] * seen[static_cast<std::size_t>(i + 1) * count + k];
    if (line.measure != Measure::max && line.measure != Measure::min) continue;
    const double sign = line.measure == Measure::max ? 1 : -1;
    std::size_t best = 0;
    for (std::size_t i = 1; i < t.size(); ++i)
      if (sign * seen[i * count + k] > sign * seen[best * count + k]) best = i;
    line.now.max = std::max(line.now.max, seen[best * count + k]);
    line.now.min = std::min(line.now.min, seen[best * count + k]);
    const std::size_t before = best == 0 ? 0 : best - 1, after = std::min(best + 1, t.size() - 1);
    seek_extreme(line, k, t[before], t[after], values, sign);
  }
}

void TextWatch::seek_extreme(Line& line, std::size_t k, double a, double b, const Values& values, double sign) {
  const auto at = [&](double t) {
    values(t, scratch_.data());
    return -sign * scratch_[k];
  };
  const double value = boost::math::tools::brent_find_minima(at, a, b, 30).second;
  line.now.max = std::max(line.now.max, sign > 0 ? -value : line.now.max);
  line.now.min = std::min(line.now.min, sign < 0 ? value : line.now.min);
}

bool TextWatch::happens(const TextInstant& instants, const EventView& batch) const {
  if (instants.own_event >= 0) return batch.kind == EventKind::own && batch.own_event == instants.own_event;
  const bool kind = batch.kind == instants.at.what ||
                    (instants.at.what == EventKind::impact && batch.kind == EventKind::multiple_impact);
  return kind && batch.contacts[instants.at.contact];
}

void TextWatch::event(const EventView& batch) {
  for (std::size_t k = 0; k < lines_.size(); ++k) {
    Line& line = lines_[k];
    if (!line.at_instants && line.measure == Measure::last) {
      measure(batch.after, nullptr, nullptr, scratch_.data());
      if (!std::isnan(scratch_[k])) line.last = scratch_[k];  // forces are told of motions, not of instants
    }
    if (!line.at_instants || !happens(line.instants, batch)) continue;
    ++line.now.count;
    if (std::isnan(line.first_time)) line.first_time = batch.t;
    if (line.measure == Measure::count || line.measure == Measure::time) continue;
    measure(line.instants.before ? batch.before : batch.after, nullptr, nullptr, scratch_.data());
    const double value = scratch_[k];
    line.last = value;
    line.now.sum += value;
    line.now.max = std::max(line.now.max, value);
    line.now.min = std::min(line.now.min, value);
  }
}

double TextWatch::result(const Line& line) {
  Tally tally = line.completed ? line.complete : line.now;
  if (line.passes > 0) {
    tally = {};
    if (line.periods.empty()) {  // never passed twice: the whole run
      tally = line.complete;
      tally.add(line.now);
    }
    for (const Tally& period : line.periods) tally.add(period);
  }
  const bool any = line.at_instants ? tally.count > 0 : tally.time > 0;
  switch (line.measure) {
    case Measure::max: return any && tally.max > -HUGE_VAL ? tally.max : no_value;
    case Measure::min: return any && tally.min < HUGE_VAL ? tally.min : no_value;
    case Measure::mean:
      return !any               ? no_value
             : line.at_instants ? tally.sum / static_cast<double>(tally.count)
                                : tally.integral / tally.time;
    case Measure::last: return line.last;
    case Measure::count: return static_cast<double>(tally.count);
    case Measure::time: return line.first_time;
  }
  return no_value;
}

std::vector<std::pair<std::string, Value>> TextWatch::observables(bool located) const {
  std::vector<std::pair<std::string, Value>> list;
  for (const Line& line : lines_) {
    if (line.measure == Measure::count && located)
      list.emplace_back(line.name, static_cast<long>(result(line)));
    else
      list.emplace_back(line.name, line.at_instants && !located ? no_value : result(line));
  }
  return list;
}

}  // namespace carom::study
