// SPDX-License-Identifier: Zlib
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>

namespace ambient {

/// Reports the progress of a parallel loop, from the thread that made this object only.
/// An exception of the listener ends the loop early and is rethrown after the loop, since an exception must not leave a
/// parallel region. Rounds go on while the listener runs.
class LoopProgress {
  public:
    /// \param listener may be empty; must outlive this object
    /// \param rounds number of iterations of the loop
    /// \param end fraction reported after the last round
    LoopProgress(const std::function<void(double)>& listener, int rounds, double end)
        : m_listener(listener), m_perRound(end / rounds) {}

    /// True if the remaining rounds are to be skipped.
    bool isStopped() const { return m_stopped.load(std::memory_order_relaxed); }

    /// Counts a round. Called after each round by the thread that executed the round.
    void roundDone() {
        const int rounds = ++m_roundsDone;
        if (!m_listener || std::this_thread::get_id() != m_caller || isStopped()) return;
        try {
            m_listener(m_perRound * rounds);
        } catch (...) {
            m_thrown = std::current_exception();
            m_stopped = true;
        }
    }

    /// Rethrows the exception of the listener. Called after the loop, outside the parallel region.
    void rethrow() const {
        if (m_thrown) std::rethrow_exception(m_thrown);
    }

  private:
    const std::function<void(double)>& m_listener;
    double m_perRound;
    std::thread::id m_caller = std::this_thread::get_id();
    std::atomic<int> m_roundsDone{0};
    std::atomic<bool> m_stopped{false};
    std::exception_ptr m_thrown; ///< exception of the listener; written by the calling thread only
};

} // namespace ambient
