// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DEBUG_DRAW_H
#define BT_FLUID_DEBUG_DRAW_H

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

#include <LinearMath/btVector3.h>

class btFluidRegion;
class btIDebugDraw;

/// What to draw: any sum of these bits. Of a body in vacuum only centre of mass, velocity and weight are drawn.
enum btFluidDebugDrawFlags
{
	/// Force of each term in btFluidDebugDrawOptions::m_terms, an arrow from the centre of mass, btFluidTermColor().
	BT_FLUID_DRAW_FORCES = 1,
	/// On each face that the flow is attached to, its slip: the part along the surface of the face's velocity relative
	/// to the medium, times the attachment. Yellow arrows from the faces' centroids.
	BT_FLUID_DRAW_SLIP_VELOCITY = 2,
	/// Where the flow leaves the surface, closed loops on it. Vermillion.
	BT_FLUID_DRAW_SEPARATION_LINE = 4,
	/// Added mass as an ellipsoid about the centre of mass, by its three principal ellipses. Blue. Its axes are the
	/// principal axes of the 3x3 added mass of translation, its radius along each stands for the added mass [kg] felt
	/// when accelerated along it: a sphere where all three are equal. Proportions only: the longest radius is half of
	/// FluidBodyModel::length() times m_addedMassScale, whatever the density of the fluid.
	BT_FLUID_DRAW_ADDED_MASS = 8,
	/// A cross at the centroid of the displaced volume. Bluish green.
	BT_FLUID_DRAW_CENTER_OF_BUOYANCY = 16,
	/// A cross at the centre of mass. Grey.
	BT_FLUID_DRAW_CENTER_OF_MASS = 32,
	/// Velocity of the centre of mass, world frame. Reddish purple arrow.
	BT_FLUID_DRAW_VELOCITY = 64,
	/// Weight as the medium's frame feels it, m (g - DU/Dt), an arrow from the centre of mass. Grey.
	BT_FLUID_DRAW_WEIGHT = 128,
	/// Outlines of the regions (btFluidRegion): blue, grey where they are switched off.
	BT_FLUID_DRAW_REGIONS = 256
};

/// How wet bodies are drawn. Colours are those of Okabe and Ito, which colour-blind people can tell apart.
struct btFluidDebugDrawOptions
{
	/// Sum of btFluidDebugDrawFlags; 0 draws nothing. Default: forces and centre of buoyancy.
	int m_flags = BT_FLUID_DRAW_FORCES | BT_FLUID_DRAW_CENTER_OF_BUOYANCY;
	/// Which forces: bit i is term i of the force set, and btFluidPowerLimitBit() what the limit on their power takes
	/// off (ambient::FluidReadout::powerLimit). See btFluidTermBit(). Default: all.
	unsigned m_terms = ~0u;
	/// Force arrows: at 1 (default) an arrow as long as the body, FluidBodyModel::length(), stands for the body's own
	/// weight at 9.81 m/s^2.
	btScalar m_forceScale = btScalar(1);
	/// Velocity and slip arrows show the way made in this time [s]. Default 0.1.
	btScalar m_velocityScale = btScalar(0.1);
	/// Size of the added-mass ellipsoid; default 1.
	btScalar m_addedMassScale = btScalar(1);
};

/// Bit of m_terms for the force of this name ("dynamic_pressure", "skin_friction", "buoyancy", "power_limit"), or 0 if
/// the set has none.
unsigned btFluidTermBit(const ambient::ForceSet& forces, const char* name);

/// Bit of m_terms for what the power limit takes off.
constexpr unsigned btFluidPowerLimitBit() { return 1u << ambient::KirchhoffEquations::kMaxTerms; }

/// Colour of term i's arrow, red-green-blue in [0, 1], for legends: orange, sky blue, bluish green, reddish purple,
/// yellow, blue, vermillion; grey from then on, and for the power limit.
btVector3 btFluidTermColor(int term);

/// Draws one body in this state with lines, in Bullet's world. Nothing is drawn of a state that is not finite, of a
/// zero force or velocity, and of lines that Bullet's scalar type cannot hold. Throws only what the user's medium,
/// forces or drawer throw, and std::bad_alloc.
void btFluidDrawBody(const ambient::KirchhoffEquations& equations, const ambient::FluidBodyState& state,
                     const btFluidDebugDrawOptions& options, btIDebugDraw& drawer);

/// Draws the outline of a region with lines: the edges of boxes, and round any other convex shape the three lines on
/// which it is touched by planes along its axes. Blue; grey where it is off. Lines that reach to infinity are left out.
void btFluidDrawRegion(const btFluidRegion& region, btIDebugDraw& drawer);

#endif  // BT_FLUID_DEBUG_DRAW_H
