// SPDX-License-Identifier: Apache-2.0
// The derivative of a motion through all its events: an observer that carries directions of its start along.
//
// Model     A direction (δt, δq, δu) is the derivative of the point (t, q, u) of a family of motions z(t; ε) at ε = 0.
//   (1)  smooth motion: each step is taken again with numbers q + ε δq, u + ε δu, t + ε δt (base/dual.hpp)
//   (2)  at a guard g = 0 the instant moves by  κ = −(∂g · δz)/ġ:  δt ← δt + κ,  δz ← δz + κ f   with ġ, f of the old regime
//   (3)  impacts, closing rules, jumps of the mechanism's own events and projections on constraints: evaluated with the same
//        numbers
//   (4)  at a fixed time:  δz|_t = δz − δt f
//   (2) to (4) together are the saltation matrix of every event, without writing one down.
//
// Parameters  A direction may have a parameter of the model (model/model.hpp) vary with ε at rate 1: equations, guards and
//           jumps are then evaluated with numbers that know it, clocks move, and so do numbers of laws,
//   (5)  in impacts  δu⁺ ← δu⁺ + ∂u⁺/∂p  at a fixed state, by differences of fourth order of the impact alone
//
// Rank      In a regime with closed contacts the directions obey their constraints, so that the derivative of a motion with
//           stick loses rank, exactly; `rank` is the least number of directions that any regime on the way has room for.
// Certificate   `mismatch`: the largest difference between the states of the motion and those followed here, in units of
//           the coordinates' scales. It is rounding unless an event was treated differently.
// Sizes     known to the compiler or up to a bound (base/vector.hpp), with the same arithmetic. A model that says that it
//           cannot be differentiated is refused.
// Source    leine_nijmeijer_2004; dibernardo_et_al_2008 (saltation); the form is our own.
// Limits    Thresholds (closing speeds, tolerances) are not differentiated. (5) sees an impact that changes its sequence of
//           slip and stick within a thousandth of its law as smooth.
//           Where a guard is met without speed (ġ = 0, grazing) the derivative does not exist, and near it κ is large; `grazes`
//           tells only of a speed that is exactly zero.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/engine/event_driven.hpp"
#include "carom/engine/tolerances.hpp"
#include "carom/impact/solve_impact.hpp"
#include "carom/model/law_slope.hpp"

namespace carom {

template <DifferentiableMechanism S>
class TangentFlow {
 public:
  static constexpr int dof = S::dof;
  static constexpr int size = 2 * dof;
  using Real = Dual<double>;
  static_assert(!may_list_contacts<S>, "a derivative follows all contacts");

  struct Direction {
    double t = 0;
    Vector<size> z = zeros<size>();  // δq, δu
    int parameter = -1;              // that varies with it; none
  };
  // Of parameter k, with what it changes of the model's own start.
  template <class System = S>
  static Direction of_parameter(const System& system, int k) requires requires {
    system.model();
  }
  {
    const int n = dof_of(system);
    Direction d{.z = zeros<size>(2 * n), .parameter = k};
    system.model().start_slope(k, d.z.data(), d.z.data() + n);
    return d;
  }

  // Of the whole state: one direction a coordinate.
  TangentFlow(const S& system, const RunOptions& options) : TangentFlow(system, options, identity(system)) {}
  TangentFlow(const S& system, const RunOptions& options, std::vector<Direction> directions)
      : system_(system),
        impact_(options.impact),
        directions_(std::move(directions)),
        scales_(system.scales()),
        zero_(scales_),
        scale_(zeros<size>(length())),
        value_(zeros<size>(length())),
        rank_(length()) {
    require_derivatives(system);
    if constexpr (may_vary)
      for (const Direction& d : directions_)
        if (d.parameter >= system.parameter_number())
          throw BadInput("this model does not offer " +
                         (system.parameter_number() == 0
                              ? std::string("derivatives by its parameters")
                              : "so many parameters: it has " + std::to_string(system.parameter_number())));
    for (const Direction& d : directions_)
      if (d.z.size() != length())
        throw BadInput("a direction of " + std::to_string(d.z.size()) + " numbers for a state of " +
                       std::to_string(length()));
    for (int k = 0; k < freedom(); ++k) {
      double scale = scales_.length;
      if constexpr (requires { system.coordinate_scale(k); }) scale = system.coordinate_scale(k);
      scale_[k] = scale;
      scale_[freedom() + k] = scale * scales_.speed / scales_.length;
    }
  }

