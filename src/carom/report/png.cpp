#include "carom/report/png.hpp"

#include <png.h>

#include <memory>

#include <fmt/format.h>

#include "carom/base/bad_input.hpp"
#include "carom/report/atomic_file.hpp"
#include "carom/report/markup.hpp"

namespace carom::report {
namespace {

static_assert(sizeof(Rgb) == 3, "rows of pixels are handed to libpng as they are");

constexpr int most_pixels_a_side = 32767;  // what viewers take

[[noreturn]] void fail(png_structp, png_const_charp reason) {
  throw BadInput(fmt::format("the picture cannot be written: {}", reason));
}
void ignore(png_structp, png_const_charp) {}

void append(png_structp file, png_bytep bytes, png_size_t count) {
  static_cast<std::string*>(png_get_io_ptr(file))->append(reinterpret_cast<const char*>(bytes), count);
}
void flush(png_structp) {}

class Writer {
 public:
  Writer() : file_(png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore)) {
    if (file_) info_ = png_create_info_struct(file_);
    if (info_) return;
    png_destroy_write_struct(&file_, nullptr);
    throw BadInput("the picture cannot be written: no memory");
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&file_, &info_); }

  std::string write(int width, int height, std::span<const Rgb> pixels) {
    std::string bytes;
    png_set_write_fn(file_, &bytes, append, flush);
    png_set_IHDR(file_, info_, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    // One filter and a quick level: maps have large even areas, and a million cells must not take a second.
    png_set_filter(file_, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
    png_set_compression_level(file_, 4);
    png_write_info(file_, info_);
    for (int row = 0; row < height; ++row)
      png_write_row(file_, reinterpret_cast<png_const_bytep>(&pixels[static_cast<std::size_t>(row) * width]));
    png_write_end(file_, nullptr);
    return bytes;
  }

 private:
  png_structp file_ = nullptr;
  png_infop info_ = nullptr;
};

}  // namespace

std::string png(int width, int height, std::span<const Rgb> pixels) {
  if (width < 1 || height < 1 || width > most_pixels_a_side || height > most_pixels_a_side)
    throw BadInput(fmt::format("A picture of {} × {} pixels cannot be written; each side may have 1 to {}.", width,
                               height, most_pixels_a_side));
  if (pixels.size() != static_cast<std::size_t>(width) * static_cast<std::size_t>(height))
    throw BadInput(fmt::format("A picture of {} × {} pixels was given {}.", width, height, pixels.size()));
  return Writer().write(width, height, pixels);
}

void write_png(const std::filesystem::path& path, int width, int height, std::span<const Rgb> pixels) {
  write_atomically(path, png(width, height, pixels));
}

std::string png_uri(int width, int height, std::span<const Rgb> pixels) {
  return "data:image/png;base64," + base64(png(width, height, pixels));
}

}  // namespace carom::report
