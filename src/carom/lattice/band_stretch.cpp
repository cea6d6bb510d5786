// SPDX-License-Identifier: Apache-2.0
#include "carom/lattice/band_stretch.hpp"

#include <Eigen/Dense>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/number_text.hpp"
#include "carom/lattice/verlet.hpp"

namespace carom {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

void check(const Band& band, const BandPull& pull) {
  if (band.left.empty() || band.right.empty() || band.bottom.empty() || band.top.empty())
    throw BadInput("a band has points at its ends and along its edges");
  if (pull.forces.empty()) throw BadInput("a band is stretched by one force at least");
  for (const double force : pull.forces)
    if (!(force > 0 && std::isfinite(force)))
      throw BadInput("the force on a band must be above 0, got " + number_text(force));
  const auto above = [](const char* what, double value) {
    if (!(value > 0 && std::isfinite(value)))
      throw BadInput(std::string(what) + " of a stretch must be above 0, got " + number_text(value));
  };
  above("the tolerance", pull.tolerance);
  if (pull.damping != 0) above("the damping", pull.damping);
  if (pull.t_max != 0) above("the longest time", pull.t_max);
  if (pull.dt != 0) above("the time step", pull.dt);
}

// The point of an end that is nearest to the axis.
std::uint32_t middle_of(const Band& band, const std::vector<std::uint32_t>& end) {
  return *std::min_element(end.begin(), end.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::pair(std::abs(band.y[i]), band.y[i]) < std::pair(std::abs(band.y[j]), band.y[j]);
  });
}

// The coordinates in which the band moves: x and y of every point but the middle ones of free ends, which have x alone;
// the points of a gripped end have one together, their x.
class Freedom {
 public:
  Freedom(const Band& band, BandEnds ends) : at_x_(band.x.size(), -1), at_y_(band.x.size(), -1) {
    std::vector<bool> gripped(band.x.size(), false);
    const std::uint32_t left = middle_of(band, band.left), right = middle_of(band, band.right);
    if (ends == BandEnds::gripped) {
      for (const auto* end : {&band.left, &band.right}) {
        for (const std::uint32_t i : *end) {
          at_x_[i] = size_;
          gripped[i] = true;
        }
        ++size_;
      }
    }
    for (std::size_t i = 0; i < band.x.size(); ++i) {
      if (gripped[i]) continue;
      at_x_[i] = size_++;
      if (i != left && i != right) at_y_[i] = size_++;
    }
  }

  Index size() const { return size_; }
  Index x(std::size_t i) const { return at_x_[i]; }
  Index y(std::size_t i) const { return at_y_[i]; }  // −1: does not move

  VectorXd gather(const std::vector<Point>& forces) const {
    VectorXd sum = VectorXd::Zero(size_);
    for (std::size_t i = 0; i < at_x_.size(); ++i) {
      sum[at_x_[i]] += forces[i].x;
      if (at_y_[i] >= 0) sum[at_y_[i]] += forces[i].y;
    }
    return sum;
  }

  void spread(const VectorXd& v, LatticeState& state) const {
    for (std::size_t i = 0; i < at_x_.size(); ++i) {
      state.v[i] = {v[at_x_[i]], at_y_[i] >= 0 ? v[at_y_[i]] : 0};
    }
  }

 private:
  std::vector<Index> at_x_, at_y_;
  Index size_ = 0;
};

// C of (3) in those coordinates.
Eigen::SparseMatrix<double> damping_matrix(const Band& band, const Freedom& freedom, double gamma) {
  std::vector<Eigen::Triplet<double>> entries;
  const auto couple = [&](Index a, Index b) {
    if (a >= 0) entries.emplace_back(a, a, gamma);
    if (b >= 0) entries.emplace_back(b, b, gamma);
    if (a >= 0 && b >= 0) {
      entries.emplace_back(a, b, -gamma);
      entries.emplace_back(b, a, -gamma);
    }
  };
  for (std::size_t s = 0; s < band.network.springs(); ++s) {
    const std::uint32_t i = band.network.first[s], j = band.network.second[s];
    couple(freedom.x(i), freedom.x(j));
    couple(freedom.y(i), freedom.y(j));
  }
  Eigen::SparseMatrix<double> C(freedom.size(), freedom.size());
  C.setFromTriplets(entries.begin(), entries.end());
  return C;
}

