// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_DRIVE_H
#define BT_FLUID_SHAPE_DRIVE_H

#include "AmbientFluid/Body/ShapeClock.h"
#include "BulletAmbientFluid/btFluidSkin.h"

#include <LinearMath/btTransform.h>

#include <memory>
#include <vector>

class btConvexHullShape;
class btFluidRigidBody;

/// Plays the shape sequence of a wet body: speed, phase, and the shape as it is now. Made by
/// btFluidAction::addBody(body, shape); belongs to the action and ends with the body's removal. Call it between two
/// calls of stepSimulation().
///
/// Exact mode only: contacts and joints of a deforming body need a btFluidConstraintSolver. Where a speed or phase
/// changes at once, the momentum of body and fluid, or the velocity, is kept, see there.
class btFluidShapeDrive
{
public:
	/// \param body wet, plays `shape`; outlives the drive
	btFluidShapeDrive(btFluidRigidBody& body, std::shared_ptr<ambient::PlayedShape> shape);

	const ambient::DeformingModel& model() const { return m_shape->model(); }  ///< of addBody()

	/// Sets the speed of playing; 1 as the keys say (default), 0 holds the shape, negative plays backwards. Wakes the
	/// body. The momentum is kept: without a ramp the velocity jumps.
	/// \param ramp time to reach the speed [s], 0 or more
	/// \throws std::invalid_argument if a value is not finite or `ramp` is negative
	void setSpeed(btScalar speed, btScalar ramp = 0);
	btScalar getSpeed() const;  ///< at the end of the last step

	/// Sets the time within the sequence [s]: the shape changes at once, the velocity is kept. Wakes the body.
	/// \throws std::invalid_argument if it is not finite
	void setPhase(btScalar phase);
	btScalar getPhase() const;  ///< at the end of the last step [s]; of a loop: without whole periods

	/// Pose of the author's frame in the world. The body frame differs from it: its origin is the centre of mass, and
	/// its axes follow the shape (ambient::DeformingModel).
	btTransform worldFromAuthor() const;
	/// Writes the vertices of the present shape, world frame [m], in the order of the keys; refined keys have more.
	void vertices(std::vector<btVector3>& out) const;

	/// Gives a hull the present vertices now and at the end of each step, body frame. The hull must be the shape of the
	/// body, or a child of it without a transform of its own; null: no hull follows (default).
	void setCollisionHull(btConvexHullShape* hull);
	/// Moves the hull of setCollisionHull() to the present shape. For btFluidRigidBody.
	void moveCollisionShape();

	/// Velocity of the surface near a point, beyond the rigid motion and as a mean over the coming step, world axes
	/// [m/s]. \param pointInBody body frame [m] \param timeStep [s]
	btVector3 surfaceVelocity(const btVector3& pointInBody, btScalar timeStep) const;

	/// True if the shape moves at a time of the world [s], or will.
	bool isMoving(double time) const;
	/// The clock of the sequence; restored with the body's state.
	const ambient::ShapeClock& clock() const { return m_shape->clock(); }
	/// Replaces the clock without any effect on the body. For btFluidRigidBody.
	void restoreClock(const ambient::ShapeClock& clock) { m_shape->setClock(clock); }

private:
	btFluidRigidBody& m_body;
	std::shared_ptr<ambient::PlayedShape> m_shape;
	mutable btFluidSkin m_skin;  ///< its times are phases
};

#endif  // BT_FLUID_SHAPE_DRIVE_H
