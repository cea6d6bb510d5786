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
#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/model_entry.hpp"
#include "carom/model/model_text.hpp"
#include "carom/model/text_model.hpp"

namespace carom::study {

class TextWatch final : public ModelWatch {
 public:
  explicit TextWatch(std::shared_ptr<const ModelInstance> instance);

  void plan(double t_start, double t_end) override;
  void segment(PieceView& piece) override {
    const auto values = [&](double t, double* out) {
      const StateView state = piece.at(t);
      const double *F_n = nullptr, *F_t = nullptr;
      if (needs_forces_) piece.forces(F_n, F_t);
      measure(state, F_n, F_t, out);
    };
    see(piece.t0(), piece.t1(), values);
  }
  void event(const EventView& batch) override;
  bool counts_passes() const override { return by_passes_; }
  void pass() override;
  std::vector<std::pair<std::string, Value>> observables(bool located) const override;

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

  double window_of(const ObservableText& observable, const TextWindow& window) const;
  bool happens(const TextInstant& instants, const EventView& batch) const;
  void measure(const StateView& state, const double* F_n, const double* F_t, double* out) const;
  void see(double t0, double t1, const Values& values);
  void see_within(double t0, double t1, const Values& values);
  void seek_extreme(Line& line, std::size_t k, double a, double b, const Values& values, double sign);
  static double result(const Line& line);

  std::shared_ptr<const ModelInstance> kept_;
  const TextModel& text_;
  std::vector<Line> lines_;
  std::vector<double> scratch_, seen_, unknown_;  // unknown_: forces that are not told
  bool needs_forces_ = false, by_passes_ = false;
  double t_start_ = 0;
};

}  // namespace carom::study
