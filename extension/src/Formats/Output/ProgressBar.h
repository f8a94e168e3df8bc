// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/SystemCalls.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace ambient {

/// A line on standard error with a bar and the time left; until the first report of progress, with the elapsed time.
/// The line appears only if standard error is a terminal and the work takes longer than a moment, and is erased at the
/// end of the work: logs and pipes do not contain it. A separate thread draws the line, also for work without reports.
class ProgressBar {
  public:
    /// \param label name of the work
    /// \param wanted false: never shows anything
    ProgressBar(std::string label, bool wanted) : m_label(std::move(label)) {
        if (wanted && isTerminal(stderr)) m_drawer = std::thread([this] { drawUntilDone(); });
    }
    ~ProgressBar() {
        if (!m_drawer.joinable()) return;
        {
            const std::lock_guard<std::mutex> lock(m_mutex);
            m_isDone = true;
        }
        m_wake.notify_one();
        m_drawer.join();
    }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Call as often as you like with the finished fraction, in [0, 1].
    void update(double fraction) { m_fraction = fraction; }

    /// Calls a function for its output on standard error, which starts on a new line.
    template <class Write>
    void aside(Write&& write) {
        const std::lock_guard<std::mutex> lock(m_mutex);
        clear();
        write();
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kInterval{200};
    static constexpr double kMoment = 1.0;       ///< delay of the line for work without reports [s]
    static constexpr double kLeastShown = 0.005; ///< least fraction for an estimate of the time left

    void drawUntilDone() {
        std::unique_lock<std::mutex> lock(m_mutex);
        while (!m_wake.wait_for(lock, kInterval, [this] { return m_isDone; }))
            draw(m_fraction, std::chrono::duration<double>(Clock::now() - m_start).count());
        clear();
    }

    void draw(double fraction, double elapsed) {
        if (fraction >= 1.0 || (fraction < kLeastShown && elapsed < kMoment)) return;
        if (fraction < kLeastShown) {
            std::fprintf(stderr, "\r\033[K%s, %.0f s", m_label.c_str(), elapsed);
        } else {
            constexpr int width = 30;
            const std::string bar(static_cast<std::size_t>(fraction * width), '#');
            std::fprintf(stderr, "\r\033[K%s [%-*s] %3.0f %%, %.0f s left", m_label.c_str(), width, bar.c_str(),
                         100.0 * fraction, elapsed * (1.0 - fraction) / fraction);
        }
        std::fflush(stderr);
        m_isDrawn = true;
    }

    void clear() {
        if (m_isDrawn) std::fputs("\r\033[K", stderr);
        m_isDrawn = false;
    }

    std::string m_label;
    std::atomic<double> m_fraction{0.0};
    const Clock::time_point m_start = Clock::now();
    std::mutex m_mutex; ///< of the members below, and of standard error
    std::condition_variable m_wake;
    bool m_isDone = false, m_isDrawn = false;
    std::thread m_drawer;
};

/// The bars of works that follow each other, and lines on standard error beside or between them.
class ProgressBars {
  public:
    /// \param wanted as of ProgressBar
    explicit ProgressBars(bool wanted) : m_wanted(wanted) {}

    /// As ProgressBar::update(). Another label ends the last work and begins the next.
    void update(const std::string& label, double fraction) {
        if (!m_bar || label != m_label) m_bar.emplace(label, m_wanted);
        m_label = label;
        m_bar->update(fraction);
    }
    /// Ends the last work.
    void end() { m_bar.reset(); }
    /// As ProgressBar::aside(), also without a work.
    template <class Write>
    void aside(Write&& write) {
        if (m_bar)
            m_bar->aside(write);
        else
            write();
    }

  private:
    bool m_wanted;
    std::string m_label;
    std::optional<ProgressBar> m_bar;
};

} // namespace ambient
