// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <btBulletDynamicsCommon.h>

#include <functional>
#include <memory>
#include <vector>

class btMultiBodyDynamicsWorld;
class btMultiBodyLinkCollider;

namespace samples {

/// An ordinary Bullet world (sequential impulses, dynamic bounding-volume tree, gravity 9.81 m/s^2 along -z) owning
/// everything in it.
class SceneWorld {
  public:
    /// \param hasMultiBodies a btMultiBodyDynamicsWorld
    explicit SceneWorld(bool hasMultiBodies);
    ~SceneWorld();
    SceneWorld(const SceneWorld&) = delete;
    SceneWorld& operator=(const SceneWorld&) = delete;

    btDiscreteDynamicsWorld& world() { return *m_world; }
    /// A joint between bodies of this world, which then do not collide with each other.
    btTypedConstraint* addJoint(std::unique_ptr<btTypedConstraint> joint);
    /// An action on the bodies in every step, after the fluid.
    void addAction(std::unique_ptr<btActionInterface> action);
    /// A static horizontal plane at this height [m].
    btRigidBody* addFloor(double height);
    /// Called at the start of each step with its length [s]: for forces of motors.
    void setBeforeStep(std::function<void(double timeStep)> function);
    /// Whether an action of addAction() or a function of setBeforeStep() acts on the bodies.
    bool hasActions() const { return !m_actions.empty() || m_beforeStep; }

  protected:
    /// A rigid body of the world. \param inertia principal moments along the axes of the shape [kg m^2]
    btRigidBody* makeRigidBody(std::unique_ptr<btCollisionShape> shape, double mass, const ambient::Vector3& inertia,
                               const ambient::Pose& worldFromBody);
    btMultiBodyDynamicsWorld& multiBodyWorld(); ///< only if the world has multi-bodies
    /// Adds a multi-body with a collider on one link, which touches nothing.
    void addMultiBody(std::unique_ptr<btMultiBody> multiBody, int colliderLink,
                      std::unique_ptr<btCollisionShape> shape);
    const std::vector<std::unique_ptr<btMultiBody>>& multiBodies() const { return m_multiBodies; } ///< all of the world
    /// Takes everything out of the world, and restores its original solver.
    void clear();

  private:
    bool m_hasMultiBodies;
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stockSolver;
    btMultiBodyConstraintSolver m_stockMultiBodySolver;
    std::unique_ptr<btDiscreteDynamicsWorld> m_world;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_rigidBodies;
    std::vector<std::unique_ptr<btTypedConstraint>> m_joints;
    std::vector<std::unique_ptr<btActionInterface>> m_actions;
    std::vector<std::unique_ptr<btMultiBody>> m_multiBodies;
    std::vector<std::unique_ptr<btMultiBodyLinkCollider>> m_colliders;
    std::function<void(double timeStep)> m_beforeStep;
};

} // namespace samples
