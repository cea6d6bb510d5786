// SPDX-License-Identifier: Apache-2.0
// Section 2: kinematics, impact law, closing, Painlevé's paradox.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/disc_ball/findings.hpp"

namespace carom::papers::disc_ball {

namespace {

struct Point {
  double y = 0, z = 0;
};

// Material points of the disc: height b along e₃, distance k along n.
Point on_disc(const Vector<5>& q, double along, double out) {
  const double s = std::sin(q[4]), c = std::cos(q[4]);
  return {q[2] + along * c + out * s, q[3] + along * s - out * c};
}

// Largest difference between the printed tangential columns and the velocities of material points, by differences.
double tangential_miss(const DiscBall& system) {
  const DiscBallSettings& p = system.settings();
  double worst = 0;
  for (const double theta : {pi / 2, 1.2, 0.7, 0.2}) {
    Vector<5> q = system.touching();
    q[4] = theta;
    const Point d = on_disc(q, p.b, -p.h);
    q[0] = d.y - p.r_b;
    q[1] = d.z;
    const auto contacts = contact_kinematics(system, 0, q, Vector<5>::Zero());
    const double s = std::sin(theta), c = std::cos(theta), b = p.b;
    for (int k = 0; k < 5; ++k) {
      const double step = 1e-6;
      Vector<5> up = q, down = q;
      up[k] += step;
      down[k] -= step;
      for (int i = 0; i < 4; ++i) {
        double rate;
        if (i < 3) {
          const double out = (1 - i) * p.h;
          rate = (on_disc(up, -p.r, out).y - on_disc(down, -p.r, out).y) / (2 * step);
        } else {
          const Point a = on_disc(up, b, -p.h), z = on_disc(down, b, -p.h);
          const double y_rate = (a.y - z.y) / (2 * step) - (k == 0), z_rate = (a.z - z.z) / (2 * step) - (k == 1);
          rate = y_rate * c + z_rate * s;
        }
        worst = std::max(worst, std::abs(rate - contacts[i].tangent[k]));
      }
    }
  }
  return worst;
}

// The same for the gaps (2.1) and the normal columns as printed in (2.3), with −b.
double normal_miss(const DiscBallSettings& p) {
  double worst = 0;
  for (const double theta : {pi / 2, 1.2, 0.7, 0.2}) {
    const double s = std::sin(theta), c = std::cos(theta);
    const DiscBall system(p);
    Vector<5> q = system.touching();
    q[4] = theta;
    const Point d = on_disc(q, p.b, -p.h);
    q[0] = d.y - p.r_b;
    q[1] = d.z;
    const double printed[4][5] = {{0, 0, 0, 1, p.h * s - p.r * c},
                                  {0, 0, 0, 1, -p.r * c},
                                  {0, 0, 0, 1, -p.h * s - p.r * c},
                                  {-s, c, s, -c, -p.b}};
    const auto gaps = [&](const Vector<5>& at) {
      const double sn = std::sin(at[4]), cs = std::cos(at[4]);
      return std::array{at[3] - (p.h * cs + p.r * sn), at[3] - p.r * sn, at[3] + p.h * cs - p.r * sn,
                        (at[1] - at[3]) * cs - (at[0] + p.r_b - at[2]) * sn - p.h};
    };
    for (int k = 0; k < 5; ++k) {
      const double step = 1e-6;
      Vector<5> up = q, down = q;
      up[k] += step;
      down[k] -= step;
      const auto a = gaps(up), z = gaps(down);
      for (int i = 0; i < 4; ++i) worst = std::max(worst, std::abs((a[i] - z[i]) / (2 * step) - printed[i][k]));
    }
  }
  return worst;
}

// Inertia about a diameter by summing the disc's slices.
double inertia_by_sum(const DiscBallSettings& p) {
  const int n = 400;
  double sum = 0, volume = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const double z = p.r * (2 * (i + 0.5) / n - 1), x = p.h * (2 * (j + 0.5) / n - 1);
      const double chord = std::sqrt(std::max(p.r * p.r - z * z, 0.0));
      sum += chord * (z * z + x * x);
      volume += chord;
    }
  return p.m_d * sum / volume;
}

// A and B of (2.38) at slip forwards from the mechanism.
std::array<double, 2> slip_coefficients(const DiscBall& system, double theta, double mu, double rate) {
  Vector<5> q = system.touching(), u = Vector<5>::Zero();
  q[4] = theta;
  u[4] = rate;
  const auto contact = contact_kinematics(system, 0, q, u)[0];
  const Vector<5> mw = system.inverse_mass(q) * contact.normal, mn = system.inverse_mass(q) * contact.tangent;
  return {contact.normal.dot(mw) - mu * contact.normal.dot(mn), contact.normal_drift - system.settings().g};
}

void find_equations(const Evidence&, Findings& findings) {
  const DiscBallSettings p = settings_of(3);
  const DiscBall system(p);
  const double W = normal_miss(p), N = tangential_miss(system);
  findings["eq_2_3"] = claim(W < 1e-8, fmt::format("largest difference {:.1e}", W));
  findings["eq_2_7"] = claim(N < 1e-8, fmt::format("largest difference {:.1e}", N));
  const double by_sum = inertia_by_sum(p) / system.inertia() - 1;
  findings["inertia"] = claim(std::abs(by_sum) < 1e-3, fmt::format("by summation off by {:+.1e}", by_sum));

  double worst = 0, worst_35 = 0, worst_b = 0, worst_mended = 0;
  const double l = std::hypot(p.r, p.h), phi = std::atan(p.h / p.r), I = system.inertia();
  for (double theta = 0.05; theta < pi / 2 + 0.01; theta += 0.05) {
    const double mu = 0.14, rate = 5, s = std::sin(theta), c = std::cos(theta), psi = theta + phi;
    const auto [A, B] = slip_coefficients(system, theta, mu, rate);
    const double A_39 =
        1 / p.m_d + l * l / (2 * I) * (1 + std::cos(2 * psi)) + mu * l * l / (2 * I) * std::sin(2 * psi);
    const double B_40 = l * std::sin(psi) * rate * rate - p.g;
    const double w = p.h * s - p.r * c, wrong = p.h * c - p.r * s, n = p.h * c + p.r * s;
    worst = std::max(worst, std::abs(A_39 / A - 1));
    worst_b = std::max(worst_b, std::abs(B_40 / B - 1));
    worst_mended = std::max(worst_mended, std::abs((1 / p.m_d + (w * w - mu * n * w) / I) / A - 1));
    worst_35 = std::max(worst_35, std::abs((1 / p.m_d + (wrong * wrong - mu * n * w) / I) / A - 1));
  }
  findings["eq_2_35"] =
      claim(worst_35 < 1e-9, fmt::format("coefficient of F_n off by up to a factor {:.1f}", 1 + worst_35))
          .but(misprint("(hs − rc)², as in (2.36)", worst_mended < 1e-9, fmt::format("to {:.0e}", worst_mended)));
  findings["eq_2_39"] = claim(worst < 1e-9 && worst_b < 1e-9, fmt::format("A to {:.1e}, B to {:.1e}", worst, worst_b));
}

void find_impact_law(const Evidence& evidence, Findings& findings) {
  const DiscBallSettings p = settings_of(3);
  double worst = 0;
  for (const HitSample& sample : trace_hit(p))
    for (int i = 0; i < 4; ++i) {
      if (!(sample.E[i] > 1e-12)) continue;
      const double k = (i == 3 ? p.face : p.ground).stiffness;
      worst = std::max(
          worst, std::abs(std::pow(2.5, 0.6) * std::pow(k, 0.4) * std::pow(sample.E[i], 0.6) / sample.F_n[i] - 1));
    }
  findings["eq_2_27"] = claim(worst < 1e-9, fmt::format("along the hit of case 3 to {:.1e}", worst));

  double friction = -HUGE_VAL;
  for (const CaseEvidence& c : evidence.cases)
    for (int i = 0; i < 4; ++i) friction = std::max(friction, c.hit.result.friction_work[i] / c.hit.energy_before);
  // Of D, summed along the steps of the hit.
  double compression = 0, restitution = 0;
  const std::vector<HitSample> steps = trace_hit(p, 1e-13);
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const double work = 0.5 * (steps[k].v_n[3] + steps[k - 1].v_n[3]) * (steps[k].P_n[3] - steps[k - 1].P_n[3]);
    (work < 0 ? compression : restitution) += std::abs(work);
  }
  const double e_squared = p.face.e * p.face.e;
  findings["eq_2_34"] = claim(std::abs(restitution / compression / e_squared - 1) < 0.005,
                              fmt::format("{:.4f} at D in case 3, e² = {:.4f}", restitution / compression, e_squared));
  findings["friction_opposes"] =
      claim(friction <= 1e-12, fmt::format("largest work of friction {:.1e} of the ball's energy", friction));

