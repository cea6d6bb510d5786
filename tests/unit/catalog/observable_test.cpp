// SPDX-License-Identifier: Apache-2.0
// What a card says and what a run gives are the same list.
#include "carom/catalog/observable.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/catalog/catalog.hpp"

namespace carom::study {
namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<Quantity>& quantities) {
  Names names;
  for (const Quantity& quantity : quantities) names.push_back(quantity.name);
  return names;
}

// A short run: what it gives, not what it is worth.
RunRequest short_run(const System& system, const std::vector<std::string>& assignments = {}) {
  RunRequest request = system.request();
  for (const std::string& assignment : assignments) request.parameters.assign(assignment);
  if (system.name() == "rods" && request.parameters.word("geometry") != "single") {
    request.parameters.assign("N=30");
    request.parameters.assign("dt=1e-4");
    request.parameters.assign("transient=1");
    request.cycles = 2;
  } else if (system.name() == "lattice-stretch") {
    if (request.parameters.word("lattice") == "random") request.parameters.assign("samples=1");
    if (request.parameters.word("method") == "damped") request.until = 0.1;
  } else if (system.name() == "rods") {
    return request;
  } else if (system.name() == "lattice") {
    request.parameters.assign("N=100");
    request.until = 0.5;
  } else if (!system.card().frequency.empty()) {
    request.cycles = 2;
  } else {
    request.until = 0.1;
  }
  return request;
}

void expect_card(const System& system, const RunRequest& request, const std::string& where) {
  Names seen;
  for (const auto& [name, value] : system.run(request).observables) seen.push_back(name);
  EXPECT_EQ(seen, names_of(system.card_for(request.parameters).observables)) << system.name() << " " << where;
  const Names all = names_of(system.card().observables);
  for (const std::string& name : seen)
    EXPECT_NE(std::find(all.begin(), all.end(), name), all.end()) << system.name() << " " << name << " " << where;
}

TEST(Observables, ARunGivesWhatTheCardSays) {
  for (const System* system : systems()) {
    expect_card(*system, short_run(*system), "by default");
    for (const Preset& preset : system->card().presets)
      expect_card(*system, short_run(*system, preset.assignments), preset.name);
  }
}

TEST(Observables, EveryGeometryAndMethodHasItsCard) {
  const System& rods = system("rods");
  for (const char* geometry : {"periodic", "annulus", "single"})
    expect_card(rods, short_run(rods, {std::string("geometry=") + geometry}), geometry);
  expect_card(rods, short_run(rods, {"geometry=single", "c_z=0", "c_x=1"}), "without a collision");
  const System& lattice = system("lattice");
  for (const char* disk : {"random", "triangular", "square"})
    expect_card(lattice, short_run(lattice, {std::string("disk=") + disk}), disk);
  expect_card(lattice, short_run(lattice, {"pair=yes"}), "in pairs");
  const System& stretch = system("lattice-stretch");
  expect_card(stretch, short_run(stretch, {"method=response", "lattice=square"}), "response");
  expect_card(stretch, short_run(stretch, {"method=damped", "lattice=square", "N=40"}), "damped");
  EXPECT_NE(names_of(stretch.card().observables),
            names_of(stretch.card_for(short_run(stretch).parameters).observables));
}

// Of schemes that step over events some are not known; none is there that the card lacks.
TEST(Observables, OtherSchemesGiveAPartOfThem) {
  for (const System* system : systems()) {
    if (system->card().many || system->name() == "chain") continue;
    RunRequest request = short_run(*system);
    request.scheme = Scheme::moreau;
    request.step = 1e-3;
    const Names card = names_of(system->card().observables);
    Names seen;
    for (const auto& [name, value] : system->run(request).observables) seen.push_back(name);
    EXPECT_LE(seen.size(), card.size());
    for (const std::string& name : seen)
      EXPECT_NE(std::find(card.begin(), card.end(), name), card.end()) << system->name() << " " << name;
  }
}

TEST(Observables, NoneIsDeclaredTwice) {
  for (const System* system : systems()) {
    Names names = names_of(system->card().observables);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << system->name();
  }
}

}  // namespace
}  // namespace carom::study
