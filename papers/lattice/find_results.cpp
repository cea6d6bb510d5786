// SPDX-License-Identifier: Apache-2.0
// Sections IV and V: β and e over the angle of incidence, roughness, number of points, stiffness.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/lattice/findings.hpp"

namespace carom::papers::lattice {

using study::with_error;

Holds in_readings(bool stiff, bool soft) {
  return stiff && soft ? Holds::yes : stiff || soft ? Holds::in_part : Holds::no;
}

namespace {

// "stiff …; soft …"
template <class Text>
std::string both(const Evidence& e, const Text& text) {
  return "stiff " + text(e.stiff) + "; soft " + text(e.soft);
}

template <class Test>
Holds holds(const Evidence& e, const Test& test) {
  return in_readings(test(e.stiff), test(e.soft));
}

double largest(const Curve& curve) {
  double most = -HUGE_VAL;
  for (const LatticeEnsembleResult& r : curve.results) most = std::max(most, r.beta.mean);
  return most;
}

// All β < 0, or in part none above zero by two errors.
Holds negative(const Curve& curve) {
  bool all = true, within = true;
  for (const LatticeEnsembleResult& r : curve.results) {
    all = all && r.beta.mean < 0;
    within = within && r.beta.mean < 2 * r.beta.error;
  }
  return all ? Holds::yes : within ? Holds::in_part : Holds::no;
}

Holds weaker(Holds a, Holds b) { return static_cast<int>(a) < static_cast<int>(b) ? a : b; }

// Mean of β over the angles from 3 on, as if they were independent.
EnsembleMean plateau(const Curve& curve) {
  double sum = 0, squares = 0;
  int n = 0;
  for (std::size_t k = 0; k < curve.cots.size(); ++k)
    if (curve.cots[k] > 2.9 && curve.cots[k] < 6.1) {
      sum += curve.results[k].beta.mean;
      squares += curve.results[k].beta.error * curve.results[k].beta.error;
      ++n;
    }
  return {.mean = sum / n, .error = std::sqrt(squares) / n, .n = n};
}

// The largest difference of two orientations in units of its error, at the angles that all have.
struct Turned {
  double sigmas = 0;
  std::string text = {};
};

Turned turned(const Reading& r) {
  Turned result;
  for (const double cot : r.turned.front().cots) {
    std::vector<EnsembleMean> betas{r.polygon.at(cot).beta};
    for (const Curve& curve : r.turned) betas.push_back(curve.at(cot).beta);
    result.text += fmt::format("{}cot γ = {:g}:", result.text.empty() ? "" : ", ", cot);
    for (const EnsembleMean& a : betas) {
      result.text += " " + with_error(a);
      for (const EnsembleMean& b : betas)
        if (&a != &b) result.sigmas = std::max(result.sigmas, std::abs(sigmas(a, b)));
    }
  }
  return result;
}

void find_numbers(const Evidence& e, Findings& findings) {
  for (const Reading* r : e.readings()) {
    const std::string which = std::string("_") + name(r->units);
    const auto value = [](const EnsembleMean& m, const std::string& more = {}) {
      return measured(m.mean, fmt::format("standard error {:.2g}", m.error) + (more.empty() ? "" : "; " + more));
    };
    const CurveFit& f = r->fit_random;
    findings["e_mean" + which] = value(f.e, fmt::format("{} pairs an angle", r->random.pairs));
    findings["mu_0" + which] = value(f.mu_0, with_error(f.mu_0_steeper) + " from 0.5 ≤ cot γ ≤ 1, " +
                                                 with_error(f.mu_0_wide) + " from cot γ ≤ 2, beyond the bend");
    findings["beta_0" + which] = value(f.beta_0);
    findings["square_1" + which] = value(r->fit_square_1.beta_0, fmt::format("{} pairs", r->square_1.pairs));
    findings["square_3" + which] = value(r->fit_square_3.beta_0, fmt::format("{} pairs", r->square_3.pairs));
    findings["mu_0_finer" + which] =
        value(r->fit_finer.mu_0, fmt::format("{:.2f} of that at 0.03", r->fit_finer.mu_0.mean / f.mu_0.mean));
  }
}

}  // namespace

void find_results(const Evidence& e, Findings& findings) {
  find_numbers(e, findings);
  findings["shape"] = claim(holds(e,
                                  [](const Reading& r) {
                                    return sigmas(r.random.at(1).beta, r.random.at(0.25).beta) > 3 &&
                                           std::abs(sigmas(r.random.at(6).beta, r.random.at(4).beta)) < 2;
                                  }),
                            both(e, [](const Reading& r) {
                              return fmt::format("{}, {}, {}, {} at 0.25, 1, 4, 6", with_error(r.random.at(0.25).beta),
                                                 with_error(r.random.at(1).beta), with_error(r.random.at(4).beta),
                                                 with_error(r.random.at(6).beta));
                            }));
  findings["positive"] =
      claim(holds(e, [](const Reading& r) { return r.fit_random.beta_0.mean > 2 * r.fit_random.beta_0.error; }),
            both(e, [](const Reading& r) { return with_error(r.fit_random.beta_0); }));
  findings["smooth"] =
      claim(holds(e, [](const Reading& r) { return largest(r.smooth) < -0.95; }),
            both(e, [](const Reading& r) { return fmt::format("at most {:.3f}", largest(r.smooth)); }));
  findings["roughness"] =
      claim(holds(e,
                  [](const Reading& r) {
                    return std::abs(r.random.at(2).spin.mean) > 10 * std::abs(r.smooth.at(2).spin.mean);
                  }),
            both(e, [](const Reading& r) {
              return fmt::format("{} rough, {:.3f} smooth, {:.3f} with a smooth wall", with_error(r.random.at(2).spin),
                                 r.smooth.at(2).spin.mean, r.smooth_wall.at(2).spin.mean);
            }));
  const auto range = [](const Curve& curve) {
    std::string text;
    for (std::size_t k = 0; k < curve.cots.size(); ++k)
      text += fmt::format("{}{}", k == 0 ? "" : " ", with_error(curve.results[k].beta));
    return text;
  };
  findings["triangular_negative"] = claim(weaker(negative(e.stiff.polygon), negative(e.soft.polygon)),
                                          both(e, [&](const Reading& r) { return range(r.polygon); }));
  findings["triangular_layer"] =
      claim(holds(e, [](const Reading& r) { return sigmas(plateau(r.layered), plateau(r.random)) < -2; }),
            both(e, [&](const Reading& r) {
              return fmt::format("{} within a ring, {} random, {} polygon", with_error(plateau(r.layered)),
                                 with_error(plateau(r.random)), with_error(plateau(r.polygon)));
            }));
  const Turned stiff = turned(e.stiff), soft = turned(e.soft);
  findings["orientation"] =
      claim(stiff.sigmas > 3 && soft.sigmas > 3                                                  ? Holds::yes
            : std::max(stiff.sigmas, soft.sigmas) > 3 || std::min(stiff.sigmas, soft.sigmas) > 2 ? Holds::in_part
                                                                                                 : Holds::no,
            "stiff " + stiff.text + "; soft " + soft.text);
  findings["e_falls"] =
      claim(holds(e, [](const Reading& r) { return sigmas(r.random.at(0.25).e, r.random.at(4).e) < -3; }),
            both(e, [](const Reading& r) {
              return fmt::format("{} at cot γ = 0.25, {} at 4", with_error(r.random.at(0.25).e),
                                 with_error(r.random.at(4).e));
            }));
  findings["nu_crucial"] = claim(
      holds(e, [](const Reading& r) { return std::abs(sigmas(r.fit_square_1.beta_0, r.fit_square_3.beta_0)) < 2; }),
      both(e, [](const Reading& r) {
        return fmt::format("{} and {}", with_error(r.fit_square_1.beta_0), with_error(r.fit_square_3.beta_0));
      }));
}

namespace {

// More points, and how many a body can have.
void find_number_of_points(const Evidence& e, Findings& findings) {
  const auto tail = [](const Curve& c) {
    const EnsembleMean a = c.at(6).beta, b = c.at(4).beta;
    return EnsembleMean{.mean = std::abs(a.mean - b.mean), .error = std::hypot(a.error, b.error), .n = a.n};
  };
  findings["flattened"] =
      claim(holds(e, [&](const Reading& r) { return sigmas(tail(r.random), tail(r.sizes.front())) < -1; }),
            both(e, [&](const Reading& r) {
              std::string text;
              for (const Curve& c : r.sizes) text += fmt::format("{} with {}, ", with_error(tail(c)), c.run.N);
              return text + fmt::format("{} with {}; μ₀ = {} with 400", with_error(tail(r.random)), r.random.run.N,
                                        with_error(r.fit_coarse.mu_0));
            }));
  bool lost = false;
  std::string walls;
  for (const LargeWall& w : e.walls) {
    lost = lost || w.unbound > 0 || std::abs(w.deficit) > 1e-9;
    walls += fmt::format("{}{}: {} springs, {} points unbound", walls.empty() ? "" : "; ", w.N, w.springs, w.unbound);
  }
  findings["more_points"] = claim(lost, walls);
}

// Surfaces less and more rough than δ = 0.03.
void find_roughness(const Evidence& e, Findings& findings) {
  const auto monotone = [](const Reading& r) {
    const auto& results = r.finer.results;
    for (std::size_t k = 1; k < results.size(); ++k)
      if (sigmas(results[k].beta, results[k - 1].beta) < -2) return false;
    return sigmas(results.back().beta, r.finer.at(1).beta) > 2;
  };
  findings["monotone"] = claim(holds(e, monotone), both(e, [](const Reading& r) {
                                 std::string text;
                                 for (const auto& result : r.finer.results)
                                   text += (text.empty() ? "" : " ") + with_error(result.beta);
                                 return text;
                               }));
  findings["mu_0_grows"] =
      claim(holds(e, [](const Reading& r) { return sigmas(r.fit_random.mu_0, r.fit_finer.mu_0) > 3; }),
            both(e, [](const Reading& r) {
              return fmt::format("{} and {}", with_error(r.fit_finer.mu_0), with_error(r.fit_random.mu_0));
            }));
  findings["delta_3e-3"] = claim(
      holds(e, [](const Reading& r) { return r.finest.results.back().beta.mean > 0; }), both(e, [](const Reading& r) {
        return fmt::format("{} at cot γ = {:g}", with_error(r.finest.results.back().beta), r.finest.cots.back());
      }));
  const auto broken = [](const Curve& c) {
    double n = 0, sum = 0;
    for (const study::LatticeSample& s : c.at(1).samples) {
      sum += static_cast<double>(s.collapsed + s.turned_at_start);
      ++n;
    }
    return sum / n;
  };
  findings["collapse"] = claim(holds(e, [&](const Reading& r) { return broken(r.coarser) > 2 * broken(r.random); }),
                               both(e, [&](const Reading& r) {
                                 return fmt::format("{:.0f} at δ = 0.06, {:.0f} at 0.03, {:.0f} at 0.0215",
                                                    broken(r.coarser), broken(r.random), broken(r.finer));
                               }));
}

struct Change {
  double e = 0, beta = 0;
};

// What a hundred times the k_b makes of the means over the samples, where it makes most.
Change change_by_nonlinearity(const Reading& r) {
  Change most;
  for (std::size_t k = 0; k < r.more_nonlinear.cots.size(); ++k) {
    const auto& other = r.more_nonlinear.results[k].samples;
    const auto& usual = r.polygon.at(r.more_nonlinear.cots[k]).samples;
    Change mean;
    for (std::size_t j = 0; j < other.size(); ++j) {
      mean.e += (other[j].e - usual[j].e) / static_cast<double>(other.size());
      mean.beta += (other[j].beta - usual[j].beta) / static_cast<double>(other.size());
    }
    most.e = std::max(most.e, std::abs(mean.e));
    most.beta = std::max(most.beta, std::abs(mean.beta));
  }
  return most;
}

void find_stiffness(const Evidence& e, Findings& findings) {
  const auto slippery = [](const Reading& r) {
    double sum = 0;
    bool above = false;
    for (std::size_t k = 0; k < r.stiffer.cots.size(); ++k) {
      const EnsembleMean &hard = r.stiffer.results[k].beta, &usual = r.polygon.at(r.stiffer.cots[k]).beta;
      above = above || sigmas(hard, usual) > 2;
      sum += hard.mean;
    }
    return !above && sum < 0;
  };
  findings["k_a_100"] = claim(holds(e, slippery), both(e, [](const Reading& r) {
                                std::string text;
                                for (std::size_t k = 0; k < r.stiffer.cots.size(); ++k)
                                  text +=
                                      fmt::format("{}{} with 100 k_a, {} with k_a at cot γ = {:g}", k == 0 ? "" : ", ",
                                                  with_error(r.stiffer.results[k].beta),
                                                  with_error(r.polygon.at(r.stiffer.cots[k]).beta), r.stiffer.cots[k]);
                                return text;
                              }));
  findings["k_b_100"] =
      claim(holds(e,
                  [&](const Reading& r) {
                    return change_by_nonlinearity(r).e < 0.02 && change_by_nonlinearity(r).beta < 0.02;
                  }),
            both(e, [&](const Reading& r) {
              return fmt::format("e changes by {:.0e}, β by {:.0e}", change_by_nonlinearity(r).e,
                                 change_by_nonlinearity(r).beta);
            }));
}

// Large and small angles of incidence.
void find_angles(const Evidence& e, Findings& findings) {
  findings["no_fall"] =
      claim(holds(e, [](const Reading& r) { return sigmas(r.random.results.back().beta, r.random.at(4).beta) > -2; }),
            both(e, [](const Reading& r) {
              return fmt::format("{} at cot γ = {:g}, {} at 4", with_error(r.random.results.back().beta),
                                 r.random.cots.back(), with_error(r.random.at(4).beta));
            }));
  const auto taken = [](const Reading& r, double cot) { return r.random.at(cot).wall.mean * (1 + 1 / (cot * cot)); };
  findings["wall_takes"] = claim(
      holds(e, [&](const Reading& r) { return taken(r, 0.25) > 2 * taken(r, 4); }), both(e, [&](const Reading& r) {
        return fmt::format("{:.2f} at cot γ = 0.25, {:.2f} at 4", taken(r, 0.25), taken(r, 4));
      }));
}

}  // namespace

void find_discussion(const Evidence& e, Findings& findings) {
  find_number_of_points(e, findings);
  find_roughness(e, findings);
  find_stiffness(e, findings);
  find_angles(e, findings);
}

Findings find_all(const Evidence& e) {
  Findings findings;
  find_models(e, findings);
  find_results(e, findings);
  find_theory(findings);
  find_comparison(e, findings);
  find_discussion(e, findings);
  return findings;
}

}  // namespace carom::papers::lattice
