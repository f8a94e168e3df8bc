// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/World/btFluidMoveObjects.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/ConstraintSolver/btConeTwistConstraint.h>
#include <BulletDynamics/ConstraintSolver/btGeneric6DofConstraint.h>
#include <BulletDynamics/ConstraintSolver/btGeneric6DofSpring2Constraint.h>
#include <BulletDynamics/ConstraintSolver/btHingeConstraint.h>
#include <BulletDynamics/ConstraintSolver/btPoint2PointConstraint.h>
#include <BulletDynamics/ConstraintSolver/btSliderConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

namespace
{
btVector3 moved(const btVector3& place, const ambient::Vector3& offset)
{
	return btFluidVector(ambient::Vector3(btFluidVector(place) + offset));
}

btTransform moved(const btTransform& frame, const ambient::Vector3& offset)
{
	return btTransform(frame.getBasis(), moved(frame.getOrigin(), offset));
}

void moveFrame(btTransform& frame, const ambient::Vector3& offset) { frame = moved(frame, offset); }

/// Moves the frame of a joint at its second body (false: the first one), which is the world.
void moveJoint(btTypedConstraint& joint, bool isSecond, const ambient::Vector3& offset)
{
	switch (joint.getConstraintType())
	{
		case POINT2POINT_CONSTRAINT_TYPE:
		{
			auto& point = static_cast<btPoint2PointConstraint&>(joint);
			if (isSecond)
				point.setPivotB(moved(point.getPivotInB(), offset));
			else
				point.setPivotA(moved(point.getPivotInA(), offset));
			return;
		}
		case HINGE_CONSTRAINT_TYPE:
		{
			auto& hinge = static_cast<btHingeConstraint&>(joint);
			return moveFrame(isSecond ? hinge.getBFrame() : hinge.getAFrame(), offset);
		}
		case CONETWIST_CONSTRAINT_TYPE:
		{
			auto& cone = static_cast<btConeTwistConstraint&>(joint);
			if (isSecond) return cone.setFrames(cone.getAFrame(), moved(cone.getBFrame(), offset));
			return cone.setFrames(moved(cone.getAFrame(), offset), cone.getBFrame());
		}
		case D6_CONSTRAINT_TYPE:
		case D6_SPRING_CONSTRAINT_TYPE:
		{
			auto& generic = static_cast<btGeneric6DofConstraint&>(joint);
			return moveFrame(isSecond ? generic.getFrameOffsetB() : generic.getFrameOffsetA(), offset);
		}
		case D6_SPRING_2_CONSTRAINT_TYPE:
		case FIXED_CONSTRAINT_TYPE:
		{
			auto& generic = static_cast<btGeneric6DofSpring2Constraint&>(joint);
			return moveFrame(isSecond ? generic.getFrameOffsetB() : generic.getFrameOffsetA(), offset);
		}
		case SLIDER_CONSTRAINT_TYPE:
		{
			auto& slider = static_cast<btSliderConstraint&>(joint);
			return moveFrame(isSecond ? slider.getFrameOffsetB() : slider.getFrameOffsetA(), offset);
		}
		default:
			return;  // a gear has no frames; joints of a user's own are the user's
	}
}
}  // namespace

void btFluidMoveObjects(btDynamicsWorld& world, const ambient::Vector3& offset)
{
	btCollisionObjectArray& objects = world.getCollisionObjectArray();
	for (int i = 0; i < objects.size(); ++i)
	{
		btCollisionObject& object = *objects[i];
		const btTransform interpolation = moved(object.getInterpolationWorldTransform(), offset);
		object.setWorldTransform(moved(object.getWorldTransform(), offset));
		object.setInterpolationWorldTransform(interpolation);
	}
	for (int i = 0; i < world.getNumConstraints(); ++i)
	{
		btTypedConstraint& joint = *world.getConstraint(i);
		const btRigidBody* const fixed = &btTypedConstraint::getFixedBody();
		if (&joint.getRigidBodyA() == fixed) moveJoint(joint, false, offset);
		if (&joint.getRigidBodyB() == fixed) moveJoint(joint, true, offset);
	}
	auto* const multiBodyWorld = dynamic_cast<btMultiBodyDynamicsWorld*>(&world);
	btAlignedObjectArray<btQuaternion> rotations;
	btAlignedObjectArray<btVector3> origins;
	for (int i = 0; multiBodyWorld && i < multiBodyWorld->getNumMultibodies(); ++i)
	{
		btMultiBody& body = *multiBodyWorld->getMultiBody(i);
		const btVector3 interpolation = moved(body.getInterpolateBasePos(), offset);
		body.setBasePos(moved(body.getBasePos(), offset));
		body.setInterpolateBasePos(interpolation);
		body.forwardKinematics(rotations, origins);
		body.updateCollisionObjectWorldTransforms(rotations, origins);
	}
}
