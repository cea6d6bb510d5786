// SPDX-License-Identifier: Apache-2.0
// A mechanism as the engine sees it when it is known only at run time: its equations behind one small interface.
//
// Model
//   (1)  M(q) u̇ = h(t, q, u) + Σ_i (w_i F_n,i + n_i F_t,i),   q̇ = u       as in mechanism.hpp
//   (2)  c(t, q) = 0, kept by forces Gᵀλ                                    as in constraints.hpp
//   (3)  where f_i(t, q, u) crosses zero, (q⁺, u⁺) = jump_i(t, q, u)          as in own_events.hpp
//   (4)  corners and jumps of all these are switches that are held            as in switches.hpp
//   (5)  M may depend on time; T + V is then ½ uᵀM u + V(t, q), and what changes it at rest is applied power
//
// Equations are offered for doubles and for numbers that carry derivatives, once, twice and three times (base/dual.hpp): a
// motion with its multipliers needs the first kind, a Hopf coefficient the last. A model that cannot be differentiated says
// so and has doubles only.
//
// Enclosures  A model that encloses_gaps() proves where its contacts cannot be (gap_enclosure.hpp): ranges that hold every gap,
// and every rate of a gap, over a box of time, coordinates and velocities. One that does not knows nothing: whole lines.
//
// Near      A model of many bodies, most of whose contacts are far from closing, may tell which of them can meet at all while
//           its state stays within a box (near_contacts): the engine then asks for these alone, and cost and memory are those
//           of what is near, however many pairs there are. Numbers of contacts are names: they stay what they are.
//
// Parameters  A model that knows its parameters as more than numbers offers its equations for parameters that carry derivatives
//           too (At::parameters), and tells how its laws, clocks and start change with each (law_slope and what follows it):
//           its motion can then be differentiated by them (engine/tangent_flow.hpp). A family of classes is one
//           (parametric.hpp), and a text that is read for it (text_model.hpp).
//
// Lists     are given by pointers to their first entry: n coordinates, m contacts; matrices column by column.
// Ways in   ModelOf<S> (model_of.hpp) makes a Model of a class that is a Mechanism; ModelWith<M> is the base of a model that
//           is written for any kind of number.
// Symbols   as in mechanism.hpp and contact_kinematics.hpp.
#pragma once

#include <limits>
#include <string>

#include "carom/base/dual.hpp"
#include "carom/base/interval.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/laws/friction_load.hpp"
#include "carom/model/constraints.hpp"
#include "carom/model/law_slope.hpp"
#include "carom/model/mechanism.hpp"
#include "carom/model/own_events.hpp"
#include "carom/model/switches.hpp"

namespace carom {

// The kinematics of m contacts (contact_kinematics.hpp), to be filled in.
template <class Real>
struct ContactRows {
  Real* gap;                          // m
  Real* normal;                       // n for each contact
  Real* tangent;                      // n for each contact
  Real* normal_surface_velocity;      // m
  Real* tangential_surface_velocity;  // m
  Real* normal_drift;                 // m
  Real* tangential_drift;             // m
};

// The kinematics of constraints (constraints.hpp), to be filled in.
template <class Real>
struct ConstraintRows {
  Real* value;
  Real* row;  // n for each constraint
  Real* surface_velocity;
  Real* drift;
};

// Where equations are evaluated.
template <class Real>
struct At {
  Real t;
  const Real* q;
  const Real* u;  // not read by what depends on places alone
  // On which its switches are held (switches.hpp); nullptr: as the values say. Those of its own come first, then those of
  // the contacts that are asked for, in their order.
  const int* sides = nullptr;
  // Of a model that tells which contacts are near: those that gaps, contacts and contacts_exist are asked for, by their numbers
  // in ascending order; nullptr: all of them.
  const int* listed = nullptr;
  int listed_number = 0;
  const Real* parameters = nullptr;  // as they shall be; nullptr: the model's own numbers
  // Of the contacts that are asked for those of which the kinematics are; what is written for the others does not matter, if
  // anything is. nullptr: all of them.
  const bool* wanted = nullptr;
};

// The side of a switch of a contact's own that is not held: it is as the values say.
inline constexpr int unheld_side = std::numeric_limits<int>::min();

// A box of times and coordinates around a state.
struct Neighbourhood {
  double t0 = 0, t1 = 0;
  const double* q = nullptr;      // the middle …
  const double* reach = nullptr;  // … and how far each coordinate may be from it
};

template <class Real>
class Equations {
 public:
  virtual void inverse_mass(const At<Real>& at, Real* inverse) const = 0;  // n × n
  virtual void force(const At<Real>& at, Real* h) const = 0;
  virtual void contacts(const At<Real>& at, const ContactRows<Real>& rows) const = 0;
  virtual void friction(int contact, const At<Real>& at, int sigma, Real& mu_s, Real& mu) const = 0;
  virtual Real load(int contact, const At<Real>& at) const = 0;
  virtual void constraints(const At<Real>& at, const ConstraintRows<Real>& rows) const = 0;
  virtual void events(const At<Real>& at, Real* values) const = 0;
  virtual void switches(const At<Real>& at, Real* values) const = 0;  // above zero on the side that is held
  virtual void jump(int event, const At<Real>& before, Real* q, Real* u) const = 0;

