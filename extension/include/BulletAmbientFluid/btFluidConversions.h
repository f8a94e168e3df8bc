// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_CONVERSIONS_H
#define BT_FLUID_CONVERSIONS_H

#include "AmbientFluid/Math/SE3.h"

#include <LinearMath/btTransform.h>

#include <cmath>

/// Conversions between Bullet's types (float or double, by the build) and the core's (always double); SI units.

inline ambient::Vector3 btFluidVector(const btVector3& v)
{
	return ambient::Vector3(double(v.x()), double(v.y()), double(v.z()));
}

inline btVector3 btFluidVector(const ambient::Vector3& v)
{
	return btVector3(btScalar(v.x()), btScalar(v.y()), btScalar(v.z()));
}

/// Converts a user's number for Bullet. \throws std::invalid_argument naming it if it is not finite, or beyond 1e30,
/// where sums in single precision overflow
btScalar btFluidFinite(double value, const char* name);
/// Converts a user's vector, with the checks of a number.
btVector3 btFluidFiniteVector(const ambient::Vector3& v, const char* name);

inline bool btFluidIsFinite(const btVector3& v)
{
	return std::isfinite(v.x()) && std::isfinite(v.y()) && std::isfinite(v.z());
}

/// True if the point is in the box, surface included; false if a coordinate is NaN.
inline bool btFluidIsInBox(const btVector3& point, const btVector3& aabbMin, const btVector3& aabbMax)
{
	for (int axis = 0; axis < 3; ++axis)
		if (!(aabbMin[axis] <= point[axis] && point[axis] <= aabbMax[axis])) return false;
	return true;
}

inline btMatrix3x3 btFluidMatrix(const ambient::Matrix3& m)
{
	return btMatrix3x3(btScalar(m(0, 0)), btScalar(m(0, 1)), btScalar(m(0, 2)), btScalar(m(1, 0)), btScalar(m(1, 1)),
	                   btScalar(m(1, 2)), btScalar(m(2, 0)), btScalar(m(2, 1)), btScalar(m(2, 2)));
}

inline ambient::Matrix3 btFluidMatrix(const btMatrix3x3& m)
{
	ambient::Matrix3 result;
	for (int row = 0; row < 3; ++row)
		for (int column = 0; column < 3; ++column) result(row, column) = double(m[row][column]);
	return result;
}

/// The pose of a transform whose basis is a rotation. \returns a unit quaternion
ambient::Pose btFluidPose(const btTransform& transform);

inline btTransform btFluidTransform(const ambient::Pose& pose)
{
	const ambient::Quaternion& q = pose.orientation;
	return btTransform(btQuaternion(btScalar(q.x()), btScalar(q.y()), btScalar(q.z()), btScalar(q.w())),
	                   btFluidVector(pose.position));
}

#endif  // BT_FLUID_CONVERSIONS_H
