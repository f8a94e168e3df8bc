// SPDX-License-Identifier: Zlib
// Removal of parts of a world.
#include "Worlds/FileWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

template <class List, class Test>
void eraseIf(List& list, Test test) {
    list.erase(std::remove_if(list.begin(), list.end(), test), list.end());
}

template <class List>
void eraseAt(List& list, std::size_t index) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

} // namespace

void FileWorld::requireRemovable(bool isRigid, std::size_t body) const {
    if (!m_grid || !m_description.grid) return;
    const std::string& name = isRigid ? m_description.bodies[body].name : m_description.articulatedBodies[body].name;
    if (m_description.grid->followed == name) throw std::invalid_argument(name + ": the grid follows it");
    if (isRigid && m_description.bodies[body].isStatic && m_description.bodies[body].isResolved)
        throw std::invalid_argument(name + ": is a wall of the water on the grid");
}

void FileWorld::eraseShape(const btCollisionShape* shape) {
    eraseIf(m_shapes, [shape](const WorldCollisionShape& kept) { return kept.shape.get() == shape; });
}

void FileWorld::removeBody(std::size_t index) {
    const WorldBody& described = m_description.bodies[index];
    btRigidBody* const body = m_bodies[index];
    if (m_coupling) m_coupling->setCoupled(body, true); // forgets its address
    m_fluid.removeBody(body);
    if (m_grid) m_grid->removeResolved(body);
    m_world.removeRigidBody(body);
    const btCollisionShape* const shape = body->getCollisionShape();
    eraseIf(m_moving, [body](const Moving& row) { return row.body == body; });
    if (described.isStatic)
        eraseIf(m_standing, [&described](const Standing& row) { return row.name == described.name; });
    eraseAt(m_bodies, index);
    eraseIf(m_rigidBodies, [body](const std::unique_ptr<btRigidBody>& kept) { return kept.get() == body; });
    eraseShape(shape);
}

void FileWorld::removeArticulated(std::size_t index) {
    btMultiBody* const body = m_multiBodies[index].get();
    for (const auto& limit : m_limits)
        if (limit->getMultiBodyA() == body) multiBodyWorld().removeMultiBodyConstraint(limit.get());
    eraseIf(m_limits,
            [body](const std::unique_ptr<btMultiBodyConstraint>& limit) { return limit->getMultiBodyA() == body; });
    m_fluid.removeMultiBody(body);
    if (m_grid) m_grid->removeResolved(body);
    std::vector<const btCollisionShape*> shapes;
    for (const auto& collider : m_colliders) {
        if (collider->m_multiBody != body) continue;
        m_world.removeCollisionObject(collider.get());
        shapes.push_back(collider->getCollisionShape());
    }
    multiBodyWorld().removeMultiBody(body);
    eraseIf(m_moving, [body](const Moving& row) { return row.multiBody == body; });
    eraseAt(m_trees, index);
    eraseAt(m_motors, index);
    eraseIf(m_colliders,
            [body](const std::unique_ptr<btMultiBodyLinkCollider>& collider) { return collider->m_multiBody == body; });
    eraseAt(m_multiBodies, index);
    for (const btCollisionShape* shape : shapes)
        eraseShape(shape);
}

void FileWorld::removeJoint(std::size_t joint) {
    btTypedConstraint& made = *m_joints[joint];
    made.getRigidBodyA().activate(true);
    made.getRigidBodyB().activate(true);
    m_world.removeConstraint(&made);
    eraseAt(m_joints, joint);
    eraseAt(m_turning, joint);
}

void FileWorld::removeMooring(std::size_t mooring) {
    eraseAt(m_moorings, mooring);
}

void FileWorld::removeThruster(std::size_t thruster) {
    eraseAt(m_thrusters, thruster);
}

} // namespace ambient
