// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

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

void btFluidMultiBodyConstraintSolver::convertContacts(btPersistentManifold** manifolds, int numManifolds,
                                                       const btContactSolverInfo& info)
{
	btFluidSolver<btMultiBodyConstraintSolver>::convertContacts(manifolds, numManifolds, info);
	if (!m_metric.anyWet()) return;
	transformRows(m_multiBodyNormalContactConstraints, WITH_DRY_FORCES, info.m_sor, info);
	transformRows(m_multiBodyFrictionContactConstraints, WITH_DRY_FORCES, info.m_sor, info);
	transformRows(m_multiBodyTorsionalFrictionContactConstraints, ANGULAR_WITHOUT_TORQUES, info.m_sor, info);
	transformRows(m_multiBodySpinningFrictionContactConstraints, ANGULAR_WITHOUT_TORQUES, info.m_sor, info);
	transformRows(m_multiBodyNonContactConstraints, WITHOUT_FORCES, btScalar(1), info);
}

void btFluidMultiBodyConstraintSolver::transformRows(btMultiBodyConstraintArray& rows, RowVelocity velocity,
                                                     btScalar relaxation, const btContactSolverInfo& info)
{
	for (int i = 0; i < rows.size(); ++i)
	{
		btMultiBodySolverConstraint& row = rows[i];
		if (!row.m_multiBodyA) transformRigidSide(row, true, velocity, relaxation, info.m_timeStep);
		if (!row.m_multiBodyB) transformRigidSide(row, false, velocity, relaxation, info.m_timeStep);
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
