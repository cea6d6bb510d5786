// SPDX-License-Identifier: Apache-2.0
// The bilinear theory: formulas as printed against the integration event by event, its constants, Fig. 8.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "carom/base/constants.hpp"
#include "papers/lattice/findings.hpp"
#include "papers/lattice/printed_formulas.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

using study::with_error;
using theory::ObliqueImpact;
using theory::ObliqueRegime;

namespace {

const ObliqueImpact other_sets[] = {{.mu = 0.1},
                                    {.mu = 0.3},
                                    {.mu = 0.18, .e = 0.5},
                                    {.mu = 0.18, .e = 0.95},
                                    {.mu = 0.3, .e = 0.4, .eta = 1.2, .B = 2.7},
                                    {.mu = 0.25, .e = 0.6, .eta = 1.15, .B = 2.4},
                                    {.mu = 0.4, .e = 0.9, .eta = 1.05, .B = 3},
                                    {.mu = 0.15, .e = 0.7, .eta = 1.1, .B = 2.1}};

std::vector<double> angles() {
  std::vector<double> list;
  for (double cot = 0.17; cot < 10; cot *= 1.06) list.push_back(cot);
  return list;
}

// Differences to the integration, of the paper's constants and of the other sets.
struct Off {
  double paper = 0, others = 0;
  int n = 0;
  void add(bool is_paper, double difference) {
    (is_paper ? paper : others) = std::max(is_paper ? paper : others, std::abs(difference));
    ++n;
  }
  std::string brief() const {
    return fmt::format("largest difference {:.1e} with the paper's constants, {:.1e} with others; {} impacts", paper,
                       others, n);
  }
  Finding finding() const {
    return claim(paper < 1e-9 && others < 1e-9 ? Holds::yes : paper < 1e-9 ? Holds::in_part : Holds::no, brief());
  }
};

// (3) with a plus, its μ₀ by (10).
double walton_by_10(const ObliqueImpact& c, const TheoryConstants& constants) {
  const double mu_0 = c.mu * c.B / (1 + 1 / constants.inertia);
  return -1 + mu_0 * (1 + c.e) * 0.5 * (1 + 1 / constants.inertia);
}

// A2: m(1/M + 1/M′ + a²/I + a′²/I′) of a direction whose arms about the centres of disk and wall are a and a′, in R.
double response(double mass_ratio, double disk_arm, double wall_arm, const TheoryConstants& constants) {
  const double k = gyration_radius(constants.wall_width, constants.wall_height);
  return mass_ratio / (1 + mass_ratio) *
         (1 + 1 / mass_ratio + disk_arm * disk_arm / constants.inertia + wall_arm * wall_arm / (mass_ratio * k * k));
}

void find_formulas(const ObliqueImpact& paper, Findings& findings) {
  Off seven, eight, nine, twenty, seven_right, eight_right;
  Off off_A8, off_A12, off_A18, right_A18, off_A19, off_A21, off_A22, off_A24;
  std::vector<ObliqueImpact> sets{paper};
  sets.insert(sets.end(), std::begin(other_sets), std::end(other_sets));
  for (const ObliqueImpact& set : sets)
    for (const double cot : angles()) {
      ObliqueImpact c = set;
      c.cot_gamma = cot;
      const theory::ObliqueResult exact = oblique_impact(c);
      const bool is_paper = &set == &sets[0];
      switch (exact.regime) {
        case ObliqueRegime::stick:
          if (exact.phases.size() != 2) break;
          seven.add(is_paper, printed_7(c) - exact.beta);
          off_A12.add(is_paper, printed_A12(c) - exact.beta);
          seven_right.add(is_paper, theory::closed_restitution(c).value_or(std::nan("")) - exact.beta);
          break;
        case ObliqueRegime::slip_stick: {
          if (exact.phases.size() == 3) {
            eight.add(is_paper, printed_8(c) - exact.beta);
            eight_right.add(is_paper, theory::closed_restitution(c).value_or(std::nan("")) - exact.beta);
            off_A22.add(is_paper, printed_A22(c) - exact.beta);
            off_A21.add(is_paper, residual_A21(c));
          }
          off_A18.add(is_paper, printed_A18(c) - velocity_at_stick(c));
          right_A18.add(is_paper, corrected_A18(c) - velocity_at_stick(c));
          off_A19.add(is_paper, residual_A19(c));
          const double t_2 = exact.phases[1].t_begin, theta = t_2 <= pi / 2 ? t_2 : t_2 / c.e + pi / 2 * (1 - 1 / c.e);
          twenty.add(is_paper, cosine_A20(c) - std::cos(theta));
          break;
        }
        case ObliqueRegime::slip:
          nine.add(is_paper, -1 + c.mu * c.B * (1 + c.e) * cot - exact.beta);
          off_A8.add(is_paper, printed_A8(c) - exact.beta);
          off_A24.add(is_paper, printed_A24(c) - exact.beta);
          break;
      }
    }
  findings["eq_7"] =
      seven.finding().but(misprint("the sign of −sin ωt₁ before μβ_x/β_z",
                                   seven_right.paper < 1e-9 && seven_right.others < 1e-9, seven_right.brief()));
  findings["eq_8"] =
      eight.finding().but(misprint("plus before μβ_x/β_z, … − e(1 + cos θ₃)",
                                   eight_right.paper < 1e-9 && eight_right.others < 1e-9, eight_right.brief()));
  const auto misprinted = [](const Off& printed, const char* correct, const Off& right) {
    return printed.finding().but(misprint(correct, right.paper < 1e-9 && right.others < 1e-9, right.brief()));
  };
  findings["A8"] = misprinted(off_A8, "β_x for β_x/η²", nine);
  findings["A12"] = misprinted(
      off_A12, "plus before μβ_x, where friction is reversed in the last slip; the sign of −sin ωt₁", seven_right);
  findings["A18"] = misprinted(off_A18, "v_x(0) + (μβ_x/β_z) v_z(0)[1 − e cos(…)] after t_c, v_z(0) < 0", right_A18);
  findings["A19"] = off_A19.finding();
  findings["A21"] = off_A21.finding();
  findings["A22"] = misprinted(off_A22, "plus before μβ_x, where friction is reversed in the last slip", eight_right);
  findings["A24"] = misprinted(off_A24, "minus before μβ_x", nine);
  findings["eq_9"] = nine.finding();
  findings["A20"] = twenty.finding();
}

// Appendix A before its results: equations of motion, stick, and the conditions for both.
void find_motion(const ObliqueImpact& paper, Findings& findings) {
  Off off_A10, right_A10, off_A13, off_A15, off_A16, right_A16;
  int starts = 0, agreed = 0;
  std::vector<ObliqueImpact> sets{paper};
  sets.insert(sets.end(), std::begin(other_sets), std::end(other_sets));
  for (const ObliqueImpact& set : sets)
    for (const double cot : angles()) {
      ObliqueImpact c = set;
      c.cot_gamma = cot;
      const theory::ObliqueResult exact = oblique_impact(c);
      const bool is_paper = &set == &sets[0];
      ++starts;
      agreed += starts_in_stick_A11(c) == (exact.regime == ObliqueRegime::stick);
      if (exact.regime == ObliqueRegime::stick) {
        off_A10.add(is_paper, residual_A10(c, false));
        right_A10.add(is_paper, residual_A10(c, true));
        off_A13.add(is_paper, residual_A13(c));
      }
      if (exact.regime == ObliqueRegime::slip_stick) {
        off_A15.add(is_paper, residual_A15(c));
        off_A16.add(is_paper, residual_A16(c, true));
        right_A16.add(is_paper, residual_A16(c, false));
      }
    }
  double motion = 0;
  for (const double ratio : {1.0, 16 / pi, 100.0}) motion = std::max(motion, residual_A1(ratio));
  findings["A1"] = claim(motion < 1e-12, fmt::format("largest difference {:.0e}", motion));
  const double stick = residual_A9();
  findings["A9"] = claim(stick < 1e-9, fmt::format("largest difference {:.0e}", stick));
  findings["A10"] = off_A10.finding().but(
      misprint("bars around the quotient", right_A10.paper < 1e-9 && right_A10.others < 1e-9, right_A10.brief()));
  findings["A11"] = claim(agreed == starts, fmt::format("{} of {} impacts", agreed, starts));
  findings["A13"] = off_A13.finding();
  findings["A15"] = off_A15.finding();
  findings["A16"] =
      off_A16.finding().but(misprint("dF_x/dt = −μ dF_z/dt, without bars: F_z falls after t_c",
                                     right_A16.paper < 1e-9 && right_A16.others < 1e-9, right_A16.brief()));
}

}  // namespace

