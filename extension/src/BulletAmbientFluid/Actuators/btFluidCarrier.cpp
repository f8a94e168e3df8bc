// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidCarrier.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <stdexcept>
#include <string>

namespace
{
using State = btFluidCarrier::State;

State stateOf(const btFluidAction& fluid, const btRigidBody& body)
{
	State state;
	state.m_worldFromBody = btFluidPose(body.getWorldTransform());
	state.m_velocity.angular = btFluidVector(fluid.getAngularVelocity(&body));
	state.m_velocity.linear = btFluidVector(fluid.getLinearVelocity(&body));
	const btFluidBody* const wet = fluid.getFluidBody(&body);
	state.m_medium = (wet ? wet->getMedium() : fluid.getMedium()).get();
	return state;
}

ambient::Vector3 inWorld(const btMultiBody& multiBody, int link, const btVector3& v)
{
	return btFluidVector(multiBody.localDirToWorld(link, v));
}

ambient::Matrix3 axesOf(const btMultiBody& multiBody, int link)
{
	ambient::Matrix3 axes;
	axes << inWorld(multiBody, link, btVector3(1, 0, 0)), inWorld(multiBody, link, btVector3(0, 1, 0)),
		inWorld(multiBody, link, btVector3(0, 0, 1));
	return axes;
}

State stateOf(const btFluidAction& fluid, const btMultiBody& multiBody, int link)
{
	State state;
	const btFluidMultiBody* wet = fluid.getFluidMultiBodies().find(&multiBody);
	state.m_medium = (wet ? wet->getMedium() : fluid.getMedium()).get();
	state.m_worldFromBody.position = btFluidVector(multiBody.localPosToWorld(link, btVector3(0, 0, 0)));
	state.m_worldFromBody.orientation = ambient::Quaternion(axesOf(multiBody, link)).normalized();
	if (wet && wet->getExchange().m_hasMoved)  // else it is dry, asleep or new: its velocities are Bullet's
	{
		wet->motion().evaluate(wet->state());
		state.m_velocity = wet->motion().twistInWorld(link + 1);
		return state;
	}
	btAlignedObjectArray<btVector3> spins, speeds;
	spins.resize(multiBody.getNumLinks() + 1);
	speeds.resize(multiBody.getNumLinks() + 1);
	multiBody.compTreeLinkVelocities(&spins[0], &speeds[0]);
	state.m_velocity = {inWorld(multiBody, link, spins[link + 1]), inWorld(multiBody, link, speeds[link + 1])};
	return state;
}
}  // namespace

btFluidCarrier::btFluidCarrier(btRigidBody* body, const char* user) : m_body(body), m_object(body)
{
	if (!body) throw std::invalid_argument(std::string(user) + ": the body is null");
}

btFluidCarrier::btFluidCarrier(btMultiBody* multiBody, int link, const char* user)
	: m_multiBody(multiBody), m_link(link)
{
	if (!multiBody) throw std::invalid_argument(std::string(user) + ": the multi-body is null");
	if (link < -1 || link >= multiBody->getNumLinks())
		throw std::invalid_argument(std::string(user) + ": there is no link " + std::to_string(link));
}

bool btFluidCarrier::isUsable(const btFluidAction& fluid) const
{
	if (m_body) return m_object.isUsable(*fluid.getWorld());
	const auto* const world = dynamic_cast<const btMultiBodyDynamicsWorld*>(fluid.getWorld());
	const int index = world && m_multiBody ? btFluidIndexInWorld(*world, m_multiBody, m_worldIndex) : -1;
	if (index < 0) return !m_wasInWorld;
	m_worldIndex = index;
	m_wasInWorld = true;
	return m_link < m_multiBody->getNumLinks();  // fewer: a new one has the address
}

btFluidCarrier::State btFluidCarrier::read(const btFluidAction& fluid) const
{
	m_isLost = !isUsable(fluid);
	if (m_isLost) return State();
	if (m_body) return stateOf(fluid, *m_body);
	if (m_multiBody) return stateOf(fluid, *m_multiBody, m_link);
	State world;
	world.m_worldFromBody.position = fluid.getOrigin();
	return world;
}

void btFluidCarrier::apply(const ambient::Wrench& wrench) const
{
	if (m_isLost || (wrench.linear.isZero(0.0) && wrench.angular.isZero(0.0))) return;
	const btVector3 force = btFluidVector(wrench.linear), torque = btFluidVector(wrench.angular);
	if (m_body)
	{
		m_body->activate();
		m_body->applyCentralForce(force);
		m_body->applyTorque(torque);
		return;
	}
	if (!m_multiBody) return;
	m_multiBody->wakeUp();
	if (m_link < 0)
	{
		m_multiBody->addBaseForce(force);
		m_multiBody->addBaseTorque(torque);
	}
	else
	{
		m_multiBody->addLinkForce(m_link, force);
		m_multiBody->addLinkTorque(m_link, torque);
	}
}

double btFluidCarrier::inverseMass() const
{
	if (m_isLost) return 0.0;
	if (m_body) return double(m_body->getInvMass());
	if (!m_multiBody || (m_link < 0 && m_multiBody->hasFixedBase())) return 0.0;
	return 1.0 / double(m_link < 0 ? m_multiBody->getBaseMass() : m_multiBody->getLinkMass(m_link));
}

ambient::Matrix3 btFluidCarrier::inverseInertia() const
{
	if (m_isLost) return ambient::Matrix3::Zero();
	if (m_body) return btFluidMatrix(m_body->getInvInertiaTensorWorld());
	if (!m_multiBody || (m_link < 0 && m_multiBody->hasFixedBase())) return ambient::Matrix3::Zero();
	const btVector3 moments = m_link < 0 ? m_multiBody->getBaseInertia() : m_multiBody->getLinkInertia(m_link);
	const ambient::Matrix3 axes = axesOf(*m_multiBody, m_link);
	return axes * btFluidVector(moments).cwiseInverse().asDiagonal() * axes.transpose();
}

bool btFluidCarrier::hasOtherLinks() const { return !m_isLost && m_multiBody && m_multiBody->getNumLinks() > 0; }

ambient::Vector3 btFluidCarrier::centerOfMass() const
{
	if (m_isLost || isWorld()) return ambient::Vector3::Zero();
	if (m_body) return btFluidVector(m_body->getWorldTransform().getOrigin());
	const auto center = [&](int link) { return btFluidVector(m_multiBody->localPosToWorld(link, btVector3(0, 0, 0))); };
	if (m_multiBody->hasFixedBase()) return center(m_link);
	double mass = double(m_multiBody->getBaseMass());
	ambient::Vector3 sum = mass * center(-1);
	for (int link = 0; link < m_multiBody->getNumLinks(); ++link)
	{
		const double own = double(m_multiBody->getLinkMass(link));
		sum += own * center(link);
		mass += own;
	}
	return sum / mass;
}
