// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_DRY_JOINTS_H
#define BT_FLUID_DRY_JOINTS_H

#include <functional>

class btDynamicsWorld;
class btFluidDropInScheme;
class btRigidBody;

/// Calls btFluidDropInScheme::leaveJointsOut() for groups of jointed bodies of which Bullet has solved one without the
/// fluid (isSolvedDry()): the joints have held it against its whole weight. Left out for all bodies of a group,
/// impulses of joints remain pairs. A group keeps them
/// - if a dry dynamic body belongs to it, which keeps its impulses in any case,
/// - if contacts hold one of its bodies,
/// - if it has more kinetic energy than its solve began with, so that users have given it impulses; joints can only
/// take
///   energy,
/// - if it is still: the joints have done all that the loads ask for.
/// \param wetSide the drop-in scheme of a rigid body; null for a dry body or one solved exactly
void btFluidLeaveDryJointsOut(const btDynamicsWorld& world,
                              const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide, double timeStep);

#endif  // BT_FLUID_DRY_JOINTS_H
