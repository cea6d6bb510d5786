// SPDX-License-Identifier: Apache-2.0
// An observable with the way it is read: what a system's card says and what its runs give come from one list.
//
//   const std::vector<Observable<Summary>>& observables();      // {"drift", "m/s", "mean speed …", &Summary::drift}, …
//   card.observables = quantities_of(observables());
//   result.observables = read(observables(), summary);
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "carom/catalog/system.hpp"

namespace carom::study {

// Which runs have it: all, or only those whose events are located, not stepped over.
enum class SeenBy { every_scheme, located_events };

template <class Seen>
struct Observable {
  std::string name = {};
  std::string unit = "1";
  std::string meaning = {};
  std::function<Value(const Seen&)> value = {};  // a member, or a function of what was seen
  SeenBy by = SeenBy::located_events;
};

// A word, from the name of a kind.
inline Value word(std::string_view text) { return std::string(text); }

template <class Seen>
std::vector<Quantity> quantities_of(const std::vector<Observable<Seen>>& observables) {
  std::vector<Quantity> list;
  for (const Observable<Seen>& observable : observables)
    list.push_back({observable.name, observable.unit, observable.meaning});
  return list;
}

template <class Seen>
std::vector<std::pair<std::string, Value>> read(const std::vector<Observable<Seen>>& observables, const Seen& seen,
                                                bool located = true) {
  std::vector<std::pair<std::string, Value>> list;
  for (const Observable<Seen>& observable : observables)
    if (located || observable.by == SeenBy::every_scheme) list.emplace_back(observable.name, observable.value(seen));
  return list;
}

}  // namespace carom::study
