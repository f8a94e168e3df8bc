// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidThruster.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidAction.h"

btFluidThruster::btFluidThruster(const btFluidAction& fluid, btRigidBody* body, const ambient::ThrusterDef& def)
	: m_fluid(fluid), m_fluidLife(fluid.watch()), m_carrier(body, "btFluidThruster"), m_thruster(def)
{
}

btFluidThruster::btFluidThruster(const btFluidAction& fluid, btMultiBody* multiBody, int link,
                                 const ambient::ThrusterDef& def)
	: m_fluid(fluid), m_fluidLife(fluid.watch()), m_carrier(multiBody, link, "btFluidThruster"), m_thruster(def)
{
}

void btFluidThruster::apply(btScalar timeStep)
{
	if (m_fluidLife.expired()) return;
	ambient::requireNotNegative(double(timeStep), "btFluidThruster::apply: the duration [s]");
	const btFluidCarrier::State carrier = m_carrier.read(m_fluid);
	if (!m_carrier.isThere()) return;
	const ambient::Quaternion& worldFromBody = carrier.m_worldFromBody.orientation;
	const ambient::Vector3 arm = worldFromBody * m_thruster.def().position;
	ambient::MediumSample sample;
	if (carrier.m_medium) sample = carrier.m_medium->sample(carrier.m_worldFromBody.position + arm, m_fluid.getTime());
	const ambient::Vector3 velocity =
		carrier.m_velocity.linear + carrier.m_velocity.angular.cross(arm) - sample.velocity;
	m_carrier.apply(rotated(
		worldFromBody, m_thruster.advance(double(timeStep), sample.density, worldFromBody.conjugate() * velocity)));
}
