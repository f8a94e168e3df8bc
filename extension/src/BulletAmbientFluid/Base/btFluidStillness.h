// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_STILLNESS_H
#define BT_FLUID_STILLNESS_H

#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

/// Tells rest from slow motion. Contacts make a resting body shake, so its speed alone does not: a body is still while
/// it stays near one pose. Bullet lets a body sleep that has been still for two seconds (gDeactivationTime).
class btFluidStillness
{
public:
	static constexpr double kOfBodies = 0.01;      ///< share of the length within which a rigid body is still
	static constexpr double kOfMultiBodies = 0.1;  ///< the same of the links of a multi-body, which creep on floors

	/// Whether the body has gone farther than a distance from where it was at the last true answer.
	/// Turns count as rad times length. \param length of the body [m] \param share of the length that is the distance
	bool hasLeft(const ambient::Pose& pose, double length, double share)
	{
		const double way = (pose.position - m_pose.position).norm();
		const double half = (pose.orientation * m_pose.orientation.conjugate()).vec().norm();
		if (way + 2.0 * half * length <= share * length) return false;
		m_pose = pose;
		return true;
	}

	void save(btFluidStateWriter& out) const { btFluidRecords::write(out, m_pose); }
	void load(btFluidStateReader& in) { m_pose = btFluidRecords::readPose(in); }

private:
	ambient::Pose m_pose;
};

#endif  // BT_FLUID_STILLNESS_H
