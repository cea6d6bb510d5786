// SPDX-License-Identifier: Apache-2.0
// The chain of balls in the catalog. The number of balls is a parameter, so it has a System of its own; runs and impacts
// are those of engine/line_motion.hpp.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/catalog/catalog.hpp"
#include "carom/catalog/event_order.hpp"
#include "carom/catalog/observable.hpp"
#include "carom/catalog/request_checks.hpp"
#include "carom/systems/chain.hpp"

namespace carom::study {
namespace {

ParameterTable parameter_table() {
  ParameterTable table;
  table.add({.name = "N", .value = 5, .min = 2, .max = 1000, .meaning = "number of balls", .integer = true});
  table.add({.name = "masses",
             .value = 1,
             .unit = "kg",
             .min = 0,
             .max = 1e9,
             .min_open = true,
             .meaning = "one for all balls, or a list of N",
             .list = true});
  table.add({.name = "radii",
             .value = 0.01,
             .unit = "m",
             .min = 0,
             .max = 1e3,
             .min_open = true,
             .meaning = "one for all balls, or a list of N",
             .list = true});
  table.add({.name = "e",
             .value = 1,
             .min = 0,
             .max = 1,
             .meaning = "restitution: one for all contacts, or a list, the floor first",
             .list = true});
  table.add({.name = "eta",
             .value = 1.5,
             .min = 1,
             .max = 10,
             .meaning = "exponent of the force, 3/2: Hertz, 1: linear; one for all contacts, or a list",
             .list = true});
  table.add({.name = "stiffness",
             .value = 0,
             .min = 0,
             .max = 1e300,
             .meaning = "[N/m^eta], one for all contacts, or a list; 0: by Hertz from the radii, for like materials",
             .list = true});
  table.add({.name = "floor",
             .meaning = "a floor at x = 0 below the first ball, or none",
             .choices = {"no", "yes"},
             .choice = "no",
             .yes_no = true});
  table.add({.name = "g", .value = 0, .unit = "m/s2", .min = 0, .max = 1e4, .meaning = "gravity towards -x"});
  table.add({.name = "gap",
             .value = 0,
             .unit = "m",
             .min = 0,
             .max = 1e3,
             .meaning = "start: between the balls",
             .of_start = true});
  table.add({.name = "h0",
             .value = 0,
             .unit = "m",
             .min = 0,
             .max = 1e6,
             .meaning = "start: of the column above the floor",
             .of_start = true});
  table.add({.name = "v0",
             .value = 1,
             .unit = "m/s",
             .min = -1e6,
             .max = 1e6,
             .meaning = "start: speed of the first ball; with a floor, of the column downwards",
             .of_start = true});
  return table;
}

// What is left of a run when it has ended.
struct ChainSeen {
  const LineReport& report;
  std::vector<double> v;     // m/s; of the balls
  double kinetic_start = 0;  // J

