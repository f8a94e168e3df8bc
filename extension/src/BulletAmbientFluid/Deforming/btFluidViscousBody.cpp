// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidViscousBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/Shapes/btFluidShapeSkin.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>

namespace
{
constexpr double kLeastResistance = 1e-12;  ///< least eigenvalue of R over its greatest, as ambient::LockedSolve

/// Inertia of a rigid body as Bullet has it, world axes.
ambient::Matrix6 drySpatialInertia(const btRigidBody& body)
{
	ambient::Matrix6 inertia = ambient::Matrix6::Zero();
	const ambient::Matrix3 axes = btFluidMatrix(body.getWorldTransform().getBasis());
	const ambient::Vector3 inverse = btFluidVector(body.getInvInertiaDiagLocal());
	inertia.topLeftCorner<3, 3>() = axes * inverse.cwiseInverse().asDiagonal() * axes.transpose();
	inertia.bottomRightCorner<3, 3>() = ambient::Matrix3::Identity() / double(body.getInvMass());
	return inertia;
}

ambient::Matrix6 inTurnedAxes(const ambient::Matrix3& turn, const ambient::Matrix6& m)
{
	ambient::Matrix6 turned;
	for (const int i : {0, 3})
		for (const int j : {0, 3}) turned.block<3, 3>(i, j) = turn * m.block<3, 3>(i, j) * turn.transpose();
	return turned;
}

ambient::Vector6 inTurnedAxes(const ambient::Matrix3& turn, const ambient::Vector6& v)
{
	ambient::Vector6 turned;
	turned << turn * v.head<3>(), turn * v.tail<3>();
	return turned;
}

ambient::Vector6 solveOnFreeAxes(ambient::Matrix6 matrix, ambient::Vector6 right, const ambient::LockedAxes& locked)
{
	for (int k = 0; k < 6; ++k)
	{
		if (!(k < 3 ? locked.angular[k] : locked.linear[k - 3])) continue;
		ambient::isolate(matrix, k);
		right[k] = 0.0;
	}
	return matrix.ldlt().solve(right);
}
}  // namespace

btFluidViscousBody::btFluidViscousBody(btRigidBody* body, const ambient::Matrix6& resistance, bool keepsInertia)
	: m_body(body), m_keepsInertia(keepsInertia)
{
	requireFit();
	m_constant.locked = resistance;
	if (!resistance.allFinite() || !resistance.isApprox(resistance.transpose(), 1e-9) ||
	    resistance.llt().info() != Eigen::Success)
		throw std::invalid_argument("btFluidViscousBody: the resistance is not symmetric and positive definite");
}

btFluidViscousBody::btFluidViscousBody(btRigidBody* body,
                                       std::shared_ptr<const ambient::InterpolatedReduction> reduction,
                                       std::shared_ptr<const ambient::InterpolatedShape> shape, bool keepsInertia)
	: m_body(body), m_reduction(std::move(reduction)), m_shape(std::move(shape)), m_keepsInertia(keepsInertia)
{
	if (!m_reduction) throw std::invalid_argument("btFluidViscousBody: the reduced sequence is null");
	requireFit();
	if (!m_keepsInertia && !(m_reduction->leastRatio() > kLeastResistance))
		throw std::invalid_argument(
			"btFluidViscousBody: nothing resists one motion of the shape, such as the spin of a straight line; keep "
			"the inertia");
	if (m_shape) m_skin = btFluidMakeSkin(m_shape);
	m_time = m_reduction->firstTime();
}

btFluidViscousBody::~btFluidViscousBody() = default;

void btFluidViscousBody::requireFit() const
{
	if (!m_body) throw std::invalid_argument("btFluidViscousBody: the body is null");
	if (!(m_body->getInvMass() > 0) || m_body->isStaticOrKinematicObject())
		throw std::invalid_argument("btFluidViscousBody: the body is static or kinematic");
	if (m_keepsInertia && !(btFluidVector(m_body->getInvInertiaDiagLocal()).minCoeff() > 0.0))
		throw std::invalid_argument("btFluidViscousBody: the body has no finite moment of inertia to keep");
	if (!m_keepsInertia && m_body->getRestitution() != 0)
		throw std::invalid_argument("btFluidViscousBody: a body without inertia has no restitution, this one has " +
		                            std::to_string(m_body->getRestitution()));
}

void btFluidViscousBody::setTime(double time)
{
	if (!std::isfinite(time)) throw std::invalid_argument("btFluidViscousBody::setTime: the time is not finite");
	m_time = time;
	if (m_skin) m_skin->moveShapes(time);
}

void btFluidViscousBody::setCollisionHull(btConvexHullShape* hull)
{
	if (!m_skin) throw std::invalid_argument("btFluidViscousBody::setCollisionHull: the body has no shape");
	m_skin->setHull(hull, m_time);
}

bool btFluidViscousBody::hasMovingSurface() const { return m_shape && m_shape->isMoving(m_time); }

