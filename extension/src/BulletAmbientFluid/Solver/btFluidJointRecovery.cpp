// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidJointRecovery.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btTransformUtil.h>

#include <algorithm>

namespace
{
using Query = btFluidJointRecovery::Query;

/// Asks a joint for its rows as if the step had another length. \param rate 1/dt [1/s]
void askForRows(btTypedConstraint& joint, const btContactSolverInfo& info, btScalar rate, std::vector<Query>& rows)
{
	Query empty = {};
	empty.m_softness = info.m_globalCfm;
	empty.m_lowest = -SIMD_INFINITY;
	empty.m_highest = SIMD_INFINITY;
	std::fill(rows.begin(), rows.end(), empty);
	btTypedConstraint::btConstraintInfo2 query;
	query.fps = rate;
	query.erp = info.m_erp;
	query.m_J1linearAxis = rows[0].m_linearA;
	query.m_J1angularAxis = rows[0].m_angularA;
	query.m_J2linearAxis = rows[0].m_linearB;
	query.m_J2angularAxis = rows[0].m_angularB;
	query.rowskip = int(sizeof(Query) / sizeof(btScalar));
	query.m_constraintError = &rows[0].m_error;
	query.cfm = &rows[0].m_softness;
	query.m_lowerLimit = &rows[0].m_lowest;
	query.m_upperLimit = &rows[0].m_highest;
	query.m_numIterations = info.m_numIterations;
	query.m_damping = info.m_damping;
	joint.getInfo2(&query);
}

/// Whether a row is neither a motor nor a spring.
bool isHard(const Query& row)
{
	return row.m_softness == btScalar(0) && (row.m_highest >= SIMD_INFINITY || row.m_lowest <= -SIMD_INFINITY);
}

/// Whether impulses move a solver body.
bool moves(const btSolverBody& body) { return body.m_originalBody && body.m_originalBody->getInvMass() > 0; }
}  // namespace

void btFluidJointRecovery::read(btTypedConstraint** joints, int count, const btContactSolverInfo& info,
                                const std::function<bool(int solverBody)>& isWet)
{
	m_joints.clear();
	m_targets.clear();
	std::vector<Query>&once = m_once, &twice = m_twice;
	const btScalar rate = btScalar(1) / info.m_timeStep;
	for (int i = 0; i < count; ++i)
	{
		btTypedConstraint& joint = *joints[i];
		if (!joint.isEnabled()) continue;
		if (!isWet(joint.getRigidBodyA().getCompanionId()) && !isWet(joint.getRigidBodyB().getCompanionId())) continue;
		joint.buildJacobian();
		btTypedConstraint::btConstraintInfo1 size;
		joint.getInfo1(&size);
		if (size.m_numConstraintRows < 1) continue;
		once.resize(size_t(size.m_numConstraintRows));
		twice.resize(once.size());
		askForRows(joint, info, 2 * rate, twice);
		askForRows(joint, info, rate, once);
		m_joints.push_back({&joint, int(m_targets.size()), size.m_numConstraintRows});
		for (size_t k = 0; k < once.size(); ++k)
			m_targets.push_back({twice[k].m_error - once[k].m_error, isHard(once[k])});
	}
}

void btFluidJointRecovery::note(const btConstraintArray& joints, const Pool& pool, const Shown& shown)
{
	m_rows.clear();
	size_t next = 0;
	for (int i = 0; i < joints.size() && next < m_joints.size();)
	{
		const Joint& joint = m_joints[next];
		if (joints[i].m_originalContactPoint != joint.m_joint)
		{
			++i;
			continue;
		}
		for (int k = 0; k < joint.m_count && i < joints.size(); ++k, ++i)
		{
			const Target& target = m_targets[size_t(joint.m_first + k)];
			if (target.m_isHard) noteRow(joints[i], i, target.m_rate, pool, shown);
		}
		++next;
	}
}

