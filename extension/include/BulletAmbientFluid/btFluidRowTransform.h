// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_ROW_TRANSFORM_H
#define BT_FLUID_ROW_TRANSFORM_H

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <functional>
#include <memory>
#include <vector>

class btCollisionObject;
class btManifoldPoint;
class btPersistentManifold;
class btTypedConstraint;
struct btContactSolverInfo;
class btFluidGroupRows;
class btFluidSolvedBodies;
class btFluidSolvedBody;
struct btFluidSolvedSide;
class btFluidJointRecovery;

/// Transforms the rows of Bullet's solver to the variables of btFluidMobility.h, and the results back. One object per
/// solver; call the functions of a solve in the order of declaration. The meaning of a row's fields, and of their
/// scaling by the effective mass, is that of Bullet 2.89 to 3.25.
class btFluidRowTransform
{
public:
	/// Source of a solver's response of a body.
	enum Kind
	{
		/// The angular variable stays the physical velocity; the solver's own angular response becomes Waa.
		OWN_ANGULAR,
		/// The angular variable is changed too, so that the response is the rigid body's own mass and inertia: for
		/// solvers that read these from the rigid body (btMLCPSolver).
		BARE
	};

	/// \param bodies null: no body is wet
	btFluidRowTransform(btFluidSolvedBodies* bodies, Kind kind);
	~btFluidRowTransform();
	/// Adds the bodies of another action (null: none) and registers this solver with it. Call once per action.
	void addBodies(btFluidSolvedBodies* bodies);
	/// Removes the bodies of an action; does nothing if they were not added.
	void removeBodies(const btFluidSolvedBodies* bodies);
	/// Discards actions that have ended. Called at the start of a solve.
	void forgetEnded();

	/// Sources of wet bodies, in order of addition.
	const btAlignedObjectArray<btFluidSolvedBodies*>& sources() const { return m_bodies; }

	/// Groups of coupled bodies, for solvers of multi-bodies.
	btFluidGroupRows& groups() { return *m_groups; }

	/// Discards actions that have ended, and records which bodies of the coming solve touch each other or are joined.
	void noteTouches(btPersistentManifold** manifolds, int numManifolds, btTypedConstraint** constraints,
	                 int numConstraints);
	/// Finds the wet ones of the bodies, calls their beginSolve(), and finds their groups.
	void beginSolve(btCollisionObject** bodies, int numBodies, btScalar timeStep);
	/// Sets the free motion of the wet bodies' solver bodies.
	void takeBodies(btAlignedObjectArray<btSolverBody>& pool);

	/// Reads the corrections of the positions of joints, before Bullet makes their rows.
	void readJoints(btTypedConstraint** constraints, int numConstraints, const btContactSolverInfo& info);
	/// Transforms Jacobians, responses and effective masses of joints. Keeps the physical Jacobians of joints with
	/// feedback.
	void transformJoints(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool);
	/// Whether contacts have to be made with the velocities of surfaces.
	bool hasMovingSurfaces() const;
	/// Adds the velocities of surfaces to rows of contacts and sliding friction, as Bullet made them.
	void addSurfaceVelocities(btPersistentManifold** manifolds, int numManifolds, btConstraintArray& contacts,
	                          btConstraintArray& frictions, const btContactSolverInfo& info);
	/// Transforms contact rows and applies their warm-starting impulses again, with the wet response.
	void transformContacts(btConstraintArray& rows, btAlignedObjectArray<btSolverBody>& pool,
	                       const btContactSolverInfo& info);
	/// Transforms rows of sliding friction. Adds the torque of the step, which Bullet leaves out of these rows.
	void transformFriction(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
	                       const btContactSolverInfo& info);
	/// Transforms rows of rolling and spinning friction. Adds the torque of the step, as for sliding friction.
	void transformRollingFriction(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool);

	/// Brings the velocities up to date by which members of a group move under impulses on others: after each sweep.
	void refreshGroups(btAlignedObjectArray<btSolverBody>& pool);
	/// Adds the responses of groups to impulses on others to the matrix of all rows. \param add (row, column, number)
	void addGroupResponses(const btAlignedObjectArray<btSolverConstraint*>& rows,
	                       const std::function<void(int row, int column, btScalar number)>& add) const;

