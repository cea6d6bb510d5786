// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/reproduce.hpp"

#include "papers/impact_oscillator/figures.hpp"
#include "papers/impact_oscillator/findings.hpp"

extern const char carom_papers_impact_oscillator_published[];

namespace carom::papers::impact_oscillator {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_impact_oscillator_published);
  return entries;
}

double published_value(const std::string& id) { return number_of(published_entries(), id); }

namespace {

std::vector<report::Figure> all_figures(const Evidence& evidence) {
  return joined(
      {first_set_figures(evidence), cascade_figures(evidence), second_set_figures(evidence), wiper_figures(evidence)});
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

}  // namespace carom::papers::impact_oscillator
