// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/shooting.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/base/dense.hpp"

namespace carom::study {
namespace {

// Rows (and columns) of the state that take part: all but the free coordinates.
std::vector<int> bound_rows(const FlowMap& map) {
  const std::vector<int> free = map.free_coordinates();
  std::vector<int> rows;
  for (int k = 0; k < map.size(); ++k)
    if (std::find(free.begin(), free.end(), k) == free.end()) rows.push_back(k);
  return rows;
}

// The coordinate of the state by which the section is left the soonest, in units of the scales.
int steepest(const Eigen::VectorXd& slope, const Eigen::VectorXd& scale, const std::vector<int>& rows) {
  int best = rows[0];
  for (int k : rows)
    if (std::abs(slope[k]) * scale[k] > std::abs(slope[best]) * scale[best]) best = k;
  return best;
}

// Is the phase of the orbit's first point unknown, so that the point lies on the section?
bool seeks_phase(const ClosedOrbit& orbit, const FlowMap& map) {
  return map.drive_period() && !map.strobed() && orbit.on_section;
}

}  // namespace

Eigen::VectorXd Shooting::pack(const ClosedOrbit& orbit, const FlowMap& map, double period_scale,
                               double parameter_scale) const {
  const std::vector<int> rows = bound_rows(map);
  const int m = static_cast<int>(rows.size());
  Eigen::VectorXd x(m + 2);
  for (int i = 0; i < m; ++i)
    x[i] = orbit.z[rows[static_cast<std::size_t>(i)]] / scale_[rows[static_cast<std::size_t>(i)]];
  // The period of a drive is no unknown: it is what the parameter makes it.
  x[m] = seeks_phase(orbit, map) ? orbit.phase : map.drive_period() ? 1 : orbit.period / period_scale;
  x[m + 1] = orbit.parameter / parameter_scale;
  return x;
}

void Shooting::unpack(const Eigen::VectorXd& x, const FlowMap& map, double period_scale, double parameter_scale,
                      ClosedOrbit& orbit) const {
  const std::vector<int> rows = bound_rows(map);
  const int m = static_cast<int>(rows.size());
  for (int i = 0; i < m; ++i)
    orbit.z[rows[static_cast<std::size_t>(i)]] = x[i] * scale_[rows[static_cast<std::size_t>(i)]];
  if (!map.drive_period()) orbit.period = x[m] * period_scale;
  if (seeks_phase(orbit, map)) orbit.phase = x[m];
  orbit.parameter = x[m + 1] * parameter_scale;
}

void keep_time(const FlowMap& map, ClosedOrbit& orbit) {
  const std::optional<double> drive = map.drive_period();
  if (!drive) return;
  orbit.t = orbit.phase * *drive;
  orbit.period = orbit.rounds * *drive;
}

bool go_to_quiet(const FlowMap& map, double duration, double least, double& t, Eigen::VectorXd& z) {
  const FlowResult round = map.flow({.t = t, .z = z, .duration = duration});
  const FlowResult moved = map.flow({.t = t, .z = z, .duration = std::max(round.quiet - t, least)});
  if (!round.ok() || !moved.ok()) return false;
  t = moved.t;
  z = moved.z;
  return true;
}

Eigen::VectorXd after_impact(const FlowMap& map, double period, double t, const Eigen::VectorXd& z) {
  const double soon = 1e-5 * period, look = 1e-7 * period;
  const int n = map.dof();
  const double gap = map.smallest_gap(t, z);
  Eigen::VectorXd ahead = z;
  ahead.head(n) += look * z.tail(n);
  const double rate = (map.smallest_gap(t + look, ahead) - gap) / look;
  if (!(rate < 0 && gap < -2 * rate * soon)) return z;
  const FlowResult flow = map.flow({.t = t, .z = z, .duration = soon});
  if (!flow.ok() || flow.impacts == 0) return z;
  Eigen::VectorXd after = flow.z - soon * flow.rate;
  after.head(n) += 0.5 * soon * soon * flow.rate.tail(n);
  return after;
}

double speed_of(const FlowMap& map, double t, const Eigen::VectorXd& z) {
  const FlowResult here = map.flow({.t = t, .z = z, .duration = 1e-9 * map.time_scale()});
  return map.at_rest(here.rate).cwiseQuotient(map.scale().head(map.dof())).norm() * map.time_scale();
}

void put_on_section(const FlowMap& map, Eigen::VectorXd& z) {
  for (int iteration = 0; iteration < 4; ++iteration) {
    const double value = map.section_value(z);
    if (value == 0) return;
    const Eigen::VectorXd slope = map.section_slope(z);
    const int k = steepest(slope, map.scale(), bound_rows(map));
    z[k] -= value / slope[k];
  }
}

bool Shooting::evaluate(ClosedOrbit& orbit, const FlowMap& map, std::string& reason, Outcome& outcome) const {
  keep_time(map, orbit);
  if (!orbit.z.allFinite() || !(orbit.period > 0) || !std::isfinite(orbit.period)) {
    outcome = Outcome::no_convergence;
    reason = "the iteration left the states that have a motion";
    return false;
  }
  // The unknown is free; the motion begins on the constraints, and so does its end, which the unknown must equal.
  Eigen::VectorXd begin = orbit.z;
  if (!orbit.modes.empty()) map.put_on_constraints(orbit.t, orbit.modes, begin);
  orbit.flow = map.flow({.t = orbit.t, .z = begin, .duration = orbit.period, .derivative = true});
  if (!orbit.flow.ok()) {
    outcome = orbit.flow.outcome;
    reason = orbit.flow.reason;
    return false;
  }
  // The derivative's certificate: it was taken along this motion and no other.
  if (!(orbit.flow.mismatch < 1e-6)) {
    outcome = Outcome::no_convergence;
    reason = fmt::format("the derivative does not follow the motion through one of its events (they differ by {:.1e})",
                         orbit.flow.mismatch);
    return false;
  }
  orbit.modes = orbit.flow.first_modes;
  orbit.residual = 0;
  const Eigen::VectorXd open = map.difference(orbit.flow.z, orbit.z);
  for (int k : bound_rows(map)) orbit.residual = std::max(orbit.residual, std::abs(open[k]) / scale_[k]);
  return true;
}

Eigen::VectorXd Shooting::parameter_slope(const ClosedOrbit& orbit, double parameter_scale) const {
  // From motions with the same events: across a change of them there is no slope.
  const auto end = [&](double parameter, Eigen::VectorXd& z) {
    const std::unique_ptr<FlowMap> map = map_at_(parameter);
    if (!map) return false;
    ClosedOrbit there{.t = orbit.t, .period = orbit.period, .rounds = orbit.rounds, .phase = orbit.phase};
    keep_time(*map, there);
    z = orbit.z;
    map->put_on_constraints(there.t, orbit.modes, z);
    const FlowResult flow = map->flow({.t = there.t, .z = z, .duration = there.period});
    z = flow.z;
    return flow.ok() && flow.signature == orbit.flow.signature;
  };
  Eigen::VectorXd below, above;
  for (double h = 1e-6 * parameter_scale; h > 1e-11 * parameter_scale; h *= 0.03) {
    const bool low = end(orbit.parameter - h, below), high = end(orbit.parameter + h, above);
    if (low && high) return (above - below) / (2 * h);
    if (low) return (orbit.flow.z - below) / h;
    if (high) return (above - orbit.flow.z) / h;
  }
  return Eigen::VectorXd::Zero(orbit.z.size());
}

Shooting::System Shooting::equations(const ClosedOrbit& orbit, const FlowMap& map, bool with_parameter,
                                     double period_scale, double parameter_scale) const {
  const std::vector<int> rows = bound_rows(map);
  const int m = static_cast<int>(rows.size());
  System s;
  s.matrix = Eigen::MatrixXd::Zero(m + 1, m + 2);
  s.residual = Eigen::VectorXd::Zero(m + 1);
  const Eigen::VectorXd open = map.difference(orbit.flow.z, orbit.z);
  Eigen::VectorXd slope;
  if (with_parameter) slope = parameter_slope(orbit, parameter_scale);
  for (int i = 0; i < m; ++i) {
    const int r = rows[static_cast<std::size_t>(i)];
    for (int j = 0; j < m; ++j) {
      const int c = rows[static_cast<std::size_t>(j)];
      s.matrix(i, j) = (orbit.flow.derivative(r, c) - (r == c ? 1.0 : 0.0)) * scale_[c] / scale_[r];
    }
    s.matrix(i, m) = orbit.flow.rate[r] * period_scale / scale_[r];
    if (with_parameter) s.matrix(i, m + 1) = slope[r] * parameter_scale / scale_[r];
    s.residual[i] = open[r] / scale_[r];
  }
  const std::optional<double> drive = map.drive_period();
  if (drive && !seeks_phase(orbit, map)) {
    s.matrix.row(m).setZero();
    s.matrix.col(m).setZero();
    s.matrix(m, m) = 1;  // the period stays
    return s;
  }
  if (drive) {
    // By the phase at fixed z₀: both ends move, and a closed orbit has the same rate at both.
    const Eigen::VectorXd change = orbit.flow.rate - orbit.flow.derivative * orbit.flow.rate;
    for (int i = 0; i < m; ++i) {
      const int r = rows[static_cast<std::size_t>(i)];
      s.matrix(i, m) = change[r] * *drive / scale_[r];
    }
  }
  // (2)
  const Eigen::VectorXd across = orbit.on_section ? map.section_slope(orbit.z) : orbit.flow.rate;
  const int steep = steepest(across, scale_, rows);
  const double size = orbit.on_section ? std::abs(across[steep]) * scale_[steep] : orbit.flow.rate.squaredNorm();
  for (int j = 0; j < m; ++j) {
    const int c = rows[static_cast<std::size_t>(j)];
    s.matrix(m, j) = across[c] * scale_[c] / size;
  }
  if (orbit.on_section) s.residual[m] = map.section_value(orbit.z) / size;
  return s;
}

Outcome Shooting::close(ClosedOrbit& orbit, std::string& reason, const ArclengthRow* row) const {
  const double period_scale = row ? row->period_scale : orbit.period,
               parameter_scale = row ? row->parameter_scale : 1.0;
  std::unique_ptr<FlowMap> map = map_at_(orbit.parameter);
  if (!map) {
    reason = "the parameter leaves the model";
    return Outcome::no_convergence;
  }
  Outcome outcome = Outcome::reached_end;
  if (!evaluate(orbit, *map, reason, outcome)) return outcome;
  const auto distance = [&](const ClosedOrbit& o) {
    if (!row) return o.residual;
    return std::max(o.residual,
                    std::abs(row->tangent.dot(pack(o, *map, period_scale, parameter_scale) - row->predicted)));
  };
  double size = distance(orbit);
  orbit.effort = 0;
  for (orbit.iterations = 0; orbit.iterations < options_.max_iterations; ++orbit.iterations) {
    if (interrupt_ && interrupt_->load(std::memory_order_relaxed)) return Outcome::interrupted;
    if (size <= options_.tolerance) return Outcome::reached_end;
    if (size > 1e3 * options_.good_enough) orbit.effort = orbit.iterations + 1;
    const System s = equations(orbit, *map, row != nullptr, period_scale, parameter_scale);
    const int m = static_cast<int>(s.matrix.rows()) - 1;
    Eigen::MatrixXd matrix(m + 2, m + 2);
    Eigen::VectorXd rhs(m + 2);
    matrix.topRows(m + 1) = s.matrix;
    rhs.head(m + 1) = -s.residual;
    const Eigen::VectorXd x = pack(orbit, *map, period_scale, parameter_scale);
    if (row) {
      matrix.row(m + 1) = row->tangent.transpose();
      rhs[m + 1] = -row->tangent.dot(x - row->predicted);
    } else {
      matrix.row(m + 1).setZero();
      matrix(m + 1, m + 1) = 1;
      rhs[m + 1] = 0;
    }
    const Eigen::VectorXd step = solve_least_squares(matrix, rhs);
    if (!step.allFinite()) break;
    // The full step, or a part of it that comes nearer.
    ClosedOrbit best;
    double best_size = HUGE_VAL;
    for (double part = std::min(1.0, 0.5 / std::max(step.lpNorm<Eigen::Infinity>(), 1e-300)); part > 0.02;
         part *= 0.4) {
      ClosedOrbit trial = orbit;
      unpack(x + part * step, *map, period_scale, parameter_scale, trial);
      std::unique_ptr<FlowMap> trial_map = row ? map_at_(trial.parameter) : nullptr;
      if (row && !trial_map) continue;
      std::string trial_reason;
      if (!evaluate(trial, row ? *trial_map : *map, trial_reason, outcome)) {
        reason = trial_reason;
        continue;
      }
      const double trial_size = distance(trial);
      if (trial_size < best_size) {
        best_size = trial_size;
        best = trial;
      }
      if (trial_size < 0.9 * size) break;
    }
    if (!(best_size < size)) {
      if (size <= options_.good_enough) return Outcome::reached_end;
      break;
    }
    best.iterations = orbit.iterations;
    orbit = best;
    size = best_size;
    if (row) map = map_at_(orbit.parameter);
  }
  if (size <= options_.good_enough) return Outcome::reached_end;
  reason = fmt::format("Newton's method does not close the orbit: {:.2g} of the coordinates' scales are left", size);
  return Outcome::no_convergence;
}

Eigen::VectorXd Shooting::tangent(const ClosedOrbit& orbit, double period_scale, double parameter_scale) const {
  const System s = equations(orbit, *map_at_(orbit.parameter), true, period_scale, parameter_scale);
  // The direction in which the equations do not change.
  return free_direction(s.matrix);
}

Eigen::MatrixXd return_map(const ClosedOrbit& orbit, const FlowMap& map, std::vector<int>& kept, int& rank) {
  const Eigen::VectorXd scale = map.scale();
  const int n = map.size();
  const bool driven = map.drive_period().has_value();
  Eigen::MatrixXd D = orbit.flow.derivative;
  rank = orbit.flow.rank - static_cast<int>(map.free_coordinates().size());
  kept = bound_rows(map);
  if (!driven) {
    // Return to the section: what is left after the own direction f is taken away along it.
    Eigen::VectorXd normal = orbit.on_section
                                 ? map.section_slope(orbit.z)
                                 : Eigen::VectorXd(orbit.flow.rate.cwiseQuotient(scale.cwiseProduct(scale)));
    // Across the way among the coordinates that come back: how far a free one has moved says nothing of them.
    for (const int k : map.free_coordinates()) normal[k] = 0;
    D -= orbit.flow.rate * (normal.transpose() * D) / normal.dot(orbit.flow.rate);
    --rank;
    if (orbit.on_section) {
      // On the section one coordinate follows from the others.
      const int phase = steepest(normal, scale, kept);
      for (int c = 0; c < n; ++c)
        if (c != phase && normal[c] != 0) D.col(c) -= D.col(phase) * (normal[c] / normal[phase]);
      kept.erase(std::remove(kept.begin(), kept.end(), phase), kept.end());
    }
  }
  const int m = static_cast<int>(kept.size());
  Eigen::MatrixXd P(m, m);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < m; ++j)
      P(i, j) = D(kept[static_cast<std::size_t>(i)], kept[static_cast<std::size_t>(j)]) *
                scale[kept[static_cast<std::size_t>(j)]] / scale[kept[static_cast<std::size_t>(i)]];
  return P;
}

