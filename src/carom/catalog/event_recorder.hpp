// SPDX-License-Identifier: Apache-2.0
// The event log of a run, one row a batch of simultaneous events.
//
// Columns   t, kind, contacts; the shown coordinates; for each contact the relative velocities before and after, the
//           impulses (0 unless it is an impact) and the mode after (0 open, 1 stick, 2 slip+, 3 slip-); the energy that
//           the impact lost at the normals and in friction. An impact leaves its contacts open: one that then stays
//           closed has an event of its own, close. A chatter_limit is dated at the end of the hops that it sums, and stands
//           where that time comes, after the close with which they begin to be summed.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "carom/base/table.hpp"
#include "carom/catalog/event_order.hpp"
#include "carom/catalog/system.hpp"
#include "carom/engine/run_options.hpp"
#include "carom/model/shown_coordinates.hpp"

namespace carom::study {

template <class E>
class EventRecorder {
  using S = typename E::Mechanism;
  static constexpr int dof = S::dof, N = S::contact_count;

 public:
  EventRecorder(const S& system, const SystemCard& card, EventSink& sink) : system_(system), card_(card), sink_(sink) {}

  void begin(std::vector<std::pair<std::string, std::string>> provenance) {
    TableHeader header{.title = card_.name, .columns = {}, .attributes = std::move(provenance)};
    for (const Quantity& q : card_.coordinates) header.columns.push_back({q.name, q.unit, q.meaning});
    for (const Quantity& contact : card_.contacts) {
      const std::string& c = contact.name;
      const std::string of = " of " + card_.contact_noun + " " + c;
      header.columns.push_back({"v_n_minus_" + c, "m/s", "normal relative velocity before" + of});
      header.columns.push_back({"v_t_minus_" + c, "m/s", "tangential relative velocity before" + of});
      header.columns.push_back({"v_n_plus_" + c, "m/s", "normal relative velocity after" + of});
      header.columns.push_back({"v_t_plus_" + c, "m/s", "tangential relative velocity after" + of});
      header.columns.push_back({"P_n_" + c, "N s", "normal impulse" + of});
      header.columns.push_back({"P_t_" + c, "N s", "tangential impulse" + of});
      header.columns.push_back({"mode_" + c, "1", "mode after" + of + ": 0 open, 1 stick, 2 slip+, 3 slip-"});
    }
    header.columns.push_back({"impact_loss", "J", "energy that the impact lost at the normals and in friction"});
    row_.values.resize(header.columns.size());
    sink_.begin(header);
  }

  void event(const EventBatch<S>& batch) {
    row_.t = batch.t;
    row_.kind = name(batch.kind);
    if constexpr (requires { system_.event_name(0); })
      if (batch.kind == EventKind::own) row_.kind = system_.event_name(batch.own_event);
    row_.contacts.clear();
    for (int i = 0; i < contacts_of(system_); ++i) {
      if (!batch.contacts[i]) continue;
      if (!row_.contacts.empty()) row_.contacts += '+';
      row_.contacts += card_.contacts[static_cast<std::size_t>(i)].name;
    }
    std::size_t k = 0;
    const Vector<dof> shown = to_shown(system_, batch.after.q);
    for (std::size_t i = 0; i < card_.coordinates.size(); ++i) row_.values[k++] = shown[static_cast<int>(i)];
    const ContactArray<S> before = contact_kinematics(system_, batch.before.t, batch.before.q, batch.before.u);
    const ContactArray<S> after = contact_kinematics(system_, batch.after.t, batch.after.q, batch.after.u);
    Vector<N> P_n = Vector<N>::Zero(), P_t = Vector<N>::Zero();
    double loss = 0;
    if (batch.impact) {
      for (int j = 0; j < batch.impact->n; ++j) {
        P_n[batch.member[j]] = batch.impact->P_n[j];
        P_t[batch.member[j]] = batch.impact->P_t[j];
        loss += batch.impact->W_compression[j] - batch.impact->W_restitution[j] - batch.impact->friction_work[j];
      }
    }
    for (int i = 0; i < contacts_of(system_); ++i) {
      row_.values[k++] = before[i].normal_velocity(batch.before.u);
      row_.values[k++] = before[i].tangential_velocity(batch.before.u);
      row_.values[k++] = after[i].normal_velocity(batch.after.u);
      row_.values[k++] = after[i].tangential_velocity(batch.after.u);
      row_.values[k++] = P_n[i];
      row_.values[k++] = P_t[i];
      row_.values[k++] = batch.impact ? 0 : static_cast<double>(batch.modes[i]);
    }
    row_.values[k] = loss;
    put_shown(to_shown(system_, batch.before.q), row_.q_minus);
    put_shown(to_shown_velocity(system_, batch.before.q, batch.before.u), row_.u_minus);
    put_shown(to_shown_velocity(system_, batch.after.q, batch.after.u), row_.u_plus);
    order_.event(row_, sink_);
  }

  void finish() { order_.finish(sink_); }

 private:
  void put_shown(const Vector<dof>& values, std::vector<double>& list) const {
    list.assign(values.data(), values.data() + card_.coordinates.size());
  }

  const S& system_;
  const SystemCard& card_;
  EventSink& sink_;
  EventOrder order_;
  EventRow row_;
};

}  // namespace carom::study