void find_theory(Findings& findings, const TheoryConstants& constants) {
  const ObliqueImpact& paper = constants.impact;
  find_formulas(paper, findings);
  find_motion(paper, findings);
  const double printed = printed_3(paper.mu, paper.e, constants.inertia, 0.5);
  const double right = theory::walton_restitution({}, 0.5);
  findings["eq_3"] =
      claim(std::abs(printed - right) < 1e-12,
            fmt::format("{:.3f} at cot γ = 0.5, with a plus {:.3f}; (9) has {:.3f}", printed, right,
                        -1 + paper.mu * paper.B * (1 + paper.e) * 0.5))
          .but(misprint("a plus before μ₀", std::abs(-2 - printed - right) < 1e-12 &&
                                                std::abs(walton_by_10(paper, constants) -
                                                         (-1 + paper.mu * paper.B * (1 + paper.e) * 0.5)) < 1e-12));
  findings["border"] = measured(theory::slip_border(paper),
                                fmt::format("{:.3f} as the inequality is printed; cos Ωt₂ = {:.2f} by A20 at 1.2",
                                            printed_border(paper), cosine_A20({.cot_gamma = 1.2})))
                           .but(misprint("1/{μ[(1 + e)β_x/β_z − η²/e]}",
                                         1 / (paper.mu * ((1 + paper.e) * paper.B - paper.eta * paper.eta / paper.e))));
  const double ratio = theory::friction_from_walton(1, constants.inertia, paper.B);
  findings["eq_10"] = claim(std::abs(ratio - 1) < 0.01, fmt::format("μ/μ₀ = {:.4f}", ratio));
  findings["beta_x"] =
      measured(theory::tangential_response(1e12),
               fmt::format("{:.3f} for equal densities (M′/M = 16/π), {:.3f} for equal points (M′ = M)",
                           theory::tangential_response(16 / pi), theory::tangential_response(1)))
          .but(misprint("3, the largest that A2 has: a wall of infinite mass", response(1e9, 1, 0, constants)));
  // The point of contact is below the centre of the disk, by R, and above that of the wall.
  const double across = 0, equal_densities = constants.wall_width * constants.wall_height / pi;
  findings["beta_z"] = measured(response(equal_densities, across, across, constants),
                                fmt::format("and β_x = {:.3f} by the same formula",
                                            response(equal_densities, 1, constants.wall_height / 2, constants)));
  findings["gyration"] = measured(gyration_radius(constants.wall_width, constants.wall_height));
  findings["eta"] =
      measured(theory::stiffness_root(published_value("nu_band")),
               fmt::format("{:.4f} at ν = 0.057", theory::stiffness_root(0.057)))
          .but(misprint("√[(2 − ν)/(2(1 − ν))] at the printed ν = 0.075",
                        std::sqrt((2 - published_value("nu_band")) / (2 * (1 - published_value("nu_band"))))));
  double most = 0, at = 0, slip = 0;
  for (double cot = 0.2; cot < 6.01; cot += 0.02) {
    const auto beta = [cot](double nu) {
      return theory::oblique_impact({.cot_gamma = cot, .eta = theory::stiffness_root(nu)}).beta;
    };
    const double difference = std::abs(beta(1.0 / 3) - beta(0.075));
    if (cot < 2.5) slip = std::max(slip, difference);
    if (difference > most) {
      most = difference;
      at = cot;
    }
  }
  findings["theory_nu"] =
      claim(most < 0.1    ? Holds::yes
            : most < 0.35 ? Holds::in_part
                          : Holds::no,
            fmt::format("largest difference {:.2f}, at cot γ = {:.1f}; up to 2.5 at most {:.2f}", most, at, slip))
          .but(misprint("up to cot γ = 2.5, where the disk slips for long", slip < 0.15,
                        fmt::format("at most {:.2f} there", slip)));
  double worst = 0;
  for (const double nu : {0.0, 0.075, 0.2, 1.0 / 3, 0.49})
    worst = std::max(
        worst, std::abs(theory::stiffness_root(nu) - std::sqrt((1 / (1 - nu * nu)) / (2 / ((2 - nu) * (1 + nu))))));
  findings["A5"] = claim(worst < 1e-12, fmt::format("largest difference {:.0e}", worst));
  const TableOne table = table_one(paper.e);
  findings["table_rest"] =
      claim(table.rest < 1e-7, fmt::format("largest difference {:.0e} of derivatives by differences", table.rest));
  findings["table_velocity"] =
      claim(table.printed < 1e-7, fmt::format("largest difference {:.2f} v_z(0)", table.printed))
          .but(misprint("e v_z(0) cos(…), as A7 has it", table.corrected < 1e-7,
                        fmt::format("largest difference {:.0e}", table.corrected)));
  findings["A17"] =
      claim(slope_A17(1) < 1e-7, fmt::format("largest difference {:.2f} at ω = β_x = m = 1", slope_A17(1)))
          .but(misprint("a minus before mω³u_x sin ω(t − t₂)/β_x", slope_A17(-1) < 1e-7));
}

