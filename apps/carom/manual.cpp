// SPDX-License-Identifier: Apache-2.0
// carom manual: the page for man(1), or what a shell needs to complete names, from the verbs themselves.
#include <algorithm>
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/catalog.hpp"
#include "streams.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

// Plain text in troff: backslashes, leading dots and apostrophes mean something there, and a hyphen is a minus sign.
std::string roff(const std::string& text) {
  std::string out;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool first = k == 0 || text[k - 1] == '\n';
    if (first && (text[k] == '.' || text[k] == '\'')) out += "\\&";
    if (text[k] == '\\')
      out += "\\e";
    else if (text[k] == '-')
      out += "\\-";
    else
      out += text[k];
  }
  return out;
}

std::string man_page(const std::vector<Verb>& verbs) {
  std::string out = fmt::format(".TH CAROM 1 \"\" \"carom {}\" \"User Commands\"\n", CAROM_VERSION);
  out +=
      ".SH NAME\ncarom \\- mechanics in which things touch, stick, slide and hit\n.SH SYNOPSIS\n.B carom\n.I "
      "VERB\n[\\fIOPTION\\fR ...]\n";
  out +=
      ".SH DESCRIPTION\nValues take units (h0=0.25mm, theta0=5deg). Data go to standard output, talk to standard "
      "error.\n";
  for (const Verb& verb : verbs) {
    std::string words;
    for (const Positional& positional : verb.positionals)
      words += positional.required ? " " + positional.name : " [" + positional.name + "]";
    out += fmt::format(".SH CAROM {}\n.B carom {}{}\n.PP\n{}.\n", roff(verb.name), roff(verb.name), roff(words),
                       roff(verb.summary));
    for (const Positional& positional : verb.positionals)
      out += fmt::format(".TP\n.I {}\n{}\n", roff(positional.name), roff(positional.meaning));
    for (const Option& option : verb.options)
      out += fmt::format(".TP\n\\fB{}\\fR {}\n{}\n", roff(option.name),
                         option.value.empty() ? "" : "\\fI" + roff(option.value) + "\\fR", roff(option.meaning));
    if (!verb.closing.empty()) out += ".PP\n";
    for (const std::string& line : verb.closing) out += roff(line) + "\n";
    out += ".PP\nExamples:\n.nf\n";
    for (const std::string& example : verb.examples) out += roff("  " + example) + "\n";
    out += ".fi\n";
  }
  return out + ".SH EXIT STATUS\n0 done, 2 bad input, 3 a run failed, 4 some points failed, 130 interrupted.\n";
}

bool takes_a_system(const Verb& verb) {
  return std::any_of(verb.positionals.begin(), verb.positionals.end(), [](const Positional& positional) {
    return positional.name.starts_with("SYSTEM") || positional.name == "STUDY";
  });
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

struct Words {
  std::vector<std::string> verbs, systems;
  std::vector<std::pair<std::string, std::vector<std::string>>> of_verb;  // options, and systems where one is meant
};

Words words_of(const std::vector<Verb>& verbs) {
  Words words;
  for (const study::System* system : study::systems()) words.systems.push_back(system->name());
  for (const Verb& verb : verbs) {
    words.verbs.push_back(verb.name);
    std::vector<std::string> list;
    if (takes_a_system(verb)) list = words.systems;
    for (const Option& option : verb.options) list.push_back(option.name);
    list.push_back("--help");
    words.of_verb.emplace_back(verb.name, std::move(list));
  }
  return words;
}

std::string bash_script(const Words& words) {
  std::string out =
      "# bash completion of carom\n_carom() {\n  local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} words\n"
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"" +
      joined(words.verbs) + " --help --version\"\n  else\n    case $verb in\n";
  for (const auto& [verb, list] : words.of_verb) out += fmt::format("      {}) words=\"{}\" ;;\n", verb, joined(list));
  return out +
         "    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
         "  [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- \"$word\"))\n}\ncomplete -o filenames -F _carom "
         "carom\n";
}

std::string zsh_script(const Words& words) {
  // `words` is zsh's own array of what is typed: ours has another name.
  std::string out = "#compdef carom\nlocal -a choices\nif (( CURRENT == 2 )); then\n  choices=(" + joined(words.verbs) +
                    ")\nelse\n  case $words[2] in\n";
  for (const auto& [verb, list] : words.of_verb) out += fmt::format("    {}) choices=({}) ;;\n", verb, joined(list));
  return out + "  esac\nfi\ncompadd -a choices\n(( CURRENT > 2 )) && _files\n";
}

std::string fish_script(const Words& words, const std::vector<Verb>& verbs) {
  const auto quoted = [](std::string text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out + "'";
  };
  std::string out = "# fish completion of carom\n";
  for (const Verb& verb : verbs) {
    out += fmt::format("complete -c carom -n __fish_use_subcommand -a {} -d {}\n", verb.name, quoted(verb.summary));
    const std::string when = fmt::format("-n '__fish_seen_subcommand_from {}'", verb.name);
    if (takes_a_system(verb)) out += fmt::format("complete -c carom {} -a '{}'\n", when, joined(words.systems));
    for (const Option& option : verb.options)
      out += fmt::format("complete -c carom {} -l {}{} -d {}\n", when, option.name.substr(2),
                         option.value.empty() ? "" : " -r", quoted(option.meaning));
  }
  return out;
}

}  // namespace

Verb manual_verb(const std::vector<Verb>& verbs) {
  const auto shell = std::make_shared<Text>();
  return {.name = "manual",
          .summary = "the page for man, or completion for a shell",
          .examples = {"carom manual > carom.1",
                       "carom manual --shell bash > ~/.local/share/bash-completion/completions/carom"},
          .options = {{"--shell", "NAME", "bash, zsh or fish: what completes its command line", shell.get()}},
          .act = [shell, verbs] {
            const Words words = words_of(verbs);
            if (!*shell)
              print("{}", man_page(verbs));
            else if (**shell == "bash")
              print("{}", bash_script(words));
            else if (**shell == "zsh")
              print("{}", zsh_script(words));
            else if (**shell == "fish")
              print("{}", fish_script(words, verbs));
            else
              throw BadInput(fmt::format("--shell must be bash, zsh or fish, got '{}'", **shell));
            return static_cast<int>(ok);
          }};
}

}  // namespace carom::app
