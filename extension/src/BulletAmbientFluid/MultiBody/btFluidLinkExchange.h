// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LINK_EXCHANGE_H
#define BT_FLUID_LINK_EXCHANGE_H

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

#include <optional>
#include <vector>

/// What moved a wet multi-body in its last step beside the fluid and its weight: for a flow that moves the links
/// itself.
struct btFluidStepInputs
{
	/// Forces of users on links and torques on joints, those of motors included.
	ambient::ArticulatedLoads m_loads;
	/// Of contacts and rows of joints, less the reaction of motors to them, and of changes of the velocity by users.
	ambient::ArticulatedImpulse m_impulse;
	bool m_isTouched = false;   ///< whether contacts or rows of joints gave an impulse
	bool m_isReplaced = false;  ///< whether a user has set another pose

	/// Starts a step.
	void clear()
	{
		m_impulse.whole = ambient::Momentum();
		m_impulse.joints.setZero();
		m_isTouched = m_isReplaced = false;
	}
	/// Adds the impulse between two states of one pose.
	void addImpulse(const ambient::ArticulatedState& before, const ambient::ArticulatedState& after)
	{
		m_impulse.whole += after.momentum - before.momentum;
		m_impulse.joints += after.jointMomenta - before.jointMomenta;
	}
};

/// What the links of a wet multi-body exchange with a flow beside their medium, such as that of a btFluidGrid. Vectors
/// have one entry per link, base first.
struct btFluidLinkExchange
{
	/// Velocities of streams, world axes [m/s]; they add to that of a uniform medium, and have no effect in other
	/// media.
	std::vector<ambient::Vector3> m_streams;
	/// Impulses of the flow's pressure to be given over the next step, about the centres of mass, world axes
	/// [N m s, N s].
	std::vector<ambient::Wrench> m_impulses;
	/// Of the fluid's forces on all links in the last step, buoyancy included, without contacts, rows of joints, users'
	/// forces and weight; world axes [N s]. Zero for a fixed base, and if m_hasMoved is false.
	ambient::Vector3 m_fluidImpulse = ambient::Vector3::Zero();
	bool m_hasMoved = false;  ///< whether the last step moved the multi-body: not if it was asleep or outside the world
	/// Empty unless btFluidMultiBodyOptions::m_keepsInputs; valid if m_hasMoved.
	std::optional<btFluidStepInputs> m_inputs;
};

#endif  // BT_FLUID_LINK_EXCHANGE_H
