// SPDX-License-Identifier: Apache-2.0
#include "papers/rods/reproduce.hpp"

#include "papers/rods/figures.hpp"
#include "papers/rods/findings.hpp"

extern const char carom_papers_rods_published[];

namespace carom::papers::rods {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_rods_published);
  return entries;
}

const PublishedEntry& published_entry(const std::string& id) { return entry_of(published_entries(), id); }

double published_value(const std::string& id) { return number_of(published_entries(), id); }

namespace {

std::vector<report::Figure> all_figures(const Evidence& evidence) {
  return joined({experiment_figures(evidence), annulus_figures(evidence), row_figures(evidence),
                 collision_figures(evidence), drift_figures(), discussion_figures(evidence)});
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

}  // namespace carom::papers::rods
