// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MOORING_H
#define BT_FLUID_MOORING_H

#include "AmbientFluid/Cables/MooringLine.h"
#include "BulletAmbientFluid/btFluidCarrier.h"

#include <LinearMath/btScalar.h>

#include <limits>
#include <memory>
#include <vector>

class btIDebugDraw;

/// A mooring line or tether between two bodies, links of multi-bodies or places of the world: an ambient::MooringLine,
/// quasi-static or moving. Usage, before each step:
///
///     ambient::CableDef def;                    // a moving cable; or ambient::CatenaryLineDef
///     def.length = 12;
///     btFluidMooring mooring(fluid, btFluidCarrier(), anchor, btFluidCarrier(buoy, "mooring"), ring, def, bed);
///     mooring.apply(timeStep);                  // as btRigidBody::applyForce
///     world->stepSimulation(timeStep, ...);
///
/// The line pulls both bodies where it is attached; weight, drag and the bed act on the line alone. The forces are
/// constant through one call of stepSimulation().
class btFluidMooring
{
public:
	/// \param fluid gives velocities and media. Once the action has ended, or a body has left its world, apply() does
	/// nothing
	/// \param first body at the first end \param onFirst place on it, Bullet's body or link frame [m]
	/// \param second body at the other end \param onSecond place on it, as `onFirst`
	/// \param seabed height of a level bed, against the world's gravity [m]; minus infinity: none
	/// \throws std::invalid_argument as ambient::MooringLine::make, or if a place is not finite
	btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const ambient::Vector3& onFirst,
	               const btFluidCarrier& second, const ambient::Vector3& onSecond, const ambient::CatenaryLineDef& def,
	               double seabed = -std::numeric_limits<double>::infinity());
	/// Overload for a moving cable in the medium around the bodies of the world; regions do not act on it.
	btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const ambient::Vector3& onFirst,
	               const btFluidCarrier& second, const ambient::Vector3& onSecond, const ambient::CableDef& def,
	               double seabed = -std::numeric_limits<double>::infinity());

	ambient::MooringLine& getLine() { return *m_line; }              ///< length and winch, tension, breaking
	const ambient::MooringLine& getLine() const { return *m_line; }  ///< read-only access
	/// Points along the line, world [m]; empty before the first step, and if the line is lost.
	std::vector<ambient::Vector3> getPoints() const;
	/// Draws the line.
	void debugDraw(btIDebugDraw& drawer) const;

	/// Advances the line by the duration of the coming stepSimulation() [s] and pulls both bodies. Exceptions of a
	/// user's medium pass through, with nothing applied.
	/// \throws std::invalid_argument if the duration is negative or not finite
	void apply(btScalar timeStep);

	/// State of the line as bytes for restoreState() on the same machine, beside btFluidAction::saveState().
	std::vector<unsigned char> saveState() const;
	/// \throws std::invalid_argument, with nothing changed, if the bytes are not a state of an equal line
	void restoreState(const std::vector<unsigned char>& state);

private:
	btFluidMooring(const btFluidAction& fluid, const btFluidCarrier& first, const ambient::Vector3& onFirst,
	               const btFluidCarrier& second, const ambient::Vector3& onSecond,
	               std::unique_ptr<ambient::MooringLine> line, double seabed);
	struct Side
	{
		btFluidCarrier m_carrier;
		ambient::Vector3 m_place;  ///< on the body [m]
		ambient::Vector3 m_force;  ///< of the last step, world axes [N]
	};

	const btFluidAction& m_fluid;
	std::weak_ptr<const void> m_fluidLife;
	Side m_sides[2];
	std::unique_ptr<ambient::MooringLine> m_line;  ///< places from the first origin of the world
	double m_seabed;                               ///< from the first origin of the world [m]
};

#endif  // BT_FLUID_MOORING_H
