// SPDX-License-Identifier: Apache-2.0
// Branches of equilibria: states of rest of the mechanism in fixed contact modes, its surfaces moving on under it.
//
// Model
//   (1)  a(q, u = 0; modes) = 0,  g_i(q) = 0 of closed contacts        dof + n_closed equations, consistent
//   (2)  stability: eigenvalues of the reduced motion (hopf.hpp)
// Method    Pseudo-arclength in (q, p) with Gauss–Newton steps; derivatives by q exact, by p from a central difference, which
//           only guides the iteration. Special points by bisection along the branch, on the real part of the leading pair
//           (HB), on the direction of p (LP) and on the normal forces (LO). States of rest by friction, or with coordinates
//           that nothing depends on, are no line but fill a set: the branch goes through it on the shortest way.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/analysis/branch.hpp"
#include "carom/analysis/hopf.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/dense.hpp"

namespace carom::study {
namespace {

struct Rest {
  Eigen::VectorXd x;  // scaled (q, p)
  double parameter = 0;
  Eigen::VectorXd q;
  std::vector<ContactMode> modes;
  Eigen::VectorXcd eigenvalues;
  double residual = 0;
  double least_force = HUGE_VAL;  // N, over the closed contacts
  double least_slip = 1;          // σ γ_t, over the slipping ones [m/s]
  double pair = 0;  // real part, over the imaginary one, of the complex pair nearest to the imaginary axis
  int unstable_pairs = 0;
  std::string sequence;
};

// The direction that the equations leave free. Where that is more than one, by friction at rest or by coordinates that nothing
// depends on: the one of them in which the parameter changes most, and the place no more than it must.
Eigen::VectorXd direction_of_parameter(const Eigen::MatrixXd& J) {
  const SingularValues svd = singular_values(J);
  const Eigen::Index last = J.cols() - 1;
  const Eigen::Index rank = (svd.values.array() > 1e-9 * svd.values[0]).count();
  if (rank >= last) return svd.V.col(last);
  const Eigen::MatrixXd free = svd.V.rightCols(J.cols() - rank);
  const Eigen::VectorXd along = free * free.row(last).transpose();
  return along.norm() > 1e-9 ? Eigen::VectorXd(along.normalized()) : Eigen::VectorXd(svd.V.col(last));
}

class EquilibriumBranch {
 public:
  EquilibriumBranch(const FlowMapFactory& factory, const ContinuationRequest& request)
      : factory_(factory),
        request_(request),
        range_(std::abs(request.to - request.from)),
        scale_(map_with(factory, request, request.from)->scale()) {}

  ContinuationResult follow() {
    ContinuationResult result;
    Rest point;
    if (!begin(point, result)) return result;
    keep(point, result);
    Eigen::VectorXd tangent = tangent_at(point);
    if (tangent[tangent.size() - 1] * (request_.to - request_.from) < 0) tangent = -tangent;
    const double longest = (request_.max_step > 0 ? request_.max_step : range_ / 50) / range_;
    double step = std::min((request_.step > 0 ? request_.step : range_ / 100) / range_, longest);
    while (static_cast<int>(result.branch.size()) < request_.max_points) {
      if (stopped(request_.start.interrupt)) {
        result.outcome = Outcome::interrupted;
        break;
      }
      Rest next;
      const double ahead = point.parameter + step * tangent[tangent.size() - 1] * range_;
      if (leaves(ahead) && end_on_border(point, ahead, tangent, result)) break;
      if (!advance(point, tangent, step, next)) {
        step *= 0.5;
        if (step > 1e-9) continue;
        result.reason = model_ends(factory_, request_, point.parameter, tangent[tangent.size() - 1] > 0 ? 1 : -1);
        result.outcome = result.reason.empty() ? Outcome::no_convergence : Outcome::left_model;
        if (result.reason.empty())
          result.reason =
              fmt::format("the branch could not be followed beyond {} = {:.9g}", request_.parameter, point.parameter);
        break;
      }
      if (leaves(next.parameter) && end_on_border(point, next.parameter, tangent, result)) break;
      find_special(point, next, tangent, result);
      keep(next, result);
      if (next.least_force < 0 || next.least_slip < 0) {
        result.reason =
            fmt::format("beyond {} = {:.9g} {}", request_.parameter, result.special.back().parameter,
                        next.least_force < 0 ? "a contact would have to pull" : "slip would go the other way");
        result.branch.pop_back();
        break;
      }
      Eigen::VectorXd next_tangent = tangent_at(next);
      if (next_tangent.dot(next.x - point.x) < 0) next_tangent = -next_tangent;
      point = next;
      tangent = next_tangent;
      step = std::min(step * 1.4, longest);
      if (request_.progress) request_.progress(point.parameter, std::abs(point.parameter - request_.from) / range_);
    }
    say_if_cut(request_, result);
    return result;
  }

