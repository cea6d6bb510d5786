#include "papers/disc_ball/reproduce.hpp"

#include <memory>

#include "papers/disc_ball/figures.hpp"
#include "papers/disc_ball/findings.hpp"

extern const char carom_papers_disc_ball_published[];

namespace carom::papers::disc_ball {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_disc_ball_published);
  return entries;
}

ReproduceResult reproduce(const ReproduceOptions& options) {
  return write_reproduction(options, [&options] {
    const auto evidence = std::make_shared<const Evidence>(gather(options.effort));
    if (options.effort.progress) options.effort.progress("tables and figures");
    Reproduction result{
        .comparisons = compare_all(published_entries(), find_all(*evidence)), .figures = {}, .page = {}};
    for (const auto& figures : {parameter_figures(*evidence), impact_figures(*evidence), pattern_figures(*evidence),
                                motion_figures(*evidence), scheme_figures(*evidence)})
      result.figures.insert(result.figures.end(), figures.begin(), figures.end());
    result.errata = find_errata(*evidence);
    result.sketch = model_sketch();
    result.page = [evidence, comparisons = result.comparisons](double seconds) {
      return report_page(*evidence, comparisons, seconds);
    };
    return result;
  });
}

}  // namespace carom::papers::disc_ball
