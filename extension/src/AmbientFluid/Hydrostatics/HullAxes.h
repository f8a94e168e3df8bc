// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"

namespace ambient {

/// Heel and trim of an upward direction (Hydrostatics.h). Unit vectors, mesh axes.
struct HullAxes {
    Vector3 x = Vector3::UnitX(); ///< to the bow
    Vector3 y = Vector3::UnitY(); ///< to port
    Vector3 z = Vector3::UnitZ(); ///< up, in the upright hull

    /// Upward direction at a heel without trim: x and this vector span the directions of this heel.
    Vector3 levelUp(double heel) const { return portable::sin(heel) * y + portable::cos(heel) * z; }
    /// Derivative of levelUp(): level, across the hull.
    Vector3 across(double heel) const { return portable::cos(heel) * y - portable::sin(heel) * z; }
    /// Upward direction at a heel and a trim [rad].
    Vector3 up(double heel, double trim) const { return portable::cos(trim) * levelUp(heel) - portable::sin(trim) * x; }
    /// Heel of an upward direction, in (-pi, pi]; the trim is between -pi/2 and pi/2.
    double heelOf(const Vector3& up) const {
        const double heel = portable::atan2(up.dot(y), up.dot(z));
        return heel <= -kPi ? kPi : heel;
    }
    /// Trim of an upward direction whose heel is held at `heel`.
    double trimOf(const Vector3& up, double heel) const { return portable::atan2(-up.dot(x), up.dot(levelUp(heel))); }
};

} // namespace ambient
