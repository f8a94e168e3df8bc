// SPDX-License-Identifier: Zlib
#pragma once

#include <omp.h>

#include <atomic>
#include <exception>
#include <functional>

namespace ambient {

/// Tells a listener how far a parallel loop is, from the calling thread only. What the listener throws ends the loop
/// early and is thrown after it: nothing may leave a parallel region by itself.
class LoopProgress {
  public:
    /// \param listener may be empty; outlives this
    /// \param rounds of the loop \param end the fraction that is told after the last one
    LoopProgress(const std::function<void(double)>& listener, int rounds, double end)
        : m_listener(listener), m_perRound(end / rounds) {}

    /// Whether the rounds that are left are to be skipped.
    bool isStopped() const { return m_stopped.load(std::memory_order_relaxed); }

    /// To be called after each round, by the thread that made it.
    void roundDone() {
        const int rounds = ++m_roundsDone;
        if (!m_listener || omp_get_thread_num() != 0 || isStopped()) return;
        try {
            m_listener(m_perRound * rounds);
        } catch (...) {
            m_thrown = std::current_exception();
            m_stopped = true;
        }
    }

    /// To be called after the loop, outside the parallel region.
    void rethrow() const {
        if (m_thrown) std::rethrow_exception(m_thrown);
    }

  private:
    const std::function<void(double)>& m_listener;
    double m_perRound;
    std::atomic<int> m_roundsDone{0};
    std::atomic<bool> m_stopped{false};
    std::exception_ptr m_thrown; ///< written by the calling thread
};

} // namespace ambient
