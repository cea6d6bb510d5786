// SPDX-License-Identifier: Apache-2.0
// Branches of periodic orbits, through changes of their regimes.
//
// Steps     Pseudo-arclength (shooting.hpp). Between two points with different signatures (regimes and impacts of a period)
//           the change is bracketed along the branch; with equal ones, the multipliers and the direction of the parameter
//           are watched.
// Ends      At a nonsmooth fold the branch with its regimes ends, and an orbit with others goes back from it at an angle that
//           no prediction sees. The end is bracketed at fixed parameter. Then the map of returns is looked at a little to
//           either side: along the direction into which returns with other regimes contract, a change of sign of
//           (return − state) is another orbit.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "carom/analysis/branch.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/dense.hpp"

namespace carom::study {
namespace {

using Multipliers = std::vector<std::complex<double>>;

struct Node {
  ClosedOrbit orbit;
  Eigen::VectorXd x;        // scaled unknowns
  Eigen::VectorXd tangent;  // in the direction of travel
  Multipliers multipliers;
  const std::string& signature() const { return orbit.flow.signature; }
  double parameter() const { return orbit.parameter; }
};

double pd_test(const Multipliers& m) {
  std::complex<double> product = 1;
  for (const auto& value : m) product *= value + 1.0;
  return product.real();
}
// Largest modulus of a complex pair, less one; −1 without a pair.
double ns_test(const Multipliers& m) {
  double largest = 0;
  for (const auto& value : m)
    if (std::abs(value.imag()) > 1e-9 * std::abs(value)) largest = std::max(largest, std::abs(value));
  return largest - 1;
}

class OrbitBranch {
 public:
  OrbitBranch(const FlowMapFactory& factory, const ContinuationRequest& request)
      : factory_(factory),
        request_(request),
        range_(std::abs(request.to - request.from)),
        shooting_([this](double p) { return map_at(p); }, map_with(factory, request, request.from)->scale(),
                  {.max_iterations = request.start.max_iterations}, request.start.interrupt) {}

  ContinuationResult follow() {
    ContinuationResult result;
    Node point;
    if (!begin(point, result)) return result;
    keep(point, result);
    const double longest = (request_.max_step > 0 ? request_.max_step : range_ / 50) / range_;
    double step = std::min((request_.step > 0 ? request_.step : range_ / 100) / range_, longest);
    int turns = 0;
    while (static_cast<int>(result.branch.size()) < request_.max_points) {
      if (stopped(request_.start.interrupt)) {
        result.outcome = Outcome::interrupted;
        break;
      }
      Node next;
      std::vector<SpecialPoint> special;
      const double ahead = point.parameter() + step * point.tangent[point.tangent.size() - 1] * range_;
      if (leaves(ahead) && end_on_border(point, ahead, result)) break;
      bool closed = advance(point, point.tangent, step, next);
      if (closed && shrinks(point, next)) {
        special.push_back(special_point(SpecialKind::hopf, point, next));
        special.back().to.clear();
        special.back().values = {{"omega", two_pi / point.orbit.period}};
        find_hopf(point, special.back());
      } else if (closed && !leaves(next.parameter())) {
        orient(point, next);
        closed = goes_on(point, next, step) && find_changes(point, next, special);
      }
      if (!closed) {
        step *= 0.4;
        if (step > 1e-7) continue;
        if (turns++ < 40 && (jump(point, result) || turn(point, result))) {
          step = (request_.step > 0 ? request_.step : range_ / 100) / range_;
          continue;
        }
        if (stopped(request_.start.interrupt)) continue;
        const double travel = point.tangent[point.tangent.size() - 1] > 0 ? 1 : -1;
        if (const std::string refusal = model_ends(factory_, request_, point.parameter(), travel); !refusal.empty()) {
          result.outcome = Outcome::left_model;
          result.reason = refusal;
          break;
        }
        result.outcome = Outcome::no_convergence;
        result.reason =
            fmt::format("the branch could not be followed beyond {} = {:.12g}", request_.parameter, point.parameter());
        break;
      }
      if (special.empty() && leaves(next.parameter())) {
        if (end_on_border(point, next.parameter(), result)) break;
        step *= 0.4;
        if (step > 1e-7) continue;
        result.outcome = Outcome::no_convergence;
        result.reason = fmt::format("the branch could not be closed at the end of its range, beyond {} = {:.12g}",
                                    request_.parameter, point.parameter());
        break;
      }
      result.special.insert(result.special.end(), special.begin(), special.end());
      if (!special.empty() && special.back().kind == SpecialKind::hopf) {
        result.reason = fmt::format("the orbit shrinks to a state of rest at {} = {:.9g}", request_.parameter,
                                    special.back().parameter);
        break;
      }
      keep(next, result);
      if (closes_up(next)) {
        result.reason =
            fmt::format("the branch comes back to itself at {} = {:.9g}", request_.parameter, next.parameter());
        break;
      }
      const bool easy = next.orbit.effort <= 4;
      point = next;
      step = std::min(easy ? step * 1.5 : step * 0.7, longest);
      if (request_.progress) request_.progress(point.parameter(), std::abs(point.parameter() - request_.from) / range_);
    }
    say_if_cut(request_, result);
    return result;
  }

