// SPDX-License-Identifier: Apache-2.0
// docs_figures FOLDER: writes the pictures of docs/theory.
#include <cstdio>
#include <exception>
#include <filesystem>

#include "carom/base/atomic_file.hpp"
#include "figures.hpp"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "docs_figures FOLDER: writes the pictures of docs/theory\n");
    return 2;
  }
  try {
    std::filesystem::create_directories(argv[1]);
    for (const auto& figures : {impact_figures(), orbit_figures()})
      for (const carom::report::Figure& figure : figures)
        carom::report::write_atomically(std::filesystem::path(argv[1]) / (figure.id + ".svg"), render(figure));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "docs_figures: %s\n", error.what());
    return 1;
  }
  return 0;
}
