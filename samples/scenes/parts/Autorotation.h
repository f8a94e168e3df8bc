// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/PlateRegime.h"

namespace samples {

/// The turn of a falling seed or paper helicopter about the vertical.
struct Autorotation {
    /// At least two turns within the window, never slower than half and never faster than twice the mean, and a span
    /// within 45 deg of the level on average. (Else the fall is a spiral dive.)
    bool happens = false;
    bool tooShort = true; ///< less than two samples: nothing else here means anything
    double spin = 0.0;    ///< mean angular velocity about the vertical, positive counter-clockwise from above [rad/s]
    double unsteadiness = 0.0; ///< rms deviation from the spin, relative to the spin
    double coning = 0.0;       ///< mean angle of the span above the horizontal [deg]
    double descent = 0.0;      ///< mean speed downwards [m/s]
};

/// The autorotation of one body within a window. `spanInBody`: from the root to the tip of the wing, a unit vector.
Autorotation autorotation(const RunRecord& record, const TimeWindow& window, int body,
                          const ambient::Vector3& spanInBody);

/// In a line.
std::string describe(const Autorotation& rotation);

} // namespace samples
