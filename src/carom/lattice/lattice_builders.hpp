// SPDX-License-Identifier: Apache-2.0
// Bodies of springs: ordered and random disks, and a random wall.
//
// Model     N points on the area A have the mean spacing
//   (1)  s = √(2A/(√3 N));   square cells: √(A/N)
//           Ordered disks: the points of the lattice within R, one of them at the centre, turned by `orientation`;
//           springs between nearest neighbours, and along both diagonals of square cells. With `layer`, a ring of
//           points on the circle at equal distances, s or less, is put around them, and Delaunay's triangles bind both.
//           Random bodies: points on the outline at equal distances, s or less; inside, points thrown at random until
//           N are there, none nearer than
//   (2)  spacing · √(A/N) to another one, and spacing · s to the outline's points;
//           the sides of their Delaunay triangles are the springs. Then the surface is made rough: points of a disk's
//           outline move by N(0, δ²) along the radius, those of the wall's top edge upwards.
//   (3)  Rest lengths are the distances after that: no body is under stress at first.
// Symbols   R radius [R = 1 unless set], δ roughness [R]; k_a, k_b spring constants; m mass of a point.
// Source    kuninaka_hayakawa_2003, section III.
// Differs   The paper does not say where the points of the outline lie; here exactly on it, since a hull of random
//           points is rough by itself. Roughness comes after the triangles, else long springs bridge dents. A
//           triangulation of square cells would have one diagonal a cell; here both.
// Limits    Random points jam for `spacing` above about 0.8. With a roughness near the spacing of the points, triangles
//           at the surface lie turned over from the start.
#pragma once

#include <cstdint>
#include <vector>

#include "carom/base/random.hpp"
#include "carom/lattice/delaunay.hpp"
#include "carom/lattice/spring_network.hpp"

namespace carom {

// Points that are near in space are near in number, and springs follow their points: what is needed at one time lies
// in one place.
struct LatticeBody {
  SpringNetwork network = {};
  std::vector<double> x = {}, y = {};
  std::vector<std::uint32_t> surface = {};  // disk: its outline, counterclockwise; wall: its top edge, left to right
  std::vector<Triangle> triangles = {};     // counterclockwise before the surface was made rough; none without Delaunay
};

enum class Cells { triangular, square };

struct OrderedDisk {
  int N = 1600;  // by (1): the number of points that lie inside is near it; with a layer, all points
  double R = 1;
  double orientation = 0;  // rad
  double k_a = 1, k_b = 0;
  double k_2 = 0.5;  // square cells: k_a of the diagonals
  double mass = 1;   // of a point
  double delta = 0;  // δ
  bool layer = false;
};

// `random` is for the roughness.
LatticeBody ordered_disk(Cells cells, const OrderedDisk& disk, Random random = Random(0));

struct RandomBody {
  int N = 1600;
  double spacing = 0.7;  // (2)
  double delta = 0;      // δ
  double k_a = 1, k_b = 0;
  double mass = 1;
};

enum class WallBottom { free, fixed };

// Throw BadInput when the points do not fit.
LatticeBody random_disk(const RandomBody& body, Random random, double R = 1);
// Width × height, its top edge on y = 0; the points of its left and right edges are held, of its lower edge if fixed.
LatticeBody random_wall(const RandomBody& body, Random random, WallBottom bottom = WallBottom::free, double width = 8,
                        double height = 2);

}  // namespace carom
