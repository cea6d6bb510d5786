// SPDX-License-Identifier: Apache-2.0
// Section 4(c): the motion after the hit, Figs 6 to 8.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/disc_ball/findings.hpp"

namespace carom::papers::disc_ball {

namespace {

using List = std::vector<std::string>;

bool ends_with(const List& list, const List& tail) {
  return list.size() >= tail.size() && std::equal(tail.rbegin(), tail.rend(), list.rbegin());
}

long impacts_at(const MotionRecord& motion, const std::string& contact) {
  long count = 0;
  for (const observe::Phase& phase : motion.phases)
    count += phase.kind == observe::PhaseKind::impact && phase.contact == contact;
  return count;
}

bool line_impact(const MotionRecord& motion) {
  for (std::size_t k = 1; k < motion.phases.size(); ++k)
    if (motion.phases[k].kind == observe::PhaseKind::multiple_impact && motion.phases[k].contact == "A+B+C")
      return true;
  return false;
}

}  // namespace

Holds sequence_holds(int number, const MotionRecord& m) {
  const List tail{"stick", "slip-", "slip+"}, at_A = m.contact_phases("A");
  const auto partly = [](bool all, bool part) { return all ? Holds::yes : part ? Holds::in_part : Holds::no; };
  const bool no_impacts = impacts_at(m, "A") == 0;
  switch (number) {
    case 5: return partly(at_A == tail && no_impacts, at_A == tail);
    case 6: return partly(no_impacts && at_A == List{"slip-", "stick", "slip-", "slip+"}, ends_with(at_A, tail));
    case 7: return partly(impacts_at(m, "A") > 1 && at_A == tail, false);
    case 8: {
      const bool slips = !at_A.empty() && at_A.front() == "slip+";
      return partly(impacts_at(m, "C") > 1 && impacts_at(m, "A") > 1 && slips, slips);
    }
    case 9: {
      const bool line = line_impact(m) && !m.contact_phases("C").empty();
      return partly(line && impacts_at(m, "C") > 1 && no_impacts, line);
    }
    default: return partly(no_impacts && at_A == List{"slip+", "stick", "slip-", "slip+"}, false);
  }
}

void find_motions(const Evidence& evidence, Findings& findings) {
  const List tail{"stick", "slip-", "slip+"};
  for (int k = 2; k <= 9; ++k)
    findings[fmt::format("sequence_{}", k)] =
        claim(sequence_holds(k, evidence.at(k).motion),
              fmt::format("{}; variant P: {}", evidence.at(k).motion.sequence, evidence.at(k).variant_motion.sequence));
  bool flat = true, similar = true;
  double gauge_miss = 0;  // of v₁ − v_τ,A = −h₁θ̇, right after the hit
  double first = HUGE_VAL, last = 0, apart = 0, apart_before = 0, fastest = 0;
  for (int k = 2; k <= 9; ++k) {
    const MotionRecord& m = evidence.at(k).motion;
    flat = flat && std::isfinite(m.t_flat) && m.ran();
    similar = similar && ends_with(m.contact_phases("A"), tail);
    first = std::min(first, m.t_flat);
    last = std::max(last, m.t_flat);
    const double until = m.phases.back().t;
    const Hit& hit = evidence.at(k).hit;
    gauge_miss = std::max(gauge_miss, std::abs(hit.v1 - hit.v_tau + m.settings.h1 * hit.theta_dot));
    double fast = 0, off = 0, off_before = 0;
    for (const MotionSample& s : m.samples) {
      if (!std::isfinite(s.force_ratio)) continue;
      fast = std::max(fast, std::abs(s.v1));
      off = std::max(off, std::abs(s.v1 - s.v_tau_A));
      if (s.t < until) off_before = std::max(off_before, std::abs(s.v1 - s.v_tau_A));
    }
    apart = std::max(apart, off);
    apart_before = std::max(apart_before, off_before);
    fastest = std::max(fastest, fast);
  }
  findings["falls_flat"] = claim(flat, fmt::format("at {:.3f} to {:.3f} s", first, last));
  findings["similar_end"] = claim(similar, "stick, slip−, slip+ at A in cases 2 to 9");
  findings["gauge_near_ground"] =
      claim(apart < 0.05 * fastest          ? Holds::yes
            : apart_before < 0.05 * fastest ? Holds::in_part
                                            : Holds::no,
            fmt::format(
                "v₁ and the slip of A differ by up to {:.0f} mm/s before the last slip and {:.0f} mm/s in it, where "
                "v₁ reaches {:.0f} mm/s",
                1e3 * apart_before, 1e3 * apart, 1e3 * fastest))
          .but(misprint("they differ by h₁θ̇, as (3.1) has it for two heights", gauge_miss < 1e-9,
                        fmt::format("to {:.0e} m/s upright", gauge_miss)));
}

Findings find_all(const Evidence& evidence) {
  Findings findings;
  find_theory(evidence, findings);
  find_parameters(evidence, findings);
  find_impacts(evidence, findings);
  find_patterns(evidence, findings);
  find_motions(evidence, findings);
  find_causes(evidence, findings);
  return findings;
}

}  // namespace carom::papers::disc_ball
