#include "papers/lattice/reproduce.hpp"

#include <memory>

#include "carom/base/bad_input.hpp"
#include "papers/lattice/figures.hpp"
#include "papers/lattice/findings.hpp"

extern const char carom_papers_lattice_published[];

namespace carom::papers::lattice {

const std::vector<PublishedEntry>& published_entries() {
  static const std::vector<PublishedEntry> entries = read_published(carom_papers_lattice_published);
  return entries;
}

const PublishedEntry& published_entry(const std::string& id) {
  for (const PublishedEntry& entry : published_entries())
    if (entry.id == id) return entry;
  throw BadInput("published.toml has no entry `" + id + "`");
}

double published_value(const std::string& id) {
  const PublishedEntry& entry = published_entry(id);
  if (entry.kind != EntryKind::number) throw BadInput("`" + id + "` of published.toml is no number");
  return entry.value;
}

ReproduceResult reproduce(const ReproduceOptions& options) {
  return write_reproduction(options, [&options] {
    const auto evidence = std::make_shared<const Evidence>(gather(options.effort));
    if (options.effort.progress) options.effort.progress("tables and figures");
    Reproduction result{
        .comparisons = compare_all(published_entries(), find_all(*evidence)), .figures = {}, .page = {}};
    result.figures = {bodies_figure(), band_figure(*evidence), ordered_figure()};
    for (const auto& figures :
         {result_figures(*evidence), std::vector<report::Figure>{theory_figure(*evidence), roughness_figure(*evidence)},
          further_figures(*evidence)})
      result.figures.insert(result.figures.end(), figures.begin(), figures.end());
    result.errata = find_errata(*evidence);
    result.sketch = model_sketch();
    result.page = [evidence, comparisons = result.comparisons](double seconds) {
      return report_page(*evidence, comparisons, seconds);
    };
    return result;
  });
}

}  // namespace carom::papers::lattice
