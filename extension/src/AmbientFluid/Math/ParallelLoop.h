// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LoopTrial.h"
#include "AmbientFluid/Math/ParallelSettings.h"

#include <atomic>
#include <exception>
#include <mutex>

namespace ambient {

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