double theory_beta(const Reading& r, double cot_gamma) {
  return theory::oblique_impact(
             {.cot_gamma = cot_gamma, .mu = theory::friction_from_walton(r.fit_random.mu_0.mean, 0.5, 3.02)})
      .beta;
}

namespace {

// Simulation less theory over a range of cot γ: whether all are within 0.15, their intervals of two errors too, and the
// largest.
struct Part {
  Holds agree = Holds::yes;
  EnsembleMean most = {};
  std::string text = {};
};

Part part(const Reading& r, double from, double to) {
  Part p;
  for (std::size_t k = 0; k < r.random.cots.size(); ++k) {
    const double cot = r.random.cots[k];
    const EnsembleMean& beta = r.random.results[k].beta;
    if (cot < from || cot > to || beta.n < 2) continue;
    const double theory = theory_beta(r, cot);
    p.agree = all_of({p.agree, alike(beta, exactly(theory), 0.15)});
    EnsembleMean off = beta;
    off.mean = std::abs(beta.mean - theory);
    if (p.most.n == 0 || off.mean > p.most.mean) p.most = off;
    p.text += fmt::format("{}{} and {:.2f} at {:.3g}", p.text.empty() ? "" : ", ", with_error(beta), theory, cot);
  }
  return p;
}

}  // namespace

