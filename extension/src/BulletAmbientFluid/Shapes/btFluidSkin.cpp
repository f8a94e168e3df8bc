// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Shapes/btFluidSkin.h"

#include "AmbientFluid/Math/RigidRegistration.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/Gimpact/btGImpactShape.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace
{
/// Weights of the corners of the point of a triangle that is closest to `p`. [Ericson2005, sec. 5.1.5]
ambient::Vector3 closestWeights(const ambient::Vector3& p, const ambient::Vector3& a, const ambient::Vector3& b,
                                const ambient::Vector3& c)
{
	const ambient::Vector3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
	const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp), d6 = ac.dot(cp);
	if (d1 <= 0.0 && d2 <= 0.0) return {1.0, 0.0, 0.0};
	if (d3 >= 0.0 && d4 <= d3) return {0.0, 1.0, 0.0};
	if (d6 >= 0.0 && d5 <= d6) return {0.0, 0.0, 1.0};
	const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
	if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return {1.0 - d1 / (d1 - d3), d1 / (d1 - d3), 0.0};
	if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return {1.0 - d2 / (d2 - d6), 0.0, d2 / (d2 - d6)};
	if (va <= 0.0 && d4 >= d3 && d5 >= d6)
	{
		const double t = (d4 - d3) / ((d4 - d3) + (d5 - d6));
		return {0.0, 1.0 - t, t};
	}
	return ambient::Vector3(va, vb, vc) / (va + vb + vc);
}
/// Calls `visit` with the number of each vertex of all parts, and a function that moves it.
template <class Visit>
void forEachVertex(btStridingMeshInterface& mesh, Visit visit)
{
	int number = 0;
	for (int part = 0; part < mesh.getNumSubParts(); ++part)
	{
		unsigned char *vertices = nullptr, *indices = nullptr;
		int count = 0, stride = 0, indexStride = 0, faces = 0;
		PHY_ScalarType type = PHY_FLOAT, indexType = PHY_INTEGER;
		mesh.getLockedVertexIndexBase(&vertices, count, type, stride, &indices, indexStride, faces, indexType, part);
		const auto set = [&](const ambient::Vector3& to)
		{
			for (int axis = 0; axis < 3; ++axis)
			{
				if (type == PHY_DOUBLE)
					reinterpret_cast<double*>(vertices)[axis] = to[axis];
				else
					reinterpret_cast<float*>(vertices)[axis] = float(to[axis]);
			}
		};
		for (int i = 0; i < count; ++i, vertices += stride) visit(number++, set);
		mesh.unLockVertexBase(part);
	}
}
}  // namespace

void btFluidSkin::setTime(double time, double& present, std::vector<ambient::Vector3>& vertices) const
{
	if (!vertices.empty() && present == time) return;
	present = time;
	m_vertices(time, vertices);
}

void btFluidSkin::setStep(double start, double end)
{
	setTime(start, m_startTime, m_start);
	setTime(end, m_endTime, m_end);
}

void btFluidSkin::requireVertices(const std::vector<int>& vertices) const
{
	if (vertices.empty()) throw std::invalid_argument("btFluidShapeDrive: a collision shape needs vertices to follow");
	for (int v : vertices)
		if (v < 0 || size_t(v) >= m_start.size())
			throw std::invalid_argument("btFluidShapeDrive: a collision shape cannot follow vertex " +
			                            std::to_string(v) + " of " + std::to_string(m_start.size()));
}

void btFluidSkin::setHull(btConvexHullShape* hull, double time)
{
	m_hulls.clear();
	if (!hull) return;
	setTime(time, m_startTime, m_start);
	std::vector<int> all(m_start.size());
	std::iota(all.begin(), all.end(), 0);
	addHull(hull, all, time);
}

