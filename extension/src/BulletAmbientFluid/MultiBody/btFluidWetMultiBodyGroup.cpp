// SPDX-License-Identifier: Zlib
// btFluidWetMultiBody in a group whose members move each other.
#include "AmbientFluid/Coupling/TreeSpeeds.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

const ambient::JointVector* btFluidWetMultiBody::pathRates() const
{
	return prescribedPath(m_driver.get()) ? &m_plan.m_velocity.m_rates : nullptr;
}

const ambient::JointVector* btFluidWetMultiBody::armature() const
{
	return m_driver && !prescribedPath(m_driver.get()) ? &m_driver->armature() : nullptr;
}

void btFluidWetMultiBody::giveGroupVelocity(const ambient::TreeSpeeds& tree, const Eigen::VectorXd& speeds)
{
	Velocity velocity = m_plan.m_velocity;
	if (tree.hasBase()) velocity.m_base = ambient::Twist(ambient::Vector6(speeds.head<6>()));
	for (size_t k = 0; k < tree.joints().size(); ++k)
		velocity.m_rates(tree.joints()[k]) = speeds((tree.hasBase() ? 6 : 0) + int(k));
	m_host->writeVelocities(velocity.m_base, velocity.m_rates);
}

void btFluidWetMultiBody::restoreResponse()
{
	if (!m_isPlanned || !m_plan.m_hasRows) return;
	contain(
		[&]
		{
			m_motion->evaluate(m_plan.m_free, false);
			factorWithMotors();
		});
}

void btFluidWetMultiBody::takeGroupImpulse(const Eigen::VectorXd& impulse)
{
	if (!m_isPlanned) return;
	using Speeds = Eigen::Matrix<btScalar, Eigen::Dynamic, 1>;
	btMultiBody& body = m_host->multiBody();
	const int rates = m_body->rateCount();
	const Speeds change = Eigen::Map<const Speeds>(body.getDeltaVelocityVector(), 6 + rates);
	Speeds own = Speeds::Zero(6 + rates);
	if (armature() || !impulse.isZero(0.0))
	{
		const bool isFound = contain(
			[&]
			{
				ambient::ArticulatedState after = m_plan.m_free;
				after.momentum += ambient::Momentum(ambient::Vector6(impulse.head<6>()));
				after.jointMomenta += impulse.tail(rates);
				// The motors take up what they resist of the joints' whole change.
				if (armature()) after.jointMomenta -= armature()->cwiseProduct(change.tail(rates).cast<double>());
				Velocity velocity = m_plan.m_velocity;
				findVelocity(after, velocity);
				own.head<6>() = (velocity.m_base - m_plan.m_velocity.m_base).vector().cast<btScalar>();
				own.tail(rates) = (velocity.m_rates - m_plan.m_velocity.m_rates).cast<btScalar>();
			});
		if (!isFound) return;
	}
	body.applyDeltaVeeMultiDof2(change.data(), btScalar(-1));
	body.applyDeltaVeeMultiDof2(own.data(), btScalar(1));
}
