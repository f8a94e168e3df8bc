// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <Eigen/Geometry>

#include <array>
#include <functional>
#include <vector>

namespace samples {

/// A smooth function of space, negative inside a body; near its surface about the distance from the surface [m].
using LevelSet = std::function<double(const ambient::Vector3&)>;

/// Values of a level set on a cubic lattice.
struct Lattice {
    ambient::Vector3 origin = ambient::Vector3::Zero(); ///< place of the first value [m]
    double spacing = 1.0;                               ///< [m]
    std::array<int, 3> size = {0, 0, 0};                ///< numbers of values along x, y and z
    std::vector<double> values;                         ///< x fastest, then y, then z [m]
};

/// The zero surface of a lattice by surface nets [Gibson1998], its normals away from negative values. It ends in the
/// middle of the outermost cells.
ambient::TriangleMesh meshOfLattice(Lattice lattice);

/// The zero surface of a level set, for a body symmetric in y; the mesh is exactly symmetric too. Surface nets
/// [Gibson1998] on a cubic grid, thinned out to the wanted number of faces (decimate), with smaller triangles on thin
/// parts. Deterministic.
/// \param box encloses the body, its middle in the plane y = 0 [m]
/// \param spacing of the grid [m]: well below the thickness of the thinnest part and of the narrowest gap
/// \param faces how many triangles, to within 4; no more than the grid gives
ambient::TriangleMesh meshOfSymmetricLevelSet(const LevelSet& levelSet, const Eigen::AlignedBox3d& box, double spacing,
                                              int faces);

} // namespace samples
