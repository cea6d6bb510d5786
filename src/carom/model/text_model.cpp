// SPDX-License-Identifier: Apache-2.0
#include "carom/model/text_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/expressions/guards.hpp"
#include "carom/expressions/program.hpp"
#include "carom/model/body_mechanism.hpp"
#include "carom/model/text_drive.hpp"
#include "carom/model/text_equations.hpp"
#include "carom/model/text_evaluation.hpp"
#include "carom/model/text_friction.hpp"
#include "carom/model/text_pairs.hpp"
#include "carom/model/text_scales.hpp"
#include "carom/model/text_start.hpp"
#include "carom/model/text_turning.hpp"

namespace carom {
namespace {

using expressions::Graph;
using expressions::Guards;
using expressions::Node;
using expressions::Program;
using expressions::Switches;
using expressions::SwitchForm;

class EquationsModel final : public ModelWith<EquationsModel, TextModel> {
  template <class Self, class Base, class Real>
  friend class carom::Evaluates;

 public:
  // `numbers`: the same model with its parameters as numbers; this one then has them as inputs.
  EquationsModel(const ModelText& text, const TextSettings& settings, const EquationsModel* numbers = nullptr);

  int freedom() const override { return n_; }
  int contact_number() const override { return m_; }
  int constraint_number() const override { return static_cast<int>(constraint_names_.size()); }
  int event_number() const override { return static_cast<int>(events_.size()); }
  int switch_number() const override { return static_cast<int>(switches_.size()); }
  bool is_differentiable() const override { return true; }

  void mass_matrix(const At<double>& at, double* M) const override {
    std::fill_n(M, n_ * n_, 0.0);
    const double* mass = constant_mass_.empty() ? run(mass_, at) : constant_mass_.data();
    for (int l = 0; l < nc_; ++l)
      for (int k = 0; k < nc_; ++k) M[k + l * n_] = mass[k + l * nc_];
  }
  void gaps(const At<double>& at, double* g) const override {
    const double* values = run(gaps_, at);
    std::copy_n(values, single_, g);
    if (pairs_.count() > 0) pairs_.gaps(at, frames(at), g);
  }
  bool tells_near_contacts() const override { return pairs_.count() > 0; }
  int near_contacts(const Neighbourhood& within, int room, int* numbers) const override;
  int contact_switches(int i) const override { return pairs_.switches(i); }
  bool contacts_have_switches() const override { return pair_switches_; }
  bool comes_to_rest_together() const override { return pairs_.count() > 0; }
  bool encloses_gaps() const override { return true; }
  void gap_enclosure(const Interval& t, const Interval* q, Interval* g) const override;
  void gap_rate_enclosure(const Interval& t, const Interval* q, const Interval* u, Interval* rate) const override;
  ContactLaw contact_law(int i) const override {
    return pairs_.has(i) ? pairs_.pairs().law(pairs_.number(i)) : contacts_[at_(i)].law;
  }
  bool gives_friction(int i) const override { return !pairs_.has(i) && contacts_[at_(i)].gives_friction; }
  int rides_on(int i) const override { return pairs_.has(i) ? own_load : contacts_[at_(i)].rides; }
  void contacts_exist(const At<double>& at, bool* exist) const override {
    std::fill_n(exist, single_, true);
    if (pairs_.count() > 0) pairs_.exist(at, frames(at), exist);
    if (!some_vanish_) return;
    const double* values = run(existence_, at);
    for (int i = 0; i < single_; ++i) exist[i] = values[i] != 0;
  }
  double potential_energy(const At<double>& at) const override { return run(energies_, at)[0]; }
  double applied_power(const At<double>& at) const override { return has_power_ ? run(power_, at)[0] : 0; }

  void sides(const At<double>& at, int* sides) const override {
    Scratch<double>& s = scratch(at);
    guards_.live_sides(s.inputs.data(), s.work.data(), sides);
    for (std::size_t i = 0; i < switches_.size(); ++i)
      if (forms_[i] == SwitchForm::sides && sides[i] == 0) sides[i] = 1;
    if (pair_switches_) pairs_.live_sides(at, frames(at), sides);
  }
  int side_beyond(int i, const At<double>& at) const override {
    const int side = at.sides[i];
    if (i >= switch_number()) return pairs_.side_beyond(i, at, frames(at));
    if (forms_[at_(i)] == SwitchForm::sides) return -side;
    const double place = guard_values(at)[i] - side;
    return place < 0.5 ? side - 1 : side + 1;
  }

