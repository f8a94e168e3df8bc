// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <Eigen/Geometry>

#include <functional>

namespace samples {

/// A smooth function of space, negative inside a body; near its surface about the distance from the surface [m].
using LevelSet = std::function<double(const ambient::Vector3&)>;

/// The zero surface of a level set, for a body symmetric in y; the mesh is exactly symmetric too. Surface nets
/// [Gibson1998] on a cubic grid, thinned out to the wanted number of faces (decimate), with smaller triangles on thin
/// parts. Deterministic.
/// \param box encloses the body, its middle in the plane y = 0 [m]
/// \param spacing of the grid [m]: well below the thickness of the thinnest part and of the narrowest gap
/// \param faces how many triangles, to within 4; no more than the grid gives
ambient::TriangleMesh meshOfSymmetricLevelSet(const LevelSet& levelSet, const Eigen::AlignedBox3d& box, double spacing,
                                              int faces);

} // namespace samples
