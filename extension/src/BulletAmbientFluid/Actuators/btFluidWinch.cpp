// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidWinch.h"

#include "BulletAmbientFluid/Actuators/btFluidPulledPoint.h"
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
	const double h = double(timeStep);
	btFluidPulledPoint fairlead(m_drum, m_fairlead, m_fluid), hook(m_load, m_hook, m_fluid);
	if (!m_drum.isThere() || !m_load.isThere()) return;
	const auto ends = [&]
	{
		ambient::Winch::Ends now;
		now.difference = hook.position() - fairlead.position();
		now.velocity = hook.velocity() - fairlead.velocity();
		const ambient::Vector3 along = now.difference.normalized();
		now.inverseMass = along.dot((fairlead.inverseMass() + hook.inverseMass()) * along);
		return now;
	};
	ambient::Winch trial = m_winch;
	const ambient::Vector3 near = trial.advance(h, ends());
	fairlead.foresee(-near, h);
	hook.foresee(near, h);
	const ambient::Vector3 force = m_winch.advance(h, ends());
	hook.pull(force);
	fairlead.pull(-force);
}
