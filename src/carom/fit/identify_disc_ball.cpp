#include "carom/fit/identify_disc_ball.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/disc_ball_entry.hpp"
#include "carom/fit/disc_inverse_dynamics.hpp"
#include "carom/fit/least_squares.hpp"
#include "carom/fit/local_polynomial.hpp"
#include "carom/systems/disc_ball_engine.hpp"

namespace carom::study {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t fewest = 20;  // samples

double median(std::vector<double> list) {
  const auto middle = list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  std::nth_element(list.begin(), middle, list.end());
  return *middle;
}

// ---- the record -------------------------------------------------------------------------------------------------

void check_record(const GaugeRecord& record) {
  if (record.v1.size() != record.t.size() || record.v2.size() != record.t.size())
    throw BadInput("t, v1 and v2 must have as many values each");
  for (std::size_t i = 0; i < record.t.size(); ++i) {
    if (!std::isfinite(record.t[i]) || !std::isfinite(record.v1[i]) || !std::isfinite(record.v2[i]))
      throw BadInput(fmt::format("sample {} of the gauge velocities is not a finite number", i + 1));
    if (i > 0 && record.t[i] < record.t[i - 1])
      throw BadInput(fmt::format("time goes back at sample {}: {} s after {} s", i + 1, record.t[i], record.t[i - 1]));
  }
}

// One sample a time: the last. Where the velocities jump at one time, after the first, there is none: for the least change
// of a parameter an impact of the model comes before or after it, and its residual has no slope. Times with two values
// all over the record are those of a clock with few digits, and no jumps.
GaugeRecord one_a_time(const GaugeRecord& record, std::size_t& jumps) {
  GaugeRecord all, smooth;
  jumps = 0;
  for (std::size_t i = 0, first = 0; i < record.t.size(); ++i) {
    if (i + 1 < record.t.size() && record.t[i + 1] == record.t[i]) continue;
    double change = 0, size = 0;
    for (std::size_t k = first; k <= i; ++k) {
      change = std::max({change, std::abs(record.v1[k] - record.v1[i]), std::abs(record.v2[k] - record.v2[i])});
      size = std::max({size, std::abs(record.v1[k]), std::abs(record.v2[k])});
    }
    const bool jump = first > 0 && change > 1e-9 * size;
    first = i + 1;
    jumps += jump;
    for (GaugeRecord* list : {&all, &smooth}) {
      if (jump && list == &smooth) continue;
      list->t.push_back(record.t[i]);
      list->v1.push_back(record.v1[i]);
      list->v2.push_back(record.v2[i]);
    }
  }
  if (10 * jumps <= all.t.size()) return smooth;
  jumps = 0;
  return all;
}

struct Prepared {
  GaugeRecord record;
  std::size_t jumps = 0;                // samples that were left out for one
  double theta = std::numbers::pi / 2;  // at its first sample
  bool out_of_sight = false;
};

Prepared prepare(const IdentifyRequest& request, const DiscBallSettings& s) {
  check_record(request.record);
  Prepared p;
  const GaugeRecord whole = one_a_time(request.record, p.jumps);
  double theta = std::numbers::pi / 2, rate_before = 0;
  const double top = std::max(s.h1, s.h2);
  for (std::size_t i = 0; i < whole.t.size(); ++i) {
    const double rate = rate_of_gauges(s, whole.v1[i], whole.v2[i]);
    if (i > 0) theta += 0.5 * (rate + rate_before) * (whole.t[i] - whole.t[i - 1]);
    rate_before = rate;
    if (request.until && whole.t[i] > *request.until) break;
    if (!(2 * s.r * std::sin(theta) > top)) {
      p.out_of_sight = true;
      break;
    }
    if (request.from && whole.t[i] < *request.from) continue;
    if (p.record.t.empty()) p.theta = theta;
    p.record.t.push_back(whole.t[i]);
    p.record.v1.push_back(whole.v1[i]);
    p.record.v2.push_back(whole.v2[i]);
  }
  if (p.record.t.size() >= fewest) return p;
  throw BadInput(fmt::format("{} samples are too few to identify friction: {} are needed{}", p.record.t.size(), fewest,
                             p.out_of_sight ? " before the upper gauge loses sight of the disc" : ""));
}

// ---- inverse dynamics -------------------------------------------------------------------------------------------

// [first, last) of samples in one mode.
struct Run {
  std::size_t first, last;
  ContactMode mode;
};

class Phases {
 public:
  Phases(const GaugeRecord& record, const Smoothed& slip, double sigma) : record_(record), slip_(slip) {
    double fastest = 0;
    for (double v : slip.value) fastest = std::max(fastest, std::abs(v));
    for (std::size_t i = 0; i < record.t.size(); ++i)
      band_.push_back(std::max(4 * sigma * slip.value_error[i], 2e-3 * fastest));
    for (std::size_t i = 0; i < record.t.size(); ++i) {
      const ContactMode mode = std::abs(slip.value[i]) <= band_[i] ? ContactMode::stick
                               : slip.value[i] > 0                 ? ContactMode::slip_plus
                                                                   : ContactMode::slip_minus;
      if (runs_.empty() || runs_.back().mode != mode) runs_.push_back({i, i, mode});
      runs_.back().last = i + 1;
    }
    settle();
  }

