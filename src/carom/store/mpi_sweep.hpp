// SPDX-License-Identifier: Apache-2.0
// The points of a sweep over the processes of an MPI job: process 0 owns the store and hands out points one by one, the
// others compute.
//
// A process asks for work with its last row, so that fast and slow ones are busy alike. Which process computes a point
// changes nothing in its row. If a process dies, MPI ends the job; the store keeps what had come, and --resume goes on.
// Built without MPI, a process that was started together with others refuses.
#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "carom/sweep/sweep_run.hpp"

namespace carom::store {

// Whether this process was started by mpirun (or srun) together with others.
bool under_mpi();

// MPI from here on, until it goes out of scope. Make one, and only under_mpi().
class MpiJob {
 public:
  MpiJob();
  ~MpiJob();
  MpiJob(const MpiJob&) = delete;
  MpiJob& operator=(const MpiJob&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Process 0 tells the others the text of the study, or nothing: then all end.
  void announce(const std::optional<std::string>& study);
  std::optional<std::string> listen();

  // Process 0; the others are in `serve` meanwhile.
  study::SweepReport run(const study::Sweep& sweep, const study::Remaining& remaining, study::SweepSink& sink,
                         const study::SweepOptions& options);
  void serve(const study::Sweep& sweep, const std::atomic<bool>* interrupt);

 private:
  int rank_ = 0, size_ = 1;
};

}  // namespace carom::store
