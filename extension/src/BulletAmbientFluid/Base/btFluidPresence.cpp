// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidPresence.h"

#include <BulletCollision/BroadphaseCollision/btBroadphaseProxy.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <atomic>

btFluidNumbered::btFluidNumbered()
{
	static std::atomic<std::uint64_t> last{0};
	m_number = ++last;
}

int btFluidIndexInWorld(const btCollisionWorld& world, const btCollisionObject* object, int last)
{
	const btCollisionObjectArray& objects = world.getCollisionObjectArray();
	if (last < objects.size() && objects[last] == object) return last;
	for (int i = 0; i < objects.size(); ++i)
		if (objects[i] == object) return i;
	return -1;
}

int btFluidIndexInWorld(const btMultiBodyDynamicsWorld& world, const btMultiBody* multiBody, int last)
{
	const int count = world.getNumMultibodies();
	if (last < count && world.getMultiBody(last) == multiBody) return last;
	for (int i = 0; i < count; ++i)
		if (world.getMultiBody(i) == multiBody) return i;
	return -1;
}

btFluidWatchedObject::btFluidWatchedObject(const btCollisionObject* object)
	: m_object(object),
	  m_type(object ? object->getInternalType() : 0),
	  m_shape(object ? object->getCollisionShape() : nullptr)
{
}

bool btFluidWatchedObject::isSame(const btCollisionObject& object) const
{
	return &object == m_object && !m_isGone && object.getInternalType() == m_type &&
	       object.getCollisionShape() == m_shape;
}

const btCollisionObject* btFluidWatchedObject::find(const btCollisionWorld& world) const
{
	if (!m_object || m_isGone) return nullptr;
	if (!m_wasInWorld && !m_object->getBroadphaseHandle()) return nullptr;  // in no world yet, so the user's to keep
	const int index = btFluidIndexInWorld(world, m_object, m_last);
	if (index < 0) return nullptr;
	m_last = index;
	const btCollisionObject& found = *m_object;
	const btBroadphaseProxy* const proxy = found.getBroadphaseHandle();
	const int number = proxy ? proxy->m_uniqueId : 0;
	const bool hasStayed = m_wasInWorld && proxy == m_proxy && number == m_proxyNumber;
	m_isGone =
		found.getInternalType() != m_type || (m_wasInWorld && !hasStayed && found.getCollisionShape() != m_shape);
	if (m_isGone) return nullptr;
	m_wasInWorld = true;
	m_shape = found.getCollisionShape();
	m_proxy = proxy;
	m_proxyNumber = number;
	return m_object;
}
