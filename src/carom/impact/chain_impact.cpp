#include "carom/impact/chain_impact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "carom/flow/isolate.hpp"
#include "carom/flow/dormand_prince_853.hpp"
#include "carom/impact/certificate.hpp"

namespace carom {
namespace {

using Values = std::vector<double>;

// Deformations and velocities; loops run over the window of the wave only.
struct Arrays {
  Values x, v;
  void resize(std::size_t contacts) {
    x.assign(contacts, 0);
    v.assign(contacts + 1, 0);
  }
};

struct Window {
  int first = 0, last = -1;  // contacts
  int size() const { return 2 * (last - first + 1) + 1; }
  bool operator==(const Window&) const = default;
};

enum class Phase : unsigned char { idle, compression, expansion, elastic };

}  // namespace

class ChainImpact::Flow {
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
    n_ = static_cast<int>(p.law.size());
    const auto contacts = p.law.size();
    result_.failure = ImpactFailure::none;
    result_.steps = result_.events = 0;
    result_.residual = 0;
    result_.v = p.v;
    for (Values* list : {&result_.P, &result_.W_compression, &result_.W_restitution, &F_, &mark_, &mark_start_})
      list->assign(contacts, 0);
    for (Arrays* a : {&y0_, &y1_, &trial_}) a->resize(contacts);
    for (Arrays& k : k_) k.resize(contacts);
    for (Arrays& r : dense_) r.resize(contacts);
    k_hat_.assign(contacts, 0);
    e2_.assign(contacts, 1);
    eta_.assign(contacts, 1.5);
    phase_.assign(contacts, Phase::idle);
    out_.assign(contacts, 0);
    s_ = result_.rest_loss = 0;

    // Units: the fastest approach or release, the lightest pair, and that contact's deformation.
    V_ = 0;
    a_ = 0;
    int fastest = 0;
    for (int c = 0; c < n_; ++c) a_ = std::max(a_, pair(c));
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
    if (!(V_ > 0)) return;
    energy_ = V_ * V_ / a_;
    const ContactLaw& unit = p.law[fastest];
    X_ = std::pow(energy_ / unit.stiffness, 1 / (unit.exponent + 1));
    w_.resize(p.v.size());
    for (std::size_t b = 0; b < p.v.size(); ++b) {
      w_[b] = p.inverse_mass[b] / a_;
      y0_.v[b] = p.v[b] / V_;
    }
    for (int c = 0; c < n_; ++c) {
      const ContactLaw& law = p.law[c];
      eta_[c] = law.exponent;
      e2_[c] = law.e * law.e < 1e-12 ? 0.0 : law.e * law.e;
      k_hat_[c] = law.stiffness * std::pow(X_, law.exponent + 1) / energy_;
      out_[c] = takes_part(c) ? 0 : 1;
      if (out_[c]) continue;
      if (!p.E0.empty() && p.E0[c] > 0)
        y0_.x[c] = std::pow((eta_[c] + 1) * (p.E0[c] / energy_) / k_hat_[c], 1 / (eta_[c] + 1));
      mark_[c] = mark_start_[c] = stored_energy(c, y0_.x[c]);
      const double gamma = y0_.v[c + 1] - y0_.v[c];
      if (gamma > 0 && !(y0_.x[c] > 0)) continue;
      if (gamma > 0) phase_[c] = e2_[c] == 1 ? Phase::elastic : e2_[c] > 0 ? Phase::expansion : Phase::idle;
      else phase_[c] = e2_[c] == 1 ? Phase::elastic : Phase::compression;
      if (phase_[c] == Phase::idle) y0_.x[c] = 0;
    }
    clock_ = -1;
    window_ = {0, n_ - 1};
    clock_ = best_clock();
    if (clock_ < 0) {
      V_ = 0;
      return;
    }
    y0_.x[clock_] = std::sqrt(y0_.x[clock_]);
    window_ = live_window();
  }

  bool takes_part(int c) const { return problem_->touching.empty() || problem_->touching[c]; }
  double pair(int c) const { return problem_->inverse_mass[c] + problem_->inverse_mass[c + 1]; }

  // ---- the flow -----------------------------------------------------------------------------------------------------

