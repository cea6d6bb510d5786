// SPDX-License-Identifier: Apache-2.0
#include "carom/fit/identify_disc_ball.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/interrupt.hpp"
#include "carom/catalog/disc_ball_entry.hpp"
#include "carom/fit/disc_inverse_dynamics.hpp"
#include "carom/fit/least_squares.hpp"
#include "carom/fit/local_polynomial.hpp"
#include "carom/systems/disc_ball_engine.hpp"

namespace carom::study {
namespace {

// ---- the model ---------------------------------------------------------------------------------------------------

// Reads the gauges at given times, and watches what the ground contact does.
class GaugeWatch {
 public:
  GaugeWatch(const DiscBall& disc, const std::vector<double>& times)
      : disc_(disc), times_(times), phases_({"A", "B", "C", "D"}) {
    v1.reserve(times.size());
    v2.reserve(times.size());
  }

  void segment(const Segment<DiscBall>& piece) {
    phases_.segment(piece);
    for (; v1.size() < times_.size() && times_[v1.size()] < piece.t1();) put(piece.at(times_[v1.size()]));
    end_ = piece.at(piece.t1());
    if (piece.modes()[0] != ContactMode::stick && piece.modes()[2] != ContactMode::stick) return;
    const Motion<DiscBall> motion = piece.motion(end_);
    for (int i : {0, 2})
      if (piece.modes()[i] == ContactMode::stick && motion.F_n[i] > 0)
        largest_stick_ratio = std::max(largest_stick_ratio, std::abs(motion.F_t[i]) / motion.F_n[i]);
  }
  void event(const EventBatch<DiscBall>& batch) {
    phases_.event(batch);
    if (batch.kind == EventKind::slip) ++stick_ends;
  }
  bool stop() const { return false; }

  // A disc that lies flat before the record ends keeps its last velocities.
  void finish() {
    while (v1.size() < times_.size()) put(end_);
  }
  const std::vector<observe::Phase>& phases() const { return phases_.list(); }

  std::vector<double> v1, v2;
  double largest_stick_ratio = 0;
  int stick_ends = 0;

 private:
  void put(const State<5>& state) {
    const DiscBallSettings& s = disc_.settings();
    v1.push_back(disc_.gauge_velocity(state.q, state.u, s.h1));
    v2.push_back(disc_.gauge_velocity(state.q, state.u, s.h2));
  }

  const DiscBall& disc_;
  const std::vector<double>& times_;
  observe::PhaseList<DiscBall> phases_;
  State<5> end_;
};

// The disc on its edge at the angle θ with the gauge velocities v1, v2; the ball is far away.
State<5> state_of(const DiscBall& disc, double t, double theta, double v1, double v2) {
  const DiscBallSettings& s = disc.settings();
  const double rate = rate_of_gauges(s, v1, v2), k = stands_on_A(theta, rate) ? s.h : -s.h;
  const double z = k * std::cos(theta) + s.r * std::sin(theta), w = k * std::sin(theta) - s.r * std::cos(theta);
  State<5> state{.t = t, .q = {-100 * s.r, z, 0, z, theta}, .u = {0, 0, 0, -w * rate, rate}};
  state.u[2] = v1 - (z - s.h1) * rate;
  return state;
}

const std::vector<std::string>& fittable() {
  static const std::vector<std::string> names{"mu_G", "mu_s_G", "e_D", "e_G", "b", "v_b"};
  return names;
}

class Fit {
 public:
  Fit(const IdentifyRequest& request, const UsedRecord& prepared, Identification& result)
      : request_(request), prepared_(prepared), result_(result), record_(result.record) {
    from_state_ = result.start == MotionStart::state;
    const Parameters& p = request.parameters;
    for (const std::string& name : request.fit) {
      const ParameterSpec& spec = p.table().at(name, p.owner());
      names_.push_back(name);
      const double scale = name == "b" ? p["r"] : name == "v_b" ? p["v_b"] : 1.0;
      FitParameter parameter{.value = p[name], .min = spec.min, .max = spec.max, .step = 1e-4 * scale, .span = scale};
      if (name == "mu_G") mu_ = static_cast<int>(parameters_.size());
      if (name == "mu_s_G") excess_ = static_cast<int>(parameters_.size());
      if (name == "b") parameter.min = -0.999 * scale, parameter.max = 0.999 * scale, parameter.step = 1e-5 * scale;
      if (name == "v_b") parameter.min = 1e-3 * scale;
      parameters_.push_back(parameter);
    }
    if (mu_ >= 0) {
      FitParameter& mu = parameters_[static_cast<std::size_t>(mu_)];
      if (result.inverse.mu.determined) mu.value = std::clamp(result.inverse.mu.value, 0.01, 2.0);
      if (excess_ < 0) mu.max = p["mu_s_G"];  // a static coefficient that is kept
      mu.value = std::min(mu.value, mu.max);
    }
    if (excess_ >= 0) {
      const double mu = mu_ >= 0 ? parameters_[static_cast<std::size_t>(mu_)].value : p["mu_G"];
      const double mu_s = result.inverse.mu_s.determined ? result.inverse.mu_s.value : p["mu_s_G"];
      FitParameter& excess = parameters_[static_cast<std::size_t>(excess_)];
      excess.value = std::pow(std::clamp(mu_s - mu, 0.0, 2.0), 2);
      excess.min = 0;
      excess.step = 1e-7;
    }
    if (from_state_) {
      const Smoothed first1 = smooth(record_.t, record_.v1, result.inverse.half_width);
      const Smoothed first2 = smooth(record_.t, record_.v2, result.inverse.half_width);
      double fastest = 0;
      for (std::size_t i = 0; i < record_.t.size(); ++i)
        fastest = std::max({fastest, std::abs(record_.v1[i]), std::abs(record_.v2[i])});
      for (double v : {first1.value.front(), first2.value.front()})
        parameters_.push_back({.value = v, .step = 1e-5 * fastest, .span = fastest});
    }
  }

