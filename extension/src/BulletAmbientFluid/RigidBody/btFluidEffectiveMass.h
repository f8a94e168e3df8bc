// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_EFFECTIVE_MASS_H
#define BT_FLUID_EFFECTIVE_MASS_H

#include "AmbientFluid/Math/EffectiveMass.h"

/// Bullet's stand-in for a 6x6: a scalar mass [kg] and a diagonal inertia in body axes [kg m^2].
struct btFluidEffectiveMass
{
	double m_mass;               ///< equal in all directions [kg]
	ambient::Vector3 m_inertia;  ///< principal moments about Bullet's body axes [kg m^2]
};

/// ambient::computeEffectiveMass of a body whose dry inertia is diagonal in Bullet's body axes.
/// \param total K about the centre of mass, body axes; \param length of the model [m]
inline btFluidEffectiveMass btFluidComputeEffectiveMass(const ambient::SpatialInertia& total, double bareMass,
                                                        const ambient::Vector3& bareInertia, double length)
{
	const ambient::EffectiveMass effective =
		ambient::computeEffectiveMass(total, bareMass, bareInertia.asDiagonal(), length);
	return {effective.mass, effective.inertia.diagonal()};
}

#endif  // BT_FLUID_EFFECTIVE_MASS_H
