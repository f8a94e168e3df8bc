// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_HOST_H
#define BT_FLUID_MULTI_BODY_HOST_H

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/MultiBody/btFluidLedParts.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"

#include <LinearMath/btAlignedObjectArray.h>
#include <LinearMath/btQuaternion.h>
#include <LinearMath/btVector3.h>

#include <memory>
#include <vector>

class btFluidStateReader;
class btFluidStateWriter;
class btMultiBody;

/// Access of btFluidWetMultiBody to Bullet's multi-body: reads changes by users and loads, writes poses and velocities,
/// and holds the settings that are off while the multi-body is wet.
class btFluidMultiBodyHost
{
public:
	/// The tree of a multi-body: link i of Bullet is link i + 1.
	/// A led base without mass counts as fixed. \throws std::invalid_argument if the multi-body is null or has a joint
	/// of unknown kind, or an inertia that is not positive
	static std::shared_ptr<const ambient::ArticulatedBody> bodyOf(const btMultiBody* multiBody,
	                                                              const btFluidMultiBodyOptions& options);

	/// \param body tree of the multi-body, never null
	btFluidMultiBodyHost(btMultiBody& multiBody, std::shared_ptr<const ambient::ArticulatedBody> body);

	~btFluidMultiBodyHost();
	btFluidMultiBodyHost(const btFluidMultiBodyHost&) = delete;
	btFluidMultiBodyHost& operator=(const btFluidMultiBodyHost&) = delete;

	/// Whether a fluid or a grid, of this world or of another one, holds a multi-body: between hold() and release().
	static bool isHeld(const btMultiBody& multiBody);

	btMultiBody& multiBody() const { return m_multiBody; }  ///< of the constructor; possibly deleted

	/// Switches Bullet's damping and limit of speeds off, and marks the multi-body. \param mark as of btFluidMarkOf()
	void hold(btScalar mark);
	/// Restores damping and limit of speeds, unless a user has set new ones.
	void letGo();
	/// Calls letGo() and removes the mark.
	void release();
	bool isAsleep() const;  ///< by the activation of the base or a link

	/// Changes of pose and velocity since the last leave(); POSE before the first one.
	enum Change
	{
		NONE,
		VELOCITIES,  ///< pose and positions are as left
		POSE
	};
	/// Reads pose, positions and velocities. \param led parts whose changes do not count
	Change look(const btFluidLedParts& led);
	/// Whether base or joints have another position than at the last leave(), led ones included.
	bool isPoseNew();
	ambient::Pose basePose() const { return poseOf(m_now); }                    ///< at the last look()
	ambient::JointVector positions() const { return positionsOf(m_now); }       ///< of all joints at the last look()
	ambient::Pose leftBasePose() const { return poseOf(m_left); }               ///< at the last leave()
	ambient::JointVector leftPositions() const { return positionsOf(m_left); }  ///< of all joints at the last leave()
	ambient::Twist baseTwist() const;    ///< about the base's centre of mass, world axes, at the last look()
	ambient::JointVector rates() const;  ///< of all joints at the last look()
	/// All these, for the parts that the user leads.
	btFluidLedParts::Input ledInput() const
	{
		return {basePose(), leftBasePose(), baseTwist(), positions(), leftPositions(), rates()};
	}
	/// Records pose, positions and velocities, with which look() compares.
	void leave() { read(m_left); }

	/// Reads the forces of users on links and joints; the weight, which Bullet has added, is subtracted.
	/// \param gravity of the world [m/s^2]
	void readLoads(const ambient::Vector3& gravity, ambient::ArticulatedLoads& loads) const;
	/// Writes pose, positions and velocities, and moves the colliders. Led parts get the user's velocities back.
	/// \param baseTwist world axes, about the base's centre of mass
	void write(const ambient::ArticulatedState& state, const ambient::Twist& baseTwist,
	           const ambient::JointVector& rates, const btFluidLedParts& led);
	/// Writes velocities only. \param baseTwist as of write()
	void writeVelocities(const ambient::Twist& baseTwist, const ambient::JointVector& rates);

	/// Wakes a moving multi-body at the end of a step, and counts the time for which one is still, as Bullet does.
	void keepAwake(bool isMoving, btScalar timeStep);

	/// Writes present and left pose, positions and velocities, and sleep.
	/// \param isThere false: does not touch the multi-body
	void save(btFluidStateWriter& out, bool isThere) const;
	/// Restores those of save(). \param isThere as of save() \param apply false: only reads past the record, and
	/// touches nothing
	void load(btFluidStateReader& in, bool isThere, bool apply);

private:
	ambient::Pose poseOf(const std::vector<btScalar>& values) const;
	ambient::JointVector positionsOf(const std::vector<btScalar>& values) const;
	/// Calls a function for the colliders of base and links.
	template <class Function>
	void forEachCollider(const Function& function) const;
	void saveSleep(btFluidStateWriter& out) const;
	void loadSleep(btFluidStateReader& in, bool apply);
	/// Pose, positions and velocities of Bullet's multi-body, as bytes for comparison.
	void read(std::vector<btScalar>& values) const;
	/// Number of values of read() up to the base's velocity.
	int poseCount() const { return 7 + m_body->positionCount(); }
	/// Moves the colliders to the links.
	void placeColliders();

	btMultiBody& m_multiBody;
	std::shared_ptr<const ambient::ArticulatedBody> m_body;
	std::vector<btScalar> m_left, m_now;             ///< read() at the last leave() and look()
	btAlignedObjectArray<btQuaternion> m_rotations;  ///< buffers of Bullet's kinematics
	btAlignedObjectArray<btVector3> m_origins;
	btScalar m_linearDamping, m_angularDamping, m_maxCoordinateVelocity, m_maxAppliedImpulse;
	btScalar m_stillFor = 0;  ///< time since the last motion, as Bullet counts it [s]
	btScalar m_mark = 0;      ///< negative while the multi-body is held
};

#endif  // BT_FLUID_MULTI_BODY_HOST_H
