// SPDX-License-Identifier: Apache-2.0
// The systems by name.
#pragma once

#include <string_view>
#include <vector>

#include "carom/catalog/system.hpp"

namespace carom::study {

// In the order in which they are listed.
const std::vector<const System*>& systems();

// A system of one's own, listed after the others from now on; it must stay alive. Throws BadInput if its name is taken. To be
// called before anything else looks at the catalog, from one thread.
void add_system(const System& system);

// By its name, or of a model file by its path (model_file.hpp). Throws BadInput that offers the nearest name.
const System& system(std::string_view name);

// One a system, each in its own file NAME_entry.cpp.
const System& dimer_system();
const System& disc_ball_system();
const System& chain_system();
const System& impact_oscillator_system();
const System& bouncing_ball_system();
const System& rocking_block_system();
const System& painleve_rod_system();
const System& rods_system();
const System& lattice_system();
const System& rod_on_plate_system();
const System& lattice_stretch_system();

}  // namespace carom::study
