#include "papers/common/reproduce.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <iterator>
#include <system_error>

#include "carom/base/bad_input.hpp"
#include "carom/report/atomic_file.hpp"
#include "papers/common/report_parts.hpp"

namespace carom::papers {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + "\"";
}

std::string comparison_csv(const std::vector<Comparison>& comparisons) {
  std::string csv = "id,where,published,ours,difference,verdict\n";
  for (const Comparison& c : comparisons)
    csv += fmt::format("{},{},{},{},{},{}\n", c.entry.id, quoted(c.entry.where), quoted(c.published), quoted(c.ours),
                       quoted(c.difference), name(c.verdict));
  return csv;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw BadInput("cannot make the folder " + folder.string() + ": " + failure.message());
}

}  // namespace

std::string ReproduceResult::brief() const {
  if (interrupted) return "interrupted; nothing was written";
  return fmt::format("{} of {} reproduced, {} differ, {} not reproduced, {} open; {} ({:.0f} s)", reproduced, entries(),
                     differs, not_reproduced, open, report.string(), seconds);
}

ReproduceResult write_reproduction(const ReproduceOptions& options, const std::function<Reproduction()>& compute) {
  if (options.out.empty()) throw BadInput("reproduce needs a folder for its report");
  const auto begin = std::chrono::steady_clock::now();
  make_folder(options.out);
  ReproduceResult result;
  Reproduction reproduction;
  try {
    reproduction = compute();
  } catch (const Interrupted&) {
    result.interrupted = true;
    return result;
  }
  result.comparisons = reproduction.comparisons;
  result.errata = reproduction.errata;
  for (const Comparison& c : result.comparisons) {
    switch (c.verdict) {
      case Verdict::reproduced: ++result.reproduced; break;
      case Verdict::differs: ++result.differs; break;
      case Verdict::not_reproduced: ++result.not_reproduced; break;
      case Verdict::open: ++result.open; break;
    }
  }
  make_folder(options.out / "figures");
  make_folder(options.out / "data");
  for (const report::Figure& figure : reproduction.figures) {
    report::write_atomically(options.out / "figures" / (figure.id + ".svg"), render(figure));
    report::write_atomically(options.out / "data" / (figure.id + ".csv"), data_csv(figure));
  }
  if (reproduction.sketch)
    report::write_atomically(options.out / "figures" / (reproduction.sketch->id + ".svg"),
                             render(*reproduction.sketch));
  report::write_atomically(options.out / "comparison.csv", comparison_csv(result.comparisons));
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  result.page = reproduction.page(result.seconds);
  if (options.own_page) {
    if (!options.paper.empty())
      result.page.manifest = manifest_of(options.paper, options.effort.quick, {{options.paper, &result.page}});
    result.report = options.out / "report.html";
    report::write_atomically(result.report, render(result.page));
  }
  return result;
}

