// SPDX-License-Identifier: Apache-2.0
#include "carom/analysis/basins.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "carom/analysis/basin_batch.hpp"
#include "carom/analysis/shooting.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/parallel_for.hpp"
#include "carom/base/random.hpp"
#include "carom/base/version.hpp"

namespace carom::study {
namespace {

constexpr long coarse = 16;          // pixels a side that are followed without any knowledge …
constexpr long coarse_step = 4;      // … and at least so many apart
constexpr std::size_t batch = 2048;  // pixels after which new orbits join
constexpr std::size_t most_attractors = 250;
constexpr double seconds_between_checkpoints = 30;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

using Sample = FollowedPoint;

class Basins {
 public:
  Basins(const BasinRequest& request, const BasinMap* begun)
      : request_(request), system_(*request.system), maps_(system_.flow_maps(as_orbit(request), request.section)) {
    // A section that cannot be is refused here, not pixel by pixel.
    if (request.section.kind != SectionChoice::Kind::own) maps_(request.run.parameters);
    by_regimes_ = request.x.of_motion || request.y.of_motion;
    if (begun) map_ = *begun;
    if (!map_.complete && map_.newest_version() != program_version)
      map_.computed_by += fmt::format("{}{}", map_.computed_by.empty() ? "" : ", ", program_version);
    map_.system = system_.name();
    map_.title = request.title;
    map_.text = request.text;
    map_.model = system_.card().source;
    map_.x = request.x;
    map_.y = request.y;
    map_.cycles = request.cycles;
    const std::size_t pixels = static_cast<std::size_t>(request.x.pixels) * static_cast<std::size_t>(request.y.pixels);
    if (!begun) {
      map_.label.assign(pixels, not_computed);
      map_.flashes.assign(pixels, 0);
      map_.reasons = {fmt::format("no period up to {} found in {} {}", request.settling.max_period, request.cycles,
                                  driven() ? "cycles" : "time scales")};
    }
    for (const ParameterSpec& spec : request.run.parameters.table().specs())
      if (spec.choices.empty() && !spec.list)
        map_.parameters.emplace_back(spec.name, request.run.parameters[spec.name]);
  }

  BasinMap compute() {
    begun_ = now() - map_.seconds;
    next_checkpoint_ = now() + seconds_between_checkpoints;
    pixels();
    if (!stopped()) name_attractors();
    if (!stopped()) refine();
    if (!stopped() && request_.verify > 0) verify();
    map_.complete = !stopped();
    map_.seconds = now() - begun_;
    map_.flashes_seen = 0;
    for (const std::int32_t flashes : map_.flashes) map_.flashes_seen += flashes;
    map_.flashes_full = static_cast<double>(map_.flashes.size()) * static_cast<double>(request_.cycles);
    map_.shares = shares_of(map_, request_.mirror_together);
    return std::move(map_);
  }

 private:
  static OrbitRequest as_orbit(const BasinRequest& request) {
    OrbitRequest orbit{.parameters = request.run.parameters};
    static_cast<MotionOptions&>(orbit) = request.run;
    orbit.section = request.section;
    orbit.interrupt = request.interrupt;
    return orbit;
  }
  ParallelOptions parallel() {
    return {.threads = request_.jobs, .interrupt = request_.interrupt, .meanwhile = [this] {
              tell();
              keep_at_times();
            }};
  }
  bool stopped() const { return request_.interrupt && request_.interrupt->load(std::memory_order_relaxed); }
  bool driven() const { return !system_.card().frequency.empty(); }

  // In periods of the drive, or in time scales of a system without one.
  void set_length(RunRequest& run, const FlowMap& map, double periods) const {
    run.cycles = run.until = std::nullopt;
    if (driven() && !request_.section.period)
      run.cycles = periods;
    else
      run.until = run.t.value_or(map.start_time()) + periods * map.drive_period().value_or(map.time_scale());
  }

  // ---- one point ----------------------------------------------------------------------------------------------------

