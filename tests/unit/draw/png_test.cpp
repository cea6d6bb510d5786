// SPDX-License-Identifier: Apache-2.0
// Pictures: what is written is read again by libpng, pixel by pixel.
#include "carom/draw/png.hpp"

#include <gtest/gtest.h>
#include <png.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

#include "carom/base/bad_input.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {
namespace {

namespace fs = std::filesystem;

struct Picture {
  unsigned width = 0, height = 0;
  std::vector<Rgb> pixels;
};

Picture read(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  Picture picture;
  if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) return picture;
  image.format = PNG_FORMAT_RGB;
  picture.width = image.width;
  picture.height = image.height;
  picture.pixels.resize(std::size_t{image.width} * image.height);
  EXPECT_TRUE(png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr)) << image.message;
  return picture;
}

std::vector<Rgb> pattern(int width, int height) {
  std::vector<Rgb> pixels;
  for (int k = 0; k < width * height; ++k)
    pixels.push_back(
        {static_cast<std::uint8_t>(k), static_cast<std::uint8_t>(7 * k), static_cast<std::uint8_t>(k / 3)});
  return pixels;
}

TEST(Png, GivesBackEveryPixel) {
  for (const auto& [width, height] : {std::pair{1, 1}, {3, 2}, {257, 65}}) {
    const std::vector<Rgb> pixels = pattern(width, height);
    const Picture picture = read(png(width, height, pixels));
    EXPECT_EQ(picture.width, static_cast<unsigned>(width));
    EXPECT_EQ(picture.height, static_cast<unsigned>(height));
    EXPECT_EQ(picture.pixels, pixels);
  }
}

TEST(Png, IsTheSameForTheSamePixels) { EXPECT_EQ(png(20, 10, pattern(20, 10)), png(20, 10, pattern(20, 10))); }

TEST(Png, RefusesPixelsThatDoNotFillIt) {
  EXPECT_THROW(png(3, 2, pattern(5, 1)), BadInput);
  EXPECT_THROW(png(0, 2, {}), BadInput);
  EXPECT_THROW(png(1 << 20, 1, pattern(1 << 20, 1)), BadInput);
}

TEST(Png, IsWrittenWholeOrNotAtAll) {
  std::string name = (fs::temp_directory_path() / "carom-png-XXXXXX").string();
  const fs::path folder = ::mkdtemp(name.data());
  write_png(folder / "a.png", 4, 3, pattern(4, 3));
  std::ifstream file(folder / "a.png", std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  EXPECT_EQ(read(bytes.str()).pixels, pattern(4, 3));
  EXPECT_THROW(write_png(folder / "none" / "a.png", 4, 3, pattern(4, 3)), BadInput);
  EXPECT_THROW(write_png(folder / "b.png", 4, 3, pattern(4, 2)), BadInput);
  EXPECT_FALSE(fs::exists(folder / "b.png"));
  fs::remove_all(folder);
}

TEST(Base64, IsThatOfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\x00\xfe", 3)), "/wD+");
}

}  // namespace
}  // namespace carom::report
