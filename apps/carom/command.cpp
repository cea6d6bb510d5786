// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"

#include <exception>
#include <new>
#include <string_view>

#include <fmt/core.h>

#include "carom/base/write_failure.hpp"
#include "carom/catalog/catalog.hpp"
#include "interrupt.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom {

namespace {

int ended(app::ExitCode code, std::string_view sentence) {
  app::talk("carom: {}\n", sentence);
  return code;
}

int act(int argc, char** argv, const std::vector<const study::System*>& systems,
        const std::function<std::vector<app::Verb>()>& further) {
  using namespace app;
  try {
    for (const study::System* system : systems) study::add_system(*system);
    std::vector<Verb> verbs{run_verb(),         film_verb(),   show_verb(),     impact_verb(), systems_verb(),
                            describe_verb(),    theory_verb(), identify_verb(), orbit_verb(),  continue_verb(),
                            bifurcation_verb(), sweep_verb(),  merge_verb(),    basins_verb(), report_verb(),
                            info_verb(),        check_verb(),  model_verb()};
    for (Verb& verb : further()) verbs.push_back(std::move(verb));
    verbs.push_back(manual_verb(verbs));
    return run_command_line(argc, argv, std::move(verbs));
  } catch (const WriteFailure& failure) {
    return ended(run_failed, failure.what());
  } catch (const BadInput& error) {
    return ended(bad_input, error.what());
  } catch (const Interrupted& stop) {
    return ended(interrupted, stop.what());
  } catch (const std::bad_alloc&) {
    return ended(run_failed, "there is not enough memory for this");
  } catch (const std::exception& error) {
    return ended(run_failed, fmt::format("unexpected failure: {}", error.what()));
  }
}

}  // namespace

int app::run_program(int argc, char** argv, const std::vector<const study::System*>& systems,
                     const std::function<std::vector<Verb>()>& further) {
  open_streams();
  watch_for_signals();
  return close_streams(act(argc, argv, systems, further));
}

int command(int argc, char** argv, const std::vector<const study::System*>& systems) {
  return app::run_program(argc, argv, systems, [] { return std::vector<app::Verb>{}; });
}

}  // namespace carom
