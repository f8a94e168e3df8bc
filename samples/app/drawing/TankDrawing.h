// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/DividedMedium.h"
#include "drawing/Drawing.h"
#include "interface/RunRecord.h"

#include <array>

namespace samples {

/// The corners of a box along the axes; bits 0 to 2 of a corner's number choose the high x, y and z [m].
std::array<ambient::Vector3, 8> boxCorners(const ambient::Vector3& low, const ambient::Vector3& high);

/// Adds the twelve edges of a box.
void addBoxEdges(Drawing& drawing, const ambient::Vector3& low, const ambient::Vector3& high, const Rgb& colour);

/// The world's water and air with a surface between them; null if there is none but in a tank, or in regions.
const ambient::DividedMedium* seaOf(const RunRecord& record);

/// Adds the edges of the tank of a record, if it has one, with the water at the moment nearest to a time [s].
/// \param withWater false: the edges alone
void addTank(Drawing& drawing, const RunRecord& record, double time, bool withWater);

} // namespace samples
