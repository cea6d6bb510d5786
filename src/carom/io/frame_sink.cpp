// SPDX-License-Identifier: Apache-2.0
#include "carom/io/frame_sink.hpp"

#include <cmath>
#include <filesystem>

#include <fmt/core.h>
#include <fmt/format.h>

#include "carom/base/atomic_file.hpp"
#include "carom/base/bad_input.hpp"
#include "carom/base/output_file.hpp"

namespace carom::io {
namespace {

using Attributes = std::vector<std::pair<std::string, std::string>>;
using Back = std::back_insert_iterator<std::string>;

std::string one_line(std::string text, std::size_t longest) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  if (text.size() > longest) text.resize(longest);
  return text;
}

// One legacy VTK file a frame, and the list of them.
class VtkFrames final : public FrameSink {
 public:
  explicit VtkFrames(std::string path) : path_(std::move(path)) {}

  void begin(const std::string& title, const Attributes&) override {
    title_ = title;
    frames_.clear();
    write_series();
  }

  void frame(const Frame& frame) override {
    const std::filesystem::path base(path_);
    const std::string name = fmt::format("{}_{:06}.vtk", base.stem().string(), frames_.size());
    std::string text = fmt::format("# vtk DataFile Version 3.0\n{}\nASCII\nDATASET POLYDATA\n",
                                   one_line(fmt::format("{} t={}", title_, frame.t), 250));
    frame.joined() ? add_points(frame, text) : add_rods(frame, text);
    report::write_atomically((base.parent_path() / name).string(), text);
    frames_.emplace_back(name, frame.t);
    if (frames_.size() % 50 == 0) write_series();
  }

  void finish() override { write_series(); }

 private:
  static void add_points(const Frame& frame, std::string& text) {
    const std::size_t n = frame.centre.size(), links = frame.links.size();
    fmt::format_to(Back(text), "POINTS {} double\n", n);
    for (const auto& r : frame.centre) fmt::format_to(Back(text), "{:.9g} {:.9g} {:.9g}\n", r[0], r[1], r[2]);
    fmt::format_to(Back(text), "LINES {} {}\n", links, 3 * links);
    for (const auto& link : frame.links) fmt::format_to(Back(text), "2 {} {}\n", link[0], link[1]);
    fmt::format_to(Back(text), "CELL_DATA {}\nSCALARS stretch double 1\nLOOKUP_TABLE default\n", links);
    for (const double x : frame.stretch) fmt::format_to(Back(text), "{:.6g}\n", x);
    fmt::format_to(Back(text), "POINT_DATA {}\nSCALARS body int 1\nLOOKUP_TABLE default\n", n);
    for (const int body : frame.body) fmt::format_to(Back(text), "{}\n", body);
    text += "VECTORS velocity double\n";
    for (const auto& v : frame.velocity) fmt::format_to(Back(text), "{:.6g} {:.6g} {:.6g}\n", v[0], v[1], v[2]);
  }

  static void add_rods(const Frame& frame, std::string& text) {
    const std::size_t n = frame.centre.size();
    const double reach = 0.5 * (frame.length - frame.diameter);
    fmt::format_to(Back(text), "POINTS {} double\n", 2 * n);
    for (std::size_t i = 0; i < n; ++i)
      for (double a : {-reach, reach}) {
        const auto& r = frame.centre[i];
        const auto& u = frame.axis[i];
        fmt::format_to(Back(text), "{:.9g} {:.9g} {:.9g}\n", r[0] + a * u[0], r[1] + a * u[1], r[2] + a * u[2]);
      }
    fmt::format_to(Back(text), "LINES {} {}\n", n, 3 * n);
    for (std::size_t i = 0; i < n; ++i) fmt::format_to(Back(text), "2 {} {}\n", 2 * i, 2 * i + 1);
    fmt::format_to(Back(text), "CELL_DATA {}\nSCALARS tilt double 1\nLOOKUP_TABLE default\n", n);
    for (std::size_t i = 0; i < n; ++i)
      fmt::format_to(Back(text), "{:.6g}\n", std::acos(std::min(1.0, std::abs(frame.axis[i][2]))));
    text += "VECTORS velocity double\n";
    for (const auto& v : frame.velocity) fmt::format_to(Back(text), "{:.6g} {:.6g} {:.6g}\n", v[0], v[1], v[2]);
  }

