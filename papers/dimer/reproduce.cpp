// SPDX-License-Identifier: Apache-2.0
#include "papers/dimer/reproduce.hpp"

#include <memory>

#include "papers/dimer/figures.hpp"
#include "papers/dimer/findings.hpp"

extern const char carom_papers_dimer_published[];

namespace carom::papers::dimer {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_dimer_published);
  return entries;
}

ReproduceResult reproduce(const ReproduceOptions& options) {
  return write_reproduction(options, [&options] {
    const auto evidence =
        std::make_shared<const Evidence>(gather({.effort = options.effort,
                                                 .printed_drift = {number_of(published_entries(), "drift_39_012"),
                                                                   number_of(published_entries(), "drift_39_008")},
                                                 .printed_drift_57 = number_of(published_entries(), "drift_57_008")}));
    if (options.effort.progress) options.effort.progress("tables and figures");
    Reproduction result{.comparisons = compare_all(published_entries(), find_all(*evidence)),
                        .figures = paper_figures(*evidence),
                        .page = {}};
    const std::vector<report::Figure> studies = study_figures(*evidence);
    result.errata = find_errata(*evidence);
    result.sketch = model_sketch();
    result.page = [evidence, comparisons = result.comparisons, figures = result.figures, studies](double seconds) {
      return report_page(*evidence, comparisons, figures, studies, seconds);
    };
    result.figures.insert(result.figures.end(), studies.begin(), studies.end());
    return result;
  });
}

}  // namespace carom::papers::dimer
