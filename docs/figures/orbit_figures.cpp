// SPDX-License-Identifier: Apache-2.0
// Branches, orbits and returns of the impact oscillator, set 1, for docs/theory/orbits-through-events.md.
#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

#include "carom/analysis/continuation.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/observe/regime_watch.hpp"
#include "carom/systems/impact_oscillator.hpp"
#include "carom/systems/impact_oscillator_engine.hpp"

namespace {

using namespace carom;
using report::Colour;
using report::Dash;
using report::Figure;
using report::LegendPlace;
using report::Panel;
using study::BranchKind;
using study::BranchPoint;
using study::ContinuationResult;
using study::SpecialKind;
using study::SpecialPoint;
using Values = std::vector<double>;

double observed(const BranchPoint& point, const std::string& name) {
  for (const auto& [key, value] : point.observables)
    if (key == name) return std::get<double>(value);
  throw std::runtime_error("a point of a branch has no " + name);
}
double phi_dot_max(const BranchPoint& point) { return observed(point, "phi_dot_max"); }

ContinuationResult branch(BranchKind kind, double from, double to, double max_step,
                          const BranchPoint* guess = nullptr) {
  const study::System& system = study::impact_oscillator_system();
  study::ContinuationRequest request{.start = {.parameters = system.defaults()}, .kind = kind};
  if (guess != nullptr) {
    request.start.q = guess->q;
    request.start.u = guess->u;
  }
  request.parameter = "mu";
  request.from = from;
  request.to = to;
  request.step = request.max_step = max_step;
  const ContinuationResult result = study::follow_branch(system, request);
  if (!succeeded(result.outcome)) throw std::runtime_error(result.brief());
  return result;
}

const SpecialPoint& special(const ContinuationResult& result, SpecialKind kind) {
  for (const SpecialPoint& point : result.special)
    if (point.kind == kind) return point;
  throw std::runtime_error("the branch has no " + std::string(name(kind)));
}

// What orbits are told apart by in the pictures: dashed where they are unstable.
struct Family {
  std::string name;
  Colour colour;
  bool (*has)(const std::string& sequence);
};
bool contains(const std::string& word, char letter) { return word.find(letter) != std::string::npos; }
const Family families[] = {
    {"with stick", Colour::purple, [](const std::string& s) { return contains(s, 'T'); }},
    {"flight and slip", Colour::vermilion, [](const std::string& s) { return contains(s, 'F') && !contains(s, 'T'); }},
    {"slip alone", Colour::green,
     [](const std::string& s) { return !s.empty() && !contains(s, 'F') && !contains(s, 'T'); }},
};

// The points of one family with the special points at which it begins and ends, so that neighbours meet.
void draw_family(Panel& panel, const ContinuationResult& orbits, const Family& family,
                 double (*quantity)(const BranchPoint&)) {
  Values mu, y;
  std::vector<bool> stable;
  const auto add = [&](double parameter, const BranchPoint& point, bool is_stable) {
    mu.push_back(parameter);
    y.push_back(quantity(point));
    stable.push_back(is_stable);
  };
  std::vector<const BranchPoint*> members;
  for (const BranchPoint& point : orbits.branch)
    if (family.has(point.sequence)) members.push_back(&point);
  if (members.empty()) return;
  for (const SpecialPoint& s : orbits.special)
    if (family.has(s.to) && !family.has(s.from) && s.kind != SpecialKind::nonsmooth_fold)
      add(s.parameter, s.point, members.front()->stable);
  for (const BranchPoint* point : members) add(point->parameter, *point, point->stable);
  for (const SpecialPoint& s : orbits.special)
    if (family.has(s.from) && !family.has(s.to) && s.kind != SpecialKind::nonsmooth_fold)
      add(s.parameter, s.point, members.back()->stable);
  for (const bool kind : {true, false}) {
    Values drawn(y.size(), std::nan(""));
    bool any = false;
    for (std::size_t i = 0; i + 1 < y.size(); ++i) {
      if ((stable[i] && stable[i + 1]) != kind) continue;
      drawn[i] = y[i];
      drawn[i + 1] = y[i + 1];
      any = true;
    }
    if (any)
      panel.line(kind ? family.name : family.name + ", unstable", mu, drawn,
                 {.colour = family.colour, .dash = kind ? Dash::solid : Dash::dashed});
  }
}

void draw_rest(Panel& panel, double from, double hopf, double to) {
  panel.line("rest", {from, hopf}, {0, 0}, {.colour = Colour::blue});
  panel.line("rest, unstable", {hopf, to}, {0, 0}, {.colour = Colour::blue, .dash = Dash::dashed});
}

// A branch of orbits that shrink to rest ends at the Hopf point of the equilibrium, which eigenvalues tell more sharply
// than orbits of no size; these are left out.
ContinuationResult ended_at(double hopf, ContinuationResult result) {
  std::erase_if(result.branch, [](const BranchPoint& point) { return phi_dot_max(point) < 0.02; });
  for (SpecialPoint& s : result.special)
    if (s.kind == SpecialKind::hopf) {
      s.parameter = hopf;
      s.point.observables = {{"phi_dot_max", 0.0}};
    }
  return result;
}

// Orbits with a flight are stable between LO and LP, too short a stretch to be seen but at its own scale.
ContinuationResult without_stable_flight(ContinuationResult result) {
  std::erase_if(result.branch,
                [](const BranchPoint& point) { return point.stable && families[1].has(point.sequence); });
  return result;
}

Figure diagram_figure(const ContinuationResult& down, const ContinuationResult& up, double hopf) {
  Figure figure{.id = "orbit-diagram",
                .title = "Set 1: rest and orbits over the friction",
                .caption =
                    "φ̇_max is the largest φ̇ in a period. Below: the hysteresis, between the nonsmooth fold NF and the "
                    "lift-off LO. The slip cycle between HB and LO is too narrow to be seen here."};
  Panel& all = figure.panel({.title = "The whole",
                             .x = {.label = "μ", .min = 0.36, .max = 0.7},
                             .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.1, .max = 1.5},
                             .height = 240,
                             .legend = LegendPlace::below});
  Panel& near = figure.panel({.title = "The hysteresis",
                              .x = {.label = "μ", .min = 0.386, .max = 0.414},
                              .y = {.label = "φ̇_max", .unit = "rad/s", .min = -0.1, .max = 1.2},
                              .height = 240,
                              .legend = LegendPlace::none});
  for (Panel* panel : {&all, &near}) {
    draw_rest(*panel, 0.36, hopf, 0.7);
    for (const Family& family : families) draw_family(*panel, down, family, phi_dot_max);
    draw_family(*panel, up, families[0], phi_dot_max);
  }
  all.vertical(special(down, SpecialKind::nonsmooth_fold).parameter, "NF");
  all.vertical(hopf, "HB");
  all.vertical(special(up, SpecialKind::slip_impossible).parameter, "PV");
  near.vertical(special(down, SpecialKind::nonsmooth_fold).parameter, "NF");
  near.vertical(special(down, SpecialKind::other_regimes).parameter, "SQ");
  near.vertical(special(down, SpecialKind::lift_off).parameter, "LO");
  return figure;
}

