// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BATCHES_H
#define BT_FLUID_BATCHES_H

#include "AmbientFluid/Crowds/CrowdStep.h"
#include "BulletAmbientFluid/Base/btFluidCrowdKind.h"

#include <algorithm>
#include <vector>

/// Division of the bodies of a step into portions for the loop over them: those of one model for crowds by sixteen,
/// smooth ones by eight, whose plans are made in one batch, and the others one by one. Floats of one attitude are
/// together: a crowd leaves out the faces that are dry in all its bodies. Portions do not influence results: a batch
/// has the bytes of single steps, a crowd those of crowds of one body.
class btFluidBatches
{
public:
	/// Bodies of a portion, at most.
	static constexpr int kMost = ambient::CrowdStep::kBodies;
	/// Bodies of a portion: indices in the order of addition.
	struct Portion
	{
		const int* m_bodies;      ///< the first index
		int m_count;              ///< 1 to kMost
		int m_left;               ///< indices from m_bodies on: those of this portion and of later ones of its kind
		btFluidCrowdKind m_kind;  ///< of all of them
	};

	/// Starts a division. Allocates only if there are more bodies than before.
	void clear(int bodies)
	{
		for (Crowd& crowd : m_crowds) crowd.m_bodies.clear();
		m_smooth.clear();
		m_others.clear();
		m_attitudes.resize(size_t(bodies));
		m_smooth.reserve(size_t(bodies));
		m_others.reserve(size_t(bodies));
	}
	/// Adds a body by its index. \param kind of its crowds \param attitude btFluidAttitude() of a float's upper side
	void add(int body, bool isSmooth, const btFluidCrowdKind& kind, int attitude)
	{
		m_attitudes[size_t(body)] = attitude;
		(kind.any() ? crowdOf(kind) : isSmooth ? m_smooth : m_others).push_back(body);
	}
	/// Makes the portions, after the last add().
	void divide()
	{
		m_portions.clear();
		for (Crowd& crowd : m_crowds)
		{
			if (crowd.m_kind.m_hull) sortByAttitude(crowd.m_bodies);
			cut(crowd.m_bodies, ambient::CrowdStep::kBodies, crowd.m_kind);
		}
		cut(m_smooth, ambient::FreeMotionBatch::kBodies, {});
		cut(m_others, 1, {});
		m_crowds.erase(
			std::remove_if(m_crowds.begin(), m_crowds.end(), [](const Crowd& crowd) { return crowd.m_bodies.empty(); }),
			m_crowds.end());
	}

	/// Number of portions.
	int size() const { return int(m_portions.size()); }
	/// A portion. \param i below size()
	const Portion& operator[](int i) const { return m_portions[size_t(i)]; }

private:
	struct Crowd
	{
		btFluidCrowdKind m_kind;
		std::vector<int> m_bodies;
	};

	std::vector<int>& crowdOf(const btFluidCrowdKind& kind)
	{
		// Bodies of one model are usually added one after the other.
		if (m_last < m_crowds.size() && m_crowds[m_last].m_kind == kind) return m_crowds[m_last].m_bodies;
		for (m_last = 0; m_last < m_crowds.size(); ++m_last)
			if (m_crowds[m_last].m_kind == kind) return m_crowds[m_last].m_bodies;
		m_crowds.push_back({kind, {}});
		return m_crowds.back().m_bodies;
	}
	void sortByAttitude(std::vector<int>& bodies) const
	{
		const auto isBefore = [this](int a, int b)
		{
			const int ofA = m_attitudes[size_t(a)], ofB = m_attitudes[size_t(b)];
			return ofA != ofB ? ofA < ofB : a < b;
		};
		std::sort(bodies.begin(), bodies.end(), isBefore);
	}
	void cut(const std::vector<int>& bodies, int most, const btFluidCrowdKind& kind)
	{
		for (int first = 0; first < int(bodies.size()); first += most)
		{
			const int left = int(bodies.size()) - first;
			m_portions.push_back({bodies.data() + first, std::min(most, left), left, kind});
		}
	}

	std::vector<Crowd> m_crowds;
	size_t m_last = 0;  ///< of m_crowds
	std::vector<int> m_smooth, m_others, m_attitudes;
	std::vector<Portion> m_portions;
};

#endif  // BT_FLUID_BATCHES_H
