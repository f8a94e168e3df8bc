// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletCollision/CollisionDispatch/btCollisionWorld.h"

#include <utility>
#include <vector>

/// Looks for objects in a world by pointer only, so that they need not exist any more. What it finds where it was last
/// seen costs a look, else a binary search; the order for that is made anew only when the world's objects have changed,
/// so that thousands of bodies may wait outside of the world, or enter it at once.
class btFluidWorldSearch
{
public:
	/// Before find(): the world's objects, which stay as they are until the next call.
	void start(const btCollisionObjectArray& objects)
	{
		m_objects = &objects;
		m_isSorted = false;
	}
	/// \param last index where the object was last seen, 0 or more
	/// \returns the object's index, or -1
	int find(const btCollisionObject* object, int last);

private:
	bool isSortedFrom(const btCollisionObjectArray& objects) const;
	void sort(const btCollisionObjectArray& objects);

	const btCollisionObjectArray* m_objects = nullptr;
	bool m_isSorted = false;                                          ///< what follows is of these objects
	std::vector<const btCollisionObject*> m_sortedFrom;               ///< in the world's order
	std::vector<std::pair<const btCollisionObject*, int>> m_indexOf;  ///< by address
};
