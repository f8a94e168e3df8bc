// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// The cut of a water surface through a body, as far as the waves that a heaving body makes depend on it (HeaveWaves).
/// A body that moves with the twist Y displaces the volume S (unitForce . Y) per time: unitForce is the wrench of a
/// force of 1 N that pushes up in the middle of the cut.
struct Waterplane {
    /// S, vertical projection of the cut [m^2]; 0 if no surface cuts the body. Less than the cut where the mean draft
    /// or the mean height above the water is below kWettingDepth lengths: a flat face then meets the water gradually.
    double area = 0.0;
    double density = 0.0; ///< sum of those of both media [kg/m^3]
    double mass = 0.0;    ///< displaced mass of both media and A_inf, the added mass of heave as it is immersed [kg]
    double gravity = 0.0; ///< g' = g (below - above) / (below + above) of the densities [m/s^2]; may be negative
    Wrench unitForce;     ///< about the centre of mass, world axes [m, 1]
    Vector3 water = Vector3::Zero(); ///< mean velocity of the water's surface at the body, world axes [m/s]

    /// True if a body that moves here makes waves.
    bool makesWaves() const { return area > 0.0 && gravity > 0.0; }
    /// Speed of heave relative to the water [m/s]. \param twist absolute, about the centre of mass, world axes
    double heaveSpeed(const Twist& twist) const { return power(twist, unitForce) - unitForce.linear.dot(water); }
};

/// The cut through a body in one evaluation; reads sums over its faces and visits none. \param gravity world axes
/// [m/s^2]
Waterplane findWaterplane(const Immersion& at, const Pose& bodyFromMesh, const Vector3& gravity);

} // namespace ambient
