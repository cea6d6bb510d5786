// SPDX-License-Identifier: Apache-2.0
// Motions told apart by their orbits: the states at successive flashes (flow_map.hpp), without the coordinates that nothing
// depends on.
//
// Model     Distance of two states: the largest |Δz_i|/s_i over all i that count, s the scales of the state.
//   (1)  A motion has settled on period p, the smallest, when at p flashes in a row, and a few more,  d_n = |z_n − z_{n−p}| < tolerance  and
//        what is left of the way, d_n ρ/(1 − ρ) with ρ = d_n/d_{n−p}, is below the tolerance too, or d_n is rounding. A motion
//        that turns about an orbit may come back nearer after a multiple of its period, which then does first: the period is
//        the smallest divisor of p after which the last p points are the same within ten tolerances.
//   (2)  It is recognised when it follows a known orbit, flash by flash, within the radius, for a period and three flashes
//        more, and ends nearer to it than it began. With radii far above the tolerance this is early: a motion that comes to
//        a known orbit is followed no further.
//   (3)  A system without a drive rests when its state is the same, and its speed zero, at three ticks in a row. Points of a
//        section that do not come after equal times, as in chatter or by rounding at rest, settle on no orbit.
// Limits    (2) takes for granted that the radius lies inside the basin; `verify` of the basins (basins.hpp) checks labels by
//           full runs. Near a saddle, (1) may speak too early: the multipliers of each attractor are computed, and tell.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "carom/catalog/flow_map.hpp"
#include "carom/catalog/run_request.hpp"

namespace carom::study {

struct StateMetric {
  Eigen::VectorXd weight;  // 1/s; 0 for coordinates that do not count
  int dof = 0;
  std::vector<std::pair<int, double>> turns = {};  // coordinates that come back, and after which turn

  explicit StateMetric(const FlowMap& map);
  StateMetric(Eigen::VectorXd weights, int coordinates) : weight(std::move(weights)), dof(coordinates) {}
  double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  double speed(const Eigen::VectorXd& z) const;  // of all rates, in units of their scales
};

struct Attractor {
  int period = 0;                            // flashes; 0: a state of rest
  double t = 0;                              // s; of the first point, when it was found
  std::vector<Eigen::VectorXd> points = {};  // one a flash; own coordinates
  std::string name = {};                     // words of the system's observables, or its period
  int mirror = -1;                           // the attractor that is its mirror image, or itself; −1: none was met
  double multiplier = 0;                     // the largest in size; NaN: could not be computed
  std::vector<std::pair<std::string, Value>> observables = {};
  std::string signature = {};    // of maps over parameters: what tells it from others
  std::vector<double> x_y = {};  // where in the map it was found first
};

// Whether two orbits are one, from whichever point they begin, and were one of them followed several times.
bool same_orbit(const StateMetric& metric, const Attractor& a, const Attractor& b, double radius);

struct SettlingOptions {
  double tolerance = 1e-6;  // of (1)
  double radius = 1e-4;     // of (2)
  int max_period = 32;      // flashes
};

// Watches one motion until it has settled or is recognised.
class Settling {
 public:
  enum class Verdict { none, recognised, settled };

  // `known` may be empty and must outlive this.
  Settling(const StateMetric& metric, const std::vector<Attractor>& known, const SettlingOptions& options);

  bool see(Flash kind, double t, const Eigen::VectorXd& z);  // false once there is a verdict

  Verdict verdict() const { return verdict_; }
  int attractor() const { return attractor_; }       // recognised
  const Attractor& orbit() const { return orbit_; }  // settled
  long flashes() const { return count_; }

 private:
  bool recognise(const Eigen::VectorXd& z);
  bool settle(double t, const Eigen::VectorXd& z);
  bool rest(double t, const Eigen::VectorXd& z);
  int smallest_period(int period) const;
  const Eigen::VectorXd& before(long n) const;    // n flashes ago, 0: the last
  double return_time(long n, long period) const;  // s; up to the flash n ago

  const StateMetric& metric_;
  const std::vector<Attractor>& known_;
  SettlingOptions options_;
  Verdict verdict_ = Verdict::none;
  Attractor orbit_;
  std::vector<Eigen::VectorXd> ring_;
  std::vector<double> times_;  // s; of the states in the ring
  std::vector<long> kept_;     // flashes in a row at which (1) held, by period
  long count_ = 0;
  int attractor_ = -1;  // candidate of (2) …
  std::size_t phase_ = 0;
  long followed_ = 0;
  double first_distance_ = 0;
  Eigen::VectorXd tick_;
  int still_ = 0;
};

}  // namespace carom::study