  Parameters parameters_at(double x, double y) const {
    Parameters own = request_.run.parameters;
    if (request_.x.of == BasinAxis::Of::parameter) own.set(request_.x.name, x);
    if (request_.y.of == BasinAxis::Of::parameter) own.set(request_.y.name, y);
    return own;
  }

  // The start in shown coordinates; both empty: the system's own.
  void start_at(double x, double y, const FlowMap& map, std::vector<double>& q, std::vector<double>& u) const {
    q = request_.run.q;
    u = request_.run.u;
    const auto put = [&](const BasinAxis& axis, double value) {
      if (axis.of == BasinAxis::Of::parameter) return;
      std::vector<double> own_q, own_u;
      map.shown(map.start_at(request_.run.t.value_or(map.start_time())), own_q, own_u);
      if (q.empty()) {
        q = own_q;
        if (u.empty()) u = own_u;
      }
      if (u.empty()) u.assign(q.size(), 0.0);
      (axis.of == BasinAxis::Of::coordinate ? q : u)[static_cast<std::size_t>(axis.index)] = value;
    };
    put(request_.x, x);
    put(request_.y, y);
  }

  static FlashVisitor seen_by(Settling& settling, const FlowMap& map) {
    return [&](Flash kind, double t, const Eigen::VectorXd& z) {
      return settling.see(kind, t, map.strobed() ? after_impact(map, *map.drive_period(), t, z) : z);
    };
  }

  void follow(Sample& sample, const std::vector<Attractor>& known) const {
    try {
      const std::unique_ptr<FlowMap> map = maps_(parameters_at(sample.x, sample.y));
      const StateMetric metric(*map);
      std::vector<double> q, u;
      start_at(sample.x, sample.y, *map, q, u);
      const double t = request_.run.t.value_or(map->start_time());
      FlashRequest flash{.t = t, .z = q.empty() && u.empty() ? map->start_at(t) : map->own(q, u)};
      if (map->smallest_gap(t, flash.z) < -1e-9 * map->scale().head(map->dof()).minCoeff()) {
        sample.reason = "the start penetrates a surface";
        return;
      }
      flash.duration = (static_cast<double>(request_.cycles) + 0.5) * map->drive_period().value_or(map->time_scale());
      Settling settling(metric, known, request_.settling);
      const FlashResult result = map->flashes(flash, seen_by(settling, *map));
      sample.flashes = settling.flashes();
      if (!succeeded(result.outcome)) {
        sample.reason = fmt::format("{}: {}", name(result.outcome), result.reason);
      } else if (settling.verdict() == Settling::Verdict::recognised) {
        sample.attractor = settling.attractor();
      } else if (settling.verdict() == Settling::Verdict::settled) {
        sample.is_new = true;
        sample.orbit = settling.orbit();
        if (by_regimes_) sign(*map, sample.orbit);
      } else {
        sample.reason = map_.reasons[0];
      }
    } catch (const BadInput& refusal) {
      sample.reason = refusal.what();
    }
  }

  // By period and regimes.
  void sign(const FlowMap& map, Attractor& orbit) const {
    const auto regimes = [&](const Eigen::VectorXd& z) {
      const double period = map.strobed() ? *map.drive_period() * std::max(orbit.period, 1) : 0;
      FlowRequest once{.t = orbit.t, .z = z, .duration = period > 0 ? period : 100 * map.time_scale()};
      if (!(period > 0)) once.max_points = static_cast<std::size_t>(std::max(orbit.period, 1));
      const FlowResult result = map.flow(once);
      return result.ok() ? result.sequence : std::string("?");
    };
    const Eigen::VectorXd& z = orbit.points.back();
    std::string word = orbit.period == 0 ? std::string("rest") : regimes(z);
    if (const auto image = map.mirrored(z); image && request_.mirror_together && orbit.period > 0)
      word = std::min(word, regimes(*image));
    orbit.signature = fmt::format("period {}, {}", orbit.period, word);
  }

