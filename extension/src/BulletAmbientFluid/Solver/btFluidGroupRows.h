// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GROUP_ROWS_H
#define BT_FLUID_GROUP_ROWS_H

#include "BulletAmbientFluid/Solver/btFluidGroupResponse.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedGroup.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedSide.h"

#include <functional>
#include <utility>
#include <vector>

class btMultiBody;
class btPersistentManifold;
class btTypedConstraint;

/// The groups of a solve: found from the touches of the solve, and their responses to rows. Call the functions of a
/// solve in the order of declaration.
class btFluidGroupRows
{
public:
	using Sources = btAlignedObjectArray<btFluidSolvedBodies*>;  ///< of wet bodies
	using Sides = btAlignedObjectArray<btFluidSolvedSide>;       ///< the wet bodies of a solve
	using Pool = btAlignedObjectArray<btSolverBody>;             ///< Bullet's solver bodies

	/// \param isBare the angular variables of the solver are changed too: btFluidRowTransform::BARE
	explicit btFluidGroupRows(bool isBare) : m_isBare(isBare) {}

	/// Notes multi-bodies that have joint rows in the coming solve. \param speeds Bullet's changes of their speeds
	void noteMultiBodies(const std::vector<btMultiBody*>& withRows, btAlignedObjectArray<btScalar>* speeds);
	/// Notes which bodies of the coming solve touch each other or are joined.
	void noteTouches(const Sources& sources, btPersistentManifold** manifolds, int numManifolds,
	                 btTypedConstraint** constraints, int numConstraints);
	/// Finds the groups of all sides, and gives their members the free motion and the response in the group.
	void find(const Sources& sources, Sides& sides);
	/// Makes the responses of the groups in the solver's variables.
	void makeResponses(const Sides& sides);
	/// Brings the velocities up to date by which members of a group move under impulses on others.
	void refresh(Pool& pool);
	/// Adds the responses of groups to impulses on others to the matrix of all rows. \param add (row, column, number)
	void addResponses(const btAlignedObjectArray<btSolverConstraint*>& rows,
	                  const std::function<void(int row, int column, btScalar number)>& add) const;
	/// Brings the groups up to date a last time, and gives the sides the impulses on them.
	void takeImpulses(Pool& pool, Sides& sides);

	/// Response of a multi-body to its own rows, as btFluidGroupResponse::response(); null: it is in no group.
	const Eigen::MatrixXd* responseOf(const btMultiBody* multiBody) const;
	/// Calls a function with the multi-bodies of all groups and their own impulses, after takeImpulses().
	void forEachMultiBody(const std::function<void(btMultiBody&, const Eigen::VectorXd& impulse)>& take) const;

private:
	/// Numbers the bodies and multi-bodies of the solve, and their touches.
	void numberTouches(const Sides& sides);
	/// Finds the groups of sides that touch something.
	void findTouched(const Sources& sources, Sides& sides);

	bool m_isBare;
	btAlignedObjectArray<std::pair<const btCollisionObject*, const btCollisionObject*>>
		m_touches;                                       ///< of the coming solve
	std::vector<btMultiBody*> m_withRows;                ///< multi-bodies with joint rows in the coming solve
	btAlignedObjectArray<btScalar>* m_speeds = nullptr;  ///< of noteMultiBodies()
	btFluidSolve m_solve;                                ///< of the sides, for the search for groups
	std::vector<btFluidSolvedGroup> m_solvedGroups;      ///< members are numbers of sides
	std::vector<double> m_scales;                   ///< of m_solvedGroups, of the members' own response in the rows
	std::vector<btFluidGroupResponse> m_responses;  ///< of m_solvedGroups
};

#endif  // BT_FLUID_GROUP_ROWS_H
