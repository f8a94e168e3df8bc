// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidWorldKind.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

namespace
{
constexpr int kDeformableWorldType = 7;  // an enumerator of later versions of Bullet only
}

btFluidWorldKind btFluidKindOf(const btDynamicsWorld& world)
{
	if (int(world.getWorldType()) == kDeformableWorldType) return BT_FLUID_DEFORMABLE_WORLD;
	if (dynamic_cast<const btMultiBodyDynamicsWorld*>(&world)) return BT_FLUID_MULTI_BODY_WORLD;
	if (dynamic_cast<const btDiscreteDynamicsWorldMt*>(&world)) return BT_FLUID_MULTI_THREADED_WORLD;
	return BT_FLUID_ONE_SOLVER_WORLD;
}

std::string btFluidWayToExactMode(btFluidWorldKind kind)
{
	const std::string feel = "contacts and joints feel the full 6x6 inertia with ";
	switch (kind)
	{
		case BT_FLUID_MULTI_BODY_WORLD:
			return feel +
			       "btFluidMultiBodyConstraintSolver solver(fluid); world->setMultiBodyConstraintSolver(&solver)";
		case BT_FLUID_MULTI_THREADED_WORLD:
			return feel +
			       "a btDiscreteDynamicsWorldMt that is made of a btConstraintSolverPoolMt of btFluidConstraintSolver "
			       "and a btFluidConstraintSolverMt, each given the action by addBodies(fluid)";
		case BT_FLUID_DEFORMABLE_WORLD:
			return "there is no exact solver for a btDeformableMultiBodyDynamicsWorld; a btMultiBodyDynamicsWorld or a "
				   "btSoftRigidDynamicsWorld has one";
		default:
			return feel + "btFluidConstraintSolver solver(fluid); world->setConstraintSolver(&solver)";
	}
}
