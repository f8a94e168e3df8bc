// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidJointLimit.h"

void btFluidJointLimit::createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
                                             const btContactSolverInfo& info)
{
	const btScalar position = m_bodyA->getJointPos(m_linkA), speed = m_bodyA->getJointVel(m_linkA);
	const btScalar gaps[] = {position - m_lowerBound, m_upperBound - position};
	for (int i = 0; i < getNumRows(); ++i)
	{
		const btScalar gap = gaps[i], direction = i == 0 ? btScalar(1) : btScalar(-1);
		if (gap > 0 && gap + direction * speed * info.m_timeStep > 0) continue;
		setPosition(i, gap);
		btMultiBodySolverConstraint& row = rows.expandNonInitializing();
		row.m_orgConstraint = this;
		row.m_orgDofIndex = i;
		row.m_multiBodyA = m_bodyA;
		row.m_multiBodyB = m_bodyB;
		const btVector3 none(0, 0, 0);
		const btScalar away = fillMultiBodyConstraint(row, data, jacobianA(i), jacobianB(i), none, none, none, none, 0,
		                                              info, 0, m_maxAppliedImpulse);
		// What Bullet's debug drawing and feedback read.
		const btMultibodyLink& link = m_bodyA->getLink(m_linkA);
		const bool turns = link.m_jointType == btMultibodyLink::eRevolute;
		const btSpatialMotionVector& axis = link.m_axes[0];
		const btVector3 inWorld =
			direction * quatRotate(link.m_cachedWorldTransform.getRotation(), turns ? axis.m_topVec : axis.m_bottomVec);
		row.m_contactNormal1 = turns ? none : inWorld;
		row.m_relpos1CrossNormal = turns ? inWorld : none;
		row.m_contactNormal2 = -row.m_contactNormal1;
		row.m_relpos2CrossNormal = -row.m_relpos1CrossNormal;
		const btScalar wanted = (gap > 0 ? -gap : -gap * info.m_erp) / info.m_timeStep;
		row.m_rhs = (wanted - away) * row.m_jacDiagABInv;
		row.m_rhsPenetration = 0;
	}
}
