// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidGroupRows.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <Eigen/LU>

#include <algorithm>

namespace
{
/// Velocity of a body = this matrix times its velocity in the solver's variables, angular part first.
ambient::Matrix6 fromSolver(const btFluidSolvedSide& side, bool isBare)
{
	ambient::Matrix3 turn = ambient::Matrix3::Identity();
	if (isBare) turn = btFluidMatrix(side.m_turn);
	ambient::Matrix6 map = ambient::Matrix6::Zero();
	map.topLeftCorner<3, 3>() = turn;
	map.bottomLeftCorner<3, 3>() = btFluidMatrix(side.m_motion.m_mobility.m_coupling) * turn;
	map.bottomRightCorner<3, 3>() = btFluidMatrix(side.m_motion.m_mobility.m_linear);
	return map;
}
}  // namespace

void btFluidGroupRows::refresh(Pool& pool)
{
	for (btFluidGroupResponse& group : m_responses) group.refresh(pool);
}

void btFluidGroupRows::addResponses(const btAlignedObjectArray<btSolverConstraint*>& rows,
                                    const std::function<void(int row, int column, btScalar number)>& add) const
{
	for (const btFluidGroupResponse& group : m_responses)
		for (int r = 0; r < rows.size(); ++r)
			for (int s = 0; s < rows.size(); ++s)
			{
				const btScalar number = group.coupling(*rows[r], *rows[s]);
				if (number != 0) add(r, s, number);
			}
}

void btFluidGroupRows::noteTouches(const Sources& sources, btPersistentManifold** manifolds, int numManifolds,
                                   btTypedConstraint** constraints, int numConstraints)
{
	m_touches.resizeNoInitialize(0);
	bool hasGroups = false;
	for (int i = 0; i < sources.size(); ++i) hasGroups = hasGroups || sources[i]->getGroups();
	if (!hasGroups) return;
	for (int i = 0; i < numManifolds; ++i)
		if (manifolds[i]->getNumContacts() > 0)
			m_touches.push_back({manifolds[i]->getBody0(), manifolds[i]->getBody1()});
	for (int i = 0; i < numConstraints; ++i)
		if (constraints[i]->isEnabled())
			m_touches.push_back({&constraints[i]->getRigidBodyA(), &constraints[i]->getRigidBodyB()});
}

void btFluidGroupRows::find(const Sources& sources, Sides& sides)
{
	m_responses.clear();
	m_solvedGroups.clear();
	if (m_touches.size() > 0) findTouched(sources, sides);
	m_touches.resizeNoInitialize(0);
}

void btFluidGroupRows::findTouched(const Sources& sources, Sides& sides)
{
	m_solve.m_bodies.clear();
	m_solve.m_touches.clear();
	for (int i = 0; i < sides.size(); ++i)
	{
		btCollisionObject* object = const_cast<btCollisionObject*>(sides[i].m_object);
		m_solve.m_bodies.push_back({btRigidBody::upcast(object), sides[i].m_motion});
	}
	std::vector<std::pair<const btCollisionObject*, int>> numbers;
	for (int i = 0; i < sides.size(); ++i) numbers.emplace_back(sides[i].m_object, i);
	std::sort(numbers.begin(), numbers.end());
	const auto numberOf = [&numbers](const btCollisionObject* object)
	{
		const auto place = std::lower_bound(numbers.begin(), numbers.end(), std::make_pair(object, 0));
		return place != numbers.end() && place->first == object ? place->second : -1;
	};
	for (int i = 0; i < m_touches.size(); ++i)
	{
		const std::pair<int, int> touch(numberOf(m_touches[i].first), numberOf(m_touches[i].second));
		if (touch.first >= 0 || touch.second >= 0) m_solve.m_touches.push_back(touch);
	}
	if (m_solve.m_touches.empty()) return;
	std::vector<btFluidSolvedGroup> ofSource;
	for (int i = 0; i < sources.size(); ++i)
	{
		const std::shared_ptr<btFluidSolvedGroups> groups = sources[i]->getGroups();
		if (!groups) continue;
		groups->find(m_solve, ofSource);
		for (btFluidSolvedGroup& group : ofSource) m_solvedGroups.push_back(std::move(group));
		ofSource.clear();
	}
	for (const btFluidSolvedGroup& group : m_solvedGroups)
	{
		const double scale = m_isBare ? 1.0 : btFluidGroupResponse::rowScale(group.m_mobility);
		for (size_t k = 0; k < group.m_members.size(); ++k)
		{
			const int row = 6 * int(k);
			btFluidSolvedSide& side = sides[group.m_members[k]];
			const ambient::Matrix6 own = scale * group.m_mobility.block<6, 6>(row, row);
			const double mass = 1.0 / double(btRigidBody::upcast(side.m_object)->getInvMass());
			side.m_isGrouped = true;
			side.m_motion.m_mobility = btFluidComputeMobility(own.inverse(), mass);
			side.m_motion.m_angularVelocity = btFluidVector(ambient::Vector3(group.m_velocity.segment<3>(row)));
			side.m_motion.m_linearVelocity = btFluidVector(ambient::Vector3(group.m_velocity.segment<3>(row + 3)));
		}
	}
}

void btFluidGroupRows::makeResponses(const Sides& sides)
{
	for (const btFluidSolvedGroup& group : m_solvedGroups)
	{
		std::vector<btFluidGroupResponse::Member> members;
		for (const int number : group.m_members)
		{
			const btFluidSolvedSide& side = sides[number];
			ambient::Matrix6 response = ambient::Matrix6::Zero();
			response.topLeftCorner<3, 3>() = btFluidMatrix(side.m_angularResponse);
			response.diagonal().tail<3>().setConstant(double(btRigidBody::upcast(side.m_object)->getInvMass()));
			members.push_back({side.m_solverBodyId, fromSolver(side, m_isBare), response});
		}
		m_responses.emplace_back(std::move(members), group.m_mobility);
	}
}

void btFluidGroupRows::takeImpulses(Pool& pool, Sides& sides)
{
	refresh(pool);
	for (size_t g = 0; g < m_responses.size(); ++g)
	{
		const std::vector<int>& members = m_solvedGroups[g].m_members;
		for (size_t k = 0; k < members.size(); ++k) sides[members[k]].m_impulse = m_responses[g].impulse(int(k));
	}
}