  const std::vector<Direction>& directions() const { return directions_; }
  std::vector<Direction>& directions() { return directions_; }
  double mismatch() const { return mismatch_; }
  bool grazes() const { return grazes_; }
  int rank() const { return rank_; }

  // ---- as an observer ---------------------------------------------------------------------------------------------

  void segment(const Segment<S>& piece);
  void reached(const Guard& guard, int steepness_sign);
  void event(const EventBatch<S>& batch);
  void closed(std::array<bool, S::contact_count> closing);
  void hop_ended(int contact, bool sticks);
  bool stop() const { return false; }

  // ---- results ----------------------------------------------------------------------------------------------------

  // (4): the directions at the time of the last state, column by column.
  Matrix<size, Eigen::Dynamic> at_fixed_time() const;
  // Puts the directions at the present time, so that a new count can begin.
  void settle_at_fixed_time();
  Vector<size> rates() const;
  // Size of a direction in units of the coordinates' scales.
  double norm(const Vector<size>& z) const { return z.cwiseQuotient(scale_).norm(); }
  const Vector<size>& scale() const { return scale_; }

 private:
  // Known to the compiler where the mechanism's sizes are.
  int freedom() const { return dof_of(system_); }
  int length() const { return 2 * freedom(); }
  int contacts() const { return contacts_of(system_); }

  static constexpr bool may_vary = requires(S & system) { system.vary(0); };
  // From now on numbers with derivatives are those of this direction, or of none.
  void vary(const Direction& d) {
    if constexpr (may_vary) system_.vary(d.parameter);
  }
  void vary_none() {
    if constexpr (may_vary) system_.vary(-1);
  }

  static std::vector<Direction> identity(const S& system) {
    const int n = 2 * dof_of(system);
    std::vector<Direction> directions(static_cast<std::size_t>(n), Direction{.z = zeros<size>(n)});
    for (int k = 0; k < n; ++k) directions[static_cast<std::size_t>(k)].z[k] = 1;
    return directions;
  }

  struct Rates {
    const S* system;
    const ContactModes<S>* modes;
    void operator()(const Real& t, const Vector<size, Real>& z, Vector<size, Real>& dz) const {
      Motion<S, Real> motion;
      const int n = dof_of(*system);
      const Vector<dof, Real> q = positions<dof>(z, n), u = velocities<dof>(z, n);
      evaluate_motion(*system, t, q, u, *modes, motion);
      positions<dof>(dz, n) = u;
      velocities<dof>(dz, n) = motion.acceleration;
    }
  };

  Vector<dof, Real> half(const Direction& d, int from) const {
    Vector<dof, Real> v = zeros<dof, Real>(freedom());
    for (int k = 0; k < freedom(); ++k) v[k] = Real(value_[from + k], d.z[from + k]);
    return v;
  }
  Vector<dof, Real> position(const Direction& d) const { return half(d, 0); }
  Vector<dof, Real> velocity(const Direction& d) const { return half(d, freedom()); }
  Vector<size, Real> point(const Direction& d) const {
    Vector<size, Real> z = zeros<size, Real>(length());
    for (int k = 0; k < length(); ++k) z[k] = Real(value_[k], d.z[k]);
    return z;
  }
  void take(const Vector<size, Real>& z, Direction& d, Vector<size>& value) const {
    for (int k = 0; k < length(); ++k) {
      value[k] = z[k].value;
      d.z[k] = z[k].slope;
    }
  }
  void take(const Vector<dof, Real>& q, const Vector<dof, Real>& u, Direction& d, Vector<size>& value) const {
    take(one_after_the_other<Real>(q, u), d, value);
  }