 private:
  // Nothing where the parameter leaves the model.
  std::unique_ptr<FlowMap> map_at(double p) const {
    try {
      return map_with(factory_, request_, p);
    } catch (const BadInput&) {
      return nullptr;
    }
  }
  bool leaves(double p) const {
    return p > std::max(request_.from, request_.to) || p < std::min(request_.from, request_.to);
  }

  bool begin(Node& point, ContinuationResult& result) {
    OrbitRequest start = request_.start;
    start.parameters.set(request_.parameter, request_.from);
    int crossings = 0;
    const std::unique_ptr<FlowMap> map = map_with(factory_, request_, request_.from);
    result.outcome = first_guess(*map, start, point.orbit, crossings, result.reason);
    if (!succeeded(result.outcome)) return false;
    point.orbit.parameter = request_.from;
    result.outcome = shooting_.close(point.orbit, result.reason);
    if (!succeeded(result.outcome)) return false;
    shorten(shooting_, *map, point.orbit, crossings);
    period_scale_ = point.orbit.period;
    complete(point);
    if (point.tangent[point.tangent.size() - 1] * (request_.to - request_.from) < 0) point.tangent = -point.tangent;
    return true;
  }

  // What follows from a closed orbit.
  void complete(Node& node) const {
    const std::unique_ptr<FlowMap> map = map_at(node.parameter());
    node.x = shooting_.pack(node.orbit, *map, period_scale_, range_);
    node.multipliers = multipliers_of(node.orbit, *map);
    node.tangent = shooting_.tangent(node.orbit, period_scale_, range_);
  }
  void orient(const Node& from, Node& to) const {
    if (to.tangent.dot(to.x - from.x) < 0) to.tangent = -to.tangent;
  }

  // The orbit on the plane across `direction` at a distance from a node.
  bool advance(const Node& from, const Eigen::VectorXd& direction, double distance, Node& next) const {
    return close_near(from, from.x + distance * direction, direction, distance, next);
  }
  bool close_near(const Node& like, const Eigen::VectorXd& predicted, const Eigen::VectorXd& direction, double distance,
                  Node& next) const {
    next.orbit = like.orbit;
    const std::unique_ptr<FlowMap> map = map_at(predicted[predicted.size() - 1] * range_);
    if (!map) return false;
    shooting_.unpack(predicted, *map, period_scale_, range_, next.orbit);
    const ArclengthRow row{
        .tangent = direction, .predicted = predicted, .period_scale = period_scale_, .parameter_scale = range_};
    std::string reason;
    if (!succeeded(shooting_.close(next.orbit, reason, &row))) return false;
    complete(next);
    return (next.x - predicted).norm() <= 1.5 * std::abs(distance) + 1e-9;
  }
  // Is this the next point of the branch, and not one of another? It stays near the prediction, and with the same events the
  // multipliers change little. At a kink of the branch only short steps do.
  bool goes_on(const Node& from, const Node& to, double step) const {
    if (step < 1e-4) return true;
    if ((to.x - from.x - step * from.tangent).norm() > 0.5 * step) return false;
    if (from.signature() != to.signature() || from.multipliers.empty()) return true;
    return std::abs(std::abs(from.multipliers[0]) - std::abs(to.multipliers[0])) < 0.25;
  }
  bool close_at(double parameter, const Node& like, Node& next) const {
    next.orbit = like.orbit;
    next.orbit.parameter = parameter;
    std::string reason;
    if (!succeeded(shooting_.close(next.orbit, reason))) return false;
    // Without a drive what does not move is no orbit.
    const std::unique_ptr<FlowMap> map = map_at(parameter);
    if (!map->drive_period() && !(next.orbit.flow.high - next.orbit.flow.low > 1e-6 * map->scale()[0])) return false;
    complete(next);
    return (next.x - like.x).norm() < 0.2 + 4 * std::abs(parameter - like.parameter()) / range_;
  }

