// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidRebound.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace
{
btVector3 velocityAt(const btRigidBody* body, const btVector3& point)
{
	return body ? body->getVelocityInLocalPoint(point - body->getCenterOfMassPosition()) : btVector3(0, 0, 0);
}

/// Share of the depth that a step corrects, as setupContactConstraint() of Bullet's solver takes it.
btScalar correctionOf(const btManifoldPoint& point, const btContactSolverInfo& info)
{
	if (point.m_contactPointFlags & BT_CONTACT_FLAG_HAS_CONTACT_ERP) return point.m_contactERP;
	const bool isSpring = !(point.m_contactPointFlags & BT_CONTACT_FLAG_HAS_CONTACT_CFM) &&
	                      (point.m_contactPointFlags & BT_CONTACT_FLAG_CONTACT_STIFFNESS_DAMPING);
	if (!isSpring) return info.m_erp2;
	const btScalar spring = info.m_timeStep * point.m_combinedContactStiffness1;
	return spring / btMax(spring + point.m_combinedContactDamping1, SIMD_EPSILON);
}
}  // namespace

void btFluidKeepLargerSpeed(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& pool,
                            const btContactSolverInfo& info)
{
	const auto* point = static_cast<const btManifoldPoint*>(row.m_originalContactPoint);
	if (!point || !(point->m_combinedRestitution > 0)) return;
	const btScalar depth = -(point->getDistance() + info.m_linearSlop);
	if (depth <= 0) return;
	const btVector3 slip = velocityAt(pool[row.m_solverBodyIdA].m_originalBody, point->getPositionWorldOnA()) -
	                       velocityAt(pool[row.m_solverBodyIdB].m_originalBody, point->getPositionWorldOnB());
	const btScalar approach = -point->m_normalWorldOnB.dot(slip);
	if (approach < info.m_restitutionVelocityThreshold) return;
	const btScalar rebound = point->m_combinedRestitution * approach;
	const btScalar correction = depth * correctionOf(*point, info) / info.m_timeStep;
	// Beyond the threshold Bullet moves the pose by itself.
	if (info.m_splitImpulse && -depth <= info.m_splitImpulsePenetrationThreshold)
		row.m_rhsPenetration = rebound < correction ? row.m_rhsPenetration : btScalar(0);
	else
		row.m_rhs -= btMin(rebound, correction) * row.m_jacDiagABInv;
}
