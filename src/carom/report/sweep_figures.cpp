// SPDX-License-Identifier: Apache-2.0
#include "carom/report/sweep_figures.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/report/sweep_map.hpp"

namespace carom::report {
namespace {

// Whose values go where.
struct Plan {
  std::vector<std::size_t> x;           // a panel each if several
  std::optional<std::size_t> by;        // series, or the y of a map
  std::vector<std::size_t> others;      // on the grid, with several values
  bool map = false, scattered = false;  // scattered: something was drawn as samples
  std::vector<std::uint32_t> series;    // the values of `by` that are shown
  std::vector<std::uint64_t> slices;    // the combinations of values of `others` that are shown
  std::vector<std::uint64_t> slice;     // of each point
  std::size_t all_slices = 1;
};

std::size_t index_of(const SweepTable& table, const std::string& name) {
  for (std::size_t k = 0; k < table.parameters.size(); ++k)
    if (table.parameters[k].name == name) return k;
  throw BadInput(fmt::format("'{}' is no parameter of this store", name));
}

// The one with the most values among those that `fits` takes.
template <typename Fits>
std::optional<std::size_t> richest(const SweepTable& table, const Fits& fits) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < table.parameters.size(); ++k)
    if (fits(table.parameters[k]) && (!best || table.parameters[k].count() > table.parameters[*best].count())) best = k;
  return best;
}

std::optional<std::size_t> choose_by(const SweepTable& table, std::size_t x) {
  const auto other = [&](const SweepParameter& p) { return &p != &table.parameters[x] && !p.sampled && p.count() > 1; };
  const auto many = [&](const SweepParameter& p) { return other(p) && p.is_number && p.count() > most_series; };
  const auto few = [&](const SweepParameter& p) { return other(p) && p.count() <= most_series; };
  const bool x_makes_maps = !table.parameters[x].sampled && table.parameters[x].count() > most_series;
  if (const auto k = richest(table, many); k && x_makes_maps) return k;
  if (const auto k = richest(table, few)) return k;
  return richest(table, other);
}

// At most so many of n, from the first to the last.
std::vector<std::uint32_t> spread_over(std::size_t n, std::size_t most) {
  std::vector<std::uint32_t> chosen;
  const std::size_t count = std::min(n, most);
  for (std::size_t i = 0; i < count; ++i)
    chosen.push_back(static_cast<std::uint32_t>(count == n ? i : i * (n - 1) / (count - 1)));
  return chosen;
}

void find_slices(const SweepTable& table, Plan& plan) {
  plan.slice.assign(table.points, 0);
  for (const std::size_t k : plan.others) {
    const SweepParameter& parameter = table.parameters[k];
    for (std::size_t i = 0; i < table.points; ++i)
      plan.slice[i] = plan.slice[i] * parameter.count() + parameter.value[i];
  }
  plan.slices = plan.slice;
  std::sort(plan.slices.begin(), plan.slices.end());
  plan.slices.erase(std::unique(plan.slices.begin(), plan.slices.end()), plan.slices.end());
  plan.all_slices = plan.slices.size();
  if (plan.slices.size() > most_panels) plan.slices.resize(most_panels);
}

std::optional<Plan> plan_of(const SweepTable& table, const SweepView& view) {
  Plan plan;
  for (const SweepParameter& parameter : table.parameters) plan.scattered = plan.scattered || parameter.sampled;
  std::size_t x = 0;
  if (view.x) {
    x = index_of(table, *view.x);
    if (!table.parameters[x].is_number)
      throw BadInput(fmt::format("the values of '{}' are words: --x needs a parameter with numbers", *view.x));
  } else {
    // What --by names is not taken.
    const auto k =
        richest(table, [&](const SweepParameter& p) { return p.is_number && (!view.by || p.name != *view.by); });
    if (!k) return std::nullopt;
    x = *k;
  }
  if (view.by) {
    plan.by = index_of(table, *view.by);
    if (*plan.by == x) throw BadInput(fmt::format("--x and --by both name '{}'", *view.by));
    if (table.parameters[*plan.by].sampled)
      throw BadInput(fmt::format("'{}' was drawn as samples: --by needs a parameter with few values", *view.by));
  } else {
    plan.by = choose_by(table, x);
  }
  const SweepParameter& across = table.parameters[x];
  if (plan.by) {
    const SweepParameter& by = table.parameters[*plan.by];
    plan.map = by.is_number && !across.sampled && across.count() > most_series && by.count() > most_series;
    plan.series = spread_over(by.count(), most_series);
  }
  for (std::size_t k = 0; k < table.parameters.size(); ++k) {
    const SweepParameter& p = table.parameters[k];
    if (k != x && (!plan.by || k != *plan.by) && !p.sampled && p.count() > 1) plan.others.push_back(k);
  }
  find_slices(table, plan);
  plan.x = {x};
  // Samples of a box: over each of its sides.
  if (across.sampled && !view.x && plan.others.empty()) {
    for (std::size_t k = 0; k < table.parameters.size() && plan.x.size() < most_panels; ++k)
      if (k != x && table.parameters[k].sampled) plan.x.push_back(k);
    std::sort(plan.x.begin(), plan.x.end());
  }
  return plan;
}

