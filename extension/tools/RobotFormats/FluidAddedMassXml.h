// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"

#include <stdexcept>
#include <string>

namespace ambient {

/// A file that cannot be used; what() is one line naming file, line and element.
class RobotFileError : public std::invalid_argument {
  public:
    using std::invalid_argument::invalid_argument;
};

/// Added mass of a link or body for FluidBodyDef::addedMass, the mesh frame taken to be the frame of that link:
/// SDFormat's <fluid_added_mass> (specification 1.10 and later) in an SDF file, or in the <gazebo> extension of a URDF
/// file, elements that are left out being 0, as the specification says; or MuJoCo's ellipsoid model of a body in an
/// MJCF file (MjcfFluid.h). \param link its name; empty: the file must have the element only once \param fluidDensity
/// that the numbers are for [kg/m^3]: SDF and URDF files do not tell, and MJCF files hold shapes \throws RobotFileError
/// when the file cannot be read, is no XML, or has no such element, or a number is none
GivenAddedMass readFluidAddedMass(const std::string& path, const std::string& link, double fluidDensity);

/// One sentence: the part of an added mass that the file's format cannot hold; empty for SDF and URDF.
/// \throws RobotFileError when the file cannot be read or is no XML
std::string lackOfFluidFormat(const std::string& path);

} // namespace ambient
