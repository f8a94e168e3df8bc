// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotTree.h"
#include "Worlds/WorldFile.h"

namespace ambient {

/// A robot as an articulated body of a world, with its base's frame at the origin, at rest. Joints start at 0, or at
/// the nearest position within their limits.
/// \param fluidDensity density for the added masses in the robot's file [kg/m^3]
WorldArticulatedBody articulatedBodyOf(const RobotTree& robot, double fluidDensity);

/// Replaces the links of a body by those of the robot in a file. Name, motion and options of the body stay, its
/// pose becomes that of the file's root frame, and its motors move the links that they name.
/// Joints without a motor of the body have the servo or the spring of the file, or its dry friction: a motor that holds
/// still with at most the friction's torque, which bounds the sticking rate to .001 rad/s or m/s.
/// Added masses in the file are meant for the fluid of the world at the base: that of the region that contains it.
/// \param fixedBase none: as the robot's file says \param world with its medium and its regions by rising priority
/// \throws RobotFileError as readRobotTree(); WorldFileError if a motor's link does not exist, has a motor already, or
/// a joint that is no hinge and no slider
void takeRobot(WorldArticulatedBody& body, const std::string& file, std::optional<bool> fixedBase,
               const WorldDescription& world);

/// Moves the shapes of links that are fixed to another link and overlap it to that link, so that they displace no water
/// twice; their masses stay. A link with an added mass of its own stays as it is. \param folder of mesh files
/// \returns a line for each such link \throws WorldFileError if a mesh is unusable
std::vector<std::string> joinFixedOverlaps(std::vector<WorldLink>& links, const std::string& folder);

} // namespace ambient
