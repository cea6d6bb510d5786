// carom reproduce [PAPER|all] --out DIR: the tables and figures of a paper beside ours, and report.html.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "verb.hpp"

#ifdef CAROM_WITH_PAPERS
#include "papers/dimer/reproduce.hpp"
#endif

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text paper, out, jobs;
  bool quick = false;
};

void check_paper(const std::string& paper) {
  const std::vector<std::string> known{"dimer", "all"};
  for (const std::string& name : known)
    if (name == paper) return;
  const auto nearest = nearest_name(paper, known);
  throw BadInput(fmt::format("there is no paper '{}'; {}", paper,
                             nearest ? fmt::format("did you mean '{}'?", *nearest) : "there is 'dimer', or 'all'"));
}

int jobs_of(const Text& text) {
  if (!text) return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
  const double jobs = parse_quantity(*text, "1", "--jobs");
  if (!(jobs >= 1 && jobs <= 1024) || jobs != std::floor(jobs))
    throw BadInput(fmt::format("--jobs must be a whole number between 1 and 1024, got {}", *text));
  return static_cast<int>(jobs);
}

int reproduce(const Arguments& a) {
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
  papers::dimer::ReproduceOptions options;
  options.out = paper == "all" ? std::filesystem::path(*a.out) / "dimer" : std::filesystem::path(*a.out);
  options.quick = a.quick;
  options.threads = jobs;
  options.progress = [&a](const std::string& line) { say(a.common, line); };
  options.interrupt = &interrupt_flag();
  const auto result = papers::dimer::reproduce(options);
  if (result.interrupted) {
    say(a.common, "carom: interrupted; nothing was written");
    return interrupted;
  }
  nlohmann::ordered_json object{{"paper", "dimer"},          {"reproduced", result.reproduced},
                                {"differs", result.differs}, {"not_reproduced", result.not_reproduced},
                                {"open", result.open},       {"report", result.report.string()}};
  deliver_json(a.common, object.dump(2));
  if (!a.common.json && !a.common.quiet) {
    fmt::print("dimer: {} reproduced, {} differ, {} not reproduced, {} open\n{}\n", result.reproduced, result.differs,
               result.not_reproduced, result.open, result.report.string());
  }
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
                              {"--quick", "", "fewer points and shorter runs: under a minute", &a->quick},
                              {"--jobs", "N", "threads; by default as many as there are processors", &a->jobs}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "reproduce",
      .summary = "the tables and figures of a paper beside ours, as a report",
      .examples = {"carom reproduce dimer --quick --out report", "carom reproduce all --out reports"},
      .positionals = {{.name = "PAPER", .meaning = "dimer, or all (default)", .required = false, .target = &a->paper}},
      .options = std::move(options),
      .act = [a] { return reproduce(*a); }};
}

}  // namespace carom::app
