// SPDX-License-Identifier: Apache-2.0
#include "carom/theory/oblique_impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/base/number_text.hpp"

namespace carom::theory {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t phase_limit = 100000;

void check(const ObliqueImpact& c) {
  const auto demand = [](bool valid, const char* what, double value) {
    if (!valid) throw BadInput(std::string(what) + ", got " + number_text(value));
  };
  demand(c.cot_gamma > 0 && c.cot_gamma < infinity, "cot_gamma must be above 0", c.cot_gamma);
  demand(c.mu >= 0 && c.mu < infinity, "friction mu must be at least 0", c.mu);
  demand(c.e > 0 && c.e <= 1, "restitution e must be above 0 and at most 1", c.e);
  demand(c.eta > 0 && c.eta < infinity, "eta must be above 0", c.eta);
  demand(c.B > 0 && c.B < infinity, "B must be above 0", c.B);
}

// Where f, of opposite signs (or zero) at a and b, changes sign: the last double before it does.
template <class F>
double sign_change(const F& f, double a, double b) {
  const bool positive = f(b) <= 0;  // f > 0 at a
  for (;;) {
    const double middle = a + (b - a) / 2;
    if (!(middle > a && middle < b)) return b;
    ((positive ? f(middle) > 0 : f(middle) < 0) ? a : b) = middle;
  }
}

// Compression or restitution, with θ for time.
struct Stage {
  double eps;                                                             // 1 or e
  double begin, end;                                                      // θ: 0 … π/2, π/2 … π
  double t(double theta) const { return begin + eps * (theta - begin); }  // (1)
  double p(double theta) const { return 1 - eps * std::cos(theta); }
};

struct Point {
  double theta, v, u;
};

class Course {
 public:
  explicit Course(const ObliqueImpact& c) : c_(c), omega_(std::sqrt(c.B) / c.eta), limit_(c.mu * c.eta * c.eta) {}

  Stage stage(bool restitution) const { return restitution ? Stage{c_.e, pi / 2, pi} : Stage{1, 0, pi / 2}; }
  double omega() const { return omega_; }
  // Without slack at the beginning the side on which the stretch grows decides, and (9) on that it may.
  bool sticks_first() const {
    const double v = 1 / c_.cot_gamma;
    return v < limit_ || (v == limit_ && omega_ >= 1);
  }

  // (3)
  Point stick(const Stage& stage, const Point& a, double theta) const {
    const double tau = omega_ * stage.eps * (theta - a.theta), sin = std::sin(tau), cos = std::cos(tau);
    return {theta, a.v * cos + omega_ * a.u * sin, a.u * cos - a.v / omega_ * sin};
  }
  // (4)
  Point slip(const Stage& stage, const Point& a, int sigma, double theta) const {
    const double impulse = stage.p(theta) - stage.p(a.theta);
    return {theta, a.v - sigma * c_.mu * c_.B * impulse, -sigma * limit_ * std::sin(theta)};
  }

  // (4): θ at which a slip ends in this stage, if it does.
  std::optional<double> slip_end(const Stage& stage, const Point& a, int sigma) const {
    const double level = sigma * a.v - c_.mu * c_.B * (1 - stage.p(a.theta));
    const double swing = c_.mu * (stage.eps * c_.B - c_.eta * c_.eta / stage.eps);
    if (!(swing > 0)) return {};
    const double cosine = -level / swing;
    if (!(cosine > std::cos(stage.end))) return {};
    const double theta = cosine >= 1 ? 0 : std::acos(cosine);
    return theta < stage.end ? std::optional(std::max(theta, a.theta)) : std::nullopt;
  }

  struct Exit {
    double theta;
    int sigma;  // of the slip that begins
  };

  // (9): the first θ in this stage at which a stick that begins at a ends. `from_slip`: the sign of the slip before,
  // on whose side G and its slope are zero at a; 0 if there was none.
  std::optional<Exit> stick_end(const Stage& stage, const Point& a, int from_slip) const {
    std::optional<Exit> first;
    for (const int sigma : {1, -1})
      if (const auto theta = slack_end(stage, a, sigma, from_slip == sigma);
          theta && !(first && first->theta <= *theta))
        first = Exit{*theta, sigma};
    return first;
  }

