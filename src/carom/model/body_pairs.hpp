// SPDX-License-Identifier: Apache-2.0
// Contacts of many bodies: pairs of shapes of the same kinds share one derived formula, and only those that are near are
// looked at.
//
// Model     A contact depends on the frames X = (x, y, θ) of two bodies, r that of the round and s that of the surface
//           (body_distance.hpp). With g(X_r, X_s), V = Ẋ and the frames as functions of coordinates and time,
//   (1)  V = J u + X_t,   V̇ = J u̇ + a,   J = ∂X/∂q,  X_t = ∂X/∂t,  a what V̇ is where u̇ = 0
//   (2)  w = Jᵀ ∂g/∂X,    ŵ_n = ∂g/∂X · X_t,    ζ_n = Vᵀ (∂²g/∂X²) V + ∂g/∂X · a
//   (3)  v_t = s(X)·V − b (b: belts),   n = Jᵀ s,   ŵ_t = s · X_t − b,   ζ_t = Vᵀ (∂s/∂X) V + s · a
// Kinds     g, s and their derivatives are programs of X, V and the sizes of the shapes: one for all pairs of discs, one for all
//           corners against boxes. What has no mass and is no convex body (lines, outlines, arcs) has a kind of its own.
// Switches  of a contact are those of its kind, and are held as long as it is on the list; the side `unheld` says that it is
//           not, and is decided by values.
// Near      g changes by no more than the places of the two bodies move, and their turns move what is away from their frames:
//   (4)  |Δg| ≤ |Δx_r| + |Δθ_r| R_r + |Δx_s| + |Δθ_s| (|x_r − x_s| + R_r + |Δx_r| + |Δx_s|),   R_r the reach of the round
//           with ranges of frames by intervals. Copies of periodic surfaces are on every list.
// Symbols   as in text_model.hpp.
// Source    Elementary; ericson_2004 chapter 7 for looking at pairs by their bounding circles first.
// Limits    Laws are constants, belts too; contacts of models whose parameters stay names are derived one by one. Their gaps
//           are not enclosed: the ranges of TextModel are the whole line there.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "carom/expressions/guards.hpp"
#include "carom/expressions/program.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/model/body_distance.hpp"
#include "carom/model/model.hpp"

namespace carom {

// How far a shape is from the origin of its body's frame at most; infinitely where it has no end.
double reach_about_frame(const Shape& shape);

class BodyPairs {
 public:
  using Node = expressions::Node;
  static constexpr int unheld = std::numeric_limits<int>::min();

  // A frame that is moved by coordinates: free ones are three of them themselves.
  struct FrameEquations {
    int free = -1;                                            // the first of its three coordinates
    std::array<Node, 3> place = {}, pushed = {}, drift = {};  // X, X_t, a …
    std::vector<int> columns = {};                            // … and the coordinates that it depends on,
    std::vector<Node> slopes = {};                            // J: the three rows of the first, of the second, …
    std::size_t first_output = 0;                             // of frame_outputs
  };

  // Of a body: `derive` is asked for each frame once.
  template <class Derive>
  int frame_of(int body, const Derive& derive) {
    const auto [found, is_new] = frame_numbers_.emplace(body, static_cast<int>(frames_.size()));
    if (is_new) add_frame(derive(body));
    return found->second;
  }
  // All contacts of a pair of shapes, whose bodies have had their frames told; `name` is theirs, with a number where there
  // are several.
  void add(Bodies& bodies, const std::string& name, const ContactLaw& law, double belt, const Shape& a, const Shape& b,
           const std::vector<Candidate>& candidates);

  int count() const { return static_cast<int>(contacts_.size()); }
  int number_called(const std::string& name) const;  // −1: none
  std::string name(int i) const;
  const ContactLaw& law(int i) const { return laws_[static_cast<std::size_t>(at(i).law)]; }
  int switches(int i) const { return static_cast<int>(kind_of(i).forms.size()); }
  // What is to be evaluated for the frames, as expressions of time, coordinates and rates.
  std::vector<Node> frame_outputs() const;

  // ---- evaluation, with the values of frame_outputs -----------------------------------------------------------------------

  template <class Real>
  struct Frame {
    std::array<Real, 3> place, rate, pushed, drift;
    const Real* slopes = nullptr;
  };
  // Of all frames; valid until the next call in this thread.
  template <class Real>
  const std::vector<Frame<Real>>& frames(const At<Real>& at, const Real* outputs) const;