  double load(int c, double x) const {
    if (!(x > 0)) return 0;
    if (eta_[c] == 1.5) return k_hat_[c] * x * std::sqrt(x);
    if (eta_[c] == 1.0) return k_hat_[c] * x;
    return k_hat_[c] * std::pow(x, eta_[c]);
  }
  double stored_energy(int c, double x) const { return x > 0 ? load(c, x) * x / (eta_[c] + 1) : 0; }
  double deformation(const Arrays& y, int c) const { return c == clock_ ? y.x[c] * std::abs(y.x[c]) : y.x[c]; }
  double gap_rate(const Arrays& y, int c) const { return y.v[c + 1] - y.v[c]; }

  void rates(const Arrays& y, Arrays& dy) {
    const double z = y.x[clock_];
    double before = 0;  // F of the contact to the left
    for (int c = window_.first; c <= window_.last; ++c) {
      double force = 0, rate = 0;
      if (phase_[c] != Phase::idle) {
        force = c != clock_ ? load(c, y.x[c]) : std::copysign(load(c, z * z), z);
        rate = y.v[c] - y.v[c + 1];
        if (phase_[c] == Phase::expansion) rate /= e2_[c];
      }
      dy.x[c] = c == clock_ ? 0.5 * rate : z * rate;
      dy.v[c] = z * w_[c] * (before - force);
      before = force;
    }
    dy.v[window_.last + 1] = z * w_[window_.last + 1] * before;
  }

  template <class Each>
  void over_window(Each&& each) const {
    for (int c = window_.first; c <= window_.last; ++c) each(&Arrays::x, c);
    for (int b = window_.first; b <= window_.last + 1; ++b) each(&Arrays::v, b);
  }

  // out += factor Σ coefficient_j k_j over the window.
  void add(const std::array<double, 16>& coefficient, int count, double factor, Arrays& out) const {
    const int contacts = window_.last - window_.first + 1;
    double* x = out.x.data() + window_.first;
    double* v = out.v.data() + window_.first;
    for (int j = 0; j < count; ++j) {
      if (coefficient[j] == 0) continue;
      const double weight = factor * coefficient[j];
      const double* kx = k_[j].x.data() + window_.first;
      const double* kv = k_[j].v.data() + window_.first;
      for (int i = 0; i < contacts; ++i) x[i] += weight * kx[i];
      for (int i = 0; i <= contacts; ++i) v[i] += weight * kv[i];
    }
  }
  void copy(const Arrays& from, Arrays& to) const {
    std::copy(from.x.begin() + window_.first, from.x.begin() + window_.last + 1, to.x.begin() + window_.first);
    std::copy(from.v.begin() + window_.first, from.v.begin() + window_.last + 2, to.v.begin() + window_.first);
  }
  void stage(int s) {
    copy(y0_, trial_);
    add(dop853::a[s], s, h_, trial_);
    rates(trial_, k_[s]);
  }
  void attempt(double h) {
    h_ = h;
    for (int s = 1; s < 12; ++s) stage(s);
    copy(y0_, y1_);
    add(dop853::b, 12, h_, y1_);
    rates(y1_, k_[12]);
  }
  double error_norm() {
    double n5 = 0, n3 = 0;
    const auto sum = [&](const std::array<double, 16>& e) {
      over_window([&](auto part, int i) { (trial_.*part)[i] = 0; });
      add(e, 13, 1, trial_);
      double total = 0;
      over_window([&](auto part, int i) {
        const double scaled = (trial_.*part)[i] / options_.tolerance;
        total += scaled * scaled;
      });
      return total;
    };
    n5 = sum(dop853::e5);
    n3 = sum(dop853::e3);
    if (n5 == 0 && std::isfinite(n3)) return 0;
    const double both = n5 + 0.01 * n3;
    return std::isfinite(both) ? std::abs(h_) * n5 / std::sqrt(both) : HUGE_VAL;
  }
  static double next_step_factor(double error) {
    if (!(error > 0)) return 6;
    return std::clamp(0.75 / std::sqrt(std::sqrt(std::sqrt(error))), 0.333, 6.0);
  }
  void prepare_dense() {
    for (int s : {13, 14, 15}) stage(s);
    over_window([&](auto part, int i) {
      const double change = (y1_.*part)[i] - (y0_.*part)[i];
      (dense_[0].*part)[i] = change;
      (dense_[1].*part)[i] = h_ * (k_[0].*part)[i] - change;
      (dense_[2].*part)[i] = 2 * change - h_ * ((k_[12].*part)[i] + (k_[0].*part)[i]);
      for (int d = 3; d < 7; ++d) (dense_[d].*part)[i] = 0;
    });
    for (int d = 0; d < 4; ++d) add(dop853::d[d], 16, h_, dense_[3 + d]);
  }
  void need_dense() {
    if (!dense_ready_) prepare_dense();
    dense_ready_ = true;
  }
  double at(double theta, Values Arrays::*part, int i) const {
    const double rest = 1 - theta;
    double value = (dense_[6].*part)[i];
    value = (value * theta + (dense_[5].*part)[i]) * rest;
    value = (value + (dense_[4].*part)[i]) * theta;
    value = (value + (dense_[3].*part)[i]) * rest;
    value = (value + (dense_[2].*part)[i]) * theta;
    value = (value + (dense_[1].*part)[i]) * rest;
    value = (value + (dense_[0].*part)[i]) * theta;
    return (y0_.*part)[i] + value;
  }

