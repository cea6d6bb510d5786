// SPDX-License-Identifier: Apache-2.0
// A film of rigid parts as data: shots at times, where every part is in each, what its contacts do, energies, and columns for
// a strip chart. `film_page` makes one page of it that needs nothing else, `film_svg` an animated picture, `still` one shot.
//
//   Film film{.title = "Ball", .poses = 1, .low = {-1, 0}, .high = {1, 2}};
//   film.parts = {{.kind = PartKind::disc, .radius = 0.1}, {.kind = PartKind::ground, .pose = -1, .points = {{-1, 0}, {1, 0}}}};
//   film.shots = {{.t = 0, .poses = {0, 1, 0}}, …};              // x, y, angle of each pose
//   write_atomically("ball.html", film_page(film));
//
// Lengths are in the film's own unit (m), y up, angles in rad. Two shots at one time are the two sides of an event; an impact
// goes along its impulse between them while time stands still (FilmEvent::path). In a page each list of numbers is kept in 16
// bits over its range.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "carom/draw/colour.hpp"

namespace carom::report {

using FilmPoint = std::array<double, 2>;

// ground: a line without end, solid on the right of someone who goes along its two points; chain: edges like it, that end.
// link, spring and rope go from points[0] in `pose` to points[1] in `second`.
enum class PartKind { disc, polygon, capsule, point, ground, chain, link, spring, rope };

struct FilmPart {
  PartKind kind = PartKind::disc;
  std::string name = {};
  int pose = 0;  // that it is fixed to; −1: the world
  int second = -1;
  std::vector<FilmPoint> points = {};  // in the frame of the pose; none: its origin
  double radius = 0;                   // of a disc or capsule
  Colour colour = Colour::grey;
};

struct FilmContact {
  std::string name = {};
  int pose = -1;          // at its place, turned so that y is the normal; −1: it is not known where
  bool mirrored = false;  // tangential forces count along −x of that pose
};

// Of a contact in a shot. Modes: 0 open, 1 stick, 2 slip+, 3 slip−; −1: not known.
struct FilmForce {
  double normal = 0, tangential = 0;
  int mode = -1;
};

struct Shot {
  double t = 0;
  std::vector<double> poses = {};      // x, y, angle of each
  std::vector<FilmForce> forces = {};  // one a contact
  std::vector<double> values = {};     // one a column
};

struct FilmColumn {
  std::string name = {}, unit = {}, meaning = {};
};

// Between two shots.
struct FilmEvent {
  int shot = 0;  // after it comes the next
  std::string kind = {}, contacts = {};
  bool impact = false;
  // Of an impact: impulses of all contacts, normal then tangential, from none to all of them.
  std::vector<std::vector<double>> path = {};
};

// Points joined by lines, of which each shot tells the places: lattices.
struct FilmMesh {
  std::vector<std::array<unsigned, 2>> links = {};
  std::vector<int> body = {};                   // of each point
  std::vector<std::vector<double>> shots = {};  // x, y of each point
};

struct Film {
  std::string title = {}, subtitle = {}, caption = {};
  int poses = 0;
  std::vector<FilmPart> parts = {};
  std::vector<FilmContact> contacts = {};
  std::vector<FilmColumn> columns = {};
  std::vector<std::pair<std::string, int>> energies = {};  // names and columns of what the ledger's bar is made of
  std::vector<int> counted_from_zero = {};                 // of these the parts that are shown from their least value
  std::string energy_unit = "J";
  std::vector<Shot> shots = {};
  std::vector<FilmEvent> events = {};
  FilmMesh mesh = {};
  double speed = 1;  // of film time: so much of the motion's in one second
  std::string time_unit = "s";
  int first_column = 0;                       // in the strip chart
  FilmPoint low{0, 0}, high{1, 1};            // what is seen
  std::array<bool, 2> follows{false, false};  // along x, along y: the picture goes with …
  int followed = 0;                           // … this pose
  bool is_strip_only() const { return parts.empty() && mesh.shots.empty(); }
};

// Throws BadInput for lists of the wrong length, and numbers of poses that are not finite.
void check(const Film& film);

// One page; works without a network, and prints as a strip of shots.
std::string film_page(const Film& film);

// An animated picture; `shots` at most, evenly taken.
std::string film_svg(const Film& film, int shots = 300);

// One shot, as a picture of that width [px].
std::string still(const Film& film, std::size_t shot, double width = 720);

// The picture's height over its width.
double aspect(const Film& film);

}  // namespace carom::report
