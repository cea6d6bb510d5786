// SPDX-License-Identifier: Apache-2.0
// How the impulses of an impact grow, for a film that goes along them.
#pragma once

#include <string>
#include <vector>

#include "carom/catalog/system.hpp"
#include "carom/draw/film.hpp"

namespace carom::study {

class ImpactPaths {
 public:
  // `header`: of the trajectory, whose attributes tell the law and the scheme.
  ImpactPaths(const System& system, const Parameters& parameters, const TableHeader& header,
              const std::vector<report::FilmContact>& contacts);

  // Of an event that a log tells: impulses of all contacts, normal then tangential.
  std::vector<std::vector<double>> told(double t, const std::vector<double>& q, const std::vector<double>& u,
                                        const EventRow& event, const TableHeader& columns);

  // Of the two sides of an event without a log: what it was, by what rates and contacts do there. No kind: nothing happened.
  report::FilmEvent found(double t, const std::vector<double>& q, const std::vector<double>& u,
                          const std::vector<double>& u_plus, const report::Shot& before, const report::Shot& after);

 private:
  static constexpr int most_computed = 30;  // in one film: beyond, impulses grow together
  struct Computed {
    bool done = false;
    ImpactOutcome outcome;
    std::vector<std::vector<double>> path;
  };
  Computed compute(double t, const std::vector<double>& q, const std::vector<double>& u);

  const System& system_;
  const Parameters& parameters_;
  const std::vector<report::FilmContact>& contacts_;
  Restitution law_ = Restitution::energetic;
  bool computes_ = true;  // events, rigid contacts
  int computed_ = 0;
};

}  // namespace carom::study
