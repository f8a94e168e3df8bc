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

/// SDFormat's <fluid_added_mass> (specification 1.10 and later) of a link in an SDF file, or in the <gazebo> extension
/// of a URDF file, for FluidBodyDef::addedMass; the mesh frame is taken to be the link's frame. Elements that are left
/// out are 0, as the specification says. \param link its name; empty: the file must have the element only once \param
/// fluidDensity that the numbers are for [kg/m^3]: files do not tell \throws RobotFileError when the file cannot be
/// read, is no XML, or has no such element, or a number is none
GivenAddedMass readFluidAddedMass(const std::string& path, const std::string& link, double fluidDensity);

} // namespace ambient
