// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Integrators.h"

#include <array>

namespace ambient {

/// What acted on a body at the start of the last calls of integrate(), newest first.
class LoadHistory {
  public:
    /// What acted when one call of integrate() began, and how the body moved then.
    struct Entry {
        double time = 0.0;                        ///< [s]
        Wrench load;                              ///< all but the user's, about the centre of mass, world axes
        Wrench leaving;                           ///< of it what leaving parts take along (Loads::leaving)
        Twist twist;                              ///< relative to the medium, body axes
        Momentum momentum;                        ///< FluidBodyState::momentum, but in body axes
        Vector3 mediumVelocity = Vector3::Zero(); ///< of the frame of that momentum, world axes [m/s]
    };
    /// Entries that are kept: a parabola through the loads is continued.
    static constexpr int kSize = 3;

    /// The place of the newest entry, to be filled in: that of the oldest, or of one of the same time.
    Entry& push(double time);

    /// 0 to kSize.
    int size() const { return m_count; }
    /// \param age calls ago, 0 for the last one; below size()
    const Entry& operator[](int age) const {
        const int at = m_newest + age;
        return m_entries[static_cast<std::size_t>(at < kSize ? at : at - kSize)];
    }

    /// Whether it holds kSize entries, `step` [s] apart from each other.
    bool isEven(double step) const;

  private:
    std::array<Entry, kSize> m_entries;
    int m_count = 0;
    int m_newest = 0; ///< where it is in m_entries; the older ones follow
};

/// One step with a single evaluation of the loads, the newest of `history`: they go on through the step as the parabola
/// through the last three says, and so does the medium's velocity and what K's change with the pose adds to the twist.
/// The motion under these loads is the cheap part, and integrated in fourth order. For loads alone this is the
/// Adams-Bashforth rule of third order; its error is taken to be its difference from that of second order.
/// [Hairer1993, III.1]
/// \param state at which the newest entry was made \param largestError dimensionless, as IntegratorOptions::tolerance
/// \param kineticFloor smallest momentum that errors are measured against, in the kinetic-energy norm
/// \returns false, with `state` as it was, when the error is larger, the body turns or moves too far in a step, axes
/// are
///          locked, or the history is not even
bool stepWithContinuedLoads(const KirchhoffEquations& equations, const LoadHistory& history, FluidBodyState& state,
                            double step, const Wrench& userWrench, double largestError, double kineticFloor,
                            IntegrationReport& report);

} // namespace ambient
