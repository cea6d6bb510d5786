// SPDX-License-Identifier: Apache-2.0
#include "papers/dimer/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/observe/dimer_observer.hpp"
#include "carom/systems/dimer_engine.hpp"

namespace carom::papers::dimer {

namespace {

class Recorder {
 public:
  Recorder(const Dimer& dimer, const MotionOptions& options, MotionRecord& record)
      : dimer_(dimer),
        options_(options),
        record_(record),
        observer_(dimer),
        T_(dimer.period()),
        next_sample_(options.samples_per_cycle > 0 ? options.sample_from * T_ : HUGE_VAL) {}

  void segment(const Segment<Dimer>& segment) {
    observer_.segment(segment);
    while (next_sample_ <= segment.t1() && next_sample_ <= options_.sample_to * T_ * (1 + 1e-12)) {
      if (next_sample_ >= segment.t0()) take_sample(segment, next_sample_);
      ++sample_count_;
      next_sample_ = (options_.sample_from + double(sample_count_) / options_.samples_per_cycle) * T_;
    }
  }

  void event(const EventBatch<Dimer>& batch) {
    observer_.event(batch);
    const bool impact = batch.impact != nullptr;
    if (impact && options_.samples_per_cycle > 0 && batch.t >= options_.sample_from * T_ &&
        batch.t <= options_.sample_to * T_) {
      record_.samples.push_back(sample(batch.before));
      record_.samples.push_back(sample(batch.after));
    }
    if (!options_.keep_events || batch.t < options_.events_from * T_) return;
    MotionEvent event{
        .t = batch.t, .kind = batch.kind, .contacts = batch.contacts, .modes = batch.modes, .before = batch.before};
    const auto before = contact_kinematics(dimer_, batch.t, batch.before.q, batch.before.u);
    const auto after = contact_kinematics(dimer_, batch.t, batch.after.q, batch.after.u);
    for (int i = 0; i < 2; ++i) {
      event.v_n_minus[i] = before[i].normal_velocity(batch.before.u);
      event.v_t_minus[i] = before[i].tangential_velocity(batch.before.u);
      event.v_n_plus[i] = after[i].normal_velocity(batch.after.u);
      event.v_t_plus[i] = after[i].tangential_velocity(batch.after.u);
    }
    if (impact)
      for (int k = 0; k < batch.impact->n; ++k) event.sticks[batch.member[k]] = batch.impact->sticks[k];
    record_.events.push_back(event);
  }

  bool stop() const { return false; }

  void conclude() {
    record_.seen = observer_.summary();
    double low = HUGE_VAL, high = 0;
    const auto& cycles = observer_.cycles();
    for (int k = 0; k < cycles.size(); ++k) {
      const double tilt = std::max(cycles.newest(k).theta_max, -cycles.newest(k).theta_min);
      low = std::min(low, tilt);
      high = std::max(high, tilt);
    }
    record_.tilt_variation = high > 0 ? (high - low) / high : 0;
  }

 private:
  Sample sample(const State<3>& state) const {
    const auto contacts = contact_kinematics(dimer_, state.t, state.q, state.u);
    const DimerBody& body = dimer_.body();
    Sample sample{.t = state.t, .plate = dimer_.plate(state.t), .theta = state.q[2]};
    for (int i = 0; i < 2; ++i) {
      const double side = i == 0 ? -1 : 1;
      sample.x_t[i] = state.q[0] + side * body.l / 2 * std::cos(state.q[2]) + body.r * state.q[2];
      sample.x_n[i] = contacts[i].gap + sample.plate;
      sample.v_t[i] = contacts[i].tangential_velocity(state.u);
      sample.v_n[i] = contacts[i].normal_velocity(state.u);
    }
    return sample;
  }

  void take_sample(const Segment<Dimer>& segment, double t) {
    const State<3> state = segment.at(t);
    record_.samples.push_back(sample(state));
    Ledger books = segment.works(t);
    books.kinetic = kinetic_energy(dimer_, state.q, state.u);
    books.potential = dimer_.potential_energy(state.q);
    record_.books.push_back(books);
    record_.book_times.push_back(t);
  }

