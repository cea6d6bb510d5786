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

#include <Eigen/Dense>
#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/study/branch.hpp"
#include "carom/study/shooting.hpp"

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

// What vanished or came with the change of regimes.
std::string type_of_change(const std::string& from, const std::string& to) {
  const auto count = [](const std::string& word, char letter) { return std::count(word.begin(), word.end(), letter); };
  const auto stick_to_flight = [](const std::string& word) {
    const std::string ring = word + word.substr(0, 1);
    return ring.find("TF") != std::string::npos;
  };
  if (stick_to_flight(from) != stick_to_flight(to) && count(from, 'T') == count(to, 'T') && count(from, 'F') == count(to, 'F'))
    return "PV";
  if (count(from, 'T') != count(to, 'T')) return "ST";
  if (count(from, 'F') != count(to, 'F')) return "LO";
  return "SQ";
}

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
        shooting_([this](double p) { return map_at(p); }, {.max_iterations = request.start.max_iterations},
                  request.start.interrupt) {}

  ContinuationResult follow() {
    ContinuationResult result;
    Node point;
    if (!begin(point, result)) return result;
    keep(point, result);
    double step = (request_.step > 0 ? request_.step : range_ / 100) / range_;
    const double longest = (request_.max_step > 0 ? request_.max_step : range_ / 50) / range_;
    int turns = 0;
    while (static_cast<int>(result.branch.size()) < request_.max_points) {
      if (stopped(request_.start.interrupt)) {
        result.outcome = Outcome::interrupted;
        break;
      }
      Node next;
      if (!advance(point, point.tangent, step, next)) {
        step *= 0.4;
        if (step > 1e-7) continue;
        if (turns++ < 8 && turn(point, result)) {
          step = (request_.step > 0 ? request_.step : range_ / 100) / range_;
          continue;
        }
        if (stopped(request_.start.interrupt)) continue;
        result.outcome = Outcome::no_convergence;
        result.reason = fmt::format("the branch could not be followed beyond {} = {:.12g}", request_.parameter,
                                    point.parameter());
        break;
      }
      if (leaves(next.parameter())) {
        end_on_border(point, next, result);
        break;
      }
      orient(point, next);
      find_special(point, next, result);
      keep(next, result);
      const double amplitude = next.orbit.flow.high - next.orbit.flow.low;
      if (!(amplitude > 1e-6 * map_at(next.parameter())->scale()[0])) {
        result.reason = fmt::format("the orbit shrinks to a state of rest at {} = {:.9g}", request_.parameter, next.parameter());
        break;
      }
      const bool easy = next.orbit.iterations <= 4;
      point = next;
      step = std::min(easy ? step * 1.5 : step * 0.7, longest);
      if (request_.progress) request_.progress(point.parameter(), std::abs(point.parameter() - request_.from) / range_);
    }
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
  bool leaves(double p) const { return p > std::max(request_.from, request_.to) || p < std::min(request_.from, request_.to); }

  bool begin(Node& point, ContinuationResult& result) {
    OrbitRequest start = request_.start;
    start.parameters.set(request_.parameter, request_.from);
    int crossings = 0;
    const std::unique_ptr<FlowMap> map = map_with(factory_, request_, request_.from);
    result.outcome = first_guess(*map, start, point.orbit, crossings, result.reason);
    crossings_ = crossings;
    if (!succeeded(result.outcome)) return false;
    point.orbit.parameter = request_.from;
    result.outcome = shooting_.close(point.orbit, result.reason);
    if (!succeeded(result.outcome)) return false;
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
    // Not on another branch: it stays near the prediction.
    return (next.x - predicted).norm() <= 1.5 * std::abs(distance) + 1e-9;
  }
  bool close_at(double parameter, const Node& like, Node& next) const {
    next.orbit = like.orbit;
    next.orbit.parameter = parameter;
    std::string reason;
    if (!succeeded(shooting_.close(next.orbit, reason))) return false;
    if (!(next.orbit.flow.high - next.orbit.flow.low > 1e-6 * map_at(parameter)->scale()[0])) return false;
    complete(next);
    return (next.x - like.x).norm() < 0.2 + 4 * std::abs(parameter - like.parameter()) / range_;
  }

  void keep(const Node& node, ContinuationResult& result) const { result.branch.push_back(described(node)); }
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

  void end_on_border(const Node& point, const Node& beyond, ContinuationResult& result) {
    const double end = beyond.parameter() > point.parameter() ? std::max(request_.from, request_.to)
                                                              : std::min(request_.from, request_.to);
    Node last;
    if (!close_at(end, point, last)) return;
    orient(point, last);
    find_special(point, last, result);
    keep(last, result);
  }

  // ---- special points ------------------------------------------------------------------------------------------------

  // Halves the way from `left` to `right`, which `same_as_left` tells apart.
  template <class Same>
  void bracket(Node& left, Node& right, Same&& same_as_left) const {
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

  void add(const std::string& type, const Node& left, const Node& right, ContinuationResult& result) const {
    result.special.push_back({.type = type,
                              .parameter = 0.5 * (left.parameter() + right.parameter()),
                              .uncertainty = 0.5 * std::abs(right.parameter() - left.parameter()),
                              .from = left.orbit.flow.sequence,
                              .to = right.orbit.flow.sequence,
                              .point = described(left),
                              .values = {}});
  }

  void find_special(const Node& a, const Node& b, ContinuationResult& result) const {
    // Changes of regimes, one after another.
    Node from = a;
    for (int changes = 0; changes < 16 && from.signature() != b.signature(); ++changes) {
      Node left = from, right = b;
      const std::string signature = from.signature();
      bracket(left, right, [&](const Node& node) { return node.signature() == signature; });
      if (right.orbit.flow.sequence != left.orbit.flow.sequence)
        add(type_of_change(left.orbit.flow.sequence, right.orbit.flow.sequence), left, right, result);
      else
        add("SQ", left, right, result);
      if (left.tangent[left.tangent.size() - 1] * right.tangent[right.tangent.size() - 1] < 0) add("NF", left, right, result);
      from = right;
    }
    if (a.signature() != b.signature()) return;  // multipliers jump there
    const auto smooth = [&](const char* type, auto&& test) {
      if ((test(a) > 0) == (test(b) > 0)) return;
      Node left = a, right = b;
      const bool sign = test(a) > 0;
      bracket(left, right, [&](const Node& node) { return (test(node) > 0) == sign; });
      add(type, left, right, result);
    };
    smooth("LP", [](const Node& node) { return node.tangent[node.tangent.size() - 1]; });
    smooth("PD", [](const Node& node) { return pd_test(node.multipliers); });
    if (ns_test(a.multipliers) > -0.5 && ns_test(b.multipliers) > -0.5)
      smooth("NS", [](const Node& node) { return ns_test(node.multipliers); });
  }

  // ---- nonsmooth folds -----------------------------------------------------------------------------------------------

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
    for (int i = 0; i < 60 && std::abs(outside - end.parameter()) > 0.5 * request_.tolerance * std::abs(end.parameter()); ++i) {
      const double middle = 0.5 * (outside + end.parameter());
      Node probe;
      if (close_at(middle, end, probe) && probe.signature() == point.signature()) end = probe;
      else outside = middle;
      if (stopped(request_.start.interrupt)) return false;
    }
    for (double side : {-travel, travel}) {
      for (double distance : {1e-4, 1e-3, 5e-3, 2e-2}) {
        const double p = end.parameter() + side * distance * range_;
        Node other;
        if (leaves(p) || !find_other(p, end, other)) continue;
        // Away from the fold.
        if (other.tangent[other.tangent.size() - 1] * side < 0) other.tangent = -other.tangent;
        add(type_of_change(end.orbit.flow.sequence, other.orbit.flow.sequence), end, end, result);
        result.special.back().to = other.orbit.flow.sequence;
        result.special.back().parameter = 0.5 * (end.parameter() + outside);
        result.special.back().uncertainty = 0.5 * std::abs(end.parameter() - outside);
        if (side == -travel) {
          result.special.push_back(result.special.back());
          result.special.back().type = "NF";
        }
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
          probe.z[k] += sign * reach * scale[k];
          map->put_on_constraints(probe.t, probe.modes, probe.z);
          probe.flow = map->flow({.t = probe.t, .z = probe.z, .duration = probe.period, .derivative = true});
          if (!probe.flow.ok() || std::find(seen.begin(), seen.end(), probe.flow.signature) != seen.end()) continue;
          seen.push_back(probe.flow.signature);
          std::vector<int> unused;
          const Eigen::MatrixXd P = return_map(probe, *map, unused, rank);
          if (!P.allFinite()) continue;
          const Eigen::JacobiSVD<Eigen::MatrixXd> svd(P, Eigen::ComputeFullU);
          if (scan(*map, p, end, kept, svd.matrixU().col(0), other)) return true;
        }
      }
    }
    return false;
  }

  // Looks along a direction for a state that returns to itself.
  bool scan(const FlowMap& map, double p, const Node& end, const std::vector<int>& kept, const Eigen::VectorXd& direction,
            Node& other) const {
    const Eigen::VectorXd scale = map.scale();
    const auto state = [&](double kappa) {
      Eigen::VectorXd z = end.orbit.z;
      for (std::size_t i = 0; i < kept.size(); ++i) z[kept[i]] += kappa * direction[static_cast<Eigen::Index>(i)] * scale[kept[i]];
      map.put_on_constraints(end.orbit.t, end.orbit.modes, z);
      return z;
    };
    const auto excess = [&](double kappa, double& period) {
      const Eigen::VectorXd z = state(kappa);
      Eigen::VectorXd returned;
      if (map.drive_period()) {
        returned = map.flow({.t = end.orbit.t, .z = z, .duration = end.orbit.period}).z;
        period = end.orbit.period;
      } else {
        // The start itself is on the section and may count as a point.
        const FlowResult flow = map.flow({.t = end.orbit.t, .z = z, .duration = 3 * end.orbit.period});
        returned = Eigen::VectorXd::Constant(z.size(), std::nan(""));
        double best = HUGE_VAL;
        for (const SectionPoint& point : flow.points) {
          const double off = std::abs(point.t - end.orbit.t - end.orbit.period);
          if (off < best && off < 0.4 * end.orbit.period) {
            best = off;
            returned = point.z;
            period = point.t - end.orbit.t;
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
  int crossings_ = 0;
  Shooting shooting_;
};

}  // namespace

ContinuationResult follow_orbits(const FlowMapFactory& factory, const ContinuationRequest& request) {
  return OrbitBranch(factory, request).follow();
}

}  // namespace carom::study