  void keep(const Node& node, ContinuationResult& result) {
    result.branch.push_back(described(node));
    passed_.push_back(node.x);
  }
  // Between two points that the branch has passed long ago, in the same direction.
  bool closes_up(const Node& node) const {
    for (std::size_t i = 0; i + 6 < passed_.size(); ++i) {
      const Eigen::VectorXd way = passed_[i + 1] - passed_[i], off = node.x - passed_[i];
      if (way.norm() < 1e-6) continue;
      const double along = way.dot(off) / std::max(way.squaredNorm(), 1e-300);
      if (along >= 0 && along <= 1 && (off - along * way).norm() < 1e-3 * way.norm() && way.dot(node.tangent) > 0)
        return true;
    }
    return false;
  }
  BranchPoint described(const Node& node) const {
    const std::unique_ptr<FlowMap> map = map_at(node.parameter());
    OrbitResult orbit;
    describe(node.orbit, *map, orbit);
    return {.parameter = node.parameter(),
            .q = orbit.q,
            .u = orbit.u,
            .period = orbit.period,
            .multipliers = orbit.multipliers,
            .stable = orbit.stable,
            .sequence = orbit.sequence,
            .residual = orbit.residual,
            .observables = orbit.observables};
  }

  // The last point lies on the end of the range.
  bool end_on_border(const Node& point, double beyond, ContinuationResult& result) {
    const double end =
        beyond > point.parameter() ? std::max(request_.from, request_.to) : std::min(request_.from, request_.to);
    Node last;
    if (!map_at(end) || !close_at(end, point, last)) return false;
    if (last.tangent[last.tangent.size() - 1] * (end - point.parameter()) < 0) last.tangent = -last.tangent;
    std::vector<SpecialPoint> special;
    if (!goes_on(point, last, (last.x - point.x).norm()) || !find_changes(point, last, special)) return false;
    result.special.insert(result.special.end(), special.begin(), special.end());
    keep(last, result);
    return true;
  }

  // ---- special points ------------------------------------------------------------------------------------------------

  // Halves the way from `left` to `right`, which `same_as_left` tells apart. False if they stay apart.
  template <class Same>
  bool bracket(Node& left, Node& right, Same&& same_as_left) const {
    halve(left, right, same_as_left);
    return (right.x - left.x).norm() < 1e-5;
  }
  template <class Same>
  void halve(Node& left, Node& right, Same&& same_as_left) const {
    for (int i = 0; i < 90; ++i) {
      const double gap = std::abs(right.parameter() - left.parameter());
      const Eigen::VectorXd way = right.x - left.x;
      if (gap <= request_.tolerance * std::max(std::abs(left.parameter()), 1e-3 * range_) && way.norm() < 1e-5) return;
      if (way.norm() < 1e-13 || stopped(request_.start.interrupt)) return;
      Node middle;
      const Eigen::VectorXd direction = way.normalized();
      bool closed = false;
      for (double part : {0.5, 0.35, 0.65, 0.2, 0.8}) {
        const Eigen::VectorXd predicted = left.x + part * way;
        closed = close_near(part < 0.5 ? left : right, predicted, direction, way.norm(), middle) ||
                 close_near(part < 0.5 ? right : left, predicted, direction, way.norm(), middle);
        if (closed) break;
      }
      if (!closed) return;
      const double along = direction.dot(middle.x - left.x);
      if (!(along > 0 && along < way.norm())) return;
      orient(left, middle);
      (same_as_left(middle) ? left : right) = middle;
    }
  }

  SpecialPoint special_point(SpecialKind kind, const Node& left, const Node& right) const {
    return {.kind = kind,
            .parameter = 0.5 * (left.parameter() + right.parameter()),
            .uncertainty = 0.5 * std::abs(right.parameter() - left.parameter()),
            .from = left.orbit.flow.sequence,
            .to = right.orbit.flow.sequence,
            .from_regimes = left.orbit.flow.regimes,
            .to_regimes = right.orbit.flow.regimes,
            .point = described(left),
            .values = {}};
  }
  static bool turns(const Node& a, const Node& b) {
    return a.tangent[a.tangent.size() - 1] * b.tangent[b.tangent.size() - 1] < 0;
  }

