// SPDX-License-Identifier: Apache-2.0
// The motion of a system as a map, for its analysis: the state after a time with its derivative, the regimes met, points of
// the section. One class for every mechanism behind an interface of plain vectors, so that the methods are written once.
//
// State     z = (q, u) in the mechanism's own coordinates, not those shown.
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "carom/base/outcome.hpp"
#include "carom/catalog/flow_map_factory.hpp"
#include "carom/catalog/section_choice.hpp"
#include "carom/laws/contact_mode.hpp"
#include "carom/observe/regime_ring.hpp"

namespace carom::study {

struct SectionPoint {
  double t = 0;
  Eigen::VectorXd z;
  double maximum = 0;        // largest rate of the section's coordinate since the point before
  double low = 0, high = 0;  // range of the coordinate since then
  bool by_impact = false;
  std::vector<ContactMode> modes;
};

struct FlowResult {
  Outcome outcome = Outcome::reached_end;
  std::string reason;
  double t = 0;
  Eigen::VectorXd z;           // the state at the end
  Eigen::VectorXd rate;        // its rate
  Eigen::MatrixXd derivative;  // ∂z(t)/∂z₀ at fixed time, if asked for
  int rank = 0;                // of the derivative, at most
  double mismatch = 0;         // certificate of the derivative (engine/tangent_flow.hpp)
  bool grazes = false;
  std::vector<ContactMode> first_modes, modes;
  observe::RegimeRing regimes;
  std::string sequence, signature;  // the regimes in letters; with their impacts (observe/regime_watch.hpp)
  std::vector<SectionPoint> points;
  double maximum = 0, low = 0, high = 0, flight = 0;
  double quiet = 0;  // s; in the middle of the longest time without an event
  int impacts = 0;

  bool ok() const { return succeeded(outcome); }
};

struct FlowRequest {
  double t = 0;
  Eigen::VectorXd z;
  double duration = 0;
  bool derivative = false;
  std::size_t max_points = 1u << 20;  // of the section; the flow ends there
};

// One uninterrupted motion seen by flashes: at each period of the drive, or at each point of the section where that is not the
// phase of a drive; without a drive also at every time scale of the system, for motions that come to rest.
struct FlashRequest {
  double t = 0;
  Eigen::VectorXd z;
  double duration = 0;
};
enum class Flash { section, tick };
using FlashVisitor = std::function<bool(Flash, double t, const Eigen::VectorXd& z)>;  // false: enough seen

struct FlashResult {
  Outcome outcome = Outcome::reached_end;  // stopped_by_observer once enough was seen
  std::string reason;
  double t = 0;
};

class FlowMap {
 public:
  virtual ~FlowMap() = default;

  virtual int dof() const = 0;
  int size() const { return 2 * dof(); }
  virtual Eigen::VectorXd scale() const = 0;               // of the state
  virtual double time_scale() const = 0;                   // s
  virtual std::optional<double> drive_period() const = 0;  // s; of the drive, or the one given with the section
  virtual SectionChoice section() const = 0;               // by a period or a crossing: what `own` stands for
  bool strobed() const { return section().kind == SectionChoice::Kind::period; }
  int section_coordinate() const { return section().coordinate; }  // whose extremes are watched
  // Of a crossing: below zero before the section, zero on it; and its derivative by z.
  virtual double section_value(const Eigen::VectorXd& z) const = 0;
  virtual Eigen::VectorXd section_slope(const Eigen::VectorXd& z) const = 0;
  // Its own section, in words, where it is another one than a coordinate at a level; empty: it is not.
  virtual std::string own_section_text() const { return {}; }
  // Does its own section lie in events, or depend on time? Orbits then begin elsewhere, and are shown where they pass it.
  virtual bool begins_elsewhere() const { return false; }
  virtual std::vector<int> free_coordinates() const = 0;  // coordinates that nothing depends on
  // Coordinates that come back after a turn, with its size: states that differ by whole turns are one.
  virtual std::vector<std::pair<int, double>> turns() const { return {}; }
  // a − b without whole turns.
  Eigen::VectorXd difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const {
    Eigen::VectorXd change = a - b;
    for (const auto& [k, turn] : turns()) change[k] -= turn * std::round(change[k] / turn);
    return change;
  }
  virtual double start_time() const = 0;
  virtual Eigen::VectorXd start() const = 0;
  virtual Eigen::VectorXd start_at(double /*t*/) const { return start(); }  // where it depends on when it begins

  virtual FlowResult flow(const FlowRequest& request) const = 0;
  // The same states as a run's, bit by bit.
  virtual FlashResult flashes(const FlashRequest& request, const FlashVisitor& visit) const = 0;
  // Of all contacts [m]; below zero the state is no start.
  virtual double smallest_gap(double t, const Eigen::VectorXd& z) const = 0;
  // The state seen in a mirror, if the mechanism with its parameters is its own mirror image.
  virtual std::optional<Eigen::VectorXd> mirrored(const Eigen::VectorXd& z) const = 0;
  // The largest Lyapunov exponent [1/s] over a duration; NaN if the motion fails.
  virtual double lyapunov_exponent(double t, const Eigen::VectorXd& z, double duration) const = 0;

  // Puts the state on the constraints of the modes.
  virtual void put_on_constraints(double t, const std::vector<ContactMode>& modes, Eigen::VectorXd& z) const = 0;

  // ---- equilibria: motion in fixed modes --------------------------------------------------------------------------
  // q holds the places of a state at rest, and of states of first order, which have none, their values.
  virtual Eigen::VectorXd at_rest(const Eigen::VectorXd& z) const { return z.head(dof()); }
  // Modes in which the state at rest begins to move.
  virtual std::vector<ContactMode> modes_at_rest(const Eigen::VectorXd& q) const = 0;
  // Accelerations at u = 0 and the gaps of closed contacts, with their derivative by q.
  virtual void balance(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes, Eigen::VectorXd& residual,
                       Eigen::MatrixXd& derivative) const = 0;
  virtual Eigen::VectorXd normal_forces(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const = 0;
  // σ γ_t of slipping contacts at rest, on surfaces that move; 1 of others: modes whose slip is not positive do not exist.
  virtual Eigen::VectorXd slip_speeds(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const = 0;
  // Coordinates that the closed contacts leave independent, and the motion in them: d(s, ṡ)/dt and its derivatives along one
  // to three directions of (s, ṡ); of states of first order ṡ is left out.
  virtual std::vector<int> independent(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const = 0;
  virtual int reduced_size(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes) const {
    return 2 * static_cast<int>(independent(q, modes).size());
  }
  virtual Eigen::VectorXd reduced_rate(const Eigen::VectorXd& q, const std::vector<ContactMode>& modes,
                                       const std::vector<Eigen::VectorXd>& directions) const = 0;

  // ---- words for people -------------------------------------------------------------------------------------------
  virtual void shown(const Eigen::VectorXd& z, std::vector<double>& q, std::vector<double>& u) const = 0;
  virtual Eigen::VectorXd own(const std::vector<double>& q, const std::vector<double>& u) const = 0;
  virtual std::string coordinate_name() const = 0;  // of the section: that which is watched
  // Extra observables of a period, from the advance of the shown coordinates.
  virtual std::vector<std::pair<std::string, double>> extras(const std::vector<double>& advance,
                                                             double period) const = 0;
};

}  // namespace carom::study
