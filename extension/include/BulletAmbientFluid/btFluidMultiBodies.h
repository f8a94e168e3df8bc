// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODIES_H
#define BT_FLUID_MULTI_BODIES_H

#include "BulletAmbientFluid/btFluidMultiBody.h"

namespace ambient
{
struct JointDrive;
}

/// The wet multi-bodies of a btFluidAction (btFluidAction::getFluidMultiBodies()), which adds and removes them, and the
/// drives of their joints.
class btFluidMultiBodies
{
public:
	btFluidMultiBodies(const btFluidMultiBodies&) = delete;
	btFluidMultiBodies& operator=(const btFluidMultiBodies&) = delete;

	/// Takes all multi-bodies out of the fluid; those in the world get their properties back.
	virtual void removeAll() = 0;
	virtual int size() const = 0;  ///< inside and outside the world
	/// \param index by order of addition, from 0, below size()
	virtual btFluidMultiBody& at(int index) const = 0;
	virtual btFluidMultiBody* find(const btMultiBody* multiBody) const = 0;  ///< null: dry
	/// Whether a multi-body is in the world, and is the one of btFluidAction::addMultiBody(), not a new one in the same
	/// memory. Only then is it known to be alive. \param index as for at()
	virtual bool isInWorld(int index) const = 0;

	/// Makes the joints of a wet multi-body follow a path from the next step on: prescribed, by servos, or by the rule
	/// of paper 004. Times of the path are btFluidAction::getTime(). Contacts feel the motors; Bullet's own motor
	/// constraints act beside them. Torques and tracking error: find(multiBody)->getDriver().
	/// \throws std::invalid_argument if the multi-body is not in the fluid, or as ambient::JointDriver
	virtual void setDrive(const btMultiBody* multiBody, const ambient::JointDrive& drive) = 0;
	/// Makes the joints free again. \throws std::invalid_argument if the multi-body is not in the fluid
	virtual void clearDrive(const btMultiBody* multiBody) = 0;

protected:
	btFluidMultiBodies() = default;
	~btFluidMultiBodies() = default;
};

#endif  // BT_FLUID_MULTI_BODIES_H
