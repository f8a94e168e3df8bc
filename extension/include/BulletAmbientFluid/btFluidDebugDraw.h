// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DEBUG_DRAW_H
#define BT_FLUID_DEBUG_DRAW_H

#include "AmbientFluid/Forces/ForceSet.h"

#include <LinearMath/btVector3.h>

namespace ambient
{
class KirchhoffMotion;
struct FluidBodyState;
}  // namespace ambient
class btFluidRegion;
class btIDebugDraw;

/// Contents of the debug drawing: any sum of these bits. A body in vacuum shows centre of mass, velocity and weight
/// only.
enum btFluidDebugDrawFlags
{
	/// Force of each term in btFluidDebugDrawOptions::m_terms, an arrow from the centre of mass, btFluidTermColor().
	BT_FLUID_DRAW_FORCES = 1,
	/// Slip of each face with attached flow: the tangential part of the face's velocity relative to the medium, times
	/// the attachment. Yellow arrows from the faces' centroids.
	BT_FLUID_DRAW_SLIP_VELOCITY = 2,
	/// Separation line of the flow, closed loops on the surface. Vermillion.
	BT_FLUID_DRAW_SEPARATION_LINE = 4,
	/// Added mass as an ellipsoid about the centre of mass, drawn by three principal ellipses. Blue. The axes are the
	/// principal axes of the 3x3 added mass of translation; the radius along an axis is proportional to the added mass
	/// [kg] of acceleration along that axis. Proportions only: the longest radius is half of FluidBodyModel::length()
	/// times m_addedMassScale for any density of the fluid.
	BT_FLUID_DRAW_ADDED_MASS = 8,
	/// A cross at the centroid of the displaced volume. Bluish green.
	BT_FLUID_DRAW_CENTER_OF_BUOYANCY = 16,
	/// A cross at the centre of mass. Grey.
	BT_FLUID_DRAW_CENTER_OF_MASS = 32,
	/// Velocity of the centre of mass, world frame. Reddish purple arrow.
	BT_FLUID_DRAW_VELOCITY = 64,
	/// Weight in the medium's accelerating frame, m (g - DU/Dt), an arrow from the centre of mass. Grey.
	BT_FLUID_DRAW_WEIGHT = 128,
	/// Outlines of the regions (btFluidRegion): blue, or grey if disabled.
	BT_FLUID_DRAW_REGIONS = 256,
	/// Forces of the default pressure on the cells of lifting surfaces: lift sky blue, suction of the leading edge
	/// vermillion, lee and vortices yellow. Length by the force over the cell's area: where the cells carry the body's
	/// own weight evenly, a tenth of FluidBodyModel::length(), times m_forceScale.
	BT_FLUID_DRAW_WINGS = 512
};

/// Options of the debug drawing. The colours of Okabe and Ito are distinct to colour-blind people.
struct btFluidDebugDrawOptions
{
	/// Sum of btFluidDebugDrawFlags; 0 draws nothing. Default: forces and centre of buoyancy.
	int m_flags = BT_FLUID_DRAW_FORCES | BT_FLUID_DRAW_CENTER_OF_BUOYANCY;
	/// Terms to draw: bit i is term i of the force set, btFluidPowerLimitBit() is the force removed by the power limit
	/// (ambient::FluidReadout::powerLimit). See btFluidTermBit(). Default: all.
	unsigned m_terms = ~0u;
	/// Scale of force arrows. At 1 (default) an arrow of FluidBodyModel::length() stands for the body's own weight at
	/// 9.81 m/s^2.
	btScalar m_forceScale = btScalar(1);
	/// Scale of velocity and slip arrows: they show the path travelled in this time [s]. Default 0.1.
	btScalar m_velocityScale = btScalar(0.1);
	/// Size of the added-mass ellipsoid; default 1.
	btScalar m_addedMassScale = btScalar(1);
};

/// Bit of m_terms for a named force ("dynamic_pressure", "skin_friction", "buoyancy", "power_limit"); 0 if the set has
/// no such force.
unsigned btFluidTermBit(const ambient::ForceSet& forces, const char* name);

/// Bit of m_terms for the force removed by the power limit.
constexpr unsigned btFluidPowerLimitBit() { return 1u << ambient::ForceSet::kMaxTerms; }

/// Colour of a term's arrow, red-green-blue in [0, 1], for legends: orange, sky blue, bluish green, reddish purple,
/// yellow, blue, vermillion; grey for later terms and for the power limit.
btVector3 btFluidTermColor(int term);

/// Draws one body as lines in the world frame. Skips a non-finite state, zero forces and velocities, and lines beyond
/// the range of Bullet's scalar type. Exceptions of the user's medium, forces or drawer, and std::bad_alloc, pass
/// through.
void btFluidDrawBody(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                     const btFluidDebugDrawOptions& options, btIDebugDraw& drawer);

/// Draws the outline of a region as lines: the edges of a box, or three silhouettes of another convex shape, seen along
/// its axes. Blue; grey if disabled. Lines to infinity are left out.
void btFluidDrawRegion(const btFluidRegion& region, btIDebugDraw& drawer);

#endif  // BT_FLUID_DEBUG_DRAW_H
