// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BASE_MOVER_H
#define BT_FLUID_BASE_MOVER_H

#include "AmbientFluid/Locomotion/SequenceInterpolation.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>

#include <memory>

/// Moves the base of a multi-body as the motion of a shape (ambient::solveMotion) prescribes: joints, links and
/// contacts feel it, it feels nothing.
///
///     btFluidBaseMover mover(multiBody, motion);
///     world->addMultiBodyConstraint(&mover);        // a btMultiBodyDynamicsWorld
///     world->addAction(&mover);
///
/// The base or a link needs a collider in the world, without which Bullet solves no constraint of a multi-body.
/// The base's frame is the gauge frame of the reduced sequence. Six rows ask for the velocity that takes the base to
/// its pose at the end of the step, without a limit of force; so a contact sees the base move, and links feel its
/// acceleration. The solver's iterations leave the rows an error where other rows are many; the next step takes it
/// back. With contacts of the base, the rigid motion counts: not a skin that moves.
///
/// Bullet's own kinematic bases (btMultiBody::setBaseDynamicType()) are no way to this: their contacts slide as if the
/// base were at rest, and their links do not feel its acceleration.
class btFluidBaseMover : public btMultiBodyConstraint, public btActionInterface
{
public:
	BT_DECLARE_ALIGNED_ALLOCATOR();  ///< memory aligned as Bullet needs it

	/// Puts the base where the motion begins, and keeps the multi-body from sleeping.
	/// \param body with a free base, finalised; outlives the mover
	/// \throws std::invalid_argument if body or motion is null, or the base is fixed or kinematic
	btFluidBaseMover(btMultiBody* body, std::shared_ptr<const ambient::InterpolatedMotion> motion);
	~btFluidBaseMover() override;

	double getTime() const { return m_time; }  ///< of the motion at the end of the last step [s]
	/// Sets the time of the motion; the base follows at the end of the next step.
	/// \throws std::invalid_argument if it is not finite
	void setTime(double time);

	/// Called by the world at the end of each step: counts the time.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Draws nothing.
	void debugDraw(btIDebugDraw*) override {}

	/// Makes the directions of the rows. Called by the world of multi-bodies, as are the functions below.
	void finalizeMultiDof() override;
	int getIslandIdA() const override;                ///< that of the first collider; none: -1
	int getIslandIdB() const override { return -1; }  ///< there is no second body
	/// Asks for the velocity that takes the base to its pose at the end of the step.
	/// Appends six rows, angular first.
	void createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
	                          const btContactSolverInfo& info) override;

private:
	std::shared_ptr<const ambient::InterpolatedMotion> m_motion;
	double m_time;
};

#endif  // BT_FLUID_BASE_MOVER_H
