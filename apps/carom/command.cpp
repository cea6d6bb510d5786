// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include <cstdio>
#include <exception>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "interrupt.hpp"
#include "verb.hpp"

namespace carom {

int app::run_program(int argc, char** argv, const std::vector<const study::System*>& systems,
                     const std::function<std::vector<Verb>()>& further) {
  try {
    for (const study::System* system : systems) study::add_system(*system);
    watch_for_interrupt();
    std::vector<Verb> verbs{run_verb(),         film_verb(),   show_verb(),     impact_verb(), systems_verb(),
                            describe_verb(),    theory_verb(), identify_verb(), orbit_verb(),  continue_verb(),
                            bifurcation_verb(), sweep_verb(),  merge_verb(),    basins_verb(), report_verb(),
                            info_verb(),        check_verb(),  model_verb()};
    for (Verb& verb : further()) verbs.push_back(std::move(verb));
    verbs.push_back(manual_verb(verbs));
    return run_command_line(argc, argv, std::move(verbs));
  } catch (const BadInput& error) {
    std::fflush(stdout);
    fmt::print(stderr, "carom: {}\n", error.what());
    return bad_input;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "carom: unexpected failure: {}\n", error.what());
    return run_failed;
  }
}

int command(int argc, char** argv, const std::vector<const study::System*>& systems) {
  return app::run_program(argc, argv, systems, [] { return std::vector<app::Verb>{}; });
}

}  // namespace carom
