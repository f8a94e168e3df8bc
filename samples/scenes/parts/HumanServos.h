// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/SkeletonImport.h"
#include "Worlds/FileWorld.h"
#include "interface/SceneContext.h"
#include "scenes/parts/MotorWatch.h"

#include <memory>

namespace samples {

/// Lets servos move the joints of the human of makeHuman() along a motion, in a loop.
/// \param content its first moving body is the human \param torque of each servo and axis, at most [N m]
/// \param log of the servos \throws std::invalid_argument if the motion is none of the human's joints
void addHumanServos(const ambient::FileWorld& content, const ambient::SkeletonMotion& motion, double torque,
                    SceneContext& context, const std::shared_ptr<MotorLog>& log);

} // namespace samples