  // An orbit without a drive that has shrunk to nothing, or passed through nothing and grows with the other side in front: it
  // ends in an equilibrium.
  bool shrinks(const Node& from, const Node& to) const {
    const std::unique_ptr<FlowMap> map = map_at(to.parameter());
    if (map->drive_period() || !to.orbit.on_section) return false;
    const auto amplitude = [](const Node& node) { return node.orbit.flow.high - node.orbit.flow.low; };
    return map->section_slope(to.orbit.z).dot(to.orbit.flow.rate) <= 0 || amplitude(to) < 0.05 * amplitude(from);
  }

  // States of rest return to themselves too, so a vanishing orbit cannot be bracketed. The equilibria know better.
  void find_hopf(const Node& near, SpecialPoint& special) const {
    ContinuationRequest request = request_;
    request.kind = BranchKind::equilibrium;
    request.progress = {};
    const double reach =
        std::max(1e-3 * std::abs(special.parameter), 2 * std::abs(near.parameter() - special.parameter));
    request.from = special.parameter - reach;
    request.to = special.parameter + reach;
    request.step = request.max_step = 0;
    request.start.q = special.point.q;
    const ContinuationResult rest = follow_equilibria(factory_, request);
    for (const SpecialPoint& point : rest.special) {
      if (point.kind != SpecialKind::hopf) continue;
      special.parameter = point.parameter;
      special.uncertainty = point.uncertainty;
      special.values = point.values;
      return;
    }
  }

  // False if a change between the points cannot be followed: they are not on one branch.
  bool find_changes(const Node& a, const Node& b, std::vector<SpecialPoint>& special) const {
    // Changes of regimes, one after another; those at one point of the branch are one.
    Node from = a, first = a;
    for (int changes = 0; changes < 16 && from.signature() != b.signature(); ++changes) {
      Node left = from, right = b;
      const std::string signature = from.signature();
      if (!bracket(left, right, [&](const Node& node) { return node.signature() == signature; })) return false;
      // At a grazing the derivative does not exist: the direction of the branch is looked at a little before and after.
      const Node before = short_of(left, from, 1), after = short_of(right, b, -1);
      if (!find_smooth(from, before, special)) return false;
      SpecialPoint point = special_point(SpecialKind::other_regimes, left, right);
      if (!special.empty() && std::abs(special.back().parameter - point.parameter) < 2e-9 * std::abs(point.parameter)) {
        if (special.back().kind == SpecialKind::nonsmooth_fold) special.pop_back();
        if (point.from == point.to) point = special.back();  // the impacts changed first, or last
        point.from = special.back().from;
        point.from_regimes = special.back().from_regimes;
        point.to = right.orbit.flow.sequence;
        point.to_regimes = right.orbit.flow.regimes;
        special.pop_back();
      } else {
        first = before;
      }
      point.kind = kind_of_change(point.from_regimes, point.to_regimes);
      special.push_back(point);
      if (turns(first, after)) {
        special.push_back(point);
        special.back().kind = SpecialKind::nonsmooth_fold;
      }
      from = after;
    }
    return find_smooth(from, b, special);
  }

  // A node near `end` on the way from `far`, with the same events; travel: +1 if the branch goes towards the end.
  Node short_of(const Node& end, const Node& far, double travel) const {
    const Eigen::VectorXd way = far.x - end.x;
    for (double part : {1e-3, 1e-2, 0.03, 0.1, 0.3}) {
      Node node;
      if (!close_near(end, end.x + part * way, way.normalized(), way.norm(), node) ||
          node.signature() != end.signature())
        continue;
      if (travel * node.tangent.dot(end.x - node.x) < 0) node.tangent = -node.tangent;
      return node;
    }
    return end;
  }

  // Between two points with the same events.
  bool find_smooth(const Node& a, const Node& b, std::vector<SpecialPoint>& special) const {
    if (a.signature() != b.signature() || (b.x - a.x).norm() < 1e-9) return true;
    const auto smooth = [&](SpecialKind kind, auto&& test) {
      if ((test(a) > 0) == (test(b) > 0)) return true;
      Node left = a, right = b;
      const bool sign = test(a) > 0;
      if (!bracket(left, right, [&](const Node& node) { return (test(node) > 0) == sign; })) return false;
      special.push_back(special_point(kind, left, right));
      return true;
    };
    if (!smooth(SpecialKind::fold, [](const Node& node) { return node.tangent[node.tangent.size() - 1]; }))
      return false;
    if (!smooth(SpecialKind::period_doubling, [](const Node& node) { return pd_test(node.multipliers); })) return false;
    if (ns_test(a.multipliers) > -0.5 && ns_test(b.multipliers) > -0.5)
      return smooth(SpecialKind::neimark_sacker, [](const Node& node) { return ns_test(node.multipliers); });
    return true;
  }

