// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>

namespace
{
using ambient::ConvexSolid;
using ambient::TriangleMesh;
using ambient::Vector3;

/// Largest ratio of thickness to the next larger size of a plate or disc, whose rim gets few faces.
constexpr double kThin = 0.1;

TriangleMesh boxMesh(const Vector3& size, int faces)
{
	Vector3 sorted = size;
	std::sort(sorted.data(), sorted.data() + 3);
	return sorted[0] < kThin * sorted[1] ? ambient::makePlate(size, faces) : ambient::makeBox(size, faces);
}

TriangleMesh meshInPart(const btFluidShapePart& part, int faces)
{
	const double radius = part.m_size[0], length = part.m_size[1];
	switch (part.m_kind)
	{
		case btFluidShapePart::BALL:
			return ambient::makeSphere(radius, faces);
		case btFluidShapePart::BOX:
			return boxMesh(part.m_size, faces);
		case btFluidShapePart::CAPSULE:
			// Bullet allows capsules of no length.
			return length > 0.0 ? ambient::makeCapsule(radius, length, faces) : ambient::makeSphere(radius, faces);
		case btFluidShapePart::CYLINDER:
			return length < 2.0 * kThin * radius ? ambient::makeDisc(radius, length, faces)
			                                     : ambient::makeCylinder(radius, length, faces);
		default:
			break;
	}
	TriangleMesh mesh = ambient::makeCone(radius, length, faces);
	for (Vector3& p : mesh.vertices) p.z() -= 0.25 * length;  // from the centroid to half height
	return mesh;
}
}  // namespace

TriangleMesh btFluidMeshOfPrimitive(const btFluidShapePart& part, int faces)
{
	TriangleMesh mesh = meshInPart(part, faces);
	for (Vector3& p : mesh.vertices) p = part.m_bodyFromPart * p;
	return mesh;
}

ConvexSolid btFluidSolidOfPart(const btFluidShapePart& part, const TriangleMesh& hull)
{
	const ambient::Pose& pose = part.m_bodyFromPart;
	const double radius = part.m_size[0];
	const Vector3 half(0, 0, 0.5 * part.m_size[1]);
	switch (part.m_kind)
	{
		case btFluidShapePart::BALL:
			return ConvexSolid::capsule(pose.position, pose.position, radius);
		case btFluidShapePart::CAPSULE:
			return ConvexSolid::capsule(pose * Vector3(-half), pose * half, radius);
		case btFluidShapePart::CYLINDER:
			return ConvexSolid::frustum(pose * Vector3(-half), pose * half, radius, radius);
		case btFluidShapePart::CONE:
			return ConvexSolid::frustum(pose * Vector3(-half), pose * half, radius, 0.0);
		default:
			break;
	}
	constexpr int plainBox = 12;
	TriangleMesh mesh = part.m_kind == btFluidShapePart::BOX ? ambient::makeBox(part.m_size, plainBox) : hull;
	for (Vector3& p : mesh.vertices) p = pose * p;
	return ConvexSolid::polyhedron(mesh);
}
