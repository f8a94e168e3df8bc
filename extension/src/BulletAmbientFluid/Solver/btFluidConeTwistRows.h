// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONE_TWIST_ROWS_H
#define BT_FLUID_CONE_TWIST_ROWS_H

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/ConstraintSolver/btSolverConstraint.h>
#include <LinearMath/btAlignedObjectArray.h>

#include <functional>

/// Gives the rows of cone-twist joints of wet bodies at their limits the gradients of the angles that these limit.
///
/// With x the first axis of a joint's frame in body B, a that of body A, and the rotation from B to A the swing of
/// angle theta about n = x * a / |x * a| after the twist psi about x, and e = n * x:
///
///     psi'   = (x + a) / (1 + x.a) . w,      w = w_A - w_B
///     theta' = n . w
///     phi'   = (x - cot(theta) e) . w,       phi the angle of n in the plane normal to x
///
/// The swing is limited to s L(phi), L an ellipse and s the softness: the gradient is theta' - s L'(phi) phi'. Bullet
/// turns the twist about x, and the swing about an axis that leaves phi' out. The angles then change although the rows
/// hold their rates at zero, the correction of the error takes that back by turning the bodies, and this gives and
/// takes energy that does not become less with the step.
///
/// \param rows of joints, before they are in the solver's variables
/// \param damping m_damping of the solver, by which Bullet has scaled the velocities
/// \param isWet whether a solver body is wet; joints of two dry bodies stay Bullet's
void btFluidCorrectConeTwists(btConstraintArray& rows, const btAlignedObjectArray<btSolverBody>& pool, btScalar damping,
                              const std::function<bool(int solverBody)>& isWet);

#endif  // BT_FLUID_CONE_TWIST_ROWS_H
