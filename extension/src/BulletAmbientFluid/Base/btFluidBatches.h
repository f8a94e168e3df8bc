// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BATCHES_H
#define BT_FLUID_BATCHES_H

#include "AmbientFluid/Dynamics/FreeMotionBatch.h"

#include <algorithm>
#include <vector>

/// Division of the bodies of a step into portions for the loop over them: smooth ones by eight, whose plans are made in
/// one batch, and the others one by one. Portions do not influence results: a batch has the bytes of single steps.
class btFluidBatches
{
public:
	/// Bodies of a portion: indices in the order of addition.
	struct Portion
	{
		const int* m_bodies;  ///< the first index
		int m_count;          ///< 1 to ambient::FreeMotionBatch::kBodies
	};

	/// Starts a division. Allocates only if there are more bodies than before.
	void clear(int bodies)
	{
		m_smooth.clear();
		m_others.clear();
		m_smooth.reserve(size_t(bodies));
		m_others.reserve(size_t(bodies));
	}
	/// Adds a body by its index.
	void add(int body, bool isSmooth) { (isSmooth ? m_smooth : m_others).push_back(body); }

	/// Number of portions.
	int size() const { return batches() + int(m_others.size()); }
	/// A portion. \param i below size()
	Portion operator[](int i) const
	{
		if (i >= batches()) return {m_others.data() + (i - batches()), 1};
		const int first = kBodies * i;
		return {m_smooth.data() + first, std::min(kBodies, int(m_smooth.size()) - first)};
	}

private:
	static constexpr int kBodies = ambient::FreeMotionBatch::kBodies;
	int batches() const { return (int(m_smooth.size()) + kBodies - 1) / kBodies; }

	std::vector<int> m_smooth, m_others;
};

#endif  // BT_FLUID_BATCHES_H
