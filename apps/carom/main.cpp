// SPDX-License-Identifier: Apache-2.0
// carom: the command. One file a verb; stdout carries data, stderr talk.
#include <cstdio>
#include <exception>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "interrupt.hpp"
#include "verb.hpp"

int main(int argc, char** argv) {
  using namespace carom::app;
  try {
    watch_for_interrupt();
    std::vector<Verb> verbs{run_verb(),         impact_verb(),   systems_verb(),   describe_verb(),
                            theory_verb(),      identify_verb(), orbit_verb(),     continue_verb(),
                            bifurcation_verb(), sweep_verb(),    merge_verb(),     basins_verb(),
                            report_verb(),      info_verb(),     reproduce_verb(), bench_verb()};
    verbs.push_back(manual_verb(verbs));
    return run_command_line(argc, argv, std::move(verbs));
  } catch (const carom::BadInput& error) {
    std::fflush(stdout);
    fmt::print(stderr, "carom: {}\n", error.what());
    return bad_input;
  } catch (const std::exception& error) {
    std::fflush(stdout);
    fmt::print(stderr, "carom: unexpected failure: {}\n", error.what());
    return run_failed;
  }
}
