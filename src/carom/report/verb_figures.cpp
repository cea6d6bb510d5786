// SPDX-License-Identifier: Apache-2.0
#include "carom/report/verb_figures.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "carom/base/constants.hpp"

namespace carom::report {
namespace {

using Rows = std::vector<std::vector<double>>;
constexpr std::size_t most_run_panels = 4, points_of_a_cloud = 20'000;
constexpr std::array palette{Colour::blue,   Colour::vermilion, Colour::green,
                             Colour::purple, Colour::orange,    Colour::sky};

std::string greek(const std::string& word) {
  static const std::map<std::string, std::string> letters{
      {"alpha", "α"},  {"beta", "β"},    {"gamma", "γ"}, {"Gamma", "Γ"}, {"delta", "δ"}, {"Delta", "Δ"},
      {"eps", "ε"},    {"epsilon", "ε"}, {"zeta", "ζ"},  {"eta", "η"},   {"theta", "θ"}, {"kappa", "κ"},
      {"lambda", "λ"}, {"mu", "μ"},      {"nu", "ν"},    {"xi", "ξ"},    {"rho", "ρ"},   {"sigma", "σ"},
      {"tau", "τ"},    {"phi", "φ"},     {"Phi", "Φ"},   {"psi", "ψ"},   {"omega", "ω"}, {"Omega", "Ω"}};
  const auto found = letters.find(word);
  return found == letters.end() ? word : found->second;
}

int column_of(const TableHeader& header, const std::string& name) {
  for (std::size_t k = 0; k < header.columns.size(); ++k)
    if (header.columns[k].name == name) return static_cast<int>(k);
  return -1;
}

std::vector<double> column(const Rows& rows, int k) {
  std::vector<double> values;
  for (const std::vector<double>& row : rows) values.push_back(k < 0 ? std::nan("") : row[static_cast<std::size_t>(k)]);
  return values;
}

std::string unit_of_parameter(const study::SystemCard& card, const std::string& name) {
  const ParameterSpec* spec = card.parameters.find(name);
  return spec && spec->unit != "1" ? spec->unit : "";
}
std::string meaning_of_parameter(const study::SystemCard& card, const std::string& name) {
  const ParameterSpec* spec = card.parameters.find(name);
  return spec ? spec->meaning : "";
}

// Which coordinate turns back most often: its phase portrait says most.
std::size_t liveliest(const Rows& rows, const std::vector<int>& q) {
  std::size_t best = 0;
  long most = -1;
  for (std::size_t i = 0; i < q.size(); ++i) {
    long turns = 0;
    double last = 0;
    for (std::size_t k = 1; k < rows.size(); ++k) {
      const double step = rows[k][static_cast<std::size_t>(q[i])] - rows[k - 1][static_cast<std::size_t>(q[i])];
      if (step * last < 0) ++turns;
      if (step != 0) last = step;
    }
    if (turns > most) most = turns, best = i;
  }
  return best;
}

std::string said(const std::string& name, const std::string& meaning) {
  return meaning.empty() ? "" : fmt::format("{}: {}. ", name, meaning);
}

void add_portrait(Figure& figure, const study::SystemCard& card, const TableHeader& header, const Rows& rows) {
  std::vector<int> q;
  for (const study::Quantity& one : card.coordinates)
    if (const int k = column_of(header, one.name); k >= 0) q.push_back(k);
  if (q.empty()) return;
  const std::vector<study::Quantity> rates = study::rates_of(card.coordinates);
  const std::size_t i = liveliest(rows, q);
  const int u = column_of(header, rates[i].name);
  if (u < 0) return;
  Panel& panel = figure.panel({.title = "Phase portrait",
                               .x = {.label = symbol(card.coordinates[i].name), .unit = card.coordinates[i].unit},
                               .y = {.label = symbol(rates[i].name), .unit = rates[i].unit}});
  panel.line("", column(rows, q[i]), column(rows, u), {.colour = Colour::blue, .width = 1.25});
}

}  // namespace

std::string symbol(const std::string& name) {
  if (name.size() > 4 && name.ends_with("_dot")) {
    const std::string base = symbol(name.substr(0, name.size() - 4));
    // The dot stands on the letter, before its index.
    const std::size_t index = base.find("_{");
    return base.substr(0, index) + "\u0307" + (index == std::string::npos ? "" : base.substr(index));
  }
  const std::size_t bar = name.find('_');
  if (bar != std::string::npos && bar > 0 && bar + 1 < name.size()) {
    std::string index = name.substr(bar + 1);
    std::replace(index.begin(), index.end(), '_', ',');
    const std::string letter = greek(name.substr(0, bar));
    const bool is_letter = letter != name.substr(0, bar) || bar <= 2;
    return is_letter ? letter + "_{" + index + "}" : name;
  }
  std::size_t digits = name.size();
  while (digits > 0 && std::isdigit(static_cast<unsigned char>(name[digits - 1]))) --digits;
  if (digits < name.size() && digits > 0) {
    const std::string letter = greek(name.substr(0, digits));
    if (digits == 1 || letter != name.substr(0, digits)) return letter + "_{" + name.substr(digits) + "}";
  }
  return greek(name);
}

Figure run_figure(const study::SystemCard& card, const TableHeader& header, const Rows& rows) {
  Figure figure{.id = "run", .title = card.source.empty() ? card.name : card.summary};
  const std::vector<double> t = column(rows, 0);
  const std::string unit = card.time_unit == "1" ? "" : card.time_unit;
  std::size_t panels = 0;
  const auto add = [&](int k) {
    if (k <= 0 || panels >= most_run_panels) return;
    const Column& one = header.columns[static_cast<std::size_t>(k)];
    ++panels;
    Panel& panel = figure.panel(
        {.x = {.label = "t", .unit = unit}, .y = {.label = symbol(one.name), .unit = one.unit}, .height = 150});
    panel.line("", t, column(rows, k), {.colour = Colour::blue, .width = 1.25});
    figure.caption += said(one.name, one.meaning);
  };
  for (const study::Quantity& q : card.coordinates) add(column_of(header, q.name));
  for (const study::Quantity& z : card.states) add(column_of(header, z.name));
  if (panels == 0)
    for (std::size_t k = 1; k < header.columns.size(); ++k) add(static_cast<int>(k));
  if (card.coordinates.size() > most_run_panels)
    figure.caption += fmt::format("The first {} of {} coordinates. ", most_run_panels, card.coordinates.size());
  if (!rows.empty()) add_portrait(figure, card, header, rows);
  return figure;
}

Figure impact_figure(const std::string& system, const TableHeader& header, const Rows& rows) {
  Figure figure{.id = "impact", .title = system + ": one impact", .shared_x = true};
  std::vector<std::string> contacts;
  for (const Column& one : header.columns)
    if (one.name.starts_with("P_n_")) contacts.push_back(one.name.substr(4));
  std::vector<double> impulse(rows.size(), 0);
  for (const std::string& contact : contacts) {
    const std::vector<double> P = column(rows, column_of(header, "P_n_" + contact));
    for (std::size_t k = 0; k < P.size(); ++k) impulse[k] += P[k];
  }
  const auto panel = [&](const char* label, const char* unit,
                         const std::vector<std::pair<std::string, std::string>>& lines) {
    Panel& one = figure.panel({.x = {.label = "sum of the normal impulses", .unit = "N s"},
                               .y = {.label = label, .unit = unit},
                               .height = 170});
    std::size_t colour = 0;
    for (const std::string& contact : contacts)
      for (const auto& [prefix, name] : lines) {
        const int k = column_of(header, prefix + contact);
        if (k < 0) continue;
        const bool dashed = prefix.ends_with("t_");
        one.line(name + " " + contact, impulse, column(rows, k),
                 {.colour = palette[colour % palette.size()], .dash = dashed ? Dash::dashed : Dash::solid});
        if (prefix == lines.back().first) ++colour;
      }
  };
  panel("force", "N", {{"F_n_", "normal,"}, {"F_t_", "tangential,"}});
  panel("stored energy", "J", {{"E_", ""}});
  panel("velocity", "m/s", {{"v_n_", "normal,"}, {"v_t_", "tangential,"}});
  panel("mode", "", {{"mode_", ""}});
  figure.caption =
      "Forces are those for the stiffness of the contacts' laws. Modes: 0 open, 1 stick, 2 slip+, 3 slip−.";
  return figure;
}

Figure orbit_figure(const study::OrbitResult& orbit, const study::SystemCard& card, const TableHeader& header,
                    const Rows& rows, double width) {
  Figure figure{
      .id = "orbit",
      .title = fmt::format("{}: {} orbit of period {:.6g} s", card.name, orbit.stable ? "a stable" : "an unstable",
                           orbit.period),
      .caption = fmt::format("Regimes: {}. F flight, P slip forwards, M slip backwards, T stick; a letter a contact. ",
                             orbit.sequence)};
  if (!rows.empty()) add_portrait(figure, card, header, rows);
  double largest = 1;
  for (const std::complex<double>& m : orbit.multipliers) largest = std::max(largest, std::abs(m));
  // As round as the frame lets it be: its height is 420 px, its width some 95 less than the figure's.
  const double reach = 1.1 * largest * std::max(width - 95, 100.0) / 420;
  Panel& panel = figure.panel({.title = "Multipliers and the unit circle",
                               .x = {.label = "Re λ", .min = -reach, .max = reach},
                               .y = {.label = "Im λ", .min = -1.1 * largest, .max = 1.1 * largest},
                               .height = 420});
  std::vector<double> cosine, sine, re, im;
  for (int k = 0; k <= 180; ++k)
    cosine.push_back(std::cos(k * two_pi / 180)), sine.push_back(std::sin(k * two_pi / 180));
  panel.line("unit circle", cosine, sine, {.colour = Colour::grey});
  for (const std::complex<double>& m : orbit.multipliers) re.push_back(m.real()), im.push_back(m.imag());
  panel.points("multipliers", re, im, {.colour = orbit.stable ? Colour::blue : Colour::vermilion});
  return figure;
}

Figure branch_figure(const study::ContinuationResult& result, const study::SystemCard& card) {
  const bool orbits = result.kind == study::BranchKind::orbit;
  Figure figure{.id = "branch",
                .title = fmt::format("{}: a branch of {}", card.name, orbits ? "orbits" : "equilibria"),
                .shared_x = true};
  static const std::map<std::string, std::string> explained{{"HB", "Hopf"},
                                                            {"LP", "fold"},
                                                            {"PD", "period doubling"},
                                                            {"NS", "a pair leaves the unit circle"},
                                                            {"LO", "lift-off"},
                                                            {"ST", "first stick"},
                                                            {"PV", "slip impossible at the end of stick"},
                                                            {"NF", "nonsmooth fold"},
                                                            {"SQ", "another change of the regimes"}};
  const auto panel = [&](const Axis& y, auto value) {
    Panel& one =
        figure.panel({.x = {.label = symbol(result.parameter), .unit = unit_of_parameter(card, result.parameter)},
                      .y = y,
                      .height = 220});
    // One legend is enough.
    if (figure.panels.size() > 1) one.legend = LegendPlace::none;
    const double none = std::numeric_limits<double>::quiet_NaN();
    std::vector<double> x, stable, unstable;
    for (std::size_t k = 0; k < result.branch.size(); ++k) {
      const study::BranchPoint& point = result.branch[k];
      // The line between a stable point and an unstable one belongs to both, so that there is no hole.
      const bool meets = (k > 0 && result.branch[k - 1].stable != point.stable);
      x.push_back(point.parameter);
      stable.push_back(point.stable || meets ? value(point) : none);
      unstable.push_back(!point.stable || meets ? value(point) : none);
    }
    one.line("stable", x, stable, {.colour = Colour::blue, .width = 2});
    one.line("unstable", x, unstable, {.colour = Colour::vermilion, .dash = Dash::dashed, .width = 2});
    std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> marks;
    for (const study::SpecialPoint& special : result.special) {
      auto& [xs, ys] = marks[std::string(name(special.kind))];
      xs.push_back(special.parameter);
      ys.push_back(special.point.q.empty() ? none : value(special.point));
    }
    int shape = 0;
    for (const auto& [kind, places] : marks) {
      const auto found = explained.find(kind);
      one.points(found == explained.end() ? kind : kind + " " + found->second, places.first, places.second,
                 {.colour = shape < 4 ? Colour::ink : Colour::green,
                  .mark = static_cast<Mark>(shape % 4),
                  .filled = shape < 4,
                  .size = 8});
      ++shape;
    }
  };
  for (std::size_t i = 0; i < std::min<std::size_t>(card.coordinates.size(), orbits ? 1 : 3); ++i)
    panel({.label = symbol(card.coordinates[i].name), .unit = card.coordinates[i].unit},
          [i](const study::BranchPoint& point) { return i < point.q.size() ? point.q[i] : std::nan(""); });
  if (orbits) {
    panel({.label = "period", .unit = "s"}, [](const study::BranchPoint& point) { return point.period; });
    panel({.label = "largest |λ|"}, [](const study::BranchPoint& point) {
      double most = 0;
      for (const auto& m : point.multipliers) most = std::max(most, std::abs(m));
      return point.multipliers.empty() ? std::nan("") : most;
    });
  }
  figure.caption = said(result.parameter, meaning_of_parameter(card, result.parameter));
  if (orbits) figure.caption += "The coordinate is that of the orbit's point on the section.";
  return figure;
}

Figure bifurcation_figure(const study::BifurcationResult& result, const study::SystemCard& card) {
  Figure figure{.id = "bifurcation", .title = fmt::format("{}: points of the section", card.name), .shared_x = true};
  std::string unit;
  for (const std::vector<study::Quantity>& list : {card.coordinates, study::rates_of(card.coordinates)})
    for (const study::Quantity& quantity : list)
      if (quantity.name == result.coordinate) unit = quantity.unit;
  Panel& panel =
      figure.panel({.x = {.label = symbol(result.parameter), .unit = unit_of_parameter(card, result.parameter)},
                    .y = {.label = symbol(result.coordinate), .unit = unit},
                    .height = 380});
  std::array<std::vector<double>, 2> x, y;
  std::size_t count = 0;
  std::vector<double> at, exponent;
  for (const study::BifurcationRow& row : result.rows) {
    for (const double value : row.section) {
      x[row.up ? 0 : 1].push_back(row.parameter);
      y[row.up ? 0 : 1].push_back(value);
      ++count;
    }
    if (std::isfinite(row.lyapunov)) at.push_back(row.parameter), exponent.push_back(row.lyapunov);
  }
  const bool both = !x[0].empty() && !x[1].empty();
  const double size = count > points_of_a_cloud ? 1 : count > 2000 ? 1.6 : 2.5;
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
    if (!x[k].empty())
      panel.points(both ? (k == 0 ? "rising" : "falling") : "", std::move(x[k]), std::move(y[k]),
                   {.colour = k == 0 ? Colour::blue : Colour::vermilion, .size = size});
  if (!at.empty()) {
    Panel& below = figure.panel({.x = panel.x, .y = {.label = "largest exponent", .unit = "1/s"}, .height = 160});
    below.points("", at, exponent, {.colour = Colour::green, .size = 2.5});
    below.horizontal(0);
  }
  figure.caption = said(result.parameter, meaning_of_parameter(card, result.parameter));
  return figure;
}

Figure formula_figure(const std::string& formula, const ParameterSpec& input, const std::vector<double>& values,
                      const std::vector<FormulaCurve>& curves) {
  Figure figure{.id = "formula", .title = formula, .caption = said(input.name, input.meaning), .shared_x = true};
  for (const FormulaCurve& curve : curves) {
    Panel& panel = figure.panel({.x = {.label = symbol(input.name), .unit = input.unit == "1" ? "" : input.unit},
                                 .y = {.label = symbol(curve.name)},
                                 .height = 150});
    panel.line("", values, curve.values, {.colour = Colour::blue});
  }
  return figure;
}

}  // namespace carom::report
