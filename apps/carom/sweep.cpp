// SPDX-License-Identifier: Apache-2.0
// carom sweep: one system at many values of its parameters; carom merge: two stores of one study.
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/store/mpi_sweep.hpp"
#include "carom/store/sweep_store.hpp"
#include "carom/sweep/study_file.hpp"
#include "interrupt.hpp"
#include "output.hpp"
#include "progress_bar.hpp"
#include "streams.hpp"
#include "study_text.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

struct Arguments {
  Common common;
  Text what, preset, law, cycles, until, rtol, atol, seeds, observables, samples, sampling, sample_seed, jobs, out, csv;
  std::vector<std::string> set, vary, sample;
  bool dry_run = false, resume = false;
};

// The text of the study and what messages call it.
std::pair<std::string, std::string> study_of(const Arguments& a) {
  const std::pair<const char*, const Text*> keys[] = {{"preset", &a.preset}, {"law", &a.law},   {"cycles", &a.cycles},
                                                      {"until", &a.until},   {"rtol", &a.rtol}, {"atol", &a.atol},
                                                      {"seeds", &a.seeds}};
  if (names_a_file(*a.what)) {
    const auto refuse = [](const char* flag) {
      throw BadInput(fmt::format("the study file says all of the study: {} is not for it", flag));
    };
    if (!a.set.empty()) refuse("--set");
    if (!a.vary.empty()) refuse("--vary");
    if (!a.sample.empty()) refuse("--sample");
    for (const auto& [key, text] : keys)
      if (*text) refuse(fmt::format("--{}", key).c_str());
    for (const auto& [flag, text] : {std::pair{"--observables", &a.observables},
                                     {"--samples", &a.samples},
                                     {"--sampling", &a.sampling},
                                     {"--sample-seed", &a.sample_seed}})
      if (*text) refuse(flag);
    return {read_study_file(*a.what), *a.what};
  }
  study::SweepFlags flags{.system = *a.what, .set = a.set, .vary = a.vary, .sample = a.sample};
  for (const auto& [key, text] : keys)
    if (*text) flags.keys.emplace_back(key, **text);
  flags.observables = a.observables.value_or("");
  flags.samples = a.samples.value_or("");
  flags.sampling = a.sampling.value_or("");
  flags.sample_seed = a.sample_seed.value_or("");
  return {study::study_text(flags), std::string(study::flags_source)};
}

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  if (seconds < 6000) return fmt::format("{:.3g} min", seconds / 60);
  return fmt::format("{:.3g} h", seconds / 3600);
}

// A flag that rises by itself after so many seconds, or with the user's.
class Deadline {
 public:
  explicit Deadline(double seconds) : watch_([this, seconds] { wait(seconds); }) {}
  ~Deadline() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    word_.notify_all();
    watch_.join();
  }
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  void wait(double seconds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    std::unique_lock lock(mutex_);
    while (!done_ && !interrupt_flag() && std::chrono::steady_clock::now() < end)
      word_.wait_for(lock, std::chrono::milliseconds(50));
    flag_ = true;
  }

  std::atomic<bool> flag_{false};
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable word_;
  std::thread watch_;  // last: it uses the others
};

// What there is to do and how long it may take, from three points and at most half a minute.
int tell(const Arguments& a, const study::Sweep& sweep, long remaining, int jobs) {
  const long points = sweep.points();
  double seconds = 0;
  int pilots = 0;
  bool longer = false;  // than we waited for
  const Deadline deadline(20);
  nlohmann::ordered_json failures = nlohmann::ordered_json::array();
  for (const long number : {0L, points / 2, points - 1}) {
    const study::SweepRow row = study::compute(sweep, number, &deadline.flag());
    if (interrupt_flag()) return interrupted;
    seconds += row.seconds;
    ++pilots;
    longer = row.outcome == name(Outcome::interrupted);
    if (longer) break;
    if (row.failed) failures.push_back({{"point", number}, {"outcome", row.outcome}, {"reason", row.reason}});
    if (seconds > 20) break;
  }
  const double estimate = seconds / pilots * static_cast<double>(remaining) / jobs;
  nlohmann::ordered_json object{{"system", sweep.system->name()},
                                {"points", points},
                                {"remaining", remaining},
                                {"jobs", jobs},
                                {"seconds_per_point", seconds / pilots},
                                {"estimated_seconds", estimate},
                                {"at_least", longer},
                                {"pilot_failures", failures}};
  deliver_json(a.common, object.dump(2));
  if (a.common.json) return ok;
  std::vector<std::vector<std::string>> rows{{"system", sweep.system->name()}, {"points", std::to_string(points)}};
  for (const study::Axis& axis : sweep.axes) rows.push_back({axis.name, fmt::format("{} values", axis.values.size())});
  for (const study::SampledRange& range : sweep.ranges)
    rows.push_back(
        {range.name, fmt::format("{} samples from {:g} to {:g}", sweep.sample_count(), range.from, range.to)});
  if (sweep.seeded) rows.push_back({"seeds", fmt::format("{} to {}", sweep.seeds.first, sweep.seeds.last)});
  if (remaining != points) rows.push_back({"remaining", std::to_string(remaining)});
  rows.push_back({"time", fmt::format("{} {} with {} at a time (a pilot of {} points took {} each)",
                                      longer ? "more than" : "about", duration_text(estimate), jobs, pilots,
                                      duration_text(seconds / pilots))});
  for (const auto& failure : failures)
    rows.push_back(
        {"failed", fmt::format("point {}: {}: {}", failure["point"].get<long>(), failure["outcome"].get<std::string>(),
                               failure["reason"].get<std::string>())});
  print("{}", aligned(rows));
  return ok;
}

