// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"

#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include <LinearMath/btConvexHullComputer.h>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace
{
using ambient::TriangleMesh;
using ambient::Vector3;

/// Shape quality of a triangle: 1 if equilateral, 0 if degenerate.
double roundness(const Vector3& a, const Vector3& b, const Vector3& c)
{
	const double sides = (b - a).squaredNorm() + (c - b).squaredNorm() + (a - c).squaredNorm();
	return sides > 0.0 ? 2.0 * std::sqrt(3.0) * (b - a).cross(c - a).norm() / sides : 0.0;
}

/// Adds the triangulation of a convex polygon that maximizes the least roundness. Corners may lie on one line, so that
/// a fan could contain triangles without area.
class PolygonTriangulation
{
public:
	PolygonTriangulation(TriangleMesh& mesh, const std::vector<int>& polygon)
		: m_mesh(mesh), m_polygon(polygon), m_count(polygon.size()), m_best(m_count * m_count, {2.0, 0})
	{
		for (size_t span = 2; span < m_count; ++span)
			for (size_t first = 0; first + span < m_count; ++first) choose(first, first + span);
		add(0, m_count - 1);
	}

private:
	/// Best triangulation of the polygon between two corners: least roundness, and third corner of the triangle on the
	/// line between the two.
	struct Choice
	{
		double m_roundness;
		size_t m_corner;
	};

	Choice& best(size_t first, size_t last) { return m_best[first * m_count + last]; }

	void choose(size_t first, size_t last)
	{
		Choice choice{-1.0, first + 1};
		for (size_t k = first + 1; k < last; ++k)
		{
			const double own = roundness(m_mesh.vertices[m_polygon[first]], m_mesh.vertices[m_polygon[k]],
			                             m_mesh.vertices[m_polygon[last]]);
			const double flattest = std::min({own, best(first, k).m_roundness, best(k, last).m_roundness});
			if (flattest > choice.m_roundness) choice = {flattest, k};
		}
		best(first, last) = choice;
	}

	void add(size_t first, size_t last)
	{
		if (last < first + 2) return;
		const size_t k = best(first, last).m_corner;
		m_mesh.faces.push_back({m_polygon[first], m_polygon[k], m_polygon[last]});
		add(first, k);
		add(k, last);
	}

	TriangleMesh& m_mesh;
	const std::vector<int>& m_polygon;
	size_t m_count;
	std::vector<Choice> m_best;
};

std::vector<int> polygonOf(const btConvexHullComputer& hull, int face)
{
	std::vector<int> polygon;
	const btConvexHullComputer::Edge* first = &hull.edges[hull.faces[face]];
	const btConvexHullComputer::Edge* edge = first;
	do
	{
		polygon.push_back(edge->getSourceVertex());
		edge = edge->getNextEdgeOfFace();
	} while (edge != first);
	return polygon;
}
/// Index of the point at a corner of the hull, whose own coordinates are rounded to a grid.
template <class Hull>
auto pointOfCorner(const Hull& hull, int corner, const std::vector<double>&, int)
	-> decltype(int(hull.original_vertex_index[corner]))
{
	return hull.original_vertex_index[corner];
}

/// Overload for Bullet 2.89, which does not report the index: the nearest point.
template <class Hull>
int pointOfCorner(const Hull& hull, int corner, const std::vector<double>& coordinates, long)
{
	const btVector3& at = hull.vertices[corner];
	const Eigen::Map<const Eigen::Matrix3Xd> points(coordinates.data(), 3, Eigen::Index(coordinates.size() / 3));
	Eigen::Index nearest = 0;
	(points.colwise() - Vector3(double(at.x()), double(at.y()), double(at.z())))
		.colwise()
		.squaredNorm()
		.minCoeff(&nearest);
	return int(nearest);
}
}  // namespace

std::vector<Vector3> btFluidRoundedPoints(const std::vector<Vector3>& points, double radius)
{
	constexpr int splits = 3;  // of the icosahedron's edges
	const TriangleMesh ball = ambient::makeIcosphere(splits);
	std::vector<Vector3> rounded;
	for (const Vector3& point : points)
		for (const Vector3& direction : ball.vertices) rounded.push_back(point + radius * direction);
	return rounded;
}

TriangleMesh btFluidConvexHull(const std::vector<Vector3>& points)
{
	Eigen::AlignedBox3d box;
	for (const Vector3& point : points) box.extend(point);
	if (box.isEmpty() || !(box.sizes().minCoeff() > 1e-6 * box.sizes().maxCoeff())) return {};
	std::vector<double> unit;
	for (const Vector3& point : points)
		for (int axis = 0; axis < 3; ++axis) unit.push_back((point[axis] - box.center()[axis]) / box.sizes()[axis]);
	btConvexHullComputer hull;
	hull.compute(unit.data(), int(3 * sizeof(double)), int(points.size()), btScalar(0), btScalar(0));

	TriangleMesh mesh;
	for (int v = 0; v < hull.vertices.size(); ++v)
		mesh.vertices.push_back(points[size_t(pointOfCorner(hull, v, unit, 0))]);
	for (int face = 0; face < hull.faces.size(); ++face)
	{
		const std::vector<int> polygon = polygonOf(hull, face);
		PolygonTriangulation(mesh, polygon);
	}
	ambient::CheckedMesh checked = ambient::repairMesh(mesh, ambient::MeshRepair::FlipInverted);
	constexpr double flat = 1e-7;  // volume by bounds
	if (!checked.report.usable() || checked.report.volume < flat * box.volume()) return {};
	ambient::turnFlatEdges(checked.mesh);
	return checked.mesh;
}
