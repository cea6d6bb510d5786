// Kinematics of one possible contact between a mechanism and a surface (or another body).
//
// Model
//   (1)  γ_n = ġ_N = wᵀu + ŵ_n          normal relative velocity, ŵ_n = ∂g_N/∂t (moving surface)
//   (2)  γ_t       = nᵀu + ŵ_t          tangential relative velocity
//   (3)  γ̇_n       = wᵀu̇ + ζ_n          drift ζ_n = ẇᵀu + ∂ŵ_n/∂t …
//   (4)  γ̇_t       = nᵀu̇ + ζ_t
//   A contact force (F_n, F_t) on the mechanism enters its equations as w F_n + n F_t.
//
// Symbols   g_N gap [m], w normal Jacobian, n tangential Jacobian, u generalized velocity q̇.
// Source    docs/references.bib: pfeiffer_glocker_1996, brogliato_2016.
// Limits    Planar friction: one tangential direction. The direction lives here and nowhere else: the engine asks a
//           contact for its tangential velocity and Jacobian, so that a spatial contact can bring two of them.
#pragma once

#include <Eigen/Core>

namespace carom {

template <int Dof>
using Vector = Eigen::Matrix<double, Dof, 1>;
template <int Rows, int Cols>
using Matrix = Eigen::Matrix<double, Rows, Cols>;

template <int Dof>
struct ContactKinematics {
  double gap = 0;                           // g_N [m]
  Vector<Dof> normal;                       // w
  Vector<Dof> tangent;                      // n
  double normal_surface_velocity = 0;       // ŵ_n
  double tangential_surface_velocity = 0;   // ŵ_t
  double normal_drift = 0;                  // ζ_n
  double tangential_drift = 0;              // ζ_t

  double normal_velocity(const Vector<Dof>& u) const { return normal.dot(u) + normal_surface_velocity; }
  double tangential_velocity(const Vector<Dof>& u) const { return tangent.dot(u) + tangential_surface_velocity; }
};

}  // namespace carom
