// SPDX-License-Identifier: Apache-2.0
// Forty rods in a row on a shaken plate, dt = 2e-5, by LAMMPS (each rod 18 overlapping spheres, a rigid body, Hertz and
// Mindlin with friction 0.3) and by Carom (a true spherocylinder), in one run: rod-steps per second of processor
// time.
//   peer_rods_lammps [N] [STEPS]        default 40 20000
// Ends with 1 if Carom is not forty times faster; without LAMMPS (`lmp`), with 0.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

#include "carom/base/constants.hpp"
#include "carom/base/random.hpp"
#include "carom/particles/rod_start.hpp"

namespace {

constexpr double tilt = 20 * carom::pi / 180;

double by_carom(int N, long steps) {
  using namespace carom::particles;
  RodOptions options;
  options.drive.Omega = 9.3234;
  options.container.period_x = 43.0 * N / 40;
  RodSimulation<Planar> rods(
      options,
      row_start({.N = N, .period = options.container.period_x, .tilt = std::acos(N / options.container.period_x)},
                options));
  rods.advance(100000);
  double best = 0;
  for (int round = 0; round < 5; ++round) {
    const std::clock_t begun = std::clock();
    if (!rods.advance(steps)) return 0;
    best = std::max(best, static_cast<double>(N) * static_cast<double>(steps) * CLOCKS_PER_SEC /
                              static_cast<double>(std::clock() - begun));
  }
  return best;
}

// Centres of 18 spheres a rod; a rod's mass is 1 + 3h/2.
void write_data(const std::string& path, int N) {
  constexpr int spheres = 18;
  const double h = 8.5, L = 43.0 * N / 40, density = (1 + 1.5 * h) / spheres / (carom::pi / 6);
  std::ofstream file(path);
  file << "rods\n\n"
       << N * spheres << " atoms\n3 atom types\n\n0 " << L
       << " xlo xhi\n-1 30 ylo yhi\n-0.5 0.5 zlo zhi\n\nAtoms # sphere\n\n";
  file.precision(12);
  std::string molecules = "\nMolecules\n\n";
  for (int i = 0, id = 0; i < N; ++i) {
    const double lift = 0.505 + 0.02 * carom::Random(1, static_cast<std::uint64_t>(i)).uniform();
    for (int k = 0; k < spheres; ++k) {
      const double s = h * k / (spheres - 1);
      double x = (i + 0.5) * L / N + s * std::sin(tilt);
      const int image = static_cast<int>(std::floor(x / L));
      x -= image * L;
      file << ++id << ' '
           << (k == 0             ? 2
               : k == spheres - 1 ? 3
                                  : 1)
           << " 1 " << density << ' ' << x << ' ' << lift + s * std::cos(tilt) << " 0 " << image << " 0 0\n";
      molecules += std::to_string(id) + ' ' + std::to_string(i + 1) + '\n';
    }
  }
  file << molecules;
}

std::optional<double> by_lammps(int N, long steps) {
  if (std::system("command -v lmp > /dev/null 2>&1") != 0) return std::nullopt;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("carom-lammps-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  write_data((folder / "rods.data").string(), N);
  const std::string command = "cd '" + folder.string() +
                              "' && OMP_NUM_THREADS=1 lmp -in '" CAROM_PEER_DECK
                              "' -var data rods.data -var warm 20000 -var steps " +
                              std::to_string(steps) + " -screen none -log log.txt > /dev/null 2>&1";
  std::optional<double> speed;
  if (std::system(command.c_str()) == 0) {
    std::ifstream log(folder / "log.txt");
    std::string line;
    double seconds = 0, share = 0;  // of wall-clock time; of the processor
    while (std::getline(log, line)) {
      std::sscanf(line.c_str(), "Loop time of %lf", &seconds);
      std::sscanf(line.c_str(), "%lf%% CPU use", &share);
    }
    if (seconds > 0 && share > 0)
      speed = static_cast<double>(N) * static_cast<double>(steps) / (0.01 * share * seconds);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return speed;
}

}  // namespace

int main(int argc, char** argv) {
  const int N = argc > 1 ? std::atoi(argv[1]) : 40;
  const long steps = argc > 2 ? std::atol(argv[2]) : 20000;
  const double ours = by_carom(N, std::max(1000L, 4000000L / N));
  std::printf("%d rods, dt = 2e-5\nCarom, spherocylinders       %.3g rod-steps per second (best of five)\n", N, ours);
  const std::optional<double> theirs = by_lammps(N, steps);
  if (!theirs) {
    std::printf("LAMMPS is not installed, or did not run: nothing to compare with\n");
    return 0;
  }
  std::printf("LAMMPS, 18 spheres a rod     %.3g rod-steps per second\nratio %.0f\n", *theirs, ours / *theirs);
  return ours / *theirs >= 40 ? 0 : 1;
}
