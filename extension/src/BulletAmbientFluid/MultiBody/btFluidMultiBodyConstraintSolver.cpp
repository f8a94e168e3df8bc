// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"

#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "AmbientFluid/Math/Lanes.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/Solver/btFluidGroupRows.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>

#include <algorithm>

namespace
{
/// As btFluidWetMultiBody::respond(), with a matrix.
void respondInGroup(const Eigen::MatrixXd& response, int count, const btScalar* const* impulses,
                    btScalar* const* changes)
{
	for (int l = 0; l < count; ++l)
		for (int i = 0; i < int(response.rows()); ++i)
		{
			double sum = 0.0;
			for (int k = 0; k < int(response.cols()); ++k) sum += response(i, k) * double(impulses[l][k]);
			changes[l][i] = btScalar(sum);
		}
}
}  // namespace

btFluidMultiBodyConstraintSolver::btFluidMultiBodyConstraintSolver(btFluidSolvedBodies& bodies)
	: btFluidMultiBodyConstraintSolver(&bodies)
{
}

btFluidMultiBodyConstraintSolver::btFluidMultiBodyConstraintSolver(btFluidSolvedBodies* bodies)
	: btFluidSolver<btMultiBodyConstraintSolver>(bodies)
{
	// Bullet does not initialize these members: its multi-body world sets them only around its own islands.
	m_tmpMultiBodyConstraints = nullptr;
	m_tmpNumMultiBodyConstraints = 0;
}

void btFluidMultiBodyConstraintSolver::prepareSolve(int numBodies, int numManifolds)
{
	m_metric.forgetEnded();
	for (int i = 0; i < m_metric.sources().size(); ++i)
		if (btFluidWetMultiBodies* multiBodies = m_metric.sources()[i]->getMultiBodies()) multiBodies->begin();
	btFluidSolver<btMultiBodyConstraintSolver>::prepareSolve(numBodies, numManifolds);
}

void btFluidMultiBodyConstraintSolver::solveMultiBodyGroup(btCollisionObject** bodies, int numBodies,
                                                           btPersistentManifold** manifolds, int numManifolds,
                                                           btTypedConstraint** constraints, int numConstraints,
                                                           btMultiBodyConstraint** multiBodyConstraints,
                                                           int numMultiBodyConstraints, const btContactSolverInfo& info,
                                                           btIDebugDraw* debugDrawer, btDispatcher* dispatcher)
{
	for (int i = 0; i < m_metric.sources().size(); ++i)
		if (btFluidWetMultiBodies* multiBodies = m_metric.sources()[i]->getMultiBodies())
			multiBodies->giveFreeVelocity();
	noteJointRows(multiBodyConstraints, numMultiBodyConstraints);
	btFluidSolver<btMultiBodyConstraintSolver>::solveMultiBodyGroup(
		bodies, numBodies, manifolds, numManifolds, constraints, numConstraints, multiBodyConstraints,
		numMultiBodyConstraints, info, debugDrawer, dispatcher);
}

void btFluidMultiBodyConstraintSolver::noteJointRows(btMultiBodyConstraint** constraints, int numConstraints)
{
	std::vector<btMultiBody*> withRows;
	for (int i = 0; i < numConstraints; ++i)
		for (btMultiBody* multiBody : {constraints[i]->getMultiBodyA(), constraints[i]->getMultiBodyB()})
			if (multiBody && findWet(multiBody) &&
			    std::find(withRows.begin(), withRows.end(), multiBody) == withRows.end())
				withRows.push_back(multiBody);
	m_metric.groups().noteMultiBodies(withRows, &m_data.m_deltaVelocities);
}

btScalar btFluidMultiBodyConstraintSolver::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int numBodies,
                                                                         const btContactSolverInfo& info)
{
	const btScalar result =
		btFluidSolver<btMultiBodyConstraintSolver>::solveGroupCacheFriendlyFinish(bodies, numBodies, info);
	m_metric.groups().forEachMultiBody(
		[this](btMultiBody& multiBody, const Eigen::VectorXd& impulse)
		{
			if (btFluidWetMultiBody* wet = findWet(&multiBody)) wet->takeGroupImpulse(impulse);
		});
	return result;
}

void btFluidMultiBodyConstraintSolver::allSolved(const btContactSolverInfo& info, btIDebugDraw* debugDrawer)
{
	for (int i = 0; i < m_metric.sources().size(); ++i)
		if (btFluidWetMultiBodies* multiBodies = m_metric.sources()[i]->getMultiBodies()) multiBodies->end();
	btFluidSolver<btMultiBodyConstraintSolver>::allSolved(info, debugDrawer);
}

