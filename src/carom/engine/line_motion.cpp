// SPDX-License-Identifier: Apache-2.0
#include "carom/engine/line_motion.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

using Values = std::vector<double>;

double kinetic(const LineOfBodies& line, const Values& v) {
  double sum = 0;
  for (std::size_t b = 0; b < v.size(); ++b)
    if (line.inverse_mass[b] > 0) sum += 0.5 * v[b] * v[b] / line.inverse_mass[b];
  return sum;
}

double potential(const LineOfBodies& line, const Values& x) {
  double sum = 0;
  for (std::size_t b = 0; b < x.size(); ++b)
    if (line.inverse_mass[b] > 0) sum -= line.acceleration[b] * x[b] / line.inverse_mass[b];
  return sum;
}

// The first time at which a gap that starts at `gap` with rate γ and acceleration α closes; infinite if never.
double closing_time(double gap, double gamma, double alpha) {
  constexpr double never = std::numeric_limits<double>::infinity();
  const double discriminant = gamma * gamma - 2 * alpha * gap;
  if (discriminant < 0) return never;
  const double root = std::sqrt(discriminant);
  if (gamma < 0) return 2 * gap / (root - gamma);
  return alpha < 0 ? (gamma + root) / -alpha : never;
}

class LineRun {
 public:
  LineRun(const LineOfBodies& line, const LineOptions& options) : line_(line), options_(options), n_(line.contacts()) {}

