// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidWorldSearch.h"

#include <algorithm>
#include <functional>

int btFluidWorldSearch::find(const btCollisionObject* object, int last)
{
	if (last < m_objects->size() && (*m_objects)[last] == object) return last;
	if (!m_isSorted && !isSortedFrom(*m_objects)) sort(*m_objects);
	m_isSorted = true;
	const auto comesBefore = [](const auto& entry, const btCollisionObject* wanted)
	{ return std::less<const btCollisionObject*>()(entry.first, wanted); };
	const auto found = std::lower_bound(m_indexOf.begin(), m_indexOf.end(), object, comesBefore);
	return found != m_indexOf.end() && found->first == object ? found->second : -1;
}

bool btFluidWorldSearch::isSortedFrom(const btCollisionObjectArray& objects) const
{
	if (size_t(objects.size()) != m_sortedFrom.size()) return false;
	for (int i = 0; i < objects.size(); ++i)
		if (objects[i] != m_sortedFrom[size_t(i)]) return false;
	return true;
}

void btFluidWorldSearch::sort(const btCollisionObjectArray& objects)
{
	m_sortedFrom.resize(size_t(objects.size()));
	m_indexOf.resize(m_sortedFrom.size());
	for (int i = 0; i < objects.size(); ++i)
	{
		m_sortedFrom[size_t(i)] = objects[i];
		m_indexOf[size_t(i)] = {objects[i], i};
	}
	std::sort(m_indexOf.begin(), m_indexOf.end(),
	          [](const auto& a, const auto& b) { return std::less<const btCollisionObject*>()(a.first, b.first); });
}
