// SPDX-License-Identifier: Apache-2.0
// A model from the equations of a text (model_text.hpp): Lagrange's equations from T and V, contacts from gaps.
//
// Model     coordinates q, rates u = q̇, states z of first order, time t; T = ½ uᵀM u + bᵀu + T₀ quadratic in the rates:
//   (1)  M u̇ = h + Σ contacts,   M = ∂²T/∂u²
//   (2)  h = Q − ∂V/∂q + ∂T/∂q − (∂²T/∂u∂q) u − ∂²T/∂u∂t − (∂²T/∂u∂z) ż,   Q the forces that are given
//   (3)  ż = f(t, q, u, z)
//   (4)  gap g(t, q):   w = ∂g/∂q,  ŵ_n = ∂g/∂t,  ζ_n = uᵀ(∂²g/∂q²)u + 2 (∂²g/∂q∂t) u + ∂²g/∂t²
//   (5)  slide s(t, q): n = ∂s/∂q and so on as in (4);   slip v(t, q, u), affine in u: n = ∂v/∂u,  ŵ_t = v(t, q, 0),
//        ζ_t = (∂v/∂q) u + ∂v/∂t
//   (6)  load N(t, q, u): friction under a given load;   roll and turn: friction of the rate `turn`, with the coefficient
//        `roll` [m], under the contact's own load                                          (laws/friction_load.hpp)
//   (7)  energy ½ uᵀM u + (V − T₀), Jacobi's integral; its power beside the contacts' is Q·u − ∂L/∂t − (∂L/∂z) ż, L = T − V
//
// States    stand after the coordinates: state j is the velocity of coordinate n + j, whose mass is 1 in the equations and 0 in
//           energies, and on which nothing depends. Its own place, the integral of the state, has no meaning.
// Switches  Corners and jumps of all expressions together (expressions/switches.hpp); those of friction by its slip are the
//           engine's own, which knows the direction of every slip.
// Source    Elementary (Lagrange); pfeiffer_glocker_1996 for contacts.
// Parameters  are numbers in a model's programs, for speed. One that was made differentiable_by_parameters has them as inputs,
//           moves alike to rounding, and its motion has derivatives by them (model.hpp).
// Limits    Friction coefficients of impacts, restitution and compliance are constants. A gap depends on time and coordinates
//           only, a slip must be affine in the rates, a mass matrix positive definite at the start: otherwise refused.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/model/model.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_parameters.hpp"

namespace carom {

// What --set, presets and studies have settled: numbers in SI by name, lists by theirs.
struct TextSettings {
  std::map<std::string, double, std::less<>> numbers = {};
  std::map<std::string, std::vector<double>, std::less<>> lists = {};
  double t = 0;  // of the start [s]
};

// A name that can be set, with the value that it has.
struct TextQuantity {
  enum class Kind { parameter, list, let, coordinate, rate, state };
  Kind kind = Kind::parameter;
  std::string name = {}, unit = "1", meaning = {};
  double value = 0, min = -HUGE_VAL, max = HUGE_VAL;
  std::vector<double> values = {};  // of a list
  bool follows = false;             // from others, by an expression
  bool varies = false;              // a let that depends on the motion: it has no one value
};

// An instant that has a name: an event of the model's own, or of a contact.
struct TextInstant {
  bool given = false;
  int own_event = -1;
  EventTrigger at = {};
  bool before = false;  // the state before it counts, not that after it
};

// Over which an observable is measured.
struct TextWindow {
  bool given = false;
  double seconds = 0;  // 0: not by the clock
  double periods = 0;  // … but by so many periods of the section
};

// What a text says beside its equations, with the numbers that its settings give.
struct TextFacts {
  std::vector<std::string> coordinate_names = {}, state_names = {}, contact_names = {}, event_names = {};
  std::vector<TextQuantity> quantities = {};
  std::vector<double> q = {}, u = {};      // the start, states included
  std::optional<double> period = {};       // of the section [s]
  bool has_crossing = false;               // the section is where its function crosses zero
  int crossing_rate = -1;                  // … which is the rate of this coordinate …
  int crossing_place = -1;                 // … or this coordinate itself; neither: another expression
  double crossing_level = 0;               // … at this value
  int direction = 1;                       // in which it does
  bool crossing_by_time = false;           // the function depends on time, or on states
  std::optional<TextInstant> event = {};   // the section is the states after this
  bool by_time = false;                    // the equations depend on time, or have clocks …
  std::optional<double> drive = {};        // … and repeat after this [s]: that of the section, or as found in them
  bool period_fits = true;                 // they repeat after the period of the section
  bool start_by_time = false;              // the start depends on when it is
  bool measures_forces = false;            // observables use forces of contacts
  std::vector<TextInstant> instants = {};  // of each observable, where it has some
  std::vector<TextWindow> windows = {};    // of each observable
  std::vector<int> free = {};
  std::vector<std::pair<int, double>> modulo = {};  // coordinates, and what they come back by
  std::string closing = {};  // how a start was brought onto its constraints, in words; empty: it fitted
};

class TextModel : public Model {
 public:
  const TextFacts& facts() const { return facts_; }
  int coordinate_number() const { return static_cast<int>(facts_.coordinate_names.size()); }  // without states

  // The expressions of the observables, in their order, at a state with these forces of contacts.
  virtual int measure_number() const = 0;
  virtual void measures(const At<double>& at, const double* F_n, const double* F_t, double* values) const = 0;
  // Of the section: its function, and whether a point counts.
  virtual double section_value(const At<double>& at) const = 0;
  virtual bool section_applies(const At<double>& at) const = 0;

  int parameter_number() const override { return static_cast<int>(parameters_.names.size()); }
  std::string parameter_name(int k) const override { return parameters_.names[static_cast<std::size_t>(k)]; }
  double parameter(int k) const override { return parameters_.values[static_cast<std::size_t>(k)]; }
  LawSlope law_slope(int contact, int k) const override {
    return parameters_.laws[static_cast<std::size_t>(k)][static_cast<std::size_t>(contact)];
  }
  EventTrigger trigger_slope(int event, int k) const override {
    return parameters_.triggers[static_cast<std::size_t>(k)][static_cast<std::size_t>(event)];
  }
  void start_slope(int k, double* q, double* u) const override {
    const std::vector<double>&places = parameters_.start_q[static_cast<std::size_t>(k)],
          &rates = parameters_.start_u[static_cast<std::size_t>(k)];
    std::copy(places.begin(), places.end(), q);
    std::copy(rates.begin(), rates.end(), u);
  }

 protected:
  TextFacts facts_;
  TextParameters parameters_;  // inputs of its programs, after time, places and velocities
};

// Throws BadInput with the place of what is wrong.
std::shared_ptr<const TextModel> make_text_model(const ModelText& text, const TextSettings& settings = {});
std::shared_ptr<const TextModel> make_text_model_differentiable_by_parameters(const ModelText& text,
                                                                              const TextSettings& settings = {});

}  // namespace carom
