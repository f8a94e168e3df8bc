// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SHAPE_PARTS_H
#define BT_FLUID_SHAPE_PARTS_H

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/ConvexSolid.h"

#include <string>
#include <vector>

class btCollisionShape;

/// One solid of a collision shape, without Bullet's types. Lengths in metre, local scaling included.
struct btFluidShapePart
{
	/// Kind of solid; defines the meaning of m_size.
	enum Kind
	{
		BALL,      ///< m_size: radius
		BOX,       ///< m_size: whole lengths
		CAPSULE,   ///< m_size: radius, length between the caps; along z
		CYLINDER,  ///< m_size: radius, length; along z
		CONE,      ///< m_size: radius, height; apex up along z, origin at half height, as in Bullet
		HULL,      ///< convex hull of m_points
		ROUND,     ///< convex hull of m_points, which sample a curved surface
		MESH       ///< m_mesh, unchanged
	};

	Kind m_kind = HULL;                                  ///< default: a hull, of no points
	ambient::Pose m_bodyFromPart;                        ///< part frame in the frame of the whole shape
	ambient::Vector3 m_size = ambient::Vector3::Zero();  ///< lengths in the order given at Kind [m]
	std::vector<ambient::Vector3> m_points;              ///< of HULL and ROUND, part frame [m]
	ambient::TriangleMesh m_mesh;                        ///< of MESH, part frame [m]
	double m_margin = 0.0;                               ///< added by Bullet outside of the solid [m]
	std::string m_name;                                  ///< for messages: "btCompoundShape, child 2 (btBoxShape)"
};

/// The solids of a shape, including the children of compounds.
/// \throws std::invalid_argument naming a shape that is no solid, and the reason
std::vector<btFluidShapePart> btFluidReadShape(const btCollisionShape& shape);

/// Class name of a shape, for messages.
std::string btFluidShapeName(const btCollisionShape& shape);

/// Surface mesh of a solid other than HULL, ROUND and MESH, body frame: exact volume. \param faces approximate number
/// \throws std::invalid_argument if a size is not positive
ambient::TriangleMesh btFluidMeshOfPrimitive(const btFluidShapePart& part, int faces);

/// Converts a part other than MESH to a solid in the body frame. \param hull faces of a HULL or ROUND, part frame
ambient::ConvexSolid btFluidSolidOfPart(const btFluidShapePart& part, const ambient::TriangleMesh& hull);

/// Points on the surface of the Minkowski sum of a ball and the convex hull of `points`.
std::vector<ambient::Vector3> btFluidRoundedPoints(const std::vector<ambient::Vector3>& points, double radius);

/// Convex hull as a closed, outward mesh of at least four faces; empty if the points lie in one plane. Points closer to
/// each other than 1e-4 of their bounds may be merged.
ambient::TriangleMesh btFluidConvexHull(const std::vector<ambient::Vector3>& points);

#endif  // BT_FLUID_SHAPE_PARTS_H