  // ---- many points --------------------------------------------------------------------------------------------------

  // Follows them all, by threads, and lets the new orbits join in their order. False: interrupted; what was followed waits
  // in the map.
  bool follow_all(std::vector<Sample>& samples, bool knowing) {
    static const std::vector<Attractor> nothing;
    const std::vector<Attractor>& known = knowing && !by_regimes_ ? map_.attractors : nothing;
    batch_ = std::make_unique<BasinBatch>(samples, map_.pending);
    parallel_for(samples.size(), parallel(), [&](std::size_t k) {
      if (!batch_->is_done(k)) follow(samples[k], known);
      if (stopped()) return;
      batch_->mark(k);
      ++done_;
    });
    map_ = with_batch();
    batch_.reset();
    if (stopped()) return false;
    map_.pending.clear();
    for (Sample& sample : samples)
      if (sample.is_new) sample.attractor = join(sample);
    tell();
    return true;
  }

  // The map with what the batch at hand has come to. Orbits that are new and reasons wait for the whole batch, so that they
  // are numbered in the order of the pixels.
  BasinMap with_batch() const {
    BasinMap map = map_;
    map.pending.clear();
    map.seconds = now() - begun_;
    batch_->visit_done([&](const Sample& sample) {
      if (sample.level > 0 || sample.is_new || sample.attractor < 0) return map.pending.push_back(sample);
      map.label[static_cast<std::size_t>(sample.number)] = sample.attractor;
      map.flashes[static_cast<std::size_t>(sample.number)] = static_cast<std::int32_t>(sample.flashes);
    });
    return map;
  }

  void keep_at_times() {
    if (!request_.checkpoint || !batch_ || now() < next_checkpoint_) return;
    request_.checkpoint(with_batch());
    next_checkpoint_ = now() + seconds_between_checkpoints;
  }

  int join(Sample& sample) {
    const auto same = [&](const Attractor& known) {
      if (by_regimes_) return known.signature == sample.orbit.signature;
      return same_orbit(*metric_, known, sample.orbit, request_.settling.radius);
    };
    if (!metric_) {
      any_map_ = maps_(parameters_at(sample.x, sample.y));
      metric_.emplace(*any_map_);
    }
    const auto found = std::find_if(map_.attractors.begin(), map_.attractors.end(), same);
    if (found != map_.attractors.end()) {
      if (!by_regimes_ && sample.orbit.period < found->period) {  // which was a multiple
        found->period = sample.orbit.period;
        found->t = sample.orbit.t;
        found->points = sample.orbit.points;
      }
      return static_cast<int>(found - map_.attractors.begin());
    }
    if (map_.attractors.size() >= most_attractors) {
      sample.reason = fmt::format("one of more than {} attractors", most_attractors);
      return -1;
    }
    Attractor fresh = sample.orbit;
    fresh.x_y = {sample.x, sample.y};
    const int number = static_cast<int>(map_.attractors.size());
    if (!by_regimes_ && any_map_->mirrored(fresh.points[0])) {
      Attractor image = fresh;
      for (Eigen::VectorXd& z : image.points) z = *any_map_->mirrored(z);
      if (same_orbit(*metric_, image, fresh, request_.settling.radius)) fresh.mirror = number;
      for (std::size_t a = 0; a < map_.attractors.size(); ++a) {
        if (!same_orbit(*metric_, map_.attractors[a], image, request_.settling.radius)) continue;
        fresh.mirror = static_cast<int>(a);
        map_.attractors[a].mirror = number;
      }
    }
    map_.attractors.push_back(std::move(fresh));
    return number;
  }

  int label_of(const Sample& sample) {
    if (sample.attractor >= 0) return sample.attractor;
    const auto found = std::find(map_.reasons.begin(), map_.reasons.end(), sample.reason);
    if (found != map_.reasons.end()) return reason_label(static_cast<std::size_t>(found - map_.reasons.begin()));
    // A sentence may hold numbers: too many different ones are one.
    if (map_.reasons.size() >= 50) return reason_label(map_.reasons.size() - 1);
    map_.reasons.push_back(map_.reasons.size() == 49 ? "other reasons" : sample.reason);
    return reason_label(map_.reasons.size() - 1);
  }

