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

}  // namespace

std::string BandStretchReport::brief() const {
  return std::string(name(outcome)) + ": E = " + number_text(E) + ", nu = " + number_text(nu) + " after " +
         std::to_string(steps) + " steps";
}

BandStretchReport stretch_band(const Band& band, const BandPull& pull) {
  check(band, pull);
  const SpringNetwork& network = band.network;
  const Freedom freedom(band, pull.ends);
  const double rate = fastest_rate(network);
  const double h = pull.dt > 0 ? pull.dt : 1 / rate;
  const double gamma = pull.damping > 0 ? pull.damping : swift_damping(band);
  const double t_max = pull.t_max > 0 ? pull.t_max : 3e5 / rate;
  const Eigen::SparseMatrix<double> C = damping_matrix(band, freedom, gamma);
  VectorXd mass = VectorXd::Zero(freedom.size());
  for (std::size_t i = 0; i < network.points(); ++i)
    for (const Index at : {freedom.x(i), freedom.y(i)})
      if (at >= 0) mass[at] += network.mass[i];
  Eigen::SparseMatrix<double> damped = h * C;
  damped.diagonal() += mass;
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver(damped);

  BandStretchReport report;
  LatticeState state = state_at_rest(band.x, band.y);
  VectorXd v = VectorXd::Zero(freedom.size());
  std::vector<Point> forces;
  const auto net_force = [&](double force) {  // of springs and pull
    set_spring_forces(network, state.r, forces);
    for (const std::uint32_t i : band.left) forces[i].x -= force / static_cast<double>(band.left.size());
    for (const std::uint32_t i : band.right) forces[i].x += force / static_cast<double>(band.right.size());
    return freedom.gather(forces);
  };
  const auto stop = [&](Outcome outcome, std::string reason) {
    report.outcome = outcome;
    report.reason = std::move(reason);
  };
  constexpr int pause = 16;  // steps between looks at the residual
  for (const double force : pull.forces) {
    BandAtRest rest{.force = force};
    const double share = force / static_cast<double>(std::max(band.left.size(), band.right.size()));
    const double before = mean_of(&Point::x, state, band.right) - mean_of(&Point::x, state, band.left);
    for (const double start = state.t;;) {
      for (int i = 0; i < pause; ++i) {  // (4)
        drift(state, h / 2);
        const VectorXd next = solver.solve(mass.cwiseProduct(v) + h * net_force(force));
        report.loss += h / 2 * (v + next).dot(C * next);
        v = next;
        freedom.spread(v, state);
        drift(state, h / 2);
        state.t += h;
      }
      report.steps += pause;
      const double speed = v.cwiseAbs().maxCoeff();
      rest.residual = std::max(net_force(force).cwiseAbs().maxCoeff(), gamma * speed) / share;  // (6)
      if (!std::isfinite(rest.residual)) {
        stop(Outcome::not_finite,
             "the motion is not finite any more: the force tears the band, or the step is too long");
        break;
      }
      if (rest.residual < pull.tolerance) break;
      if (pull.interrupt && pull.interrupt->load()) {
        stop(Outcome::interrupted, "");
        break;
      }
      if (state.t - start >= t_max) {
        stop(Outcome::no_convergence, "the band still moved after " + number_text(t_max) + " at the force " +
                                          number_text(force) + ": its forces are balanced to " +
                                          number_text(rest.residual) + " of the pull on a point");
        break;
      }
    }
    report.work += force * (mean_of(&Point::x, state, band.right) - mean_of(&Point::x, state, band.left) - before);
    if (report.outcome != Outcome::reached_end) break;
    rest.t = state.t;
    measure(band, state, rest);
    report.rests.push_back(rest);
  }
  report.kinetic = kinetic_energy(network, state);
  report.elastic = spring_energy(network, state.r);
  report.energy_error = std::abs(report.kinetic + report.elastic + report.loss - report.work) / report.work;
  const auto mean = [&](double BandAtRest::*value) {
    double sum = 0;
    for (const BandAtRest& rest : report.rests) sum += rest.*value;
    return sum / static_cast<double>(report.rests.size());  // NaN without any
  };
  report.E = mean(&BandAtRest::E);
  report.nu = mean(&BandAtRest::nu);
  report.E_whole = mean(&BandAtRest::E_whole);
  report.nu_whole = mean(&BandAtRest::nu_whole);
  report.final = std::move(state);
  return report;
}

}  // namespace carom