void btFluidJointRecovery::noteRow(const btSolverConstraint& row, int number, btScalar rate, const Pool& pool,
                                   const Shown& shown)
{
	const auto velocity = [&pool](int id, const btVector3& linear, const btVector3& angular)
	{
		const btSolverBody& body = pool[id];
		if (!body.m_originalBody) return btScalar(0);
		return linear.dot(body.m_originalBody->getLinearVelocity() + body.m_externalForceImpulse) +
		       angular.dot(body.m_originalBody->getAngularVelocity() + body.m_externalTorqueImpulse);
	};
	const auto speed = [&pool](int id, const btVector3& linear, const btVector3& angular)
	{
		const btRigidBody* body = pool[id].m_originalBody;
		if (!body) return btScalar(0);
		return linear.length() * body->getLinearVelocity().length() +
		       angular.length() * body->getAngularVelocity().length();
	};
	const btScalar ofShown = shown(row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal) +
	                         shown(row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal);
	// A limit that is not reached yet lets its bodies approach: nothing is corrected. Bullet has cut the limits to the
	// impulse at which the joint breaks.
	const bool isDemanded = (rate > 0 && row.m_upperLimit > 0) || (rate < 0 && row.m_lowerLimit < 0);
	m_rows.push_back({number, (isDemanded ? rate : btScalar(0)) - ofShown,
	                  velocity(row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal) +
	                      velocity(row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal) - ofShown,
	                  speed(row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal) +
	                      speed(row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal)});
}

btScalar btFluidJointRecovery::relax(Row& row, const btSolverConstraint& r, const Pool& pool)
{
	if (!(row.m_response > 0)) return 0;
	Motion &a = m_motions[size_t(r.m_solverBodyIdA)], &b = m_motions[size_t(r.m_solverBodyIdB)];
	const btScalar missing = row.m_target - r.m_contactNormal1.dot(a.first) - r.m_contactNormal2.dot(b.first) -
	                         r.m_relpos1CrossNormal.dot(a.second) - r.m_relpos2CrossNormal.dot(b.second);
	const btScalar before = row.m_impulse;
	row.m_impulse = btMin(btMax(before + missing / row.m_response, row.m_lowest), row.m_highest);
	const btScalar change = row.m_impulse - before;
	a.first += r.m_contactNormal1 * pool[r.m_solverBodyIdA].internalGetInvMass() * change;
	a.second += r.m_angularComponentA * change;
	b.first += r.m_contactNormal2 * pool[r.m_solverBodyIdB].internalGetInvMass() * change;
	b.second += r.m_angularComponentB * change;
	return btFabs(change * row.m_response);
}

void btFluidJointRecovery::findCorrection(const btConstraintArray& joints, const Pool& pool, int sweeps)
{
	m_motions.assign(size_t(pool.size()), {btVector3(0, 0, 0), btVector3(0, 0, 0)});
	btScalar largest = 0;
	for (Row& row : m_rows)
	{
		const btSolverConstraint& r = joints[row.m_number];
		const btSolverBody &a = pool[r.m_solverBodyIdA], &b = pool[r.m_solverBodyIdB];
		const btScalar lambda = r.m_appliedImpulse;
		const bool isOneSided = !(r.m_lowerLimit < 0) || !(r.m_upperLimit > 0);
		row.m_response = isOneSided && lambda == 0
		                     ? btScalar(0)
		                     : r.m_contactNormal1.dot(r.m_contactNormal1 * a.internalGetInvMass()) +
		                           r.m_contactNormal2.dot(r.m_contactNormal2 * b.internalGetInvMass()) +
		                           r.m_relpos1CrossNormal.dot(r.m_angularComponentA) +
		                           r.m_relpos2CrossNormal.dot(r.m_angularComponentB);
		// What is left of a limit's impulse keeps its sign.
		row.m_lowest = isOneSided && lambda < 0 ? lambda : -SIMD_INFINITY;
		row.m_highest = isOneSided && lambda > 0 ? lambda : SIMD_INFINITY;
		row.m_impulse = 0;
		largest = btMax(largest, btFabs(row.m_target));
	}
	for (int i = 0; i < sweeps; ++i)
	{
		btScalar rest = 0;
		for (Row& row : m_rows) rest = btMax(rest, relax(row, joints[row.m_number], pool));
		if (rest <= 16 * SIMD_EPSILON * largest) return;
	}
}

