// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_PRESENCE_H
#define BT_FLUID_PRESENCE_H

#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>

#include <cstdint>
#include <memory>

class btMultiBody;
class btMultiBodyDynamicsWorld;

// Bullet does not announce that an object is deleted. An object in a list of its world is alive, because Bullet itself
// reads it at every step. This extension therefore searches the world's lists by address, and never touches an object
// that is in none of them.

/// Index of an object among the objects of a world, or -1. The object may be deleted.
/// \param last its index in an earlier call, or any number from 0: costs one comparison if the index is still right
int btFluidIndexInWorld(const btCollisionWorld& world, const btCollisionObject* object, int last);

/// Index of a multi-body among the multi-bodies of a world, or -1. As btFluidIndexInWorld().
int btFluidIndexInWorld(const btMultiBodyDynamicsWorld& world, const btMultiBody* multiBody, int last);

/// Watches an object of the user without a mark, such as an obstacle or a dry body: whether the object is in a world,
/// and no new object has its address.
class btFluidWatchedObject
{
public:
	btFluidWatchedObject() = default;  ///< of no object
	/// \param object alive; may be null
	explicit btFluidWatchedObject(const btCollisionObject* object);

	const btCollisionObject* object() const { return m_object; }  ///< of the constructor; possibly deleted
	/// The object if it is in the world, else null. The object must be alive until a call has found it. After that, an
	/// object of another kind at its address, or one that entered the world later and has another shape, is a new one:
	/// the watched object is deleted.
	const btCollisionObject* find(const btCollisionWorld& world) const;
	int lastIndex() const { return m_last; }  ///< in the world, at the last find() that found the object
	/// Whether an earlier find() has found the object.
	bool wasInWorld() const { return m_wasInWorld; }
	/// Whether the object may be touched: it is in the world, or was never there and is kept alive by the user.
	bool isUsable(const btCollisionWorld& world) const
	{
		return m_object && (find(world) || !(m_wasInWorld || m_isGone));
	}
	/// Whether a live object has the kind and the shape of the object of the constructor.
	bool isSame(const btCollisionObject& object) const;

private:
	const btCollisionObject* m_object = nullptr;
	int m_type = 0;                             ///< btCollisionObject::getInternalType()
	mutable const void* m_shape = nullptr;      ///< of the object when it was last found
	mutable const void* m_proxy = nullptr;      ///< in the broadphase when it was last found
	mutable int m_proxyNumber = 0, m_last = 0;  ///< of the proxy; index in the world
	mutable bool m_wasInWorld = false, m_isGone = false;
};

/// Number of a wet body or multi-body, whose address may be used again.
class btFluidNumbered
{
public:
	btFluidNumbered();  ///< takes the next number
	/// Number in the order of construction of all wet bodies and multi-bodies of the program, from 1.
	std::uint64_t getNumber() const { return m_number; }

private:
	std::uint64_t m_number;
};

/// A numbered object whose owner checks at every step whether the user's object is in the world.
class btFluidListed : public btFluidNumbered
{
public:
	/// Whether the user's object was in the world at the owner's last check; initially true. Only then may it be
	/// touched.
	bool isInWorld() const { return m_isInWorld; }
	void setInWorld(bool isInWorld) { m_isInWorld = isInWorld; }  ///< called by the owner

private:
	bool m_isInWorld = true;
};

/// Mark of a wet multi-body: the value of btMultiBody::getMaxAppliedImpulse() that distinguishes it from a new one in
/// the same memory. Marks repeat after 16 million multi-bodies, the range of integers in single precision.
inline btScalar btFluidMarkOf(const btFluidNumbered& wet) { return -btScalar(1 + (wet.getNumber() & 0xffffffu)); }

/// Member of an object of this extension that shows holders of a pointer to it whether the object still exists.
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