  double energy() const {
    return std::abs(report.ledger.initial) > 0 ? std::abs(report.ledger.initial) : report.ledger.exchanged;
  }
};

const std::vector<Observable<ChainSeen>>& chain_observables() {
  static const std::vector<Observable<ChainSeen>> list{
      {"impacts", "1", "batches of impacts",
       [](const ChainSeen& seen) { return seen.report.events.impacts + seen.report.events.multiple_impacts; }},
      {"v", "m/s", "velocities of the balls at the end", &ChainSeen::v},
      {"kinetic_ratio", "1", "kinetic energy at the end over that at the start",
       [](const ChainSeen& seen) {
         return seen.kinetic_start > 0 ? seen.report.ledger.kinetic / seen.kinetic_start
                                       : std::numeric_limits<double>::quiet_NaN();
       }},
      {"energy_error", "1", "residual of the ledger over the energy at the start",
       [](const ChainSeen& seen) { return seen.energy() > 0 ? seen.report.ledger.residual() / seen.energy() : 0.0; }}};
  return list;
}

SystemCard chain_card() {
  SystemCard card{
      .name = "chain", .summary = "balls on a line: free, or a column on a floor", .parameters = parameter_table()};
  card.observables = quantities_of(chain_observables());
  card.presets = {
      {.name = "newton-cradle",
       .summary = "five equal elastic balls, the first one moving",
       .assignments = {"N=5", "e=1"},
       .until = 1},
      {.name = "linear",
       .summary = "the same with linear contacts",
       .assignments = {"N=5", "e=1", "eta=1"},
       .until = 1},
      {.name = "column",
       .summary = "five balls fall on a floor from 0.1 m and come to rest",
       .assignments = {"N=5", "e=0.7", "floor=yes", "g=9.81", "h0=0.1", "v0=0"},
       .until = 3},
      {.name = "galilean-cannon",
       .summary = "a column of lighter and lighter balls: the top one flies off",
       .assignments = {"N=3", "masses=9,3,1", "radii=0.03,0.02,0.01", "e=1", "floor=yes", "g=9.81", "h0=0.5", "v0=0"},
       .until = 1}};
  card.start = "balls `gap` apart, the first one moving with v0; with a floor, h0 above it and falling with v0";
  card.touching = "all balls, and the floor where there is one, in touch";
  card.contact_noun = "contact";
  card.surface_noun = "neighbour";
  card.until = 1;
  return card;
}

// One value for all, or one for each.
std::vector<double> spread(const Parameters& p, const char* name, std::size_t count, const char* of) {
  std::vector<double> values = p.list(name);
  if (values.size() == 1) values.assign(count, values.front());
  if (values.size() == count) return values;
  throw BadInput(fmt::format("parameter '{}' of system 'chain' needs one value or {}, one for each {}, got {}", name,
                             count, of, values.size()));
}

Chain make(const Parameters& p) {
  const auto N = static_cast<std::size_t>(p["N"]);
  ChainSettings s;
  s.floor = p.word("floor") == "yes";
  const std::size_t contacts = s.floor ? N : N - 1;
  s.mass = spread(p, "masses", N, "ball");
  s.radius = spread(p, "radii", N, "ball");
  s.e = spread(p, "e", contacts, "contact");
  s.eta = spread(p, "eta", contacts, "contact");
  const std::vector<double> k = spread(p, "stiffness", contacts, "contact");
  const auto zeros = static_cast<std::size_t>(std::count(k.begin(), k.end(), 0.0));
  if (zeros > 0 && zeros < k.size())
    throw BadInput(
        "a stiffness of 0 stands for Hertz's law at all contacts; a list must give each contact its own, above 0");
  if (zeros == 0) s.stiffness = k;
  s.g = p["g"];
  s.gap = p["gap"];
  s.h0 = p["h0"];
  s.v0 = p["v0"];
  if (!s.floor && s.h0 > 0) throw BadInput("h0 is the height above a floor: set floor=yes, or leave h0 out");
  return Chain(std::move(s));
}

class ChainSystem final : public System {
 public:
  ChainSystem() : System(with_size(chain_card(), 5, false)) {}

  SystemCard card_for(const Parameters& parameters) const override {
    return with_size(card(), static_cast<int>(parameters["N"]), parameters.word("floor") == "yes");
  }

