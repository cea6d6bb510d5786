#include "papers/impact_oscillator/reproduce.hpp"

#include <memory>

#include "carom/base/bad_input.hpp"
#include "papers/impact_oscillator/figures.hpp"
#include "papers/impact_oscillator/findings.hpp"

extern const char carom_papers_impact_oscillator_published[];

namespace carom::papers::impact_oscillator {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_impact_oscillator_published);
  return entries;
}

double published_value(const std::string& id) {
  for (const PublishedEntry& entry : published_entries())
    if (entry.id == id && entry.kind == EntryKind::number) return entry.value;
  throw BadInput("published.toml has no number `" + id + "`");
}

ReproduceResult reproduce(const ReproduceOptions& options) {
  return write_reproduction(options, [&options] {
    const auto evidence = std::make_shared<const Evidence>(gather(options.effort));
    if (options.effort.progress) options.effort.progress("tables and figures");
    Reproduction result{
        .comparisons = compare_all(published_entries(), find_all(*evidence)), .figures = {}, .page = {}};
    for (const auto& figures : {first_set_figures(*evidence), cascade_figures(*evidence), second_set_figures(*evidence),
                                wiper_figures(*evidence)})
      result.figures.insert(result.figures.end(), figures.begin(), figures.end());
    result.errata = find_errata(*evidence);
    result.sketch = model_sketch();
    result.page = [evidence, comparisons = result.comparisons](double seconds) {
      return report_page(*evidence, comparisons, seconds);
    };
    return result;
  });
}

}  // namespace carom::papers::impact_oscillator
