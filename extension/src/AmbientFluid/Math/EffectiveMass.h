// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

namespace ambient {

/// Stand-in for a 6x6 inertia K in a solver that knows one mass and one rotational inertia per body.
struct EffectiveMass {
    double mass = 0.0;                 ///< equal in all directions [kg]
    Matrix3 inertia = Matrix3::Zero(); ///< multiple of the dry inertia, body axes [kg m^2]
};

/// The largest mass, then the largest multiple of the dry inertia, with K - M_eff positive semidefinite. An impulse
/// computed with M_eff <= K never overshoots: the remaining momentum decays as (1 - M_eff K^-1)^n instead of
/// alternating in sign. For a sphere M_eff = K.
/// \param total K about the centre of mass, body axes
/// \param dryMass [kg] > 0 \param dryInertia about the centre of mass, body axes, positive definite [kg m^2]
/// \param length body size that makes the test dimensionless [m] > 0
EffectiveMass computeEffectiveMass(const SpatialInertia& total, double dryMass, const Matrix3& dryInertia,
                                   double length);

} // namespace ambient
