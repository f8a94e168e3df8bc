// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidRowTransform.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedSide.h"
#include "BulletAmbientFluid/Solver/btFluidConeTwistRows.h"
#include "BulletAmbientFluid/Solver/btFluidGroupRows.h"
#include "BulletAmbientFluid/Solver/btFluidJointRecovery.h"

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <functional>

namespace
{
/// A matrix Taa with Taa dryResponse Taa^T = wetResponse.
btMatrix3x3 angularFactor(const btMatrix3x3& wetResponse, const btMatrix3x3& dryResponse)
{
	using ambient::Matrix3;
	const Matrix3 wet = btFluidMatrix(wetResponse);
	// Locked axes have no response: their part of the square root is zero.
	const Eigen::SelfAdjointEigenSolver<Matrix3> roots(0.5 * (wet + wet.transpose()));
	Matrix3 root = roots.eigenvectors() * roots.eigenvalues().cwiseMax(0.0).cwiseSqrt().asDiagonal();
	for (int k = 0; k < 3; ++k)
		if (wet(k, k) == 0.0) root.row(k).setZero();  // exactly zero, without rounding
	const Matrix3 dryRoot = btFluidMatrix(dryResponse).llt().matrixL();
	return btFluidMatrix(Matrix3(root * dryRoot.inverse()));
}

btScalar dryInvMass(const btSolverBody& body)
{
	return body.m_originalBody ? body.m_originalBody->getInvMass() : btScalar(0);
}

/// Sets the effective mass of a row and scales the row's proportional fields. Zeroes a row without mobility (`response`
/// zero) and returns false.
bool giveEffectiveMass(btSolverConstraint& row, btScalar response, btScalar effectiveMass)
{
	if (!(response * row.m_jacDiagABInv > SIMD_EPSILON * SIMD_EPSILON))
	{
		row.m_contactNormal1.setZero();
		row.m_contactNormal2.setZero();
		row.m_relpos1CrossNormal.setZero();
		row.m_relpos2CrossNormal.setZero();
		row.m_rhs = row.m_rhsPenetration = 0;
		return false;
	}
	const btScalar ratio = effectiveMass / row.m_jacDiagABInv;
	row.m_rhs *= ratio;
	row.m_rhsPenetration *= ratio;
	row.m_jacDiagABInv = effectiveMass;
	return true;
}
}  // namespace

struct btFluidRowTransform::Sides
{
	btAlignedObjectArray<btFluidSolvedSide> m_list;
};

btFluidRowTransform::btFluidRowTransform(btFluidSolvedBodies* bodies, Kind kind)
	: m_kind(kind),
	  m_sides(std::make_unique<Sides>()),
	  m_groups(std::make_unique<btFluidGroupRows>(kind == BARE)),
	  m_recovery(std::make_unique<btFluidJointRecovery>())
{
	addBodies(bodies);
}

btFluidRowTransform::~btFluidRowTransform() = default;

void btFluidRowTransform::addBodies(btFluidSolvedBodies* bodies)
{
	if (!bodies) return;
	m_bodies.push_back(bodies);
	m_lives.push_back(bodies->watch());
	bodies->addSolver();
}

const btFluidSolvedSide* btFluidRowTransform::find(int solverBodyId) const
{
	const int side = solverBodyId >= 0 && solverBodyId < m_sideOf.size() ? m_sideOf[solverBodyId] : -1;
	return side < 0 ? nullptr : &m_sides->m_list[side];
}

bool btFluidRowTransform::anyWet() const { return m_sides->m_list.size() > 0; }

void btFluidRowTransform::noteTouches(btPersistentManifold** manifolds, int numManifolds,
                                      btTypedConstraint** constraints, int numConstraints)
{
	forgetEnded();
	m_groups->noteTouches(m_bodies, manifolds, numManifolds, constraints, numConstraints);
}

void btFluidRowTransform::refreshGroups(btAlignedObjectArray<btSolverBody>& pool) { m_groups->refresh(pool); }

void btFluidRowTransform::addGroupResponses(const btAlignedObjectArray<btSolverConstraint*>& rows,
                                            const std::function<void(int row, int column, btScalar number)>& add) const
{
	m_groups->addResponses(rows, add);
}

void btFluidRowTransform::forgetEnded()
{
	for (int i = m_bodies.size() - 1; i >= 0; --i)
		if (m_lives[size_t(i)].expired()) forget(i);
}