  // ---- events -------------------------------------------------------------------------------------------------------

  // What would end the present phase of a contact: positive before it.
  enum class GuardKind { deformation, approach, separation };
  struct Guard {
    int contact;
    GuardKind kind;
  };
  double value(const Guard& guard, const Arrays& y) const {
    switch (guard.kind) {
      case GuardKind::deformation: return y.x[guard.contact];
      case GuardKind::separation: return -gap_rate(y, guard.contact);
      case GuardKind::approach: break;
    }
    return gap_rate(y, guard.contact);
  }
  double value_at(const Guard& guard, double theta) const {
    const int c = guard.contact;
    if (guard.kind == GuardKind::deformation) return at(theta, &Arrays::x, c);
    const double gamma = at(theta, &Arrays::v, c + 1) - at(theta, &Arrays::v, c);
    return guard.kind == GuardKind::separation ? -gamma : gamma;
  }
  static double band(GuardKind kind) { return kind == GuardKind::deformation ? 1e-13 : 1e-12; }

  template <class Each>
  void for_each_guard(Each&& each) const {
    for (int c = window_.first; c <= window_.last; ++c) {
      if (out_[c]) continue;
      switch (phase_[c]) {
        case Phase::idle: each(Guard{c, GuardKind::approach}); break;
        case Phase::elastic:
          if (deformation(y0_, c) > negligible || deformation(y1_, c) > negligible) each(Guard{c, GuardKind::deformation});
          break;
        case Phase::compression:
          if (deformation(y0_, c) > negligible || deformation(y1_, c) > negligible) each(Guard{c, GuardKind::separation});
          break;
        case Phase::expansion:
          each(Guard{c, GuardKind::deformation});
          each(Guard{c, GuardKind::approach});
          break;
      }
    }
  }

  // The first event of the step; dense output is made only if a guard comes near its zero.
  IsolatedEvent first_event(Guard& fired) {
    IsolatedEvent first;
    dense_ready_ = false;
    for_each_guard([&](const Guard& guard) {
      const int c = guard.contact;
      const auto slope = [&](const Arrays& k) {
        if (guard.kind == GuardKind::deformation) return k.x[c];
        const double rate = k.v[c + 1] - k.v[c];
        return guard.kind == GuardKind::separation ? -rate : rate;
      };
      const double b0 = value(guard, y0_), b3 = value(guard, y1_);
      const double b1 = b0 + h_ * slope(k_[0]) / 3, b2 = b3 - h_ * slope(k_[12]) / 3;
      const double least = std::min({b1, b2, b3}), margin = 0.05 * (std::max({b0, b1, b2, b3}) - std::min(b0, least));
      if (b0 >= -band(guard.kind) && least > margin) return;
      need_dense();
      auto sample = [&](double theta, GuardValues<1>& values) { values.g[0] = value_at(guard, theta); };
      const std::array<double, 1> width{band(guard.kind)};
      const IsolatedEvent event = Isolation<1, decltype(sample)>(1, width, sample).first({{b0}}, {{b3}});
      if (event.theta < first.theta) {
        first = event;
        fired = guard;
      }
    });
    return first;
  }

  // Of the step, by the clock of the forces; only a trace asks for it.
  double duration() const {
    if (!*trace_) return 0;
    return dop853::integral(h_, y0_.x[clock_], [this](int j) { return k_[j].x[clock_]; });
  }