std::string slice_title(const SweepTable& table, const Plan& plan, std::uint64_t slice) {
  std::string title;
  for (auto k = plan.others.rbegin(); k != plan.others.rend(); ++k) {
    const SweepParameter& parameter = table.parameters[*k];
    const std::string part = parameter.text(slice % parameter.count());
    title = title.empty() ? part : part + ", " + title;
    slice /= parameter.count();
  }
  return title;
}

Axis axis_of(const SweepParameter& parameter) {
  Axis axis{.label = parameter.name, .unit = parameter.unit};
  const bool log = parameter.sampled ? parameter.log_range : spacing(parameter.numbers) == Spacing::even_in_log;
  if (log && !parameter.numbers.empty() && parameter.numbers.front() > 0) axis.scale = Scale::log10;
  return axis;
}

struct Curve {
  std::vector<double> x, y, error;
};

// The points of one slice and one series in the order of x.
Curve curve_of(const SweepTable& table, const Plan& plan, const SweepQuantity& quantity, std::size_t x,
               std::vector<std::uint32_t> points) {
  const SweepParameter& across = table.parameters[x];
  std::stable_sort(points.begin(), points.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return across.value[a] < across.value[b]; });
  Curve curve;
  for (const std::uint32_t i : points) {
    if (plan.scattered && std::isnan(quantity.mean[i])) continue;
    curve.x.push_back(across.numbers[across.value[i]]);
    curve.y.push_back(quantity.mean[i]);
    if (!quantity.error.empty()) curve.error.push_back(quantity.error[i]);
  }
  return curve;
}

void add_curve(Panel& panel, const std::string& name, Curve curve, std::size_t number, bool scattered) {
  // After the seven colours of the palette the next lines are dashed, with other marks.
  const bool again = number >= 7;
  const std::size_t n = curve.x.size();
  const MarkStyle mark{.mark = again ? Mark::square : Mark::circle,
                       .filled = !again,
                       .size = n > 2000              ? 2.5
                               : scattered || n > 40 ? 4.0
                                                     : 5.5};
  if (!scattered) panel.line(name, curve.x, curve.y, {.dash = again ? Dash::dashed : Dash::solid});
  if (!curve.error.empty())
    panel.error_bars(name, std::move(curve.x), std::move(curve.y), {.minus = std::move(curve.error)}, mark);
  else if (scattered || n <= 60)
    panel.points(name, std::move(curve.x), std::move(curve.y), mark);
}

Figure line_figure(const SweepTable& table, const Plan& plan, const SweepQuantity& quantity) {
  Figure figure;
  constexpr std::uint32_t none = UINT32_MAX;
  std::vector<std::uint32_t> series_of(plan.by ? table.parameters[*plan.by].count() : 1, none);
  if (plan.by) {
    for (std::size_t s = 0; s < plan.series.size(); ++s) series_of[plan.series[s]] = static_cast<std::uint32_t>(s);
  } else {
    series_of[0] = 0;
  }
  const std::size_t series_count = plan.by ? plan.series.size() : 1;
  std::vector<std::vector<std::uint32_t>> members(plan.slices.size() * series_count);
  for (std::size_t i = 0; i < table.points; ++i) {
    const auto slice = std::lower_bound(plan.slices.begin(), plan.slices.end(), plan.slice[i]);
    if (slice == plan.slices.end() || *slice != plan.slice[i]) continue;
    const std::uint32_t series = series_of[plan.by ? table.parameters[*plan.by].value[i] : 0];
    if (series == none) continue;
    members[static_cast<std::size_t>(slice - plan.slices.begin()) * series_count + series].push_back(
        static_cast<std::uint32_t>(i));
  }
  for (const std::size_t x : plan.x) {
    for (std::size_t s = 0; s < plan.slices.size(); ++s) {
      Panel& panel = figure.panel({.title = slice_title(table, plan, plan.slices[s]),
                                   .x = axis_of(table.parameters[x]),
                                   .y = {.label = quantity.name, .unit = quantity.unit}});
      for (std::size_t k = 0; k < series_count; ++k) {
        Curve curve = curve_of(table, plan, quantity, x, members[s * series_count + k]);
        const bool any = std::any_of(curve.y.begin(), curve.y.end(), [](double y) { return std::isfinite(y); });
        if (!any) continue;
        add_curve(panel, plan.by ? table.parameters[*plan.by].text(plan.series[k]) : "", std::move(curve), k,
                  plan.scattered);
      }
    }
  }
  return figure;
}

