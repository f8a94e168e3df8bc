// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/MjcfFile.h"

namespace ambient {

/// Motors and servos of joints in MJCF. A motor's largest force becomes the effort of its joint; a position or velocity
/// servo, with the command 0, the joint's servo. All others get a note.
/// \throws RobotFileError for a number that is none
void readMjcfActuators(const MjcfFile& file, RobotParts& parts);

} // namespace ambient