report::Page page_of_all(const std::vector<PaperResult>& papers, bool quick, int threads) {
  constexpr const char* counts[] = {"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"};
  const std::string count = papers.size() < std::size(counts) ? counts[papers.size()] : std::to_string(papers.size());
  report::Page page{
      .title = fmt::format("{} papers, computed again", count),
      .subtitle = "What they publish, number by number and statement by statement, beside what Carom computes"};
  int entries = 0, reproduced = 0, differs = 0, not_reproduced = 0, open = 0;
  double seconds = 0;
  report::Table table{.caption = "Verdicts by paper",
                      .columns = {{.name = "paper"},
                                  {.name = "published"},
                                  {.name = "reproduced"},
                                  {.name = "differ"},
                                  {.name = "not reproduced"},
                                  {.name = "open"},
                                  {.name = "errata found"},
                                  {.name = "computed in", .unit = "s"}},
                      .rows = {}};
  for (const auto& [name, result] : papers) {
    entries += result.entries();
    reproduced += result.reproduced;
    differs += result.differs;
    not_reproduced += result.not_reproduced;
    open += result.open;
    seconds += result.seconds;
    table.rows.push_back({result.page.title, result.entries(), result.reproduced, result.differs, result.not_reproduced,
                          result.open, result.errata.size(), report::number(result.seconds, 3)});
  }
  page.summary(
      {{.value = std::to_string(entries), .label = "published quantities and statements"},
       {.value = std::to_string(reproduced), .label = "reproduced", .verdict = Verdict::reproduced},
       {.value = std::to_string(differs), .label = "differ, with a reason", .verdict = Verdict::differs},
       {.value = std::to_string(not_reproduced), .label = "not reproduced", .verdict = Verdict::not_reproduced},
       {.value = std::to_string(open), .label = "open", .verdict = Verdict::open}});
  page.table(table);
  page.paragraph(
      "*Reproduced*: within the tolerance that stands beside the published value, with its reason. *Differ*: near, or "
      "true in "
      "part, and we say why. *Not reproduced*: the paper's number or statement does not follow from its model as we "
      "understand it. Verdicts come from comparisons with numbers computed for this page.");
  page.definitions(
      {{"Carom", CAROM_VERSION},
       {"Compiler", compiler_name()},
       {"Command", fmt::format("carom reproduce all{} --jobs {} --out DIR", quick ? " --quick" : "", threads)},
       {"Data",
        "figures as SVG in NAME/figures/, their points as CSV in NAME/data/, the tables as "
        "NAME/comparison.csv"},
       {"Computed in", fmt::format("{:.0f} s on {} threads", seconds, threads)}});
  for (const auto& [name, result] : papers) page.chapter(name, result.page);
  std::vector<std::pair<std::string, const report::Page*>> pages;
  for (const auto& [name, result] : papers) pages.emplace_back(name, &result.page);
  page.manifest = manifest_of("all", quick, pages);
  return page;
}

std::string manifest_of(const std::string& paper, bool quick,
                        const std::vector<std::pair<std::string, const report::Page*>>& pages) {
  using Json = nlohmann::ordered_json;
  Json provenance = Json::object();
  for (const auto& [name, page] : pages) {
    // The last list of definitions of a page: seeds, tolerances, model.
    Json entries = Json::object();
    for (const report::Block& block : page->blocks)
      if (const auto* definitions = std::get_if<report::Definitions>(&block)) {
        entries = Json::object();
        for (const auto& [term, text] : definitions->entries) entries[term] = text;
      }
    provenance[name] = entries;
  }
  return Json{{"carom", CAROM_VERSION},
              {"compiler", compiler_name()},
              {"command", fmt::format("carom reproduce {}{} --out DIR", paper, quick ? " --quick" : "")},
              {"paper", paper},
              {"quick", quick},
              {"provenance", provenance}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Manifest read_manifest(const std::string& json) {
  const nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object() || !object.contains("carom") || !object["carom"].is_string() || !object.contains("paper") ||
      !object["paper"].is_string() || !object.contains("quick") || !object["quick"].is_boolean())
    throw BadInput("the report's manifest is damaged");
  return {.version = object["carom"], .paper = object["paper"], .quick = object["quick"]};
}

std::string errata_of_all(const std::vector<PaperResult>& papers, bool quick) {
  // A bar would end a cell, a line end the row.
  const auto cell = [](const std::string& text) {
    std::string out;
    for (const char c : text) out += c == '|' ? "\\|" : c == '\n' ? " " : std::string(1, c);
    return out;
  };
  std::string text =
      "# Errata of the papers\n\nWhat we found in print that cannot be meant, or contradicts itself, and the numbers "
      "that "
      "show it. Carom computes them anew each time: every section says how. This page is what `carom reproduce all` "
      "writes as `errata.md`.\n";
  for (const auto& [name, result] : papers) {
    text += fmt::format("\n## {}\n\n{}\n\n`carom reproduce {}{} --out DIR`\n\n", result.page.title,
                        result.page.subtitle, name, quick ? " --quick" : "");
    text += "| place | printed | correct | evidence |\n|---|---|---|---|\n";
    for (const Erratum& e : result.errata)
      text += fmt::format("| {} | {} | {} | {} |\n", cell(e.where), cell(e.printed), cell(e.correct),
                          cell(typeset(e.evidence)));
  }
  return text;
}

}  // namespace carom::papers
