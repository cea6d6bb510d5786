// SPDX-License-Identifier: Apache-2.0
// Soft rods on a shaken plate, step by step.
//
// Model.  Spherocylinders of diameter 1 with centres r, axes u, velocities v, angular velocities ω ⊥ u and, with `spin`, a
// rotation σ about the own axis:
//   (1)  M dv/dt = ΣF − M g ẑ,   du/dt = ω × u,   I dω/dt = (Στ)_⊥ − J σ (ω × u),   J dσ/dt = Στ·u
//   (2)  forces at contacts: soft_contact.hpp; of two rods at the closest points of their axes, of the plate at each of the
//        two end spheres, of an inner wall at the point of the axis nearest to the axis of the cylinder, of an outer wall
//        at each end sphere
//   (3)  a force acts at the physical contact point: arm a u − (1/2 − δ/2) n for rods, a u − (1/2 − δ) n at a rigid surface;
//        an end that is flat meets the plate at points of its edge instead: flat_end.hpp
//   (4)  leapfrog: v, ω, σ at half steps, r, u at whole steps; contacts take the velocities of the half step before
// Without spin, σ = 0 and the torque along u is dropped, as in the paper.
// Symbols.  Reduced units: diameter, gravity and the mass of a virtual sphere are 1; a run in SI is a matter of
//   multiplying by √(d/g) for times, √(g d) for velocities.
// Source.  volfson_kudrolli_tsimring_2004, section III and appendix A.
// Differs.  See soft_contact.hpp for the contact law.
// Limits.  (4) is of second order, but contacts see lagged velocities: first order in the damping. One contact a pair.
//   Rods that start in one another fly apart; the caller checks (overlap_of).
//
// A run is a function of its input alone: the bits do not depend on the number of threads, nor on where it was cut into
// pieces by advance() or by a restart.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "carom/base/outcome.hpp"
#include "carom/particles/container.hpp"
#include "carom/particles/pair_list.hpp"
#include "carom/particles/plate_collision.hpp"
#include "carom/particles/rod.hpp"
#include "carom/particles/rod_body.hpp"
#include "carom/particles/rod_kernels.hpp"
#include "carom/particles/soft_contact.hpp"
#include "carom/particles/space.hpp"

namespace carom::particles {

template <class Space>
struct GearDerivatives;
template <class Space>
using PairBatch = std::conditional_t<Space::dim == 2, PlanarPairs, SpatialPairs>;

enum class Integrator { leapfrog, gear };

// Where others have the processors, threads that share a step wait for each other longer than they compute. Unless they
// are told to share always, the clock decides from time to time which way is faster; the bits do not depend on it.
enum class Sharing { where_it_pays, always };

struct RodOptions {
  Rod rod = make_rod(9.5);
  ContactLaw law;
  Ends ends = Ends::round;
  double mu_rod = 0.3, mu_plate = 0.3, mu_wall = 0.3;                 // in slip
  double mu_rod_static = 0, mu_plate_static = 0, mu_wall_static = 0;  // at rest; no more than in slip: the same
  bool spin = false;                                                  // in space only
  double gravity = 1;
  Drive drive;
  Container container;
  bool plate = true;
  double dt = 2e-5;
  double skin = 0.25;
  Integrator integrator = Integrator::leapfrog;
  int threads = 1;
  Sharing sharing = Sharing::where_it_pays;
};

template <class Space>
struct RodState {
  typename Space::VecArray r, u, v;  // u of length 1
  typename Space::SpinArray w;       // perpendicular to u
  std::vector<double> sigma;         // about the own axis; empty without spin

  void resize(std::size_t n) {
    r.resize(n);
    u.resize(n);
    v.resize(n);
    w.resize(n);
  }
  std::size_t size() const { return r.size(); }
};

struct RodEnergy {
  double kinetic = 0, potential = 0, elastic = 0;             // now; elastic: at the normals of contacts
  double drive_work = 0, normal_loss = 0, friction_loss = 0;  // since the start
  double total() const { return kinetic + potential + elastic; }
};

struct RodContacts {
  long rods = 0, plate = 0, walls = 0;
};

template <class Space>
class RodSimulation {
 public:
  using Vec = typename Space::Vec;
  using Spin = typename Space::Spin;
  using Tangent = typename Space::Tangent;

  // The state holds positions and velocities of one time; half a step back gives those of the leapfrog.
  RodSimulation(const RodOptions& options, RodState<Space> start, double t0 = 0);
  ~RodSimulation();
  RodSimulation(const RodSimulation& other);
  RodSimulation& operator=(const RodSimulation&) = delete;

  // False when a rod outran its list of neighbours (left_model), or a number is not finite (not_finite): `failure` then
  // says what happened.
  bool advance(long steps);
  Outcome outcome() const { return outcome_; }
  const std::string& failure() const { return failure_; }

  double t() const { return t0_ + static_cast<double>(step_) * options_.dt; }
  long steps() const { return step_; }
  std::size_t size() const { return state_.size(); }
  const RodState<Space>& state() const { return state_; }  // velocities: of the half step before
  const RodOptions& options() const { return options_; }
  long list_builds() const { return pairs_.builds; }
  RodContacts contacts() const;
  RodEnergy energy() const;  // costs a copy and a step: velocities of whole steps are between those of half steps
  std::size_t bytes() const;

  // Every finished collision with the plate: by blocks of rods every few steps, in each by the time of its end. Set before
  // the first step.
  void record_collisions(bool on);
  const std::vector<PlateCollision>& collisions() const { return collisions_; }
  void clear_collisions() { collisions_.clear(); }

  // All that a later run needs to go on with the same bits.
  std::string saved() const;
  void restore(const std::string& bytes);  // throws BadInput: of another kind of run, or damaged

