// SPDX-License-Identifier: Apache-2.0
// What a single impact of a system needs, and what it gives back.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "carom/base/parameters.hpp"
#include "carom/base/table.hpp"
#include "carom/laws/contact_law.hpp"
#include "carom/laws/contact_mode.hpp"

namespace carom::study {

struct ImpactRequest {
  Parameters parameters;
  std::vector<double> q = {};               // shown; empty: the system's own touching configuration
  std::vector<double> u = {};               // shown, before the impact
  double t = 0;                             // s
  std::optional<double> onto_surface = {};  // m; contacts nearer to their surface are put on it
  Restitution law = Restitution::energetic;
  std::vector<double> E0 = {};  // J; energy stored at each contact of the system; empty: none
  double tolerance = 1e-12;     // local error of a multiple impact, relative to its own scales
  RowSink* trace = nullptr;     // energetic law: the impact from beginning to end
};

// Many impacts with the same parameters, one row each. A result that is not wanted is nullptr.
struct ManyImpacts {
  long count = 0;
  const double* q = nullptr;  // shown; count rows, or the same for all
  bool one_q = false;
  const double* u = nullptr;              // shown; count rows
  double* u_plus = nullptr;               // NaN where the law has no solution
  double *P_n = nullptr, *P_t = nullptr;  // N s; a row has every contact of the system, 0 where it takes no part
  double* residual = nullptr;
  double* energy = nullptr;  // J; two a row: before and after
  const std::atomic<bool>* interrupt = nullptr;
  long* done = nullptr;  // so many rows have results
};

// Velocities are relative: of the contact point against the surface.
struct ContactImpact {
  std::string name;
  double P_n = 0, P_t = 0;                                          // N s
  double W_compression = 0, W_restitution = 0, friction_work = 0;   // J; friction work is ≤ 0
  double v_n_minus = 0, v_t_minus = 0, v_n_plus = 0, v_t_plus = 0;  // m/s
  double E_left = 0;  // J; still stored, where a body has wedged itself in
  std::vector<ContactMode> sequence;
};

struct ImpactOutcome {
  std::vector<double> q, u_minus, u_plus;  // shown
  std::vector<ContactImpact> contacts;     // those that touch
  double energy_before = 0;                // J; kinetic, and what was stored at the contacts
  double energy_after = 0;                 // J; kinetic
  double drive_work = 0;                   // J; done by moving surfaces: part of the difference
  double residual = 0;                     // certificate: largest relative violation of law, cone and energy balance
  double energy_gain = 0;                  // J; created by the law, which a law in impulses can do
  Restitution law = Restitution::energetic;
  bool indeterminate = false;           // another solution would satisfy the law as well
  std::string failure;                  // one sentence if the impact has no result
  std::vector<std::string> notes = {};  // what the reader should know

  std::string brief() const;
};

}  // namespace carom::study