  const std::vector<Run>& runs() const { return runs_; }

 private:
  double duration(const Run& run) const { return record_.t[run.last - 1] - record_.t[run.first]; }

  // A visit below the band is a stick only if a reversal at the slope beside it would have been shorter.
  void settle() {
    std::vector<Run> kept;
    for (const Run& run : runs_) {
      if (run.mode == ContactMode::stick && !is_stick(run)) {
        const std::size_t middle = (run.first + run.last) / 2;
        const auto sign = [&](std::size_t i) {
          return slip_.value[i] > 0 ? ContactMode::slip_plus : ContactMode::slip_minus;
        };
        add(kept, {run.first, middle, sign(run.first)});
        add(kept, {middle, run.last, sign(run.last - 1)});
      } else {
        add(kept, run);
      }
    }
    // Smoothing overshoots where slip ends in stick: a faint, short slip beside a stick belongs to it.
    runs_.clear();
    for (std::size_t k = 0; k < kept.size(); ++k) {
      Run run = kept[k];
      const bool beside_stick = (k > 0 && kept[k - 1].mode == ContactMode::stick) ||
                                (k + 1 < kept.size() && kept[k + 1].mode == ContactMode::stick);
      if (is_slip(run.mode) && beside_stick && k > 0 && k + 1 < kept.size() && is_faint(run))
        run.mode = ContactMode::stick;
      add(runs_, run);
    }
  }
  bool is_faint(const Run& run) const {
    for (std::size_t i = run.first; i < run.last; ++i)
      if (std::abs(slip_.value[i]) > 2 * band_[i]) return false;
    return duration(run) < 2 * slip_.half_width;
  }
  static void add(std::vector<Run>& list, const Run& run) {
    if (run.first == run.last) return;
    if (!list.empty() && list.back().mode == run.mode) list.back().last = run.last;
    else list.push_back(run);
  }
  bool is_stick(const Run& run) const {
    const double w = slip_.half_width;
    double slope = 0;
    for (std::size_t i = run.first; i > 0 && record_.t[run.first] - record_.t[i - 1] <= w; --i)
      slope = std::max(slope, std::abs(slip_.slope[i - 1]));
    for (std::size_t i = run.last; i < record_.t.size() && record_.t[i] - record_.t[run.last - 1] <= w; ++i)
      slope = std::max(slope, std::abs(slip_.slope[i]));
    const double reversal = slope > 0 ? 2 * band_[run.first] / slope : 0;
    return duration(run) > std::max(3 * reversal, w);
  }

