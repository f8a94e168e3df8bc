// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>
#include <string>
#include <vector>

namespace samples {

/// Checks of a closed surface.
struct SolidSize {
    double volume; ///< [m^3]
    double area;   ///< [m^2]
};

/// A body of the table of measured coefficients, made from its description in words.
struct MeasuredBody {
    std::vector<std::string> ids;                ///< rows of the table with its measurements
    std::function<ambient::TriangleMesh()> mesh; ///< makes the closed surface [m]
    SolidSize size;                              ///< from the description
    std::vector<ambient::Vector3> ahead; ///< unit direction of the motion at incidence 0, one for all rows or one each
    ambient::Vector3 side = ambient::Vector3::UnitX(); ///< unit, across `ahead`; incidence turns towards it
};

/// The bodies of the groups 3d, 2d, wing and streamlined.
const std::vector<MeasuredBody>& measuredBodies();

} // namespace samples
