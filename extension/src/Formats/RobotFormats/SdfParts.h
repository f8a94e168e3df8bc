// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/SdfFrames.h"

namespace ambient {

/// \file
/// Links and joints of a model in SDF.

/// A model while it is read.
struct SdfModel {
    RobotParts parts;                          ///< joints without their poses
    std::map<std::string, Pose> modelFromLink; ///< frames of the links
    std::vector<Vector3> jointOrigins;         ///< of each joint, frame of the model
};

/// One link. Poses of its parts are in its own frame. \param folder of relative file names
RobotTreeLink sdfLink(const tinyxml2::XMLElement& element, const std::string& path, const std::string& folder,
                      const SdfFrames& frames, RobotParts& parts);

/// One joint: two with a light link between them for <axis2>; none for a gearbox and for a joint that closes a loop,
/// which notes name. The links are there. \param isOld whether the file has a version up to 1.4
void readSdfJoint(const tinyxml2::XMLElement& element, bool isOld, const std::string& path, const SdfFrames& frames,
                  SdfModel& model);

} // namespace ambient