  void tell() const {
    if (request_.progress && all_ > 0) request_.progress(static_cast<double>(done_), all_, stage_);
  }

  // ---- the map ------------------------------------------------------------------------------------------------------

  void pixels() {
    const long nx = map_.columns(), ny = map_.rows();
    std::vector<long> first, rest;
    long there = 0;
    const long step_x = std::max(coarse_step, nx / coarse), step_y = std::max(coarse_step, ny / coarse);
    for (long j = 0; j < ny; ++j)
      for (long i = 0; i < nx; ++i) {
        const long k = j * nx + i;
        there += map_.label[static_cast<std::size_t>(k)] != not_computed;
        const bool early = i % step_x == step_x / 2 && j % step_y == step_y / 2;
        (early ? first : rest).push_back(k);
      }
    stage_ = "pixels";
    all_ = static_cast<double>(nx * ny);
    done_ = there;
    if (!take(first, false)) return;
    // The same batches from whichever pixel the map goes on.
    for (std::size_t from = 0; from < rest.size(); from += batch) {
      const std::size_t to = std::min(rest.size(), from + batch);
      if (!take({rest.begin() + static_cast<long>(from), rest.begin() + static_cast<long>(to)}, true)) return;
    }
  }

  bool take(const std::vector<long>& numbers, bool knowing) {
    std::vector<Sample> samples;
    for (const long number : numbers)
      if (map_.label[static_cast<std::size_t>(number)] == not_computed)
        samples.push_back({.number = number,
                           .x = map_.x.at(number % map_.columns(), map_.columns()),
                           .y = map_.y.at(number / map_.columns(), map_.rows())});
    if (samples.empty()) return true;
    if (!follow_all(samples, knowing)) return false;
    if (!knowing && !by_regimes_) {  // again, so that their settling times are like the others'
      for (Sample& sample : samples) {
        if (stopped()) {
          map_.pending = samples;
          return false;
        }
        if (sample.attractor < 0) continue;
        Sample again{.x = sample.x, .y = sample.y};
        follow(again, map_.attractors);
        if (again.attractor == sample.attractor) sample.flashes = again.flashes;
      }
    }
    for (const Sample& sample : samples) {
      map_.label[static_cast<std::size_t>(sample.number)] = label_of(sample);
      map_.flashes[static_cast<std::size_t>(sample.number)] = static_cast<std::int32_t>(sample.flashes);
    }
    return true;
  }

  // Words for each attractor from a run on it, and its largest multiplier from the orbit found by Newton's method.
  void name_attractors() {
    std::map<std::string, int> used;
    for (Attractor& attractor : map_.attractors) {
      const Parameters parameters = parameters_at(attractor.x_y[0], attractor.x_y[1]);
      const std::unique_ptr<FlowMap> map = maps_(parameters);
      RunRequest run{.parameters = parameters};
      map->shown(attractor.points.back(), run.q, run.u);
      run.t = attractor.t;
      run.rtol = request_.run.rtol;
      run.atol = request_.run.atol;
      run.law = request_.run.law;
      run.painleve = request_.run.painleve;
      run.closing_speed = request_.run.closing_speed;
      if (map->drive_period())
        set_length(run, *map, std::max(60, 12 * attractor.period));
      else
        set_length(run, *map, 60);
      const std::string plain =
          attractor.period == 0 ? std::string("at rest") : fmt::format("period {}", attractor.period);
      std::string words;
      try {
        const RunResult result = system_.run(run);
        attractor.observables = result.observables;
        for (const auto& [key, value] : result.observables)
          if (const std::string* word = std::get_if<std::string>(&value); word && *word != "none" && !word->empty())
            words += (words.empty() ? "" : ", ") + *word;
      } catch (const BadInput&) {
      }
      attractor.name = words.empty() ? plain : words;
      if (by_regimes_ && words.empty()) attractor.name = attractor.signature;
      const int count = ++used[attractor.name];
      if (count > 1) attractor.name += fmt::format(" ({})", count);
      attractor.multiplier = largest_multiplier(*map, attractor, parameters);
    }
  }

