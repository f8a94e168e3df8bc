// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MOBILITY_H
#define BT_FLUID_MOBILITY_H

#include "AmbientFluid/Math/SpatialInertia.h"

#include <LinearMath/btMatrix3x3.h>

namespace ambient
{
struct LockedAxes;
}

/// The mobility W = K^-1 of a body, W (angular impulse, linear impulse) = velocity change, about the centre of mass, in
/// a factored form for sequential impulse solvers: with momentum p = A v + C w, l = C^T v + D w,
///
///     B = -A^-1 C,   Waa = (D + C^T B)^-1,   Tll Tll^T = m A^-1,
///     W_ll = Tll Tll^T / m + B Waa B^T,   W_la = B Waa,   W_aa = Waa.
///
/// A solver with only a mass m and a 3x3 angular response then works with the row J~ = (Tll^T J_l, J_a + B^T J_l) and
/// the linear change v~; the physical one is v = Tll v~ + B w. For a dry body Tll = 1, B = 0, Waa = I^-1.
struct btFluidMobility
{
	btMatrix3x3 m_linear;    ///< Tll [1]
	btMatrix3x3 m_coupling;  ///< B [m]
	btMatrix3x3 m_angular;   ///< Waa [1/(kg m^2)]

	/// The mobility in axes turned by `basis` (columns: the old axes in the new ones).
	btFluidMobility rotated(const btMatrix3x3& basis) const;
};

/// \param inertia K about the centre of mass, in the axes of the result [kg m^2, kg m, kg]
/// \param mass    m above [kg]; any positive value gives the same W
btFluidMobility btFluidComputeMobility(const ambient::Matrix6& inertia, double mass);
/// Overload for a body with locked axes: with S the free axes, W = S (S^T K S)^-1 S^T; K and the result are in world
/// axes.
btFluidMobility btFluidComputeMobility(const ambient::Matrix6& inertia, double mass, const ambient::LockedAxes& locked);

#endif  // BT_FLUID_MOBILITY_H
