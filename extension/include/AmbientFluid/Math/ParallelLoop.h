// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LoopTrial.h"

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>

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

/// A scheduler of the program that hosts the library.
struct HostScheduler {
    int (*threads)();                                  ///< how many it has now for the calling thread; 1: none
    void (*run)(int count, LoopTask task, void* data); ///< a ParallelFunction
};
/// Registers the scheduler that LoopThreads::Automatic prefers to threads of the library. \param scheduler stays valid
/// to the end of the process; null: none. The binding registers Bullet's.
void setHostScheduler(const HostScheduler* scheduler);

/// A loop whose iterations may run on several threads; one object for each place in the code and each world.
/// Loops inside an iteration that runs on several threads are serial, and so is a loop while another one has the
/// threads.
class ParallelLoop {
  public:
    ParallelLoop() = default;
    ParallelLoop(const ParallelLoop&) = delete;
    ParallelLoop& operator=(const ParallelLoop&) = delete;

    /// Number of slots that run() uses at most under the present settings: above that of the threads by one.
    static int slots();

    /// Calls item(index, slot) once for each index in [0, count). Iterations at one time have different slots, so that
    /// working data can be one a slot. All iterations run, also after an exception; that of the lowest index is thrown.
    /// \param slots slots are in [0, slots)
    template <class Item>
    void run(int count, int slots, const Item& item) {
        Failure failure;
        const auto chunk = chunkOf(item, failure);
        runChunks(count, slots, call<decltype(chunk)>, &chunk);
        failure.rethrow();
    }
    /// Overload without working data.
    template <class Item>
    void run(int count, const Item& item) {
        run(count, kMostLoopThreads + 1, [&](int index, int) { item(index); });
    }

    /// Calls item(index) on threads of the library whatever the settings say, for few and long iterations.
    /// \param threads at most, the calling one included; 0: as ParallelSettings::threads
    template <class Item>
    static void runOnThreads(int count, int threads, const Item& item) {
        Failure failure;
        const auto withoutSlot = [&](int index, int) { item(index); };
        const auto chunk = chunkOf(withoutSlot, failure);
        runChunksOnThreads(count, threads, call<decltype(chunk)>, &chunk);
        failure.rethrow();
    }

  private:
    using Chunk = void (*)(const void* data, int begin, int end, int slot);

    /// The exception of the lowest index.
    class Failure {
      public:
        void note(int index);
        void rethrow() const {
            if (m_exception) std::rethrow_exception(m_exception);
        }

      private:
        std::mutex m_mutex;
        std::exception_ptr m_exception;
        int m_index = 0;
    };

    template <class Item>
    static auto chunkOf(const Item& item, Failure& failure) {
        return [&item, &failure](int begin, int end, int slot) {
            for (int i = begin; i < end; ++i) {
                try {
                    item(i, slot);
                } catch (...) {
                    failure.note(i);
                }
            }
        };
    }
    template <class Function>
    static void call(const void* data, int begin, int end, int slot) {
        (*static_cast<const Function*>(data))(begin, end, slot);
    }
    void runChunks(int count, int slots, Chunk chunk, const void* data);
    static void runChunksOnThreads(int count, int threads, Chunk chunk, const void* data);
    void runMeasured(int count, int threads, Chunk chunk, const void* data);

    std::atomic<bool> m_isMeasured{false}; ///< by one thread at a time
    LoopTrial m_trial;
};

} // namespace ambient