	/// Bullet takes bodies above 1.4e7 kg (in double precision 5e15 kg) for static ones, and makes no rows for their
	/// contacts with static bodies. Gives such bodies a mass of 1 kg while Bullet makes rows: only its impulses of the
	/// last step depend on it. \returns whether there is one
	bool lendMasses(btAlignedObjectArray<btSolverBody>& pool);
	/// Undoes lendMasses().
	void takeMassesBack(btAlignedObjectArray<btSolverBody>& pool);
	/// Takes the energy that the correction of joints has given out of the velocities, after the last sweep: the
	/// correction then moves poses (moveJoined()).
	void settleJoints(btConstraintArray& joints, btAlignedObjectArray<btSolverBody>& pool,
	                  const btContactSolverInfo& info);
	/// Restores the physical Jacobians of joint rows with feedback, which users read.
	void restoreJoints(btConstraintArray& rows) const;
	/// Converts the solver's velocity changes into physical ones.
	void restoreBodies(btAlignedObjectArray<btSolverBody>& pool);
	/// Moves the poses as settleJoints() has found, after Bullet has written its results.
	void moveJoined(btScalar timeStep);
	/// Passes the velocity changes to the wet bodies.
	void endSolve();

	using Side = btFluidSolvedSide;  ///< one wet body during a solve
	/// The wet side of a solver body; null for a dry body.
	const Side* find(int solverBodyId) const;
	bool anyWet() const;  ///< false: Bullet's solve is unchanged

	/// Transforms the Jacobian of one side of a row to the solver's variables.
	/// \param component receives the angular response to a unit impulse \returns J W J^T of this side [1/kg]
	btScalar transformSide(const Side& side, btScalar invMass, btVector3& linear, btVector3& angular,
	                       btVector3& component) const;

private:
	struct LentMass
	{
		int m_body;  ///< in the pool
		btVector3 m_invMass;
	};
	struct SavedJacobian
	{
		int m_row;
		btVector3 m_linear1, m_angular1, m_linear2, m_angular2;
	};

	/// Turns velocities in the solver's variables into physical ones.
	void toPhysical(const Side& side, btVector3& linear, btVector3& angular) const;
	/// J W J^T of both sides, after the wet ones were transformed. Adds the row velocity by the wet sides' external
	/// torque to `torqueVelocity` (null: not wanted).
	btScalar transformRow(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& pool,
	                      btScalar* torqueVelocity) const;
	void transformFrictionRows(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
	                           btScalar relaxation, bool sliding) const;
	/// Tells a wet solver body of a contact with another one.
	void noteContact(int body, int other, const btAlignedObjectArray<btSolverBody>& pool) const;
	void warmStart(const btSolverConstraint& row, btAlignedObjectArray<btSolverBody>& pool) const;
	bool isWet(const btSolverConstraint& row) const { return find(row.m_solverBodyIdA) || find(row.m_solverBodyIdB); }

	/// \param body null for colliders of multi-bodies and plain collision objects, which are dry
	btFluidSolvedBody* findWet(const btRigidBody* body) const;
	void forget(int source);  ///< removes one of m_bodies
	/// Difference of the surfaces' velocities at a contact, first body less second, world axes [m/s].
	struct SurfaceSlip
	{
		const btManifoldPoint* m_point;
		btVector3 m_velocity;
		btScalar m_approach;  ///< rigid velocity of the first body along the normal, less that of the second [m/s]
	};
	const SurfaceSlip* findSlip(const btManifoldPoint* point) const;

	btAlignedObjectArray<btFluidSolvedBodies*> m_bodies;
	std::vector<std::weak_ptr<const void>> m_lives;  ///< of m_bodies
	Kind m_kind;
	btScalar m_jointDamping = 1;  ///< m_damping of the solver, of the solve in progress
	struct Sides;
	std::unique_ptr<Sides> m_sides;      ///< of the solve in progress; never null
	btAlignedObjectArray<int> m_sideOf;  ///< by solver body, -1 for dry ones
	btAlignedObjectArray<SavedJacobian> m_savedJacobians;
	btAlignedObjectArray<LentMass> m_lent;
	btAlignedObjectArray<SurfaceSlip> m_slips;         ///< of the contacts of moving surfaces
	std::unique_ptr<btFluidGroupRows> m_groups;        ///< never null
	std::unique_ptr<btFluidJointRecovery> m_recovery;  ///< never null
};

#endif  // BT_FLUID_ROW_TRANSFORM_H
