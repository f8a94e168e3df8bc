// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <functional>
#include <utility>

namespace samples {

/// Moves a kinematic body along a path.
class PathMover final : public btActionInterface {
  public:
    /// \param body kinematic; outlives the mover \param path pose at a time [s]
    PathMover(btRigidBody* body, std::function<ambient::Pose(double)> path) : m_body(body), m_path(std::move(path)) {
        m_body->setWorldTransform(btFluidTransform(m_path(0.0)));
        m_body->setInterpolationWorldTransform(m_body->getWorldTransform());
        m_body->setActivationState(DISABLE_DEACTIVATION);
    }

    /// Puts the body into its pose at the end of the coming step: Bullet derives the velocity from this pose.
    void updateAction(btCollisionWorld*, btScalar timeStep) override {
        m_time += double(timeStep);
        m_body->setWorldTransform(btFluidTransform(m_path(m_time)));
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    btRigidBody* m_body;
    std::function<ambient::Pose(double)> m_path;
    double m_time = 0.0;
};

} // namespace samples
