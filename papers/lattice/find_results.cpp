// SPDX-License-Identifier: Apache-2.0
// Sections IV and V: β and e over the angle of incidence, roughness, number of points, stiffness.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "papers/lattice/findings.hpp"
#include "papers/lattice/reproduce.hpp"

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

// A statement in both readings.
template <class Test, class Text>
Finding tested(const Evidence& e, const Test& test, const Text& text) {
  return in_both(test(e.stiff), test(e.soft), both(e, text));
}

Holds if_so(bool holds) { return holds ? Holds::yes : Holds::no; }

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

// Mean of β over the angles from 3 on; each has bodies of its own.
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
    // The interval of two standard errors.
    const auto value = [](const EnsembleMean& m, const std::string& more = {}) {
      return estimated(m.mean, 2 * m.error, "two standard errors" + (more.empty() ? "" : "; " + more));
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
    findings["mu_0" + which] = value(f.mu_0_wide, with_error(f.mu_0) + " from cot γ ≤ 1, before the bend, " +
                                                      with_error(f.mu_0_steeper) + " from 0.5 ≤ cot γ ≤ 1")
                                   .but(follows_from("points before the bend, cot γ ≤ 1, reading `stiff`",
                                                     e.stiff.fit_random.mu_0.mean, 2 * e.stiff.fit_random.mu_0.error));
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
  findings["smooth"] = tested(
      e, [](const Reading& r) { return if_so(largest(r.smooth) < -0.95); },
      [](const Reading& r) { return fmt::format("at most {:.3f}", largest(r.smooth)); });
  findings["roughness"] = tested(
      e,
      [](const Reading& r) {
        return if_so(std::abs(r.random.at(2).spin.mean) > 10 * std::abs(r.smooth.at(2).spin.mean));
      },
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
  findings["triangular_negative"] = claim(weaker(negative(e.stiff.polygon), negative(e.soft.polygon)),
                                          both(e, [&](const Reading& r) { return range(r.polygon); }));
  const auto slips = [](const Curve& c) { return above(exactly(0), plateau(c)) == Holds::yes; };
  findings["triangular_layer"] = tested(
      e, [](const Reading& r) { return above(plateau(r.random), plateau(r.layered)); },
      [&](const Reading& r) {
        return fmt::format("{} within a ring, {} random, {} polygon", with_error(plateau(r.layered)),
                           with_error(plateau(r.random)), with_error(plateau(r.polygon)));
      });
  if (*findings["triangular_layer"].holds == Holds::no)
    findings["triangular_layer"].cause =
        follows_from("the triangular disk without the layer", slips(e.stiff.polygon) && slips(e.soft.polygon));
  const Turned stiff = turned(e.stiff), soft = turned(e.soft);
  findings["orientation"] =
      in_both(stiff.sigmas > 3 ? Holds::yes : Holds::undecided, soft.sigmas > 3 ? Holds::yes : Holds::undecided,
              "stiff " + stiff.text + "; soft " + soft.text);
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
      e, [&](const Reading& r) { return above(tail(r.sizes.front()), tail(r.random)); },
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
  const auto sticks_at = [](const Reading& r) {
    return r.random.at(2).beta.mean > r.finest.at(2).beta.mean + 2 * r.random.at(2).beta.error + 0.1;
  };
  findings["delta_3e-3"] = tested(
      e, [](const Reading& r) { return if_so(r.finest.results.back().beta.mean > 0); },
      [](const Reading& r) {
        return fmt::format("{} at cot γ = {:g}, with δ = 0.03 {} at 2", with_error(r.finest.results.back().beta),
                           r.finest.cots.back(), with_error(r.random.at(2).beta));
      });
  findings["delta_3e-3"].cause =
      misprint("with δ = 3.0·10⁻² R the disk leaves β = −1", sticks_at(e.stiff) && sticks_at(e.soft));
  const auto broken = [](const Curve& c) {
    double n = 0, sum = 0;
    for (const study::LatticeSample& s : c.at(1).samples) {
      sum += static_cast<double>(s.collapsed + s.turned_at_start);
      ++n;
    }
    return sum / n;
  };
  findings["collapse"] = tested(
      e, [&](const Reading& r) { return if_so(broken(r.coarser) > 2 * broken(r.random)); },
      [&](const Reading& r) {
        return fmt::format("{:.0f} at δ = 0.06, {:.0f} at 0.03, {:.0f} at 0.0215", broken(r.coarser), broken(r.random),
                           broken(r.finer));
      });
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
    // β below zero, at every angle.
    Holds every = Holds::yes;
    for (const LatticeEnsembleResult& hard : r.stiffer.results) every = all_of({every, above(exactly(0), hard.beta)});
    return every;
  };
  findings["k_a_100"] = tested(e, slippery, [](const Reading& r) {
    std::string text;
    for (std::size_t k = 0; k < r.stiffer.cots.size(); ++k)
      text += fmt::format("{}{} with 100 k_a, {} with k_a at cot γ = {:g}", k == 0 ? "" : ", ",
                          with_error(r.stiffer.results[k].beta), with_error(r.polygon.at(r.stiffer.cots[k]).beta),
                          r.stiffer.cots[k]);
    return text;
  });
  findings["k_b_100"] = tested(
      e,
      [&](const Reading& r) {
        return if_so(change_by_nonlinearity(r).e < 0.02 && change_by_nonlinearity(r).beta < 0.02);
      },
      [&](const Reading& r) {
        return fmt::format("e changes by {:.0e}, β by {:.0e}", change_by_nonlinearity(r).e,
                           change_by_nonlinearity(r).beta);
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
    const auto n = static_cast<double>(x.size());
    for (std::size_t k = 0; k < x.size(); ++k) mx += x[k] / n, my += y[k] / n;
    for (std::size_t k = 0; k < x.size(); ++k) {
      sxx += (x[k] - mx) * (x[k] - mx);
      sxy += (x[k] - mx) * (y[k] - my);
    }
    for (std::size_t k = 0; k < x.size(); ++k) variance += std::pow((x[k] - mx) / sxx * error[k], 2);
    return EnsembleMean{.mean = sxy / sxx, .error = std::sqrt(variance), .n = 2};
  };
  const auto power = [&](const Reading& r, bool loss, double exponent) {
    const Holds follows = alike(slope(r, loss), exactly(exponent), 0.05);
    return follows == Holds::yes ? Holds::no : follows == Holds::no ? Holds::yes : follows;
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
  const auto taken = [](const Reading& r, double cot) { return r.random.at(cot).wall.mean * (1 + 1 / (cot * cot)); };
  findings["wall_takes"] = tested(
      e, [&](const Reading& r) { return if_so(taken(r, 0.25) > 2 * taken(r, 4)); },
      [&](const Reading& r) {
        return fmt::format("{:.2f} at cot γ = 0.25, {:.2f} at 4", taken(r, 0.25), taken(r, 4));
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
