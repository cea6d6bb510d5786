// SPDX-License-Identifier: Apache-2.0
#include "carom/film/make_film.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <utility>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/base/constants.hpp"
#include "carom/film/drawing.hpp"
#include "carom/film/film_impacts.hpp"
#include "carom/film/film_window.hpp"

namespace carom::study {
namespace {

using report::Film;
using report::Shot;

constexpr double bytes_of_columns = 3e5, bytes_of_contacts = 3e5, bytes_a_number = 8.0 / 3;

// One, two or five times a power of ten, at least the number.
double easily_said(double number) {
  const double power = std::pow(10.0, std::floor(std::log10(number)));
  for (const double step : {1.0, 2.0, 5.0, 10.0})
    if (step * power >= number * (1 - 1e-12)) return step * power;
  return number;
}

class Maker {
 public:
  Maker(const System& system, const Parameters& parameters, const FilmSource& source, const FilmChoice& choice,
        std::vector<std::string>& notes)
      : system_(system),
        parameters_(parameters),
        card_(system.card_for(parameters)),
        source_(source),
        choice_(choice),
        notes_(notes),
        drawing_(drawing_of(system, parameters)) {}

  Film make() {
    find_columns();
    choose_window();
    take_shots();
    say_what_it_is();
    choose_contacts();
    choose_columns();
    fill();
    add_events();
    aim(film_);
    return std::move(film_);
  }

 private:
  using Row = std::vector<double>;

  int column(const std::string& name) const {
    for (std::size_t k = 0; k < source_.header.columns.size(); ++k)
      if (source_.header.columns[k].name == name) return static_cast<int>(k);
    return -1;
  }

  void find_columns() {
    if (source_.rows.empty()) throw BadInput("there are no rows to make a film of");
    const auto all = [&](const std::vector<Quantity>& quantities, std::vector<int>& found, bool required) {
      for (const Quantity& quantity : quantities) {
        const int k = column(quantity.name);
        if (k < 0 && required)
          throw BadInput(
              fmt::format("the trajectory has no column '{}', which a film of '{}' needs", quantity.name, card_.name));
        found.push_back(k);
      }
    };
    all(card_.coordinates, q_, true);
    all(rates_of(card_.coordinates), u_, false);
    all(card_.states, z_, false);
  }

  // Of a motion that comes to rest without a drive: when it has.
  double settled() const {
    double last = source_.rows.front()[0];
    for (const int q : q_) {
      const auto k = static_cast<std::size_t>(q);
      const auto [low, high] = std::minmax_element(source_.rows.begin(), source_.rows.end(),
                                                   [k](const Row& a, const Row& b) { return a[k] < b[k]; });
      const double room = 0.01 * ((*high)[k] - (*low)[k]);
      for (const Row& row : source_.rows)
        if (std::abs(row[k] - source_.rows.back()[k]) > room) last = std::max(last, row[0]);
    }
    const double start = source_.rows.front()[0], end = source_.rows.back()[0];
    const double shown = start + 1.2 * (last - start);
    return shown > start && shown < 0.5 * (start + end) ? shown : end;
  }

  void choose_window() {
    const double end = source_.period > 0 ? source_.rows.back()[0] : settled();
    const Window window = film_window(choice_, source_.rows.front()[0], end, source_.period);
    for (const Row& row : source_.rows)
      if (window.holds(row[0])) rows_.push_back(&row);
    if (rows_.empty()) throw BadInput("no row of the run lies in the window of the film (--film-from, --film-until)");
    const double length = rows_.back()->at(0) - rows_.front()->at(0);
    film_.speed = choice_.speed.value_or(film_speed(end - source_.rows.front()[0], source_.period));
    if (!(length / film_.speed * shots_a_second < static_cast<double>(most_shots)))
      throw BadInput(
          fmt::format("the film would have {:.0f} shots, more than {}: shorten it (--film-until) or let it run faster "
                      "(--film-speed)",
                      length / film_.speed * shots_a_second, most_shots));
    if (window.until < source_.rows.back()[0] && !choice_.until)
      notes_.push_back(fmt::format(
          "the film shows t = {:.6g} to {:.6g} of a run to {:.6g}; --film-from, --film-until and --film-speed choose",
          rows_.front()->at(0), rows_.back()->at(0), source_.rows.back()[0]));
  }

  // ---- shots --------------------------------------------------------------------------------------------------------