  DiscBallSettings plastic = p;
  plastic.face.e = 0;
  const Hit soft = hit(plastic);
  const double left = soft.result.v_n[3] / p.v_b;
  findings["plastic"] = claim(std::abs(left) < 1e-6, fmt::format("ball and face part at {:.1e} of v_b", left));
}

// (2.28), (2.30), (2.32): shares of the normal impulse, at the start and along the hit, and the energies that make them.
void find_distribution(Findings& findings) {
  const DiscBallSettings p = settings_of(3);
  const auto stiffness = [&](int i) { return (i == 3 ? p.face : p.ground).stiffness; };
  const std::vector<HitSample> steps = trace_hit(p, 1e-13);
  double worst = 0, energy = 0, off = 0, largest = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const HitSample &now = steps[k], &before = steps[k - 1];
    for (int i = 0; i < 3; ++i) {
      if (!(now.E[i] > 1e-12) || !(now.E[3] > 1e-12)) continue;
      const double ratio = std::pow(stiffness(i) / stiffness(3), 0.4) * std::pow(now.E[i] / now.E[3], 0.6);
      worst = std::max(worst, std::abs(ratio / (now.F_n[i] / now.F_n[3]) - 1));
    }
    const double mean = 0.5 * (now.v_n[3] + before.v_n[3]);
    energy -= mean * (now.P_n[3] - before.P_n[3]) / (mean <= 0 ? 1 : p.face.e * p.face.e);
    off = std::max(off, std::abs(energy - now.E[3]));
    largest = std::max(largest, now.E[3]);
  }
  findings["eq_2_28"] = claim(worst < 1e-9, fmt::format("along the hit of case 3 to {:.0e}", worst));
  findings["eq_2_32"] =
      claim(off < 0.005 * largest, fmt::format("at D in case 3 to {:.1e} of the largest energy", off / largest));

  // A approaches the ground while the ball hits: both begin at once.
  ImpactProblem<4> both = hit_problem(DiscBall(p));
  both.v_n[0] = 0.3 * both.v_n[3];
  const double printed = stiffness(0) / stiffness(3) * std::pow(both.v_n[0] / both.v_n[3], 1.5);
  double first = std::nan("");
  solve_impact(both, {.flow = {.tolerance = 1e-12}}, [&first](const HitSample& sample) {
    if (!std::isfinite(first) && sample.P_n[0] > 0 && sample.P_n[3] > 0) first = sample.P_n[0] / sample.P_n[3];
  });
  findings["eq_2_30"] = claim(std::abs(first / printed - 1) < 0.01,
                              fmt::format("P_A/P_D = {:.4f} after the first step, {:.4f} by (2.30)", first, printed));
}