  template <class Kind>
  Vector<size, Kind> one_after_the_other(const Vector<dof, Kind>& q, const Vector<dof, Kind>& u) const {
    Vector<size, Kind> z(length());
    z << q, u;
    return z;
  }

  // change(local, t, q, u) for every direction.
  template <class Change>
  void for_each_state(Change&& change) {
    Vector<size> end = value_;
    for (Direction& d : directions_) {
      vary(d);
      Vector<dof, Real> q = position(d), u = velocity(d);
      const Real t(t_, d.t);
      change(local_inertia(system_, t, q, u), t, q, u);
      take(q, u, d, end);
    }
    value_ = end;
  }

  void follow_jump(const EventBatch<S>& batch);
  void add_law_slopes(const EventBatch<S>& batch, Vector<dof, Real>& u) const;
  // ∂/∂p of the instant at which the clock sets an event off, now.
  double clock_slope() const {
    if constexpr (may_vary) {
      for (int i = 0; i < events_of(system_); ++i) {
        const EventTrigger trigger = event_trigger(system_, i);
        if (trigger.kind != EventTrigger::Kind::clock) continue;
        const double ticks = std::round((t_ - trigger.first) / trigger.period);
        if (std::abs(trigger.first + ticks * trigger.period - t_) > 1e-9 * trigger.period) continue;
        const EventTrigger slope = system_.trigger_slope(i);
        return slope.first + ticks * slope.period;
      }
    }
    return 0;
  }

  // Every point of the family meets the bilateral constraints.
  void keep_bilateral() {
    Vector<size> end = value_;
    for (Direction& d : directions_) {
      vary(d);
      const Real t(t_, d.t);
      Vector<dof, Real> q = position(d), u = velocity(d);
      close_constraints(system_, t, u, q, HUGE_VAL);
      keep_constraint_velocities(system_, t, q, u);
      take(q, u, d, end);
    }
    value_ = end;
  }

  void keep_on_constraint() {
    if (constraints_of(system_) > 0) keep_bilateral();
    std::array<bool, S::contact_count> closed{}, sticking{};
    bool any = false;
    for (int i = 0; i < contacts(); ++i) {
      closed[i] = is_closed(modes_[i]);
      sticking[i] = modes_[i] == ContactMode::stick;
      any = any || closed[i];
    }
    if (!any) return;
    for_each_state([&](const LocalInertia<S, Real>& local, const Real&, Vector<dof, Real>& q, Vector<dof, Real>& u) {
      Real drive = 0.0;
      project_position<S, Real>(local, closed, q);
      project_velocity<S, Real>(local, closed, sticking, u, drive);
    });
  }

  // A segment begins: the directions go on the constraints of its modes, the state is the motion's own.
  void enter(const ContactModes<S>& modes, const State<dof>& begin) {
    const bool changed = fresh_ || modes != modes_;
    modes_ = modes;
    if (fresh_) set_value(begin);
    if (changed) {
      keep_on_constraint();
      rank_ = std::min(rank_, room());
    }
    const Vector<size> z = one_after_the_other<double>(begin.q, begin.u);
    mismatch_ = std::max(mismatch_, (z - value_).cwiseQuotient(scale_).template lpNorm<Eigen::Infinity>());
    set_value(begin);
  }
  void set_value(const State<dof>& state) {
    t_ = state.t;
    value_ << state.q, state.u;
    fresh_ = false;
  }

