// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_JOINT_TORQUES_H
#define BT_FLUID_JOINT_TORQUES_H

#include "AmbientFluid/Articulated/ArticulatedBody.h"

class btFluidMultiBody;

/// Torques by which the drive of a multi-body makes it move, one per joint rate [N m, N]. Servo and paper 004's rule:
/// those of the last step, with the joints' own resistance. Prescribed joints: inverse dynamics of the path now,
/// without contacts. No drive: zero. Evaluates the present state.
ambient::JointVector btFluidJointTorques(const btFluidMultiBody& wet);

#endif  // BT_FLUID_JOINT_TORQUES_H
