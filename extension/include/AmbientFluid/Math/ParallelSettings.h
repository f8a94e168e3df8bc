// SPDX-License-Identifier: Zlib
#pragma once

#include <functional>

namespace ambient {

/// \file
/// The loops of a step over bodies, groups and pairs, and the threads that run them. Results are the same bytes for
/// every choice. The preparation of models and of motion from shape change uses OpenMP and is not concerned.

/// Threads that run the loops of a step.
enum class LoopThreads {
    Automatic, ///< one thread until a trial in each loop shows that several are faster (LoopTrial): those of the host's
               ///< scheduler if it has several, else those of the library
    Serial,    ///< the calling thread
    Library,   ///< several threads of the library in every loop; idle ones sleep
    Host,      ///< several threads of the host's scheduler in every loop; the calling thread if the host has none
    OpenMp, ///< an OpenMP team in every loop; its idle threads spin, unless the environment has OMP_WAIT_POLICY=passive
    Function ///< ParallelSettings::function in every loop
};

/// A task of a parallel loop. \param data, index as given to the ParallelFunction
using LoopTask = void (*)(void* data, int index);

/// Runs task(data, i) for each i in [0, count) on any threads, in any order, and returns after the last one has ended.
/// Tasks take the iterations of the loop in small portions until none is left. Tasks that are not run are therefore no
/// loss: the calling thread does their part. A task that is run twice, or after the end of the loop, does nothing. An
/// exception ends the function only.
using ParallelFunction = std::function<void(int count, LoopTask task, void* data)>;

/// Choice of threads for the loops of a step.
struct ParallelSettings {
    LoopThreads by = LoopThreads::Automatic; ///< the threads that run a loop
    /// Most threads of a loop, in [1, kMostLoopThreads]; 0 (default): omp_get_max_threads() of the calling thread,
    /// which is the number of processors, or OMP_NUM_THREADS of the environment.
    int threads = 0;
    ParallelFunction function; ///< of LoopThreads::Function, which calls it with `threads` tasks
};

constexpr int kMostLoopThreads = 64; ///< in one loop

/// Sets the threads of the loops of a step, for the whole process, and waits for a loop in progress.
/// \throws std::invalid_argument, with nothing changed, if `threads` is out of range or the function is missing;
///         std::logic_error if called by an iteration of such a loop
void setParallelSettings(const ParallelSettings& settings);
/// The settings in use.
ParallelSettings parallelSettings();

} // namespace ambient
