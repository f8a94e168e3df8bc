// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_EFFECTIVE_MASS_H
#define BT_FLUID_EFFECTIVE_MASS_H

#include "AmbientFluid/Math/SpatialInertia.h"

/// Bullet's stand-in for a 6x6: a scalar mass [kg] and a diagonal inertia in body axes [kg m^2].
struct btFluidEffectiveMass
{
	double m_mass;               ///< equal in all directions [kg]
	ambient::Vector3 m_inertia;  ///< principal moments about Bullet's body axes [kg m^2]
};

/// The largest mass, then the largest multiple of the bare inertia, with K - M_eff positive semidefinite. An impulse
/// computed with M_eff <= K never overshoots: the remaining momentum decays as (1 - M_eff K^-1)^n instead of
/// alternating in sign. For a sphere M_eff = K.
/// \param total K about the centre of mass, body axes; \param length body size that makes the test dimensionless [m]
btFluidEffectiveMass btFluidComputeEffectiveMass(const ambient::SpatialInertia& total, double bareMass,
                                                 const ambient::Vector3& bareInertia, double length);

#endif  // BT_FLUID_EFFECTIVE_MASS_H