// (5)
double fastest_rate(const SpringNetwork& network) {
  std::vector<double> sum(network.points(), 0);
  for (std::size_t s = 0; s < network.springs(); ++s)
    for (const std::uint32_t i : {network.first[s], network.second[s]}) sum[i] += network.k_a[s] / network.mass[i];
  return std::sqrt(2 * *std::max_element(sum.begin(), sum.end()));
}

// (5): the lowest waves along the band, which it damps too little, and its bending, which it damps too much, then come
// to rest about together.
double swift_damping(const Band& band) {
  const SpringNetwork& network = band.network;
  const double k =
      std::accumulate(network.k_a.begin(), network.k_a.end(), 0.0) / static_cast<double>(network.springs());
  const double density = std::accumulate(network.mass.begin(), network.mass.end(), 0.0) / (band.length * band.width);
  return 0.2 * std::min(band.length, band.width) * std::sqrt(k * density);
}

double mean_of(double Point::*coordinate, const LatticeState& state, const std::vector<std::uint32_t>& points) {
  double sum = 0;
  for (const std::uint32_t i : points) sum += state.r[i].*coordinate;
  return sum / static_cast<double>(points.size());
}

void measure(const Band& band, const LatticeState& state, BandAtRest& rest) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Zero();
  Eigen::Matrix<double, 3, 2> b = Eigen::Matrix<double, 3, 2>::Zero();
  for (std::size_t i = 0; i < band.x.size(); ++i) {
    if (std::abs(band.x[i]) > band.length / 4) continue;
    const Eigen::Vector3d at(1, band.x[i], band.y[i]);
    A += at * at.transpose();
    b += at * Eigen::RowVector2d(state.r[i].x - band.x[i], state.r[i].y - band.y[i]);
  }
  const Eigen::Matrix<double, 3, 2> G = A.ldlt().solve(b);  // columns: u_x, u_y; rows: 1, x, y
  rest.along = std::hypot(1 + G(1, 0), G(1, 1)) - 1;        // (7)
  rest.across = std::hypot(G(2, 0), 1 + G(2, 1)) - 1;
  const double x = mean_of(&Point::x, state, band.right) - mean_of(&Point::x, state, band.left);
  const double y = mean_of(&Point::y, state, band.right) - mean_of(&Point::y, state, band.left);
  rest.whole_along = std::hypot(x, y) / band.length - 1;  // (8)
  rest.whole_across = (mean_of(&Point::y, state, band.top) - mean_of(&Point::y, state, band.bottom)) / band.width - 1;
  const double stress = rest.force / band.width;
  rest.E = stress / rest.along;  // (9)
  rest.nu = -rest.across / rest.along;
  rest.E_whole = stress / rest.whole_along;
  rest.nu_whole = -rest.whole_across / rest.whole_along;
}

VectorXd moving_mass(const SpringNetwork& network, const Freedom& freedom) {
  VectorXd mass = VectorXd::Zero(freedom.size());
  for (std::size_t i = 0; i < network.points(); ++i)
    for (const Index at : {freedom.x(i), freedom.y(i)})
      if (at >= 0) mass[at] += network.mass[i];
  return mass;
}

// M + h C, with which (4) is implicit in the damping.
Eigen::SparseMatrix<double> damped_mass(const VectorXd& mass, const Eigen::SparseMatrix<double>& C, double h) {
  Eigen::SparseMatrix<double> damped = h * C;
  damped.diagonal() += mass;
  return damped;
}

// A band under one force after the other.
class Stretching {
 public:
  Stretching(const Band& band, const BandPull& pull)
      : band_(band),
        pull_(pull),
        freedom_(band, pull.ends),
        rate_(fastest_rate(band.network)),
        h_(pull.dt > 0 ? pull.dt : 1 / rate_),
        gamma_(pull.damping > 0 ? pull.damping : swift_damping(band)),
        t_max_(pull.t_max > 0 ? pull.t_max : 3e5 / rate_),
        C_(damping_matrix(band, freedom_, gamma_)),
        mass_(moving_mass(band.network, freedom_)),
        solver_(damped_mass(mass_, C_, h_)),
        state_(state_at_rest(band.x, band.y)),
        v_(VectorXd::Zero(freedom_.size())) {}