 private:
  // Nothing where the parameter leaves the model.
  std::unique_ptr<FlowMap> map_at(double parameter) const {
    try {
      return map_with(factory_, request_, parameter);
    } catch (const BadInput&) {
      return nullptr;
    }
  }
  bool leaves(double p) const {
    return p > std::max(request_.from, request_.to) || p < std::min(request_.from, request_.to);
  }

  // The last point lies on the end of the range.
  bool end_on_border(const Rest& point, double beyond, const Eigen::VectorXd& tangent,
                     ContinuationResult& result) const {
    const double end =
        beyond > point.parameter ? std::max(request_.from, request_.to) : std::min(request_.from, request_.to);
    if (!map_at(end)) return false;
    Rest last = point;
    Eigen::VectorXd hold = Eigen::VectorXd::Zero(point.x.size()), predicted = point.x;
    hold[hold.size() - 1] = 1;
    predicted[predicted.size() - 1] = end / range_;
    if (!correct(last, hold, predicted)) return false;
    last.parameter = end;
    evaluate(last);
    if (last.least_force < 0 || last.least_slip < 0 || tangent.dot(last.x - point.x) <= 0) return false;
    find_special(point, last, tangent, result);
    keep(last, result);
    return true;
  }

  bool begin(Rest& point, ContinuationResult& result) const {
    const std::unique_ptr<FlowMap> map = map_at(request_.from);
    if (map->drive_period()) throw BadInput("a driven system has no equilibria to follow: give --branch orbit");
    Eigen::VectorXd q = map->at_rest(map->own(request_.start.q, {}));
    if (request_.start.q.empty()) {
      // Where the motion comes to rest, if it does; else the system's own start as a guess.
      const FlowResult settled =
          map->flow({.t = map->start_time(), .z = map->start(), .duration = request_.start.settle});
      Eigen::VectorXd rate = settled.ok() ? settled.rate : map->start();
      rate.head(map->dof()) = map->at_rest(rate);
      q = map->at_rest(settled.ok() && rate.cwiseQuotient(map->scale()).norm() < 1e-2 ? settled.z : map->start());
    }
    point.modes = map->modes_at_rest(q);
    point.parameter = request_.from;
    point.q = q;
    point.x = pack(*map, q, request_.from);
    Eigen::VectorXd hold = Eigen::VectorXd::Zero(point.x.size());
    hold[hold.size() - 1] = 1;
    if (correct(point, hold, point.x) && (evaluate(point), point.least_force > 0 && point.least_slip > 0)) return true;
    result.outcome = Outcome::no_convergence;
    result.reason =
        fmt::format("no equilibrium was found at {} = {:.9g} near the guess", request_.parameter, request_.from);
    return false;
  }

  Eigen::VectorXd pack(const FlowMap& map, const Eigen::VectorXd& q, double p) const {
    Eigen::VectorXd x(q.size() + 1);
    x << q.cwiseQuotient(scale_.head(map.dof())), p / range_;
    return x;
  }

