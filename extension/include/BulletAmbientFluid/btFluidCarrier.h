// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CARRIER_H
#define BT_FLUID_CARRIER_H

#include "AmbientFluid/Math/SE3.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <LinearMath/btVector3.h>

class btFluidAction;
class btMultiBody;
class btRigidBody;

namespace ambient
{
class FluidMedium;
}

/// The body that an actuator sits on: a rigid body, a link of a multi-body, or the world, which stands still. The
/// origin of the world's frame is that of btFluidAction::getOrigin().
class btFluidCarrier
{
public:
	btFluidCarrier() = default;  ///< the world
	/// \param user name of the class for messages \throws std::invalid_argument if the body is null
	btFluidCarrier(btRigidBody* body, const char* user);
	/// \param link -1: the base \throws std::invalid_argument if the multi-body is null or has no such link
	btFluidCarrier(btMultiBody* multiBody, int link, const char* user);

	/// Place and motion of the body.
	struct State
	{
		ambient::Pose m_worldFromBody;                   ///< origin at the centre of mass of body or link
		ambient::Twist m_velocity;                       ///< physical, about the body's origin, world axes
		const ambient::FluidMedium* m_medium = nullptr;  ///< around the body; null: vacuum
	};
	bool isWorld() const { return !m_body && !m_multiBody; }  ///< no body
	/// False if the body was in the world of the fluid and the last read() did not find it there: it may be deleted.
	bool isThere() const { return !m_isLost; }
	/// Reads the body now, unless it has left the world of the fluid: then the functions below do not touch it.
	State read(const btFluidAction& fluid) const;
	/// Applies a wrench about the body's origin, world axes, and wakes the body. Does nothing to the world.
	void apply(const ambient::Wrench& wrench) const;
	/// Of the dry body alone; water and joints make it smaller. 0 for the world and bodies that do not move [1/kg].
	double inverseMass() const;
	/// Likewise, about the body's origin, world axes [1/(kg m^2)].
	ambient::Matrix3 inverseInertia() const;
	/// Of the rigid body, or of all links of a multi-body whose base is free; else of the link alone [m].
	ambient::Vector3 centerOfMass() const;
	/// Whether other links move with the body.
	bool hasOtherLinks() const;

private:
	bool isUsable(const btFluidAction& fluid) const;

	btRigidBody* m_body = nullptr;
	btMultiBody* m_multiBody = nullptr;
	int m_link = -1;
	btFluidWatchedObject m_object;      ///< m_body
	mutable int m_worldIndex = 0;       ///< of m_multiBody
	mutable bool m_wasInWorld = false;  ///< of m_multiBody
	mutable bool m_isLost = false;      ///< at the last read()
};

#endif  // BT_FLUID_CARRIER_H