  double largest_multiplier(const FlowMap& map, const Attractor& attractor, const Parameters& parameters) const {
    if (attractor.period == 0) return std::nan("");
    OrbitRequest orbit = as_orbit(request_);
    orbit.parameters = parameters;
    orbit.rtol = std::min(orbit.rtol, 1e-10);
    orbit.atol = std::min(orbit.atol, 1e-12);
    map.shown(attractor.points.back(), orbit.q, orbit.u);
    orbit.t = attractor.t;
    // Of a driven motion it means periods of the drive, which are flashes only if the drive gives them.
    if (map.strobed() || !map.drive_period()) orbit.crossings = attractor.period;
    try {
      // From the maps: a point of a motion may touch as closely as rounding goes, and is not to be checked as a guess.
      const OrbitResult result = find_orbit(system_.flow_maps(orbit, orbit.section), orbit);
      return result.found() && !result.multipliers.empty() ? std::abs(result.multipliers[0]) : std::nan("");
    } catch (const BadInput&) {
      return std::nan("");
    }
  }

  // ---- borders ------------------------------------------------------------------------------------------------------

  static std::uint64_t key_of(long i, long j) {
    return static_cast<std::uint64_t>(j) << 32 | static_cast<std::uint64_t>(i);
  }

  static bool are_at(const std::vector<RefinedPixel>& pixels, const std::vector<std::pair<long, long>>& cells) {
    return std::equal(
        pixels.begin(), pixels.end(), cells.begin(), cells.end(),
        [](const RefinedPixel& pixel, const auto& cell) { return pixel.i == cell.first && pixel.j == cell.second; });
  }

  void refine() {
    const std::vector<std::vector<RefinedPixel>> before = std::move(map_.refined);  // levels that are done
    map_.refined.clear();
    map_.border.clear();
    std::vector<std::unordered_map<std::uint64_t, int>> levels;  // of the refined ones
    // The label at (i, j) of a level: its own, or that of the pixel which holds it.
    const auto label_at = [&](int level, long i, long j) {
      for (int l = level; l > 0; --l, i /= 2, j /= 2)
        if (const auto found = levels[static_cast<std::size_t>(l - 1)].find(key_of(i, j));
            found != levels[static_cast<std::size_t>(l - 1)].end())
          return found->second;
      return map_.label[static_cast<std::size_t>(j * map_.columns() + i)];
    };
    std::vector<std::pair<long, long>> cells;
    for (long j = 0; j < map_.rows(); ++j)
      for (long i = 0; i < map_.columns(); ++i) cells.emplace_back(i, j);
    for (int level = 0;; ++level) {
      const long nx = map_.columns() << level, ny = map_.rows() << level;
      std::vector<std::pair<long, long>> border;
      for (const auto& [i, j] : cells) {
        const int own = label_at(level, i, j);
        if ((i > 0 && label_at(level, i - 1, j) != own) || (i + 1 < nx && label_at(level, i + 1, j) != own) ||
            (j > 0 && label_at(level, i, j - 1) != own) || (j + 1 < ny && label_at(level, i, j + 1) != own))
          border.emplace_back(i, j);
      }
      map_.border.push_back(static_cast<long>(border.size()));
      if (level == request_.refine) return;
      cells.clear();
      for (const auto& [i, j] : border)
        for (const long dj : {0L, 1L})
          for (const long di : {0L, 1L}) cells.emplace_back(2 * i + di, 2 * j + dj);
      std::unordered_map<std::uint64_t, int> labels;
      if (const auto done = static_cast<std::size_t>(level); done < before.size() && are_at(before[done], cells)) {
        for (const RefinedPixel& pixel : before[done]) labels.emplace(key_of(pixel.i, pixel.j), pixel.label);
        map_.refined.push_back(before[done]);
        levels.push_back(std::move(labels));
        continue;
      }
      std::vector<Sample> samples(cells.size());
      for (std::size_t k = 0; k < cells.size(); ++k) {
        samples[k].level = level + 1;
        samples[k].number = static_cast<long>(k);
        samples[k].x = map_.x.at(cells[k].first, 2 * nx);
        samples[k].y = map_.y.at(cells[k].second, 2 * ny);
      }
      stage_ = fmt::format("border pixels, level {}", level + 1);
      all_ = static_cast<double>(samples.size());
      done_ = 0;
      const std::size_t known = map_.attractors.size();
      if (!follow_all(samples, true)) return;
      std::vector<RefinedPixel> pixels(cells.size());
      for (std::size_t k = 0; k < cells.size(); ++k) {
        pixels[k] = {static_cast<std::int32_t>(cells[k].first), static_cast<std::int32_t>(cells[k].second),
                     label_of(samples[k])};
        labels.emplace(key_of(cells[k].first, cells[k].second), pixels[k].label);
      }
      map_.refined.push_back(std::move(pixels));
      levels.push_back(std::move(labels));
      if (map_.attractors.size() > known) name_attractors();
    }
  }

