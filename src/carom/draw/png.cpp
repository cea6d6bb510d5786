// SPDX-License-Identifier: Apache-2.0
#include "carom/draw/png.hpp"

#include <png.h>

#include <fmt/format.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/draw/markup.hpp"

namespace carom::report {
namespace {

static_assert(sizeof(Rgb) == 3, "pixels are handed to libpng as they are");

constexpr int most_pixels_a_side = 32767;  // what viewers take

}  // namespace

std::string png(int width, int height, std::span<const Rgb> pixels) {
  if (width < 1 || height < 1 || width > most_pixels_a_side || height > most_pixels_a_side)
    throw BadInput(fmt::format("A picture of {} × {} pixels cannot be written; each side may have 1 to {}.", width,
                               height, most_pixels_a_side));
  if (pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw BadInput(fmt::format("A picture of {} × {} pixels was given {}.", width, height, pixels.size()));
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_RGB;
  image.flags = PNG_IMAGE_FLAG_FAST;  // maps have large even areas, and a million cells must not take a second
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr))
    throw BadInput(fmt::format("the picture cannot be written: {}", image.message));
  bytes.resize(size);
  return bytes;
}

void write_png(const std::filesystem::path& path, int width, int height, std::span<const Rgb> pixels) {
  write_atomically(path, png(width, height, pixels));
}

std::string png_uri(int width, int height, std::span<const Rgb> pixels) {
  return "data:image/png;base64," + base64(png(width, height, pixels));
}

}  // namespace carom::report