  void run() {
    const Residuals residuals = [this](const Eigen::VectorXd& p, Eigen::VectorXd& r) { return evaluate(p, r); };
    LeastSquaresFit best;
    best.chi2 = HUGE_VAL;
    int evaluations = 0;
    for (const std::vector<FitParameter>& start : starts(evaluations)) {
      LeastSquaresFit fit = fit_least_squares(residuals, start);
      evaluations += fit.evaluations;
      if (fit.residuals > 0 && fit.chi2 < best.chi2) best = std::move(fit);
    }
    result_.evaluations = evaluations;
    if (!(best.chi2 < HUGE_VAL)) {
      result_.notes.push_back("the model has no motion for these parameters: " + failure_);
      best = fit_least_squares([](const Eigen::VectorXd&, Eigen::VectorXd&) { return false; }, parameters_);
    }
    conclude(best);
  }

 private:
  static constexpr std::size_t most_starts = 3;

  // The best of a grid about the inverse dynamics: where stick begins and ends, χ² has more than one valley.
  std::vector<std::vector<FitParameter>> starts(int& evaluations) {
    std::vector<std::pair<double, std::vector<FitParameter>>> list;
    for (double factor : mu_ >= 0 ? std::vector<double>{1, 0.8, 0.9, 0.95, 1.05, 1.1, 1.25} : std::vector<double>{1}) {
      std::vector<double> excesses{0.0};
      if (excess_ >= 0) {
        const double mean = std::sqrt(parameters_[static_cast<std::size_t>(excess_)].value);
        excesses = {mean, 0.5 * mean, 0.003, 0.01, 0.03, 0.08, 0.2};
      }
      for (double excess : excesses) {
        std::vector<FitParameter> start = parameters_;
        if (mu_ >= 0) {
          FitParameter& mu = start[static_cast<std::size_t>(mu_)];
          mu.value = std::clamp(mu.value * factor, mu.min, mu.max);
        }
        if (excess_ >= 0) start[static_cast<std::size_t>(excess_)].value = excess * excess;
        Eigen::VectorXd p(static_cast<int>(start.size())), r;
        for (std::size_t k = 0; k < start.size(); ++k) p[static_cast<int>(k)] = start[k].value;
        ++evaluations;
        if (evaluate(p, r)) list.emplace_back(r.squaredNorm(), std::move(start));
      }
    }
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::vector<FitParameter>> best;
    for (std::size_t i = 0; i < std::min(most_starts, list.size()); ++i) best.push_back(std::move(list[i].second));
    return best;
  }