  const Dimer& dimer_;
  const MotionOptions& options_;
  MotionRecord& record_;
  observe::DimerObserver observer_;
  double T_, next_sample_;
  long sample_count_ = 0;
};

}  // namespace

DimerSettings base_settings() {
  DimerSettings settings;
  settings.law.fill(dimer_tip());
  return settings;
}

Case case_of(const DimerCase& one) {
  return {.A_r = one.A_r,
          .mu_i = one.mu_i,
          .f = one.f,
          .Gamma = one.Gamma,
          .e = one.e,
          .h0 = one.h0 * 1e-3,
          .theta0 = one.theta0 * deg};
}

DimerSettings settings_of(const Case& wanted, const DimerSettings& base) {
  DimerSettings settings = base;
  settings.shape.A_r = wanted.A_r;
  settings.f = wanted.f;
  settings.Gamma = wanted.Gamma;
  settings.h0 = wanted.h0;
  settings.theta0 = wanted.theta0;
  for (ContactLaw& law : settings.law) {
    law.e = wanted.e;
    law.mu_i = wanted.mu_i;
  }
  return settings;
}

std::string describe(const DimerSettings& s, bool with_start) {
  const ContactLaw& law = s.law[0];
  std::string text = fmt::format("A_r = {:g}, f = {:g} Hz, Γ = {:g}, e = {:g}, μ_s = {:g}, μ_c = {:g}, μ_i = {:g}",
                                 s.shape.A_r, s.f, s.Gamma, law.e, law.mu_s, law.mu_c, law.mu_i);
  if (with_start) text += fmt::format(", h₀ = {:.4g} mm, θ₀ = {:.4g}°", s.h0 * 1e3, s.theta0 / deg);
  return text;
}

std::string in_words(const observe::DimerObservables& seen) {
  std::string text = seen.motion;
  if (std::abs(seen.scaled_drift) > 1e-6) text += fmt::format(" at {:.4g} mm/s", 1e3 * seen.drift);
  text += seen.period_cycles > 0 ? fmt::format(", period {}", seen.period_cycles) : ", no period";
  if (seen.theta_max > 1e-6) text += fmt::format(", tilt up to {:.2f}°", seen.theta_max / deg);
  return text;
}

MotionRecord run_motion(const DimerSettings& settings, const MotionOptions& options) {
  MotionRecord record{.settings = settings};
  record.own_start = options.start.has_value();
  const Dimer dimer(settings);
  RunOptions run;
  // A little more than the whole cycles, so that the last section lies inside the run.
  run.t_end = options.cycles * dimer.period() * (1 + 1e-12);
  run.rtol = options.rtol;
  run.atol = options.rtol / 100;
  run.impact.flow.tolerance = options.rtol / 10;
  run.impact.law = options.law;
  run.ledger_tolerance = std::max(1e-9, 10 * options.rtol);
  run.interrupt = options.interrupt;
  Recorder recorder(dimer, options, record);
  record.report = run_watched(dimer, options.start ? *options.start : dimer.initial_state(), run, recorder);
  recorder.conclude();
  return record;
}

State<3> restart_from(const Dimer& dimer, State<3> state) {
  constexpr double clearance = 1e-12;  // m
  const auto contacts = contact_kinematics(dimer, state.t, state.q, state.u);
  const double slow = 1e-9 * dimer.scales().speed;
  std::array<double, 2> raise{};
  for (int i = 0; i < 2; ++i)
    if (contacts[i].gap < clearance && contacts[i].normal_velocity(state.u) > slow)
      raise[i] = clearance - contacts[i].gap;
  state.q[1] += 0.5 * (raise[0] + raise[1]);
  state.q[2] += (raise[1] - raise[0]) / (dimer.body().l * std::cos(state.q[2]));
  return state;
}

double lead_before_top(const DimerSettings& settings, double t) {
  // y_p = −A sin(ωt + φ) is highest at ωt + φ = 3π/2, lowest at π/2.
  return observe::wrapped(1.5 * pi - (two_pi * settings.f * t + settings.phase));
}

double lead_before_bottom(const DimerSettings& settings, double t) {
  return observe::wrapped(0.5 * pi - (two_pi * settings.f * t + settings.phase));
}

}  // namespace carom::papers::dimer
