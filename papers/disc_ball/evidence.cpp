// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/evidence.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace carom::papers::disc_ball {

double bisect(double low, double high, const std::function<bool(double)>& right) {
  const bool at_low = right(low);
  if (at_low == right(high)) return std::nan("");
  while (high - low > 1e-7) {
    const double middle = 0.5 * (low + high);
    (right(middle) == at_low ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

namespace {

DiscBallSettings as_variant(DiscBallSettings settings) {
  settings.r = settings.h2 = variant_radius;
  settings.ground.stiffness = settings_of(2).ground.stiffness * variant_ground_factor;
  return settings;
}

double closing_speed(double v_b, DiscBallSettings base) {
  base.v_b = v_b;
  return DiscBall(base).closing_speed();
}

// First and last b/r of a grid at which the ground sticks, refined.
void find_stick(Boundaries& found, const std::function<bool(double)>& sticks) {
  double first = 0, last = 0;
  for (double ratio = 0.2; ratio < 0.4; ratio += 0.004)
    if (sticks(ratio)) {
      if (first == 0) first = ratio;
      last = ratio;
    }
  found.stick_low = first > 0 ? bisect(first - 0.004, first, sticks) : std::nan("");
  found.stick_high = first > 0 ? bisect(last, last + 0.004, sticks) : std::nan("");
}

std::array<double, 4> values(const Hit& hit) { return {hit.theta_dot, hit.v1, hit.v2, hit.delta[0]}; }

}  // namespace

CaseEvidence model_case(int number, const DiscBallSettings& settings, double sample_step) {
  CaseEvidence c;
  c.number = number;
  c.hit = hit(settings);
  c.duration = trace_hit(settings).back().s;
  c.motion = run_motion(settings, {.sample_step = sample_step});
  return c;
}

Hit hit_at(double ratio, double v_b, const DiscBallSettings& base) {
  DiscBallSettings settings = base;
  settings.b = ratio * settings.r;
  settings.v_b = v_b;
  return hit(settings);
}

VariantHit variant_at(double ratio, double v_b, DiscBallSettings base) {
  base = as_variant(base);
  base.b = ratio * base.r;
  base.v_b = v_b;
  return variant_hit(base);
}

Boundaries model_boundaries(double v_b, const DiscBallSettings& base) {
  Boundaries found;
  const double g_Tc = closing_speed(v_b, base);
  const auto lifted = [&](double ratio) { return hit_at(ratio, v_b, base).delta[0] > g_Tc; };
  const double first = 1e-3;
  found.lifts_until = lifted(first) ? bisect(first, 0.2, lifted) : 0;
  found.leaves = bisect(first, 0.9, lifted);
  find_stick(found, [&](double ratio) { return hit_at(ratio, v_b, base).sticks(); });
  return found;
}

Boundaries variant_boundaries(double v_b, const DiscBallSettings& base) {
  Boundaries found;
  const double g_Tc = closing_speed(v_b, base);
  const auto lifted = [&](double ratio) { return variant_at(ratio, v_b, base).delta_A > g_Tc; };
  found.lifts_until = bisect(1e-3, 0.2, lifted);
  found.leaves = bisect(0.22, 0.9, lifted);
  find_stick(found, [&](double ratio) { return variant_at(ratio, v_b, base).sticks; });
  return found;
}

namespace {

void gather_cases(const Effort& effort, Evidence& evidence) {
  const double sample_step = effort.quick ? 5e-4 : 1e-4;
  evidence.cases.resize(9);
  for_each_point(9, effort, [&](int k) {
    CaseEvidence& c = evidence.cases[k];
    c = model_case(k + 1, settings_of(k + 1), sample_step);
    if (c.number < 2) return;
    const DiscBallSettings varied = variant_settings(c.number);
    c.variant = variant_hit(varied);
    Vector<5> u;
    u << 0, 0, c.variant.y_d_dot, c.variant.z_d_dot, c.variant.theta_dot;
    c.variant_motion = run_after(varied, u, {.sample_step = sample_step});
    if (c.number >= 6) c.inferred = infer_input(c.number);
  });
}

ScanPoint scan_point(double ratio, double v_b, const DiscBallSettings& base) {
  const double g_Tc = closing_speed(v_b, base);
  ScanPoint point{.ratio = ratio};
  const Hit hit = hit_at(point.ratio, v_b, base);
  for (int i = 0; i < 3; ++i) point.delta[i] = hit.delta[i] / g_Tc;
  point.slip = hit.v_tau / v_b;
  point.spin = base.r * hit.theta_dot / v_b;
  point.sticks = hit.sticks();
  const VariantHit varied = variant_at(point.ratio, v_b, base);
  point.variant_delta = varied.delta_A / g_Tc;
  point.variant_slip = varied.v_tau / v_b;
  // A hit exactly at the centre has no side to which friction could be reversed.
  if (std::abs(point.ratio) < 1e-9) point.variant_delta = point.variant_slip = std::nan("");
  return point;
}

void gather_heights(const Effort& effort, Evidence& evidence) {
  Scan& scan = evidence.scan;
  const DiscBallSettings base = settings_of(2);
  const int n = effort.quick ? 81 : 321;
  for (auto& points : scan.points) points.resize(n);
  for_each_point(3 * n, effort, [&](int k) {
    // The last point is the rim itself; the ball must still meet the face.
    const double ratio = std::min(-0.6 + 1.6 * (k / 3) / (n - 1), 0.9999);
    scan.points[k % 3][k / 3] = scan_point(ratio, scan.v_b[k % 3], base);
  });
  evidence.near_stick.resize(effort.quick ? 41 : 161);
  for_each_point(static_cast<int>(evidence.near_stick.size()), effort, [&](int k) {
    ScanPoint& point = evidence.near_stick[k];
    point.ratio = 0.15 + 0.3 * k / (static_cast<double>(evidence.near_stick.size()) - 1);
    point.slip = hit_at(point.ratio, 0.275, base).v_tau / 0.275;
    point.variant_slip = variant_at(point.ratio, 0.275, settings_of(5)).v_tau / 0.275;
  });
}

void gather_boundaries(const Effort& effort, Evidence& evidence) {
  const DiscBallSettings base = settings_of(2);
  for_each_point(7, effort, [&](int k) {
    if (k == 0) evidence.model = model_boundaries(0.275, base);
    if (k == 1) evidence.variant = variant_boundaries(0.275, base);
    if (k == 2) evidence.model_case5 = model_boundaries(0.275, settings_of(5));
    if (k == 3) evidence.variant_case5 = variant_boundaries(0.275, settings_of(5));
    if (k >= 4) evidence.leaves_at[k - 4] = model_boundaries(evidence.scan.v_b[k - 4], base).leaves;
  });
}

void gather_scheme(const Effort& effort, Evidence& evidence) {
  const DiscBallSettings third = settings_of(3);
  const std::array<double, 4> exact = values(hit(third, 1e-13));
  for (long N = 1000; N <= (effort.quick ? 100000 : 1000000); N *= 10)
    for (const long by : {1, 3}) evidence.stepped.push_back({.N = by * N});
  for_each_point(static_cast<int>(evidence.stepped.size()), effort, [&](int k) {
    StepError& step = evidence.stepped[k];
    const SteppedHit stepped = stepped_hit(third, step.N);
    const std::array<double, 4> got{stepped.theta_dot, stepped.v1, stepped.v2, stepped.delta_A};
    for (int i = 0; i < 4; ++i) step.error[i] = std::abs(got[i] / exact[i] - 1);
  });
  const auto worst = [](const std::array<double, 4>& e) { return *std::max_element(e.begin(), e.end()); };
  const StepError &first = evidence.stepped.front(), &last = evidence.stepped.back();
  evidence.stepped_order =
      std::log(worst(first.error) / worst(last.error)) / std::log(double(last.N) / double(first.N));
  for (double tolerance = 1e-3; tolerance > 5e-12; tolerance /= 10) {
    const std::array<double, 4> got = values(hit(third, tolerance));
    std::array<double, 4> error{};
    for (int i = 0; i < 4; ++i) error[i] = std::abs(got[i] / exact[i] - 1);
    evidence.flow_tolerance.push_back(tolerance);
    evidence.flow_error.push_back(worst(error));
  }
}

}  // namespace

Evidence gather(const Effort& effort) {
  Evidence evidence;
  evidence.effort = effort;
  const auto say = [&](const char* what) {
    if (effort.progress) effort.progress(what);
  };
  say("the nine cases");
  gather_cases(effort, evidence);
  say("the height of the hit");
  gather_heights(effort, evidence);
  say("boundaries between the patterns");
  gather_boundaries(effort, evidence);
  say("whose the differences are");
  evidence.tried = gather_causes(effort);
  say("the explicit scheme");
  gather_scheme(effort, evidence);
  DiscBallSettings to_the_limit = settings_of(7);
  to_the_limit.closing = DiscClosing::limit;
  evidence.chatter = run_motion(to_the_limit, {.sample_step = 1e-3});
  return evidence;
}

}  // namespace carom::papers::disc_ball
