// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_JOINT_RECOVERY_H
#define BT_FLUID_JOINT_RECOVERY_H

#include "BulletAmbientFluid/Solver/btFluidTurnEnergy.h"

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <functional>
#include <utility>
#include <vector>

struct btContactSolverInfo;

/// Keeps the correction of joints from giving energy. Bullet aims a joint's row at the velocity
///
///     c = v + ERP e / dt,     e the error of the position, v the target velocity (a motor, the bounce of a limit),
///
/// and the second term stays in the momentum. With lambda the impulses of all rows, a = J v before the solve and
/// b = J v after it, the joints have done the work W = lambda (a + b) / 2. They may give back what they have taken in
/// the step, which keeps a chain from sagging, but no more. If W > 0, a share t of the velocity u that corrects,
/// J u = ERP e / dt with u = W J^T mu, goes from the momentum to the pose, which moves by t u dt as with a split
/// impulse. The smallest t serves with
///
///     W(t) = (lambda - t mu) (a + b - t J u) / 2 <= 0,
///
/// for each set of bodies that joints connect. a, and J u, are without the velocity that a body only shows to the
/// solver (btFluidFreeMotion::m_linearShown): J u = ERP e / dt - J v_shown. The pose moves as far as Bullet's solver
/// has aimed, whatever t is, unless its turns would give energy that the motion in the joints does not have
/// (btFluidTurnEnergy). Momentum is exchanged in pairs alone, which keep the sum over free bodies.
///
/// Rows with limits of both signs are motors, and rows with compliance (CFM) are springs: both may give energy and are
/// left out. Call the functions of a solve in the order of declaration.
class btFluidJointRecovery
{
public:
	using Pool = btAlignedObjectArray<btSolverBody>;  ///< Bullet's solver bodies

	/// The fields of a row that a joint fills in.
	struct Query
	{
		btScalar m_linearA[4], m_angularA[4], m_linearB[4], m_angularB[4];
		btScalar m_error, m_softness, m_lowest, m_highest;
	};

	/// Reads ERP e / dt of each row of some joints, as the part of c that grows with 1/dt. Call it before Bullet makes
	/// its rows. \param isWet whether a solver body is wet; joints of two dry bodies stay Bullet's
	void read(btTypedConstraint** joints, int count, const btContactSolverInfo& info,
	          const std::function<bool(int solverBody)>& isWet);
	/// Velocity along a Jacobian by the part of the free motion that the momentum does not have
	/// (btFluidFreeMotion::m_linearShown).
	using Shown = std::function<btScalar(int solverBody, const btVector3& linear, const btVector3& angular)>;
	/// Notes a of the rows that Bullet has made of the joints, not yet in the solver's variables.
	void note(const btConstraintArray& joints, const Pool& pool, const Shown& shown);
	using Motion = std::pair<btVector3, btVector3>;  ///< linear and angular
	/// Fills in a body of a solver body but for number and set, and makes its motions physical. \param change of the
	/// velocity \param correction t u, both in the solver's variables \returns whether the body has no locked axis
	using Describe =
		std::function<bool(int solverBody, Motion change, Motion correction, btFluidTurnEnergy::Body& body)>;
	/// Takes t u out of impulses and velocity changes, in the solver's variables. \param sweeps over all rows for u
	void settle(btConstraintArray& joints, Pool& pool, int sweeps, const Describe& describe);
	/// Makes the motion of a solver body physical, and scales its turn. \param turned that share
	using ToPhysical = std::function<void(int solverBody, btScalar turned, btVector3& linear, btVector3& angular)>;
	/// Makes t u physical and forgets the rows. Call it while the pool is there.
	void finish(const Pool& pool, const ToPhysical& toPhysical);
	/// Takes the energy of the turns out of velocity changes that are physical again.
	void takeTurns(Pool& pool) const;
	/// Moves the rigid bodies, and forgets t u. Call it after Bullet has written its own results.
	void move(btScalar timeStep);

private:
	/// The rows of one joint in m_targets.
	struct Joint
	{
		const btTypedConstraint* m_joint;
		int m_first, m_count;
	};
	/// Position of a row of a joint.
	struct Target
	{
		btScalar m_rate;  ///< ERP e / dt [m/s], [rad/s]
		bool m_isHard;    ///< no motor, no spring
	};
	/// A row without motors and springs.
	struct Row
	{
		int m_number;                          ///< in Bullet's pool
		btScalar m_target;                     ///< J u [m/s], [rad/s]
		btScalar m_start;                      ///< a
		btScalar m_speed;                      ///< sum of the sizes of what a is the sum of
		btScalar m_response = 0;               ///< J W J^T; 0: moves nothing
		btScalar m_impulse = 0;                ///< mu
		btScalar m_lowest = 0, m_highest = 0;  ///< of mu
	};
	/// Work of the joints of connected bodies: W(t) = m_work - t m_linear + t^2 m_square.
	struct Work
	{
		btScalar m_work = 0, m_linear = 0, m_square = 0;
		btScalar m_share = 0;                                                             ///< t
		btScalar smallestShare() const;                                                   ///< the smallest t
		btScalar at(btScalar t) const { return m_work - t * (m_linear - t * m_square); }  ///< W(t) [J]
	};
	/// Rigid body and its t u, world axes.
	struct Move
	{
		btRigidBody* m_body;
		btVector3 m_linear, m_angular;
	};
	void noteRow(const btSolverConstraint& row, int number, btScalar rate, const Pool& pool, const Shown& shown);
	/// Finds u.
	void findCorrection(const btConstraintArray& joints, const Pool& pool, int sweeps);
	/// Changes mu of a row. \returns the change of J u
	btScalar relax(Row& row, const btSolverConstraint& r, const Pool& pool);
	/// The first body of the set that joints connect with a body.
	int setOf(int solverBody);
	void findSets(const btConstraintArray& joints, const Pool& pool);
	/// The set of a row; -1 if it moves nothing.
	int setOf(const btSolverConstraint& row, const Pool& pool);
	/// Finds what the turns need.
	void findTurns(const btConstraintArray& joints, const Pool& pool, const Describe& describe);
	/// Adds up the works of all sets; m_linear and m_square if u was found.
	void addWorks(const btConstraintArray& joints, const Pool& pool);

	std::vector<Query> m_once, m_twice;  ///< rows of one joint, at 1/dt and at 2/dt
	std::vector<Joint> m_joints;         ///< in the order of the solve
	std::vector<Target> m_targets;       ///< of all rows of m_joints
	std::vector<Row> m_rows;             ///< of the solve
	std::vector<Motion> m_motions;       ///< u, then t u, by solver body
	std::vector<int> m_sets;             ///< a body of the same set, by solver body; itself for the first one
	std::vector<Work> m_works;           ///< by first body of the set
	btFluidTurnEnergy m_turns;
	std::vector<Move> m_moves;
};

#endif  // BT_FLUID_JOINT_RECOVERY_H
