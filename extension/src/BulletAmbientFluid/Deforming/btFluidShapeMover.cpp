// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidShapeMover.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Shapes/btFluidShapeSkin.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <LinearMath/btMotionState.h>

#include <stdexcept>
#include <utility>

btFluidShapeMover::btFluidShapeMover(btRigidBody* body, std::shared_ptr<const ambient::InterpolatedMotion> motion,
                                     std::shared_ptr<const ambient::InterpolatedShape> shape)
	: m_body(body), m_object(body), m_motion(std::move(motion)), m_timeStep(1.0 / 60)
{
	if (!m_body) throw std::invalid_argument("btFluidShapeMover: the body is null");
	if (!m_motion) throw std::invalid_argument("btFluidShapeMover: the motion is null");
	if (!m_body->isKinematicObject())
		throw std::invalid_argument("btFluidShapeMover: the body is not kinematic (CF_KINEMATIC_OBJECT)");
	if (shape) m_skin = btFluidMakeSkin(std::move(shape));
	m_time = m_motion->firstTime();
	m_body->setActivationState(DISABLE_DEACTIVATION);
	publish();
	m_body->setInterpolationWorldTransform(m_body->getWorldTransform());
}

btFluidShapeMover::~btFluidShapeMover() = default;

void btFluidShapeMover::setCollisionHull(btConvexHullShape* hull)
{
	if (!m_skin) throw std::invalid_argument("btFluidShapeMover::setCollisionHull: the mover has no shape");
	m_skin->setHull(hull, m_time);
}

void btFluidShapeMover::updateAction(btCollisionWorld* collisionWorld, btScalar timeStep)
{
	m_timeStep = double(timeStep);
	m_time += m_timeStep;
	if (m_object.isUsable(*collisionWorld)) publish();
}

btFluidSolvedBody* btFluidShapeMover::findSolvedBody(const btRigidBody* body)
{
	// A dynamic body is a new one in the memory of a deleted one.
	return body == m_body && body->isKinematicObject() ? this : nullptr;
}

void btFluidShapeMover::publish()
{
	m_now = m_motion->worldFromGauge(m_time);
	m_next = m_motion->worldFromGauge(m_time + m_timeStep);
	if (m_skin)
	{
		m_skin->moveShapes(m_time);
		m_skin->setStep(m_time, m_time + m_timeStep);
	}
	// The interpolation transform is left alone: Bullet makes its velocity of a kinematic body from the difference.
	const btTransform transform = btFluidTransform(m_now);
	m_body->setWorldTransform(transform);
	if (m_body->getMotionState()) m_body->getMotionState()->setWorldTransform(transform);
	// For the further substeps of a call of stepSimulation(), at whose start Bullet writes a velocity of its own.
	m_body->setLinearVelocity(btFluidVector(ambient::Vector3((m_next.position - m_now.position) / m_timeStep)));
	const ambient::Vector3 turn = ambient::logSO3(m_next.orientation * m_now.orientation.conjugate());
	m_body->setAngularVelocity(btFluidVector(ambient::Vector3(turn / m_timeStep)));
}

btVector3 btFluidShapeMover::surfaceVelocity(const btManifoldPoint& point, bool isA) const
{
	const ambient::Vector3 here = btFluidVector(isA ? point.m_localPointA : point.m_localPointB);
	const ambient::Vector3 way = m_skin ? m_skin->wayAt(here) : ambient::Vector3(ambient::Vector3::Zero());
	const ambient::Vector3 mean = (m_next * (here + way) - m_now * here) / m_timeStep;
	const btVector3 rigid = m_body->getVelocityInLocalPoint(btFluidVector(m_now.orientation * here));
	return btFluidVector(mean) - rigid;
}