  LineReport run(const LineState& initial) {
    state_ = initial;
    speed_ = 0;
    for (double v : state_.v) speed_ = std::max(speed_, std::abs(v));
    for (double a : line_.acceleration) speed_ = std::max(speed_, std::sqrt(std::abs(a) * line_.length));
    if (!(speed_ > 0)) speed_ = 1;
    report_.ledger.initial = kinetic(line_, state_.v) + potential(line_, state_.x);
    closed_.assign(static_cast<std::size_t>(n_), 0);
    if (anything_collides()) collide();
    while (report_.outcome == Outcome::reached_end && state_.t < options_.t_end) {
      if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) {
        report_.outcome = Outcome::interrupted;
        report_.reason = "interrupted";
        break;
      }
      fly();
    }
    settle_forces();
    report_.final = state_;
    report_.closed.assign(closed_.begin(), closed_.end());
    Ledger& ledger = report_.ledger;
    ledger.kinetic = kinetic(line_, state_.v);
    ledger.potential = potential(line_, state_.x);
    const double per_impact = std::max(1e-10, 30 * options_.flow.tolerance);
    if (report_.outcome == Outcome::reached_end && ledger.relative_residual() > 10 * per_impact &&
        std::abs(ledger.residual()) > per_impact * (std::abs(ledger.initial) + ledger.kinetic)) {
      report_.outcome = Outcome::ledger_open;
      report_.reason = "the energy ledger does not close";
    }
    return report_;
  }

 private:
  double gamma(int c) const { return state_.v[c + 1] - state_.v[c]; }
  double gap(int c) const { return line_.gap(c, state_.x); }
  double rounding() const {
    double size = line_.length;
    for (double x : state_.x) size = std::max(size, std::abs(x));
    return 2e-15 * size + 8 * std::numeric_limits<double>::epsilon() * std::abs(state_.t) * speed_;
  }
  double touch() const { return 10 * rounding() + 1e-13 * line_.length; }
  double still() const { return 1e-12 * speed_; }

  bool anything_collides() const {
    for (int c = 0; c < n_; ++c)
      if (gap(c) <= touch() && gamma(c) < -still()) return true;
    return false;
  }

  // (2): which of the contacts that touch are closed, their forces, everyone's acceleration.
  void settle_forces() {
    member_.assign(static_cast<std::size_t>(n_), 0);
    q_.assign(static_cast<std::size_t>(n_), 0);
    for (int c = 0; c < n_; ++c) {
      closed_[c] = gap(c) <= touch() && std::abs(gamma(c)) <= still();
      member_[c] = closed_[c];
      q_[c] = line_.acceleration[c + 1] - line_.acceleration[c];
    }
    solve_chain_lcp(line_.inverse_mass, member_, q_, force_);
    acceleration_ = line_.acceleration;
    for (int c = 0; c < n_; ++c) {
      acceleration_[c] -= line_.inverse_mass[c] * force_[c];
      acceleration_[c + 1] += line_.inverse_mass[c + 1] * force_[c];
    }
    for (int c = 0; c < n_; ++c) {
      const double alpha = acceleration_[c + 1] - acceleration_[c];
      if (closed_[c] && force_[c] == 0 && alpha > 1e-12 * speed_ * speed_ / line_.length) closed_[c] = 0;
    }
  }

  // To the next impact, or to the end.
  void fly() {
    settle_forces();
    double first = options_.t_end - state_.t;
    int who = -1;
    for (int c = 0; c < n_; ++c) {
      if (closed_[c]) continue;
      const double g = gap(c), alpha = acceleration_[c + 1] - acceleration_[c];
      double wait = closing_time(g > touch() ? g : 0.0, gamma(c), alpha);
      if (g <= touch() && gamma(c) <= 0 && !(alpha < 0)) wait = std::numeric_limits<double>::infinity();
      if (wait < first) {
        first = wait;
        who = c;
      }
    }
    ++report_.pieces;
    const LinePiece piece{.t0 = state_.t,
                          .t1 = who < 0 ? options_.t_end : state_.t + first,
                          .start = state_,
                          .acceleration = acceleration_,
                          .force = force_,
                          .closed = closed_};
    if (options_.piece && first > 0) options_.piece(piece);
    piece.at(piece.t1, next_);
    std::swap(state_, next_);
    // Closed contacts stay on one another, and the one that was met is met.
    for (int c = 0; c < n_; ++c) {
      if (closed_[c] || c == who) state_.x[c + 1] = state_.x[c] + line_.distance[c];
      if (closed_[c] && force_[c] > 0) state_.v[c + 1] = state_.v[c];
    }
    if (who < 0) return;
    without_time_ = first > 1e-12 * line_.length / speed_ ? 0 : without_time_ + 1;
    if (without_time_ > 100 * (n_ + 1)) {
      report_.outcome = Outcome::chatter_unresolved;
      report_.reason = "impacts follow one another without time passing";
      return;
    }
    collide();
  }

  void collide() {
    touching_.assign(static_cast<std::size_t>(n_), 0);
    int count = 0;
    for (int c = 0; c < n_; ++c) {
      touching_[c] = gap(c) <= touch();
      if (touching_[c] && std::abs(gamma(c)) <= still()) merge(c, c);  // at rest is at rest
      count += touching_[c];
    }
    before_ = state_.v;
    // A cascade in which no time passes ends in contact.
    const bool collapse = without_time_ > 20 * (n_ + 1);
    const ChainImpactResult& impact = impact_.solve(line_, state_.v, touching_, options_.law, options_.flow);
    if (impact.failure != ImpactFailure::none) {
      if (options_.interrupt && options_.interrupt->load(std::memory_order_relaxed)) return;  // the loop says so
      report_.outcome = Outcome::impact_unresolved;
      report_.reason = name(impact.failure);
      return;
    }
    Ledger& ledger = report_.ledger;
    int hit = 0;
    for (int c = 0; c < n_; ++c) {
      hit += impact.P[c] > 0;
      ledger.normal_loss += impact.W_compression[c] - impact.W_restitution[c];
      ledger.exchanged += impact.W_compression[c] + impact.W_restitution[c];
    }
    ledger.closing_loss += impact.rest_loss;
    ledger.exchanged += std::abs(impact.rest_loss);
    report_.energy_gain += impact_.energy_gain();
    report_.worst_impact_residual = std::max(report_.worst_impact_residual, impact.residual);
    state_.v = impact.v;
    const EventKind kind = count > 1 ? EventKind::multiple_impact : EventKind::impact;
    ++(count > 1 ? report_.events.multiple_impacts : report_.events.impacts);
    if (options_.event)
      options_.event({.t = state_.t,
                      .kind = kind,
                      .contacts = touching_,
                      .x = state_.x,
                      .v_minus = before_,
                      .v_plus = state_.v,
                      .impact = &impact});
    close_low_hops(collapse);
    if (report_.events.total() > options_.max_events) {
      report_.outcome = Outcome::event_limit;
      report_.reason = "the event limit was reached";
    }
  }

  void close_low_hops(bool collapse) {
    member_.assign(static_cast<std::size_t>(n_), 0);
    q_.assign(static_cast<std::size_t>(n_), 0);
    double strongest = 0;
    for (double a : line_.acceleration) strongest = std::max(strongest, std::abs(a));
    const double low = collapse ? 1e-6 * speed_ : std::sqrt(200 * strongest * rounding());
    bool any = false;
    for (int c = 0; c < n_; ++c) {
      q_[c] = line_.acceleration[c + 1] - line_.acceleration[c];
      member_[c] = touching_[c] && gamma(c) < std::max(low, still());
      any = any || (member_[c] && gamma(c) != 0);
    }
    if (!any) return;
    solve_chain_lcp(line_.inverse_mass, member_, q_, force_);
    const Values before = state_.v;
    const double energy = kinetic(line_, state_.v);
    closing_.assign(static_cast<std::size_t>(n_), 0);
    bool chatter = false;
    double limit = state_.t;
    for (int c = 0; c < n_; ++c) {
      if (!member_[c] || gamma(c) == 0 || (!collapse && force_[c] == 0)) continue;
      closing_[c] = 1;
      if (std::abs(gamma(c)) <= still()) continue;
      chatter = true;
      const double approach = before_[c] - before_[c + 1], ratio = approach > 0 ? gamma(c) / approach : 0;
      if (q_[c] < 0 && ratio < 1) limit = std::max(limit, state_.t - 2 * gamma(c) / (q_[c] * (1 - ratio)));
    }
    for (int c = 0; c < n_;) {
      if (!closing_[c]) {
        ++c;
        continue;
      }
      int last = c;
      while (last + 1 < n_ && closing_[last + 1]) ++last;
      merge(c, last);
      c = last + 1;
    }
    const double lost = energy - kinetic(line_, state_.v);
    report_.ledger.closing_loss += lost;
    report_.ledger.exchanged += std::abs(lost);
    const auto tell = [&](EventKind kind, double t) {
      if (options_.event)
        options_.event({.t = t,
                        .kind = kind,
                        .contacts = closing_,
                        .x = state_.x,
                        .v_minus = before,
                        .v_plus = state_.v,
                        .impact = nullptr});
    };
    if (chatter) {
      ++report_.events.chatter_limits;
      tell(EventKind::chatter_limit, limit);
    }
    if (std::any_of(closing_.begin(), closing_.end(), [](char c) { return c != 0; })) {
      ++report_.events.close;
      tell(EventKind::close, state_.t);
    }
  }

  // The bodies on both sides of contacts first … last move as one from now on.
  void merge(int first, int last) {
    double momentum = 0, mass = 0, wall = 0;
    bool fixed = false;
    for (int b = first; b <= last + 1; ++b) {
      if (line_.inverse_mass[b] > 0) {
        momentum += state_.v[b] / line_.inverse_mass[b];
        mass += 1 / line_.inverse_mass[b];
      } else {
        fixed = true;
        wall = state_.v[b];
      }
    }
    for (int b = first; b <= last + 1; ++b) state_.v[b] = fixed ? wall : momentum / mass;
  }

  const LineOfBodies& line_;
  const LineOptions& options_;
  int n_;
  double speed_ = 1;
  LineState state_, next_;
  Values acceleration_, force_, q_, before_;
  std::vector<char> closed_, member_, touching_, closing_;
  long without_time_ = 0;
  LineImpact impact_;
  LineReport report_;
};

}  // namespace

