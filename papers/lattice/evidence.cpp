// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/evidence.hpp"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>

#include "carom/base/constants.hpp"
#include "carom/lattice/linear_response.hpp"

namespace carom::papers::lattice {

namespace {

using study::DiskKind;
using study::LatticeRun;
using Cots = std::vector<double>;

// Pairs at small cot γ, and from 2.5 on, where β scatters most.
struct Pairs {
  int usual = 0, steep = 0;
};

// A quick run has fewer angles and pairs: enough for what few pairs decide, two elsewhere, so that there is an error.
class Plan {
 public:
  explicit Plan(bool quick) : quick_(quick) {}

  Curve curve(std::string label, LatticeRun run, Cots full, Pairs pairs_full, Cots fast, Pairs pairs_fast) const {
    const Pairs pairs = quick_ ? pairs_fast : pairs_full;
    return {.label = std::move(label),
            .run = std::move(run),
            .cots = quick_ ? std::move(fast) : std::move(full),
            .pairs = pairs.usual,
            .pairs_steep = pairs.steep};
  }
  template <class T>
  T pick(T full, T fast) const {
    return quick_ ? fast : full;
  }

 private:
  bool quick_;
};

void plan_reading(Reading& r, Units units, const Plan& plan) {
  r.units = units;
  const bool stiff = units == Units::stiff;  // where β scatters twice as much
  const auto label = [units](const std::string& what) { return fmt::format("{}, {}", name(units), what); };
  const Cots angles{1.0 / 6, 0.2, 0.25, 0.5, 1, 2, 3, 4, 6, 10};
  r.random = plan.curve(label("random disk"), random_case(units), angles, {100, stiff ? 450 : 150},
                        {0.25, 0.5, 1, 2, 4, 6}, {6, 7});
  r.single = plan.curve(label("one wall, single throws"), at_one_wall(random_case(units)), angles, {100},
                        stiff ? Cots{} : Cots{0.5, 1, 2, 3, 4, 6}, {12});
  r.smooth = plan.curve(label("smooth"), rough_case(units, 0), {0.25, 0.5, 1, 2, 4, 6}, {6}, {0.25, 2}, {3});
  LatticeRun smooth_wall = random_case(units);
  smooth_wall.delta_wall = 0;
  r.smooth_wall = plan.curve(label("rough disk on smooth wall"), smooth_wall, {0.5, 2, 4}, {6}, {2}, {2});
  r.polygon = plan.curve(label("triangular polygon"), polygon_case(units), {0.25, 0.5, 1, 2, 3, 4, 6},
                         {60, stiff ? 200 : 60}, {0.25, 1, 4}, {3, 2});
  r.layered = plan.curve(label("triangular, rough layer"), layered_case(units, DiskKind::triangular),
                         {0.25, 0.5, 1, 2, 3, 4, 6}, {20, stiff ? 160 : 40}, {4}, {2});
  for (const double angle : plan.pick<Cots>({10, 20, 30}, {30}))
    r.turned.push_back(plan.curve(label(fmt::format("polygon turned by {:g}°", angle)),
                                  polygon_case(units, angle * deg), {1, 3}, {60, stiff ? 120 : 60}, {4}, {2}));
  const Pairs squares{24, stiff ? 200 : 60};
  r.square_1 = plan.curve(label("square, ν = 0.1"), square_case(units, 0.1), {0.5, 1, 3, 4, 6}, squares, {4}, {2});
  r.square_3 = plan.curve(label("square, ν = 0.3"), square_case(units, 0.3), {0.5, 1, 3, 4, 6}, squares, {4}, {2});
  r.finer = plan.curve(label("δ = 0.0215"), rough_case(units, 0.0215), {0.25, 0.5, 1, 2, 3, 4, 6},
                       {40, stiff ? 160 : 80}, {0.5, 1, 2, 4}, {4, 2});
  r.finest = plan.curve(label("δ = 0.003"), rough_case(units, 0.003), {0.5, 2, 6}, {6}, {2}, {2});
  r.coarser = plan.curve(label("δ = 0.06"), rough_case(units, 0.06), {0.5, 1, 4}, {12}, {1}, {5});
  for (const int N : plan.pick<std::vector<int>>({400, 800}, {400}))
    r.sizes.push_back(plan.curve(label(fmt::format("N = {}", N)), sized_case(units, N), {0.5, 1, 3, 4, 6},
                                 {40, N == 400 ? 600 : 60}, {1, 4, 6}, {2}));
  r.stiffer = plan.curve(label("polygon, 100 k_a"), stiffened_case(units, 100, 1), {0.5, 1, 3}, {15, 30}, {1}, {1});
  r.more_nonlinear = plan.curve(label("polygon, 100 k_b"), stiffened_case(units, 1, 100), {0.5, 1, 3}, {6}, {1}, {2});
  for (const double v : plan.pick<Cots>({0.01, 0.02, 0.05, 0.1, 0.2, 0.3}, {0.05, 0.3}))
    r.speeds.push_back(
        plan.curve(label(fmt::format("v_n = {:g}", v)), with_speed(random_case(units), v), {10}, {24}, {10}, {2}));
  r.paper_steps = plan.curve(label("Forest–Ruth"), with_paper_steps(random_case(units)), {0.5, 2}, {3}, {2}, {1});
}

void plan_variants(Evidence& e, const Plan& plan) {
  const auto add = [&](std::vector<Variant>& list, const char* what, LatticeRun run, int pairs) {
    list.push_back({.what = what, .curve = plan.curve(what, std::move(run), {0.5, 1, 3, 4, 6}, {pairs}, {4}, {2})});
  };
  add(e.variants, "stiff springs, bottom fixed, equal densities", stiff_on_fixed(), 24);
  add(e.variants, "soft springs, bottom free, equal masses", soft_on_free(), 12);
  LatticeRun poisson = random_case(Units::soft);
  poisson.spacing = 0;
  add(e.variants, "soft, points thrown without a least distance", poisson, 30);
  add(e.variants, "soft, δ = 0.04", rough_case(Units::soft, 0.04), 30);
  add(e.variants, "stiff, δ = 0.04", rough_case(Units::stiff, 0.04), 20);
  add(e.variants, "stiff, k_a = 8200, which has the printed modulus", with_printed_modulus(), 24);
  for (const ContactRule rule : {ContactRule::literal, ContactRule::literal_unsigned})
    for (const Units units : {Units::stiff, Units::soft}) {
      LatticeRun run = random_case(units);
      run.impact.rule = rule;
      const std::string what = fmt::format("{}, contact of Fig. 3, distance {}", name(units),
                                           rule == ContactRule::literal ? "signed" : "unsigned");
      add(e.leaks, what.c_str(), run, 10);
    }
}

void plan_one_wall(OneWall& w, const Plan& plan) {
  const auto curve = [&](const char* what, const LatticeRun& run, const Cots& full, const Cots& fast) {
    return plan.curve(fmt::format("soft, one wall, {}", what), at_one_wall(run), full, {100}, fast, {12});
  };
  w.finer = curve("δ = 0.0215", rough_case(Units::soft, 0.0215), {0.25, 0.5, 1, 2, 4}, {0.5, 1, 2, 4});
  w.square_1 = curve("square, ν = 0.1", square_case(Units::soft, 0.1), {3, 4, 6}, {3, 4, 6});
  w.square_3 = curve("square, ν = 0.3", square_case(Units::soft, 0.3), {3, 4, 6}, {3, 4, 6});
}

// All curves of an evidence, constant or not; the slowest first.
template <class SomeEvidence>
auto curves_of(SomeEvidence& e) {
  using CurveOf = std::conditional_t<std::is_const_v<SomeEvidence>, const Curve, Curve>;
  std::vector<CurveOf*> list;
  for (auto* r : {&e.stiff, &e.soft}) {
    for (CurveOf* curve :
         {&r->stiffer, &r->paper_steps, &r->random, &r->single, &r->finer, &r->polygon, &r->layered, &r->square_1,
          &r->square_3, &r->coarser, &r->finest, &r->smooth, &r->smooth_wall, &r->more_nonlinear})
      list.push_back(curve);
    for (auto* curves : {&r->turned, &r->sizes, &r->speeds})
      for (CurveOf& curve : *curves) list.push_back(&curve);
  }
  for (auto* variants : {&e.variants, &e.leaks})
    for (auto& variant : *variants) list.push_back(&variant.curve);
  for (CurveOf* curve : {&e.literal, &e.one_wall.finer, &e.one_wall.square_1, &e.one_wall.square_3})
    list.push_back(curve);
  return list;
}

void gather_walls(Evidence& e) {
  for (const int N : {1600, 3200, 6400}) {
    const LatticeBody wall = random_wall({.N = N}, Random(1));
    LargeWall found{.N = N, .springs = wall.network.springs()};
    std::vector<char> bound(wall.x.size(), 0);
    for (std::size_t s = 0; s < wall.network.springs(); ++s)
      bound[wall.network.first[s]] = bound[wall.network.second[s]] = 1;
    for (const char b : bound) found.unbound += !b;
    double area = 0;
    for (const Triangle& t : wall.triangles)
      area += 0.5 * ((wall.x[t[1]] - wall.x[t[0]]) * (wall.y[t[2]] - wall.y[t[0]]) -
                     (wall.x[t[2]] - wall.x[t[0]]) * (wall.y[t[1]] - wall.y[t[0]]));
    found.deficit = 1 - area / 16;
    e.walls.push_back(found);
  }
}

void gather_constants(Evidence& e, const Plan& plan) {
  const int samples = plan.pick(10, 4);
  std::vector<double> E(samples), nu(samples);
  for_each_point(samples, e.effort, [&](int k) {
    const auto seed = static_cast<std::uint64_t>(k) + 1;
    const StretchResponse response = stretch(stiffness(random_cell(400, 1e4, Random(seed, 5))));
    E[k] = response.E;
    nu[k] = response.nu;
  });
  e.E_bulk = study::mean_of(E);
  e.nu_bulk = study::mean_of(nu);
}

void gather_band(Evidence& e, const Plan& plan) {
  const int samples = plan.pick(10, 4);
  const BandPull pull{.interrupt = e.effort.interrupt};
  std::vector<BandStretchReport> reports(samples);
  std::vector<Band> bands(samples);
  for_each_point(samples, e.effort, [&](int k) {
    const auto seed = static_cast<std::uint64_t>(k) + 1;
    bands[k] = random_band({.N = 348, .k_a = 1e4, .k_b = 10}, Random(seed, 4));
    reports[k] = stretch_band(bands[k], pull);
  });
  std::vector<double> E, nu, E_whole, nu_whole, displaced;
  for (const BandStretchReport& report : reports) {
    if (!succeeded(report.outcome)) {
      ++e.band.failed;
      continue;
    }
    E.push_back(report.E);
    nu.push_back(report.nu);
    E_whole.push_back(report.E_whole);
    nu_whole.push_back(report.nu_whole);
    displaced.push_back(report.nu_whole / 3.5);
  }
  e.band.samples = samples;
  e.band.E = study::mean_of(E);
  e.band.nu = study::mean_of(nu);
  e.band.E_whole = study::mean_of(E_whole);
  e.band.nu_whole = study::mean_of(nu_whole);
  e.band.nu_displacement = study::mean_of(displaced);
  e.band.band = bands.front();
  e.band.stretched = reports.front().final;
  e.band.force = pull.forces.back();
}

}  // namespace

std::vector<const Curve*> Evidence::curves() const { return curves_of(*this); }

Evidence gather(const Effort& effort) {
  Evidence e;
  e.effort = effort;
  const Plan plan(effort.quick);
  plan_reading(e.stiff, Units::stiff, plan);
  plan_reading(e.soft, Units::soft, plan);
  plan_variants(e, plan);
  plan_one_wall(e.one_wall, plan);
  e.literal = plan.curve("k_a = 1, as printed", literal_units(), {1}, {4}, {1}, {2});
  if (effort.progress) effort.progress("elastic constants");
  gather_constants(e, plan);
  gather_band(e, plan);
  gather_walls(e);
  run_curves(curves_of(e), effort);
  for (Reading* r : {&e.stiff, &e.soft}) {
    r->fit_random = fit(r->random);
    if (!r->single.cots.empty()) r->fit_single = fit(r->single);
    r->fit_finer = fit(r->finer);
    r->fit_square_1 = fit(r->square_1);
    r->fit_square_3 = fit(r->square_3);
    r->fit_coarse = fit(r->sizes.front());
  }
  e.one_wall.fit_finer = fit(e.one_wall.finer);
  e.one_wall.fit_square_1 = fit(e.one_wall.square_1);
  e.one_wall.fit_square_3 = fit(e.one_wall.square_3);
  for (Variant& v : e.variants) v.fitted = fit(v.curve);
  return e;
}

}  // namespace carom::papers::lattice
