// SPDX-License-Identifier: Apache-2.0
// The page of a sweep: figures of what came out, the outcomes, the study and the data.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "carom/report/sweep_figures.hpp"
#include "carom/store/sweep_store.hpp"

namespace carom::report {

inline constexpr long most_rows_unasked = 100000;  // of data.csv; beyond, only where a file is named for it
inline constexpr std::size_t most_figures_unasked = 24;

struct SweepReportOptions {
  std::filesystem::path out = {};                 // a folder, made if it is not there
  std::string store_name = {};                    // what the page calls the store
  std::optional<std::string> x = {}, by = {};     // parameters
  std::vector<std::string> y = {};                // observables, or "outcome"; empty: all
  std::optional<std::filesystem::path> csv = {};  // instead of out/data.csv
  std::map<std::string, std::string> units = {};  // of observables
};

struct SweepReportResult {
  std::filesystem::path page = {};
  std::vector<std::filesystem::path> figures = {};
  std::optional<std::filesystem::path> csv = {};
  long points = 0, done = 0, failed = 0;
  std::string brief() const;  // "out/report.html: 3 figures of 100 points, 2 failed"
};

// All is read and drawn before anything is written, the page last. Throws BadInput for names that the store does not have,
// an empty store, or what cannot be written; a folder that it made is then gone again.
SweepReportResult report_sweep(const store::StoreReader& reader, const SweepReportOptions& options);

}  // namespace carom::report