void LinePiece::at(double t, LineState& state) const {
  const double dt = t - t0;
  state.t = t;
  state.x.resize(start.x.size());
  state.v.resize(start.v.size());
  for (std::size_t b = 0; b < start.x.size(); ++b) {
    state.x[b] = start.x[b] + dt * (start.v[b] + 0.5 * dt * acceleration[b]);
    state.v[b] = start.v[b] + dt * acceleration[b];
  }
}

void solve_chain_lcp(std::span<const double> inverse_mass, std::span<const char> member, std::span<const double> q,
                     std::vector<double>& z) {
  const std::size_t n = member.size();
  z.assign(n, 0);
  std::vector<char> basic(n, 0);
  std::vector<double> diagonal(n), right(n);
  double size = 0;
  for (std::size_t c = 0; c < n; ++c)
    if (member[c]) size = std::max(size, std::abs(q[c]));
  const auto slack = [&](std::size_t c) {
    double w = q[c] + (inverse_mass[c] + inverse_mass[c + 1]) * z[c];
    if (c > 0) w -= inverse_mass[c] * z[c - 1];
    if (c + 1 < n) w -= inverse_mass[c + 1] * z[c + 1];
    return w;
  };
  for (std::size_t round = 0; round <= n; ++round) {
    bool entered = false;
    for (std::size_t c = 0; c < n; ++c) {
      if (!member[c] || basic[c] || !(slack(c) < -1e-14 * size)) continue;
      basic[c] = 1;
      entered = true;
    }
    if (!entered) return;
    // Each run of basic contacts is a tridiagonal system.
    for (std::size_t c = 0; c < n;) {
      if (!basic[c]) {
        z[c++] = 0;
        continue;
      }
      std::size_t end = c;
      while (end < n && basic[end]) ++end;
      for (std::size_t i = c; i < end; ++i) {
        diagonal[i] = inverse_mass[i] + inverse_mass[i + 1];
        right[i] = -q[i];
        if (i == c) continue;
        const double factor = inverse_mass[i] / diagonal[i - 1];
        diagonal[i] -= factor * inverse_mass[i];
        right[i] += factor * right[i - 1];
      }
      for (std::size_t i = end; i-- > c;) {
        const double after = i + 1 < end ? inverse_mass[i + 1] * z[i + 1] : 0;
        z[i] = std::max((right[i] + after) / diagonal[i], 0.0);
      }
      c = end;
    }
  }
}

