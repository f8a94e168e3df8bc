// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_MOVER_H
#define BT_FLUID_SHAPE_MOVER_H

#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>

#include <memory>
#include <vector>

class btConvexHullShape;
class btFluidSkin;

/// Moves a kinematic body as the motion of a shape (ambient::solveMotion) prescribes: others feel it, it feels nothing.
///
///     body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
///     world->addRigidBody(body);
///     btFluidShapeMover mover(body, motion, shape);
///     world->addAction(&mover);
///     solver.addBodies(mover);                      // a btFluidConstraintSolver, for contacts of the surface
///
/// The body's frame is the gauge frame of the reduced sequence. With the exact solver, contacts and friction have the
/// mean velocity of the surface over the step, in every substep; the length of a step is taken to be that of the last
/// one (the first: 1/60 s). Without it they see the rigid motion over the last call of stepSimulation(), as joints do.
/// A motion state of the body receives its pose.
class btFluidShapeMover : public btActionInterface, public btFluidSolvedBodies, public btFluidSolvedBody
{
public:
	/// Puts the body where the motion begins, and keeps it from sleeping.
	/// \param body kinematic \param shape of the same sequence; null: a rigid surface
	/// \throws std::invalid_argument if body or motion is null, or the body is not kinematic
	btFluidShapeMover(btRigidBody* body, std::shared_ptr<const ambient::InterpolatedMotion> motion,
	                  std::shared_ptr<const ambient::InterpolatedShape> shape = nullptr);
	~btFluidShapeMover() override;

	double getTime() const { return m_time; }  ///< of the motion at the end of the last step [s]
	/// As btFluidViscousBody::setCollisionHull(). \throws std::invalid_argument without a shape
	void setCollisionHull(btConvexHullShape* hull);

	/// State as bytes for restoreState() on the same machine: the time, and pose and velocity of the body. Call both
	/// functions between two calls of stepSimulation().
	std::vector<unsigned char> saveState() const;
	/// Restores the state of saveState(); the hull follows.
	/// \throws std::invalid_argument, with nothing changed, if the bytes are damaged, of something else, or of another
	/// motion
	void restoreState(const std::vector<unsigned char>& state);

	/// Called by the world at the end of each step: moves the body. Only counts the time once the body has left the
	/// world, since it may be deleted.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Draws nothing.
	void debugDraw(btIDebugDraw*) override {}

	btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override;
	bool hasMovingSurfaces() const override { return true; }
	bool beginSolve(btScalar, btFluidFreeMotion&) override { return false; }
	void endSolve(const btVector3&, const btVector3&) override {}
	btVector3 surfaceVelocity(const btManifoldPoint& point, bool isA) const override;

private:
	/// Writes the pose, and the velocity of the coming step.
	void publish();

	btRigidBody* m_body;
	btFluidWatchedObject m_object;  ///< m_body
	std::shared_ptr<const ambient::InterpolatedMotion> m_motion;
	std::unique_ptr<btFluidSkin> m_skin;  ///< null: rigid
	double m_time, m_timeStep;
	ambient::Pose m_now, m_next;  ///< at both ends of the coming step
};

#endif  // BT_FLUID_SHAPE_MOVER_H
