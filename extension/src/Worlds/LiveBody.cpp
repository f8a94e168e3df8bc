// SPDX-License-Identifier: Zlib
#include "Worlds/LiveBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <stdexcept>

namespace ambient {

LiveBody::LiveBody(LiveWorld& world, int index)
    : m_world(world), m_index(static_cast<std::size_t>(index)),
      m_body(world.simulation().content().bodies().at(m_index)) {}

const WorldBody& LiveBody::description() const {
    return m_world.description().bodies[m_index];
}

int LiveBody::row() const {
    const std::vector<FileWorld::Moving>& moving = m_world.simulation().content().moving();
    for (std::size_t i = 0; i < moving.size(); ++i)
        if (moving[i].body == m_body) return static_cast<int>(i);
    return -1;
}

const FileWorld::Moving& LiveBody::moving() const {
    const int at = row();
    if (at < 0) throw std::invalid_argument(description().name + ": is static");
    return m_world.simulation().content().moving()[static_cast<std::size_t>(at)];
}

FileWorld::Motion LiveBody::motion() const {
    if (row() >= 0) return m_world.simulation().content().motionInBullet(moving());
    return {btFluidPose(m_body->getWorldTransform()), {}};
}

void LiveBody::setPose(const Pose& worldFromShown) const {
    Pose pose = worldFromShown;
    pose.orientation = pose.orientation * moving().shownFromBody;
    btFluidFiniteVector(pose.position, "position");
    m_body->setCenterOfMassTransform(btFluidTransform(pose));
    wake();
}

void LiveBody::setAngularVelocity(const Vector3& velocity) const {
    moving();
    m_world.simulation().fluid().setAngularVelocity(m_body, btFluidFiniteVector(velocity, "angular_velocity"));
    wake();
}

void LiveBody::setLinearVelocity(const Vector3& velocity) const {
    moving();
    m_world.simulation().fluid().setLinearVelocity(m_body, btFluidFiniteVector(velocity, "linear_velocity"));
    wake();
}

btVector3 LiveBody::armOf(const Vector3* point) const {
    return point ? btFluidFiniteVector(*point, "point") - m_body->getCenterOfMassPosition() : btVector3(0, 0, 0);
}

void LiveBody::requireSpin(const Vector3& torque, const char* name) const {
    const btVector3& inverse = m_body->getInvInertiaDiagLocal();
    btFluidFiniteVector(double(inverse[inverse.maxAxis()]) * torque, name);
}

void LiveBody::requireMoment(const Vector3& load, const Vector3* point, const char* name) const {
    const Vector3 moment = btFluidVector(armOf(point)).cross(load);
    btFluidFiniteVector(load, name);
    btFluidFiniteVector(double(m_body->getInvMass()) * load, name);
    btFluidFiniteVector(moment, name);
    requireSpin(moment, name);
}

void LiveBody::applyForce(const Vector3& force, const Vector3* point) const {
    moving();
    requireMoment(force, point, "force");
    m_body->applyForce(btFluidVector(force), armOf(point));
    wake();
}

void LiveBody::applyTorque(const Vector3& torque) const {
    moving();
    requireSpin(torque, "torque");
    m_body->applyTorque(btFluidFiniteVector(torque, "torque"));
    wake();
}

void LiveBody::applyImpulse(const Vector3& impulse, const Vector3* point) const {
    moving();
    requireMoment(impulse, point, "impulse");
    m_body->applyImpulse(btFluidVector(impulse), armOf(point));
    m_world.simulation().fluid().acceptImpulses(m_body);
    wake();
}

void LiveBody::wake() const {
    m_body->activate(true);
}

} // namespace ambient
