// SPDX-License-Identifier: Apache-2.0
#include "papers/lattice/reproduce.hpp"

#include "papers/lattice/figures.hpp"
#include "papers/lattice/findings.hpp"

extern const char carom_papers_lattice_published[];

namespace carom::papers::lattice {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_lattice_published);
  return entries;
}

const PublishedEntry& published_entry(const std::string& id) { return entry_of(published_entries(), id); }

double published_value(const std::string& id) { return number_of(published_entries(), id); }

namespace {

std::vector<report::Figure> all_figures(const Evidence& evidence) {
  return joined({{bodies_figure(), band_figure(evidence), ordered_figure()},
                 result_figures(evidence),
                 {theory_figure(evidence), roughness_figure(evidence)},
                 further_figures(evidence)});
}

}  // namespace

ReproduceResult reproduce(const ReproduceOptions& options) {
  return reproduce_paper<Evidence>({.published = published_entries(),
                                    .gather = gather,
                                    .find_all = find_all,
                                    .figures = all_figures,
                                    .find_errata = find_errata,
                                    .sketch = model_sketch,
                                    .page = report_page},
                                   options);
}

}  // namespace carom::papers::lattice
