// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_REBOUND_H
#define BT_FLUID_REBOUND_H

#include <BulletDynamics/ConstraintSolver/btContactSolverInfo.h>
#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>

/// Bullet adds the speed e v of a rebound to the one that corrects the depth, so that a ball rises above its start.
/// Leaves the larger of the two in a row of a contact, before it is transformed.
void btFluidKeepLargerSpeed(btSolverConstraint& row, const btAlignedObjectArray<btSolverBody>& pool,
                            const btContactSolverInfo& info);

#endif  // BT_FLUID_REBOUND_H