std::string caption_of(const SweepTable& table, const Plan& plan, const SweepQuantity& quantity, const Figure& figure) {
  std::vector<std::string> sentences;
  if (table.several_seeds && quantity.is_word)
    sentences.push_back("The commonest word of the seeds at each point.");
  else if (table.several_seeds)
    sentences.push_back(plan.map ? "Mean over the seeds." : "Mean over the seeds; the bars are standard errors.");
  if (!plan.map && plan.by && plan.series.size() < table.parameters[*plan.by].count())
    sentences.push_back(fmt::format("Shown are {} of the {} values of {}.", plan.series.size(),
                                    table.parameters[*plan.by].count(), table.parameters[*plan.by].name));
  if (plan.slices.size() < plan.all_slices)
    sentences.push_back(fmt::format("Shown are the first {} of {} combinations of the other parameters.",
                                    plan.slices.size(), plan.all_slices));
  for (const Panel& panel : figure.panels) {
    if (panel.rasters.empty() || !panel.rasters[0].bar || !panel.rasters[0].bar->data) continue;
    const auto& [least, greatest] = *panel.rasters[0].bar->data;
    sentences.push_back(
        fmt::format("{}{} goes from {:.3g} to {:.3g}; the 2 % of the cells at each end have the colour of the end.",
                    panel.title.empty() ? "" : panel.title + ": ", quantity.name, least, greatest));
  }
  if (quantity.runs < table.runs)
    sentences.push_back(fmt::format("{} of {} runs failed or have no value.", table.runs - quantity.runs, table.runs));
  return fmt::format("{}", fmt::join(sentences, " "));
}

}  // namespace

Spacing spacing(const std::vector<double>& v) {
  const std::size_t n = v.size();
  if (n < 3) return Spacing::even;
  const auto even = [n](const auto& at) {
    const double first = at(0), step = (at(n - 1) - first) / static_cast<double>(n - 1);
    for (std::size_t i = 0; i < n; ++i)
      if (!(std::abs(at(i) - first - step * static_cast<double>(i)) <= 0.01 * step)) return false;
    return true;
  };
  if (even([&](std::size_t i) { return v[i]; })) return Spacing::even;
  if (v.front() > 0 && even([&](std::size_t i) { return std::log(v[i]); })) return Spacing::even_in_log;
  return Spacing::uneven;
}

SweepFigures draw_sweep(const SweepTable& table, const SweepView& view, bool incomplete) {
  SweepFigures result;
  const std::optional<Plan> plan = plan_of(table, view);
  if (!plan) {
    result.note = "No parameter of this sweep has numbers for values: there is nothing to draw over.";
    return result;
  }
  result.maps = plan->map;
  const SweepParameter& x = table.parameters[plan->x.front()];
  for (const SweepQuantity& quantity : table.quantities) {
    if (quantity.runs == 0 || (quantity.is_word && (!plan->map || quantity.words.size() < 2))) continue;
    Figure figure;
    if (plan->map) {
      const SweepParameter& y = table.parameters[*plan->by];
      for (const std::uint64_t slice : plan->slices) {
        Panel& panel = figure.panel({.title = slice_title(table, *plan, slice),
                                     .x = axis_of(x),
                                     .y = axis_of(y),
                                     .height = plan->slices.size() > 1 ? 300.0 : 400.0});
        panel.raster(quantity.is_word ? word_map(x, y, quantity, plan->slice, slice, incomplete)
                                      : value_map(x, y, quantity, plan->slice, slice, incomplete));
      }
      figure.title = fmt::format("{} over {} and {}", quantity.name, x.name, y.name);
    } else {
      figure = line_figure(table, *plan, quantity);
      std::string names;
      for (const std::size_t k : plan->x)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", table.parameters[k].name);
      figure.title = fmt::format("{} over {}", quantity.name, names);
    }
    figure.id = quantity.name;
    figure.caption = caption_of(table, *plan, quantity, figure);
    result.figures.push_back(std::move(figure));
  }
  if (result.figures.empty()) result.note = "No run has a number that could be drawn; words are counted below.";
  return result;
}

}  // namespace carom::report
