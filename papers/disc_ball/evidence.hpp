// SPDX-License-Identifier: Apache-2.0
// Everything that is computed for the paper, gathered once; tables and figures only look at it.
//
// Boundaries   Where the pattern of contact changes with the height of the hit, by bisection in b/r: the normal speed of A
//              passes g T_c (A leaves the ground above it), and the ends of the interval in which the ground sticks.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "papers/common/effort.hpp"
#include "papers/disc_ball/causes.hpp"
#include "papers/disc_ball/hit.hpp"
#include "papers/disc_ball/motion.hpp"
#include "papers/disc_ball/stepped_hit.hpp"
#include "papers/disc_ball/variant_p.hpp"

namespace carom::papers::disc_ball {

struct ScanPoint {
  double ratio = 0;               // b/r
  std::array<double, 3> delta{};  // normal speeds of A, B, C over g T_c
  double slip = 0, spin = 0;      // v_τ/v_b and r θ̇/v_b
  bool sticks = false;
  double variant_delta = 0, variant_slip = 0;  // of A, by the variant
};

struct Scan {
  std::array<double, 3> v_b{0.275, 0.433, 0.353};  // cases 2, 5, 8 [m/s]
  std::array<std::vector<ScanPoint>, 3> points;
};

struct CaseEvidence {
  int number = 0;
  Hit hit;
  double duration = 0;  // of the impact [s]
  MotionRecord motion;
  VariantHit variant;           // cases 2 to 9
  MotionRecord variant_motion;  // from the variant's velocities on, by the engine
  InferredInput inferred;       // cases 6 to 9
};

struct StepError {
  long N = 0;
  std::array<double, 4> error{};  // relative, of θ̇, v₁, v₂ and δ̇_A
};

struct Evidence {
  Effort effort;
  std::vector<CaseEvidence> cases;  // 1 to 9
  Scan scan;
  std::vector<ScanPoint> near_stick;      // at 0.275 m/s: slips only; the variant with the ground of case 5
  Boundaries model, variant;              // at v_b = 0.275 m/s, ground as in case 2
  Boundaries model_case5, variant_case5;  // ground as in case 5
  std::array<double, 3> leaves_at{};      // model, at the speeds of the scan
  std::vector<StepError> stepped;         // case 3
  double stepped_order = 0;
  std::vector<double> flow_tolerance, flow_error;  // of the engine, case 3: worst relative error of the four
  MotionRecord chatter;                            // case 7 with impacts followed to their limit
  CauseEvidence tried;
  const CaseEvidence& at(int number) const { return cases.at(static_cast<std::size_t>(number - 1)); }
};

// Where `right` changes from false to true, or back, between low and high; NaN if it does not.
double bisect(double low, double high, const std::function<bool(double)>& right);

// A case by the model: the hit, its duration and the motion after it; nothing of the variant.
CaseEvidence model_case(int number, const DiscBallSettings& settings, double sample_step);

// The model at another height and speed of the hit.
Hit hit_at(double ratio, double v_b, const DiscBallSettings& base);
VariantHit variant_at(double ratio, double v_b, DiscBallSettings base);

Boundaries model_boundaries(double v_b, const DiscBallSettings& base);
Boundaries variant_boundaries(double v_b, const DiscBallSettings& base);

Evidence gather(const Effort& effort);

}  // namespace carom::papers::disc_ball
