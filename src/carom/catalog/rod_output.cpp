// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/rod_output.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

namespace carom::study {
namespace {

using particles::PlateCollision;
using particles::PlateMoment;
using particles::Vec3;

std::vector<Column> collision_columns() {
  return {{"rod", "1", "number of the rod"},
          {"phase", "rad", "of the drive at the beginning"},
          {"V_plate", "1", "velocity of the plate at the beginning"},
          {"tilt", "rad", "towards the direction of c_x, at the beginning"},
          {"c_x", "1", "velocity of the middle before: along x, around the annulus"},
          {"c_z", "1", "velocity of the middle before, upwards"},
          {"omega", "1", "rate of the tilt before"},
          {"c_x_plus", "1", "after"},
          {"c_z_plus", "1", "after"},
          {"omega_plus", "1", "after"},
          {"u", "1", "slip of the contact point before"},
          {"v", "1", "normal velocity of the contact point before, relative to the plate"},
          {"u_plus", "1", "after"},
          {"v_plus", "1", "after"},
          {"eps", "1", "restitution -v_plus/v"},
          {"energy_ratio", "1", "kinetic energy after over before, in the plate's frame"},
          {"regime", "1", "0 slide, 1 slip-stick, 2 slip-reversal"},
          {"duration", "1", "of the contact"},
          {"max_overlap", "1", "deepest overlap"}};
}

}  // namespace

RodOutput::RodOutput(const RunRequest& request, const RodRun& run,
                     const std::vector<std::pair<std::string, Value>>& parameters)
    : request_(request), run_(run) {
  std::vector<std::pair<std::string, std::string>> provenance{{"program", std::string("carom ") + CAROM_VERSION},
                                                              {"system", "rods"}};
  for (const auto& [parameter, value] : parameters) provenance.emplace_back(parameter, text_of(value));
  if (request.frames) request.frames->begin("rods", provenance);
  if (request.rows) {
    TableHeader header = row_header();
    header.attributes = provenance;
    request.rows->begin(header);
  }
  if (request.events) {
    TableHeader header{
        .title = "rods: collisions with the plate", .columns = collision_columns(), .attributes = provenance};
    header.attributes.emplace_back("contact_names", "lower,upper");
    header.attributes.emplace_back("t_unit", "1");
    request.events->begin(header);
  }
}

TableHeader RodOutput::row_header() const {
  TableHeader header{.title = "rods",
                     .columns = {{"t", "1", "time, in sqrt(d/g)"}, {"plate_z", "1", "height of the plate"}},
                     .attributes = {}};
  for (int i = 1; i <= run_.N; ++i) {
    const auto column = [&](const char* name, const char* unit, const char* meaning) {
      header.columns.push_back({fmt::format("{}_{}", name, i), unit, fmt::format("{} of rod {}", meaning, i)});
    };
    column("x", "1", "centre");
    if (annulus()) column("y", "1", "centre");
    column("z", "1", "centre");
    if (annulus()) {
      column("ux", "1", "axis");
      column("uy", "1", "axis");
      column("uz", "1", "axis");
    } else {
      column("phi", "rad", "tilt");
    }
  }
  return header;
}

void RodOutput::frame(const RodFrame& frame) {
  if (request_.rows) {
    row_.assign({frame.t, frame.plate_z});
    for (std::size_t i = 0; i < frame.r.size(); ++i) {
      const Vec3 &r = frame.r[i], &u = frame.u[i];
      if (annulus())
        row_.insert(row_.end(), {r.x, r.y, r.z, u.x, u.y, u.z});
      else
        row_.insert(row_.end(), {r.x, r.z, std::atan2(u.x, u.z)});
    }
    request_.rows->row(row_);
  }
  if (request_.frames) request_.frames->frame(film_frame(frame));
}

void RodOutput::collision(const PlateCollision& c) {
  const PlateMoment &a = c.before, &b = c.after;
  request_.events->event({.t = a.t,
                          .kind = "impact",
                          .contacts = c.upper ? "upper" : "lower",
                          .values = {static_cast<double>(c.rod + 1), a.phase, a.V_plate, a.tilt, a.c_x, a.c_z, a.omega,
                                     b.c_x, b.c_z, b.omega, a.u, a.v, b.u, b.v, c.restitution(), c.energy_ratio(),
                                     static_cast<double>(regime(c)), b.t - a.t, c.largest_overlap}});
}

void RodOutput::finish() {
  if (request_.rows) request_.rows->finish();
  if (request_.events) request_.events->finish();
  if (request_.frames) request_.frames->finish();
}

Frame RodOutput::film_frame(const RodFrame& frame) const {
  const double L = run_.geometry == RodGeometry::periodic ? options_of(run_).container.period_x : 0;
  Frame film{.t = frame.t, .length = run_.l};
  for (std::size_t i = 0; i < frame.r.size(); ++i) {
    Vec3 r = frame.r[i];
    if (L > 0) r.x -= L * std::floor(r.x / L);
    film.centre.push_back({r.x, r.y, r.z});
    film.axis.push_back({frame.u[i].x, frame.u[i].y, frame.u[i].z});
    film.velocity.push_back({frame.v[i].x, frame.v[i].y, frame.v[i].z});
  }
  const double side = annulus() ? run_.R_o : 0.5;
  film.low = {L > 0 ? 0 : -std::max(side, run_.l), -side, -1};
  film.high = {L > 0 ? L : std::max(side, run_.l), side, 2 * run_.l};
  return film;
}

}  // namespace carom::study