  BandStretchReport finish() {
    for (const double force : pull_.forces) {
      BandAtRest rest{.force = force};
      const double before = distance_of_ends();
      come_to_rest(rest);
      report_.work += force * (distance_of_ends() - before);
      if (report_.outcome != Outcome::reached_end) break;
      rest.t = state_.t;
      measure(band_, state_, rest);
      report_.rests.push_back(rest);
    }
    report_.kinetic = kinetic_energy(band_.network, state_);
    report_.elastic = spring_energy(band_.network, state_.r);
    report_.energy_error = std::abs(report_.kinetic + report_.elastic + report_.loss - report_.work) / report_.work;
    report_.E = mean(&BandAtRest::E);
    report_.nu = mean(&BandAtRest::nu);
    report_.E_whole = mean(&BandAtRest::E_whole);
    report_.nu_whole = mean(&BandAtRest::nu_whole);
    report_.final = std::move(state_);
    return std::move(report_);
  }

 private:
  double distance_of_ends() const {
    return mean_of(&Point::x, state_, band_.right) - mean_of(&Point::x, state_, band_.left);
  }

  double mean(double BandAtRest::*value) const {
    double sum = 0;
    for (const BandAtRest& rest : report_.rests) sum += rest.*value;
    return sum / static_cast<double>(report_.rests.size());  // NaN without any
  }

  // Of springs and pull.
  VectorXd net_force(double force) {
    set_spring_forces(band_.network, state_.r, forces_);
    for (const std::uint32_t i : band_.left) forces_[i].x -= force / static_cast<double>(band_.left.size());
    for (const std::uint32_t i : band_.right) forces_[i].x += force / static_cast<double>(band_.right.size());
    return freedom_.gather(forces_);
  }

  // (4)
  void advance(double force, int steps) {
    for (int i = 0; i < steps; ++i) {
      drift(state_, h_ / 2);
      const VectorXd next = solver_.solve(mass_.cwiseProduct(v_) + h_ * net_force(force));
      report_.loss += h_ / 2 * (v_ + next).dot(C_ * next);
      v_ = next;
      freedom_.spread(v_, state_);
      drift(state_, h_ / 2);
      state_.t += h_;
    }
    report_.steps += steps;
  }

  void stop(Outcome outcome, std::string reason) {
    report_.outcome = outcome;
    report_.reason = std::move(reason);
  }

  // Until the residual is within the tolerance; the outcome says if it does not get there.
  void come_to_rest(BandAtRest& rest) {
    constexpr int pause = 16;  // steps between looks at the residual
    const double share = rest.force / static_cast<double>(std::max(band_.left.size(), band_.right.size()));
    for (const double start = state_.t;;) {
      advance(rest.force, pause);
      const double speed = v_.cwiseAbs().maxCoeff();
      rest.residual = std::max(net_force(rest.force).cwiseAbs().maxCoeff(), gamma_ * speed) / share;  // (6)
      if (!std::isfinite(rest.residual))
        return stop(Outcome::not_finite,
                    "the motion is not finite any more: the force tears the band, or the step is too long");
      if (rest.residual < pull_.tolerance) return;
      if (pull_.interrupt && pull_.interrupt->load()) return stop(Outcome::interrupted, "");
      if (state_.t - start >= t_max_)
        return stop(Outcome::no_convergence, "the band still moved after " + number_text(t_max_) + " at the force " +
                                                 number_text(rest.force) + ": its forces are balanced to " +
                                                 number_text(rest.residual) + " of the pull on a point");
    }
  }

  const Band& band_;
  const BandPull& pull_;
  const Freedom freedom_;
  const double rate_, h_, gamma_, t_max_;
  const Eigen::SparseMatrix<double> C_;
  const VectorXd mass_;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver_;
  LatticeState state_;
  VectorXd v_;
  std::vector<Point> forces_;
  BandStretchReport report_;
};

}  // namespace

std::string BandStretchReport::brief() const {
  return std::string(name(outcome)) + ": E = " + number_text(E) + ", nu = " + number_text(nu) + " after " +
         std::to_string(steps) + " steps";
}

BandStretchReport stretch_band(const Band& band, const BandPull& pull) {
  check(band, pull);
  return Stretching(band, pull).finish();
}

}  // namespace carom
