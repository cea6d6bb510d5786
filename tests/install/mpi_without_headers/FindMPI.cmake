# SPDX-License-Identifier: Apache-2.0
set(MPI_C_FOUND TRUE)
add_library(MPI::MPI_C INTERFACE IMPORTED)
set_target_properties(MPI::MPI_C PROPERTIES INTERFACE_INCLUDE_DIRECTORIES /usr/lib/no-such-mpi/include)
