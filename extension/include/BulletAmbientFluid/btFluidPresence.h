// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_PRESENCE_H
#define BT_FLUID_PRESENCE_H

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>

#include <cstdint>
#include <memory>

class btMultiBody;
class btMultiBodyDynamicsWorld;

// Users delete bodies, multi-bodies and other objects of Bullet, and Bullet tells no one. An object in a list of its
// world is alive: Bullet itself reads it at every step. So this extension asks the world's lists by address, and never
// touches an object that is in none.

/// Index of an object among the objects of a world, or -1. The object may be deleted.
/// \param last its index in an earlier call, or any number from 0: costs one comparison if the index is still right
int btFluidIndexInWorld(const btCollisionWorld& world, const btCollisionObject* object, int last);

/// Index of a multi-body among the multi-bodies of a world, or -1. As btFluidIndexInWorld().
int btFluidIndexInWorld(const btMultiBodyDynamicsWorld& world, const btMultiBody* multiBody, int last);

/// An object of a user's that bears no mark, such as an obstacle or a dry body: whether it is in a world, and not a new
/// one at the address of a deleted one.
class btFluidWatchedObject
{
public:
	btFluidWatchedObject() = default;  ///< of no object
	/// \param object alive; may be null
	explicit btFluidWatchedObject(const btCollisionObject* object);

	const btCollisionObject* object() const { return m_object; }  ///< of the constructor; possibly deleted
	/// The object if it is in the world, else null. An object that is not yet known to have been there must be alive.
	/// Afterwards, an object of another kind at that address, or one that came to the world later and has another
	/// shape, is a new one: the old one is gone for good.
	const btCollisionObject* find(const btCollisionWorld& world) const;
	/// Whether an earlier find() has found the object.
	bool wasInWorld() const { return m_wasInWorld; }
	/// Whether the object may be touched: it is in the world, or the user's to keep, as it never was there.
	bool isUsable(const btCollisionWorld& world) const
	{
		return m_object && (find(world) || !(m_wasInWorld || m_isGone));
	}
	/// Whether an object, which is alive, is that of the constructor, as far as kind and shape tell.
	bool isSame(const btCollisionObject& object) const;

private:
	const btCollisionObject* m_object = nullptr;
	int m_type = 0;                             ///< btCollisionObject::getInternalType()
	mutable const void* m_shape = nullptr;      ///< of the object when it was last found
	mutable const void* m_proxy = nullptr;      ///< in the broadphase when it was last found
	mutable int m_proxyNumber = 0, m_last = 0;  ///< of the proxy; index in the world
	mutable bool m_wasInWorld = false, m_isGone = false;
};

/// A wet body or multi-body has a number, since its address may be used again.
class btFluidNumbered
{
public:
	btFluidNumbered();  ///< takes the next number
	/// Number among all wet bodies and multi-bodies that this program has made, from 1.
	std::uint64_t getNumber() const { return m_number; }

private:
	std::uint64_t m_number;
};

/// A numbered object whose owner looks at every step whether it is in the world.
class btFluidListed : public btFluidNumbered
{
public:
	/// Whether the user's object was in the world when the owner last looked; true before that. Only then may it be
	/// touched.
	bool isInWorld() const { return m_isInWorld; }
	void setInWorld(bool isInWorld) { m_isInWorld = isInWorld; }  ///< called by the owner

private:
	bool m_isInWorld = true;
};

/// Mark of a wet multi-body: the btMultiBody::getMaxAppliedImpulse() by which it differs from a new one in its memory.
/// Any 16 million in a row differ, as many as single precision has.
inline btScalar btFluidMarkOf(const btFluidNumbered& wet) { return -btScalar(1 + (wet.getNumber() & 0xffffffu)); }

/// Tells the holders of a pointer to an object of this extension whether the object is still there. A member of it.
class btFluidLife
{
public:
	btFluidLife() : m_token(std::make_shared<char>()) {}
	btFluidLife(const btFluidLife&) : btFluidLife() {}            ///< a copy has a life of its own
	btFluidLife& operator=(const btFluidLife&) { return *this; }  ///< an assignment starts no life
	std::weak_ptr<const void> watch() const { return m_token; }   ///< expires with the object

private:
	std::shared_ptr<const void> m_token;
};

#endif  // BT_FLUID_PRESENCE_H