  // Ends the step on the event and corrects by the guard's own value there.
  void end_step_on(const IsolatedEvent& event, const Guard& guard) {
    if (event.theta == 0) {
      copy(y0_, y1_);
      elapsed_ = 0;
      return;
    }
    const double slope = event.slope / h_;
    attempt(event.theta * h_);
    elapsed_ = duration();
    for (int iteration = 0; iteration < 2; ++iteration) {
      const double off = value(guard, y1_);
      if (!(slope < 0) || std::abs(off) <= 1e-15) break;
      const double correction = -off / slope;
      if (!(std::abs(correction) < 1e-7)) break;
      elapsed_ += correction * y1_.x[clock_];
      over_window([&](auto part, int i) { (y1_.*part)[i] += correction * (k_[12].*part)[i]; });
    }
  }

  // By (1) and (2) the work of a phase is what it stored, or e² times what it released.
  void close_work(int c, const Arrays& y) {
    const double E = stored_energy(c, deformation(y, c)), change = (E - mark_[c]) * energy_;
    if (phase_[c] == Phase::expansion) result_.W_restitution[c] -= e2_[c] * change;
    else if (phase_[c] == Phase::compression) result_.W_compression[c] += change;
    else return book_elastic(c, E);
    mark_[c] = E;
  }

  // The works of elastic contacts, whose turns are no events: the energy is stationary there, so that a root to a millionth
  // of a step is enough.
  void book_turns(double theta_end) {
    for (int c = window_.first; c <= window_.last; ++c) {
      if (phase_[c] != Phase::elastic || !(deformation(y1_, c) > negligible)) continue;
      const double start = gap_rate(y0_, c);
      if (theta_end == 1 && start * gap_rate(y1_, c) >= 0) continue;
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
      const double x = at(0.5 * (low + high), &Arrays::x, c);
      book_elastic(c, stored_energy(c, c == clock_ ? x * std::abs(x) : x));
    }
  }
  void book_elastic(int c, double E) {
    const double change = (E - mark_[c]) * energy_;
    (change > 0 ? result_.W_compression[c] : result_.W_restitution[c]) += std::abs(change);
    mark_[c] = E;
  }

  // γ̇ by the clock of the forces; its sign tells where a contact whose γ is zero is going.
  double gap_acceleration(int c) const {
    const auto force = [this](int i) {
      return i < 0 || i >= n_ || phase_[i] == Phase::idle ? 0.0 : load(i, deformation(y0_, i));
    };
    const double own = force(c);
    return w_[c + 1] * (own - force(c + 1)) - w_[c] * (force(c - 1) - own);
  }

  // Switches every contact that stands on its own event.
  bool settle() {
    bool changed = false;
    for (int c = window_.first; c <= window_.last; ++c) {
      if (out_[c]) continue;
      const double gamma = gap_rate(y0_, c), x = deformation(y0_, c);
      const bool at_zero = std::abs(gamma) <= band(GuardKind::approach);
      const double direction = at_zero ? gap_acceleration(c) : gamma;
      const Phase before = phase_[c];
      switch (phase_[c]) {
        case Phase::idle:
          if (direction < 0) phase_[c] = e2_[c] == 1 ? Phase::elastic : Phase::compression;
          break;
        case Phase::elastic:
          if (x <= negligible && direction > 0) {
            y0_.x[c] = 0;
            close_work(c, y0_);
            phase_[c] = Phase::idle;
          }
          break;
        case Phase::compression:
          if (direction > 0) {
            close_work(c, y0_);
            phase_[c] = e2_[c] > 0 && x > negligible ? Phase::expansion : Phase::idle;
            if (phase_[c] == Phase::idle) y0_.x[c] = mark_[c] = 0;
          }
          break;
        case Phase::expansion:
          if (x <= band(GuardKind::deformation)) {
            y0_.x[c] = 0;
            close_work(c, y0_);
            phase_[c] = Phase::idle;
          } else if (direction < 0) {
            close_work(c, y0_);
            phase_[c] = Phase::compression;
          }
          break;
      }
      changed = changed || phase_[c] != before;
    }
    return changed;
  }

