// SPDX-License-Identifier: Apache-2.0
// Gauge velocities of a disc hit by a ball as the engine computes them, with noise of a given size.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/fit/identify_disc_ball.hpp"

namespace carom::test {

struct SyntheticGauges {
  std::string preset = "case2";
  std::vector<std::string> set = {};
  double dt = 20e-6, until = 0.2;  // s: 50 kHz over the first 0.2 s
  double noise = 0.02;             // of the largest velocity in the first 50 ms
  std::uint64_t seed = 1;
};

struct KeptRows : RowSink {
  std::vector<std::size_t> column;
  study::GaugeRecord record;
  void begin(const TableHeader& header) override {
    for (const char* name : {"t", "v1", "v2"})
      for (std::size_t i = 0; i < header.columns.size(); ++i)
        if (header.columns[i].name == name) column.push_back(i);
  }
  void row(std::span<const double> values) override {
    record.t.push_back(values[column[0]]);
    record.v1.push_back(values[column[1]]);
    record.v2.push_back(values[column[2]]);
  }
  void flush() override {}
  void finish() override {}
};

inline Parameters parameters_of(const SyntheticGauges& what) {
  const study::System& system = study::disc_ball_system();
  study::RunRequest request = system.request();
  system.apply(system.preset(what.preset), request);
  for (const std::string& assignment : what.set) request.parameters.assign(assignment);
  return request.parameters;
}

inline study::GaugeRecord synthetic_record(const SyntheticGauges& what) {
  study::RunRequest request{.parameters = parameters_of(what)};
  KeptRows rows;
  request.until = what.until;
  request.row_spacing = what.dt;
  request.rows = &rows;
  study::disc_ball_system().run(request);
  study::GaugeRecord record = rows.record;
  double fastest = 0;
  for (std::size_t i = 0; i < record.t.size() && record.t[i] < 0.05; ++i)
    fastest = std::max({fastest, std::abs(record.v1[i]), std::abs(record.v2[i])});
  Random random(what.seed);
  for (std::size_t i = 0; i < record.t.size(); ++i) {
    record.v1[i] += what.noise * fastest * random.normal();
    record.v2[i] += what.noise * fastest * random.normal();
  }
  return record;
}

}  // namespace carom::test
