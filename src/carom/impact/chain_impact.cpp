// SPDX-License-Identifier: Apache-2.0
#include "carom/impact/chain_impact.hpp"

#include <algorithm>
#include <cmath>

#include "carom/flow/advance_to_event.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/chain_flow.hpp"

namespace carom {

class ChainImpact::Flow : private ChainFlow {
 public:
  const ChainImpactResult& solve(const ChainImpactProblem& problem, const CompliantImpactOptions& options,
                                 const std::function<void(const ChainSample&)>& trace) {
    problem_ = &problem;
    options_ = options;
    trace_ = &trace;
    begin();
    if (V_ > 0) integrate();
    finish();
    return result_;
  }

 private:
  // ---- set-up -------------------------------------------------------------------------------------------------------

  void begin() {
    const ChainImpactProblem& p = *problem_;
    const auto contacts = p.law.size();
    set_up(static_cast<int>(contacts));
    result_.failure = ImpactFailure::none;
    result_.steps = result_.events = 0;
    result_.residual = 0;
    result_.v = p.v;
    for (Values* list : {&result_.P, &result_.W_compression, &result_.W_restitution, &mark_, &mark_start_})
      list->assign(contacts, 0);
    s_ = result_.rest_loss = 0;
    if (!scale()) return;
    for (int c = 0; c < n_; ++c) begin_contact(c);
    clock_ = best_clock();
    if (clock_ < 0) {
      V_ = 0;
      return;
    }
    step_.y0[place(clock_)] = std::sqrt(step_.y0[place(clock_)]);
    set_window(live_window());
  }

  // Units: the fastest approach or release, the lightest pair, and that contact's deformation. False where nothing moves.
  bool scale() {
    const ChainImpactProblem& p = *problem_;
    V_ = 0;
    a_ = 0;
    int fastest = 0;
    for (int c = 0; c < n_; ++c) a_ = std::max(a_, p.inverse_mass[c] + p.inverse_mass[c + 1]);
    for (int c = 0; c < n_; ++c) {
      if (!takes_part(c)) continue;
      const double approach = p.v[c] - p.v[c + 1], stored = p.E0.empty() ? 0.0 : p.E0[c];
      const double share = approach > 0 ? 1.0 : p.law[c].e * p.law[c].e;
      const double speed = std::max(approach, std::sqrt(2 * share * stored * a_));
      if (speed > V_) {
        V_ = speed;
        fastest = c;
      }
    }
    if (!(V_ > 0)) return false;
    energy_ = V_ * V_ / a_;
    const ContactLaw& unit = p.law[fastest];
    X_ = std::pow(energy_ / unit.stiffness, 1 / (unit.exponent + 1));
    for (int b = 0; b <= n_; ++b) {
      w_[b] = p.inverse_mass[b] / a_;
      step_.y0[velocity(b)] = p.v[b] / V_;
    }
    return true;
  }

  void begin_contact(int c) {
    const ChainImpactProblem& p = *problem_;
    const ContactLaw& law = p.law[c];
    eta_[c] = law.exponent;
    e2_[c] = law.e * law.e < 1e-12 ? 0.0 : law.e * law.e;
    k_hat_[c] = law.stiffness * std::pow(X_, law.exponent + 1) / energy_;
    out_[c] = takes_part(c) ? 0 : 1;
    if (out_[c]) return;
    double& x = step_.y0[place(c)];
    if (!p.E0.empty() && p.E0[c] > 0) x = std::pow((eta_[c] + 1) * (p.E0[c] / energy_) / k_hat_[c], 1 / (eta_[c] + 1));
    mark_[c] = mark_start_[c] = stored_energy(c, x);
    const double gamma = gap_rate(step_.y0, c);
    if (gamma > 0 && !(x > 0)) return;
    if (gamma > 0)
      phase_[c] = e2_[c] == 1 ? Phase::elastic : e2_[c] > 0 ? Phase::expansion : Phase::idle;
    else
      phase_[c] = e2_[c] == 1 ? Phase::elastic : Phase::compression;
    if (phase_[c] == Phase::idle) x = 0;
  }

