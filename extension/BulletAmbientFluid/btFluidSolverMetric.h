// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVER_METRIC_H
#define BT_FLUID_SOLVER_METRIC_H

#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>
#include <LinearMath/btAlignedObjectArray.h>

class btCollisionObject;
struct btContactSolverInfo;

/// Moves the rows of Bullet's solver to the variables of btFluidMobility.h and its results back. One per solver; the
/// steps of a solve are called in the order of the declarations. What the fields of a row mean, and which of them are
/// scaled by the row's own effective mass, is that of Bullet 2.89 to 3.25.
class btFluidSolverMetric
{
public:
	/// Where a solver takes the response of a body from.
	enum Kind
	{
		/// The angular velocity stays physical; the solver's own angular response becomes Waa.
		OWN_ANGULAR,
		/// Also the angular variable is changed, so that the response is the rigid body's own mass and inertia: for
		/// solvers that read those from the rigid body (btMLCPSolver).
		BARE
	};

	/// \param bodies may be null: no body is wet
	btFluidSolverMetric(btFluidSolvedBodies* bodies, Kind kind) : m_kind(kind) { addBodies(bodies); }
	/// Of another action; null: nobody. Each once only: it is told of its solver.
	void addBodies(btFluidSolvedBodies* bodies)
	{
		if (!bodies) return;
		m_bodies.push_back(bodies);
		bodies->addSolver();
	}

	/// Asks which of the bodies are wet and lets them prepare.
	void beginSolve(btCollisionObject** bodies, int numBodies, btScalar timeStep);
	/// Gives the wet ones' solver bodies their free motion.
	void takeBodies(btAlignedObjectArray<btSolverBody>& pool);

	/// Jacobians, responses and effective masses; keeps the physical Jacobians of joints with feedback.
	void transformJoints(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool);
	/// Also applies the warm-starting impulses again, with the wet response.
	void transformContacts(btConstraintArray& rows, btAlignedObjectArray<btSolverBody>& pool,
	                       const btContactSolverInfo& info);
	/// Sliding friction; adds the torque of the step, which Bullet leaves out of these rows.
	void transformFriction(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
	                       const btContactSolverInfo& info);
	/// Rolling and spinning friction, likewise.
	void transformRollingFriction(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool);

	/// Gives joint rows their physical Jacobians back where somebody reads them (joint feedback).
	void restoreJoints(btConstraintArray& rows) const;
	/// Turns the solver's velocity changes into physical ones.
	void restoreBodies(btAlignedObjectArray<btSolverBody>& pool);
	/// Tells the wet bodies what came out.
	void endSolve();

	/// One wet body during a solve.
	struct Side
	{
		btFluidSolvedBody* m_body;          ///< its wet side, never null
		const btCollisionObject* m_object;  ///< the btRigidBody, as the solver got it
		int m_solverBodyId;                 ///< index in Bullet's pool of solver bodies
		btFluidFreeMotion m_motion;         ///< what it would do untouched, and its response
		btMatrix3x3 m_turn;                 ///< Taa: physical angular velocity = Taa times the solver's; BARE only
		btMatrix3x3 m_angularResponse;  ///< of the solver's angular variable to a unit torque, world axes [1/(kg m^2)]
		/// What rows have changed its velocity by, physical, world axes [m/s, rad/s]; set by restoreBodies().
		btVector3 m_linearChange, m_angularChange;
	};
	/// The wet side of a solver body, or null.
	const Side* find(int solverBodyId) const
	{
		const int side = solverBodyId >= 0 && solverBodyId < m_sideOf.size() ? m_sideOf[solverBodyId] : -1;
		return side < 0 ? nullptr : &m_sides[side];
	}
	bool anyWet() const { return m_sides.size() > 0; }  ///< false: nothing of Bullet's solve is changed

	/// Jacobian of one side of a row to the solver's variables; the response to a unit impulse goes to `component`.
	/// \returns J W J^T of this side [1/kg]
	btScalar transformSide(const Side& side, btScalar invMass, btVector3& linear, btVector3& angular,
	                       btVector3& component) const;

private:
	struct SavedJacobian
	{
		int m_row;
		btVector3 m_linear1, m_angular1, m_linear2, m_angular2;
	};

	/// J W J^T of both sides, the wet ones transformed; `torqueVelocity` gets what the wet sides' external torque adds
	/// to the row's velocity.
	btScalar transformRow(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& pool,
	                      btScalar* torqueVelocity) const;
	void transformFrictionRows(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
	                           btScalar relaxation, bool sliding) const;
	void warmStart(const btSolverConstraint& row, btAlignedObjectArray<btSolverBody>& pool) const;
	bool isWet(const btSolverConstraint& row) const { return find(row.m_solverBodyIdA) || find(row.m_solverBodyIdB); }

	btFluidSolvedBody* findWet(const btRigidBody* body) const;

	btAlignedObjectArray<btFluidSolvedBodies*> m_bodies;
	Kind m_kind;
	btAlignedObjectArray<Side> m_sides;
	btAlignedObjectArray<int> m_sideOf;  ///< by solver body, -1 for dry ones
	btAlignedObjectArray<SavedJacobian> m_savedJacobians;
};

#endif  // BT_FLUID_SOLVER_METRIC_H
