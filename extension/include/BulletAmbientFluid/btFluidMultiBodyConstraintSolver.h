// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H
#define BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H

#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>

class btFluidWetMultiBody;

/// The exact solver of a btMultiBodyDynamicsWorld: solves wet rigid bodies as btFluidConstraintSolver does, and
/// multi-bodies with the full 6x6 inertia of each wet link (btFluidAction::addMultiBody): contacts, friction, limits,
/// motors and other btMultiBodyConstraints, with wet and dry partners of either kind. Install the solver with
/// world->setMultiBodyConstraintSolver(&solver); that world ignores setConstraintSolver() for its islands. Other worlds
/// must not use this class: the base class's solveGroup() needs a btMultiBodyDynamicsWorld.
class btFluidMultiBodyConstraintSolver : public btFluidSolver<btMultiBodyConstraintSolver>
{
public:
	/// \param bodies as for btFluidSolver
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies& bodies);
	/// \param bodies as for btFluidSolver; null if addBodies() follows
	explicit btFluidMultiBodyConstraintSolver(btFluidSolvedBodies* bodies);

	/// Plans the step of wet multi-bodies, then prepares as Bullet does.
	void prepareSolve(int numBodies, int numManifolds) override;
	/// Gives wet multi-bodies their free velocity before the first island of a step, then solves.
	void solveMultiBodyGroup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
	                         int numManifolds, btTypedConstraint** constraints, int numConstraints,
	                         btMultiBodyConstraint** multiBodyConstraints, int numMultiBodyConstraints,
	                         const btContactSolverInfo& info, btIDebugDraw* debugDrawer,
	                         btDispatcher* dispatcher) override;
	/// Passes the velocity changes on to wet multi-bodies.
	void allSolved(const btContactSolverInfo& info, btIDebugDraw* debugDrawer) override;

protected:
	/// Transforms rows as btFluidSolver does, and the rows of wet bodies and wet multi-bodies.
	void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override;
	/// Finishes as btFluidSolver does, then gives multi-bodies in the flow of others the impulses of their own rows.
	btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies,
	                                       const btContactSolverInfo& info) override;

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
	/// The wet side of a multi-body in this step; null: solved as Bullet does.
	btFluidWetMultiBody* findWet(const btMultiBody* multiBody) const;
	/// Computes the responses of all wet sides of some rows: at most ambient::kLanes, those of a multi-body together.
	void findResponses(const btMultiBodyConstraintArray& rows, int begin, int end);
	/// The response found for one side of a row. \param row counted from the first one in findResponses()
	btScalar* responseOf(int row, bool first) { return &m_responses[(2 * row + (first ? 0 : 1)) * m_stride]; }
	/// Replaces the response of one side, and the row's numbers that follow from it.
	/// \param found the response; overwritten
	void transformLinkSide(btMultiBodySolverConstraint& row, bool first, btScalar* found, btScalar relaxation);
	/// Adds the product of the two sides of a contact of a multi-body with itself, which Bullet leaves out.
	void addSelfResponse(btMultiBodySolverConstraint& row, btScalar relaxation) const;
	static void setDenominator(btMultiBodySolverConstraint& row, btScalar relaxation, btScalar added);
	bool anyWet() const;
	/// Tells the groups of the coming solve which multi-bodies have joint rows.
	void noteJointRows(btMultiBodyConstraint** constraints, int numConstraints);

	btAlignedObjectArray<btScalar> m_responses;  ///< of findResponses()
	int m_stride = 0;                            ///< numbers per response
};

#endif  // BT_FLUID_MULTI_BODY_CONSTRAINT_SOLVER_H
