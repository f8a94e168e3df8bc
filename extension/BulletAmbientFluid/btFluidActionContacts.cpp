// SPDX-License-Identifier: Zlib
// Contacts of wet bodies, as btFluidAction sees them after a solve.
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidContactCorrection.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>

void btFluidAction::correctContacts(btCollisionWorld& collisionWorld)
{
	const auto isDropIn = [](const Entry& entry)
	{ return entry.m_isPresent && entry.m_rigidBody->isActive() && !entry.m_body->isSolvedExactly(); };
	if (std::none_of(m_entries.begin(), m_entries.end(), isDropIn)) return;
	const auto dropIn = [this](const btRigidBody* body)
	{
		btFluidBody* wet = find(body);
		return wet && wet->isMarked() && !wet->isSolvedExactly() ? &wet->dropIn() : nullptr;
	};
	btFluidCorrectContacts(collisionWorld.getDispatcher(), dropIn);
	for (int i = 0; i < m_world->getNumConstraints(); ++i)
	{
		const btTypedConstraint& joint = *m_world->getConstraint(i);
		for (const btRigidBody* body : {&joint.getRigidBodyA(), &joint.getRigidBodyB()})
			if (btFluidDropInScheme* wet = joint.isEnabled() ? dropIn(body) : nullptr) wet->hold(ambient::Momentum());
	}
}

void btFluidAction::countTouches(btCollisionWorld& collisionWorld)
{
	if (!m_hasSleepers) return;
	bool any = false;
	for (Entry& entry : m_entries)
	{
		const bool isAfloat = entry.m_isPresent && entry.m_body->startsToCountTouches();
		any = any || isAfloat;
	}
	if (!any) return;
	btDispatcher& dispatcher = *collisionWorld.getDispatcher();
	for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
	{
		const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
		if (manifold.getNumContacts() == 0) continue;
		for (const btCollisionObject* object : {manifold.getBody0(), manifold.getBody1()})
			if (const btRigidBody* body = btRigidBody::upcast(object))
				if (btFluidBody* wet = body->internalGetExtensionPointer() ? find(body) : nullptr) wet->countTouch();
	}
}

void btFluidAction::carry(const btRigidBody* body, const ambient::Pose& pose, const ambient::Momentum& momentum)
{
	btFluidBody* wet = find(body);
	if (wet && wet->isMarked()) wet->carry(pose, momentum);
}