btFluidWetMultiBody* btFluidMultiBodyConstraintSolver::findWet(const btMultiBody* multiBody) const
{
	for (int i = 0; multiBody && i < m_metric.sources().size(); ++i)
	{
		btFluidWetMultiBodies* multiBodies = m_metric.sources()[i]->getMultiBodies();
		btFluidWetMultiBody* wet = multiBodies ? multiBodies->find(multiBody) : nullptr;
		if (wet) return wet->isSolved() ? wet : nullptr;
	}
	return nullptr;
}

bool btFluidMultiBodyConstraintSolver::anyWet() const
{
	bool any = m_metric.anyWet();
	for (int i = 0; i < m_metric.sources().size(); ++i)
	{
		const btFluidWetMultiBodies* multiBodies = m_metric.sources()[i]->getMultiBodies();
		any = any || (multiBodies && multiBodies->size() > 0);
	}
	return any;
}

void btFluidMultiBodyConstraintSolver::convertContacts(btPersistentManifold** manifolds, int numManifolds,
                                                       const btContactSolverInfo& info)
{
	btFluidSolver<btMultiBodyConstraintSolver>::convertContacts(manifolds, numManifolds, info);
	if (!anyWet()) return;
	transformRows(m_multiBodyNormalContactConstraints, WITH_DRY_FORCES, info.m_sor, info);
	transformRows(m_multiBodyFrictionContactConstraints, WITH_DRY_FORCES, info.m_sor, info);
	transformRows(m_multiBodyTorsionalFrictionContactConstraints, ANGULAR_WITHOUT_TORQUES, info.m_sor, info);
	transformRows(m_multiBodySpinningFrictionContactConstraints, ANGULAR_WITHOUT_TORQUES, info.m_sor, info);
	// Bullet sets the errors of stops that are deeply passed apart, for a solve of positions that multi-bodies lack.
	for (int i = 0; i < m_multiBodyNonContactConstraints.size(); ++i)
	{
		btMultiBodySolverConstraint& row = m_multiBodyNonContactConstraints[i];
		row.m_rhs += row.m_rhsPenetration;
		row.m_rhsPenetration = 0;
	}
	transformRows(m_multiBodyNonContactConstraints, WITHOUT_FORCES, btScalar(1), info);
}

void btFluidMultiBodyConstraintSolver::transformRows(btMultiBodyConstraintArray& rows, RowVelocity velocity,
                                                     btScalar relaxation, const btContactSolverInfo& info)
{
	for (int begin = 0; begin < rows.size(); begin += ambient::kLanes)
	{
		const int end = btMin(begin + ambient::kLanes, rows.size());
		findResponses(rows, begin, end);
		for (int i = begin; i < end; ++i)
		{
			btMultiBodySolverConstraint& row = rows[i];
			btFluidWetMultiBody *wetA = findWet(row.m_multiBodyA), *wetB = findWet(row.m_multiBodyB);
			if (wetA) transformLinkSide(row, true, responseOf(i - begin, true), relaxation);
			if (wetB) transformLinkSide(row, false, responseOf(i - begin, false), relaxation);
			if (wetA && wetA == wetB) addSelfResponse(row, relaxation);
			if (!row.m_multiBodyA) transformRigidSide(row, true, velocity, relaxation, info.m_timeStep);
			if (!row.m_multiBodyB) transformRigidSide(row, false, velocity, relaxation, info.m_timeStep);
		}
	}
}

void btFluidMultiBodyConstraintSolver::findResponses(const btMultiBodyConstraintArray& rows, int begin, int end)
{
	const auto multiBodyOf = [&](int i, bool first) { return first ? rows[i].m_multiBodyA : rows[i].m_multiBodyB; };
	m_stride = 6;
	for (int i = begin; i < end; ++i)
		for (const bool first : {true, false})
			if (const btMultiBody* body = multiBodyOf(i, first)) m_stride = btMax(m_stride, 6 + body->getNumDofs());
	m_responses.resizeNoInitialize(2 * ambient::kLanes * m_stride);
	for (const bool first : {true, false})
	{
		bool isFound[ambient::kLanes] = {};
		for (int i = begin; i < end; ++i)
		{
			const btMultiBody* multiBody = multiBodyOf(i, first);
			btFluidWetMultiBody* wet = isFound[i - begin] ? nullptr : findWet(multiBody);
			if (!wet) continue;
			const btScalar* jacobians[ambient::kLanes];
			btScalar* responses[ambient::kLanes];
			int count = 0;
			for (int j = i; j < end; ++j)
			{
				if (multiBodyOf(j, first) != multiBody) continue;
				isFound[j - begin] = true;
				jacobians[count] = &m_data.m_jacobians[first ? rows[j].m_jacAindex : rows[j].m_jacBindex];
				responses[count++] = responseOf(j - begin, first);
			}
			if (const Eigen::MatrixXd* inGroup = m_metric.groups().responseOf(multiBody))
				respondInGroup(*inGroup, count, jacobians, responses);
			else
				wet->respond(count, jacobians, responses);
		}
	}
}