  // ---- full runs ----------------------------------------------------------------------------------------------------

  // By the run of the system itself, to the full length, from pixels at random: does it end on the orbit of the label?
  void verify() {
    stage_ = "full runs";
    all_ = static_cast<double>(request_.verify);
    done_ = 0;
    Random random(request_.seed, 77);
    std::vector<long> numbers;
    for (long k = 0; k < request_.verify; ++k)
      numbers.push_back(random.index(static_cast<std::uint32_t>(map_.label.size())));
    std::vector<std::string> faults(numbers.size());
    parallel_for(numbers.size(), parallel(), [&](std::size_t k) {
      faults[k] = fault_of(numbers[k]);
      ++done_;
    });
    if (stopped()) return;
    map_.check = {.checked = request_.verify};
    for (const std::string& fault : faults) {
      if (fault.empty()) continue;
      ++map_.check.disagree;
      if (map_.check.cases.size() < 20) map_.check.cases.push_back(fault);
    }
  }

  std::string fault_of(long number) const {
    const double x = map_.x.at(number % map_.columns(), map_.columns()),
                 y = map_.y.at(number / map_.columns(), map_.rows());
    const int label = map_.label[static_cast<std::size_t>(number)];
    const auto fault = [&](const std::string& found) {
      return fmt::format("{} = {:.9g}, {} = {:.9g}: labelled '{}', but a full run {}", map_.x.name, x, map_.y.name, y,
                         map_.words(label), found);
    };
    RunRequest run = request_.run;
    try {
      run.parameters = parameters_at(x, y);
      const std::unique_ptr<FlowMap> map = maps_(run.parameters);
      start_at(x, y, *map, run.q, run.u);
      run.interrupt = request_.interrupt;
      set_length(run, *map, static_cast<double>(request_.cycles));
      const RunResult result = system_.run(run);
      if (!succeeded(result.outcome)) {
        const std::string reason = fmt::format("{}: {}", name(result.outcome), result.reason);
        return map_.words(label) == reason ? "" : fault("ended with " + reason);
      }
      if (by_regimes_ || !map->strobed()) return run_on_from(*map, result, label, fault);
      const StateMetric metric(*map);
      const Eigen::VectorXd z = map->own(result.q, result.u);
      int found = -1;
      for (std::size_t a = 0; a < map_.attractors.size(); ++a)
        for (const Eigen::VectorXd& point : map_.attractors[a].points)
          if (metric.distance(z, point) < request_.settling.radius) found = static_cast<int>(a);
      if (found == label || (found < 0 && label == reason_label(0))) return "";
      return fault(found < 0 ? "ends on no known orbit" : fmt::format("ends on '{}'", map_.words(found)));
    } catch (const BadInput& refusal) {
      return map_.words(label) == refusal.what() || label < reason_label(0) ? "" : fault(refusal.what());
    }
  }

