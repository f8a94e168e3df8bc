// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GROUP_RESPONSE_H
#define BT_FLUID_GROUP_RESPONSE_H

#include "AmbientFluid/Math/SpatialVector.h"

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <Eigen/Core>

#include <vector>

/// The response of a group (btFluidSolvedGroup) to impulses on others, in the variables of a solver whose rows know the
/// members' own response only.
///
/// With own changes y_i of the members by the rows, in variables where a member's response is D_i = diag(angular
/// response, 1/m), the velocities change by C D^-1 y, C = T^-1 W T^-T. The rows see D = s T^-1 W_ii T^-T; the rest,
///
///     carried = (C D^-1 - 1) y,
///
/// is added after each sweep. The sweeps then converge to the solution of the rows with the whole W, as fast as sweeps
/// that apply it at once; s = 1 in small groups, and a majorant of W in large ones.
class btFluidGroupResponse
{
public:
	/// A member in the solver.
	struct Member
	{
		int m_solverBodyId;                 ///< index in Bullet's pool of solver bodies
		ambient::Matrix6 m_fromSolver;      ///< T: physical velocity = T times the solver's, angular part first
		ambient::Matrix6 m_solverResponse;  ///< D
	};

	/// Scale s of the members' own response in the rows. \param mobility W
	static double rowScale(const Eigen::MatrixXd& mobility);

	/// \param mobility W of the members
	btFluidGroupResponse(std::vector<Member> members, const Eigen::MatrixXd& mobility);

	/// Brings the velocity changes by impulses on others up to date in the solver bodies.
	void refresh(btAlignedObjectArray<btSolverBody>& pool);
	/// Own impulse of a member in the last refresh(), about its centre of mass, world axes.
	ambient::Momentum impulse(int member) const;
	/// Number of the member with this solver body, or -1.
	int find(int solverBodyId) const;

	/// J_r C_ij J_s^T of two rows, summed over different members i and j: what a matrix of the rows' own responses
	/// lacks. Rows are in the solver's variables.
	btScalar coupling(const btSolverConstraint& r, const btSolverConstraint& s) const;

private:
	std::vector<Member> m_members;
	Eigen::MatrixXd m_response;  ///< C
	Eigen::MatrixXd m_carrying;  ///< C D^-1 - 1
	Eigen::VectorXd m_own, m_carried;
};

#endif  // BT_FLUID_GROUP_RESPONSE_H
