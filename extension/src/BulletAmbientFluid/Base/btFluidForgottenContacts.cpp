// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidForgottenContacts.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseInterface.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidForgetContacts(btDynamicsWorld& world, const std::vector<btCollisionObject*>& objects)
{
	struct Place
	{
		int m_group, m_mask;
	};
	std::vector<Place> places;
	for (btCollisionObject* object : objects)
	{
		const btBroadphaseProxy& proxy = *object->getBroadphaseHandle();
		places.push_back({proxy.m_collisionFilterGroup, proxy.m_collisionFilterMask});
		world.removeCollisionObject(object);
	}
	world.getBroadphase()->resetPool(world.getDispatcher());
	for (size_t i = 0; i < objects.size(); ++i)
		if (btRigidBody* const body = btRigidBody::upcast(objects[i]))
			world.addRigidBody(body, places[i].m_group, places[i].m_mask);
		else
			world.addCollisionObject(objects[i], places[i].m_group, places[i].m_mask);
}
