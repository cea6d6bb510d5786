// SPDX-License-Identifier: Apache-2.0
// The plane and the space in which rods move, with the few vector operations that the kernels need. A kernel is written
// once, for a Space; in the plane a rotation is a number and a tangential vector is a number, which makes it cheaper.
//
// Model.  The plane is (x, z), z up; rotations are about +y, so that the tilt φ from the vertical, u = (sin φ, cos φ),
// grows with ω:
//   (1)  ω × a = ω (a_z, −a_x)                         (a × F)_y = a_z F_x − a_x F_z
//   (2)  a tangent of a normal n = (n_x, n_z) is t = (n_z, −n_x); a tangential vector is its component along t
//   (3)  rotation by θ = ω Δt (Cayley), p = θ/2:  u ← u + 2 [p × u + p × (p × u)]/(1 + p²), exactly a rotation, by
//        2 arctan|p| = |θ| − |θ|³/12 …, so that |u| = 1 stays to rounding
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace carom::particles {

struct Vec2 {
  double x = 0, z = 0;
};
struct Vec3 {
  double x = 0, y = 0, z = 0;
};

inline Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.z + b.z}; }
inline Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.z - b.z}; }
inline Vec2 operator*(double c, Vec2 a) { return {c * a.x, c * a.z}; }
inline double dot(Vec2 a, Vec2 b) { return a.x * b.x + a.z * b.z; }
inline Vec2 cross(double w, Vec2 a) { return {w * a.z, -w * a.x}; }     // (1)
inline double moment(Vec2 a, Vec2 F) { return a.z * F.x - a.x * F.z; }  // (1)

inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator*(double c, Vec3 a) { return {c * a.x, c * a.y, c * a.z}; }
inline double dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(Vec3 a, Vec3 b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline Vec3 moment(Vec3 a, Vec3 F) { return cross(a, F); }

// Components of N vectors in arrays of their own.
template <std::size_t Dim>
struct Components {
  std::array<std::vector<double>, Dim> of;

  void resize(std::size_t n) {
    for (auto& component : of) component.resize(n, 0.0);
  }
  std::size_t size() const { return of[0].size(); }
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (const auto& component : of) sum += component.capacity() * sizeof(double);
    return sum;
  }
};

struct Planar {
  static constexpr int dim = 2;
  using Vec = Vec2;
  using Spin = double;     // rotation about +y
  using Tangent = double;  // along t of (2)
  using VecArray = Components<2>;
  using SpinArray = Components<1>;
  using TangentArray = Components<1>;

  static Vec at(const VecArray& a, std::size_t i) { return {a.of[0][i], a.of[1][i]}; }
  static void put(VecArray& a, std::size_t i, Vec v) {
    a.of[0][i] = v.x;
    a.of[1][i] = v.z;
  }
  static double at(const Components<1>& a, std::size_t i) { return a.of[0][i]; }
  static void put(Components<1>& a, std::size_t i, double w) { a.of[0][i] = w; }

  static Vec up() { return {0, 1}; }
  static Tangent along(Vec v, Vec n) { return v.x * n.z - v.z * n.x; }
  static Vec back(Tangent s, Vec n) { return {s * n.z, -s * n.x}; }
  static Tangent carry(Tangent s, Vec) { return s; }  // the frame (n, t) turns with the contact
  static double square(Tangent s) { return s * s; }
  static double magnitude(Tangent s) { return std::abs(s); }
  static double square(Vec v) { return dot(v, v); }

  static Vec rotate(Vec u, Spin theta) {  // (3)
    const double p = 0.5 * theta;
    const double c = 2 / (1 + p * p);
    return {u.x + c * p * (u.z - p * u.x), u.z - c * p * (u.x + p * u.z)};
  }
  static Spin without_axial(Spin w, Vec) { return w; }
  static double axial(Spin, Vec) { return 0; }
};

struct Spatial {
  static constexpr int dim = 3;
  using Vec = Vec3;
  using Spin = Vec3;
  using Tangent = Vec3;
  using VecArray = Components<3>;
  using SpinArray = Components<3>;
  using TangentArray = Components<3>;

  static Vec at(const VecArray& a, std::size_t i) { return {a.of[0][i], a.of[1][i], a.of[2][i]}; }
  static void put(VecArray& a, std::size_t i, Vec v) {
    a.of[0][i] = v.x;
    a.of[1][i] = v.y;
    a.of[2][i] = v.z;
  }

  static Vec up() { return {0, 0, 1}; }
  static Tangent along(Vec v, Vec n) { return v - dot(v, n) * n; }
  static Vec back(Tangent s, Vec) { return s; }
  static Tangent carry(Tangent s, Vec n) { return s - dot(s, n) * n; }
  static double square(Vec v) { return dot(v, v); }
  static double magnitude(Tangent s) { return std::sqrt(dot(s, s)); }

  static Vec rotate(Vec u, Spin theta) {  // (3)
    const Vec p = 0.5 * theta;
    const Vec q = cross(p, u);
    return u + (2 / (1 + dot(p, p))) * (q + cross(p, q));
  }
  static Spin without_axial(Spin w, Vec u) { return w - dot(w, u) * u; }
  static double axial(Spin w, Vec u) { return dot(w, u); }
};

}  // namespace carom::particles
