// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONSTRAINT_SOLVER_H
#define BT_FLUID_CONSTRAINT_SOLVER_H

#include "BulletAmbientFluid/btFluidSolverMetric.h"

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <utility>

/// Bullet's constraint solver with the full 6x6 inertia of wet bodies: contacts, friction, rolling friction, joints,
/// limits and motors feel K = K_body + K_fluid ("mode A" of extension/README.md). Usage, at any time:
///
///     btFluidConstraintSolver solver(fluid);      // fluid: the btFluidAction; outlives the solver's use
///     world->setConstraintSolver(&solver);
///
/// Only virtual functions are overridden, and only the rows that a wet body takes part in are changed: they are made
/// as Bullet makes them and then moved to variables in which the body is an ordinary one (btFluidMobility.h). The
/// solver's iterations run untouched; a world without wet bodies solves to the bit as before.
///
/// Base: btSequentialImpulseConstraintSolver, btNNCGConstraintSolver, btSequentialImpulseConstraintSolverMt and
/// btMLCPSolver, see btFluidConstraintSolverVariants.h; btMultiBodyConstraintSolver, see
/// btFluidMultiBodyConstraintSolver.h.
///
/// Known limit, as Bullet's own code bypasses the rows there: the MOTOR of btConeTwistConstraint responds with the dry
/// inertia (its limits do not). Use btGeneric6DofSpring2Constraint for motors of wet bodies.
template <class Base, btFluidSolverMetric::Kind kMetric = btFluidSolverMetric::OWN_ANGULAR>
class btFluidSolver : public Base
{
public:
	/// \param bodies who knows which bodies are wet: a btFluidAction; \param arguments go to Base's constructor
	template <class... Arguments>
	explicit btFluidSolver(btFluidSolvedBodies& bodies, Arguments&&... arguments)
		: btFluidSolver(&bodies, std::forward<Arguments>(arguments)...)
	{
	}
	/// For a world that wants its solver before there is an action: null for now, addBodies() later.
	template <class... Arguments>
	explicit btFluidSolver(btFluidSolvedBodies* bodies, Arguments&&... arguments)
		: Base(std::forward<Arguments>(arguments)...), m_metric(bodies, kMetric)
	{
	}

	/// Also these bodies: one solver serves all the actions of a world, such as one in air and one in water.
	/// What is added must outlive the solver's use.
	void addBodies(btFluidSolvedBodies& bodies) { m_metric.addBodies(&bodies); }

protected:
	/// Lets wet bodies prepare and gives their solver bodies free motion and response.
	void convertBodies(btCollisionObject** bodies, int numBodies, const btContactSolverInfo& info) override
	{
		m_metric.beginSolve(bodies, numBodies, info.m_timeStep);
		Base::convertBodies(bodies, numBodies, info);
		m_metric.takeBodies(this->m_tmpSolverBodyPool);
	}

	/// Rows of joints, limits and motors as Bullet makes them, then in the wet bodies' variables.
	void convertJoints(btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info) override
	{
		Base::convertJoints(constraints, numConstraints, info);
		m_metric.transformJoints(this->m_tmpSolverNonContactConstraintPool, this->m_tmpSolverBodyPool);
	}

	/// Rows of contacts and frictions likewise; warm-starting impulses are applied again with the wet response.
	void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override
	{
		Base::convertContacts(manifolds, numManifolds, info);
		m_metric.transformContacts(this->m_tmpSolverContactConstraintPool, this->m_tmpSolverBodyPool, info);
		m_metric.transformFriction(this->m_tmpSolverContactFrictionConstraintPool, this->m_tmpSolverBodyPool, info);
		m_metric.transformRollingFriction(this->m_tmpSolverContactRollingFrictionConstraintPool,
		                                  this->m_tmpSolverBodyPool);
	}

	/// Turns rows that users read and velocities back before Bullet takes them, then tells the wet bodies.
	btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies,
	                                       const btContactSolverInfo& info) override
	{
		m_metric.restoreJoints(this->m_tmpSolverNonContactConstraintPool);
		m_metric.restoreBodies(this->m_tmpSolverBodyPool);
		const btScalar result = Base::solveGroupCacheFriendlyFinish(bodies, numBodies, info);
		m_metric.endSolve();
		return result;
	}

	btFluidSolverMetric m_metric;  ///< the change of variables, and who is wet
};

/// For a btDiscreteDynamicsWorld.
typedef btFluidSolver<btSequentialImpulseConstraintSolver> btFluidConstraintSolver;

#endif  // BT_FLUID_CONSTRAINT_SOLVER_H