void btFluidMultiBodyConstraintSolver::transformRigidSide(btMultiBodySolverConstraint& row, bool first,
                                                          RowVelocity velocity, btScalar relaxation, btScalar timeStep)
{
	const int id = first ? row.m_solverBodyIdA : row.m_solverBodyIdB;
	const btFluidRowTransform::Side* side = m_metric.find(id);
	if (!side || row.m_jacDiagABInv == btScalar(0)) return;
	btVector3& linear = first ? row.m_contactNormal1 : row.m_contactNormal2;
	btVector3& angular = first ? row.m_relpos1CrossNormal : row.m_relpos2CrossNormal;
	btVector3& component = first ? row.m_angularComponentA : row.m_angularComponentB;
	btSolverBody& body = m_tmpSolverBodyPool[id];
	const btRigidBody& rigid = *body.m_originalBody;

	btVector3 missingLinear = body.m_externalForceImpulse, missingAngular = body.m_externalTorqueImpulse;
	if (velocity == WITH_DRY_FORCES)
	{
		missingLinear -= rigid.getTotalForce() * rigid.getInvMass() * timeStep;
		missingAngular -= rigid.getTotalTorque() * rigid.getInvInertiaTensorWorld() * timeStep;
	}
	else if (velocity == ANGULAR_WITHOUT_TORQUES)
		missingLinear.setZero();
	const btScalar missing = linear.dot(missingLinear) + angular.dot(missingAngular);

	const btScalar dry = rigid.getInvMass() * linear.length2() + angular.dot(component);
	const btScalar wet = m_metric.transformSide(*side, rigid.getInvMass(), linear, angular, component);
	const btScalar velocityError = row.m_rhs / row.m_jacDiagABInv - missing;
	const btScalar softness = row.m_cfm / row.m_jacDiagABInv;
	row.m_jacDiagABInv = relaxation / (relaxation / row.m_jacDiagABInv + wet - dry);
	row.m_rhs = velocityError * row.m_jacDiagABInv;
	row.m_cfm = softness * row.m_jacDiagABInv;
	if (row.m_appliedImpulse != btScalar(0))
		body.internalApplyImpulse(linear * body.internalGetInvMass(), component, row.m_appliedImpulse);
}

void btFluidMultiBodyConstraintSolver::setDenominator(btMultiBodySolverConstraint& row, btScalar relaxation,
                                                      btScalar added)
{
	const btScalar before = row.m_jacDiagABInv;
	row.m_jacDiagABInv = relaxation / (relaxation / before + added);
	row.m_rhs *= row.m_jacDiagABInv / before;
	row.m_cfm *= row.m_jacDiagABInv / before;
}

void btFluidMultiBodyConstraintSolver::transformLinkSide(btMultiBodySolverConstraint& row, bool first, btScalar* found,
                                                         btScalar relaxation)
{
	const int jacobianIndex = first ? row.m_jacAindex : row.m_jacBindex;
	const int changeIndex = first ? row.m_deltaVelAindex : row.m_deltaVelBindex;
	btMultiBody& multiBody = first ? *row.m_multiBodyA : *row.m_multiBodyB;
	const int count = multiBody.getNumDofs() + 6;
	const btScalar* jacobian = &m_data.m_jacobians[jacobianIndex];
	btScalar* response = &m_data.m_deltaVelocitiesUnitImpulse[jacobianIndex];
	btScalar added = 0;
	for (int i = 0; i < count; ++i)
	{
		const btScalar difference = found[i] - response[i];
		added += jacobian[i] * difference;
		response[i] = found[i];
		found[i] = difference;
	}
	if (row.m_jacDiagABInv > btScalar(0)) setDenominator(row, relaxation, added);
	if (row.m_appliedImpulse == btScalar(0)) return;
	// Bullet's warm starting was done with the dry response.
	applyDeltaVee(found, row.m_appliedImpulse, changeIndex, count);
	multiBody.applyDeltaVeeMultiDof2(found, row.m_appliedImpulse);
}

void btFluidMultiBodyConstraintSolver::addSelfResponse(btMultiBodySolverConstraint& row, btScalar relaxation) const
{
	if (row.m_jacAindex == row.m_jacBindex || !(row.m_jacDiagABInv > btScalar(0))) return;
	const int count = row.m_multiBodyA->getNumDofs() + 6;
	const btScalar* jacobian = &m_data.m_jacobians[row.m_jacAindex];
	const btScalar* response = &m_data.m_deltaVelocitiesUnitImpulse[row.m_jacBindex];
	btScalar product = 0;
	for (int i = 0; i < count; ++i) product += jacobian[i] * response[i];
	// Links that hardly move apart, such as neighbours at a fixed joint: the sum would be rounding.
	const btScalar alone = relaxation / row.m_jacDiagABInv;
	if (alone + 2 * product > btScalar(1e-4) * alone) setDenominator(row, relaxation, 2 * product);
}