void find_comparison(const Evidence& e, Findings& findings) {
  const auto agree = [&](double from, double to) {
    const Part stiff = part(e.stiff, from, to), soft = part(e.soft, from, to);
    return in_both(stiff.agree, soft.agree, "simulation and theory: stiff " + stiff.text + "; soft " + soft.text);
  };
  findings["theory_small"] = agree(0, 1);
  if (*findings["theory_small"].holds == Holds::no)
    findings["theory_small"].cause =
        misprint("up to cot γ = 0.5", all_of({part(e.stiff, 0, 0.6).agree, part(e.soft, 0, 0.6).agree}) == Holds::yes);
  findings["theory_large"] = agree(5, 10);
  // Worse in the middle than at either end; an end that is worse denies it.
  const auto middle_worst = [](const Reading& r) {
    const EnsembleMean middle = part(r, 1.01, 4.99).most;
    return all_of({above(middle, part(r, 0, 1).most), above(middle, part(r, 5, 10).most)});
  };
  const auto differences = [](const Reading& r) {
    return fmt::format("{}, {}, {}", with_error(part(r, 0, 1).most), with_error(part(r, 1.01, 4.99).most),
                       with_error(part(r, 5, 10).most));
  };
  findings["theory_middle"] = in_both(middle_worst(e.stiff), middle_worst(e.soft),
                                      "largest differences at small, middle, large cot γ: stiff " +
                                          differences(e.stiff) + "; soft " + differences(e.soft));
}

}  // namespace carom::papers::lattice
