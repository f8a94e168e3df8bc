// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MOVE_OBJECTS_H
#define BT_FLUID_MOVE_OBJECTS_H

#include "AmbientFluid/Math/Types.h"

class btDynamicsWorld;

/// Adds an offset [m] to the places of the collision objects and multi-bodies of a world, and of the frames by which
/// joints hold rigid bodies to the world.
void btFluidMoveObjects(btDynamicsWorld& world, const ambient::Vector3& offset);

#endif  // BT_FLUID_MOVE_OBJECTS_H