void btFluidRowTransform::removeBodies(const btFluidSolvedBodies* bodies)
{
	for (int i = m_bodies.size() - 1; i >= 0; --i)
		if (m_bodies[i] == bodies) forget(i);
}

void btFluidRowTransform::forget(int source)
{
	m_lives.erase(m_lives.begin() + source);
	for (int k = source + 1; k < m_bodies.size(); ++k) m_bodies[k - 1] = m_bodies[k];
	m_bodies.pop_back();
}

btFluidSolvedBody* btFluidRowTransform::findWet(const btRigidBody* body) const
{
	for (int i = 0; body && i < m_bodies.size(); ++i)
		if (btFluidSolvedBody* wet = m_bodies[i]->findSolvedBody(body)) return wet;
	return nullptr;
}

void btFluidRowTransform::beginSolve(btCollisionObject** bodies, int numBodies, btScalar timeStep)
{
	m_sides->m_list.resizeNoInitialize(0);
	m_sideOf.resizeNoInitialize(0);
	m_savedJacobians.resizeNoInitialize(0);
	for (int i = 0; i < numBodies; ++i)
	{
		btRigidBody* body = btRigidBody::upcast(bodies[i]);
		btFluidSolvedBody* wet = body ? findWet(body) : nullptr;
		if (!wet || !body->isActive() || body->isStaticOrKinematicObject()) continue;
		Side& side = m_sides->m_list.expandNonInitializing();
		side.m_motion.m_linearShown.setZero();
		side.m_motion.m_angularShown.setZero();
		if (!wet->beginSolve(timeStep, side.m_motion))
		{
			m_sides->m_list.pop_back();
			continue;
		}
		side.m_body = wet;
		side.m_object = body;
		side.m_isGrouped = false;
	}
	m_groups->find(m_bodies, m_sides->m_list);
}

void btFluidRowTransform::takeBodies(btAlignedObjectArray<btSolverBody>& pool)
{
	if (!anyWet()) return;
	m_sideOf.resize(pool.size(), -1);
	for (int i = 0; i < m_sides->m_list.size(); ++i)
	{
		Side& side = m_sides->m_list[i];
		side.m_solverBodyId = side.m_object->getCompanionId();
		m_sideOf[side.m_solverBodyId] = i;
		btSolverBody& body = pool[side.m_solverBodyId];
		body.m_externalForceImpulse = side.m_motion.m_linearVelocity - body.m_linearVelocity;
		body.m_externalTorqueImpulse = side.m_motion.m_angularVelocity - body.m_angularVelocity;
		// The mobility contains the locked axes: Bullet's factors would act a second time.
		const btScalar invMass = dryInvMass(body);
		body.internalSetInvMass(btVector3(invMass, invMass, invMass));
		body.m_linearFactor.setValue(1, 1, 1);
		body.m_angularFactor.setValue(1, 1, 1);
		side.m_angularResponse = side.m_motion.m_mobility.m_angular;
		if (m_kind != BARE) continue;
		side.m_angularResponse = body.m_originalBody->getInvInertiaTensorWorld();
		side.m_turn = angularFactor(side.m_motion.m_mobility.m_angular, side.m_angularResponse);
	}
	m_groups->makeResponses(m_sides->m_list);
}

btScalar btFluidRowTransform::transformSide(const Side& side, btScalar invMass, btVector3& linear, btVector3& angular,
                                            btVector3& component) const
{
	// v * M is M^T v.
	angular += linear * side.m_motion.m_mobility.m_coupling;
	linear = linear * side.m_motion.m_mobility.m_linear;
	if (m_kind == BARE) angular = angular * side.m_turn;
	component = side.m_angularResponse * angular;
	return invMass * linear.length2() + angular.dot(component);
}

btScalar btFluidRowTransform::transformRow(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& pool,
                                           btScalar* torqueVelocity) const
{
	const auto oneSide = [&](int id, btVector3& linear, btVector3& angular, btVector3& component)
	{
		const btScalar invMass = dryInvMass(pool[id]);
		const Side* side = find(id);
		if (!side) return invMass * linear.length2() + angular.dot(component);
		if (torqueVelocity) *torqueVelocity += angular.dot(pool[id].m_externalTorqueImpulse);
		return transformSide(*side, invMass, linear, angular, component);
	};
	return oneSide(row.m_solverBodyIdA, row.m_contactNormal1, row.m_relpos1CrossNormal, row.m_angularComponentA) +
	       oneSide(row.m_solverBodyIdB, row.m_contactNormal2, row.m_relpos2CrossNormal, row.m_angularComponentB);
}