// (2.36), (2.37) at a tilt: what an impulse at A does to its normal speed, and the centrifugal term in units of g.
void find_closing_equations(Findings& findings) {
  const DiscBallSettings p = settings_of(2);
  const DiscBall system(p);
  const double I = system.inertia(), rate = 5;
  double worst = 0, printed_miss = 0, mended_miss = 0;
  for (double theta = 0.1; theta < pi / 2; theta += 0.1) {
    Vector<5> q = system.touching(), u = Vector<5>::Zero();
    q[4] = theta;
    u[4] = rate;
    const auto A = contact_kinematics(system, 0, q, u)[0];
    const Vector<5> mw = system.inverse_mass(q) * A.normal;
    const double s = std::sin(theta), c = std::cos(theta), w = p.h * s - p.r * c, n = p.h * c + p.r * s;
    worst = std::max({worst, std::abs((I + p.m_d * w * w) / (p.m_d * I) / A.normal.dot(mw) - 1),
                      std::abs(n * w / I - A.tangent.dot(mw)) * I / (p.r * p.r)});
    const double drift = A.normal_drift / p.g;
    printed_miss = std::max(printed_miss, std::abs(n * rate * rate / (p.m_d * p.g) / drift - 1));
    mended_miss = std::max(mended_miss, std::abs(n * rate * rate / p.g / drift - 1));
  }
  findings["eq_2_36"] = claim(worst < 1e-9, fmt::format("to {:.0e}", worst));
  findings["eq_2_37"] = claim(printed_miss < 1e-9, fmt::format("off by a factor {:.2f}, and 1/kg", 1 + printed_miss))
                            .but(misprint("(hc + rs)θ̇²/g, as in (2.36)", mended_miss < 1e-9));
}