 protected:
  ~Equations() = default;
};

using Once = Dual<double>;
using Twice = Dual<Once>;
using Thrice = Dual<Twice>;

class Model : public Equations<double>, public Equations<Once>, public Equations<Twice>, public Equations<Thrice> {
 public:
  virtual ~Model() = default;

  // The same equations for every kind of number.
  template <class Real>
  const Equations<Real>& equations() const {
    return *this;
  }

  virtual int freedom() const = 0;         // n
  virtual int contact_number() const = 0;  // m
  virtual int constraint_number() const = 0;
  virtual int event_number() const = 0;
  virtual int switch_number() const { return 0; }
  // Switches that a contact has to itself: they are beside those above, and there is a place for them as long as the contact is
  // asked for (At::listed).
  virtual int contact_switches(int /*contact*/) const { return 0; }
  virtual bool contacts_have_switches() const { return false; }
  // Many bodies that come to rest together: the closing speed closes whatever is slower, and ends slips as slow
  // (engine/closing.hpp).
  virtual bool comes_to_rest_together() const { return false; }
  virtual bool is_differentiable() const = 0;

  virtual void mass_matrix(const At<double>& at, double* M) const = 0;  // n × n; energies are told in doubles

  virtual void gaps(const At<double>& at, double* g) const = 0;  // m
  // Ranges of g over a box, and of ġ = ∂g/∂q·u + ∂g/∂t; m each.
  virtual bool encloses_gaps() const { return false; }
  virtual void gap_enclosure(const Interval& /*t*/, const Interval* /*q*/, Interval* g) const {
    for (int i = 0; i < contact_number(); ++i) g[i] = Interval::entire();
  }
  virtual void gap_rate_enclosure(const Interval& /*t*/, const Interval* /*q*/, const Interval* /*u*/,
                                  Interval* rate) const {
    for (int i = 0; i < contact_number(); ++i) rate[i] = Interval::entire();
  }
  virtual ContactLaw contact_law(int i) const = 0;
  // Does it tell the friction of contact i by friction(), instead of by the contact's law?
  virtual bool gives_friction(int /*i*/) const { return false; }
  // What the friction of contact i rides on: own_load, given_load, or the contact whose normal force it is.
  virtual int rides_on(int /*i*/) const { return own_load; }
  // Which contacts are there at all; it changes where a switch is passed.
  virtual void contacts_exist(const At<double>& at, bool* exist) const {
    const int count = at.listed ? at.listed_number : contact_number();
    for (int i = 0; i < count; ++i) exist[i] = true;
  }
  // Contacts near a state. One that tells them writes the numbers of all contacts whose gap may be zero or below it in some
  // state within the box, in ascending order, as far as there is room, and returns how many there are. What rides on another
  // contact is listed with it, what has a given load always.
  virtual bool tells_near_contacts() const { return false; }
  virtual int near_contacts(const Neighbourhood& /*within*/, int /*room*/, int* /*numbers*/) const {
    return contact_number();
  }
  // Parameters by which its motion can be differentiated; slopes are ∂/∂p of parameter k.
  virtual int parameter_number() const { return 0; }
  virtual std::string parameter_name(int /*k*/) const { return ""; }
  virtual double parameter(int /*k*/) const { return 0; }
  virtual LawSlope law_slope(int /*contact*/, int /*k*/) const { return {}; }
  virtual EventTrigger trigger_slope(int /*event*/, int /*k*/) const { return {}; }  // of its period and first instant
  virtual void start_slope(int /*k*/, double* q, double* u) const {
    for (int i = 0; i < freedom(); ++i) q[i] = u[i] = 0;
  }
  virtual double potential_energy(const At<double>& at) const = 0;
  virtual double applied_power(const At<double>& at) const = 0;