// Parameters as distances from `origin` in units of `unit`: what differs in the sixth digit has axes that can be read.
ContinuationResult seen_from(double origin, double unit, ContinuationResult result) {
  for (BranchPoint& point : result.branch) point.parameter = (point.parameter - origin) / unit;
  for (SpecialPoint& point : result.special) point.parameter = (point.parameter - origin) / unit;
  return result;
}

Figure slip_cycle_figure(const ContinuationResult& fine, const ContinuationResult& finest, double hopf) {
  Figure figure{.id = "orbit-slip-cycle",
                .title = "Set 1: where the slip cycle lives",
                .caption =
                    "Above, a window of 8·10⁻⁵ in μ; below, one of 6·10⁻⁷ at the end of the cycle. It is born at HB "
                    "and begins to fly at LO; the branch turns at LP, where its multiplier passes 1."};
  const ContinuationResult wide = seen_from(0.4098, 1e-5, without_stable_flight(fine)),
                           close = seen_from(0.409828, 1e-7, finest);
  const double hopf_wide = (hopf - 0.4098) / 1e-5;
  const report::Axis mu_wide{.label = "(μ − 0.4098)·10⁵", .min = -4, .max = 4};
  const report::Axis mu_close{.label = "(μ − 0.409828)·10⁷", .min = -4, .max = 2};
  const report::Axis speed_axis{.label = "φ̇_max", .unit = "rad/s", .min = -0.03, .max = 0.35};
  const auto multiplier = [](const BranchPoint& point) { return 1e3 * (point.multipliers[0].real() - 1); };
  Panel& speed = figure.panel(
      {.title = "From Hopf to lift-off", .x = mu_wide, .y = speed_axis, .height = 210, .legend = LegendPlace::below});
  Panel& end = figure.panel({.title = "The end of the cycle",
                             .x = mu_close,
                             .y = {.label = "φ̇_max", .unit = "rad/s", .min = 0.2875, .max = 0.2915},
                             .height = 190,
                             .legend = LegendPlace::none});
  Panel& growth = figure.panel({.title = "Its multiplier",
                                .x = mu_close,
                                .y = {.label = "(λ₁ − 1)·10³", .min = -0.6, .max = 1.6},
                                .height = 190,
                                .legend = LegendPlace::none});
  draw_rest(speed, -4, hopf_wide, 4);
  for (const Family& family : families) {
    if (family.has("T")) continue;
    draw_family(speed, wide, family, phi_dot_max);
    draw_family(end, close, family, phi_dot_max);
    draw_family(growth, close, family, multiplier);
  }
  speed.vertical(hopf_wide, "HB");
  speed.vertical(special(wide, SpecialKind::lift_off).parameter, "LO, LP");
  for (Panel* panel : {&end, &growth}) {
    panel->vertical(special(close, SpecialKind::lift_off).parameter, "LO");
    panel->vertical(special(close, SpecialKind::fold).parameter, "LP");
  }
  growth.horizontal(0);
  return figure;
}

