// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_THRUSTER_H
#define BT_FLUID_THRUSTER_H

#include "AmbientFluid/Propulsion/Thruster.h"
#include "BulletAmbientFluid/btFluidCarrier.h"

#include <LinearMath/btScalar.h>

#include <memory>

class btFluidAction;
class btMultiBody;
class btRigidBody;

/// An ambient::Thruster on a rigid body or on a link of a multi-body. Usage, before each step:
///
///     thruster.setCommand(40);                 // [1/s]
///     thruster.apply(timeStep);                // as btRigidBody::applyForce
///     world->stepSimulation(timeStep, ...);
///
/// Positions and axes are in Bullet's body or link frame. The thrust is that in the medium at the propeller: above a
/// water surface that of air. It is constant through one call of stepSimulation(), its substeps included.
class btFluidThruster
{
public:
	/// \param fluid gives medium and physical velocities. Once the action has ended, or the body has left its world,
	/// apply() does nothing
	/// \throws std::invalid_argument as ambient::Thruster, or if the body is null
	btFluidThruster(const btFluidAction& fluid, btRigidBody* body, const ambient::ThrusterDef& def);
	/// \param link -1: the base
	/// \throws std::invalid_argument also if there is no such link
	btFluidThruster(const btFluidAction& fluid, btMultiBody* multiBody, int link, const ambient::ThrusterDef& def);

	/// [1/s]. \throws std::invalid_argument if it is not finite
	void setCommand(btScalar speed) { m_thruster.setCommand(double(speed)); }
	/// Speed, thrust, torque and power of the last apply(), and the state for saving.
	ambient::Thruster& getThruster() { return m_thruster; }
	const ambient::Thruster& getThruster() const { return m_thruster; }  ///< read-only access

	/// Advances the motor by the duration of the coming stepSimulation() [s], applies force and torque to the body, and
	/// wakes it if they are not zero. Exceptions of a user's medium pass through, with nothing applied.
	/// \throws std::invalid_argument if the duration is negative or not finite
	void apply(btScalar timeStep);

private:
	const btFluidAction& m_fluid;
	std::weak_ptr<const void> m_fluidLife;
	btFluidCarrier m_carrier;
	ambient::Thruster m_thruster;
};

#endif  // BT_FLUID_THRUSTER_H
