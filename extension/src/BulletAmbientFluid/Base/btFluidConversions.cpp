// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidConversions.h"

#include "AmbientFluid/Math/Requirements.h"

btScalar btFluidFinite(double value, const char* name)
{
	constexpr double kMost = 1e30;  // sums and products of several such numbers stay within single precision
	ambient::requireFinite(value, name);
	if (!(std::abs(value) <= kMost))
		ambient::requireThat(false, (std::string(name) + " must be between -1e30 and 1e30").c_str(), value);
	return btScalar(value);
}

btVector3 btFluidFiniteVector(const ambient::Vector3& v, const char* name)
{
	ambient::requireFinite(v, name);
	return btVector3(btFluidFinite(v.x(), name), btFluidFinite(v.y(), name), btFluidFinite(v.z(), name));
}

ambient::Pose btFluidPose(const btTransform& transform)
{
	const btQuaternion q = transform.getRotation();
	ambient::Pose pose;
	pose.orientation = ambient::Quaternion(double(q.w()), double(q.x()), double(q.y()), double(q.z())).normalized();
	pose.position = btFluidVector(transform.getOrigin());
	return pose;
}