  DiscBall disc_of(const Eigen::VectorXd& p) const {
    Parameters values = request_.parameters;
    for (std::size_t k = 0; k < names_.size(); ++k)
      if (static_cast<int>(k) != excess_) values.set(names_[k], p[static_cast<int>(k)]);
    if (excess_ >= 0) values.set("mu_s_G", values["mu_G"] + std::sqrt(p[excess_]));
    return disc_ball_of(values);
  }

  bool simulate(const DiscBall& disc, const Eigen::VectorXd& p, GaugeWatch& watch) {
    const double t = record_.t.front(), t_end = record_.t.back();
    State<5> start = disc.initial_state();
    if (from_state_)
      start = state_of(disc, t, prepared_.theta, p[p.size() - 2], p[p.size() - 1]);
    else
      start.t = request_.record.t.front();
    const auto report = run_watched(disc, start, {.t_end = t_end, .interrupt = &interrupt_flag()}, watch);
    leave_if_interrupted();
    watch.finish();
    failure_ = report.reason;
    return succeeded(report.outcome);
  }

  bool evaluate(const Eigen::VectorXd& p, Eigen::VectorXd& r) {
    const DiscBall disc = disc_of(p);
    GaugeWatch watch(disc, record_.t);
    if (!simulate(disc, p, watch)) return false;
    const int n = static_cast<int>(record_.t.size());
    r.resize(2 * n);
    for (int i = 0; i < n; ++i) {
      const std::size_t at = static_cast<std::size_t>(i);
      r[i] = (watch.v1[at] - record_.v1[at]) / result_.noise1;
      r[n + i] = (watch.v2[at] - record_.v2[at]) / result_.noise2;
    }
    return true;
  }

  void conclude(const LeastSquaresFit& fit) {
    const int n = static_cast<int>(names_.size()), all = static_cast<int>(fit.value.size());
    result_.converged = fit.converged;
    result_.chi2_per_dof = fit.chi2_per_dof();
    result_.dof = fit.residuals - fit.free;
    // From what was fitted to what is told: μ_s = μ + √κ, θ̇ and v_τ from the gauges; linearised.
    Eigen::MatrixXd map = Eigen::MatrixXd::Identity(all, all);
    if (excess_ >= 0 && mu_ >= 0) map(excess_, mu_) = 1;
    Eigen::VectorXd value = fit.value;
    const double mu = mu_ >= 0 ? fit.value[mu_] : request_.parameters["mu_G"];
    if (excess_ >= 0) {
      value[excess_] = mu + std::sqrt(fit.value[excess_]);
      map(excess_, excess_) = fit.value[excess_] > 0 ? 0.5 / std::sqrt(fit.value[excess_]) : 0;
    }
    if (from_state_) {
      const DiscBallSettings s = disc_ball_of(request_.parameters).settings();
      const int i = all - 2, j = all - 1;
      map(i, i) = rate_of_gauges(s, 1, 0), map(i, j) = rate_of_gauges(s, 0, 1);
      map(j, i) = slip_of_gauges(s, 1, 0), map(j, j) = slip_of_gauges(s, 0, 1);
      value[i] = rate_of_gauges(s, fit.value[i], fit.value[j]);
      value[j] = slip_of_gauges(s, fit.value[i], fit.value[j]);
    }
    const Eigen::MatrixXd covariance = map * fit.covariance * map.transpose();
    const double scale = std::sqrt(std::max(result_.chi2_per_dof, 1.0));
    const auto error = [&](int k) { return scale * std::sqrt(std::max(covariance(k, k), 0.0)); };

    const DiscBall disc = disc_of(fit.value);
    GaugeWatch watch(disc, record_.t);
    const bool moved = fit.residuals > 0 && simulate(disc, fit.value, watch);
    result_.model_v1 = watch.v1;
    result_.model_v2 = watch.v2;
    result_.model_phases = watch.phases();
    for (int k = 0; k < n; ++k) {
      const std::size_t at = static_cast<std::size_t>(k);
      const std::string& name = names_[at];
      Estimate e{.name = name, .unit = request_.parameters.table().at(name).unit, .value = value[k], .error = error(k)};
      e.determined = moved && fit.determined[at];
      if (k == excess_ && e.determined && fit.value[k] < 2 * scale * fit.error[k]) {
        e.determined = false;
        e.note = fmt::format("not told from mu_G: at most {:.4g} (95 %)",
                             mu + std::sqrt(fit.value[k] + 2 * scale * fit.error[k]));
      } else if (e.determined && fit.at_bound[at]) {
        e.note = "at a bound of its range";
      }
      if (!e.determined) {
        if (e.note.empty()) e.note = why_not(k, watch);
        e.value = e.error = undetermined;
      }
      result_.estimates.push_back(std::move(e));
    }
    result_.correlation.assign(static_cast<std::size_t>(n),
                               std::vector<double>(static_cast<std::size_t>(n), undetermined));
    for (int k = 0; k < n; ++k) {
      for (int l = 0; l < n; ++l) {
        const double product = covariance(k, k) * covariance(l, l);
        if (product > 0 && result_.estimates[static_cast<std::size_t>(k)].determined &&
            result_.estimates[static_cast<std::size_t>(l)].determined)
          result_.correlation[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)] =
              covariance(k, l) / std::sqrt(product);
        const double c = result_.correlation[static_cast<std::size_t>(k)][static_cast<std::size_t>(l)];
        if (k < l && std::abs(c) > 0.99)
          result_.notes.push_back(fmt::format("{} and {} are hardly told apart: correlation {:.4f}",
                                              names_[static_cast<std::size_t>(k)], names_[static_cast<std::size_t>(l)],
                                              c));
      }
    }
    if (from_state_) {
      result_.start_estimates = {
          {.name = "theta_dot", .unit = "rad/s", .value = value[all - 2], .error = error(all - 2)},
          {.name = "v_tau", .unit = "m/s", .value = value[all - 1], .error = error(all - 1)}};
    }
    if (!fit.converged) result_.notes.push_back("the fit has not converged: the values are where it stopped");
    const double few = 5 / std::sqrt(static_cast<double>(std::max(result_.dof, 1L)));
    if (result_.chi2_per_dof > 1 + few)
      result_.notes.push_back(
          fmt::format("chi2/dof = {:.3g}: the model misses the data by more than their noise, or the "
                      "noise of neighbouring samples is not independent; the errors are widened by "
                      "its root but do not cover this",
                      result_.chi2_per_dof));
  }