  // The contact that carries the clock: of those that part the one that will end first, else the most deformed.
  int best_clock() const {
    int best = -1;
    double soonest = HUGE_VAL, largest = -1;
    for (int c = window_.first; c <= window_.last; ++c) {
      if (phase_[c] == Phase::idle) continue;
      const double gamma = gap_rate(y0_, c), x = deformation(y0_, c);
      if (!(gamma > 0) || !(x > weak)) continue;
      const double remaining = x * (phase_[c] == Phase::expansion ? e2_[c] : 1.0) / gamma;
      if (remaining < soonest) {
        soonest = remaining;
        best = c;
      }
    }
    if (best >= 0) return best;
    for (int c = window_.first; c <= window_.last; ++c) {
      if (phase_[c] == Phase::idle) continue;
      const double size = deformation(y0_, c) + 1e-9 * std::max(-gap_rate(y0_, c), 0.0);
      if (size > largest && size > 0) {
        largest = size;
        best = c;
      }
    }
    return best;
  }
  bool hand_over_clock(double& h) {
    const int next = best_clock();
    if (next < 0 || next == clock_) return false;
    const double z = y0_.x[clock_];
    y0_.x[clock_] = z * std::abs(z);
    const double root = std::sqrt(std::max(y0_.x[next], 0.0));
    clock_ = next;
    y0_.x[next] = root;
    if (z > 1e-3 && root > 1e-3) h *= std::clamp(z / root, 0.05, 20.0);
    return true;
  }