ImpactOscillator with_friction(double mu) {
  return ImpactOscillator({.law = {.e = 0, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu}});
}
RunOptions until(double t) {
  return {.t_end = t, .rtol = 1e-12, .atol = 1e-14, .impact = {.law = Restitution::poisson}};
}

// A period of an orbit, sampled.
struct Trace {
  const ImpactOscillator& system;
  Values t = {}, phi = {}, phi_dot = {}, gap = {};
  void segment(const Segment<ImpactOscillator>& piece) {
    constexpr int parts = 8;
    for (int k = t.empty() ? 0 : 1; k <= parts; ++k) {
      const State<2> state = piece.at(piece.t0() + (piece.t1() - piece.t0()) * k / parts);
      t.push_back(state.t);
      phi.push_back(state.q[0]);
      phi_dot.push_back(state.u[0]);
      gap.push_back(1e3 * std::max(system.gaps(state.t, state.q)[0], 0.0));
    }
  }
  void event(const EventBatch<ImpactOscillator>& batch) {
    if (batch.impact == nullptr) return;
    t.push_back(batch.t);
    phi.push_back(batch.after.q[0]);
    phi_dot.push_back(batch.after.u[0]);
    gap.push_back(0);
  }
  bool stop() const { return false; }
};

Figure coexistence_figure(double rest_angle) {
  Figure figure{
      .id = "orbit-coexistence",
      .title = "Set 1, μ = 0.40: two motions that attract, and one between them",
      .caption =
          "From a little inside the dashed orbit the blade comes to rest on the belt, from a little outside to "
          "the orbit with stick. Both run clockwise; the upright step at φ = 0.40 is the impact."};
  const study::System& catalogued = study::impact_oscillator_system();
  const ImpactOscillator system = with_friction(0.40);
  Panel& plane = figure.panel({.title = "Angle and its rate",
                               .x = {.label = "φ", .unit = "rad"},
                               .y = {.label = "φ̇", .unit = "rad/s", .min = -1.4, .max = 1.4},
                               .height = 300,
                               .legend = LegendPlace::below});
  Panel& height = figure.panel({.title = "Gap over a period",
                                .x = {.label = "t/T", .min = 0, .max = 1},
                                .y = {.label = "g_N", .unit = "mm", .min = 0},
                                .height = 170,
                                .legend = LegendPlace::none});
  const struct {
    const Family& family;
    std::vector<double> guess;
  } orbits[] = {{families[0], {0.357, 0.9382}}, {families[1], {0.376, 0.9305}}};
  for (const auto& [family, guess] : orbits) {
    study::OrbitRequest request{.parameters = catalogued.defaults(), .q = guess, .u = {0, 0}};
    request.parameters.set("mu", 0.40);
    const study::OrbitResult orbit = study::find_orbit(catalogued, request);
    if (!orbit.found() || !family.has(orbit.sequence)) throw std::runtime_error(orbit.brief());
    Trace trace{system};
    run_watched(system, State<2>{.t = 0, .q = {orbit.q[0], orbit.q[1]}, .u = {orbit.u[0], orbit.u[1]}},
                until(orbit.period), trace);
    for (double& t : trace.t) t /= orbit.period;
    const report::LineStyle style{.colour = family.colour, .dash = orbit.stable ? Dash::solid : Dash::dashed};
    plane.line(orbit.stable ? family.name : family.name + ", unstable", trace.phi, trace.phi_dot, style);
    height.line(family.name, trace.t, trace.gap, style);
  }
  plane.points("rest", {rest_angle}, {0}, {.colour = Colour::blue});
  plane.horizontal(0);
  return figure;
}

// On the belt in slip, with F_n = 0: one number, φ, tells the whole state. The rate is sought near that of the orbit.
State<2> lift_off_at(const ImpactOscillator& system, double phi, double rate_near) {
  const auto state = [&](double rate) {
    return State<2>{.t = 0, .q = system.on_belt(phi), .u = {rate, -system.settings().l * std::sin(phi) * rate}};
  };
  const auto force = [&](double rate) {
    Motion<ImpactOscillator> motion;
    const State<2> s = state(rate);
    evaluate_motion(system, s.t, s.q, s.u, {ContactMode::slip_plus}, motion);
    return motion.F_n[0];
  };
  double low = rate_near - 0.1, high = rate_near + 0.1;
  const bool sign = force(low) > 0;
  if (sign == (force(high) > 0)) throw std::runtime_error("no lift-off near the guess");
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    ((force(middle) > 0) == sign ? low : high) = middle;
  }
  return state(high);
}