  // Where the end of a run has no phase of its own: what it does from there on.
  template <class Fault>
  std::string run_on_from(const FlowMap& map, const RunResult& result, int label, const Fault& fault) const {
    static const std::vector<Attractor> nothing;
    const StateMetric metric(map);
    Settling settling(metric, by_regimes_ ? nothing : map_.attractors, request_.settling);
    FlashRequest flash{.t = result.t_end, .z = map.own(result.q, result.u)};
    flash.duration = (static_cast<double>(request_.cycles) + 0.5) * map.drive_period().value_or(map.time_scale());
    map.flashes(flash, seen_by(settling, map));
    int found = settling.attractor();
    if (settling.verdict() == Settling::Verdict::none) found = reason_label(0);
    if (settling.verdict() == Settling::Verdict::settled) {
      Attractor orbit = settling.orbit();
      if (by_regimes_) sign(map, orbit);
      found = not_computed;
      for (std::size_t a = 0; a < map_.attractors.size(); ++a)
        if (by_regimes_ ? map_.attractors[a].signature == orbit.signature
                        : same_orbit(metric, map_.attractors[a], orbit, request_.settling.radius))
          found = static_cast<int>(a);
    }
    return found == label ? "" : fault(fmt::format("comes to '{}'", map_.words(found)));
  }

  const BasinRequest& request_;
  const System& system_;
  FlowMapFactory maps_;
  bool by_regimes_ = false;
  BasinMap map_;
  std::unique_ptr<FlowMap> any_map_;
  std::optional<StateMetric> metric_;
  std::atomic<long> done_{0};
  std::unique_ptr<BasinBatch> batch_;  // at hand
  double all_ = 0, next_checkpoint_ = 0, begun_ = 0;
  std::string stage_;
};

void check(const BasinRequest& request) {
  for (const BasinAxis* axis : {&request.x, &request.y}) {
    if (!(std::isfinite(axis->from) && std::isfinite(axis->to)) || axis->from == axis->to)
      throw BadInput(fmt::format("the range of '{}' is empty: it begins and ends at {:g}", axis->name, axis->from));
    if (axis->pixels < 2 || axis->pixels > 16384)
      throw BadInput(fmt::format("'{}' needs between 2 and 16384 pixels, got {}", axis->name, axis->pixels));
    // Both outer pixels: what the parameter cannot be is refused before anything is computed.
    if (axis->of != BasinAxis::Of::parameter) continue;
    Parameters trial = request.run.parameters;
    for (const long i : {0L, static_cast<long>(axis->pixels) - 1}) trial.set(axis->name, axis->at(i, axis->pixels));
  }
  if (request.x.name == request.y.name) throw BadInput(fmt::format("both axes of the map are '{}'", request.x.name));
  if (request.cycles < 1) throw BadInput("the full length must be a cycle at least");
}

}  // namespace

BasinMap map_basins(const BasinRequest& request, const BasinMap* begun) {
  check(request);
  const std::size_t pixels = static_cast<std::size_t>(request.x.pixels) * static_cast<std::size_t>(request.y.pixels);
  if (begun && (begun->text != request.text || begun->label.size() != pixels || begun->flashes.size() != pixels))
    throw BadInput("the map that was begun is of another study");
  if (begun && !begun->model.empty() && begun->model != request.system->card().source)
    throw BadInput(fmt::format("the model '{}' has changed since the map was begun", request.system->name()));
  if (begun && is_newer(begun->newest_version(), program_version))
    throw BadInput(
        fmt::format("the map that was begun is of carom {}, which is newer than this {}: go on with it there",
                    begun->newest_version(), program_version));
  return Basins(request, begun).compute();
}

}  // namespace carom::study
