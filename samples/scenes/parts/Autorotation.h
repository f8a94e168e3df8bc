// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/PlateRegime.h"

namespace samples {

/// How a seed or a paper helicopter turns about the vertical while it falls.
struct Autorotation {
    /// At least two turns within the window, never slower than half and never faster than twice the mean, and a span
    /// that sweeps round: within 45 deg of the level on average. (Else it is a spiral dive.)
    bool happens = false;
    bool tooShort = true; ///< less than two samples: nothing else here means anything
    double spin = 0.0;    ///< mean angular velocity about the vertical, positive counter-clockwise from above [rad/s]
    double unsteadiness = 0.0; ///< rms deviation from it, relative to it
    double coning = 0.0;       ///< mean angle of the span above the horizontal [deg]
    double descent = 0.0;      ///< mean speed downwards [m/s]
};

/// Of one body within a window. `spanInBody`: from the root to the tip of the wing, a unit vector.
Autorotation autorotation(const RunRecord& record, const TimeWindow& window, int body,
                          const ambient::Vector3& spanInBody);

/// In a line.
std::string describe(const Autorotation& rotation);

} // namespace samples
