// SPDX-License-Identifier: Apache-2.0
// Where a run of a system begins and ends, what its starts are refused for, and what its files say of it.
// Definitions of members of MechanismSystem (mechanism_system.hpp).
#pragma once

#include "carom/catalog/mechanism_system.hpp"

namespace carom::study {

template <class E>
State<MechanismSystem<E>::dof> MechanismSystem<E>::start_of(const S& mechanism, const RunRequest& request,
                                                            std::vector<std::string>& notes) const {
  State<dof> start = mechanism.initial_state();
  if (!request.q.empty()) start.q = from_shown(mechanism, vector_of(request.q, start.q));
  if (!request.u.empty()) start.u = from_shown_velocity(mechanism, start.q, vector_of(request.u, start.u));
  if (request.t) start.t = *request.t;
  move_onto_surface(mechanism, start.t, request.onto_surface, start.q, notes);
  // What is not there at the start may be below its surface.
  S present = mechanism;
  if constexpr (requires { present.forget_presence(); }) present.take_presence(start.t, start.q, start.u, -HUGE_VAL);
  refuse_penetration(present, contact_kinematics(present, start.t, start.q, start.u), gap_tolerance(mechanism, start.t),
                     "start");
  return start;
}

template <class E>
double MechanismSystem<E>::end_time(const S& mechanism, const RunRequest& request, double t_start) const {
  std::optional<double> cycles = request.cycles;
  if (!cycles && !request.until) cycles = card().cycles;
  double end = request.until.value_or(t_start + card().until);
  if (cycles) {
    const std::optional<double> period = cycle_of(mechanism);
    if (!period)
      throw BadInput(
          fmt::format("system '{}' has no drive and so no cycles; give the length of the run with --until", name()));
    end = t_start + *cycles * *period;
  }
  if (end > t_start) return end;
  throw BadInput(fmt::format("the run ends at t = {} s, which is not after its start at t = {} s", end, t_start));
}

template <class E>
void MechanismSystem<E>::refuse_penetration(const S& mechanism, const ContactArray<S>& contacts, double tolerance,
                                            const char* subject) const {
  for (int i = 0; i < contacts_of(mechanism); ++i) {
    if (contacts[i].gap >= -tolerance) continue;
    throw BadInput(fmt::format("the {} penetrates the {}: {} '{}' is {} below it", subject, card().surface_noun,
                               card().contact_noun, contact_name(mechanism, i), length_text(-contacts[i].gap)));
  }
}

template <class E>
int MechanismSystem<E>::touching(const S& mechanism, const ContactArray<S>& contacts, double tolerance,
                                 const ImpactRequest& request, std::array<int, N>& member) const {
  if (contacts_of(mechanism) == 0) throw BadInput("a system without contacts has no impacts");
  int n = 0, nearest = 0;
  for (int i = 0; i < contacts_of(mechanism); ++i) {
    const bool touches = std::abs(contacts[i].gap) <= tolerance;
    if (touches) member[n++] = i;
    if (!touches && !request.E0.empty() && request.E0[static_cast<std::size_t>(i)] > 0)
      throw BadInput(fmt::format("--E0 gives {} '{}' an energy, but it does not touch the {}", card().contact_noun,
                                 contact_name(mechanism, i), card().surface_noun));
    if (contacts[i].gap < contacts[nearest].gap) nearest = i;
  }
  if (n > 0) return n;
  throw BadInput(fmt::format("nothing touches at this q: the nearest {}, '{}', is {} above the {}", card().contact_noun,
                             contact_name(mechanism, nearest), length_text(contacts[nearest].gap),
                             card().surface_noun));
}

template <class E>
std::vector<std::pair<std::string, std::string>> MechanismSystem<E>::provenance(const RunResult& result,
                                                                                const RunRequest& request,
                                                                                const State<dof>& start) const {
  std::vector<std::pair<std::string, std::string>> list{{"program", std::string("carom ") + CAROM_VERSION},
                                                        {"system", name()},
                                                        {"law", std::string(carom::name(result.law))},
                                                        {"scheme", std::string(study::name(request.scheme))},
                                                        {"contact", std::string(study::name(request.contact))},
                                                        {"rtol", fmt::format("{}", request.rtol)},
                                                        {"atol", fmt::format("{}", request.atol)},
                                                        {"t_start", fmt::format("{}", start.t)}};
  if (!card().source.empty()) list.emplace_back("model", kept_text(card().source));
  for (const auto& [parameter, value] : result.parameters) list.emplace_back(parameter, text_of(value));
  return list;
}

}  // namespace carom::study
