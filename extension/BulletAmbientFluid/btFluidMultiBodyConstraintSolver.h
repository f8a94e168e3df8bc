// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H
#define BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H

#include "BulletAmbientFluid/btFluidConstraintSolver.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

/// The exact solver of a btMultiBodyDynamicsWorld: solves wet rigid bodies as btFluidConstraintSolver does, and their
/// contacts, friction and joints with multi-body links. The links themselves are dry. Install the solver with
/// world->setMultiBodyConstraintSolver(&solver); that world ignores setConstraintSolver() for its islands. Other worlds
/// must not use this class: the base class's solveGroup() needs a btMultiBodyDynamicsWorld.
class btFluidMultiBodyConstraintSolver : public btFluidSolver<btMultiBodyConstraintSolver>
{
public:
	/// \param bodies as for btFluidSolver
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies& bodies);
	/// \param bodies as for btFluidSolver; null if addBodies() follows
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies* bodies);

protected:
	/// Transforms rows as btFluidSolver does, and the rows between wet bodies and links.
	void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override;

private:
	/// Velocity of the rigid side in the rows that Bullet makes.
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