  // ---- nonsmooth folds -----------------------------------------------------------------------------------------------

  // A rule with a threshold (an impact slower than the closing speed closes its contact) makes orbits jump a little where the
  // threshold is passed. The branch goes on beyond it.
  bool jump(Node& point, ContinuationResult& result) {
    const double travel = point.tangent[point.tangent.size() - 1] > 0 ? 1 : -1;
    const double size_of_p = std::max(std::abs(point.parameter()), 0.1 * range_);
    for (double distance : {1e-5, 1e-4, 1e-3, 3e-3, 6e-3}) {
      const double p = point.parameter() + travel * distance * size_of_p;
      Node next;
      if (leaves(p) || !close_at(p, point, next) || next.signature() == point.signature()) continue;
      const double size = (next.x - point.x).norm();
      if (size > 0.15 || next.tangent[next.tangent.size() - 1] == 0) continue;
      if (next.tangent[next.tangent.size() - 1] * travel < 0) next.tangent = -next.tangent;
      SpecialPoint special = special_point(SpecialKind::other_regimes, point, next);
      special.kind = kind_of_change(special.from_regimes, special.to_regimes);
      special.values = {{"jump", size}};
      result.special.push_back(special);
      keep(next, result);
      point = next;
      return true;
    }
    return false;
  }

  // The branch ends at or just after `point`. Puts `point` on the branch that goes on from there.
  bool turn(Node& point, ContinuationResult& result) {
    const double travel = point.tangent[point.tangent.size() - 1] > 0 ? 1 : -1;
    // The end, at fixed parameter: the last orbit of these regimes.
    Node end = point;
    double beyond = point.parameter() + travel * 1e-3 * range_;
    for (Node probe; close_at(beyond, end, probe) && probe.signature() == point.signature();) {
      end = probe;
      beyond += travel * 1e-3 * range_;
      if (leaves(beyond)) return false;
    }
    double outside = beyond;
    for (int i = 0;
         i < 60 && std::abs(outside - end.parameter()) > 0.5 * request_.tolerance * std::abs(end.parameter()); ++i) {
      const double middle = 0.5 * (outside + end.parameter());
      Node probe;
      if (close_at(middle, end, probe) && probe.signature() == point.signature())
        end = probe;
      else
        outside = middle;
      if (stopped(request_.start.interrupt)) return false;
    }
    for (double side : {-travel, travel}) {
      for (double distance : {1e-4, 1e-3, 5e-3, 2e-2}) {
        const double p = end.parameter() + side * distance * range_;
        Node other, nearer;
        if (leaves(p) || !find_other(p, end, other)) continue;
        // It must come from the end of the branch, not only pass by.
        const double closer = end.parameter() + 0.1 * side * distance * range_;
        if (!find_other(closer, end, nearer) || nearer.signature() != other.signature() ||
            !((nearer.x - end.x).norm() < 0.5 * (other.x - end.x).norm()))
          continue;
        // Away from the fold.
        if (other.tangent[other.tangent.size() - 1] * side < 0) other.tangent = -other.tangent;
        SpecialPoint special = special_point(SpecialKind::other_regimes, end, other);
        special.parameter = 0.5 * (end.parameter() + outside);
        special.uncertainty = 0.5 * std::abs(end.parameter() - outside);
        special.kind = kind_of_change(special.from_regimes, special.to_regimes);
        result.special.push_back(special);
        special.kind = SpecialKind::nonsmooth_fold;
        if (side == -travel) result.special.push_back(special);
        keep(end, result);
        keep(other, result);
        point = other;
        return true;
      }
    }
    return false;
  }

