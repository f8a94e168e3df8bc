// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidConeTwistRows.h"

#include <BulletDynamics/ConstraintSolver/btConeTwistConstraint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace
{
btVector3 firstAxis(const btRigidBody& body, const btTransform& frame)
{
	return (body.getCenterOfMassTransform().getBasis() * frame.getBasis()).getColumn(0);
}

/// L'(phi) of the ellipse with half axes `ofY` at n = y and `ofZ` at n = z, as Bullet's computeConeLimitInfo() has it.
btScalar slopeOfLimit(btScalar y, btScalar z, btScalar ofY, btScalar ofZ)
{
	const btScalar inY = 1 / (ofY * ofY), inZ = 1 / (ofZ * ofZ);
	const btScalar inverse = y * y * inY + z * z * inZ;  // 1 / L^2
	return -y * z * (inZ - inY) / (inverse * btSqrt(inverse));
}

/// Changes the axis about which a row turns, with its velocity and its dry response. Its effective mass stays Bullet's.
/// \param axis of body A
void setAxis(const btConeTwistConstraint& joint, btSolverConstraint& row, const btVector3& axis,
             const btAlignedObjectArray<btSolverBody>& pool, btScalar damping)
{
	const auto velocity = [&pool](const btRigidBody& body, int id) -> btVector3
	{
		const btSolverBody& solved = pool[id];
		return solved.m_originalBody ? body.getAngularVelocity() + solved.m_externalTorqueImpulse
		                             : body.getAngularVelocity();
	};
	const auto response = [](const btRigidBody& body, const btVector3& about)
	{ return body.getInvInertiaTensorWorld() * about * body.getAngularFactor(); };
	const btRigidBody &a = joint.getRigidBodyA(), &b = joint.getRigidBodyB();
	const btVector3 apart = velocity(a, row.m_solverBodyIdA) - velocity(b, row.m_solverBodyIdB);
	row.m_rhs -= damping * (axis - row.m_relpos1CrossNormal).dot(apart) * row.m_jacDiagABInv;
	row.m_relpos1CrossNormal = axis;
	row.m_relpos2CrossNormal = -axis;
	row.m_angularComponentA = response(a, axis);
	row.m_angularComponentB = response(b, -axis);
}

/// \param first,count of the joint's rows
void correctRows(btConeTwistConstraint& joint, btConstraintArray& rows, int first, int count,
                 const btAlignedObjectArray<btSolverBody>& pool, btScalar damping)
{
	if (joint.isMotorEnabled()) return;  // the one row turns towards the motor's target
	const btVector3 x = firstAxis(joint.getRigidBodyB(), joint.getBFrame());
	const btVector3 a = firstAxis(joint.getRigidBodyA(), joint.getAFrame());
	const btScalar cosine = x.dot(a);
	const btVector3 normal = x.cross(a);
	const btScalar sine = normal.length();
	int row = first + count;
	if (joint.getSolveTwistLimit())
	{
		btSolverConstraint& twist = rows[--row];
		const btScalar size = twist.m_relpos1CrossNormal.dot(x);  // with the relaxation, and the side of the limit
		// Turned over by the swing, the twist has no gradient.
		if (1 + cosine > btScalar(0.01)) setAxis(joint, twist, (x + a) * (size / (1 + cosine)), pool, damping);
	}
	const bool isCone = joint.getSwingSpan1() >= joint.getFixThresh() && joint.getSwingSpan2() >= joint.getFixThresh();
	if (!joint.getSolveSwingLimit() || !isCone || !(sine > btScalar(0.01))) return;
	btSolverConstraint& swing = rows[--row];
	const btVector3 n = normal / sine, e = n.cross(x);
	const btMatrix3x3 frame =
		joint.getRigidBodyB().getCenterOfMassTransform().getBasis() * joint.getBFrame().getBasis();
	const btScalar slope = slopeOfLimit(n.dot(frame.getColumn(1)), n.dot(frame.getColumn(2)), joint.getSwingSpan2(),
	                                    joint.getSwingSpan1());
	const btScalar relaxation = joint.getRelaxationFactor() * joint.getRelaxationFactor();
	const btVector3 gradient = n - joint.getLimitSoftness() * slope * (x - (cosine / sine) * e);
	setAxis(joint, swing, -relaxation * gradient, pool, damping);
}
}  // namespace

void btFluidCorrectConeTwists(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool, btScalar damping,
                              const std::function<bool(int solverBody)>& isWet)
{
	for (int first = 0, next = 0; first < rows.size(); first = next)
	{
		auto* joint = static_cast<btTypedConstraint*>(rows[first].m_originalContactPoint);
		for (next = first + 1; next < rows.size() && rows[next].m_originalContactPoint == joint;) ++next;
		if (joint->getConstraintType() != CONETWIST_CONSTRAINT_TYPE) continue;
		if (isWet(rows[first].m_solverBodyIdA) || isWet(rows[first].m_solverBodyIdB))
			correctRows(static_cast<btConeTwistConstraint&>(*joint), rows, first, next - first, pool, damping);
	}
}
