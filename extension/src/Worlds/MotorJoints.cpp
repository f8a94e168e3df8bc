// SPDX-License-Identifier: Zlib
#include "Worlds/MotorJoints.h"

namespace ambient {
namespace {

void setVector(btScalar* to, const btVector3& from) {
    for (int i = 0; i < 3; ++i)
        to[i] = from[i];
}

/// Speed and greatest impulse of a motor's row, whose Jacobian gives the speed of b relative to a.
void setMotor(btTypedConstraint::btConstraintInfo2& info, int at, double speed, double impulse) {
    info.m_constraintError[at] = btScalar(speed);
    info.m_lowerLimit[at] = btScalar(-impulse);
    info.m_upperLimit[at] = btScalar(impulse);
}

} // namespace

void MotorHinge::getInfo1(btConstraintInfo1* info) {
    btHingeConstraint::getInfo1(info);
    m_motorRow = getEnableAngularMotor() && getSolveLimit() != 0 ? info->m_numConstraintRows++ : -1;
}

void MotorHinge::getInfo2(btConstraintInfo2* info) {
    if (m_motorRow >= 0) enableMotor(false);
    btHingeConstraint::getInfo2(info);
    if (m_motorRow < 0) return;
    enableMotor(true);
    const int at = m_motorRow * info->rowskip;
    const btVector3 axis = (getRigidBodyA().getCenterOfMassTransform() * getAFrame()).getBasis().getColumn(2);
    setVector(info->m_J1angularAxis + at, -axis);
    setVector(info->m_J2angularAxis + at, axis);
    setMotor(*info, at, double(getMotorTargetVelocity()), double(getMaxMotorImpulse()));
}

void MotorSlider::getInfo1(btConstraintInfo1* info) {
    btSliderConstraint::getInfo1(info);
    m_motorRow = getPoweredLinMotor() && getSolveLinLimit() ? info->m_numConstraintRows++ : -1;
}

void MotorSlider::getInfo2(btConstraintInfo2* info) {
    if (m_motorRow >= 0) setPoweredLinMotor(false);
    btSliderConstraint::getInfo2(info);
    if (m_motorRow < 0) return;
    setPoweredLinMotor(true);
    const int at = m_motorRow * info->rowskip;
    const btVector3 axis = getCalculatedTransformA().getBasis().getColumn(0);
    const btVector3& point = getCalculatedTransformB().getOrigin(); // of both bodies: no angular momentum arises
    setVector(info->m_J1linearAxis + at, -axis);
    setVector(info->m_J2linearAxis + at, axis);
    setVector(info->m_J1angularAxis + at, -(point - getRigidBodyA().getCenterOfMassPosition()).cross(axis));
    setVector(info->m_J2angularAxis + at, (point - getRigidBodyB().getCenterOfMassPosition()).cross(axis));
    setMotor(*info, at, double(getTargetLinMotorVelocity()), double(getMaxLinMotorForce()) / double(info->fps));
}

} // namespace ambient