  struct Taken {
    double t = 0;
    Row row = {};
  };

  void take_shots() {
    const double spacing = film_.speed / shots_a_second, start = rows_.front()->at(0);
    double last_pair = -std::numeric_limits<double>::infinity();
    long next = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Row& row = *rows_[k];
      const bool pair = k + 1 < rows_.size() && rows_[k + 1]->at(0) == row[0];
      const bool end = k == 0 || k + 1 == rows_.size();
      if (pair && row[0] - last_pair >= 0.25 * spacing) {
        last_pair = row[0];
        sides_.push_back(taken_.size());
        taken_.push_back({row[0], row});
        taken_.push_back({row[0], *rows_[k + 1]});
      } else if (end) {
        taken_.push_back({row[0], row});
      }
      if (k + 1 == rows_.size()) break;
      const Row& following = *rows_[k + 1];
      const bool is_there = !taken_.empty() && taken_.back().t == row[0];
      for (double t; (t = start + static_cast<double>(next) * spacing) < row[0] || (is_there && t == row[0]);) ++next;
      for (double t; (t = start + static_cast<double>(next) * spacing) < following[0]; ++next)
        taken_.push_back({t, between(row, following, t)});
    }
    film_.shots.resize(taken_.size());
  }

  // Places by the cubic through both rows with their rates, the rest linear; what a contact does is as in the first.
  Row between(const Row& a, const Row& b, double t) const {
    const double h = b[0] - a[0], s = (t - a[0]) / h;
    Row row(a.size());
    for (std::size_t k = 0; k < a.size(); ++k) row[k] = std::isfinite(b[k]) ? a[k] + s * (b[k] - a[k]) : a[k];
    row[0] = t;
    for (std::size_t k = 0; k < q_.size(); ++k) {
      if (u_[k] < 0) continue;
      const auto q = static_cast<std::size_t>(q_[k]), u = static_cast<std::size_t>(u_[k]);
      if (!std::isfinite(a[u]) || !std::isfinite(b[u])) continue;
      const double d = b[q] - a[q], s2 = s * s, s3 = s2 * s;
      row[q] = a[q] + d * (3 * s2 - 2 * s3) + h * (a[u] * (s - 2 * s2 + s3) + b[u] * (s3 - s2));
    }
    for (std::size_t k = 0; k < source_.header.columns.size(); ++k)
      if (source_.header.columns[k].name.rfind("mode_", 0) == 0) row[k] = a[k];
    return row;
  }

  // ---- what is kept of them -----------------------------------------------------------------------------------------

  void say_what_it_is() {
    const bool file = !card_.source.empty();
    film_.title = file && !card_.summary.empty() ? card_.summary : card_.name;
    film_.time_unit = card_.time_unit;
    film_.energy_unit = card_.energy_unit;
    const std::string unit = card_.time_unit == "1" ? "" : " " + card_.time_unit;
    std::string law;
    for (const auto& [name, value] : source_.header.attributes)
      if (name == "law") law = ", law of impact: " + value;
    film_.subtitle =
        fmt::format("{}t = {:.6g} to {:.6g}{}; one second of film is {:.3g}{}{}",
                    file ? std::filesystem::path(card_.name).filename().string() + ": " : card_.summary + ". ",
                    taken_.front().t, taken_.back().t, unit, film_.speed, unit, law);
    film_.parts = drawing_.parts;
    film_.poses = drawing_.place ? drawing_.poses : 0;
    if (!drawing_.missing.empty()) notes_.push_back(drawing_.missing);
    film_.caption = drawing_.missing;
  }

  // Those that touch at some time, as many as there is room for.
  void choose_contacts() {
    const std::size_t room =
        static_cast<std::size_t>(bytes_of_contacts / (6 * bytes_a_number * static_cast<double>(taken_.size())));
    for (const Quantity& contact : card_.contacts) {
      Contact columns{column("F_n_" + contact.name), column("F_t_" + contact.name), column("mode_" + contact.name)};
      const bool touches = std::any_of(taken_.begin(), taken_.end(), [&](const Taken& shot) {
        return value(shot.row, columns.mode) > 0.5 || (columns.mode < 0 && value(shot.row, columns.normal) > 0);
      });
      const bool hits = std::any_of(source_.events.begin(), source_.events.end(), [&](const EventRow& event) {
        return ("+" + event.contacts + "+").find("+" + contact.name + "+") != std::string::npos;
      });
      // Without an event log, whoever comes down to its surface may be hit.
      const int gap = column("gap_" + contact.name);
      const bool near =
          source_.events.empty() && gap >= 0 && std::any_of(sides_.begin(), sides_.end(), [&](std::size_t k) {
            return std::abs(taken_[k].row[static_cast<std::size_t>(gap)]) < 1e-6;
          });
      if (!(touches || hits || near) || contacts_.size() >= std::max<std::size_t>(room, 4)) continue;
      report::FilmContact shown{.name = contact.name};
      for (const report::FilmContact& drawn : drawing_.contacts)
        if (drawn.name == contact.name && drawing_.place) shown = drawn;
      contacts_.push_back(columns);
      film_.contacts.push_back(shown);
    }
  }

