// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/ParallelLoop.h"

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace ambient {

/// Iterations of a loop, to be run in portions.
struct LoopWork {
    /// Function of a portion of iterations, run by one slot.
    using Portion = void (*)(const void* data, int begin, int end, int slot);
    Portion run = nullptr;      ///< runs the iterations from `begin` to before `end`
    const void* data = nullptr; ///< first argument of `run`
    int count = 0;              ///< number of iterations
};

/// The threads that run a parallel loop, one loop of the process at a time.
/// The calling thread and the tasks of its helpers take portions of the iterations. The caller takes part until none is
/// left and then waits for the helpers that are at work only, not for those that have not begun: on a busy machine
/// these may come much later, and find the loop closed. Idle threads sleep.
class LoopTeam {
  public:
    /// The only one; never destroyed, because its threads sleep until the process ends.
    static LoopTeam& instance();

    /// True for a thread within an iteration, or within the caller's part, of a loop on several threads.
    static bool isInLoop();

    /// Runs all iterations. \param by any but Automatic and Serial \param threads of the loop, the caller included
    /// \param host used in place of the library's threads; null: none
    /// \returns false, with nothing done, if another loop has the team
    bool tryRun(const LoopWork& work, LoopThreads by, int threads, const HostScheduler* host);

    void setSettings(const ParallelSettings& settings);                       ///< waits for the loop in progress
    ParallelSettings settings();                                              ///< waits for the loop in progress
    LoopThreads by() const { return m_by.load(std::memory_order_relaxed); }   ///< of the settings
    int threads() const { return m_threads.load(std::memory_order_relaxed); } ///< of the settings

  private:
    LoopTeam() = default;

    static void runTask(void* ticket, int index);

    void* open(const LoopWork& work, int tasks);
    void callHelpers(LoopThreads by, int tasks, void* ticket, const HostScheduler* host);
    void takePortions(int slot);
    void close();
    bool enter(const void* ticket);
    void leave();
    void wakeThreads(int tasks, void* ticket);
    void sleepAndWork();

    std::mutex m_use; ///< held by the loop in progress
    ParallelSettings m_settings;
    std::atomic<LoopThreads> m_by{LoopThreads::Automatic};
    std::atomic<int> m_threads{0};

    // The loop in progress. The gate has the number of helpers inside, a bit if it is open, and the number of the loop,
    // so that a helper of an earlier loop stays outside.
    std::atomic<std::uint64_t> m_gate{0};
    LoopWork m_work;
    std::int64_t m_portion = 1;
    int m_tasks = 0;
    std::atomic<std::int64_t> m_next{0};
    std::array<std::atomic<bool>, kMostLoopThreads> m_isTaskTaken{};

    std::mutex m_mutex; ///< of all below
    std::condition_variable m_wake, m_left;
    int m_started = 0;      ///< threads of the library
    bool m_canStart = true; ///< false once the system has refused one
    void* m_ticket = nullptr;
    int m_nextTask = 0, m_wanted = 0; ///< of the loop in progress
};

} // namespace ambient
