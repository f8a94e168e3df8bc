// SPDX-License-Identifier: Zlib
#ifndef AMBIENT_THREADS_C_H
#define AMBIENT_THREADS_C_H

/// \file
/// Part of the C interface: threads of the loops of a step over bodies, groups and pairs, for the whole process.
/// ParallelLoop.h describes the choices. Results are the same bytes for every choice.

#include "AmbientFluidC/AmbientFluidC.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Who runs the loops.
enum {
    AMBIENT_THREADS_AUTOMATIC = 0, ///< one thread until several are measured to be faster; the default
    AMBIENT_THREADS_SERIAL = 1,    ///< the calling thread
    AMBIENT_THREADS_LIBRARY = 2,   ///< threads of the library in every loop
    AMBIENT_THREADS_HOST = 3,      ///< Bullet's task scheduler in every loop
    AMBIENT_THREADS_OPENMP = 4     ///< an OpenMP team in every loop
};

/// Sets the threads. Not from within a task. \param by AMBIENT_THREADS_... \param threads of a loop at most, up to 64;
/// 0: one per processor
AMBIENT_C_API ambient_status ambient_set_threads(int32_t by, int32_t threads);

/// A task of a loop. \param data, index as given to the ambient_parallel_for
typedef void (*ambient_task)(void* data, int32_t index);

/// Calls task(data, i) for each i from 0 to count - 1, on any threads and in any order, and returns after the last one
/// has ended; must not throw. Tasks that are not called are done by the calling thread; repeated or late ones do
/// nothing.
typedef void (*ambient_parallel_for)(int32_t count, ambient_task task, void* data, void* user_data);

/// Lets the engine's own threads run the loops, until ambient_set_threads. \param threads number of tasks of a loop at
/// most, up to 64; 0: one per processor \param user_data stays valid until then
AMBIENT_C_API ambient_status ambient_set_parallel_for(ambient_parallel_for function, int32_t threads, void* user_data);

#ifdef __cplusplus
}
#endif

#endif // AMBIENT_THREADS_C_H