int btFluidJointRecovery::setOf(int solverBody)
{
	while (m_sets[size_t(solverBody)] != solverBody)
		solverBody = m_sets[size_t(solverBody)] = m_sets[size_t(m_sets[size_t(solverBody)])];
	return solverBody;
}

int btFluidJointRecovery::setOf(const btSolverConstraint& row, const Pool& pool)
{
	if (moves(pool[row.m_solverBodyIdA])) return setOf(row.m_solverBodyIdA);
	return moves(pool[row.m_solverBodyIdB]) ? setOf(row.m_solverBodyIdB) : -1;
}

void btFluidJointRecovery::findSets(const btConstraintArray& joints, const Pool& pool)
{
	m_sets.resize(size_t(pool.size()));
	for (size_t i = 0; i < m_sets.size(); ++i) m_sets[i] = int(i);
	for (const Row& row : m_rows)
	{
		const int a = joints[row.m_number].m_solverBodyIdA, b = joints[row.m_number].m_solverBodyIdB;
		if (!moves(pool[a]) || !moves(pool[b])) continue;
		const int first = setOf(a), second = setOf(b);
		m_sets[size_t(btMax(first, second))] = btMin(first, second);
	}
}

btScalar btFluidJointRecovery::Work::smallestShare() const
{
	if (!(m_work > 0)) return 0;
	if (!(m_square > 0)) return m_linear > 0 ? btMin(m_work / m_linear, btScalar(1)) : btScalar(0);
	const btScalar lowest = m_linear / (2 * m_square), rest = lowest * lowest - m_work / m_square;
	const btScalar root = rest > 0 ? lowest - btSqrt(rest) : lowest;
	return btMin(btMax(root, btScalar(0)), btScalar(1));
}

void btFluidJointRecovery::addWorks(const btConstraintArray& joints, const Pool& pool)
{
	m_works.assign(size_t(pool.size()), Work());
	const Motion still(btVector3(0, 0, 0), btVector3(0, 0, 0));
	for (const Row& row : m_rows)
	{
		const btSolverConstraint& r = joints[row.m_number];
		const int set = setOf(r, pool);
		if (set < 0) continue;
		const auto along = [&r](const Motion& a, const Motion& b)
		{
			return r.m_contactNormal1.dot(a.first) + r.m_relpos1CrossNormal.dot(a.second) +
			       r.m_contactNormal2.dot(b.first) + r.m_relpos2CrossNormal.dot(b.second);
		};
		const auto changeOf = [&pool](int id)
		{ return Motion(pool[id].getDeltaLinearVelocity(), pool[id].getDeltaAngularVelocity()); };
		const btScalar sum = 2 * row.m_start + along(changeOf(r.m_solverBodyIdA), changeOf(r.m_solverBodyIdB));
		const btScalar lambda = r.m_appliedImpulse;
		Work& work = m_works[size_t(set)];
		// With the rounding of velocities, which would be energy in every step.
		work.m_work += btScalar(0.5) * lambda * sum + SIMD_EPSILON * btFabs(lambda) * row.m_speed;
		if (m_motions.empty()) continue;
		const btScalar u = along(m_motions[size_t(r.m_solverBodyIdA)], m_motions[size_t(r.m_solverBodyIdB)]);
		work.m_linear += btScalar(0.5) * (row.m_impulse * sum + lambda * u);
		work.m_square += btScalar(0.5) * row.m_impulse * u;
	}
}

