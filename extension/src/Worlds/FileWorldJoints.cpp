// SPDX-License-Identifier: Zlib
// Joints between the bodies of a world file.
#include "AmbientFluid/Articulated/JointMotion.h"
#include "Worlds/FileWorld.h"
#include "Worlds/MotorJoints.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// A frame at the joint, in world axes. One of its axes is the axis of the joint.
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
                                             const btTransform& inA, const btTransform& inB) {
    auto hinge = std::make_unique<MotorHinge>(a, b, inA, inB, true);
    if (joint.limits) hinge->setLimit(btScalar((*joint.limits)[0]), btScalar((*joint.limits)[1]));
    return hinge;
}

std::unique_ptr<btTypedConstraint> makeSlider(const WorldJoint& joint, btRigidBody& a, btRigidBody& b,
                                              const btTransform& inA, const btTransform& inB) {
    auto slider = std::make_unique<MotorSlider>(a, b, inA, inB, true);
    slider->setLowerLinLimit(btScalar(joint.limits ? (*joint.limits)[0] : 1.0)); // lower above upper: free
    slider->setUpperLinLimit(btScalar(joint.limits ? (*joint.limits)[1] : -1.0));
    slider->setLowerAngLimit(0);
    slider->setUpperAngLimit(0);
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
        made = makeHinge(joint, parent, child, inParent, inChild);
    else if (joint.type == WorldJointType::Slider)
        made = makeSlider(joint, parent, child, inParent, inChild);
    else if (joint.type == WorldJointType::Ball)
        made = std::make_unique<btPoint2PointConstraint>(parent, child, inParent.getOrigin(), inChild.getOrigin());
    else
        made = std::make_unique<btFixedConstraint>(parent, child, inParent, inChild);
    m_joints.push_back(std::move(made));
    m_turning.emplace_back();
    if (joint.motorVelocity) setMotor(m_joints.size() - 1, *joint.motorVelocity, joint.motorForce);
    m_world.addConstraint(m_joints.back().get(), !joint.collides);
}

void FileWorld::setMotor(std::size_t joint, double velocity, double force) {
    const WorldJoint& read = m_description.joints[joint];
    btTypedConstraint& made = *m_joints[joint];
    requireNotNegative(force, (read.name + ": max_force").c_str());
    btFluidFinite(force, (read.name + ": max_force").c_str());
    const btScalar speed = btFluidFinite(velocity, (read.name + ": velocity").c_str());
    if (read.type == WorldJointType::Hinge) {
        // Bullet takes the greatest torque as an impulse in a step.
        static_cast<btHingeConstraint&>(made).enableAngularMotor(force > 0.0, speed,
                                                                 btScalar(force * m_options.timeStep));
    } else if (read.type == WorldJointType::Slider) {
        auto& slider = static_cast<btSliderConstraint&>(made);
        slider.setPoweredLinMotor(force > 0.0);
        slider.setTargetLinMotorVelocity(speed);
        slider.setMaxLinMotorForce(btScalar(force));
    } else {
        throw std::invalid_argument(read.name + ": only hinges and sliders have a motor");
    }
    made.getRigidBodyA().activate();
    made.getRigidBodyB().activate();
}

FileWorld::Turning FileWorld::turningNow(std::size_t joint) const {
    const Turning& before = m_turning[joint];
    Turning now{double(static_cast<btHingeConstraint&>(*m_joints[joint]).getHingeAngle()), before.turns};
    if (now.angle - before.angle > kPi) --now.turns; // Bullet's angle is between half a turn back and half a turn on
    if (now.angle - before.angle < -kPi) ++now.turns;
    return now;
}

void FileWorld::countTurns() {
    for (std::size_t i = 0; i < m_joints.size(); ++i)
        if (m_description.joints[i].type == WorldJointType::Hinge) m_turning[i] = turningNow(i);
}

double FileWorld::jointValue(std::size_t joint) const {
    const WorldJoint& read = m_description.joints[joint];
    if (read.type == WorldJointType::Hinge) {
        const Turning now = turningNow(joint);
        return now.angle + 2.0 * kPi * now.turns;
    }
    if (read.type != WorldJointType::Slider)
        throw std::invalid_argument(read.name + ": only hinges and sliders have a value");
    return double(static_cast<btSliderConstraint&>(*m_joints[joint]).getLinearPos());
}

std::vector<int> FileWorld::turns() const {
    std::vector<int> all;
    for (std::size_t i = 0; i < m_joints.size(); ++i)
        all.push_back(m_description.joints[i].type == WorldJointType::Hinge ? turningNow(i).turns : 0);
    return all;
}

void FileWorld::setTurns(const std::vector<int>& turns) {
    for (std::size_t i = 0; i < m_joints.size(); ++i) {
        if (m_description.joints[i].type != WorldJointType::Hinge) continue;
        m_turning[i].angle = double(static_cast<btHingeConstraint&>(*m_joints[i]).getHingeAngle());
        m_turning[i].turns = turns[i];
    }
}

} // namespace ambient
