// A paper out of one command: every published number and statement beside ours, every figure, the errata.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "carom/report/figure.hpp"
#include "carom/report/page.hpp"
#include "papers/common/effort.hpp"
#include "papers/common/published.hpp"

namespace carom::papers {

struct ReproduceOptions {
  std::filesystem::path out;
  bool own_page = true;  // report.html; otherwise only its figures, data and comparison, and the page as a value
  Effort effort = {};
};

struct ReproduceResult {
  int reproduced = 0, differs = 0, not_reproduced = 0, open = 0;
  std::filesystem::path report;
  double seconds = 0;
  bool interrupted = false;  // nothing was written
  std::vector<Comparison> comparisons;
  report::Page page;

  int entries() const { return reproduced + differs + not_reproduced + open; }
  std::string brief() const;
};

// What a paper computes for its report.
struct Reproduction {
  std::vector<Comparison> comparisons;
  std::vector<report::Figure> figures;
  std::function<report::Page(double seconds)> page;
};

// Computes and writes out/report.html, out/figures/*.svg, out/data/*.csv and out/comparison.csv, each whole or not at
// all. Throws BadInput if the folder cannot be written.
ReproduceResult write_reproduction(const ReproduceOptions& options, const std::function<Reproduction()>& compute);

// Papers by name as the chapters of one page, with the counts of all of them on top.
struct PaperResult {
  std::string name;
  ReproduceResult result;
};
report::Page page_of_all(const std::vector<PaperResult>& papers, bool quick, int threads);

}  // namespace carom::papers
