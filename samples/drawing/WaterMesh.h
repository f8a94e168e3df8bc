// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>

namespace samples {

/// The surface between two media at a time [s], as a square sheet, to be drawn.
/// \param center somewhere above or below its middle \param halfWidth of the square [m]
std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface,
                                                       const ambient::Vector3& center, double halfWidth, double time);

/// The same between the upright sides of a box of these two corners [m].
std::shared_ptr<const ambient::TriangleMesh> waterMeshIn(const ambient::WaterSurface& surface,
                                                         const ambient::Vector3& low, const ambient::Vector3& high,
                                                         double time);

} // namespace samples
