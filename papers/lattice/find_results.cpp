// SPDX-License-Identifier: Apache-2.0
// Sections IV and V: β and e over the angle of incidence, roughness, number of points, stiffness.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/lattice/findings.hpp"
#include "papers/lattice/reproduce.hpp"

namespace carom::papers::lattice {

using study::with_error;

namespace {

// "stiff …; soft …"
template <class Text>
std::string both(const Evidence& e, const Text& text) {
  return "stiff " + text(e.stiff) + "; soft " + text(e.soft);
}

// A statement in both readings.
template <class Test, class Text>
Finding tested(const Evidence& e, const Test& test, const Text& text) {
  return in_both(test(e.stiff), test(e.soft), both(e, text));
}

double largest(const Curve& curve) {
  double most = -HUGE_VAL;
  for (const LatticeEnsembleResult& r : curve.results) most = std::max(most, r.beta.mean);
  return most;
}

// β below a limit at every angle, by two errors.
Holds below(const Curve& curve, double limit) {
  Holds every = Holds::yes;
  for (const LatticeEnsembleResult& r : curve.results) every = all_of({every, above(exactly(limit), r.beta)});
  return every;
}

EnsembleMean size_of(const EnsembleMean& mean) { return scaled(mean, mean.mean < 0 ? -1 : 1); }

// Mean of β over the angles from 3 on; each has bodies of its own.
EnsembleMean plateau(const Curve& curve) {
  double sum = 0, squares = 0;
  int n = 0, samples = 0;
  for (std::size_t k = 0; k < curve.cots.size(); ++k)
    if (curve.cots[k] > 2.9 && curve.cots[k] < 6.1) {
      const EnsembleMean& beta = curve.results[k].beta;
      sum += beta.mean;
      squares += beta.error * beta.error;
      samples += beta.n;
      ++n;
    }
  return {.mean = sum / n, .error = std::sqrt(squares) / n, .n = samples};
}

// Whether β depends on the orientation: two of them that differ by more than 0.3, a third of the way from slip to stick, even
// less three errors; or none that does, even with two.
struct Turned {
  Holds strongly = Holds::undecided;
  std::string text = {};
};

Turned turned(const Reading& r) {
  constexpr double margin = 0.3;
  bool some = false, none = true;
  Turned result;
  for (const double cot : r.turned.front().cots) {
    std::vector<EnsembleMean> betas{r.polygon.at(cot).beta};
    for (const Curve& curve : r.turned) betas.push_back(curve.at(cot).beta);
    result.text += fmt::format("{}cot γ = {:g}:", result.text.empty() ? "" : ", ", cot);
    for (std::size_t k = 0; k < betas.size(); ++k) {
      result.text += " " + with_error(betas[k]);
      for (std::size_t j = 0; j < k; ++j) {
        const double off = std::abs(betas[k].mean - betas[j].mean);
        const double error = std::hypot(two_errors(betas[k]), two_errors(betas[j]));
        some = some || off - 1.5 * error > margin;
        none = none && off + error <= margin;
      }
    }
  }
  result.strongly = some ? Holds::yes : none ? Holds::no : Holds::undecided;
  return result;
}

// The wall of section IV: one for all disks, its random numbers not printed.
UnprintedInput one_wall() {
  return {.name = "one wall for all disks, reading `soft`: its seed",
          .unit = "",
          .value = static_cast<double>(printed_wall),
          .low = 1,
          .high = static_cast<double>(walls_tried)};
}
// What is printed scatters itself, by the tolerance of its entry.
Cause of_one_wall(const char* entry, const EnsembleMean& number) {
  return unprinted(one_wall(), number.mean, entry_of(published_entries(), entry).tolerance,
                   fmt::format("{} there, {} throws", with_error(number), number.n));
}

void find_numbers(const Evidence& e, Findings& findings) {
  for (const Reading* r : e.readings()) {
    const std::string which = std::string("_") + name(r->units);
    const auto value = [](const EnsembleMean& m, const std::string& more = {}) {
      return estimated(m.mean, two_errors(m), "two standard errors" + (more.empty() ? "" : "; " + more));
    };
    const CurveFit& f = r->fit_random;
    // One variant for e in both readings: the one that comes nearest.
    const Variant* nearest = nullptr;
    for (const Variant& v : e.variants)
      if (!nearest || std::abs(v.fitted.e.mean - published_value("e_mean_stiff")) <
                          std::abs(nearest->fitted.e.mean - published_value("e_mean_stiff")))
        nearest = &v;
    findings["e_mean" + which] =
        value(f.e, fmt::format("{} pairs an angle", r->random.pairs))
            .but(follows_from(nearest->what, nearest->fitted.e.mean, 0, "two errors " + with_error(nearest->fitted.e)));
    // One wall for both roughnesses and all disks, one reading for all.
    const auto window = [](const CurveFit& fitted) { return with_error(fitted.mu_0_grazing) + " from cot γ ≤ 1"; };
    findings["mu_0" + which] = value(f.mu_0, window(f)).but(of_one_wall("mu_0_soft", e.soft.fit_single.mu_0));
    findings["beta_0" + which] =
        value(f.beta_0, r->single.results.empty() ? "" : with_error(r->fit_single.beta_0) + " at one wall")
            .but(of_one_wall("beta_0_soft", e.soft.fit_single.beta_0));
    findings["square_1" + which] = value(r->fit_square_1.beta_0, fmt::format("{} pairs", r->square_1.pairs))
                                       .but(of_one_wall("square_1_soft", e.one_wall.fit_square_1.beta_0));
    findings["square_3" + which] = value(r->fit_square_3.beta_0, fmt::format("{} pairs", r->square_3.pairs))
                                       .but(of_one_wall("square_3_soft", e.one_wall.fit_square_3.beta_0));
    findings["mu_0_finer" + which] =
        value(r->fit_finer.mu_0,
              fmt::format("{:.2f} of that at 0.03; {}", r->fit_finer.mu_0.mean / f.mu_0.mean, window(r->fit_finer)))
            .but(of_one_wall("mu_0_finer_soft", e.one_wall.fit_finer.mu_0));
  }
}

}  // namespace

void find_results(const Evidence& e, Findings& findings) {
  find_numbers(e, findings);
  findings["shape"] = tested(
      e,
      [](const Reading& r) {
        return all_of({above(r.random.at(1).beta, r.random.at(0.25).beta),
                       alike(r.random.at(6).beta, r.random.at(4).beta, 0.15)});
      },
      [](const Reading& r) {
        return fmt::format("{}, {}, {}, {} at 0.25, 1, 4, 6", with_error(r.random.at(0.25).beta),
                           with_error(r.random.at(1).beta), with_error(r.random.at(4).beta),
                           with_error(r.random.at(6).beta));
      });
  findings["positive"] = tested(
      e, [](const Reading& r) { return above(r.fit_random.beta_0, exactly(0)); },
      [](const Reading& r) { return with_error(r.fit_random.beta_0); });
  if (findings["positive"].holds != Holds::yes)
    findings["positive"].cause = unprinted(one_wall(), above(e.soft.fit_single.beta_0, exactly(0)) == Holds::yes,
                                           "β₀ = " + with_error(e.soft.fit_single.beta_0));
  findings["smooth"] = tested(
      e, [](const Reading& r) { return below(r.smooth, -0.95); },
      [](const Reading& r) { return fmt::format("at most {:.3f}", largest(r.smooth)); });
  findings["roughness"] = tested(
      e, [](const Reading& r) { return above(size_of(r.random.at(2).spin), scaled(size_of(r.smooth.at(2).spin), 10)); },
      [](const Reading& r) {
        return fmt::format("{} rough, {:.3f} smooth, {:.3f} with a smooth wall", with_error(r.random.at(2).spin),
                           r.smooth.at(2).spin.mean, r.smooth_wall.at(2).spin.mean);
      });
  const auto range = [](const Curve& curve) {
    std::string text;
    for (std::size_t k = 0; k < curve.cots.size(); ++k)
      text += fmt::format("{}{}", k == 0 ? "" : " ", with_error(curve.results[k].beta));
    return text;
  };
  findings["triangular_negative"] = tested(
      e, [](const Reading& r) { return below(r.polygon, 0); }, [&](const Reading& r) { return range(r.polygon); });
  // Below zero as the polygon; or like the random disk, which the statement denies.
  const auto slips_within_ring = [](const Reading& r) {
    const Holds slips = above(exactly(0), plateau(r.layered));
    return slips == Holds::undecided && alike(plateau(r.layered), plateau(r.random), 0.15) == Holds::yes ? Holds::no
                                                                                                         : slips;
  };
  findings["triangular_layer"] = tested(e, slips_within_ring, [&](const Reading& r) {
    return fmt::format("{} within a ring, {} random, {} polygon", with_error(plateau(r.layered)),
                       with_error(plateau(r.random)), with_error(plateau(r.polygon)));
  });
  if (*findings["triangular_layer"].holds == Holds::no)
    findings["triangular_layer"].cause =
        follows_from("the triangular disk without the layer",
                     all_of({below(e.stiff.polygon, 0), below(e.soft.polygon, 0)}) == Holds::yes);
  const Turned stiff = turned(e.stiff), soft = turned(e.soft);
  findings["orientation"] = in_both(stiff.strongly, soft.strongly, "stiff " + stiff.text + "; soft " + soft.text);
  findings["e_falls"] = tested(
      e, [](const Reading& r) { return above(r.random.at(4).e, r.random.at(0.25).e); },
      [](const Reading& r) {
        return fmt::format("{} at cot γ = 0.25, {} at 4", with_error(r.random.at(0.25).e),
                           with_error(r.random.at(4).e));
      });
  findings["nu_crucial"] = tested(
      e, [](const Reading& r) { return alike(r.fit_square_1.beta_0, r.fit_square_3.beta_0, 0.15); },
      [](const Reading& r) {
        return fmt::format("{} and {}", with_error(r.fit_square_1.beta_0), with_error(r.fit_square_3.beta_0));
      });
}

namespace {

// More points, and how many a body can have.
void find_number_of_points(const Evidence& e, Findings& findings) {
  const auto tail = [](const Curve& c) {
    const EnsembleMean a = c.at(6).beta, b = c.at(4).beta;
    return EnsembleMean{.mean = std::abs(a.mean - b.mean), .error = std::hypot(a.error, b.error), .n = a.n};
  };
  findings["flattened"] = tested(
      e,
      [&](const Reading& r) {
        const Holds flatter = above(tail(r.sizes.front()), tail(r.random));
        // Flat with few points already: there is nothing to flatten.
        const Curve& few = r.sizes.front();
        return flatter == Holds::undecided && alike(few.at(6).beta, few.at(4).beta, 0.15) == Holds::yes ? Holds::no
                                                                                                        : flatter;
      },
      [&](const Reading& r) {
        std::string text;
        for (const Curve& c : r.sizes) text += fmt::format("{} with {}, ", with_error(tail(c)), c.run.N);
        return text + fmt::format("{} with {}; μ₀ = {} with 400", with_error(tail(r.random)), r.random.run.N,
                                  with_error(r.fit_coarse.mu_0));
      });
  bool lost = false;
  std::string walls;
  for (const LargeWall& w : e.walls) {
    lost = lost || w.unbound > 0 || std::abs(w.deficit) > 1e-9;
    walls += fmt::format("{}{}: {} springs, {} points unbound", walls.empty() ? "" : "; ", w.N, w.springs, w.unbound);
  }
  findings["more_points"] = claim(lost, walls).but(misprint("any number of points is bound", !lost));
}

// Surfaces less and more rough than δ = 0.03.
void find_roughness(const Evidence& e, Findings& findings) {
  const auto monotone = [](const Reading& r) {
    const auto& results = r.finer.results;
    // A step down by no more than 0.05 is none.
    Holds every = above(results.back().beta, r.finer.at(1).beta);
    for (std::size_t k = 1; k < results.size(); ++k) {
      EnsembleMean before = results[k - 1].beta;
      before.mean -= 0.05;
      every = all_of({every, above(results[k].beta, before)});
    }
    return every;
  };
  findings["monotone"] = tested(e, monotone, [](const Reading& r) {
    std::string text;
    for (const auto& result : r.finer.results) text += (text.empty() ? "" : " ") + with_error(result.beta);
    return text;
  });
  findings["mu_0_grows"] = tested(
      e, [](const Reading& r) { return above(r.fit_random.mu_0, r.fit_finer.mu_0); },
      [](const Reading& r) {
        return fmt::format("{} and {}", with_error(r.fit_finer.mu_0), with_error(r.fit_random.mu_0));
      });
  const auto sticks_at = [](const Reading& r) { return above(r.random.at(2).beta, r.finest.at(2).beta); };
  findings["delta_3e-3"] = tested(
      e, [](const Reading& r) { return above(r.finest.results.back().beta, exactly(0)); },
      [](const Reading& r) {
        return fmt::format("{} at cot γ = {:g}, with δ = 0.03 {} at 2", with_error(r.finest.results.back().beta),
                           r.finest.cots.back(), with_error(r.random.at(2).beta));
      });
  findings["delta_3e-3"].cause = misprint("with δ = 3.0·10⁻² R the disk leaves β = −1",
                                          all_of({sticks_at(e.stiff), sticks_at(e.soft)}) == Holds::yes);
  const auto broken = [](const Curve& c) {
    std::vector<double> triangles;
    for (const study::LatticeSample& s : c.at(1).samples)
      triangles.push_back(static_cast<double>(s.collapsed + s.turned_at_start));
    return study::mean_of(triangles);
  };
  findings["collapse"] = tested(
      e, [&](const Reading& r) { return above(broken(r.coarser), scaled(broken(r.random), 2)); },
      [&](const Reading& r) {
        return fmt::format("{} at δ = 0.06, {} at 0.03, {} at 0.0215", with_error(broken(r.coarser)),
                           with_error(broken(r.random)), with_error(broken(r.finer)));
      });
}

// What a hundred times the k_b makes of a measure of the same throws, where it makes most.
EnsembleMean change_by_nonlinearity(const Reading& r, double study::LatticeSample::*measure) {
  EnsembleMean most;
  for (std::size_t k = 0; k < r.more_nonlinear.cots.size(); ++k) {
    const auto& other = r.more_nonlinear.results[k].samples;
    const auto& usual = r.polygon.at(r.more_nonlinear.cots[k]).samples;
    std::vector<double> changes;
    for (std::size_t j = 0; j < std::min(other.size(), usual.size()); ++j)
      if (succeeded(other[j].outcome) && succeeded(usual[j].outcome))
        changes.push_back(other[j].*measure - usual[j].*measure);
    const EnsembleMean mean = study::mean_of(changes);
    if (k == 0 || std::abs(mean.mean) + mean.error > std::abs(most.mean) + most.error) most = mean;
  }
  return most;
}

void find_stiffness(const Evidence& e, Findings& findings) {
  findings["k_a_100"] = tested(
      e, [](const Reading& r) { return below(r.stiffer, 0); },
      [](const Reading& r) {
        std::string text;
        for (std::size_t k = 0; k < r.stiffer.cots.size(); ++k)
          text += fmt::format("{}{} with 100 k_a, {} with k_a at cot γ = {:g}", k == 0 ? "" : ", ",
                              with_error(r.stiffer.results[k].beta), with_error(r.polygon.at(r.stiffer.cots[k]).beta),
                              r.stiffer.cots[k]);
        return text;
      });
  using study::LatticeSample;
  const auto unchanged = [](const Reading& r, double LatticeSample::*measure) {
    return alike(change_by_nonlinearity(r, measure), exactly(0), 0.02);
  };
  findings["k_b_100"] = tested(
      e,
      [&](const Reading& r) {
        return all_of({unchanged(r, &LatticeSample::e), unchanged(r, &LatticeSample::beta)});
      },
      [&](const Reading& r) {
        return fmt::format("e changes by {:.0e}, β by {:.0e}",
                           std::abs(change_by_nonlinearity(r, &LatticeSample::e).mean),
                           std::abs(change_by_nonlinearity(r, &LatticeSample::beta).mean));
      });
}

// Large and small angles of incidence.
void find_angles(const Evidence& e, Findings& findings) {
  findings["no_fall"] = tested(
      e,
      [](const Reading& r) {
        EnsembleMean before = r.random.at(4).beta;
        before.mean -= 0.15;
        return above(r.random.results.back().beta, before);
      },
      [](const Reading& r) {
        return fmt::format("{} at cot γ = {:g}, {} at 4", with_error(r.random.results.back().beta),
                           r.random.cots.back(), with_error(r.random.at(4).beta));
      });
  // The laws of section II at nearly normal incidence: slopes of ln(1 − e) and ln e over ln v_n.
  const auto slope = [](const Reading& r, bool loss) {
    std::vector<double> x, y, error;
    for (const Curve& c : r.speeds) {
      const EnsembleMean& at = c.results.back().e;
      x.push_back(std::log(c.run.impact.v_n));
      y.push_back(std::log(loss ? 1 - at.mean : at.mean));
      error.push_back(at.error / (loss ? 1 - at.mean : at.mean));
    }
    double mx = 0, my = 0, sxx = 0, sxy = 0, variance = 0;
    int fewest = 2;
    for (const Curve& c : r.speeds) fewest = std::min(fewest, c.results.back().e.n);
    const auto n = static_cast<double>(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) mx += x[k] / n, my += y[k] / n;
    for (std::size_t k = 0; k < x.size(); ++k) {
      sxx += (x[k] - mx) * (x[k] - mx);
      sxy += (x[k] - mx) * (y[k] - my);
    }
    for (std::size_t k = 0; k < x.size(); ++k) variance += std::pow((x[k] - mx) / sxx * error[k], 2);
    return EnsembleMean{.mean = sxy / sxx, .error = std::sqrt(variance), .n = fewest};
  };
  const auto power = [&](const Reading& r, bool loss, double exponent) {
    return not_so(alike(slope(r, loss), exactly(exponent), 0.05));
  };
  for (const bool loss : {true, false}) {
    const double exponent = loss ? 0.2 : -0.25;
    findings[loss ? "law_slow" : "law_fast"] = tested(
        e, [&](const Reading& r) { return power(r, loss, exponent); },
        [&](const Reading& r) {
          std::string values;
          for (const Curve& c : r.speeds)
            values += fmt::format("{}{} at {:g}", values.empty() ? "e " : ", ", with_error(c.results.back().e),
                                  c.run.impact.v_n);
          return fmt::format("exponent {}; {}", with_error(slope(r, loss)), values);
        });
  }
  const auto taken = [](const Reading& r, double cot) { return scaled(r.random.at(cot).wall, 1 + 1 / (cot * cot)); };
  findings["wall_takes"] = tested(
      e, [&](const Reading& r) { return above(taken(r, 0.25), scaled(taken(r, 4), 2)); },
      [&](const Reading& r) {
        return fmt::format("{} at cot γ = 0.25, {} at 4", with_error(taken(r, 0.25)), with_error(taken(r, 4)));
      });
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
