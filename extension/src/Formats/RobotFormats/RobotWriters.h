// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MassProperties.h"
#include "RobotFormats/EllipsoidFluidFit.h"

#include <string>

namespace ambient {

/// \file
/// Writers of a body and its added mass in simulator formats.
/// Numbers are written with enough digits to be read back unchanged.

/// One link; its frame is the mesh frame.
struct RobotLink {
    std::string name;          ///< name of model and link
    std::string mesh;          ///< path of the mesh file for the simulator
    double scale = 1.0;        ///< factor on the coordinates of the mesh file
    MassProperties body;       ///< without added mass
    double fluidDensity = 0.0; ///< [kg/m^3]
    SpatialInertia addedMass;  ///< about the origin of the link, in a fluid of fluidDensity
};

/// Name from a mesh file: the stem, with letters, digits, '_' and '-' only.
std::string linkNameOf(const std::string& meshFile);

/// SDFormat 1.10: a model with one link, with <fluid_added_mass> in its <inertial>.
std::string sdfOf(const RobotLink& link);

/// URDF: one link. The format has no added mass; SDF's element is in a <gazebo> extension, with a comment.
std::string urdfOf(const RobotLink& link);

/// MJCF: one free body with an ellipsoid geom with fitted fluid attributes; a comment states the misfit.
std::string mjcfOf(const RobotLink& link, const EllipsoidFluidFit& fit);

} // namespace ambient
