// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVED_BODY_H
#define BT_FLUID_SOLVED_BODY_H

#include "BulletAmbientFluid/btFluidMobility.h"

#include <LinearMath/btVector3.h>

class btRigidBody;

/// What a btFluidConstraintSolver must know of a wet body for one step; world axes, about the centre of mass.
struct btFluidFreeMotion
{
	btVector3 m_linearVelocity;   ///< at the step's end if no contact or joint acts, all loads included [m/s]
	btVector3 m_angularVelocity;  ///< likewise [rad/s]
	btFluidMobility m_mobility;   ///< of the body where the step starts, made with the rigid body's own mass
};

/// A body whose contacts and joints are to be solved with a full 6x6 inertia. btFluidBody is one; an application that
/// has an inertia of its own may bring another.
class btFluidSolvedBody
{
public:
	virtual ~btFluidSolvedBody() = default;

	/// Called once per step by the solver, before it reads the rigid body; may still change its velocity and pose.
	/// \returns false to have the body solved as a dry one this time. Must not throw.
	virtual bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) = 0;

	/// Called when the solver has written the rigid body's velocity, and with split impulse its pose, and before
	/// Bullet moves it: the velocity change by all contacts and joints, on top of the free motion. Must not throw.
	virtual void endSolve(const btVector3& linearChange, const btVector3& angularChange) = 0;
};

/// Where a btFluidConstraintSolver looks for wet bodies. Several solvers may ask at the same time, each for bodies that
/// no other one asks for.
class btFluidSolvedBodies
{
public:
	virtual ~btFluidSolvedBodies() = default;
	/// The wet side of a body, or null.
	virtual btFluidSolvedBody* findSolvedBody(const btRigidBody* body) = 0;
	/// Called by every solver when it is made.
	virtual void addSolver() {}
};

#endif  // BT_FLUID_SOLVED_BODY_H
