// SPDX-License-Identifier: Apache-2.0
#include "carom/store/mpi_sweep.hpp"

#include <cstdlib>

#include "carom/base/bad_input.hpp"

#ifdef CAROM_WITH_MPI
#include <mpi.h>

#include <chrono>
#include <exception>
#include <thread>
#include <vector>
#endif

namespace carom::store {

bool under_mpi() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const char* size = std::getenv(name); size && std::atoi(size) > 1) return true;
  // By srun through PMIx, which tells the rank but not the number.
  const char* tasks = std::getenv("SLURM_NTASKS");
  return std::getenv("PMIX_RANK") && tasks && std::atoi(tasks) > 1;
}

#ifdef CAROM_WITH_MPI

namespace {

constexpr long stop = -1;
constexpr int work_tag = 1, row_tag = 2;

// Without a processor of its own: MPI would wait for a message at full speed.
MPI_Status wait_for(int source, int tag) {
  MPI_Status status;
  int there = 0;
  for (int tries = 0;; ++tries) {
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
    if (there) return status;
    if (tries > 100) std::this_thread::sleep_for(std::chrono::microseconds(50));
  }
}

}  // namespace

MpiJob::MpiJob() {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiJob::~MpiJob() { MPI_Finalize(); }

void MpiJob::announce(const std::optional<std::string>& study) {
  long size = study ? static_cast<long>(study->size()) : stop;
  MPI_Bcast(&size, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  if (study) MPI_Bcast(const_cast<char*>(study->data()), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
}

std::optional<std::string> MpiJob::listen() {
  long size = 0;
  MPI_Bcast(&size, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  if (size == stop) return std::nullopt;
  std::string study(static_cast<std::size_t>(size), ' ');
  MPI_Bcast(study.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return study;
}

study::SweepReport MpiJob::run(const study::Sweep& sweep, const study::Remaining& remaining, study::SweepSink& sink,
                               const study::SweepOptions& options) {
  study::RowCollector collector(sweep, remaining, sink, options);
  const auto interrupted = [&] { return options.interrupt && options.interrupt->load(std::memory_order_relaxed); };
  std::size_t next = 0;
  std::exception_ptr failure;
  for (int busy = size_ - 1; busy > 0;) {
    const MPI_Status status = wait_for(MPI_ANY_SOURCE, row_tag);
    int bytes = 0;
    MPI_Get_count(&status, MPI_CHAR, &bytes);
    std::string row(static_cast<std::size_t>(bytes), ' ');
    MPI_Recv(row.data(), bytes, MPI_CHAR, status.MPI_SOURCE, row_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    try {
      if (!row.empty() && !failure) collector.take(study::unpacked(row));
    } catch (...) {
      failure = std::current_exception();  // the others are sent home first
    }
    long number = stop;
    if (!failure && !interrupted() && next < remaining.numbers.size()) number = remaining.numbers[next++];
    if (number == stop) --busy;
    MPI_Send(&number, 1, MPI_LONG, status.MPI_SOURCE, work_tag, MPI_COMM_WORLD);
  }
  if (failure) std::rethrow_exception(failure);
  return collector.finish(interrupted());
}

void MpiJob::serve(const study::Sweep& sweep, const std::atomic<bool>* interrupt) {
  std::string row;  // nothing at first: asks for work
  for (;;) {
    MPI_Send(row.data(), static_cast<int>(row.size()), MPI_CHAR, 0, row_tag, MPI_COMM_WORLD);
    wait_for(0, work_tag);
    long number = stop;
    MPI_Recv(&number, 1, MPI_LONG, 0, work_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (number == stop) return;
    row = study::packed(study::compute(sweep, number, interrupt));
  }
}

#else

MpiJob::MpiJob() {
  throw BadInput(
      "this carom was built without MPI: started by mpirun or srun, each of the processes would run the whole sweep; "
      "start "
      "one alone with --jobs, or build with MPI");
}
MpiJob::~MpiJob() = default;
void MpiJob::announce(const std::optional<std::string>&) {}
std::optional<std::string> MpiJob::listen() { return std::nullopt; }
study::SweepReport MpiJob::run(const study::Sweep&, const study::Remaining&, study::SweepSink&,
                               const study::SweepOptions&) {
  return {};
}
void MpiJob::serve(const study::Sweep&, const std::atomic<bool>*) {}

#endif

}  // namespace carom::store