  bool live(int c) const {
    return phase_[c] != Phase::idle && (deformation(y0_, c) > faint || gap_rate(y0_, c) < -faint);
  }
  // Two contacts ahead of the wave on either side; an idle neighbour is watched for its approach.
  Window live_window() const {
    Window window{n_, -1};
    for (int c = 0; c < n_; ++c) {
      if (!live(c)) continue;
      window.first = std::min(window.first, c);
      window.last = c;
    }
    if (window.last < 0) return {clock_, clock_};
    return {std::max(0, window.first - 2), std::min(n_ - 1, window.last + 2)};
  }
  bool anything_live() const {
    for (int c = window_.first; c <= window_.last; ++c)
      if (live(c)) return true;
    return false;
  }
  // What is left of the motion: speeds, and the speeds that stored energies could give.
  double liveliness() const {
    double most = 0;
    for (int c = window_.first; c <= window_.last; ++c)
      if (phase_[c] != Phase::idle)
        most = std::max({most, std::abs(gap_rate(y0_, c)), std::sqrt(2 * stored_energy(c, deformation(y0_, c)))});
    return most;
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
            momentum += y0_.v[b] / w_[b];
            mass += 1 / w_[b];
          } else {
            fixed = true;
            wall = y0_.v[b];
          }
        }
        for (int b = c; b <= end; ++b) y0_.v[b] = fixed ? wall : momentum / mass;
        c = end;
      }
      more = false;
      for (int c = 0; c < n_; ++c) {
        if (out_[c] || joined[c] || !(gap_rate(y0_, c) < -1e-15)) continue;
        joined[c] = 1;
        more = true;
      }
    }
    result_.rest_loss = (before - kinetic()) * energy_;
  }
  double kinetic() const {
    double sum = 0;
    for (std::size_t b = 0; b < w_.size(); ++b)
      if (w_[b] > 0) sum += 0.5 * y0_.v[b] * y0_.v[b] / w_[b];
    return sum;
  }

  void integrate() {
    double h = 0.1;
    sample();
    rates(y0_, k_[0]);
    while (anything_live()) {
      if (options_.interrupt && result_.steps % 256 == 0 && options_.interrupt->load(std::memory_order_relaxed)) {
        result_.failure = ImpactFailure::too_many_phases;  // whoever interrupted knows
        return;
      }
      if (++result_.steps > most_steps()) {
        // Bodies that hardly move any more are at rest.
        if (liveliness() > 1e-2) result_.failure = ImpactFailure::too_many_phases;
        else put_to_rest();
        return;
      }
      const double dz = k_[0].x[clock_];
      if (dz < 0) h = std::min(h, std::max(-1.25 * y0_.x[clock_] / dz, 1e-9));
      attempt(h);
      const double error = error_norm();
      if (!(error <= 1)) {
        h *= std::isfinite(error) ? next_step_factor(error) : 0.1;
        if (h < 1e-12) {
          result_.failure = std::isfinite(error) ? ImpactFailure::step_underflow : ImpactFailure::not_finite;
          return;
        }
        continue;
      }
      double h_next = std::min(h * next_step_factor(error), 1 / std::clamp(y1_.x[clock_], 1e-3, 1.0));
      Guard fired{};
      const IsolatedEvent event = first_event(fired);
      book_turns(event.found() ? event.theta : 1.0);
      elapsed_ = event.found() ? 0 : duration();
      if (event.found()) {
        ++result_.events;
        end_step_on(event, fired);
        if (fired.kind == GuardKind::deformation) y1_.x[fired.contact] = 0;
        h_next = std::max(std::min(h, h_next), 1e-3);
      }
      s_ += elapsed_;
      copy(y1_, y0_);
      bool restart = event.found();
      // An elastic contact ends, whatever rounding left of its deformation.
      if (event.found() && fired.kind == GuardKind::deformation && phase_[fired.contact] == Phase::elastic) {
        y0_.x[fired.contact] = 0;
        close_work(fired.contact, y0_);
        phase_[fired.contact] = Phase::idle;
      }
      restart = settle() || restart;
      if ((event.found() || result_.steps % 512 == 0) && liveliness() < nothing()) {
        put_to_rest();
        sample();
        break;
      }
      if (hand_over_clock(h_next)) restart = true;
      const Window next = live_window();
      if (next != window_) {
        window_ = next;
        restart = true;
      }
      if (restart) rates(y0_, k_[0]);
      else std::swap(k_[0], k_[12]);
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
      const double x = deformation(y0_, c);
      traced_[0][c] = x * X_;
      traced_[1][c] = (phase_[c] == Phase::idle ? 0 : load(c, x)) * energy_ / X_;
      traced_[2][c] = stored_energy(c, x) * energy_;
    }
    for (int b = 0; b <= n_; ++b) traced_[3][b] = y0_.v[b] * V_;
    (*trace_)({.s = s_ * X_ / V_, .x = traced_[0], .F = traced_[1], .E = traced_[2], .v = traced_[3]});
  }

  // ---- the result -----------------------------------------------------------------------------------------------------

  void finish() {
    const ChainImpactProblem& p = *problem_;
    if (!(V_ > 0)) return;
    double momentum = 0;
    for (int b = 0; b <= n_; ++b) result_.v[b] = p.inverse_mass[b] > 0 ? y0_.v[b] * V_ : p.v[b];
    // Impulses from momenta, from the left; from the right where a wall is at the left.
    const bool wall_left = !(p.inverse_mass[0] > 0);
    for (int i = 0; i < n_; ++i) {
      const int c = wall_left ? n_ - 1 - i : i, b = wall_left ? c + 1 : c;
      momentum += (wall_left ? 1 : -1) * (result_.v[b] - p.v[b]) / p.inverse_mass[b];
      result_.P[c] = out_[c] ? 0 : std::max(momentum, 0.0);  // rounding must not pull
    }
    for (int c = 0; c < n_; ++c) {
      if (phase_[c] != Phase::idle) close_work(c, y0_);
      const double law = result_.W_restitution[c] -
                         e2_[c] * (mark_start_[c] * energy_ + result_.W_compression[c] - mark_[c] * energy_);
      result_.residual = std::max(result_.residual, std::abs(law) / energy_);
    }
    result_.residual = std::max(result_.residual, certificate(p.inverse_mass, p.v, result_));
    for (const double v : result_.v)
      if (!std::isfinite(v)) result_.failure = ImpactFailure::not_finite;
  }

  // Deformations below this carry no force that counts; what lies below `faint` is not there yet.
  // A contact weaker than `weak` ends without a kink that a step would feel and need not carry the clock.
  static constexpr double negligible = 1e-14, faint = 1e-25, weak = 1e-6;

  const ChainImpactProblem* problem_ = nullptr;
  const std::function<void(const ChainSample&)>* trace_ = nullptr;
  CompliantImpactOptions options_;
  ChainImpactResult result_;
  int n_ = 0, clock_ = 0;
  Window window_;
  bool dense_ready_ = false;
  double V_ = 0, a_ = 0, X_ = 0, energy_ = 0, h_ = 0, s_ = 0, elapsed_ = 0;
  Values w_, k_hat_, e2_, eta_, F_, mark_, mark_start_;
  std::vector<Phase> phase_;
  std::vector<char> out_;  // contacts that do not touch
  Arrays y0_, y1_, trial_;
  std::array<Arrays, 16> k_;
  std::array<Arrays, 7> dense_;
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
