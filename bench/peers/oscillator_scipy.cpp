// SPDX-License-Identifier: Apache-2.0
// The frictional impact oscillator (set 1, μ = 0.5, ε = 0) by scipy's solve_ivp with events and by Carom, in one run:
// from rest on the belt at φ = 0.39, both with order eight (DOP853) and a relative tolerance of 1e-10, both finding
// period and φ̇_max on the way. The errors are those against Carom at 1e-13.
//   peer_oscillator_scipy [SECONDS] [SECONDS_OF_SCIPY]        default 2000 10
// Ends with 1 if Carom is not a hundred times faster or the periods differ by more than 1e-8 s; without scipy, with 0.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "carom/engine/event_driven.hpp"
#include "carom/observe/oscillator_observer.hpp"
#include "carom/systems/impact_oscillator.hpp"

namespace {

constexpr const char* python = "/usr/bin/python3";  // another may stand before Debian's in the path

struct Measured {
  double period = 0;       // s
  double phi_dot_max = 0;  // rad/s
  double speed = 0;        // simulated seconds per second of processor time
};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

std::optional<Measured> by_carom(double seconds, double rtol, int rounds) {
  const carom::ImpactOscillator system({});
  Measured measured;
  for (int round = 0; round < rounds; ++round) {
    carom::observe::OscillatorObserver observer(system);
    const double begun = cpu_seconds();
    const auto report = run_event_driven(
        system, system.initial_state(),
        {.t_end = seconds, .rtol = rtol, .atol = 1e-2 * rtol, .impact = {.law = carom::Restitution::poisson}},
        observer);
    measured.speed = std::max(measured.speed, seconds / (cpu_seconds() - begun));
    const carom::observe::OscillatorObservables seen = observer.summary();
    if (!carom::succeeded(report.outcome) || !seen.periodic) {
      std::fprintf(stderr, "peer_oscillator_scipy: Carom: %s\n", report.brief().c_str());
      return std::nullopt;
    }
    // The mean over the cycles kept, as the other program takes it: after 2000 s the clock is good to 2e-13 s.
    measured.period = (observer.cycles().back().end.t - observer.cycles().front().begin_t) /
                      static_cast<double>(observer.cycles().size()) * seen.crossings;
    measured.phi_dot_max = seen.phi_dot_max;
  }
  return measured;
}

std::optional<std::string> output_of(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return std::nullopt;
  std::string text;
  char part[512];
  while (std::fgets(part, sizeof part, pipe) != nullptr) text += part;
  if (pclose(pipe) != 0) return std::nullopt;
  return text;
}

std::optional<Measured> by_scipy(double seconds, double rtol, int rounds) {
  Measured measured;
  for (int round = 0; round < rounds; ++round) {
    char numbers[64];
    std::snprintf(numbers, sizeof numbers, " %g %g", seconds, rtol);
    const std::optional<std::string> text = output_of(std::string(python) + " '" CAROM_PEER_SCRIPT "'" + numbers);
    if (!text) return std::nullopt;
    const auto answer = nlohmann::json::parse(*text, nullptr, false);
    if (answer.is_discarded()) return std::nullopt;
    measured.period = answer["period"];
    measured.phi_dot_max = answer["phi_dot_max"];
    measured.speed =
        std::max(measured.speed, answer["simulated_seconds"].get<double>() / answer["cpu_seconds"].get<double>());
  }
  return measured;
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 2000, seconds_of_scipy = argc > 2 ? std::atof(argv[2]) : 10;
  constexpr double rtol = 1e-10;
  if (!output_of(std::string(python) + " -c 'import scipy' 2>/dev/null")) {
    std::printf("scipy is not installed (scripts/install peers): nothing to compare with\n");
    return 0;
  }
  const std::optional<Measured> exact = by_carom(200, 1e-13, 1), ours = by_carom(seconds, rtol, 3),
                                theirs = by_scipy(seconds_of_scipy, rtol, 3);
  if (!exact || !ours || !theirs) {
    std::fprintf(stderr, "peer_oscillator_scipy: a program failed\n");
    return 1;
  }
  std::printf("         simulated s per CPU s    period             error     phi_dot_max       error\n");
  const auto row = [&](const char* name, const Measured& m) {
    std::printf("%-6s   %21.1f    %.14f   %.1e   %.13f   %.1e\n", name, m.speed, m.period,
                std::abs(m.period - exact->period), m.phi_dot_max, std::abs(m.phi_dot_max - exact->phi_dot_max));
  };
  row("scipy", *theirs);
  row("Carom", *ours);
  const double ratio = ours->speed / theirs->speed;
  std::printf("ratio    %21.1f\n", ratio);
  if (!(ratio >= 100)) std::printf("Carom is less than a hundred times faster\n");
  const bool agree = std::abs(ours->period - theirs->period) <= 1e-8;
  if (!agree) std::printf("the periods differ by more than 1e-8 s\n");
  return ratio >= 100 && agree ? 0 : 1;
}