void btFluidSkin::addHull(btConvexHullShape* hull, const std::vector<int>& vertices, double time)
{
	setTime(time, m_startTime, m_start);
	requireVertices(vertices);
	while (hull->getNumPoints() < int(vertices.size())) hull->addPoint(btVector3(0, 0, 0), false);
	m_hulls.push_back({hull, vertices});
	moveHull(m_hulls.back());
}

void btFluidSkin::addChild(btCompoundShape* compound, int child, const std::vector<int>& vertices, double time)
{
	setTime(time, m_startTime, m_start);
	requireVertices(vertices);
	if (child < 0 || child >= compound->getNumChildShapes())
		throw std::invalid_argument("btFluidShapeDrive: the compound shape has " +
		                            std::to_string(compound->getNumChildShapes()) + " children, not child " +
		                            std::to_string(child));
	Child follower{compound, child, vertices, {}, btFluidPose(compound->getChildTransform(child))};
	for (int v : vertices) follower.m_places.push_back(m_start[size_t(v)]);
	m_children.push_back(std::move(follower));
}

void btFluidSkin::addMesh(btGImpactMeshShape* mesh, double time)
{
	setTime(time, m_startTime, m_start);
	int count = 0;
	forEachVertex(*mesh->getMeshInterface(), [&](int, const auto&) { ++count; });
	if (size_t(count) != m_start.size())
		throw std::invalid_argument("btFluidShapeDrive: the collision mesh has " + std::to_string(count) +
		                            " vertices, the surface " + std::to_string(m_start.size()));
	m_meshes.push_back(mesh);
	moveMesh(*mesh);
}

void btFluidSkin::moveShapes(double time)
{
	if (m_hulls.empty() && m_children.empty() && m_meshes.empty()) return;
	setTime(time, m_startTime, m_start);
	for (const Hull& hull : m_hulls) moveHull(hull);
	for (const Child& child : m_children) moveChild(child);
	for (btGImpactMeshShape* mesh : m_meshes) moveMesh(*mesh);
}

void btFluidSkin::moveHull(const Hull& hull) const
{
	btVector3* const points = hull.m_shape->getUnscaledPoints();
	for (int i = 0; i < hull.m_shape->getNumPoints(); ++i)
		points[i] = btFluidVector(m_start[size_t(hull.m_vertices[std::min(size_t(i), hull.m_vertices.size() - 1)])]);
	hull.m_shape->recalcLocalAabb();
}

void btFluidSkin::moveChild(const Child& child) const
{
	ambient::RegistrationSums sums(child.m_places.front(), child.m_places.front());
	for (size_t i = 0; i < child.m_places.size(); ++i)
		sums.add(m_start[size_t(child.m_vertices[i])], child.m_places[i], 1.0);
	child.m_compound->updateChildTransform(child.m_child, btFluidTransform(sums.solve() * child.m_pose), false);
	child.m_compound->recalculateLocalAabb();
}

void btFluidSkin::moveMesh(btGImpactMeshShape& mesh) const
{
	forEachVertex(*mesh.getMeshInterface(), [&](int index, const auto& setTo) { setTo(m_start[size_t(index)]); });
	mesh.postUpdate();
	mesh.updateBound();
}

ambient::Vector3 btFluidSkin::wayAt(const ambient::Vector3& point) const
{
	double nearest = 1e300;
	ambient::Vector3 way = ambient::Vector3::Zero();
	for (const auto& triangle : m_triangles)
	{
		const size_t a = size_t(triangle[0]), b = size_t(triangle[1]), c = size_t(triangle[2]);
		const ambient::Vector3 w = closestWeights(point, m_start[a], m_start[b], m_start[c]);
		const ambient::Vector3 at = w[0] * m_start[a] + w[1] * m_start[b] + w[2] * m_start[c];
		const double distance = (at - point).squaredNorm();
		if (!(distance < nearest)) continue;
		nearest = distance;
		way = w[0] * m_end[a] + w[1] * m_end[b] + w[2] * m_end[c] - at;
	}
	return way;
}
