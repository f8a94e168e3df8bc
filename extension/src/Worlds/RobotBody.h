// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/RobotTree.h"
#include "Worlds/WorldFile.h"

namespace ambient {

/// A robot as an articulated body of a world, with its base's frame at the origin, at rest. Joints start at 0, or at
/// the nearest position within their limits.
/// \param fluidDensity density for the added masses in the robot's file [kg/m^3]
WorldArticulatedBody articulatedBodyOf(const RobotTree& robot, double fluidDensity);

/// Replaces the links of a body by the links of a robot's file. Name, motion and options of the body stay. Its pose is
/// taken as the pose of the file's root frame. Its motors move the links named by them.
/// \param fixedBase none: from the robot's file
/// \throws RobotFileError as readRobotTree(); WorldFileError if a motor's link does not exist, has a motor already, or
/// a joint other than a hinge or slider
void takeRobot(WorldArticulatedBody& body, const std::string& file, std::optional<bool> fixedBase, double fluidDensity);

} // namespace ambient
