// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"
#include "OneLine.h"

#include <stdexcept>
#include <string>

namespace ambient {

/// Error of an unusable file; the message is one line with file, line and element.
class RobotFileError : public std::invalid_argument {
  public:
    explicit RobotFileError(const std::string& message) : std::invalid_argument(inOneLine(message)) {}
};

/// Reads the added mass of a link or body for FluidBodyDef::addedMass.
/// The mesh frame is taken as the frame of the link. SDF files, and URDF files in the <gazebo> extension, have
/// SDFormat's <fluid_added_mass> (specification 1.10 and later), in which missing elements are 0. MJCF files have
/// MuJoCo's ellipsoid model of a body (MjcfFluid.h).
/// \param link name of the link; empty: the file must contain the element only once
/// \param fluidDensity density for the numbers [kg/m^3]: SDF and URDF files do not give the density, MJCF files give
///        shapes
/// \throws RobotFileError if the file cannot be read, is not XML, has no such element, or has an invalid number
GivenAddedMass readFluidAddedMass(const std::string& path, const std::string& link, double fluidDensity);

/// One sentence on the part of an added mass missing from the format; empty for SDF and URDF.
/// \throws RobotFileError if the file cannot be read or is not XML
std::string lackOfFluidFormat(const std::string& path);

} // namespace ambient
