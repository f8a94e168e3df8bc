// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

namespace ambient {

/// Fills what a body at rest has without waves: volume, centre of buoyancy, waterplane, fluid.
/// \returns the pose of the mesh with the origin in the waterplane's centroid
/// \throws std::invalid_argument if the surface does not cut the mesh
Pose describeRest(const TriangleMesh& mesh, const WaveRadiationDef& def, WaveRadiation& out);

} // namespace ambient
