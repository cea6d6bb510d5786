// SPDX-License-Identifier: Apache-2.0
// carom: the command. One file a verb; stdout carries data, stderr talk.
#include "verb.hpp"

int main(int argc, char** argv) {
  using namespace carom::app;
  return run_program(argc, argv, {}, [] { return std::vector<Verb>{reproduce_verb(), bench_verb()}; });
}
