// SPDX-License-Identifier: Apache-2.0
// carom show FILE: a page, a picture or a report in the browser, where there is one.
#include <cstdlib>
#include <filesystem>
#include <memory>

#include <fmt/core.h>

#include "carom/base/bad_input.hpp"
#include "carom/draw/other_program.hpp"
#include "output.hpp"
#include "verb.hpp"

namespace carom::app {
namespace {

// What opens files; empty where nothing can be shown.
std::string opener() {
  if (const char* browser = std::getenv("BROWSER"); browser && *browser && report::is_installed(browser))
    return browser;
  const bool screen = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  return screen && report::is_installed("xdg-open") ? "xdg-open" : "";
}

}  // namespace

Verb show_verb() {
  struct Arguments {
    Common common;
    Text file;
  };
  const auto a = std::make_shared<Arguments>();
  const auto act = [a]() -> int {
    std::filesystem::path file = std::filesystem::absolute(*a->file);
    if (std::filesystem::is_directory(file) && std::filesystem::exists(file / "report.html")) file /= "report.html";
    if (!std::filesystem::is_regular_file(file)) throw BadInput(fmt::format("there is no file '{}' to show", *a->file));
    const std::string program = opener();
    if (!program.empty() && report::run_other({program, file.string()})) return ok;
    say(a->common, fmt::format("carom: no browser could be started here; open file://{} in one", file.string()));
    return ok;
  };
  return {.name = "show",
          .summary = "opens a film, a picture or a report in the browser",
          .examples = {"carom show motion.html", "carom show report"},
          .positionals = {{.name = "FILE",
                           .meaning = "a file that Carom wrote, or the folder of a report",
                           .target = &a->file}},
          .options = common_options(a->common),
          .act = act,
          .closing = {"Without a screen it says which address to open. BROWSER names another program."}};
}

}  // namespace carom::app
