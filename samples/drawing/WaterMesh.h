// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>

namespace samples {

/// Where a sheet of water is drawn: a square across the surface's up, or the part between the upright sides of a box.
struct WaterSheet {
    ambient::Vector3 corner, across, along; ///< a parallelogram above or below it [m]; it faces up where across x along
                                            ///< does
    /// About a point above or below its middle \param halfWidth of the square [m]
    static WaterSheet about(const ambient::Vector3& center, const ambient::Vector3& up, double halfWidth);
    /// In a box of these two corners [m].
    static WaterSheet in(const ambient::Vector3& low, const ambient::Vector3& high);
};

/// The surface between two media at a time [s], to be drawn, with so many cells along each side; 0: as many as a
/// picture needs.
std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface, const WaterSheet& sheet,
                                                       double time, int cells = 0);

} // namespace samples
