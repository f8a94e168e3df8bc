// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>
#include <vector>

namespace samples {

/// The place of a sheet of water in a drawing: a square across the surface's up, or the part between the upright sides
/// of a box.
struct WaterSheet {
    ambient::Vector3 corner, across, along; ///< parallelogram near the surface [m]; faces up if across x along does
    /// About a point above or below its middle \param halfWidth of the square [m]
    static WaterSheet about(const ambient::Vector3& center, const ambient::Vector3& up, double halfWidth);
    /// In a box of these two corners [m].
    static WaterSheet in(const ambient::Vector3& low, const ambient::Vector3& high);
};

/// The surface between two media at a time [s], to be drawn, with this number of cells along each side; 0: enough for a
/// picture.
std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface, const WaterSheet& sheet,
                                                       double time, int cells = 0);

/// The surface from a point to the horizon, to be drawn: cells grow with the distance, and waves fade to the mean level
/// if cells are too large for them.
/// \param centre point above or below the middle [m], the origin of the mesh
/// \param fine distance from the middle up to which waves are shown whole [m]
/// \param extent half of the width [m]
std::shared_ptr<const ambient::TriangleMesh> waterToHorizon(const ambient::WaterSurface& surface,
                                                            const ambient::Vector3& centre, double fine, double extent,
                                                            double time);

/// Adds the lines of intersection of a surface of water with a body, as pairs of points in world axes [m], just outside
/// of the body. \param scale of the drawn body about its origin
void addWaterline(std::vector<ambient::Vector3>& points, const ambient::TriangleMesh& mesh,
                  const ambient::Pose& worldFromBody, double scale, const ambient::WaterSurface& surface, double time);

} // namespace samples
