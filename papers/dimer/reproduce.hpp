// The paper out of one command: every published number and statement beside ours, every figure, the errata.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "papers/dimer/evidence.hpp"
#include "papers/dimer/published.hpp"

namespace carom::papers::dimer {

struct ReproduceOptions {
  std::filesystem::path out;
  bool quick = false;  // coarser scans and figures: under a minute on one core
  int threads = 2;
  std::function<void(const std::string&)> progress = {};
  const std::atomic<bool>* interrupt = nullptr;
};

struct ReproduceResult {
  int reproduced = 0, differs = 0, not_reproduced = 0, open = 0;
  std::filesystem::path report;
  double seconds = 0;
  bool interrupted = false;  // nothing was written
  std::vector<Comparison> comparisons;

  int entries() const { return reproduced + differs + not_reproduced + open; }
  std::string brief() const;
};

// Writes out/report.html, out/figures/*.svg, out/data/*.csv and out/comparison.csv, each whole or not at all. Throws
// BadInput if the folder cannot be written.
ReproduceResult reproduce(const ReproduceOptions& options);

// The report of an evidence already gathered, as one HTML page.
std::string report_page(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds);

}  // namespace carom::papers::dimer
