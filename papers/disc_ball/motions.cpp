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

void find_motions(const Evidence& evidence, Findings& findings) {
  const List tail{"stick", "slip-", "slip+"};
  const auto said = [&](int k) {
    return fmt::format("{}; variant P: {}", evidence.at(k).motion.sequence, evidence.at(k).variant_motion.sequence);
  };
  for (int k = 2; k <= 4; ++k) {
    const MotionRecord& m = evidence.at(k).motion;
    findings[fmt::format("sequence_{}", k)] =
        claim(impacts_at(m, "A") == 0 && m.contact_phases("A") == List{"slip+", "stick", "slip-", "slip+"}, said(k));
  }
  const auto partly = [](bool all, bool part) { return all ? Holds::yes : part ? Holds::in_part : Holds::no; };
  {
    const MotionRecord& m = evidence.at(5).motion;
    const bool phases = m.contact_phases("A") == tail;
    findings["sequence_5"] = claim(partly(phases && impacts_at(m, "A") == 0, phases), said(5));
  }
  {
    const MotionRecord& m = evidence.at(6).motion;
    findings["sequence_6"] =
        claim(partly(impacts_at(m, "A") == 0 && m.contact_phases("A") == List{"slip-", "stick", "slip-", "slip+"},
                     ends_with(m.contact_phases("A"), tail)),
              said(6));
  }
  {
    const MotionRecord& m = evidence.at(7).motion;
    findings["sequence_7"] = claim(impacts_at(m, "A") > 1 && m.contact_phases("A") == tail, said(7));
  }
  {
    const MotionRecord& m = evidence.at(8).motion;
    const bool slips = !m.contact_phases("A").empty() && m.contact_phases("A").front() == "slip+";
    findings["sequence_8"] = claim(partly(impacts_at(m, "C") > 1 && impacts_at(m, "A") > 1 && slips, slips), said(8));
  }
  {
    const MotionRecord& m = evidence.at(9).motion;
    const bool line = line_impact(m) && !m.contact_phases("C").empty();
    findings["sequence_9"] = claim(partly(line && impacts_at(m, "C") > 1 && impacts_at(m, "A") == 0, line), said(9));
  }
  bool flat = true, similar = true;
  double first = HUGE_VAL, last = 0, apart = 0, apart_before = 0, fastest = 0;
  for (int k = 2; k <= 9; ++k) {
    const MotionRecord& m = evidence.at(k).motion;
    flat = flat && std::isfinite(m.t_flat) && m.ran();
    similar = similar && ends_with(m.contact_phases("A"), tail);
    first = std::min(first, m.t_flat);
    last = std::max(last, m.t_flat);
    const double until = m.phases.back().t;
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
  findings["gauge_near_ground"] = claim(partly(apart < 0.01 * fastest, true),
                                        fmt::format("v₁ and the slip of A differ by h₁θ̇: up to {:.0f} mm/s before the "
                                                    "last slip and {:.0f} mm/s in it, where v₁ reaches {:.0f} mm/s",
                                                    1e3 * apart_before, 1e3 * apart, 1e3 * fastest));
}

Findings find_all(const Evidence& evidence) {
  Findings findings;
  find_theory(evidence, findings);
  find_parameters(evidence, findings);
  find_impacts(evidence, findings);
  find_patterns(evidence, findings);
  find_motions(evidence, findings);
  return findings;
}

}  // namespace carom::papers::disc_ball
