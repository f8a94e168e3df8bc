// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BULLET_MOTION_H
#define BT_FLUID_BULLET_MOTION_H

#include <LinearMath/btTransform.h>

/// \file
/// Bullet's own motion of a rigid body, and comparisons to rounding.

/// Largest relative difference of two btScalar results of one formula: the host may be compiled with contraction to
/// fused operations.
constexpr double kBtFluidRounding = 16.0 * double(SIMD_EPSILON);

/// True if two poses are equal to rounding. \param length body size that makes the test dimensionless [m]
bool btFluidIsSamePose(const btTransform& a, const btTransform& b, double length);

/// Pose after Bullet has moved a body with a velocity in world axes [m/s, rad/s].
btTransform btFluidMovedByBullet(const btTransform& from, const btVector3& linear, const btVector3& angular,
                                 btScalar timeStep);

/// True if `to` is the pose to which Bullet moves a body with a velocity in world axes [m/s, rad/s].
/// \param length body size that makes the test dimensionless [m]
bool btFluidIsMovedBy(const btVector3& linear, const btVector3& angular, btScalar timeStep, const btTransform& from,
                      const btTransform& to, double length);

#endif  // BT_FLUID_BULLET_MOTION_H
