// SPDX-License-Identifier: Apache-2.0
// Delaunay's triangulation of points in the plane.
//
// Model     Triangles whose circumscribed circles hold no other point; by the lower hull of (x, y, x² + y²).
// Source    barber_dobkin_huhdanpaa_1996.
// Limits    Where four or more points lie on one circle, as in a square lattice, one of several triangulations; flat
//           triangles at the border are left out.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace carom {

using Triangle = std::array<std::uint32_t, 3>;  // counterclockwise
using Edge = std::array<std::uint32_t, 2>;      // the smaller index first

// Throws BadInput for fewer than three points, or if all lie on one line.
std::vector<Triangle> delaunay(const std::vector<double>& x, const std::vector<double>& y);

// Every side once, in rising order.
std::vector<Edge> edges_of(const std::vector<Triangle>& triangles);

}  // namespace carom
