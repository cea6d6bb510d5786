// SPDX-License-Identifier: Apache-2.0
// The one file that knows CLI11. Messages are our own: one sentence, with the nearest name for a typing error.
#include "streams.hpp"
#include "verb.hpp"

#include <filesystem>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include "carom/base/bad_input.hpp"
#include "carom/base/parameters.hpp"

namespace carom::app {
namespace {

std::string help_of(const Verb& verb, const CLI::App& sub, const std::string& program) {
  std::string text = "Examples:\n";
  for (const std::string& example : verb.examples) text += "  " + example + "\n";
  return text + "\n" + sub.help(program);
}

CLI::App* add_verb(CLI::App& app, Verb& verb) {
  CLI::App* sub = app.add_subcommand(verb.name, verb.summary);
  sub->set_help_flag("--help,-h", "this text");
  sub->allow_extras();
  for (Positional& positional : verb.positionals)
    sub->add_option(positional.name, *positional.target, positional.meaning)
        ->option_text(positional.required ? " " : "(may be left out)");
  for (Option& option : verb.options) {
    if (bool** flag = std::get_if<bool*>(&option.target)) {
      sub->add_flag(option.name, **flag, option.meaning);
    } else if (Text** text = std::get_if<Text*>(&option.target)) {
      sub->add_option(option.name, **text, option.meaning)->option_text(option.value)->take_last();
    } else {
      sub->add_option(option.name, *std::get<std::vector<std::string>*>(option.target), option.meaning)
          ->option_text(option.value + " ...")
          ->expected(1)
          ->take_all();
    }
  }
  std::string closing;
  for (const std::string& line : verb.closing) closing += line + "\n";
  if (!closing.empty()) sub->footer(closing);
  return sub;
}

std::vector<std::string> option_names(const Verb& verb) {
  std::vector<std::string> names{"--help"};
  for (const Option& option : verb.options) names.push_back(option.name);
  return names;
}

[[noreturn]] void refuse_extra(const Verb& verb, const std::string& extra) {
  if (extra.size() > 1 && extra.front() == '-') {
    const std::string option = extra.substr(0, extra.find('='));
    std::string message = fmt::format("`carom {}` has no option '{}'", verb.name, option);
    if (const auto nearest = nearest_name(option, option_names(verb)))
      message += fmt::format("; did you mean '{}'?", *nearest);
    throw BadInput(message);
  }
  throw BadInput(fmt::format("`carom {}` does not know what to do with '{}'", verb.name, extra));
}

[[noreturn]] void refuse_verb(const std::string& word, const std::vector<Verb>& verbs) {
  std::vector<std::string> names;
  for (const Verb& verb : verbs) names.push_back(verb.name);
  std::string message = fmt::format("there is no verb '{}'", word);
  if (const auto nearest = nearest_name(word, names)) {
    message += fmt::format("; did you mean '{}'?", *nearest);
  } else {
    message += "; `carom --help` lists those there are";
  }
  throw BadInput(message);
}

void check_positionals(const Verb& verb) {
  for (const Positional& positional : verb.positionals)
    if (positional.required && !*positional.target)
      throw BadInput(fmt::format("`carom {}` needs {}: {}", verb.name, positional.name, positional.meaning));
}

}  // namespace

std::vector<Option> common_options(Common& common) {
  return {{"--json", "FILE", "the result as JSON; '-' for stdout", &common.json},
          {"--quiet", "", "no talk, no progress", &common.quiet}};
}

int run_command_line(int argc, char** argv, std::vector<Verb> verbs) {
  const std::string program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "carom";
  CLI::App app(
      "Examples:\n"
      "  carom run dimer --cycles 200\n"
      "  carom run dimer --set A_r=5.7 --set mu_i=0.08 --out drift.h5 --events drift.csv\n"
      "  carom describe dimer\n\n"
      "Carom: a workbench for mechanics in which things touch, stick, slide and hit",
      program);
  app.set_help_flag("--help,-h", "this text");
  app.set_version_flag("--version", "carom " CAROM_VERSION, "the version");
  app.footer("`carom VERB --help` tells more. Values take units: h0=0.25mm, theta0=5deg, f=25Hz; a bare number is SI.");
  std::vector<CLI::App*> subs;
  for (Verb& verb : verbs) subs.push_back(add_verb(app, verb));
  app.get_formatter()->column_width(34);
  app.get_formatter()->label("SUBCOMMAND", "VERB");
  app.get_formatter()->label("Subcommands", "Verbs");

  if (argc < 2) {
    talk("{}", app.help());
    return bad_input;
  }
  const std::string first = argv[1];
  if (first.empty() || first.front() != '-') {
    bool known = false;
    for (const Verb& verb : verbs) known = known || verb.name == first;
    if (!known) refuse_verb(first, verbs);
  } else if (first != "--help" && first != "-h" && first != "--version") {
    throw BadInput(
        fmt::format("the first word after `carom` is a verb, not the option '{}'; `carom --help` lists them", first));
  }

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::string help = app.help();
    for (std::size_t i = 0; i < verbs.size(); ++i)
      if (subs[i]->parsed()) help = help_of(verbs[i], *subs[i], program);
    print("{}", help);
    return ok;
  } catch (const CLI::CallForVersion&) {
    print("carom {}\n", CAROM_VERSION);
    return ok;
  } catch (const CLI::ArgumentMismatch& mismatch) {
    const std::string text = mismatch.what();
    throw BadInput(fmt::format("{} needs a value", text.substr(0, text.find(':'))));
  } catch (const CLI::ParseError& error) {
    throw BadInput(error.what());
  }
  for (std::size_t i = 0; i < verbs.size(); ++i) {
    if (!subs[i]->parsed()) continue;
    const std::vector<std::string> extras = subs[i]->remaining();
    if (!extras.empty()) refuse_extra(verbs[i], extras.front());
    check_positionals(verbs[i]);
    return verbs[i].act();
  }
  throw BadInput("no verb was given; `carom --help` lists them");
}

}  // namespace carom::app
