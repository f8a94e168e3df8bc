// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidWinch.h"

#include "BulletAmbientFluid/Actuators/btFluidPulledPoint.h"
#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidAction.h"

#include <Eigen/LU>

namespace
{
/// The force F on the load with the direction of the cable at the end of a step h, as that of a catenary:
/// F = F0 - h (T/d) P (d' + h W F), P across the cable. The direction at the start would give energy to a load that
/// swings.
ambient::Vector3 turnedWithCable(const ambient::Vector3& force, const ambient::Winch::Ends& ends,
                                 const ambient::Matrix3& inverseMass, double h)
{
	const double distance = ends.difference.norm();
	if (!(distance > 0.0)) return force;
	const ambient::Vector3 along = ends.difference / distance;
	const ambient::Matrix3 resistance =
		(h * force.norm() / distance) * (ambient::Matrix3::Identity() - along * along.transpose());
	return (ambient::Matrix3::Identity() + h * resistance * inverseMass).inverse() *
	       (force - resistance * ends.velocity);
}
}  // namespace

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
	const auto advance = [&](ambient::Winch& winch)
	{
		const ambient::Matrix3 inverseMass = fairlead.inverseMass() + hook.inverseMass();
		ambient::Winch::Ends ends;
		ends.difference = hook.position() - fairlead.position();
		ends.velocity = hook.velocity() - fairlead.velocity();
		const ambient::Vector3 along = ends.difference.normalized();
		ends.inverseMass = along.dot(inverseMass * along);
		return turnedWithCable(winch.advance(h, ends), ends, inverseMass, h);
	};
	ambient::Winch trial = m_winch;
	const ambient::Vector3 near = advance(trial);
	fairlead.foresee(-near, h);
	hook.foresee(near, h);
	const ambient::Vector3 force = advance(m_winch);
	hook.pull(force);
	fairlead.pull(-force);
}