  std::string why_not(int k, const GaugeWatch& watch) const {
    const std::string& name = names_[static_cast<std::size_t>(k)];
    if (name == "mu_s_G") {
      if (watch.largest_stick_ratio == 0) return "not identifiable: there is no stick phase in the record";
      if (watch.stick_ends == 0)
        return fmt::format("not identifiable: the stick phase does not end within the record; at least {:.4g}",
                           watch.largest_stick_ratio);
    }
    if (from_state_ && name != "mu_G" && name != "mu_s_G")
      return "not identifiable: it acts in the impact alone, and the motion is begun after it";
    return "not identifiable: the record does not depend on it";
  }

  const IdentifyRequest& request_;
  const UsedRecord& prepared_;
  Identification& result_;
  const GaugeRecord& record_;
  bool from_state_ = true;
  int mu_ = -1, excess_ = -1;
  std::vector<std::string> names_;
  std::vector<FitParameter> parameters_;
  std::string failure_;
};

MotionStart start_of(const IdentifyRequest& request) {
  bool acts_in_impact = false;
  for (std::size_t k = 0; k < request.fit.size(); ++k) {
    const std::string& name = request.fit[k];
    if (std::find(fittable().begin(), fittable().end(), name) == fittable().end()) {
      std::string message = fmt::format("'{}' cannot be fitted", name);
      if (const auto nearest = nearest_name(name, fittable()))
        message += fmt::format("; did you mean '{}'?", *nearest);
      else
        message += "; mu_G, mu_s_G, e_D, e_G, b and v_b can";
      throw BadInput(message);
    }
    if (std::find(request.fit.begin(), request.fit.begin() + static_cast<std::ptrdiff_t>(k), name) !=
        request.fit.begin() + static_cast<std::ptrdiff_t>(k))
      throw BadInput(fmt::format("'{}' is to be fitted twice", name));
    acts_in_impact = acts_in_impact || (name != "mu_G" && name != "mu_s_G");
  }
  if (request.fit.empty()) throw BadInput("nothing is to be fitted");
  if (request.start != MotionStart::automatic) return request.start;
  return acts_in_impact ? MotionStart::impact : MotionStart::state;
}

}  // namespace