  // `sides` of the contact's own switches, or nullptr.
  template <class Real>
  Real gap(int i, const std::vector<Frame<Real>>& frames, const int* sides) const;
  bool exists(int i, const std::vector<Frame<double>>& frames, const int* sides) const;
  // Into place k of the rows, of n coordinates.
  template <class Real>
  void fill(int i, const std::vector<Frame<Real>>& frames, const int* sides, int k, int n,
            const ContactRows<Real>& rows) const;
  // Values of its switches, above zero on the side that is held.
  template <class Real>
  void switch_values(int i, const std::vector<Frame<Real>>& frames, const int* sides, Real* values) const;
  void live_sides(int i, const std::vector<Frame<double>>& frames, int* sides) const;
  int side_beyond(int i, int k, const std::vector<Frame<double>>& frames, const int* sides) const;

  // (4): numbers of those that may touch, from `first` on, as far as there is room for them; returns how many there are.
  int near(const std::vector<Frame<double>>& middle, const std::vector<Frame<Interval>>& range, int first, int room,
           int* numbers) const;
  // Of the smallest shape, as seen from its body's frame.
  double smallest_reach() const;

 private:
  struct Kind {
    expressions::Program kinematics = {}, gap = {}, exists = {};
    expressions::Guards guards = {};
    expressions::Switches switches = {};
    std::vector<expressions::SwitchForm> forms = {};
    bool vanishes = false, periodic = false;
    std::size_t constants = 0;
  };
  struct Contact {
    int kind = 0, round = 0, surface = 0, law = 0;  // frames of the two
    double belt = 0;
    std::size_t first_constant = 0;
    double reach = 0;  // R_r
  };
  struct Pair {
    std::string name;
    int first = 0, count = 0;
    int a = 0, b = 0;                 // frames
    double reach_a = 0, reach_b = 0;  // of their shapes, from the frames; infinite of lines
  };

  const Contact& at(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  const Kind& kind_of(int i) const { return kinds_[static_cast<std::size_t>(at(i).kind)]; }
  void add_frame(FrameEquations equations);
  int kind_for(Bodies& bodies, const Candidate& candidate);
  Kind derived(Bodies& bodies, const Candidate& candidate);
  template <class Real>
  Real* inputs(int i, const std::vector<Frame<Real>>& frames) const;
  template <class Real>
  const Real* run(const expressions::Program& program, int i, const std::vector<Frame<Real>>& frames,
                  const int* sides) const;
  template <class Real>
  void spread(const Real* slope, int frame, const std::vector<Frame<Real>>& frames, Real* row) const;

  std::vector<FrameEquations> frames_;
  std::size_t outputs_ = 0;
  std::map<int, int> frame_numbers_;
  std::map<std::string, int> kind_numbers_;
  std::map<std::string, int, std::less<>> pair_numbers_;
  std::vector<Kind> kinds_;
  std::vector<Contact> contacts_;
  std::vector<Pair> pairs_;
  std::vector<ContactLaw> laws_;
  std::vector<double> constants_;
  std::size_t most_inputs_ = 0, most_work_ = 0, most_outputs_ = 0;
};

// ---- evaluation ------------------------------------------------------------------------------------------------------------

template <class Real>
const std::vector<BodyPairs::Frame<Real>>& BodyPairs::frames(const At<Real>& at, const Real* outputs) const {
  static thread_local std::vector<Frame<Real>> list;
  static thread_local std::vector<Real> kept;
  kept.assign(outputs, outputs + outputs_);
  list.resize(frames_.size());
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const FrameEquations& equations = frames_[f];
    Frame<Real>& frame = list[f];
    if (equations.free >= 0) {
      for (int j = 0; j < 3; ++j) {
        const auto k = static_cast<std::size_t>(j);
        frame.place[k] = at.q[equations.free + j];
        frame.rate[k] = at.u[equations.free + j];
        frame.pushed[k] = frame.drift[k] = 0.0;
      }
      continue;
    }
    const Real* out = kept.data() + equations.first_output;
    frame.slopes = out + 9;
    for (std::size_t j = 0; j < 3; ++j) {
      frame.place[j] = out[j];
      frame.rate[j] = frame.pushed[j] = out[3 + j];
      frame.drift[j] = out[6 + j];
      for (std::size_t c = 0; c < equations.columns.size(); ++c)
        frame.rate[j] += frame.slopes[j * equations.columns.size() + c] * at.u[equations.columns[c]];
    }
  }
  return list;
}

template <class Real>
Real* BodyPairs::inputs(int i, const std::vector<Frame<Real>>& frames) const {
  static thread_local std::vector<Real> list;
  if (list.size() < most_inputs_) list.resize(most_inputs_);
  const Contact& contact = at(i);
  const Frame<Real>&round = frames[static_cast<std::size_t>(contact.round)],
        &surface = frames[static_cast<std::size_t>(contact.surface)];
  for (std::size_t j = 0; j < 3; ++j) {
    list[j] = round.place[j];
    list[3 + j] = surface.place[j];
    list[6 + j] = round.rate[j];
    list[9 + j] = surface.rate[j];
  }
  const std::size_t constants = kind_of(i).constants;
  for (std::size_t c = 0; c < constants; ++c) list[12 + c] = constants_[contact.first_constant + c];
  return list.data();
}

template <class Real>
const Real* BodyPairs::run(const expressions::Program& program, int i, const std::vector<Frame<Real>>& frames,
                           const int* sides) const {
  static thread_local std::vector<Real> work, outputs;
  if (work.size() < most_work_) work.resize(most_work_);
  if (outputs.size() < most_outputs_) outputs.resize(most_outputs_);
  const Real* values = inputs(i, frames);
  if (sides && switches(i) > 0 && sides[0] != unheld)
    program.evaluate_held(values, sides, work.data(), outputs.data());
  else
    program.evaluate(values, work.data(), outputs.data());
  return outputs.data();
}

template <class Real>
Real BodyPairs::gap(int i, const std::vector<Frame<Real>>& frames, const int* sides) const {
  return run(kind_of(i).gap, i, frames, sides)[0];
}

// Jᵀ of a frame times three numbers, added to a row.
template <class Real>
void BodyPairs::spread(const Real* slope, int frame, const std::vector<Frame<Real>>& frames, Real* row) const {
  const FrameEquations& equations = frames_[static_cast<std::size_t>(frame)];
  if (equations.free >= 0) {
    for (int j = 0; j < 3; ++j) row[equations.free + j] += slope[j];
    return;
  }
  const std::size_t columns = equations.columns.size();
  const Real* slopes = frames[static_cast<std::size_t>(frame)].slopes;
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t c = 0; c < columns; ++c) row[equations.columns[c]] += slope[j] * slopes[j * columns + c];
}