  const GaugeRecord& record_;
  const Smoothed& slip_;
  std::vector<double> band_;
  std::vector<Run> runs_;
};

Estimate slip_coefficient(const InverseDynamics& d, const GaugeRecord& record, const Smoothed& slip,
                          const std::vector<Run>& runs, double weight) {
  Estimate mu{.name = "mu_G", .value = unknown, .error = unknown, .determined = false, .note = "no slip phase"};
  const double sharpest = *std::min_element(slip.slope_error.begin(), slip.slope_error.end());
  std::vector<double> ratios;
  double span = 0;
  for (const Run& run : runs) {
    if (!is_slip(run.mode)) continue;
    const double begin = record.t[run.first] + (run.first > 0 ? d.half_width : 0);
    const double end = record.t[run.last - 1] - (run.last < record.t.size() ? d.half_width : 0);
    for (std::size_t i = run.first; i < run.last; ++i) {
      if (record.t[i] < begin || record.t[i] > end || !(d.F_n[i] > 0.05 * weight)) continue;
      if (slip.slope_error[i] > 4 * sharpest) continue;
      ratios.push_back(-slip_sign(run.mode) * d.ratio[i]);
    }
    span += std::max(end - begin, 0.0);
  }
  if (ratios.size() < 3) return mu;
  mu.value = median(ratios);
  std::vector<double> away;
  for (double r : ratios) away.push_back(std::abs(r - mu.value));
  const double independent = std::max(span / (2 * d.half_width), 1.0);
  mu.error = 1.4826 * median(away) / std::sqrt(independent);
  mu.determined = true;
  mu.note.clear();
  return mu;
}

Estimate static_coefficient(const InverseDynamics& d, const std::vector<Run>& runs) {
  Estimate mu_s{.name = "mu_s_G", .value = unknown, .error = unknown, .determined = false, .note = "no stick phase"};
  for (std::size_t k = 0; k < runs.size(); ++k) {
    if (runs[k].mode != ContactMode::stick) continue;
    double largest = 0;
    for (std::size_t i = runs[k].first; i < runs[k].last; ++i) largest = std::max(largest, std::abs(d.ratio[i]));
    if (k + 1 == runs.size()) {
      if (!mu_s.determined) mu_s.note = fmt::format("the stick phase does not end; at least {:.4g}", largest);
      continue;
    }
    mu_s.value = mu_s.determined ? std::max(mu_s.value, largest) : largest;
    mu_s.determined = true;
    mu_s.note.clear();
  }
  return mu_s;
}

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
  Fit(const IdentifyRequest& request, const Prepared& prepared, Identification& result)
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
    if (from_state_) start = state_of(disc, t, prepared_.theta, p[p.size() - 2], p[p.size() - 1]);
    else start.t = request_.record.t.front();
    const auto report = run_watched(disc, start, {.t_end = t_end}, watch);
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
        e.value = e.error = unknown;
      }
      result_.estimates.push_back(std::move(e));
    }
    result_.correlation.assign(static_cast<std::size_t>(n), std::vector<double>(static_cast<std::size_t>(n), unknown));
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
      result_.notes.push_back(fmt::format("chi2/dof = {:.3g}: the model misses the data by more than their noise, or the "
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
  const Prepared& prepared_;
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
      if (const auto nearest = nearest_name(name, fittable())) message += fmt::format("; did you mean '{}'?", *nearest);
      else message += "; mu_G, mu_s_G, e_D, e_G, b and v_b can";
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

InverseDynamics inverse_dynamics(const DiscBall& disc, const GaugeRecord& record, double theta_begin, double noise1,
                                 double noise2) {
  const DiscBallSettings& s = disc.settings();
  const std::size_t n = record.t.size();
  std::vector<double> rate(n), slip(n);
  for (std::size_t i = 0; i < n; ++i) {
    rate[i] = rate_of_gauges(s, record.v1[i], record.v2[i]);
    slip[i] = slip_of_gauges(s, record.v1[i], record.v2[i]);
  }
  InverseDynamics d;
  d.half_width = choose_half_width(record.t, slip);
  const Smoothed smooth_slip = smooth(record.t, slip, d.half_width), smooth_rate = smooth(record.t, rate, d.half_width);
  const double sigma = std::hypot(s.h2 * noise1, s.h1 * noise2) / std::abs(s.h2 - s.h1);
  const std::vector<Run> runs = Phases(record, smooth_slip, sigma).runs();

  d.theta_dot = smooth_rate.value;
  d.v_tau = smooth_slip.value;
  double theta = theta_begin;
  for (const Run& run : runs) {
    for (std::size_t i = run.first; i < run.last; ++i) {
      if (i > 0) theta += 0.5 * (rate[i] + rate[i - 1]) * (record.t[i] - record.t[i - 1]);
      const bool on_A = stands_on_A(theta, d.theta_dot[i]);
      const double slip_rate = run.mode == ContactMode::stick ? 0 : smooth_slip.slope[i];
      const GroundForce force = ground_force(disc, on_A, theta, d.theta_dot[i], slip_rate);
      d.theta.push_back(theta);
      d.F_n.push_back(force.F_n);
      d.F_t.push_back(force.F_t);
      d.ratio.push_back(force.ratio());
      d.mode.push_back(run.mode);
      if (i == run.first)
        d.phases.push_back({.t = record.t[i], .contact = on_A ? "A" : "C", .phase = std::string(name(run.mode))});
    }
  }
  d.mu = slip_coefficient(d, record, smooth_slip, runs, s.m_d * s.g);
  d.mu_s = static_coefficient(d, runs);
  return d;
}

Identification identify_disc_ball(const IdentifyRequest& request) {
  const DiscBall disc = disc_ball_of(request.parameters);
  const DiscBallSettings& s = disc.settings();
  if (s.h1 == s.h2) throw BadInput(fmt::format("the two gauges must be at different heights, but h1 = h2 = {} m", s.h1));
  if (request.noise && !(*request.noise > 0)) throw BadInput("the noise of the gauges must be above 0");
  Identification result;
  result.start = start_of(request);
  const Prepared prepared = prepare(request, s);
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
    result.notes.push_back(fmt::format("samples after t = {:.6g} s are left out: the upper gauge no longer sees the disc",
                                       result.record.t.back()));
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
