// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_PARTS_H
#define BT_FLUID_SHAPE_PARTS_H

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/ConvexSolid.h"

#include <string>
#include <vector>

class btCollisionShape;

/// One solid of a collision shape, without Bullet's types. Lengths in metre, local scaling taken in.
struct btFluidShapePart
{
	/// Says how m_size is read.
	enum Kind
	{
		BALL,      ///< m_size: radius
		BOX,       ///< m_size: whole lengths
		CAPSULE,   ///< m_size: radius, length between the caps; along z
		CYLINDER,  ///< m_size: radius, length; along z
		CONE,      ///< m_size: radius, height; apex up along z, origin at half height, as in Bullet
		HULL,      ///< convex hull of m_points
		ROUND,     ///< likewise, but the points stand for a curved surface
		MESH       ///< m_mesh, as it was given
	};

	Kind m_kind = HULL;                                  ///< default: a hull, of no points
	ambient::Pose m_bodyFromPart;                        ///< of the part's own frame in that of the whole shape
	ambient::Vector3 m_size = ambient::Vector3::Zero();  ///< lengths [m] in the order that Kind says
	std::vector<ambient::Vector3> m_points;              ///< of HULL and ROUND, part frame [m]
	ambient::TriangleMesh m_mesh;                        ///< of MESH, part frame [m]
	double m_margin = 0.0;                               ///< Bullet adds this outside of the above [m]
	std::string m_name;                                  ///< as in messages: "btCompoundShape, child 2 (btBoxShape)"
};

/// The solids of a shape, children of compounds in their places.
/// \throws std::invalid_argument naming a shape that is no solid, and why
std::vector<btFluidShapePart> btFluidReadShape(const btCollisionShape& shape);

/// As in messages: the name of its class.
std::string btFluidShapeName(const btCollisionShape& shape);

/// The surface of a solid that is neither HULL, ROUND nor MESH, body frame: exact volume, about this many faces.
/// \throws std::invalid_argument when a size of it is not positive
ambient::TriangleMesh btFluidMeshOfPrimitive(const btFluidShapePart& part, int faces);

/// A solid that is no MESH, as a function of space in the body frame; HULL and ROUND by the faces of `hull`, which is
/// in the frame of the part.
ambient::ConvexSolid btFluidSolidOfPart(const btFluidShapePart& part, const ambient::TriangleMesh& hull);

/// Points on the surface of the Minkowski sum of the convex hull of some points and a ball.
std::vector<ambient::Vector3> btFluidRoundedPoints(const std::vector<ambient::Vector3>& points, double radius);

/// The convex hull as a closed, outward mesh of at least four faces; empty if the points lie in one plane. Points
/// closer than 1e-4 of their bounds to each other may be taken for one.
ambient::TriangleMesh btFluidConvexHull(const std::vector<ambient::Vector3>& points);

#endif  // BT_FLUID_SHAPE_PARTS_H