bool btFluidViscousBody::beginSolve(btScalar timeStep, btFluidFreeMotion& motion)
{
	const double dt = double(timeStep);
	m_timeStep = dt;
	if (m_skin) m_skin->setStep(m_time, m_time + dt);
	const ambient::ShapeReduction reduction = m_reduction ? m_reduction->at(m_time + 0.5 * dt) : m_constant;
	const ambient::Quaternion start = btFluidPose(m_body->getWorldTransform()).orientation;
	ambient::Vector6 load, momentum = ambient::Vector6::Zero();
	load << btFluidVector(m_body->getTotalTorque()), btFluidVector(m_body->getTotalForce());
	ambient::Matrix6 dry = ambient::Matrix6::Zero();
	if (m_keepsInertia)
	{
		ambient::Vector6 velocity;
		velocity << btFluidVector(m_body->getAngularVelocity()), btFluidVector(m_body->getLinearVelocity());
		dry = drySpatialInertia(*m_body);
		momentum = dry * velocity;
		dry = inTurnedAxes(start.conjugate().toRotationMatrix(), dry);  // body axes
	}
	// The shape is that of the step's middle, and so are the axes, by the turn of the last step: the way of a free body
	// is of second order. The turn of the step itself without contacts and joints would turn the thrust of a held body.
	const ambient::Vector3 halfTurn = 0.5 * dt * btFluidVector(m_body->getAngularVelocity());
	const ambient::Matrix3 axes = (ambient::expSO3(halfTurn) * start).normalized().toRotationMatrix();
	const ambient::Matrix6 inertia = inTurnedAxes(axes, ambient::Matrix6(dry + dt * reduction.locked));
	const ambient::Vector6 shapeLoad = inTurnedAxes(axes, reduction.momentum);
	const ambient::LockedAxes locked = btFluidRigidBodyHost::lockedAxesOf(*m_body);
	const ambient::Vector6 twist = solveOnFreeAxes(inertia, momentum + dt * (load - shapeLoad), locked);
	if (!twist.allFinite()) return false;
	motion.m_angularVelocity = btFluidVector(ambient::Vector3(twist.head<3>()));
	motion.m_linearVelocity = btFluidVector(ambient::Vector3(twist.tail<3>()));
	motion.m_mobility = btFluidComputeMobility(inertia, 1.0 / double(m_body->getInvMass()), locked);
	return true;
}

void btFluidViscousBody::endSolve(const btVector3&, const btVector3&)
{
	m_time += m_timeStep;
	m_body->setDeactivationTime(0);
	if (m_skin) m_skin->moveShapes(m_time);
}

btVector3 btFluidViscousBody::surfaceVelocity(const btManifoldPoint& point, bool isA) const
{
	if (!m_skin || !(m_timeStep > 0.0)) return btVector3(0, 0, 0);
	const ambient::Vector3 way = m_skin->wayAt(btFluidVector(isA ? point.m_localPointA : point.m_localPointB));
	return m_body->getWorldTransform().getBasis() * btFluidVector(ambient::Vector3(way / m_timeStep));
}

btFluidViscousBody* btFluidViscousBodies::keep(std::unique_ptr<btFluidViscousBody> body)
{
	if (findSolvedBody(body->getRigidBody()))
		throw std::invalid_argument("btFluidViscousBodies::add: the body was added before");
	const auto before = [](const auto& a, const auto& b)
	{ return std::less<const btRigidBody*>()(a->getRigidBody(), b->getRigidBody()); };
	m_order.reserve(m_order.size() + 1);
	const auto place = std::upper_bound(m_bodies.begin(), m_bodies.end(), body, before);
	m_order.push_back(m_bodies.insert(place, std::move(body))->get());
	return m_order.back();
}

void btFluidViscousBodies::remove(const btRigidBody* body)
{
	m_order.erase(std::remove_if(m_order.begin(), m_order.end(),
	                             [body](const btFluidViscousBody* each) { return each->getRigidBody() == body; }),
	              m_order.end());
	m_bodies.erase(std::remove_if(m_bodies.begin(), m_bodies.end(),
	                              [body](const auto& each) { return each->getRigidBody() == body; }),
	               m_bodies.end());
}

btFluidSolvedBody* btFluidViscousBodies::findSolvedBody(const btRigidBody* body)
{
	const auto found = std::lower_bound(m_bodies.begin(), m_bodies.end(), body,
	                                    [](const auto& each, const btRigidBody* wanted)
	                                    { return std::less<const btRigidBody*>()(each->getRigidBody(), wanted); });
	return found != m_bodies.end() && (*found)->getRigidBody() == body ? found->get() : nullptr;
}

bool btFluidViscousBodies::hasMovingSurfaces() const
{
	return std::any_of(m_bodies.begin(), m_bodies.end(), [](const auto& each) { return each->hasMovingSurface(); });
}
