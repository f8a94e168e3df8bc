// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/CollisionShapes/btConvexHullShape.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

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

btFluidShapeDrive::btFluidShapeDrive(btFluidBody& body, std::shared_ptr<ambient::PlayedShape> shape)
	: m_body(body), m_shape(std::move(shape))
{
}

void btFluidShapeDrive::setSpeed(btScalar speed, btScalar ramp)
{
	if (!std::isfinite(speed) || !std::isfinite(ramp) || ramp < 0)
		throw std::invalid_argument(
			"btFluidShapeDrive::setSpeed: speed and ramp must be finite, and the ramp not negative; got " +
			std::to_string(speed) + " and " + std::to_string(ramp) + " s");
	const double now = m_body.state().time;
	m_body.changeShape([&] { m_shape->setClock(clock().withSpeed(now, double(speed), double(ramp))); }, false);
}

btScalar btFluidShapeDrive::getSpeed() const { return btScalar(clock().speedAt(m_body.state().time)); }

void btFluidShapeDrive::setPhase(btScalar phase)
{
	if (!std::isfinite(phase))
		throw std::invalid_argument("btFluidShapeDrive::setPhase: the phase must be finite, got " +
		                            std::to_string(phase));
	const double now = m_body.state().time;
	m_body.changeShape([&] { m_shape->setClock(clock().withPhase(now, double(phase))); }, true);
}

btScalar btFluidShapeDrive::getPhase() const
{
	const double phase = clock().phaseAt(m_body.state().time), first = model().firstPhase(), period = model().period();
	return btScalar(period > 0.0 ? phase - period * std::floor((phase - first) / period) : phase);
}

btTransform btFluidShapeDrive::worldFromAuthor() const
{
	const ambient::FluidBodyState& state = m_body.state();
	return btFluidTransform(state.worldFromBody * model().bodyFromAuthor(clock().phaseAt(state.time)));
}

void btFluidShapeDrive::vertices(std::vector<btVector3>& out) const
{
	const ambient::FluidBodyState& state = m_body.state();
	std::vector<ambient::Vector3> inBody;
	model().vertices(clock().phaseAt(state.time), inBody);
	out.clear();
	for (const ambient::Vector3& v : inBody) out.push_back(btFluidVector(state.worldFromBody * v));
}

void btFluidShapeDrive::setCollisionHull(btConvexHullShape* hull)
{
	m_hull = hull;
	if (!hull) return;
	while (hull->getNumPoints() < model().vertexCount()) hull->addPoint(btVector3(0, 0, 0), false);
	moveCollisionShape();
}

void btFluidShapeDrive::moveCollisionShape()
{
	if (!m_hull) return;
	m_nowPhase = clock().phaseAt(m_body.state().time);
	model().vertices(m_nowPhase, m_now);
	btVector3* const points = m_hull->getUnscaledPoints();
	for (int i = 0; i < m_hull->getNumPoints(); ++i)
		points[i] = btFluidVector(m_now[std::min(size_t(i), m_now.size() - 1)]);
	m_hull->recalcLocalAabb();
}

btVector3 btFluidShapeDrive::surfaceVelocity(const btVector3& pointInBody, btScalar timeStep) const
{
	const double time = m_body.state().time;
	const auto vertices = [&](double at, double& phase, std::vector<ambient::Vector3>& out)
	{
		const double wanted = clock().phaseAt(at);
		if (!out.empty() && wanted == phase) return;
		phase = wanted;
		model().vertices(wanted, out);
	};
	vertices(time, m_nowPhase, m_now);
	vertices(time + double(timeStep), m_nextPhase, m_next);
	const ambient::Vector3 p = btFluidVector(pointInBody);
	double nearest = 1e300;
	ambient::Vector3 way = ambient::Vector3::Zero();
	for (const ambient::TriangleMesh::Face& face : model().triangles())
	{
		const size_t a = size_t(face[0]), b = size_t(face[1]), c = size_t(face[2]);
		const ambient::Vector3 w = closestWeights(p, m_now[a], m_now[b], m_now[c]);
		const ambient::Vector3 at = w[0] * m_now[a] + w[1] * m_now[b] + w[2] * m_now[c];
		const double distance = (at - p).squaredNorm();
		if (!(distance < nearest)) continue;
		nearest = distance;
		way = w[0] * m_next[a] + w[1] * m_next[b] + w[2] * m_next[c] - at;
	}
	return btFluidVector(m_body.state().worldFromBody.orientation * (way / double(timeStep)));
}

bool btFluidShapeDrive::isMoving(double time) const
{
	const ambient::ShapeClock& now = clock();
	if (now.speedAt(time) == 0.0 && now.targetSpeed == 0.0) return false;
	if (model().period() > 0.0) return true;
	const double phase = now.phaseAt(time);
	return now.targetSpeed > 0.0 ? phase < model().lastPhase() : phase > model().firstPhase();
}
