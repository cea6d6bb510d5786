// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "carom/base/bad_input.hpp"

namespace carom::papers::rods {

namespace {

// A quick run takes twice the step, lets rods fall for a shorter time and measures for a shorter time.
class Plan {
 public:
  explicit Plan(bool quick) : quick_(quick) {}

  Point point(study::RodRun run, int seeds_full, int seeds_quick = 1) const {
    if (quick_) {
      hasten(run);
    }
    return {.run = run, .seeds = quick_ ? seeds_quick : seeds_full};
  }
  Point at_gamma(study::RodRun run, double gamma) const {
    run.Gamma = gamma;
    return point(run, 1);
  }
  template <class T>
  std::vector<T> pick(std::vector<T> full, std::vector<T> quick) const {
    return quick_ ? quick : full;
  }

 private:
  bool quick_;
};

void plan_rings(Evidence& e, const Plan& plan) {
  for (const int N : plan.pick<int>({55, 54, 53, 52, 50, 48, 46, 45, 44, 42, 40, 38, 36, 33, 30, 27, 23},
                                    {55, 53, 50, 47, 44, 41, 38, 35, 30, 23}))
    e.ring_tilt.push_back(plan.point(ring_run(N), N > 41 ? 2 : 1));
  for (const int N : plan.pick<int>({54, 50, 38, 33, 30, 27, 23}, {50, 30, 23})) {
    AccelerationCurve curve{.N = N, .points = {}};
    for (const double gamma : plan.pick<double>({1.1, 1.25, 1.4, 1.55, 1.6, 1.8, 2, 2.25, 2.5, 3.3, 4.5},
                                                {1.25, 1.55, 1.75, 2, 2.5, 3.3, 4.5}))
      curve.points.push_back(plan.at_gamma(ring_run(N), gamma));
    e.ring_gamma.push_back(curve);
  }
  const auto swept = [&](int N) {
    AccelerationCurve curve{.N = N, .points = {}};
    for (const double gamma :
         plan.pick<double>({1.25, 1.4, 1.5, 1.6, 1.7, 1.8, 2, 2.5, 3.3}, {1.25, 1.55, 1.75, 2, 3.3}))
      curve.points.push_back(plan.at_gamma(ring_run(N), gamma));
    return curve;
  };
  for (const int N : plan.pick<int>({50, 27}, {50})) e.ring_down.push_back(swept(N));
  for (const int N : plan.pick<int>({50, 27}, {})) e.ring_up.push_back(swept(N));
  for (const double gamma : plan.pick<double>({1.1, 1.25, 1.5, 1.75, 2.25}, {1.25})) {
    study::RodRun standing = ring_run(50), smooth = ring_run(50);
    standing.walls = particles::Walls::standing;
    smooth.mu_rw = 0;
    e.ring_gamma_standing.points.push_back(plan.at_gamma(standing, gamma));
    e.ring_gamma_smooth.points.push_back(plan.at_gamma(smooth, gamma));
  }
}

// Friction, frequencies, rods that roll, ends, and which way they lean.
void plan_ring_variations(Evidence& e, const Plan& plan) {
  for (const double mu : plan.pick<double>({0, 0.05, 0.1, 0.2, 0.3, 0.6, 1.2}, {0, 0.3, 1.2})) {
    study::RodRun run = ring_run(50);
    run.mu_rw = mu;
    e.ring_mu_wall.push_back(plan.point(run, 1));
  }
  for (const double mu : plan.pick<double>({0, 0.03, 0.1, 0.2, 0.3, 0.6, 1}, {0, 0.3, 0.6, 1})) {
    study::RodRun run = ring_run(50);
    run.mu_rb = mu;
    e.ring_mu_plate.push_back(plan.point(run, 1));
  }
  study::RodRun without = ring_run(50);
  without.mu_rb = 0;
  without.walls = particles::Walls::standing;
  e.ring_mu_plate_standing = plan.point(without, 1);
  for (const double f : plan.pick<double>({50, 60, 75, 100}, {50, 60, 100})) {
    study::RodRun run = ring_run(50);
    run.f = f;
    e.ring_frequency.push_back(plan.point(run, 1));
  }
  for (const int N : {50, 44}) {
    study::RodRun run = ring_run(N);
    run.spin = true;
    e.ring_spin.push_back(plan.point(run, 1));
  }
  e.ring_rolling.N = 41;
  for (const double gamma : plan.pick<double>({1.05, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.5, 3.3}, {1.25, 1.75, 2, 3.3})) {
    study::RodRun run = ring_run(41);
    run.spin = true;
    e.ring_rolling.points.push_back(plan.at_gamma(run, gamma));
  }
  for (const particles::Ends ends : {particles::Ends::round, particles::Ends::flat_below})
    for (const double gamma : plan.pick<double>({1.4, 2, 2.5, 3.3}, {3.3})) {
      study::RodRun run = ring_run(41);
      run.spin = true;
      run.mu_rb = 0.25;
      run.mu_s_rb = 0.36;
      run.ends = ends;
      e.ring_ends.push_back(plan.at_gamma(run, gamma));
    }
  study::RodRun other = ring_run(50);
  other.start_tilt = -other.start_tilt;
  e.ring_sense.push_back(plan.point(other, 1));
  study::RodRun upright = ring_run(56);
  upright.start_tilt = 0;
  for (int seed = 1; seed <= plan.pick<int>({4}, {1}).front(); ++seed) {
    upright.seed = static_cast<std::uint64_t>(seed);
    e.ring_sense.push_back(plan.point(upright, 1));
  }
  e.ring_film = plan.point(ring_run(50), 1);
  const double from = plan.pick<double>({60}, {40}).front();
  e.ring_film.film = {.from = from, .to = from + 28, .interval = 0.025};
}

void plan_rows(Evidence& e, const Plan& plan) {
  for (const double phi :
       plan.pick<double>({9, 12, 15, 18, 21, 24, 27, 30, 32, 33, 34, 35, 36, 37, 38, 40, 45, 50, 55, 60, 65, 70},
                         {9, 15, 18, 21, 24, 30, 32, 35, 37, 40, 50, 60, 70}))
    e.row_tilt.push_back(
        plan.point(row_run(phi), phi > 31 && phi < 38 ? 3 : 2, phi == 18 || (phi > 31 && phi < 38) ? 2 : 1));
  for (const double gamma : plan.pick<double>({0.9, 1, 1.05, 1.1, 1.15, 1.2, 1.3, 1.4, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6},
                                              {1, 1.1, 1.2, 1.3, 1.5, 2, 3, 4, 6})) {
    study::RodRun run = row_run_of_length(43);
    run.Gamma = gamma;
    e.row_gamma.push_back(plan.point(run, 2));
  }
  for (const double phi : plan.pick<double>({24, 30, 36, 42, 50}, {30, 42}))
    for (const double gamma : plan.pick<double>({1.05, 1.1, 1.25, 1.4, 1.6}, {1.1, 1.6})) {
      study::RodRun run = row_run(phi);
      run.Gamma = gamma;
      e.row_slow.push_back(plan.point(run, 1));
    }
  for (const double mu : plan.pick<double>({0, 0.02, 0.1, 0.2, 0.3, 0.5, 0.8, 1}, {0, 0.02, 0.3, 1})) {
    study::RodRun run = row_run(18);
    run.mu_rb = mu;
    e.row_mu_plate.push_back(plan.point(run, 2));
  }
  for (const particles::Inertia inertia : {particles::Inertia::exact, particles::Inertia::printed})
    for (const bool rescaled : {false, true}) {
      LengthCurve curve{.inertia = inertia, .rescaled = rescaled, .points = {}};
      for (const double l : plan.pick<double>(
               {1, 1.5, 2, 2.5, 3, 4, 5, 6.5, 8, 10},
               rescaled ? std::vector<double>{1.5, 2, 2.5, 3, 6} : std::vector<double>{1, 1.5, 2, 2.5, 3, 4, 6, 9})) {
        if (l == 1 && (rescaled || inertia == particles::Inertia::exact)) continue;  // the sphere: as printed alone
        curve.points.push_back(plan.point(length_run(l, inertia, rescaled), 1));
      }
      e.lengths.push_back(curve);
    }
  e.row_film = plan.point(row_run(18), 1);
  e.row_film.film = {.from = 25, .to = 60, .interval = 0.1};
  e.tip_9 = plan.point(row_run(9), 1);
  e.tip_34 = plan.point(row_run(34), 1);
  e.tip_9.film = e.tip_34.film = {.from = 40, .to = 52, .interval = 0.025};
  e.tip_9.run.cycles = e.tip_34.run.cycles = 60;
  study::RodRun gear = row_run(18);
  gear.integrator = particles::Integrator::gear;
  e.row_gear = plan.point(gear, 3, 2);
}

void plan_readings(Evidence& e, const Plan& plan, bool quick) {
  e.readings = all_readings();
  for (Reading& reading : e.readings) {
    for (const double phi : reading_tilts) {
      if (quick && phi > 18) continue;
      study::RodRun run = row_run(phi);
      reading.apply(run);
      reading.rows.push_back(plan.point(run, 2));
    }
    if (quick) continue;
    study::RodRun run = ring_run(50);
    reading.apply(run);
    reading.rings.push_back(plan.point(run, 1));
    // Where rods creep backwards.
    run.N = 27;
    run.Gamma = 1.1;
    reading.rings.push_back(plan.point(run, 1));
  }
}

// All points of an evidence, constant or not.
template <class SomeEvidence>
auto points_of(SomeEvidence& e) {
  using PointOf = std::conditional_t<std::is_const_v<SomeEvidence>, const Point, Point>;
  std::vector<PointOf*> list;
  const auto add = [&list](auto& points) {
    for (PointOf& p : points) list.push_back(&p);
  };
  // The longest first.
  add(e.ring_tilt);
  for (auto& curve : e.ring_gamma) add(curve.points);
  for (auto* points : {&e.ring_gamma_standing.points, &e.ring_gamma_smooth.points, &e.ring_mu_wall, &e.ring_mu_plate,
                       &e.ring_frequency, &e.ring_spin, &e.ring_rolling.points, &e.ring_ends, &e.ring_sense})
    add(*points);
  list.push_back(&e.ring_mu_plate_standing);
  list.push_back(&e.ring_film);
  for (auto& reading : e.readings) {
    add(reading.rings);
    add(reading.rows);
  }
  for (auto* points : {&e.row_tilt, &e.row_gamma, &e.row_slow, &e.row_mu_plate}) add(*points);
  for (auto& curve : e.lengths) add(curve.points);
  for (PointOf* point : {&e.row_film, &e.tip_9, &e.tip_34, &e.row_gear}) list.push_back(point);
  if (e.row_fine.seeds > 0) list.push_back(&e.row_fine);
  return list;
}

}  // namespace

const Point& Evidence::ring(int N) const {
  for (const Point& p : ring_tilt)
    if (p.run.N == N) return p;
  throw BadInput("the annulus was not computed with so many rods");
}

const Point& Evidence::row(double phi) const {
  for (const Point& p : row_tilt)
    if (std::abs(p.run.phi / deg - phi) < 1e-6) return p;
  throw BadInput("the row was not computed at this tilt");
}

const LengthCurve& Evidence::length(particles::Inertia inertia, bool rescaled) const {
  for (const LengthCurve& c : lengths)
    if (c.inertia == inertia && c.rescaled == rescaled) return c;
  throw BadInput("the lengths were not computed");
}

std::vector<const Point*> Evidence::all_points() const { return points_of(*this); }

Evidence gather(const Effort& effort) {
  Evidence e;
  e.effort = effort;
  const auto say = [&](const char* what) {
    if (effort.progress) effort.progress(what);
  };
  const Plan plan(effort.quick);
  plan_rings(e, plan);
  plan_ring_variations(e, plan);
  plan_rows(e, plan);
  plan_readings(e, plan, effort.quick);
  e.row_fine.seeds = 0;
  if (!effort.quick) {
    e.row_fine = plan.point(row_run(18), 2);
    e.row_fine.run.dt = 2e-5;
  }

  say("single collisions");
  const int scans = static_cast<int>(e.readings.size());
  for_each_point(scans + 1, effort, [&](int k) {
    study::RodRun run = single_run(0);
    if (k < scans) {
      e.readings[k].apply(run);
      e.readings[k].scan = scan_collisions(run, effort.quick ? 4 : 2);
    } else {
      run.integrator = particles::Integrator::gear;
      e.gear_scan = scan_collisions(run, effort.quick ? 4 : 2);
    }
  });
  say("rods in the annulus, their acceleration falling and rising");
  std::vector<Sweep> sweeps;
  for (AccelerationCurve& curve : e.ring_down) sweeps.push_back({.points = &curve.points, .down = true});
  for (AccelerationCurve& curve : e.ring_up) sweeps.push_back({.points = &curve.points, .down = false});
  run_sweeps(sweeps, effort);
  say("rods in the annulus and in the row");
  run_points(points_of(e), effort);
  return e;
}

}  // namespace carom::papers::rods
