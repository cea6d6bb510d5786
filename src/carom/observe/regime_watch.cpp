#include "carom/observe/regime_watch.hpp"

namespace carom::observe {

char letter(ContactMode mode) {
  return mode == ContactMode::open ? 'F' : mode == ContactMode::stick ? 'T' : slip_sign(mode) > 0 ? 'P' : 'M';
}

std::string ring_of(const std::vector<std::string>& regimes, bool several_contacts) {
  std::vector<std::string> ring = regimes;
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  const auto flight = std::find_if(ring.begin(), ring.end(), [](const std::string& regime) {
    return regime.find_first_not_of('F') == std::string::npos;
  });
  if (flight != ring.end()) std::rotate(ring.begin(), flight, ring.end());
  std::string text;
  for (const std::string& regime : ring) text += (several_contacts && !text.empty() ? "." : "") + regime;
  return text;
}

}  // namespace carom::observe
