// SPDX-License-Identifier: Apache-2.0
// Basins of attraction: a map of two initial values, or of two parameters, onto the motions that settle.
//
// Every pixel is one uninterrupted run from its centre, seen by flashes (flow_map.hpp), until its motion has settled on an
// orbit or is recognised on one that is known (attractor.hpp), and at most to the full length. A pixel's label is the
// attractor, or the reason why there is none.
//
// Order     First a coarse lattice of pixels is followed without any knowledge; the orbits found, in the order of the pixels,
//           are the attractors that all others may be recognised on. The rest follows in batches; orbits that are new join
//           after each batch, again in the order of the pixels. The map is therefore the same for any number of threads, and
//           however often it is interrupted: what was followed of a batch is kept, and takes its place when the map goes on.
// Where an axis changes what the motion obeys, each pixel has orbits of its own: there attractors are told apart by their
//           period and the regimes they pass (observe/regime_watch.hpp).
// Refining  Pixels at a border (a neighbour to the left, right, above or below has another label) are cut in four, these in
//           four again, as often as asked; the count of border pixels N_l at each level gives the dimension of the border,
//           log2(N_{l+1}/N_l): 1 for a smooth one.
// Fractions By area, with a standard error from the spread inside blocks of two by two: that of points drawn at random in
//           each pixel, and above that of their centres.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "carom/analysis/attractor.hpp"
#include "carom/analysis/orbit.hpp"
#include "carom/catalog/system.hpp"

namespace carom::study {

struct BasinAxis {
  std::string name = {};  // a parameter, a coordinate (theta) or its rate (theta_dot)
  std::string unit = "1";
  double from = 0, to = 1;  // outer edges
  int pixels = 256;
  enum class Of { parameter, coordinate, velocity } of = Of::parameter;
  int index = 0;           // of the coordinate
  bool of_motion = false;  // changes what the motion obeys, not only where it begins

  // Centre of pixel i of n.
  double at(long i, long n) const {
    return from + (to - from) * (static_cast<double>(i) + 0.5) / static_cast<double>(n);
  }
};

// What the name of an axis means to a system; throws BadInput that offers the nearest name.
BasinAxis basin_axis(const System& system, const Parameters& parameters, const std::string& name);

struct BasinRequest {
  const System* system = nullptr;
  std::string title = {};
  RunRequest run;  // parameters, start, tolerances, law
  SectionChoice section = {};
  BasinAxis x = {}, y = {};
  long cycles = 1000;  // full length: periods of the drive; time scales of a system without one
  SettlingOptions settling = {};
  bool mirror_together = false;  // an attractor and its mirror image count as one
  int refine = 0;                // levels
  long verify = 0;               // pixels at random that are run to the full length by System::run
  std::uint64_t seed = 1;        // … which ones
  int jobs = 1;
  std::string text = {};  // the whole study
  std::function<void(double done, double all, const std::string& stage)> progress = {};
  std::function<void(const struct BasinMap&)> checkpoint = {};  // at times, with what there is
  const std::atomic<bool>* interrupt = nullptr;
};

inline constexpr int not_computed = -1;
// Labels of −2 and below are reasons: reasons[-2 - label].
constexpr int reason_label(std::size_t reason) { return -2 - static_cast<int>(reason); }

// Pixels of a border cut in halves both ways: positions in a grid of 2^level times the pixels.
struct RefinedPixel {
  std::int32_t i = 0, j = 0, label = not_computed;
};

// A point of the plane and what became of it.
struct FollowedPoint {
  int level = 0;    // 0: a pixel; above: of the refined ones of that level …
  long number = 0;  // … in their order
  double x = 0, y = 0;
  int attractor = -1;
  bool is_new = false;
  Attractor orbit = {};     // if it is new
  std::string reason = {};  // if there is none
  long flashes = 0;
};

struct BasinShare {
  std::string name;
  std::vector<int> labels;  // attractors, or one reason
  double fraction = 0, error = 0;
};

struct BasinCheck {
  long checked = 0, disagree = 0;
  std::vector<std::string> cases = {};  // the first few that disagree
};

struct BasinMap {
  std::string system, title, text;
  std::string model = {};   // of a model file: its text
  std::string computed_by;  // versions of the program, oldest first: "0.1.0, 0.2.0" of a map that was gone on with
  BasinAxis x, y;
  std::vector<std::pair<std::string, Value>> parameters;
  long cycles = 0;
  std::vector<std::int32_t> label;    // row by row from y.from
  std::vector<std::int32_t> flashes;  // until the verdict
  std::vector<Attractor> attractors;
  std::vector<std::string> reasons;
  std::vector<std::vector<RefinedPixel>> refined;  // by level, from 1
  std::vector<FollowedPoint> pending;              // of a map that was left: followed, but without a label yet
  std::vector<long> border;                        // pixels at a border, by level from 0
  std::vector<BasinShare> shares;                  // largest first
  BasinCheck check;
  double flashes_seen = 0, flashes_full = 0;  // of the pixels; what full lengths would be
  double seconds = 0;
  bool complete = false;

  long columns() const { return x.pixels; }
  long rows() const { return y.pixels; }
  long missing() const;                // pixels that were not followed
  std::string words(int which) const;  // the name of an attractor, or the reason
  std::string newest_version() const { return computed_by.substr(computed_by.rfind(' ') + 1); }  // that computed it
};

// Goes on from `begun`, if it is a map of the same study. Throws BadInput.
BasinMap map_basins(const BasinRequest& request, const BasinMap* begun = nullptr);

// Fractions of the labels that there are.
std::vector<BasinShare> shares_of(const BasinMap& map, bool mirror_together);

}  // namespace carom::study
