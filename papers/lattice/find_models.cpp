// SPDX-License-Identifier: Apache-2.0
// Section III: units, elastic constants of lattices, the integrator.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "carom/base/constants.hpp"
#include "carom/lattice/linear_response.hpp"
#include "carom/theory/square_lattice.hpp"
#include "papers/lattice/findings.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

using study::with_error;

namespace {

constexpr double directions[] = {0, 10, 22.5, 35, 45};  // degrees

// Largest difference of E and ν between a cell and a formula, relative to E.
template <class Formula>
double response_error(const PeriodicCell& cell, const Formula& formula) {
  const Eigen::Matrix3d C = stiffness(cell);
  double worst = 0;
  for (const double angle : directions) {
    const StretchResponse exact = stretch(C, angle * deg);
    const theory::ElasticConstants constants = formula(angle * deg);
    worst = std::max({worst, std::abs(exact.E / constants.E - 1), std::abs(exact.nu - constants.nu)});
  }
  return worst;
}

}  // namespace

void find_lattices(Findings& findings, double stiffer) {
  const double triangular =
      response_error(triangular_cell(stiffer * 2.5), [](double) { return theory::triangular_lattice(2.5); });
  findings["triangular"] = claim(triangular < 1e-9, fmt::format("largest difference {:.0e}", triangular));
  double square = 0;
  for (const double k_2 : {0.2, 0.5, 1.5})
    square = std::max(square, response_error(square_cell(stiffer, stiffer * k_2),
                                             [k_2](double theta) { return theory::square_lattice(1, k_2, theta); }));
  findings["eq_5_6"] = claim(square < 1e-9, fmt::format("largest difference {:.0e}", square));
  const double one = stretch(stiffness(square_cell(1, 3.0 / 7, Diagonals::one))).nu;
  const double both = stretch(stiffness(square_cell(1, 3.0 / 7))).nu;
  findings["delaunay_square"] =
      claim(std::abs(one - both) < 0.01,
            fmt::format("ν = {:.3f} with one diagonal a cell, {:.3f} with both", std::abs(one) < 1e-12 ? 0 : one, both))
          .but(misprint("both diagonals in every cell", std::abs(both - 0.3) < 0.01, fmt::format("ν = {:.3f}", both)));
}

namespace {

void find_steps(const Evidence& e, Findings& findings) {
  double energy = 0, e_off = 0, beta_off = 0;
  for (const Reading* r : e.readings())
    for (std::size_t k = 0; k < r->paper_steps.cots.size(); ++k) {
      const auto& fine = r->paper_steps.results[k].samples;
      const auto& usual = r->random.at(r->paper_steps.cots[k]).samples;
      for (std::size_t j = 0; j < fine.size(); ++j) {
        energy = std::max(energy, fine[j].energy_error);
        e_off = std::max(e_off, std::abs(fine[j].e - usual[j].e));
        beta_off = std::max(beta_off, std::abs(fine[j].beta - usual[j].beta));
      }
    }
  findings["symplectic"] = claim(
      energy < 1e-2 && e_off < 0.02 && beta_off < 0.02 ? Holds::yes
      : energy < 0.05                                  ? Holds::in_part
                                                       : Holds::no,
      fmt::format("energy error up to {:.0e}; e differs by up to {:.0e}, β by up to {:.0e}", energy, e_off, beta_off));
}

}  // namespace

void find_models(const Evidence& e, Findings& findings) {
  int whole = 0, pairs = 0;
  double turned = 0;
  for (const study::LatticeSample& s : e.literal.results.front().samples) {
    ++pairs;
    whole += succeeded(s.outcome) && s.collapsed == 0;
    turned += static_cast<double>(s.collapsed);
  }
  findings["k_a"] =
      claim(whole == pairs ? Holds::yes
            : whole > 0    ? Holds::in_part
                           : Holds::no,
            fmt::format("{} of {} pairs; {} ({}), {:.0f} triangles turned over on the mean", whole, pairs,
                        e.literal.failures(), e.literal.results.front().first_failure, turned / pairs))
          .but(misprint("k_a = 10⁴ m c²/R²", 20 * e.stiff.random.failed() < e.stiff.random.thrown(),
                        fmt::format("{} of {} pairs come off the wall",
                                    e.stiff.random.thrown() - e.stiff.random.failed(), e.stiff.random.thrown())));
  const double rho = 1600 / pi;
  findings["sound"] =
      measured(std::sqrt(published_value("E_band") / rho),
               fmt::format("with the bulk's E for k_a = 471 {:.2f}", std::sqrt(e.E_bulk.mean * 471e-4 / rho)))
          .but(follows_from("k_a = 471 m c²/R², the reading `soft`, with its own modulus",
                            std::sqrt(e.E_bulk.mean * 471e-4 / rho)));
  findings["nu_band"] =
      measured(e.band.nu.mean, fmt::format("{} in the middle, {} as a whole, {} samples; bulk {}; displacements across "
                                           "over along {} for a band 3.5 : 1",
                                           with_error(e.band.nu), with_error(e.band.nu_whole), e.band.nu.n,
                                           with_error(e.nu_bulk), with_error(e.band.nu_displacement)))
          .but(follows_from("the ratio of displacements in the place of strains, a band 3.5 : 1",
                            e.band.nu_displacement.mean, e.band.nu_displacement.error));
  // The k_a that gives the printed modulus, and what impacts with it are.
  const Variant& other = e.variants.back();
  const double k_a = other.curve.run.k_a;
  findings["E_band"] =
      measured(e.band.E.mean,
               fmt::format("± {:.0f} in the middle, {:.0f} ± {:.0f} as a whole; bulk {:.0f} ± {:.0f}", e.band.E.error,
                           e.band.E_whole.mean, e.band.E_whole.error, e.E_bulk.mean, e.E_bulk.error))
          .but(unprinted(
              {.name = "k_a of the band, printed as 1.0,", .unit = "m c²/R²", .value = k_a, .low = 5000, .high = 20000},
              1e-4 * k_a * e.band.E.mean, 1e-4 * k_a * e.band.E.error,
              fmt::format("E is proportional to it; impacts with it have e = {}, β₀ = {}, with 10⁴ {} and {}",
                          with_error(other.fitted.e), with_error(other.fitted.beta_0), with_error(e.stiff.fit_random.e),
                          with_error(e.stiff.fit_random.beta_0))));
  find_lattices(findings);
  find_steps(e, findings);
}

}  // namespace carom::papers::lattice
