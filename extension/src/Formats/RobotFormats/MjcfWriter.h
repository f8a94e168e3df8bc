// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "RobotFormats/EllipsoidFluidFit.h"
#include "RobotFormats/RobotTree.h"

#include <functional>
#include <optional>
#include <string>
#include <tinyxml2.h>
#include <vector>

namespace ambient {

/// What MuJoCo's fluid model takes of a link.
struct MjcfLinkFluid {
    EllipsoidFluidFit fit; ///< frame of the link
    double volume = 0.0;   ///< displaced [m^3]
};

/// A robot for MuJoCo.
struct MjcfRobot {
    const RobotTree* tree = nullptr; ///< every mass, centre of mass and inertia is a number, none of the shapes
    std::vector<std::optional<MjcfLinkFluid>> fluids; ///< one a link; none: the fluid does not act on it
    double fluidDensity = 1000.0;                     ///< [kg/m^3]
    /// The mesh of a file, in the file's coordinates, for files that MuJoCo does not read: all but .obj and .stl.
    std::function<TriangleMesh(const RobotGeometry&)> meshOf;
};

/// Writes a whole robot as MJCF: its links with masses and shapes, its joints with limits, resistance, dry friction and
/// springs, actuators with limits, and per link an ellipsoid without mass that has the fluid's forces. readRobotTree()
/// gives the same robot, with these exceptions: a planar joint becomes two sliders and a hinge, a cone a mesh. MuJoCo
/// has no place for an added mass of 21 numbers: it is kept in <custom>, for this library alone.
///
/// The file is one for MuJoCo from 2.2 on.
std::string mjcfOf(const MjcfRobot& robot);

/// Makes a geom the ellipsoid of a fit, with the coefficients of the fluid.
void setMjcfFluid(tinyxml2::XMLElement& geom, const EllipsoidFluidFit& fit);

/// How the numeric of <custom> is called that has the added mass of a link, in the order of LinearFirst.h.
std::string mjcfAddedMassName(const std::string& link);

} // namespace ambient