 private:
  // G > 0 just after a. The quarter periods around c: cos² d(G/cos)/dθ = K, which rises or falls as (9) says.
  std::optional<double> slack_end(const Stage& stage, const Point& a, int sigma, bool touching) const {
    const double rate = omega_ * stage.eps;
    const bool rising = rate >= 1;
    const auto slack = [&](double theta) { return limit_ * std::sin(theta) + sigma * stick(stage, a, theta).u; };
    const double span = stage.end - a.theta;
    const int pieces = std::max(1, static_cast<int>(std::ceil(span * rate / (pi / 2))));
    for (int i = 0; i < pieces; ++i) {
      const double from = a.theta + span * i / pieces,
                   to = i + 1 == pieces ? stage.end : a.theta + span * (i + 1) / pieces;
      const auto turn = [&](double theta) {
        const double angle = rate * (theta - (from + to) / 2);
        const double slope = limit_ * std::cos(theta) - sigma * stage.eps * stick(stage, a, theta).v;
        return slope * std::cos(angle) + rate * slack(theta) * std::sin(angle);
      };
      const double start = i == 0 && touching ? 0 : turn(from), finish = turn(to);
      double low = from, high = to;
      if (start >= 0) {
        if (rising || finish >= 0) continue;
        if (start > 0) low = sign_change(turn, from, to);  // the top
      } else if (rising && finish > 0) {
        high = sign_change(turn, from, to);  // the bottom
      }
      if (slack(high) < 0) return slack(low) <= 0 ? low : sign_change(slack, low, high);
    }
    return {};
  }

  const ObliqueImpact& c_;
  double omega_, limit_;
};

}  // namespace

std::string ObliqueResult::brief() const {
  std::string text = "beta = " + number_text(beta) + ":";
  for (const ObliquePhase& phase : phases) text += ' ' + std::string(name(phase.mode));
  return text;
}

ObliqueResult oblique_impact(const ObliqueImpact& c) {
  check(c);
  const Course course(c);
  ObliqueResult result;
  Point at{0, 1 / c.cot_gamma, 0};
  ContactMode mode = course.sticks_first() ? ContactMode::stick : ContactMode::slip_plus;
  int from_slip = 0;
  double t_begin = 0;
  const auto end_phase = [&](double t, ContactMode next) {
    result.phases.push_back({.mode = mode, .t_begin = t_begin, .t_end = t});
    if (result.phases.size() > phase_limit)
      throw BadInput("the impact has too many phases of stick and slip to follow");
    mode = next;
    t_begin = t;
  };
  for (const bool restitution : {false, true}) {
    const Stage stage = course.stage(restitution);
    for (;;) {
      if (mode == ContactMode::stick) {
        const auto exit = course.stick_end(stage, at, from_slip);
        at = course.stick(stage, at, exit ? exit->theta : stage.end);
        from_slip = 0;
        if (!exit) break;
        end_phase(stage.t(at.theta), slip_mode(exit->sigma));
      } else {
        const int sigma = slip_sign(mode);
        const auto end = course.slip_end(stage, at, sigma);
        at = course.slip(stage, at, sigma, end.value_or(stage.end));
        if (!end) break;
        end_phase(stage.t(at.theta), ContactMode::stick);
        from_slip = sigma;
      }
    }
  }
  end_phase(course.stage(true).t(pi), ContactMode::open);
  result.beta = -at.v * c.cot_gamma;  // (5)
  result.regime = result.phases.front().mode == ContactMode::stick ? ObliqueRegime::stick
                  : result.phases.size() > 1                       ? ObliqueRegime::slip_stick
                                                                   : ObliqueRegime::slip;
  return result;
}

