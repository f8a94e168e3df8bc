// SPDX-License-Identifier: Zlib
// Velocities of surfaces in the rows of contacts and friction.
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletAmbientFluid/btFluidRowTransform.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

namespace
{
/// Separation speed that Bullet asks of a contact for restitution (restitutionCurve).
btScalar bounce(btScalar approach, btScalar restitution, btScalar threshold)
{
	if (btFabs(approach) < threshold) return 0;
	return btMax(btScalar(0), -restitution * approach);
}

/// Direction of a row at the first body: Bullet zeroes it where that body is static.
btVector3 directionOf(const btSolverConstraint& row)
{
	return row.m_contactNormal1.isZero() ? -row.m_contactNormal2 : row.m_contactNormal1;
}

btVector3 velocityAt(const btCollisionObject* object, const btVector3& point)
{
	const btRigidBody* body = btRigidBody::upcast(object);
	if (!body) return btVector3(0, 0, 0);
	return body->getVelocityInLocalPoint(point - body->getWorldTransform().getOrigin());
}
}  // namespace

bool btFluidRowTransform::hasMovingSurfaces() const
{
	for (int i = 0; i < m_bodies.size(); ++i)
		if (m_bodies[i]->hasMovingSurfaces()) return true;
	return false;
}

const btFluidRowTransform::SurfaceSlip* btFluidRowTransform::findSlip(const btManifoldPoint* point) const
{
	for (int i = 0; i < m_slips.size(); ++i)
		if (m_slips[i].m_point == point) return &m_slips[i];
	return nullptr;
}

void btFluidRowTransform::addSurfaceVelocities(btPersistentManifold** manifolds, int numManifolds,
                                               btConstraintArray& contacts, btConstraintArray& frictions,
                                               const btContactSolverInfo& info)
{
	m_slips.resizeNoInitialize(0);
	for (int i = 0; i < numManifolds; ++i)
	{
		const btCollisionObject *a = manifolds[i]->getBody0(), *b = manifolds[i]->getBody1();
		const btFluidSolvedBody* const ofA = findWet(btRigidBody::upcast(a));
		const btFluidSolvedBody* const ofB = findWet(btRigidBody::upcast(b));
		for (int j = 0; (ofA || ofB) && j < manifolds[i]->getNumContacts(); ++j)
		{
			const btManifoldPoint& point = manifolds[i]->getContactPoint(j);
			btVector3 slip(0, 0, 0);
			if (ofA) slip += ofA->surfaceVelocity(point, true);
			if (ofB) slip -= ofB->surfaceVelocity(point, false);
			if (slip.isZero()) continue;
			const btVector3 rigid =
				velocityAt(a, point.getPositionWorldOnA()) - velocityAt(b, point.getPositionWorldOnB());
			m_slips.push_back({&point, slip, point.m_normalWorldOnB.dot(rigid)});
		}
	}
	for (int i = 0; i < contacts.size(); ++i)
	{
		btSolverConstraint& row = contacts[i];
		const btManifoldPoint* const point = static_cast<const btManifoldPoint*>(row.m_originalContactPoint);
		const SurfaceSlip* const slip = findSlip(point);
		if (!slip) continue;
		const btScalar delta = point->m_normalWorldOnB.dot(slip->m_velocity);
		const btScalar e = point->m_combinedRestitution, threshold = info.m_restitutionVelocityThreshold;
		const btScalar more = bounce(slip->m_approach + delta, e, threshold) - bounce(slip->m_approach, e, threshold);
		row.m_rhs += (more - delta) * row.m_jacDiagABInv;
	}
	for (int i = 0; i < frictions.size(); ++i)
	{
		btSolverConstraint& row = frictions[i];
		const SurfaceSlip* const slip =
			findSlip(static_cast<const btManifoldPoint*>(contacts[row.m_frictionIndex].m_originalContactPoint));
		if (slip) row.m_rhs -= directionOf(row).dot(slip->m_velocity) * row.m_jacDiagABInv;
	}
}