nlohmann::ordered_json rows_json(const store::StoreReader& reader) {
  using Json = nlohmann::ordered_json;
  Json rows = Json::array();
  reader.visit([&](const study::SweepRow& row) {
    Json parameters = Json::object(), observables = Json::object();
    for (std::size_t k = 0; k < row.values.size(); ++k)
      std::visit([&](const auto& value) { parameters[reader.info().parameters[k].name] = value; }, row.values[k]);
    for (const auto& [name, cell] : row.observables) {
      if (const double* number = std::get_if<double>(&cell))
        observables[name] = *number;
      else if (const long* whole = std::get_if<long>(&cell))
        observables[name] = *whole;
      else if (const std::string* word = std::get_if<std::string>(&cell))
        observables[name] = *word;
      else
        observables[name] = nullptr;
    }
    Json entry{{"point", row.number}, {"parameters", parameters}, {"seed", row.seed}, {"outcome", row.outcome}};
    if (!row.reason.empty()) entry["reason"] = row.reason;
    entry["observables"] = observables;
    rows.push_back(std::move(entry));
  });
  return rows;
}

int sweep(const Arguments& a) {
  std::optional<store::MpiJob> job;
  if (store::under_mpi()) job.emplace();
  if (job && job->rank() > 0) {
    if (const auto text = job->listen()) job->serve(study::read_study(*text, "study"), &interrupt_flag());
    return ok;
  }
  // From here on the others wait for a word: they get one whatever happens.
  bool announced = false;
  try {
    const auto begun = std::chrono::steady_clock::now();
    const auto [text, source] = study_of(a);
    const study::Sweep sweep = study::read_study(text, source);
    const int jobs = job ? std::max(1, job->size() - 1) : jobs_of(a.jobs);
    if (a.resume && !a.out) throw BadInput("--resume goes on with a store: name it with --out");
    check_outputs({a.common.json, a.csv});
    if (a.dry_run) {
      long remaining = sweep.points();
      if (a.out && a.resume && std::filesystem::exists(*a.out))
        remaining = static_cast<long>(
            store::SweepStore::open(*a.out, sweep, store::SweepStore::Mode::resume).remaining(sweep).numbers.size());
      const int code = tell(a, sweep, remaining, jobs);
      if (job) job->announce(std::nullopt);
      return code;
    }
    const auto mode = a.resume ? store::SweepStore::Mode::resume : store::SweepStore::Mode::fresh;
    store::SweepStore store = a.out ? store::SweepStore::open(*a.out, sweep, mode) : store::SweepStore::unnamed(sweep);
    if (!store.note().empty()) say(a.common, fmt::format("carom: {}", store.note()));
    const study::Remaining remaining = store.remaining(sweep);
    ProgressBar bar(a.common.quiet, "points", 1);
    study::SweepOptions options{.jobs = jobs, .interrupt = &interrupt_flag()};
    options.progress = [&](long done, long all, long failed) {
      bar.update(static_cast<double>(done), static_cast<double>(all), failed ? fmt::format("{} failed", failed) : "");
    };
    if (job) {
      job->announce(text);
      announced = true;
    }
    study::SweepReport report;
    try {
      report = job ? job->run(sweep, remaining, store, options) : run_by_threads(sweep, remaining, store, options);
    } catch (const store::StoreFailure& failure) {
      bar.clear();
      talk("carom: {}\n", failure.what());
      return run_failed;
    }
    bar.clear();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    const store::StoreReader reader = store.reader();
    if (a.csv) report::write_atomically(*a.csv, store::to_csv(reader));
    nlohmann::ordered_json object{{"system", sweep.system->name()},
                                  {"version", CAROM_VERSION},
                                  {"points", report.points},
                                  {"done", report.before + report.done},
                                  {"computed", report.done},
                                  {"failed", report.failed},
                                  {"store", a.out ? nlohmann::ordered_json(*a.out) : nlohmann::ordered_json()},
                                  {"wall_seconds", seconds}};
    if (a.common.json && report.points <= 100000) object["rows"] = rows_json(reader);
    deliver_json(a.common, object.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    if (!a.common.json && !a.out && !a.csv) print_data(store::to_csv(reader));
    say(a.common, fmt::format("carom: {} of {} points, {} of them now, in {}{}{}", report.before + report.done,
                              report.points, report.done, duration_text(seconds),
                              report.failed ? fmt::format("; {} failed, the store says why", report.failed) : "",
                              a.out ? fmt::format("; {}", *a.out) : ""));
    if (report.interrupted) {
      say(a.common,
          a.out ? fmt::format("carom: interrupted; --resume --out {} goes on", *a.out) : "carom: interrupted");
      return interrupted;
    }
    return report.failed ? points_failed : ok;
  } catch (...) {
    if (job && !announced) job->announce(std::nullopt);
    throw;
  }
}

}  // namespace