std::optional<double> closed_restitution(const ObliqueImpact& c) {
  check(c);
  const Course course(c);
  const double cot = c.cot_gamma, eta2 = c.eta * c.eta, omega = course.omega(), v = 1 / cot;
  if (!course.sticks_first() && cot <= slip_border(c)) return -1 + c.mu * c.B * (1 + c.e) * cot;  // (6)
  // The stick from a on, through both stages, and the slip after it if that is the last phase: its event, p there.
  struct Last {
    double t, p;
    int sigma;
  };
  const auto last_slip = [&](Point a, bool restitution, int from_slip) -> std::optional<Last> {
    for (;; restitution = true, from_slip = 0) {
      const Stage stage = course.stage(restitution);
      if (const auto exit = course.stick_end(stage, a, from_slip)) {
        const Point b = course.stick(stage, a, exit->theta);
        if (course.slip_end(stage, b, exit->sigma)) return {};
        const Point middle = course.slip(stage, b, exit->sigma, stage.end);
        if (!restitution && course.slip_end(course.stage(true), middle, exit->sigma)) return {};
        return Last{stage.t(exit->theta), stage.p(exit->theta), exit->sigma};
      }
      if (restitution) return Last{stage.t(pi), 1 + c.e, 1};  // not a slip left
      a = course.stick(stage, a, stage.end);
    }
  };
  if (course.sticks_first()) {  // (7)
    const auto last = last_slip({0, v, 0}, false, 0);
    if (!last) return {};
    return -std::cos(omega * last->t) + last->sigma * c.mu * c.B * (1 + c.e - last->p) * cot;
  }
  // (8)
  const double r = v / c.mu;
  const bool restitution = r > c.B;
  const Stage stage = course.stage(restitution);
  const double cosine = (r - c.B) / (eta2 / stage.eps - stage.eps * c.B), theta = std::acos(cosine);
  if (!(std::abs(cosine) <= 1)) return {};
  const double sine = std::sin(theta), v_2 = v - c.mu * c.B * (1 - stage.eps * cosine);
  const auto last = last_slip({theta, v_2, -c.mu * eta2 * sine}, restitution, 1);
  if (!last) return {};
  const double D = omega * (last->t - stage.t(theta));
  return -std::cos(D) +
         c.mu * c.B * cot *
             ((1 - stage.eps * cosine) * std::cos(D) + sine * std::sin(D) / omega + last->sigma * (1 + c.e - last->p));
}

double stick_border(const ObliqueImpact& c) { return 1 / (c.mu * c.eta * c.eta); }

double slip_border(const ObliqueImpact& c) {
  const double eta2 = c.eta * c.eta;
  return 1 / (c.mu * std::max({eta2, c.B, (1 + c.e) * c.B - eta2 / c.e}));
}

std::optional<ObliqueMaximum> oblique_maximum(const ObliqueImpact& impact) {
  check(impact);
  const double low = slip_border(impact), high = stick_border(impact);
  if (!(low < high) || !std::isfinite(high)) return {};
  ObliqueImpact c = impact;
  const auto beta = [&](double cot) {
    c.cot_gamma = cot;
    return oblique_impact(c).beta;
  };
  constexpr int n = 64;
  const auto at = [&](int i) { return low + (high - low) * i / n; };
  int best = 0;
  double most = beta(low);
  for (int i = 1; i <= n; ++i) {
    if (const double value = beta(at(i)); value > most) {
      most = value;
      best = i;
    }
  }
  double a = at(std::max(best - 1, 0)), b = at(std::min(best + 1, n));
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double left = b - golden * (b - a), right = a + golden * (b - a), at_left = beta(left), at_right = beta(right);
  while (b - a > 1e-8 * b) {  // a maximum is flat: half the digits
    if (at_left > at_right) {
      b = std::exchange(right, left);
      at_right = std::exchange(at_left, beta(left = b - golden * (b - a)));
    } else {
      a = std::exchange(left, right);
      at_left = std::exchange(at_right, beta(right = a + golden * (b - a)));
    }
  }
  const double cot = a + (b - a) / 2;
  return ObliqueMaximum{.cot_gamma = cot, .beta = beta(cot)};
}

double stiffness_root(double nu) {
  if (!(nu > -1 && nu < 1)) throw BadInput("nu must be between -1 and 1, got " + number_text(nu));
  return std::sqrt((2 - nu) / (2 * (1 - nu)));
}

double tangential_response(double mass_ratio) {
  if (!(mass_ratio >= 0)) throw BadInput("mass_ratio must be at least 0, got " + number_text(mass_ratio));
  return std::isinf(mass_ratio) ? 3 : 1 + (2 * mass_ratio + 3.0 / 17) / (1 + mass_ratio);
}

}  // namespace carom::theory
