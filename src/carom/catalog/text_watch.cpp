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

[[noreturn]] void refuse(const Said& said, const std::string& sentence) {
  throw expressions::Refusal(said.place, said.text, 0, said.text, sentence);
}

}  // namespace

TextWatch::TextWatch(std::shared_ptr<const ModelInstance> instance)
    : kept_(std::move(instance)), text_(*kept_->text), unknown_(text_.facts().contact_names.size(), no_value) {
  needs_forces_ = text_.facts().measures_forces;
  scratch_.resize(static_cast<std::size_t>((points + 2) * std::max(text_.measure_number(), 1)));
  for (const ObservableText& observable : kept_->source->observables) {
    Line line{.measure = observable.measure, .name = observable.name, .last = no_value, .first_time = no_value};
    if (observable.measure == Measure::count || observable.measure == Measure::time) {
      line.at_instants = true;
      line.instants = instants_of(observable.of);
    } else if (observable.at.given()) {
      line.at_instants = true;
      line.instants = instants_of(observable.at);
    }
    line.window = window_of(observable);
    lines_.push_back(std::move(line));
  }
}

// "table impact", "heel, before"
TextWatch::Instants TextWatch::instants_of(const Said& said) const {
  Instants instants;
  std::string text = said.text;
  if (const std::size_t comma = text.find(','); comma != std::string::npos) {
    const std::size_t word = text.find_first_not_of(' ', comma + 1);
    const std::string when = word == std::string::npos ? "" : text.substr(word);
    if (when != "before" && when != "after") refuse(said, "an instant is told as 'NAME EVENT, before' or '…, after'");
    instants.before = when == "before";
    text = text.substr(0, comma);
  }
  const TextFacts& facts = text_.facts();
  const auto own = std::find(facts.event_names.begin(), facts.event_names.end(), text);
  if (own != facts.event_names.end()) {
    instants.own_event = static_cast<int>(own - facts.event_names.begin());
    return instants;
  }
  const std::size_t blank = text.find_last_of(' ');
  const std::string contact = blank == std::string::npos ? text : text.substr(0, blank);
  const std::string what = blank == std::string::npos ? "" : text.substr(blank + 1);
  const auto known = std::find(facts.contact_names.begin(), facts.contact_names.end(), contact);
  std::vector<std::string> names = facts.contact_names;
  names.insert(names.end(), facts.event_names.begin(), facts.event_names.end());
  if (known == facts.contact_names.end())
    refuse(said, fmt::format("'{}' is neither a contact with what happens to it nor an event{}", text,
                             expressions::offer_nearest(contact, names)));
  instants.at.contact = static_cast<int>(known - facts.contact_names.begin());
  std::vector<std::string> kinds;
  for (const EventKind kind : {EventKind::impact, EventKind::close, EventKind::stick, EventKind::slip,
                               EventKind::detach, EventKind::chatter_limit}) {
    kinds.emplace_back(carom::name(kind));
    if (what != carom::name(kind)) continue;
    instants.at.what = kind;
    return instants;
  }
  refuse(said,
         fmt::format("'{}' is nothing that happens at a contact{}", what, expressions::offer_nearest(what, kinds)));
}

double TextWatch::window_of(const ObservableText& observable) const {
  const std::optional<double>& period = text_.facts().period;
  const bool of_events = observable.measure == Measure::count || observable.measure == Measure::time;
  if (!observable.over.given()) return period && !of_events ? *period : 0;
  const std::string& text = observable.over.text;
  const std::size_t word = text.find("period");
  if (word == std::string::npos) return parse_quantity(text, "s", "over");
  if (!period) refuse(observable.over, "the model has no section with a period: give a time, such as \"2 s\"");
  const double number = parse_quantity(text.substr(0, word), "1", "over");
  if (!(number > 0)) refuse(observable.over, "a window is longer than nothing");
  return number * *period;
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
  std::vector<double> seen = scratch_;
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

bool TextWatch::happens(const Instants& instants, const EventView& batch) const {
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
  const Tally& tally = line.completed ? line.complete : line.now;
  const bool any = line.at_instants ? tally.count > 0 : tally.time > 0;
  switch (line.measure) {
    case Measure::max: return any ? tally.max : no_value;
    case Measure::min: return any ? tally.min : no_value;
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
