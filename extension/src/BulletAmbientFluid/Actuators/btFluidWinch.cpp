// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidWinch.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidAction.h"

btFluidWinch::btFluidWinch(const btFluidAction& fluid, const btFluidCarrier& drum, const ambient::Vector3& fairlead,
                           const btFluidCarrier& load, const ambient::Vector3& hook, const ambient::WinchDef& def)
	: m_fluid(fluid),
	  m_fluidLife(fluid.watch()),
	  m_drum(drum),
	  m_load(load),
	  m_fairlead(fairlead),
	  m_hook(hook),
	  m_winch(def)
{
	ambient::requireFinite(fairlead, "btFluidWinch: fairlead");
	ambient::requireFinite(hook, "btFluidWinch: hook");
	if (m_drum.isWorld()) m_fairlead -= fluid.getOrigin();
	if (m_load.isWorld()) m_hook -= fluid.getOrigin();
}

void btFluidWinch::apply(btScalar timeStep)
{
	if (m_fluidLife.expired()) return;
	ambient::requireNotNegative(double(timeStep), "btFluidWinch::apply: the duration [s]");
	if (!(timeStep > 0)) return;
	const btFluidCarrier::State drum = m_drum.read(m_fluid), load = m_load.read(m_fluid);
	if (!m_drum.isThere() || !m_load.isThere()) return;
	const ambient::Vector3 drumArm = drum.m_worldFromBody.orientation * m_fairlead,
						   loadArm = load.m_worldFromBody.orientation * m_hook;
	const ambient::Vector3 fairlead = drum.m_worldFromBody.position + drumArm,
						   hook = load.m_worldFromBody.position + loadArm;
	ambient::Winch::Ends ends;
	ends.difference = hook - fairlead;
	ends.velocity = load.m_velocity.linear + load.m_velocity.angular.cross(loadArm) - drum.m_velocity.linear -
	                drum.m_velocity.angular.cross(drumArm);
	const double distance = ends.difference.norm();
	if (distance > 0.0)
	{
		const ambient::Vector3 along = ends.difference / distance;
		ends.inverseMass = m_drum.inverseMassAt(fairlead, along) + m_load.inverseMassAt(hook, along);
	}
	const ambient::Vector3 force = m_winch.advance(double(timeStep), ends);
	m_load.apply({loadArm.cross(force), force});
	m_drum.apply({-drumArm.cross(force), -force});
}
