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
    std::copy_n(values, m_, g);
  }
  bool encloses_gaps() const override { return true; }
  void gap_enclosure(const Interval& t, const Interval* q, Interval* g) const override;
  void gap_rate_enclosure(const Interval& t, const Interval* q, const Interval* u, Interval* rate) const override;
  ContactLaw contact_law(int i) const override { return contacts_[at_(i)].law; }
  bool gives_friction(int i) const override { return contacts_[at_(i)].gives_friction; }
  int rides_on(int i) const override { return contacts_[at_(i)].rides; }
  void contacts_exist(const At<double>& at, bool* exist) const override {
    std::fill_n(exist, m_, true);
    if (!some_vanish_) return;
    const double* values = run(existence_, at);
    for (int i = 0; i < m_; ++i) exist[i] = values[i] != 0;
  }
  double potential_energy(const At<double>& at) const override { return run(energies_, at)[0]; }
  double applied_power(const At<double>& at) const override { return has_power_ ? run(power_, at)[0] : 0; }

  void sides(const At<double>& at, int* sides) const override {
    Scratch<double>& s = scratch(at);
    guards_.live_sides(s.inputs.data(), s.work.data(), sides);
    for (std::size_t i = 0; i < switches_.size(); ++i)
      if (forms_[i] == SwitchForm::sides && sides[i] == 0) sides[i] = 1;
  }
  int side_beyond(int i, const At<double>& at) const override {
    const int side = at.sides[i];
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
  std::string contact_name(int i) const override { return facts_.contact_names[at_(i)]; }
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
  Program program(TextEquations& equations, const std::vector<Node>& outputs);
  void note(const Program& program) {
    work_size_ = std::max(work_size_, program.work_size());
    output_size_ = std::max(output_size_, program.output_count());
  }
  void settle_mass(const ModelText& text);
  void find_drive(TextEquations& equations, double t);
  void take_scales(const TextEquations& equations);
  double shortest_time() const;

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
    if (!invert(nc_, mass)) mass[0] = std::numeric_limits<double>::quiet_NaN();
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
    std::copy_n(out, m_, rows.gap);
    std::copy_n(out + m_, m_, rows.normal_surface_velocity);
    std::copy_n(out + 2 * m_, m_, rows.tangential_surface_velocity);
    std::copy_n(out + 3 * m_, m_, rows.normal_drift);
    std::copy_n(out + 4 * m_, m_, rows.tangential_drift);
    std::copy_n(out + 5 * m_, m_ * n_, rows.normal);
    std::copy_n(out + 5 * m_ + m_ * n_, m_ * n_, rows.tangent);
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

  // Where inputs stand that only some programs have.
  std::size_t further() const { return at_(2 * n_ + 1) + parameters_.values.size(); }

  int n_ = 0, nc_ = 0, m_ = 0;
  std::size_t input_size_ = 0, work_size_ = 0, output_size_ = 0;
  TextTurning turning_;
  std::vector<Node> inputs_;
  Switches switches_;
  std::vector<SwitchForm> forms_;
  Guards guards_;
  Program mass_, force_, kinematics_, gaps_, gap_slopes_, energies_, power_, existence_, when_, filters_, section_,
      measures_, constraints_;
  std::vector<std::string> constraint_names_;
  std::vector<double> constant_mass_, constant_inverse_;
  std::vector<OwnContact> contacts_;
  std::vector<OwnEvent> events_;
  bool some_vanish_ = false, has_power_ = false, section_filtered_ = false, mass_varies_ = false;
  Scales scales_;
  std::vector<double> coordinate_scales_;
  double closing_speed_ = 0;
  std::optional<double> closing_duration_;
};