  double guard_turning(const At<double>& at) const override {
    Scratch<double>& s = scratch(at);
    return turning_.fastest(s.inputs.data(), s.work.data(), s.outputs.data());
  }

  EventTrigger event_trigger(int i) const override { return events_[at_(i)].trigger; }
  int event_direction(int i) const override { return events_[at_(i)].direction; }
  bool event_applies(int i, const At<double>& at) const override {
    return !events_[at_(i)].filtered || run(filters_, at)[i] != 0;
  }
  bool event_stops(int i) const override { return events_[at_(i)].stops; }
  std::string event_name(int i) const override { return facts_.event_names[at_(i)]; }

  Scales scales() const override { return scales_; }
  double coordinate_scale(int k) const override { return coordinate_scales_[at_(k)]; }
  std::string contact_name(int i) const override {
    return pairs_.has(i) ? pairs_.pairs().name(pairs_.number(i)) : facts_.contact_names[at_(i)];
  }
  std::string constraint_name(int i) const override { return constraint_names_[at_(i)]; }
  double closing_speed() const override { return closing_speed_; }
  double closing_time() const override { return 0; }
  bool closes_by_free_motion() const override { return closing_duration_.has_value(); }
  double closing_duration() const override { return closing_duration_.value_or(HUGE_VAL); }
  double motion_lasts(double, const double*) const override { return 1; }

  int measure_number() const override { return static_cast<int>(measures_.output_count()); }
  void measures(const At<double>& at, const double* F_n, const double* F_t, double* values) const override;
  double section_value(const At<double>& at) const override { return run(section_, at)[0]; }
  bool section_applies(const At<double>& at) const override { return !section_filtered_ || run(section_, at)[1] != 0; }

 private:
  struct OwnContact {
    int rides = own_load;
    bool gives_friction = false;
    ContactLaw law = {};
    TextFriction friction = {};
    Program load = {};
  };
  struct OwnEvent {
    EventTrigger trigger = {};
    int direction = 0;
    bool stops = false, filtered = false;
    std::vector<int> targets = {};
    Program set = {};
  };

  static std::size_t at_(int i) { return static_cast<std::size_t>(i); }

  void compile(TextEquations& equations);
  void compile_friction(TextEquations& equations);
  void compile_events(TextEquations& equations);
  void compile_guards(TextEquations& equations);
  void take_pairs(TextEquations& equations);
  Program program(TextEquations& equations, const std::vector<Node>& outputs);
  void note(const Program& program) {
    work_size_ = std::max(work_size_, program.work_size());
    output_size_ = std::max(output_size_, program.output_count());
  }
  void settle_mass(const ModelText& text);
  void find_drive(TextEquations& equations, double t);
  void take_scales(const TextEquations& equations);
  void look_at_surfaces(double t, double& reach, double& speed) const;

  // ---- evaluation -------------------------------------------------------------------------------------------------------

