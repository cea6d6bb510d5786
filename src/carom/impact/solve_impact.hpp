// SPDX-License-Identifier: Apache-2.0
// u⁻ → u⁺ for any number of contacts and any law: the one door to this module.
#pragma once

#include <algorithm>
#include <array>
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

template <int Max, int N, class Real>
ImpactResult<Max, Real> widen(const ImpactResult<N, Real>& s) {
  ImpactResult<Max, Real> r;
  r.n = s.n;
  r.failure = s.failure;
  r.P_n.template head<N>() = s.P_n;
  r.P_t.template head<N>() = s.P_t;
  r.v_n.template head<N>() = s.v_n;
  r.v_t.template head<N>() = s.v_t;
  r.W_compression.template head<N>() = s.W_compression;
  r.W_restitution.template head<N>() = s.W_restitution;
  r.friction_work.template head<N>() = s.friction_work;
  r.E_left.template head<N>() = s.E_left;
  for (int i = 0; i < N; ++i) {
    r.sequence[i] = s.sequence[i];
    r.sticks[i] = s.sticks[i];
  }
  r.indeterminate = s.indeterminate;
  r.steps = s.steps;
  r.rest_speed = s.rest_speed;
  r.residual = s.residual;
  return r;
}

// The contacts in an order of their own, by velocities, inertia and laws: the flow then takes the same steps whatever the
// order in which they are listed.
template <int N, class Real>
std::array<int, N> own_order(const ImpactProblem<N, Real>& p) {
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
                      value_of(Real(p.A.row(i).sum())),
                      value_of(Real(p.B.row(i).sum()))};
  };
  std::array<int, N> order{};
  for (int i = 0; i < N; ++i) {  // insertion keeps the order of equals and needs no memory
    int k = i;
    for (; k > 0 && key(i) < key(order[k - 1]); --k) order[k] = order[k - 1];
    order[k] = i;
  }
  return order;
}

template <int N, class Real>
ImpactProblem<N, Real> in_order(const ImpactProblem<N, Real>& p, const std::array<int, N>& order) {
  ImpactProblem<N, Real> q = p;
  for (int i = 0; i < N; ++i) {
    q.v_n[i] = p.v_n[order[i]];
    q.v_t[i] = p.v_t[order[i]];
    q.E0[i] = p.E0[order[i]];
    q.law[i] = p.law[order[i]];
    for (int j = 0; j < N; ++j) {
      q.A(i, j) = p.A(order[i], order[j]);
      q.B(i, j) = p.B(order[i], order[j]);
      q.D(i, j) = p.D(order[i], order[j]);
    }
  }
  return q;
}

template <int N, class Real>
void put_back(const std::array<int, N>& order, Vector<N, Real>& v) {
  const Vector<N, Real> sorted = v;
  for (int i = 0; i < N; ++i) v[order[i]] = sorted[i];
}

template <int N, class Real>
ImpactResult<N, Real> put_back(const std::array<int, N>& order, const ImpactResult<N, Real>& sorted) {
  ImpactResult<N, Real> r = sorted;
  for (Vector<N, Real>* v :
       {&r.P_n, &r.P_t, &r.v_n, &r.v_t, &r.W_compression, &r.W_restitution, &r.friction_work, &r.E_left})
    put_back<N, Real>(order, *v);
  for (int i = 0; i < N; ++i) {
    r.sequence[order[i]] = sorted.sequence[i];
    r.sticks[order[i]] = sorted.sticks[i];
  }
  return r;
}

// Hands samples on in the order in which the contacts were listed.
template <int N>
ImpactTrace in_listed_order(const std::array<int, N>& order, const ImpactTrace& trace) {
  if (!trace) return {};
  return [order, &trace](ImpactSample sample) {
    const ImpactSample sorted = sample;
    for (auto list : {&ImpactSample::x, &ImpactSample::F_n, &ImpactSample::F_t, &ImpactSample::E, &ImpactSample::v_n,
                      &ImpactSample::v_t, &ImpactSample::P_n, &ImpactSample::P_t})
      for (int i = 0; i < N; ++i) (sample.*list)[order[i]] = (sorted.*list)[i];
    for (int i = 0; i < N; ++i) sample.mode[order[i]] = sorted.mode[i];
    trace(sample);
  };
}

template <int N, int Max, class Real>
ImpactResult<Max, Real> flow_of_size(const ImpactProblem<Max, Real>& p, const CompliantImpactOptions& options,
                                     const ImpactTrace& trace) {
  if constexpr (N > Max || N > most_contacts_of_a_flow) {
    ImpactResult<Max, Real> r;
    r.failure = N > Max ? ImpactFailure::no_solution : ImpactFailure::too_many_contacts;
    return r;
  } else {
    if (p.n != N) return flow_of_size<N + 1>(p, options, trace);
    const ImpactProblem<N, Real> own = leading<N>(p);
    const std::array<int, N> order = own_order<N>(own);
    CompliantImpact<N, Real> impact(in_order<N>(own, order), options);
    return widen<Max>(put_back<N>(order, impact.solve(in_listed_order<N>(order, trace))));
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