  // Directions that the constraints of the present modes leave: positions and velocities along closed normals and bilateral
  // constraints, velocities along sticking tangents.
  int room() const {
    std::array<bool, S::contact_count> closed{}, sticking{};
    for (int i = 0; i < contacts(); ++i) {
      closed[i] = is_closed(modes_[i]);
      sticking[i] = modes_[i] == ContactMode::stick;
    }
    const int bilateral = constraint_rank(system_, t_, Vector<dof>(positions<dof>(value_, freedom())),
                                          Vector<dof>(velocities<dof>(value_, freedom())));
    return length() - 2 * bilateral - independent_rows(closed, {}) - independent_rows(closed, sticking);
  }
  // An impact that ends in stick leaves no choice of γ_t.
  int room_after(const EventBatch<S>& batch) const {
    std::array<bool, S::contact_count> sticking{};
    for (int k = 0; k < batch.impact->n; ++k) sticking[batch.member[k]] = batch.impact->sticks[k];
    return length() - independent_rows({}, sticking);
  }
  int independent_rows(const std::array<bool, S::contact_count>& normals,
                       const std::array<bool, S::contact_count>& tangents) const {
    constexpr int Max = 2 * S::contact_count;
    const LocalInertia<S> local = local_inertia(system_, t_, Vector<dof>(positions<dof>(value_, freedom())),
                                                Vector<dof>(velocities<dof>(value_, freedom())));
    std::array<const Vector<dof>*, Max> row{};
    SmallSystem<Max> system;
    for (int i = 0; i < contacts(); ++i) {
      if (normals[i]) row[system.n++] = &local.contacts[i].normal;
      if (tangents[i]) row[system.n++] = &local.contacts[i].tangent;
    }
    for (int j = 0; j < system.n; ++j) {
      const Vector<dof> m = local.inverse_mass * *row[j];
      for (int i = 0; i < system.n; ++i) system.a[i][j] = row[i]->dot(m);
    }
    std::array<double, Max> unused{};
    return system.n == 0 ? 0 : system.solve(unused);
  }

  Vector<size> rates_at(double t, const Vector<size>& z) const {
    Motion<S> motion;
    const Vector<dof> q = positions<dof>(z, freedom()), u = velocities<dof>(z, freedom());
    evaluate_motion(system_, t, q, u, modes_, motion);
    return one_after_the_other<double>(u, motion.acceleration);
  }

  // ∂g along (δt, δz).
  double guard_slope(const Guard& guard, int steepness_sign, double dt, const Vector<size>& dz) const {
    const Direction d{.t = dt, .z = dz};
    const Vector<dof, Real> q = position(d), u = velocity(d);
    const Real t(t_, dt);
    Motion<S, Real> motion;
    evaluate_motion(system_, t, q, u, modes_, motion);
    if (guard.kind == GuardKind::gap) motion.contacts = contact_kinematics(system_, t, q, u);
    return guard_value(system_, guard, t, q, u, modes_, motion, steepness_sign).slope;
  }

  // How fast a parameter changes a law, in units of its numbers.
  static double steepness(const ContactLaw& law, const LawSlope& slope) {
    const auto part = [](double rate, double size) { return std::abs(rate) / std::max(std::abs(size), 0.1); };
    double most = std::max({part(slope.e, law.e), part(slope.exponent, law.exponent), part(slope.eps_T, law.eps_T),
                            std::abs(slope.stiffness) / law.stiffness});
    for (const auto& [rate, mu] : {std::pair{slope.mu_i, law.mu_i}, std::pair{slope.mu_s_i, law.mu_s_i}})
      if (!never_slips(mu)) most = std::max(most, part(rate, mu));
    return most;
  }

  static constexpr bool end_has_derivatives = requires(const S& system, Real t, const Vector<dof, Real>& q) {
    system.motion_lasts(t, q);
  };

