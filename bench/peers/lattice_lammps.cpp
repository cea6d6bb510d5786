// SPDX-License-Identifier: Apache-2.0
// A disk and a wall of 1600 points each, with the same springs, by LAMMPS (bond style class2, Verlet, no contact) and by
// Carom (a whole impact with contact and audit of the energy), in one run: spring forces per second of processor time.
//   peer_lattice_lammps [N] [STEPS]        default 1600 20000
// Ends with 1 if Carom is not two and a half times faster; without LAMMPS (`lmp`), with 0.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <unistd.h>

#include "carom/catalog/lattice_run.hpp"

namespace {

using namespace carom;

double by_carom(const LatticeBody& disk, const LatticeBody& wall, const DiskImpact& impact) {
  double best = 0;
  for (int round = 0; round < 7; ++round) {
    const std::clock_t begun = std::clock();
    const DiskImpactReport report = throw_disk(disk, wall, impact);
    best = std::max(
        best, static_cast<double>(report.spring_forces) * CLOCKS_PER_SEC / static_cast<double>(std::clock() - begun));
  }
  return best;
}

// Both bodies one above the other, the disk vibrating.
void write_data(const std::string& path, const LatticeBody& disk, const LatticeBody& wall) {
  const std::size_t n = disk.x.size(), springs = disk.network.springs() + wall.network.springs();
  std::ofstream file(path);
  file.precision(12);
  file << "lattice\n\n"
       << n + wall.x.size() << " atoms\n"
       << springs << " bonds\n2 atom types\n"
       << springs
       << " bond types\n\n-12 12 xlo xhi\n-3 12 ylo yhi\n-0.5 0.5 zlo zhi\n\nMasses\n\n1 1\n2 1\n\nBond Coeffs\n\n";
  std::size_t id = 0;
  for (const LatticeBody* body : {&disk, &wall})
    for (std::size_t s = 0; s < body->network.springs(); ++s)
      file << ++id << ' ' << body->network.rest[s] << ' ' << body->network.k_a[s] / 2 << " 0 "
           << body->network.k_b[s] / 4 << '\n';
  file << "\nAtoms # bond\n\n";
  id = 0;
  for (const LatticeBody* body : {&disk, &wall})
    for (std::size_t i = 0; i < body->x.size(); ++i)
      file << ++id << ' ' << (body == &disk ? 1 : 2) << ' ' << (body->network.inverse_mass[i] == 0 ? 2 : 1) << ' '
           << body->x[i] << ' ' << body->y[i] + (body == &disk ? 1.2 : 0) << " 0\n";
  file << "\nVelocities\n\n";
  id = 0;
  for (const LatticeBody* body : {&disk, &wall})
    for (std::size_t i = 0; i < body->x.size(); ++i)
      file << ++id << ' ' << (body == &disk ? 0.05 * body->x[i] : 0) << ' ' << (body == &disk ? -0.05 * body->y[i] : 0)
           << " 0\n";
  file << "\nBonds\n\n";
  id = 0;
  for (const LatticeBody* body : {&disk, &wall})
    for (std::size_t s = 0; s < body->network.springs(); ++s) {
      const std::size_t shift = body == &disk ? 1 : n + 1;
      ++id;
      file << id << ' ' << id << ' ' << body->network.first[s] + shift << ' ' << body->network.second[s] + shift
           << '\n';
    }
}

std::optional<double> by_lammps(const LatticeBody& disk, const LatticeBody& wall, double dt, long steps) {
  if (std::system("command -v lmp > /dev/null 2>&1") != 0) return std::nullopt;
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("carom-lammps-" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  write_data((folder / "lattice.data").string(), disk, wall);
  const std::string command = "cd '" + folder.string() +
                              "' && OMP_NUM_THREADS=1 lmp -in '" CAROM_PEER_DECK "' -var data lattice.data -var dt " +
                              std::to_string(dt) + " -var steps " + std::to_string(steps) +
                              " -screen none -log log.txt > /dev/null 2>&1";
  std::optional<double> speed;
  if (std::system(command.c_str()) == 0) {
    std::ifstream log(folder / "log.txt");
    std::string line;
    double seconds = 0, share = 0;  // of wall-clock time; of the processor
    while (std::getline(log, line)) {
      std::sscanf(line.c_str(), "Loop time of %lf", &seconds);
      std::sscanf(line.c_str(), "%lf%% CPU use", &share);
    }
    const auto springs = static_cast<double>(disk.network.springs() + wall.network.springs());
    if (seconds > 0 && share > 0) speed = springs * static_cast<double>(steps) / (0.01 * share * seconds);
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return speed;
}

}  // namespace

int main(int argc, char** argv) {
  study::LatticeRun run = study::stiff_run();
  if (argc > 1) run.N = std::atoi(argv[1]);
  const long steps = argc > 2 ? std::atol(argv[2]) : 20000;
  const LatticeBody disk = study::disk_of(run), wall = study::wall_of(run);
  const double ours = by_carom(disk, wall, run.impact);
  std::printf("%d + %d points\nCarom, a whole impact     %.3g spring forces per second (best of seven)\n", run.N, run.N,
              ours);
  const std::optional<double> theirs = by_lammps(disk, wall, run.impact.dt, steps);
  if (!theirs) {
    std::printf("LAMMPS is not installed, or did not run: nothing to compare with\n");
    return 0;
  }
  std::printf("LAMMPS, bonds class2      %.3g spring forces per second\nratio %.1f\n", *theirs, ours / *theirs);
  return ours / *theirs >= 2.5 ? 0 : 1;
}