  // Switches (switches.hpp).
  virtual void sides(const At<double>& /*at*/, int* /*sides*/) const {}
  virtual int side_beyond(int /*i*/, const At<double>& at) const { return at.sides[0]; }
  // How fast what switches, events and gaps look at oscillates in time, as far as that can be told [rad/s]; 0: it does not.
  virtual double guard_turning(const At<double>& /*at*/) const { return 0; }

  // Events of its own (own_events.hpp).
  virtual EventTrigger event_trigger(int /*i*/) const { return {}; }
  virtual int event_direction(int i) const = 0;
  virtual bool event_applies(int i, const At<double>& at) const = 0;
  virtual bool event_stops(int i) const = 0;
  virtual std::string event_name(int i) const = 0;

  virtual Scales scales() const = 0;
  virtual double coordinate_scale(int k) const = 0;
  virtual std::string contact_name(int i) const = 0;  // empty: by its number
  virtual std::string constraint_name(int i) const = 0;

  // Closing (engine/closing.hpp) and the end of the model, as in mechanism.hpp.
  virtual double closing_speed() const = 0;
  virtual double closing_time() const = 0;
  virtual bool closes_by_free_motion() const = 0;
  virtual double closing_duration() const = 0;
  virtual double motion_lasts(double t, const double* q) const = 0;
};

// Hands the equations of one kind of number to templates of a model's own: fill_inverse_mass, fill_force, fill_contacts,
// find_friction, find_load, fill_constraints, fill_events, fill_switches and apply_jump, each written once.
template <class Self, class Base, class Real>
class Evaluates : public Base {
 public:
  void inverse_mass(const At<Real>& at, Real* inverse) const override { self().fill_inverse_mass(at, inverse); }
  void force(const At<Real>& at, Real* h) const override { self().fill_force(at, h); }
  void contacts(const At<Real>& at, const ContactRows<Real>& rows) const override { self().fill_contacts(at, rows); }
  void friction(int contact, const At<Real>& at, int sigma, Real& mu_s, Real& mu) const override {
    self().find_friction(contact, at, sigma, mu_s, mu);
  }
  Real load(int contact, const At<Real>& at) const override { return self().find_load(contact, at); }
  void constraints(const At<Real>& at, const ConstraintRows<Real>& rows) const override {
    self().fill_constraints(at, rows);
  }
  void events(const At<Real>& at, Real* values) const override { self().fill_events(at, values); }
  void switches(const At<Real>& at, Real* values) const override { self().fill_switches(at, values); }
  void jump(int event, const At<Real>& before, Real* q, Real* u) const override {
    self().apply_jump(event, before, q, u);
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

// A Model whose equations are templates over the kind of number.
template <class Self, class Base = Model>
using ModelWith = Evaluates<Self, Evaluates<Self, Evaluates<Self, Evaluates<Self, Base, double>, Once>, Twice>, Thrice>;

}  // namespace carom
