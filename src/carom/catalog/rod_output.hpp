// SPDX-License-Identifier: Apache-2.0
// Tables, collisions and films of one run of rods.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/catalog/rod_run.hpp"
#include "carom/catalog/run_request.hpp"

namespace carom::study {

class RodOutput {
 public:
  // Begins whatever sinks the request has; `parameters` are written beside the numbers. Keeps references to both.
  RodOutput(const RunRequest& request, const RodRun& run, const std::vector<std::pair<std::string, Value>>& parameters);

  void frame(const RodFrame& frame);
  void collision(const particles::PlateCollision& collision);
  void finish();

 private:
  bool annulus() const { return run_.geometry == RodGeometry::annulus; }
  TableHeader row_header() const;
  Frame film_frame(const RodFrame& frame) const;

  const RunRequest& request_;
  const RodRun& run_;
  std::vector<double> row_;
};

}  // namespace carom::study
