// SPDX-License-Identifier: Apache-2.0
// Films of many bodies: the file's extension chooses the format.
//
//   .vtk    for ParaView: one file a frame, NAME_000000.vtk, …, each rod a line with its velocity and tilt (the filter Tube
//           with half the diameter makes it a rod), and NAME.vtk.series, which lists them with their times: open that one.
//           Points joined by lines: with the velocity and body of each point, and the stretch of each line
//   .dump   for OVITO: one text file in LAMMPS's format, with centres, quaternions that turn z onto the axis, and shapes
//           (radius, radius, length between the caps): spherocylinders. Points joined by lines: the points alone, the
//           body as their type
//
// Numbers are in the run's units. A frame is written when it comes: what was written stays after a kill.
#pragma once

#include <memory>
#include <string>

#include "carom/base/frame.hpp"

namespace carom::io {

bool is_frame_file(const std::string& path);  // by its extension
std::unique_ptr<FrameSink> make_frame_sink(const std::string& path);

}  // namespace carom::io