void btFluidJointRecovery::settle(btConstraintArray& joints, Pool& pool, int sweeps, const Describe& describe)
{
	m_motions.clear();
	m_turns.start(0);
	if (m_rows.empty()) return;
	findSets(joints, pool);
	addWorks(joints, pool);
	if (std::none_of(m_works.begin(), m_works.end(), [](const Work& work) { return work.m_work > 0; })) return;
	findCorrection(joints, pool, sweeps);
	addWorks(joints, pool);
	for (Work& work : m_works) work.m_share = work.smallestShare();
	findTurns(joints, pool, describe);
	for (const Row& row : m_rows)
	{
		btSolverConstraint& r = joints[row.m_number];
		const int set = setOf(r, pool);
		if (set >= 0) r.m_appliedImpulse = btScalar(r.m_appliedImpulse) - m_works[size_t(set)].m_share * row.m_impulse;
	}
	for (int i = 0; i < pool.size(); ++i)
	{
		Motion& motion = m_motions[size_t(i)];
		const btScalar share = m_works[size_t(setOf(i))].m_share;
		motion.first *= share;
		motion.second *= share;
		if (share == 0 || !pool[i].m_originalBody) continue;
		pool[i].internalGetDeltaLinearVelocity() -= motion.first;
		pool[i].internalGetDeltaAngularVelocity() -= motion.second;
	}
}

void btFluidJointRecovery::findTurns(const btConstraintArray& joints, const Pool& pool, const Describe& describe)
{
	m_turns.start(pool.size());
	for (int i = 0; i < pool.size(); ++i)
	{
		const int set = setOf(i);
		const Work& work = m_works[size_t(set)];
		const btScalar t = work.m_share;
		if (!moves(pool[i]) || !(t > 0)) continue;
		btFluidTurnEnergy::Body body;
		body.m_number = i;
		body.m_set = set;
		const Motion& u = m_motions[size_t(i)];
		const Motion change(pool[i].getDeltaLinearVelocity() - t * u.first,
		                    pool[i].getDeltaAngularVelocity() - t * u.second);
		if (!describe(i, change, Motion(t * u.first, t * u.second), body)) m_turns.hold(set);
		m_turns.add(body);
		m_turns.setWork(set, btMin(double(work.at(t)), 0.0));
	}
	for (const Row& row : m_rows)
	{
		const btSolverConstraint& r = joints[row.m_number];
		if (moves(pool[r.m_solverBodyIdA]) != moves(pool[r.m_solverBodyIdB])) m_turns.hold(setOf(r, pool));
	}
	m_turns.find();
}

void btFluidJointRecovery::finish(const Pool& pool, const ToPhysical& toPhysical)
{
	m_moves.clear();
	m_rows.clear();
	for (int i = 0; i < int(m_motions.size()); ++i)
	{
		btVector3 &linear = m_motions[size_t(i)].first, &angular = m_motions[size_t(i)].second;
		btRigidBody* body = pool[i].m_originalBody;
		if (!body || (linear.isZero() && angular.isZero())) continue;
		toPhysical(i, btScalar(m_turns.turned(setOf(i))), linear, angular);
		m_moves.push_back({body, linear, angular});
	}
	m_motions.clear();
}

void btFluidJointRecovery::takeTurns(Pool& pool) const
{
	for (const btFluidTurnEnergy::Body& body : m_turns.bodies())
	{
		const ambient::Twist change = m_turns.change(body);
		pool[body.m_number].internalGetDeltaLinearVelocity() += btFluidVector(change.linear);
		pool[body.m_number].internalGetDeltaAngularVelocity() += btFluidVector(change.angular);
	}
}

void btFluidJointRecovery::move(btScalar timeStep)
{
	for (const Move& move : m_moves)
	{
		btTransform moved;
		btTransformUtil::integrateTransform(move.m_body->getWorldTransform(), move.m_linear, move.m_angular, timeStep,
		                                    moved);
		move.m_body->setWorldTransform(moved);
	}
	m_moves.clear();
}
