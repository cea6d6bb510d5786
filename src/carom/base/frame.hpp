// SPDX-License-Identifier: Apache-2.0
// Many bodies at one time: how pictures and films of particles leave the engine. Types only; files are written in io/.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace carom {

// Rods, or points joined by lines.
struct Frame {
  using Point = std::array<double, 3>;
  double t = 0;
  std::vector<Point> centre, velocity;
  std::vector<Point> axis = {};                          // rods: a unit vector
  double length = 1, diameter = 1;                       // rods: of every one, its round ends included
  std::vector<std::array<std::uint32_t, 2>> links = {};  // points: which are joined …
  std::vector<double> stretch = {};  // … by how much each link is longer than at rest, over that …
  std::vector<int> body = {};        // … and of which body each point is
  Point low{}, high{};               // of the box around them
  bool joined() const { return axis.empty() && !centre.empty(); }
};

class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void begin(const std::string& title, const std::vector<std::pair<std::string, std::string>>& attributes) = 0;
  virtual void frame(const Frame& frame) = 0;
  virtual void finish() = 0;
};

}  // namespace carom
