// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVED_GROUP_H
#define BT_FLUID_SOLVED_GROUP_H

#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <Eigen/Core>

#include <utility>
#include <vector>

class btMultiBody;

/// The wet bodies of one solve.
struct btFluidSolve
{
	/// A wet body of the solve.
	struct Body
	{
		btRigidBody* m_body;         ///< its velocity may be changed: Bullet reads it afterwards
		btFluidFreeMotion m_motion;  ///< of beginSolve()
	};
	std::vector<Body> m_bodies;  ///< numbered in the order of the solver's arguments
	std::vector<btMultiBody*>
		m_multiBodies;  ///< those with contacts or joint rows, dry ones too; numbered after m_bodies
	std::vector<std::pair<int, int>> m_touches;  ///< numbers of two that touch or are joined; -1: another body
};

/// Wet bodies of a solve that are moved by impulses on each other, as by the flow around them. 6-vectors are about the
/// centres of mass, world axes, angular part first, in the order of the members. Multi-bodies follow, with the speeds
/// of base and joints, as btMultiBody has them.
struct btFluidSolvedGroup
{
	std::vector<int> m_members;               ///< rigid bodies: numbers in btFluidSolve, ascending
	std::vector<btMultiBody*> m_multiBodies;  ///< among those of btFluidSolve; Bullet shows their free velocity already
	/// W: change of the velocities by impulses; symmetric, positive definite but for the zero rows of speeds that no
	/// impulse changes.
	Eigen::MatrixXd m_mobility;
	/// Of the rigid bodies at the step's end without contacts and joints, all loads included [rad/s, m/s].
	Eigen::VectorXd m_velocity;
};

/// Finds the groups of a solve. Several solvers may call it at the same time, each for different bodies.
class btFluidSolvedGroups
{
public:
	virtual ~btFluidSolvedGroups() = default;
	/// Called once per solve, after beginSolve() of all wet bodies. Must not throw. A body is in one group at most.
	/// \param groups receives the groups with a touched member; multi-bodies without rows are in none
	virtual void find(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups) = 0;
};

#endif  // BT_FLUID_SOLVED_GROUP_H
