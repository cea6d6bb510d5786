// SPDX-License-Identifier: Apache-2.0
// A verb of the command as data: its words, its options and what it does. command_line.cpp reads them from the command
// line; nothing else knows how that is done.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace carom::study {
class System;
}

namespace carom::app {

// Exit codes of every verb.
enum ExitCode { ok = 0, bad_input = 2, run_failed = 3, points_failed = 4, interrupted = 130 };

using Text = std::optional<std::string>;

// What every verb takes.
struct Common {
  Text json;           // --json FILE; "-" is stdout
  bool quiet = false;  // --quiet: no talk

  bool json_on_stdout() const { return json && *json == "-"; }
};

struct Option {
  std::string name;     // "--until"
  std::string value;    // "T"; empty for a flag
  std::string meaning;  // one line
  std::variant<bool*, Text*, std::vector<std::string>*> target;
};

struct Positional {
  std::string name;  // "SYSTEM"
  std::string meaning;
  bool required = true;
  Text* target = nullptr;
};

struct Verb {
  std::string name;
  std::string summary;                // one line
  std::vector<std::string> examples;  // command lines
  std::vector<Positional> positionals = {};
  std::vector<Option> options = {};
  std::function<int()> act = {};          // returns an exit code; throws BadInput
  std::vector<std::string> closing = {};  // lines under the options
};

Verb systems_verb();
Verb describe_verb();
Verb check_verb();
Verb model_verb();
Verb run_verb();
Verb film_verb();
Verb show_verb();
Verb impact_verb();
Verb theory_verb();
Verb orbit_verb();
Verb continue_verb();
Verb bifurcation_verb();
Verb sweep_verb();
Verb basins_verb();
Verb merge_verb();
Verb report_verb();
Verb info_verb();
Verb identify_verb();
Verb reproduce_verb();
Verb bench_verb();
Verb manual_verb(const std::vector<Verb>& verbs);  // of those there are

// --json and --quiet.
std::vector<Option> common_options(Common& common);

// Parses the command line and acts.
int run_command_line(int argc, char** argv, std::vector<Verb> verbs);

// A whole program: further systems, the verbs, and further verbs; failures become exit codes.
int run_program(int argc, char** argv, const std::vector<const study::System*>& systems,
                const std::function<std::vector<Verb>()>& further);

}  // namespace carom::app
