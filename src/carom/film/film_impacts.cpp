// SPDX-License-Identifier: Apache-2.0
#include "carom/film/film_impacts.hpp"

#include <algorithm>
#include <cmath>

#include "carom/base/bad_input.hpp"

namespace carom::study {
namespace {

using Path = std::vector<std::vector<double>>;
constexpr int path_points = 8;

// Keeps the impulses of a trace.
class Trace final : public RowSink {
 public:
  explicit Trace(const std::vector<report::FilmContact>& contacts) : contacts_(contacts) {}
  void begin(const TableHeader& header) override {
    for (const report::FilmContact& contact : contacts_)
      for (const char* what : {"P_n_", "P_t_"}) {
        int found = -1;
        for (std::size_t k = 0; k < header.columns.size(); ++k)
          if (header.columns[k].name == what + contact.name) found = static_cast<int>(k);
        columns_.push_back(found);
      }
  }
  void row(std::span<const double> values) override {
    std::vector<double> impulses;
    for (const int k : columns_) impulses.push_back(k < 0 ? 0 : values[static_cast<std::size_t>(k)]);
    rows_.push_back(std::move(impulses));
  }
  void flush() override {}
  void finish() override {}
  const Path& rows() const { return rows_; }

 private:
  const std::vector<report::FilmContact>& contacts_;
  std::vector<int> columns_;
  Path rows_;
};

double normal_sum(const std::vector<double>& impulses) {
  double sum = 0;
  for (std::size_t k = 0; k < impulses.size(); k += 2) sum += impulses[k];
  return sum;
}

// At equal parts of the normal impulses' sum.
Path evenly(const Path& rows) {
  Path path;
  if (rows.empty()) return path;
  const double whole = normal_sum(rows.back());
  std::size_t k = 0;
  std::vector<double> before(rows.front().size(), 0);
  for (int point = 0; point <= path_points; ++point) {
    const double sum = whole * point / path_points;
    while (k + 1 < rows.size() && normal_sum(rows[k]) < sum) before = rows[k++];
    const double from = normal_sum(before), to = normal_sum(rows[k]);
    const double s = to > from ? std::clamp((sum - from) / (to - from), 0.0, 1.0) : 1;
    std::vector<double> at(before.size());
    for (std::size_t j = 0; j < at.size(); ++j) at[j] = before[j] + s * (rows[k][j] - before[j]);
    path.push_back(std::move(at));
  }
  path.front().assign(path.front().size(), 0);
  path.back() = rows.back();
  return path;
}

bool same(const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  double difference = 0, size = 0;
  for (std::size_t k = 0; k < a.size() && k < b.size(); ++k) {
    difference = std::max(difference, std::abs(a[k] - b[k]));
    size = std::max({size, std::abs(a[k]), std::abs(b[k])});
  }
  return difference <= tolerance * size;
}

// One contact that slips one way throughout, or has no friction: its impulses grow in one ratio by any law.
bool is_straight(const EventRow& event, const TableHeader& columns) {
  if (event.contacts.find('+') != std::string::npos) return false;
  const auto value = [&](const char* what) {
    for (std::size_t c = 0; c < columns.columns.size() && c < event.values.size(); ++c)
      if (columns.columns[c].name == what + event.contacts) return event.values[c];
    return 0.0;
  };
  return value("P_t_") == 0 || value("v_t_minus_") * value("v_t_plus_") > 0;
}

}  // namespace

ImpactPaths::ImpactPaths(const System& system, const Parameters& parameters, const TableHeader& header,
                         const std::vector<report::FilmContact>& contacts)
    : system_(system), parameters_(parameters), contacts_(contacts), law_(system.card().law) {
  for (const auto& [name, value] : header.attributes) {
    if (name == "law") law_ = read_law(value);
    if ((name == "scheme" && value != "events") || (name == "contact" && value != "rigid")) computes_ = false;
  }
}

ImpactPaths::Computed ImpactPaths::compute(double t, const std::vector<double>& q, const std::vector<double>& u) {
  Computed computed;
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!computes_ || computed_ >= most_computed || !std::all_of(u.begin(), u.end(), finite)) return computed;
  ++computed_;
  double size = 0;
  for (const double place : q) size = std::max(size, std::abs(place));
  Trace trace(contacts_);
  try {
    ImpactRequest request{
        .parameters = parameters_, .q = q, .u = u, .t = t, .onto_surface = 1e-9 * std::max(size, 1e-3), .law = law_};
    if (law_ == Restitution::energetic) request.trace = &trace;
    computed.outcome = system_.impact(request);
    computed.done = computed.outcome.failure.empty();
  } catch (const BadInput&) {  // a state that is no impact of its own: what the rows tell is enough
    return computed;
  }
  computed.path = evenly(trace.rows());
  if (computed.path.empty() && computed.done) {
    std::vector<double> whole(2 * contacts_.size(), 0);
    for (std::size_t k = 0; k < contacts_.size(); ++k)
      for (const ContactImpact& contact : computed.outcome.contacts)
        if (contact.name == contacts_[k].name) whole[2 * k] = contact.P_n, whole[2 * k + 1] = contact.P_t;
    computed.path = {std::vector<double>(whole.size(), 0), whole};
  }
  return computed;
}

Path ImpactPaths::told(double t, const std::vector<double>& q, const std::vector<double>& u, const EventRow& event,
                       const TableHeader& columns) {
  std::vector<double> whole(2 * contacts_.size(), 0);
  for (std::size_t k = 0; k < contacts_.size(); ++k)
    for (std::size_t c = 0; c < columns.columns.size() && c < event.values.size(); ++c) {
      if (columns.columns[c].name == "P_n_" + contacts_[k].name) whole[2 * k] = event.values[c];
      if (columns.columns[c].name == "P_t_" + contacts_[k].name) whole[2 * k + 1] = event.values[c];
    }
  if (is_straight(event, columns)) return {std::vector<double>(whole.size(), 0), whole};
  const Computed computed = compute(t, q, u);
  if (computed.done && !computed.path.empty() && same(computed.path.back(), whole, 1e-3)) return computed.path;
  return {std::vector<double>(whole.size(), 0), whole};
}

report::FilmEvent ImpactPaths::found(double t, const std::vector<double>& q, const std::vector<double>& u,
                                     const std::vector<double>& u_plus, const report::Shot& before,
                                     const report::Shot& after) {
  report::FilmEvent event;
  const auto name = [&](std::size_t k) { event.contacts += (event.contacts.empty() ? "" : "+") + contacts_[k].name; };
  if (!same(u, u_plus, 1e-9)) {
    const Computed computed = compute(t, q, u);
    // Rates may jump by an event of the model's own: then no impact explains them.
    if (computed.done && same(computed.outcome.u_plus, u_plus, 1e-4)) {
      int hit = 0;
      for (const ContactImpact& contact : computed.outcome.contacts) {
        if (contact.P_n == 0) continue;
        ++hit;
        event.contacts += (event.contacts.empty() ? "" : "+") + contact.name;
      }
      event.kind = hit > 1 ? "multiple_impact" : "impact";
      event.impact = true;
      event.path = computed.path;
    } else {
      event.kind = "jump";
    }
    return event;
  }
  for (std::size_t k = 0; k < contacts_.size(); ++k) {
    const int mode = after.forces[k].mode, old = before.forces[k].mode;
    if (mode == old) continue;
    event.kind = old == 0 ? "close" : mode == 0 ? "detach" : mode == 1 ? "stick" : "slip";
    name(k);
  }
  return event;
}

}  // namespace carom::study
