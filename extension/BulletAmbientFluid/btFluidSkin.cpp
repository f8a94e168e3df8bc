// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidSkin.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <algorithm>

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

void btFluidSkin::setHull(btConvexHullShape* hull, double time)
{
	m_hull = hull;
	if (!hull) return;
	setTime(time, m_startTime, m_start);
	while (hull->getNumPoints() < int(m_start.size())) hull->addPoint(btVector3(0, 0, 0), false);
	moveHull(time);
}

void btFluidSkin::moveHull(double time)
{
	if (!m_hull) return;
	setTime(time, m_startTime, m_start);
	btVector3* const points = m_hull->getUnscaledPoints();
	for (int i = 0; i < m_hull->getNumPoints(); ++i)
		points[i] = btFluidVector(m_start[std::min(size_t(i), m_start.size() - 1)]);
	m_hull->recalcLocalAabb();
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
