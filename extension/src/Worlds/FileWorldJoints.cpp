// SPDX-License-Identifier: Zlib
// Joints between the bodies of a world file.
#include "Worlds/FileWorld.h"

#include "BulletAmbientFluid/btFluidConversions.h"

namespace ambient {
namespace {

/// A frame at the joint, world, one of whose axes is that of the joint.
Pose jointFrame(const WorldJoint& joint, const Vector3& position) {
    Pose frame;
    frame.position = position;
    if (joint.type == WorldJointType::Hinge) // Bullet turns hinges about z
        frame.orientation = Quaternion::FromTwoVectors(Vector3::UnitZ(), joint.axis);
    if (joint.type == WorldJointType::Slider) // and shifts sliders along x
        frame.orientation = Quaternion::FromTwoVectors(Vector3::UnitX(), joint.axis);
    return frame;
}

std::unique_ptr<btTypedConstraint> makeHinge(const WorldJoint& joint, btRigidBody& a, btRigidBody& b,
                                             const btTransform& inA, const btTransform& inB, double timeStep) {
    auto hinge = std::make_unique<btHingeConstraint>(a, b, inA, inB, true);
    if (joint.limits) hinge->setLimit(btScalar((*joint.limits)[0]), btScalar((*joint.limits)[1]));
    // Its greatest torque is given as an impulse in a step.
    if (joint.motorVelocity)
        hinge->enableAngularMotor(true, btScalar(*joint.motorVelocity), btScalar(joint.motorForce * timeStep));
    return hinge;
}

std::unique_ptr<btTypedConstraint> makeSlider(const WorldJoint& joint, btRigidBody& a, btRigidBody& b,
                                              const btTransform& inA, const btTransform& inB) {
    auto slider = std::make_unique<btSliderConstraint>(a, b, inA, inB, true);
    slider->setLowerLinLimit(btScalar(joint.limits ? (*joint.limits)[0] : 1.0)); // lower above upper: free
    slider->setUpperLinLimit(btScalar(joint.limits ? (*joint.limits)[1] : -1.0));
    slider->setLowerAngLimit(0);
    slider->setUpperAngLimit(0);
    if (joint.motorVelocity) {
        slider->setPoweredLinMotor(true);
        slider->setTargetLinMotorVelocity(btScalar(*joint.motorVelocity));
        slider->setMaxLinMotorForce(btScalar(joint.motorForce));
    }
    return slider;
}

} // namespace

void FileWorld::placeJoint(const WorldJoint& joint) {
    btRigidBody& child = *m_bodies[static_cast<std::size_t>(joint.child)];
    btRigidBody& parent =
        joint.parent < 0 ? btTypedConstraint::getFixedBody() : *m_bodies[static_cast<std::size_t>(joint.parent)];
    const Pose worldFromParent = joint.parent < 0 ? Pose() : btFluidPose(parent.getWorldTransform());
    const Pose worldFromChild = btFluidPose(child.getWorldTransform());
    const Vector3 position =
        joint.position.value_or(m_description.bodies[static_cast<std::size_t>(joint.child)].worldFromFrame.position);
    const Pose worldFromJoint = jointFrame(joint, position);
    const btTransform inParent = btFluidTransform(worldFromParent.inverse() * worldFromJoint);
    const btTransform inChild = btFluidTransform(worldFromChild.inverse() * worldFromJoint);
    std::unique_ptr<btTypedConstraint> made;
    if (joint.type == WorldJointType::Hinge)
        made = makeHinge(joint, parent, child, inParent, inChild, m_options.timeStep);
    else if (joint.type == WorldJointType::Slider)
        made = makeSlider(joint, parent, child, inParent, inChild);
    else if (joint.type == WorldJointType::Ball)
        made = std::make_unique<btPoint2PointConstraint>(parent, child, inParent.getOrigin(), inChild.getOrigin());
    else
        made = std::make_unique<btFixedConstraint>(parent, child, inParent, inChild);
    m_joints.push_back(std::move(made));
    m_world.addConstraint(m_joints.back().get(), !joint.collides);
}

} // namespace ambient
