// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_STATE_RECORDS_H
#define BT_FLUID_STATE_RECORDS_H

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Math/SpatialVector.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"

#include <LinearMath/btTransform.h>

/// Vectors and transforms in a saved state, in the order of their components.
namespace btFluidRecords
{
/// Writes x, y, z.
inline void write(btFluidStateWriter& out, const ambient::Vector3& v) { out.write(v.data(), 3); }
/// Writes x, y, z.
inline void write(btFluidStateWriter& out, const btVector3& v)
{
	for (int k = 0; k < 3; ++k) out.write(v[k]);
}
/// Writes the rows of the basis, then the origin.
inline void write(btFluidStateWriter& out, const btTransform& t)
{
	for (int row = 0; row < 3; ++row) write(out, t.getBasis()[row]);
	write(out, t.getOrigin());
}
/// Writes the orientation (x, y, z, w), then the position.
inline void write(btFluidStateWriter& out, const ambient::Pose& pose)
{
	out.write(pose.orientation.coeffs().data(), 4);
	write(out, pose.position);
}
/// Writes the angular part, then the linear one.
template <class Tag>
void write(btFluidStateWriter& out, const ambient::SpatialVector<Tag>& v)
{
	write(out, v.angular);
	write(out, v.linear);
}

/// Reads x, y, z.
inline ambient::Vector3 readVector(btFluidStateReader& in)
{
	ambient::Vector3 v;
	in.read(v.data(), 3);
	return v;
}
/// Reads x, y, z.
inline btVector3 readBtVector(btFluidStateReader& in)
{
	btScalar v[3];
	in.read(v, 3);
	return btVector3(v[0], v[1], v[2]);
}
/// Reads the coordinates of a place, moved by the reader's offset.
inline btVector3 readBtPlace(btFluidStateReader& in)
{
	btVector3 place = readBtVector(in);
	for (int k = 0; k < 3; ++k)
		if (in.offset()[k] != 0.0) place[k] = btScalar(double(place[k]) + in.offset()[k]);
	return place;
}
/// Reads the rows of the basis, then the origin, moved by the reader's offset.
inline btTransform readTransform(btFluidStateReader& in)
{
	btTransform t;
	for (int row = 0; row < 3; ++row) t.getBasis()[row] = readBtVector(in);
	t.setOrigin(readBtPlace(in));
	return t;
}
/// Reads the orientation (x, y, z, w), then the position, moved by the reader's offset.
inline ambient::Pose readPose(btFluidStateReader& in)
{
	ambient::Pose pose;
	in.read(pose.orientation.coeffs().data(), 4);
	pose.position = readVector(in) + in.offset();
	return pose;
}
/// Reads the angular part, then the linear one.
template <class Vector>
Vector readSpatialVector(btFluidStateReader& in)
{
	Vector v;
	v.angular = readVector(in);
	v.linear = readVector(in);
	return v;
}
}  // namespace btFluidRecords

#endif  // BT_FLUID_STATE_RECORDS_H
