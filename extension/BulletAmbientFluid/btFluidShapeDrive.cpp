// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include "BulletAmbientFluid/btFluidRigidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

btFluidShapeDrive::btFluidShapeDrive(btFluidRigidBody& body, std::shared_ptr<ambient::PlayedShape> shape)
	: m_body(body),
	  m_shape(std::move(shape)),
	  m_skin([model = &m_shape->model()](double phase, std::vector<ambient::Vector3>& out)
             { model->vertices(phase, out); },
             m_shape->model().triangles())
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
	m_skin.setHull(hull, clock().phaseAt(m_body.state().time));
}

void btFluidShapeDrive::moveCollisionShape() { m_skin.moveHull(clock().phaseAt(m_body.state().time)); }

btVector3 btFluidShapeDrive::surfaceVelocity(const btVector3& pointInBody, btScalar timeStep) const
{
	const double time = m_body.state().time;
	m_skin.setStep(clock().phaseAt(time), clock().phaseAt(time + double(timeStep)));
	const ambient::Vector3 way = m_skin.wayAt(btFluidVector(pointInBody));
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
