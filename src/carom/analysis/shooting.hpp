// SPDX-License-Identifier: Apache-2.0
// Closing an orbit: Newton's method on z(T) − z(0) = 0, with a parameter free or fixed.
//
// Unknowns  X = (z₀, T, p): the state on the section, the period (known for a driven system), the parameter. A driven motion
//           that is looked at where it crosses a section has the drive's phase at that point in the place of T.
//   (1)  R(X) = z(T; z₀, p) − z₀ = 0 without the free coordinates
//   (2)  phase: s(z₀) = 0, the section's condition (or, where it is crossed by an impact, f · δz₀ = 0); none for a driven
//        system whose section is the phase of its drive
//   (3)  one more row from the caller where p is free: the hyperplane of pseudo-arclength
// Derivatives  by z₀ and T exact (engine/tangent_flow.hpp); by p from the central difference of two flows, which the
//           result does not depend on: it only guides the iteration.
// Units     The unknowns are divided by the scales of the coordinates at the first p, by the first period and by the range of
//           p; the units do not change along a branch.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "carom/analysis/bifurcation.hpp"
#include "carom/analysis/continuation.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/catalog/flow_map.hpp"

namespace carom::study {

// A closed orbit, or the guess of one.
struct ClosedOrbit {
  double t = 0;  // s; its first point
  Eigen::VectorXd z;
  double period = 0;  // s
  double parameter = 0;
  int rounds = 1;    // periods of the drive in it …
  double phase = 0;  // … and the part of one at which it begins, which a section by phase keeps when the period varies
  std::vector<ContactMode> modes;  // in which it begins; empty: not known yet
  bool on_section = true;
  FlowResult flow;  // over the period, with the derivative
  double residual = 0;
  int iterations = 0;
  int effort = 0;  // iterations until it was nearly closed: the last digits may be those of rounding
};

struct ShootingOptions {
  int max_iterations = 30;
  double tolerance = 1e-12;    // of the residual
  double good_enough = 1e-11;  // if it cannot be made smaller
};

// The drive's period at this map sets the orbit's beginning and length; without a drive they stay.
void keep_time(const FlowMap& map, ClosedOrbit& orbit);

// The state far from events in the time that follows, with its instant; false if there is no such motion.
bool go_to_quiet(const FlowMap& map, double duration, double least, double& t, Eigen::VectorXd& z);

// A state that is looked at every `period`. Where an impact follows at once, the one after it, followed back to the instant: on
// which side of an impact near its phase a strobe falls is chance, and would be another one each time.
Eigen::VectorXd after_impact(const FlowMap& map, double period, double t, const Eigen::VectorXd& z);

// How far the state moves in a scale of time, in units of its scales.
double speed_of(const FlowMap& map, double t, const Eigen::VectorXd& z);

// Moves a state that lies near the section onto it.
void put_on_section(const FlowMap& map, Eigen::VectorXd& z);

// (3): tangent · (X − X_predicted) = 0 in scaled unknowns.
struct ArclengthRow {
  Eigen::VectorXd tangent, predicted;
  double period_scale = 1, parameter_scale = 1;
};

class Shooting {
 public:
  // `map_at(p)`: the map with the parameter at p, or nothing where p leaves the model.
  Shooting(std::function<std::unique_ptr<FlowMap>(double)> map_at, Eigen::VectorXd scale,
           const ShootingOptions& options, const std::atomic<bool>* interrupt)
      : map_at_(std::move(map_at)), scale_(std::move(scale)), options_(options), interrupt_(interrupt) {}

  // Improves the guess in place. Outcome: reached_end, no_convergence, interrupted, or how the motion failed.
  Outcome close(ClosedOrbit& orbit, std::string& reason, const ArclengthRow* row = nullptr) const;

  // The scaled unknowns, and back.
  Eigen::VectorXd pack(const ClosedOrbit& orbit, const FlowMap& map, double period_scale, double parameter_scale) const;
  void unpack(const Eigen::VectorXd& x, const FlowMap& map, double period_scale, double parameter_scale,
              ClosedOrbit& orbit) const;

  // Unit tangent of the branch at a closed orbit, in scaled unknowns; its sign is arbitrary.
  Eigen::VectorXd tangent(const ClosedOrbit& orbit, double period_scale, double parameter_scale) const;

  std::unique_ptr<FlowMap> map_at(double parameter) const { return map_at_(parameter); }

 private:
  struct System {
    Eigen::MatrixXd matrix;
    Eigen::VectorXd residual;
    double size = 0;  // of the residual, largest entry
  };
  bool evaluate(ClosedOrbit& orbit, const FlowMap& map, std::string& reason, Outcome& outcome) const;
  System equations(const ClosedOrbit& orbit, const FlowMap& map, bool with_parameter, double period_scale,
                   double parameter_scale) const;
  Eigen::VectorXd parameter_slope(const ClosedOrbit& orbit, double parameter_scale) const;

  std::function<std::unique_ptr<FlowMap>(double)> map_at_;
  Eigen::VectorXd scale_;
  ShootingOptions options_;
  const std::atomic<bool>* interrupt_;
};

// The return to the section (or to the drive's phase) linearised, in scaled coordinates, and which coordinates they are.
Eigen::MatrixXd return_map(const ClosedOrbit& orbit, const FlowMap& map, std::vector<int>& coordinates, int& rank);

// Multipliers without the trivial ones, largest first; those of directions that are lost on the way are exactly zero.
std::vector<std::complex<double>> multipliers_of(const ClosedOrbit& orbit, const FlowMap& map);

// The first guess: a point of the section, or of the drive's phase, and a period after which it nearly returns.
Outcome first_guess(const FlowMap& map, const OrbitRequest& request, ClosedOrbit& orbit, int& crossings,
                    std::string& reason);

// An orbit found over several rounds of a shorter one becomes that one.
void shorten(const Shooting& shooting, const FlowMap& map, ClosedOrbit& orbit, int& crossings);

// What a report says of a closed orbit.
void describe(const ClosedOrbit& orbit, const FlowMap& map, OrbitResult& result);

OrbitResult find_orbit(const FlowMapFactory& factory, const OrbitRequest& request);
ContinuationResult follow_branch(const FlowMapFactory& factory, const ContinuationRequest& request);
BifurcationResult sweep_section(const FlowMapFactory& factory, const BifurcationRequest& request);

}  // namespace carom::study
