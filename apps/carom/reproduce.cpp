// carom reproduce [PAPER|all] --out DIR: the tables and figures of a paper beside ours, and report.html.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <thread>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/report/atomic_file.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "verb.hpp"

#ifdef CAROM_WITH_PAPERS
#include "papers/dimer/reproduce.hpp"
#include "papers/disc_ball/reproduce.hpp"
#include "papers/impact_oscillator/reproduce.hpp"
#include "papers/lattice/reproduce.hpp"
#include "papers/rods/reproduce.hpp"
#endif

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text paper, out, jobs, from;
  bool quick = false;
};

const std::vector<std::string> paper_names{"dimer", "disc-ball", "impact-oscillator", "rods", "lattice"};

#ifdef CAROM_WITH_PAPERS
struct Paper {
  std::string name;
  std::function<papers::ReproduceResult(const papers::ReproduceOptions&)> reproduce;
};

std::vector<Paper> papers_known() {
  return {{"dimer", papers::dimer::reproduce},
          {"disc-ball", papers::disc_ball::reproduce},
          {"impact-oscillator", papers::impact_oscillator::reproduce},
          {"rods", papers::rods::reproduce},
          {"lattice", papers::lattice::reproduce}};
}
#endif

void check_paper(const std::string& paper) {
  std::vector<std::string> known = paper_names;
  known.push_back("all");
  if (std::find(known.begin(), known.end(), paper) != known.end()) return;
  const auto nearest = nearest_name(paper, known);
  throw BadInput(
      fmt::format("there is no paper '{}'; {}", paper,
                  nearest ? fmt::format("did you mean '{}'?", *nearest)
                          : "there are 'dimer', 'disc-ball', 'impact-oscillator', 'rods' and 'lattice', or 'all'"));
}

#ifdef CAROM_WITH_PAPERS
// What a report was made by, from the page itself.
papers::Manifest manifest_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path)) throw BadInput(fmt::format("cannot read the report '{}'", path));
  const std::string html{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const std::optional<std::string> text = report::read_manifest(html);
  if (!text) throw BadInput(fmt::format("'{}' is no report of `carom reproduce`: it has no manifest", path));
  return papers::read_manifest(*text);
}
#endif

int reproduce(Arguments a) {
#ifdef CAROM_WITH_PAPERS
  if (a.from) {
    if (a.paper || a.quick)
      throw BadInput("the report says which paper and how much of it: --from takes neither PAPER nor --quick");
    const papers::Manifest manifest = manifest_in(*a.from);
    a.paper = manifest.paper;
    a.quick = manifest.quick;
    if (manifest.version != CAROM_VERSION)
      say(a.common, fmt::format("carom: the report was made by version {}, this is {}: numbers may differ",
                                manifest.version, CAROM_VERSION));
  }
#endif
  const std::string paper = a.paper.value_or("all");
  check_paper(paper);
  if (!a.out) throw BadInput("`carom reproduce` needs --out DIR, the folder for report.html");
  const int jobs = jobs_of(a.jobs);
  check_outputs({a.common.json});
  std::error_code error;
  std::filesystem::create_directories(*a.out, error);
  if (error || !std::filesystem::is_directory(*a.out))
    throw BadInput(fmt::format("cannot make the folder '{}'", *a.out));
#ifdef CAROM_WITH_PAPERS
  const std::filesystem::path out(*a.out);
  std::vector<nlohmann::ordered_json> objects;
  std::vector<papers::PaperResult> results;
  for (const Paper& known : papers_known()) {
    if (paper != "all" && paper != known.name) continue;
    const papers::ReproduceOptions options{
        .out = paper == "all" ? out / known.name : out,
        .paper = known.name,
        .own_page = paper != "all",
        .effort = {.quick = a.quick,
                   .threads = jobs,
                   .progress = [&a](const std::string& line) { say(a.common, line); },
                   .interrupt = &interrupt_flag()}};
    const papers::ReproduceResult result = known.reproduce(options);
    if (result.interrupted) {
      say(a.common, objects.empty() ? "carom: interrupted; nothing was written"
                                    : fmt::format("carom: interrupted; of {} nothing was written", known.name));
      return interrupted;
    }
    const std::filesystem::path page = out / "report.html";
    objects.push_back({{"paper", known.name},
                       {"reproduced", result.reproduced},
                       {"differs", result.differs},
                       {"not_reproduced", result.not_reproduced},
                       {"open", result.open},
                       {"seconds", result.seconds},
                       {"report", page.string()}});
    if (!a.common.json && !a.common.quiet) {
      fmt::print("{}: {} reproduced, {} differ, {} not reproduced, {} open\n", known.name, result.reproduced,
                 result.differs, result.not_reproduced, result.open);
      std::fflush(stdout);
    }
    if (paper == "all") results.push_back({known.name, result});
  }
  if (paper == "all") {
    report::write_atomically(out / "report.html", render(papers::page_of_all(results, a.quick, jobs)));
    report::write_atomically(out / "errata.md", papers::errata_of_all(results, a.quick));
  }
  if (!a.common.json && !a.common.quiet) fmt::print("{}\n", (out / "report.html").string());
  // One paper is an object, all of them a list.
  deliver_json(a.common, paper == "all" ? nlohmann::ordered_json(objects).dump(2) : objects.front().dump(2));
  return ok;
#else
  static_cast<void>(jobs);
  throw BadInput("this Carom was built without the papers");
#endif
}

}  // namespace

Verb reproduce_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{{"--out", "DIR", "folder for report.html and its data", &a->out},
                              {"--quick", "", "fewer points and shorter runs: a minute or two", &a->quick},
                              {"--from", "REPORT", "repeat what a report.html was made by", &a->from},
                              {"--jobs", "N", "threads; by default as many as there are processors", &a->jobs}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {.name = "reproduce",
          .summary = "the tables and figures of a paper beside ours, as a report",
          .examples = {"carom reproduce disc-ball --quick --out report", "carom reproduce all --out reports",
                       "carom reproduce --from report/report.html --out again"},
          .positionals = {{.name = "PAPER",
                           .meaning = "dimer, disc-ball, impact-oscillator, rods, lattice, or all (default)",
                           .required = false,
                           .target = &a->paper}},
          .options = std::move(options),
          .act = [a] { return reproduce(*a); }};
}

}  // namespace carom::app