// (2), (3)
template <class Real>
void BodyPairs::fill(int i, const std::vector<Frame<Real>>& frames, const int* sides, int k, int n,
                     const ContactRows<Real>& rows) const {
  const Contact& contact = at(i);
  const Real* const out = run(kind_of(i).kinematics, i, frames, sides);
  const Real *const g = out + 1, *const s = out + 8;
  const Frame<Real>&round = frames[static_cast<std::size_t>(contact.round)],
        &surface = frames[static_cast<std::size_t>(contact.surface)];
  Real normal_surface = 0.0, tangential_surface = -contact.belt, normal_drift = out[7], tangential_drift = out[14];
  for (std::size_t j = 0; j < 3; ++j) {
    normal_surface += g[j] * round.pushed[j] + g[3 + j] * surface.pushed[j];
    tangential_surface += s[j] * round.pushed[j] + s[3 + j] * surface.pushed[j];
    normal_drift += g[j] * round.drift[j] + g[3 + j] * surface.drift[j];
    tangential_drift += s[j] * round.drift[j] + s[3 + j] * surface.drift[j];
  }
  rows.gap[k] = out[0];
  rows.normal_surface_velocity[k] = normal_surface;
  rows.tangential_surface_velocity[k] = tangential_surface;
  rows.normal_drift[k] = normal_drift;
  rows.tangential_drift[k] = tangential_drift;
  Real *const normal = rows.normal + k * n, *const tangent = rows.tangent + k * n;
  std::fill_n(normal, n, Real(0.0));
  std::fill_n(tangent, n, Real(0.0));
  spread(g, contact.round, frames, normal);
  spread(g + 3, contact.surface, frames, normal);
  spread(s, contact.round, frames, tangent);
  spread(s + 3, contact.surface, frames, tangent);
}

template <class Real>
void BodyPairs::switch_values(int i, const std::vector<Frame<Real>>& frames, const int* sides, Real* values) const {
  const Kind& kind = kind_of(i);
  if (kind.forms.empty()) return;
  static thread_local std::vector<Real> work, guards;
  if (work.size() < most_work_) work.resize(most_work_);
  if (guards.size() < most_outputs_) guards.resize(most_outputs_);
  const bool held = sides && sides[0] != unheld;
  const Real* const at_inputs = inputs(i, frames);
  if (held)
    kind.guards.values(at_inputs, sides, work.data(), guards.data());
  else
    kind.guards.live_values(at_inputs, work.data(), guards.data());
  for (std::size_t k = 0; k < kind.forms.size(); ++k) {
    if (kind.forms[k] == expressions::SwitchForm::sides)
      values[k] = held ? Real(double(sides[k]) * guards[k]) : guards[k];
    else
      values[k] = held ? Real((guards[k] - double(sides[k])) * (double(sides[k]) + 1.0 - guards[k])) : Real(1.0);
  }
}

}  // namespace carom
