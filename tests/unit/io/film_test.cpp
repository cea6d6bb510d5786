// SPDX-License-Identifier: Apache-2.0
// Films of many bodies, and what `carom info` says of them.
#include "carom/io/film_file.hpp"

#include "carom/io/frame_sink.hpp"
#include "unit/io/scratch.hpp"

namespace carom::io {
namespace {

using Film = Scratch;

Frame two_rods(double t) {
  return {.t = t,
          .centre = {{0, 0, 1}, {2, 0, 1}},
          .velocity = {{0, 0, 0}, {0, 0, 0}},
          .axis = {{0, 0, 1}, {0, 0, 1}},
          .length = 5};
}

void write_film(const std::string& path, int frames) {
  const auto sink = make_frame_sink(path);
  sink->begin("rods", {});
  for (int k = 0; k < frames; ++k) sink->frame(two_rods(0.5 * k));
  sink->finish();
}

TEST_F(Film, ADumpIsKnownByItsFramesAndColumns) {
  write_film(path("a.dump"), 3);
  const FileInfo info = file_info(path("a.dump"));
  EXPECT_EQ(info.kind, FileKind::lammps_film);
  EXPECT_EQ(info.rows, 3u);
  EXPECT_EQ(info.first_t, 0.0);
  EXPECT_EQ(info.last_t, 1.0);
  EXPECT_TRUE(info.closed_cleanly);
  EXPECT_EQ(info.note, "");
  ASSERT_EQ(info.header.columns.size(), 15u);
  EXPECT_EQ(info.header.columns[2].name, "x");
  EXPECT_NE(describe(info).find("frames     3"), std::string::npos) << describe(info);
}

TEST_F(Film, ADumpThatEndsWithinAFrameSaysSo) {
  write_film(path("a.dump"), 3);
  std::filesystem::resize_file(path("a.dump"), std::filesystem::file_size(path("a.dump")) - 5);
  const FileInfo info = file_info(path("a.dump"));
  EXPECT_EQ(info.rows, 2u);
  EXPECT_EQ(info.last_t, 0.5);
  EXPECT_FALSE(info.closed_cleanly);
  EXPECT_EQ(info.note, "the film ends within a frame, which is not counted");
}

TEST_F(Film, ASeriesMissesItsFiles) {
  write_film(path("a.vtk"), 4);
  const FileInfo whole = file_info(path("a.vtk.series"));
  EXPECT_EQ(whole.kind, FileKind::vtk_film);
  EXPECT_EQ(whole.rows, 4u);
  EXPECT_EQ(whole.last_t, 1.5);
  EXPECT_TRUE(whole.closed_cleanly);
  EXPECT_EQ(whole.note, "");
  std::filesystem::remove(path("a_000001.vtk"));
  const FileInfo broken = file_info(path("a.vtk.series"));
  EXPECT_EQ(broken.rows, 3u);
  EXPECT_FALSE(broken.closed_cleanly);
  EXPECT_EQ(broken.note, "of 4 files of the list 1 is missing, the first one is a_000001.vtk");
}

TEST_F(Film, OtherTextIsNoFilm) {
  std::ofstream(path("a.json")) << "{\"a\": 1}\n";
  EXPECT_FALSE(summarize_film(path("a.json")));
  std::ofstream(path("a.csv")) << "t,x\n1,2\n";
  EXPECT_FALSE(summarize_film(path("a.csv")));
}

}  // namespace
}  // namespace carom::io
