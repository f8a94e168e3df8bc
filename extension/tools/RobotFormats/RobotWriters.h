// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MassProperties.h"
#include "RobotFormats/EllipsoidFluidFit.h"

#include <string>

namespace ambient {

/// \file
/// A body and its added mass as simulators read them. Numbers are written with as many digits as it takes to read the
/// same ones back.

/// One link; its frame is the mesh frame.
struct RobotLink {
    std::string name;          ///< of model and link
    std::string mesh;          ///< file of the mesh, as the simulator is to find it
    double scale = 1.0;        ///< that the mesh file's coordinates are multiplied by
    MassProperties body;       ///< dry
    double fluidDensity = 0.0; ///< [kg/m^3]
    SpatialInertia addedMass;  ///< about the link's origin, in that fluid
};

/// The name that a mesh file suggests: its stem, with letters, digits, '_' and '-' only.
std::string linkNameOf(const std::string& meshFile);

/// SDFormat 1.10: one model of one link, with <fluid_added_mass> in its <inertial>.
std::string sdfOf(const RobotLink& link);

/// URDF: one link. The format knows no added mass; SDF's element stands in a <gazebo> extension, as a comment in it
/// says.
std::string urdfOf(const RobotLink& link);

/// MJCF: one free body with an ellipsoid geom whose fluid attributes fit the body; the misfit stands in a comment.
std::string mjcfOf(const RobotLink& link, const EllipsoidFluidFit& fit);

} // namespace ambient
