// SPDX-License-Identifier: Apache-2.0
// A paper out of one command: every published number and statement beside ours, every figure, the errata.
#pragma once

#include <filesystem>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "carom/draw/figure.hpp"
#include "carom/draw/sketch.hpp"
#include "carom/report/page.hpp"
#include "papers/common/effort.hpp"
#include "papers/common/published.hpp"

namespace carom::papers {

struct ReproduceOptions {
  std::filesystem::path out;
  std::string paper = {};  // its name in the command, for the manifest
  bool own_page = true;    // report.html; otherwise only its figures, data and comparison, and the page as a value
  Effort effort = {};
};

struct ReproduceResult {
  int reproduced = 0, differs = 0, not_reproduced = 0, undecided = 0, open = 0;  // entries
  Tally tally;                                                                   // statements, by cause
  std::filesystem::path report;
  double seconds = 0;
  bool interrupted = false;  // nothing was written
  std::vector<Comparison> comparisons;
  std::vector<Erratum> errata;
  report::Page page;

  int entries() const { return reproduced + differs + not_reproduced + undecided + open; }
  std::string brief() const;
};

// The last list of definitions of a page: version, seeds, tolerances, model.
using Provenance = std::vector<std::pair<std::string, std::string>>;
Provenance provenance_of(const report::Page& page);

// What a paper computes for its report.
struct Reproduction {
  std::vector<Comparison> comparisons;
  std::vector<report::Figure> figures;
  std::vector<Erratum> errata = {};
  std::optional<report::Sketch> sketch = {};  // of the model
  std::function<report::Page(double seconds)> page;
};

// Computes, then writes out/report.html, out/figures/*.svg, out/data/*.csv and out/comparison.csv, each whole or not at
// all. Throws BadInput if the folder cannot be written.
ReproduceResult write_reproduction(const ReproduceOptions& options, const std::function<Reproduction()>& compute);

// A paper: what it publishes, and how its evidence becomes findings, figures, errata and a page.
template <class Evidence>
struct Paper {
  const std::vector<PublishedEntry>& published;
  Evidence (*gather)(const Effort& effort);
  Findings (*find_all)(const Evidence& evidence);
  std::vector<report::Figure> (*figures)(const Evidence& evidence);
  std::vector<Erratum> (*find_errata)(const Evidence& evidence);
  report::Sketch (*sketch)();
  report::Page (*page)(const Evidence& evidence, const std::vector<Comparison>& comparisons, double seconds);
};

template <class Evidence>
ReproduceResult reproduce_paper(const Paper<Evidence>& paper, const ReproduceOptions& options) {
  return write_reproduction(options, [&] {
    const auto evidence = std::make_shared<const Evidence>(paper.gather(options.effort));
    if (options.effort.progress) options.effort.progress("tables and figures");
    Reproduction result{.comparisons = compare_all(paper.published, paper.find_all(*evidence)),
                        .figures = paper.figures(*evidence),
                        .page = {}};
    result.errata = paper.find_errata(*evidence);
    result.sketch = paper.sketch();
    result.page = [evidence, page = paper.page, comparisons = result.comparisons](double seconds) {
      return page(*evidence, comparisons, seconds);
    };
    return result;
  });
}

// Figures of several sections in one list.
std::vector<report::Figure> joined(std::initializer_list<std::vector<report::Figure>> sections);

// A paper that is done: what the report of all of them needs of it.
struct FinishedPaper {
  std::string name, title, subtitle;
  int reproduced = 0, differs = 0, not_reproduced = 0, undecided = 0, open = 0;
  Tally tally;
  double seconds = 0;
  std::vector<Erratum> errata;
  Provenance provenance;
  report::RenderedChapter chapter;

  int entries() const { return reproduced + differs + not_reproduced + undecided + open; }
};
FinishedPaper finish(const std::string& name, const ReproduceResult& result);

// As text, and back: a run that is interrupted keeps the papers it has finished. `made_by` names the program and what was
// asked for; of another one, or of a text that is damaged, there is nothing to be had.
std::string to_text(const FinishedPaper& paper, const std::string& made_by);
std::optional<FinishedPaper> finished_paper(const std::string& text, const std::string& name,
                                            const std::string& made_by);

// Papers as the chapters of one page, with the counts of all of them on top.
// "350 statements: 240 reproduced, 40 misprint or slip of the paper, …"
std::string summary_line(const std::vector<FinishedPaper>& papers);
report::Page page_of_all(const std::vector<FinishedPaper>& papers, bool quick, int threads);
// How a page came about, as JSON: version, compiler, what was asked for, and the provenance of each paper by name.
std::string manifest_of(const std::string& paper, bool quick,
                        const std::vector<std::pair<std::string, Provenance>>& provenance);

// What to ask for in order to repeat it. Throws BadInput if it is no manifest.
struct Manifest {
  std::string version, paper;
  bool quick = false;
};
Manifest read_manifest(const std::string& json);

// The errata of all as Markdown, each paper with the command that computes the evidence again.
std::string errata_of_all(const std::vector<FinishedPaper>& papers, bool quick);

}  // namespace carom::papers
