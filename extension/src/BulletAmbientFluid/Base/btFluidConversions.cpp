// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidConversions.h"

ambient::Pose btFluidPose(const btTransform& transform)
{
	const btQuaternion q = transform.getRotation();
	ambient::Pose pose;
	pose.orientation = ambient::Quaternion(double(q.w()), double(q.x()), double(q.y()), double(q.z())).normalized();
	pose.position = btFluidVector(transform.getOrigin());
	return pose;
}
