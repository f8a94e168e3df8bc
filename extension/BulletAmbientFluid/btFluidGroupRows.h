// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GROUP_ROWS_H
#define BT_FLUID_GROUP_ROWS_H

#include "BulletAmbientFluid/btFluidGroupResponse.h"
#include "BulletAmbientFluid/btFluidSolvedGroup.h"

#include <vector>

/// The groups of a solve, as btFluidRowTransform holds them.
struct btFluidGroupRows
{
	btFluidSolve m_solve;                            ///< of the sides, for the search for groups
	std::vector<btFluidSolvedGroup> m_solvedGroups;  ///< members are numbers of sides
	std::vector<btFluidGroupResponse> m_responses;   ///< of m_solvedGroups

	/// Forgets the groups of the last solve.
	void clear()
	{
		m_responses.clear();
		m_solvedGroups.clear();
	}
};

#endif  // BT_FLUID_GROUP_ROWS_H
