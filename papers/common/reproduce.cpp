// SPDX-License-Identifier: Apache-2.0
#include "papers/common/reproduce.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <iterator>
#include <system_error>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
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
  std::string csv = "id,where,published,ours,difference,verdict,value,cause,explained,statement\n";
  for (const Comparison& c : comparisons) {
    const bool explained = c.has_cause() && c.explanation.number;
    csv += fmt::format(
        "{},{},{},{},{},{},{},{},{},{}\n", c.entry.id, quoted(c.entry.where), quoted(c.published), quoted(c.ours),
        quoted(c.difference), name(c.verdict), c.value(), c.has_cause() ? key(c.explanation.kind) : "",
        explained ? fmt::format("{}", *c.explanation.number) : "", c.entry.group.empty() ? c.entry.id : c.entry.group);
  }
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
  return fmt::format("{}; {} ({:.0f} s)", tally.brief(), report.string(), seconds);
}

ReproduceResult write_reproduction(const ReproduceOptions& options, const std::function<Reproduction()>& compute) {
  if (options.out.empty()) throw BadInput("reproduce needs a folder for its report");
  const auto begin = std::chrono::steady_clock::now();
  make_folder(options.out);
  ReproduceResult result;
  Reproduction reproduction;
  try {
    reproduction = compute();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.page = reproduction.page(result.seconds);
  } catch (const Interrupted&) {
    result.interrupted = true;
    return result;
  }
  result.comparisons = reproduction.comparisons;
  result.errata = reproduction.errata;
  result.tally = tally_of(result.comparisons);
  for (const Comparison& c : result.comparisons) {
    switch (c.verdict) {
      case Verdict::reproduced: ++result.reproduced; break;
      case Verdict::differs: ++result.differs; break;
      case Verdict::not_reproduced: ++result.not_reproduced; break;
      case Verdict::undecided: ++result.undecided; break;
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
  if (options.own_page) {
    if (!options.paper.empty())
      result.page.manifest =
          manifest_of(options.paper, options.effort.quick, {{options.paper, provenance_of(result.page)}});
    result.report = options.out / "report.html";
    report::write_atomically(result.report, render(result.page));
  }
  return result;
}

std::vector<report::Figure> joined(std::initializer_list<std::vector<report::Figure>> sections) {
  std::vector<report::Figure> all;
  for (const std::vector<report::Figure>& figures : sections) all.insert(all.end(), figures.begin(), figures.end());
  return all;
}

Provenance provenance_of(const report::Page& page) {
  Provenance last;
  for (const report::Block& block : page.blocks)
    if (const auto* definitions = std::get_if<report::Definitions>(&block)) last = definitions->entries;
  return last;
}

namespace {

// Counts and seconds only.
FinishedPaper sum_of(const std::vector<FinishedPaper>& papers) {
  FinishedPaper sum;
  for (const FinishedPaper& p : papers) {
    sum.reproduced += p.reproduced;
    sum.differs += p.differs;
    sum.not_reproduced += p.not_reproduced;
    sum.undecided += p.undecided;
    sum.open += p.open;
    sum.tally += p.tally;
    sum.seconds += p.seconds;
  }
  return sum;
}

}  // namespace

FinishedPaper finish(const std::string& name, const ReproduceResult& result) {
  return {.name = name,
          .title = result.page.title,
          .subtitle = result.page.subtitle,
          .reproduced = result.reproduced,
          .differs = result.differs,
          .not_reproduced = result.not_reproduced,
          .undecided = result.undecided,
          .open = result.open,
          .tally = result.tally,
          .seconds = result.seconds,
          .errata = result.errata,
          .provenance = provenance_of(result.page),
          .chapter = report::render_chapter(name, result.page)};
}

std::string summary_line(const std::vector<FinishedPaper>& papers) {
  const FinishedPaper sum = sum_of(papers);
  return fmt::format("{}; {} published numbers and claims", sum.tally.brief(), sum.entries());
}

namespace {

report::Table table_of(const std::vector<FinishedPaper>& papers) {
  report::Table table{.caption = "Statements by paper, and whose the difference is",
                      .columns = {{.name = "paper"}, {.name = "statements"}, {.name = "reproduced"}},
                      .rows = {}};
  for (const CauseKind kind : all_causes) table.columns.push_back({.name = std::string(name(kind))});
  for (const char* column : {"open", "errata found"}) table.columns.push_back({.name = column});
  table.columns.push_back({.name = "computed in", .unit = "s"});
  for (const FinishedPaper& p : papers) {
    std::vector<report::Cell> row{p.title, p.tally.statements, p.tally.reproduced};
    for (const CauseKind kind : all_causes) row.emplace_back(p.tally.of(kind));
    row.emplace_back(p.tally.open);
    row.emplace_back(p.errata.size());
    row.push_back(report::number(p.seconds, 3));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

report::Page page_of_all(const std::vector<FinishedPaper>& papers, bool quick, int threads) {
  constexpr const char* counts[] = {"No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"};
  const std::string count = papers.size() < std::size(counts) ? counts[papers.size()] : std::to_string(papers.size());
  report::Page page{
      .title = fmt::format("{} papers, computed again", count),
      .subtitle = "What they publish, number by number and statement by statement, beside what Carom computes"};
  const FinishedPaper sum = sum_of(papers);
  std::vector<report::Card> cards = cards_of(sum.tally);
  cards.insert(cards.begin(), {.value = std::to_string(sum.entries()), .label = "published numbers and claims"});
  page.summary(cards);
  page.table(table_of(papers));
  page.paragraph(verdicts_in_words());
  page.definitions(
      {{"Carom", CAROM_VERSION},
       {"Compiler", compiler_name()},
       {"Command", fmt::format("carom reproduce all{} --jobs {} --out DIR", quick ? " --quick" : "", threads)},
       {"Data",
        "figures as SVG in NAME/figures/, their points as CSV in NAME/data/, the tables as "
        "NAME/comparison.csv"},
       {"Computed in", fmt::format("{:.0f} s in all; the chapters say on how many threads", sum.seconds)}});
  std::vector<std::pair<std::string, Provenance>> provenance;
  for (const FinishedPaper& p : papers) {
    page.chapter(p.chapter);
    provenance.emplace_back(p.name, p.provenance);
  }
  page.manifest = manifest_of("all", quick, provenance);
  return page;
}

std::string manifest_of(const std::string& paper, bool quick,
                        const std::vector<std::pair<std::string, Provenance>>& provenance) {
  using Json = nlohmann::ordered_json;
  Json by_paper = Json::object();
  for (const auto& [name, entries] : provenance) {
    by_paper[name] = Json::object();
    for (const auto& [term, text] : entries) by_paper[name][term] = text;
  }
  return Json{{"carom", CAROM_VERSION},
              {"compiler", compiler_name()},
              {"command", fmt::format("carom reproduce {}{} --out DIR", paper, quick ? " --quick" : "")},
              {"paper", paper},
              {"quick", quick},
              {"provenance", by_paper}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Manifest read_manifest(const std::string& json) {
  const nlohmann::json object = nlohmann::json::parse(json, nullptr, false);
  if (!object.is_object() || !object.contains("carom") || !object["carom"].is_string() || !object.contains("paper") ||
      !object["paper"].is_string() || !object.contains("quick") || !object["quick"].is_boolean())
    throw BadInput("the report's manifest is damaged");
  return {.version = object["carom"], .paper = object["paper"], .quick = object["quick"]};
}

std::string errata_of_all(const std::vector<FinishedPaper>& papers, bool quick) {
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
  for (const FinishedPaper& p : papers) {
    text += fmt::format("\n## {}\n\n{}\n\n`carom reproduce {}{} --out DIR`\n\n{}.\n\n", p.title, p.subtitle, p.name,
                        quick ? " --quick" : "", p.tally.brief());
    text += "| place | printed | correct | evidence |\n|---|---|---|---|\n";
    for (const Erratum& e : p.errata)
      text += fmt::format("| {} | {} | {} | {} |\n", cell(e.where), cell(e.printed), cell(e.correct),
                          cell(typeset(e.evidence)));
  }
  return text;
}

}  // namespace carom::papers