  // (1), scaled, and its derivative by the scaled unknowns.
  bool equations(const Rest& at, const Eigen::VectorXd& x, Eigen::VectorXd& r, Eigen::MatrixXd& J) const {
    const Eigen::Index n = x.size() - 1;
    const double p = x[n] * range_;
    const std::unique_ptr<FlowMap> map = map_at(p);
    if (!map) return false;
    const Eigen::VectorXd& scale = scale_;
    const Eigen::VectorXd q = x.head(n).cwiseProduct(scale.head(n));
    Eigen::MatrixXd D;
    map->balance(q, at.modes, r, D);
    Eigen::VectorXd up, down;
    Eigen::MatrixXd unused;
    // At the border of the model: from one side.
    double above = p + 1e-6 * range_, below = p - 1e-6 * range_;
    if (!map_at(above)) above = p;
    if (!map_at(below)) below = p;
    map_at(above)->balance(q, at.modes, up, unused);
    map_at(below)->balance(q, at.modes, down, unused);
    Eigen::VectorXd size(r.size());
    for (Eigen::Index i = 0; i < r.size(); ++i)
      size[i] = i < n ? scale[n + i] / map->time_scale() : scale.head(n).maxCoeff();
    J.resize(r.size(), n + 1);
    J.leftCols(n) = size.cwiseInverse().asDiagonal() * D * scale.head(n).asDiagonal();
    J.col(n) = (up - down).cwiseQuotient(size) / (above - below) * range_;
    r = r.cwiseQuotient(size);
    return r.allFinite() && J.allFinite();
  }

  // Newton on the plane through `predicted` across `direction`.
  bool correct(Rest& point, const Eigen::VectorXd& direction, const Eigen::VectorXd& predicted) const {
    Eigen::VectorXd x = predicted, r;
    Eigen::MatrixXd J;
    for (int iteration = 0; iteration < 20; ++iteration) {
      if (!equations(point, x, r, J)) return false;
      Eigen::MatrixXd matrix(J.rows() + 1, J.cols());
      matrix << J, direction.transpose();
      Eigen::VectorXd rhs(J.rows() + 1);
      rhs << -r, -direction.dot(x - predicted);
      const Eigen::VectorXd step = solve_least_squares(matrix, rhs);
      x += step;
      if (!x.allFinite()) return false;
      if (step.lpNorm<Eigen::Infinity>() < 1e-14) break;
    }
    if (!equations(point, x, r, J)) return false;
    point.residual = r.lpNorm<Eigen::Infinity>();
    if (!(point.residual < 1e-9)) return false;
    point.x = x;
    point.parameter = x[x.size() - 1] * range_;
    point.q = x.head(x.size() - 1).cwiseProduct(scale_.head(x.size() - 1));
    return true;
  }

  void evaluate(Rest& point) const {
    const std::unique_ptr<FlowMap> map = map_at(point.parameter);
    point.eigenvalues = eigenvalues(reduced_jacobian(*map, point.q, point.modes));
    const Eigen::VectorXd forces = map->normal_forces(point.q, point.modes);
    point.least_slip = point.modes.empty() ? 1 : map->slip_speeds(point.q, point.modes).minCoeff();
    point.least_force = HUGE_VAL;
    point.sequence.clear();
    for (std::size_t i = 0; i < point.modes.size(); ++i) {
      point.sequence += observe::letter(point.modes[i]);
      if (is_closed(point.modes[i]))
        point.least_force = std::min(point.least_force, forces[static_cast<Eigen::Index>(i)]);
    }
    point.pair = HUGE_VAL;
    point.unstable_pairs = 0;
    for (Eigen::Index i = 0; i < point.eigenvalues.size(); ++i) {
      const std::complex<double> e = point.eigenvalues[i];
      if (!(e.imag() > 0)) continue;
      point.pair = std::min(point.pair, std::abs(e.real()) / e.imag());
      point.unstable_pairs += e.real() > 0;
    }
  }

  bool advance(const Rest& from, const Eigen::VectorXd& tangent, double step, Rest& next) const {
    next = from;
    if (!correct(next, tangent, from.x + step * tangent)) return false;
    evaluate(next);
    return true;
  }

  Eigen::VectorXd tangent_at(const Rest& point) const {
    Eigen::VectorXd r;
    Eigen::MatrixXd J;
    equations(point, point.x, r, J);
    return direction_of_parameter(J);
  }

