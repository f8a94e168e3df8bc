// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"

#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConeShape.h>
#include <BulletCollision/CollisionShapes/btConvexTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btMinkowskiSumShape.h>
#include <BulletCollision/CollisionShapes/btMultiSphereShape.h>
#include <BulletCollision/CollisionShapes/btPolyhedralConvexShape.h>
#include <BulletCollision/CollisionShapes/btScaledBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleCallback.h>
#include <BulletCollision/CollisionShapes/btUniformScalingShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace
{
using ambient::Pose;
using ambient::Vector3;

/// Rotates z to one of the axes: a permutation, exact to the last bit.
Pose fromAxisZ(int axis)
{
	Pose pose;
	if (axis == 0) pose.orientation = ambient::Quaternion(0.5, 0.5, 0.5, 0.5);
	if (axis == 1) pose.orientation = ambient::Quaternion(0.5, -0.5, -0.5, -0.5);
	return pose;
}

/// Collects triangles and merges equal vertices.
struct TriangleCollector : btInternalTriangleIndexCallback
{
	ambient::TriangleMesh m_mesh;
	std::map<std::array<btScalar, 3>, int> m_vertices;

	void internalProcessTriangleIndex(btVector3* triangle, int, int) override
	{
		ambient::TriangleMesh::Face face;
		for (size_t k = 0; k < 3; ++k)
		{
			const btVector3& p = triangle[k];
			const auto [place, isNew] = m_vertices.try_emplace({p.x(), p.y(), p.z()}, m_mesh.vertexCount());
			if (isNew) m_mesh.vertices.push_back(btFluidVector(p));
			face[k] = place->second;
		}
		m_mesh.faces.push_back(face);
	}
};

/// Triangles of a mesh interface, scaled by its own scaling.
ambient::TriangleMesh trianglesOf(const btStridingMeshInterface& source)
{
	TriangleCollector collector;
	const btVector3 everywhere(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
	source.InternalProcessAllTriangles(&collector, -everywhere, everywhere);
	return std::move(collector.m_mesh);
}

void scale(ambient::TriangleMesh& mesh, const btVector3& factors)
{
	for (Vector3& p : mesh.vertices) p = p.cwiseProduct(btFluidVector(factors));
}

/// Sampling directions of a general convex shape.
const std::vector<Vector3>& manyDirections()
{
	static const std::vector<Vector3> directions = ambient::makeIcosphere(10).vertices;
	return directions;
}

class ShapeReader
{
public:
	std::vector<btFluidShapePart> m_parts;

	/// \param scaling factor on the whole shape about its origin, applied before `bodyFromShape`
	void read(const btCollisionShape& shape, const Pose& bodyFromShape, double scaling, const std::string& name)
	{
		btFluidShapePart part;
		part.m_bodyFromPart = bodyFromShape;
		part.m_name = name;
		if (shape.isCompound())
			return readCompound(static_cast<const btCompoundShape&>(shape), bodyFromShape, scaling, name);
		if (shape.getShapeType() == UNIFORM_SCALING_SHAPE_PROXYTYPE)
		{
			const auto& scaled = static_cast<const btUniformScalingShape&>(shape);
			const double factor = double(scaled.getUniformScalingFactor());
			return read(*scaled.getChildShape(), bodyFromShape, scaling * factor,
			            name + " of " + btFluidShapeName(*scaled.getChildShape()));
		}
		if (shape.isConvex2d() || shape.getShapeType() == TRIANGLE_SHAPE_PROXYTYPE)
			refuse(name, "is flat: use a thin btBoxShape, or a mesh with a sheet thickness");
		if (shape.isInfinite()) refuse(name, "is a half-space: keep it out of the fluid, as a static body");
		if (shape.isSoftBody()) refuse(name, "is a soft body: the fluid moves rigid bodies only");
		if (shape.isConvex())
			readConvex(static_cast<const btConvexShape&>(shape), part);
		else
			readConcave(shape, part);
		for (int k = 0; k < 3; ++k) part.m_size[k] *= scaling;
		for (Vector3& p : part.m_points) p *= scaling;
		for (Vector3& p : part.m_mesh.vertices) p *= scaling;
		part.m_margin *= scaling;
		m_parts.push_back(std::move(part));
	}

private:
	[[noreturn]] static void refuse(const std::string& name, const std::string& why)
	{
		throw std::invalid_argument("btFluidMeshBuilder: " + name + " " + why);
	}

	void readCompound(const btCompoundShape& compound, const Pose& bodyFromShape, double scaling,
	                  const std::string& name)
	{
		if (compound.getNumChildShapes() == 0) refuse(name, "has no children and so no volume: add child shapes first");
		for (int i = 0; i < compound.getNumChildShapes(); ++i)
		{
			const btCollisionShape& child = *compound.getChildShape(i);
			Pose shapeFromChild = btFluidPose(compound.getChildTransform(i));
			shapeFromChild.position *= scaling;
			read(child, bodyFromShape * shapeFromChild, scaling,
			     name + ", child " + std::to_string(i) + " (" + btFluidShapeName(child) + ")");
		}
	}

	static void readConvex(const btConvexShape& shape, btFluidShapePart& part)
	{
		switch (shape.getShapeType())
		{
			case SPHERE_SHAPE_PROXYTYPE:
				part.m_kind = btFluidShapePart::BALL;
				part.m_size[0] = double(static_cast<const btSphereShape&>(shape).getRadius());
				return;
			case BOX_SHAPE_PROXYTYPE:
				part.m_kind = btFluidShapePart::BOX;
				part.m_size = 2.0 * btFluidVector(static_cast<const btBoxShape&>(shape).getHalfExtentsWithMargin());
				return;
			case CAPSULE_SHAPE_PROXYTYPE:
			{
				const auto& capsule = static_cast<const btCapsuleShape&>(shape);
				return setAxial(part, btFluidShapePart::CAPSULE, capsule.getUpAxis(), capsule.getRadius(),
				                2 * capsule.getHalfHeight());
			}
			case CYLINDER_SHAPE_PROXYTYPE:
			{
				const auto& cylinder = static_cast<const btCylinderShape&>(shape);
				const int axis = cylinder.getUpAxis();
				return setAxial(part, btFluidShapePart::CYLINDER, axis, cylinder.getRadius(),
				                2 * cylinder.getHalfExtentsWithMargin()[axis]);
			}
			case CONE_SHAPE_PROXYTYPE:
			{
				const auto& cone = static_cast<const btConeShape&>(shape);
				part.m_margin = double(cone.getMargin());
				return setAxial(part, btFluidShapePart::CONE, cone.getConeUpIndex(), cone.getRadius(),
				                cone.getHeight());
			}
			case MULTI_SPHERE_SHAPE_PROXYTYPE:
				return readMultiSphere(static_cast<const btMultiSphereShape&>(shape), part);
			case MINKOWSKI_DIFFERENCE_SHAPE_PROXYTYPE:
				return readMinkowskiSum(static_cast<const btMinkowskiSumShape&>(shape), part);
			case CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE:
				part.m_points =
					trianglesOf(*static_cast<const btConvexTriangleMeshShape&>(shape).getMeshInterface()).vertices;
				part.m_margin = double(shape.getMargin());
				return;
			default:
				return shape.isPolyhedral() ? readVertices(static_cast<const btPolyhedralConvexShape&>(shape), part)
				                            : readSupport(shape, part);
		}
	}

	static void setAxial(btFluidShapePart& part, btFluidShapePart::Kind kind, int axis, btScalar radius,
	                     btScalar length)
	{
		part.m_kind = kind;
		part.m_size = Vector3(double(radius), double(length), 0.0);
		part.m_bodyFromPart = part.m_bodyFromPart * fromAxisZ(axis);
	}

	static void readMultiSphere(const btMultiSphereShape& shape, btFluidShapePart& part)
	{
		constexpr int ballFaces = 720;
		const Vector3 scaling = btFluidVector(shape.getLocalScaling());
		part.m_kind = btFluidShapePart::ROUND;
		for (int i = 0; i < shape.getSphereCount(); ++i)
		{
			const Vector3 middle = btFluidVector(shape.getSpherePosition(i)).cwiseProduct(scaling);
			const double radius = double(shape.getSphereRadius(i));
			for (const Vector3& p : ambient::makeSphere(radius, ballFaces).vertices)
				part.m_points.push_back(middle + p.cwiseProduct(scaling));
		}
	}

	static void readMinkowskiSum(const btMinkowskiSumShape& shape, btFluidShapePart& part)
	{
		// Bullet's own support function treats both children as points and subtracts their margins.
		const std::vector<Vector3> a = supportPoints(*shape.getShapeA(), shape.getTransformA());
		const std::vector<Vector3> b = supportPoints(*shape.getShapeB(), shape.GetTransformB());
		const auto farthest = [](const std::vector<Vector3>& points, const Vector3& along)
		{
			const auto nearer = [&](const Vector3& p, const Vector3& q) { return p.dot(along) < q.dot(along); };
			return *std::max_element(points.begin(), points.end(), nearer);
		};
		part.m_kind = btFluidShapePart::ROUND;
		for (const Vector3& direction : manyDirections())
			part.m_points.push_back(farthest(a, direction) - farthest(b, -direction));
	}

	/// Points whose convex hull is a child of a Minkowski sum, in the frame of the sum.
	static std::vector<Vector3> supportPoints(const btConvexShape& child, const btTransform& place)
	{
		constexpr int faces = 720;
		std::vector<Vector3> points;
		for (const btFluidShapePart& part : btFluidReadShape(child))
		{
			const bool isPrimitive = part.m_kind < btFluidShapePart::HULL;
			const std::vector<Vector3> own = isPrimitive ? btFluidMeshOfPrimitive(part, faces).vertices : part.m_points;
			for (const Vector3& p : own) points.push_back(btFluidPose(place) * p);
		}
		return points;
	}

	static void readVertices(const btPolyhedralConvexShape& shape, btFluidShapePart& part)
	{
		for (int i = 0; i < shape.getNumVertices(); ++i)
		{
			btVector3 vertex;
			shape.getVertex(i, vertex);
			part.m_points.push_back(btFluidVector(vertex));
		}
		part.m_margin = double(shape.getMargin());
	}

	static void readSupport(const btConvexShape& shape, btFluidShapePart& part)
	{
		part.m_kind = btFluidShapePart::ROUND;
		for (const Vector3& direction : manyDirections())
			part.m_points.push_back(
				btFluidVector(shape.localGetSupportingVertexWithoutMargin(btFluidVector(direction))));
		part.m_margin = double(shape.getMargin());
	}

	static void readConcave(const btCollisionShape& shape, btFluidShapePart& part)
	{
		part.m_kind = btFluidShapePart::MESH;
		part.m_margin = double(shape.getMargin());
		switch (shape.getShapeType())
		{
			case TRIANGLE_MESH_SHAPE_PROXYTYPE:
			case MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE:
				part.m_mesh = trianglesOf(*static_cast<const btTriangleMeshShape&>(shape).getMeshInterface());
				return;
			case SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE:
			{
				const auto& scaled = static_cast<const btScaledBvhTriangleMeshShape&>(shape);
				part.m_mesh = trianglesOf(*scaled.getChildShape()->getMeshInterface());
				return scale(part.m_mesh, scaled.getLocalScaling());
			}
			case GIMPACT_SHAPE_PROXYTYPE:
				return readGImpact(static_cast<const btGImpactShapeInterface&>(shape), part);
			case EMPTY_SHAPE_PROXYTYPE:
				refuse(part.m_name, "has no volume: give addBody a model of its own");
			case TERRAIN_SHAPE_PROXYTYPE:
				refuse(part.m_name, "is ground, open below: keep it out of the fluid, as a static body");
			default:
				refuse(part.m_name, "is of an unknown kind: give addBody a model of its own");
		}
	}

	static void readGImpact(const btGImpactShapeInterface& shape, btFluidShapePart& part)
	{
		if (shape.getGImpactShapeType() != CONST_GIMPACT_TRIMESH_SHAPE)
			refuse(part.m_name, "is only a part or a compound of GImpact: use btGImpactMeshShape or btCompoundShape");
		const btStridingMeshInterface& source = *static_cast<const btGImpactMeshShape&>(shape).getMeshInterface();
		part.m_mesh = trianglesOf(source);
		scale(part.m_mesh, shape.getLocalScaling() / source.getScaling());  // replaces the interface's scaling
	}
};
}  // namespace

std::vector<btFluidShapePart> btFluidReadShape(const btCollisionShape& shape)
{
	ShapeReader reader;
	reader.read(shape, Pose(), 1.0, btFluidShapeName(shape));
	return std::move(reader.m_parts);
}

std::string btFluidShapeName(const btCollisionShape& shape)
{
	switch (shape.getShapeType())
	{
		case BOX_SHAPE_PROXYTYPE:
			return "btBoxShape";
		case TRIANGLE_SHAPE_PROXYTYPE:
			return "btTriangleShape";
		case TETRAHEDRAL_SHAPE_PROXYTYPE:
			return "btBU_Simplex1to4";
		case CONVEX_TRIANGLEMESH_SHAPE_PROXYTYPE:
			return "btConvexTriangleMeshShape";
		case CONVEX_HULL_SHAPE_PROXYTYPE:
			return "btConvexHullShape";
		case CONVEX_POINT_CLOUD_SHAPE_PROXYTYPE:
			return "btConvexPointCloudShape";
		case SPHERE_SHAPE_PROXYTYPE:
			return "btSphereShape";
		case MULTI_SPHERE_SHAPE_PROXYTYPE:
			return "btMultiSphereShape";
		case CAPSULE_SHAPE_PROXYTYPE:
			return "btCapsuleShape";
		case CONE_SHAPE_PROXYTYPE:
			return "btConeShape";
		case CYLINDER_SHAPE_PROXYTYPE:
			return "btCylinderShape";
		case UNIFORM_SCALING_SHAPE_PROXYTYPE:
			return "btUniformScalingShape";
		case MINKOWSKI_DIFFERENCE_SHAPE_PROXYTYPE:
			return "btMinkowskiSumShape";
		case BOX_2D_SHAPE_PROXYTYPE:
			return "btBox2dShape";
		case CONVEX_2D_SHAPE_PROXYTYPE:
			return "btConvex2dShape";
		case TRIANGLE_MESH_SHAPE_PROXYTYPE:
			return "btBvhTriangleMeshShape";
		case SCALED_TRIANGLE_MESH_SHAPE_PROXYTYPE:
			return "btScaledBvhTriangleMeshShape";
		case TERRAIN_SHAPE_PROXYTYPE:
			return "btHeightfieldTerrainShape";
		case GIMPACT_SHAPE_PROXYTYPE:
			return "btGImpactShape";
		case MULTIMATERIAL_TRIANGLE_MESH_PROXYTYPE:
			return "btMultimaterialTriangleMeshShape";
		case EMPTY_SHAPE_PROXYTYPE:
			return "btEmptyShape";
		case STATIC_PLANE_PROXYTYPE:
			return "btStaticPlaneShape";
		case COMPOUND_SHAPE_PROXYTYPE:
			return "btCompoundShape";
		case SOFTBODY_SHAPE_PROXYTYPE:
			return "btSoftBodyCollisionShape";
		default:
			return std::string("shape \"") + shape.getName() + "\"";
	}
}
