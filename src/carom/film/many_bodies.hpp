// SPDX-License-Identifier: Apache-2.0
// Films of many bodies: rods, and points joined by lines.
//
// Rods are seen from the side, those of an annulus from a little above; a lattice in its plane. As many frames as fit into a
// page of some 4 MB are kept, evenly.
#pragma once

#include <string>
#include <vector>

#include "carom/base/frame.hpp"
#include "carom/draw/film.hpp"

namespace carom::study {

class FilmFrames final : public FrameSink {
 public:
  void begin(const std::string& title, const std::vector<std::pair<std::string, std::string>>& attributes) override;
  void frame(const Frame& frame) override;
  void finish() override {}

  // All of it in so many seconds. Throws BadInput without frames.
  report::Film film(double seconds = 20) const;

 private:
  void thin();

  std::string title_;
  std::vector<Frame> frames_;
  std::size_t stride_ = 1, seen_ = 0;
};

}  // namespace carom::study
