// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"

#include "AmbientFluid/Media/MovedMedium.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

void btFluidMediumMap::add(Region region)
{
	if (!region) throw std::invalid_argument("btFluidRegions::add: the region is null");
	if (std::find(m_regions.begin(), m_regions.end(), region) != m_regions.end())
		throw std::invalid_argument("btFluidRegions::add: the region is in this action already");
	m_objects.emplace_back(region->getCollisionObject());
	m_regions.push_back(std::move(region));
	look();
}

bool btFluidMediumMap::remove(const btFluidRegion* region)
{
	const auto found = std::find_if(m_regions.begin(), m_regions.end(),
	                                [region](const Region& candidate) { return candidate.get() == region; });
	if (found == m_regions.end()) return false;
	m_objects.erase(m_objects.begin() + (found - m_regions.begin()));
	m_regions.erase(found);
	look();
	return true;
}

void btFluidMediumMap::move(const ambient::Vector3& offset)
{
	std::map<Medium, Medium> moved;
	const auto movedOf = [&](const Medium& medium)
	{
		const auto found = moved.find(medium);
		if (found != moved.end()) return found->second;
		return moved.emplace(medium, ambient::movedMedium(medium, offset)).first->second;
	};
	m_own = movedOf(m_own);
	for (const Region& region : m_regions)
	{
		region->setMedium(movedOf(region->getMedium()));
		if (region->getCollisionObject()) continue;
		btVector3 aabbMin, aabbMax;
		region->getAabb(aabbMin, aabbMax);
		region->setAabb(aabbMin + btFluidVector(offset), aabbMax + btFluidVector(offset));
	}
	look();
}

void btFluidMediumMap::look()
{
	if (m_precedence.size() != m_regions.size())
	{
		m_seen.resize(m_regions.size());
		m_precedence.resize(m_regions.size());
		std::iota(m_precedence.rbegin(), m_precedence.rend(), size_t(0));
		std::stable_sort(m_precedence.begin(), m_precedence.end(),
		                 [this](size_t a, size_t b)
		                 { return m_regions[a]->getPriority() > m_regions[b]->getPriority(); });
	}
	for (size_t i = 0; i < m_regions.size(); ++i)
	{
		Seen& seen = m_seen[i];
		seen.m_medium = m_regions[i]->getMedium();
		const btFluidWatchedObject& object = m_objects[i];
		seen.m_isPresent = !object.object() || !m_world || object.isUsable(*m_world);
		seen.m_isEnabled = seen.m_isPresent && m_regions[i]->isEnabled();
		if (seen.m_isPresent) m_regions[i]->getAabb(seen.m_aabbMin, seen.m_aabbMax);
	}
}

const btFluidMediumMap::Medium& btFluidMediumMap::at(const btVector3& point) const
{
	for (const size_t i : m_precedence)
	{
		const Seen& seen = m_seen[i];
		if (!seen.m_isEnabled || !btFluidIsInBox(point, seen.m_aabbMin, seen.m_aabbMax)) continue;
		// Between two steps the object may have been deleted.
		const btFluidWatchedObject& object = m_objects[i];
		if (m_world && object.wasInWorld() && btFluidIndexInWorld(*m_world, object.object(), object.lastIndex()) < 0)
			continue;
		if (m_regions[i]->contains(point)) return seen.m_medium;
	}
	return m_own;
}

int btFluidMediumMap::indexOf(const Medium& medium) const
{
	const auto found =
		std::find_if(m_seen.begin(), m_seen.end(), [&](const Seen& seen) { return seen.m_medium == medium; });
	return found == m_seen.end() || medium == m_own ? -1 : int(found - m_seen.begin());
}