MotionStart read_motion_start(std::string_view text) {
  if (text == "state") return MotionStart::state;
  if (text == "impact") return MotionStart::impact;
  throw BadInput(fmt::format("the motion starts from its state or with the impact: state or impact, got '{}'", text));
}

Identification identify_disc_ball(const IdentifyRequest& request) {
  const DiscBall disc = disc_ball_of(request.parameters);
  const DiscBallSettings& s = disc.settings();
  if (s.h1 == s.h2)
    throw BadInput(fmt::format("the two gauges must be at different heights, but h1 = h2 = {} m", s.h1));
  if (request.noise && !(*request.noise > 0)) throw BadInput("the noise of the gauges must be above 0");
  Identification result;
  result.start = start_of(request);
  const UsedRecord prepared = used_part(request.record, request.from, request.until, s);
  result.record = prepared.record;
  double fastest = 0;
  for (std::size_t i = 0; i < result.record.t.size(); ++i)
    fastest = std::max({fastest, std::abs(result.record.v1[i]), std::abs(result.record.v2[i])});
  if (!(fastest > 0)) throw BadInput("the gauges show no motion: all of v1 and v2 is 0");
  // Without any noise, digits are what limits the data.
  const double floor = 1e-7 * fastest;
  result.noise1 = request.noise.value_or(std::max(noise_of(result.record.t, result.record.v1), floor));
  result.noise2 = request.noise.value_or(std::max(noise_of(result.record.t, result.record.v2), floor));
  if (prepared.jumps > 0)
    result.notes.push_back(fmt::format("times at which the velocities jump are left out: {}", prepared.jumps));
  if (prepared.out_of_sight)
    result.notes.push_back(fmt::format(
        "samples after t = {:.6g} s are left out: the upper gauge no longer sees the disc", result.record.t.back()));
  result.inverse = inverse_dynamics(disc, result.record, prepared.theta, result.noise1, result.noise2);
  Fit(request, prepared, result).run();
  return result;
}

Estimate restitution_of(const SeparationRecord& record) {
  const std::size_t n = record.v_ball.size();
  if (n < 3) throw BadInput(fmt::format("{} samples are too few for a restitution with an error: 3 are needed", n));
  const auto v_b = [&](std::size_t i) { return record.v_b[record.v_b.size() == 1 ? 0 : i]; };
  std::vector<double> e(n);
  for (std::size_t i = 0; i < n; ++i) {
    if (!(v_b(i) > 0)) throw BadInput(fmt::format("the speed of the ball must be above 0, got {} m/s", v_b(i)));
    e[i] = (record.v_disc[i] - record.v_ball[i]) / v_b(i);
  }
  const int terms = record.t.empty() || !(record.t.back() > record.t.front()) ? 1 : 2;
  Eigen::MatrixXd X(static_cast<int>(n), terms);
  Eigen::VectorXd y(static_cast<int>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const int row = static_cast<int>(i);
    y[row] = e[i];
    X(row, 0) = 1;
    if (terms > 1) X(row, 1) = (record.t[i] - record.t.front()) / (record.t.back() - record.t.front());
  }
  const Eigen::MatrixXd inverse = (X.transpose() * X).inverse();
  const Eigen::VectorXd c = inverse * (X.transpose() * y);
  const double variance = (y - X * c).squaredNorm() / static_cast<double>(static_cast<int>(n) - terms);
  Estimate estimate{.name = "e_D", .value = c[0], .error = std::sqrt(variance * inverse(0, 0))};
  if (estimate.value > 1) estimate.note = "above 1: are v_b, the ball and the disc what they should be?";
  if (estimate.value < 0) estimate.note = "below 0: the ball goes on faster than the disc";
  return estimate;
}

std::string Identification::brief() const {
  std::string text;
  for (const Estimate& e : estimates) {
    text += text.empty() ? "" : ", ";
    text += e.determined ? fmt::format("{} = {:.5g} ± {:.2g}", e.name, e.value, e.error)
                         : fmt::format("{} {}", e.name, e.note);
  }
  return fmt::format("{}; chi2/dof {:.3f} with {} samples", text, chi2_per_dof, record.t.size());
}

}  // namespace carom::study
