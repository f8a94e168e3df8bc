// SPDX-License-Identifier: Zlib
#include "scenes/parts/BodyDrag.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <algorithm>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kPullTime = 0.05; // [s] in which a held point covers most of its distance

/// Mass moved by a pull at the body: its own mass and the mass of everything dragged along [kg].
double heaviestMass(const btFluidAction& fluid, const btRigidBody& body) {
    const btFluidBody* wet = fluid.getFluidBody(&body);
    if (!wet) return 1.0 / body.getInvMass();
    const ambient::Matrix6 inertia = totalInertia(wet->motion(), wet->state()).inertia.matrix();
    return inertia.bottomRightCorner<3, 3>().diagonal().maxCoeff();
}

} // namespace

BodyDrag::BodyDrag(btDynamicsWorld& world, const btFluidAction& fluid, btRigidBody& body, const Vector3& point,
                   double timeStep)
    : m_world(world), m_body(body), m_target(point) {
    const btVector3 pivot = body.getCenterOfMassTransform().inverse() * btFluidVector(point);
    m_pointInBody = btFluidVector(pivot);
    m_spring = std::make_unique<btPoint2PointConstraint>(body, pivot);
    m_spring->m_setting.m_impulseClamp = btScalar(kLargestPull * heaviestMass(fluid, body) * timeStep);
    const btScalar share = btScalar(std::min(0.5, timeStep / kPullTime));
    for (int axis = 0; axis < 3; ++axis)
        m_spring->setParam(BT_CONSTRAINT_ERP, share, axis);
    m_world.addConstraint(m_spring.get());
    moveTo(point);
}

BodyDrag::~BodyDrag() {
    m_world.removeConstraint(m_spring.get());
}

void BodyDrag::moveTo(const Vector3& target) {
    m_target = target;
    m_spring->setPivotB(btFluidVector(target));
}

void BodyDrag::keepAwake() {
    m_body.activate(true);
}

Vector3 BodyDrag::heldPoint() const {
    return btFluidPose(m_body.getCenterOfMassTransform()) * m_pointInBody;
}

} // namespace samples
