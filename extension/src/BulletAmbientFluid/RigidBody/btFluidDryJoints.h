// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DRY_JOINTS_H
#define BT_FLUID_DRY_JOINTS_H

#include <functional>

class btDynamicsWorld;
class btFluidBuffers;
class btFluidDropInScheme;
class btRigidBody;

/// Mends the solve of groups of jointed bodies of which Bullet has solved one without the fluid (isSolvedDry()), as in
/// a vacuum. In a group that no joint holds on something fixed, all bodies have fallen alike, and the joints have
/// carried no weight: btFluidDropInScheme::fallFreely(). In a hung group they have held the whole weight, though the
/// fluid carries more than a tenth of it: leaveJointsOut(). For all bodies of a group, so that impulses of joints
/// remain pairs. A group is left as it is
/// - if a dry dynamic body belongs to it, which keeps its impulses in any case,
/// - if contacts hold one of its bodies.
/// One that has not fallen alike also
/// - if it has more kinetic energy than its solve began with: users have given it impulses, for joints only take
/// energy,
/// - if it is still: the joints have done all that the loads ask for.
/// \param wetSide the drop-in scheme of a rigid body; null for a dry body or one solved exactly
/// Exceptions of a user's medium pass through; no body has changed then.
void btFluidMendDryJoints(const btDynamicsWorld& world,
                          const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide, double timeStep,
                          btFluidBuffers& buffers);

#endif  // BT_FLUID_DRY_JOINTS_H
