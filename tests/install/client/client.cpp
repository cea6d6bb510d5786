// SPDX-License-Identifier: Apache-2.0
// Runs a system of the catalog, writes what happened as HDF5, and says how it ended.
#include <cstdio>

#include "carom/catalog/catalog.hpp"
#include "carom/io/sink.hpp"

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const carom::study::System& dimer = carom::study::system("dimer");
  carom::study::RunRequest request = dimer.request();
  request.cycles = 20;
  const auto rows = carom::io::make_row_sink(argv[1]);
  request.rows = rows.get();
  const carom::study::RunResult result = dimer.run(request);
  std::printf("%s\n", result.brief().c_str());
  return succeeded(result.outcome) ? 0 : 1;
}
