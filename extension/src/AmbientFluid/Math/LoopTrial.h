// SPDX-License-Identifier: Zlib
#pragma once

namespace ambient {

/// Decides call by call whether several threads run a loop, from the times that its calls took.
/// Calls go to one thread at first. If they take long enough to be shared, eight calls with threads take turns with
/// eight without, and the faster way goes on. Threads stay under observation: when they stop being faster, because
/// other programs need the processor, the turns are repeated. A trial stops as soon as threads have cost three calls,
/// and the next one waits longer after each failure, so that trials that fail cost a few percent. The times decide who
/// computes only, and results do not depend on that.
class LoopTrial {
  public:
    /// Whether the next call is for several threads.
    bool wantsThreads() const { return m_phase == Phase::Threaded || (m_phase == Phase::Trial && m_turn % 2 == 1); }

    /// Takes note of a call. \param threaded as wantsThreads() said before the call
    /// \param items iterations of the call \param seconds wall time of the call
    void record(bool threaded, int items, double seconds);

  private:
    /// Sums over calls.
    struct Times {
        int calls = 0;
        double items = 0.0, seconds = 0.0;

        void add(int of, double took);
        double perItem() const;
        double perCall() const;
        /// Seconds above those that the same items would take at `rate` seconds each.
        double excessOver(double rate) const { return seconds - rate * items; }
    };
    enum class Phase { Alone, Trial, Threaded };

    void recordAlone();
    void recordTrial();
    void recordThreaded();
    void startTrial();
    void giveUp();

    static constexpr int kFirstWait = 128; ///< calls between the first failed trial and the second

    Phase m_phase = Phase::Alone;
    int m_turn = 0;              ///< of the trial
    int m_wait = 0;              ///< calls until the next trial
    int m_nextWait = kFirstWait; ///< after the next failure
    double m_rate = 0.0;         ///< seconds an item by one thread, as last measured
    Times m_alone, m_threaded;
};

} // namespace ambient
