// SPDX-License-Identifier: Apache-2.0
#include "carom/catalog/catalog.hpp"

#include <string>

#include "carom/base/bad_input.hpp"
#include "carom/catalog/model_file.hpp"

namespace carom::study {

namespace {

std::vector<const System*>& known_systems() {
  static std::vector<const System*> all{&dimer_system(),        &disc_ball_system(),     &impact_oscillator_system(),
                                        &rods_system(),         &lattice_system(),       &lattice_stretch_system(),
                                        &chain_system(),        &bouncing_ball_system(), &rocking_block_system(),
                                        &painleve_rod_system(), &rod_on_plate_system()};
  return all;
}

}  // namespace

const std::vector<const System*>& systems() { return known_systems(); }

void add_system(const System& system) {
  for (const System* known : systems())
    if (known->name() == system.name())
      throw BadInput("there is a system '" + system.name() + "' already; give yours another name");
  known_systems().push_back(&system);
}

const System& system(std::string_view name) {
  if (names_a_file(name)) return system_of_file(std::string(name));
  std::vector<std::string> names;
  for (const System* candidate : systems()) {
    if (candidate->name() == name) return *candidate;
    names.push_back(candidate->name());
  }
  std::string message = "there is no system '" + std::string(name) + "'";
  if (const auto nearest = nearest_name(name, names)) {
    message += "; did you mean '" + *nearest + "'?";
  } else {
    message += "; `carom systems` lists those there are";
  }
  throw BadInput(message);
}

}  // namespace carom::study