  bool takes_part(int c) const { return problem_->touching.empty() || problem_->touching[c]; }

  // ---- works and phases -----------------------------------------------------------------------------------------------

  // By (1) and (2) the work of a phase is what it stored, or e² times what it released.
  void close_work(int c, const Y& y) {
    const double E = stored_energy(c, deformation(y, c)), change = (E - mark_[c]) * energy_;
    if (phase_[c] == Phase::expansion)
      result_.W_restitution[c] -= e2_[c] * change;
    else if (phase_[c] == Phase::compression)
      result_.W_compression[c] += change;
    else
      return book_elastic(c, E);
    mark_[c] = E;
  }

  // The works of elastic contacts, whose turns are no events: the energy is stationary there, so that a root to a millionth
  // of a step is enough.
  void book_turns(double theta_end) {
    for (int c = window_.first; c <= window_.last; ++c) {
      if (phase_[c] != Phase::elastic || !(deformation(step_.y1, c) > negligible)) continue;
      const double start = gap_rate(step_.y0, c);
      if (theta_end == 1 && start * gap_rate(step_.y1, c) >= 0) continue;
      const Guard rate{c, GuardKind::approach};
      need_dense();
      double low = 0, high = theta_end, g_low = start, g_high = value_at(rate, theta_end);
      if (!(g_low * g_high < 0)) continue;
      for (int iteration = 0; iteration < 60 && high - low > 1e-6; ++iteration) {
        const double secant = low + (high - low) * g_low / (g_low - g_high);
        const double middle = iteration % 3 == 2 ? 0.5 * (low + high) : secant, g = value_at(rate, middle);
        (g * g_low > 0 ? low : high) = middle;
        (g * g_low > 0 ? g_low : g_high) = g;
        if (g == 0) low = high = middle;
      }
      const double x = step_.at(0.5 * (low + high), place(c));
      book_elastic(c, stored_energy(c, c == clock_ ? x * std::abs(x) : x));
    }
  }
  void book_elastic(int c, double E) {
    const double change = (E - mark_[c]) * energy_;
    (change > 0 ? result_.W_compression[c] : result_.W_restitution[c]) += std::abs(change);
    mark_[c] = E;
  }

  // Switches every contact that stands on its own event.
  bool settle() {
    bool changed = false;
    for (int c = window_.first; c <= window_.last; ++c) {
      if (out_[c]) continue;
      const double gamma = gap_rate(step_.y0, c), x = deformation(step_.y0, c);
      const bool at_zero = std::abs(gamma) <= band(GuardKind::approach);
      const double direction = at_zero ? gap_acceleration(c) : gamma;
      const Phase before = phase_[c];
      switch (phase_[c]) {
        case Phase::idle:
          if (direction < 0) phase_[c] = e2_[c] == 1 ? Phase::elastic : Phase::compression;
          break;
        case Phase::elastic:
          if (x <= negligible && direction > 0) {
            step_.y0[place(c)] = 0;
            close_work(c, step_.y0);
            phase_[c] = Phase::idle;
          }
          break;
        case Phase::compression:
          if (direction > 0) {
            close_work(c, step_.y0);
            phase_[c] = e2_[c] > 0 && x > negligible ? Phase::expansion : Phase::idle;
            if (phase_[c] == Phase::idle) step_.y0[place(c)] = mark_[c] = 0;
          }
          break;
        case Phase::expansion:
          if (x <= band(GuardKind::deformation)) {
            step_.y0[place(c)] = 0;
            close_work(c, step_.y0);
            phase_[c] = Phase::idle;
          } else if (direction < 0) {
            close_work(c, step_.y0);
            phase_[c] = Phase::compression;
          }
          break;
      }
      changed = changed || phase_[c] != before;
    }
    return changed;
  }

