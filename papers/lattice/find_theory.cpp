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
  Finding finding() const {
    return claim(paper < 1e-9 && others < 1e-9 ? Holds::yes
                 : paper < 1e-9                ? Holds::in_part
                                               : Holds::no,
                 fmt::format("largest difference {:.1e} with the paper's constants, {:.1e} with others; {} impacts",
                             paper, others, n));
  }
};

// A2: m(1/M + 1/M′ + a²/I + a′²/I′) of a direction whose arms about the centres of disk and wall are a and a′, in R.
double response(double mass_ratio, double disk_arm, double wall_arm, const TheoryConstants& constants) {
  const double k = gyration_radius(constants.wall_width, constants.wall_height);
  return mass_ratio / (1 + mass_ratio) *
         (1 + 1 / mass_ratio + disk_arm * disk_arm / constants.inertia + wall_arm * wall_arm / (mass_ratio * k * k));
}

void find_formulas(const ObliqueImpact& paper, Findings& findings) {
  Off seven, eight, nine, twenty;
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
          if (exact.phases.size() == 2) seven.add(is_paper, printed_7(c) - exact.beta);
          break;
        case ObliqueRegime::slip_stick: {
          if (exact.phases.size() == 3) eight.add(is_paper, printed_8(c) - exact.beta);
          const double t_2 = exact.phases[1].t_begin, theta = t_2 <= pi / 2 ? t_2 : t_2 / c.e + pi / 2 * (1 - 1 / c.e);
          twenty.add(is_paper, cosine_A20(c) - std::cos(theta));
          break;
        }
        case ObliqueRegime::slip: nine.add(is_paper, -1 + c.mu * c.B * (1 + c.e) * cot - exact.beta); break;
      }
    }
  findings["eq_7"] = seven.finding();
  findings["eq_8"] = eight.finding();
  findings["eq_9"] = nine.finding();
  findings["A20"] = twenty.finding();
}

}  // namespace

void find_theory(Findings& findings, const TheoryConstants& constants) {
  const ObliqueImpact& paper = constants.impact;
  find_formulas(paper, findings);
  const double printed = printed_3(paper.mu, paper.e, constants.inertia, 0.5);
  const double right = theory::walton_restitution({}, 0.5);
  findings["eq_3"] = claim(std::abs(printed - right) < 1e-12,
                           fmt::format("{:.3f} at cot γ = 0.5, with a plus {:.3f}; (9) has {:.3f}", printed, right,
                                       -1 + paper.mu * paper.B * (1 + paper.e) * 0.5));
  findings["border"] = measured(theory::slip_border(paper),
                                fmt::format("{:.3f} as the inequality is printed; cos Ωt₂ = {:.2f} by A20 at 1.2",
                                            printed_border(paper), cosine_A20({.cot_gamma = 1.2})));
  const double ratio = theory::friction_from_walton(1, constants.inertia, paper.B);
  findings["eq_10"] = claim(std::abs(ratio - 1) < 0.01, fmt::format("μ/μ₀ = {:.4f}", ratio));
  findings["beta_x"] =
      measured(theory::tangential_response(1e12),
               fmt::format("{:.3f} for equal densities (M′/M = 16/π), {:.3f} for equal points (M′ = M)",
                           theory::tangential_response(16 / pi), theory::tangential_response(1)));
  // The point of contact is below the centre of the disk, by R, and above that of the wall.
  const double across = 0, equal_densities = constants.wall_width * constants.wall_height / pi;
  findings["beta_z"] = measured(response(equal_densities, across, across, constants),
                                fmt::format("and β_x = {:.3f} by the same formula",
                                            response(equal_densities, 1, constants.wall_height / 2, constants)));
  findings["gyration"] = measured(gyration_radius(constants.wall_width, constants.wall_height));
  findings["eta"] = measured(theory::stiffness_root(published_value("nu_band")),
                             fmt::format("{:.4f} at ν = 0.057", theory::stiffness_root(0.057)));
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
            fmt::format("largest difference {:.2f}, at cot γ = {:.1f}; up to 2.5 at most {:.2f}", most, at, slip));
  double worst = 0;
  for (const double nu : {0.0, 0.075, 0.2, 1.0 / 3, 0.49})
    worst = std::max(
        worst, std::abs(theory::stiffness_root(nu) - std::sqrt((1 / (1 - nu * nu)) / (2 / ((2 - nu) * (1 + nu))))));
  findings["A5"] = claim(worst < 1e-12, fmt::format("largest difference {:.0e}", worst));
}

double theory_beta(const Reading& r, double cot_gamma) {
  return theory::oblique_impact(
             {.cot_gamma = cot_gamma, .mu = theory::friction_from_walton(r.fit_random.mu_0.mean, 0.5, 3.02)})
      .beta;
}

void find_comparison(const Evidence& e, Findings& findings) {
  // Largest difference, and whether all are within 0.1 or three errors.
  struct Part {
    double most = 0;
    bool agree = true;
    std::string text = {};
  };
  const auto part = [](const Reading& r, double from, double to) {
    Part p;
    for (std::size_t k = 0; k < r.random.cots.size(); ++k) {
      const double cot = r.random.cots[k];
      const EnsembleMean& beta = r.random.results[k].beta;
      if (cot < from || cot > to || beta.n < 2) continue;
      const double off = std::abs(beta.mean - theory_beta(r, cot));
      p.most = std::max(p.most, off);
      p.agree = p.agree && (off < 0.1 || off < 3 * beta.error);
      p.text += fmt::format("{}{} and {:.2f} at {:.3g}", p.text.empty() ? "" : ", ", with_error(beta),
                            theory_beta(r, cot), cot);
    }
    return p;
  };
  const auto texts = [&](double from, double to) {
    return "simulation and theory: stiff " + part(e.stiff, from, to).text + "; soft " + part(e.soft, from, to).text;
  };
  const auto agree = [&](double from, double to) {
    return in_readings(part(e.stiff, from, to).agree, part(e.soft, from, to).agree);
  };
  findings["theory_small"] = claim(agree(0, 1) == Holds::yes     ? Holds::yes
                                   : agree(0, 0.6) == Holds::yes ? Holds::in_part
                                                                 : Holds::no,
                                   texts(0, 1));
  findings["theory_large"] = claim(agree(5, 10), texts(5, 10));
  const auto middle_worst = [&](const Reading& r) {
    const double middle = part(r, 1.01, 4.99).most;
    return middle > part(r, 0, 1).most && middle > part(r, 5, 10).most;
  };
  const auto differences = [&](const Reading& r) {
    return fmt::format("{:.2f}, {:.2f}, {:.2f}", part(r, 0, 1).most, part(r, 1.01, 4.99).most, part(r, 5, 10).most);
  };
  findings["theory_middle"] = claim(in_readings(middle_worst(e.stiff), middle_worst(e.soft)),
                                    "largest differences at small, middle, large cot γ: stiff " + differences(e.stiff) +
                                        "; soft " + differences(e.soft));
}

}  // namespace carom::papers::lattice
