// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace samples {

/// A non-convex solid: its surface, centred on its centre of mass and along its principal axes, and the points of
/// convex pieces which fill the solid, for a collision shape.
struct PiecedMesh {
    ambient::TriangleMesh mesh;
    std::vector<std::vector<ambient::Vector3>> pieces = {};
    /// Rotation back to the axes of the solid's description.
    ambient::Quaternion modelFromBody = ambient::Quaternion::Identity();
};

/// Moves a uniform solid to its centre of mass and principal axes and notes the turn in `modelFromBody`. Each new axis
/// has the name of the nearest old one.
/// \throws std::invalid_argument if the mesh encloses no volume
void alignWithPrincipalAxes(PiecedMesh& solid);

/// The same for a solid whose mass is distributed otherwise, in the frame of its mesh. Returns the principal moments of
/// inertia along the new axes [kg m^2].
ambient::Vector3 alignWithPrincipalAxes(PiecedMesh& solid, const ambient::MassProperties& properties);

} // namespace samples
