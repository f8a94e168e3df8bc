// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_JOINT_LIMIT_H
#define BT_FLUID_JOINT_LIMIT_H

#include <BulletDynamics/Featherstone/btMultiBodyJointLimitConstraint.h>

/// Stops of a hinge or slider of a multi-body, for any solver of multi-bodies. Bullet's own class acts only after a
/// stop is passed, and leaves what lies deeper than the threshold of split impulses (.04 rad or m) to a solve of
/// positions that multi-bodies do not have: there a joint stays passed for ever. Here
///     q' >= -gap/h            while the next step would pass the stop, which the joint then reaches
///     q' >= depth ERP/h       beyond the stop
/// with q' the speed away from the stop.
class btFluidJointLimit final : public btMultiBodyJointLimitConstraint
{
public:
	/// \param link with a hinge or slider \param lower and \param upper positions of the joint [rad, m]
	btFluidJointLimit(btMultiBody* body, int link, btScalar lower, btScalar upper)
		: btMultiBodyJointLimitConstraint(body, link, lower, upper)
	{
		finalizeMultiDof();
	}

	void createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
	                          const btContactSolverInfo& info) override;
};

#endif  // BT_FLUID_JOINT_LIMIT_H
