// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidJointTorques.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"

ambient::JointVector btFluidJointTorques(const btFluidMultiBody& wet)
{
	ambient::ArticulatedMotion& motion = wet.motion();
	ambient::JointVector torques = ambient::JointVector::Zero(motion.body().rateCount());
	const ambient::JointDriver* driver = wet.getDriver();
	if (!driver) return torques;
	if (driver->drive().kind != ambient::DriveKind::Prescribed) return driver->torques();
	motion.evaluate(wet.state());
	ambient::JointVector positions = motion.body().zeroPositions(), rates = torques, accelerations = torques;
	driver->drive().path->evaluate(wet.state().time, positions, rates, accelerations);
	motion.torquesOf(accelerations, {}, torques);
	return torques;
}
