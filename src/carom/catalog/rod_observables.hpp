// SPDX-License-Identifier: Apache-2.0
// What a run of rods is asked for: of a row or an annulus that is shaken, and of one rod that hits the plate once.
#pragma once

#include <vector>

#include "carom/catalog/observable.hpp"
#include "carom/catalog/rod_run.hpp"

namespace carom::study {

struct RodsSeen {
  const RodRun& run;
  const RodRunResult& result;
};

const std::vector<Observable<RodsSeen>>& shaken_observables();     // geometries periodic and annulus
const std::vector<Observable<RodsSeen>>& collision_observables();  // geometry single; not-a-number without a collision
const std::vector<Observable<RodsSeen>>& observables_of(RodGeometry geometry);

// Of all geometries, each name once.
std::vector<Quantity> rod_quantities();

}  // namespace carom::study
