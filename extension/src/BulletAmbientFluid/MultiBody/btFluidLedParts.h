// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LED_PARTS_H
#define BT_FLUID_LED_PARTS_H

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

class btMultiBody;

/// The parts of a multi-body that its user leads: a base and links whose colliders are kinematic or static. Bullet does
/// not move these parts: poses and joint positions are those that the user sets for the end of the step. Their
/// velocities are those that the user sets in Bullet; if these are zero, they follow from the change of pose in the
/// step. Static parts are at rest.
class btFluidLedParts
{
public:
	/// \param body tree of the multi-bodies of look()
	explicit btFluidLedParts(const ambient::ArticulatedBody& body);

	/// Reads the flags of the colliders. \param hasPath joints follow a path, and no link is led
	/// \returns true if other parts are led than before
	bool look(const btMultiBody& multiBody, bool hasPath);
	bool any() const { return m_motion.any(); }                          ///< whether a part is led
	bool leadsBase() const { return m_motion.leadsBase; }                ///< whether the base is led
	bool leadsLink(int link) const { return m_motion.leadsLink(link); }  ///< whether a joint is led; link above 0
	/// Pose and velocities of a multi-body as its user has set them, and the pose at the end of the step before.
	struct Input
	{
		ambient::Pose m_base, m_baseBefore;                            ///< of the base's centre of mass
		ambient::Twist m_baseTwist;                                    ///< world axes
		ambient::JointVector m_positions, m_positionsBefore, m_rates;  ///< of all joints
	};
	/// Takes the motion of led parts in a step [s].
	void read(const Input& input, double timeStep);
	/// Motion of the last read().
	const ambient::LedMotion& motion() const { return m_motion; }
	/// Moves led parts to the start of the step.
	void placeAtStart(ambient::ArticulatedState& state, double timeStep) const;
	/// Moves led parts to the end of the step.
	void placeAtEnd(ambient::ArticulatedState& state) const;

private:
	/// Calls function(link, joint) for each led link.
	template <class Function>
	void forEachLink(const Function& function) const;

	const ambient::ArticulatedBody& m_body;
	ambient::LedMotion m_motion;
	std::vector<char> m_isStatic;      ///< per link, base included
	ambient::Pose m_base;              ///< at the end of the step
	ambient::JointVector m_positions;  ///< at the end of the step; those of led links count
};

#endif  // BT_FLUID_LED_PARTS_H