  void write_series() const {
    std::string text = "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n";
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      std::string escaped;
      for (char c : frames_[k].first) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
      }
      fmt::format_to(Back(text), "    {{ \"name\": \"{}\", \"time\": {} }}{}\n", escaped, frames_[k].second,
                     k + 1 < frames_.size() ? "," : "");
    }
    text += "  ]\n}\n";
    report::write_atomically(path_ + ".series", text);
  }

  std::string path_, title_;
  std::vector<std::pair<std::string, double>> frames_;
};

class DumpFrames final : public FrameSink {
 public:
  explicit DumpFrames(std::string path) : path_(std::move(path)) {}

  void begin(const std::string&, const Attributes&) override { file_.open(path_); }

  void frame(const Frame& frame) override {
    std::string text = fmt::format("ITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n", frame.t, count_++,
                                   frame.centre.size());
    text += "ITEM: BOX BOUNDS ff ff ff\n";
    for (std::size_t k = 0; k < 3; ++k) fmt::format_to(Back(text), "{:.9g} {:.9g}\n", frame.low[k], frame.high[k]);
    if (frame.joined()) {
      text += "ITEM: ATOMS id type x y z vx vy vz\n";
      for (std::size_t i = 0; i < frame.centre.size(); ++i) {
        const auto &r = frame.centre[i], &v = frame.velocity[i];
        fmt::format_to(Back(text), "{} {} {:.9g} {:.9g} {:.9g} {:.6g} {:.6g} {:.6g}\n", i + 1, frame.body[i] + 1, r[0],
                       r[1], r[2], v[0], v[1], v[2]);
      }
      file_.write(text);
      return;
    }
    text += "ITEM: ATOMS id type x y z quatw quati quatj quatk shapex shapey shapez vx vy vz\n";
    const double radius = 0.5 * frame.diameter, between = frame.length - frame.diameter;
    for (std::size_t i = 0; i < frame.centre.size(); ++i) {
      const auto &r = frame.centre[i], &u = frame.axis[i], &v = frame.velocity[i];
      // The half-way rotation of z onto u: (1 + u_z, ẑ × u), made a unit; upside down, a half turn about x.
      double w = 1 + u[2], a = -u[1], b = u[0];
      const double size = std::sqrt(w * w + a * a + b * b);
      if (size > 1e-9) {
        w /= size;
        a /= size;
        b /= size;
      } else {
        w = b = 0;
        a = 1;
      }
      fmt::format_to(Back(text),
                     "{} 1 {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} {:.9g} 0 {:.9g} {:.9g} {:.9g} {:.6g} {:.6g} {:.6g}\n",
                     i + 1, r[0], r[1], r[2], w, a, b, radius, radius, between, v[0], v[1], v[2]);
    }
    file_.write(text);
  }

  void finish() override { file_.close(); }

 private:
  std::string path_;
  OutputFile file_;
  long count_ = 0;
};

std::string extension_of(const std::string& path) { return std::filesystem::path(path).extension().string(); }

}  // namespace

bool is_frame_file(const std::string& path) { return extension_of(path) == ".vtk" || extension_of(path) == ".dump"; }

std::unique_ptr<FrameSink> make_frame_sink(const std::string& path) {
  if (extension_of(path) == ".vtk") return std::make_unique<VtkFrames>(path);
  if (extension_of(path) == ".dump") return std::make_unique<DumpFrames>(path);
  throw BadInput(fmt::format("a film is a .vtk or a .dump file, not '{}'", path));
}

}  // namespace carom::io
