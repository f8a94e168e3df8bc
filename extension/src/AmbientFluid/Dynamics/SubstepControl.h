// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {

/// Lengths of the substeps of a call that controls its error, for rigid bodies and trees of links alike: a method of
/// fourth order with an error estimate of third order [Hairer1993, II.4].
class SubstepControl {
  public:
    /// \param duration of the call [s] \param lastSubstep of the call before [s]; 0: unknown
    SubstepControl(double duration, double lastSubstep)
        : m_next(lastSubstep > 0.0 ? std::min(lastSubstep, duration) : duration), m_remaining(duration) {}

    double remaining() const { return m_remaining; } ///< of the call [s]; 0 at its end
    double nextSubstep() const { return m_next; }    ///< for the next call [s]

    /// Length of the substep to try [s]. \param spin fastest rotation at its start [rad/s]
    double propose(double spin) {
        m_next = std::min(m_next, kMaxRotation / std::max(spin, 1e-300));
        m_isLast = m_next >= m_remaining * (1.0 - 1e-12);
        m_tried = m_isLast ? m_remaining : std::min(m_next, 0.5 * m_remaining);
        return m_tried;
    }
    /// Judges the proposed substep. \param error estimate over tolerance; may be NaN or infinite
    /// \returns false if a shorter one is to be tried
    bool accept(double error) {
        if (!(error <= 1.0)) {
            m_next = m_tried * (std::isfinite(error) ? std::max(0.2, 0.9 * portable::pow(error, -0.25)) : 0.1);
            return false;
        }
        const double longer = m_tried * std::clamp(0.9 * portable::pow(error, -0.25), 0.5, 4.0);
        // A substep cut short by the end of the call does not reduce the next substep.
        m_next = m_isLast ? std::max(m_next, longer) : longer;
        m_remaining = m_isLast ? 0.0 : m_remaining - m_tried;
        return true;
    }

    /// Largest rotation per substep [rad]: the error estimate does not detect full turns.
    static constexpr double kMaxRotation = 1.0;

  private:
    double m_next, m_remaining, m_tried = 0.0;
    bool m_isLast = false;
};

/// Lengths of damped steps for the rest of a call after its last permitted substep: the longest that are stable, and
/// one for all that is left after 4096 of them.
class DampedSteps {
  public:
    /// \param remaining of the call [s]
    explicit DampedSteps(double remaining) : m_remaining(remaining) {}

    double remaining() const { return m_remaining; } ///< of the call [s]; 0 at its end
    /// Length of the next step [s]. \param longest that is stable [s]
    double propose(double longest) {
        m_isLast = longest >= m_remaining || ++m_count == kMost;
        m_tried = m_isLast ? m_remaining : longest;
        return m_tried;
    }
    /// Takes note that the proposed step is done.
    void accept() { m_remaining = m_isLast ? 0.0 : m_remaining - m_tried; }

  private:
    static constexpr int kMost = 4096;
    double m_remaining, m_tried = 0.0;
    int m_count = 0;
    bool m_isLast = false;
};

} // namespace ambient
