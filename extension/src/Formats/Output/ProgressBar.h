// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/SystemCalls.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>

namespace ambient {

/// A line on standard error with a bar and the time left. It shows up only where standard error is a terminal, only
/// for work that takes longer than a moment, and wipes itself out when it is done: logs and pipes never see it.
class ProgressBar {
  public:
    /// \param label name of the work
    /// \param wanted false: never shows anything
    ProgressBar(std::string label, bool wanted) : m_label(std::move(label)), m_shown(wanted && isTerminal(stderr)) {}
    ~ProgressBar() { clear(); }
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;

    /// Call as often as you like with the fraction that is done, in [0, 1].
    void update(double fraction) {
        if (!m_shown) return;
        const auto now = Clock::now();
        if (now - m_lastDraw < kInterval || fraction >= 1.0) return;
        m_lastDraw = now;
        draw(std::clamp(fraction, 0.0, 1.0), std::chrono::duration<double>(now - m_start).count());
    }

  private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kInterval{200};

    void draw(double fraction, double elapsed) {
        constexpr int width = 30;
        const std::string bar(static_cast<std::size_t>(fraction * width), '#');
        std::fprintf(stderr, "\r\033[K%s [%-*s] %3.0f %%", m_label.c_str(), width, bar.c_str(), 100.0 * fraction);
        if (fraction > 0.0) std::fprintf(stderr, ", %.0f s left", elapsed * (1.0 - fraction) / fraction);
        std::fflush(stderr);
        m_drawn = true;
    }

    void clear() {
        if (m_drawn) std::fputs("\r\033[K", stderr);
    }

    std::string m_label;
    bool m_shown;
    bool m_drawn = false;
    Clock::time_point m_start = Clock::now();
    Clock::time_point m_lastDraw = m_start;
};

} // namespace ambient
