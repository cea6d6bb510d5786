// Many bodies at one time: how pictures and films of particles leave the engine. Types only; files are written in io/.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace carom {

struct Frame {
  using Point = std::array<double, 3>;
  double t = 0;
  std::vector<Point> centre, axis, velocity;  // axis: a unit vector
  double length = 1, diameter = 1;            // of every body: a spherocylinder, its ends included
  Point low{}, high{};                        // of the box around them
};

class FrameSink {
 public:
  virtual ~FrameSink() = default;
  virtual void begin(const std::string& title, const std::vector<std::pair<std::string, std::string>>& attributes) = 0;
  virtual void frame(const Frame& frame) = 0;
  virtual void finish() = 0;
};

}  // namespace carom