 private:
  using Body = RodBody<Space>;
  struct BlockSums {  // over the steps so far, for one block of pairs or rods
    double drive = 0;
    ContactPower rods, surfaces;
  };
  struct PairForce {
    Vec F;  // on the first rod
    Spin T_first, T_second;
  };
  struct CrossPair : PairForce {
    std::size_t p = 0;
    ContactPower power;
  };
  struct OpenCollision {
    PlateMoment before;
    double largest_overlap = 0;
    std::int64_t steps = 0, slipping = 0;
  };

  void rebuild();
  void adopt_list();
  void connect();
  template <class Archive>
  void archive(Archive& a);
  void check_restored() const;
  bool list_is_old();
  bool failed() const { return outcome_ != Outcome::reached_end; }
  bool fail(Outcome outcome, std::string reason);
  void pair_forces(std::size_t block, const CrossPair*& cross, const CrossPair* cross_end);
  void cross_forces(CrossPair* from, CrossPair* to);
  void take_in(int worker);
  [[gnu::always_inline]] inline PairForce pair_contact(std::size_t p, const PairBatch<Space>& batch, std::size_t k,
                                                       ContactPower& power);
  Vec separation(std::size_t p) const;
  void part(std::size_t p);
  void rod_steps(std::size_t block);
  [[gnu::always_inline]] inline bool touch(Body& rod, std::size_t slot, double a, double overlap, Vec n,
                                           Vec surface_velocity, const SoftContact& law,
                                           typename Space::TangentArray& spring, std::uint8_t& touching,
                                           BlockSums& sums) const;
  void surface_forces(std::size_t first, std::size_t last, std::size_t block);
  void plate_forces(std::size_t i, std::size_t block, Body& rod, BlockSums& sums);
  void flat_end_forces(std::size_t i, bool upper, std::size_t block, Body& rod, BlockSums& sums);
  void begin_collision(std::size_t i, bool upper, const Body& rod, Vec arm);
  void end_collision(std::size_t i, bool upper, std::size_t block, const Body& rod, Vec arm);
  void go_on_colliding(std::size_t slot, double overlap, bool slips);
  Vec plate_arm(bool upper, const Body& rod) const;
  void inner_wall_force(std::size_t i, Body& rod, BlockSums& sums);
  void outer_wall_forces(std::size_t i, Body& rod, BlockSums& sums);
  Vec wall_velocity() const;
  bool end_step();
  void collect();
  void run_alone(long steps);
  void run_team(long steps);
  void run_by_the_clock(long steps);
  void predict(std::size_t block);
  PlateMoment moment_of(std::size_t i, bool upper, const Body& rod, Vec arm) const;
  Spin whole_spin(std::size_t i, Vec u, Spin w) const;
  std::size_t rod_blocks() const {
    return (size() + PairSearch<Space>::block_size - 1) / PairSearch<Space>::block_size;
  }
  int workers() const;  // at most one a block of rods
  std::size_t first_block(int worker) const;

  RodOptions options_;
  double t0_ = 0;
  std::int64_t step_ = 0;
  std::int64_t next_check_ = 0;
  RodState<Space> state_;
  PairList<Space> pairs_;
  PairSearch<Space> search_;
  typename Space::VecArray force_;
  typename Space::SpinArray torque_;
  SoftContact rod_rod_, rod_plate_, rod_wall_;
  double lever_ = 1;  // (3), or 0 for forces on the axis

  typename Space::TangentArray plate_spring_, inner_spring_, outer_spring_;  // plate and outer: 2 a rod
  // 0 apart, 1 touching, 2 slipping.
  std::vector<std::uint8_t> plate_touching_, inner_touching_, outer_touching_;
  typename Space::TangentArray edge_spring_;  // of flat ends: edge_points() an end; empty without
  std::vector<std::uint8_t> edge_touching_;

  std::vector<BlockSums> pair_sums_, rod_sums_;
  Drive::Motion plate_;

  std::vector<std::size_t> pair_start_;  // of the pairs of each block of rods
  // Several threads: pairs whose rods belong to two workers, in their order; a worker's own, and those that reach into it.
  std::vector<CrossPair> cross_;
  std::vector<std::size_t> cross_start_;
  std::vector<std::vector<std::uint32_t>> incoming_;
  struct Pace {
    bool together = true;                      // the way that is in use
    double cost_together = 0, cost_alone = 0;  // s a step, when it was last tried; 0: not yet
    std::int64_t next_trial = 0;               // step at which the other way is tried again …
    std::int64_t pause = 64;                   // … and so many steps after that, more and more while the answer stays
  };
  Pace pace_;
  std::unique_ptr<GearDerivatives<Space>> gear_;

  bool recording_ = false;
  std::vector<OpenCollision> open_;
  std::vector<std::vector<PlateCollision>> finished_;  // a block of rods each
  std::vector<PlateCollision> collisions_;
  Outcome outcome_ = Outcome::reached_end;
  std::string failure_;
};

extern template class RodSimulation<Planar>;
extern template class RodSimulation<Spatial>;

// Deepest overlap of a start: of two rods, or of a rod with the container. 0: none.
template <class Space>
double overlap_of(const RodState<Space>& state, const RodOptions& options, double t0 = 0);

extern template double overlap_of<Planar>(const RodState<Planar>&, const RodOptions&, double);
extern template double overlap_of<Spatial>(const RodState<Spatial>&, const RodOptions&, double);

// The largest step that resolves a contact: a fortieth of the time of a collision at speed 1 and of the period of the
// tangential spring in it, and a tenth of the decay time of its dashpots.
double largest_safe_step(const RodOptions& options);

}  // namespace carom::particles