  void choose_columns() {
    const std::vector<Column>& all = source_.header.columns;
    const double each = bytes_a_number * static_cast<double>(taken_.size());
    const std::size_t room = std::max<std::size_t>(static_cast<std::size_t>(bytes_of_columns / each), 8);
    const std::vector<std::string> energies{"kinetic", "potential", "normal_loss", "friction_loss", "closing_loss"};
    const std::vector<std::string> names{"kinetic", "potential", "lost at normals", "in friction", "at closing"};
    std::vector<int> order;
    const auto add = [&](int k) {
      if (k > 0 && std::find(order.begin(), order.end(), k) == order.end()) order.push_back(k);
    };
    for (const std::string& name : energies) add(column(name));
    if (!choice_.column.empty()) {
      if (column(choice_.column) < 0) refuse_column(all);
      add(column(choice_.column));
    }
    for (const std::vector<int>* list : {&q_, &z_, &u_})
      for (const int k : *list) add(k);
    for (std::size_t k = 1; k < all.size(); ++k) add(static_cast<int>(k));
    if (order.size() > room) order.resize(room);
    std::sort(order.begin(), order.end());
    for (const int k : order)
      film_.columns.push_back({all[static_cast<std::size_t>(k)].name, all[static_cast<std::size_t>(k)].unit,
                               all[static_cast<std::size_t>(k)].meaning});
    columns_ = order;
    const auto place_of = [&](int k) {
      return static_cast<int>(std::find(order.begin(), order.end(), k) - order.begin());
    };
    for (std::size_t k = 0; k < energies.size(); ++k)
      if (const int at = column(energies[k]); at > 0) {
        if (k > 0) film_.counted_from_zero.push_back(static_cast<int>(film_.energies.size()));
        film_.energies.emplace_back(names[k], place_of(at));
      }
    const int first = choice_.column.empty() ? (q_.empty() ? 1 : q_[0]) : column(choice_.column);
    film_.first_column = std::min(place_of(first), std::max(0, static_cast<int>(order.size()) - 1));
  }

  [[noreturn]] void refuse_column(const std::vector<Column>& all) const {
    std::vector<std::string> names;
    for (const Column& one : all) names.push_back(one.name);
    const std::optional<std::string> nearest = nearest_name(choice_.column, names);
    throw BadInput(fmt::format("the run has no column '{}'{}", choice_.column,
                               nearest ? "; did you mean '" + *nearest + "'?" : ""));
  }

  static double value(const Row& row, int k) { return k < 0 ? std::nan("") : row[static_cast<std::size_t>(k)]; }

  void fill() {
    std::vector<double> q(q_.size()), u(q_.size()), z(z_.size());
    for (std::size_t i = 0; i < taken_.size(); ++i) {
      const Row& row = taken_[i].row;
      Shot& shot = film_.shots[i];
      shot.t = taken_[i].t;
      const auto finite = [&](int k) { return std::isfinite(value(row, k)) ? value(row, k) : 0; };
      for (std::size_t k = 0; k < q.size(); ++k) q[k] = finite(q_[k]), u[k] = finite(u_[k]);
      for (std::size_t k = 0; k < z.size(); ++k) z[k] = finite(z_[k]);
      shot.poses.resize(3 * static_cast<std::size_t>(film_.poses));
      if (film_.poses > 0) drawing_.place({shot.t, q.data(), u.data(), z.data()}, shot.poses.data());
      for (double& place : shot.poses)
        if (!std::isfinite(place)) place = 0;
      // Angles go on where atan2 begins again.
      if (i > 0)
        for (std::size_t k = 2; k < shot.poses.size(); k += 3)
          shot.poses[k] += two_pi * std::round((film_.shots[i - 1].poses[k] - shot.poses[k]) / two_pi);
      for (const Contact& contact : contacts_) {
        const double mode = value(row, contact.mode), normal = value(row, contact.normal);
        shot.forces.push_back({normal, value(row, contact.tangential),
                               std::isfinite(mode)              ? static_cast<int>(mode)
                               : contact.mode < 0 && normal > 0 ? 1
                                                                : -1});
        if (!std::isfinite(shot.forces.back().tangential)) shot.forces.back().tangential = 0;
        if (!std::isfinite(shot.forces.back().normal)) shot.forces.back().normal = 0;
      }
      for (const int k : columns_) shot.values.push_back(value(row, k));
    }
  }

