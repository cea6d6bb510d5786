// SPDX-License-Identifier: Apache-2.0
#include "papers/impact_oscillator/cases.hpp"

namespace carom::papers::impact_oscillator {

ImpactOscillatorSettings settings_of(Set set, double mu, double eps) {
  ImpactOscillatorSettings s;
  if (set == Set::second) {
    s.m1 = 0.4;
    s.k_phi = 25;
  }
  s.start_phi = 0.5;
  s.law = {.e = eps, .mu_s = mu, .mu_c = mu, .mu_s_i = mu, .mu_i = mu};
  return s;
}

ImpactOscillatorSettings wiper_settings(double mu, double eps) {
  ImpactOscillatorSettings s = settings_of(Set::first, mu, eps);
  s.belt = Belt::sine;
  s.start_phi = 0.39;
  return s;
}

std::string spelled(const std::string& letters) {
  std::string text;
  for (const char letter : letters) {
    if (!text.empty()) text += "–";
    text += letter == 'F' ? "flight" : letter == 'T' ? "stick" : "slip";
  }
  return text;
}

}  // namespace carom::papers::impact_oscillator