  RunResult run(const RunRequest& request) const override {
    const auto begun = std::chrono::steady_clock::now();
    const SystemCard own = card_for(request.parameters);
    check_request(request, own);
    if (request.scheme != Scheme::events || request.contact != ContactModel::rigid)
      throw BadInput(
          "system 'chain' is solved in closed form between impacts: it has no other scheme and no compliant contacts");
    if (request.onto_surface) throw BadInput("system 'chain' has no --onto-surface: give its gaps exactly");
    if (request.closing_speed) throw BadInput("system 'chain' has no closing speed: hops are followed to their limit");
    const Chain chain = make(request.parameters);
    const LineState start = start_of(chain, request);
    const double t_end = end_of(request, start.t);

    RunResult result;
    result.system = name();
    result.parameters = values_of(request.parameters);
    result.law = request.law.value_or(Restitution::energetic);
    result.t_start = start.t;
    Recorder recorder(chain, own, request, start, t_end);
    recorder.begin(result, start.t);
    LineOptions options{.t_end = t_end, .law = result.law, .interrupt = request.interrupt};
    options.flow = {.tolerance = std::clamp(0.1 * request.rtol, 1e-13, 1e-6), .interrupt = request.interrupt};
    options.piece = [&](const LinePiece& piece) { recorder.piece(piece); };
    options.event = [&](const LineEvent& event) { recorder.event(event); };
    const LineReport report = run_line(chain.line(), start, options);
    recorder.finish();

    result.outcome = report.outcome;
    result.reason = report.outcome == Outcome::interrupted ? "" : report.reason;
    result.t_end = report.final.t;
    result.q = chain.without_floor(report.final.x);
    result.u = chain.without_floor(report.final.v);
    for (char closed : report.closed) result.modes.push_back(closed ? ContactMode::stick : ContactMode::open);
    result.events = report.events;
    result.ledger = report.ledger;
    result.steps = report.pieces;
    result.energy_gain = report.energy_gain;
    double kinetic_start = 0;
    const std::vector<double> v_start = chain.without_floor(start.v);
    for (std::size_t i = 0; i < v_start.size(); ++i)
      kinetic_start += 0.5 * chain.settings().mass[i] * v_start[i] * v_start[i];
    result.observables = read(chain_observables(), ChainSeen{report, result.u, kinetic_start});
    if (report.energy_gain > 0)
      result.notes.push_back(fmt::format("{} created {:.6g} J in impacts", law_text(result.law), report.energy_gain));
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return result;
  }

  ImpactOutcome impact(const ImpactRequest& request) const override {
    const SystemCard own = card_for(request.parameters);
    check_request(request, own);
    const Chain chain = make(request.parameters);
    const LineOfBodies& line = chain.line();
    const std::vector<double> x = chain.with_floor(request.q.empty() ? chain.positions(0, 0) : request.q);
    const std::vector<double> v = chain.with_floor(request.u);
    refuse_overlap(chain, own, x, "q");
    const auto n = static_cast<std::size_t>(line.contacts());
    std::vector<char> touching(n);
    for (std::size_t c = 0; c < n; ++c) touching[c] = line.gap(static_cast<int>(c), x) <= tolerance(chain);
    if (std::none_of(touching.begin(), touching.end(), [](char t) { return t != 0; }))
      throw BadInput("nothing touches at this q: no two balls are in contact");
    for (std::size_t c = 0; c < request.E0.size(); ++c)
      if (request.E0[c] > 0 && !touching[c])
        throw BadInput(fmt::format("--E0 gives contact '{}' an energy, but it is open", own.contacts[c].name));

    std::function<void(const ChainSample&)> trace;
    std::vector<double> row;
    if (request.trace) {
      request.trace->begin(trace_header(own));
      trace = [&](const ChainSample& sample) {
        row.assign(1, sample.s);
        for (std::size_t c = 0; c < n; ++c) row.insert(row.end(), {sample.x[c], sample.E[c], sample.F[c]});
        row.insert(row.end(), sample.v.begin() + (chain.settings().floor ? 1 : 0), sample.v.end());
        request.trace->row(row);
      };
    }
    LineImpact solver;
    const ChainImpactResult& solution =
        solver.solve(line, v, touching, request.law, {.tolerance = request.tolerance}, request.E0, trace);
    if (request.trace) request.trace->finish();

    ImpactOutcome outcome;
    outcome.law = request.law;
    outcome.residual = solution.residual;
    outcome.energy_gain = solver.energy_gain();
    if (outcome.energy_gain > 0)
      outcome.notes.push_back(
          fmt::format("{} creates {:.6g} J in this impact", law_text(request.law), outcome.energy_gain));
    if (solution.failure != ImpactFailure::none) outcome.failure = carom::name(solution.failure);
    outcome.q = chain.without_floor(x);
    outcome.u_minus = request.u;
    outcome.u_plus = chain.without_floor(solution.v);
    for (double stored : request.E0) outcome.energy_before += stored;
    for (std::size_t b = 0; b < v.size(); ++b) {
      if (!(line.inverse_mass[b] > 0)) continue;
      outcome.energy_before += 0.5 * v[b] * v[b] / line.inverse_mass[b];
      outcome.energy_after += 0.5 * solution.v[b] * solution.v[b] / line.inverse_mass[b];
    }
    for (std::size_t c = 0; c < n; ++c) {
      if (!touching[c]) continue;
      outcome.contacts.push_back({.name = own.contacts[c].name,
                                  .P_n = solution.P[c],
                                  .W_compression = solution.W_compression[c],
                                  .W_restitution = solution.W_restitution[c],
                                  .v_n_minus = v[c + 1] - v[c],
                                  .v_n_plus = solution.v[c + 1] - solution.v[c],
                                  .sequence = {}});
    }
    return outcome;
  }