  // ---- events -------------------------------------------------------------------------------------------------------

  void add_events() {
    ImpactPaths paths(system_, parameters_, source_.header, film_.contacts);
    std::map<double, std::size_t> side_at;
    for (const std::size_t k : sides_) side_at[taken_[k].t] = k;
    std::vector<double> q(q_.size()), u(q_.size()), u_plus(q_.size());
    const auto state = [&](std::size_t k) {
      for (std::size_t j = 0; j < q.size(); ++j) {
        q[j] = value(taken_[k].row, q_[j]);
        u[j] = value(taken_[k].row, u_[j]);
        u_plus[j] = value(taken_[k + 1].row, u_[j]);
      }
    };
    if (source_.events.empty()) {
      for (const std::size_t k : sides_) {
        state(k);
        report::FilmEvent event = paths.found(taken_[k].t, q, u, u_plus, film_.shots[k], film_.shots[k + 1]);
        event.shot = static_cast<int>(k);
        if (!event.kind.empty()) film_.events.push_back(std::move(event));
      }
      return;
    }
    std::size_t shot = 0;
    for (const EventRow& row : source_.events) {
      if (row.t < taken_.front().t || row.t > taken_.back().t) continue;
      report::FilmEvent event{
          .kind = row.kind, .contacts = row.contacts, .impact = row.kind == "impact" || row.kind == "multiple_impact"};
      if (const auto side = side_at.find(row.t); side != side_at.end()) {
        state(side->second);
        event.shot = static_cast<int>(side->second);
        if (event.impact) event.path = paths.told(row.t, q, u, row, source_.event_header);
      } else {
        while (shot + 1 < taken_.size() && taken_[shot + 1].t <= row.t) ++shot;
        event.shot = static_cast<int>(shot);
      }
      film_.events.push_back(std::move(event));
    }
  }

  struct Contact {
    int normal = -1, tangential = -1, mode = -1;
  };

  const System& system_;
  const Parameters& parameters_;
  const SystemCard card_;
  const FilmSource& source_;
  const FilmChoice& choice_;
  std::vector<std::string>& notes_;
  Drawing drawing_;
  Film film_;
  std::vector<int> q_, u_, z_, columns_;
  std::vector<const Row*> rows_;
  std::vector<Taken> taken_;
  std::vector<std::size_t> sides_;  // shots before an event; the one after it follows
  std::vector<Contact> contacts_;
};

}  // namespace

double film_speed(double length, double period) {
  if (period > 0) return easily_said(2 * period);
  if (!(length > 0)) return 1;
  return easily_said(length / 10);
}

Window film_window(const FilmChoice& choice, double t_start, double t_end, double period) {
  Window window{choice.from.value_or(t_start), choice.until.value_or(t_end)};
  if (!(window.from < window.until) && t_start < t_end)
    throw BadInput(fmt::format("the film begins at t = {} and ends at t = {}: nothing is between them", window.from,
                               window.until));
  if (choice.until) return window;
  const double speed = choice.speed.value_or(film_speed(t_end - t_start, period));
  if (window.until - window.from > longest_film * speed * (1 + 1e-9)) window.until = window.from + cut_film * speed;
  return window;
}

report::Film make_film(const System& system, const Parameters& parameters, const FilmSource& source,
                       const FilmChoice& choice, std::vector<std::string>& notes) {
  if (choice.speed && !(*choice.speed > 0))
    throw BadInput("--film-speed is above 0: so much of the motion in one second of film");
  return Maker(system, parameters, source, choice, notes).make();
}

}  // namespace carom::study
