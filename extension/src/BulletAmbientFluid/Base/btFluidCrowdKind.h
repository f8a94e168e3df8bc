// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CROWD_KIND_H
#define BT_FLUID_CROWD_KIND_H

namespace ambient
{
struct CrowdHull;
struct CrowdPoints;
class FluidMedium;
}  // namespace ambient

/// Which bodies step together in a crowd: free ones by their points, floats by their hull and their medium. Of a past
/// step, only to be compared: what it names may be deleted.
struct btFluidCrowdKind
{
	const ambient::CrowdPoints* m_points = nullptr;  ///< of free bodies; null: none
	const ambient::CrowdHull* m_hull = nullptr;      ///< of floats; null: none
	const ambient::FluidMedium* m_medium = nullptr;  ///< of floats

	bool any() const { return m_points || m_hull; }  ///< whether there are any such crowds
	/// Whether both are in one crowd.
	friend bool operator==(const btFluidCrowdKind& a, const btFluidCrowdKind& b)
	{
		return a.m_points == b.m_points && a.m_hull == b.m_hull && a.m_medium == b.m_medium;
	}
};

#endif  // BT_FLUID_CROWD_KIND_H