 private:
  static SystemCard with_size(SystemCard card, int N, bool floor) {
    card.coordinates.clear();
    card.contacts.clear();
    if (floor) card.contacts.push_back({.name = "floor", .meaning = "floor and first ball"});
    for (int i = 1; i <= N; ++i) {
      card.coordinates.push_back({fmt::format("x_{}", i), "m", fmt::format("centre of ball {}", i)});
      if (i < N)
        card.contacts.push_back({.name = std::to_string(i), .meaning = fmt::format("balls {} and {}", i, i + 1)});
    }
    return card;
  }

  static double tolerance(const Chain& chain) { return 1e-12 * chain.line().length * (1 + chain.balls()); }

  static void refuse_overlap(const Chain& chain, const SystemCard& card, const std::vector<double>& x,
                             const char* subject) {
    for (int c = 0; c < chain.line().contacts(); ++c) {
      const double gap = chain.line().gap(c, x);
      if (gap >= -tolerance(chain)) continue;
      throw BadInput(fmt::format("the {} has bodies in one another: contact '{}' overlaps by {}", subject,
                                 card.contacts[static_cast<std::size_t>(c)].name, length_text(-gap)));
    }
  }

  LineState start_of(const Chain& chain, const RunRequest& request) const {
    LineState start = chain.initial_state();
    if (!request.q.empty()) start.x = chain.with_floor(request.q);
    if (!request.u.empty()) start.v = chain.with_floor(request.u);
    if (request.t) start.t = *request.t;
    refuse_overlap(chain, card_for(request.parameters), start.x, "start");
    return start;
  }

  double end_of(const RunRequest& request, double t_start) const {
    if (request.cycles)
      throw BadInput("system 'chain' has no drive and so no cycles; give the length of the run with --until");
    const double end = request.until.value_or(t_start + card().until);
    if (end > t_start) return end;
    throw BadInput(fmt::format("the run ends at t = {} s, which is not after its start at t = {} s", end, t_start));
  }

  static TableHeader trace_header(const SystemCard& card) {
    TableHeader header{
        .title = "chain: one impact", .columns = {{"s", "s", "time since the first touch"}}, .attributes = {}};
    for (const Quantity& contact : card.contacts) {
      header.columns.push_back({"x_" + contact.name, "m", "deformation, for the stiffness of the contact's law"});
      header.columns.push_back({"E_" + contact.name, "J", "stored energy"});
      header.columns.push_back({"F_n_" + contact.name, "N", "normal force"});
    }
    for (const Quantity& rate : rates_of(card.coordinates))
      header.columns.push_back({rate.name, rate.unit, rate.meaning});
    return header;
  }

  // Rows and events of a run.
  class Recorder {
   public:
    Recorder(const Chain& chain, const SystemCard& card, const RunRequest& request, const LineState& start,
             double t_end)
        : chain_(chain),
          card_(card),
          request_(request),
          t_start_(start.t),
          t_end_(t_end),
          spacing_(request.row_spacing.value_or((t_end - start.t) / 200)) {}