std::vector<std::complex<double>> multipliers_of(const ClosedOrbit& orbit, const FlowMap& map) {
  std::vector<int> kept;
  int rank = 0;
  const Eigen::MatrixXd P = return_map(orbit, map, kept, rank);
  const int m = static_cast<int>(kept.size()), count = map.drive_period() || orbit.on_section ? m : m - 1;
  rank = std::clamp(rank, 0, count);
  std::vector<std::complex<double>> multipliers(static_cast<std::size_t>(count), 0.0);
  if (rank > 0) {
    // P = U Σ Vᵀ of that rank has the eigenvalues of Σ Vᵀ U, and zeros.
    const SingularValues svd = singular_values(P);
    const Eigen::MatrixXd core =
        svd.values.head(rank).asDiagonal() * (svd.V.leftCols(rank).transpose() * svd.U.leftCols(rank));
    const Eigen::VectorXcd values = eigenvalues(core);
    for (int i = 0; i < rank; ++i) multipliers[static_cast<std::size_t>(i)] = values[i];
  }
  std::sort(multipliers.begin(), multipliers.end(), [](const auto& a, const auto& b) {
    return std::abs(a) != std::abs(b) ? std::abs(a) > std::abs(b) : a.imag() > b.imag();
  });
  return multipliers;
}

}  // namespace carom::study
