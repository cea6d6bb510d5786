// SPDX-License-Identifier: Apache-2.0
// A wide bed of vibrated rods, as in the experiments in which they gather into vortices: rods that stand upright fall over,
// each its own way, agree with their neighbours on a direction, and drift where they lean.
//   example_vibrated_rods [N] [PERIODS] [THREADS]        default 2500 6 1; the experiments: 10000 300 and more
// Prints, period by period, the tilt, how well rods agree with their neighbours and with all (0 … 1), and how fast they move
// along their own lean. Ten thousand rods cost about 3 s a period on one core at this step, 830 bytes a rod.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "carom/base/constants.hpp"
#include "carom/particles/rod_start.hpp"

using namespace carom::particles;

namespace {

struct Order {
  double tilt = 0;         // mean, degrees
  double local = 0;        // |mean lean| of cells eight diameters wide over the mean lean
  double global = 0;       // the same of all rods
  double speed_along = 0;  // mean velocity along the own lean
};

Order order_of(const RodSimulation<Spatial>& rods) {
  const auto& state = rods.state();
  const Container& box = rods.options().container;
  const int nx = static_cast<int>(box.period_x / 8) + 1, ny = static_cast<int>(box.period_y / 8) + 1;
  std::vector<Vec3> cell(static_cast<std::size_t>(nx * ny));
  Vec3 all{};
  double lean_sum = 0;
  Order order;
  for (std::size_t i = 0; i < rods.size(); ++i) {
    const Vec3 r = Spatial::at(state.r, i), u = Spatial::at(state.u, i), v = Spatial::at(state.v, i);
    const Vec3 lean = (u.z < 0 ? -1.0 : 1.0) * Vec3{u.x, u.y, 0};
    const double size = std::sqrt(dot(lean, lean));
    const double x = r.x - box.period_x * std::floor(r.x / box.period_x),
                 y = r.y - box.period_y * std::floor(r.y / box.period_y);
    Vec3& sum = cell[static_cast<std::size_t>(static_cast<int>(y / 8) * nx + static_cast<int>(x / 8))];
    sum = sum + lean;
    all = all + lean;
    lean_sum += size;
    order.tilt += std::asin(std::min(size, 1.0));
    if (size > 0) order.speed_along += dot(v, lean) / size;
  }
  double cells = 0;
  for (const Vec3& sum : cell) cells += std::sqrt(dot(sum, sum));
  const auto n = static_cast<double>(rods.size());
  order.tilt *= 180 / carom::pi / n;
  order.speed_along /= n;
  order.local = cells / lean_sum;
  order.global = std::sqrt(dot(all, all)) / lean_sum;
  return order;
}

}  // namespace

int main(int argc, char** argv) {
  const int N = argc > 1 ? std::atoi(argv[1]) : 2500, periods = argc > 2 ? std::atoi(argv[2]) : 6;
  if (N < 900 || periods < 1) {
    std::fprintf(stderr, "at least 900 rods and one period\n");
    return 2;
  }
  RodOptions options;
  options.rod = make_rod(8);
  options.dt = 1e-4;
  options.drive = {.Gamma = 3.3, .Omega = 9.591};
  options.threads = argc > 3 ? std::atoi(argv[3]) : 1;
  RodSimulation<Spatial> rods(options, bed_start({.N = N, .spacing = 1.12, .jitter = 0.2}, options));
  const long period = std::lround(2 * carom::pi / options.drive.Omega / options.dt);
  std::printf("%d rods on %.0f x %.0f diameters\nperiod  tilt [deg]  local  global  speed along the lean  CPU [s]\n", N,
              rods.options().container.period_x, rods.options().container.period_y);
  for (int k = 1; k <= periods; ++k) {
    const std::clock_t begun = std::clock();
    if (!rods.advance(period)) {
      std::fprintf(stderr, "%s\n", rods.failure().c_str());
      return 1;
    }
    const Order order = order_of(rods);
    if (k <= 10 || k % 10 == 0)
      std::printf("%6d  %10.2f  %5.2f  %6.2f  %20.3f  %7.2f\n", k, order.tilt, order.local, order.global,
                  order.speed_along, static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC);
  }
  std::printf("%.0f bytes a rod\n", static_cast<double>(rods.bytes()) / N);
  return rods.energy().total() > 0 ? 0 : 1;
}
