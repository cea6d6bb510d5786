// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_start.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Dense>

#include "carom/base/bad_input.hpp"
#include "carom/model/text_scope.hpp"

namespace carom {
namespace {

struct Rows {
  Eigen::VectorXd value, surface, drift;
  Eigen::MatrixXd transposed;  // a column for each constraint
};

Rows rows_of(const Model& model, double t, const std::vector<double>& q, const std::vector<double>& u) {
  const int n = model.freedom(), c = model.constraint_number();
  Rows rows{Eigen::VectorXd(c), Eigen::VectorXd(c), Eigen::VectorXd(c), Eigen::MatrixXd(n, c)};
  static_cast<const Equations<double>&>(model).constraints({.t = t, .q = q.data(), .u = u.data()},
                                                           {.value = rows.value.data(),
                                                            .row = rows.transposed.data(),
                                                            .surface_velocity = rows.surface.data(),
                                                            .drift = rows.drift.data()});
  return rows;
}

// −M⁻¹Gᵀ (G M⁻¹Gᵀ)⁺ open
Eigen::VectorXd least_change(const Model& model, double t, const std::vector<double>& q, const std::vector<double>& u,
                             const Rows& rows, const Eigen::VectorXd& open) {
  const int n = model.freedom();
  Eigen::MatrixXd inverse(n, n);
  static_cast<const Equations<double>&>(model).inverse_mass({.t = t, .q = q.data(), .u = u.data()}, inverse.data());
  const Eigen::MatrixXd spread = inverse * rows.transposed;
  const Eigen::MatrixXd square = rows.transposed.transpose() * spread;
  return -spread * square.completeOrthogonalDecomposition().solve(open);
}

double size_of(const Model& model, const Rows& rows, int i, double per_time) {
  double size = 0;
  for (int k = 0; k < model.freedom(); ++k)
    size += std::abs(rows.transposed(k, i)) * std::max(1.0, model.coordinate_scale(k)) * per_time;
  return size;
}

}  // namespace

std::string close_start(const Model& model, const std::string& file, double t, StartClosing may, std::vector<double>& q,
                        std::vector<double>& u) {
  constexpr double fits = 1e-9;
  const int c = model.constraint_number();
  if (c == 0) return "";
  std::string told;
  Eigen::Map<Eigen::VectorXd> place(q.data(), model.freedom()), speed(u.data(), model.freedom());
  const auto worst = [&](const Rows& rows, const Eigen::VectorXd& open, double per_time) {
    int at = -1;
    double most = fits;
    for (int i = 0; i < c; ++i)
      if (const double size = std::abs(open[i]) / size_of(model, rows, i, per_time); !(size <= most)) {
        most = size;
        at = i;
      }
    return at;
  };
  Rows rows = rows_of(model, t, q, u);
  if (const int open = worst(rows, rows.value, 1); open >= 0 && !may.places)
    throw BadInput(
        fmt::format("{}: the start does not fit: '{}' is open by {:.3g}; change it, or let it be closed by "
                    "close_start = true in [numerics]",
                    file, model.constraint_name(open), rows.value[open]));
  const Eigen::VectorXd before = place;
  for (int iteration = 0; iteration < 50 && rows.value.cwiseAbs().maxCoeff() > 0; ++iteration) {
    const double was = rows.value.cwiseAbs().maxCoeff();
    const Eigen::VectorXd kept = place;
    place += least_change(model, t, q, u, rows, rows.value);
    rows = rows_of(model, t, q, u);
    if (iteration > 3 && !(rows.value.cwiseAbs().maxCoeff() < 0.5 * was)) {
      if (!(rows.value.cwiseAbs().maxCoeff() <= was)) place = kept;
      rows = rows_of(model, t, q, u);
      break;
    }
  }
  if (const int open = worst(rows, rows.value, 1); open >= 0)
    throw BadInput(fmt::format("{}: the start cannot be closed: '{}' stays open by {:.3g}", file,
                               model.constraint_name(open), rows.value[open]));
  if (const double moved = (place - before).cwiseAbs().maxCoeff(); moved > fits * 1e-3)
    told = fmt::format("the start was closed: coordinates moved by up to {:.3g}", moved);
  const Eigen::VectorXd open_speed = rows.transposed.transpose() * speed + rows.surface;
  const double per_time = 1 / std::max(model.scales().time, 1e-300);
  if (const int open = worst(rows, open_speed, per_time); open >= 0 && !may.speeds)
    throw BadInput(
        fmt::format("{}: the velocities of the start do not fit: '{}' opens at {:.3g}; change them, or let them be "
                    "fitted by close_start = true in [numerics]",
                    file, model.constraint_name(open), open_speed[open]));
  speed += least_change(model, t, q, u, rows, open_speed);
  return told;
}

void refuse_singular_mass(const ModelText& text, const std::vector<double>& mass,
                          const std::vector<std::string>& coordinates) {
  const std::size_t n = coordinates.size();
  for (std::size_t k = 0; k < n; ++k) {
    if (mass[k + k * n] > 0) continue;
    if (!text.kinetic.given())
      throw BadInput(fmt::format("{}: nothing that '{}' moves has inertia", text.file, coordinates[k]));
    TextScope::refuse(
        text.kinetic,
        mass[k + k * n] < 0
            ? fmt::format("the kinetic energy gives '{}' a negative inertia", coordinates[k])
            : fmt::format("the mass matrix is singular: the kinetic energy gives '{}' no inertia", coordinates[k]));
  }
  if (!text.kinetic.given())
    throw BadInput(fmt::format("{}: the mass matrix is not positive definite at the start", text.file));
  TextScope::refuse(text.kinetic, "the mass matrix is not positive definite at the start");
}

}  // namespace carom