void btFluidRowTransform::readJoints(btTypedConstraint** constraints, int numConstraints,
                                     const btContactSolverInfo& info)
{
	m_jointDamping = info.m_damping;
	m_recovery->read(constraints, anyWet() ? numConstraints : 0, info,
	                 [this](int solverBody) { return find(solverBody) != nullptr; });
}

void btFluidRowTransform::transformJoints(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool)
{
	if (!anyWet()) return;
	btFluidCorrectConeTwists(rows, pool, m_jointDamping,
	                         [this](int solverBody) { return find(solverBody) != nullptr; });
	m_recovery->note(rows, pool,
	                 [this](int solverBody, const btVector3& linear, const btVector3& angular)
	                 {
						 const Side* side = find(solverBody);
						 return side ? linear.dot(side->m_motion.m_linearShown) +
		                                   angular.dot(side->m_motion.m_angularShown)
		                             : btScalar(0);
					 });
	for (int i = 0; i < rows.size(); ++i)
	{
		btSolverConstraint& row = rows[i];
		if (!isWet(row)) continue;
		const btTypedConstraint* joint = static_cast<const btTypedConstraint*>(row.m_originalContactPoint);
		if (joint->getJointFeedback())
			m_savedJacobians.push_back(
				{i, row.m_contactNormal1, row.m_relpos1CrossNormal, row.m_contactNormal2, row.m_relpos2CrossNormal});
		const btScalar response = transformRow(row, pool, nullptr);
		giveEffectiveMass(row, response, btScalar(1) / response);
	}
}

void btFluidRowTransform::transformContacts(btConstraintArray& rows, btAlignedObjectArray<btSolverBody>& pool,
                                            const btContactSolverInfo& info)
{
	if (!anyWet()) return;
	// Remove Bullet's warm starting, which was computed with the dry response.
	for (int i = 0; i < m_sides->m_list.size(); ++i)
	{
		btSolverBody& body = pool[m_sides->m_list[i].m_solverBodyId];
		body.internalGetDeltaLinearVelocity().setZero();
		body.internalGetDeltaAngularVelocity().setZero();
	}
	for (int i = 0; i < rows.size(); ++i)
	{
		btSolverConstraint& row = rows[i];
		if (!isWet(row)) continue;
		noteContact(row.m_solverBodyIdA, row.m_solverBodyIdB, pool);
		noteContact(row.m_solverBodyIdB, row.m_solverBodyIdA, pool);
		const btScalar softness = row.m_cfm == btScalar(0) ? btScalar(0) : row.m_cfm / row.m_jacDiagABInv;
		const btScalar response = transformRow(row, pool, nullptr);
		if (!giveEffectiveMass(row, response, info.m_sor / (response + softness))) continue;
		row.m_cfm = softness * row.m_jacDiagABInv;
		warmStart(row, pool);
	}
}

void btFluidRowTransform::noteContact(int body, int other, const btAlignedObjectArray<btSolverBody>& pool) const
{
	const Side *const side = find(body), *const support = find(other);
	if (side) side->m_body->noteContact(support ? support->m_body->isOnGround() : !(dryInvMass(pool[other]) > 0));
}

void btFluidRowTransform::warmStart(const btSolverConstraint& row, btAlignedObjectArray<btSolverBody>& pool) const
{
	const btScalar impulse = row.m_appliedImpulse;
	if (impulse == btScalar(0)) return;
	btSolverBody &a = pool[row.m_solverBodyIdA], &b = pool[row.m_solverBodyIdB];
	if (find(row.m_solverBodyIdA))
		a.internalApplyImpulse(row.m_contactNormal1 * a.internalGetInvMass(), row.m_angularComponentA, impulse);
	if (find(row.m_solverBodyIdB))
		b.internalApplyImpulse(row.m_contactNormal2 * b.internalGetInvMass(), row.m_angularComponentB, impulse);
}

void btFluidRowTransform::transformFriction(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
                                            const btContactSolverInfo& info)
{
	transformFrictionRows(rows, pool, info.m_sor, true);
}

void btFluidRowTransform::transformRollingFriction(btConstraintArray& rows,
                                                   const btAlignedObjectArray<btSolverBody>& pool)
{
	transformFrictionRows(rows, pool, btScalar(1), false);
}