  // An orbit with other regimes at a parameter near the end of a branch.
  bool find_other(double p, const Node& end, Node& other) const {
    const std::unique_ptr<FlowMap> map = map_at(p);
    if (!map) return false;
    const Eigen::VectorXd scale = map->scale();
    std::vector<int> kept;
    int rank = 0;
    return_map(end.orbit, *map, kept, rank);
    std::vector<std::string> seen{end.signature()};
    for (double reach : {1e-4, 1e-3, 1e-2}) {
      for (int k : kept) {
        for (double sign : {1.0, -1.0}) {
          if (stopped(request_.start.interrupt)) return false;
          ClosedOrbit probe = end.orbit;
          keep_time(*map, probe);
          probe.z[k] += sign * reach * scale[k];
          map->put_on_constraints(probe.t, probe.modes, probe.z);
          probe.flow = map->flow({.t = probe.t, .z = probe.z, .duration = probe.period, .derivative = true});
          if (!probe.flow.ok() || std::find(seen.begin(), seen.end(), probe.flow.signature) != seen.end()) continue;
          seen.push_back(probe.flow.signature);
          std::vector<int> unused;
          const Eigen::MatrixXd P = return_map(probe, *map, unused, rank);
          if (!P.allFinite()) continue;
          if (scan(*map, p, end, kept, singular_values(P).U.col(0), other)) return true;
        }
      }
    }
    return false;
  }

  // Looks along a direction for a state that returns to itself.
  bool scan(const FlowMap& map, double p, const Node& end, const std::vector<int>& kept,
            const Eigen::VectorXd& direction, Node& other) const {
    const Eigen::VectorXd scale = map.scale();
    ClosedOrbit here = end.orbit;
    keep_time(map, here);
    const auto state = [&](double kappa) {
      Eigen::VectorXd z = end.orbit.z;
      for (std::size_t i = 0; i < kept.size(); ++i)
        z[kept[i]] += kappa * direction[static_cast<Eigen::Index>(i)] * scale[kept[i]];
      map.put_on_constraints(end.orbit.t, end.orbit.modes, z);
      return z;
    };
    const auto excess = [&](double kappa, double& period) {
      const Eigen::VectorXd z = state(kappa);
      Eigen::VectorXd returned;
      if (map.drive_period()) {
        returned = map.flow({.t = here.t, .z = z, .duration = here.period}).z;
        period = here.period;
      } else {
        // The start itself is on the section and may count as a point.
        const FlowResult flow = map.flow({.t = here.t, .z = z, .duration = 3 * here.period});
        returned = Eigen::VectorXd::Constant(z.size(), std::nan(""));
        double best = HUGE_VAL;
        for (const SectionPoint& point : flow.points) {
          const double off = std::abs(point.t - here.t - here.period);
          if (off < best && off < 0.4 * here.period) {
            best = off;
            returned = point.z;
            period = point.t - here.t;
          }
        }
      }
      double sum = 0;
      for (std::size_t i = 0; i < kept.size(); ++i)
        sum += direction[static_cast<Eigen::Index>(i)] * (returned[kept[i]] - z[kept[i]]) / scale[kept[i]];
      return sum;
    };
    for (double sign : {1.0, -1.0}) {
      double before = std::nan(""), kappa_before = 0;
      for (double kappa = 1e-6; kappa < 0.3; kappa *= 1.6) {
        double period = end.orbit.period;
        const double now = excess(sign * kappa, period);
        if (std::isfinite(before) && std::isfinite(now) && (before > 0) != (now > 0)) {
          const double root = kappa_before + (kappa - kappa_before) * before / (before - now);
          Node candidate;
          candidate.orbit = end.orbit;
          candidate.orbit.z = state(sign * root);
          candidate.orbit.period = period;
          candidate.orbit.parameter = p;
          std::string reason;
          if (succeeded(shooting_.close(candidate.orbit, reason)) && candidate.signature() != end.signature() &&
              candidate.orbit.flow.high - candidate.orbit.flow.low > 1e-6 * scale[0]) {
            complete(candidate);
            if ((candidate.x - end.x).norm() < 0.5) {
              other = candidate;
              return true;
            }
          }
        }
        before = now;
        kappa_before = kappa;
      }
    }
    return false;
  }

  const FlowMapFactory& factory_;
  const ContinuationRequest& request_;
  double range_, period_scale_ = 1;
  std::vector<Eigen::VectorXd> passed_;
  Shooting shooting_;
};

}  // namespace

ContinuationResult follow_orbits(const FlowMapFactory& factory, const ContinuationRequest& request) {
  return OrbitBranch(factory, request).follow();
}

}  // namespace carom::study