// φ and φ̇ at lift-offs.
struct LiftOffs {
  ContactMode before = ContactMode::open;
  std::vector<State<2>> states = {};
  bool stuck = false;
  void segment(const Segment<ImpactOscillator>& piece) {
    const ContactMode now = piece.modes()[0];
    if (now == ContactMode::open && before != now && piece.t0() > 0.05) states.push_back(piece.begin());
    stuck = stuck || now == ContactMode::stick;
    before = now;
  }
  void event(const EventBatch<ImpactOscillator>&) {}
  bool stop() const { return !states.empty(); }
};
LiftOffs next_lift_off(const ImpactOscillator& system, const State<2>& state) {
  LiftOffs seen;
  run_watched(system, state, until(1), seen);
  if (seen.states.empty()) throw std::runtime_error("no lift-off within a second");
  return seen;
}

Figure return_figure(const SpecialPoint& fold) {
  Figure figure{
      .id = "orbit-return",
      .title = "Set 1: the return from lift-off to lift-off at the nonsmooth fold",
      .caption =
          "φ and φ′ are the angles at a lift-off and at the next, φ* that of the orbit at the fold μ_c. A zero "
          "is an orbit: stable where stick makes φ′ constant (slope −1), unstable to its right, where φ′ "
          "grows by 1.21 (slope 0.21). Below μ_c there is none."};
  Panel& panel = figure.panel({.x = {.label = "(φ − φ*)·10⁴", .min = -1.5, .max = 1.5},
                               .y = {.label = "(φ′ − φ)·10⁴", .min = -0.5, .max = 1.5},
                               .height = 300,
                               .legend = LegendPlace::top_right});
  const ImpactOscillator at_fold = with_friction(fold.parameter);
  const State<2> on_orbit{.t = 0, .q = {fold.point.q[0], fold.point.q[1]}, .u = {fold.point.u[0], fold.point.u[1]}};
  const State<2> star = next_lift_off(at_fold, on_orbit).states[0];
  const struct {
    double distance;
    const char* name;
    Colour colour;
  } cases[] = {
      {-5e-4, "μ_c − 5·10⁻⁴", Colour::blue}, {0, "μ_c", Colour::ink}, {5e-4, "μ_c + 5·10⁻⁴", Colour::vermilion}};
  for (const auto& [distance, name, colour] : cases) {
    const ImpactOscillator system = with_friction(fold.parameter + distance);
    Values from, excess;
    for (int k = -60; k <= 60; ++k) {
      const double phi = star.q[0] + 2.5e-6 * k;
      from.push_back(0.025 * k);
      excess.push_back(1e4 * (next_lift_off(system, lift_off_at(system, phi, star.u[0])).states[0].q[0] - phi));
    }
    panel.line(name, from, excess, {.colour = colour});
  }
  panel.horizontal(0);
  return figure;
}

}  // namespace

std::vector<Figure> orbit_figures() {
  const ContinuationResult rest = branch(BranchKind::equilibrium, 0.40, 0.45, 0);
  const SpecialPoint& hopf = special(rest, SpecialKind::hopf);
  const ContinuationResult down = ended_at(hopf.parameter, branch(BranchKind::orbit, 0.5, 0.38, 1e-3)),
                           up = branch(BranchKind::orbit, 0.5, 0.7, 0);
  // The end of the slip cycle again, in short steps, from orbits with a flight.
  const auto unstable_near = [](const ContinuationResult& result, double mu) -> const BranchPoint* {
    const BranchPoint* best = nullptr;
    for (const BranchPoint& point : result.branch)
      if (!point.stable && families[1].has(point.sequence) &&
          (best == nullptr || std::abs(point.parameter - mu) < std::abs(best->parameter - mu)))
        best = &point;
    return best;
  };
  const ContinuationResult fine =
      ended_at(hopf.parameter, branch(BranchKind::orbit, 0.4097, 0.4099, 1.5e-6, unstable_near(down, 0.4097)));
  // The range is the unit of μ: one in which φ and μ count alike near the fold. The branch comes back to where it began.
  const ContinuationResult finest = branch(BranchKind::orbit, 0.4098275, 0.43, 4e-8, unstable_near(fine, 0.4098275));
  return {diagram_figure(without_stable_flight(down), up, hopf.parameter),
          slip_cycle_figure(fine, finest, hopf.parameter), coexistence_figure(rest.branch.front().q[0]),
          return_figure(special(down, SpecialKind::nonsmooth_fold))};
}
