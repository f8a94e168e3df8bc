// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SampleMeshes.h"
#include "interface/SceneContext.h"

namespace samples {

/// A solid whose mass is not spread evenly, about its centre of mass and along its principal axes.
struct WeightedSolid {
    PiecedMesh solid;                                    ///< the only piece is its convex hull
    double mass = 0.0;                                   ///< [kg]
    ambient::Vector3 inertia = ambient::Vector3::Zero(); ///< principal moments [kg m^2]
};

/// The surface with the mass of these parts, both in one frame.
WeightedSolid weightedSolid(ambient::TriangleMesh mesh, const std::vector<ambient::MassProperties>& parts);

/// All parts as one body. \throws std::invalid_argument without any
ambient::MassProperties sumOf(const std::vector<ambient::MassProperties>& parts);

/// The same distribution with another mass [kg].
ambient::MassProperties ofMass(ambient::MassProperties properties, double mass);

/// The body, with its model built; pose and velocity are left to the caller. Its mesh axes are turned against the axes
/// of the shape's description: worldFromBody.orientation = worldFromModel * solid.modelFromBody.
BodySpec bodyOf(const std::string& name, const WeightedSolid& weighted, const SceneContext& context);

} // namespace samples