  long most_steps() const { return options_.max_steps + 100L * n_; }
  // What counts as nothing grows with the effort, as in the general flow.
  double nothing() const {
    return 1e-9 * std::pow(10.0, std::min(static_cast<double>(6 * result_.steps / most_steps()), 5.0));
  }
  // Bodies that are still pressed together go on as one, and so do those that they then run into.
  void put_to_rest() {
    std::vector<char> joined(static_cast<std::size_t>(n_), 0);
    for (int c = 0; c < n_; ++c) joined[c] = !out_[c] && phase_[c] != Phase::idle && live(c);
    const double before = kinetic();
    for (bool more = true; more;) {
      for (int c = 0; c < n_;) {
        if (!joined[c]) {
          ++c;
          continue;
        }
        int end = c;
        double momentum = 0, mass = 0, wall = 0;
        bool fixed = false;
        while (end < n_ && joined[end]) ++end;
        for (int b = c; b <= end; ++b) {
          if (w_[b] > 0) {
            momentum += step_.y0[velocity(b)] / w_[b];
            mass += 1 / w_[b];
          } else {
            fixed = true;
            wall = step_.y0[velocity(b)];
          }
        }
        for (int b = c; b <= end; ++b) step_.y0[velocity(b)] = fixed ? wall : momentum / mass;
        c = end;
      }
      more = false;
      for (int c = 0; c < n_; ++c) {
        if (out_[c] || joined[c] || !(gap_rate(step_.y0, c) < -1e-15)) continue;
        joined[c] = 1;
        more = true;
      }
    }
    result_.rest_loss = (before - kinetic()) * energy_;
  }

  void integrate() {
    constexpr double safety = 0.75;
    double h = 0.1;
    sample();
    restart();
    while (anything_live()) {
      if (options_.interrupt && result_.steps % 256 == 0 && options_.interrupt->load(std::memory_order_relaxed)) {
        result_.failure = ImpactFailure::too_many_phases;  // whoever interrupted knows
        return;
      }
      if (++result_.steps > most_steps()) {
        // Bodies that hardly move any more are at rest.
        if (liveliness() > 1e-2)
          result_.failure = ImpactFailure::too_many_phases;
        else
          put_to_rest();
        return;
      }
      const double dz = step_.slope_at_start()[place(clock_)];
      if (dz < 0) h = std::min(h, std::max(-1.25 * step_.y0[place(clock_)] / dz, 1e-9));
      Guard fired{};
      const auto [trial, error, h_tried, event] = advance_to_event(
          step_, Rates{this}, 0, h, [this] { return step_.error_sum(options_.tolerance); },
          [this, &fired] { return first_event(fired); }, safety);
      if (trial != Trial::accepted) {
        h = h_tried;
        if (h < 1e-12) {
          result_.failure = trial == Trial::rejected ? ImpactFailure::step_underflow : ImpactFailure::not_finite;
          return;
        }
        continue;
      }
      double h_next = std::min(h_tried, 1 / std::clamp(step_.y1[place(clock_)], 1e-3, 1.0));
      book_turns(event.found() ? event.theta : 1.0);
      double corrected = 0;
      if (event.found()) {
        ++result_.events;
        corrected = end_step_on(event, fired);
        if (fired.kind == GuardKind::deformation) step_.y1[place(fired.contact)] = 0;
        h_next = std::max(std::min(h, h_next), 1e-3);
      }
      if (*trace_ && event.theta > 0) s_ += duration() + corrected * step_.y1[place(clock_)];
      step_.advance();
      bool new_flow = event.found();
      // An elastic contact ends, whatever rounding left of its deformation.
      if (event.found() && fired.kind == GuardKind::deformation && phase_[fired.contact] == Phase::elastic) {
        step_.y0[place(fired.contact)] = 0;
        close_work(fired.contact, step_.y0);
        phase_[fired.contact] = Phase::idle;
      }
      new_flow = settle() || new_flow;
      if ((event.found() || result_.steps % 512 == 0) && liveliness() < nothing()) {
        put_to_rest();
        sample();
        break;
      }
      if (hand_over_clock(h_next)) new_flow = true;
      const Window next = live_window();
      if (next != window_) {
        set_window(next);
        new_flow = true;
      }
      if (new_flow) restart();
      h = h_next;
      sample();
    }
  }