EquationsModel::EquationsModel(const ModelText& text, const TextSettings& settings, const EquationsModel* numbers) {
  TextEquations equations(text, settings, numbers != nullptr);
  n_ = equations.freedom();
  nc_ = equations.coordinates();
  m_ = static_cast<int>(equations.contacts.size());
  closing_speed_ = equations.closing_speed;
  closing_duration_ = equations.closing_duration;
  tell_facts(equations, facts_);
  if (numbers) parameters_ = parameters_of(equations);
  input_size_ = further() + 1;
  inputs_ = equations.inputs();
  inputs_.insert(inputs_.end(), parameters_.inputs.begin(), parameters_.inputs.end());
  compile(equations);
  settle_mass(text);
  if (numbers) {
    facts_ = numbers->facts_;
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
  std::vector<Node> gaps, slopes, kinematics, exist;
  const auto add_all = [&](auto&& member) {
    for (const ContactEquations& contact : equations.contacts) kinematics.push_back(member(contact));
  };
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
  add_all([](const ContactEquations& c) { return c.gap; });
  add_all([](const ContactEquations& c) { return c.normal_surface; });
  add_all([](const ContactEquations& c) { return c.tangential_surface; });
  add_all([](const ContactEquations& c) { return c.normal_drift; });
  add_all([](const ContactEquations& c) { return c.tangential_drift; });
  for (const ContactEquations& contact : equations.contacts)
    kinematics.insert(kinematics.end(), contact.normal.begin(), contact.normal.end());
  for (const ContactEquations& contact : equations.contacts)
    kinematics.insert(kinematics.end(), contact.tangent.begin(), contact.tangent.end());

  mass_ = program(equations, equations.mass);
  mass_varies_ = std::any_of(equations.mass.begin(), equations.mass.end(),
                             [&](Node entry) { return !equations.scope().known(entry); });
  force_ = program(equations, equations.force);
  gaps_ = program(equations, gaps);
  gap_slopes_ = program(equations, slopes);
  kinematics_ = program(equations, kinematics);
  energies_ = program(equations, {equations.effective_potential});
  has_power_ = !graph.is_zero(equations.power);
  power_ = program(equations, {equations.power});
  existence_ = program(equations, exist);
  constraints_ = program(equations, equations.constraint_outputs());
  for (const ConstraintEquations& one : equations.constraints) constraint_names_.push_back(one.name);
  compile_events(equations);
  section_filtered_ = equations.section_only.has_value();
  section_ = program(equations, {equations.crossing.value_or(none), equations.section_only.value_or(one)});
  compile_friction(equations);
  compile_guards(equations);

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

// Values and sides of everything that the engine holds.
void EquationsModel::compile_guards(TextEquations& equations) {
  std::vector<Node> all = equations.force;
  all.insert(all.end(), equations.mass.begin(), equations.mass.end());
  for (const ContactEquations& contact : equations.contacts)
    for (const Node node : {contact.gap, contact.normal_drift, contact.tangential_drift, contact.load, contact.mu_s})
      all.push_back(node);
  for (const ConstraintEquations& constraint : equations.constraints) all.push_back(constraint.drift);
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
  if (!invert(nc_, inverse.data()) ||
      !std::all_of(inverse.begin(), inverse.end(), [](double x) { return std::isfinite(x); })) {
    refuse_singular_mass(text, M, facts_.coordinate_names);
  }
  if (mass_varies_ || parameter_number() > 0) return;
  constant_mass_ = std::move(M);
  constant_inverse_ = std::move(inverse);
}

// Sizes by which tolerances are measured, where the text does not say: of the start, of what moves it and its surfaces, and of
// the section.
void EquationsModel::take_scales(const TextEquations& equations) {
  const At<double> start{.t = 0, .q = facts_.q.data(), .u = facts_.u.data()};
  double length = 0, speed = 0, acceleration = 0;
  std::vector<double> inverse(at_(n_ * n_)), h(at_(n_));
  fill_inverse_mass(start, inverse.data());
  fill_force(start, h.data());
  for (int k = 0; k < nc_; ++k) {
    double a = 0;
    for (int l = 0; l < n_; ++l) a += inverse[at_(k + l * n_)] * h[at_(l)];
    if (std::isfinite(a)) acceleration = std::max(acceleration, std::abs(a));
    speed = std::max(speed, std::abs(facts_.u[at_(k)]));
    length = std::max(length, std::abs(facts_.q[at_(k)]));
  }
  double time = equations.time_scale.value_or(equations.period.value_or(0));
  double surface = 0, reach = 0;  // how fast surfaces move, and how far gaps are
  constexpr int looks = 16;
  for (int i = 0; i < looks && m_ > 0; ++i) {
    const At<double> later{.t = (time > 0 ? time : 1) * i / looks, .q = facts_.q.data(), .u = facts_.u.data()};
    const double* out = run(kinematics_, later);
    for (int k = 0; k < m_; ++k) {
      if (std::isfinite(out[k])) reach = std::max(reach, std::abs(out[k]));
      for (const double v : {out[m_ + k], out[2 * m_ + k]})
        if (std::isfinite(v)) surface = std::max(surface, std::abs(v));
    }
  }
  length = std::max(length, reach);
  if (!(length > 0))
    length = speed > 0 && time > 0 ? speed * time : acceleration > 0 && time > 0 ? acceleration * time * time : 1;
  if (equations.length_scale) length = *equations.length_scale;
  if (!(time > 0)) {
    time = acceleration > 0 ? std::sqrt(2 * length / acceleration) : HUGE_VAL;
    if (std::max(speed, surface) > 0) time = std::min(time, length / std::max(speed, surface));
    time = std::min(time, shortest_time());
    if (!std::isfinite(time)) time = 1;
  }
  scales_ = {.length = length,
             .speed = std::max({length / time, speed, surface, std::sqrt(2 * acceleration * length)}),
             .time = time};
  coordinate_scales_.assign(at_(n_), length);
  for (int k = 0; k < nc_; ++k)
    if (const double q = std::abs(facts_.q[at_(k)]); q > 0 && !equations.length_scale)
      coordinate_scales_[at_(k)] = std::max(q, 1e-3 * length);
  for (int j = nc_; j < n_; ++j) coordinate_scales_[at_(j)] = std::max(std::abs(facts_.u[at_(j)]), 1.0) * time;
}

// Of the linear equations at the start: 1/ω of its stiffest part.
double EquationsModel::shortest_time() const {
  std::vector<Once> q(at_(n_)), u(at_(n_)), h(at_(n_)), inverse(at_(n_ * n_));
  double fastest = 0;
  for (int k = 0; k < 2 * n_; ++k) {
    for (int i = 0; i < n_; ++i) {
      q[at_(i)] = Once(facts_.q[at_(i)], i == k ? 1.0 : 0.0);
      u[at_(i)] = Once(facts_.u[at_(i)], n_ + i == k ? 1.0 : 0.0);
    }
    const At<Once> at{.t = 0.0, .q = q.data(), .u = u.data()};
    fill_inverse_mass(at, inverse.data());
    fill_force(at, h.data());
    const int row = k % n_;
    Once a = 0.0;
    for (int l = 0; l < n_; ++l) a += inverse[at_(row + l * n_)] * h[at_(l)];
    const double rate = k < n_ ? std::sqrt(std::abs(a.slope)) : std::abs(a.slope);
    if (std::isfinite(rate)) fastest = std::max(fastest, rate);
  }
  return fastest > 0 ? 1 / fastest : HUGE_VAL;
}

template <class Real>
void EquationsModel::find_friction(int i, const At<Real>& at, int sigma, Real& mu_s, Real& mu) const {
  const OwnContact& own = contacts_[at_(i)];
  // The slip velocity, from the rows of this contact.
  const Real* out = run(kinematics_, at);
  Real slip = out[2 * m_ + i];
  for (int k = 0; k < n_; ++k) slip += out[5 * m_ + m_ * n_ + i * n_ + k] * at.u[k];
  // A step that looks beyond the end of a slip is told the friction of rest, with the slopes of its side.
  if (sigma != 0 && sigma * value_of(slip) < 0) slip -= value_of(slip);
  static thread_local std::vector<int> live, sides;
  if (!at.sides) {
    live.resize(switches_.size());
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
  std::copy_n(F_n, m_, s.inputs.data() + further());
  std::copy_n(F_t, m_, s.inputs.data() + further() + m_);
  measures_.evaluate(s.inputs.data(), s.work.data(), values);
}

// Over the box, and from its middle with all slopes (gap_enclosure.hpp).
void EquationsModel::gap_enclosure(const Interval& t, const Interval* q, Interval* g) const {
  std::vector<Interval> middle(q, q + n_);
  for (Interval& x : middle) x = x.middle();
  const Interval* at_middle = run<Interval>(gaps_, {.t = t.middle(), .q = middle.data(), .u = middle.data()});
  std::vector<Interval> from_middle(at_middle, at_middle + m_);
  const Interval* out = run<Interval>(gap_slopes_, {.t = t, .q = q, .u = q});
  for (int i = 0; i < m_; ++i) {
    const Interval* row = out + m_ + i * (n_ + 1);
    Interval sum = from_middle[at_(i)] + row[0] * (t - t.middle());
    for (int k = 0; k < n_; ++k) sum += row[1 + k] * (q[k] - q[k].middle());
    g[i] = out[i].is_entire() || sum.is_entire() ? out[i] : intersection(out[i], sum);
  }
}

void EquationsModel::gap_rate_enclosure(const Interval& t, const Interval* q, const Interval* u, Interval* rate) const {
  const Interval* out = run<Interval>(gap_slopes_, {.t = t, .q = q, .u = u});
  for (int i = 0; i < m_; ++i) {
    const Interval* row = out + m_ + i * (n_ + 1);
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
