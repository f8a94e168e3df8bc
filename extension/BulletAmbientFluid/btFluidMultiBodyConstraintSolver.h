// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H
#define BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H

#include "BulletAmbientFluid/btFluidConstraintSolver.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

/// The exact solver of a btMultiBodyDynamicsWorld: wet rigid bodies among themselves as with btFluidConstraintSolver,
/// and their contacts, friction and joints with multi-body links. The links themselves are dry.
/// Install it with world->setMultiBodyConstraintSolver(&solver); that world ignores setConstraintSolver() for its
/// islands. Use it in no other world: Bullet's own solveGroup() of this kind needs a btMultiBodyDynamicsWorld.
class btFluidMultiBodyConstraintSolver : public btFluidSolver<btMultiBodyConstraintSolver>
{
public:
	/// As btFluidSolver.
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies& bodies);
	/// As btFluidSolver: null where addBodies() follows.
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies* bodies);

protected:
	/// As btFluidSolver, and the rows between wet bodies and links.
	void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override;

private:
	/// What Bullet took for the velocity of the rigid side when it made a row.
	enum RowVelocity
	{
		WITH_DRY_FORCES,          ///< velocity after the step's forces on the dry mass
		ANGULAR_WITHOUT_TORQUES,  ///< rolling and spinning friction
		WITHOUT_FORCES            ///< joints
	};
	void transformRows(btMultiBodyConstraintArray& rows, RowVelocity velocity, btScalar relaxation,
	                   const btContactSolverInfo& info);
	void transformRigidSide(btMultiBodySolverConstraint& row, bool first, RowVelocity velocity, btScalar relaxation,
	                        btScalar timeStep);
};

#endif  // BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H