void btFluidRowTransform::transformFrictionRows(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool,
                                                btScalar relaxation, bool sliding) const
{
	if (!anyWet()) return;
	for (int i = 0; i < rows.size(); ++i)
	{
		btSolverConstraint& row = rows[i];
		if (!isWet(row)) continue;
		// Bullet assumes unit vectors as sliding directions, but anisotropic friction shortens them.
		const btScalar shortened =
			sliding ? dryInvMass(pool[row.m_solverBodyIdA]) * (1 - row.m_contactNormal1.length2()) +
						  dryInvMass(pool[row.m_solverBodyIdB]) * (1 - row.m_contactNormal2.length2())
					: btScalar(0);
		// Bullet leaves the torque of the step out of its friction rows.
		btScalar torqueVelocity = 0;
		const btScalar response = transformRow(row, pool, &torqueVelocity) + shortened;
		if (!giveEffectiveMass(row, response, relaxation / response)) continue;
		row.m_rhs -= torqueVelocity * row.m_jacDiagABInv;
	}
}

void btFluidRowTransform::restoreJoints(btConstraintArray& rows) const
{
	for (int i = 0; i < m_savedJacobians.size(); ++i)
	{
		const SavedJacobian& saved = m_savedJacobians[i];
		btSolverConstraint& row = rows[saved.m_row];
		row.m_contactNormal1 = saved.m_linear1;
		row.m_relpos1CrossNormal = saved.m_angular1;
		row.m_contactNormal2 = saved.m_linear2;
		row.m_relpos2CrossNormal = saved.m_angular2;
	}
}

void btFluidRowTransform::settleJoints(btConstraintArray& joints, btAlignedObjectArray<btSolverBody>& pool,
                                       const btContactSolverInfo& info)
{
	if (!anyWet()) return;
	using Motion = btFluidJointRecovery::Motion;
	const auto move = [&](int solverBody, Motion change, Motion correction, btFluidTurnEnergy::Body& body)
	{
		const Side* side = find(solverBody);
		if (side) toPhysical(*side, change.first, change.second);
		if (side) toPhysical(*side, correction.first, correction.second);
		body.m_change = {btFluidVector(change.second), btFluidVector(change.first)};
		body.m_turn = btFluidVector(info.m_timeStep * correction.second);
		return body.take(pool[solverBody], side);
	};
	m_recovery->settle(joints, pool, info.m_numIterations, std::ref(move));  // std::function would allocate for a copy
	m_recovery->finish(pool,
	                   [this, &info](int solverBody, btScalar turned, btVector3& linear, btVector3& angular)
	                   {
						   const Side* side = find(solverBody);
						   if (side) toPhysical(*side, linear, angular);
						   angular *= turned;
						   if (side && !side->m_isGrouped) side->m_body->noteTurn(info.m_timeStep * angular);
					   });
}

void btFluidRowTransform::moveJoined(btScalar timeStep) { m_recovery->move(timeStep); }

void btFluidRowTransform::toPhysical(const Side& side, btVector3& linear, btVector3& angular) const
{
	const btFluidMobility& mobility = side.m_motion.m_mobility;
	if (m_kind == BARE) angular = side.m_turn * angular;
	linear = mobility.m_linear * linear + mobility.m_coupling * angular;
}

void btFluidRowTransform::restoreBodies(btAlignedObjectArray<btSolverBody>& pool)
{
	m_groups->takeImpulses(pool, m_sides->m_list);
	for (int i = 0; i < m_sides->m_list.size(); ++i)
	{
		Side& side = m_sides->m_list[i];
		btSolverBody& body = pool[side.m_solverBodyId];
		toPhysical(side, body.internalGetDeltaLinearVelocity(), body.internalGetDeltaAngularVelocity());
		toPhysical(side, body.internalGetPushVelocity(), body.internalGetTurnVelocity());
	}
	m_recovery->takeTurns(pool);
	for (int i = 0; i < m_sides->m_list.size(); ++i)
	{
		Side& side = m_sides->m_list[i];
		const btSolverBody& body = pool[side.m_solverBodyId];
		side.m_linearChange = body.getDeltaLinearVelocity();
		side.m_angularChange = body.getDeltaAngularVelocity();
	}
}

void btFluidRowTransform::endSolve()
{
	for (int i = 0; i < m_sides->m_list.size(); ++i)
	{
		const Side& side = m_sides->m_list[i];
		if (side.m_isGrouped)
			side.m_body->endSolveInGroup(side.m_impulse);
		else
			side.m_body->endSolve(side.m_linearChange, side.m_angularChange);
	}
	m_sides->m_list.resizeNoInitialize(0);
	m_sideOf.resizeNoInitialize(0);
}
