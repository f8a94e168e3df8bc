// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// The first collision of the first two bodies, found from their momenta. The contact has no friction, so the impulse
/// of the one on the other points along the contact's normal. The speeds are those of the contact point along the
/// normal.
struct Impact {
    bool happened = false;
    double time = 0.0;            ///< start of the step of the contact [s]
    double approachSpeed = 0.0;   ///< just before [m/s]
    double separationSpeed = 0.0; ///< just after [m/s]; approachSpeed times the restitution if all is right
    double impulse = 0.0;         ///< [kg m/s]
};
Impact firstImpact(const RunRecord& record);

/// Largest change of the total linear and angular momentum (about the world's origin) since the start, relative to the
/// sums of the bodies' own.
struct MomentumDefect {
    double linear = 0.0;
    double angular = 0.0;
};
MomentumDefect momentumDefect(const RunRecord& record);

/// Kinetic energy of all bodies and of the otherwise resting fluid around them [J].
double kineticEnergy(const RunRecord& record, int frame);

} // namespace samples
