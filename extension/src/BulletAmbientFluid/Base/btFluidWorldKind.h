// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WORLD_KIND_H
#define BT_FLUID_WORLD_KIND_H

#include <string>

class btDynamicsWorld;

/// Worlds of Bullet by the constraint solver that their rigid bodies take. getWorldType() does not tell: a
/// btMultiBodyDynamicsWorld and a btDiscreteDynamicsWorldMt call themselves discrete worlds.
enum btFluidWorldKind
{
	BT_FLUID_ONE_SOLVER_WORLD,      ///< setConstraintSolver(): btDiscreteDynamicsWorld, btSoftRigidDynamicsWorld
	BT_FLUID_MULTI_BODY_WORLD,      ///< setMultiBodyConstraintSolver(): btMultiBodyDynamicsWorld and its soft kin
	BT_FLUID_MULTI_THREADED_WORLD,  ///< a pool of solvers at construction: btDiscreteDynamicsWorldMt
	BT_FLUID_DEFORMABLE_WORLD       ///< only its own solver: btDeformableMultiBodyDynamicsWorld
};

/// Kind of a world, derived classes of users included.
btFluidWorldKind btFluidKindOf(const btDynamicsWorld& world);

/// One sentence: how contacts and joints in a world of this kind come to feel the full 6x6 inertia.
std::string btFluidWayToExactMode(btFluidWorldKind kind);

#endif  // BT_FLUID_WORLD_KIND_H
