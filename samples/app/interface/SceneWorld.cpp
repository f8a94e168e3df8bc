// SPDX-License-Identifier: Zlib
#include "interface/SceneWorld.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <utility>

namespace samples {

SceneWorld::SceneWorld(bool hasMultiBodies)
    : m_hasMultiBodies(hasMultiBodies), m_dispatcher(&m_configuration),
      m_world(hasMultiBodies ? std::make_unique<btMultiBodyDynamicsWorld>(&m_dispatcher, &m_broadphase,
                                                                          &m_stockMultiBodySolver, &m_configuration)
                             : std::make_unique<btDiscreteDynamicsWorld>(&m_dispatcher, &m_broadphase, &m_stockSolver,
                                                                         &m_configuration)) {
    m_world->setGravity(btVector3(0, 0, btScalar(-9.81)));
}

SceneWorld::~SceneWorld() = default;

void SceneWorld::clear() {
    for (const auto& joint : m_joints)
        m_world->removeConstraint(joint.get());
    for (const auto& collider : m_colliders)
        m_world->removeCollisionObject(collider.get());
    for (const auto& multiBody : m_multiBodies)
        multiBodyWorld().removeMultiBody(multiBody.get());
    for (const auto& action : m_actions)
        m_world->removeAction(action.get());
    for (const auto& body : m_rigidBodies)
        m_world->removeRigidBody(body.get());
    if (m_hasMultiBodies)
        multiBodyWorld().setMultiBodyConstraintSolver(&m_stockMultiBodySolver);
    else
        m_world->setConstraintSolver(&m_stockSolver); // outlives the world, which the other one does not
}

btMultiBodyDynamicsWorld& SceneWorld::multiBodyWorld() {
    return static_cast<btMultiBodyDynamicsWorld&>(*m_world);
}

btRigidBody* SceneWorld::addFloor(double height) {
    auto plane = std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(height));
    return makeRigidBody(std::move(plane), 0.0, ambient::Vector3::Zero(), {});
}

btTypedConstraint* SceneWorld::addJoint(std::unique_ptr<btTypedConstraint> joint) {
    constexpr bool doNotCollide = true;
    m_joints.push_back(std::move(joint));
    m_world->addConstraint(m_joints.back().get(), doNotCollide);
    return m_joints.back().get();
}

void SceneWorld::addAction(std::unique_ptr<btActionInterface> action) {
    m_actions.push_back(std::move(action));
    m_world->addAction(m_actions.back().get());
}

void SceneWorld::setBeforeStep(std::function<void(double timeStep)> function) {
    m_beforeStep = std::move(function);
    const auto call = [](btDynamicsWorld* world, btScalar timeStep) {
        static_cast<SceneWorld*>(world->getWorldUserInfo())->m_beforeStep(double(timeStep));
    };
    constexpr bool isBeforeStep = true;
    m_world->setInternalTickCallback(call, this, isBeforeStep);
}

btRigidBody* SceneWorld::makeRigidBody(std::unique_ptr<btCollisionShape> shape, double mass,
                                       const ambient::Vector3& inertia, const ambient::Pose& worldFromBody) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), btFluidVector(inertia));
    info.m_startWorldTransform = btFluidTransform(worldFromBody);
    m_rigidBodies.push_back(std::make_unique<btRigidBody>(info));
    m_shapes.push_back(std::move(shape));
    m_world->addRigidBody(m_rigidBodies.back().get());
    return m_rigidBodies.back().get();
}

void SceneWorld::addMultiBody(std::unique_ptr<btMultiBody> multiBody, int colliderLink,
                              std::unique_ptr<btCollisionShape> shape) {
    btMultiBody* added = multiBody.get();
    m_multiBodies.push_back(std::move(multiBody));
    multiBodyWorld().addMultiBody(added);
    // Without a collider Bullet's limits and motors would not act. The collider's filter excludes all contacts.
    m_shapes.push_back(std::move(shape));
    m_colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(added, colliderLink - 1));
    m_colliders.back()->setCollisionShape(m_shapes.back().get());
    m_world->addCollisionObject(m_colliders.back().get(), 0, 0);
    if (colliderLink == 0)
        added->setBaseCollider(m_colliders.back().get());
    else
        added->getLink(colliderLink - 1).m_collider = m_colliders.back().get();
}

} // namespace samples
