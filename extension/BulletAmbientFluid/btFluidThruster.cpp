// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidThruster.h"

#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <stdexcept>
#include <string>

namespace
{
/// Where the thruster's body is, how it moves, and in which medium.
struct Carrier
{
	ambient::Pose m_worldFromBody;
	ambient::Twist m_velocity;  ///< about the body's origin, world axes
	const ambient::FluidMedium* m_medium = nullptr;
};

Carrier carrierOf(const btFluidAction& fluid, const btRigidBody& body)
{
	Carrier carrier;
	carrier.m_worldFromBody = btFluidPose(body.getWorldTransform());
	carrier.m_velocity.angular = btFluidVector(fluid.getAngularVelocity(&body));
	carrier.m_velocity.linear = btFluidVector(fluid.getLinearVelocity(&body));
	carrier.m_medium = (fluid.getFluidBody(&body) ? fluid.getMedium(&body) : fluid.getMedium()).get();
	return carrier;
}

Carrier carrierOf(const btFluidAction& fluid, const btMultiBody& multiBody, int link)
{
	Carrier carrier;
	const btFluidMultiBody* wet = fluid.getFluidMultiBodies().find(&multiBody);
	carrier.m_medium = (wet ? wet->getMedium() : fluid.getMedium()).get();
	carrier.m_worldFromBody.position = btFluidVector(multiBody.localPosToWorld(link, btVector3(0, 0, 0)));
	const auto inWorld = [&](const btVector3& v) { return btFluidVector(multiBody.localDirToWorld(link, v)); };
	ambient::Matrix3 axes;
	axes << inWorld(btVector3(1, 0, 0)), inWorld(btVector3(0, 1, 0)), inWorld(btVector3(0, 0, 1));
	carrier.m_worldFromBody.orientation = ambient::Quaternion(axes).normalized();
	if (wet)
	{
		wet->motion().evaluate(wet->state());
		carrier.m_velocity = wet->motion().twistInWorld(link + 1);
		return carrier;
	}
	btAlignedObjectArray<btVector3> spins, speeds;
	spins.resize(multiBody.getNumLinks() + 1);
	speeds.resize(multiBody.getNumLinks() + 1);
	multiBody.compTreeLinkVelocities(&spins[0], &speeds[0]);
	carrier.m_velocity = {inWorld(spins[link + 1]), inWorld(speeds[link + 1])};
	return carrier;
}

/// Wrench on the body about its origin, world axes.
ambient::Wrench advanced(ambient::Thruster& thruster, const Carrier& carrier, double time, double timeStep)
{
	const ambient::Quaternion& worldFromBody = carrier.m_worldFromBody.orientation;
	const ambient::Vector3 arm = worldFromBody * thruster.def().position;
	ambient::MediumSample sample;
	if (carrier.m_medium) sample = carrier.m_medium->sample(carrier.m_worldFromBody.position + arm, time);
	const ambient::Vector3 velocity =
		carrier.m_velocity.linear + carrier.m_velocity.angular.cross(arm) - sample.velocity;
	return rotated(worldFromBody, thruster.advance(timeStep, sample.density, worldFromBody.conjugate() * velocity));
}
}  // namespace

btFluidThruster::btFluidThruster(const btFluidAction& fluid, btRigidBody* body, const ambient::ThrusterDef& def)
	: m_fluid(fluid), m_body(body), m_thruster(def)
{
	if (!body) throw std::invalid_argument("btFluidThruster: the body is null");
}

btFluidThruster::btFluidThruster(const btFluidAction& fluid, btMultiBody* multiBody, int link,
                                 const ambient::ThrusterDef& def)
	: m_fluid(fluid), m_multiBody(multiBody), m_link(link), m_thruster(def)
{
	if (!multiBody) throw std::invalid_argument("btFluidThruster: the multi-body is null");
	if (link < -1 || link >= multiBody->getNumLinks())
		throw std::invalid_argument("btFluidThruster: there is no link " + std::to_string(link));
}

void btFluidThruster::apply(btScalar timeStep)
{
	const Carrier carrier = m_body ? carrierOf(m_fluid, *m_body) : carrierOf(m_fluid, *m_multiBody, m_link);
	const ambient::Wrench wrench = advanced(m_thruster, carrier, m_fluid.getTime(), double(timeStep));
	const btVector3 force = btFluidVector(wrench.linear), torque = btFluidVector(wrench.angular);
	if (wrench.linear.isZero(0.0) && wrench.angular.isZero(0.0)) return;
	if (m_body)
	{
		m_body->activate();
		m_body->applyCentralForce(force);
		m_body->applyTorque(torque);
		return;
	}
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
