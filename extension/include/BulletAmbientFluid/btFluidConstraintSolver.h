// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONSTRAINT_SOLVER_H
#define BT_FLUID_CONSTRAINT_SOLVER_H

#include "BulletAmbientFluid/btFluidRowTransform.h"

#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>

#include <utility>

/// Bullet's constraint solver with the full 6x6 inertia of wet bodies: contacts, friction, rolling friction, joints,
/// limits and motors feel K = K_body + K_fluid ("exact mode" of docs/rules.md). Usage, at any time:
///
///     btFluidConstraintSolver solver(fluid);      // fluid: a btFluidAction
///     world->setConstraintSolver(&solver);
///
/// The solver overrides virtual functions only. Bullet makes all rows; rows of wet bodies are then transformed to
/// variables in which the body has an ordinary mass and inertia (btFluidMobility.h). The iterations of the solver run
/// unchanged. A world without wet bodies gets the same bits as from `Base`.
///
/// Base: btSequentialImpulseConstraintSolver, btNNCGConstraintSolver, btSequentialImpulseConstraintSolverMt and
/// btMLCPSolver, see btFluidConstraintSolverVariants.h; btMultiBodyConstraintSolver, see
/// btFluidMultiBodyConstraintSolver.h.
///
/// Known limit: the MOTOR of btConeTwistConstraint, whose code bypasses the rows, responds with the dry inertia (the
/// limits of that joint are right). Use btGeneric6DofSpring2Constraint for motors of wet bodies.
template <class Base, btFluidRowTransform::Kind kMetric = btFluidRowTransform::OWN_ANGULAR>
class btFluidSolver : public Base
{
public:
	/// \param bodies source of the wet bodies, usually a btFluidAction \param arguments of Base's constructor
	template <class... Arguments>
	explicit btFluidSolver(btFluidSolvedBodies& bodies, Arguments&&... arguments)
		: btFluidSolver(&bodies, std::forward<Arguments>(arguments)...)
	{
	}
	/// Constructor for a world that needs its solver before the action exists: pass null, then call addBodies().
	template <class... Arguments>
	explicit btFluidSolver(btFluidSolvedBodies* bodies, Arguments&&... arguments)
		: Base(std::forward<Arguments>(arguments)...), m_metric(bodies, kMetric)
	{
	}

	/// Adds the wet bodies of another action, such as one in air beside one in water. The action may end before the
	/// solver; its bodies are then dry.
	void addBodies(btFluidSolvedBodies& bodies) { m_metric.addBodies(&bodies); }
	/// Removes the wet bodies of an action, between two steps; the action may end afterwards. Does nothing if they were
	/// not added.
	void removeBodies(btFluidSolvedBodies& bodies) { m_metric.removeBodies(&bodies); }

protected:
	/// Notes the touches, then prepares rows and bodies as Bullet does.
	btScalar solveGroupCacheFriendlySetup(btCollisionObject** bodies, int numBodies, btPersistentManifold** manifolds,
	                                      int numManifolds, btTypedConstraint** constraints, int numConstraints,
	                                      const btContactSolverInfo& info, btIDebugDraw* debugDrawer) override
	{
		m_metric.noteTouches(manifolds, numManifolds, constraints, numConstraints);
		return Base::solveGroupCacheFriendlySetup(bodies, numBodies, manifolds, numManifolds, constraints,
		                                          numConstraints, info, debugDrawer);
	}

	/// A sweep over the rows, and then the motion of grouped bodies by impulses on others.
	btScalar solveSingleIteration(int iteration, btCollisionObject** bodies, int numBodies,
	                              btPersistentManifold** manifolds, int numManifolds, btTypedConstraint** constraints,
	                              int numConstraints, const btContactSolverInfo& info,
	                              btIDebugDraw* debugDrawer) override
	{
		if (iteration == 0) m_metric.refreshGroups(this->m_tmpSolverBodyPool);  // of warm starting
		const btScalar result = Base::solveSingleIteration(iteration, bodies, numBodies, manifolds, numManifolds,
		                                                   constraints, numConstraints, info, debugDrawer);
		m_metric.refreshGroups(this->m_tmpSolverBodyPool);
		return result;
	}

	/// Prepares wet bodies and sets free motion and response of their solver bodies.
	void convertBodies(btCollisionObject** bodies, int numBodies, const btContactSolverInfo& info) override
	{
		m_metric.beginSolve(bodies, numBodies, info.m_timeStep);
		Base::convertBodies(bodies, numBodies, info);
		m_metric.takeBodies(this->m_tmpSolverBodyPool);
	}

	/// Makes rows of joints, limits and motors, then transforms those of wet bodies.
	void convertJoints(btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info) override
	{
		m_metric.readJoints(constraints, numConstraints, info);
		Base::convertJoints(constraints, numConstraints, info);
		m_metric.transformJoints(this->m_tmpSolverNonContactConstraintPool, this->m_tmpSolverBodyPool);
	}

	/// Makes rows of contacts and frictions, then transforms those of wet bodies. Applies warm-starting impulses again
	/// with the wet response.
	void convertContacts(btPersistentManifold** manifolds, int numManifolds, const btContactSolverInfo& info) override
	{
		btContactSolverInfo made = info;
		// A lent mass would spoil the impulses of the last step.
		if (m_metric.lendMasses(this->m_tmpSolverBodyPool)) made.m_solverMode &= ~SOLVER_USE_WARMSTARTING;
		// Bullet aims its one direction of friction along the rigid slip, which a belt does not have.
		if (m_metric.hasMovingSurfaces()) made.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
		Base::convertContacts(manifolds, numManifolds, made);
		m_metric.takeMassesBack(this->m_tmpSolverBodyPool);
		if (m_metric.hasMovingSurfaces())
			m_metric.addSurfaceVelocities(manifolds, numManifolds, this->m_tmpSolverContactConstraintPool,
			                              this->m_tmpSolverContactFrictionConstraintPool, info);
		m_metric.transformContacts(this->m_tmpSolverContactConstraintPool, this->m_tmpSolverBodyPool, info);
		m_metric.transformFriction(this->m_tmpSolverContactFrictionConstraintPool, this->m_tmpSolverBodyPool, info);
		m_metric.transformRollingFriction(this->m_tmpSolverContactRollingFrictionConstraintPool,
		                                  this->m_tmpSolverBodyPool);
	}

	/// Takes the energy of corrections out of joints, transforms velocities, and rows that users read, back to physical
	/// ones, then passes the result to the wet bodies.
	btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies,
	                                       const btContactSolverInfo& info) override
	{
		m_metric.settleJoints(this->m_tmpSolverNonContactConstraintPool, this->m_tmpSolverBodyPool, info);
		m_metric.restoreJoints(this->m_tmpSolverNonContactConstraintPool);
		m_metric.restoreBodies(this->m_tmpSolverBodyPool);
		const btScalar result = Base::solveGroupCacheFriendlyFinish(bodies, numBodies, info);
		m_metric.moveJoined(info.m_timeStep);
		m_metric.endSolve();
		return result;
	}

	btFluidRowTransform m_metric;  ///< the change of variables, and the wet bodies
};

/// Exact solver of a btDiscreteDynamicsWorld.
typedef btFluidSolver<btSequentialImpulseConstraintSolver> btFluidConstraintSolver;

#endif  // BT_FLUID_CONSTRAINT_SOLVER_H
