// SPDX-License-Identifier: Apache-2.0
// u⁻ → u⁺ for any number of contacts and any law: the one door to this module.
//
// Sizes     The flow of the energetic law is compiled for each number of contacts up to four, and once more for any number
//           up to the bound of the problem. Of many contacts those that do not act on each other are solved apart.
// Limits    Up to 64 contacts a flow takes half a megabyte of the stack, one with derivatives a whole one; for more, a problem
//           with a higher bound has a flow of its own, compiled where it is used, whose memory grows with the square of that.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>

#include "carom/base/dual.hpp"
#include "carom/impact/certificate.hpp"
#include "carom/impact/compliant_impact.hpp"
#include "carom/impact/impact_options.hpp"
#include "carom/impact/impact_problem.hpp"
#include "carom/impact/jam.hpp"
#include "carom/impact/path_impact.hpp"
#include "carom/impact/single_impact.hpp"
#include "carom/impact/velocity_laws.hpp"

namespace carom {

// Compiled once, in this module.
template <class Real>
inline constexpr int most_contacts_of_a_sized_flow = std::is_same_v<Real, double> ? 4 : 2;
inline constexpr int room_of_many = 64;
extern template class CompliantImpact<1>;
extern template class CompliantImpact<2>;
extern template class CompliantImpact<3>;
extern template class CompliantImpact<4>;
extern template class CompliantImpact<at_most(room_of_many)>;
extern template class CompliantImpact<2, Dual<double>>;
extern template class CompliantImpact<at_most(room_of_many), Dual<double>>;

namespace detail {

template <int Max, class Real>
ImpactResult<Max, Real> as_result(const SingleImpactOf<Real>& s) {
  ImpactResult<Max, Real> r;
  r.n = 1;
  r.P_n[0] = s.P_n;
  r.P_t[0] = s.P_t;
  r.v_n[0] = s.v_n;
  r.v_t[0] = s.v_t;
  r.W_compression[0] = s.W_compression;
  r.W_restitution[0] = s.W_restitution;
  r.friction_work[0] = s.friction_work;
  r.sequence[0] = s.sequence;
  r.sticks[0] = s.sticks;
  r.steps = s.phases;
  r.residual = s.residual;
  if (!s.resolved) r.failure = ImpactFailure::no_solution;
  return r;
}

template <int Max, class Real>
ImpactResult<Max, Real> from_single(const ImpactProblem<Max, Real>& p) {
  const ContactLaw& law = p.law[0];
  return as_result<Max>(solve_single_impact<Real>(p.A(0, 0), p.B(0, 0), p.D(0, 0), p.v_n[0], p.v_t[0], law.e,
                                                  law.mu_s_i, law.mu_i, p.E0[0]));
}

template <int Max, class Real>
ImpactResult<Max, Real> from_path(const ImpactProblem<Max, Real>& p, Restitution restitution) {
  const ContactLaw& law = p.law[0];
  const SingleImpactOf<Real> s = solve_path_impact<Real>(restitution, p.A(0, 0), p.B(0, 0), p.D(0, 0), p.v_n[0],
                                                         p.v_t[0], law.e, law.mu_s_i, law.mu_i, law.eps_T);
  ImpactResult<Max, Real> r = as_result<Max>(s);
  const double taken = value_of(Real(s.W_compression - s.friction_work)), given = value_of(s.W_restitution);
  if (given - taken > 1e-12 * (given + taken)) r.energy_gain = given - taken;
  return r;
}

template <int N, int Max, class Real>
ImpactProblem<N, Real> leading(const ImpactProblem<Max, Real>& p) {
  ImpactProblem<N, Real> q;
  q.n = N;
  q.A = p.A.template topLeftCorner<N, N>();
  q.B = p.B.template topLeftCorner<N, N>();
  q.D = p.D.template topLeftCorner<N, N>();
  q.v_n = p.v_n.template head<N>();
  q.v_t = p.v_t.template head<N>();
  q.E0 = p.E0.template head<N>();
  for (int i = 0; i < N; ++i) q.law[i] = p.law[i];
  return q;
}

// The contacts in an order of their own, by velocities, inertia and laws: the flow then takes the same steps whatever the
// order in which they are listed. Size is that of the flow.
template <int Size, int Max, class Real>
std::array<int, Max> own_order(const ImpactProblem<Max, Real>& p) {
  const auto key = [&p](int i) {
    const ContactLaw& l = p.law[i];
    return std::array{value_of(p.v_n[i]),
                      value_of(p.v_t[i]),
                      value_of(p.A(i, i)),
                      value_of(p.D(i, i)),
                      value_of(p.B(i, i)),
                      p.E0[i],
                      l.stiffness,
                      l.exponent,
                      l.e,
                      l.mu_i,
                      l.mu_s_i,
                      value_of(Real(p.A.row(i).template head<rows(Size)>(p.n).sum())),
                      value_of(Real(p.B.row(i).template head<rows(Size)>(p.n).sum()))};
  };
  std::array<int, Max> order{};
  for (int i = 0; i < p.n; ++i) {  // insertion keeps the order of equals and needs no memory
    int k = i;
    for (; k > 0 && key(i) < key(order[k - 1]); --k) order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

// In that order, and with room for N contacts.
template <int N, int Max, class Real>
ImpactProblem<N, Real> in_order(const ImpactProblem<Max, Real>& p,
                                const std::type_identity_t<std::array<int, Max>>& order) {
  ImpactProblem<N, Real> q;
  q.n = p.n;
  for (int i = 0; i < p.n; ++i) {
    q.v_n[i] = p.v_n[order[i]];
    q.v_t[i] = p.v_t[order[i]];
    q.E0[i] = p.E0[order[i]];
    q.law[i] = p.law[order[i]];
    for (int j = 0; j < p.n; ++j) {
      q.A(i, j) = p.A(order[i], order[j]);
      q.B(i, j) = p.B(order[i], order[j]);
      q.D(i, j) = p.D(order[i], order[j]);
    }
  }
  return q;
}

// The result of a flow for the contacts as they are listed.
template <int Max, int N, class Real>
ImpactResult<Max, Real> as_listed(const ImpactResult<N, Real>& sorted, std::span<const int> order) {
  ImpactResult<Max, Real> r;
  r.n = sorted.n;
  r.failure = sorted.failure;
  for (int i = 0; i < sorted.n; ++i) {
    const int k = order[static_cast<std::size_t>(i)];
    r.P_n[k] = sorted.P_n[i];
    r.P_t[k] = sorted.P_t[i];
    r.v_n[k] = sorted.v_n[i];
    r.v_t[k] = sorted.v_t[i];
    r.W_compression[k] = sorted.W_compression[i];
    r.W_restitution[k] = sorted.W_restitution[i];
    r.friction_work[k] = sorted.friction_work[i];
    r.E_left[k] = sorted.E_left[i];
    r.sequence[k] = sorted.sequence[i];
    r.sticks[k] = sorted.sticks[i];
  }
  r.indeterminate = sorted.indeterminate;
  r.steps = sorted.steps;
  r.rest_speed = sorted.rest_speed;
  r.residual = sorted.residual;
  return r;
}

// Hands samples on in the order in which the contacts were listed.
template <int Max>
ImpactTrace in_listed_order(const std::array<int, Max>& order, const ImpactTrace& trace) {
  if (!trace) return {};
  return [order, &trace](ImpactSample sample) {
    const ImpactSample sorted = sample;
    const int n = static_cast<int>(sorted.mode.size());
    for (auto list : {&ImpactSample::x, &ImpactSample::F_n, &ImpactSample::F_t, &ImpactSample::E, &ImpactSample::v_n,
                      &ImpactSample::v_t, &ImpactSample::P_n, &ImpactSample::P_t})
      for (int i = 0; i < n; ++i) (sample.*list)[order[i]] = (sorted.*list)[i];
    for (int i = 0; i < n; ++i) sample.mode[order[i]] = sorted.mode[i];
    trace(sample);
  };
}

// Where the flow of many contacts finds no end, and it was asked for: Poisson's law, which needs no path. Where that would
// create energy nothing is given back. It does not know of stored energies.
template <int Max, class Real>
ImpactResult<Max, Real> without_end(const ImpactProblem<Max, Real>& p, const ImpactResult<Max, Real>& failed) {
  for (int i = 0; i < p.n; ++i)
    if (value_of(p.E0[i]) > 0) return failed;
  ImpactResult<Max, Real> r = solve_poisson_impact(p);
  if (r.failure != ImpactFailure::none || r.energy_gain > 0) {
    ImpactProblem<Max, Real> plastic = p;
    for (int i = 0; i < p.n; ++i) plastic.law[i].e = 0;
    r = solve_poisson_impact(plastic);
  }
  if (r.failure != ImpactFailure::none) return failed;
  r.by_poisson = true;
  return r;
}

// More contacts than have a flow of their own size.
template <int Max, class Real>
ImpactResult<Max, Real> flow_of_many(const ImpactProblem<Max, Real>& p, const CompliantImpactOptions& options,
                                     const ImpactTrace& trace) {
  const std::array<int, Max> order = own_order<at_most(Max)>(p);
  CompliantImpactOptions own = options;
  // Where another law can take its place, a flow that has not ended after so many events is taken for one that will not.
  if (own.poisson_where_endless) own.max_events = std::min(own.max_events, 1000 + 100 * p.n);
  const auto flow = [&]<int Room>(std::integral_constant<int, Room>) {
    CompliantImpact<at_most(Room), Real> impact(in_order<Room>(p, order), own);
    ImpactResult<Max, Real> result = as_listed<Max>(impact.solve(in_listed_order<Max>(order, trace)), order);
    if (own.poisson_where_endless && result.failure == ImpactFailure::too_many_phases && !trace)
      return without_end(p, result);
    return result;
  };
  if constexpr (Max > room_of_many)
    if (p.n > room_of_many) return flow(std::integral_constant<int, Max>{});
  return flow(std::integral_constant<int, room_of_many>{});
}

// The contacts that act on each other, directly or by others: number of the group of each, in the order of their first.
template <int Max, class Real>
int find_groups(const ImpactProblem<Max, Real>& p, std::type_identity_t<std::array<int, Max>>& group) {
  std::array<int, Max> waiting{};
  int groups = 0;
  std::fill_n(group.begin(), p.n, -1);
  for (int first = 0; first < p.n; ++first) {
    if (group[first] >= 0) continue;
    int count = 0;
    waiting[count++] = first;
    group[first] = groups;
    while (count > 0) {
      const int i = waiting[--count];
      for (int j = 0; j < p.n; ++j) {
        if (group[j] >= 0 || (vanishes(p.A(i, j)) && vanishes(p.B(i, j)) && vanishes(p.B(j, i)) && vanishes(p.D(i, j))))
          continue;
        group[j] = groups;
        waiting[count++] = j;
      }
    }
    ++groups;
  }
  return groups;
}

template <int Max, class Real>
ImpactResult<Max, Real> solve_by_law(const ImpactProblem<Max, Real>& p, const ImpactOptions& options,
                                     const ImpactTrace& trace);

// Contacts that do not act on each other have impacts of their own, and those of which none is hit have none.
template <int Max, class Real>
ImpactResult<Max, Real> flow_of_groups(const ImpactProblem<Max, Real>& p, const CompliantImpactOptions& options,
                                       const ImpactTrace& trace) {
  std::array<int, Max> group{};
  const int groups = trace ? 1 : find_groups(p, group);
  if (groups == 1) return flow_of_many(p, options, trace);
  ImpactResult<Max, Real> r;
  r.n = p.n;
  r.v_n = p.v_n;
  r.v_t = p.v_t;
  for (int g = 0; g < groups; ++g) {
    std::array<int, Max> member{};
    ImpactProblem<Max, Real> own;
    for (int i = 0; i < p.n; ++i)
      if (group[i] == g) member[own.n++] = i;
    for (int i = 0; i < own.n; ++i) {
      own.v_n[i] = p.v_n[member[i]];
      own.v_t[i] = p.v_t[member[i]];
      own.E0[i] = p.E0[member[i]];
      own.law[i] = p.law[member[i]];
    }
    if (!is_hit(own)) continue;
    for (int i = 0; i < own.n; ++i)
      for (int j = 0; j < own.n; ++j) {
        own.A(i, j) = p.A(member[i], member[j]);
        own.B(i, j) = p.B(member[i], member[j]);
        own.D(i, j) = p.D(member[i], member[j]);
      }
    const ImpactResult<Max, Real> part = solve_by_law(own, {.flow = options}, trace);
    r.failure = part.failure;
    if (r.failure != ImpactFailure::none) return r;
    for (auto list : {&ImpactResult<Max, Real>::P_n, &ImpactResult<Max, Real>::P_t, &ImpactResult<Max, Real>::v_n,
                      &ImpactResult<Max, Real>::v_t, &ImpactResult<Max, Real>::W_compression,
                      &ImpactResult<Max, Real>::W_restitution, &ImpactResult<Max, Real>::friction_work,
                      &ImpactResult<Max, Real>::E_left})
      for (int i = 0; i < own.n; ++i) (r.*list)[member[i]] = (part.*list)[i];
    for (int i = 0; i < own.n; ++i) {
      r.sequence[member[i]] = part.sequence[i];
      r.sticks[member[i]] = part.sticks[i];
    }
    r.indeterminate = r.indeterminate || part.indeterminate;
    r.by_poisson = r.by_poisson || part.by_poisson;
    r.steps += part.steps;
    r.rest_speed = std::max(r.rest_speed, part.rest_speed);
    r.residual = std::max(r.residual, part.residual);
  }
  return r;
}

template <int N, int Max, class Real>
ImpactResult<Max, Real> flow_of_size(const ImpactProblem<Max, Real>& p, const CompliantImpactOptions& options,
                                     const ImpactTrace& trace) {
  if constexpr (N > Max || N > most_contacts_of_a_sized_flow<Real>) {
    if constexpr (Max > most_contacts_of_a_sized_flow<Real>)
      if (p.n > most_contacts_of_a_sized_flow<Real>) return flow_of_groups(p, options, trace);
    ImpactResult<Max, Real> r;
    r.failure = ImpactFailure::no_solution;
    return r;
  } else {
    if (p.n != N) return flow_of_size<N + 1>(p, options, trace);
    const ImpactProblem<N, Real> own = leading<N>(p);
    const std::array<int, N> order = own_order<N>(own);
    CompliantImpact<N, Real> impact(in_order<N>(own, order), options);
    return as_listed<Max>(impact.solve(in_listed_order<N>(order, trace)), order);
  }
}

// Newton's and Poisson's laws where nothing approaches: nothing happens but in a jam.
template <int Max, class Real>
ImpactResult<Max, Real> solve_jam(const ImpactProblem<Max, Real>& p, Restitution law) {
  if (is_jammed(p) && law == Restitution::poisson) return p.n == 1 ? from_path(p, law) : solve_poisson_impact(p);
  ImpactResult<Max, Real> r;
  r.n = p.n;
  r.v_n = p.v_n;
  r.v_t = p.v_t;
  if (is_jammed(p)) r.failure = ImpactFailure::law_has_no_answer;
  return r;
}

template <int Max, class Real>
ImpactResult<Max, Real> solve_by_law(const ImpactProblem<Max, Real>& p, const ImpactOptions& options,
                                     const ImpactTrace& trace) {
  if (options.law != Restitution::energetic && !is_hit(p)) return solve_jam(p, options.law);
  if (options.law != Restitution::energetic && p.n == 1 && p.law[0].along_path) return from_path(p, options.law);
  if (options.law == Restitution::newton) return solve_newton_impact(p);
  if (options.law == Restitution::poisson) return solve_poisson_impact(p);
  // Without a trace one contact has its closed form; and a jam has it always: nothing is deformed at its beginning.
  constexpr bool may_be_traced = std::is_same_v<Real, double>;  // not numbers with derivatives
  if (p.n == 1 && !(may_be_traced && trace && is_hit(p))) return from_single(p);
  return flow_of_size < may_be_traced ? 1 : 2 > (p, options.flow, trace);
}

template <int Max, class Real>
ImpactResult<Max, Real> solve_any(const ImpactProblem<Max, Real>& p, const ImpactOptions& options,
                                  const ImpactTrace& trace) {
  ImpactResult<Max, Real> r = solve_by_law(p, options, trace);
  if (r.failure == ImpactFailure::none) r.residual = std::max(r.residual, certificate(p, r));
  return r;
}

// Compiled once, in this module: the sizes of the mechanisms of systems/, with derivatives those of the mechanisms that
// have a flow map. Others compile where they are used.
extern template ImpactResult<1> solve_any(const ImpactProblem<1>&, const ImpactOptions&, const ImpactTrace&);
extern template ImpactResult<2> solve_any(const ImpactProblem<2>&, const ImpactOptions&, const ImpactTrace&);
extern template ImpactResult<3> solve_any(const ImpactProblem<3>&, const ImpactOptions&, const ImpactTrace&);
extern template ImpactResult<4> solve_any(const ImpactProblem<4>&, const ImpactOptions&, const ImpactTrace&);
extern template ImpactResult<1, Dual<double>> solve_any(const ImpactProblem<1, Dual<double>>&, const ImpactOptions&,
                                                        const ImpactTrace&);
extern template ImpactResult<2, Dual<double>> solve_any(const ImpactProblem<2, Dual<double>>&, const ImpactOptions&,
                                                        const ImpactTrace&);

}  // namespace detail

template <int Max, class Real>
ImpactResult<Max, Real> solve_impact(const ImpactProblem<Max, Real>& p, const ImpactOptions& options = {},
                                     const ImpactTrace& trace = {}) {
  // Short enough that a call would be felt.
  if (p.n == 1 && options.law == Restitution::energetic && !trace) return detail::from_single(p);
  return detail::solve_any(p, options, trace);
}

}  // namespace carom