Verb sweep_verb() {
  const auto a = std::make_shared<Arguments>();
  std::vector<Option> options{
      {"--vary", "NAME=RANGE", "from:to:step, from:to:log:N, from:to:lin:N or a,b,c; several make a grid", &a->vary},
      {"--sample", "NAME=A:B", "samples from a range (A:B:log: even in the logarithm); several make a box", &a->sample},
      {"--samples", "N", "number of samples", &a->samples},
      {"--sampling", "S", "sobol (default) or latin", &a->sampling},
      {"--sample-seed", "N", "of a Latin hypercube (1)", &a->sample_seed},
      {"--seeds", "a:b", "every point with each of these seeds, for systems that have randomness", &a->seeds},
      {"--set", "NAME=VALUE", "a parameter that all points share", &a->set},
      {"--preset", "P", "a named set of parameters; --set comes on top", &a->preset},
      {"--cycles", "N", "length of each run in periods of the drive", &a->cycles},
      {"--until", "T", "length of each run", &a->until},
      {"--law", "LAW", "law of impact: energetic, poisson or newton; the system's own by default", &a->law},
      {"--rtol", "X", "relative tolerance", &a->rtol},
      {"--atol", "X", "absolute tolerance", &a->atol},
      {"--observables", "A,B", "what to keep (all)", &a->observables},
      {"--out", "STORE", "an SQLite file; without it the rows go to stdout as CSV", &a->out},
      {"--csv", "FILE", "the rows as CSV as well", &a->csv},
      {"--resume", "", "go on with a store; begin it if it is not there", &a->resume},
      {"--dry-run", "", "only say how many points there are and how long they may take", &a->dry_run},
      {"--jobs", "N", "points at a time (all processors)", &a->jobs}};
  for (Option& option : common_options(a->common)) options.push_back(std::move(option));
  return {
      .name = "sweep",
      .summary = "run a system at many values of its parameters",
      .examples = {"carom sweep dimer --vary A_r=2.1:8.5:0.1 --vary f=25Hz,50Hz,75Hz --out drift.sqlite",
                   "carom sweep rods --vary phi=10deg:60deg:5deg --seeds 1:4 --out rods.sqlite --jobs 2",
                   "carom sweep study.toml --out results.sqlite --resume", "carom sweep study.toml --dry-run",
                   "mpirun -n 64 carom sweep study.toml --out results.sqlite --resume"},
      .positionals = {{.name = "SYSTEM|STUDY.toml",
                       .meaning = "a system with --vary …, or a study in a file",
                       .target = &a->what}},
      .options = std::move(options),
      .act = [a] { return sweep(*a); },
      .closing = {"Failed points are rows with their outcome and reason.",
                  "Exit codes: 0 all points done, 2 bad input, 3 the store cannot be written, 4 some points failed,",
                  "130 interrupted: --resume goes on."}};
}

Verb merge_verb() {
  struct MergeArguments {
    Common common;
    Text into, from;
  };
  const auto a = std::make_shared<MergeArguments>();
  const auto act = [a]() -> int {
    check_outputs({a->common.json});
    const long added = store::merge(*a->into, *a->from);
    const store::StoreReader reader(*a->into);
    deliver_json(a->common, nlohmann::ordered_json{{"store", *a->into},
                                                   {"added", added},
                                                   {"points", reader.info().points},
                                                   {"done", reader.info().done},
                                                   {"failed", reader.info().failed}}
                                .dump(2));
    if (!a->common.json)
      print("{} rows added; {} has {} of {} points\n", added, *a->into, reader.info().done, reader.info().points);
    return ok;
  };
  return {.name = "merge",
          .summary = "add the rows of one store to another of the same study",
          .examples = {"carom merge night.sqlite day.sqlite"},
          .positionals = {{.name = "STORE", .meaning = "gets the rows it lacks", .target = &a->into},
                          {.name = "STORE2", .meaning = "gives them, and stays as it is", .target = &a->from}},
          .options = common_options(a->common),
          .act = act};
}

}  // namespace carom::app
