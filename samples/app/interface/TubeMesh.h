// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <cstdint>
#include <vector>

namespace samples {

/// A closed tube of six sides along a line, its triangles in the order of the line: first the cap at the start, then
/// twelve per piece of the line, last the other cap; so its beginning can be drawn alone.
struct TubeMesh {
    std::vector<ambient::Vector3> positions, normals; ///< [m]; of length 1, outward
    std::vector<int> linePoint;                       ///< for each position, its point of the line
    std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// \param line at least two points, neighbours apart [m]
/// \param radius of the tube [m]
TubeMesh tubeAlong(const std::vector<ambient::Vector3>& line, double radius);

} // namespace samples
