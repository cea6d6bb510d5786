// SPDX-License-Identifier: Apache-2.0
// carom reproduce [PAPER|all] --out DIR: the tables and figures of a paper beside ours, and report.html.
#include <unistd.h>

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

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"
#include "carom/base/sha256.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "streams.hpp"
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
std::optional<std::string> content_of(const std::filesystem::path& path) {
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// What a report was made by, from the page itself.
papers::Manifest manifest_in(const std::string& path) {
  const std::optional<std::string> html = content_of(path);
  if (!html) throw BadInput(fmt::format("cannot read the report '{}'", path));
  const std::optional<std::string> text = report::read_manifest(*html);
  if (!text) throw BadInput(fmt::format("'{}' is no report of `carom reproduce`: it has no manifest", path));
  return papers::read_manifest(*text);
}
#endif

#ifdef CAROM_WITH_PAPERS
// The papers that an interrupted run of all of them has finished, in a folder beside the report that is gone when it is
// done. Kept only for the same program and the same request.
class Finished {
 public:
  Finished(const std::filesystem::path& out, bool quick)
      : out_(out),
        folder_(out / "unfinished"),
        made_by_(fmt::format("{} {} {}", CAROM_VERSION, quick ? "quick" : "full",
                             sha256_hex(content_of("/proc/self/exe").value_or("")))) {}

  std::optional<papers::FinishedPaper> find(const std::string& name) const {
    std::error_code error;
    if (!std::filesystem::exists(out_ / name / "comparison.csv", error)) return std::nullopt;  // its data are gone
    const std::optional<std::string> text = content_of(file(name));
    return text ? papers::finished_paper(*text, name, made_by_) : std::nullopt;
  }
  // Not to have it kept is no reason to lose it: returns why it is not.
  std::optional<std::string> keep(const papers::FinishedPaper& paper) const {
    try {
      std::filesystem::create_directories(folder_);
      report::write_atomically(file(paper.name), papers::to_text(paper, made_by_));
    } catch (const std::exception& error) {
      return error.what();
    }
    return std::nullopt;
  }
  // Only what is ours: the folder stays if there is something else in it.
  void forget() const {
    std::error_code ignored;
    for (const std::string& name : paper_names) std::filesystem::remove(file(name), ignored);
    std::filesystem::remove(folder_, ignored);
  }

 private:
  std::filesystem::path file(const std::string& name) const { return folder_ / (name + ".json"); }

  std::filesystem::path out_, folder_;
  std::string made_by_;
};
#endif

#ifdef CAROM_WITH_PAPERS
// Paper and extent from a report, where one is given.
void take_from_report(Arguments& a) {
  if (!a.from) return;
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

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder))
    throw BadInput(fmt::format("cannot make the folder '{}'", folder));
  if (::access(folder.c_str(), W_OK) != 0) throw BadInput(fmt::format("cannot write to the folder '{}'", folder));
}

#ifdef CAROM_WITH_PAPERS
// One paper, or all of them one after the other.
class Reproducing {
 public:
  Reproducing(const Arguments& a, const std::string& paper, int jobs)
      : a_(a), paper_(paper), all_(paper == "all"), jobs_(jobs), out_(*a.out), finished_(out_, a.quick) {}

  int finish() {
    for (const Paper& known : papers_known()) {
      if (!all_ && paper_ != known.name) continue;
      if (all_ && take_finished(known)) continue;
      if (!compute(known)) return interrupted;
    }
    if (all_) write_all();
    if (speaks()) print("{}\n", (out_ / "report.html").string());
    // One paper is an object, all of them a list.
    deliver_json(a_.common, all_ ? nlohmann::ordered_json(objects_).dump(2) : objects_.front().dump(2));
    return ok;
  }

 private:
  bool speaks() const { return !a_.common.json && !a_.common.quiet; }

  void tell(const papers::FinishedPaper& p) {
    nlohmann::ordered_json causes = nlohmann::ordered_json::object();
    for (const papers::CauseKind kind : papers::all_causes) causes[std::string(key(kind))] = p.tally.of(kind);
    objects_.push_back({{"paper", p.name},
                        {"reproduced", p.reproduced},
                        {"differs", p.differs},
                        {"not_reproduced", p.not_reproduced},
                        {"undecided", p.undecided},
                        {"open", p.open},
                        {"statements", p.tally.statements},
                        {"statements_reproduced", p.tally.reproduced},
                        {"causes", causes},
                        {"seconds", p.seconds},
                        {"report", (out_ / "report.html").string()}});
    if (!speaks()) return;
    print("{}: {}\n", p.name, p.tally.brief());
  }

  // Whether it was finished before an interruption.
  bool take_finished(const Paper& known) {
    std::optional<papers::FinishedPaper> kept = finished_.find(known.name);
    if (!kept) return false;
    say(a_.common, fmt::format("{}: finished before the interruption", known.name));
    tell(*kept);
    done_.push_back(std::move(*kept));
    return true;
  }

  // False if it was interrupted.
  bool compute(const Paper& known) {
    const papers::ReproduceOptions options{
        .out = all_ ? out_ / known.name : out_,
        .paper = known.name,
        .own_page = !all_,
        .effort = {.quick = a_.quick,
                   .threads = jobs_,
                   .progress = [this](const std::string& line) { say(a_.common, line); },
                   .interrupt = &interrupt_flag()}};
    const papers::ReproduceResult result = known.reproduce(options);
    if (result.interrupted) {
      say(a_.common, done_.empty()
                         ? "carom: interrupted; nothing was written"
                         : fmt::format("carom: interrupted; of {} nothing was written. The same command goes on "
                                       "from there",
                                       known.name));
      return false;
    }
    done_.push_back(papers::finish(known.name, result));
    if (const auto failure = all_ ? finished_.keep(done_.back()) : std::nullopt)
      say(a_.common, fmt::format("carom: an interruption would lose {}: {}", known.name, *failure));
    tell(done_.back());
    return true;
  }

  void write_all() const {
    report::write_atomically(out_ / "report.html", render(papers::page_of_all(done_, a_.quick, jobs_)));
    report::write_atomically(out_ / "errata.md", papers::errata_of_all(done_, a_.quick));
    finished_.forget();
    if (speaks()) print("{}\n", papers::summary_line(done_));
  }

  const Arguments& a_;
  const std::string paper_;
  const bool all_;
  const int jobs_;
  const std::filesystem::path out_;
  const Finished finished_;
  std::vector<papers::FinishedPaper> done_;
  std::vector<nlohmann::ordered_json> objects_;
};
#endif

int reproduce(Arguments a) {
#ifdef CAROM_WITH_PAPERS
  take_from_report(a);
#endif
  const std::string paper = a.paper.value_or("all");
  check_paper(paper);
  if (!a.out) throw BadInput("`carom reproduce` needs --out DIR, the folder for report.html");
  const int jobs = jobs_of(a.jobs);
  check_outputs({a.common.json});
  make_folder(*a.out);
#ifdef CAROM_WITH_PAPERS
  return Reproducing(a, paper, jobs).finish();
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