const ChainImpactResult& LineImpact::solve(const LineOfBodies& line, const std::vector<double>& v,
                                           const std::vector<char>& touching, Restitution law,
                                           const CompliantImpactOptions& flow, const std::vector<double>& E0,
                                           const std::function<void(const ChainSample&)>& trace) {
  gain_ = 0;
  const std::size_t n = touching.size();
  if (law == Restitution::energetic) {
    problem_ = {.inverse_mass = line.inverse_mass,
                .v = v,
                .law = line.law,
                .touching = std::vector<bool>(touching.begin(), touching.end()),
                .E0 = E0};
    return flow_.solve(problem_, flow, trace);
  }
  result_ = {.v = v, .P = Values(n, 0), .W_compression = Values(n, 0), .W_restitution = Values(n, 0)};
  Values q(n, 0), z;
  const auto push = [&](const Values& P) {
    for (std::size_t c = 0; c < n; ++c) {
      result_.P[c] += P[c];
      result_.v[c] -= line.inverse_mass[c] * P[c];
      result_.v[c + 1] += line.inverse_mass[c + 1] * P[c];
    }
  };
  const auto rates = [&](const Values& u, std::size_t c) { return u[c + 1] - u[c]; };
  for (std::size_t c = 0; c < n; ++c)
    q[c] = rates(v, c) + (law == Restitution::newton ? line.law[c].e * std::min(rates(v, c), 0.0) : 0.0);
  solve_chain_lcp(line.inverse_mass, touching, q, z);
  push(z);
  double speed = 1e-300, worst = 0;
  for (std::size_t c = 0; c < n; ++c) speed = std::max(speed, std::abs(rates(v, c)));
  if (law == Restitution::newton) {
    for (std::size_t c = 0; c < n; ++c) {
      if (!touching[c]) continue;
      const double w = rates(result_.v, c) + line.law[c].e * std::min(rates(v, c), 0.0);
      worst = std::max(worst, std::abs(std::min(w, (line.inverse_mass[c] + line.inverse_mass[c + 1]) * z[c])));
    }
  } else {
    Values expansion(n);
    for (std::size_t c = 0; c < n; ++c) expansion[c] = line.law[c].e * z[c];
    push(expansion);
    for (std::size_t c = 0; c < n; ++c) q[c] = rates(result_.v, c);
    solve_chain_lcp(line.inverse_mass, touching, q, z);
    push(z);
    for (std::size_t c = 0; c < n; ++c)
      if (touching[c]) worst = std::max(worst, -rates(result_.v, c));
  }
  double change = 0, size = 0;
  for (std::size_t c = 0; c < n; ++c) {
    const double before = 0.5 * result_.P[c] * rates(v, c), after = 0.5 * result_.P[c] * rates(result_.v, c);
    result_.W_compression[c] = std::max(-before, 0.0) + std::max(-after, 0.0);
    result_.W_restitution[c] = std::max(before, 0.0) + std::max(after, 0.0);
    change += result_.W_restitution[c] - result_.W_compression[c];
    size += result_.W_restitution[c] + result_.W_compression[c];
  }
  gain_ = change > 1e-12 * size ? change : 0;
  result_.residual = std::max(worst / speed, certificate(line.inverse_mass, v, result_));
  return result_;
}

LineReport run_line(const LineOfBodies& line, const LineState& initial, const LineOptions& options) {
  return LineRun(line, options).run(initial);
}

}  // namespace carom
