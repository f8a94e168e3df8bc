// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GROUP_RESPONSE_H
#define BT_FLUID_GROUP_RESPONSE_H

#include "AmbientFluid/Math/SpatialVector.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedGroup.h"

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
/// is added after each sweep. Multi-bodies are in physical variables, and their D is s W_ii. The sweeps then converge
/// to the solution of the rows with the whole W, as fast as sweeps that apply it at once; s = 1 in small groups, and a
/// majorant of W in large ones.
class btFluidGroupResponse
{
public:
	/// A rigid member in the solver.
	struct Member
	{
		int m_solverBodyId;                 ///< index in Bullet's pool of solver bodies
		ambient::Matrix6 m_fromSolver;      ///< T: physical velocity = T times the solver's, angular part first
		ambient::Matrix6 m_solverResponse;  ///< D
	};

	/// Scale s of the members' own response in the rows. \param group its W
	static double rowScale(const btFluidSolvedGroup& group);

	/// \param members those of the group that are rigid \param scale s
	btFluidGroupResponse(std::vector<Member> members, const btFluidSolvedGroup& group, double scale);

	/// Brings the velocity changes by impulses on others up to date in the solver bodies and multi-bodies.
	/// \param speeds Bullet's changes of the speeds of all multi-bodies in the solve; null: there is none
	void refresh(btAlignedObjectArray<btSolverBody>& pool, btAlignedObjectArray<btScalar>* speeds);
	/// Own impulse of a rigid member in the last refresh(), about its centre of mass, world axes.
	ambient::Momentum impulse(int member) const;

	/// Multi-bodies of the group.
	const std::vector<btMultiBody*>& multiBodies() const { return m_multiBodies; }
	/// D of one of them.
	const Eigen::MatrixXd& response(int multiBody) const { return m_ownResponses[size_t(multiBody)]; }
	/// Its own impulse in the last refresh(), base first, world axes, as the solver's Jacobians.
	Eigen::VectorXd multiBodyImpulse(int multiBody) const;
	/// Number of the member with this solver body, or -1.
	int find(int solverBodyId) const;

	/// J_r C_ij J_s^T of two rows, summed over different members i and j: what a matrix of the rows' own responses
	/// lacks. Rows are in the solver's variables.
	btScalar coupling(const btSolverConstraint& r, const btSolverConstraint& s) const;

private:
	int rowOfMultiBody(int multiBody) const;
	/// Gives Bullet the whole change of a multi-body's speeds. \param speeds as of refresh()
	void show(int multiBody, btAlignedObjectArray<btScalar>* speeds);

	std::vector<Member> m_members;
	std::vector<btMultiBody*> m_multiBodies;
	std::vector<Eigen::MatrixXd> m_ownResponses, m_inverses;  ///< D of the multi-bodies, and D^-1
	Eigen::MatrixXd m_response;                               ///< C
	Eigen::MatrixXd m_carrying;                               ///< C D^-1 - 1
	Eigen::VectorXd m_own, m_carried;
	std::vector<btScalar> m_difference;  ///< of show(), kept for its memory
};

#endif  // BT_FLUID_GROUP_RESPONSE_H