  // Between two points that `test` tells apart by its sign.
  template <class Test>
  void bracket(const Rest& a, const Rest& b, const Eigen::VectorXd& tangent, SpecialKind kind, Test&& test,
               ContinuationResult& result) const {
    double low = 0, high = tangent.dot(b.x - a.x);
    const bool sign = test(a) > 0;
    Rest left = a, right = b;
    for (int i = 0; i < 80 && std::abs(right.parameter - left.parameter) > 0; ++i) {
      const double middle = 0.5 * (low + high);
      Rest m;
      if (!(middle > low && middle < high) || !advance(a, tangent, middle, m)) break;
      if ((test(m) > 0) == sign) {
        low = middle;
        left = m;
      } else {
        high = middle;
        right = m;
      }
    }
    SpecialPoint special{.kind = kind,
                         .parameter = 0.5 * (left.parameter + right.parameter),
                         .uncertainty = 0.5 * std::abs(right.parameter - left.parameter),
                         .from = a.sequence,
                         .to = kind == SpecialKind::lift_off      ? "F"
                               : kind == SpecialKind::first_stick ? "T"
                                                                  : b.sequence,
                         .point = described(left)};
    if (kind == SpecialKind::hopf) {
      if (!(left.pair < 1e-6)) return;  // a pair of complex eigenvalues became two real ones
      const HopfPoint hopf = hopf_point(*map_at(left.parameter), left.q, left.modes);
      special.values = {{"omega", hopf.omega}, {"first_lyapunov", hopf.first_lyapunov}, {"period", hopf.period}};
    }
    result.special.push_back(special);
  }

  void find_special(const Rest& a, const Rest& b, const Eigen::VectorXd& tangent, ContinuationResult& result) const {
    if (a.unstable_pairs != b.unstable_pairs)
      bracket(
          a, b, tangent, SpecialKind::hopf, [&a](const Rest& r) { return r.unstable_pairs == a.unstable_pairs; },
          result);
    const auto direction = [&](const Rest& r) {
      const Eigen::VectorXd t = tangent_at(r);
      return t.dot(tangent) < 0 ? -t[t.size() - 1] : t[t.size() - 1];
    };
    if ((direction(a) > 0) != (direction(b) > 0)) bracket(a, b, tangent, SpecialKind::fold, direction, result);
    if ((a.least_slip > 0) != (b.least_slip > 0))
      bracket(
          a, b, tangent, SpecialKind::first_stick, [](const Rest& r) { return r.least_slip; }, result);
    if ((a.least_force > 0) != (b.least_force > 0))
      bracket(
          a, b, tangent, SpecialKind::lift_off, [](const Rest& r) { return r.least_force; }, result);
  }

  BranchPoint described(const Rest& point) const {
    const std::unique_ptr<FlowMap> map = map_at(point.parameter);
    BranchPoint described{.parameter = point.parameter, .sequence = point.sequence, .residual = point.residual};
    Eigen::VectorXd z = Eigen::VectorXd::Zero(map->size());
    z.head(map->dof()) = point.q;
    map->shown(z, described.q, described.u);
    for (Eigen::Index i = 0; i < point.eigenvalues.size(); ++i) described.multipliers.push_back(point.eigenvalues[i]);
    std::sort(described.multipliers.begin(), described.multipliers.end(), [](const auto& x, const auto& y) {
      return x.real() != y.real() ? x.real() > y.real() : x.imag() > y.imag();
    });
    described.stable = std::all_of(described.multipliers.begin(), described.multipliers.end(),
                                   [](const std::complex<double>& e) { return e.real() < 0; });
    described.observables.emplace_back("normal_force", point.least_force);
    return described;
  }
  void keep(const Rest& point, ContinuationResult& result) const { result.branch.push_back(described(point)); }

  const FlowMapFactory& factory_;
  const ContinuationRequest& request_;
  double range_;
  Eigen::VectorXd scale_;
};

}  // namespace

ContinuationResult follow_equilibria(const FlowMapFactory& factory, const ContinuationRequest& request) {
  return EquilibriumBranch(factory, request).follow();
}

}  // namespace carom::study
