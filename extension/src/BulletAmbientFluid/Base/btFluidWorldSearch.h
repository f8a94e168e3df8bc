// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletCollision/CollisionDispatch/btCollisionWorld.h"

#include <utility>
#include <vector>

/// Finds objects of a world by pointer only: deleted objects are allowed. An object at its last index costs one
/// comparison, any other one a binary search. The sorted order is renewed only if the world's objects have changed, so
/// that thousands of bodies may wait outside the world, or enter at once.
class btFluidWorldSearch
{
public:
	/// Sets the world's objects for find(); they must not change until the next call.
	void start(const btCollisionObjectArray& objects)
	{
		m_objects = &objects;
		m_isSorted = false;
	}
	/// \param last last known index of the object, 0 or more
	/// \returns the object's index, or -1
	int find(const btCollisionObject* object, int last);

private:
	bool isSortedFrom(const btCollisionObjectArray& objects) const;
	void sort(const btCollisionObjectArray& objects);

	const btCollisionObjectArray* m_objects = nullptr;
	bool m_isSorted = false;                                          ///< the two members below match these objects
	std::vector<const btCollisionObject*> m_sortedFrom;               ///< in the world's order
	std::vector<std::pair<const btCollisionObject*, int>> m_indexOf;  ///< by address
};
