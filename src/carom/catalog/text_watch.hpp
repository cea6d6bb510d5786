// SPDX-License-Identifier: Apache-2.0
// The observables of a model file, measured along a run.
//
// Measures  max, min and mean of an expression over a window, or over the instants of an event; its last value; how often an
//           event happened, and when it did first.
// Windows   The last period if the model has a section: of its time, or from one passage to the next; otherwise the whole run.
//           `over` says another one: "10 periods", "2 s". Windows of a given time end where the run is to end; a run that ends
//           before has the last one that it completed. A section that was not passed twice leaves the whole run.
// Method    Means by Gauss's rule with eight points on the dense output of each step; extremes by the same points and the ends,
//           then by Brent's method between the neighbours of the best.
// Limits    An expression that turns more than once or twice within a step (its own corners, say) can hide an extreme. Forces
//           are those of event-driven motion; other schemes do not tell them.
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/run_request.hpp"
#include "carom/observe/regime_watch.hpp"

namespace carom::study {

class TextWatch {
 public:
  using S = AnyModel;
  static constexpr int dof = S::dof;

  explicit TextWatch(const AnyModel& model);

  // When the run shall end.
  void plan(double t_start, double t_end);

  template <class Piece>
  void segment(const Piece& piece) {
    const auto values = [&](double t, double* out) {
      const State<dof> state = piece.at(t);
      if constexpr (requires { piece.motion(state); }) {
        if (needs_forces_) {
          const Motion<S> motion = piece.motion(state);
          return measure(state, motion.F_n.data(), motion.F_t.data(), out);
        }
      }
      measure(state, nullptr, nullptr, out);
    };
    if constexpr (requires { piece.motion(piece.at(0.0)); }) {
      if (passes_) {
        passes_->segment(piece);
        double from = piece.t0();
        for (const auto& point : passes_->points()) {
          see(from, point.state.t, values);
          pass();
          from = point.state.t;
        }
        passes_->forget_points();
        return see(from, piece.t1(), values);
      }
    }
    see(piece.t0(), piece.t1(), values);
  }
  void event(const EventBatch<S>& batch);
  bool stop() const { return false; }
  std::vector<std::pair<std::string, Value>> observables(bool located) const;

 private:
  struct Tally {
    double max = -HUGE_VAL, min = HUGE_VAL, integral = 0, time = 0, sum = 0;
    long count = 0;
    void add(const Tally& other);
  };
  struct Line {
    Measure measure = Measure::last;
    std::string name = {};
    bool at_instants = false;
    TextInstant instants = {};
    double window = 0;  // s; 0: the whole run
    double next = 0;    // end of the window at hand
    Tally now = {}, complete = {};
    bool completed = false;
    int passes = 0;  // over so many periods from one passage of the section to the next; 0: over windows
    long passed = 0;
    std::vector<Tally> periods = {};
    double last = 0, first_time = 0;
  };
  using Values = std::function<void(double t, double* out)>;

  static observe::StateSection<S> section_of(const ModelInstance& instance);
  double window_of(const ObservableText& observable, const TextWindow& window) const;
  bool happens(const TextInstant& instants, const EventBatch<S>& batch) const;
  void measure(const State<dof>& state, const double* F_n, const double* F_t, double* out) const;
  void pass();
  void see(double t0, double t1, const Values& values);
  void see_within(double t0, double t1, const Values& values);
  void seek_extreme(Line& line, std::size_t k, double a, double b, const Values& values, double sign);
  static double result(const Line& line);

  std::shared_ptr<const ModelInstance> kept_;
  const TextModel& text_;
  std::vector<Line> lines_;
  std::vector<double> scratch_, seen_;
  bool needs_forces_ = false;
  double t_start_ = 0;
  std::optional<observe::RegimeWatch<S>> passes_;
};

}  // namespace carom::study
