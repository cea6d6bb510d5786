// SPDX-License-Identifier: Apache-2.0
#include "carom/complementarity/contact_set.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "carom/complementarity/friction_cone.hpp"
#include "carom/complementarity/friction_load.hpp"

namespace carom {

namespace {

constexpr int most_contacts_enumerated = 8;

bool without_friction(const ContactSetProblem<double>& p, int i) { return p.mu_s[i] == 0 && p.mu[i] == 0; }

// What a contact does when it closes: known slip, stick, or slip without friction, whose sign is a label.
ContactMode closing_mode(const ContactSetProblem<double>& p, int i) {
  if (never_slips(p.mu[i])) return ContactMode::stick;
  if (p.slip[i] != 0) return slip_mode(p.slip[i]);
  return without_friction(p, i) ? ContactMode::slip_plus : ContactMode::stick;
}

double stick_limit(const ContactSetProblem<double>& p, const ContactSetForces<double>& f, int i) {
  return friction_limit(p.mu_s[i], friction_load(p, f.z_n, i));
}

// Riders are open where their contact is, and elements are closed otherwise.
void settle_elements(const ContactSetProblem<double>& p, std::span<ContactMode> modes) {
  for (int i = 0; i < p.n; ++i) {
    if (has_normal(p, i)) continue;
    const bool loaded = !is_rider(p, i) || is_closed(modes[p.rides[i]]);
    if (is_closed(modes[i]) != loaded) modes[i] = loaded ? closing_mode(p, i) : ContactMode::open;
  }
}

struct Wanted {
  ContactMode mode;      // what the contact would rather do
  double violation = 0;  // > 0 where its mode is inconsistent, in units of ω
};

// The inequalities of (2)–(4) at one contact, and the mode that would answer a violation. `compliance`: a of
// friction_load.hpp.
Wanted wanted_mode(const ContactSetProblem<double>& p, const ContactSetForces<double>& f, int i, double compliance) {
  const double zero = p.acceleration_tolerance, equation_zero = 1e3 * zero;
  const ContactMode mode = f.modes[i];
  const bool contact = has_normal(p, i);
  if (!is_closed(mode)) {
    if (!contact || f.omega_n[i] >= -zero) return {mode};
    return {p.must_open[i] ? mode : closing_mode(p, i), -f.omega_n[i]};
  }
  if (contact) {
    if (f.z_n[i] < -p.force_tolerance) return {ContactMode::open, -f.z_n[i] * p.A(i, i)};
    // Redundant equations that contradict each other.
    if (std::abs(f.omega_n[i]) > equation_zero)
      return {f.omega_n[i] > 0 ? ContactMode::open : mode, std::abs(f.omega_n[i])};
  }
  const double unit = contact ? 1 : tangential_unit(p, i, compliance), rate = std::abs(f.omega_t[i]) / unit;
  if (mode == ContactMode::stick) {
    if (rate > equation_zero) return {never_slips(p.mu[i]) ? mode : slip_mode(f.omega_t[i]), rate};
    const double beyond = beyond_cone(stick_limit(p, f, i), f.z_t[i]);
    if (beyond * unit > p.force_tolerance) return {slip_mode(-f.z_t[i]), beyond * p.D(i, i) / unit};
  } else if (p.slip[i] == 0 && slip_sign(mode) * f.omega_t[i] < -zero * unit) {
    return {without_friction(p, i) ? slip_mode(f.omega_t[i]) : ContactMode::stick, rate};
  }
  return {mode};
}

double largest_difference(int n, const AnyVector<double>& a, const AnyVector<double>& b) {
  double largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Of ω_t, of elements in units of contacts.
double largest_tangential_difference(const ContactSetProblem<double>& p, const AnyVector<double>& a,
                                     const AnyVector<double>& b) {
  const double compliance = reference_compliance(p);
  double largest = 0;
  for (int i = 0; i < p.n; ++i) largest = std::max(largest, std::abs(a[i] - b[i]) / tangential_unit(p, i, compliance));
  return largest;
}

// What the rule of choice compares.
struct Count {
  int closed = 0, sticking = 0;
  double load = 0;
  Count(const ContactSetProblem<double>& p, const ContactSetForces<double>& f) {
    for (int i = 0; i < p.n; ++i) {
      closed += has_normal(p, i) && is_closed(f.modes[i]);
      sticking += f.modes[i] == ContactMode::stick;
      load += f.z_n[i];
    }
  }
};

// A slip so steep that contact and flight may both be possible, or neither.
bool painleve_suspected(const ContactSetProblem<double>& p) {
  for (int i = 0; i < p.n; ++i)
    if (p.slip[i] != 0 && !p.must_open[i] && has_normal(p, i) && !never_slips(p.mu[i]) &&
        p.A(i, i) - p.slip[i] * p.mu[i] * p.B(i, i) <= 0)
      return true;
  return false;
}

}  // namespace

bool is_consistent(const ContactSetProblem<double>& p, const ContactSetForces<double>& f) {
  if (!element_modes_agree(p, f.modes)) return false;
  const double compliance = reference_compliance(p);
  for (int i = 0; i < p.n; ++i)
    if (wanted_mode(p, f, i, compliance).violation > 0) return false;
  return true;
}

double largest_violation(const ContactSetProblem<double>& p, const ContactSetForces<double>& f) {
  if (!element_modes_agree(p, f.modes)) return HUGE_VAL;
  const double compliance = reference_compliance(p);
  double largest = 0;
  const auto note = [&](double violation) { largest = violation <= largest ? largest : violation; };
  for (int i = 0; i < p.n; ++i) {
    double omega_n = p.b_n[i], omega_t = p.b_t[i];
    for (int j = 0; j < p.n; ++j) {
      omega_n += p.A(i, j) * f.z_n[j] + p.B(i, j) * f.z_t[j];
      omega_t += p.B(j, i) * f.z_n[j] + p.D(i, j) * f.z_t[j];
    }
    const ContactMode mode = f.modes[i];
    const bool contact = has_normal(p, i);
    const double unit = contact ? 1 : tangential_unit(p, i, compliance);
    if (!is_closed(mode)) {
      if (contact) note(-omega_n);
      note(std::abs(f.z_n[i]) * p.A(i, i));
      note(std::abs(f.z_t[i]) * p.D(i, i) / unit);
      continue;
    }
    if (contact && p.must_open[i]) return HUGE_VAL;
    if (never_slips(p.mu[i]) ? is_slip(mode) : p.slip[i] != 0 && slip_sign(mode) != p.slip[i]) return HUGE_VAL;
    if (contact) {
      note(std::abs(omega_n));
      note(-f.z_n[i] * p.A(i, i));
    }
    if (mode == ContactMode::stick) {
      note(std::abs(omega_t) / unit);
      if (!never_slips(p.mu_s[i])) note(beyond_cone(stick_limit(p, f, i), f.z_t[i]) * p.D(i, i) / unit);
    } else {
      const double z_t = -slip_sign(mode) * p.mu[i] * friction_load(p, f.z_n, i);
      note(std::abs(f.z_t[i] - z_t) * p.D(i, i) / unit);
      if (p.slip[i] == 0) note(-slip_sign(mode) * omega_t / unit);
    }
  }
  return largest;
}

int mode_sets(const ContactSetProblem<double>& p, int limit) {
  int sets = 1;
  for (int i = 0; i < p.n && sets < limit; ++i) {
    const int closed = never_slips(p.mu[i]) || p.slip[i] != 0 ? 1 : 3;
    sets *= !has_normal(p, i) ? closed : p.must_open[i] ? 1 : closed + 1;
  }
  return std::min(sets, limit);
}

std::string ContactSetSelection::brief() const {
  return fmt::format("{} by {}: {} rounds, {} pivots, residual {:.2g}{}", name(outcome), name(method), rounds, pivots,
                     chosen.residual, chosen.redundant ? ", redundant" : "");
}

const ContactSetSelection& ContactSetSolver::select(const ContactSetProblem<double>& p,
                                                    std::span<const ContactMode> before,
                                                    const ContactSetOptions& options) {
  options_ = options;
  if (options_.max_rounds <= 0) options_.max_rounds = 30 + p.n / 2;
  if (static_cast<int>(modes_.size()) < p.n) modes_.resize(p.n);
  changes_.reserve(p.n);
  history_.reserve(options_.max_rounds + 1);
  trial_.resize(p.n);
  ContactSetSelection& s = selection_;
  s.outcome = ContactSetOutcome::no_consistent_set;
  s.indeterminacy = Indeterminacy::none;
  s.exhaustive = false;
  s.method = ContactSetMethod::none;
  s.consistent = s.rounds = s.pivots = 0;
  s.chosen.resize(p.n);
  s.chosen.residual = 0;
  s.chosen.redundant = false;
  if (p.n <= most_contacts_enumerated && mode_sets(p, options_.most_enumerated + 1) <= options_.most_enumerated) {
    enumerate(p);
  } else {
    search(p, before);
    // Few contacts need not end with "none was found".
    if (s.consistent == 0 && options_.most_enumerated > 0 && p.n <= most_contacts_enumerated) enumerate(p);
  }
  if (s.consistent > 0) s.outcome = ContactSetOutcome::solved;
  return s;
}

void ContactSetSolver::enumerate(const ContactSetProblem<double>& p) {
  FrictionalProblem<most_contacts_enumerated> few;
  few.n = p.n;
  for (int i = 0; i < p.n; ++i) {
    for (int j = 0; j < p.n; ++j) {
      few.A(i, j) = p.A(i, j);
      few.B(i, j) = p.B(i, j);
      few.D(i, j) = p.D(i, j);
    }
    few.b_n[i] = p.b_n[i];
    few.b_t[i] = p.b_t[i];
    few.mu_s[i] = p.mu_s[i];
    few.mu[i] = p.mu[i];
    few.slip[i] = p.slip[i];
    few.must_open[i] = p.must_open[i] != 0;
    few.rides[i] = p.rides[i];
    few.load[i] = p.load[i];
  }
  few.force_tolerance = p.force_tolerance;
  few.acceleration_tolerance = p.acceleration_tolerance;
  const auto found = select_modes(few, options_.preference);
  selection_.method = ContactSetMethod::enumeration;
  selection_.exhaustive = true;
  selection_.consistent = found.consistent;
  selection_.rounds += mode_sets(p, 1 << 16);
  selection_.indeterminacy = found.indeterminacy;
  if (found.consistent == 0) return;
  ContactSetForces<double>& f = selection_.chosen;
  for (int i = 0; i < p.n; ++i) {
    f.modes[i] = found.chosen.modes[i];
    f.z_n[i] = found.chosen.z_n[i];
    f.z_t[i] = found.chosen.z_t[i];
    f.omega_n[i] = found.chosen.omega_n[i];
    f.omega_t[i] = found.chosen.omega_t[i];
  }
  f.redundant = found.chosen.redundant;
  f.residual = largest_violation(p, f);
}

void ContactSetSolver::search(const ContactSetProblem<double>& p, std::span<const ContactMode> before) {
  if (!before.empty()) {
    for (int i = 0; i < p.n; ++i) {
      const bool possible = is_closed(before[i]) && !(p.must_open[i] && has_normal(p, i));
      const bool free = p.slip[i] == 0 && !without_friction(p, i) && !never_slips(p.mu[i]);
      modes_[i] = !possible ? ContactMode::open : free ? before[i] : closing_mode(p, i);
    }
    settle_elements(p, modes_);
    iterate(p, ContactSetMethod::warm_start);
  }
  if (selection_.consistent == 0) {
    start_closed(p);
    iterate(p, ContactSetMethod::cold_start);
  }
  const bool look_on = options_.look_for_others || painleve_suspected(p);
  const auto wanting = [&] { return look_on || selection_.consistent == 0; };
  if (look_on && !before.empty()) {
    start_closed(p);
    iterate(p, ContactSetMethod::cold_start);
  }
  if (wanting()) search_by_pivoting(p, true);
  if (wanting() && p.mu.head(p.n) != p.mu_s.head(p.n)) search_by_pivoting(p, false);
  if (wanting()) {
    start_open(p);
    iterate(p, ContactSetMethod::cold_start);
  }
  if (selection_.consistent == 0) search_from_many_starts(p);
  if (selection_.consistent > 0) prefer_stick(p);
}

// The last resort: one contact after the other does something else than the rest, all closed or all open.
void ContactSetSolver::search_from_many_starts(const ContactSetProblem<double>& p) {
  constexpr int most_starts = 96, most_contacts = 24;
  if (p.n > most_contacts) return;
  int starts = 0;
  for (const bool closed : {true, false})
    for (int i = 0; i < p.n; ++i)
      for (const ContactMode mode :
           {ContactMode::open, ContactMode::stick, ContactMode::slip_plus, ContactMode::slip_minus}) {
        const bool possible = (mode == ContactMode::open && has_normal(p, i)) || mode == closing_mode(p, i) ||
                              (is_slip(mode) && p.slip[i] == 0 && !never_slips(p.mu[i]));
        if (!possible || (p.must_open[i] && has_normal(p, i))) continue;
        closed ? start_closed(p) : start_open(p);
        if (modes_[i] == mode) continue;
        modes_[i] = mode;
        settle_elements(p, modes_);
        if (modes_[i] != mode) continue;  // a rider of an open contact
        if (iterate(p, ContactSetMethod::cold_start) || ++starts == most_starts) return;
      }
}

void ContactSetSolver::search_by_pivoting(const ContactSetProblem<double>& p, bool static_friction) {
  const std::span<const double> mu((static_friction ? p.mu_s : p.mu).data(), p.n);
  lemke_.follow(p, mu, modes_);
  selection_.pivots += lemke_.pivots();
  if (iterate(p, ContactSetMethod::pivoting)) return;
  // Where slip makes the equations of the modes singular, these alone do not say which forces were meant.
  lemke_.read_forces(p, trial_);
  ++selection_.rounds;
  if (system_.improve(p, trial_) && find_changes(p) && changes_.empty()) take(p, ContactSetMethod::pivoting);
}

void ContactSetSolver::start_closed(const ContactSetProblem<double>& p) {
  for (int i = 0; i < p.n; ++i) modes_[i] = p.must_open[i] ? ContactMode::open : closing_mode(p, i);
  settle_elements(p, modes_);
}

void ContactSetSolver::start_open(const ContactSetProblem<double>& p) {
  std::fill_n(modes_.begin(), p.n, ContactMode::open);
  settle_elements(p, modes_);
}

// Has the set in `modes_` been tried? It is noted.
bool ContactSetSolver::visited(int n) {
  std::uint64_t hash = 1469598103934665603u;  // FNV-1a
  for (const ContactMode mode : std::span(modes_).first(n))
    hash = (hash ^ static_cast<std::uint64_t>(mode)) * 1099511628211u;
  if (std::find(history_.begin(), history_.end(), hash) != history_.end()) return true;
  history_.push_back(hash);
  return false;
}

// The changes that the solution in `trial_` asks for; false if some violation has no answer of its own.
bool ContactSetSolver::find_changes(const ContactSetProblem<double>& p) {
  changes_.clear();
  bool answered = true;
  const double compliance = reference_compliance(p);
  for (int i = 0; i < p.n; ++i) {
    if (is_slip(trial_.modes[i]) && p.slip[i] == 0 && without_friction(p, i))
      modes_[i] = trial_.modes[i] = slip_mode(trial_.omega_t[i]);
    const Wanted wanted = wanted_mode(p, trial_, i, compliance);
    if (!(wanted.violation > 0)) continue;
    if (wanted.mode == trial_.modes[i]) {
      answered = false;
    } else {
      changes_.push_back({i, wanted.mode, wanted.violation});
    }
  }
  return answered;
}

// Active sets from `modes_`; true if they came to a consistent set, which is then taken.
bool ContactSetSolver::iterate(const ContactSetProblem<double>& p, ContactSetMethod method) {
  enum class Rule { all, worst, first } rule = Rule::all;
  std::size_t fewest = p.n + 1;
  int patience = 3, redistributions = 2;
  history_.clear();
  for (int round = 0; round < options_.max_rounds; ++round) {
    if (visited(p.n)) {
      // A cycle of blocks may end with single changes, one of worst changes with those in order (Murty).
      if (rule == Rule::first) return false;
      rule = rule == Rule::all ? Rule::worst : Rule::first;
      history_.clear();
    }
    ++selection_.rounds;
    if (!system_.solve(p, modes_, trial_, Sharing::by_rank)) return false;
    bool answered = find_changes(p);
    // Pulling forces may be those of the rule only, not of the set.
    if (trial_.redundant && !changes_.empty() && redistributions-- > 0 && system_.make_admissible(p, trial_))
      answered = find_changes(p);
    if (changes_.empty()) {
      if (!answered) return false;
      take(p, method);
      return true;
    }
    bool block = rule == Rule::all;
    if (changes_.size() < fewest) {
      fewest = changes_.size();
      patience = 3;
    } else if (block) {
      block = patience-- > 0;
    }
    if (block) {
      for (const Change& change : changes_) modes_[change.contact] = change.mode;
    } else {
      const auto worse = [](const Change& a, const Change& b) { return a.violation < b.violation; };
      const auto change =
          rule == Rule::first ? changes_.begin() : std::max_element(changes_.begin(), changes_.end(), worse);
      modes_[change->contact] = change->mode;
    }
    settle_elements(p, modes_);
  }
  return false;
}

// Among the sets with the same open contacts, the one with most sticking ones, as far as it is in reach.
void ContactSetSolver::prefer_stick(const ContactSetProblem<double>& p) {
  const ContactSetForces<double>& chosen = selection_.chosen;
  std::copy_n(chosen.modes.begin(), p.n, modes_.begin());
  bool any = false;
  for (int i = 0; i < p.n; ++i) {
    if (!is_slip(modes_[i]) || p.slip[i] != 0 || without_friction(p, i)) continue;
    modes_[i] = ContactMode::stick;
    any = true;
  }
  for (int round = 0; any && round < 6; ++round) {
    ++selection_.rounds;
    if (!system_.solve(p, modes_, trial_) || !find_changes(p)) return;
    if (changes_.empty()) return take(p, selection_.method);
    for (const Change& change : changes_) {
      if (trial_.modes[change.contact] != ContactMode::stick || !is_slip(change.mode)) return;
      modes_[change.contact] = change.mode;
    }
  }
}

// Keeps the consistent set in `trial_` if it is better than what is known, by the rule of frictional_problem.hpp.
void ContactSetSolver::take(const ContactSetProblem<double>& p, ContactSetMethod method) {
  ContactSetSelection& s = selection_;
  const ContactSetForces<double>& chosen = s.chosen;
  bool better = s.consistent == 0;
  if (!better) {
    const double zero = 1e2 * p.acceleration_tolerance;
    const Count now(p, trial_), best(p, chosen);
    bool same_open = true;
    for (int i = 0; i < p.n; ++i) same_open = same_open && is_closed(trial_.modes[i]) == is_closed(chosen.modes[i]);
    bool same_motion = largest_difference(p.n, trial_.omega_n, chosen.omega_n) <= zero;
    if (same_open) {
      same_motion = same_motion && largest_tangential_difference(p, trial_.omega_t, chosen.omega_t) <= zero;
      if (!same_motion && s.indeterminacy == Indeterminacy::none) s.indeterminacy = Indeterminacy::stick_or_slip;
      better =
          now.sticking > best.sticking || (now.sticking == best.sticking && now.load < best.load - p.force_tolerance);
    } else {
      if (!same_motion) s.indeterminacy = Indeterminacy::painleve;
      const bool prefer_fewer = !same_motion && options_.preference == Preference::flight;
      better = now.closed == best.closed ? now.load < best.load
               : prefer_fewer            ? now.closed < best.closed
                                         : now.closed > best.closed;
    }
  }
  ++s.consistent;
  if (!better) return;
  s.chosen.assign(p.n, trial_);
  s.chosen.residual = largest_violation(p, trial_);
  s.method = method;
}

}  // namespace carom
