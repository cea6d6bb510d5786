// SPDX-License-Identifier: Apache-2.0
#include "papers/disc_ball/reproduce.hpp"

#include "papers/disc_ball/figures.hpp"
#include "papers/disc_ball/findings.hpp"

extern const char carom_papers_disc_ball_published[];

namespace carom::papers::disc_ball {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_disc_ball_published);
  return entries;
}

namespace {

std::vector<report::Figure> all_figures(const Evidence& evidence) {
  return joined({parameter_figures(evidence), impact_figures(evidence), pattern_figures(evidence),
                 motion_figures(evidence), scheme_figures(evidence)});
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

}  // namespace carom::papers::disc_ball