  void sample() {
    if (!*trace_) return;
    traced_.resize(4);
    for (Values& list : traced_) list.assign(static_cast<std::size_t>(n_), 0);
    traced_[3].resize(static_cast<std::size_t>(n_) + 1);
    for (int c = 0; c < n_; ++c) {
      const double x = deformation(step_.y0, c);
      traced_[0][c] = x * X_;
      traced_[1][c] = (phase_[c] == Phase::idle ? 0 : load(c, x)) * energy_ / X_;
      traced_[2][c] = stored_energy(c, x) * energy_;
    }
    for (int b = 0; b <= n_; ++b) traced_[3][b] = step_.y0[velocity(b)] * V_;
    (*trace_)({.s = s_ * X_ / V_, .x = traced_[0], .F = traced_[1], .E = traced_[2], .v = traced_[3]});
  }

  // ---- the result -----------------------------------------------------------------------------------------------------

  void finish() {
    const ChainImpactProblem& p = *problem_;
    if (!(V_ > 0)) return;
    double momentum = 0;
    for (int b = 0; b <= n_; ++b) result_.v[b] = p.inverse_mass[b] > 0 ? step_.y0[velocity(b)] * V_ : p.v[b];
    // Impulses from momenta, from the left; from the right where a wall is at the left.
    const bool wall_left = !(p.inverse_mass[0] > 0);
    for (int i = 0; i < n_; ++i) {
      const int c = wall_left ? n_ - 1 - i : i, b = wall_left ? c + 1 : c;
      momentum += (wall_left ? 1 : -1) * (result_.v[b] - p.v[b]) / p.inverse_mass[b];
      result_.P[c] = out_[c] ? 0 : std::max(momentum, 0.0);  // rounding must not pull
    }
    for (int c = 0; c < n_; ++c) {
      if (phase_[c] != Phase::idle) close_work(c, step_.y0);
      const double law = result_.W_restitution[c] -
                         e2_[c] * (mark_start_[c] * energy_ + result_.W_compression[c] - mark_[c] * energy_);
      result_.residual = std::max(result_.residual, std::abs(law) / energy_);
    }
    result_.residual = std::max(result_.residual, certificate(p.inverse_mass, p.v, result_));
    for (const double v : result_.v)
      if (!std::isfinite(v)) result_.failure = ImpactFailure::not_finite;
  }

  const ChainImpactProblem* problem_ = nullptr;
  const std::function<void(const ChainSample&)>* trace_ = nullptr;
  CompliantImpactOptions options_;
  ChainImpactResult result_;
  double V_ = 0, a_ = 0, X_ = 0, energy_ = 0, s_ = 0;
  Values mark_, mark_start_;
  std::vector<Values> traced_;
};

double certificate(std::span<const double> inverse_mass, std::span<const double> v_minus, const ChainImpactResult& r) {
  Certificate certificate;
  const std::size_t n = r.P.size();
  for (std::size_t b = 0; b <= n; ++b) {
    VelocityFromImpulses v(v_minus[b]);
    if (b > 0) v.add(inverse_mass[b], r.P[b - 1]);
    if (b < n) v.add(-inverse_mass[b], r.P[b]);
    certificate.velocity(v, r.v[b]);
  }
  for (std::size_t c = 0; c < n; ++c) {
    certificate.exchange(0.5 * r.P[c] * ((v_minus[c + 1] - v_minus[c]) + (r.v[c + 1] - r.v[c])));
    certificate.works(r.W_restitution[c], r.W_compression[c], 0);
  }
  certificate.works(0, r.rest_loss, 0);
  return certificate.residual();
}

ChainImpact::ChainImpact() : flow_(std::make_unique<Flow>()) {}
ChainImpact::~ChainImpact() = default;
ChainImpact::ChainImpact(ChainImpact&&) noexcept = default;
ChainImpact& ChainImpact::operator=(ChainImpact&&) noexcept = default;

const ChainImpactResult& ChainImpact::solve(const ChainImpactProblem& problem, const CompliantImpactOptions& options,
                                            const std::function<void(const ChainSample&)>& trace) {
  return flow_->solve(problem, options, trace);
}

}  // namespace carom