void find_closing_and_paradox(const Evidence& evidence, Findings& findings) {
  const MotionRecord& chatter = evidence.chatter;
  findings["finite_time"] = claim(chatter.ran() && chatter.report.events.chatter_limits > 0,
                                  fmt::format("case 7 without a closing rule: {}", chatter.report.brief()));
  const DiscBallSettings p = settings_of(2);
  const double mu_41 = paradox_bound(p.r, p.h, pi / 2), mu_42 = p.r / (4 * p.h) + 4 * p.h / (3 * p.r);
  const double A_below = slip_coefficients(DiscBall(p), pi / 2, 0.999 * mu_41, 0)[0];
  const double A_above = slip_coefficients(DiscBall(p), pi / 2, 1.001 * mu_41, 0)[0];
  findings["eq_2_41"] =
      claim(A_below > 0 && A_above < 0,
            fmt::format("A = {:+.3f} and {:+.3f} kg⁻¹ just below and above μ = {:.4f}", A_below, A_above, mu_41));
  findings["eq_2_42"] =
      claim(std::abs(mu_42 / mu_41 - 1) < 1e-12, fmt::format("{:.5f} for this disc, both ways", mu_42));
  double least = HUGE_VAL, at = 0;
  for (double theta = 1e-3; theta < pi / 2 + 1e-9; theta += 1e-3) {
    const double bound = paradox_bound(p.r, p.h, std::min(theta, pi / 2));
    if (bound < least) {
      least = bound;
      at = std::min(theta, pi / 2);
    }
  }
  findings["least_upright"] = claim(at > pi / 2 - 2e-3, fmt::format("least at θ = {:.1f}°", at / deg));
  double ratio = 0, mu = HUGE_VAL;
  for (double x = 1; x < 5; x += 1e-5) {
    const double bound = paradox_bound(x, 1, pi / 2);
    if (bound < mu) {
      mu = bound;
      ratio = x;
    }
  }
  findings["worst_shape"] = measured(ratio);
  findings["worst_mu"] = measured(mu);
  long paradoxes = 0, detachments = 0;
  double load = HUGE_VAL;
  for (const CaseEvidence& c : evidence.cases) {
    paradoxes += c.motion.report.events.tangential_impacts + c.motion.report.events.indeterminate;
    detachments += c.motion.report.events.detach;
    load = std::min(load, c.motion.smallest_load);
  }
  findings["no_paradox"] =
      claim(paradoxes == 0 && mu_41 > 1, fmt::format("{} in nine runs; needs μ = {:.2f}", paradoxes, mu_41));
  const double l = std::hypot(p.r, p.h), phi = std::atan(p.h / p.r), theta = 0.8;
  const double critical = std::sqrt(p.g / (l * std::sin(theta + phi)));
  const double below = slip_coefficients(DiscBall(p), theta, 0, 0.999 * critical)[1];
  const double above = slip_coefficients(DiscBall(p), theta, 0, 1.001 * critical)[1];
  findings["eq_2_43"] =
      claim(below < 0 && above > 0, fmt::format("at θ = 0.8 B changes its sign at {:.2f} rad/s", critical));
  const double flat = std::sqrt(p.g / (l * std::sin(phi)));
  const double slower = slip_coefficients(DiscBall(p), 0, 0, 0.999 * flat)[1];
  const double faster = slip_coefficients(DiscBall(p), 0, 0, 1.001 * flat)[1];
  findings["rate_at_flat"] = claim(!std::isfinite(flat), fmt::format("√(g/h) = {:.1f} rad/s at θ = 0", flat))
                                 .but(misprint(fmt::format("finite, √(g/h) = {:.1f} rad/s", flat),
                                               slower < 0 && faster > 0, "there B changes its sign in the mechanism"));
  findings["no_detachment"] =
      claim(detachments == 0 && load > 0,
            fmt::format("{} detachments from contact in nine runs; least load {:.3f} N", detachments, load));
}

}  // namespace

double paradox_bound(double r, double h, double theta) {
  // With the mass of the disc as unit.
  const double l2 = r * r + h * h, I = r * r / 4 + h * h / 3, psi = theta + std::atan(h / r);
  const double sine = std::sin(2 * psi);
  return sine < 0 ? -(2 * I + l2 * (1 + std::cos(2 * psi))) / (l2 * sine) : HUGE_VAL;
}

void find_theory(const Evidence& evidence, Findings& findings) {
  find_equations(evidence, findings);
  find_impact_law(evidence, findings);
  find_distribution(findings);
  find_closing_equations(findings);
  find_closing_and_paradox(evidence, findings);
}

}  // namespace carom::papers::disc_ball
