// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidAction.h"

#include <btBulletDynamicsCommon.h>

#include <memory>

namespace samples {

/// Drags a body by a point towards a target, with a soft constraint of limited force.
/// Works with any solver. The destructor releases the body.
class BodyDrag {
  public:
    /// \param world,fluid,body must outlive this object
    /// \param point held point of the body, world [m]
    /// \param timeStep of the world [s]
    BodyDrag(btDynamicsWorld& world, const btFluidAction& fluid, btRigidBody& body, const ambient::Vector3& point,
             double timeStep);
    ~BodyDrag();
    BodyDrag(const BodyDrag&) = delete;
    BodyDrag& operator=(const BodyDrag&) = delete;

    /// Sets the target of the held point, world [m].
    void moveTo(const ambient::Vector3& target);
    /// Keeps the held body from falling asleep. Call before each step.
    void keepAwake();

    const ambient::Vector3& target() const { return m_target; }
    /// Current position of the held point, world [m].
    ambient::Vector3 heldPoint() const;

    /// Largest pull, as an acceleration of the whole moved mass [m/s^2].
    static constexpr double kLargestPull = 12 * 9.81;

  private:
    btDynamicsWorld& m_world;
    btRigidBody& m_body;
    ambient::Vector3 m_pointInBody, m_target;
    std::unique_ptr<btPoint2PointConstraint> m_spring;
};

} // namespace samples
