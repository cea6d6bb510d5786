// SPDX-License-Identifier: Apache-2.0
// Section 4(b): what the hit leaves the contacts doing, by its height: Fig. 5 and Table 5.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/disc_ball/findings.hpp"

namespace carom::papers::disc_ball {

const char* printed_mode(int number) {
  constexpr const char* modes[] = {"II", "IV", "IV", "IV", "V", "VI", "III", "I", "I"};
  return modes[number - 1];
}

void find_patterns(const Evidence& evidence, Findings& findings) {
  const Scan& scan = evidence.scan;
  double below = HUGE_VAL, above = HUGE_VAL, spread = 0, largest = 0, variant_below = HUGE_VAL;
  bool signs = true;
  for (int v = 0; v < 3; ++v)
    for (std::size_t k = 0; k < scan.points[v].size(); ++k) {
      const ScanPoint& point = scan.points[v][k];
      const double least = *std::min_element(point.delta.begin(), point.delta.end());
      if (point.ratio < -1e-6) {
        below = std::min(below, least);
        variant_below = std::min(variant_below, point.variant_delta);
      }
      if (point.ratio > 1e-6 && point.ratio < 0.05 + 1e-6) above = std::min(above, point.delta[0]);
      spread = std::max(spread, std::abs(point.slip - scan.points[0][k].slip));
      largest = std::max(largest, std::abs(point.slip));
      if (std::abs(point.ratio) > 1e-6) signs = signs && (point.spin > 0) == (point.ratio < 0);
    }
  const Hit& central = evidence.at(1).hit;
  const double at_centre =
      std::max({std::abs(central.delta[0]), std::abs(central.delta[1]), std::abs(central.delta[2])});
  findings["still_at_centre"] =
      claim(at_centre < 1e-12 && std::abs(central.theta_dot) < 1e-9, fmt::format("{:.1e} m/s at b = 0", at_centre));
  findings["lifts_below"] =
      claim(below > 1, fmt::format("least speed of A, B, C below the centre {:.3f} g T_c; of A in variant P {:.2f}",
                                   below, variant_below));
  findings["contact_above"] =
      claim(above < 1, fmt::format("for 0 < b/r < {:.3f} at v_b = 0.275 m/s", evidence.model.leaves));
  const auto& leaves = evidence.leaves_at;  // at 0.275, 0.433, 0.353 m/s
  findings["region_shrinks"] =
      claim(leaves[0] > leaves[2] && leaves[2] > leaves[1],
            fmt::format("A stays down up to b/r = {:.3f}, {:.3f}, {:.3f} at 0.275, 0.353, 0.433 m/s", leaves[0],
                        leaves[2], leaves[1]));
  // The height at which A is not moved at all, whatever v_b.
  double still = 0, least = HUGE_VAL, variant_still = 0, variant_least = HUGE_VAL;
  for (const ScanPoint& point : scan.points[0]) {
    if (point.ratio < 0.005 || point.ratio > 0.5) continue;
    if (point.delta[0] < least) {
      least = point.delta[0];
      still = point.ratio;
    }
    if (point.variant_delta < variant_least) {
      variant_least = point.variant_delta;
      variant_still = point.ratio;
    }
  }
  findings["fixed_point"] = measured(still, fmt::format("where A is moved least of 0.005 < b/r < 0.5, by {:.3f} g T_c, "
                                                        "less and less as b → 0; in variant P b/r = {:.3f}",
                                                        least, variant_still));
  findings["slip_collapses"] =
      claim(spread < 1e-6 * largest, fmt::format("v_τ/v_b differs by {:.1e} between the three speeds", spread));
  const double width = evidence.model.stick_high - evidence.model.stick_low;
  const bool held = evidence.model.stick_low < evidence.model.leaves;
  findings["stick_region"] =
      claim(width > 0 && width < 0.1 ? (held ? Holds::yes : Holds::in_part) : Holds::no,
            fmt::format("v_τ = 0 for b/r from {:.4f} to {:.4f}, but A leaves the ground above {:.4f}",
                        evidence.model.stick_low, evidence.model.stick_high, evidence.model.leaves));
  findings["sense_of_rotation"] = claim(signs, "θ̇ < 0 for all b > 0 and θ̇ > 0 for all b < 0 of the scan");

  const Boundaries &R = evidence.model, &P = evidence.variant, &P5 = evidence.variant_case5;
  findings["bound_III_IV"] =
      measured(R.lifts_until, fmt::format("A stays down right from b = 0; variant P {:.4f}", P.lifts_until));
  findings["bound_IV_V"] = measured(
      R.stick_low, fmt::format("variant P {:.4f}, with the ground of case 5 {:.4f}", P.stick_low, P5.stick_low));
  findings["bound_V_VI"] = measured(
      R.stick_high, fmt::format("variant P {:.4f}, with the ground of case 5 {:.4f}", P.stick_high, P5.stick_high));
  findings["bound_VI_III"] = measured(R.leaves, fmt::format("variant P {:.4f}", P.leaves));

  for (int k = 1; k <= 9; ++k) {
    const MotionRecord& motion = evidence.at(k).motion;
    const std::string& pattern = motion.seen.pattern;
    std::string detail = pattern == "other" ? "none of the six: C stays down and slips forwards" : "mode " + pattern;
    if (k > 1)
      detail += fmt::format("; δ̇_{} = {:.2f} g T_c", motion.seen.theta_dot < 0 ? "A" : "C",
                            (motion.seen.theta_dot < 0 ? evidence.at(k).hit.delta[0] : evidence.at(k).hit.delta[2]) /
                                DiscBall(motion.settings).closing_speed());
    findings[fmt::format("mode_{}", k)] = claim(pattern == printed_mode(k), detail);
  }
}

}  // namespace carom::papers::disc_ball
