// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidGroupRows.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

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

/// Number of a multi-body in a solve, to which it is added if it is new.
int numberOfMultiBody(btFluidSolve& solve, btMultiBody* multiBody)
{
	const auto found = std::find(solve.m_multiBodies.begin(), solve.m_multiBodies.end(), multiBody);
	const int number = int(solve.m_bodies.size()) + int(found - solve.m_multiBodies.begin());
	if (found == solve.m_multiBodies.end()) solve.m_multiBodies.push_back(multiBody);
	return number;
}
}  // namespace

void btFluidGroupRows::refresh(Pool& pool)
{
	for (btFluidGroupResponse& group : m_responses) group.refresh(pool, m_speeds);
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

void btFluidGroupRows::noteMultiBodies(const std::vector<btMultiBody*>& withRows,
                                       btAlignedObjectArray<btScalar>* speeds)
{
	m_withRows = withRows;
	m_speeds = speeds;
}

void btFluidGroupRows::find(const Sources& sources, Sides& sides)
{
	m_responses.clear();
	m_solvedGroups.clear();
	m_scales.clear();
	if (m_touches.size() > 0 || !m_withRows.empty()) findTouched(sources, sides);
	m_touches.resizeNoInitialize(0);
	m_withRows.clear();
}

void btFluidGroupRows::numberTouches(const Sides& sides)
{
	m_solve.m_bodies.clear();
	m_solve.m_multiBodies.clear();
	m_solve.m_touches.clear();
	std::vector<std::pair<const void*, int>> numbers;
	for (int i = 0; i < sides.size(); ++i)
	{
		btCollisionObject* object = const_cast<btCollisionObject*>(sides[i].m_object);
		m_solve.m_bodies.push_back({btRigidBody::upcast(object), sides[i].m_motion});
		numbers.emplace_back(object, i);
	}
	std::sort(numbers.begin(), numbers.end());
	const auto numberOf = [&](const btCollisionObject* object)
	{
		const btMultiBodyLinkCollider* link = btMultiBodyLinkCollider::upcast(object);
		if (link) return numberOfMultiBody(m_solve, link->m_multiBody);
		const auto place = std::lower_bound(numbers.begin(), numbers.end(), std::make_pair((const void*)object, 0));
		return place != numbers.end() && place->first == object ? place->second : -1;
	};
	for (int i = 0; i < m_touches.size(); ++i)
	{
		const int first = numberOf(m_touches[i].first), second = numberOf(m_touches[i].second);
		if (first >= 0 || second >= 0) m_solve.m_touches.emplace_back(first, second);
	}
	for (btMultiBody* multiBody : m_withRows) m_solve.m_touches.emplace_back(numberOfMultiBody(m_solve, multiBody), -1);
}

void btFluidGroupRows::findTouched(const Sources& sources, Sides& sides)
{
	numberTouches(sides);
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
		m_scales.push_back(m_isBare ? 1.0 : btFluidGroupResponse::rowScale(group));
		const double scale = m_scales.back();
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
	for (size_t g = 0; g < m_solvedGroups.size(); ++g)
	{
		const btFluidSolvedGroup& group = m_solvedGroups[g];
		std::vector<btFluidGroupResponse::Member> members;
		for (const int number : group.m_members)
		{
			const btFluidSolvedSide& side = sides[number];
			ambient::Matrix6 response = ambient::Matrix6::Zero();
			response.topLeftCorner<3, 3>() = btFluidMatrix(side.m_angularResponse);
			response.diagonal().tail<3>().setConstant(double(btRigidBody::upcast(side.m_object)->getInvMass()));
			members.push_back({side.m_solverBodyId, fromSolver(side, m_isBare), response});
		}
		m_responses.emplace_back(std::move(members), group, m_scales[g]);
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

const Eigen::MatrixXd* btFluidGroupRows::responseOf(const btMultiBody* multiBody) const
{
	for (const btFluidGroupResponse& group : m_responses)
		for (size_t t = 0; t < group.multiBodies().size(); ++t)
			if (group.multiBodies()[t] == multiBody) return &group.response(int(t));
	return nullptr;
}

void btFluidGroupRows::forEachMultiBody(
	const std::function<void(btMultiBody&, const Eigen::VectorXd& impulse)>& take) const
{
	for (const btFluidGroupResponse& group : m_responses)
		for (size_t t = 0; t < group.multiBodies().size(); ++t)
			take(*group.multiBodies()[t], group.multiBodyImpulse(int(t)));
}