    void begin(const RunResult& result, double t_start) {
      std::vector<std::pair<std::string, std::string>> provenance{{"program", std::string("carom ") + CAROM_VERSION},
                                                                  {"system", card_.name},
                                                                  {"law", std::string(carom::name(result.law))},
                                                                  {"scheme", "events"},
                                                                  {"contact", "rigid"},
                                                                  {"rtol", fmt::format("{}", request_.rtol)},
                                                                  {"t_start", fmt::format("{}", t_start)}};
      for (const auto& [parameter, value] : result.parameters) provenance.emplace_back(parameter, text_of(value));
      if (request_.rows) {
        TableHeader header{.title = card_.name, .columns = {{"t", "s", "time"}}, .attributes = provenance};
        for (const Quantity& q : card_.coordinates) header.columns.push_back({q.name, q.unit, q.meaning});
        for (const Quantity& q : rates_of(card_.coordinates)) header.columns.push_back({q.name, q.unit, q.meaning});
        for (const Quantity& contact : card_.contacts) {
          header.columns.push_back({"gap_" + contact.name, "m", "gap of contact " + contact.name});
          header.columns.push_back({"F_n_" + contact.name, "N", "force of contact " + contact.name});
        }
        request_.rows->begin(header);
      }
      if (request_.events) {
        TableHeader header{.title = card_.name, .columns = {}, .attributes = provenance};
        for (const Quantity& contact : card_.contacts) {
          header.columns.push_back({"v_n_minus_" + contact.name, "m/s", "gap rate before, of contact " + contact.name});
          header.columns.push_back({"v_n_plus_" + contact.name, "m/s", "gap rate after, of contact " + contact.name});
          header.columns.push_back({"P_n_" + contact.name, "N s", "impulse of contact " + contact.name});
        }
        request_.events->begin(header);
      }
    }

    void piece(const LinePiece& piece) {
      if (request_.progress && (++calls_ & 1023) == 0) request_.progress(piece.t0, t_end_);
      if (!request_.rows) return;
      write(piece, piece.t0);
      for (double t = grid(); t <= piece.t1; t = grid()) {
        ++next_;
        if (t > piece.t0 && t < piece.t1) write(piece, t);
      }
      write(piece, piece.t1);
    }

    void event(const LineEvent& event) {
      if (!request_.events) return;
      EventRow row{.t = event.t, .kind = std::string(carom::name(event.kind)), .contacts = {}, .values = {}};
      for (std::size_t c = 0; c < event.contacts.size(); ++c) {
        if (event.contacts[c]) row.contacts += (row.contacts.empty() ? "" : "+") + card_.contacts[c].name;
        row.values.insert(row.values.end(),
                          {event.v_minus[c + 1] - event.v_minus[c], event.v_plus[c + 1] - event.v_plus[c],
                           event.impact ? event.impact->P[c] : 0.0});
      }
      order_.event(row, *request_.events);
    }

    void finish() {
      if (request_.rows) request_.rows->finish();
      if (request_.events) order_.finish(*request_.events);
    }

   private:
    double grid() const { return t_start_ + static_cast<double>(next_) * spacing_; }
    void write(const LinePiece& piece, double t) {
      piece.at(t, state_);
      const std::size_t first = chain_.settings().floor ? 1 : 0;
      row_.assign(1, t);
      row_.insert(row_.end(), state_.x.begin() + static_cast<std::ptrdiff_t>(first), state_.x.end());
      row_.insert(row_.end(), state_.v.begin() + static_cast<std::ptrdiff_t>(first), state_.v.end());
      for (int c = 0; c < chain_.line().contacts(); ++c) {
        row_.push_back(chain_.line().gap(c, state_.x));
        row_.push_back(piece.force[static_cast<std::size_t>(c)]);
      }
      request_.rows->row(row_);
    }

    const Chain& chain_;
    const SystemCard& card_;
    const RunRequest& request_;
    double t_start_, t_end_, spacing_;
    long next_ = 0;
    unsigned calls_ = 0;
    LineState state_;
    EventOrder order_;
    std::vector<double> row_;
  };
};

}  // namespace

const System& chain_system() {
  static const ChainSystem system;
  return system;
}

}  // namespace carom::study