  std::conditional_t<may_have_switches<S>, S, const S&> system_;  // holds the sides of the motion that it follows
  ImpactOptions impact_;
  std::vector<Direction> directions_;
  Scales scales_;
  Tolerances zero_;
  Vector<size> scale_, value_;
  double t_ = 0, mismatch_ = 0;
  ContactModes<S> modes_{};
  bool fresh_ = true, grazes_ = false;
  int rank_;
};

// Outside the class, so that they are not inline: gcc would compile inline members again in every file that uses them,
// whatever has been compiled already (systems/*_engine.hpp).

template <DifferentiableMechanism S>
void TangentFlow<S>::segment(const Segment<S>& piece) {
  const State<dof> begin = piece.begin();
  if constexpr (may_have_switches<S>) system_.hold_as(piece.system());
  enter(piece.modes(), begin);
  const double h = piece.t1() - piece.t0();
  if (!(h > 0)) return;
  const Rates f{&system_, &modes_};
  DormandPrince853<size, Real> step;
  if constexpr (!is_fixed(size)) step.set_length(length());
  Vector<size> end = zeros<size>(length());
  for (Direction& d : directions_) {
    vary(d);
    const Real t(begin.t, d.t);
    step.begin(f, t, point(d));
    step.attempt(f, t, h);
    take(step.y1, d, end);
  }
  value_ = end;
  t_ = piece.t1();
  keep_on_constraint();
  fresh_ = false;
}

template <DifferentiableMechanism S>
void TangentFlow<S>::reached(const Guard& guard, int steepness_sign) {
  // The run ends there, and its directions are asked for at that time (4): how the end would move plays no part.
  if constexpr (!end_has_derivatives)
    if (guard.kind == GuardKind::end) return;
  const Vector<size> f = rates_at(t_, value_);
  vary_none();
  const double slope = guard_slope(guard, steepness_sign, 1.0, f);
  if (!(std::abs(slope) > 0)) grazes_ = true;
  for (Direction& d : directions_) {
    vary(d);
    double change = guard_slope(guard, steepness_sign, d.t, d.z);
    if (guard.kind == GuardKind::clock) change += clock_slope();
    const double kappa = slope != 0 ? -change / slope : 0;
    d.t += kappa;
    d.z += kappa * f;
  }
}

template <DifferentiableMechanism S>
void TangentFlow<S>::event(const EventBatch<S>& batch) {
  if (batch.kind == EventKind::own) return follow_jump(batch);
  if (batch.impact == nullptr) return;
  // A switch that was passed at this instant may have set the impact off: the gaps are those of its other side.
  if constexpr (may_have_switches<S>)
    if (batch.system) system_.hold_as(*batch.system);
  std::array<bool, S::contact_count> touching{};
  const int n = batch.impact->n;
  for (int k = 0; k < n; ++k) touching[batch.member[k]] = true;
  set_value(batch.before);
  Vector<size> end = value_;
  for (Direction& d : directions_) {
    vary(d);
    const Real t(t_, d.t);
    Vector<dof, Real> q = position(d), u = velocity(d);
    const LocalInertia<S, Real> local = local_inertia(system_, t, q, u);
    project_position<S, Real>(local, touching, q);
    const ImpactProblem<S::contact_count, Real> problem =
        impact_problem(system_, local, batch.member, n, u, batch.modes, batch.jam);
    apply_impulses<S, Real>(local, batch.member, solve_impact(problem, impact_), u);
    if constexpr (may_vary)
      if (d.parameter >= 0) add_law_slopes(batch, u);
    take(q, u, d, end);
  }
  value_ = end;
  rank_ = std::min(rank_, room_after(batch));
}

template <DifferentiableMechanism S>
void TangentFlow<S>::follow_jump(const EventBatch<S>& batch) {
  set_value(batch.before);
  Vector<size> end = value_;
  for (Direction& d : directions_) {
    vary(d);
    Vector<dof, Real> q = position(d), u = velocity(d);
    jump(system_, batch.own_event, Real(t_, d.t), q, u);
    take(q, u, d, end);
  }
  value_ = end;
}

// (5). Where a number of a law stands at the end of what makes sense, differences look to the other side alone.
template <DifferentiableMechanism S>
void TangentFlow<S>::add_law_slopes(const EventBatch<S>& batch, Vector<dof, Real>& u) const {
  if constexpr (may_vary) {
    const int n = batch.impact->n;
    const Vector<dof> q = positions<dof>(value_, freedom()), before = velocities<dof>(value_, freedom());
    const LocalInertia<S> local = local_inertia(system_, t_, q, before);
    const ImpactProblem<S::contact_count> problem =
        impact_problem(system_, local, batch.member, n, before, batch.modes, batch.jam);
    std::array<LawSlope, S::contact_count> slope;
    double steepest = 0;
    for (int k = 0; k < n; ++k) {
      slope[k] = system_.law_slope(batch.member[k]);
      if (slope[k].changes_impacts()) steepest = std::max(steepest, steepness(problem.law[k], slope[k]));
    }
    if (steepest == 0) return;
    const double h = 1e-3 / steepest;
    const auto makes_sense = [&](double step) {
      for (int k = 0; k < n; ++k) {
        const ContactLaw law = further(problem.law[k], slope[k], step);
        if (!(law.e >= 0 && law.e <= 1 && law.mu_i >= 0 && law.eps_T >= 0 && law.eps_T <= 1 && law.exponent >= 1))
          return false;
      }
      return true;
    };
    const auto after = [&](double step) {
      ImpactProblem<S::contact_count> moved = problem;
      for (int k = 0; k < n; ++k) moved.law[k] = further(problem.law[k], slope[k], step);
      Vector<dof> velocity = before;
      apply_impulses<S>(local, batch.member, solve_impact(moved, impact_), velocity);
      return velocity;
    };
    Vector<dof> rate;
    if (makes_sense(2 * h) && makes_sense(-2 * h)) {
      rate = (8 * (after(h) - after(-h)) - (after(2 * h) - after(-2 * h))) / (12 * h);
    } else {
      const double s = makes_sense(4 * h) ? h : -h;
      rate = (-25 * after(0) + 48 * after(s) - 36 * after(2 * s) + 16 * after(3 * s) - 3 * after(4 * s)) / (12 * s);
    }
    for (int k = 0; k < freedom(); ++k) u[k].slope += rate[k];
  }
}

template <DifferentiableMechanism S>
void TangentFlow<S>::closed(std::array<bool, S::contact_count> closing) {
  for_each_state([&](const LocalInertia<S, Real>& local, const Real& t, Vector<dof, Real>& q, Vector<dof, Real>& u) {
    if constexpr (may_close_by_free_motion<S>) {
      if (closes_by_free_motion(system_)) {
        std::array<bool, S::contact_count> own = closing;
        close_by_free_motion(system_, local, t, q, zero_.gap_band(t_), zero_.rest(), own, u);
        return;
      }
    }
    Real drive = 0.0;
    project_velocity<S, Real>(local, closing, {}, u, drive);
  });
}

template <DifferentiableMechanism S>
void TangentFlow<S>::hop_ended(int contact, bool sticks) {
  for_each_state([&](const LocalInertia<S, Real>& local, const Real&, Vector<dof, Real>&, Vector<dof, Real>& u) {
    end_hop(system_, local, contact, sticks, zero_.rest(), u);
  });
}

template <DifferentiableMechanism S>
auto TangentFlow<S>::at_fixed_time() const -> Matrix<size, Eigen::Dynamic> {
  const Vector<size> f = rates_at(t_, value_);
  Matrix<size, Eigen::Dynamic> columns(length(), static_cast<Eigen::Index>(directions_.size()));
  for (std::size_t j = 0; j < directions_.size(); ++j)
    columns.col(static_cast<Eigen::Index>(j)) = directions_[j].z - directions_[j].t * f;
  return columns;
}

template <DifferentiableMechanism S>
void TangentFlow<S>::settle_at_fixed_time() {
  const Vector<size> f = rates_at(t_, value_);
  for (Direction& d : directions_) {
    d.z -= d.t * f;
    d.t = 0;
  }
}

template <DifferentiableMechanism S>
auto TangentFlow<S>::rates() const -> Vector<size> {
  return rates_at(t_, value_);
}

}  // namespace carom
