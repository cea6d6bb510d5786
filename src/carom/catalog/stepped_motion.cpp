// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/stepped_motion.hpp"

#include <fmt/core.h>

#include "carom/catalog/any_model.hpp"
#include "carom/catalog/run_request.hpp"
#include "carom/engine/stepped.hpp"

namespace carom::study {

namespace {

template <class Sized>
SteppedMotion move(const Model& model, const SteppedState& start, double t_end, const SteppedOptions& options,
                   const SteppedWatch& watch) {
  using Numbers = Vector<Sized::dof>;
  const Sized mechanism(model);
  const auto numbers = [](const std::vector<double>& list) {
    return Numbers(Eigen::Map<const Eigen::VectorXd>(list.data(), static_cast<Eigen::Index>(list.size())));
  };
  const StepWatch<Sized> observer = [&watch](double t, const Numbers& q, const Numbers& u) {
    return !watch || watch(t, q.data(), u.data());
  };
  const SteppedReport<Sized> report =
      run_stepped(mechanism, {.t = start.t, .q = numbers(start.q), .u = numbers(start.u)}, t_end, options, observer);
  const State<Sized::dof>& end = report.final;
  return {.outcome = report.outcome,
          .reason = report.reason,
          .final = {.t = end.t,
                    .q = {end.q.data(), end.q.data() + end.q.size()},
                    .u = {end.u.data(), end.u.data() + end.u.size()}},
          .modes = {report.modes.begin(), report.modes.begin() + mechanism.contact_number()},
          .events = report.events,
          .ledger = report.ledger,
          .steps = report.steps,
          .impulse_steps = report.impulse_steps,
          .h = report.h,
          .deepest_penetration = report.deepest_penetration,
          .impact = options.impact};
}

}  // namespace

std::string SteppedMotion::brief() const {
  return fmt::format(
      "steps of first order with h = {:.6g} s, impacts in steps of {:.3g} of the impulse that stops the fastest "
      "contact, "
      "{} in all; of what steps leave, slips that stop and depth, is kept: {}",
      h, impact.step, impulse_steps,
      impact.residue == StepResidue::dropped ? "nothing"
      : impact.residue == StepResidue::depth ? "the depth"
                                             : "both");
}

SteppedOptions stepped_options(const RunRequest& request, const Scales& scales) {
  SteppedOptions options;
  options.h = request.step.value_or(scales.time / 1000);
  if (request.impulse_step) options.impact.step = *request.impulse_step;
  if (request.residue) options.impact.residue = *request.residue;
  options.closing_speed = request.closing_speed.value_or(-1);
  options.prefers_flight = request.painleve == PainleveChoice::flight;
  return options;
}

SteppedMotion stepped_motion(const Model& model, const SteppedState& start, double t_end, const SteppedOptions& options,
                             const SteppedWatch& watch) {
  return AnyModel::fits(model) ? move<AnyModel>(model, start, t_end, options, watch)
                               : move<LargeModel>(model, start, t_end, options, watch);
}

}  // namespace carom::study