  template <class Real>
  Scratch<Real>& scratch(const At<Real>& at) const {
    Scratch<Real>& s = Scratch<Real>::own(input_size_, work_size_, output_size_);
    s.inputs[0] = at.t;
    std::copy_n(at.q, n_, s.inputs.begin() + 1);
    std::copy_n(at.u, n_, s.inputs.begin() + 1 + n_);
    for (std::size_t k = 0; k < parameters_.values.size(); ++k)
      s.inputs[at_(2 * n_ + 1) + k] = at.parameters ? at.parameters[k] : Real(parameters_.values[k]);
    return s;
  }
  template <class Real>
  const Real* run(const Program& program, const At<Real>& at) const {
    Scratch<Real>& s = scratch(at);
    if (at.sides)
      program.evaluate_held(s.inputs.data(), at.sides, s.work.data(), s.outputs.data());
    else
      program.evaluate(s.inputs.data(), s.work.data(), s.outputs.data());
    return s.outputs.data();
  }
  template <class Real>
  const Real* guard_values(const At<Real>& at) const {
    Scratch<Real>& s = scratch(at);
    if (at.sides)
      guards_.values(s.inputs.data(), at.sides, s.work.data(), s.outputs.data());
    else
      guards_.live_values(s.inputs.data(), s.work.data(), s.outputs.data());
    return s.outputs.data();
  }
  template <class Real>
  const std::vector<BodyPairs::Frame<Real>>& frames(const At<Real>& at) const {
    return pairs_.pairs().frames(at, run(frames_, at));
  }
  // The sides at the values of numbers of any kind.
  template <class Real>
  void live_sides(const At<Real>& at, int* sides) const {
    static thread_local std::vector<double> q, u;
    q.resize(at_(n_));
    u.resize(at_(n_));
    for (int k = 0; k < n_; ++k) {
      q[at_(k)] = value_of(at.q[k]);
      u[at_(k)] = value_of(at.u[k]);
    }
    this->sides({.t = value_of(at.t), .q = q.data(), .u = u.data()}, sides);
  }

  template <class Real>
  void fill_inverse_mass(const At<Real>& at, Real* inverse) const {
    std::fill_n(inverse, n_ * n_, Real(0.0));
    for (int j = nc_; j < n_; ++j) inverse[j + j * n_] = 1.0;
    if (!constant_inverse_.empty()) {
      for (int l = 0; l < nc_; ++l)
        for (int k = 0; k < nc_; ++k) inverse[k + l * n_] = constant_inverse_[at_(k + l * nc_)];
      return;
    }
    Real* mass = const_cast<Real*>(run(mass_, at));
    if (!invert(nc_, mass, mass_blocks_)) mass[0] = std::numeric_limits<double>::quiet_NaN();
    for (int l = 0; l < nc_; ++l)
      for (int k = 0; k < nc_; ++k) inverse[k + l * n_] = mass[k + l * nc_];
  }
  template <class Real>
  void fill_force(const At<Real>& at, Real* h) const {
    std::copy_n(run(force_, at), n_, h);
  }
  template <class Real>
  void fill_contacts(const At<Real>& at, const ContactRows<Real>& rows) const {
    const Real* out = run(kinematics_, at);
    const int m = single_;
    std::copy_n(out, m, rows.gap);
    std::copy_n(out + m, m, rows.normal_surface_velocity);
    std::copy_n(out + 2 * m, m, rows.tangential_surface_velocity);
    std::copy_n(out + 3 * m, m, rows.normal_drift);
    std::copy_n(out + 4 * m, m, rows.tangential_drift);
    std::copy_n(out + 5 * m, m * n_, rows.normal);
    std::copy_n(out + 5 * m + m * n_, m * n_, rows.tangent);
    if (pairs_.count() > 0) pairs_.fill(at, frames(at), n_, rows);
  }
  template <class Real>
  void find_friction(int i, const At<Real>& at, int sigma, Real& mu_s, Real& mu) const;
  template <class Real>
  Real find_load(int i, const At<Real>& at) const {
    return run(contacts_[at_(i)].load, at)[0];
  }
  template <class Real>
  void fill_constraints(const At<Real>& at, const ConstraintRows<Real>& rows) const {
    const int c = constraint_number();
    const Real* out = run(constraints_, at);
    std::copy_n(out, c, rows.value);
    std::copy_n(out + c, c, rows.surface_velocity);
    std::copy_n(out + 2 * c, c, rows.drift);
    std::copy_n(out + 3 * c, c * n_, rows.row);
  }
  template <class Real>
  void fill_events(const At<Real>& at, Real* values) const {
    std::copy_n(run(when_, at), events_.size(), values);
  }
  template <class Real>
  void fill_switches(const At<Real>& at, Real* values) const {
    const Real* guards = guard_values(at);
    for (std::size_t i = 0; i < switches_.size(); ++i) {
      if (forms_[i] == SwitchForm::sides)
        values[i] = at.sides ? Real(double(at.sides[i]) * guards[i]) : guards[i];
      else
        values[i] = (guards[i] - double(at.sides[i])) * (double(at.sides[i]) + 1.0 - guards[i]);
    }
    if (pair_switches_) pairs_.switch_values(at, frames(at), values);
  }
  template <class Real>
  void apply_jump(int i, const At<Real>& before, Real* q, Real* u) const {
    const OwnEvent& event = events_[at_(i)];
    if (event.targets.empty()) return;
    const Real* values = run(event.set, before);
    for (std::size_t k = 0; k < event.targets.size(); ++k) {
      const int target = event.targets[k];
      (target < n_ ? q[target] : u[target - n_]) = values[k];
    }
  }

  std::size_t further() const { return at_(2 * n_ + 1) + parameters_.values.size(); }

  int n_ = 0, nc_ = 0, m_ = 0;
  int single_ = 0;  // of the contacts those that are written out one by one; the others are pairs_
  TextPairs pairs_;
  bool pair_switches_ = false;
  std::size_t input_size_ = 0, work_size_ = 0, output_size_ = 0;
  TextTurning turning_;
  std::vector<Node> inputs_;
  Switches switches_;
  std::vector<SwitchForm> forms_;
  Guards guards_;
  Program mass_, force_, kinematics_, gaps_, gap_slopes_, energies_, power_, existence_, when_, filters_, section_,
      measures_, constraints_, frames_;
  std::vector<std::string> constraint_names_;
  std::vector<double> constant_mass_, constant_inverse_;
  std::vector<std::vector<int>> mass_blocks_;
  std::vector<OwnContact> contacts_;
  std::vector<OwnEvent> events_;
  bool some_vanish_ = false, has_power_ = false, section_filtered_ = false, mass_varies_ = false;
  Scales scales_;
  std::vector<double> coordinate_scales_;
  static constexpr double closing_of_many = 1e-3;
  double closing_speed_ = 0;
  std::optional<double> closing_duration_;
};

EquationsModel::EquationsModel(const ModelText& text, const TextSettings& settings, const EquationsModel* numbers) {
  TextEquations equations(text, settings, numbers != nullptr);
  n_ = equations.freedom();
  nc_ = equations.coordinates();
  m_ = single_ = static_cast<int>(equations.contacts.size());
  if (equations.pairs) m_ += equations.pairs->count();
  closing_speed_ = equations.closing_speed.value_or(0);
  closing_duration_ = equations.closing_duration;
  tell_facts(equations, facts_);
  if (numbers) parameters_ = parameters_of(equations);
  input_size_ = further() + 1;
  inputs_ = equations.inputs();
  inputs_.insert(inputs_.end(), parameters_.inputs.begin(), parameters_.inputs.end());
  compile(equations);
  settle_mass(text);
  if (numbers) {
    const TextFacts own = facts_;  // contacts may stand in another order there
    facts_ = numbers->facts_;
    facts_.contact_names = own.contact_names;
    facts_.instants = own.instants;
    facts_.event = own.event;
    scales_ = numbers->scales_;
    coordinate_scales_ = numbers->coordinate_scales_;
    return;
  }
  take_scales(equations);
  if (const Bodies* bodies = equations.scope().bodies())
    facts_.closing =
        close_start(*this, text.file, settings.t,
                    {.places = text.bodies.close_start, .speeds = text.bodies.close_start || !bodies->gives_speeds()},
                    facts_.q, facts_.u);
  for (const EventEquations& event : equations.events)
    if (event.trigger.kind == EventTrigger::Kind::clock && event.trigger.period < 1e-9 * scales_.time)
      throw BadInput(
          fmt::format("{}: the clock of event '{}' ticks every {} s, too often for motions whose scale of "
                      "time is {:.3g} s",
                      text.file, event.name, event.trigger.period, scales_.time));
  find_drive(equations, settings.t);
}

void EquationsModel::find_drive(TextEquations& equations, double t) {
  std::vector<double> near{t};
  near.insert(near.end(), facts_.q.begin(), facts_.q.end());
  near.insert(near.end(), facts_.u.begin(), facts_.u.end());
  const TimeDependence time = time_dependence(equations, std::move(near));
  facts_.by_time = time.depends();
  facts_.period_fits = !facts_.by_time || !facts_.period || time.repeats_after(*facts_.period);
  facts_.drive = facts_.period && facts_.period_fits ? facts_.period : time.period();
}

Program EquationsModel::program(TextEquations& equations, const std::vector<Node>& outputs) {
  Program compiled(equations.graph(), outputs, inputs_, switches_);
  note(compiled);
  return compiled;
}

void EquationsModel::compile(TextEquations& equations) {
  Graph& graph = equations.graph();
  const Node none = graph.constant(0), one = graph.truth(true);
  std::vector<Node> gaps, slopes, exist;
  for (const ContactEquations& contact : equations.contacts) {
    gaps.push_back(contact.gap);
    exist.push_back(contact.only.value_or(one));
    some_vanish_ = some_vanish_ || contact.only.has_value();
  }
  slopes = gaps;
  for (const ContactEquations& contact : equations.contacts) {
    slopes.push_back(contact.normal_surface);
    slopes.insert(slopes.end(), contact.normal.begin(), contact.normal.end());
  }

  mass_ = program(equations, equations.mass);
  mass_blocks_ = blocks_of(nc_, [&](int i, int j) { return graph.is_zero(equations.mass[at_(i + j * nc_)]); });
  mass_varies_ = std::any_of(equations.mass.begin(), equations.mass.end(),
                             [&](Node entry) { return !equations.scope().known(entry); });
  force_ = program(equations, equations.force);
  gaps_ = program(equations, gaps);
  gap_slopes_ = program(equations, slopes);
  kinematics_ = program(equations, equations.contact_outputs());
  energies_ = program(equations, {equations.effective_potential});
  has_power_ = !graph.is_zero(equations.power);
  power_ = program(equations, {equations.power});
  existence_ = program(equations, exist);
  constraints_ = program(equations, equations.constraint_outputs());
  if (equations.pairs) frames_ = program(equations, equations.pairs->frame_outputs());
  for (const ConstraintEquations& one : equations.constraints) constraint_names_.push_back(one.name);
  compile_events(equations);
  section_filtered_ = equations.section_only.has_value();
  section_ = program(equations, {equations.crossing.value_or(none), equations.section_only.value_or(one)});
  compile_friction(equations);
  compile_guards(equations);
  take_pairs(equations);

  std::vector<Node> with_forces = inputs_;
  with_forces.insert(with_forces.end(), equations.force_inputs.begin(), equations.force_inputs.end());
  input_size_ = std::max(input_size_, with_forces.size());
  for (const Node observable : equations.observables)
    for (const Node force : equations.force_inputs)
      facts_.measures_forces = facts_.measures_forces || graph.depends_on(observable, force);
  Switches own;  // observables are looked at, not moved by
  measures_ = Program(graph, equations.observables, with_forces, own);
  note(measures_);
}

void EquationsModel::compile_friction(TextEquations& equations) {
  std::vector<Node> with_slip = inputs_, corners;
  with_slip.push_back(equations.slip_input());
  for (const ContactEquations& contact : equations.contacts)
    for (const Node corner : TextFriction::corners(equations, contact)) corners.push_back(corner);
  switches_.add(equations.graph(), corners);
  for (const ContactEquations& contact : equations.contacts) {
    OwnContact own{.rides = contact.rides, .gives_friction = contact.gives_friction, .law = contact.law};
    if (contact.rides == given_load) own.load = program(equations, {contact.load});
    if (contact.gives_friction) {
      own.friction = TextFriction(equations, contact, with_slip, switches_);
      for (const int direction : {1, -1}) note(own.friction.program(direction));
    }
    contacts_.push_back(std::move(own));
  }
}

// Where there are more than tables have columns for they are not named in them.
void EquationsModel::take_pairs(TextEquations& equations) {
  pairs_ = TextPairs(equations.pairs, single_, static_cast<int>(switches_.size()));
  const int switches = pairs_.all_switches();
  pair_switches_ = switches > 0;
  if (m_ > static_cast<int>(TextScope::most_contacts) ||
      switches + switch_number() > static_cast<int>(TextScope::most_switches)) {
    if (facts_.measures_forces)
      throw BadInput(fmt::format("a model with {} possible contacts measures no forces of contacts", m_));
    return;
  }
  for (int i = single_; i < m_; ++i) facts_.contact_names.push_back(contact_name(i));
}

int EquationsModel::near_contacts(const Neighbourhood& within, int room, int* numbers) const {
  for (int i = 0; i < std::min(single_, room); ++i) numbers[i] = i;
  const NearBox box(within, n_);
  return single_ + pairs_.pairs().near(frames<double>(box.middle()), frames<Interval>(box.range()), single_,
                                       room - single_, numbers + single_);
}

// Values and sides of everything that the engine holds.
void EquationsModel::compile_guards(TextEquations& equations) {
  std::vector<Node> all = equations.force;
  all.insert(all.end(), equations.mass.begin(), equations.mass.end());
  for (const ContactEquations& contact : equations.contacts)
    for (const Node node : {contact.gap, contact.normal_drift, contact.tangential_drift, contact.load, contact.mu_s})
      all.push_back(node);
  for (const ConstraintEquations& constraint : equations.constraints) all.push_back(constraint.drift);
  if (equations.pairs)
    for (const Node node : equations.pairs->frame_outputs()) all.push_back(node);
  guards_ = Guards(equations.graph(), switches_, all, inputs_);
  for (std::size_t i = 0; i < switches_.size(); ++i) forms_.push_back(switches_[i].form);
  work_size_ = std::max(work_size_, guards_.work_size() + guards_.size());
  output_size_ = std::max(output_size_, guards_.size());
  note((turning_ = TextTurning(equations, switches_, inputs_)).program());
}

void EquationsModel::compile_events(TextEquations& equations) {
  const Node one = equations.graph().constant(1);
  std::vector<Node> when, filters;
  for (const EventEquations& event : equations.events) {
    OwnEvent own{.trigger = event.trigger,
                 .direction = event.direction,
                 .stops = event.stops,
                 .filtered = event.only.has_value()};
    when.push_back(event.when.value_or(one));
    filters.push_back(event.only.value_or(one));
    std::vector<Node> values;
    for (const auto& [target, value] : event.set) {
      own.targets.push_back(target);
      values.push_back(value);
    }
    if (!values.empty()) own.set = program(equations, values);
    events_.push_back(std::move(own));
  }
  when_ = program(equations, when);
  filters_ = program(equations, filters);
}

// A mass matrix that does not vary is inverted once; one that is singular at the start is refused.
void EquationsModel::settle_mass(const ModelText& text) {
  if (nc_ == 0) return;
  const At<double> start{.t = 0, .q = facts_.q.data(), .u = facts_.u.data()};
  const double* mass = run(mass_, start);
  std::vector<double> M(mass, mass + nc_ * nc_), inverse = M;
  if (!invert(nc_, inverse.data(), mass_blocks_) ||
      !std::all_of(inverse.begin(), inverse.end(), [](double x) { return std::isfinite(x); })) {
    refuse_singular_mass(text, M, facts_.coordinate_names);
  }
  if (mass_varies_ || parameter_number() > 0) return;
  constant_mass_ = std::move(M);
  constant_inverse_ = std::move(inverse);
}

void EquationsModel::take_scales(const TextEquations& equations) {
  SaidScales said{.length = equations.length_scale, .time = equations.time_scale, .period = equations.period};
  if (m_ > 0) said.look = [this](double t, double& reach, double& speed) { look_at_surfaces(t, reach, speed); };
  const TextScales found = scales_of(*this, said);
  scales_ = found.scales;
  coordinate_scales_ = found.coordinates;
  if (!equations.closing_speed && pairs_.count() > 0)
    closing_speed_ = closing_of_many * std::sqrt(found.acceleration * pairs_.pairs().smallest_reach());
}

void EquationsModel::look_at_surfaces(double t, double& reach, double& speed) const {
  const At<double> later{.t = t, .q = facts_.q.data(), .u = facts_.u.data()};
  const double* out = run(kinematics_, later);
  for (int k = 0; k < single_; ++k) {
    if (std::isfinite(out[k])) reach = std::max(reach, std::abs(out[k]));
    for (const double v : {out[single_ + k], out[2 * single_ + k]})
      if (std::isfinite(v)) speed = std::max(speed, std::abs(v));
  }
  if (pairs_.count() > 0) pairs_.measure(later, frames(later), n_, reach, speed);
}

template <class Real>
void EquationsModel::find_friction(int i, const At<Real>& at, int sigma, Real& mu_s, Real& mu) const {
  const OwnContact& own = contacts_[at_(i)];
  // The slip velocity, from the rows of this contact.
  const Real* out = run(kinematics_, at);
  Real slip = out[2 * single_ + i];
  for (int k = 0; k < n_; ++k) slip += out[5 * single_ + single_ * n_ + i * n_ + k] * at.u[k];
  // A step that looks beyond the end of a slip is told the friction of rest, with the slopes of its side.
  if (sigma != 0 && sigma * value_of(slip) < 0) slip -= value_of(slip);
  static thread_local std::vector<int> live, sides;
  if (!at.sides) {
    live.resize(switches_.size() + at_(pair_switches_ ? pairs_.all_switches() : 0));
    live_sides(at, live.data());
  }
  const int direction = sigma != 0 ? sigma : value_of(slip) < 0 ? -1 : 1;
  own.friction.sides(direction, at.sides ? at.sides : live.data(), sides);
  Scratch<Real>& s = scratch(at);
  s.inputs[further()] = slip;
  own.friction.program(direction).evaluate_held(s.inputs.data(), sides.data(), s.work.data(), s.outputs.data());
  mu = s.outputs[0];
  mu_s = s.outputs[1];
}

void EquationsModel::measures(const At<double>& at, const double* F_n, const double* F_t, double* values) const {
  Scratch<double>& s = scratch(at);
  std::copy_n(F_n, single_, s.inputs.data() + further());
  std::copy_n(F_t, single_, s.inputs.data() + further() + single_);
  measures_.evaluate(s.inputs.data(), s.work.data(), values);
}

// Over the box, and from its middle with all slopes (gap_enclosure.hpp).
void EquationsModel::gap_enclosure(const Interval& t, const Interval* q, Interval* g) const {
  std::vector<Interval> middle(q, q + n_);
  for (Interval& x : middle) x = x.middle();
  const Interval* at_middle = run<Interval>(gaps_, {.t = t.middle(), .q = middle.data(), .u = middle.data()});
  std::vector<Interval> from_middle(at_middle, at_middle + single_);
  const Interval* out = run<Interval>(gap_slopes_, {.t = t, .q = q, .u = q});
  std::fill(g + single_, g + m_, Interval::entire());
  for (int i = 0; i < single_; ++i) {
    const Interval* row = out + single_ + i * (n_ + 1);
    Interval sum = from_middle[at_(i)] + row[0] * (t - t.middle());
    for (int k = 0; k < n_; ++k) sum += row[1 + k] * (q[k] - q[k].middle());
    g[i] = out[i].is_entire() || sum.is_entire() ? out[i] : intersection(out[i], sum);
  }
}

void EquationsModel::gap_rate_enclosure(const Interval& t, const Interval* q, const Interval* u, Interval* rate) const {
  const Interval* out = run<Interval>(gap_slopes_, {.t = t, .q = q, .u = u});
  std::fill(rate + single_, rate + m_, Interval::entire());
  for (int i = 0; i < single_; ++i) {
    const Interval* row = out + single_ + i * (n_ + 1);
    rate[i] = row[0];
    for (int k = 0; k < n_; ++k) rate[i] += row[1 + k] * u[k];
  }
}

}  // namespace

std::shared_ptr<const TextModel> make_text_model(const ModelText& text, const TextSettings& settings) {
  return std::make_shared<const EquationsModel>(text, settings);
}
std::shared_ptr<const TextModel> make_text_model_differentiable_by_parameters(const ModelText& text,
                                                                              const TextSettings& settings) {
  const EquationsModel numbers(text, settings);
  return std::make_shared<const EquationsModel>(text, settings, &numbers);
}

}  // namespace carom
